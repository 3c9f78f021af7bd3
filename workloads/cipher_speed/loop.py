"""The timed loop around calls of the library `cryptography`."""

from __future__ import annotations

import gc
import os
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from cryptography.hazmat.backends.openssl.backend import backend
from cryptography.hazmat.primitives.ciphers import Cipher as Encryption
from cryptography.hazmat.primitives.ciphers import aead, algorithms, modes

from engines.contract.protection import Cipher
from workloads.cipher_speed.ciphers import AEAD_MODES, ASSOCIATED_DATA

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
