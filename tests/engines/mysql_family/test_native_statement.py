"""Values that are packed before they are bound, and those that the driver binds."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal

import pytest

from engines.contract.errors import StatementFailed
from engines.contract.session import Session
from engines.servers.server import Server
from engines.sql.statement import Unencrypted, Value, ValueType
from engines.sql.statement_text import select, statement
from tests.conftest import Servers

PLAIN = Unencrypted()
KINDS = {
    "whole": ValueType.INTEGER,
    "broken": ValueType.REAL,
    "flag": ValueType.BOOLEAN,
    "word": ValueType.TEXT,
    "raw": ValueType.BYTES,
    "exact": ValueType.DECIMAL,
    "day": ValueType.DATE,
    "at": ValueType.TIMESTAMP,
}
LAST = datetime(9999, 12, 31, 23, 59, 59, 999_000)
ROWS = (
    (
        -(1 << 63),
        -0.5,
        True,
        "ação 🔒",
        b"\x00'\\\xff",
        Decimal("-12.50"),
        date(1, 1, 1),
        datetime(1000, 1, 1),
    ),
    ((1 << 63) - 1, 1e300, False, "", b"", Decimal("0.01"), date(9999, 12, 31), LAST),
    (None,) * 8,
    (
        0,
        0.0,
        True,
        "x" * 255,
        bytes(255),
        Decimal("9999999.99"),
        date(2024, 2, 29),
        datetime(2024, 2, 29, 23, 59),
    ),
)


@pytest.fixture(params=["mariadb", "mysql"])
def server(request: pytest.FixtureRequest, servers: Servers) -> Server:
    return servers[request.param]


@pytest.fixture
def session(server: Server) -> Iterator[Session]:
    name = server.engine.catalogue.create_database(
        server.endpoint, f"packed_{secrets.token_hex(4)}"
    )
    with server.engine.driver.connect(server.endpoint, name) as entered:
        entered.execute(
            "create table packed (id integer primary key auto_increment, whole bigint, "
            "broken double, flag boolean, word text collate utf8mb4_bin, raw blob, "
            "exact decimal(9, 2), day date, at datetime(3))"
        )
        yield entered
    server.engine.catalogue.drop_database(server.endpoint, name)


def test_that_values_are_packed_and_come_back_as_they_went(session: Session) -> None:
    names = ", ".join(KINDS)
    places = ", ".join(f":{name}" for name in KINDS)
    put = session.prepare(
        statement(f"insert into packed ({names}) values ({places})", KINDS), PLAIN
    )
    for row in ROWS:
        bound = put.bind(row)
        assert isinstance(bound, bytes)
        assert put.affected(put.check_outcome(put.run(bound))) == 1
    read = session.prepare(
        select(tuple(KINDS), "from packed where id > :id order by id", {"id": ValueType.INTEGER}),
        PLAIN,
    )
    back = [
        (whole, broken, flag if flag is None else bool(flag), *others)
        for whole, broken, flag, *others in read.rows(read.execute(0))
    ]
    assert back == list(ROWS)
    assert len(read.rows(read.execute(3))) == 1
    assert not read.rows(read.execute(99))
    put.close()
    read.close()


def test_that_a_statement_without_values_is_prepared_like_others(session: Session) -> None:
    session.execute("insert into packed (whole, word) values (7, 'é'), (8, null)")
    read = session.prepare(statement("select whole, word from packed order by id"), PLAIN)
    for _ in range(2):
        bound = read.bind(())
        assert bound == b""
        assert read.rows(read.check_outcome(read.run(bound))) == [(7, "é"), (8, None)]
    assert read.affected(read.execute()) == 2
    read.close()
    put = session.prepare(statement("insert into packed (whole) values (1)"), PLAIN)
    assert put.affected(put.execute()) == 1
    put.close()


def test_that_the_driver_binds_what_fits_no_type_or_is_too_long(session: Session) -> None:
    kinds = {"whole": ValueType.INTEGER, "word": ValueType.TEXT}
    put = session.prepare(
        statement("insert into packed (whole, word) values (:whole, :word)", kinds), PLAIN
    )
    given: list[tuple[Value, Value]] = [
        (1, "short"), (2, "x" * 10_000), (3, "y" * 255), ("4", "é" * 200), (5, "z")
    ]  # fmt: skip
    assert [isinstance(put.bind(row), bytes) for row in given] == [True, False, True, False, True]
    for row in given:
        put.execute(*row)
    put.close()
    assert session.fetch("select whole, word from packed order by id") == [
        (int(str(whole)), word) for whole, word in given
    ]


def test_that_a_refusal_is_reported_in_the_servers_words_and_the_next_goes_on(
    session: Session,
) -> None:
    put = session.prepare(
        statement("insert into packed (id, word) values (:id, 'x')", {"id": ValueType.INTEGER}),
        PLAIN,
    )
    put.execute(1)
    with pytest.raises(StatementFailed) as refused:
        put.execute(1)
    assert "says: Duplicate entry '1' for key" in str(refused.value)
    put.execute(2)
    put.close()
    assert session.fetch("select id from packed order by id") == [(1,), (2,)]


def test_that_what_the_server_finds_while_it_sends_rows_is_reported(session: Session) -> None:
    read = session.prepare(
        select(
            ("whole", "(select 1 union select :one)"), "from packed", {"one": ValueType.INTEGER}
        ),
        PLAIN,
    )
    session.execute("insert into packed (whole) values (7)")
    assert read.rows(read.execute(1)) == [(7, 1)]
    with pytest.raises(StatementFailed, match="more than 1 row"):
        read.execute(2)
    assert read.rows(read.execute(1)) == [(7, 1)]
    read.close()


def test_that_a_statement_that_cannot_be_prepared_is_refused_when_it_is_prepared(
    session: Session,
) -> None:
    output = statement("select nothing from packed where id = :id", {"id": ValueType.INTEGER})
    with pytest.raises(StatementFailed, match="nothing"):
        session.prepare(output, PLAIN)
    assert session.fetch("select 1") == [(1,)]


def test_that_a_connection_that_the_server_ends_is_reported(server: Server) -> None:
    with server.engine.driver.connect(server.endpoint) as entered:
        read = entered.prepare(select((":one",), "", {"one": ValueType.INTEGER}), PLAIN)
        assert read.rows(read.execute(1)) == [(1,)]
        ((number,),) = entered.fetch("select connection_id()")
        with server.engine.driver.connect(server.endpoint) as other:
            other.execute(f"kill {int(str(number))}")
        for _ in range(2):
            with pytest.raises(StatementFailed):
                read.execute(1)
        read.close()


def test_that_a_statement_of_a_session_that_is_closed_fails(server: Server) -> None:
    with server.engine.driver.connect(server.endpoint) as entered:
        read = entered.prepare(
            select((":one",), "", {"one": ValueType.INTEGER}),
            PLAIN,
        )
        assert read.rows(read.execute(1)) == [(1,)]
    with pytest.raises(StatementFailed):
        read.execute(1)
    read.close()
    with pytest.raises(StatementFailed):
        read.execute(1)
