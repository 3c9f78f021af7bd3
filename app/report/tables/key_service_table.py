"""What operations asked of key services, as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean, median

from app.plan.cell_key import CellKey
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.text_table import TextTable
from app.report.words.terms import OPERATION, PROTECTION, SERVER, heads
from app.report.words.wording import axis_head, case_figure, marked_names
from app.results.records import CampaignSnapshot, by_key
from engines.contract.key_source import KEY_BYTES, KEY_CALLS, KEY_P50_MS, KEY_P99_MS
from engines.contract.message import localised, phrase

KEY_SERVICE = phrase("Key service")
KEY_SERVICE_METHOD = phrase(
    "Calls and bytes: means of the runs that count. Milliseconds of a call: medians of the runs."
)


@dataclass(frozen=True)
class KeyServiceRow:
    """An operation of a cell over its `n` runs that count; milliseconds are None without a call."""

    key: CellKey
    n: int
    statements: float
    calls: float
    bytes: float
    p50_ms: float | None
    p99_ms: float | None

    @property
    def calls_per_statement(self) -> float:
        return self.calls / self.statements if self.statements else 0.0

    def to_json(self) -> dict[str, object]:
        return {
            **self.key.to_json(),
            "n": self.n,
            "statements": self.statements,
            KEY_CALLS: self.calls,
            "key_calls_per_statement": self.calls_per_statement,
            KEY_BYTES: self.bytes,
            KEY_P50_MS: self.p50_ms,
            KEY_P99_MS: self.p99_ms,
        }


def key_service_rows(snapshot: CampaignSnapshot) -> list[KeyServiceRow]:
    """In the order of the campaign; none where no protection has a key service."""
    counting = [e for e in snapshot.operations if e.counts and KEY_CALLS in (e.measures or {})]
    counting.sort(key=lambda each: (each.run.cell, each.started_at))
    found = []
    for key, runs in by_key(counting).items():
        measured = [each.measures or {} for each in runs]
        found.append(
            KeyServiceRow(
                key,
                len(runs),
                fmean(each.statements for each in runs),
                fmean(each[KEY_CALLS] for each in measured),
                fmean(each[KEY_BYTES] for each in measured),
                _median([each[KEY_P50_MS] for each in measured if KEY_P50_MS in each]),
                _median([each[KEY_P99_MS] for each in measured if KEY_P99_MS in each]),
            )
        )
    return found


def _median(values: list[float]) -> float | None:
    return median(values) if values else None


def key_service_table(report: CampaignReport) -> TextTable:
    """Empty where no protection has a key service."""
    places = SERVER, PROTECTION, axis_head(report), OPERATION
    figures = (
        phrase("calls"), phrase("per statement"), phrase("bytes"), phrase("p50, ms"),
        phrase("p99, ms"),
    )  # fmt: skip
    head = heads(*places, *figures)
    return TextTable(head, list(_lines(report)), range(len(places), len(head)))


def _lines(report: CampaignReport) -> Iterator[tuple[str, ...]]:
    names = marked_names(report.cells)
    for row in key_service_rows(report):
        yield (
            row.key.server,
            names[row.key.server, row.key.protection],
            case_figure(report, row.key.case),
            row.key.operation,
            localised(f"{row.calls:,.0f}"),
            localised(f"{row.calls_per_statement:.2f}"),
            localised(f"{row.bytes:,.0f}"),
            *("–" if e is None else localised(f"{e:.3f}") for e in (row.p50_ms, row.p99_ms)),
        )
