"""The clock and the board it writes to."""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Sequence
from typing import Any

import pytest
from hdrh.histogram import HdrHistogram

from app.campaign.turns.timed_loop import TimedClock, percentiles
from app.processes.live_counters import SLOTS, CombinedCounters, LiveCounters
from engines.contract.errors import StatementFailed
from engines.contract.session import Prepared
from engines.servers.server import Server
from engines.sql.statement import Unencrypted, ValueType
from engines.sql.statement_text import statement
from tests.patience import within


class Nothing(Prepared):
    """A statement that no server is asked."""

    def bind(self, values: Sequence[Any]) -> Sequence[Any]:
        return values

    def run(self, bound: Sequence[Any]) -> Sequence[Any]:
        return bound

    def rows(self, arrived: Any) -> Sequence[Any]:
        return ()

    def affected(self, arrived: Any) -> int:
        return 0

    def close(self) -> None:
        pass


class Nap(Nothing):
    """Stands for a statement that takes a known time."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.naps: list[float] = []

    def bind(self, values: Sequence[Any]) -> Sequence[Any]:
        time.sleep(0.002)  # must not be charged to the statement
        return values

    def run(self, bound: Sequence[Any]) -> Sequence[Any]:
        began = time.perf_counter()
        time.sleep(self.seconds)
        self.naps.append(time.perf_counter() - began)
        return bound


@pytest.fixture
def board() -> Any:
    made = LiveCounters()
    yield made
    made.close()


@pytest.mark.timing
def test_that_only_the_statement_is_charged(board: LiveCounters) -> None:
    clock, nap = TimedClock(board), Nap(0.004)
    clock.start(20)
    for number in range(10):
        assert clock.run(nap, (number,)) == (number,)
    clock.run_many((nap, (number,)) for number in range(10))
    assert clock.statements == 20
    assert 0.08 <= sum(nap.naps) <= clock.busy_seconds < sum(nap.naps) + within(0.005)
    median = clock.histogram().get_value_at_percentile(50)
    assert median == pytest.approx(1e9 * statistics.median(nap.naps), rel=0.05)


def test_that_every_statement_is_counted_however_many_there_are(board: LiveCounters) -> None:
    clock, nothing = TimedClock(board), Nothing()
    clock.start(1)
    clock.run_many((nothing, ()) for _ in range(SLOTS + 17))
    for _ in range(SLOTS):
        clock.run(nothing, ())
    clock.run_many((nothing, ()) for _ in range(5))
    assert clock.statements == 2 * SLOTS + 22
    assert clock.histogram().get_total_count() == clock.statements
    clock.start(3)
    clock.run(nothing, ())
    assert clock.histogram().get_total_count() == clock.statements == 1


def test_that_percentiles_are_those_of_the_library() -> None:
    histogram = HdrHistogram(1, 3_600_000_000_000, 3)
    assert percentiles(histogram, 50, 99) == [0, 0]
    for latency in (1, 1, 2_500, 2_047, 2_048, 40_000, 987_654_321, 3_600_000_000_000):
        histogram.record_value(latency)
        percents = (0.1, 50, 99, 100)
        of_the_library = [histogram.get_value_at_percentile(each) for each in percents]
        assert percentiles(histogram, *percents) == of_the_library


def test_that_counters_of_several_show_how_much_is_done_where_nothing_is_counted(
    board: LiveCounters,
) -> None:
    together = CombinedCounters([board])
    board.show_share(0.25)
    seen, latencies = together.poll()
    assert (seen.progress, seen.count, latencies) == (0.25, 0, [])


def test_that_the_board_shows_another_process_what_happens(board: LiveCounters) -> None:
    context = multiprocessing.get_context("spawn")
    worker = context.Process(target=_take_naps, args=(board,))
    worker.start()
    worker.join(20)
    snapshot = board.snapshot()
    assert (snapshot.count, snapshot.first, snapshot.expected) == (7, 3, 8)
    assert snapshot.progress == 0.5
    latest = board.latencies(3, 7)
    assert len(latest) == 4 and all(1_000_000 <= each < 50_000_000 for each in latest)


def _take_naps(board: LiveCounters) -> None:
    clock = TimedClock(board)
    clock.start(3)
    clock.run_many((Nap(0.001), ()) for _ in range(3))
    clock.start(8)
    for _ in range(4):
        clock.run(Nap(0.001), ())


def test_that_a_statement_that_fails_in_a_batch_is_reported(server: Server) -> None:
    """The second of three steps breaks the primary key."""
    board = LiveCounters()
    clock = TimedClock(board)
    name = server.engine.catalogue.create_database(server.endpoint, "clock")
    session = server.engine.driver.connect(server.endpoint, name)
    session.execute("create table t (id integer not null primary key)")
    insert: Prepared = session.prepare(
        statement("insert into t (id) values (:id)", {"id": ValueType.INTEGER}), Unencrypted()
    )
    session.begin()
    with pytest.raises(StatementFailed):
        clock.run_many([(insert, (1,)), (insert, (1,)), (insert, (2,))])
    assert clock.statements >= 1
    session.close()
    server.engine.catalogue.drop_database(server.endpoint, name)
    board.close()
