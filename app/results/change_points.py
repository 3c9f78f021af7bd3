"""The progress of an encryption change, as series of points (rows, waits, log, disk) that samples
keep packed."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from app.results.strict import LATEST
from app.results.traces import ProbeSample
from engines.contract.errors import InputError
from engines.contract.message import phrase
from workloads.contract import Series, SeriesPoint

_EACH = struct.Struct("<Bdd")
_NUMBERED = tuple(Series)
_NUMBERS = {each: number for number, each in enumerate(_NUMBERED)}
_MOST = 1e18


def packed(points: Iterable[SeriesPoint]) -> bytes:
    """Of each the number of its series (8 bits), its moment and its value (64-bit floats),
    little-endian. Moments are seconds since the epoch."""
    return b"".join(_EACH.pack(_NUMBERS[each.series], each.at, each.value) for each in points)


def unpacked(found: bytes) -> list[SeriesPoint]:
    """Raises: BadPoints for bytes that are none, and for values that nothing has"""
    try:
        points = [SeriesPoint(_NUMBERED[each], *rest) for each, *rest in _EACH.iter_unpack(found)]
    except (struct.error, IndexError):
        raise BadPoints from None
    if not all(0 <= each.at < LATEST and 0 <= each.value <= _MOST for each in points):
        raise BadPoints
    return points


class BadPoints(InputError):
    """Bytes that are no points of ours."""

    def __init__(self) -> None:
        super().__init__(
            phrase("Store damaged"),
            phrase("What was followed of a change cannot be read."),
            phrase("Run `cipherbench check` to see what is damaged."),
        )


type Curve = list[tuple[float, float]]


def curves(samples: Iterable[ProbeSample]) -> dict[Series, Curve]:
    """What was followed of a change, by series: seconds since it began, and values. Empty where
    nothing was.

    Raises: BadPoints
    """
    points = [each for sample in samples if sample.points for each in unpacked(sample.points)]
    began = min((each.at for each in points if each.series is Series.ROWS), default=0.0)
    found: dict[Series, Curve] = {}
    for each in sorted(points, key=lambda point: point.at):
        found.setdefault(each.series, []).append((each.at - began, each.value))
    return found
