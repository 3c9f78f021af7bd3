"""What one Firebird statement costs by our prepared path beside SQLAlchemy and the driver's own.

Beside SQLAlchemy stands a row read by its id, beside the driver's prepared statement the insert of
13 texts, as the hospital study's. Both sides read every row to tuples, each in one transaction over
one attachment of its own to the same embedded engine. SQLAlchemy runs `text()` through the dialect
of the package sqlalchemy-firebird; where that is not installed, through a bare dialect over the
same driver. SQLAlchemy's own path is the same in both, and the real dialect is no quicker (0.97 to
1.0 of the bare one's speed).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

import sqlalchemy
from firebird import driver
from sqlalchemy.dialects import registry
from sqlalchemy.engine.default import DefaultDialect

from benchmarks import shared_servers
from benchmarks.measuring import lookup
from benchmarks.rounds import Side, median_ratio
from engines.servers.server import Server
from engines.sql.statement_text import statement

_STATEMENTS = 2_000
_TEXTS = 13


def measure() -> dict[str, float]:
    """`firebird_ratio`: SQLAlchemy's time per statement over ours; above 1 ours is quicker.
    `firebird_driver_ratio`: the same of the driver's prepared statement.

    Raises: ServerUnavailable
    """
    with shared_servers.database("firebird") as (server, database):
        lookup.fill(server, database)
        with _prepared(server, database) as ours, _sqlalchemy(server, database) as theirs:
            ours()
            theirs()
            ratio = median_ratio(theirs, ours, "µs")
        with _inserts(server, database) as (ours, theirs):
            ours()
            theirs()
            driver_ratio = median_ratio(theirs, ours, "µs")
    return {"firebird_ratio": ratio, "firebird_driver_ratio": driver_ratio}


class BareDialect(DefaultDialect):
    """SQLAlchemy over firebird-driver with nothing of its own but what the driver demands."""

    name = "firebird"
    driver = "bare"
    default_paramstyle = "qmark"
    supports_statement_cache = True

    @classmethod
    def import_dbapi(cls) -> Any:
        return driver

    def do_rollback(self, dbapi_connection: Any) -> None:
        if dbapi_connection.main_transaction.is_active():
            dbapi_connection.rollback()


@contextmanager
def _prepared(server: Server, database: str) -> Iterator[Side]:
    session = server.engine.driver.connect(server.endpoint, database)
    try:
        session.begin()
        prepared = session.prepare(lookup.BY_ID, lookup.PLAIN)

        def one(values: tuple[int]) -> int:
            return len(prepared.rows(prepared.execute(*values)))

        yield lambda: _microseconds(one)
        prepared.close()
        session.commit()
    finally:
        session.close()


@contextmanager
def _inserts(server: Server, database: str) -> Iterator[tuple[Side, Side]]:
    """Ours as a worker runs it, parameters made before, and the driver's own."""
    row = tuple(f"value number {n}" for n in range(_TEXTS))
    columns = ", ".join(f"t{n} varchar(40)" for n in range(_TEXTS))
    places = ", ".join(f":p{n}" for n in range(_TEXTS))
    with server.engine.driver.connect(server.endpoint, database) as session:
        session.execute(f"create table wide ({columns})")
        session.begin()
        prepared = session.prepare(statement(f"insert into wide values ({places})"), lookup.PLAIN)
        connection = _attach(server, database)
        cursor = connection.cursor()
        made = cursor.prepare(f"insert into wide values ({', '.join('?' * _TEXTS)})")
        bound = [prepared.bind(row)] * _STATEMENTS
        yield (
            lambda: _each(prepared.run, bound),
            lambda: _each(lambda values: cursor.execute(made, values), [row] * _STATEMENTS),
        )
        made.free()
        connection.close()
        prepared.close()
        session.commit()


def _each(run: Any, some: list[Any]) -> float:
    """Time per statement in µs."""
    with lookup.uncollected():
        began = perf_counter()
        for values in some:
            run(values)
        return 1e6 * (perf_counter() - began) / len(some)


@contextmanager
def _sqlalchemy(server: Server, database: str) -> Iterator[Side]:
    engine = sqlalchemy.create_engine(_url(), creator=lambda: _attach(server, database))
    statement = sqlalchemy.text(lookup.SELECT)
    try:
        with engine.connect() as connection:

            def one(values: tuple[int]) -> int:
                return len(connection.execute(statement, {"id": values[0]}).all())

            yield lambda: _microseconds(one)
    finally:
        engine.dispose()


def _url() -> str:
    if find_spec("sqlalchemy_firebird") is not None:
        return "firebird+firebird://"
    registry.register("firebird.bare", __name__, BareDialect.__name__)
    return "firebird+bare://"


def _attach(server: Server, database: str) -> Any:
    end = server.endpoint
    path = Path(end.directory or "") / f"{database}.fdb"
    return driver.connect(str(path), user=end.user, charset="UTF8")


def _microseconds(one: Any) -> float:
    """Time per statement of `one`, which reads one row and says how many it found."""
    some = lookup.some_ids()[:_STATEMENTS]
    with lookup.uncollected():
        began = perf_counter()
        found = sum(map(one, some))
        spent = perf_counter() - began
    assert found == len(some)
    return 1e6 * spent / len(some)
