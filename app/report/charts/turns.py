"""Turn by turn: what each turn of a protection and of its baseline took, in the order of time. One
sees the machine breathe, and the distance stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from app.report.campaign_report import CampaignReport
from app.report.charts.chart import Axis, Chart, Graph, Line, Look
from app.report.charts.names import chart_name
from app.report.series import MUTED, NEUTRAL, paper_colours
from app.results.compare import ComparisonRow
from app.results.turns import Turns
from engines.contract.message import Message, phrase
from workloads.contract import Case
from workloads.registry import case_label

_MOST_POINTS = 400
"""More turns than these lie so close that every n-th tells as much."""

_TOLD = phrase("in the order of time; both sides meet the same moments of the machine")


def turn_charts(report: CampaignReport, cases: Sequence[Case]) -> Iterator[Chart]:
    """One for each server in each of these cases whose sides took turns."""
    colours = paper_colours((cell.server, cell.engine) for cell in report.cells)
    for case in cases:
        label = case_label(report.campaign.workload.name, case)
        for server, colour in colours.items():
            rows = [row for row in report.comparison if (row.at, row.server) == (case, server)]
            graphs = [each for row in rows if (each := turns_graph(report, row, _title(row)))]
            if graphs:
                yield Chart(
                    chart_name("turns", server, label),
                    "Turn by turn",
                    phrase("{server} · {case} · {told}", server=server, case=label, told=_TOLD),
                    (),
                    (),
                    looks=turn_looks("", colour),
                    graphs=tuple(graphs),
                )


def turn_looks(key: str, colour: str) -> tuple[Look, Look]:
    """That of the baseline, and that of a protection on a server of this colour."""
    return (
        Look(phrase("baseline"), NEUTRAL, MUTED, "none", "o", hollow=True),
        Look(phrase("protection"), key, colour, "none", "o"),
    )


def turns_graph(report: CampaignReport, row: ComparisonRow, title: Message) -> Graph | None:
    """The turns of a row beside those of its baseline, repetition after repetition; None where it
    took none, and for the baseline itself."""
    beside = report.campaign.baseline if row.control else report.baseline
    if row.protection == beside:
        return None
    one, other = (_turns_of(report, row, each) for each in (beside, row.protection))
    pairs = list(_in_order(one, other))
    if not pairs:
        return None
    points = [
        (at + 1.0, 1000 * plain, 1000 * sealed)
        for at, (plain, sealed) in enumerate(pairs)
        if at % (1 + len(pairs) // _MOST_POINTS) == 0
    ]
    lines = (
        Line(0, tuple((x, plain) for x, plain, _ in points)),
        Line(1, tuple((x, sealed) for x, _, sealed in points)),
    )
    top = max(max(plain, sealed) for _, plain, sealed in points)
    return Graph(
        title,
        Axis(phrase("turn"), 0.0, len(pairs) + 1.0),
        Axis(phrase("milliseconds"), 0.0, 1.08 * top),
        lines,
    )


def _title(row: ComparisonRow) -> Message:
    return phrase("{operation} · {protection}", operation=row.operation, protection=row.protection)


def _turns_of(report: CampaignReport, row: ComparisonRow, protection: str) -> Mapping[int, Turns]:
    """By repetition."""
    wanted = row.server, row.at, protection
    cells = {
        cell.position
        for cell in report.cells
        if (cell.server, cell.case, cell.protection) == wanted
    }
    return {
        each.repetition: Turns.unpacked(each.turns)
        for each in report.operations
        if each.cell in cells
        and each.operation == row.operation
        and each.counts
        and each.turns is not None
    }


def _in_order(
    one: Mapping[int, Turns], other: Mapping[int, Turns]
) -> Iterable[tuple[float, float]]:
    for repetition in sorted(one.keys() & other.keys()):
        yield from zip(one[repetition].seconds, other[repetition].seconds, strict=False)
