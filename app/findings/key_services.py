"""Calls to key services (KMS) while tables are filled and during operations, and the time that they
add to a statement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from statistics import median

from app.plan.cell_key import CellKey
from app.results.records import CampaignSnapshot
from engines.contract.key_source import KEY_BYTES, KEY_CALLS, KEY_P50_MS, KEY_P99_MS, KEY_SECONDS
from engines.contract.message import Message, phrase, significant


@dataclass(frozen=True)
class KeyServiceRow:
    """Means over the `n` runs that count of an operation of a cell. A key without an operation
    stands for loading the table, over the runs that loaded: `statements` are then rows. `p50_ms`
    and `p99_ms` of a call are medians of the runs, None without a call."""

    key: CellKey
    n: int
    statements: float
    calls: float
    bytes: float
    p50_ms: float | None
    p99_ms: float | None
    seconds: float

    @property
    def loading(self) -> bool:
        return not self.key.operation

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
            "loading": self.loading,
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
    """In the order of the campaign, of each cell its loading first; none where no protection has a
    key service."""
    asked: list[tuple[int, float, CellKey, Mapping[str, float]]] = [
        (run.cell, 0.0, run.key, run.loading_keys) for run in snapshot.runs if run.loading_keys
    ]
    for each in snapshot.operations:
        measures = each.measures or {}
        if each.is_counted and KEY_CALLS in measures:
            counted = {**measures, _STATEMENTS: float(each.statements)}
            asked.append((each.run.cell, each.started_at, each.key, counted))
    found = defaultdict[CellKey, list[Mapping[str, float]]](list)
    for _, _, key, of_run in sorted(asked, key=itemgetter(0, 1)):
        found[key].append(of_run)
    return [_row(key, runs) for key, runs in found.items()]


_STATEMENTS = "statements"


def _row(key: CellKey, runs: Sequence[Mapping[str, float]]) -> KeyServiceRow:
    def values(name: str) -> list[float]:
        return [each[name] for each in runs if name in each]

    def mean(name: str) -> float:
        return sum(values(name)) / len(runs)

    return KeyServiceRow(
        key,
        len(runs),
        statements=mean(_STATEMENTS),
        calls=mean(KEY_CALLS),
        bytes=mean(KEY_BYTES),
        p50_ms=_median(values(KEY_P50_MS)),
        p99_ms=_median(values(KEY_P99_MS)),
        seconds=mean(KEY_SECONDS),
    )


def _median(values: list[float]) -> float | None:
    return median(values) if values else None


def key_service_ms(snapshot: CampaignSnapshot) -> Mapping[tuple[str, str], float]:
    """(Server, protection) → milliseconds that its key service adds to a statement, over all
    operations and cases."""
    rows = defaultdict[tuple[str, str], list[KeyServiceRow]](list)
    for row in key_service_rows(snapshot):
        if not row.loading:
            rows[row.key.server, row.key.protection].append(row)
    return {
        place: 1000 * sum(each.seconds for each in found) / statements
        for place, found in rows.items()
        if (statements := sum(each.statements for each in found))
    }


def key_time_text(milliseconds: float) -> Message:
    """“+2.1 ms”; “+0 ms” for less than a microsecond."""
    shown = 0.0 if milliseconds < _LEAST_MS else milliseconds
    return phrase("+{time}", time=significant(shown, 2, "ms"))


_LEAST_MS = 0.001
