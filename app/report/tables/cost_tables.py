"""Tables of costs and verdicts, each with the sentence that explains its method."""

from __future__ import annotations

from app.findings.figure import Figure
from app.plan.matrix import passes_of
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.text_table import TextTable, place_cells, place_heads
from app.report.words.protection_names import (
    axis_head,
    bounds_cell,
    case_figure,
    marked_names,
    percent_cell,
    percent_text,
)
from app.report.words.terms import (
    BLOCKS,
    CASES,
    COST,
    INTERVAL,
    PROTECTION,
    SERVER,
    VERDICT,
    heads,
    yes,
)
from engines.contract.message import Message, percent, phrase


def weighted_table(report: CampaignReport) -> TextTable:
    """Costs of the whole mix: a row per server, protection and case; none without weights."""
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
    more = COST, INTERVAL, BLOCKS, VERDICT, phrase("CPU cost"), phrase("share of the weight")
    head = heads(SERVER, PROTECTION, axis_head(report), *more)
    return TextTable(head, lines, (2, 3, 4, 5, 7, 8))


def covered_text(covered_percent: float) -> Message:
    """A sentence on the share of the weights that a total covers."""
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


def verdicts_table(report: CampaignReport) -> TextTable:
    place = place_cells(report)
    lines = [
        (
            *place(row.key),
            percent_cell(row.cost.percent),
            bounds_cell(row.cost),
            str(row.cost.blocks),
            row.cost.text or "",
            percent_cell(row.cost.study_method_percent),
        )
        for row in report.comparison
        if row.cost
    ]
    head = heads(*place_heads(report), COST, INTERVAL, BLOCKS, VERDICT, _STUDY)
    return TextTable(head, lines, (2, 4, 5, 6, 8))


_STUDY = phrase("study's method")


def verdicts_method(report: CampaignReport) -> str:
    """What a block is, in lockstep and in ABBA order as far as they occur, then the rules."""
    passes = passes_of(report.campaign)
    found = {passes(cell.case) for cell in report.cells}
    units = [message for number, message in _UNITS.items() if number in found]
    return " ".join(map(str, (*units, _RULES)))


_UNITS = {
    1: phrase(
        "In lockstep, a block is one repetition. In it, the protections of a server and case took "
        "turns or received their requests at the same time. Its value is ln(seconds) with the "
        "protection minus ln(seconds) with the baseline, over all turns together. Other measures "
        "are compared in the same way."
    ),
    2: phrase(
        "In ABBA order, a block is a forward and a backward pass through the protections of a "
        "server and case. Its value is ln(seconds) with the protection minus ln(seconds) with the "
        "baseline, averaged over both passes. Other measures are compared in the same way."
    ),
}
"""Passes of a block → sentence."""

_RULES = phrase(
    "The cost is exp of the mean over blocks, minus 1, with Student's t interval. A difference is "
    "proven if this interval excludes 0, also after correction for the number of comparisons "
    "(Benjamini–Hochberg). From six blocks on, the exact permutation test within blocks must "
    "agree. With fewer blocks it cannot reach 5 %, and the verdict says so. Operations and costs "
    "over all operations are corrected separately. Intervals are not corrected."
)


def cost_table(report: CampaignReport) -> TextTable:
    """A row per server and protection, over all operations."""
    items = report.headline
    names, kinds = marked_names(report.cells), len({item.case for item in items}) > 1
    lines = [
        (
            item.server,
            names[item.server, item.protection],
            *((item.case,) if kinds else ()),
            percent_text(item.cost.percent),
            bounds_cell(item.cost, ""),
            str(item.cost.blocks),
            item.cost.text or "",
            percent_text(item.cost.study_method_percent),
            percent_text(item.cost.sd),
            _complete(item),
        )
        for item in items
    ]
    first = SERVER, PROTECTION, *((CASES,) if kinds else ())
    last = _STUDY, phrase("sd over operations"), phrase("complete")
    head = heads(*first, COST, INTERVAL, BLOCKS, VERDICT, *last)
    return TextTable(head, lines, [len(first) + each for each in (0, 1, 2, 4, 5)])


COSTS = (SERVER, PROTECTION, CASES, COST, INTERVAL, BLOCKS, VERDICT)
"""Those of its columns that do not compare with a study."""


def _complete(item: Figure) -> str:
    if not item.complete:
        return str(phrase("no, cells are missing"))
    left_out = ", ".join(each.operation for each in item.refused)
    return str(phrase("without {operations}", operations=left_out)) if left_out else yes(True)


COST_METHOD = phrase(
    "The cost is that of the time of all operations together, by their weights where they have "
    "some, from blocks, with its 95 % interval. “Study's method” is that of the published study: "
    "for each operation the mean over sizes, then mean and sample standard deviation over "
    "operations. With fewer than two blocks, the cost has no interval."
)
