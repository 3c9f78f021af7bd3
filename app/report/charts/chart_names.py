"""File names of charts, ranges of their axes, and texts of values along them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.report.drawing.chart import Chart
from engines.contract.message import Message, Number, phrase, significant

_ROOM = 0.05
"""Share of an axis that is left free at its ends."""


def slug(text: str) -> str:
    """A text as part of a file's name."""
    return re.sub(r"[^\w.+]+", "-", text.replace(",", "")).strip("-.").lower()[:60]


def chart_name(kind: str, *of: object) -> str:
    """The name of one kind of chart, of a case, a server, …"""
    return "-".join((kind, *(slug(str(each)) for each in of)))


def with_distinct_names(charts: Sequence[Chart]) -> Iterator[Chart]:
    """Charts with numbers behind equal names (of long labels), so that no file replaces another."""
    seen: Counter[str] = Counter()
    for chart in charts:
        seen[chart.name] += 1
        number = seen[chart.name]
        yield replace(chart, name=f"{chart.name}-{number}") if number > 1 else chart


def axis_range(values: Sequence[float], room: float = _ROOM) -> tuple[float, float]:
    """The ends of an axis for these values, with some room unless it ends at 0."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    if low == high:
        low, high = low - 0.5 * (abs(low) or 1.0), high + 0.5 * (abs(high) or 1.0)
    wide = room * (high - low)
    return low if low == 0 else low - wide, high if high == 0 else high + wide


def milliseconds_text(value: float) -> Message:
    return phrase("{value} ms", value=significant(value, 3))


def seconds_text(at: float) -> Message:
    return phrase("{seconds} s", seconds=Number(at, 1))


def rate_text(value: float) -> Message:
    return phrase("{rate}/s", rate=significant(value, 3))
