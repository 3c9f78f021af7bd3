"""MariaDB as an engine: databases, tables, capabilities."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import mariadb

from engines.capability import Capabilities
from engines.contract import (
    DATABASE_PREFIX,
    MARKER_TABLE,
    Endpoint,
    Engine,
    database_name,
    settings_from,
)
from engines.ddl import create_statements
from engines.errors import ServerUnavailable, StatementFailed, Unsupported
from engines.mariadb.sealer import ALGORITHMS, AesEncryptSealer, try_ciphers
from engines.mariadb.servers import LocalMariaDB
from engines.mariadb.session import MariaSession, words_of
from engines.processes import is_here, pid_if_named
from engines.protection import Keying, Protection
from engines.schema import Column, Schema
from engines.statement import (
    Sealer,
    ValueType,
)

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
        with self.connect(endpoint) as session:
            version = str(session.fetch("select version()")[0][0]).split("-")[0]
            names = ", ".join(f"'{name}'" for name in _SETTINGS)
            settings = session.fetch(f"show global variables where variable_name in ({names})")
            native, refused = try_ciphers(session)
        return Capabilities(
            version, native, refused, settings_from(settings), time.perf_counter() - started
        )

    def native_sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        if protection.algorithm != "aes" or protection.bits not in ALGORITHMS["aes"]:
            raise Unsupported(
                "Unknown algorithm",
                "MariaDB has no {algorithm}-{bits}.",
                algorithm=protection.algorithm,
                bits=protection.bits,
            )
        return AesEncryptSealer(protection.bits, protection.mode or self.default_mode, keying)

    def schema_statements(self, schema: Schema, sealer: Sealer) -> list[str]:
        return create_statements(
            schema,
            "integer not null auto_increment primary key",
            lambda column: _type(column, sealer),
            indexes_foreign_keys=True,
            options=sealer.table_options,
        )

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        with self.connect(endpoint) as session:
            session.execute(f"create database {_quoted(name)} character set utf8mb4")
            session.execute(
                f"create table {_quoted(name)}.{MARKER_TABLE} (id varchar(64) not null)"
            )
            session.execute(f"insert into {_quoted(name)}.{MARKER_TABLE} values ('{identifier}')")
        return name

    def drop_database(self, endpoint: Endpoint, database: str) -> None:
        if database not in self.owned_databases(endpoint):
            return
        with self.connect(endpoint) as session:
            _end_sessions(session, database)
            session.execute(f"drop database if exists {_quoted(database)}")

    def owned_databases(self, endpoint: Endpoint) -> dict[str, str]:
        with self.connect(endpoint) as session:
            names = session.fetch(
                "select table_schema from information_schema.tables where "
                f"table_name = '{MARKER_TABLE}' and "
                f"left(table_schema, {len(DATABASE_PREFIX)}) = '{DATABASE_PREFIX}'"
            )
            found = {}
            for (name,) in names:
                markers = session.fetch(f"select id from {_quoted(str(name))}.{MARKER_TABLE}")
                if markers:
                    found[str(name)] = str(markers[0][0])
            return found

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


MariaDB.launchers = (LocalMariaDB(),)


def _type(column: Column, sealer: Sealer) -> str:
    if column.protected and sealer.changes_values:
        return f"varbinary({sealer.sealed_size(column.size)})"
    return {
        ValueType.TEXT: f"varchar({column.size})",
        ValueType.INTEGER: "integer",
        ValueType.BOOLEAN: "boolean",
        ValueType.BYTES: f"varbinary({column.size})",
    }[column.type]


def _end_sessions(session: MariaSession, database: str) -> None:
    """End connections that still work in our database: they hold locks that DROP waits for."""
    for (connection,) in session.fetch(
        f"select id from information_schema.processlist where db = '{database}'"
    ):
        with suppress(StatementFailed):  # it may end by itself in between
            session.execute(f"kill {connection!s}")


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


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
        title, "MariaDB at {where} says: {said}.", hint, where=where, said=words_of(error)
    )
