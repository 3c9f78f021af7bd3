"""The sections of a report for a decision maker: short, each figure once."""

from __future__ import annotations

from collections.abc import Iterator

from app.plan.status import Status
from app.report.charts.cost_and_protection_chart import cost_and_protection_chart
from app.report.document.document_blocks import (
    Block,
    ChartBlock,
    ListBlock,
    Paragraph,
    TableBlock,
    table_blocks,
)
from app.report.document.document_charts import sheets
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.context_tables import differences_table, missing_table, protections_table
from app.report.tables.text_table import TextTable
from app.report.words.protection_names import axis_head, case_figure
from app.report.words.terms import DIFFERS, GIVES_AWAY, NOT_MEASURED, PROTECTION, PROTECTS, heads
from engines.contract.message import Message, listed, phrase, plural

type Blocks = Iterator[Block]

_MOST_SHEETS = 1
_MOST_LINES = 12
"""Of a table on what was not measured."""


def guarding(report: CampaignReport) -> Blocks:
    """The chart of cost and protection on one sheet, and in words what each protects."""
    chart = cost_and_protection_chart(report)
    if chart is None:
        return
    drawn = list(sheets(chart))
    words = str(GUARDING_CAPTION), str(GUARDING_SHOWN)
    yield from (ChartBlock(*words, each) for each in drawn[:_MOST_SHEETS])
    if len(drawn) > _MOST_SHEETS:
        yield Paragraph(str(phrase("The technical report has the other protections.")), "method")
    yield TableBlock(str(PROTECTS_CAPTION), protects_table(report))


GUARDING_CAPTION = phrase("Cost of each protection, strongest protection first")
GUARDING_SHOWN = phrase(
    "A panel for each level of protection, the strongest first: the cost of every server and "
    "protection with its 95 % interval. The tables of costs and protections have the figures."
)
PROTECTS_CAPTION = phrase("What each protection protects, and what it gives away")


def protects_table(report: CampaignReport) -> TextTable:
    """What each protection hides and reveals, each said once."""
    rows = [(line[0], *line[-2:]) for line in protections_table(report).lines]
    lines = dict.fromkeys(rows)
    return TextTable(heads(PROTECTION, PROTECTS, GIVES_AWAY), list(lines), ())


def method(report: CampaignReport) -> Blocks:
    """How it was measured, in five sentences."""
    servers = dict.fromkeys(
        " ".join(filter(None, (each.engine, each.version))) for each in report.servers
    )
    work = report.campaign.workload.name
    cases = ", ".join(
        case_figure(report, case) for case in dict.fromkeys(cell.case for cell in report.cells)
    )
    blocks = max((row.cost.blocks or 0 for row in report.comparison), default=0)
    control = any(row.control for row in report.comparison)
    message = (
        _SAME_WORK.with_values(
            work=work,
            axis=axis_head(report),
            cases=cases,
            servers=listed(map(Message, servers)),
        ),
        _TURNS if report.in_turns else _ONE_AFTER_ANOTHER,
        _AVERAGE_OF.with_count(blocks) if blocks else _AVERAGE,
        _TWICE if control else _ONCE,
        _COMPARED,
    )
    yield Paragraph(" ".join(map(str, message)))


_SAME_WORK = phrase(
    "The same work, “{work}” ({axis}: {cases}), ran with and without each protection on {servers}."
)
_TURNS = phrase("Both sides took turns on the same machine, so that both met the same conditions.")
_ONE_AFTER_ANOTHER = phrase(
    "Both sides ran one after another, so that both met the same conditions."
)
_AVERAGE = phrase(
    "Each cost is the average of repetitions, with the range that contains the true value in 95 of "
    "100 cases."
)
_AVERAGE_OF = plural(
    "Each cost is the average of repetitions, with the range that contains the true value in 95 of "
    "100 cases ({n} blocks at most).",
    "Each cost is the average of repetitions, with the range that contains the true value in 95 of "
    "100 cases ({n} block at most).",
    0,
)
_TWICE = phrase(
    "The unprotected database was measured twice: their difference is the smallest cost that this "
    "machine can detect."
)
_ONCE = phrase("Without a second unprotected database, the smallest detectable cost is unknown.")
_COMPARED = phrase("Every result was decrypted and compared with the original.")


def limits(report: CampaignReport) -> Blocks:
    """What the figures do not say, and what to be careful of."""
    yield ListBlock(tuple(map(str, _limits(report))))
    yield from cautions(report)
    yield from _shortened(DIFFERS, differences_table(report))
    yield from _shortened(NOT_MEASURED, missing_table(report))


def _shortened(caption: Message, table: TextTable) -> Blocks:
    more = len(table.lines) - _MOST_LINES
    yield from table_blocks(caption, TextTable(table.head, table.lines[:_MOST_LINES], table.right))
    if more > 0:
        yield Paragraph(str(_LISTS_MORE.with_values(more=more)), "method")


_LISTS_MORE = phrase("The technical report lists {more} more.")


def cautions(report: CampaignReport) -> Blocks:
    """What a reader must know before trusting or copying the figures."""
    for each in report.cautions:
        yield Paragraph(str(phrase("Caution: {words}", words=each.message)), "caution")


def _limits(report: CampaignReport) -> Iterator[Message]:
    yield phrase(
        "The figures hold for this machine, these versions and settings, and these data. Measure "
        "again before you rely on them elsewhere: the plan can be run again."
    )
    yield phrase("“No cost found” means: smaller than the smallest detectable cost.")
    yield phrase("Times include the commit, but not the opening of connections.")
    if not report.evidence:
        yield phrase("Files and logs of the servers were not searched for readable data or keys.")
    if report.summary.status is not Status.DONE:
        yield NOT_FINISHED


NOT_FINISHED = phrase("The campaign is not finished: further runs may change every result.")


def studies(report: CampaignReport) -> Blocks:
    """A sentence on each published study."""
    if report.matched:
        yield ListBlock(tuple(str(matched.message) for matched in report.matched))
