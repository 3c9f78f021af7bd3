"""The canary: a fixed kind of work on the measuring core, just before a run. Where it takes longer
or shorter than it usually does the core is not what it was, whatever the reason."""

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import median

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

CANARY_SHARE = 0.05
"""A canary is off when it takes so much longer or shorter than usual. Of 649 on a busy machine 44
were, and 14 of these no more 50 ms later."""

_SECONDS = 0.05
_GROUPS = 10
_PIECE = 64 * 1024
_TOLD = 512 * 1024 * 1024


@dataclass(frozen=True)
class CanarySung:
    """How long the canary took: told by the worker before it does anything else."""

    seconds: float


def is_off(seconds: float, usual: float) -> bool:
    """Whether a canary is unlike the usual one."""
    return abs(seconds / usual - 1) > CANARY_SHARE


def sing(usual: float | None = None) -> CanarySung:
    """The canary; one that is off is sung again, and the one that is nearer to the usual is told:
    what is over after 50 ms disturbs no run."""
    seconds = _sung()
    if usual is not None and is_off(seconds, usual):
        seconds = min(seconds, _sung(), key=lambda each: abs(each - usual))
    return CanarySung(seconds)


def _sung() -> float:
    """Seal with AES for 50 ms; the seconds that 512 MiB (about as much) take at that pace.

    The pace is the median of ten spans of 5 ms: a core that is shared, or slower than it was,
    shows in all of them, a single interruption of 3 ms (6 % of the whole) in one.
    """
    cipher = Cipher(algorithms.AES(bytes(16)), modes.CTR(bytes(16))).encryptor()
    plain, sealed = bytes(_PIECE), bytearray(_PIECE + 16)
    paces = []
    for _ in range(_GROUPS):
        begun = now = time.perf_counter()
        done = 0
        while now - begun < _SECONDS / _GROUPS:
            cipher.update_into(plain, sealed)
            done += _PIECE
            now = time.perf_counter()
        paces.append((now - begun) / done)
    return median(paces) * _TOLD
