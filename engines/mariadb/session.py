"""Connections to MariaDB, and its prepared statements."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import mariadb

from engines.contract import (
    Arrived,
    Bound,
    Prepared,
    Row,
    Session,
)
from engines.errors import StatementFailed
from engines.statement import (
    Compiled,
    Sealer,
    Slot,
    Statement,
    compile_statement,
    make_binder,
)


class MariaSession(Session):
    """One connection; every prepared statement has a binary cursor of its own."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def prepare(self, statement: Statement, sealer: Sealer) -> MariaPrepared:
        compiled = compile_statement(statement, sealer, _placeholder, reusable=False)
        return MariaPrepared(self._connection.cursor(binary=True), compiled)

    def execute(self, sql: str) -> None:
        self.fetch(sql)

    def fetch(self, sql: str) -> list[Row]:
        try:
            cursor = self._connection.cursor()
            try:
                cursor.execute(sql)
                return list(cursor.fetchall()) if cursor.description else []
            finally:
                cursor.close()
        except mariadb.Error as error:
            raise _failed(error) from error

    def begin(self) -> None:
        self.fetch("start transaction")

    def commit(self) -> None:
        try:
            self._connection.commit()
        except mariadb.Error as error:
            raise _failed(error) from error

    def close(self) -> None:
        # Closed before, or the server is gone: either way nothing is left to free.
        with suppress(mariadb.Error):
            self._connection.close()


class MariaPrepared(Prepared):
    """A server-side statement that its cursor keeps: prepared at the first execute only."""

    def __init__(self, cursor: Any, compiled: Compiled) -> None:
        self._cursor = cursor
        self.bind = make_binder(compiled, lambda kind: _as_it_is)
        self._execute = cursor.execute
        self._fetchall = cursor.fetchall
        self._sql = compiled.sql
        self._reads = compiled.sql.lstrip()[:6].lower() == "select"

    def run(self, bound: Bound) -> Sequence[Row]:
        try:
            self._execute(self._sql, bound)
            return self._fetchall() if self._reads else ()
        except mariadb.Error as error:
            raise _failed(error) from error

    def rows(self, arrived: Arrived) -> Sequence[Row]:
        return arrived  # type: ignore[return-value]

    def affected(self, arrived: Arrived) -> int:
        return len(arrived) if self._reads else max(0, self._cursor.rowcount)  # type: ignore[arg-type]

    def close(self) -> None:
        self._cursor.close()


def _as_it_is(value: Any) -> Any:
    return value


def _placeholder(position: int, slot: Slot) -> str:
    del position, slot
    return "?"


def _failed(error: mariadb.Error) -> StatementFailed:
    return StatementFailed("Statement failed", "MariaDB says: {said}", said=words_of(error))


def words_of(error: Exception) -> str:
    """The server's words without the numbers that the driver puts behind them."""
    return str(error).partition(" (errno:")[0].strip().rstrip(".")
