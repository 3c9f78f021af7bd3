"""Panels of latencies: by percentile, as a distribution, over a run, and against throughput."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication, Qt

from app.report.latency import percentiles_of, shares_of
from app.results.records import OperationRecord
from app.window.pages.results.latency.subjects import Subject
from app.window.pages.results.latency.throughput import against_throughput
from widgets.look.numbers import format_number
from widgets.plots.panel import Line, PlotData

_tr = QCoreApplication.translate

_SHARES = (0.0, 50.0, 90.0, 99.0, 99.9, 99.99, 99.999, 99.9999)


def panels_of(
    subjects: Sequence[Subject], operations: Sequence[OperationRecord], operation: str, run: int
) -> list[PlotData]:
    """The four panels of one operation; `run` is the repetition whose samples are shown."""
    known = [each for each in subjects if each.histogram is not None]
    return [
        _by_percentile(known),
        _distribution(known),
        _over_time(subjects, operation, run),
        against_throughput(subjects, operations, operation),
    ]


def _by_percentile(subjects: Sequence[Subject]) -> PlotData:
    return PlotData(
        title=_tr("Latency", "By percentile"),
        unit=_tr("Latency", "ms, logarithmic"),
        x_title=_tr("Latency", "percent of requests that were answered within that time"),
        lines=[
            Line(s.label, s.colour_key, percentiles_of(s.histogram), s.pen)
            for s in subjects
            if s.histogram is not None
        ],
        x_log=True,
        y_log=True,
        x_ticks=[(1 / (1 - share / 100), _share(share)) for share in _SHARES],
        x_words=lambda x: _share(100 * (1 - 1 / x)),
    )


def _distribution(subjects: Sequence[Subject]) -> PlotData:
    return PlotData(
        title=_tr("Latency", "How it is spread"),
        unit=_tr("Latency", "% of requests"),
        x_title=_tr("Latency", "ms, logarithmic"),
        lines=[
            Line(s.label, s.colour_key, shares_of(s.histogram), s.pen)
            for s in subjects
            if s.histogram is not None
        ],
        x_log=True,
        x_words=_milliseconds,
    )


def _over_time(subjects: Sequence[Subject], operation: str, run: int) -> PlotData:
    frame = _tr("Latency", "seconds of repetition {number}; dotted: the median")
    return PlotData(
        title=_tr("Latency", "Over time"),
        unit=_tr("Latency", "ms, 99th percentile, logarithmic"),
        x_title=frame.format(number=format_number(run)),
        lines=list(_times(subjects, operation)),
        y_log=True,
        x_words=lambda x: _tr("Latency", "{seconds} s").format(seconds=format_number(x, 1)),
    )


def _times(subjects: Sequence[Subject], operation: str) -> Iterator[Line]:
    for each in subjects:
        samples = [sample for sample in each.samples if sample.operation == operation]
        begin = samples[0].at if samples else 0.0
        high = [(s.at - begin, s.p99_us / 1000) for s in samples if s.p99_us is not None]
        middle = [(s.at - begin, s.p50_us / 1000) for s in samples if s.p50_us is not None]
        yield Line(each.label, each.colour_key, high, each.pen)
        yield Line(each.label, each.colour_key, middle, Qt.PenStyle.DotLine)


def _share(share: float) -> str:
    """“99.9 %”, with as many nines as there are."""
    decimals = next((d for d in range(7) if abs(round(share, d) - share) < 10 ** -(d + 2)), 7)
    return _tr("Latency", "{share} %").format(share=format_number(share, min(4, decimals)))


def _milliseconds(value: float) -> str:
    return _tr("Latency", "{value} ms").format(value=format_number(value, 2))
