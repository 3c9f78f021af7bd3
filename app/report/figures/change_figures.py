"""Figures of encryption changes in tables that are in use: duration, longest waits, log written,
updates lost, names that stay readable, backups; and durations extrapolated to a table of another
size."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.findings.cost import NO_COST, Cost
from app.findings.figure import Figure
from app.findings.interval_words import data_size, duration, figure_with_bounds
from app.findings.statistics import Interval, extrapolate, mean_with_interval
from app.plan.cell_key import CellKey
from app.report.figures.campaign_report import CampaignReport, cached_on_report
from app.report.words.protection_names import titles
from app.results.records import OperationRecord, by_key
from engines.contract.message import Message, phrase, plural
from engines.contract.session import LOGGED, STORED
from engines.contract.transition import BackupKind
from workloads.change.maintenance import CleanUp, DropColumns, Rewrite
from workloads.change.measures import (
    BACKUP_BYTES,
    BACKUP_GZIP,
    BACKUP_READABLE,
    BACKUP_SECONDS,
    CHANGE,
    FAILED,
    LOST,
    READ_LONGEST,
    READABLE,
    RESTORE_SECONDS,
    UPDATE_LONGEST,
    Where,
)
from workloads.contract import CPU_TIME, Case, Measure
from workloads.registry import distinct_labels

CHANGE_FIGURES = (
    CHANGE.name,
    READ_LONGEST.name,
    UPDATE_LONGEST.name,
    LOGGED,
    STORED,
    LOST.name,
    FAILED.name,
)


@dataclass(frozen=True)
class ReadableNames:
    """How many of `rows` names of persons a search still found in plain text (maximum over runs):
    in data files after each step, None where the engine does not have it; at the end in logs and
    in undo."""

    rows: int
    after_change: int
    after_clean_up: int | None
    after_drop: int | None
    """After the emptied columns were dropped."""
    after_rewrite: int | None
    in_logs: int | None
    in_undo: int | None

    @property
    def at_end(self) -> int:
        """The names in data files after the last of these steps."""
        steps = self.after_rewrite, self.after_drop, self.after_clean_up, self.after_change
        return next(each for each in steps if each is not None)

    def to_json(self) -> dict[str, object]:
        return {
            "readable_changed": self.after_change,
            "readable_cleaned": self.after_clean_up,
            "readable_dropped": self.after_drop,
            "readable_rewritten": self.after_rewrite,
            "readable_logs": self.in_logs,
            "readable_undo": self.in_undo,
        }


@dataclass(frozen=True)
class BackupFigures:
    """A backup of the database, or of its server's files, after the change, and restoring it:
    seconds, bytes as written and by gzip, and the names found in it in plain text (maximum over
    runs)."""

    kind: BackupKind
    seconds: Interval
    size: Interval
    gzip: Interval
    readable: int
    restore: Interval | None
    cost: Cost = NO_COST
    restore_cost: Cost = NO_COST

    def to_json(self) -> dict[str, object]:
        named = {
            BACKUP_SECONDS.name: self.seconds,
            BACKUP_BYTES.name: self.size,
            BACKUP_GZIP.name: self.gzip,
            RESTORE_SECONDS.name: self.restore,
        }
        found = {
            **{name: None if each is None else each.estimate for name, each in named.items()},
            BACKUP_READABLE.name: self.readable,
            "backup_cost_percent": self.cost.percent,
            "restore_cost_percent": self.restore_cost.percent,
        }
        beginning = "" if self.kind is BackupKind.DATABASE else f"{self.kind}_"
        return {f"{beginning}{name}": each for name, each in found.items()}


@dataclass(frozen=True)
class ChangeRow:
    """One way of changing (such as in batches) under one protection, over its `n` runs that count:
    means with intervals over repetitions, by the names in `CHANGE_FIGURES`."""

    key: CellKey
    n: int
    title: Message
    """The protection's title."""
    way: Message
    """The words that distinguish this way from others of the campaign."""
    figures: Mapping[str, Interval]
    maxima: Mapping[str, float]
    """The maximum over the runs."""
    cost: Cost = NO_COST
    costs_cpu: bool = False
    """Whether the cost is of CPU time, as on all pages if other programs took the core."""
    backups: Sequence[BackupFigures] = ()
    readable: ReadableNames | None = None
    """None if a search proves nothing, or the names were not in plain text before."""

    @property
    def time(self) -> Interval:
        return self.figures[CHANGE.name]

    @property
    def longest_read(self) -> float | None:
        """Seconds that a read waited at most; None without a load."""
        return self._waited(READ_LONGEST)

    @property
    def longest_update(self) -> float | None:
        return self._waited(UPDATE_LONGEST)

    def _waited(self, measure: Measure) -> float | None:
        found = self.maxima.get(measure.name)
        return None if found is None else found / 1000

    def max_count(self, name: str) -> int | None:
        """The maximum over runs of something that is counted, such as lost updates."""
        return round(self.maxima[name]) if name in self.maxima else None

    def to_json(self) -> dict[str, object]:
        """By the names of columns; bounds of an interval are None where there is one run."""
        found: dict[str, object] = {**self.key.to_json(), "n": self.n}
        for name, each in self.figures.items():
            found[name] = each.estimate
            found[f"{name}_low"] = None if math.isnan(each.low) else each.low
            found[f"{name}_high"] = None if math.isnan(each.high) else each.high
        return {
            **found,
            "longest_read_s": self.longest_read,
            "longest_update_s": self.longest_update,
            "cost_percent": self.cost.percent,
            "verdict": self.cost.verdict,
            **(self.readable.to_json() if self.readable else {}),
            **{name: value for each in self.backups for name, value in each.to_json().items()},
        }


def is_change(operation: OperationRecord) -> bool:
    return CHANGE.name in (operation.measures or {})


@cached_on_report
def change_rows(report: CampaignReport) -> Sequence[ChangeRow]:
    """A row for every cell, by server, in the order of the plan."""
    counted = by_key(each for each in report.operations if each.is_counted)
    found = {key: runs for key, each in counted.items() if (runs := [*filter(is_change, each)])}
    if not found:
        return []
    names = titles(report.cells)
    compared = {each.key: each for each in report.comparison}
    order = [cell.key for cell in report.cells if not cell.control]
    _, ways = distinct_labels(
        report.campaign.workload.name, [*dict.fromkeys(k.case for k in order)]
    )
    rows = [
        ChangeRow(
            key,
            len(runs),
            names[key.server, key.protection],
            ways[key.case],
            *_figures(runs),
            cost=compared[key].cost if key in compared else NO_COST,
            costs_cpu=key in compared and compared[key].measure == CPU_TIME.name,
            readable=_readable(counted, key),
            backups=[
                made
                for kind in BackupKind
                if (made := _backup(counted, key, compared, kind)) is not None
            ],
        )
        for key, runs in found.items()
        if key.all_operations in order
    ]
    return sorted(rows, key=lambda row: (row.key.server, order.index(row.key.all_operations)))


def readable_rows(report: CampaignReport) -> list[tuple[ChangeRow, ReadableNames]]:
    """Of what is encrypted; the baseline is readable anyhow."""
    rows = change_rows(report)
    return [
        (row, row.readable)
        for row in rows
        if row.readable is not None and row.key.protection != report.baseline
    ]


def _readable(
    counted: Mapping[CellKey, Sequence[OperationRecord]], key: CellKey
) -> ReadableNames | None:
    changed, cleaned, dropped, rewritten = (
        [each.measures or {} for each in counted.get(key._replace(operation=name), ())]
        for name in (key.operation, CleanUp.name, DropColumns.name, Rewrite.name)
    )
    found = _max_names(changed, Where.DATA)
    if found is None:
        return None
    last = rewritten or dropped or cleaned or changed
    return ReadableNames(
        key.case.size,
        found,
        _max_names(cleaned, Where.DATA),
        _max_names(dropped, Where.DATA),
        _max_names(rewritten, Where.DATA),
        _max_names(last, Where.LOGS),
        _max_names(last, Where.UNDO),
    )


def _backup(
    counted: Mapping[CellKey, Sequence[OperationRecord]],
    key: CellKey,
    compared: Mapping[CellKey, Figure],
    kind: BackupKind,
) -> BackupFigures | None:
    made, restored = (key._replace(operation=name) for name in (kind.back_up, kind.restore))
    runs = counted.get(made, ())
    if not runs:
        return None
    costs = (compared[each].cost if each in compared else NO_COST for each in (made, restored))
    return BackupFigures(
        kind,
        _mean(runs, BACKUP_SECONDS),
        _mean(runs, BACKUP_BYTES),
        _mean(runs, BACKUP_GZIP),
        max(round((each.measures or {})[BACKUP_READABLE.name]) for each in runs),
        _mean(again, RESTORE_SECONDS) if (again := counted.get(restored, ())) else None,
        *costs,
    )


def _mean(runs: Sequence[OperationRecord], measure: Measure) -> Interval:
    return mean_with_interval([(each.measures or {})[measure.name] for each in runs])


def _max_names(found: Iterable[Mapping[str, float]], where: Where) -> int | None:
    name = READABLE[where].name
    return max((round(each[name]) for each in found if name in each), default=None)


def _figures(runs: Sequence[OperationRecord]) -> tuple[dict[str, Interval], dict[str, float]]:
    """Means, and the most of any run."""
    measured = {
        name: [run.measures[name] for run in runs if run.measures and name in run.measures]
        for name in CHANGE_FIGURES
    }
    known = {name: values for name, values in measured.items() if values}
    return (
        {name: mean_with_interval(values) for name, values in known.items()},
        {name: max(values) for name, values in known.items()},
    )


@dataclass(frozen=True)
class Extrapolation:
    """How long one way would take with a table of `rows` rows, and what it would write to logs:
    extrapolated from runs with `least` to `most` rows."""

    key: CellKey
    title: Message
    way: Message
    rows: int
    least: int
    most: int
    time: Interval
    log: Interval | None

    @property
    def is_certain(self) -> bool:
        """Whether the interval says anything: its ends are less than a factor of ten apart."""
        return self.time.high < _UNCLEAR * self.time.low

    @property
    def time_words(self) -> Message:
        return figure_with_bounds(self.time, duration) if self.is_certain else _TOO_UNCERTAIN

    @property
    def message(self) -> Message:
        if not self.is_certain:
            return phrase(
                "{title} on {server}, {way}: {why}",
                title=self.title, server=self.key.server, way=self.way, why=_TOO_UNCERTAIN,
            )  # fmt: skip
        filled = _WITH_LOG if self.log else _WITHOUT_LOG
        return filled.with_values(
            title=self.title,
            server=self.key.server,
            way=self.way,
            time=duration(self.time.estimate),
            low=duration(self.time.low),
            high=duration(self.time.high),
            rows=plural("{n} rows", "{n} row", self.rows),
            log=data_size(self.log.estimate) if self.log else "",
        )

    def to_json(self) -> dict[str, object]:
        log = self.log
        return {
            **self.key.to_json(),
            "size": self.rows,
            "extrapolated_from": [self.least, self.most],
            "seconds": self.time.estimate,
            "seconds_low": self.time.low,
            "seconds_high": self.time.high,
            LOGGED: log.estimate if log else None,
            f"{LOGGED}_low": log.low if log else None,
            f"{LOGGED}_high": log.high if log else None,
            "text": str(self.message),
        }


_UNCLEAR = 10.0
_TOO_UNCERTAIN = phrase("too uncertain: repeat more often")

_WITH_LOG = phrase(
    "{title} on {server}, {way}: about {time} ({low} to {high}) for {rows}, with {log} of log"
)
_WITHOUT_LOG = phrase("{title} on {server}, {way}: about {time} ({low} to {high}) for {rows}")


def extrapolations(report: CampaignReport, rows: int) -> list[Extrapolation]:
    """For each way of each protection on each server that was measured with three sizes or more."""
    names, largest = titles(report.cells), max((cell.size for cell in report.cells), default=0)
    cases = [*dict.fromkeys(cell.case for cell in report.cells if cell.size == largest)]
    _, labels = distinct_labels(report.campaign.workload.name, cases)
    ways: dict[tuple[str, str, str, str], list[OperationRecord]] = {}
    for each in report.operations:
        if each.is_counted and is_change(each):
            key = each.key
            place = key.server, key.protection, key.case.name, each.operation
            ways.setdefault(place, []).append(each)
    controls = {(cell.server, cell.protection) for cell in report.cells if cell.control}
    found = []
    for (server, protection, name, operation), runs in ways.items():
        if (server, protection) in controls:
            continue
        time = _at(runs, CHANGE.name, rows)
        if time is None:
            continue
        sizes = [each.run.size for each in runs]
        case = Case(max(sizes), name)
        way = labels.get(case) or phrase("{name}", name=name)
        found.append(
            Extrapolation(
                CellKey(server, protection, case, operation),
                names[server, protection],
                way,
                rows,
                min(sizes),
                max(sizes),
                time,
                _at(runs, LOGGED, rows),
            )
        )
    order = [cell.key for cell in report.cells]
    return sorted(found, key=lambda each: (each.key.server, order.index(each.key.all_operations)))


def _at(runs: Iterable[OperationRecord], measure: str, rows: int) -> Interval | None:
    known = [
        (each.run.size, value)
        for each in runs
        if (value := (each.measures or {}).get(measure)) is not None and value > 0
    ]
    sizes, values = [size for size, _ in known], [value for _, value in known]
    return extrapolate(sizes, values, rows)
