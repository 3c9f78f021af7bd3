"""Charts of how stable comparisons are over time: block by block with the control, and turn by turn
(the machine's speed varies, but equally for both sides)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from app.findings.figure import Figure
from app.findings.interval_words import signed_cost
from app.findings.statistics import Comparison, percent_of_log
from app.report.charts.chart_names import chart_name, milliseconds_text
from app.report.drawing.chart import Axis, Chart, ChartLine, Graph, LineStyle
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.latency import is_under_load
from app.report.figures.stability import Stability
from app.report.words.colours import NEUTRAL, colour_keys
from app.results.turns import Turns
from engines.contract.message import Message, Number, phrase
from workloads.contract import Case
from workloads.registry import case_label

_MOST_PLACES = 12


def steadiness_charts(report: CampaignReport, cases: Sequence[Case]) -> Iterator[Chart]:
    """A chart for each server in each of these cases with a complete block."""
    colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
    for case in cases:
        for server, colour in colours.items():
            rows = [row for row in report.comparison if (row.at, row.server) == (case, server)]
            graphs = list(_graphs(report, [row for row in rows if row.cost.blocks]))
            if graphs:
                label = case_label(report.campaign.workload.name, case)
                yield Chart(
                    chart_name("stability", server, label),
                    phrase("Block by block"),
                    phrase("{server} · {case} · {note}", server=server, case=label, note=_REPORTED),
                    line_styles=block_line_styles(colour),
                    graphs=tuple(graphs),
                )


_REPORTED = phrase("in order of time; diamond: outlier")


def block_line_styles(colour: str) -> tuple[LineStyle, LineStyle]:
    """The styles of the control and of a protection on a server of this colour."""
    return (
        LineStyle(phrase("control"), NEUTRAL, "none", "o", hollow=True),
        LineStyle(phrase("protection"), colour, "none", "o"),
    )


def _graphs(report: CampaignReport, rows: Sequence[Figure]) -> Iterator[Graph]:
    for operation in dict.fromkeys(row.operation for row in rows):
        own = [row for row in rows if row.operation == operation]
        controls = [report.compared.comparison(row) for row in own if row.control]
        for row in own:
            if not row.control:
                blocks = report.compared.comparison(row)
                yield steadiness_graph(report, row, blocks, controls, _of_operation(row))


def steadiness_graph(
    report: CampaignReport,
    row: Figure,
    blocks: Comparison,
    controls: Sequence[Comparison],
    title: Message,
) -> Graph:
    """The blocks of a row before those of the control; their styles are those of
    `block_line_styles` or `turn_line_styles`."""
    at = 0 if row.control else 1
    lines = [_line(0, each, with_mean=False) for each in controls]
    lines.append(_line(at, blocks, with_mean=blocks.testable))
    baseline = report.campaign.baseline if row.control else report.baseline
    trimmed = report.compared.trimmed_cost
    found = Stability(row, blocks, trimmed(row)) if row.cost.interval else None
    return Graph(
        title,
        _blocks(lines),
        Axis(
            phrase("cost over {baseline}, %", baseline=Message(baseline)),
            *_costs(lines),
            text_of=signed_cost,
        ),
        tuple(lines),
        tuple((each.message, each.matters) for each in found.observations) if found else (),
        far=_FAR,
    )


def _line(style: int, blocks: Comparison, *, with_mean: bool) -> ChartLine:
    outliers = blocks.outliers()
    mean = None
    if with_mean:
        found = blocks.interval()
        mean = (found.estimate, found.low, found.high)
    return ChartLine(
        style,
        tuple((block.number, percent_of_log(block.value)) for block in blocks.blocks),
        tuple(at for at, block in enumerate(blocks.blocks) if block.number in outliers),
        mean,
    )


def _blocks(lines: Iterable[ChartLine]) -> Axis:
    numbers = sorted({int(x) for line in lines for x, _ in line.points}) or [1]
    every = max(1, math.ceil(len(numbers) / _MOST_PLACES))
    places = tuple((float(at), phrase("{number}", number=Number(at))) for at in numbers[::every])
    return Axis(
        phrase("block"), numbers[0] - 0.6, numbers[-1] + 0.6, tick_labels=places, text_of=_block
    )


def _block(number: float) -> Message:
    return phrase("block {number}", number=Number(number))


_FAR = phrase("Far from the other blocks. It still counts.")


def _costs(lines: Sequence[ChartLine]) -> tuple[float, float]:
    ends = [0.0, *(y for line in lines for _, y in line.points)]
    ends += [end for line in lines for end in line.mean or ()]
    room = max(0.5, 0.08 * (max(ends) - min(ends)))
    return min(ends) - room, max(ends) + room


_MOST_POINTS = 400
"""Points of a graph at most: of more turns only every n-th is drawn."""

_TURNS_NOTE = phrase("in order of time; both sides run at the same moments")


def turn_charts(report: CampaignReport, cases: Sequence[Case]) -> Iterator[Chart]:
    """A chart for each server in each of these cases whose sides took turns."""
    colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
    for case in cases:
        label = case_label(report.campaign.workload.name, case)
        for server, colour in colours.items():
            rows = [row for row in report.comparison if (row.at, row.server) == (case, server)]
            graphs = [
                each for row in rows if (each := turns_graph(report, row, _of_operation(row)))
            ]
            if graphs:
                yield Chart(
                    chart_name("turns", server, label),
                    phrase("Turn by turn"),
                    phrase(
                        "{server} · {case} · {note}", server=server, case=label, note=_TURNS_NOTE
                    ),
                    line_styles=turn_line_styles(colour),
                    graphs=tuple(graphs),
                )


def turn_line_styles(colour: str) -> tuple[LineStyle, LineStyle]:
    """The styles of the baseline and of a protection on a server of this colour."""
    return (
        LineStyle(phrase("baseline"), NEUTRAL, "none", "o", hollow=True),
        LineStyle(phrase("protection"), colour, "none", "o"),
    )


def turns_graph(report: CampaignReport, row: Figure, title: Message) -> Graph | None:
    """The turns of a row and of its baseline, repetition after repetition; None without turns, and
    for the baseline itself."""
    baseline = report.campaign.baseline if row.control else report.baseline
    if row.protection == baseline:
        return None
    values_of = _latency if _is_load(report, row) else _seconds
    one, other = (_turns_of(report, row, each, values_of) for each in (baseline, row.protection))
    pairs = list(_in_order(one, other))
    points = [
        (at + 1.0, 1000 * plain, 1000 * encrypted)
        for at, (plain, encrypted) in enumerate(pairs)
        if at % (1 + len(pairs) // _MOST_POINTS) == 0 and not math.isnan(plain + encrypted)
    ]
    if not points:
        return None
    lines = (
        ChartLine(0, tuple((x, plain) for x, plain, _ in points)),
        ChartLine(1, tuple((x, encrypted) for x, _, encrypted in points)),
    )
    top = max(max(plain, encrypted) for _, plain, encrypted in points)
    across, up, at = _SECONDS if _is_load(report, row) else _TURNS
    return Graph(
        title,
        Axis(across, 0.0, len(pairs) + 1.0, text_of=at),
        Axis(up, 0.0, max(1.08 * top, 1e-3), text_of=milliseconds_text),
        lines,
    )


def _turn(number: float) -> Message:
    return phrase("turn {number}", number=Number(number))


def _second(number: float) -> Message:
    return phrase("second {number}", number=Number(number))


_TURNS = phrase("turn"), phrase("milliseconds"), _turn
_SECONDS = phrase("second"), phrase("mean latency, ms"), _second


def _is_load(report: CampaignReport, row: Figure) -> bool:
    """Whether its turns are seconds in which requests arrived."""
    return any(
        each.operation == row.operation and is_under_load(each)
        for each in report.operations
        if each.turns is not None
    )


def _of_operation(row: Figure) -> Message:
    return phrase("{operation} · {protection}", operation=row.operation, protection=row.protection)


def _seconds(turns: Turns) -> Sequence[float]:
    return turns.seconds


def _latency(turns: Turns) -> Sequence[float]:
    """Of a request: not all seconds have equally many."""
    return turns.seconds_per_statement


def _turns_of(
    report: CampaignReport,
    row: Figure,
    protection: str,
    values_of: Callable[[Turns], Sequence[float]],
) -> Mapping[int, Sequence[float]]:
    """By repetition, the value of each turn."""
    wanted = row.server, row.at, protection
    cells = {
        cell.position
        for cell in report.cells
        if (cell.server, cell.case, cell.protection) == wanted
    }
    return {
        each.run.repetition: values_of(Turns.from_bytes(each.turns))
        for each in report.operations
        if each.run.cell in cells
        and each.operation == row.operation
        and each.is_counted
        and each.turns is not None
    }


def _in_order(
    one: Mapping[int, Sequence[float]], other: Mapping[int, Sequence[float]]
) -> Iterable[tuple[float, float]]:
    for repetition in sorted(one.keys() & other.keys()):
        yield from zip(one[repetition], other[repetition], strict=False)
