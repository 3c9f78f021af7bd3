"""Values that a server stores and Python has no form for: an error of ours, never the driver's own,
whether they are fetched or read by a prepared statement."""

from __future__ import annotations

from contextlib import suppress

import pytest

from engines.contract.errors import DriverFailed, StatementFailed, driver_failed
from engines.contract.session import Session
from engines.servers.server import Server
from engines.sql.statement import Unencrypted
from engines.sql.statement_text import select

_FAMILY = (
    "cast('0000-00-00' as date)",
    "cast('2008-08-00 00:00:00' as datetime)",
    "maketime(800, 0, 0)",
    "cast('-838:59:59' as time)",
    "x'ff' collate binary",
    "convert(x'ff' using latin1)",
    "cast(repeat('9', 65) as decimal(65, 0))",
    "st_geomfromtext('POINT(1 1)')",
    "b'1111'",
    "1e308 * 1.7",
)
_ODD = {
    "mariadb": _FAMILY,
    "mysql": (*_FAMILY, "cast('[1, null]' as json)"),
    "sqlite": (
        "cast(x'ff' as text)", "9e999", "'a' || char(0)", "1 << 62", "cast(x'eda080' as text)",
    ),
    "duckdb": (
        "date 'infinity'", "date '290000-01-01'", "timestamp 'infinity'", "timestamp '-infinity'",
        "timestamptz 'infinity'", "interval '9999999 years'", "'nan'::double", "'1e38'::hugeint",
        "[1, null]", "{'a': 1}", "time '24:00:00'", "date '0044-03-15 (BC)'",
        "uuid '00000000-0000-0000-0000-000000000000'", "bitstring '0101'",
    ),
    "firebird": (
        "cast('01.01.0001' as date)", "cast('31.12.9999' as date)",
        "cast(x'ff' as varchar(4) character set none)",
        "cast(x'ff' as varchar(4) character set octets)",
        "cast(x'ff' as blob sub_type text character set none)",
        "cast('1e308' as double precision)", "cast('24.12.2024' as timestamp)",
    ),
    "postgresql": (
        "date 'infinity'", "timestamp '-infinity'", "date '20000-01-01'", "date '0044-03-15 BC'",
        "timestamptz '294276-01-01 00:00:00+00'", "interval '178000000 years'", "numeric 'NaN'",
        "'nan'::float8", "time '24:00:00'", "array[1, null]", "jsonb '{\"a\": null}'",
        "'{}'::int4range", "inet '::1'", "bit '101'", "point '(1,2)'", "factorial(10000)",
        "repeat('9', 100000)::numeric",
    ),
}  # fmt: skip
"""By engine: what is selected."""


def test_that_no_odd_value_ends_in_a_driver_s_own_error(server: Server, database: str) -> None:
    name = server.engine.name
    dual = "from rdb$database" if name == "firebird" else ""
    with server.engine.driver.connect(server.endpoint, database) as session:
        if name in {"mariadb", "mysql"}:
            session.execute("set session sql_mode = ''")
        for value in _ODD[name]:
            _read(session, f"select {value} {dual}")
            _read_prepared(session, value, dual)


def test_that_zero_dates_of_a_table_are_an_error_of_ours(server: Server, database: str) -> None:
    if server.engine.name not in {"mariadb", "mysql"}:
        pytest.skip("only they store a date that is none")
    with server.engine.driver.connect(server.endpoint, database) as session:
        session.execute("set session sql_mode = ''")
        session.execute("create table odd (id integer primary key, day date, moment datetime)")
        session.execute("insert into odd values (1, '0000-00-00', '2008-08-00')")
        for column in ("day", "moment"):
            _read(session, f"select {column} from odd")
            _read_prepared(session, column, "from odd")
        assert session.fetch("select id from odd") == [(1,)], "the session goes on"


def test_that_a_driver_s_fault_is_reported_with_its_kind() -> None:
    error = driver_failed("MariaDB", ValueError("year 0 is out of range"))
    assert isinstance(error, DriverFailed)
    assert "ValueError: year 0 is out of range" in error.message
    assert error.hint


def _read(session: Session, sql: str) -> None:
    with suppress(StatementFailed):
        session.fetch(sql)


def _read_prepared(session: Session, value: str, source: str) -> None:
    session.begin()
    try:
        prepared = session.prepare(select((value,), source), Unencrypted())
        try:
            prepared.rows(prepared.execute())
        finally:
            prepared.close()
    except StatementFailed:
        pass
    finally:
        with suppress(StatementFailed):
            session.rollback()
