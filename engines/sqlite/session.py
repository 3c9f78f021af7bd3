"""Connections to SQLite, and its prepared statements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import apsw

from engines.base.result_size import FetchedStatement
from engines.contract.errors import (
    DRIVER_FAULTS,
    NotPermitted,
    StatementFailed,
    TransactionConflict,
    disk_full,
    driver_failed,
    memory_limit_reached,
    server_words,
)
from engines.contract.message import phrase
from engines.contract.session import (
    BUFFER,
    LOGGED,
    READ,
    STORED,
    WRITTEN,
    Bound,
    EngineCounts,
    RawResult,
    Row,
    Session,
)
from engines.sql.compilation import Compiled, Slot, compile_statement, make_binder
from engines.sql.statement import Encryptor, Statement, Value, ValueType
from engines.sql.value_encoding import value_text

# What SQLite counts of one connection's work.


def counted(connection: apsw.Connection) -> EngineCounts:
    """Pages go to the log first, where they are counted; what a checkpoint copies is not."""

    def pragma(name: str) -> int:
        value: Any = connection.pragma(name)
        return int(value)

    page = pragma("page_size")
    missed, written_bytes = (
        page * connection.status(each)[0]
        for each in (apsw.SQLITE_DBSTATUS_CACHE_MISS, apsw.SQLITE_DBSTATUS_CACHE_WRITE)
    )
    cache = pragma("cache_size")
    return EngineCounts(
        {READ: float(missed), WRITTEN: float(written_bytes), LOGGED: float(written_bytes)},
        {
            STORED: float(page * pragma("page_count")),
            BUFFER: float(-1024 * cache if cache < 0 else cache * page),
        },
    )


TYPES = {
    ValueType.TEXT: "text",
    ValueType.INTEGER: "integer",
    ValueType.REAL: "real",
    ValueType.BOOLEAN: "boolean",
    ValueType.BYTES: "blob",
    ValueType.DATE: "text",
    ValueType.TIMESTAMP: "text",
    ValueType.DECIMAL: "numeric",
}
"""SQLite knows no dates, and keeps decimals as binary64: 15 digits of them."""


class SqliteSession(Session):
    """One connection; every prepared statement has a cursor of its own."""

    engine = "sqlite"
    index_named = "select 1 from sqlite_schema where type = 'index' and name = '{name}'"

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._counted_before: Mapping[str, float] = defaultdict(float)

    def _prepare(self, statement: Statement, encryptor: Encryptor) -> SqlitePrepared:
        return SqlitePrepared(
            self._connection,
            compile_statement(statement, encryptor, _placeholder, reusable=True, types=TYPES),
        )

    def execute(self, sql: str) -> None:
        self.fetch(sql)
        self.commit()

    def fetch(self, sql: str) -> list[Row]:
        try:
            return self._connection.execute(sql).fetchall()  # type: ignore[return-value]
        except (apsw.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def ask(self, sql: str, *values: str) -> list[Row]:
        """Rows of one query with bound values (?), outside any clock.

        Raises: StatementFailed
        """
        try:
            return self._connection.execute(sql, values).fetchall()  # type: ignore[return-value]
        except (apsw.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def collation(self, table: str, column: str) -> str:
        """The name of a column's collation, which no table of the schema tells.

        Raises: StatementFailed
        """
        try:
            return self._connection.column_metadata(None, table, column)[1]
        except (apsw.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def evaluate(self, write: Callable[[str], str], value: bytes) -> bytes:
        try:
            return next(self._connection.execute(f"select {write('?')}", (value,)))[0]  # type: ignore[no-any-return]
        except (apsw.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def flush(self) -> None:
        self.fetch("pragma wal_checkpoint(passive)")

    def counted(self) -> EngineCounts:
        counts = counted(self._connection)
        growing = {
            name: total + self._counted_before[name] for name, total in counts.growing.items()
        }
        return replace(counts, growing=growing)

    def cheap_counters(self) -> dict[str, float]:
        """The file's size: pages that are still in the log are not in it yet."""
        return {STORED: float(self.stored_bytes(()))}

    def stored_bytes(self, tables: Sequence[str]) -> int:
        del tables
        ((pages,),), ((size,),) = self.fetch("pragma page_count"), self.fetch("pragma page_size")
        return int(str(pages)) * int(str(size))

    def clean_up(self, table: str) -> None:
        """The log keeps pages until it is cut."""
        del table
        self.fetch("pragma wal_checkpoint(truncate)")

    def rewrite(self, table: str) -> None:
        del table
        self.fetch("vacuum")

    def begin(self) -> None:
        self.fetch("begin")

    def begin_writing(self) -> None:
        self.fetch("begin immediate")

    def commit(self) -> None:
        try:
            if self._connection.in_transaction:
                self._connection.execute("commit")
        except (apsw.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self.fetch("rollback")

    def load(self, table: str, columns: Mapping[str, ValueType], rows: Iterable[Row]) -> None:
        """One statement, stepped through for each row without coming back to us."""
        places = ", ".join("?" * len(columns))
        sql = f"insert into {table} ({', '.join(columns)}) values ({places})"
        try:
            self._connection.cursor().executemany(sql, _encoded_rows(columns, rows))  # type: ignore[arg-type]
        except (apsw.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def adopt_connection(self, other: SqliteSession) -> None:
        """Go on with the connection of another session, which is not used any more; what the one
        before has counted stays counted."""
        self._counted_before = self.counted().growing
        self.close()
        self._connection = other._connection

    def close(self) -> None:
        with suppress(apsw.Error):  # a last checkpoint that failed leaves the log to the next one
            self._connection.close()


class SqlitePrepared(FetchedStatement):
    """A statement in its connection's cache, which finds it again by its text (about 0.05 µs)."""

    engine = "SQLite"

    def __init__(self, connection: apsw.Connection, compiled: Compiled) -> None:
        self._connection, self._sql = connection, compiled.sql
        self._cursor = connection.cursor()
        self._changes = connection.changes
        self._reads = compiled.reads
        _compile(self._cursor, compiled)
        self.bind = make_binder(compiled, _encoder)
        self.run = (_reading if self._reads else _writing)(self._cursor, compiled.sql)

    def explain(self, values: Sequence[Value]) -> str:
        try:
            found = self._connection.execute(
                f"explain query plan {self._sql}",
                self.bind(values),  # type: ignore[arg-type]
            )
            return "\n".join(str(row[-1]) for row in found)
        except (apsw.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def affected(self, arrived: RawResult) -> int:
        return len(arrived) if self._reads else self._changes()  # type: ignore[arg-type]

    def close(self) -> None:
        self._cursor.close()


def _compile(cursor: apsw.Cursor, compiled: Compiled) -> None:
    """Have a statement compiled and cached; a tracer stops it before its first step."""
    cursor.exec_trace = _stop
    try:
        cursor.execute(compiled.sql, (None,) * len(compiled.slots))
    except apsw.ExecTraceAbort:
        pass
    except (apsw.Error, *DRIVER_FAULTS) as error:
        raise failed(error) from error
    cursor.exec_trace = None


def _stop(*_: object) -> bool:
    return False


def _reading(cursor: apsw.Cursor, sql: str) -> Callable[[Bound], RawResult]:
    """Rows are fetched inside the clock: SQLite makes them as they are fetched."""
    execute, fetchall = cursor.execute, cursor.fetchall

    def run(bound: Bound) -> RawResult:
        try:
            execute(sql, bound)  # type: ignore[arg-type]
            return fetchall()
        except (apsw.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    return run


def _writing(cursor: apsw.Cursor, sql: str) -> Callable[[Bound], RawResult]:
    execute = cursor.execute

    def run(bound: Bound) -> RawResult:
        try:
            execute(sql, bound)  # type: ignore[arg-type]
        except (apsw.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error
        return ()

    return run


def _placeholder(position: int, slot: Slot) -> str:
    del slot
    return f"?{position}"


def _encoder(kind: ValueType) -> Callable[[Any], Any]:
    return _ENCODERS.get(kind, _as_it_is)


def _as_it_is(value: Any) -> Any:
    return value


_ENCODERS: Mapping[ValueType, Callable[[Any], Any]] = {
    ValueType.DATE: value_text,
    ValueType.TIMESTAMP: value_text,
    ValueType.DECIMAL: float,
}


def _encoded_rows(columns: Mapping[str, ValueType], rows: Iterable[Row]) -> Iterable[Row]:
    """Rows as SQLite takes them."""
    encoders = [
        (place, _ENCODERS[kind]) for place, kind in enumerate(columns.values()) if kind in _ENCODERS
    ]
    return rows if not encoders else (_encoded(row, encoders) for row in rows)


def _encoded(row: Row, encoders: Sequence[tuple[int, Callable[[Any], Any]]]) -> Row:
    values = list(row)
    for place, encode in encoders:
        if values[place] is not None:
            values[place] = encode(values[place])
    return tuple(values)


def failed(error: Exception) -> StatementFailed:
    """An error with SQLite's own message, or that of a driver that could not do it."""
    if isinstance(error, apsw.FullError):
        return disk_full("SQLite", str(error))
    if isinstance(error, apsw.NoMemError):
        return memory_limit_reached()
    if not isinstance(error, apsw.Error):
        return driver_failed("SQLite", error)
    message = server_words(str(error), getattr(error, "extendedresult", type(error).__name__))
    return _error_class(error)(
        phrase("Statement failed"), phrase("SQLite says: {words}"), words=message
    )


def _error_class(error: Exception) -> type[StatementFailed]:
    if isinstance(error, apsw.BusyError):
        return TransactionConflict
    return NotPermitted if isinstance(error, _NOT_PERMITTED) else StatementFailed


_NOT_PERMITTED = (apsw.AuthError, apsw.PermissionsError, apsw.ReadOnlyError)
