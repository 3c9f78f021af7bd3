"""Charts of the time of a statement against the distance of its key service (KMS), the delay
added to each call, for protections that differ in nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.report.charts.chart_names import chart_name, milliseconds_text
from app.report.charts.latency_charts import line_styles
from app.report.drawing.chart import Axis, Chart, ChartLine, Graph, LineStyle
from app.report.figures.campaign_report import CampaignReport
from app.report.words.colours import CURVE_LOOKS, NEUTRAL
from app.results.records import CellRecord
from engines.contract.message import NOTHING, Message, phrase, significant

KEY_DISTANCE = phrase("Time of a statement by distance of the key service")
KEY_DISTANCE_METHOD = phrase(
    "Means over all operations of the runs that count. The distance is added to each call."
)


def key_distance_charts(report: CampaignReport) -> Iterator[Chart]:
    """A chart for each server on which one key service was measured with several delays."""
    times = _statement_ms(report)
    for server in dict.fromkeys(each.server for each in report.cells):
        services = _by_key_service(report, server, times)
        distances = sorted({each for found in services.values() for each in found})
        if len(distances) < 2:
            continue
        cells = [next(iter(found.values())) for found in services.values()]
        styles = tuple(
            replace(style, name=_key_service_name(cell), marker=CURVE_LOOKS[style.colour].marker)
            for style, cell in zip(line_styles(cells, report.baseline), cells, strict=True)
        )
        drawn = [
            ChartLine(at, tuple((distances.index(each), times[server, cell.protection])
                           for each, cell in sorted(found.items())))
            for at, found in enumerate(services.values())
        ]  # fmt: skip
        local = [
            each
            for each in _local_key_protections(report, server, cells)
            if (server, each) in times
        ]
        named = [phrase("local key")] if len(local) == 1 else map(Message, local)
        styles += tuple(LineStyle(each, NEUTRAL, "dash") for each in named)
        drawn += [
            ChartLine(len(cells) + at, ((0, time), (len(distances) - 1, time)))
            for at, time in enumerate(times[server, each] for each in local)
        ]
        values = [y for line in drawn for _, y in line.points]
        graph = Graph(
            NOTHING,
            Axis(phrase("added to each call"), -0.3, len(distances) - 0.7,
                 tick_labels=tuple((at, _distance(each)) for at, each in enumerate(distances))),
            Axis(phrase("ms a statement, logarithmic"), min(values) / 1.5, max(values) * 1.5,
                 log=True, text_of=milliseconds_text),
            tuple(drawn),
            wide=True,
        )  # fmt: skip
        yield Chart(
            chart_name("keys", server),
            KEY_DISTANCE,
            Message(server),
            line_styles=styles,
            graphs=(graph,),
        )


def _statement_ms(report: CampaignReport) -> Mapping[tuple[str, str], float]:
    """Mean milliseconds of a statement, by server and protection."""
    spent = defaultdict[tuple[str, str], list[float]](lambda: [0.0, 0.0])
    for each in report.operations:
        if each.is_counted and each.statements:
            total = spent[each.run.server, each.run.protection]
            total[0] += each.seconds
            total[1] += each.statements
    return {place: 1000 * seconds / count for place, (seconds, count) in spent.items()}


def _by_key_service(
    report: CampaignReport, server: str, times: Mapping[tuple[str, str], float]
) -> dict[object, dict[float, CellRecord]]:
    """Groups of protections that differ only in the delay of their key service: delay in ms →
    cell."""
    services: dict[object, dict[float, CellRecord]] = {}
    for cell in report.cells:
        source = cell.key_source
        if source is None or cell.server != server or (server, cell.protection) not in times:
            continue
        alike = (
            cell.algorithm,
            cell.bits,
            cell.mode,
            cell.blind_index,
            replace(source, delay_ms=0.0),
        )
        services.setdefault(alike, {}).setdefault(source.delay_ms, cell)
    return {service: found for service, found in services.items() if len(found) > 1}


def _local_key_protections(
    report: CampaignReport, server: str, cells: list[CellRecord]
) -> list[str]:
    """Names of protections with the same ciphers and a local key."""
    ciphers = {(each.algorithm, each.bits, each.mode) for each in cells}
    return list(dict.fromkeys(
        each.protection
        for each in report.cells
        if each.server == server and each.key_source is None
        and each.kind == cells[0].kind and (each.algorithm, each.bits, each.mode) in ciphers
    ))  # fmt: skip


def _key_service_name(cell: CellRecord) -> Message:
    assert cell.key_source is not None
    return replace(cell.key_source, delay_ms=0.0).use


def _distance(milliseconds: float) -> Message:
    if not milliseconds:
        return phrase("same machine")
    return phrase("{value}", value=significant(milliseconds, 3, "ms"))
