"""The panel of latency against throughput: a point for each run, a curve through several rates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from PySide6.QtCore import QCoreApplication, Qt

from app.report.latency import RATE, is_loaded
from app.results.records import OperationRecord
from app.results.shortfalls import ARRIVED
from app.window.pages.results.latency.subjects import PENS, Subject
from widgets.look.names import isolated, shortened
from widgets.look.numbers import format_number
from widgets.plots.panel import Line, PlotData
from workloads.contract import Case

_tr = QCoreApplication.translate

type _Measures = Mapping[str, float]
type _Place = tuple[str, str, Case]
"""Server, protection, case."""
type _Runs = Mapping[_Place, Sequence[_Measures]]
"""The measures of all runs in a place."""


def against_throughput(
    subjects: Sequence[Subject], operations: Sequence[OperationRecord], operation: str
) -> PlotData:
    """The panel of one operation; a protection has a curve where its cases of one kind, which
    differ in their rates alone, are several."""
    runs = _runs_of(operations, operation)
    return PlotData(
        title=_tr("Latency", "Throughput and latency"),
        unit=_tr("Latency", "ms, 99th percentile; a run each"),
        x_title=_tr("Latency", "requests answered per second"),
        lines=[*_curves(subjects, runs), *_points(subjects, runs)],
        x_words=lambda x: _tr("Latency", "{rate}/s").format(rate=format_number(x, 1)),
    )


def _runs_of(operations: Sequence[OperationRecord], operation: str) -> _Runs:
    found: dict[_Place, list[_Measures]] = {}
    for each in operations:
        if each.counts and each.operation == operation and is_loaded(each):
            place = (each.server, each.protection, each.case)
            found.setdefault(place, []).append(each.measures or {})
    return found


def _curves(subjects: Sequence[Subject], runs: _Runs) -> Iterator[Line]:
    """Through the means of cases in the order of what arrived: beyond what a server can answer,
    more arrivals are not more answers."""
    kinds = list(dict.fromkeys(each.cell.case.kind for each in subjects))
    groups: dict[tuple[str, str], list[Subject]] = {}
    for each in subjects:
        if runs.get(_place(each)):
            groups.setdefault((each.cell.protection, each.cell.case.kind), []).append(each)
    for (protection, kind), group in groups.items():
        if len(group) < 2:
            continue
        means = sorted(_means(runs[_place(each)]) for each in group)
        pen = PENS[kinds.index(kind) % len(PENS)]
        points = [(rate, latency) for _, rate, latency in means]
        yield Line(isolated(shortened(protection)), group[0].colour_key, points, pen)


def _points(subjects: Sequence[Subject], runs: _Runs) -> Iterator[Line]:
    for each in subjects:
        points = [_point(measures) for measures in runs.get(_place(each), ())]
        pen = Qt.PenStyle.NoPen
        yield Line(each.label, each.colour_key, points, pen, each.symbol, each.hollow)


def _means(runs: Sequence[_Measures]) -> tuple[float, float, float]:
    """What arrived, what was answered per second, and the 99th percentile in milliseconds."""
    points = [_point(measures) for measures in runs]
    arrived = fmean(measures.get(ARRIVED, 0.0) for measures in runs)
    return arrived, fmean(rate for rate, _ in points), fmean(latency for _, latency in points)


def _point(measures: _Measures) -> tuple[float, float]:
    return measures.get(RATE, 0.0), measures.get("latency_p99_ms", 0.0)


def _place(subject: Subject) -> _Place:
    return subject.cell.server, subject.cell.protection, subject.cell.case
