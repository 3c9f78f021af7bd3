"""Attachments to Firebird, and its prepared statements."""

from __future__ import annotations

import atexit
import os
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from engines.base.late_imports import late_driver
from engines.base.result_size import FetchedStatement
from engines.contract.endpoint import Endpoint
from engines.contract.errors import (
    DRIVER_FAULTS,
    NotPermitted,
    StatementFailed,
    TransactionConflict,
    disk_full,
    driver_failed,
    says_disk_full,
    server_words,
)
from engines.contract.message import phrase
from engines.contract.session import (
    BUFFER,
    FLUSHED,
    READ,
    STORED,
    WRITTEN,
    Bound,
    EngineCounts,
    Prepared,
    RawResult,
    Row,
    Session,
)
from engines.platform.locks import lock
from engines.platform.private_files import open_private
from engines.sql.compilation import Compiled, Slot, compile_statement, make_binder
from engines.sql.statement import Encryptor, Statement, Value, ValueType

# Turns at entering and leaving the databases of embedded Firebird.
#
# Processes may work in one database side by side, but when one enters it just as another leaves or
# drops it, the engine (5.0.4) waits for itself and never comes back, or refuses. So one at a time
# enters and leaves; whoever is killed at it gives its turn back.


@contextmanager
def turn(endpoint: Endpoint) -> Iterator[None]:
    """Wait for the turn, where the engine runs inside the process; it lasts for the block.

    May be taken again inside. The engine's library has to be in use: it sets the folder.
    """
    folder = os.environ.get("FIREBIRD_LOCK")
    if not endpoint.in_process or folder is None or _held.turn:
        yield
        return
    handle = open_private(Path(folder) / "cipherbench-turn", os.O_RDWR)
    try:
        lock(handle)
        _held.turn = True
        yield
    finally:
        _held.turn = False
        os.close(handle)


class _Held(threading.local):
    turn = False


_held = _Held()


# What Firebird counts of one connection's work.

_ASKED = (
    "select d.mon$page_size, d.mon$pages, d.mon$page_buffers, i.mon$page_reads, i.mon$page_writes "
    "from mon$database d cross join mon$attachments a join mon$io_stats i "
    "on i.mon$stat_id = a.mon$stat_id where a.mon$attachment_id = current_connection"
)


def counted(fetch: Callable[[str], Iterable[Row]]) -> EngineCounts:
    """The engine's counters, read by `fetch`."""
    (row,) = fetch(_ASKED)
    page, pages, buffers, reads, writes = (float(str(each)) for each in row)
    return EngineCounts(
        {READ: reads * page, WRITTEN: writes * page, FLUSHED: writes},
        {STORED: pages * page, BUFFER: buffers * page},
    )


driver = late_driver("firebird.driver")

_END_OTHERS = (
    "delete from mon$attachments where mon$attachment_id <> current_connection "
    "and mon$system_flag = 0"
)
_IN_USE = 335544453
"""Number of `isc_obj_in_use` in Firebird's error table."""

_DROP_SECONDS = 10


class FirebirdSession(Session):
    """One attachment; every prepared statement has a cursor of its own."""

    engine = "firebird"
    index_named = "select 1 from rdb$indices where rdb$index_name = upper('{name}')"

    def __init__(self, connection: Any, endpoint: Endpoint) -> None:
        self._connection = connection
        self._endpoint = endpoint
        self._each: bytes | None = None
        _OPEN.add(self)

    def _prepare(self, statement: Statement, encryptor: Encryptor) -> Prepared:
        from engines.firebird.api_statement import packed_statement

        compiled = compile_statement(
            statement, encryptor, _placeholder, reusable=False, types=TYPES
        )
        try:
            cursor = self._connection.cursor()
            made = cursor.prepare(compiled.sql)
        except (driver.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error
        transaction = self._connection.main_transaction
        return packed_statement(made, transaction, compiled, failed) or DrivenPrepared(
            cursor, made, compiled
        )

    def execute(self, sql: str) -> None:
        self.fetch(sql)
        self.commit()

    def fetch(self, sql: str) -> list[Row]:
        try:
            cursor = self._connection.cursor()
            try:
                cursor.execute(sql)
                return list(cursor.fetchall()) if cursor.description else []
            finally:
                cursor.close()
        except (driver.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def ask(self, sql: str, *values: str) -> list[Row]:
        """Rows of one query with bound values (?), outside any clock.

        Raises: StatementFailed
        """
        try:
            cursor = self._connection.cursor()
            try:
                cursor.execute(sql, values)
                return list(cursor.fetchall())
            finally:
                cursor.close()
        except (driver.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def begin_reading(self) -> None:
        """Open a transaction that may only read, in which nothing changes."""
        reading = driver.TPB(
            isolation=driver.Isolation.SNAPSHOT, access_mode=driver.TraAccessMode.READ
        )
        self._begin(reading.get_buffer())

    creates_from_select = False

    def counted(self) -> EngineCounts:
        """What is monitored is as it was when the transaction began."""
        self.commit()
        counts = counted(self.fetch)
        self.commit()
        return counts

    piece_bytes = 32_704
    """Padding and a vector in front still fit a VARBINARY; a blob takes eight times as long."""

    def stored_bytes(self, tables: Sequence[str]) -> int | None:
        del tables
        ((size,),) = self.fetch("select mon$pages * mon$page_size from mon$database")
        return int(str(size))

    def clean_up(self, table: str) -> None:
        """Whoever reads a row takes away the versions that nobody sees any more."""
        self.commit()
        self.fetch(f"select count(*) from {table}")
        self.commit()

    def evaluate(self, write: Callable[[str], str], value: bytes) -> bytes:
        try:
            cursor = self._connection.cursor()
            try:
                cursor.stream_blob_threshold = len(value) + 65_536
                cursor.execute(f"select {write('cast(? as blob)')} from rdb$database", (value,))
                return bytes(cursor.fetchone()[0])
            finally:
                cursor.close()
        except (driver.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def commit_each(self) -> None:
        """One transaction that the engine itself commits after each statement and goes on with."""
        each = driver.TPB(
            isolation=driver.Isolation.READ_COMMITTED_RECORD_VERSION, auto_commit=True
        )
        self._each = each.get_buffer()
        self._begin(self._each)

    def begin(self) -> None:
        if self._each is None:
            self._begin()
            return
        self._end_transaction()
        self._begin(driver.tpb(driver.Isolation.READ_COMMITTED_RECORD_VERSION))

    def _begin(self, how: bytes | None = None) -> None:
        try:
            self._connection.begin(how)
        except (driver.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def commit(self) -> None:
        self._end_transaction()
        if self._each is not None:
            self._begin(self._each)

    def _end_transaction(self) -> None:
        try:
            if self._connection.main_transaction.is_active():
                self._connection.commit()
        except (driver.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def rollback(self) -> None:
        try:
            if self._connection.main_transaction.is_active():
                self._connection.rollback()
        except (driver.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def close(self) -> None:
        if not self._connection.is_closed():
            with suppress(driver.DatabaseError), turn(self._endpoint):
                self._connection.close()

    def checked_values(self, reading: str, checking: str) -> list[Value] | None:
        """The first column of a query; None where a second query finds nothing.

        The first is prepared before, and run after the second has been asked in a transaction of
        its own: what it was prepared for can then neither go nor become something else.
        """
        # Not made earlier: the driver would load the engine's library before it is told which.
        reading_only = driver.tpb(
            driver.Isolation.READ_COMMITTED, access_mode=driver.TraAccessMode.READ
        )
        manager = self._connection.transaction_manager(reading_only)
        try:
            with manager.cursor() as cursor:
                prepared = cursor.prepare(reading)
                if not self.fetch(checking):
                    return None
                return [value for (value,) in cursor.execute(prepared).fetchall()]
        except (driver.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error
        finally:
            with suppress(driver.DatabaseError):
                if manager.is_active():
                    manager.rollback()
                manager.close()

    def drop(self) -> None:
        """Drop the database this session is attached to, and end every other attachment to it.

        Raises: StatementFailed, if it is still in use after some seconds
        """
        deadline = time.monotonic() + _DROP_SECONDS
        while True:
            try:
                with turn(self._endpoint):
                    self.execute(_END_OTHERS)
                    self._connection.drop_database()
                return
            except (driver.Error, *DRIVER_FAULTS) as error:
                # Those that were ended leave in a while of their own.
                if _IN_USE not in _codes(error) or time.monotonic() > deadline:
                    raise failed(error) from error
            time.sleep(0.05)


class Administration(FirebirdSession):
    """A session without a database: Firebird has no administrative one."""

    def __init__(self) -> None:
        pass

    def close(self) -> None:
        pass


class DrivenPrepared(FetchedStatement):
    """One prepared statement on one cursor of the driver's, for the types that `packed` lacks."""

    engine = "Firebird"

    def __init__(self, cursor: Any, statement: Any, compiled: Compiled) -> None:
        self._cursor = cursor
        self._statement = statement
        self.bind = make_binder(compiled, lambda kind: _as_it_is)
        self.run = self._run
        self._execute = cursor.execute
        self._fetchall = cursor.fetchall
        self._reads = compiled.reads

    def _run(self, bound: Bound) -> Sequence[Row]:
        """Rows are fetched inside the clock: the engine makes them as they are fetched."""
        try:
            self._execute(self._statement, bound)
            return self._fetchall() if self._reads else ()
        except (driver.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def explain(self, values: Sequence[Value]) -> str:
        from engines.firebird.api_statement import plan_of

        return plan_of(self._statement)

    def affected(self, arrived: RawResult) -> int:
        if self._reads:
            return len(arrived)  # type: ignore[arg-type]
        try:
            return int(self._cursor.affected_rows)
        except (driver.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def close(self) -> None:
        with suppress(driver.DatabaseError):
            self._cursor.close()
        try:
            self._statement.free()
        except driver.DatabaseError:  # the server is gone: as it is collected it must not try again
            self._statement._istmt = None


_OPEN: weakref.WeakSet[FirebirdSession] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """Before the interpreter ends: the driver's own finalisers come too late for the engine."""
    for session in list(_OPEN):
        session.close()


def text_literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


OCTETS = "varchar({size}) character set octets"
"""The type of bytes, `size` at most: VARBINARY, in words that Firebird 3.0 knows as well."""


TYPES = {
    ValueType.TEXT: "varchar({size}) character set utf8",
    ValueType.INTEGER: "integer",
    ValueType.REAL: "double precision",
    ValueType.BOOLEAN: "boolean",
    ValueType.BYTES: OCTETS,
    ValueType.DATE: "date",
    ValueType.TIMESTAMP: "timestamp",
    ValueType.DECIMAL: "numeric({size}, {scale})",
}


def octets(size: int) -> str:
    """The type for up to `size` bytes."""
    return OCTETS.format(size=size)


def _as_it_is(value: Any) -> Any:
    return value


def _placeholder(position: int, slot: Slot) -> str:
    """An untyped place would be VARCHAR(64) OCTETS: bytes are therefore cast to their width."""
    del position
    return f"cast(? as {octets(slot.size)})" if slot.type is ValueType.BYTES else "?"


def failed(error: Exception) -> StatementFailed:
    if not isinstance(error, driver.Error):
        return driver_failed("Firebird", error)
    message = words_of(error)
    if says_disk_full(message):
        return disk_full("Firebird", message)
    codes = _codes(error)
    words = server_words(message, ", ".join(map(str, sorted(codes))))
    return _kind(codes)(phrase("Statement failed"), phrase("Firebird says: {words}"), words=words)


def _codes(error: Exception) -> frozenset[int]:
    return frozenset(getattr(error, "gds_codes", None) or ())


def _kind(codes: frozenset[int]) -> type[StatementFailed]:
    if codes & _CONFLICTS:
        return TransactionConflict
    return NotPermitted if codes & _NOT_PERMITTED else StatementFailed


_CONFLICTS = frozenset({335544336, 335544451})
"""Numbers of `isc_deadlock` and `isc_update_conflict`."""

_NOT_PERMITTED = frozenset({335544352, 335544788})
"""Numbers of `isc_no_priv` and `isc_adm_task_denied`."""


def words_of(error: Exception) -> str:
    lines = [line.strip("- ").rstrip(".") for line in str(error).splitlines() if line.strip("- ")]
    return ", ".join(dict.fromkeys(lines)) or type(error).__name__
