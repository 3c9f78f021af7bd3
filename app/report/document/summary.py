"""Page one: the answer, as a section of the report."""

from __future__ import annotations

from collections.abc import Iterator

from app.report.document.parts import Block, Listing, Paragraph, Tabled
from app.report.figures.campaign_report import CampaignReport
from app.report.summary.making import summary_of
from app.report.summary.model import Said, Summary
from app.report.summary.table import grid_table, summary_table
from engines.contract.message import phrase


def summary(report: CampaignReport) -> Iterator[Block]:
    """The answer in a sentence, readers' questions, the table, and what is to be known of it."""
    told = summary_of(report)
    if told.opening:
        yield Paragraph(str(told.opening), "lead")
    yield from answered(told)
    if told.rows:
        yield Tabled(str(_CAPTION), summary_table(told), told.shares)
    if told.notes:
        yield Paragraph(" ".join(map(str, told.notes)), "method")


def answered(told: Summary) -> Iterator[Block]:
    """What readers ask, with its lists and tables."""
    for each in told.answers:
        yield from said_blocks(each.said, str(each.head))


def said_blocks(said: Said, head: str) -> Iterator[Block]:
    """What belongs to an answer below its `head`, with its list and its table."""
    yield Paragraph(str(said.rest), head=head)
    if said.points:
        yield Listing(tuple(map(str, said.points)))
    if said.grid:
        yield Tabled("", grid_table(said.grid))


_CAPTION = phrase("What each protection costs, whom it keeps out, and what it leaks")
