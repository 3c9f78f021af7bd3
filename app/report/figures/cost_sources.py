"""Where the time of an operation goes, and so where a cost comes from: client, server, waiting.

Waiting is the total time of an operation minus the CPU seconds of client, API and server. Requests
of a load overlap, so that there is no waiting time, but CPU seconds of each request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean
from typing import NamedTuple

from app.findings.load_shortfalls import COMPLETED
from app.plan.cell_key import CellKey
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.latency import is_under_load
from app.report.words.protection_names import Titles
from app.results.records import OperationRecord, by_key
from engines.contract.endpoint import Source
from engines.contract.message import Message, phrase, with_semicolons
from workloads.contract import Better


class TimePart(StrEnum):
    """Where time can go, in the order in which it is stacked."""

    CLIENT = "client"
    ONE_PROCESS = "client and engine in one process"
    API = "API"
    SERVER = "server"
    WAITING = "waiting"
    SERVER_AND_WAITING = "server and waiting together"


class PartLook(NamedTuple):
    """How tables and charts show a part of the time."""

    name: Message
    colour: str


PART_LOOKS = {
    TimePart.CLIENT: PartLook(phrase("client"), "#24508f"),
    TimePart.ONE_PROCESS: PartLook(phrase("client and engine in one process"), "#6a5d9e"),
    TimePart.API: PartLook(phrase("API"), "#3f9e8c"),
    TimePart.SERVER: PartLook(phrase("server"), "#e0944a"),
    TimePart.WAITING: PartLook(phrase("waiting"), "#cdd2da"),
    TimePart.SERVER_AND_WAITING: PartLook(phrase("server and waiting together"), "#aab2be"),
}


@dataclass(frozen=True)
class TimeSpent:
    """Seconds of an operation under one protection by part, means over its runs that count; of a
    load those of one request. `total_seconds` is inside statements and commit, as in costs; None of
    a load."""

    key: CellKey
    parts: Mapping[TimePart, float]
    total_seconds: float | None
    read: float | None = None
    """Bytes that the server had from the disk."""
    written: float | None = None
    overlapped: bool = False
    """Whether CPU seconds exceed the total: server and client worked at the same time."""


@dataclass(frozen=True)
class ExtraTime:
    """How many seconds longer an operation took than with the baseline, by part. `raw` is the upper
    bound of the raw cipher's time, None if unknown."""

    spent: TimeSpent
    parts: Mapping[TimePart, float]
    raw: float | None

    total_seconds: float
    """Additional time inside statements and commit; of a load additional CPU time."""


def times_spent(report: CampaignReport) -> list[TimeSpent]:
    """One for each operation of each cell whose CPU time was counted, in the order of the
    comparison; none of work that lasts as long as the plan says, whatever is done in it."""
    found = by_key(e for e in report.operations if e.is_counted and e.worker_cpu_s is not None)
    inside = {each.name for each in report.servers if each.source == Source.EMBEDDED}
    return [
        _spent(row.key, runs, inside=row.server in inside)
        for row in report.comparison
        if row.better is Better.LESS and not row.control
        for runs in [found.get(row.key)]
        if runs
    ]


def extra_times(report: CampaignReport, spent: Sequence[TimeSpent]) -> list[ExtraTime]:
    """Beside the baseline of the same place, for all else."""
    baselines = {e.key.group: e for e in spent if e.key.protection == report.baseline}
    return [
        _extra(each, baselines[each.key.group], _raw(report, each))
        for each in spent
        if each.key.protection != report.baseline and each.key.group in baselines
    ]


def _extra(spent: TimeSpent, baseline: TimeSpent, raw: float | None) -> ExtraTime:
    parts = _difference(spent, baseline)
    if spent.total_seconds is None or baseline.total_seconds is None:
        return ExtraTime(spent, parts, raw, sum(parts.values()))
    return ExtraTime(spent, parts, raw, spent.total_seconds - baseline.total_seconds)


def _raw(report: CampaignReport, spent: TimeSpent) -> float | None:
    found = report.bounds.get(spent.key)
    return found.raw_seconds if found and spent.total_seconds is not None else None


def _difference(spent: TimeSpent, baseline: TimeSpent) -> dict[TimePart, float]:
    return {
        part: spent.parts.get(part, 0.0) - baseline.parts.get(part, 0.0)
        for part in TimePart
        if part in spent.parts or part in baseline.parts
    }


def _spent(key: CellKey, runs: Sequence[OperationRecord], *, inside: bool) -> TimeSpent:
    loaded = is_under_load(runs[0])
    requests_per_run = [
        max(1.0, (run.measures or {}).get(COMPLETED, 1.0)) if loaded else 1.0 for run in runs
    ]
    server = _mean((run.server_cpu_s for run in runs), requests_per_run)
    client = TimePart.ONE_PROCESS if inside and server is None else TimePart.CLIENT
    counted = {
        client: _mean((run.worker_cpu_s for run in runs), requests_per_run),
        TimePart.API: _mean((run.api_cpu_s for run in runs), requests_per_run),
        TimePart.SERVER: server,
    }
    parts = {part: seconds for part, seconds in counted.items() if seconds is not None}
    whole = None if loaded else fmean(run.seconds for run in runs)
    rest = 0.0 if whole is None else whole - sum(parts.values())
    if rest > 0:
        known = server is not None or client is TimePart.ONE_PROCESS
        parts[TimePart.WAITING if known else TimePart.SERVER_AND_WAITING] = rest
    read, written = (
        _mean((None if value is None else float(value) for value in values), requests_per_run)
        for values in ([r.server_read for r in runs], [r.server_written for r in runs])
    )
    return TimeSpent(key, parts, whole, read, written, overlapped=rest < 0)


def _mean(values: Iterable[float | None], requests_per_run: Sequence[float]) -> float | None:
    """For one of so many requests of a run; None where a run has not counted it."""
    found = [
        None if value is None else value / n
        for value, n in zip(values, requests_per_run, strict=True)
    ]
    known = [value for value in found if value is not None]
    return fmean(known) if len(known) == len(found) else None


def sources_method(spent: Sequence[TimeSpent], known: Titles) -> Iterator[Message]:
    """How these figures came about, and what they cannot tell here."""
    parts = {part for each in spent for part in each.parts}
    if any(each.total_seconds is not None for each in spent):
        yield _WHOLE
    if any(each.total_seconds is None for each in spent):
        yield _REQUESTS
    for part, message in _UNTOLD.items():
        if part in parts:
            names = dict.fromkeys(each.key.server for each in spent if part in each.parts)
            yield message.with_values(servers=", ".join(names))
    together = dict.fromkeys(
        phrase(
            "{protection} on {server}, {operation}",
            protection=known[each.key.server, each.key.protection],
            server=each.key.server,
            operation=each.key.operation,
        )
        for each in spent
        if each.overlapped
    )
    if together:
        yield _OVERLAPPED.with_values(names=with_semicolons(together))


_WHOLE = phrase(
    "The total is the time inside statements and the commit, as in all costs. CPU time of client "
    "and server is counted from the first statement to the commit. What is left of the total is "
    "waiting: for the disk, for the other process, or for a core that another program used. Bytes "
    "are those of the disk."
)
_REQUESTS = phrase(
    "Requests of a load overlap, so they have no total. The figures are the CPU time of each "
    "answered request."
)
_UNTOLD = {
    TimePart.ONE_PROCESS: phrase(
        "On {servers}, the engine runs inside the client's process, so their times cannot be "
        "separated."
    ),
    TimePart.SERVER_AND_WAITING: phrase(
        "The processes of {servers} run elsewhere, so their CPU time is unknown. Work and waiting "
        "cannot be separated."
    ),
}
_OVERLAPPED = phrase(
    "Client and server worked at the same time, or the client between statements. Their CPU time "
    "exceeds the total, and the waiting time is unknown: {names}."
)
