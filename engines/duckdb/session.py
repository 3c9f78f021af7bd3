"""Connections to DuckDB, and its statements.

DuckDB's client keeps a statement parsed, and plans it anew whenever it is run: only SQL's own
PREPARE would keep the plan, and its EXECUTE takes no bound values. So parsing alone is done before
the clock.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import duckdb

from engines.base.backup import Backup, Deadline
from engines.base.ownership import DATABASE_PREFIX, MARKER_TABLE
from engines.base.result_size import check_result, check_sample
from engines.contract.endpoint import Endpoint
from engines.contract.errors import (
    DRIVER_FAULTS,
    NotPermitted,
    StatementFailed,
    disk_full,
    driver_failed,
    memory_limit_reached,
    says_disk_full,
    server_words,
)
from engines.contract.message import phrase
from engines.contract.session import (
    BUFFER,
    STORED,
    Bound,
    EngineCounts,
    Prepared,
    RawResult,
    Row,
    Session,
)
from engines.duckdb import attached_files
from engines.duckdb.installation import FILES, TYPES
from engines.sql.compilation import Compiled, Slot, compile_statement, make_binder
from engines.sql.statement import Encryptor, Statement, Value, ValueType

# What a campaign's statements may not do in DuckDB though its configuration is locked.
#
# Functions switch logs and profiles on all the same. A file cannot be written so, but DuckDB's own
# error leaves a connection unusable, or ends the process when it closes. PRAGMA, SET and USE change
# how statements run, and where.

_TYPES = duckdb.StatementType
_PERMITTED = frozenset(
    {
        *(_TYPES.SELECT, _TYPES.INSERT, _TYPES.UPDATE, _TYPES.DELETE, _TYPES.MERGE_INTO),
        *(_TYPES.CREATE, _TYPES.ALTER, _TYPES.DROP, _TYPES.TRANSACTION),
        *(_TYPES.VACUUM, _TYPES.EXPLAIN),  # ANALYZE is a kind of VACUUM
    }
)
_SWITCHES = re.compile(
    "(?:en|dis)able_(?:logging|profil)|truncate_duckdb_logs|write_log|json_execute_serialized_sql",
    re.IGNORECASE,
)
"""In literals as well, since a function runs a text."""
_COMMENT = re.compile(r"/\*.*?\*/|--[^\n]*", re.DOTALL)
_RUNS_TEXT = re.compile(r'(\w+)?\W+query(?:_table)?["\s]*\(', re.IGNORECASE)
_TABLE_FOLLOWS = {"table", "exists", "into", "references", "on", "with"}


def check_confined(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Raises: NotPermitted, duckdb.Error"""
    found = connection.extract_statements(sql)
    bare = _COMMENT.sub(" ", sql)
    runs_text = any(
        (before or "").lower() not in _TABLE_FOLLOWS for before in _RUNS_TEXT.findall(bare)
    )
    if runs_text or _SWITCHES.search(sql) or any(each.type not in _PERMITTED for each in found):
        raise NotPermitted(
            phrase("Statement failed"),
            phrase("A campaign's statements only work in the tables of their own database."),
        )


_LOADED_AT_ONCE = 2000
_SELF_REFERENCES = """
    select 1 from duckdb_constraints() where database_name = current_database()
    and table_name = ? and referenced_table = table_name and constraint_type = 'FOREIGN KEY'"""
_INDEXES = """
    select index_name, sql from duckdb_indexes() where database_name = current_database()
    and table_name = ?"""
_SPILLING_MB = 1
_SPILLED_ROWS = 300_000
_LOGGED_ROWS = 1000
"""Of more, the values go straight to the file. One record in ten bears the marker."""


class DuckSession(Session):
    """A DuckDB with one file, which it holds until it is closed."""

    engine = "duckdb"
    index_named = (
        "select 1 from duckdb_indexes() where index_name = '{name}' "
        "and database_name = current_database()"
    )
    rows_at_once = 64

    def __init__(self, connection: duckdb.DuckDBPyConnection, *, confined: bool = False) -> None:
        """`confined` where statements of a campaign run."""
        self._connection, self._confined = connection, confined
        self._begun = False

    def _prepare(self, statement: Statement, encryptor: Encryptor) -> DuckPrepared:
        compiled = compile_statement(statement, encryptor, _placeholder, reusable=True, types=TYPES)
        self._check(compiled.sql)
        return DuckPrepared(self._connection, compiled)

    def _check(self, sql: str) -> None:
        if not self._confined:
            return
        try:
            check_confined(self._connection, sql)
        except duckdb.Error as error:
            raise failed(error) from error

    def execute(self, sql: str) -> None:
        self.fetch(sql)
        self.commit()

    def fetch(self, sql: str) -> list[Row]:
        self._check(sql)
        return self.ask(sql)

    def ask(self, sql: str, *values: Value) -> list[Row]:
        """Rows of one query with bound values (?), outside any clock.

        Raises: StatementFailed
        """
        try:
            return self._connection.execute(sql, list(values)).fetchall()
        except (duckdb.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def evaluate(self, write: Callable[[str], str], value: bytes) -> bytes:
        [(given,)] = self.ask(f"select {write('?::blob')}", value)
        assert isinstance(given, bytes)
        return given

    def flush(self) -> None:
        self.ask("checkpoint")

    def write_everywhere(self, table: str, column: str) -> None:
        """Compressed, a value could not be found. A checkpoint empties the log, so that the column
        is written once more; what it spills stays as long as its table does."""
        self.ask("set force_compression = 'uncompressed'")
        self.flush()
        self.fetch(f"create table once_more as select {column} from {table} limit {_LOGGED_ROWS}")
        text = f"select current_setting('memory_limit'), (select count(*) from {table})"
        [(limit, rows)] = self.fetch(text)
        times = max(1, _SPILLED_ROWS // max(1, int(str(rows))))
        self.fetch(f"create temp table spilled as select {column} from {table}, range({times})")
        self.ask(f"set memory_limit = '{_SPILLING_MB}MB'")
        self.ask(f"set memory_limit = '{limit!s}'")

    def counted(self) -> EngineCounts:
        [(limit,)] = self.fetch("select value from duckdb_settings() where name = 'memory_limit'")
        status = {BUFFER: float(in_bytes(str(limit)))}
        if (size := self.stored_bytes(())) is not None:
            status[STORED] = float(size)
        return EngineCounts({}, status)

    def stored_bytes(self, tables: Sequence[str]) -> int | None:
        """Blocks of the file in use; what the log alone has until a checkpoint is not in them."""
        del tables
        [(size,)] = self.fetch(
            "select used_blocks * block_size from pragma_database_size() "
            "where database_name = current_database()"
        )
        return int(str(size)) or None

    def swap_tables(self, table: str, new: str, old: str) -> None:
        """DuckDB renames no table that has indexes: those of `table` are dropped, and those of
        `new` made again, in the same transaction."""
        self.begin()
        indexes = {each: self.ask(_INDEXES, each) for each in (table, new)}
        for name, _ in itertools.chain(*indexes.values()):
            self.fetch(f"drop index {name!s}")
        self.fetch(f"alter table {table} rename to {old}")
        self.fetch(f"alter table {new} rename to {table}")
        for _, sql in indexes[new]:
            self.fetch(str(sql).replace(f" ON {new}(", f" ON {table}(", 1))
        self.commit()

    def clean_up(self, table: str) -> None:
        del table
        self.flush()

    def begin(self) -> None:
        self.fetch("begin")
        self._begun = True

    def commit(self) -> None:
        if self._begun:
            self._begun = False
            self.fetch("commit")

    def rollback(self) -> None:
        if self._begun:
            self._begun = False
            self.fetch("rollback")

    def load(self, table: str, columns: Mapping[str, ValueType], rows: Iterable[Row]) -> None:
        """A JSON text of columns, which DuckDB takes apart: bound each by itself, or in a list, a
        value takes eight times as long."""
        kinds = tuple(columns.values())
        places = ", ".join(itertools.starmap(_from_column, enumerate(kinds, 1)))
        text = (
            "with given as materialized (select from_json($1, '[[\"varchar\"]]') as of_column) "
            f"insert into {table} ({', '.join(columns)}) select {places} from given"
        )
        try:
            parsed = _single(self._connection, text)
            # A row finds no other that comes by the same statement.
            to_itself = self.ask(_SELF_REFERENCES, table)
            for some in itertools.batched(rows, 1 if to_itself else _LOADED_AT_ONCE):
                given = map(_written_column, kinds, zip(*some, strict=True))
                self._connection.execute(parsed, [json.dumps(list(given))])
        except (duckdb.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def take(self, other: DuckSession) -> None:
        """Go on with the connection of another session, which is not used any more."""
        self._connection, self._confined = other._connection, other._confined
        self._begun = False

    def close(self) -> None:
        """A last checkpoint that fails leaves the log to the next one."""
        with suppress(duckdb.Error):
            self._connection.close()


class LentSession(DuckSession):
    """One that leaves its DuckDB to the next: starting one takes ten times as long as opening a
    file."""

    def close(self) -> None:
        with suppress(duckdb.Error):
            attached_files.detach(self._connection)


_PREPARABLE = (_TYPES.SELECT, _TYPES.INSERT, _TYPES.UPDATE, _TYPES.DELETE)


class DuckPrepared(Prepared):
    """A statement that was parsed and, unless it makes a table, planned once to see that it can
    be."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, compiled: Compiled) -> None:
        self._connection, self._sql, self._reads = connection, compiled.sql, compiled.reads
        self.bind = make_binder(compiled, _encoder)
        try:
            text = _single(connection, compiled.sql)
            if text.type in _PREPARABLE:
                connection.execute(f"prepare looked_at as {compiled.sql}")
                connection.execute("deallocate looked_at")
        except (duckdb.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error
        self.run = (_reading if self._reads else _writing)(connection, text)

    def check_outcome(self, arrived: RawResult) -> RawResult:
        if self._reads:
            check_sample("DuckDB", arrived)  # type: ignore[arg-type]
        return arrived

    def rows(self, arrived: RawResult) -> Sequence[Row]:
        rows: Sequence[Row] = arrived if self._reads else ()  # type: ignore[assignment]
        check_result("DuckDB", rows)
        return rows

    def affected(self, arrived: RawResult) -> int:
        if self._reads:
            return len(arrived)  # type: ignore[arg-type]
        row = self._connection.fetchone()
        return int(row[0]) if row else 0

    def explain(self, values: Sequence[Value]) -> str:
        try:
            self._connection.execute(f"explain {self._sql}", self.bind(values))
            return "\n".join(str(row[-1]) for row in self._connection.fetchall())
        except (duckdb.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    def close(self) -> None:
        """There is nothing that outlives the connection."""


def _single(connection: duckdb.DuckDBPyConnection, sql: str) -> duckdb.Statement:
    """Raises: StatementFailed, duckdb.Error"""
    found = connection.extract_statements(sql)
    if len(found) != 1:
        raise StatementFailed(
            phrase("Statement failed"),
            phrase("DuckDB takes one statement at a time, not {count}."),
            count=len(found),
        )
    return found[0]


def _reading(
    connection: duckdb.DuckDBPyConnection, text: duckdb.Statement
) -> Callable[[Bound], RawResult]:
    """Rows are fetched inside the clock: DuckDB makes them as they are fetched."""
    execute, fetchall = connection.execute, connection.fetchall

    def run(bound: Bound) -> RawResult:
        try:
            execute(text, bound)
            return fetchall()
        except (duckdb.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error

    return run


def _writing(
    connection: duckdb.DuckDBPyConnection, text: duckdb.Statement
) -> Callable[[Bound], RawResult]:
    execute = connection.execute

    def run(bound: Bound) -> RawResult:
        try:
            execute(text, bound)
        except (duckdb.Error, *DRIVER_FAULTS) as error:
            raise failed(error) from error
        return ()

    return run


def _placeholder(position: int, slot: Slot) -> str:
    del slot
    return f"${position}"


def _encoder(kind: ValueType) -> Callable[[Any], Any]:
    del kind
    return _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _from_column(place: int, kind: ValueType) -> str:
    """Values of a column of texts; a decimal has as many digits as there may be here, and its
    column rounds it."""
    if kind is ValueType.BYTES:
        return f"unhex(unnest(of_column[{place}]))"
    return f"unnest(of_column[{place}]::{TYPES[kind].format(size=38, scale=10)}[])"


def _written_column(kind: ValueType, values: Iterable[Any]) -> list[str | None]:
    """Texts that DuckDB reads the same values from."""
    write = bytes.hex if kind is ValueType.BYTES else str
    return [None if value is None else write(value) for value in values]


_FILES_BOUND = "max_temp_directory_size"
"""In DuckDB's words on temporary files that would take more; their class is that of memory."""

_UNITS = {"bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}


def in_bytes(text: str) -> int:
    """“18.8 GiB” in bytes."""
    number, _, unit = text.partition(" ")
    return int(float(number) * _UNITS[unit])


def failed(error: Exception) -> StatementFailed:
    """An error with DuckDB's own message, or that of a driver that could not do it."""
    if not isinstance(error, duckdb.Error):
        return driver_failed("DuckDB", error)
    text = str(error)
    if says_disk_full(text) or _FILES_BOUND in text:
        return disk_full("DuckDB", text)
    if isinstance(error, duckdb.OutOfMemoryException):
        return memory_limit_reached()
    words = server_words(text, type(error).__name__)
    kind = NotPermitted if isinstance(error, duckdb.PermissionException) else StatementFailed
    return kind(phrase("Statement failed"), phrase("DuckDB says: {words}"), words=words)


# Backups by EXPORT DATABASE and IMPORT DATABASE: a folder with a text file of each table, also of
# a database whose file is encrypted.


class DuckBackup(Backup):
    @contextmanager
    def session_detached(
        self, session: Session, endpoint: Endpoint, database: str
    ) -> Iterator[None]:
        """A file is open once: the session goes on with another connection afterwards."""
        assert isinstance(session, DuckSession)
        session.close()
        try:
            yield
        finally:
            connection = attached_files.open_file(FILES.path_of(endpoint, database), endpoint)
            session.take(DuckSession(connection, confined=endpoint.confined))

    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        with _opened(endpoint, database) as connection:
            connection.execute(
                f"export database {attached_files.ALIAS} to {attached_files.quoted(file)}"
            )

    def restore(self, endpoint: Endpoint, database: str, file: Path) -> None:
        with _opened(endpoint, database) as connection:
            connection.execute(f"drop table {MARKER_TABLE}")  # the backup has one
            connection.execute(f"import database {attached_files.quoted(file)}")
            identifier = database.removeprefix(DATABASE_PREFIX)
            connection.execute(f"update {MARKER_TABLE} set id = ?", [identifier])
            connection.execute(f"checkpoint {attached_files.ALIAS}")


@contextmanager
def _opened(endpoint: Endpoint, database: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database by a DuckDB that reaches other files as well.

    Raises: ProgramFailed, ServerUnavailable, StatementFailed
    """
    path = FILES.path_of(endpoint, database)
    with closing(attached_files.alone({"temp_directory": f"{path}.tmp"})) as connection:
        attached_files.attach(connection, path, endpoint.storage)
        try:
            with Deadline("DuckDB").interrupting(connection.interrupt):
                yield connection
        except duckdb.Error as error:
            raise failed(error) from error
