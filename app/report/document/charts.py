"""The charts of a report beside those of costs: percentiles under load, and sheets that fit on
paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from app.report.campaign_report import CampaignReport
from app.report.charts.chart import Chart, Panel, Plot, Row, Spot, span_from_0
from app.report.latency import LoadRow, load_rows
from app.report.series import paper_colours
from app.report.wording import marks
from engines.contract.message import NOTHING, phrase
from workloads.registry import case_label

_PERCENTILES = {"p50": "50th", "p95": "95th", "p99": "99th", "p999": "99.9th"}
_MOST_ROOM = 1000
"""Units of a drawing that have room on a sheet beside its head, its caption and a heading."""
_LEAST_ROW, _PANEL = 32, 56


def latency_chart(report: CampaignReport) -> Chart | None:
    """Percentiles of each operation under load, a panel for each server, case and operation."""
    rows = load_rows(report)
    if not rows:
        return None
    colours = paper_colours((cell.server, cell.engine) for cell in report.cells)
    weak = {(cell.server, cell.protection): marks(cell) for cell in report.cells}
    work = report.campaign.workload.name
    panels = []
    for (server, case, operation), group in groupby(
        rows, key=lambda each: (each.server, each.case, each.operation)
    ):
        own = [each for each in group if each.protection != "control"]
        names = tuple(Row(each.protection, weak[server, each.protection]) for each in own)
        spots = tuple(_spots(report, own))
        plot = Plot(phrase("latency, ms"), spots, *span_from_0(spots))
        title = f"{server} · {operation} · {case_label(work, case)}"
        panels.append(Panel(title, colours[server], names, (plot,)))
    return Chart(
        "latency",
        "Latency by percentile",
        phrase("Means over runs, from the instant at which a request was due."),
        tuple(f"{told} percentile" for told in _PERCENTILES.values()),
        tuple(panels),
    )


def _spots(report: CampaignReport, rows: Sequence[LoadRow]) -> Iterator[Spot]:
    for at, row in enumerate(rows):
        for series, name in enumerate(_PERCENTILES):
            plain = row.protection == report.baseline
            yield Spot(at, series, row.latencies[name], hollow=plain, said=NOTHING)


def sheets(chart: Chart) -> Iterator[Chart]:
    """A chart as so many of them that each fits on a sheet of paper."""
    row = max(_LEAST_ROW, 9 * len(chart.series) * chart.lanes + 12)
    most = max(1, (_MOST_ROOM - _PANEL) // row)
    part: list[Panel] = []
    taken = 0
    for panel in (each for whole in chart.panels for each in _parts(whole, most)):
        height = _PANEL + row * len(panel.rows)
        if part and taken + height > _MOST_ROOM:
            yield replace(chart, panels=tuple(part))
            part, taken = [], 0
        part.append(panel)
        taken += height
    if part:
        yield replace(chart, panels=tuple(part))


def _parts(panel: Panel, most: int) -> Iterator[Panel]:
    """A panel as so many of them that none has more rows than that."""
    for first in range(0, len(panel.rows), most):
        plots = tuple(
            replace(
                plot,
                spots=tuple(
                    replace(spot, row=spot.row - first)
                    for spot in plot.spots
                    if first <= spot.row < first + most
                ),
            )
            for plot in panel.plots
        )
        yield replace(panel, rows=panel.rows[first : first + most], plots=plots)
