"""Charts of an encryption change on one time axis (rows done, latency of its load, log and disk),
and of the size of backups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from app.findings.interval_words import data_size
from app.report.charts.chart_names import axis_range, chart_name, milliseconds_text, seconds_text
from app.report.charts.latency_charts import line_styles
from app.report.drawing.chart import (
    Axis,
    Bar,
    Chart,
    ChartLine,
    Graph,
    MarkPlot,
    PlotPanel,
    Row,
    StackPart,
)
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.change_figures import BackupFigures, ChangeRow, is_change
from app.report.tables.change_tables import BACKED_UP
from app.report.words.colours import CURVE_LOOKS, colour_keys
from app.report.words.protection_names import marked_names
from app.results.change_progress import Curve, curves_since_start
from app.results.records import CellRecord
from app.results.store.store import Store
from engines.contract.message import NOTHING, Message, phrase, plural
from workloads.contract import Case, Series
from workloads.registry import case_label

_POINTS = 400
"""Points of one line at most, which is more than a plot has pixels for."""
_HEIGHT = 112.0


@dataclass(frozen=True)
class FollowedCell:
    """A cell with the progress of one of its runs."""

    cell: CellRecord
    curves: Mapping[Series, Curve] = field(default_factory=dict)


def followed_cells(
    store: Store, report: CampaignReport, server: str, case: Case, repetition: int
) -> list[FollowedCell]:
    """The cells of one server and case (a way of changing) in one repetition, with their curves."""
    cells = {each.position: each for each in report.cells if not each.control}
    return [
        FollowedCell(cells[run.cell], curves_since_start(store.samples(run.id)))
        for run in sorted(report.runs, key=lambda run: run.cell)
        if run.is_counted
        and run.cell in cells
        and (run.server, run.case, run.repetition) == (server, case, repetition)
    ]


def change_charts(store: Store, report: CampaignReport) -> Iterator[Chart]:
    """A chart for each way of changing on each server, of the first repetition."""
    changes = [each.run for each in report.operations if each.is_counted and is_change(each)]
    first = min((run.repetition for run in changes), default=1)
    for server, case in sorted({(run.server, run.case) for run in changes}):
        followed = followed_cells(store, report, server, case, first)
        if any(each.curves for each in followed):
            yield change_chart(report, followed, server, case)


def change_chart(
    report: CampaignReport, followed: Sequence[FollowedCell], server: str, case: Case
) -> Chart:
    label = case_label(report.campaign.workload.name, case)
    styles = line_styles([each.cell for each in followed], report.baseline)
    point_styles = [
        replace(
            style, stroke="none", marker="o" if style.hollow else CURVE_LOOKS[style.colour].marker
        )
        for style in styles
    ]
    times = [x for each in followed for curve in each.curves.values() for x, _ in curve]
    time_axis = Axis(
        NOTHING, min(times, default=0.0), max(times, default=1.0) or 1.0, text_of=seconds_text
    )
    graphs = [
        made
        for series in Series
        for made in _graph(series, [each.curves.get(series, []) for each in followed], time_axis)
    ]
    if graphs:
        last = replace(time_axis, title=phrase("seconds since the change began"))
        graphs[-1] = replace(graphs[-1], x=last)
    return Chart(
        chart_name("change", server, label),
        phrase("Course of the change"),
        phrase("{server} · {case}", server=server, case=label),
        line_styles=(*styles, *point_styles),
        graphs=tuple(graphs),
    )


def _graph(series: Series, found: Sequence[Curve], time_axis: Axis) -> Iterator[Graph]:
    """No graph if the engine does not report the series. Latencies are points at the arrival of
    their request."""
    if not any(found):
        return
    is_latency = series in _LATENCIES
    values = [y for curve in found for _, y in curve]
    if is_latency:
        positive = [1000 * y for y in values if y > 0]
        low, high = min(positive, default=1.0) / 1.2, max(positive, default=10.0) * 1.2
        y = Axis(
            phrase("ms, logarithmic"), low, max(high, low * 10), log=True, text_of=milliseconds_text
        )
    else:
        unit, scale, label = _UNITS[series]
        y = Axis(unit, 0.0, 1.05 * max(values) / scale or 1.0, text_of=label)
    lines = []
    for style, curve in enumerate(found):
        if is_latency:
            points = thinned([(x, 1000 * y) for x, y in curve], max)
            lines.append(ChartLine(style + len(found), tuple(points)))
        else:
            points = thinned([(x, y / scale) for x, y in curve], lambda part, key: part[-1])
            lines.append(
                ChartLine(style, tuple(_steps(points) if series is Series.ROWS else points))
            )
    yield Graph(_TITLES[series], time_axis, y, tuple(lines), wide=True, height=_HEIGHT)


def thinned(points: Curve, chosen: Callable[..., tuple[float, float]]) -> Curve:
    """At most `_POINTS` points: of each span of time the one that `chosen` picks by its value, such
    as `max`, so that the longest latency is never left out."""
    if len(points) <= _POINTS:
        return points
    first, last = points[0][0], points[-1][0]
    parts: dict[int, Curve] = {}
    for each in points:
        span = int(_POINTS * (each[0] - first) / (last - first or 1))
        parts.setdefault(min(span, _POINTS - 1), []).append(each)
    return [chosen(part, key=lambda point: point[1]) for part in parts.values()]


def _steps(points: Curve) -> Iterable[tuple[float, float]]:
    """Rows are done once they are committed."""
    yield from points[:1]
    for one, other in pairwise(points):
        yield from ((other[0], one[1]), other)


def _rows(value: float) -> Message:
    return plural("{n} rows", "{n} row", round(value))


def _megabytes(value: float) -> Message:
    return data_size(1e6 * value)


_LATENCIES = (Series.READS, Series.UPDATES)
_UNITS: Mapping[Series, tuple[Message, float, Callable[[float], Message]]] = {
    Series.ROWS: (phrase("committed"), 1.0, _rows),
    Series.LOG: (phrase("MB since the change began"), 1e6, _megabytes),
    Series.DISK: (phrase("MB more than before"), 1e6, _megabytes),
}
_TITLES = {
    Series.ROWS: phrase("Rows done"),
    Series.READS: phrase("Waits of reads"),
    Series.UPDATES: phrase("Waits of updates"),
    Series.LOG: phrase("Log written"),
    Series.DISK: phrase("Disk"),
}


# Sizes of backups, as written and compressed by gzip.

BACKUP_SIZES = phrase("Size of backups")
BACKUP_SIZES_METHOD = phrase("What gzip leaves of a backup, of its size as it was written.")
_GZIP, _WRITTEN = (
    StackPart(phrase("by gzip"), "#24508f"),
    StackPart(phrase("as written"), "#cdd2da"),
)
_SCALES = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def backup_charts(report: CampaignReport, rows: Sequence[ChangeRow]) -> Iterator[Chart]:
    """One chart with a panel for each server, if any of `rows` was backed up."""
    known = [(row, made) for row in rows for made in row.backups]
    if not known:
        return
    colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
    names = marked_names(report.cells)
    panels = tuple(
        _panel(server, colours[server], names, list(some))
        for server, some in groupby(known, key=lambda each: each[0].key.server)
    )
    yield Chart(chart_name("backups"), BACKUP_SIZES, NOTHING, (), panels, parts=(_GZIP, _WRITTEN))


def _panel(
    server: str,
    colour: str,
    names: dict[tuple[str, str], str],
    known: Sequence[tuple[ChangeRow, BackupFigures]],
) -> PlotPanel:
    largest = max(made.size.estimate for _, made in known)
    scale, unit = next((e for e in _SCALES if largest >= e[0]), _SCALES[-1])
    several = len({row.key.case for row, _ in known}) > 1
    kinds = len({made.kind for _, made in known}) > 1
    rows, bars = [], []
    for at, (row, made) in enumerate(known):
        gzip, size = made.gzip.estimate / scale, made.size.estimate / scale
        name = names[server, row.key.protection]
        kind = (BACKED_UP[made.kind],) if kinds else ()
        rows.append(Row(name, (*((row.way,) if several else ()), *kind)))
        message = phrase(
            "{protection}: {size}, by gzip {gzip}", protection=name,
            size=data_size(made.size.estimate), gzip=data_size(made.gzip.estimate),
        )  # fmt: skip
        bars += [Bar(at, 0, 0.0, gzip), Bar(at, 1, gzip, max(gzip, size), message=message)]
    title = phrase("size, {unit}", unit=unit)
    plot = MarkPlot(title, (), *axis_range([0.0, *(bar.end for bar in bars)]), bars=tuple(bars))
    return PlotPanel(server, colour, tuple(rows), (plot,))
