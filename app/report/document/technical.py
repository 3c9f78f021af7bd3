"""The sections of a report as who has to believe it wants them: everything once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.plan.campaign import CONTROL
from app.report.document.measured import figures as all_figures
from app.report.document.measured import sources as all_sources
from app.report.document.parts import Block, TableBlock
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.context_tables import bounds_table
from app.report.tables.text_table import TextTable
from app.report.words.terms import PROTECTION
from app.report.words.wording import name_words

type Blocks = Iterator[Block]


def figures(report: CampaignReport) -> Blocks:
    """All tables of figures, without the lines of the control, which quality tells."""
    for block in all_figures(report):
        yield _without_control(block)


def _without_control(block: Block) -> Block:
    if not isinstance(block, TableBlock) or str(PROTECTION) not in block.table.head:
        return block
    at = list(block.table.head).index(str(PROTECTION))
    control = name_words(CONTROL.name)
    lines = [line for line in block.table.lines if line[at] != control]
    return replace(block, table=replace(block.table, lines=lines))


def sources(report: CampaignReport) -> Blocks:
    """Where the cost comes from; what raw ciphers explain once for each server and protection."""
    bounds = bounds_table(report)
    for block in all_sources(report):
        if isinstance(block, TableBlock) and block.table == bounds:
            yield replace(block, table=_largest(bounds))
        else:
            yield block


def _largest(table: TextTable) -> TextTable:
    """The last case of each server, protection and operation: cases are in order of size."""
    last: dict[tuple[str, ...], tuple[str, ...]] = {}
    for server, protection, case, operation, message in table.lines:
        last[server, protection, operation] = (server, protection, case, operation, message)
    return replace(table, lines=list(last.values()))
