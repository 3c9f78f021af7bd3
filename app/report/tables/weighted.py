"""Weighted totals as a table: what operations cost in the mix that they are part of."""

from __future__ import annotations

from app.report.figures.campaign_report import CampaignReport
from app.report.tables.text_table import TextTable
from app.report.words.terms import (
    BLOCKS,
    COST,
    INTERVAL,
    PROTECTION,
    SERVER,
    VERDICT,
    heads,
)
from app.report.words.wording import (
    axis_head,
    bounds_cell,
    case_figure,
    marked_names,
    percent_cell,
    percent_text,
)
from engines.contract.message import Message, percent, phrase


def weighted_table(report: CampaignReport) -> TextTable:
    """A line for each protection of each server and case; empty for work without weights."""
    names = marked_names(report.cells)
    lines = [
        (
            item.server,
            names[item.server, item.protection],
            case_figure(report, item.at),
            percent_cell(item.cost.percent),
            bounds_cell(item.cost),
            str(item.cost.blocks),
            item.cost.text or "",
            percent_cell(item.cpu.percent),
            percent_text(item.covered_percent),
        )
        for item in report.weighted
    ]
    reported = COST, INTERVAL, BLOCKS, VERDICT, phrase("CPU cost"), phrase("share of the weight")
    head = heads(SERVER, PROTECTION, axis_head(report), *reported)
    return TextTable(head, lines, (2, 3, 4, 5, 7, 8))


def covered_text(covered_percent: float) -> Message:
    """How much of the weight a total is of."""
    if covered_percent >= ALL_COVERED:
        return _COVERED_ALL
    return _COVERED.with_values(share=percent(covered_percent))


ALL_COVERED = 99.95
_COVERED_ALL = phrase("It covers all operations.")
_COVERED = phrase(
    "It covers the operations that every compared protection can do: {share} of the weight."
)
WEIGHTED_METHOD = phrase(
    "Each operation counts as often as its weight says, with the time that it takes once. An "
    "operation that a compared protection on the same server cannot do is left out. The last "
    "column tells the share of the weight that the total covers."
)
