"""Firebird: firebird-driver with prepared statements, sealed by ENCRYPT."""

from __future__ import annotations

import atexit
import ctypes.util
import os
import shutil
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version as package_version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from firebird.driver import DatabaseError, driver_config
from firebird.driver import connect as firebird_connect
from firebird.driver import create_database as firebird_create

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
    settings_from,
)
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

_BLOCK_BYTES = {
    "aes": 16, "anubis": 16, "blowfish": 8, "khazad": 8, "rc5": 8, "rc6": 16, "safer+": 16,
    "twofish": 16, "xtea": 8,
}  # fmt: skip
_LENGTHS = (128, 192, 256)
_BLOCK_MODES = ("ecb", "cbc", "cfb", "ofb", "ctr")
_STREAM_IV_BYTES = {"chacha20": 8, "rc4": 0, "sober128": 16}
_STREAM = "stream"
_PADDED = ("ecb", "cbc")
_MOST_BYTES = 1024
"""The widest sealed value in one column; a row's message must stay under 64 kB."""


class Firebird(Engine):
    """Firebird from 4.0 on, where ENCRYPT and DECRYPT came."""

    name = "firebird"
    title = "Firebird"
    default_mode = "ofb"
    default_port = 3050

    def connect(self, endpoint: Endpoint, database: str | None = None) -> FirebirdSession:
        if database is None and endpoint.in_process:
            _use_library(endpoint)
            return _Administration()
        path = _path(endpoint, database) if database else endpoint.database or "employee"
        _use_library(endpoint)
        try:
            connection = firebird_connect(_dsn(endpoint, path), **_login(endpoint))
        except (DatabaseError, OSError) as error:
            raise _unavailable(endpoint, error) from error
        return FirebirdSession(connection)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        database = self.create_database(endpoint, f"probe_{os.urandom(4).hex()}")
        try:
            session = self.connect(endpoint, database)
            try:
                version = str(session.fetch(_VERSION)[0][0])
                settings = session.fetch(_CONFIG) if int(version.split(".")[0]) >= 4 else []
                settings += session.fetch(_DATABASE)
                native, refused = _try_ciphers(session)
            finally:
                session.close()
        finally:
            self.drop_database(endpoint, database)
        return Capabilities(
            version, native, refused, settings_from(settings), time.perf_counter() - started
        )

    def native_sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        mode = protection.mode or self.default_mode
        algorithm = protection.algorithm or ""
        if algorithm not in _BLOCK_BYTES and algorithm not in _STREAM_IV_BYTES:
            raise Unsupported(
                "Unknown algorithm", "Firebird has no {algorithm}.", algorithm=algorithm
            )
        return EncryptSealer(algorithm, mode, keying)

    def schema_statements(self, schema: Schema, sealer: Sealer) -> list[str]:
        tables = [_create_table(table, sealer) for table in schema.tables]
        return tables + [f"create index {t}_{c} on {t} ({c})" for t, c in schema.indexes]

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        _use_library(endpoint)
        try:
            connection = firebird_create(
                _dsn(endpoint, _path(endpoint, name)), **_login(endpoint)
            )
        except (DatabaseError, OSError) as error:
            raise _unavailable(endpoint, error) from error
        session = FirebirdSession(connection)
        try:
            session.execute(f"create table {MARKER_TABLE} (id varchar(64) not null)")
            session.execute(f"insert into {MARKER_TABLE} values ('{identifier}')")
        finally:
            session.close()
        return name

    def drop_database(self, endpoint: Endpoint, database: str) -> None:
        try:
            session = self.connect(endpoint, database)
        except ServerUnavailable:
            return  # gone already, or never ours to enter
        try:
            if session.fetch(_HAS_MARKER):
                session.end_others()
                session.drop()
        finally:
            session.close()

    def owned_databases(self, endpoint: Endpoint) -> dict[str, str]:
        if not endpoint.in_process or endpoint.directory is None:
            return {}  # a server tells nobody which files it holds
        found = {}
        for path in Path(endpoint.directory).glob(f"{DATABASE_PREFIX}*.fdb"):
            session = self.connect(endpoint, path.stem)
            try:
                if session.fetch(_HAS_MARKER):
                    found[path.stem] = str(session.fetch(f"select id from {MARKER_TABLE}")[0][0])
            finally:
                session.close()
        return found


class FirebirdSession(Session):
    """One attachment; every prepared statement has a cursor of its own."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        _OPEN.add(connection)

    def prepare(self, statement: Statement, sealer: Sealer) -> FirebirdPrepared:
        compiled = compile_statement(statement, sealer, _placeholder, reusable=False)
        cursor = self._connection.cursor()
        try:
            return FirebirdPrepared(cursor, cursor.prepare(compiled.sql), compiled)
        except DatabaseError as error:
            raise _failed(error) from error

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
        except DatabaseError as error:
            raise _failed(error) from error

    def begin(self) -> None:
        self._connection.begin()

    def commit(self) -> None:
        try:
            if self._connection.main_transaction.is_active():
                self._connection.commit()
        except DatabaseError as error:
            raise _failed(error) from error

    def close(self) -> None:
        if not self._connection.is_closed():
            with suppress(DatabaseError):
                self._connection.close()

    def end_others(self) -> None:
        """End every other attachment to this database."""
        self.execute(
            "delete from mon$attachments where mon$attachment_id <> current_connection "
            "and mon$system_flag = 0"
        )

    def drop(self) -> None:
        """Drop the database this session is attached to."""
        try:
            self._connection.drop_database()
        except DatabaseError as error:
            raise _failed(error) from error


class _Administration(FirebirdSession):
    """Embedded Firebird has nothing to enter but its databases."""

    def __init__(self) -> None:
        pass

    def close(self) -> None:
        pass


class FirebirdPrepared(Prepared):
    """One prepared statement on one cursor."""

    def __init__(self, cursor: Any, statement: Any, compiled: Compiled) -> None:
        self._cursor = cursor
        self._statement = statement
        self._compiled = compiled
        self._execute = cursor.execute
        self._fetchall = cursor.fetchall
        self._reads = compiled.sql.lstrip()[:6].lower() == "select"

    def bind(self, values: Sequence[Value]) -> Bound:
        return slot_values(self._compiled, values)

    def run(self, bound: Bound) -> Sequence[Row]:
        try:
            self._execute(self._statement, bound)
            return self._fetchall() if self._reads else ()
        except DatabaseError as error:
            raise _failed(error) from error

    def rows(self, arrived: Arrived) -> Sequence[Row]:
        return arrived  # type: ignore[return-value]

    def affected(self, arrived: Arrived) -> int:
        return len(arrived) if self._reads else self._cursor.affected_rows  # type: ignore[arg-type]

    def close(self) -> None:
        self._cursor.close()
        self._statement.free()


@dataclass(frozen=True)
class EncryptSealer(Sealer):
    """ENCRYPT and DECRYPT.

    Keys and IVs must have exactly their length. The server pads nothing: for ECB and CBC the
    client pads by PKCS#7, and a function in our own database takes the padding off again.
    """

    algorithm: str
    mode: str
    keying: Keying

    @property
    def iv_size(self) -> int:  # type: ignore[override]
        return self._iv_bytes if self._fresh else 0

    @property
    def deterministic(self) -> bool:  # type: ignore[override]
        return not self._fresh

    def sealed_size(self, size: int) -> int:
        block = _BLOCK_BYTES.get(self.algorithm, 1)
        padded = (size // block + 1) * block if self.mode in _PADDED else size
        return padded + self.iv_size

    def encode(self, value: bytes) -> bytes:
        if self.mode not in _PADDED:
            return value
        block = _BLOCK_BYTES[self.algorithm]
        count = block - len(value) % block
        return value + bytes([count]) * count

    def preparations(self) -> Sequence[str]:
        return (_UNPAD,) if self.mode in _PADDED else ()

    def seal(self, place: Callable[[Role], str]) -> str:
        if self._fresh:
            front = place(Role.IV)
            return f"{front} || " + self._call("encrypt", place(Role.SEALED), place(Role.IV))
        return self._call("encrypt", place(Role.SEALED), self._fixed_iv)

    def open(self, column: str) -> str:
        if self._fresh:
            size = self._iv_bytes
            opened = self._call(
                "decrypt",
                f"substring({column} from {size + 1})",
                f"cast(substring({column} from 1 for {size}) as varbinary({size}))",
            )
        else:
            opened = self._call("decrypt", column, self._fixed_iv)
        return f"cipherbench_unpad({opened})" if self.mode in _PADDED else opened

    @property
    def _iv_bytes(self) -> int:
        if self.mode == "ecb":
            return 0
        return (_BLOCK_BYTES | _STREAM_IV_BYTES)[self.algorithm]

    @property
    def _fresh(self) -> bool:
        return self.keying.fresh_iv and self._iv_bytes > 0

    @property
    def _fixed_iv(self) -> str:
        return f"x'{self.keying.iv[: self._iv_bytes].hex()}'" if self.keying.iv else ""

    def _call(self, function: str, value: str, iv: str) -> str:
        name = f'"{self.algorithm.upper()}"' if "+" in self.algorithm else self.algorithm
        mode = f" mode {self.mode}" if self.mode != _STREAM else ""
        vector = f" iv {iv}" if self._iv_bytes else ""
        return f"{function}({value} using {name}{mode} key x'{self.keying.key.hex()}'{vector})"


class EmbeddedFirebird(Launcher):
    """The engine that the package firebird-embedded carries, run inside the worker."""

    source = Source.EMBEDDED

    def find(self, binaries: Path | None) -> Path:
        # The package firebird.embedded has no code of ours to run: only its folder matters.
        spec = find_spec("firebird.embedded")
        if spec is None or not spec.submodule_search_locations:
            raise ServerUnavailable(
                "No embedded Firebird",
                "The package firebird-embedded is not installed.",
                "Install it from PyPI.",
            )
        if _tommath() is None:
            raise ServerUnavailable(
                "No embedded Firebird",
                "Embedded Firebird needs the library libtommath.",
                "Install it: apt install libtommath1.",
            )
        return Path(next(iter(spec.submodule_search_locations))) / "runtime"

    def launch(self, installation: Path, directory: Path) -> Launch:
        name = f"firebird-{package_version('firebird-embedded')}"
        root = home.runtime(name, lambda target: _lay_out(installation, target))
        library = str(root / "lib" / "libfbclient.so.2")
        return Launch(
            Endpoint(
                "firebird",
                user="SYSDBA",
                directory=str(directory),
                library=library,
                in_process=True,
            )
        )


Firebird.launchers = (EmbeddedFirebird(),)

_OPEN: weakref.WeakSet[Any] = weakref.WeakSet()

_VERSION = "select rdb$get_context('SYSTEM', 'ENGINE_VERSION') from rdb$database"
_HAS_MARKER = (
    "select 1 from rdb$relations where lower(trim(rdb$relation_name)) = "
    f"'{MARKER_TABLE}' and rdb$system_flag = 0"
)
_CONFIG = (
    "select trim(rdb$config_name), trim(rdb$config_value) from rdb$config where rdb$config_name in "
    "('ServerMode', 'DefaultDbCachePages', 'FileSystemCacheThreshold', 'UseFileSystemCache')"
)
_DATABASE = (
    "select cast('page_size' as varchar(20)), mon$page_size from mon$database union all "
    "select 'page_buffers', mon$page_buffers from mon$database union all "
    "select 'forced_writes', mon$forced_writes from mon$database"
)
_UNPAD = (
    f"create function cipherbench_unpad (padded varbinary({_MOST_BYTES})) "
    f"returns varbinary({_MOST_BYTES}) deterministic as begin return substring(padded from 1 for "
    "octet_length(padded) - ascii_val(substring(padded from octet_length(padded) for 1))); end"
)
_CONFIGURATION = """# Written by Cipherbench: several processes may open one database.
ServerMode = SuperClassic
DatabaseAccess = Full
"""


@atexit.register
def _close_all() -> None:
    """Before the interpreter ends: the driver's own finalisers come too late for the engine."""
    for connection in list(_OPEN):
        if not connection.is_closed():
            with suppress(DatabaseError):
                connection.close()


@cache
def _tommath() -> Path | None:
    name = ctypes.util.find_library("tommath")
    if name is None:
        return None
    for folder in ("/lib", "/usr/lib", "/usr/local/lib", "/lib64", "/usr/lib64"):
        for path in (Path(folder) / name, *Path(folder).glob(f"*-linux-gnu/{name}")):
            if path.exists():
                return path.resolve()
    return None


def _lay_out(runtime: Path, target: Path) -> None:
    """A copy with all libraries in `lib`, which needs no environment and has a firebird.conf of
    ours."""
    library = target / "lib"
    library.mkdir()
    for item in runtime.iterdir():
        if item.is_dir():
            shutil.copytree(item, target / item.name)
        elif ".so" in item.name:
            shutil.copy(item, library / item.name)
        elif item.suffix != ".log":
            shutil.copy(item, target / item.name)
    tommath = _tommath()
    assert tommath is not None
    shutil.copy(tommath, library / "libtommath.so.1")
    (target / "firebird.conf").write_text(_CONFIGURATION)


@cache
def _load_library(library: str) -> None:
    """Point the driver at the engine; its lock and temporary files go to folders of ours."""
    for variable, name in (("FIREBIRD_LOCK", "firebird-lock"), ("FIREBIRD_TMP", "firebird-tmp")):
        folder = home.home() / name
        folder.mkdir(mode=0o700, exist_ok=True)
        os.environ[variable] = str(folder)
    driver_config.fb_client_library.value = library


def _use_library(endpoint: Endpoint) -> None:
    if endpoint.library:
        _load_library(endpoint.library)


def _path(endpoint: Endpoint, database: str) -> str:
    folder = endpoint.directory
    return f"{folder}/{database}.fdb" if folder else f"{database}.fdb"


def _dsn(endpoint: Endpoint, path: str) -> str:
    return path if endpoint.in_process else f"inet://{endpoint.host}:{endpoint.port}/{path}"


def _login(endpoint: Endpoint) -> dict[str, Any]:
    login: dict[str, Any] = {"user": endpoint.user, "charset": "UTF8"}
    if endpoint.password:
        login["password"] = endpoint.password
    return login


def _create_table(table: Table, sealer: Sealer) -> str:
    parts = ["id integer generated by default as identity primary key"]
    parts += [f"{column.name} {_type(column, sealer)}" for column in table.columns]
    parts += [
        f"foreign key ({column.name}) references {column.references} (id) "
        "on delete cascade on update cascade"
        for column in table.columns
        if column.references
    ]
    return f"create table {table.name} ({', '.join(parts)})"


def _type(column: Column, sealer: Sealer) -> str:
    if column.protected and sealer.changes_values:
        return f"varbinary({sealer.sealed_size(column.size)})"
    return {
        ValueType.TEXT: f"varchar({column.size}) character set utf8",
        ValueType.INTEGER: "integer",
        ValueType.BOOLEAN: "boolean",
        ValueType.BYTES: f"varbinary({column.size})",
    }[column.type]


def _placeholder(position: int, slot: Slot) -> str:
    """An untyped place would be VARCHAR(64) OCTETS: bytes are therefore cast to their width."""
    del position
    if slot.role is Role.IV:
        return "cast(? as varbinary(16))"
    return f"cast(? as varbinary({_MOST_BYTES}))" if slot.type is ValueType.BYTES else "?"


def _try_ciphers(session: FirebirdSession) -> tuple[frozenset[Cipher], dict[Cipher, str]]:
    native: set[Cipher] = set()
    refused: dict[Cipher, str] = {}
    tried = candidates(dict.fromkeys(_BLOCK_BYTES, _LENGTHS), _BLOCK_MODES)
    tried += candidates(dict.fromkeys(_STREAM_IV_BYTES, _LENGTHS), (_STREAM,))
    for cipher in tried:
        sealer = EncryptSealer(
            cipher.algorithm, cipher.mode, Keying(bytes(range(cipher.bits // 8)), bytes(16))
        )
        value = b"probe value 16by".hex()  # one whole block of every cipher: nothing to pad
        sealed = sealer._call("encrypt", f"x'{value}'", sealer._fixed_iv)
        opened = sealer._call("decrypt", sealed, sealer._fixed_iv)
        try:
            answer = session.fetch(f"select {opened} from rdb$database")[0][0]
        except StatementFailed as error:
            refused[cipher] = error.values["said"]
        else:
            if answer == b"probe value 16by":
                native.add(cipher)
            else:
                refused[cipher] = "what was sealed did not open again"
    return frozenset(native), refused


def _unavailable(endpoint: Endpoint, error: Exception) -> ServerUnavailable:
    said = _said(error)
    where = endpoint.directory if endpoint.in_process else f"{endpoint.host}:{endpoint.port}"
    if "password" in said.lower():
        title, hint = "Not let in", "Check user and password."
    else:
        title, hint = "Server not reached", "Check that it runs and that host and port are right."
    return ServerUnavailable(title, "Firebird at {where} says: {said}.", hint, where=where, said=said)


def _failed(error: Exception) -> StatementFailed:
    return StatementFailed("Statement failed", "Firebird says: {said}", said=_said(error))


def _said(error: Exception) -> str:
    lines = [line.strip("- ").rstrip(".") for line in str(error).splitlines() if line.strip("- ")]
    return ", ".join(dict.fromkeys(lines)) or type(error).__name__
