"""The timed loop around calls of the library `cryptography`, in this process or a fresh one."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from itertools import repeat
from typing import Any

from cryptography.hazmat.backends.openssl.backend import backend
from cryptography.hazmat.primitives.ciphers import Cipher as Encryption
from cryptography.hazmat.primitives.ciphers import aead, algorithms, modes

from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import Cipher
from engines.keeping.programs import RunningProgram
from workloads.cipher_speed.ciphers import AEAD_MODES, ASSOCIATED_DATA, name_of

_BATCH_SECONDS = 0.02
_GRACE_SECONDS = 30.0
"""Allowance for a late start on a busy machine."""

type Batch = Callable[[int], None]
"""Performs that many units of work."""

type Progress = Callable[[float], None]
"""Receives the progress, from 0 to 1."""


@dataclass(frozen=True)
class Throughput:
    """`units` of work in `seconds` of CPU time; `elapsed` seconds of wall time."""

    units: int
    seconds: float
    elapsed: float

    @property
    def per_second(self) -> float:
        """Units per second of CPU time."""
        return self.units / self.seconds


def time_limit(seconds: float) -> float:
    """Seconds until a program that measures for `seconds` is given up."""
    return 2 * seconds + _GRACE_SECONDS


def batch_of(call: Callable[..., object], *arguments: Any) -> Batch:
    """Repeats `call(*arguments)` in C, without a line of Python between calls: a loop in Python
    adds 0.1 µs per call, a fifth of the time of a block of 16 bytes."""

    def batch(units: int) -> None:
        deque(map(call, *(repeat(each, units) for each in arguments)), maxlen=0)

    return batch


def speed_of(batch: Batch, seconds: float, progress: Progress) -> Throughput:
    """Repeat a batch for so many seconds of wall time.

    As in `openssl speed` without `-elapsed`, speed is per CPU time of this thread, so that time
    given to other processes does not count. `progress` is called about fifty times a second,
    outside the clock. A first unit warms up and is not counted.
    """
    batch(1)
    units, size, spent, elapsed = 0, 1, 0.0, 0.0
    gc.disable()
    try:
        while elapsed < seconds:
            began, used = time.perf_counter(), time.thread_time()
            batch(size)
            took = time.perf_counter() - began
            spent += time.thread_time() - used
            elapsed += took
            units += size
            progress(min(1.0, elapsed / seconds))
            size = _next_size(size, took)
    finally:
        gc.enable()
    return Throughput(units, spent, elapsed)


def _next_size(size: int, took: float) -> int:
    """How many units take about `_BATCH_SECONDS`; at most ten times as many as before."""
    return max(1, min(size * 10, int(size * _BATCH_SECONDS / max(took, 1e-9))))


# The speed of ciphers by the library `cryptography`, whose OpenSSL comes with it.
#
# Inside the clock is what a program in Python pays for a block:
#
# * ECB, CBC and CTR: one call of `update_into` of a context that is used again and again, into a
#   buffer that is there. The key schedule stands outside, as in `openssl speed`.
# * GCM and ChaCha20-Poly1305: one call of `encrypt`, for each block is a message of its own: nonce,
#   13 bytes of associated data, ciphertext in a fresh object, tag. The nonce is always the same,
#   which is fine for a stopwatch and for nothing else.
#
# The way from Python into the library and back is inside, too: a few tenths of a microsecond, most
# of the time of a block of 16 bytes and a fiftieth of one of 16 KiB.

_MODES: Mapping[str, Callable[[], modes.ECB | modes.CBC | modes.CTR]] = {
    "ecb": modes.ECB,
    "cbc": lambda: modes.CBC(bytes(16)),
    "ctr": lambda: modes.CTR(bytes(16)),
}
_NONCE = bytes(12)


def openssl_version() -> str:
    """The version of the OpenSSL inside `cryptography`."""
    return str(backend.openssl_version_text())


def cipher_speed(
    cipher: Cipher, operation: str, block: int, seconds: float, progress: Progress
) -> Throughput:
    """The speed of encrypting or decrypting blocks of so many bytes."""
    make = _aead_batch if cipher.mode in AEAD_MODES else _block_mode_batch
    return speed_of(make(cipher, operation, block), seconds, progress)


def _block_mode_batch(cipher: Cipher, operation: str, block: int) -> Batch:
    encryption = Encryption(algorithms.AES(os.urandom(cipher.bits // 8)), _MODES[cipher.mode]())
    made = encryption.encryptor() if operation == "encrypt" else encryption.decryptor()
    return batch_of(made.update_into, os.urandom(block), bytearray(block + 16))


def _aead_batch(cipher: Cipher, operation: str, block: int) -> Batch:
    key, data = os.urandom(cipher.bits // 8), os.urandom(block)
    box = aead.AESGCM(key) if cipher.algorithm == "aes" else aead.ChaCha20Poly1305(key)
    if operation == "encrypt":
        return batch_of(box.encrypt, _NONCE, data, ASSOCIATED_DATA)
    return batch_of(
        box.decrypt, _NONCE, box.encrypt(_NONCE, data, ASSOCIATED_DATA), ASSOCIATED_DATA
    )


# In a fresh process, whose OpenSSL has read the environment.
#
# OpenSSL reads the variables that turn off AES instructions only while it is loaded, and a worker
# has loaded it long before it knows what to measure. So such measurements run in this module as a
# program: it takes its order as JSON on its command line, and writes a line of JSON for each step
# of progress and one for the result.


def cipher_speed_in_fresh_process(
    cipher: Cipher,
    operation: str,
    block: int,
    seconds: float,
    progress: Progress,
    environment: Mapping[str, str],
) -> Throughput:
    """As `cipher_speed`, in a fresh process with these environment variables.

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
