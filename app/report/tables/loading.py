"""How long tables took to fill before anything was timed, told apart from what was timed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from app.report.figures.campaign_report import CampaignReport
from app.report.tables.text_table import TextTable
from app.report.words.terms import PROTECTION, SERVER, heads
from app.report.words.wording import axis_head, case_figure, marked_names
from app.results.records import RunRecord
from engines.contract.message import localised, phrase

LOADING_METHOD = phrase(
    "Rows are loaded before timing starts: in bulk, or by INSERT statements if the server "
    "encrypts them. Then indexes are created and the table is analysed. Loading is part of no "
    "other figure. If several runs loaded a database of their own, these are means."
)


def loading_table(report: CampaignReport) -> TextTable:
    """A line for each cell whose rows were loaded by some run; empty where none was."""
    reported = phrase("times"), phrase("loading, s"), phrase("indexes, s")
    head = heads(SERVER, PROTECTION, axis_head(report), *reported)
    return TextTable(head, list(_lines(report)), (3, 4, 5))


def _lines(report: CampaignReport) -> Iterator[tuple[str, ...]]:
    names = marked_names(report.cells)
    filled = sorted((run for run in report.runs if run.loading_s is not None), key=_cell)
    for _, found in groupby(filled, _cell):
        runs = list(found)
        first = runs[0]
        yield (
            first.server,
            names.get((first.server, first.protection), first.protection),
            case_figure(report, first.case),
            str(len(runs)),
            localised(f"{_mean([run.loading_s for run in runs]):.2f}"),
            localised(f"{_mean([run.indexing_s for run in runs]):.2f}"),
        )


def _cell(run: RunRecord) -> int:
    return run.cell


def _mean(values: list[float | None]) -> float:
    known = [each for each in values if each is not None]
    return sum(known) / len(known) if known else 0.0
