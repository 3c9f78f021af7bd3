"""Panels of latencies: by percentile, as a distribution, over a run, and against throughput."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hdrh.histogram import HdrHistogram
from PySide6.QtCore import QCoreApplication, Qt

from app.report.latency import RATE, is_loaded, percentiles_of, shares_of
from app.results.events import ProbeSample
from app.results.records import CellRecord, OperationRecord
from app.window.shared.run_words import case_words
from widgets.look.names import isolated, shortened
from widgets.look.numbers import format_number
from widgets.look.series import SeriesLook, register_series
from widgets.plots.panel import Line, PlotData

_tr = QCoreApplication.translate

_LOOKS = {
    "load-1": SeriesLook("#2468c4", "#6fa8f5", "solid", "s"),
    "load-2": SeriesLook("#b35a0b", "#e59a4a", "solid", "t1"),
    "load-3": SeriesLook("#8a1558", "#dd6aa8", "solid", "d"),
    "load-4": SeriesLook("#12917f", "#5fe0c4", "solid", "o"),
}
register_series(_LOOKS)

_PENS = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DashDotLine)
_SHARES = (0.0, 50.0, 90.0, 99.0, 99.9, 99.99, 99.999, 99.9999)
_BASELINE = "neutral"


@dataclass(frozen=True)
class Subject:
    """A cell under load: how its lines look, its histogram (ns), and samples of one of its runs."""

    label: str
    colour_key: str
    pen: Qt.PenStyle
    symbol: str
    hollow: bool
    cell: CellRecord
    histogram: HdrHistogram | None = None
    samples: Sequence[ProbeSample] = field(default=())


def subjects_of(cells: Sequence[CellRecord], baseline: str) -> list[Subject]:
    """A colour for each protection, the baseline without one, and a pen for each case."""
    cases = list(dict.fromkeys(cell.case for cell in cells))
    protections = [name for name in dict.fromkeys(c.protection for c in cells) if name != baseline]
    subjects = []
    for cell in cells:
        plain = cell.protection == baseline
        number = 0 if plain else protections.index(cell.protection) % len(_LOOKS)
        key = _BASELINE if plain else list(_LOOKS)[number]
        subjects.append(
            Subject(
                _label(cell, several=len(cases) > 1),
                key,
                _PENS[cases.index(cell.case) % len(_PENS)],
                "o" if plain else _LOOKS[key].marker,
                plain,
                cell,
            )
        )
    return subjects


def panels_of(
    subjects: Sequence[Subject], operations: Sequence[OperationRecord], operation: str, run: int
) -> list[PlotData]:
    """The four panels of one operation; `run` is the repetition whose samples are shown."""
    known = [each for each in subjects if each.histogram is not None]
    return [
        _by_percentile(known),
        _distribution(known),
        _over_time(subjects, operation, run),
        _against_throughput(subjects, operations, operation),
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


def _against_throughput(
    subjects: Sequence[Subject], operations: Sequence[OperationRecord], operation: str
) -> PlotData:
    runs: Mapping[tuple[str, str, object], list[tuple[float, float]]] = {}
    for each in operations:
        if each.counts and each.operation == operation and is_loaded(each):
            measured = each.measures or {}
            point = (measured.get(RATE, 0.0), measured.get("latency_p99_ms", 0.0))
            key = (each.server, each.protection, each.case)
            runs = {**runs, key: [*runs.get(key, []), point]}
    return PlotData(
        title=_tr("Latency", "Throughput and latency"),
        unit=_tr("Latency", "ms, 99th percentile; a run each"),
        x_title=_tr("Latency", "requests answered per second"),
        lines=[
            Line(
                s.label,
                s.colour_key,
                runs.get((s.cell.server, s.cell.protection, s.cell.case), []),
                Qt.PenStyle.NoPen,
                s.symbol,
                s.hollow,
            )
            for s in subjects
        ],
        x_words=lambda x: _tr("Latency", "{rate}/s").format(rate=format_number(x, 1)),
    )


def _label(cell: CellRecord, *, several: bool) -> str:
    name = isolated(shortened(cell.protection))
    return f"{name} · {case_words(cell.workload, cell.case)}" if several else name


def _share(share: float) -> str:
    """“99.9 %”, with as many nines as there are."""
    decimals = next((d for d in range(7) if abs(round(share, d) - share) < 10 ** -(d + 2)), 7)
    return _tr("Latency", "{share} %").format(share=format_number(share, min(4, decimals)))


def _milliseconds(value: float) -> str:
    return _tr("Latency", "{value} ms").format(value=format_number(value, 2))
