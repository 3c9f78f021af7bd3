"""Lanes at work: what they count, what is held against whom, and that none is left."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import psutil
import pytest
from hdrh.histogram import HdrHistogram

from app.campaign.load.lane import LATE_NS, Ready
from app.campaign.load.lanes import LaneGroup, Lanes
from app.campaign.load.latency_counts import LatencyRecorder
from app.campaign.load.load_outcome import LoadOutcome
from engines.contract.errors import CipherbenchError
from engines.contract.limits import TRIES
from engines.contract.protection import PLAINTEXT, Keying
from engines.platform.process_counters import processes_under
from engines.servers.server import Server
from tests.app.campaign.load.requests import (
    Conflicting,
    Failing,
    Few,
    Nothing,
    Sleeping,
    Statement,
    Storing,
)
from tests.conftest import Servers
from tests.deadlock import BOTH, FIRST, ROWS, SECOND, fill, met, numbers
from tests.patience import wait_until
from tests.workloads.town import Town
from workloads.load import Arrivals, ClosedPace, OpenPace, Pace, RequestSource, drawn_kinds
from workloads.mix_requests import MixSource
from workloads.web_users.requests.target import RequestKind


@contextmanager
def _crew(
    lanes: int, queue: int = 1000, *, native: bool = True
) -> Iterator[tuple[Lanes, LaneGroup]]:
    made = Lanes(lanes, queue, None)
    try:
        yield made, made.group(native=native)
    finally:
        made.close()


def _load(asking: RequestSource, pace: Pace, lanes: int) -> LoadOutcome:
    with _crew(lanes, pace.queue) as (_, crew):
        return crew.run_load(asking, pace, lanes)


@pytest.fixture(scope="module")
def town(servers: Any) -> Iterator[Town]:
    made = Town(servers["postgresql"])
    yield made
    made.close()


def _stop(server: Server, after: float, seconds: float) -> None:
    """Stop a server for a while, so many seconds from now."""
    time.sleep(after)
    assert server.endpoint.pid is not None
    pids = processes_under(server.endpoint.pid)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(seconds)
    for pid in reversed(pids):
        os.kill(pid, signal.SIGCONT)


def _server_stops(
    town: Town, pace: Pace, after: float, seconds: float, lanes: int = 4
) -> dict[str, float]:
    """The figures of a load while which somebody stops the server for a while."""
    stopping = threading.Thread(target=_stop, args=(town.server, after, seconds))
    found = town.load(pace, RequestKind.GET, lanes=lanes, begin=stopping.start)
    stopping.join()
    return dict(found.measures())


@pytest.mark.slow
def test_that_a_server_that_stops_is_felt_by_all_who_arrive_meanwhile(town: Town) -> None:
    # 100 of 500 arrivals find it standing; 4 lanes hold one each, the queue has room for 80.
    found = _server_stops(town, OpenPace((100.0,), 5.0, queue=80), after=2, seconds=1.0)
    assert found["arrived"] == 500
    assert found["completed"] + found["dropped"] == 500
    assert found["dropped"] > 5
    assert found["latency_p95_ms"] > 300
    assert found["latency_max_ms"] > 900
    assert found["late"] > 60
    assert found["service_p99_ms"] < 500  # each lane met it once


@pytest.mark.slow
def test_that_a_closed_loop_leaves_out_those_who_would_have_come(town: Town) -> None:
    """Coordinated omission: what the open loop is there for."""
    found = _server_stops(town, ClosedPace(1, seconds=2.0), after=0.4, seconds=1.0, lanes=1)
    assert found["latency_max_ms"] > 900
    assert found["latency_p99_ms"] < 100


@pytest.mark.slow
def test_that_a_stop_of_a_thirtieth_of_the_time_is_seen_in_the_percentiles(town: Town) -> None:
    # As two seconds in a minute would be: 50 of 1,500 arrivals find it standing, 39 are held, and
    # the 15 that wait longest, which the percentile begins with, wait for 425 ms or more.
    found = _server_stops(town, OpenPace((100.0,), 15.0, queue=35), after=7, seconds=0.5)
    assert found["latency_p99_ms"] >= 250
    assert found["arrived"] == pytest.approx(1_500, rel=0.01)
    assert found["dropped"] > 0


@pytest.mark.slow
@pytest.mark.timing
def test_that_arrivals_that_no_lane_can_see_to_in_time_are_the_server_s_doing() -> None:
    # Two lanes see to 100 of 400 a second.
    found = _load(Sleeping(0.02), OpenPace((400.0,), 1.0, queue=50), 2)
    assert found.arrived == 400
    assert found.dropped > 100
    assert found.measures()["rate_per_s"] == pytest.approx(100, rel=0.25)
    assert found.measures()["latency_p50_ms"] > 300
    assert not found.generator_limited


@pytest.mark.exhaustive
@pytest.mark.slow
def test_that_a_rate_beyond_the_generator_is_held_against_the_generator() -> None:
    found = _load(Nothing(), OpenPace((2_000_000.0,), 0.5, queue=100), 1)
    assert found.dropped > 0
    assert found.generator_limited


def test_that_lanes_that_wait_and_wake_late_are_the_limit() -> None:
    found = _load(Nothing(), OpenPace((1_000.0,), 0.2), 1)
    for late, limited in ((1, False), (2, True)):  # of a hundred
        woken = LatencyRecorder()
        for delay in [100_000] * (100 - late) + [2 * LATE_NS] * late:
            woken.add(delay)
        assert replace(found, late=0, woken=woken.tally()).generator_limited is limited


@pytest.mark.timing
def test_that_twenty_thousand_a_second_that_ask_nobody_are_held() -> None:
    """Coarse, since others compute here; `make bench` tells by how much they start late."""
    found = _load(Nothing(), OpenPace((20_000.0,), 1.0), 1)
    assert found.arrived == 20_000
    assert found.completed > 0.9 * found.arrived


@pytest.mark.timing
def test_that_two_thousand_a_second_of_real_requests_are_held(town: Town) -> None:
    found = town.load(OpenPace((2_000.0,), 1.0), RequestKind.GET, lanes=2)
    assert found.arrived == 2_000
    assert found.completed > 0.9 * found.arrived


@pytest.mark.slow
def test_that_two_lanes_send_twice_what_one_can() -> None:
    one = _load(Sleeping(0.01), ClosedPace(1, seconds=1.5), 1).completed
    two = _load(Sleeping(0.01), ClosedPace(1, seconds=1.5), 2).completed
    assert 1.6 < two / one < 2.4


def test_that_a_lead_is_part_of_the_load_and_does_not_count() -> None:
    began = list[int]()
    with _crew(2) as (_, crew):
        first = time.perf_counter_ns()
        pace = ClosedPace(0, 0.3, mix=(1.0,), lead=0.3)
        found = crew.run_load(
            Sleeping(0.01), pace, 2, begin=lambda: began.append(time.perf_counter_ns())
        )
    assert began[0] - first > 300_000_000
    assert 0 < found.completed <= 62 and found.lead_completed_of[0] > 0
    assert found.arrived == found.completed == found.kinds[0].arrived
    assert found.answered_of == (found.completed + found.lead_completed_of[0],)
    assert 0.3 <= found.seconds < 0.5


def test_that_a_load_ends_with_the_last_request_of_its_source() -> None:
    found = _load(Few(), ClosedPace(0, seconds=60.0), 2)
    assert found.completed == found.arrived == Few.most
    assert found.seconds < 10 and found.measures()["rate_per_s"] > Few.most / 10
    assert _load(Few(10**9), ClosedPace(0, seconds=0.2), 1).seconds >= 0.2


def test_that_a_lane_that_fails_tells_why_and_none_is_left() -> None:
    with _crew(2) as (lanes, crew):
        pids = lanes.pids
        with pytest.raises(CipherbenchError, match="the 5th is too much"):
            crew.run_load(Failing(5), OpenPace((100.0,), 60.0), 2)
    assert not any(psutil.pid_exists(pid) for pid in pids)


def test_that_a_lane_that_is_killed_ends_the_load() -> None:
    with _crew(2) as (lanes, crew):
        killing = threading.Timer(0.5, os.kill, (lanes.pids[1], signal.SIGKILL))
        killing.start()
        with pytest.raises(CipherbenchError, match="ended unexpectedly"):
            crew.run_load(Nothing(), OpenPace((100.0,), 60.0), 2)
        killing.join()


def test_that_lanes_end_when_nobody_leads_them_any_more() -> None:
    lanes = Lanes(2, 10, None)
    pids = lanes.pids
    lanes.release_pipes()  # to a worker that is gone at once
    wait_until(lambda: not any(_runs(pid) for pid in pids))
    lanes.close()


@pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
@pytest.mark.parametrize("native", [True, False])
def test_that_clients_send_each_request_once_also_where_one_lane_serves_them(
    servers: Servers, engine: str, native: bool
) -> None:
    server = servers[engine]
    name = server.engine.catalogue.create_database(server.endpoint, "once")
    opened = list[Ready]()
    try:
        with server.engine.driver.connect(server.endpoint, name) as session:
            session.execute("create table t (id integer)")
        with _crew(5, native=native) as (lanes, crew):
            pace = ClosedPace(400, mix=(1.0, 1.0), seed=3)
            found = crew.run_load(Storing(server.endpoint, name), pace, 5, opened.extend)
            shown = sum(each.snapshot().count for each in lanes.counters)
        with server.engine.driver.connect(server.endpoint, name) as session:
            stored = session.fetch("select id from t order by id")
    finally:
        server.engine.catalogue.drop_database(server.endpoint, name)
    assert sum(len(each.threads) for each in opened) == 5
    assert len(opened) == (max(1, min(5, len(os.sched_getaffinity(0)) // 4)) if native else 5)
    assert found.completed == found.arrived == shown == 400
    kinds = drawn_kinds(pace)
    signs = [(-number if kinds[number % len(kinds)] else number) for number in range(400)]
    assert [number for (number,) in stored] == sorted(signs)
    assert found.completed_of == tuple(each.completed for each in found.kinds)
    assert found.latency.total == sum(each.latency.total for each in found.kinds) > 0


@pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
@pytest.mark.parametrize("statements", [(BOTH,), (FIRST, SECOND)], ids=["native", "python"])
def test_that_a_request_that_meets_a_deadlock_is_tried_again_and_counted(
    servers: Servers, engine: str, statements: tuple[str, ...]
) -> None:
    server = servers[engine]
    name = server.engine.catalogue.create_database(server.endpoint, "deadlock")
    steps = tuple(map(Statement, statements))
    asking = MixSource(server.endpoint, name, PLAINTEXT, Keying(b""), (steps,), ())
    try:
        fill(server, name)
        with _crew(1) as (_, crew):
            found = met(server, name, lambda: crew.run_load(asking, ClosedPace(1), 1))
        assert numbers(server, name) == [11, 11, *[10] * (ROWS - 2)]
    finally:
        server.engine.catalogue.drop_database(server.endpoint, name)
    assert (found.completed, found.retried_of) == (1, (1,))
    assert found.measures()["retried"] == 1
    waited = 1.5e9 if engine == "postgresql" else 0  # until it looks for deadlocks
    assert found.latency.total == found.service.total > waited  # of all tries


def test_that_a_request_is_tried_a_hundred_times_and_then_fails_by_name() -> None:
    found = _load(Conflicting(TRIES - 1), ClosedPace(3, mix=(1.0,)), 1)
    assert (found.completed, found.retried_of) == (3, (3,))
    assert [each.retried_of for each in found.kinds] == [(3,)]
    assert _load(Conflicting(0), ClosedPace(3), 1).retried_of == (0,)
    with pytest.raises(CipherbenchError, match="the 0th met another"):
        _load(Conflicting(TRIES), ClosedPace(3), 1)


@pytest.mark.slow
def test_that_lanes_show_what_they_do_while_they_do_it() -> None:
    with _crew(2, 30) as (lanes, crew):
        seen: list[tuple[int, int]] = []

        def at_work() -> bool:
            counts = sum(counters.snapshot().count for counters in lanes.counters)
            seen.append((counts, lanes.arrivals.snapshot().waiting))
            return counts > 20 and seen[-1][1] > 10

        def look() -> None:
            wait_until(at_work)

        looking = threading.Thread(target=look)
        looking.start()
        found = crew.run_load(Sleeping(0.02), OpenPace((200.0,), 2.0, queue=30), 2)
        looking.join()
    assert 20 < seen[-1][0] < found.completed
    assert 10 < seen[-1][1] <= 30


def test_that_a_tally_says_what_a_histogram_of_the_field_says() -> None:
    values = [1, 2047, 2048, 2049, 4095, 4096, 123_456, 999_999_999, 3_600_000_000_000]
    values += [round(1.37**power) for power in range(3, 90)]
    counts, library = LatencyRecorder(), HdrHistogram(1, 3_600_000_000_000, 3)
    for value in values:
        counts.add(value)
        library.record_value(value)
    tally = counts.tally()
    assert tally.count == len(values)
    assert tally.total == sum(values)
    assert tally.histogram().encode() == library.encode()


def _runs(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


@pytest.mark.slow
def test_that_two_hundred_thousand_requests_need_no_more_memory_than_ten_thousand() -> None:
    with _crew(1) as (lanes, crew):

        def megabytes(requests: int) -> float:
            found = crew.run_load(Nothing(), ClosedPace(requests), 1)
            assert found.completed == requests
            assert found.latency.histogram().get_total_count() == requests
            pids = (os.getpid(), *lanes.pids)
            return float(sum(psutil.Process(pid).memory_info().rss for pid in pids)) / 1e6

        few = megabytes(10_000)
        assert megabytes(200_000) < few + 4


@pytest.mark.slow
def test_that_two_hundred_thousand_arrivals_need_no_more_memory_than_ten_thousand() -> None:
    with _crew(1, 100) as (lanes, crew):

        def megabytes(rate: float) -> float:
            pace = OpenPace((rate,), 2.0, Arrivals.POISSON, queue=100)
            assert crew.run_load(Nothing(), pace, 1).arrived > rate * 1.9
            pids = (os.getpid(), *lanes.pids)
            return float(sum(psutil.Process(pid).memory_info().rss for pid in pids)) / 1e6

        few = megabytes(5_000.0)
        assert megabytes(100_000.0) < few + 6, "an arrival that is retained takes 100 bytes"
