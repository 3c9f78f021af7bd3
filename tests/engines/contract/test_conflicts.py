"""Transactions in conflict are told from other failures; deadlocks are in tests/deadlock.py."""

from __future__ import annotations

import secrets

import pytest

from engines.contract.errors import StatementFailed, TransactionConflict
from engines.contract.session import Session
from tests.conftest import Servers


@pytest.mark.parametrize("engine", ["firebird", "sqlite", "postgresql"])
def test_that_a_row_that_others_changed_meanwhile_is_a_conflict(
    servers: Servers, engine: str
) -> None:
    server = servers[engine]
    connect, catalogue = server.engine.driver.connect, server.engine.catalogue
    name = catalogue.create_database(server.endpoint, f"conflict_{secrets.token_hex(4)}")
    try:
        with connect(server.endpoint, name) as one, connect(server.endpoint, name) as other:
            one.execute("create table t (id integer primary key, n integer)")
            one.execute("insert into t values (1, 0)")
            one.begin()
            if engine == "postgresql":
                one.fetch("set transaction isolation level repeatable read")
            one.fetch("select n from t")
            with pytest.raises(TransactionConflict):
                _change_by_both(one, other)
            one.rollback()
            other.rollback()
            with pytest.raises(StatementFailed) as duplicate:
                one.execute("insert into t values (1, 0)")
            assert not isinstance(duplicate.value, TransactionConflict)
    finally:
        catalogue.drop_database(server.endpoint, name)


def _change_by_both(one: Session, other: Session) -> None:
    other.begin()
    other.fetch("update t set n = 1")
    other.commit()
    one.fetch("update t set n = 2")
