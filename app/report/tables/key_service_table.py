"""The table of calls to key services (KMS) by loading and operations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from app.findings.key_services import KeyServiceRow, key_service_rows
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.text_table import TextTable
from app.report.words.protection_names import Titles, titles
from app.report.words.terms import OPERATION, PROTECTION, SERVER, heads
from engines.contract.message import Message, Number, phrase
from workloads.contract import Case
from workloads.registry import axis_heading, distinct_labels

KEY_SERVICE = phrase("Key service")
KEY_SERVICE_METHOD = phrase(
    "Calls and bytes: means of the runs that count. Milliseconds of a call: medians of the runs. "
    "Loading: per row, without the added delay, of all runs that loaded."
)


type _Line = tuple[Message, ...]


def key_service_words(
    report: CampaignReport, rows: Sequence[KeyServiceRow]
) -> tuple[_Line, list[_Line], int]:
    """Heads, lines, and how many of their first columns are keys; the others are figures. Server
    and case are columns if the campaign has several."""
    work, uses = report.campaign.workload.name, _uses(report)
    cases = list(dict.fromkeys(each.case for each in report.cells))
    _, labels = distinct_labels(work, cases)
    places: list[tuple[Message, Callable[[KeyServiceRow], Message]]] = [
        (PROTECTION, lambda row: uses[row.key.server, row.key.protection]),
        (OPERATION, lambda row: _LOADING if row.loading else Message(row.key.operation)),
    ]
    if len(cases) > 1:
        places.insert(1, (axis_heading(work), lambda row: _case(labels, row.key.case)))
    if len({each.server for each in report.cells}) > 1:
        places.insert(0, (SERVER, lambda row: phrase("{server}", server=row.key.server)))
    lines = [
        (
            *(words(row) for _, words in places),
            *(_number(*each) for each in (
                (row.calls, 0), (row.calls_per_statement, 2), (row.bytes, 0), (row.p50_ms, 3),
                (row.p99_ms, 3), (row.ms_per_statement, 3),
            )),
        )
        for row in rows
    ]  # fmt: skip
    return (*(head for head, _ in places), *_FIGURES), lines, len(places)


_LOADING = phrase("loading")

_FIGURES = (
    phrase("calls"), phrase("per statement"), phrase("bytes"), phrase("p50, ms"),
    phrase("p99, ms"), phrase("ms per statement"),
)  # fmt: skip


def key_service_table(report: CampaignReport) -> TextTable:
    """Empty where no protection has a key service."""
    head, lines, places = key_service_words(report, key_service_rows(report))
    return TextTable(heads(*head), [heads(*each) for each in lines], range(places, len(head)))


def _uses(report: CampaignReport) -> Titles:
    """How each protection uses its key; its whole title where another one of the server does so,
    too."""
    names = titles(report.cells)
    used = {
        (each.server, each.protection): each.key_source.use
        for each in report.cells
        if each.key_source is not None
    }
    often = Counter((server, use) for (server, _), use in used.items())
    return {
        place: use if often[place[0], use] == 1 else names[place] for place, use in used.items()
    }


def _case(labels: Mapping[Case, Message], case: Case) -> Message:
    return labels[case] if case.name else phrase("{n}", n=Number(case.size))


def _number(value: float | None, decimals: int) -> Message:
    return phrase("–") if value is None else phrase("{n}", n=Number(value, decimals))
