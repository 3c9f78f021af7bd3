"""Four hosts that send one load together: when they start, by the one true clock, and what they
find beside one host that sends all of it.

The hosts are in network namespaces on a shaped cable, and each has a monotonic clock of its own
(time namespaces). What they ask is over at once, so that all that is found is the generator's own.
Their lanes have the last core, and all else the others, in both cases.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from app.campaign.load.arrivals import Due, Schedule
from app.hosts.batch_coordination import Coordination
from app.plan.plan_file import parse_plan
from benchmarks.hosts.light_host import Order
from benchmarks.hosts.machines import Machines, machines, tell_load
from engines.contract.message import phrase
from workloads.load import OpenPace

_HOSTS = 4
_STARTS = 30
_ROUNDS = 5
_RATE, _SECONDS = 1000.0, 6.0
_SHORT = 0.2
_CLOCK_DISTANCE_S = 100_000
_PLAN = """
[campaign]
name = "a share to perform"
[[server]]
name = "sqlite"
source = "embedded"
engine = "sqlite"
[[protection]]
name = "plaintext"
[workload]
name = "hospital"
sizes = [20]
"""

type Told = Mapping[str, Any]


def measure() -> dict[str, float]:
    """`hosts_spread_ms`: from the first host's start to the last's, the median of thirty starts,
    and `…_max`; `hosts_woken_ms` is by how much a start came too late since its process was woken
    late, which is in it. `hosts_spread_told_ms` is what the hosts themselves find of it, by the
    store's clock.

    `hosts_schedule` is 1 where four hosts with 250 arrivals a second see to exactly those of one
    with 1,000, each once; `hosts_p50_percent` and `hosts_p99_percent` are by how much their merged
    latency differs from its, medians of turns.

    Raises: PeerMissing
    """
    with _on_other_cores() as lanes_core, machines(_HOSTS) as made:
        hosts = _Hosts(made, lanes_core)
        with hosts.sharing():
            return {**_starts(hosts), **_against_one(hosts)}


def _starts(hosts: _Hosts) -> dict[str, float]:
    starts = [
        hosts.together(hosts.order(_RATE / 10, _SHORT, hosts.next_seed())) for _ in range(_STARTS)
    ]
    tell_load()
    spreads = [1000 * _spread([each["began"] for each in one]) for one in starts]
    message = f"  spread of starts in ms: median {median(spreads):.2f}, longest {max(spreads):.2f}"
    print(message, file=sys.stderr, flush=True)
    return {
        "hosts_spread_ms": median(spreads),
        "hosts_spread_max_ms": max(spreads),
        "hosts_spread_told_ms": median(each[0]["told_spread_ms"] for each in starts),
        "hosts_woken_ms": median(max(each["late_ms"] for each in one) for one in starts),
    }


def _against_one(hosts: _Hosts) -> dict[str, float]:
    four, one = list[Told](), list[Told]()
    exact = True
    for _ in range(_ROUNDS):
        seed = hosts.next_seed()
        for of_all in (True, False, False, True):  # what drifts meanwhile falls on both alike
            order = hosts.order(_RATE, _SECONDS, seed)
            if of_all:
                reported = hosts.together(order)
                four.append(reported[0])
                own = [each["own"] for each in reported]
                exact = exact and max(own) - min(own) <= 1
            else:
                one.append(hosts.by_one(replace(order, lanes=_HOSTS)))
            exact = exact and hosts.each_seen_once(order)
        exact = exact and _same_instants(order.pace)
        _tell(four[-2:], one[-2:])
    tell_load()
    return {
        "hosts_schedule": float(exact),
        "hosts_p50_percent": _difference(four, one, "latency_p50_ms"),
        "hosts_p99_percent": _difference(four, one, "latency_p99_ms"),
    }


def _difference(four: Sequence[Told], one: Sequence[Told], figure: str) -> float:
    ratio = median(each[figure] for each in four) / median(each[figure] for each in one)
    return float(100 * abs(ratio - 1))


def _tell(four: Sequence[Told], one: Sequence[Told]) -> None:
    for name, turns in (("four hosts", four), ("one host", one)):
        message = (f"{each['latency_p50_ms']:.4f}, {each['latency_p99_ms']:.3f}" for each in turns)
        print(f"  {name}: p50, p99 in ms {'; '.join(message)}", file=sys.stderr, flush=True)


def _spread(instants: Sequence[float]) -> float:
    return max(instants) - min(instants)


def _same_instants(pace: OpenPace) -> bool:
    """Whether what four hosts are dealt is the one schedule, instant by instant."""
    dealt = [_dues(replace(pace, host=(place, _HOSTS))) for place in range(_HOSTS)]
    return sorted(due for each in dealt for due in each) == _dues(pace)


def _dues(pace: OpenPace) -> list[Due]:
    schedule, found = Schedule(pace, 0), list[Due]()
    for index in count():
        if (due := schedule[index]) is None:
            return found
        found.append(due)
    raise AssertionError


class _Hosts:
    """The hosts' programs; each performs a share of one batch."""

    def __init__(self, made: Machines, core: int) -> None:
        """`core` is for their lanes."""
        self._made, self._core = made, core
        self._seeds, self._turns = count(1), count(1)

    @contextmanager
    def sharing(self) -> Iterator[None]:
        """While they have joined and may be given loads."""
        self._programs = [self._start(place) for place in range(_HOSTS)]
        for each in self._programs:
            _heard(each)
        coordination = Coordination(self._made.owner)
        try:
            chosen = coordination.chosen(self._made.names)
            batch = coordination.hand_out(parse_plan(_PLAN, phrase("a plan")), chosen)
            self._tokens = [str(each.share.token) for each in coordination.look(batch)]
            yield
        finally:
            coordination.close()

    def _start(self, place: int) -> subprocess.Popen[str]:
        ahead = str(_CLOCK_DISTANCE_S * (place + 1))
        clocks = ["unshare", "-T", "--monotonic", ahead, "--boottime", ahead, "--kill-child"]
        name = self._made.names[place]
        words = ["-m", "benchmarks.child", "hosts.light_host", self._made.store(name), name]
        return self._made.start(place + 1, words, clocks)

    def next_seed(self) -> int:
        return next(self._seeds)

    def order(self, rate: float, seconds: float, seed: int) -> Order:
        """The load of a seed, once more: a lane on each host."""
        name = f"run {next(self._turns)}"
        seen = self._made.folder / name
        order = Order(name, rate, seconds, seed, 1, [self._core], str(seen))
        seen.write_bytes(bytes(len(_dues(order.pace))))
        return order

    def together(self, order: Order) -> list[Told]:
        """All send it; what each tells."""
        for place, (program, token) in enumerate(zip(self._programs, self._tokens, strict=True)):
            _tell_program(program, replace(order, token=token, place=(place, _HOSTS)))
        return [_heard(each) for each in self._programs]

    def by_one(self, order: Order) -> Told:
        """The first sends it."""
        _tell_program(self._programs[0], order)
        return _heard(self._programs[0])

    def each_seen_once(self, order: Order) -> bool:
        """Whether each arrival was seen to once."""
        return set(Path(order.seen).read_bytes()) == {1}


def _tell_program(program: subprocess.Popen[str], order: Order) -> None:
    assert program.stdin is not None
    print(order.line(), file=program.stdin, flush=True)


def _heard(program: subprocess.Popen[str]) -> Told:
    assert program.stdout is not None
    line = program.stdout.readline()
    if not line:
        raise RuntimeError("A host ended.")
    found: Told = json.loads(line)
    return found


@contextmanager
def _on_other_cores() -> Iterator[int]:
    """This process and what it starts on all cores but the last, which it gives, and which lanes
    are put on."""
    allowed = os.sched_getaffinity(0)
    last = max(allowed)
    os.sched_setaffinity(0, allowed - {last} or allowed)
    try:
        yield last
    finally:
        os.sched_setaffinity(0, allowed)
