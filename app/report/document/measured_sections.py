"""Sections of a report on measurements: charts, figures, latency under load, sources of costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.plan.campaign import CONTROL
from app.report.charts.block_charts import pair_charts
from app.report.charts.cipher_speed_charts import speed_charts
from app.report.charts.cost_chart import cost_charts
from app.report.charts.cost_sources_chart import source_charts
from app.report.charts.encryption_change_charts import (
    BACKUP_SIZES,
    BACKUP_SIZES_METHOD,
    backup_charts,
)
from app.report.charts.key_service_distance_chart import (
    KEY_DISTANCE,
    KEY_DISTANCE_METHOD,
    key_distance_charts,
)
from app.report.charts.latency_charts import percentile_charts
from app.report.charts.scalability_chart import scalability_charts
from app.report.document.document_blocks import (
    Block,
    ChartBlock,
    Paragraph,
    TableBlock,
    table_blocks,
)
from app.report.document.document_charts import latency_chart, sheets
from app.report.drawing.chart import Chart
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.change_figures import change_rows
from app.report.figures.cost_sources import extra_times, sources_method, times_spent
from app.report.figures.latency import load_rows, load_sentence
from app.report.tables.change_tables import (
    BACKUPS,
    CHANGES,
    READABLE_NAMES,
    backups_method,
    backups_table,
    changes_method,
    changes_table,
    readable_method,
    readable_table,
)
from app.report.tables.context_tables import BOUNDS_METHOD, bounds_table
from app.report.tables.cost_tables import (
    WEIGHTED_METHOD,
    cost_table,
    verdicts_table,
    weighted_table,
)
from app.report.tables.key_service_table import KEY_SERVICE, KEY_SERVICE_METHOD, key_service_table
from app.report.tables.load_hosts import HOSTS_METHOD, hosts_table
from app.report.tables.measured_tables import (
    LOAD_BY_CLIENTS,
    LOAD_METHOD,
    SCALABILITY_METHOD,
    STABILITY_METHOD,
    client_points_table,
    load_table,
    scalability_table,
    stability_table,
    times_method,
    times_table,
)
from app.report.tables.text_table import TextTable
from app.report.tables.time_tables import (
    LOADING_METHOD,
    TIME_BREAKDOWN_METHOD,
    cost_breakdown_table,
    loading_table,
    time_breakdown_table,
)
from app.report.words.protection_names import name_words, titles
from app.report.words.terms import PROTECTION
from engines.contract.message import Message, phrase
from workloads.contract import Case, largest_of_kinds

type Blocks = Iterator[Block]


def operations(report: CampaignReport) -> Blocks:
    """What each operation costs, block by block, and its latencies."""
    for chart in cost_charts(report):
        titled = replace(chart, title=phrase("Cost and figures of each operation"))
        caption = phrase("Costs and figures, {which}", which=chart.caption)
        yield from chart_blocks(caption, _COSTS_SHOWN, titled)
    cases = _drawn_cases(report)
    for chart in pair_charts(report, cases):
        caption = phrase("Blocks, {which}", which=chart.caption)
        yield from chart_blocks(caption, _PAIRS_SHOWN, chart)
    if not load_rows(report):
        yield from _percentiles(report)
    for chart in speed_charts(report):
        caption = phrase("{title}, {which}", title=chart.title, which=chart.caption)
        yield from chart_blocks(caption, _SPEEDS_SHOWN, chart)


_COSTS_SHOWN = phrase(
    "For each server and protection: the cost of every operation with its 95 % interval, and the "
    "measured mean. The table of verdicts has the figures."
)
_SPEEDS_SHOWN = phrase(
    "The speed of each cipher by block size or key length: a curve for every key length, "
    "operation and provider. The table of means has the figures."
)
_PAIRS_SHOWN = phrase(
    "For each server, operation and protection: the cost of every block, their mean with its 95 % "
    "interval, and the measured values of baseline and protection in each block. The table of "
    "verdicts and the appendix have the figures."
)


def chart_blocks(caption: Message, alternative: Message, chart: Chart) -> Blocks:
    """The blocks of a chart: one for each page that it needs."""
    yield from (ChartBlock(str(caption), str(alternative), sheet) for sheet in sheets(chart))


def _drawn_cases(report: CampaignReport) -> list[Case]:
    """The largest case of each kind: charts of all cases would be too many."""
    return largest_of_kinds(cell.case for cell in report.cells)


def _percentiles(report: CampaignReport) -> Blocks:
    for chart in percentile_charts(report, _drawn_cases(report)):
        caption = phrase("Latency by percentile, {which}", which=chart.caption)
        yield from chart_blocks(caption, _PERCENTILES_SHOWN, chart)


_PERCENTILES_SHOWN = phrase(
    "For each server and operation, a curve for every protection: the time within which each "
    "share of statements or requests was answered, over all runs that count."
)


def figures(report: CampaignReport) -> Blocks:
    yield from table_blocks(
        phrase("Cost of each protection over all operations"), cost_table(report)
    )
    yield from table_blocks(phrase("Weighted total"), weighted_table(report), WEIGHTED_METHOD)
    yield from table_blocks(phrase("Cost and verdict of each operation"), verdicts_table(report))
    yield TableBlock(str(phrase("Means")), times_table(report))
    yield from (Paragraph(each, "method") for each in times_method(report))
    yield from table_blocks(
        phrase("Throughput by clients"), scalability_table(report), SCALABILITY_METHOD
    )
    yield from table_blocks(LOAD_BY_CLIENTS, client_points_table(report))
    yield from table_blocks(CHANGES, changes_table(report), changes_method(report))
    yield from table_blocks(READABLE_NAMES, readable_table(report), *readable_method(report))
    changed = change_rows(report)
    for each in backup_charts(report, changed):
        yield from chart_blocks(BACKUP_SIZES, BACKUP_SIZES_METHOD, each)
    backups = backups_table(report, changed)
    yield from table_blocks(BACKUPS, backups, *backups_method(report))
    yield from table_blocks(phrase("Latency, requests and rate"), load_table(report), LOAD_METHOD)
    yield from table_blocks(phrase("Load by host"), hosts_table(report), *HOSTS_METHOD)
    yield from table_blocks(KEY_SERVICE, key_service_table(report), KEY_SERVICE_METHOD)
    for each in key_distance_charts(report):
        yield from chart_blocks(KEY_DISTANCE, KEY_DISTANCE_METHOD, each)
    yield from table_blocks(phrase("Loading times"), loading_table(report), LOADING_METHOD)
    yield from table_blocks(
        phrase("Unstable comparisons"), stability_table(report), STABILITY_METHOD
    )
    spent = times_spent(report)
    extras = cost_breakdown_table(report, extra_times(report, spent))
    yield from table_blocks(
        phrase("Additional time over the baseline"), extras, TIME_BREAKDOWN_METHOD
    )
    yield from table_blocks(phrase("Where time goes"), time_breakdown_table(report, spent))


def load(report: CampaignReport) -> Blocks:
    """Latencies of requests that arrive; nothing of other work."""
    for each in scalability_charts(report):
        caption = phrase("Throughput by clients, {which}", which=each.caption)
        yield from chart_blocks(caption, _CLIENTS_SHOWN, each)
    chart, rows = latency_chart(report), load_rows(report)
    if chart is None:
        return
    yield Paragraph(str(load_sentence(rows)))
    yield from chart_blocks(phrase("Latency by percentile"), _LATENCIES_SHOWN, chart)
    yield from _percentiles(report)


_CLIENTS_SHOWN = phrase(
    "Requests answered per second, and the 99th percentile of latency, for each number of clients: "
    "a curve for every protection, and a mark where its throughput bends."
)
_LATENCIES_SHOWN = phrase(
    "For each server, operation and case: the 50th, 95th, 99th and 99.9th percentile of every "
    "protection. The table of latencies has the figures."
)


def sources(report: CampaignReport) -> Blocks:
    """Where the cost comes from, as far as it was counted, and what the raw cipher explains."""
    spent = times_spent(report)
    yield from (
        Paragraph(str(each), "method") for each in sources_method(spent, titles(report.cells))
    )
    for chart in source_charts(report, _drawn_cases(report)):
        caption = phrase("Where the cost comes from, {which}", which=chart.caption)
        yield from chart_blocks(caption, _SOURCES_SHOWN, chart)
    yield from table_blocks(
        phrase("What the raw cipher explains"), bounds_table(report), BOUNDS_METHOD
    )


_SOURCES_SHOWN = phrase(
    "For each server and operation, a stack for every protection: the time that client and server "
    "worked, and waiting time; next to it, the additional time over the baseline. The tables of "
    "where time goes have the figures."
)


def technical_figures(report: CampaignReport) -> Blocks:
    """Without the control, which the section on quality has."""
    for block in figures(report):
        yield _without_control(block)


def _without_control(block: Block) -> Block:
    if not isinstance(block, TableBlock) or str(PROTECTION) not in block.table.head:
        return block
    at = list(block.table.head).index(str(PROTECTION))
    control = name_words(CONTROL.name)
    lines = [line for line in block.table.lines if line[at] != control]
    return replace(block, table=replace(block.table, lines=lines))


def technical_sources(report: CampaignReport) -> Blocks:
    """What raw ciphers explain only for the largest case."""
    bounds = bounds_table(report)
    for block in sources(report):
        if isinstance(block, TableBlock) and block.table == bounds:
            yield replace(block, table=_largest(bounds))
        else:
            yield block


def _largest(table: TextTable) -> TextTable:
    """The last row of each server, protection and operation: cases are in order of size."""
    last: dict[tuple[str, ...], tuple[str, ...]] = {}
    for server, protection, case, operation, message in table.lines:
        last[server, protection, operation] = (server, protection, case, operation, message)
    return replace(table, lines=list(last.values()))
