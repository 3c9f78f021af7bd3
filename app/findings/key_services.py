"""What operations asked of key services, and what that adds to a statement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, median

from app.plan.cell_key import CellKey
from app.results.records import CampaignSnapshot, by_key
from engines.contract.key_source import (
    KEY_BYTES,
    KEY_CALLS,
    KEY_P50_MS,
    KEY_P99_MS,
    KEY_SECONDS,
)
from engines.contract.message import Message, phrase, significant


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
    seconds: float

    @property
    def ms_per_statement(self) -> float:
        """What the key service adds to a statement."""
        return 1000 * self.seconds / self.statements if self.statements else 0.0

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
            "key_ms_per_statement": self.ms_per_statement,
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
                fmean(each[KEY_SECONDS] for each in measured),
            )
        )
    return found


def _median(values: list[float]) -> float | None:
    return median(values) if values else None


def key_times(snapshot: CampaignSnapshot) -> Mapping[tuple[str, str], float]:
    """Milliseconds that its key service adds to a statement, over all operations and cases, by
    server and protection."""
    rows = defaultdict[tuple[str, str], list[KeyServiceRow]](list)
    for row in key_service_rows(snapshot):
        rows[row.key.server, row.key.protection].append(row)
    return {
        place: 1000 * sum(each.seconds for each in found) / statements
        for place, found in rows.items()
        if (statements := sum(each.statements for each in found))
    }


def key_time_words(milliseconds: float) -> Message:
    """“+2.1 ms”; “+0 ms” for less than a microsecond."""
    shown = 0.0 if milliseconds < _LEAST_MS else milliseconds
    return phrase("+{time}", time=significant(shown, 2, "ms"))


_LEAST_MS = 0.001
