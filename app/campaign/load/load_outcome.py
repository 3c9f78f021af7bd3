"""The outcome of a load: the counts of all its lanes added, and the measures that a run stores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle, islice

from app.campaign.load.lane import LATE_NS, LaneCounts
from app.campaign.load.latency_counts import Spans, Tally
from app.campaign.machine.meter import OperationCounters
from app.results.events import OperationFinished
from app.results.turns import Turns
from engines.contract.key_source import KeyCalls
from workloads.load import (
    MEAN_LATENCY,
    POOLER_CPU,
    STANDBY_LAG,
    ClosedPace,
    Pace,
    drawn_kinds,
)

_MS = 1e6
_PERCENTILES = {"p50": 50, "p95": 95, "p99": 99, "p999": 99.9, "max": 100}

_LATE_SHARE = 0.01
"""The share of requests that a waiting lane may start late, before the load generator counts as the
limit; also the share of arrivals that may be late or dropped."""
_OWN_SHARE = 0.25
"""The share of a lane's busy time that may be its own work rather than the server's, before the
load generator counts as the limit."""


@dataclass(frozen=True)
class LoadOutcome:
    """One load of all lanes, without its lead. `seconds` are from its start to the end of its pace
    or to the last answer, whichever is later; to the last answer where requests were used up.
    `completed_of` and `retried_of` count answered requests by kind, `retried_of` those with more
    than one try; the rest is as in `LaneCounts`."""

    latency: Tally
    service: Tally
    woken: Tally
    arrived: int
    dropped: int
    late: int
    busy_ns: int
    own_ns: int
    completed_of: tuple[int, ...]
    retried_of: tuple[int, ...]
    seconds: float
    turns: Turns | None = None
    """Latencies by second, where the loads of several sides ran at the same time."""
    start: int = 0
    began: int = 0
    """The agreed start, and when the last of its lanes was awake (`perf_counter_ns`)."""
    limited: bool = False
    """Whether a native loop, or another host, reported itself as the limit."""
    key_calls: KeyCalls | None = None
    """What all of it asked of a key service; None where there is none, and of several hosts."""
    standby_lag: float | None = None
    """Bytes that a standby was behind at its end; None where there is none, of kinds, and of
    several hosts."""
    pooler_cpu: float | None = None
    """Seconds of CPU of what the server was entered through; None where there is none, of kinds, of
    several hosts, and where others were asked at the same time."""
    lead_completed_of: tuple[int, ...] = ()
    """Answered requests of the lead, by kind."""
    kinds: tuple[LoadOutcome, ...] = ()
    """The outcome of each kind of a mix; generator figures (`woken`, `own_ns`) are those of all
    kinds."""

    @property
    def completed(self) -> int:
        return sum(self.completed_of)

    @property
    def answered_of(self) -> tuple[int, ...]:
        """Answered requests by kind, the lead included."""
        return tuple(map(sum, zip(self.completed_of, self.lead_completed_of, strict=True)))

    @cached_property
    def generator_limited(self) -> bool:
        """Whether the load generator, not the server, kept the load from being as planned.

        True if idle lanes sent requests late; and if requests waited for a lane or were dropped
        while lanes spent much of their time on their own work.
        """
        if self.limited:
            return True
        woken_late = self.woken.count_above(LATE_NS)
        if woken_late > _LATE_SHARE * max(1, self.woken.count):
            return True
        is_on_time = self.late + self.dropped <= _LATE_SHARE * self.arrived
        return not is_on_time and self.own_ns > _OWN_SHARE * (self.own_ns + self.busy_ns)

    def measures(self) -> Mapping[str, float]:
        """Measures of the run, by name."""
        latency, service = self.latency.histogram(), self.service.histogram()
        return {
            MEAN_LATENCY: self.latency.mean / _MS,
            "latency_min_ms": latency.get_min_value() / _MS if self.completed else 0.0,
            **{
                f"latency_{name}_ms": latency.get_value_at_percentile(percent) / _MS
                for name, percent in _PERCENTILES.items()
            },
            "service_mean_ms": self.service.mean / _MS,
            "service_p99_ms": service.get_value_at_percentile(99) / _MS,
            "wake_p99_ms": self.woken.histogram().get_value_at_percentile(99) / _MS,
            "arrived": self.arrived,
            "completed": self.completed,
            "late": self.late,
            "dropped": self.dropped,
            "retried": sum(self.retried_of),
            "rate_per_s": self.completed / self.seconds if self.seconds else 0.0,
            "generator_limited": float(self.generator_limited),
            **({} if self.standby_lag is None else {STANDBY_LAG: self.standby_lag}),
            **({} if self.pooler_cpu is None else {POOLER_CPU: self.pooler_cpu}),
            **({} if self.key_calls is None else self.key_calls.measures()),
        }

    def event(
        self, run_id: int, operation: str, started_at: float, metered: OperationCounters
    ) -> OperationFinished:
        """The load as an operation's event: a request counts as a statement, its latency is from
        arrival."""
        histogram = self.latency.histogram()
        return OperationFinished(
            run_id,
            operation,
            seconds=self.service.total / 1e9,
            elapsed=self.seconds,
            connect_seconds=0.0,
            commit_seconds=0.0,
            statements=self.completed,
            rows=self.completed,
            p50_us=histogram.get_value_at_percentile(50) / 1000,
            p99_us=histogram.get_value_at_percentile(99) / 1000,
            histogram=histogram.encode(),
            started_at=started_at,
            measures=self.measures(),
            turns=None if self.turns is None else self.turns.to_bytes(),
            **metered,
        )


def merge_lanes(
    counted: Sequence[LaneCounts],
    arrived: int,
    dropped: int,
    start: int,
    pace: Pace,
    counts_from: int,
) -> LoadOutcome:
    """The sum of all lanes' counts. They began at `start`; requests count from `counts_from` on
    (`perf_counter_ns`)."""
    used_up = isinstance(pace, ClosedPace) and pace.most is not None and arrived >= pace.most
    pace_seconds = 0.0 if used_up else pace.seconds or 0.0
    spans = _merged_spans(each.spans for each in counted)
    ended = max((each.ended for each in counted), default=start)
    led = tuple(map(sum, zip(*(each.lead_completed for each in counted), strict=True)))
    total = LoadOutcome(
        Tally.merged(each.latency for each in counted),
        Tally.merged(each.service for each in counted),
        Tally.merged(each.woken for each in counted),
        arrived - sum(led),
        dropped,
        sum(each.late for each in counted),
        sum(each.busy_ns for each in counted),
        sum(each.own_ns for each in counted),
        tuple(map(sum, zip(*(each.completed for each in counted), strict=True))),
        tuple(map(sum, zip(*(each.retried for each in counted), strict=True))),
        max(pace_seconds, (ended - counts_from) / 1e9),
        None if spans is None else spans.turns(pace_seconds),
        start,
        max((each.began for each in counted), default=start),
        limited=any(each.limited for each in counted),
        key_calls=KeyCalls.merged(each.key_calls for each in counted),
        lead_completed_of=led,
    )
    return replace(total, kinds=tuple(_kinds(counted, total, pace))) if pace.mix else total


def _kinds(counted: Sequence[LaneCounts], total: LoadOutcome, pace: Pace) -> Iterator[LoadOutcome]:
    place, hosts = pace.host
    coming = islice(cycle(drawn_kinds(pace)), place, None, hosts)
    arrived = Counter(islice(coming, total.arrived + sum(total.lead_completed_of)))
    arrived.subtract(dict(enumerate(total.lead_completed_of)))
    answered = zip(total.completed_of, total.retried_of, total.lead_completed_of, strict=True)
    for kind, (completed, retried, led) in enumerate(answered):
        own = [each.kinds[kind] for each in counted]
        spans = _merged_spans(each.spans for each in own)
        yield replace(
            total,
            latency=Tally.merged(each.latency for each in own),
            service=Tally.merged(each.service for each in own),
            arrived=arrived[kind],
            dropped=arrived[kind] - completed,
            late=sum(each.late for each in own),
            completed_of=(completed,),
            retried_of=(retried,),
            lead_completed_of=(led,),
            turns=None if spans is None else spans.turns(pace.seconds or 0.0),
            key_calls=None,
        )


def _merged_spans(spans: Iterable[Spans | None]) -> Spans | None:
    """The spans of all lanes as one; None where no lane counted any."""
    found = [each for each in spans if each is not None]
    for each in found[1:]:
        found[0].add_all(each)
    return found[0] if found else None
