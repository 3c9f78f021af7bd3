"""A load that several load generator hosts sent together: figures by host, and their table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import median

from app.findings.load_shortfalls import LIMITED
from app.plan.cell_key import CellKey
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.text_table import TextTable, place_cells, place_heads
from app.report.words.terms import heads
from app.results.records import CampaignSnapshot, OperationRecord, by_key
from engines.contract.message import in_current_language, phrase
from workloads.load import MEDIAN_LATENCY, P99_LATENCY, START_SPREAD


@dataclass(frozen=True)
class HostRow:
    """One host in an operation of one cell, over its `n` runs that count; `host` is empty for all
    together. Requests and seconds are sums over runs, milliseconds medians: `p50_ms` and `p99_ms`
    of the latencies of its own requests in a run, `start_ms` after the agreed instant, by the
    database's clock, `woken_ms` by how much its lanes woke late, `spread_ms` from the first host's
    start to the last's. `limited` counts runs in which its generator was the limit."""

    key: CellKey
    host: str
    n: int
    share_percent: float
    arrived: int
    late: int
    dropped: int
    p50_ms: float
    p99_ms: float
    cpu_s: float | None
    cpu_percent: float | None
    start_ms: float | None
    woken_ms: float | None
    spread_ms: float | None
    limited: int

    def to_json(self) -> dict[str, object]:
        """By the names of columns; the host's is None for all together."""
        return {
            **self.key.to_json(),
            "host": self.host or None,
            "n": self.n,
            "share_percent": self.share_percent,
            "arrived": self.arrived,
            "late": self.late,
            "dropped": self.dropped,
            MEDIAN_LATENCY: self.p50_ms,
            P99_LATENCY: self.p99_ms,
            "worker_cpu_s": self.cpu_s,
            "worker_cpu_percent": self.cpu_percent,
            "start_ms": self.start_ms,
            "woken_ms": self.woken_ms,
            "start_spread_ms": self.spread_ms,
            "generator_limited_runs": self.limited,
        }


def host_rows(snapshot: CampaignSnapshot) -> list[HostRow]:
    """For each operation and cell: all hosts together, then each; none of other loads."""
    sent = [each for each in snapshot.operations if each.is_counted and each.hosts]
    sent.sort(key=lambda each: (each.run.cell, each.started_at))
    return [row for key, runs in by_key(sent).items() for row in _rows(key, runs)]


def _rows(key: CellKey, runs: Sequence[OperationRecord]) -> list[HostRow]:
    by_run = [each.hosts or {} for each in runs]
    total = sum(one["arrived"] for each in by_run for one in each.values())
    each_host = [
        _row(key, name, [each[name] for each in by_run if name in each], total)
        for name in dict.fromkeys(chain.from_iterable(by_run))
    ]
    return [_all_hosts_row(key, runs, each_host), *each_host]


def _row(key: CellKey, host: str, by_run: Sequence[Mapping[str, float]], total: float) -> HostRow:
    arrived = sum(each["arrived"] for each in by_run)
    cpu, seconds = (
        [each.get("cpu_s") for each in by_run],
        sum(each["seconds"] for each in by_run),
    )
    spent = _sum(cpu)
    return HostRow(
        key,
        host=host,
        n=len(by_run),
        share_percent=100 * arrived / total if total else 0.0,
        arrived=round(arrived),
        late=round(sum(each["late"] for each in by_run)),
        dropped=round(sum(each["dropped"] for each in by_run)),
        p50_ms=median(each[MEDIAN_LATENCY] for each in by_run),
        p99_ms=median(each[P99_LATENCY] for each in by_run),
        cpu_s=spent,
        cpu_percent=None if spent is None or not seconds else 100 * spent / seconds,
        start_ms=median(each["start_ms"] for each in by_run),
        woken_ms=median(each["woken_ms"] for each in by_run),
        spread_ms=None,
        limited=sum(each[LIMITED] > 0 for each in by_run),
    )


def _all_hosts_row(
    key: CellKey, runs: Sequence[OperationRecord], hosts: Sequence[HostRow]
) -> HostRow:
    measured = [each.measures or {} for each in runs]
    spreads = [each[START_SPREAD] for each in measured if START_SPREAD in each]
    return HostRow(
        key,
        host="",
        n=len(runs),
        share_percent=sum(each.share_percent for each in hosts),
        arrived=sum(each.arrived for each in hosts),
        late=sum(each.late for each in hosts),
        dropped=sum(each.dropped for each in hosts),
        p50_ms=median(each[MEDIAN_LATENCY] for each in measured),
        p99_ms=median(each[P99_LATENCY] for each in measured),
        cpu_s=_sum([each.cpu_s for each in hosts]),
        cpu_percent=_sum([each.cpu_percent for each in hosts]),
        start_ms=None,
        woken_ms=None,
        spread_ms=median(spreads) if spreads else None,
        limited=sum(each.get(LIMITED, 0.0) > 0 for each in measured),
    )


def _sum(found: Sequence[float | None]) -> float | None:
    """Their sum; None where one is not known."""
    known = [each for each in found if each is not None]
    return sum(known) if len(known) == len(found) else None


HOSTS_METHOD = (
    phrase("Schedule: one for all hosts, which take turns from an agreed instant."),
    phrase("Requests: sums over the runs that count. Milliseconds: medians."),
    phrase("CPU: worker and lanes, in percent of one core."),
    phrase("Start: delay after the agreed instant, by the store's clock."),
    phrase("Woke late: how late the host's system woke its lanes."),
    phrase("Spread: from the first host's start to the last's."),
)


def hosts_table(report: CampaignReport) -> TextTable:
    """For each load of a cell a line for all hosts and one for each; empty for other loads."""
    places = *place_heads(report), phrase("host")
    figures = (
        phrase("share %"), phrase("arrived"), phrase("late"), phrase("dropped"),
        phrase("p50, ms"), phrase("p99, ms"), phrase("CPU %"), phrase("start, ms"),
        phrase("woke late, ms"), phrase("spread, ms"),
        phrase("generator limited"),
    )  # fmt: skip
    head = heads(*places, *figures)
    return TextTable(head, list(_lines(report)), range(len(places), len(head)))


def _lines(report: CampaignReport) -> Iterator[tuple[str, ...]]:
    place = place_cells(report)
    for row in host_rows(report):
        yield (
            *place(row.key),
            row.host or str(_ALL),
            in_current_language(f"{row.share_percent:.1f}"),
            *(in_current_language(f"{each:,}") for each in (row.arrived, row.late, row.dropped)),
            *(_figure(each, 2) for each in (row.p50_ms, row.p99_ms)),
            _figure(row.cpu_percent, 0),
            *(_figure(each, 2) for each in (row.start_ms, row.woken_ms, row.spread_ms)),
            str(_LIMITED.with_values(limited=row.limited, n=row.n) if row.limited else _NOT),
        )


def _figure(value: float | None, decimals: int) -> str:
    return "" if value is None else in_current_language(f"{value:.{decimals}f}")


_ALL, _NOT = phrase("all"), phrase("no")
_LIMITED = phrase("in {limited} of {n}")
