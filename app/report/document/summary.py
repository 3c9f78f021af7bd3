"""Page one: the answer, as a section of the report."""

from __future__ import annotations

from collections.abc import Iterator

from app.report.document.parts import Block, Paragraph, Tabled
from app.report.figures.campaign_report import CampaignReport
from app.report.summary.making import summary_of
from app.report.summary.table import summary_table


def summary(report: CampaignReport) -> Iterator[Block]:
    """Two sentences, the table, and what is to be known of it."""
    told = summary_of(report)
    first, *others = map(str, told.lead)
    yield Paragraph(first, "lead")
    yield from (Paragraph(each) for each in others)
    yield from (Paragraph(str(each)) for each in told.advice)
    if told.rows:
        yield Tabled(_CAPTION, summary_table(told), told.shares)
    yield Paragraph(str(told.machine))
    yield from (Paragraph(str(each), "method") for each in told.notes)


_CAPTION = "What each protection costs, whom it keeps out, and what it leaks"
