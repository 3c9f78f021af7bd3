"""Charts for documents: percentiles under load, and splitting charts into sheets that fit on a
page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from app.report.charts.published_charts import charted_studies, match_latencies
from app.report.drawing.chart import (
    Bar,
    Chart,
    Dot,
    MarkPlot,
    MeanMark,
    PlotPanel,
    Row,
    ValueMark,
    span_from_0,
)
from app.report.drawing.chart_drawing import graph_row_height, panel_height, rows_on_paper
from app.report.drawing.panel_drawing import row_height
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.latency import LoadRow, load_rows
from app.report.figures.matched_study import MatchedStudy, published_values
from app.report.words.colours import colour_keys
from app.report.words.protection_names import marks_text
from engines.contract.message import NOTHING, phrase
from workloads.registry import case_label

_PERCENTILES = {
    "p50": phrase("50th percentile"),
    "p95": phrase("95th percentile"),
    "p99": phrase("99th percentile"),
    "p999": phrase("99.9th percentile"),
}
_MOST_ROOM = 420
"""Height of a sheet's content in units of the drawing: small, so that no page is left half
empty."""


def latency_chart(report: CampaignReport) -> Chart | None:
    """Percentiles of each operation under load, a panel for each server, case and operation."""
    rows = load_rows(report)
    if not rows:
        return None
    matched = match_latencies([each.study for each in report.matched], report, report.comparison)
    colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
    weak = {(cell.server, cell.protection): marks_text(cell) for cell in report.cells}
    work = report.campaign.workload.name
    panels = []
    for (server, case, operation), group in groupby(
        rows, key=lambda each: (each.key.server, each.key.case, each.key.operation)
    ):
        own = [each for each in group if each.key.protection != "control"]
        names = tuple(Row(each.key.protection, weak[server, each.key.protection]) for each in own)
        spots = (*_spots(report, own), *_published_spots(matched, own))
        plot = MarkPlot(phrase("latency, ms"), spots, *span_from_0(spots))
        title = f"{server} · {operation} · {case_label(work, case)}"
        panels.append(PlotPanel(title, colours[server], names, (plot,)))
    return Chart(
        "latency",
        phrase("Latency by percentile"),
        phrase("Means over runs, from the scheduled arrival of each request."),
        tuple(_PERCENTILES.values()),
        tuple(panels),
        tuple(charted_studies(matched)),
    )


def _published_spots(
    matched: Sequence[MatchedStudy], rows: Sequence[LoadRow]
) -> Iterator[ValueMark]:
    """The values of studies that match these rows, each in its study's lane."""
    lanes = list(charted_studies(matched))
    at = {row.key: at for at, row in enumerate(rows)}
    for published in published_values(matched):
        name = matched[published.number].study.short_name
        lane = 1 + [each.name for each in lanes].index(name)
        for series, percentile in enumerate(_PERCENTILES):
            value = published.values.get(f"latency_{percentile}_ms")
            if value is not None and published.key in at:
                yield ValueMark(at[published.key], series, value, by=lane)


def _spots(report: CampaignReport, rows: Sequence[LoadRow]) -> Iterator[ValueMark]:
    for at, row in enumerate(rows):
        for series, name in enumerate(_PERCENTILES):
            plain = row.key.protection == report.baseline
            yield ValueMark(at, series, row.latencies[name], hollow=plain, message=NOTHING)


def sheets(chart: Chart) -> Iterator[Chart]:
    """Split a chart so that each part fits on a page. Its notes are left out: a report has a
    section on studies."""
    panels = [each for whole in chart.panels for each in _parts(whole, _most_rows(chart, whole))]
    for part in _filled(panels, lambda each: panel_height(chart, each)):
        yield replace(chart, panels=tuple(part), graphs=(), notes=())
    for rows in _filled(rows_on_paper(chart.graphs), partial(graph_row_height, chart)):
        graphs = tuple(graph for row in rows for graph in row)
        yield replace(chart, panels=(), graphs=graphs, notes=())


def _most_rows(chart: Chart, panel: PlotPanel) -> int:
    """That a sheet has room for below the panel's head."""
    room = _MOST_ROOM - panel_height(chart, replace(panel, rows=()))
    return max(1, int(room // row_height(chart)))


def _filled[T](parts: Iterable[T], height: Callable[[T], float]) -> Iterator[list[T]]:
    """As many of them together as have room on a sheet."""
    held: list[T] = []
    taken = 0.0
    for each in parts:
        if held and taken + height(each) > _MOST_ROOM:
            yield held
            held, taken = [], 0.0
        held.append(each)
        taken += height(each)
    if held:
        yield held


def _parts(panel: PlotPanel, most: int) -> Iterator[PlotPanel]:
    """A panel as so many of them that none has more rows than that."""
    for first in range(0, len(panel.rows), most):
        rows = range(first, first + most)
        plots = tuple(
            replace(
                plot,
                spots=_of_rows(plot.spots, rows),
                bars=_of_rows(plot.bars, rows),
                stretches=_of_rows(plot.stretches, rows),
                dots=_of_rows(plot.dots, rows),
            )
            for plot in panel.plots
        )
        yield replace(panel, rows=panel.rows[first : first + most], plots=plots)


def _of_rows[T: (ValueMark, Bar, MeanMark, Dot)](marks: Iterable[T], rows: range) -> tuple[T, ...]:
    """Those of so many rows, of which the first is 0."""
    return tuple(replace(each, row=each.row - rows.start) for each in marks if each.row in rows)
