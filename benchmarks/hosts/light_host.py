"""`python -m benchmarks.child hosts.light_host STORE NAME`: a host that sends loads of nothing.

It joins, is heard every second, and does what it is told by lines of JSON: one load each, with
other hosts or alone, by the same lanes, start and exchange as in a campaign. Its answers are lines
of JSON.
"""

from __future__ import annotations

import json
import mmap
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from app.campaign.load.barrier import HostsBarrier, LoadBarrier
from app.campaign.load.lanes import Lanes
from app.campaign.load.load_outcome import LoadOutcome
from app.campaign.load.other_hosts import (
    ExchangeRequest,
    figures_of,
    merge_reports,
    report_of,
    spread_ms,
)
from app.hosts.facts import facts_of_this_machine
from app.hosts.membership import Membership
from app.hosts.messages import BEAT_SECONDS
from app.hosts.shared_load import SharedLoad
from app.hosts.store_login import store_login
from workloads.load import Arrivals, LaneRequests, OpenPace, Request, RequestSource

_READINGS = 100


@dataclass(frozen=True)
class Order:
    """One load: `rate` arrivals a second, at random, of all hosts together. `seen` is a file with a
    byte for each arrival. Without a `token` it is sent alone."""

    run: str
    rate: float
    seconds: float
    seed: int
    lanes: int
    cores: list[int]
    seen: str
    token: str = ""
    place: tuple[int, int] = (0, 1)

    @property
    def pace(self) -> OpenPace:
        host = (self.place[0], self.place[1])
        return OpenPace((self.rate,), self.seconds, Arrivals.POISSON, seed=self.seed, host=host)

    def line(self) -> str:
        return json.dumps(asdict(self))


def main(store: str, name: str) -> int:
    """Join, and do loads until stdin ends."""
    login = store_login(store, name)
    member = Membership(login, name)
    member.hold_name()
    member.join(facts_of_this_machine())
    threading.Thread(target=_beat, args=(member,), daemon=True).start()
    _answer({"joined": name})
    parties: dict[str, SharedLoad] = {}
    for line in sys.stdin:
        order = Order(**json.loads(line))
        if order.token and order.token not in parties:
            assert member.take(UUID(order.token))
            parties[order.token] = SharedLoad(login, UUID(order.token), order.pace.host)
        _answer(_done(order, parties.get(order.token)))
    for each in parties.values():
        each.close()
    member.close()
    return 0


def _answer(reported: Mapping[str, object]) -> None:
    print(json.dumps(reported), flush=True)


def _beat(member: Membership) -> None:
    while True:
        member.beat()
        time.sleep(BEAT_SECONDS)


def _never() -> bool:
    return False


def _done(order: Order, party: SharedLoad | None) -> dict[str, Any]:
    lanes = Lanes(order.lanes, order.pace.queue, frozenset(order.cores))
    try:
        crew, asking = lanes.group(), NotedNothing(order.seen)
        if party is None:
            found = crew.run_load(asking, order.pace, order.lanes)
            return _reported(found, found)
        barrier = HostsBarrier(LoadBarrier(), lambda: party.start(order.run, 0, _never))
        found = crew.run_load(asking, order.pace, order.lanes, barrier=barrier)
    finally:
        lanes.close()
    assert barrier.agreed_start is not None
    reported = report_of(found, None, barrier.agreed_start.round_trip)
    loads = party.exchange(order.run, ExchangeRequest(0, 0, reported, found.began), _never)
    spread = spread_ms(figures_of(loads, barrier.agreed_start.agreed))
    whole = merge_reports([each.reported for each in loads])
    return {**_reported(found, whole), "told_spread_ms": spread}


def _reported(own: LoadOutcome, whole: LoadOutcome) -> dict[str, float]:
    """What this host and all together have counted. `began` is by the true clock, in seconds."""
    measures = whole.measures()
    return {
        "began": (own.began + _true_ahead()) / 1e9,
        "late_ms": (own.began - own.start) / 1e6,
        "own": own.completed,
        **{key: measures[key] for key in ("latency_p50_ms", "latency_p99_ms")},
        **{key: measures[key] for key in ("completed", "dropped", "generator_limited")},
    }


def _true_ahead() -> int:
    """By how many nanoseconds the machine's one clock is ahead of `perf_counter`, which a time
    namespace may shift; of many readings the quickest."""
    found = []
    for _ in range(_READINGS):
        before, true, after = time.perf_counter_ns(), time.time_ns(), time.perf_counter_ns()
        found.append((after - before, true - (before + after) // 2))
    return min(found)[1]


@dataclass(frozen=True)
class NotedNothing(RequestSource):
    """Requests that are over at once; a byte of a file counts how often each was asked for."""

    file: str

    def open(self) -> LaneRequests:
        return _Noted(Path(self.file))


class _Noted(LaneRequests):
    def __init__(self, file: Path) -> None:
        with file.open("r+b") as opened:
            self._seen = mmap.mmap(opened.fileno(), 0)
        self.kinds = (Request(self._note, lambda number: number),)

    def close(self) -> None:
        self._seen.close()

    def _note(self, number: int) -> int:
        self._seen[number] += 1
        return number
