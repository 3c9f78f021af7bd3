"""Page one: the answer, as a section of the report."""

from __future__ import annotations

from collections.abc import Iterator

from app.report.document.parts import Block, Paragraph, Tabled
from app.report.figures.campaign_report import CampaignReport
from app.report.summary.making import summary_of
from app.report.summary.table import summary_table
from engines.contract.message import phrase


def summary(report: CampaignReport) -> Iterator[Block]:
    """The answer in a sentence, readers' questions, the table, and what is to be known of it."""
    told = summary_of(report)
    if told.opening:
        yield Paragraph(str(told.opening), "lead")
    for each in told.answers:
        yield Paragraph(str(each.said.rest), head=str(each.head))
    if told.rows:
        yield Tabled(str(_CAPTION), summary_table(told), told.shares)
    if told.notes:
        yield Paragraph(" ".join(map(str, told.notes)), "method")


_CAPTION = phrase("What each protection costs, whom it keeps out, and what it leaks")
