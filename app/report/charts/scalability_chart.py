"""Charts of throughput and latency against the number of clients, with the knee of throughput."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.findings.scalability import Curve
from app.report.charts.chart_names import axis_range, chart_name, milliseconds_text, rate_text
from app.report.charts.latency_charts import line_styles
from app.report.drawing.chart import Axis, Chart, ChartLine, Graph, LineStyle, VerticalLine
from app.report.figures.campaign_report import CampaignReport
from app.report.words.colours import NEUTRAL
from app.report.words.phrased import joined_by_dots
from app.report.words.protection_names import titles
from engines.contract.message import Message, Number, phrase, significant
from workloads.registry import size_label


def scalability_charts(
    report: CampaignReport, found: Sequence[Curve] | None = None
) -> Iterator[Chart]:
    """A chart for each server, operation and size with several numbers of clients; `found` are the
    curves, if they are known already."""
    known = report.scalability() if found is None else found
    shown = [each for each in known if not each.control]
    several = len({each.operation for each in shown}) > 1
    places = dict.fromkeys((each.server, each.operation, each.size) for each in shown)
    for server, operation, size in places:
        curves = [
            each
            for each in shown
            if (each.server, each.operation, each.size) == (server, operation, size)
        ]
        styles = _line_styles(report, curves)
        of_operation = (operation,) if several else ()
        rows = size_label(report.campaign.workload.name, size)
        yield Chart(
            chart_name("clients", server, *of_operation, str(size)),
            phrase("Throughput by clients"),
            joined_by_dots([Message(server), *map(Message, of_operation), rows]),
            line_styles=(*styles.values(), *_limit_styles(curves)),
            graphs=(_throughput(curves, styles), _latency(curves)),
        )


def _line_styles(report: CampaignReport, curves: Sequence[Curve]) -> Mapping[str, LineStyle]:
    """By protection, as on all charts of latencies."""
    names = titles(report.cells)
    first = {
        (each.server, each.protection): each
        for each in reversed(report.cells)
        if any((each.server, each.protection) == (c.server, c.protection) for c in curves)
    }
    cells = [first[each.server, each.protection] for each in curves]
    alike = line_styles(cells, report.baseline)
    return {
        curve.protection: LineStyle(
            names[curve.server, curve.protection], style.colour, "solid", "o", style.hollow
        )
        for curve, style in zip(curves, alike, strict=True)
    }


def _clients(curves: Sequence[Curve]) -> Axis:
    numbers = sorted({point.clients for curve in curves for point in curve.points})
    places = tuple((float(each), phrase("{n}", n=Number(each))) for each in numbers)
    title = phrase("clients, logarithmic")
    return Axis(title, numbers[0] / 1.15, numbers[-1] * 1.15, log=True, tick_labels=places)


def _throughput(curves: Sequence[Curve], styles: Mapping[str, LineStyle]) -> Graph:
    ends = [_ROOM * point.rate.mean for curve in curves for point in curve.points]
    y = Axis(phrase("requests answered per second"), *axis_range([0.0, *ends]), text_of=rate_text)
    lines = tuple(
        ChartLine(at, tuple((float(each.clients), each.rate.mean) for each in curve.points))
        for at, curve in enumerate(curves)
    )
    bends = tuple(
        VerticalLine(styles[curve.protection].colour, curve.knee.estimate, _bend(curve))
        for curve in curves
        if curve.knee is not None
    )
    return Graph(phrase("Throughput"), _clients(curves), y, lines, uprights=bends)


def _limit_styles(curves: Sequence[Curve]) -> Iterator[LineStyle]:
    if limit := curves[0].limit_ms:
        yield LineStyle(phrase("p99 {limit}", limit=significant(limit, 3, "ms")), NEUTRAL, "dash")


def _latency(curves: Sequence[Curve]) -> Graph:
    """With a line at the limit, unless it is far from all points."""
    values = [point.p99_ms for curve in curves for point in curve.points]
    limit, numbers = curves[0].limit_ms, [p.clients for curve in curves for p in curve.points]
    across: tuple[ChartLine, ...] = ()
    if limit and min(values) / _FAR <= limit <= max(values) * _FAR:
        values.append(limit)
        ends = float(min(numbers)), float(max(numbers))
        across = (ChartLine(len(curves), tuple((each, limit) for each in ends)),)
    low, high = min(values), max(values)
    y = Axis(
        phrase("ms, 99th percentile, logarithmic"),
        low / 1.3 if low else 0.1,
        max(high * 1.3, low * 2),
        log=True,
        text_of=milliseconds_text,
    )
    lines = tuple(
        ChartLine(at, tuple((float(each.clients), each.p99_ms) for each in curve.points))
        for at, curve in enumerate(curves)
    )
    return Graph(phrase("Latency"), _clients(curves), y, (*lines, *across))


_ROOM = 1.15
"""Above the highest point, for the texts of bends."""
_FAR = 10
"""A limit so many times below or above all points is not drawn: it would flatten the curves."""


def _bend(curve: Curve) -> Message:
    assert curve.knee is not None
    return phrase("bends at {clients}", clients=significant(curve.knee.estimate, 2))
