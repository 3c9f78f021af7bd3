"""The canary: a fixed kind of work on the measuring core, just before a run and, shorter, after
each of its operations. Where it takes longer or shorter than it usually does the core is not what
it was, whatever the reason."""

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import median

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

CANARY_SHARE = 0.05
"""A canary is off when it takes so much longer or shorter than usual. Of 649 on a busy machine 44
were, and 14 of these no more 50 ms later."""

WITHIN_SHARE = 0.10
"""The same for a short one after an operation. On a quiet machine 8 runs of 480 had an operation
that took 1.2 to 1.7 times as long as usual, each between two canaries that were not off. 300 short
ones in a quiet minute were within 3 %."""

_SPANS, _SPAN_SECONDS = 10, 0.005
_SHORT_SPANS, _SHORT_SPAN_SECONDS = 5, 0.002
_PIECE = 64 * 1024
_TOLD = 512 * 1024 * 1024


@dataclass(frozen=True)
class CanarySung:
    """How long the canary took: told by the worker before it does anything else, and `within` a
    run after each operation."""

    seconds: float
    within: bool = False


def is_off(seconds: float, usual: float, *, within: bool = False) -> bool:
    """Whether a canary, before a run or within one, is unlike the usual one."""
    return abs(seconds / usual - 1) > (WITHIN_SHARE if within else CANARY_SHARE)


def sing(usual: float | None = None) -> CanarySung:
    """The canary; one that is off is sung again, and the one that is nearer to the usual is told:
    what is over after 50 ms disturbs no run."""
    seconds = _sung()
    if usual is not None and is_off(seconds, usual):
        seconds = min(seconds, _sung(), key=lambda each: abs(each - usual))
    return CanarySung(seconds)


def sing_briefly() -> CanarySung:
    """The canary within a run: what is over by the next run may have slowed an operation."""
    return CanarySung(_sung(_SHORT_SPANS, _SHORT_SPAN_SECONDS), within=True)


def _sung(spans: int = _SPANS, span_seconds: float = _SPAN_SECONDS) -> float:
    """Seal with AES for so many spans; the seconds that 512 MiB (about what 50 ms seal) take at
    that pace.

    The pace is the median of the spans: a core that is shared, or slower than it was, shows in all
    of them, a single interruption of 3 ms in one or two.
    """
    cipher = Cipher(algorithms.AES(bytes(16)), modes.CTR(bytes(16))).encryptor()
    plain, sealed = bytes(_PIECE), bytearray(_PIECE + 16)
    paces = []
    for _ in range(spans):
        begun = now = time.perf_counter()
        done = 0
        while now - begun < span_seconds:
            cipher.update_into(plain, sealed)
            done += _PIECE
            now = time.perf_counter()
        paces.append((now - begun) / done)
    return median(paces) * _TOLD
