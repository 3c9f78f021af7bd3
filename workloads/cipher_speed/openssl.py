"""The speed of ciphers by the program `openssl speed`, which the published study used.

Speed is per user CPU time, its default (without `-elapsed`), so that other processes' time does not
count. It measures in hundredths of a second: 0.3 % of three seconds. Its loop calls the cipher in C
on one reused context. With `-aead`, which we use for GCM and ChaCha20-Poly1305, each block is a
message of its own with nonce, associated data and tag, as in an application and in `cryptography`;
without it there would be one endless message that never gets a tag.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engines.contract.errors import CipherbenchError
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Cipher
from engines.keeping.programs import RunningProgram, call_program
from workloads.cipher_speed.ciphers import AEAD_MODES, RSA_OPERATIONS, name_of
from workloads.cipher_speed.loop import Progress, Throughput, time_limit

_RESULT = re.compile(r"\+R\d*:(\d+):[^:]*:([\d.]+)\s*")
"""A line with a count and seconds; between them a cipher's name or a key length."""
_VERSION = re.compile(r"OpenSSL (\d+)\.(\d+)")
_LAST_LINES = 20
_FIRST_TO_ENCRYPT_BY_RSA = (3, 2)
"""The version from which on `openssl speed rsa` also encrypts and decrypts."""


@dataclass(frozen=True)
class OpensslProgram:
    """An `openssl` program, with version, compiler and CPU features (line CPUINFO) by its own
    report."""

    path: str
    version: str
    compiler: str
    cpu: str

    @property
    def release(self) -> tuple[int, int]:
        """Major and minor version; zeros for another program."""
        found = _VERSION.match(self.version)
        return (int(found[1]), int(found[2])) if found else (0, 0)

    @property
    def settings(self) -> Mapping[str, str]:
        return {"program": self.path, "compiler": self.compiler, "CPUINFO": self.cpu}

    def skipped_rsa_operations(self, operation: str) -> int:
        """How many RSA operations `openssl speed` always measures before this one."""
        return 0 if self.why_not_rsa(operation) else RSA_OPERATIONS.index(operation)

    def why_not_rsa(self, operation: str) -> Message:
        """Why it cannot measure an RSA operation; nothing where it can."""
        if operation in RSA_OPERATIONS[:2] or self.release >= _FIRST_TO_ENCRYPT_BY_RSA:
            return NOTHING
        return phrase(
            "openssl speed measures RSA encryption and decryption from version 3.2 on; this is "
            "{version}",
            version=self.version,
        )


def openssl_program() -> OpensslProgram:
    """The `openssl` in PATH.

    Raises: CipherbenchError where there is none that we can use
    """
    path = shutil.which("openssl")
    if path is None:
        raise _not_usable(phrase("The program “openssl” is not in PATH."))
    program = Path(path).absolute()
    file = program.stat()
    found = _cached_program(str(program), (file.st_dev, file.st_ino, file.st_mtime_ns))
    if isinstance(found, Message):
        raise _not_usable(found)
    return found


@cache
def _cached_program(path: str, file: tuple[int, int, int]) -> OpensslProgram | Message:
    """The program at a path, or why it cannot be used; cached, so that a hanging program is waited
    for only once, until the file changes."""
    del file
    try:
        return _query_program(path)
    except CipherbenchError as error:
        return error.messages[1]


def _query_program(path: str) -> OpensslProgram:
    """Raises: CipherbenchError"""
    version_text = call_program([path, "version", "-a"], _english({})).out
    if not _VERSION.match(version_text):
        raise _not_usable(
            phrase(
                "{path} is not OpenSSL: it answers “{words}”.",
                path=path,
                words=version_text[:80].strip(),
            )
        )
    first, *lines = version_text.splitlines()
    facts = dict(line.split(": ", 1) for line in lines if ": " in line)
    version = first.partition(" (")[0]
    return OpensslProgram(path, version, facts.get("compiler", ""), facts.get("CPUINFO", ""))


def _not_usable(why: Message) -> CipherbenchError:
    return CipherbenchError(
        phrase("OpenSSL not found"),
        why,
        phrase("Install OpenSSL, or remove “openssl” from the plan's providers."),
    )


def _english(environment: Mapping[str, str]) -> dict[str, str]:
    """Our environment with these variables, and English output."""
    return {**os.environ, "LC_ALL": "C", **environment}


class OpensslSpeed:
    """A running `openssl speed`, which prints one result after another."""

    def __init__(self, program: OpensslProgram, *what: str, environment: Mapping[str, str]) -> None:
        self._what = " ".join(what)
        command = (program.path, "speed", "-mr", *what)
        self._called = RunningProgram(command, _english(environment), ends_with_parent=True)

    def next_result(self, seconds: float, progress: Progress) -> Throughput:
        """Wait for the next result, which takes about so many seconds.

        Raises: CipherbenchError where there is none, or its count is zero
        """
        begun, last_lines = time.monotonic(), deque[str](maxlen=_LAST_LINES)
        most = time_limit(seconds)

        def while_waiting() -> None:
            progress(min(1.0, (time.monotonic() - begun) / seconds))

        while (line := self._called.line(most, begun + most, while_waiting)) is not None:
            if found := _RESULT.match(line):
                units, spent = int(found[1]), float(found[2])
                if not (units > 0 and spent > 0):
                    last_lines.append(f"{units} in {spent} s of CPU time")
                    break
                return Throughput(units, spent, time.monotonic() - begun)
            last_lines.append(line.strip())
        raise CipherbenchError(
            phrase("openssl speed failed"),
            phrase("“openssl speed {what}” returned no result. It says: {words}."),
            what=self._what,
            words="; ".join(line for line in last_lines if not line.startswith("+"))[-300:] or "–",
        )

    def close(self) -> None:
        self._called.close()


def cipher_arguments(cipher: Cipher, operation: str, block: int, seconds: float) -> tuple[str, ...]:
    """Arguments of `openssl speed` for a cipher; it takes whole seconds only."""
    return (
        *("-evp", name_of(cipher), "-bytes", str(block), "-seconds", str(round(seconds))),
        *(("-aead",) if cipher.mode in AEAD_MODES else ()),
        *(("-decrypt",) if operation == "decrypt" else ()),
    )


def cipher_speed(
    cipher: Cipher,
    operation: str,
    block: int,
    seconds: float,
    progress: Progress,
    environment: Mapping[str, str],
) -> Throughput:
    """How many blocks of so many bytes the program encrypts or decrypts, with these variables.

    Raises: CipherbenchError
    """
    arguments = cipher_arguments(cipher, operation, block, seconds)
    speed = OpensslSpeed(openssl_program(), *arguments, environment=environment)
    try:
        return speed.next_result(seconds, progress)
    finally:
        speed.close()


class RsaSpeed:
    """RSA operations by `openssl speed rsaBITS`, which always measures all four in its own order.

    The program keeps running from one operation to the next while they are requested in that order,
    and is started anew where they are not.
    """

    def __init__(self) -> None:
        self._speed: OpensslSpeed | None = None
        self._running_with: tuple[int, float] | None = None
        self._next = 0

    def speed(self, bits: int, operation: str, seconds: float, progress: Progress) -> Throughput:
        """The speed of an operation with a key of so many bits.

        Raises: CipherbenchError
        """
        self.skip_to(bits, operation, seconds, lambda share: None)
        return self._read_next(seconds, progress)

    def skip_to(self, bits: int, operation: str, seconds: float, progress: Progress) -> None:
        """Let the program measure the operations before this one, whose results are dropped;
        `progress` receives the share done, 0 to 1.

        Raises: CipherbenchError
        """
        position = RSA_OPERATIONS.index(operation)
        if self._running_with != (bits, seconds) or self._next > position:
            self._begin(bits, seconds)
        first = self._next
        for done in range(position - first):
            self._read_next(seconds, lambda part: progress((done + part) / (position - first)))  # noqa: B023

    def _read_next(self, seconds: float, progress: Progress) -> Throughput:
        assert self._speed is not None
        try:
            speed = self._speed.next_result(seconds, progress)
        except BaseException:
            self.close()
            raise
        self._next += 1
        return speed

    def close(self) -> None:
        if self._speed is not None:
            self._speed.close()
        self._speed, self._running_with, self._next = None, None, 0

    def _begin(self, bits: int, seconds: float) -> None:
        self.close()
        arguments = ("-seconds", str(round(seconds)), f"rsa{bits}")
        self._speed = OpensslSpeed(openssl_program(), *arguments, environment={})
        self._running_with = bits, seconds
