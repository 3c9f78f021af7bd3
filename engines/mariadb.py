"""MariaDB: Connector/Python 2.0 with a binary cursor, sealed by AES_ENCRYPT."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mariadb

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
    settings_from,
)
from engines.errors import ServerUnavailable, StatementFailed, Unsupported
from engines.processes import is_here, pid_if_named
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

_BLOCK_BYTES = 16
_ALGORITHMS = {"aes": (128, 192, 256)}
_MODES = ("ecb", "cbc", "ctr", "cfb", "ofb", "gcm")
_ACCESS_DENIED = {1044, 1045, 1698}
_UNKNOWN_DATABASE = 1049
_SETTINGS = (
    "innodb_buffer_pool_size", "innodb_flush_log_at_trx_commit", "innodb_flush_method",
    "innodb_log_file_size", "innodb_doublewrite", "innodb_encrypt_log", "innodb_encrypt_tables",
    "sync_binlog", "log_bin", "max_connections", "have_ssl", "character_set_server", "userstat",
)  # fmt: skip


class MariaDB(Engine):
    """MariaDB, whose AES_ENCRYPT knows a mode from 11.2 on and is AES-128-ECB before."""

    name = "mariadb"
    title = "MariaDB"
    default_mode = "ecb"
    default_port = 3306

    def connect(self, endpoint: Endpoint, database: str | None = None) -> MariaSession:
        where: dict[str, Any] = (
            {"unix_socket": endpoint.socket}
            if endpoint.socket
            else {"host": endpoint.host, "port": endpoint.port}
        )
        try:
            connection = mariadb.connect(
                user=endpoint.user or "",
                password=endpoint.password or "",
                database=database or endpoint.database or "",
                connect_timeout=5,
                autocommit=True,
                **where,
            )
        except (mariadb.Error, OSError) as error:
            raise _unavailable(endpoint, error) from error
        return MariaSession(connection)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        session = self.connect(endpoint)
        try:
            version = str(session.fetch("select version()")[0][0]).split("-")[0]
            names = ", ".join(f"'{name}'" for name in _SETTINGS)
            settings = session.fetch(f"show global variables where variable_name in ({names})")
            native, refused = _try_ciphers(session)
        finally:
            session.close()
        return Capabilities(
            version, native, refused, settings_from(settings), time.perf_counter() - started
        )

    def native_sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        if protection.algorithm != "aes" or protection.bits not in _ALGORITHMS["aes"]:
            raise Unsupported(
                "Unknown algorithm",
                "MariaDB has no {algorithm}-{bits}.",
                algorithm=protection.algorithm,
                bits=protection.bits,
            )
        return AesEncryptSealer(protection.bits, protection.mode or self.default_mode, keying)

    def schema_statements(self, schema: Schema, sealer: Sealer) -> list[str]:
        tables = [_create_table(table, sealer) for table in schema.tables]
        return tables + [f"create index {t}_{c} on {t} ({c})" for t, c in schema.indexes]

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        session = self.connect(endpoint)
        try:
            session.execute(f"create database `{name}` character set utf8mb4")
            session.execute(f"create table `{name}`.{MARKER_TABLE} (id varchar(64) not null)")
            session.execute(f"insert into `{name}`.{MARKER_TABLE} values ('{identifier}')")
        finally:
            session.close()
        return name

    def drop_database(self, endpoint: Endpoint, database: str) -> None:
        if database not in self.owned_databases(endpoint):
            return
        session = self.connect(endpoint)
        try:
            _end_sessions(session, database)
            session.execute(f"drop database if exists `{database}`")
        finally:
            session.close()

    def owned_databases(self, endpoint: Endpoint) -> dict[str, str]:
        session = self.connect(endpoint)
        try:
            names = session.fetch(
                "select table_schema from information_schema.tables where "
                f"table_name = '{MARKER_TABLE}' and "
                f"left(table_schema, {len(DATABASE_PREFIX)}) = '{DATABASE_PREFIX}'"
            )
            found = {}
            for (name,) in names:
                markers = session.fetch(f"select id from `{name}`.{MARKER_TABLE}")
                if markers:
                    found[str(name)] = str(markers[0][0])
            return found
        finally:
            session.close()

    def server_seconds(self, endpoint: Endpoint, database: str) -> float | None:
        """`user_statistics.busy_time` of our user, where the server has userstat switched on."""
        session = self.connect(endpoint)
        try:
            if not session.fetch("select @@global.userstat")[0][0]:
                return None
            found = session.fetch(
                "select busy_time from information_schema.user_statistics "
                "where user = substring_index(current_user(), '@', 1)"
            )
            return float(str(found[0][0])) if found else None
        except StatementFailed:
            return None
        finally:
            session.close()

    def server_pid(self, endpoint: Endpoint) -> int | None:
        if not is_here(endpoint):
            return None
        session = self.connect(endpoint)
        try:
            path = Path(str(session.fetch("select @@global.pid_file")[0][0]))
            return pid_if_named(int(path.read_text()), "mariadbd")
        except (OSError, ValueError, StatementFailed):
            return None
        finally:
            session.close()


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
        try:
            self._connection.close()
        except mariadb.Error:
            pass  # closed before, or the server is gone: either way nothing is left to free


class MariaPrepared(Prepared):
    """A server-side statement that its cursor keeps: prepared at the first execute only."""

    def __init__(self, cursor: Any, compiled: Compiled) -> None:
        self._cursor = cursor
        self._compiled = compiled
        self._execute = cursor.execute
        self._fetchall = cursor.fetchall
        self._sql = compiled.sql
        self._reads = compiled.sql.lstrip()[:6].lower() == "select"

    def bind(self, values: Sequence[Value]) -> Bound:
        return tuple(slot_values(self._compiled, values))

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


@dataclass(frozen=True)
class AesEncryptSealer(Sealer):
    """AES_ENCRYPT and AES_DECRYPT.

    A key of another length would be folded, an IV that is too short answered with NULL: so their
    lengths are ours to keep. ECB and CBC pad by PKCS#7, CTR keeps the length. AES-128-ECB is
    written with two arguments, which every version understands.
    """

    bits: int
    mode: str
    keying: Keying

    @property
    def iv_size(self) -> int:  # type: ignore[override]
        return _BLOCK_BYTES if self._fresh else 0

    @property
    def deterministic(self) -> bool:  # type: ignore[override]
        return not self._fresh

    def sealed_size(self, size: int) -> int:
        padded = size if self.mode == "ctr" else (size // _BLOCK_BYTES + 1) * _BLOCK_BYTES
        return padded + self.iv_size

    def seal(self, place: Callable[[Role], str]) -> str:
        if self._fresh:
            front = place(Role.IV)
            sealed = self._call("aes_encrypt", place(Role.SEALED), place(Role.IV))
            return f"concat({front}, {sealed})"
        return self._call("aes_encrypt", place(Role.SEALED), self._fixed_iv)

    def open(self, column: str) -> str:
        if self._fresh:
            size = _BLOCK_BYTES
            return self._call(
                "aes_decrypt", f"substr({column}, {size + 1})", f"left({column}, {size})"
            )
        return self._call("aes_decrypt", column, self._fixed_iv)

    @property
    def _fresh(self) -> bool:
        return self.keying.fresh_iv and self.mode != "ecb"

    @property
    def _fixed_iv(self) -> str:
        return f"x'{self.keying.iv[:_BLOCK_BYTES].hex()}'" if self.keying.iv else "''"

    def _call(self, function: str, value: str, iv: str) -> str:
        key = f"x'{self.keying.key.hex()}'"
        if self.mode == "ecb" and self.bits == 128:
            return f"{function}({value}, {key})"
        return f"{function}({value}, {key}, {iv}, 'aes-{self.bits}-{self.mode}')"


class LocalMariaDB(Launcher):
    """A server installed on this machine, run in a data directory of our own."""

    source = Source.LOCAL

    def find(self, binaries: Path | None) -> Path:
        for folder in [binaries, binaries / "bin"] if binaries else _usual_folders():
            if (folder / "mariadbd").is_file():
                return folder
        raise ServerUnavailable(
            "No local MariaDB",
            "No MariaDB server (mariadbd) was found in {where}.",
            "Install the package mariadb-server-core, or name the folder of its programs.",
            where=binaries or "PATH or the usual folders",
        )

    def launch(self, installation: Path, directory: Path) -> Launch:
        data, socket = f"--datadir={directory / 'data'}", directory / "mariadb.sock"
        base = _base_of(installation)
        return Launch(
            endpoint=Endpoint("mariadb", socket=str(socket), user="root"),
            prepare=(
                (str(_installer(installation)), "--no-defaults", data, f"--basedir={base}",
                 "--auth-root-authentication-method=normal", "--skip-test-db",
                 "--skip-name-resolve"),
            ),
            # Only a socket in a directory that nobody else can enter: hence no password.
            serve=(str(installation / "mariadbd"), "--no-defaults", data, f"--basedir={base}",
                   f"--socket={socket}", f"--pid-file={directory / 'mariadbd.pid'}",
                   "--skip-networking", "--userstat=1"),
        )  # fmt: skip


MariaDB.launchers = (LocalMariaDB(),)


def _usual_folders() -> list[Path]:
    on_path = shutil.which("mariadbd")
    usual = ["/usr/sbin", "/usr/libexec", "/usr/local/mysql/bin", "/usr/local/sbin", "/usr/bin"]
    return ([Path(on_path).parent] if on_path else []) + [Path(folder) for folder in usual]


def _base_of(programs: Path) -> Path:
    """The folder above the programs; it holds `share`, where messages and scripts are."""
    return programs.resolve().parent


def _installer(programs: Path) -> Path:
    base = _base_of(programs)
    places = [programs, base / "scripts", base / "bin"]
    found = (folder / "mariadb-install-db" for folder in places)
    return next((path for path in found if path.is_file()), Path("mariadb-install-db"))


def _create_table(table: Table, sealer: Sealer) -> str:
    parts = ["id integer not null auto_increment primary key"]
    parts += [f"{column.name} {_type(column, sealer)}" for column in table.columns]
    parts += [
        f"foreign key ({column.name}) references {column.references} (id) "
        "on delete cascade on update cascade"
        for column in table.columns
        if column.references
    ]
    return f"create table {table.name} ({', '.join(parts)}) engine = InnoDB"


def _type(column: Column, sealer: Sealer) -> str:
    if column.protected and sealer.changes_values:
        return f"varbinary({sealer.sealed_size(column.size)})"
    return {
        ValueType.TEXT: f"varchar({column.size})",
        ValueType.INTEGER: "integer",
        ValueType.BOOLEAN: "boolean",
        ValueType.BYTES: f"varbinary({column.size})",
    }[column.type]


def _placeholder(position: int, slot: Slot) -> str:
    del position, slot
    return "?"


def _try_ciphers(session: MariaSession) -> tuple[frozenset[Cipher], dict[Cipher, str]]:
    native: set[Cipher] = set()
    refused: dict[Cipher, str] = {}
    for cipher in candidates(_ALGORITHMS, _MODES):
        key = bytes(range(cipher.bits // 8))
        sealer = AesEncryptSealer(cipher.bits, cipher.mode, Keying(key, bytes(_BLOCK_BYTES)))
        value = b"probe value".hex()
        sealed = sealer.seal(lambda _, value=value: f"x'{value}'")  # type: ignore[misc]
        try:
            opened = session.fetch(f"select {sealer.open(sealed)}")[0][0]
        except StatementFailed as error:
            refused[cipher] = error.values["said"]
        else:
            if opened == b"probe value":
                native.add(cipher)
            else:  # an unknown mode is answered with NULL, not with an error
                refused[cipher] = "the answer is NULL"
    return frozenset(native), refused


def _end_sessions(session: MariaSession, database: str) -> None:
    """End connections that still work in our database: they hold locks that DROP waits for."""
    for (connection,) in session.fetch(
        f"select id from information_schema.processlist where db = '{database}'"
    ):
        try:
            session.execute(f"kill {connection}")
        except StatementFailed:
            pass  # it ended by itself in between


def _unavailable(endpoint: Endpoint, error: Exception) -> ServerUnavailable:
    number = getattr(error, "errno", None)
    where = endpoint.socket or f"{endpoint.host}:{endpoint.port}"
    if number in _ACCESS_DENIED:
        title, hint = "Not let in", "Check user and password."
    elif number == _UNKNOWN_DATABASE:
        title, hint = "No such database", "Check the name of the database."
    else:
        title, hint = "Server not reached", "Check that it runs and that host and port are right."
    return ServerUnavailable(
        title, "MariaDB at {where} says: {said}.", hint, where=where, said=_said(error)
    )


def _failed(error: mariadb.Error) -> StatementFailed:
    return StatementFailed("Statement failed", "MariaDB says: {said}", said=_said(error))


def _said(error: Exception) -> str:
    """The server's words without the numbers that the driver puts behind them."""
    return str(error).partition(" (errno:")[0].strip().rstrip(".")
