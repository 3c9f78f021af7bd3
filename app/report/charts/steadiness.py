"""How steady comparisons are: block by block in the order of time, with the control beside them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from app.plan.matrix import block_of, passes_of
from app.report.all_cases import ALL_CASES
from app.report.campaign_report import CampaignReport
from app.report.charts.chart import Axis, Chart, Graph, Line, Look
from app.report.charts.names import chart_name
from app.report.series import MUTED, NEUTRAL, paper_colours
from app.report.stability import Stability
from app.results.compare import ComparisonRow
from app.results.statistics import Comparison, percent
from engines.contract.message import Message, Number, phrase
from workloads.contract import Case
from workloads.registry import case_label

_MOST_PLACES = 12


def steadiness_charts(report: CampaignReport, cases: Sequence[Case]) -> Iterator[Chart]:
    """One for each server in each of these cases with a complete mirror block."""
    colours = paper_colours((cell.server, cell.engine) for cell in report.cells)
    for case in cases:
        for server, colour in colours.items():
            rows = [row for row in report.comparison if (row.at, row.server) == (case, server)]
            graphs = list(_graphs(report, [row for row in rows if row.blocks]))
            if graphs:
                label = case_label(report.campaign.workload.name, case)
                yield Chart(
                    chart_name("stability", server, label),
                    "Block by block",
                    phrase("{server} · {case} · {told}", server=server, case=label, told=_TOLD),
                    (),
                    (),
                    looks=looks_of("", colour),
                    graphs=tuple(graphs),
                )


_TOLD = phrase("in the order of time; a diamond stands far from the others, grey was disturbed")


def looks_of(key: str, colour: str) -> tuple[Look, Look]:
    """That of the control, and that of a protection on a server of this colour."""
    return (
        Look(phrase("control"), NEUTRAL, MUTED, "none", "o", hollow=True),
        Look(phrase("protection"), key, colour, "none", "o"),
    )


def _graphs(report: CampaignReport, rows: Sequence[ComparisonRow]) -> Iterator[Graph]:
    """All protections of an operation beside each other."""
    for operation in dict.fromkeys(row.operation for row in rows):
        own = [row for row in rows if row.operation == operation]
        controls = [report.compared.comparison(row) for row in own if row.control]
        for row in own:
            if not row.control:
                blocks = report.compared.comparison(row)
                title = _TITLE.with_values(operation=operation, protection=row.protection)
                yield steadiness_graph(report, row, blocks, controls, title)


_TITLE = phrase("{operation} · {protection}")


def steadiness_graph(
    report: CampaignReport,
    row: ComparisonRow,
    blocks: Comparison,
    controls: Sequence[Comparison],
    title: Message,
) -> Graph:
    """The blocks of a row before those of the control; lines look as `looks_of` has them."""
    at = 0 if row.control else 1
    lines = [_line(0, each, with_mean=False) for each in controls]
    lines.append(_line(at, blocks, with_mean=blocks.testable))
    baseline = report.campaign.baseline if row.control else report.baseline
    known = row.cost_low_percent is not None
    found = Stability(row, blocks, report.compared.trimmed(row)) if known else None
    return Graph(
        title,
        _blocks(lines),
        Axis(phrase("cost over {baseline}, %", baseline=baseline), *_costs(lines)),
        tuple(lines),
        tuple(_disturbed(report, row)),
        tuple((each.said, each.matters) for each in found.observations) if found else (),
    )


def _line(look: int, blocks: Comparison, *, with_mean: bool) -> Line:
    outliers = blocks.outliers()
    mean = None
    if with_mean:
        found = blocks.interval()
        mean = (found.percent, found.low, found.high)
    return Line(
        look,
        tuple((block.number, percent(block.value)) for block in blocks.blocks),
        tuple(at for at, block in enumerate(blocks.blocks) if block.number in outliers),
        mean,
    )


def _blocks(lines: Iterable[Line]) -> Axis:
    numbers = sorted({int(x) for line in lines for x, _ in line.points}) or [1]
    every = max(1, math.ceil(len(numbers) / _MOST_PLACES))
    places = tuple((float(at), phrase("{number}", number=Number(at))) for at in numbers[::every])
    return Axis(phrase("block"), numbers[0] - 0.6, numbers[-1] + 0.6, places=places)


def _costs(lines: Sequence[Line]) -> tuple[float, float]:
    ends = [0.0, *(y for line in lines for _, y in line.points)]
    ends += [end for line in lines for end in line.mean or ()]
    room = max(0.5, 0.08 * (max(ends) - min(ends)))
    return min(ends) - room, max(ends) + room


def _disturbed(report: CampaignReport, row: ComparisonRow) -> Iterator[tuple[float, float]]:
    """The blocks in which a run of this server and case was disturbed, and still counts."""
    passes = passes_of(report.campaign)
    hit = {
        block_of(run.repetition, passes(run.case))
        for run in report.runs
        if run.disturbed
        and not (run.warmup or run.replaced)
        and run.server == row.server
        and row.at in (run.case, ALL_CASES)
    }
    for number in sorted(hit):
        yield number - 0.5, number + 0.5
