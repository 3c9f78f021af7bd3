"""The turns of an operation that ran in lockstep (protection and baseline alternating after a few
milliseconds): seconds, CPU and statements of each turn, their binary form, and ratios by turn."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Self

from engines.contract.errors import InputError
from engines.contract.message import Message, phrase

_HEAD = struct.Struct("<I")
_EACH = 8 + 8 + 8 + 4
"""Bytes of a turn: seconds, elapsed and CPU seconds (IEEE doubles), statements."""
_MOST_SECONDS = 1e9


class BadTurns(InputError):
    """Bytes that `Turns.to_bytes` did not write, as in a damaged store."""


def _bad(why: Message) -> BadTurns:
    return BadTurns(
        phrase("Store damaged"),
        phrase("The turns of an operation cannot be read: {why}."),
        phrase("Run `cipherbench check` to see what is damaged."),
        why=why,
    )


@dataclass(frozen=True)
class Turns:
    """One value for each turn, in order: `seconds` inside its statements (the last turn includes
    the commit); `elapsed` seconds from beginning to end, with the worker's own time between
    statements; `cpu` seconds of the worker and of the server's thread, nan if not available; the
    number of `statements`. Of a load, whose sides get requests at the same time, a turn is one
    second: its `seconds` are the sum of the latencies of the requests that arrived in it."""

    seconds: tuple[float, ...]
    elapsed: tuple[float, ...]
    cpu: tuple[float, ...]
    statements: tuple[int, ...]

    @property
    def seconds_per_statement(self) -> tuple[float, ...]:
        """Seconds per statement of each turn; nan for a turn without statements."""
        both = zip(self.seconds, self.statements, strict=True)
        return tuple(seconds / count if count else math.nan for seconds, count in both)

    @property
    def cpu_seconds(self) -> tuple[float, ...] | None:
        """CPU seconds of each; None if not available."""
        return None if any(map(math.isnan, self.cpu)) else self.cpu

    def to_bytes(self) -> bytes:
        """The form in stores and archives: number of turns (32 bits), then seconds, elapsed seconds
        and CPU seconds (64-bit floats), and statements (32 bits), little-endian."""
        count = len(self.seconds)
        floats = (*self.seconds, *self.elapsed, *self.cpu)
        numbers = struct.pack(f"<{3 * count}d{count}I", *floats, *self.statements)
        return _HEAD.pack(count) + numbers

    @classmethod
    def from_bytes(cls, packed: bytes) -> Self:
        """Raises: BadTurns for other bytes, and for impossible times"""
        if len(packed) < _HEAD.size:
            raise _bad(phrase("turns are cut off"))
        (count,) = _HEAD.unpack_from(packed)
        if len(packed) != _HEAD.size + count * _EACH:
            raise _bad(phrase("{size} bytes are not {count} turns", size=len(packed), count=count))
        found = struct.unpack_from(f"<{3 * count}d{count}I", packed, _HEAD.size)
        known = (
            *found[: 2 * count],
            *(each for each in found[2 * count : 3 * count] if not math.isnan(each)),
        )
        if not all(0 <= each <= _MOST_SECONDS for each in known):
            raise _bad(phrase("turns have impossible times"))
        return cls(*(found[at * count : (at + 1) * count] for at in range(4)))


def others_share(turns: Turns, commit_seconds: float) -> float | None:
    """The share (0 to 1) of the turns' time that neither worker nor server used. If both are bound
    to one core, other programs used it. The last turn is left out, since its commit waits for the
    disk; a single turn counts without its commit. None if unknown."""
    single = len(turns.elapsed) == 1
    counted = slice(None if single else -1)
    elapsed = math.fsum(turns.elapsed[counted]) - (commit_seconds if single else 0.0)
    cpu = math.fsum(turns.cpu[counted])
    if elapsed <= 0 or math.isnan(cpu):
        return None
    return max(0.0, 1 - cpu / elapsed)


_TRIMMED = 0.2
"""The share of the ratios that is left out at either end."""


def trimmed_ratio(protected: Sequence[float], baseline: Sequence[float]) -> float | None:
    """The trimmed mean of ln(protected ÷ baseline) turn by turn, which leaves out interrupted
    turns. None if the turns do not pair up, or one took no time."""
    if not protected or len(protected) != len(baseline):
        return None
    if not all(0 < each < math.inf for each in (*protected, *baseline)):  # NaN is none either
        return None
    pairs = zip(protected, baseline, strict=True)
    ratios = sorted(math.log(one) - math.log(other) for one, other in pairs)
    cut = int(_TRIMMED * len(ratios))
    return fmean(ratios[cut : len(ratios) - cut])


TURN_KEYS = ("turn_seconds", "turn_cpu_s", "turn_statements", "turn_elapsed_s")


def turns_json(packed: bytes | None) -> dict[str, Sequence[float] | None]:
    """The keys that an operation has in JSON; None where it was measured whole."""
    if packed is None:
        return dict.fromkeys(TURN_KEYS)
    turns = Turns.from_bytes(packed)
    return {
        "turn_seconds": turns.seconds,
        "turn_cpu_s": turns.cpu_seconds,
        "turn_statements": turns.statements,
        "turn_elapsed_s": turns.elapsed,
    }
