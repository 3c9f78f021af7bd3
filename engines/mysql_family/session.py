"""Connections, and prepared statements that the server keeps."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from engines.base.late_imports import late_driver
from engines.base.result_size import check_result
from engines.contract.errors import DRIVER_FAULTS, StatementFailed
from engines.contract.session import Bound, EngineCounts, Prepared, RawResult, Row, Session, Sizes
from engines.mysql_family.innodb_counters import Phases, Stages, cheap_counters
from engines.mysql_family.native_statement import PackedStatement, can_pack
from engines.mysql_family.session_settings import SessionSettings
from engines.mysql_family.statement_errors import failed, refused
from engines.mysql_family.table_prefix import PrefixedTables
from engines.sql.compilation import Compiled, Slot, compile_statement, make_binder
from engines.sql.statement import Encryptor, Statement, Value, ValueType

mariadb = late_driver("mariadb")

TYPES = {
    ValueType.TEXT: "varchar({size})",
    ValueType.INTEGER: "integer",
    ValueType.REAL: "double",
    ValueType.BOOLEAN: "boolean",
    ValueType.BYTES: "varbinary({size})",
    ValueType.DATE: "date",
    ValueType.TIMESTAMP: "datetime(3)",
    ValueType.DECIMAL: "decimal({size}, {scale})",
}
"""The types of columns."""

_CASTS = {**TYPES, ValueType.INTEGER: "signed"}
"""TYPES as CAST spells them."""

_PURGE_LOOK_SECONDS, _PURGE_STEADY, _PURGE_LOOKS = 0.1, 30, 1200
"""How often it is looked whether all is purged, how many looks alike say that no more will be, and
how many there are at most."""


class FamilySession(Session):
    """One connection; every prepared statement has a binary cursor of its own."""

    whole_number = "signed"
    hmac_sha256 = (
        "unhex(sha2(concat(x'{outer}', "
        "unhex(sha2(concat(x'{inner}', cast({value} as binary)), 256))), 256))"
    )
    index_named = (
        "select 1 from information_schema.statistics "
        "where table_schema = database() and index_name = '{name}'"
    )

    title: ClassVar[str]
    """What its engine is called."""
    thread_query: ClassVar[str]
    """The query for the identifier of its thread in the system."""
    server_id_query: ClassVar[str]
    """The query for an identifier of the server that any of its users may read, and that a
    restart does not change."""
    busy_connections_query: ClassVar[str]
    """The query for connections that work in a database (?)."""
    settings: ClassVar[SessionSettings]
    """What its sessions set at their beginning."""
    rights_to_itself: ClassVar[tuple[str, ...]] = ()
    """What a login of one database is granted elsewhere, to be told of its own connection."""
    tablespaces: ClassVar[str]
    """Its table of them in information_schema."""
    stages: ClassVar[Stages]
    """How its profile tells phases apart."""

    @property
    def comments_databases(self) -> bool:
        return False

    rows_at_once = 32
    counts_all = True

    def __init__(self, connection: Any, tables: PrefixedTables | None = None) -> None:
        """`tables` where they stand for a database of ours."""
        self._connection = connection
        self._tables = tables
        self._prepared = 0
        self._phases = Phases(self.stages)

    @cached_property
    def thread(self) -> int | None:  # type: ignore[override]
        """A thread of a pool serves many, and is told as 0."""
        with suppress(StatementFailed):
            return int(str(self.fetch(self.thread_query)[0][0])) or None
        return None

    def _prepare(self, statement: Statement, encryptor: Encryptor) -> FamilyPrepared:
        compiled = compile_statement(
            statement, encryptor, _placeholder, reusable=False, types=_CASTS
        )
        compiled = replace(compiled, sql=self._placed(compiled.sql))
        self._prepared += 1
        try:
            return FamilyPrepared(
                self._connection, self.title, f"cipherbench_{self._prepared}", compiled
            )
        except (mariadb.Error, *DRIVER_FAULTS) as error:
            raise failed(error, self.title) from error

    def _placed(self, sql: str) -> str:
        return sql if self._tables is None else self._tables.statement(sql)

    def _table(self, name: str) -> str:
        """What a table of ours is called in the database."""
        return name if self._tables is None else self._tables.name(name)

    def execute(self, sql: str) -> None:
        self.fetch(sql)

    def fetch(self, sql: str) -> list[Row]:
        return self._fetch(self._placed(sql))

    def _fetch(self, sql: str) -> list[Row]:
        try:
            cursor = self._connection.cursor()
            try:
                cursor.execute(sql)
                return list(cursor.fetchall()) if cursor.description else []
            finally:
                cursor.close()
        except (mariadb.Error, *DRIVER_FAULTS) as error:
            raise failed(error, self.title) from error

    def ask(self, sql: str, *values: str) -> list[Row]:
        """Rows of one query with bound values (?), outside any clock.

        Raises: StatementFailed
        """
        return self._asked(sql, values)[1]

    def column(self, sql: str, name: str) -> list[Value]:
        """One column, by its name, of a query's rows.

        Raises: StatementFailed
        """
        described, rows = self._asked(sql, ())
        names = [name for name, _, _ in described]
        at = [each.lower() for each in names].index(name.lower()) if rows else 0
        return [row[at] for row in rows]

    def described(self, sql: str) -> list[tuple[str, int, int]]:
        """Name, type and flags, as the protocol counts them, of the columns that a query gives.

        Raises: StatementFailed
        """
        return self._asked(sql, ())[0]

    def _asked(
        self, sql: str, values: Sequence[str]
    ) -> tuple[list[tuple[str, int, int]], list[Row]]:
        sql = self._placed(sql)
        try:
            cursor = self._connection.cursor()
            try:
                cursor.execute(sql, tuple(values))
                columns = cursor.description or ()
                described = [(str(each[0]), int(each[1]), int(each[7])) for each in columns]
                return described, list(cursor.fetchall()) if described else []
            finally:
                cursor.close()
        except (mariadb.Error, *DRIVER_FAULTS) as error:
            raise failed(error, self.title) from error

    def place(self) -> str:
        """What tells this server from others."""
        return str(self.fetch(self.server_id_query)[0][0])

    def database(self) -> str:
        """Name of the current database."""
        return str(self.fetch("select database()")[0][0])

    @property
    def server_version(self) -> int:
        """As the client library counts: 101119 for 10.11.19."""
        return int(self._connection.server_version)

    @staticmethod
    def quoted(name: str) -> str:
        return "`" + name.replace("`", "``") + "`"

    def literal(self, text: str) -> str:
        """A text as a literal, whatever the server takes a backslash for."""
        return f"'{self._connection.escape_string(text)}'"

    @cached_property
    def piece_bytes(self) -> int:  # type: ignore[override]
        """What fits the server's longest packet beside the rest of a statement."""
        packet = int(str(self.fetch("select @@max_allowed_packet")[0][0]))
        return min(Session.piece_bytes, packet // 2)

    @abstractmethod
    def identified_clause(self, password: str) -> str:
        """What follows IDENTIFIED in CREATE USER: a random password, by its hash where the server
        takes one."""

    def evaluate(self, write: Callable[[str], str], value: bytes) -> bytes:
        try:
            cursor = self._connection.cursor(binary=True)
            try:
                cursor.execute(f"select {write('?')}", (value,))
                return bytes(cursor.fetchone()[0])
            finally:
                cursor.close()
        except (mariadb.Error, *DRIVER_FAULTS) as error:
            raise failed(error, self.title) from error

    def flush(self) -> None:
        """FLUSH TABLES … FOR EXPORT writes a table's changed pages and waits for it; it takes a
        privilege."""
        names = self.fetch(
            "select table_name from information_schema.tables "
            "where table_schema = database() and engine = 'InnoDB' and table_type = 'BASE TABLE' "
            f"and left(table_name, char_length({self._beginning})) = {self._beginning}"
        )
        admin = self._administering()
        admin.execute(
            f"flush tables {', '.join(self.quoted(str(name)) for (name,) in names)} for export"
        )
        admin.execute("unlock tables")

    @property
    def _beginning(self) -> str:
        """What names of our tables begin with, as a literal."""
        return self.literal("" if self._tables is None else self._tables.prefix)

    def stored_bytes(self, tables: Sequence[str]) -> int | None:
        names = ", ".join(self.literal(self._table(each)) for each in tables)
        ((size,),) = self.fetch(
            "select sum(data_length + index_length) from information_schema.tables "
            f"where table_schema = database() and table_name in ({names})"
        )
        return None if size is None else int(str(size))

    def sizes(self, table: str) -> Sizes:
        """Rows lie in the index of the primary key."""
        self.fetch(f"analyze local table {table}")  # else it tells what it knew before
        ((rows, indexes),) = self.fetch(
            "select data_length, index_length from information_schema.tables "
            f"where table_schema = database() and table_name = {self.literal(self._table(table))}"
        )
        return Sizes(int(str(rows)), int(str(indexes)))

    def clean_up(self, table: str) -> None:
        """InnoDB purges by itself, all tables alike: it is waited for until nothing is left, or it
        gets no further, as where another transaction still reads what is to go."""
        del table
        fetch = self._administering().fetch
        left = deque([self._counted(fetch).left], maxlen=_PURGE_STEADY)
        for _ in range(_PURGE_LOOKS):
            if not left[-1] or (len(left) == _PURGE_STEADY and len(set(left)) == 1):
                break
            time.sleep(_PURGE_LOOK_SECONDS)
            left.append(self._counted(fetch).left)

    def rewrite(self, table: str) -> None:
        self.execute(f"alter table {table} force")

    def swap_tables(self, table: str, new: str, old: str) -> None:
        """RENAME TABLE swaps both at once; ALTER TABLE, as elsewhere, would end the transaction."""
        named, filled, replaced = (self.quoted(self._table(each)) for each in (table, new, old))
        self._fetch(f"rename table {named} to {replaced}, {filled} to {named}")

    def counted(self) -> EngineCounts:
        """From the first time on the server keeps the phases of each statement, too."""
        phases = self._phases
        if phases.phase_seconds:
            phases.read(self.fetch)
        found = self._counted(self._administering().fetch)
        if not phases.phase_seconds:
            with suppress(StatementFailed):
                phases.begin(self.fetch)
        return replace(found, growing={**found.growing, **phases.phase_seconds})

    def cheap_counters(self) -> dict[str, float]:
        return cheap_counters(self._administering().fetch, self.tablespaces)

    def _administering(self) -> Session:
        """The connection for what takes more rights, in the same database."""
        admin = self.administration
        if admin is not self and admin is not self._entered:
            admin.execute(f"use {self.quoted(self.database())}")
            self._entered = admin
        return admin

    _entered: Session | None = None

    @abstractmethod
    def _counted(self, fetch: Callable[[str], list[Row]]) -> EngineCounts:
        """What InnoDB has counted, and how it is arranged."""

    def begin(self) -> None:
        self.fetch("start transaction")

    def commit(self) -> None:
        try:
            self._connection.commit()
        except (mariadb.Error, *DRIVER_FAULTS) as error:
            raise failed(error, self.title) from error

    def rollback(self) -> None:
        self.fetch("rollback")

    def close(self) -> None:
        self.lease.close()
        # Closed before, or the server is gone: either way nothing is left to free.
        with suppress(mariadb.Error):
            self._connection.close()


class FamilyPrepared(Prepared):
    """A statement that the server prepares once.

    With parameters the driver's binary cursor keeps it. Most values are packed before they are
    bound (`engines.mysql_family.native_statement`). Dates and very long values the driver binds:
    the cursor's public `execute` parks the statement in a cache and takes it out again each time,
    which costs as much as the server's whole answer, so after the first time the two calls that
    `execute` ends in are made directly.

    A statement without parameters the driver would always send as text, so that the server parses
    it again each time: where it cannot be packed it is prepared by PREPARE and run by EXECUTE. Its
    rows come by the text protocol, of which `_rows_let_go` cannot free any: `_initresult` would end
    the result itself. So 44 bytes stay with each value, as long as the worker lives.
    """

    def __init__(self, connection: Any, title: str, name: str, compiled: Compiled) -> None:
        self._connection = connection
        self._title = title
        self._asked = self._sql = compiled.sql
        self._name = ""
        self._use(connection.cursor(binary=True))
        self._short_run: Callable[[Bound], RawResult] | None = None
        self._can_keep = all(map(self._has, _KEEPING))
        self._reads = compiled.reads
        self.bind = self._values_of = make_binder(compiled, lambda kind: _as_it_is)
        self.run = self._run
        if not (self._can_keep and self._pack(compiled)) and not compiled.slots:
            self._prepare_as_text(name)

    def _use(self, cursor: Any) -> None:
        self._cursor, self._execute = cursor, cursor.execute

    def _pack(self, compiled: Compiled) -> bool:
        """Whether the statement runs without the driver's `execute` from now on."""
        if not can_pack(compiled):
            return False
        short = self._short_way()
        packed = PackedStatement(self._cursor, compiled, self._values_of, short, self._failed)
        if self._reads and not self._cursor.field_count:  # RETURNING, of MariaDB
            if compiled.slots:
                self.run = self._short_run = short
            return False
        self.bind, self.run = packed.bind, packed.run
        self.native = packed.native(self._reads, self._title)
        return True

    def _prepare_as_text(self, name: str) -> None:
        self._cursor.close()
        self._use(self._connection.cursor(binary=False))
        text = self._connection.escape_string(self._asked)
        self._execute(f"prepare {name} from '{text}'")
        self._name, self._sql, self._can_keep = name, f"execute {name}", False

    def _run(self, bound: Bound) -> RawResult:
        """The cursor is buffered: when this returns, the whole result is here."""
        if self._short_run is not None:
            return self._short_run(bound)
        try:
            self._execute(self._sql, bound)
        except (mariadb.Error, *DRIVER_FAULTS) as error:
            raise failed(error, self._title) from error
        if self._can_keep:
            self.run = self._short_run = self._short_way()
        return None

    def _short_way(self) -> Callable[[Bound], RawResult]:
        cursor, title = self._cursor, self._title
        cursor._reprepare = False
        execute, take_result = cursor._execute_binary, cursor._initresult

        def run(bound: Bound) -> RawResult:
            cursor._data = bound
            try:
                execute()
                return take_result()
            except (mariadb.Error, *DRIVER_FAULTS) as error:
                raise failed(error, title) from error

        return run

    def _failed(self, number: int, words: str) -> StatementFailed:
        return refused(number, words, self._title)

    def _has(self, name: str) -> bool:
        return hasattr(self._cursor, name)

    def rows(self, arrived: RawResult) -> Sequence[Row]:
        if not self._reads:
            return ()
        if self._can_keep and self._cursor.rowcount > 1:
            rows: Sequence[Row] = self._rows_let_go()
        else:
            try:
                rows = self._cursor.fetchall()
            except (mariadb.Error, *DRIVER_FAULTS) as error:
                raise failed(error, self._title) from error
        check_result(self._title, rows)
        return rows

    def _rows_let_go(self) -> list[Row]:
        """Rows one after another, with a call between two of them that lets go of the values of the
        one before.

        Connector/Python 2.0 keeps a reference to each value that it gives and forgets those of the
        row before when it takes the next one (`field_fetch_callback` in its mariadb_codecs.c), so
        that only the last row of a result is ever freed: 53 bytes were lost with each value. Of an
        unbuffered cursor `_initresult` does no more than to free them. To open rows takes 3 %
        longer by it; a result of one row comes as before.
        """
        cursor, rows = self._cursor, []
        take, let_go = cursor.next, cursor._initresult
        cursor.buffered = False  # what it has fetched stays where it is
        try:
            while (row := take()) is not None:
                rows.append(row)
                let_go()
        except (mariadb.Error, *DRIVER_FAULTS) as error:
            raise failed(error, self._title) from error
        finally:
            cursor.buffered = True
            self._connection._active_streaming_result = None
        return rows

    def explain(self, values: Sequence[Value]) -> str:
        try:
            cursor = self._connection.cursor()
            try:
                cursor.execute(f"explain {self._asked}", tuple(self._values_of(values)))
                names = [str(each[0]) for each in cursor.description or ()]
                return "\n".join(_plan_line(names, row) for row in cursor.fetchall())
            finally:
                cursor.close()
        except (mariadb.Error, *DRIVER_FAULTS) as error:
            raise failed(error, self._title) from error

    def affected(self, arrived: RawResult) -> int:
        return max(0, int(self._cursor.rowcount))

    def close(self) -> None:
        if self._name:
            self._execute(f"deallocate prepare {self._name}")
        self.close_native()
        self.run = self._run
        self._cursor.close()


def _plan_line(names: Sequence[str], row: Sequence[object]) -> str:
    """What one row of EXPLAIN tells, each with its column's name where there are several."""
    if len(names) == 1:
        return str(row[0])
    pairs = zip(names, row, strict=True)
    return "  ".join(f"{name}: {value}" for name, value in pairs if value not in (None, ""))


_KEEPING = (
    *("_set_statement", "_prepare_stmt_only", "_detach_stmt", "_attach_stmt"),
    *("_data", "_reprepare", "_execute_binary", "_initresult", "next", "buffered"),
)
"""What Connector/Python 2.0 prepares by, what its `execute` ends in, and what rows are taken by one
at a time."""


def _as_it_is(value: Any) -> Any:
    return value


def _placeholder(position: int, slot: Slot) -> str:
    del position, slot
    return "?"
