"""The statement that we and our peers run: one row by its id, prepared once, read whole.

A statement as light as this shows what the client costs; behind a heavy one it would hide.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from time import perf_counter
from typing import Any

from app.campaign.turns.timed_loop import TimedClock
from app.processes.live_counters import LiveCounters
from benchmarks.rounds import Side, median_ratio
from engines.contract.session import Prepared, Session
from engines.servers.server import Server
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Statement, Unencrypted, Value, ValueType
from engines.sql.statement_text import statement

ROWS = 10_000
SELECT = "select id, nome from estado where id = :id"

_SCHEMA = Schema((Table("estado", (Column("nome", size=60),)),))
BY_ID = statement(SELECT, {"id": ValueType.INTEGER})
PLAIN = Unencrypted()
_BATCH = 200
SECONDS = 1
"""How long a turn takes."""
SHORT_SECONDS, SHORT_STATEMENTS, SHORT_ROUNDS = 0.25, 3_000, 25
"""A turn of ours and of a peer's that can be told how many statements it runs, and the rounds of
such turns: a host whose cores are slower for a second disturbs few of them."""


def some_ids() -> list[tuple[int]]:
    """As many parameter rows as there are rows, the ids drawn by chance, always the same ones."""
    draw = random.Random(2023).randint
    return [(draw(1, ROWS),) for _ in range(ROWS)]


def fill(server: Server, database: str) -> None:
    """Make the table and put `ROWS` rows into it, ids from 1 on."""
    session = server.engine.driver.connect(server.endpoint, database)
    try:
        server.engine.driver.create_schema(session, _SCHEMA, PLAIN)
        session.begin()
        names = ((f"Estado número {number}",) for number in range(1, ROWS + 1))
        session.load("estado", {"nome": ValueType.TEXT}, names)
        session.commit()
    finally:
        session.close()


class TimedLoop:
    """Our side: the loop as a worker runs it, `TimedClock.bound`.

    Its rate is that of the loop: all of the time that passes in it, reading the clock, recording
    and looking for failures included. Parameters are made before, as in a worker. As our peers do,
    it takes the whole result to the client and looks at no value in it.
    """

    def __init__(
        self,
        session: Session,
        message: Statement = BY_ID,
        values: Sequence[Sequence[Value]] | None = None,
        *,
        native: bool = True,
    ) -> None:
        """`values` are bound to what is `message` in turn; each gives one row. Without `native` it
        is Python that loops."""
        self._prepared: Prepared = session.prepare(message, PLAIN)
        self._counters = LiveCounters()
        self._clock = TimedClock(self._counters, native=native)
        self._values = cycle(some_ids() if values is None else values)

    def statements_per_second(self, seconds: float) -> float:
        """Run for about `seconds` in the loop."""
        spent = 0.0
        count = 0
        with uncollected():
            while spent < seconds:
                run = self._clock.bound(
                    (self._prepared, values) for values in islice(self._values, _BATCH)
                )
                began = perf_counter()
                run()
                spent += perf_counter() - began
                count += _BATCH
        assert self._prepared.affected(self._clock.run(self._prepared, next(self._values))) == 1
        return count / spent

    def close(self) -> None:
        """Free statement and counters."""
        self._prepared.close()
        self._counters.close()


def ratio(loop: TimedLoop, peer: Callable[[], float]) -> float:
    """Our statements per second over a peer's, in turns of `SECONDS`."""
    return median_ratio(lambda: loop.statements_per_second(SECONDS), peer, "per second")


def ratio_of_short_turns(loop: TimedLoop, peer: Callable[[], float]) -> float:
    """The same over a peer that runs `SHORT_STATEMENTS` a turn."""

    def ours() -> float:
        return loop.statements_per_second(SHORT_SECONDS)

    return median_ratio(ours, peer, "per second", SHORT_ROUNDS)


@contextmanager
def timed_loop(server: Server, database: str) -> Iterator[TimedLoop]:
    """The loop over a connection of its own."""
    session = server.engine.driver.connect(server.endpoint, database)
    try:
        loop = TimedLoop(session)
        try:
            yield loop
        finally:
            loop.close()
    finally:
        session.close()


@contextmanager
def reported(server: Server, database: str, some: Sequence[tuple[int]]) -> Iterator[Side]:
    """Microseconds a statement, as our clock tells them, all of them in one transaction."""
    board = LiveCounters()
    clock = TimedClock(board)
    try:
        with server.engine.driver.connect(server.endpoint, database) as session:
            session.begin()
            prepared = session.prepare(BY_ID, PLAIN)

            def microseconds() -> float:
                clock.start(len(some))
                with uncollected():
                    clock.run_many((prepared, values) for values in some)
                assert clock.statements == len(some)
                return 1e6 * clock.busy_seconds / len(some)

            yield microseconds
            prepared.close()
    finally:
        board.close()


def bare(cursor: Any, message: object, some: Sequence[tuple[int]]) -> Side:
    """Microseconds a statement in a loop over a DB-API cursor."""
    execute, fetchall = cursor.execute, cursor.fetchall

    def microseconds() -> float:
        with uncollected():
            began = perf_counter()
            for values in some:
                execute(message, values)
                fetchall()
            spent = perf_counter() - began
        return 1e6 * spent / len(some)

    return microseconds


def ratio_to_reported(peer: Side, ours: Side) -> float:
    """A peer's time a statement over the one that we report, once both are warm."""
    ours()
    peer()
    return median_ratio(peer, ours, "µs")


@contextmanager
def uncollected() -> Iterator[None]:
    """No garbage collection inside the clock, as in the worker."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
