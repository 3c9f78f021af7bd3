"""A result or row that takes too much memory fails by name, on every engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from app.campaign.turns.timed_loop import TimedClock
from app.processes.live_counters import LiveCounters
from engines.contract.errors import ResultTooLarge
from engines.contract.session import Prepared, Session
from engines.native.burst import burst_of
from engines.servers.server import Server
from engines.sql.statement import Unencrypted
from engines.sql.statement_text import statement
from tests.workloads.own.test_rehearsal import database_on

NUMBERS = (
    "(with recursive n (x) as (select 1 as x{dual} union all select x + 1 from n where x < {many})"
    " select x from n)"
)
VALUES = {"sqlite": "zeroblob({size})", "firebird": "rpad('', {size}, 'x')"}

LARGE = {"sqlite": (1, 7, 40_000_000), "firebird": (190, 190, 8_000)}
"""By engine: two numbers whose product is how many rows a result of 280 MB or more has, and the
size of each."""
MANY = {"sqlite": (30, 30, 350_000), "duckdb": (30, 30, 350_000), "firebird": LARGE["firebird"]}
"""The same, found by one row in so many."""
WIDE = {
    "postgresql": (70_000_000,),
    "duckdb": (70_000_000,),
    "sqlite": (40_000_000, 40_000_000),
    "mariadb": (14_000_000,) * 5,
    "mysql": (14_000_000,) * 5,
}
"""By engine: a row of 70 MB or more; Firebird has none."""


@pytest.fixture
def session(server: Server) -> Iterator[Session]:
    with (
        database_on(server) as name,
        server.engine.driver.connect(server.endpoint, name) as found,
    ):
        yield found


def prepared(session: Session, one: int, other: int, *sizes: int) -> Prepared:
    dual = " from rdb$database" if session.engine == "firebird" else ""
    tables = " cross join ".join(
        f"{NUMBERS.format(dual=dual, many=many)} {name}"
        for name, many in (("a", one), ("b", other))
    )
    value = VALUES.get(session.engine, "repeat('x', {size})")
    values = ", ".join(f"{value.format(size=size)} as v{at}" for at, size in enumerate(sizes))
    return session.prepare(statement(f"select {values} from {tables}"), Unencrypted())


@pytest.mark.in_every_run("sqlite")
def test_that_a_result_and_a_row_have_a_bound_that_is_reported(session: Session) -> None:
    large = prepared(session, *LARGE.get(session.engine, (4, 7, 10_000_000)))
    with pytest.raises(ResultTooLarge, match="at most 256 MB"):
        large.rows(large.execute())
    if sizes := WIDE.get(session.engine):
        wide = prepared(session, 1, 1, *sizes)
        with pytest.raises(ResultTooLarge, match="at most 64 MB"):
            wide.rows(wide.execute())
    small = prepared(session, 3, 2, 5)
    assert len(small.rows(small.execute())) == 6


@pytest.mark.parametrize("server", MANY, indirect=True)
@pytest.mark.in_every_run("sqlite")
def test_that_many_rows_are_found_too_large_in_a_timed_loop(session: Session) -> None:
    small, large = prepared(session, 3, 2, 5), prepared(session, *MANY[session.engine])
    with closing(LiveCounters()) as counters:
        clock = TimedClock(counters)
        clock.run_many([(small, ())])
        with pytest.raises(ResultTooLarge, match="at most 256 MB"):
            clock.run_many([(large, ())])
        assert clock.statements >= 1


@pytest.mark.parametrize("server", ["postgresql", "mariadb", "mysql"], indirect=True)
@pytest.mark.in_every_run("mariadb")
def test_that_the_native_loop_has_these_bounds(session: Session) -> None:
    small = prepared(session, 3, 2, 5)
    large = prepared(session, 4, 7, 10_000_000)
    burst = burst_of([(each, each.bind(())) for each in (small, large, small)])
    assert burst is not None
    with pytest.raises(ResultTooLarge, match="at most 256 MB"):
        burst.run()
    assert len(burst.durations_ns) == 1
    assert len(small.rows(small.execute())) == 6
