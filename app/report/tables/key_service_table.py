"""What loading and operations asked of key services, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from app.findings.key_services import KeyServiceRow, key_service_rows
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.text_table import TextTable
from app.report.words.terms import OPERATION, PROTECTION, SERVER, heads
from app.report.words.wording import titles
from engines.contract.message import Message, Number, phrase
from workloads.contract import Case
from workloads.registry import axis_title, case_label

KEY_SERVICE = phrase("Key service")
KEY_SERVICE_METHOD = phrase(
    "Calls and bytes: means of the runs that count. Milliseconds of a call: medians of the runs. "
    "Loading: per row, without the added delay, of all runs that loaded."
)


def key_service_words(
    report: CampaignReport, rows: Sequence[KeyServiceRow]
) -> tuple[tuple[Message, ...], list[tuple[Message, ...]]]:
    """Heads and lines: four places, then figures."""
    names = titles(report.cells)
    work = report.campaign.workload.name
    lines = [
        (
            phrase("{server}", server=row.key.server),
            names[row.key.server, row.key.protection],
            _case(work, row.key.case),
            _LOADING if row.loading else Message(row.key.operation),
            *(_number(*each) for each in (
                (row.calls, 0), (row.calls_per_statement, 2), (row.bytes, 0), (row.p50_ms, 3),
                (row.p99_ms, 3), (row.ms_per_statement, 3),
            )),
        )
        for row in rows
    ]  # fmt: skip
    return (SERVER, PROTECTION, axis_title(work), OPERATION, *_FIGURES), lines


_LOADING = phrase("loading")

PLACES = 4
"""How many columns of such a table come before its figures."""
_FIGURES = (
    phrase("calls"), phrase("per statement"), phrase("bytes"), phrase("p50, ms"),
    phrase("p99, ms"), phrase("ms per statement"),
)  # fmt: skip


def key_service_table(report: CampaignReport) -> TextTable:
    """Empty where no protection has a key service."""
    head, lines = key_service_words(report, key_service_rows(report))
    return TextTable(heads(*head), [heads(*each) for each in lines], range(PLACES, len(head)))


def _case(work: str, case: Case) -> Message:
    return case_label(work, case) if case.name else phrase("{n}", n=Number(case.size))


def _number(value: float | None, decimals: int) -> Message:
    return phrase("–") if value is None else phrase("{n}", n=Number(value, decimals))
