"""Firebird's messages as we pack them ourselves, against the engine and against its driver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import engines.firebird.api_statement as packed_module
from engines.contract.errors import StatementFailed
from engines.contract.session import Prepared, Session
from engines.firebird.api_statement import PackedPrepared
from engines.firebird.session import DrivenPrepared
from engines.sql.statement import Unencrypted, Value
from engines.sql.statement_text import statement
from tests.conftest import Servers

FEW = "select first {n} row_number() over () as n from rdb$types"


@pytest.fixture
def session(servers: Servers) -> Iterator[Session]:
    server = servers["firebird"]
    database = server.engine.catalogue.create_database(server.endpoint, "messages")
    with server.engine.driver.connect(server.endpoint, database) as opened:
        opened.execute(
            "create table thing (word varchar(20) character set utf8, tiny smallint, "
            "number integer, big bigint, flag boolean, raw varchar(20) character set octets)"
        )
        opened.begin()
        yield opened
        opened.commit()
    server.engine.catalogue.drop_database(server.endpoint, database)


def prepared(session: Session, text: str) -> Prepared:
    return session.prepare(statement(text), Unencrypted())


def ask(session: Session, text: str, *values: Any) -> list[tuple[Value, ...]]:
    made = prepared(session, text)
    try:
        return [tuple(row) for row in made.rows(made.execute(*values))]
    finally:
        made.close()


ROWS: list[tuple[Any, ...]] = [
    ("word", 1, 2, 3, True, b"raw"),
    ("", -32768, -(2**31), -(2**63), False, b""),
    ("ä€𝄞" * 6, 32767, 2**31 - 1, 2**63 - 1, True, bytes(20)),
    (None, None, None, None, None, None),
    ("\0 x", 0, 0, 0, False, b"\xff" * 20),
]


def test_that_every_type_comes_back_as_it_went(session: Session) -> None:
    insert = prepared(session, "insert into thing values (:a, :b, :c, :d, :e, :f)")
    assert isinstance(insert, PackedPrepared)
    for row in ROWS:
        assert insert.affected(insert.execute(*row)) == 1
    insert.close()
    assert ask(session, "select * from thing") == ROWS


@pytest.mark.parametrize(
    ("column", "value", "why"),
    [
        ("word", "x" * 81, "81 bytes is too long for 80"),
        ("raw", bytes(21), "too long for 20"),
        ("tiny", 40_000, "does not fit"),
        ("number", "many", "does not fit"),
    ],
)
def test_that_a_value_that_does_not_fit_is_refused_in_words(
    session: Session, column: str, value: Any, why: str
) -> None:
    insert = prepared(session, f"insert into thing ({column}) values (:a)")
    with pytest.raises(StatementFailed, match=why):
        insert.execute(value)
    insert.close()
    assert ask(session, "select count(*) from thing") == [(0,)]


def test_that_the_servers_own_words_come_back_and_the_statement_lives_on(session: Session) -> None:
    divide = prepared(session, "select 6 / cast(:a as integer) from rdb$database")
    with pytest.raises(StatementFailed, match="zero"):
        divide.execute(0)
    assert divide.rows(divide.execute(3)) == [(2,)]
    insert = prepared(session, "insert into thing (word) values (:a)")
    with pytest.raises(StatementFailed, match="right truncation"):
        insert.execute("x" * 21)  # 80 bytes would do, but 20 letters are meant
    assert insert.affected(insert.execute("x" * 20)) == 1
    for each in (divide, insert):
        each.close()


def test_that_changed_rows_are_counted(session: Session) -> None:
    session.execute(f"insert into thing (number) {FEW.format(n=7)}")
    session.begin()
    update = prepared(session, "update thing set number = number + 1 where number > :a")
    assert [update.affected(update.execute(limit)) for limit in (2, 100)] == [5, 0]
    update.close()


def test_that_many_rows_are_unpacked_on_the_way(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed_module, "_CACHED_BYTES", 100)
    numbers = prepared(session, FEW.format(n=200))
    arrived = numbers.execute()
    assert numbers.affected(arrived) == 200
    assert numbers.rows(arrived) == [(n,) for n in range(1, 201)]
    numbers.close()


def test_that_a_row_that_a_change_returns_is_read(session: Session) -> None:
    text = "insert into thing (word, number) values (:a, :b) returning word, number"
    assert ask(session, text, "x", 3) == [("x", 3)]


@pytest.mark.parametrize("what", ["current_date", "cast(1.5 as numeric(9, 2))"])
def test_that_days_and_decimals_are_unpacked_as_the_driver_gives_them(
    session: Session, what: str
) -> None:
    made = prepared(session, f"select {what} from rdb$database")
    assert isinstance(made, PackedPrepared)
    assert made.rows(made.execute()) == session.fetch(f"select {what} from rdb$database")
    made.close()


@pytest.mark.parametrize("what", ["cast(1.5 as float)", "cast('x' as char(3))"])
def test_that_types_that_only_the_driver_knows_are_left_to_it(session: Session, what: str) -> None:
    made = prepared(session, f"select {what} from rdb$database")
    assert isinstance(made, DrivenPrepared)
    assert made.rows(made.execute()) == session.fetch(f"select {what} from rdb$database")
    made.close()


def test_that_a_driver_of_another_make_is_used_as_it_is(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object) -> None:
        raise AttributeError

    monkeypatch.setattr(packed_module, "layout_of", unknown)
    insert = prepared(session, "insert into thing (word, number) values (:a, :b)")
    assert isinstance(insert, DrivenPrepared)
    assert insert.affected(insert.execute("x", 1)) == 1
    insert.close()
