"""The library `cryptography` measured in a fresh process, whose OpenSSL has read the environment.

OpenSSL reads the variables that turn off AES instructions only while it is loaded, and a worker has
loaded it long before it knows what to measure. So such measurements run in this module as a
program: it takes its order as JSON on its command line, and writes a line of JSON for each step of
progress and one for the result.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict

from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import Cipher
from engines.keeping.programs import RunningProgram
from workloads.cipher_speed.ciphers import name_of
from workloads.cipher_speed.loop import Progress, Throughput, cipher_speed, time_limit


def cipher_speed_in_fresh_process(
    cipher: Cipher,
    operation: str,
    block: int,
    seconds: float,
    progress: Progress,
    environment: Mapping[str, str],
) -> Throughput:
    """As `loop.cipher_speed`, in a fresh process with these environment variables.

    Raises: CipherbenchError where it ends without a result
    """
    order = {**asdict(cipher), "operation": operation, "block": block, "seconds": seconds}
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "LC_ALL": "C", **environment}
    command = [sys.executable, "-m", __name__, json.dumps(order)]
    lines: list[str] = []
    most = time_limit(seconds)
    with RunningProgram(command, {**os.environ, **paths}, ends_with_parent=True) as called:
        until = time.monotonic() + most
        while (line := called.line(most, until, lambda: None)) is not None:
            reported = _parsed(line)
            if isinstance(reported, dict):
                return Throughput(**reported)
            if isinstance(reported, float):
                progress(reported)
            elif line.strip():
                lines.append(line.strip())
    raise CipherbenchError(
        phrase("Measuring failed"),
        phrase("The process that measured {cipher} ended without a result: {words}."),
        cipher=name_of(cipher),
        words="; ".join(lines[-2:]).rstrip(".") or "–",
    )


def _parsed(line: str) -> object:
    """The JSON value of a line; None for any other output."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def _main(order: dict[str, str]) -> None:
    cipher = Cipher(order["algorithm"], int(order["bits"]), order["mode"])
    block, seconds = int(order["block"]), float(order["seconds"])

    def write(value: object) -> None:
        sys.stdout.write(json.dumps(value) + "\n")
        sys.stdout.flush()

    write(asdict(cipher_speed(cipher, order["operation"], block, seconds, write)))


if __name__ == "__main__":
    _main(json.loads(sys.argv[1]))
