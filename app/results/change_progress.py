"""The progress of an encryption change (rows done, waits, log, disk) as series of points over time,
and their binary form in probe samples."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from app.results.records import ProbeSample
from app.results.strict_reading import LATEST_TIMESTAMP
from engines.contract.errors import InputError
from engines.contract.message import phrase
from workloads.contract import Series, SeriesPoint

_EACH = struct.Struct("<Bdd")
_NUMBERED = tuple(Series)
_NUMBERS = {each: number for number, each in enumerate(_NUMBERED)}
_MOST = 1e18


def pack_points(points: Iterable[SeriesPoint]) -> bytes:
    """The binary form of points: for each the number of its series (8 bits), its time in seconds
    since the epoch and its value (64-bit floats), little-endian."""
    return b"".join(_EACH.pack(_NUMBERS[each.series], each.at, each.value) for each in points)


def unpack_points(found: bytes) -> list[SeriesPoint]:
    """Raises: BadPoints for other bytes, and for impossible values"""
    try:
        points = [SeriesPoint(_NUMBERED[each], *rest) for each, *rest in _EACH.iter_unpack(found)]
    except (struct.error, IndexError):
        raise BadPoints from None
    if not all(0 <= each.at < LATEST_TIMESTAMP and 0 <= each.value <= _MOST for each in points):
        raise BadPoints
    return points


class BadPoints(InputError):
    """Bytes that `pack_points` did not write."""

    def __init__(self) -> None:
        super().__init__(
            phrase("Store damaged"),
            phrase("What was followed of a change cannot be read."),
            phrase("Run `cipherbench check` to see what is damaged."),
        )


type Curve = list[tuple[float, float]]


def curves_since_start(samples: Iterable[ProbeSample]) -> dict[Series, Curve]:
    """By series: (seconds since the change began, value) of each point. Empty without points.

    Raises: BadPoints
    """
    points = [each for sample in samples if sample.points for each in unpack_points(sample.points)]
    began = min((each.at for each in points if each.series is Series.ROWS), default=0.0)
    found: dict[Series, Curve] = {}
    for each in sorted(points, key=lambda point: point.at):
        found.setdefault(each.series, []).append((each.at - began, each.value))
    return found
