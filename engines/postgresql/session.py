"""Connections to PostgreSQL, and its prepared statements."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from socket import socket
from typing import TYPE_CHECKING

from engines.base.late_imports import late_driver
from engines.contract.endpoint import UNNAMED_POOLER
from engines.contract.errors import (
    DRIVER_FAULTS,
    NotPermitted,
    StatementFailed,
    TransactionConflict,
    disk_full,
    driver_failed,
    memory_limit_reached,
    result_too_large,
    says_disk_full,
)
from engines.contract.limits import RESULT_BYTES, ROW_BYTES
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.session import (
    BUFFER,
    EXECUTED,
    FLUSHED,
    LOGGED,
    PARSED,
    PLANNED,
    READ,
    STORED,
    WRITTEN,
    Bound,
    Call,
    EngineCounts,
    Prepared,
    RawResult,
    Row,
    Session,
    Sizes,
)
from engines.postgresql.binary_values import loader_of
from engines.postgresql.native.statement import FailedResult, native_statement, result_bytes, tls_of
from engines.postgresql.server_messages import CONFLICTS, words, words_of
from engines.sql.compilation import Compiled, Slot, compile_statement, make_binder
from engines.sql.schema import named_type
from engines.sql.statement import Encryptor, Statement, Value, ValueType
from engines.sql.value_encoding import value_text

if TYPE_CHECKING:
    import psycopg
    from psycopg.errors import Diagnostic
else:
    psycopg = late_driver("psycopg")

# Parsing, planning and executing of a session's statements, as PostgreSQL tells them apart.

_PHASES = {"parse": PARSED, "bind": PLANNED, "execute": EXECUTED}
"""A statement is planned when its values are bound. What it gives is sent while it is executed."""

_REPORTED = re.compile(r"duration: ([0-9.]+) ms  (parse|bind|execute) ")

_SETTINGS = (
    "lc_messages = 'C'",
    "log_parameter_max_length = 0",
    "log_min_messages = fatal",  # what is said of statements goes to us, and into no log
    "client_min_messages = log",
    "log_min_duration_statement = 0",
)


class Phases:
    """Seconds so far of each; a session has to `listen` first, which takes a privilege."""

    def __init__(self) -> None:
        self.phase_seconds: dict[str, float] = {}

    def listen(self, fetch: Callable[[str], Iterable[Row]]) -> None:
        """From now on the server tells us of every statement of the session.

        Raises: StatementFailed where the user may not ask for it
        """
        for setting in _SETTINGS:
            fetch(f"set {setting}")
        self.phase_seconds = dict.fromkeys(_PHASES.values(), 0.0)

    def hear(self, notice: Diagnostic) -> None:
        """What the server says of a statement, which stands behind the figure and is not kept."""
        found = _REPORTED.match(notice.message_primary or "")
        if found and self.phase_seconds:
            self.phase_seconds[_PHASES[found[2]]] += float(found[1]) / 1000


# What PostgreSQL counts of its work.

_IO_SINCE, _BYTES_SINCE = 160_000, 180_000
"""Server versions that added pg_stat_io, and bytes to it."""

_OTHERWISE = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), pg_lsn '0/0')::bigint"

_STATUS = (
    "select pg_database_size(current_database())::bigint, (select setting::bigint * 8192 "
    "from pg_settings where name = 'shared_buffers')"
)


def counted(fetch: Callable[[str], Iterable[Row]], version: int) -> EngineCounts:
    """Asked by `fetch`, of a server of that version. Bytes of pages are all processes', which tell
    of them now and then; what goes to the log is told apart, and is part of what is written."""
    growing = _growing(fetch, version)
    ((size, buffer),) = fetch(_STATUS)
    return EngineCounts(growing, {STORED: float(str(size)), BUFFER: float(str(buffer))})


def _growing(fetch: Callable[[str], Iterable[Row]], version: int) -> dict[str, float]:
    ((logged,),) = fetch(_OTHERWISE)
    log = float(str(logged))
    if version < _IO_SINCE:
        return {LOGGED: log}
    fetch("select 1 from pg_stat_force_next_flush()")
    fetch("select 1 from pg_stat_clear_snapshot()")
    columns = "read_bytes", "write_bytes"
    if version < _BYTES_SINCE:
        columns = "reads * op_bytes", "writes * op_bytes"
    read, written = (f"coalesce(sum({each}), 0)::bigint" for each in columns)
    ((r, w),) = fetch(f"select {read}, {written} from pg_stat_io where object = 'relation'")
    pages = float(str(w))
    return {READ: float(str(r)), WRITTEN: pages + log, LOGGED: log, FLUSHED: pages // 8192}


TYPES = {
    ValueType.TEXT: "text",
    ValueType.INTEGER: "integer",
    ValueType.REAL: "double precision",
    ValueType.BOOLEAN: "boolean",
    ValueType.BYTES: "bytea",
    ValueType.DATE: "date",
    ValueType.TIMESTAMP: "timestamp(3)",
    ValueType.DECIMAL: "numeric({size}, {scale})",
}


_EMPTY_QUERY, _COMMAND_OK, _TUPLES_OK = range(3)
"""`ExecStatusType` of libpq-fe.h. Plain integers: comparing with the enumeration's members would
cost more than the check is worth, and psycopg is loaded only by who connects."""
_FINE = frozenset((_EMPTY_QUERY, _COMMAND_OK, _TUPLES_OK))


class PostgresSession(Session):
    """A psycopg connection for ordinary work, its libpq connection for timed work."""

    engine = "postgresql"

    rows_at_once = 32
    counts_all = True
    hmac_sha256 = "sha256('\\x{outer}'::bytea || sha256('\\x{inner}'::bytea || {value}))"
    index_named = (
        "select 1 from pg_indexes where schemaname = current_schema() and indexname = '{name}'"
    )

    def __init__(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        self.connection = connection
        self._pgconn = connection.pgconn
        self._prepared = 0
        self._phases: Phases | None = None
        self.catalog_only = False
        """Whether `ask` and `fetch` find nothing but what is PostgreSQL's own: each is then a
        transaction of its own, as a SET behind a pooler would reach others."""
        self.comment = ""
        """Ends each prepared statement where the server counts it among the user's. One in front
        is cut off from PostgreSQL 18 on."""

    @property
    def thread(self) -> int | None:  # type: ignore[override]
        return None if self.is_pooled else self._pgconn.backend_pid

    @property
    def tls(self) -> str:
        """Version and cipher of our end, which behind a pooler is not the server's (pg_stat_ssl);
        empty without TLS."""
        return tls_of(self._pgconn) if self._pgconn.ssl_in_use else ""

    @property
    def is_pooled(self) -> bool:
        return bool(self.pooler)

    @property
    def pooler(self) -> str:
        """What is known of a pooler that answers: one that numbers its sessions by itself, or
        Pgpool-II, which waits forever when the server tells of each statement. Empty where the
        server answers."""
        ((there, port),) = self.fetch(
            "select pg_catalog.pg_backend_pid(), pg_catalog.inet_client_port()"
        )
        if there != self._pgconn.backend_pid:
            return UNNAMED_POOLER
        return self._pgpool if port != self._own_port else ""

    @property
    def _own_port(self) -> int | None:
        """None where the connection is by a Unix socket."""
        with socket(fileno=os.dup(self._pgconn.socket)) as own:
            place = own.getsockname()
        return place[1] if isinstance(place, tuple) else None

    @cached_property
    def _pgpool(self) -> str:
        """Its name and version, empty where it is another that is between: a server notes in its
        log what it refuses. Not asked in a transaction, which that would end."""
        if self._pgconn.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            return ""
        with suppress(StatementFailed):
            answer = _checked(self._pgconn, self._pgconn.exec_, b"show pool_version")
            version = (answer.get_value(0, 0) or b"").decode(errors="replace")
            return " ".join(("Pgpool-II", *version.split()[:1]))
        return ""

    def _prepare(self, statement: Statement, encryptor: Encryptor) -> PostgresPrepared:
        compiled = compile_statement(statement, encryptor, _placeholder, reusable=True, types=TYPES)
        self._prepared += 1
        name = f"cipherbench_{self._prepared}".encode()
        sql = f"{compiled.sql}{self.comment}"
        _checked(self._pgconn, self._pgconn.prepare, name, sql.encode())
        return PostgresPrepared(self._pgconn, name, compiled)

    def execute(self, sql: str) -> None:
        _checked(self._pgconn, self._pgconn.exec_, sql.encode())

    def execute_alone(self, sql: str) -> None:
        """One statement by the extended protocol. Of databases that are dropped by the simple one
        Pgpool-II takes notice: it waits 5 s and starts most of its processes anew.

        Raises: StatementFailed
        """
        _checked(self._pgconn, self._pgconn.exec_params, sql.encode(), [])

    def fetch(self, sql: str) -> list[Row]:
        return self.ask(sql)

    def ask(self, sql: str, *values: str) -> list[Row]:
        """Rows of one query with bound values ($1, $2 …), outside any clock.

        Raises: StatementFailed
        """
        if not self.catalog_only:
            return self._ask(sql, *values)
        self.execute("begin; set local search_path = pg_catalog, pg_temp")
        try:
            found = self._ask(sql, *values)
        except StatementFailed:
            with suppress(StatementFailed):
                self.rollback()
            raise
        self.commit()
        return found

    def _ask(self, sql: str, *values: str) -> list[Row]:
        bound = [value.encode() for value in values]
        result = _checked(
            self._pgconn, self._pgconn.exec_params, sql.encode(), bound, result_format=_BINARY
        )
        return _rows(result, _loaders(result))

    @staticmethod
    def quoted(name: str) -> str:
        return '"' + name.replace('"', '""') + '"'

    def literal(self, text: str) -> str:
        """A text as a literal, whatever the server takes a backslash for."""
        return bytes(psycopg.pq.Escaping(self._pgconn).escape_literal(text.encode())).decode()

    def evaluate(self, write: Callable[[str], str], value: bytes) -> bytes:
        query = f"select {write('$1::bytea')}".encode()
        result = _checked(
            self._pgconn,
            self._pgconn.exec_params,
            query,
            [value],
            param_formats=[_BINARY],
            result_format=_BINARY,
        )
        return result.get_value(0, 0) or b""

    def flush(self) -> None:
        """Needs the right to run CHECKPOINT."""
        self.administration.execute("checkpoint")

    def counted(self) -> EngineCounts:
        """From the first time on the server tells of the phases of each statement, too."""
        phases = None if self._phases is None else dict(self._phases.phase_seconds)
        found = counted(self.fetch, self.connection.info.server_version)  # which is told of, too
        return EngineCounts({**found.growing, **(phases or self._listen())}, found.status)

    def cheap_counters(self) -> dict[str, float]:
        ((log,),), ((size, _),) = self.fetch(_OTHERWISE), self.fetch(_STATUS)
        return {LOGGED: float(str(log)), STORED: float(str(size))}

    def stored_bytes(self, tables: Sequence[str]) -> int | None:
        names = ", ".join(f"{self.literal(self.quoted(each))}::regclass" for each in tables)
        sizes = self.fetch(f"select pg_total_relation_size(t) from unnest(array[{names}]) t")
        return sum(int(str(size)) for (size,) in sizes)

    def sizes(self, table: str) -> Sizes:
        name = f"{self.literal(self.quoted(table))}::regclass"
        ((rows, indexes),) = self.fetch(f"select pg_table_size({name}), pg_indexes_size({name})")
        return Sizes(int(str(rows)), int(str(indexes)))

    def column_type(self, table: str, column: str) -> str:
        ((name,),) = self.fetch(
            "select format_type(atttypid, atttypmod) from pg_catalog.pg_attribute "
            f"where attrelid = '{table}'::regclass and attname = '{column}'"
        )
        return str(name)

    def clean_up(self, table: str) -> None:
        self.execute(f"vacuum {self.quoted(table)}")

    def rewrite(self, table: str) -> None:
        self.execute(f"vacuum full {self.quoted(table)}")

    def _listen(self) -> dict[str, float]:
        """Have the server tell of phases; nothing where it does not let us."""
        if self._phases is None:
            self._phases = Phases()
            if self.is_pooled:
                return {}
            self.connection.add_notice_handler(self._phases.hear)
            with suppress(StatementFailed):
                self._phases.listen(self.fetch)
        return dict(self._phases.phase_seconds)

    def begin(self) -> None:
        _checked(self._pgconn, self._pgconn.exec_, b"begin")

    def commit(self) -> None:
        """A transaction in which a statement has failed is undone instead, which is no error to the
        server."""
        result = _checked(self._pgconn, self._pgconn.exec_, b"commit")
        if result.command_status != b"COMMIT":
            raise StatementFailed(
                phrase("Not committed"),
                phrase("PostgreSQL undid the transaction: a statement in it had failed."),
            )

    def rollback(self) -> None:
        _checked(self._pgconn, self._pgconn.exec_, b"rollback")

    def load(self, table: str, columns: Mapping[str, ValueType], rows: Iterable[Row]) -> None:
        """COPY, in the form that needs no server's reading of texts."""
        copying = f"copy {table} ({', '.join(columns)}) from stdin (format binary)"
        try:
            with self.connection.cursor() as cursor, cursor.copy(copying.encode()) as copy:
                copy.set_types([_COPIED[kind] for kind in columns.values()])
                for row in rows:
                    copy.write_row(row)
        except psycopg.Error as error:
            raise StatementFailed(
                phrase("Statement failed"),
                phrase("PostgreSQL says: {words}"),
                words=words_of(error),
            ) from error

    def close(self) -> None:
        self.lease.close()
        self.connection.close()


class PostgresPrepared(Prepared):
    """exec_prepared on libpq's connection: as fast as pgbench.

    `call` is the driver's own function with all its arguments, without a Python frame of ours
    inside the clock; whether it failed is looked at afterwards.
    """

    def __init__(self, pgconn: psycopg.pq.abc.PGconn, name: bytes, compiled: Compiled) -> None:
        self._pgconn = pgconn
        self._name = name
        self._sql = compiled.sql
        kinds = [slot.type for slot in compiled.slots]
        # Only bytes must go in binary form; text needs no list of formats to be read each time.
        formats = [int(kind is ValueType.BYTES) for kind in kinds]
        self._formats = formats if any(formats) else None
        failed = partial(_failed, connection=pgconn)
        self.native = native_statement(pgconn, name, formats, failed, CONFLICTS)
        self.bind = make_binder(compiled, _ENCODERS.__getitem__)
        self._loaders = _loaders(_checked(pgconn, pgconn.describe_prepared, name))

    def run(self, bound: Bound) -> RawResult:
        return self._pgconn.exec_prepared(self._name, bound, self._formats, _BINARY)  # type: ignore[arg-type]

    def call(self, bound: Bound) -> Call:
        return self._pgconn.exec_prepared, (self._name, bound, self._formats, _BINARY)

    success_statuses = _FINE

    def check_outcome(self, arrived: RawResult) -> RawResult:
        if arrived.status not in _FINE:  # type: ignore[attr-defined]
            raise _failed(arrived, self._pgconn)  # type: ignore[arg-type]
        return arrived

    def rows(self, arrived: RawResult) -> list[Row]:
        return _rows(arrived, self._loaders)  # type: ignore[arg-type]

    def explain(self, values: Sequence[Value]) -> str:
        bound = self.bind(values)
        result = _checked(
            self._pgconn,
            self._pgconn.exec_params,
            f"explain {self._sql}".encode(),
            bound,  # type: ignore[arg-type]
            param_formats=self._formats,
            result_format=_BINARY,
        )
        return "\n".join(str(line) for (line,) in _rows(result, _loaders(result)))

    def affected(self, arrived: RawResult) -> int:
        result: psycopg.pq.abc.PGresult = arrived  # type: ignore[assignment]
        return result.ntuples or result.command_tuples or 0

    def close(self) -> None:
        self.close_native()
        with suppress(psycopg.OperationalError):  # the server is gone, and the statement with it
            self._pgconn.close_prepared(self._name)


def _placeholder(position: int, slot: Slot) -> str:
    """Of the column's own type where that is neither a text's, which a cast would cut, nor a
    number's or a date's, which are cast by themselves."""
    if slot.native is not None and slot.type is ValueType.TEXT:
        engine, native = slot.native
        if engine == "postgresql" and native.startswith("character("):
            return f"${position}::bpchar"
        if engine == "postgresql" and not native.startswith("character"):
            return f"${position}::{named_type(native)}"
    return f"${position}::{_COPIED[slot.type]}"


def _checked[**P](
    connection: psycopg.pq.abc.PGconn,
    ask: Callable[P, psycopg.pq.abc.PGresult],
    *args: P.args,
    **kwargs: P.kwargs,
) -> psycopg.pq.abc.PGresult:
    """What a function of the connection's gives.

    Raises: StatementFailed, also where the connection had ended before
    """
    try:
        result = ask(*args, **kwargs)
    except psycopg.OperationalError as error:
        raise StatementFailed(*_TEXTS, words=words_of(error)) from error
    if result.status not in _FINE:
        raise _failed(result, connection)
    return result


_TEXTS = phrase("Statement failed"), phrase("PostgreSQL says: {words}")


def _failed(
    result: psycopg.pq.abc.PGresult | FailedResult, connection: psycopg.pq.abc.PGconn
) -> StatementFailed:
    """Where the connection has ended the result knows that alone; why the server ended it stands
    before it in what the connection has to say."""
    ended = connection.status == psycopg.pq.ConnStatus.BAD
    raw = connection.error_message if ended else result.error_message
    lines = raw.decode(errors="replace").strip().splitlines()
    field = psycopg.pq.DiagnosticField
    code = result.error_field(field.SQLSTATE)
    position = result.error_field(field.STATEMENT_POSITION)
    message = words(lines[0] if lines else "nothing", code, position)
    if code is None and message.startswith(_NO_MEMORY):
        return memory_limit_reached()
    if code in _DISK_FULL or (code == _OF_THE_SYSTEM and says_disk_full(message)):
        return disk_full("PostgreSQL", message)
    return _kind(code)(*_TEXTS, _hint(code, message), words=message)


def _hint(code: bytes | None, message: str) -> Message:
    """What to do about a pooler that has said so, or has dealt another session."""
    if "statement pooling mode" in message:
        return phrase("Have PgBouncer pool sessions or transactions (pool_mode).")
    if code == _NOT_PREPARED:
        return phrase(
            "If a pooler is in between, have it pool sessions, or let it know prepared statements "
            "(PgBouncer from 1.21 on: max_prepared_statements)."
        )
    return NOTHING


def _kind(code: bytes | None) -> type[StatementFailed]:
    if code in CONFLICTS:
        return TransactionConflict
    return NotPermitted if code == _NOT_PERMITTED else StatementFailed


def _loaders(result: psycopg.pq.abc.PGresult) -> list[Callable[[bytes], Value]]:
    return [loader_of(result.ftype(i)) for i in range(result.nfields)]


def _rows(result: psycopg.pq.abc.PGresult, loaders: list[Callable[[bytes], Value]]) -> list[Row]:
    """Raises: ResultTooLarge, before any value is taken out; DriverFailed"""
    if (size := result_bytes(result)) > RESULT_BYTES:
        raise result_too_large("PostgreSQL", size)
    if size > ROW_BYTES:
        _check_rows(result)
    get = result.get_value
    columns = list(enumerate(loaders))
    try:
        return [
            tuple(
                None if (raw := get(row, column)) is None else load(raw) for column, load in columns
            )
            for row in range(result.ntuples)
        ]
    except DRIVER_FAULTS as error:
        raise driver_failed("PostgreSQL", error) from error


def _check_rows(result: psycopg.pq.abc.PGresult) -> None:
    for row in range(result.ntuples):
        values = (result.get_value(row, column) for column in range(result.nfields))
        if (size := sum(len(each) for each in values if each is not None)) > ROW_BYTES:
            raise result_too_large("PostgreSQL", size, ROW_BYTES)


_COPIED = {
    ValueType.TEXT: "text",
    ValueType.INTEGER: "int4",
    ValueType.REAL: "float8",
    ValueType.BOOLEAN: "bool",
    ValueType.BYTES: "bytea",
    ValueType.DATE: "date",
    ValueType.TIMESTAMP: "timestamp",
    ValueType.DECIMAL: "numeric",
}
"""Names of types for placeholders, and for COPY in binary format."""

_BINARY = 1
"""A format of values, as PQexecPrepared of libpq takes it."""
_DISK_FULL = {b"53100", b"53400"}
"""Codes of a full disk, and of temporary files beyond temp_file_limit."""
_OF_THE_SYSTEM = b"XX000"
"""What it gives errors of the system that it has no code for, as a file's bound."""
_NO_MEMORY = "out of memory"
"""What libpq says of a result that it could not hold."""
_NOT_PERMITTED = b"42501"
_NOT_PREPARED = b"26000"

_ENCODERS: dict[ValueType, Callable[..., bytes]] = {
    ValueType.TEXT: str.encode,
    ValueType.BYTES: bytes,
    ValueType.INTEGER: lambda value: b"%d" % value,
    ValueType.REAL: lambda value: repr(float(value)).encode(),
    ValueType.BOOLEAN: lambda value: b"t" if value else b"f",
    ValueType.DATE: lambda value: value_text(value).encode(),
    ValueType.TIMESTAMP: lambda value: value_text(value).encode(),
    ValueType.DECIMAL: lambda value: f"{value:f}".encode(),
}
