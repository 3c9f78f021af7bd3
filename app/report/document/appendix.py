"""The appendix of a report: every time of every repetition, the plan, checksums."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from app.findings.measured import values_of
from app.plan.plan_file import write_plan
from app.report.document.document_blocks import Block, Paragraph, TableBlock, Verbatim, table_blocks
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.all_tables import figures
from app.report.tables.context_tables import STALLED_METHOD, plan_table, stalled_table
from app.report.tables.text_table import TextTable
from app.report.words.protection_names import axis_head, case_figure, marked_names
from app.report.words.terms import OPERATION, PROTECTION, SERVER, UNIT, heads
from app.system.escaping import csv_text
from engines.contract.message import ENGLISH, in_current_language, in_language, phrase
from workloads.contract import readable

_MOST_VALUES = 12_000
"""Of repetitions: beyond that a report would be longer than anybody reads."""


def appendix(report: CampaignReport, *, values: bool = True) -> Iterator[Block]:
    """Raw tables, plan and checksums; every value only where that is asked for."""
    if values:
        yield from _values(report)
    yield from table_blocks(phrase("Stalled runs"), stalled_table(report), STALLED_METHOD)
    yield TableBlock(str(phrase("Settings of the plan")), plan_table(report))
    plan = write_plan(report.campaign)
    yield Verbatim(str(phrase("Plan file")), plan)
    sums = TextTable(heads(phrase("of"), "SHA-256"), _sums(report, plan), ())
    yield TableBlock(str(phrase("Checksums (SHA-256)")), sums)


def _values(report: CampaignReport) -> Iterator[Block]:
    """Each operation's value in every repetition that counts."""
    found: dict[tuple[int, str], list[tuple[int, float]]] = {}
    quantity = values_of(report, report.compared.measure)
    units = {row.key: row.unit for row in report.comparison}
    for each in report.operations:
        value, unit = quantity(each), units.get(each.key)
        if each.is_counted and value is not None and unit is not None:
            scale, _ = readable(unit)
            known = found.setdefault((each.run.cell, each.operation), [])
            known.append((each.run.repetition, value / scale))
    if sum(map(len, found.values())) > _MOST_VALUES:
        yield Paragraph(str(_TOO_MANY))
    elif found:
        yield TableBlock(str(phrase("Measured values by repetition")), _listed(report, found))


_TOO_MANY = phrase(
    "There are too many repetitions to list here. The JSON and XLSX exports and the archive "
    "contain all of them."
)


def _listed(
    report: CampaignReport, found: dict[tuple[int, str], list[tuple[int, float]]]
) -> TextTable:
    cells = {cell.position: cell for cell in report.cells}
    names = marked_names(report.cells)
    units = {(row.server, row.protection, row.at, row.operation): row.scaled.unit
             for row in report.comparison}  # fmt: skip
    lines = [
        (
            cell.server,
            names[cell.server, cell.protection],
            case_figure(report, cell.case),
            operation,
            units.get((cell.server, cell.protection, cell.case, operation), ""),
            " ".join(in_current_language(f"{value:.5g}") for _, value in sorted(values)),
        )
        for (position, operation), values in sorted(found.items(), key=lambda each: each[0][0])
        for cell in (cells[position],)
    ]
    more = OPERATION, UNIT, phrase("by repetition")
    head = heads(SERVER, PROTECTION, axis_head(report), *more)
    return TextTable(head, lines, (2,))


def _sums(report: CampaignReport, plan: str) -> list[tuple[str, str]]:
    with in_language(ENGLISH):  # as it is exported
        table = figures(report)
        csv = csv_text([table.columns, *table.rows], line_end="\n")
    data = dict.fromkeys(each.data for each in report.sessions if each.data)
    return [
        (str(phrase("the plan above")), _sum(plan)),
        (str(phrase("the figures, as exported with --format csv")), _sum(csv)),
        *((str(phrase("the records used")), each) for each in data),
    ]


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
