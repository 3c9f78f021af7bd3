"""Firebird as an engine: databases, tables, capabilities."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from firebird.driver import DatabaseError
from firebird.driver import connect as firebird_connect
from firebird.driver import create_database as firebird_create

from engines.capability import Capabilities
from engines.contract import (
    DATABASE_PREFIX,
    MARKER_TABLE,
    Endpoint,
    Engine,
    database_name,
    settings_from,
)
from engines.errors import ServerUnavailable, Unsupported
from engines.firebird.sealer import BLOCK_BYTES, STREAM_IV_BYTES, EncryptSealer, try_ciphers
from engines.firebird.servers import EmbeddedFirebird, use_library
from engines.firebird.session import Administration, FirebirdSession, words_of
from engines.protection import Keying, Protection
from engines.schema import Column, Schema, Table
from engines.statement import (
    Sealer,
    ValueType,
)


class Firebird(Engine):
    """Firebird from 4.0 on, where ENCRYPT and DECRYPT came."""

    name = "firebird"
    title = "Firebird"
    default_mode = "ofb"
    default_port = 3050
    address_fields = frozenset({"host", "port", "database", "directory"})

    def connect(self, endpoint: Endpoint, database: str | None = None) -> FirebirdSession:
        if database is None and endpoint.in_process:
            use_library(endpoint)
            return Administration()
        path = _path(endpoint, database) if database else endpoint.database or "employee"
        use_library(endpoint)
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
                settings = (
                    session.fetch(_CONFIG) if int(version.split(".", maxsplit=1)[0]) >= 4 else []
                )
                settings += session.fetch(_DATABASE)
                native, refused = try_ciphers(session)
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
        if algorithm not in BLOCK_BYTES and algorithm not in STREAM_IV_BYTES:
            raise Unsupported(
                "Unknown algorithm", "Firebird has no {algorithm}.", algorithm=algorithm
            )
        return EncryptSealer(algorithm, mode, keying)

    def schema_statements(self, schema: Schema, sealer: Sealer) -> list[str]:
        tables = [_create_table(table, sealer) for table in schema.tables]
        return tables + [f"create index {t}_{c} on {t} ({c})" for t, c in schema.indexes]

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        use_library(endpoint)
        try:
            connection = firebird_create(_dsn(endpoint, _path(endpoint, name)), **_login(endpoint))
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


Firebird.launchers = (EmbeddedFirebird(),)

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


def _unavailable(endpoint: Endpoint, error: Exception) -> ServerUnavailable:
    said = words_of(error)
    where = endpoint.directory if endpoint.in_process else f"{endpoint.host}:{endpoint.port}"
    if "password" in said.lower():
        title, hint = "Not let in", "Check user and password."
    else:
        title, hint = "Server not reached", "Check that it runs and that host and port are right."
    return ServerUnavailable(
        title, "Firebird at {where} says: {said}.", hint, where=where, said=said
    )
