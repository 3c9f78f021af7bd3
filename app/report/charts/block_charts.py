"""Charts of single blocks (pairs of measurements) of each operation, as pairs of dots: baseline and
protection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.findings.figure import Figure
from app.findings.statistics import Comparison, percent_of_log
from app.plan.cell_key import GroupKey
from app.report.charts.chart_names import axis_range, chart_name
from app.report.charts.cost_chart import main_measure
from app.report.drawing.chart import (
    Chart,
    Dot,
    MarkPlot,
    MeanMark,
    PlotPanel,
    Row,
    cost_mark,
    cost_plot,
    span_around_0,
)
from app.report.figures.campaign_report import CampaignReport
from app.report.words.colours import colour_keys
from app.report.words.protection_names import inside_sentence, marks_text
from engines.contract.message import Message, phrase
from workloads.contract import Better, Case, readable
from workloads.registry import case_label

_LANE, _LEAST_ROW, _MOST_ROW = 7.0, 34.0, 110.0


def pair_charts(report: CampaignReport, cases: Sequence[Case]) -> Iterator[Chart]:
    """A chart for each of these cases with at least two blocks, with a panel for each server and
    operation."""
    for case in cases:
        rows = [
            (row, report.compared.comparison(row))
            for row in report.comparison
            if row.at == case and row.cost.interval and not row.control
        ]
        if rows:
            yield _chart(report, case, rows)


type _Compared = Sequence[tuple[Figure, Comparison]]


def _chart(report: CampaignReport, case: Case, rows: _Compared) -> Chart:
    groups: dict[GroupKey, list[tuple[Figure, Comparison]]] = {}
    for each in rows:
        groups.setdefault(each[0].group, []).append(each)
    colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
    span = span_around_0(
        cost_mark(
            0, 0, replace(row.cost, percent=percent_of_log(value)), faint=not row.cost.is_proved
        )
        for row, compared in rows
        for value in compared.values
    )
    most = max(len(compared.blocks) for _, compared in rows)
    label = case_label(report.campaign.workload.name, case)
    return Chart(
        chart_name("blocks", label),
        phrase("Every block"),
        phrase(
            "{case} · each dot is a block, the first at the top; line: mean with 95 % interval, "
            "grey if unproven",
            case=label,
        ),
        (),
        tuple(_panel(report, own, span, colours[group.server]) for group, own in groups.items()),
        row_height=min(_MOST_ROW, max(_LEAST_ROW, _LANE * most + 8)),
    )


def _panel(
    report: CampaignReport, rows: _Compared, span: tuple[float, float], colour: str
) -> PlotPanel:
    measure = main_measure(report, rows[0][0].at)
    scale, unit = readable(measure.unit)
    pairs = [
        dot
        for at, (row, compared) in enumerate(rows)
        for dot in _pairs(at, compared, scale, more=row.better is Better.MORE)
    ]
    group = rows[0][0].group
    over = phrase("cost over {baseline}, %", baseline=Message(report.baseline))
    costs = replace(
        cost_plot(over, (), span),
        stretches=tuple(_stretch(at, row) for at, (row, _) in enumerate(rows)),
        dots=tuple(
            Dot(at, lane, len(compared.values), percent_of_log(value))
            for at, (_, compared) in enumerate(rows)
            for lane, value in enumerate(compared.values)
        ),
    )
    title = phrase(
        "{measure}, {unit}; hollow: {baseline}",
        measure=inside_sentence(str(measure.title)),
        unit=unit,
        baseline=Message(report.baseline),
    )
    ends = [end for dot in pairs for end in (dot.value, dot.partner or dot.value)]
    values = MarkPlot(title, (), *axis_range(ends), dots=tuple(pairs))
    weak = {(cell.server, cell.protection): marks_text(cell) for cell in report.cells}
    names = tuple(Row(row.protection, weak[row.server, row.protection]) for row, _ in rows)
    return PlotPanel(f"{group.server} · {group.operation}", colour, names, (costs, values))


def _stretch(at: int, row: Figure) -> MeanMark:
    found = row.cost.interval
    assert found is not None
    return MeanMark(at, found.estimate, found.low, found.high, faint=not row.cost.is_proved)


def _pairs(at: int, compared: Comparison, scale: float, *, more: bool) -> Iterator[Dot]:
    """Blocks hold reciprocals of measures of which more is better."""
    for lane, block in enumerate(compared.blocks):
        plain, encrypted = ((1 / each if more else each) / scale for each in block.geometric_means)
        yield Dot(at, lane, len(compared.blocks), encrypted, plain)
