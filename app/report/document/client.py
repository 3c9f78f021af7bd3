"""The sections of a report as who decides wants them: short, each figure once."""

from __future__ import annotations

from collections.abc import Iterator

from app.plan.status import Status
from app.report.charts.protection_cost import guarding_chart
from app.report.document.charts import sheets
from app.report.document.parts import Block, Drawn, Listing, Paragraph, Tabled, tabled
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.facts import missing_table, protections_table
from app.report.tables.text_table import TextTable
from app.report.words.wording import axis_head, case_figure
from engines.contract.message import Message, listed

type Blocks = Iterator[Block]

_MOST_SHEETS = 1
_MOST_LINES = 12
"""Of a table on what was not measured."""


def guarding(report: CampaignReport) -> Blocks:
    """The chart of cost and protection on one sheet, and in words what each protects."""
    chart = guarding_chart(report)
    if chart is None:
        return
    drawn = list(sheets(chart))
    yield from (Drawn(GUARDING_CAPTION, GUARDING_SHOWN, each) for each in drawn[:_MOST_SHEETS])
    if len(drawn) > _MOST_SHEETS:
        yield Paragraph("The technical report has the other protections.", "method")
    yield Tabled(PROTECTS_CAPTION, protects_table(report))


GUARDING_CAPTION = "Cost of each protection, strongest protection first"
GUARDING_SHOWN = (
    "A panel for each level of protection, the strongest first: the cost of every server and "
    "protection with its 95 % interval. The tables of costs and protections have the figures."
)
PROTECTS_CAPTION = "What each protection protects, and what it gives away"


def protects_table(report: CampaignReport) -> TextTable:
    """What each protection hides and reveals, each said once."""
    told = [(line[0], *line[-2:]) for line in protections_table(report).lines]
    lines = dict.fromkeys(told)
    return TextTable(("protection", "protects", "gives away"), list(lines), ())


def method(report: CampaignReport) -> Blocks:
    """How it was measured, in five sentences."""
    servers = dict.fromkeys(
        " ".join(filter(None, (each.engine, each.version))) for each in report.servers
    )
    cases = ", ".join(dict.fromkeys(case_figure(cell.case) for cell in report.cells))
    blocks = max((row.cost.blocks or 0 for row in report.comparison), default=0)
    lockstep = report.campaign.paired
    took = "took turns on the same machine" if lockstep else "ran one after another"
    control = any(row.control for row in report.comparison)
    yield Paragraph(
        f"The same work, “{report.campaign.workload.name}” ({axis_head(report)}: {cases}), ran "
        f"with and without each protection on {listed(map(Message, servers))}. "
        f"Both sides {took}, so that both met the same conditions. "
        "Each cost is the average of repetitions, with the range that contains the true value in "
        f"95 of 100 cases{f' ({blocks} blocks at most)' if blocks else ''}. "
        + (
            "The unprotected database was measured twice: their difference is the smallest cost "
            "that this machine can detect. "
            if control
            else "Without a second unprotected database, the smallest detectable cost is unknown. "
        )
        + "Every result was decrypted and compared with the original."
    )


def limits(report: CampaignReport) -> Blocks:
    """What the figures do not say, and what to be careful of."""
    yield Listing(tuple(_limits(report)))
    yield from (Paragraph(f"Caution: {each.said}", "caution") for each in report.cautions)
    missing = missing_table(report)
    if len(missing.lines) > _MOST_LINES:
        more = len(missing.lines) - _MOST_LINES
        missing = TextTable(missing.head, missing.lines[:_MOST_LINES], missing.right)
        yield from tabled("Not measured", missing)
        yield Paragraph(f"The technical report lists {more} more.", "method")
    else:
        yield from tabled("Not measured", missing)


def _limits(report: CampaignReport) -> Iterator[str]:
    yield (
        "The figures hold for this machine, these versions and settings, and these data. Measure "
        "again before you rely on them elsewhere: the plan can be run again."
    )
    yield "“No cost found” means: smaller than the smallest detectable cost."
    yield "Times include the commit, but not the opening of connections."
    if not report.evidence:
        yield "Files and logs of the servers were not searched for readable data or keys."
    if report.summary.status is not Status.DONE:
        yield "The campaign is not finished: further runs may change every result."


def studies(report: CampaignReport) -> Blocks:
    """A sentence on each published study."""
    if report.laid:
        yield Listing(tuple(str(laid.said) for laid in report.laid))
