"""How much of a cost the raw cipher can explain at all.

An operation gives a cipher so many bytes in so many values. A raw cipher, measured without any
database, takes bytes ÷ speed for them, at the speed of blocks no longer than the values are: short
ones are the slower ones, so it is the most that the cipher itself can have taken. What is measured
beyond that is the way to the cipher: key schedules, conversions, longer rows, statements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engines.contract.message import Message, Number, percent, phrase, significant

_BLOCK = 16
_PADDED = frozenset({"ecb", "cbc"})


@dataclass(frozen=True)
class SealedValues:
    """What an operation gives a cipher, to be sealed or opened: so many values of so many bytes
    together, paddings included."""

    count: int
    bytes: int

    @classmethod
    def of(cls, lengths: Mapping[int, float], mode: str | None) -> SealedValues:
        """So many values of each length in bytes, as a mode takes them: ECB and CBC fill them up
        to whole blocks, and add one where nothing is to be filled (PKCS #7)."""
        padded = mode in _PADDED
        whole = {
            length: (length // _BLOCK + 1) * _BLOCK if padded else length for length in lengths
        }
        return cls(
            round(sum(lengths.values())),
            round(sum(whole[length] * count for length, count in lengths.items())),
        )


@dataclass(frozen=True)
class RawSpeed:
    """Bytes per second of a cipher in blocks of so many bytes."""

    block: int
    bytes_per_second: float


@dataclass(frozen=True)
class Bound:
    """The time of the raw cipher beside the time that an operation took longer, in seconds."""

    sealed: SealedValues
    speed: RawSpeed
    extra_seconds: float

    @property
    def raw_seconds(self) -> float:
        """What the raw cipher takes for the same values; one that is shorter than the shortest
        block takes as long as that."""
        least = self.sealed.count * self.speed.block
        return max(self.sealed.bytes, least) / self.speed.bytes_per_second

    @property
    def share_percent(self) -> float | None:
        """How much of the extra time that is, over 100 where it is more; None where there is no
        extra time."""
        return 100 * self.raw_seconds / self.extra_seconds if self.extra_seconds > 0 else None

    def message(self, protection: str | Message, operation: str) -> Message:
        share = self.share_percent
        if share is None:
            return _NOTHING.with_values(protection=protection, operation=operation)
        return (_MOST if share < 100 else _ALL).with_values(
            protection=protection,
            operation=operation,
            share=percent(share),
            count=Number(self.sealed.count),
            size=_bytes(self.sealed.bytes),
            block=Number(self.speed.block),
            speed=significant(self.speed.bytes_per_second / 1e6, 3, "MB/s"),
            raw=_seconds(self.raw_seconds),
            extra=_seconds(self.extra_seconds),
        )


def bound_of(
    sealed: SealedValues, speeds: Iterable[RawSpeed], extra_seconds: float
) -> Bound | None:
    """The bound by the speed that fits the values; None without a speed or a value."""
    known = sorted(speeds, key=lambda each: each.block)
    if not known or not sealed.count:
        return None
    mean = sealed.bytes / sealed.count
    fitting = [each for each in known if each.block <= mean] or known[:1]
    return Bound(sealed, fitting[-1], extra_seconds)


def _bytes(value: float) -> Number:
    return significant(value / 1000, 3, "kB") if value < 1e6 else significant(value / 1e6, 3, "MB")


def _seconds(value: float) -> Number:
    return significant(value * 1000, 2, "ms") if value < 1 else significant(value, 3, "s")


_MOST = phrase(
    "The raw cipher explains at most {share} of the cost of {protection} for {operation}. {count} "
    "values ({size}) take {raw} at {speed}, in blocks of {block} bytes; the operation took "
    "{extra} longer."
)
_ALL = phrase(
    "The raw cipher alone can explain the whole cost of {protection} for {operation}. {count} "
    "values ({size}) take {raw} at {speed}, in blocks of {block} bytes; the operation took "
    "{extra} longer."
)
_NOTHING = phrase("{operation} took no longer with {protection}: there is no cost to explain.")
