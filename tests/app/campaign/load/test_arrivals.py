"""Arrivals and their queue, taken by a process that decides when."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, pairwise, permutations
from statistics import mean, pstdev
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.campaign.load.arrivals import ArrivalQueue, ArrivalSource, Schedule
from workloads.load import Arrivals, ClosedPace, OpenPace, Pace

_MS = 1_000_000


@pytest.fixture
def queue() -> Iterator[ArrivalQueue]:
    made = ArrivalQueue.create(1000)
    yield made
    made.close()


def _all(queue: ArrivalQueue, pace: Pace, ago: float) -> list[Any]:
    """Everything there is to take, from a load that began so many seconds ago."""
    source = _begun(queue, pace, ago)
    found: list[Any] = []
    while some := source.take():
        found += some
    return found


def _begun(queue: ArrivalQueue, pace: Pace, ago: float) -> ArrivalSource:
    queue.begin(time.perf_counter_ns() - round(ago * 1e9), pace)
    return queue.source(pace, 1000)


def test_that_constant_arrivals_lie_at_equal_distances_and_none_is_after_the_end(
    queue: ArrivalQueue,
) -> None:
    found = _all(queue, OpenPace((300.0,), 2.0), ago=0)
    assert [number for _, _, number, _ in found] == list(range(600))
    gaps = [after[0] - before[0] for before, after in pairwise(found)]
    assert {round(gap / _MS, 2) for gap in gaps} == {3.33}
    assert found[-1][0] - found[0][0] < 2000 * _MS


def test_that_random_arrivals_have_the_rate_and_are_always_the_same(queue: ArrivalQueue) -> None:
    pace = OpenPace((2000.0,), 5.0, Arrivals.POISSON, seed=4)
    found = _all(queue, pace, ago=0)
    assert len(found) == pytest.approx(10_000, rel=0.04)
    gaps = [after[0] - before[0] for before, after in pairwise(found)]
    assert mean(gaps) == pytest.approx(0.5 * _MS, rel=0.04)
    assert sum(gap > 0.5 * _MS for gap in gaps) / len(gaps) == pytest.approx(0.368, abs=0.02)
    again = _all(queue, pace, ago=0)
    first = found[0][0] - again[0][0]
    assert [due - first for due, *_ in found] == [due for due, *_ in again]
    assert len(_all(queue, OpenPace((2000.0,), 5.0, Arrivals.POISSON, seed=5), ago=0)) != len(found)


def test_that_kinds_of_requests_come_each_at_its_rate_and_in_order(queue: ArrivalQueue) -> None:
    found = _all(queue, OpenPace((100.0, 50.0), 4.0, Arrivals.POISSON, seed=2), ago=0)
    assert [due for due, *_ in found] == sorted(due for due, *_ in found)
    for kind, expected in ((0, 400), (1, 200)):
        numbers = [number for _, each, number, _ in found if each == kind]
        assert numbers == list(range(len(numbers)))
        assert len(numbers) == pytest.approx(expected, rel=0.2)


@pytest.mark.parametrize("arrivals", list(Arrivals))
@pytest.mark.parametrize("sides", [2, 3, 7])
def test_that_shares_of_a_schedule_are_all_of_it_and_each_has_its_rate_at_every_moment(
    queue: ArrivalQueue, arrivals: Arrivals, sides: int
) -> None:
    pace = OpenPace((40.0, 20.0), 10.0, arrivals, seed=5)
    dealt = [_instants(queue, replace(pace, share=(each, sides))) for each in range(sides)]
    whole = _instants(queue, replace(pace, rates=(40.0 * sides, 20.0 * sides)))
    assert sorted(each for some in dealt for each in some) == pytest.approx(whole, abs=2)
    each = 16 if arrivals is Arrivals.POISSON else 1
    for second in range(1, 11):
        progress = [sum(due < second * 1000 * _MS for due in some) for some in dealt]
        assert max(progress) - min(progress) <= 2 * each
    if arrivals is Arrivals.CONSTANT:
        assert {len(some) for some in dealt} == {600}
    assert dealt[0] == _instants(queue, replace(pace, share=(0, sides)))
    assert dealt[0] != dealt[1]


def test_that_who_comes_first_is_drawn_anew_each_time(queue: ArrivalQueue) -> None:
    """Of three sides each comes first, second and third as often, after whichever other one."""
    pace = OpenPace((300.0,), 10.0, seed=1)
    order = sorted(
        (due, side) for side in range(3) for due in _instants(queue, replace(pace, share=(side, 3)))
    )
    rounds = Counter(
        tuple(side for _, side in order[at : at + 3]) for at in range(0, len(order), 3)
    )
    assert set(rounds) == set(permutations(range(3)))
    assert all(often == pytest.approx(500, abs=100) for often in rounds.values())


def test_that_random_arrivals_of_a_share_come_in_clusters_as_random_ones_do(
    queue: ArrivalQueue,
) -> None:
    pace = OpenPace((2000.0,), 5.0, Arrivals.POISSON, seed=4, share=(1, 3))
    found = _instants(queue, pace)
    gaps = [after - before for before, after in pairwise(found)]
    assert mean(gaps) == pytest.approx(0.5 * _MS, rel=0.04)
    assert pstdev(gaps) / mean(gaps) == pytest.approx(1.0, abs=0.06)


def _instants(queue: ArrivalQueue, pace: OpenPace) -> list[int]:
    """Nanoseconds since the start; numbers of each kind are its own, from 0."""
    queue.begin(start := time.perf_counter_ns(), pace)
    source = queue.source(pace, 1000)
    found: list[Any] = []
    while some := source.take():
        found += some
    for kind in range(len(pace.rates)):
        numbers = [number for _, each, number, _ in found if each == kind]
        assert numbers == list(range(len(numbers)))
    return [due - start for due, *_ in found]


def test_that_the_oldest_waiting_are_seen_to_and_what_finds_the_queue_full_is_dropped(
    queue: ArrivalQueue,
) -> None:
    # After ten seconds in which nobody was free: as many as fit have waited, the others are gone.
    found = _all(queue, OpenPace((100.0,), 10.0, queue=70), ago=20)
    assert [number for _, _, number, _ in found] == list(range(70))
    assert all(waited for *_, waited in found)
    seen = queue.snapshot()
    assert (seen.arrived, seen.dropped, seen.waiting) == (1000, 930, 0)


def test_that_a_free_place_in_the_queue_goes_to_the_next_that_comes(queue: ArrivalQueue) -> None:
    source = _begun(queue, OpenPace((1.0,), 60.0, queue=2), ago=3.5)
    assert source.take()[0][2] == 0  # two of four had room: 0 and 1
    assert queue.snapshot().dropped == 2
    time.sleep(0.6)
    assert [source.take()[0][2] for _ in range(2)] == [1, 4]


def test_that_who_is_free_before_the_next_arrival_is_given_it_ahead(queue: ArrivalQueue) -> None:
    source = _begun(queue, OpenPace((10.0,), 60.0), ago=-0.5)
    (first,), (second,) = source.take(), source.take()
    assert not first[3]
    assert second[0] - first[0] == 100 * _MS


def test_that_the_queue_is_seen_to_grow_while_nobody_takes_from_it(queue: ArrivalQueue) -> None:
    source = _begun(queue, OpenPace((1000.0,), 60.0, queue=50), ago=0.03)
    assert queue.snapshot().waiting == 0
    source.admit()
    assert 30 <= queue.snapshot().waiting <= 50
    time.sleep(0.1)
    source.admit()
    seen = queue.snapshot()
    assert (seen.waiting, seen.arrived - seen.dropped) == (50, 50)


def test_that_a_closed_loop_ends_after_its_requests_or_its_seconds(queue: ArrivalQueue) -> None:
    assert [number for _, _, number, _ in _all(queue, ClosedPace(25), ago=0)] == list(range(25))
    began = time.monotonic()
    assert len(_all(queue, ClosedPace(1, seconds=0.2), ago=0)) > 100
    assert time.monotonic() - began >= 0.2


@settings(max_examples=40, deadline=None)
@given(
    hosts=st.integers(1, 7),
    rates=st.lists(st.sampled_from((3.0, 40.0, 333.3)), min_size=1, max_size=3),
    arrivals=st.sampled_from(Arrivals),
    seed=st.integers(0, 2**31 - 1),
    sides=st.integers(1, 3),
    mixed=st.booleans(),
)
def test_that_arrivals_of_all_hosts_are_those_of_one_in_their_order(
    hosts: int, rates: list[float], arrivals: Arrivals, seed: int, sides: int, mixed: bool
) -> None:
    mix = (0.7, 0.2, 0.1) if mixed else ()
    report = (sum(rates),) if mixed else tuple(rates)
    for side in range(sides):
        single = OpenPace(report, 1.5, arrivals, seed=seed, share=(side, sides), mix=mix)
        whole = list(_scheduled(single))
        separate = [list(_scheduled(replace(single, host=(i, hosts)))) for i in range(hosts)]
        assert all(each == sorted(each, key=lambda due: due[0]) for each in separate)
        dealt = [iter(each) for each in separate]
        assert [next(dealt[place % hosts]) for place in range(len(whole))] == whole
        assert sum(map(len, separate)) == len(whole)


def _scheduled(pace: OpenPace) -> Iterator[tuple[int, int, int]]:
    schedule = Schedule(pace, 0)
    for place in count():
        due = schedule[place]
        if due is None:
            return
        yield due


@settings(max_examples=40, deadline=None)
@given(hosts=st.integers(1, 9), requests=st.integers(0, 200))
def test_that_requests_of_a_closed_loop_are_dealt_to_hosts_without_one_too_few_or_twice(
    hosts: int, requests: int
) -> None:
    made = ArrivalQueue.create(1)
    try:
        paces = [ClosedPace(requests, host=(each, hosts)) for each in range(hosts)]
        taken = [[number for _, _, number, _ in _all(made, each, ago=0)] for each in paces]
    finally:
        made.close()
    assert sorted(number for each in taken for number in each) == list(range(requests))
    assert [len(each) for each in taken] == [each.expected for each in paces]
