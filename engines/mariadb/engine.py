"""MariaDB as an engine: databases, tables, capabilities."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from pathlib import Path

from engines.capability import Capabilities, Cipher
from engines.catalogue import Catalogue
from engines.contract import DATABASE_PREFIX, MARKER_TABLE, Engine, database_name, settings_from
from engines.data_place import DataPlace
from engines.ddl import create_statements
from engines.diagnosis import Finding
from engines.endpoint import Endpoint
from engines.errors import StatementFailed, Unsupported
from engines.mariadb import DEFAULT_MODE, tablespace
from engines.mariadb.connection import demands_of_tls, open_connection
from engines.mariadb.container import RECIPE
from engines.mariadb.places import key_of, places
from engines.mariadb.sealer import ALGORITHMS, AesEncryptSealer, try_ciphers
from engines.mariadb.servers import LocalMariaDB
from engines.mariadb.session import MariaSession
from engines.processes import is_here, pid_if_named
from engines.protection import Keying, Protection
from engines.schema import Column, Schema
from engines.statement import (
    Sealer,
    Unsealed,
    ValueType,
)

_SETTINGS = (
    "innodb_buffer_pool_size", "innodb_flush_log_at_trx_commit", "innodb_flush_method",
    "innodb_log_file_size", "innodb_doublewrite", "innodb_encrypt_log", "innodb_encrypt_tables",
    "file_key_management_encryption_algorithm",
    "sync_binlog", "log_bin", "max_connections", "have_ssl", "character_set_server", "userstat",
)  # fmt: skip


class MariaDB(Engine):
    """MariaDB, whose AES_ENCRYPT knows a mode from 11.2 on and is AES-128-ECB before."""

    name = "mariadb"
    title = "MariaDB"
    default_mode = DEFAULT_MODE
    catalogue = Catalogue(
        databases="select schema_name from information_schema.schemata where schema_name not in "
        "('information_schema', 'mysql', 'performance_schema', 'sys')",
        columns="select '', table_name, column_name from information_schema.columns "
        "where table_schema = database() and "
        "data_type regexp '^(var)?(char|binary)$|text$|blob$' "
        "order by table_name, ordinal_position",
        quote="`",
    )
    container = RECIPE
    default_port = 3306
    grant_hint = r"An administrator allows it: GRANT ALL ON `cipherbench\_%`.* TO the user."

    def connect(self, endpoint: Endpoint, database: str | None = None) -> MariaSession:
        return MariaSession(open_connection(endpoint, database))

    def diagnose(self, endpoint: Endpoint) -> list[Finding]:
        return demands_of_tls(endpoint) or super().diagnose(endpoint)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        with self.connect(endpoint) as session:
            version = str(session.fetch("select version()")[0][0]).split("-")[0]
            names = ", ".join(f"'{name}'" for name in _SETTINGS)
            settings = session.fetch(f"show global variables where variable_name in ({names})")
            native, refused = try_ciphers(session)
            storage, unsealed = self._try_storage(endpoint, session)
        return Capabilities(
            version,
            native,
            refused | unsealed,
            settings_from(settings),
            time.perf_counter() - started,
            storage,
        )

    def _try_storage(
        self, endpoint: Endpoint, session: MariaSession
    ) -> tuple[frozenset[Cipher], dict[Cipher, str]]:
        identifier = f"probe_{secrets.token_hex(4)}"
        try:
            return tablespace.try_keys(session, lambda: self.create_database(endpoint, identifier))
        finally:
            self.drop_database(endpoint, database_name(identifier))

    def storage_sealer(self, protection: Protection) -> Sealer:
        if protection.algorithm == tablespace.ALGORITHM or protection.mode == tablespace.MODE:
            return Unsealed(tablespace.table_options(protection.bits))
        return super().storage_sealer(protection)

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
            marker = f"{_quoted(name)}.{MARKER_TABLE}"
            try:
                session.execute(f"create table {marker} (id varchar(64) not null)")
                session.execute(f"insert into {marker} values ('{identifier}')")
                session.fetch(f"select id from {marker}")
            except StatementFailed:
                with suppress(StatementFailed):  # nobody would know it as ours
                    session.execute(f"drop database {_quoted(name)}")
                raise
        return name

    def drop_database(self, endpoint: Endpoint, database: str) -> None:
        with self.connect(endpoint) as session:
            if _marker(session, database) is None:
                return
            _end_sessions(session, database)
            session.execute(f"drop database if exists {_quoted(database)}")

    def owned_databases(self, endpoint: Endpoint) -> dict[str, str]:
        with self.connect(endpoint) as session:
            names = session.fetch(
                "select table_schema from information_schema.tables where "
                f"table_name = '{MARKER_TABLE}' and "
                f"left(table_schema, {len(DATABASE_PREFIX)}) = '{DATABASE_PREFIX}'"
            )
            return {
                str(name): marker
                for (name,) in names
                if (marker := _marker(session, str(name))) is not None
            }

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

    def data_directory(self, endpoint: Endpoint) -> str | None:
        with self.connect(endpoint) as session:
            return str(session.fetch("select @@global.datadir")[0][0])

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        with self.connect(endpoint) as session:
            return places(session, endpoint, database)

    def settle(self, endpoint: Endpoint, database: str) -> None:
        """FLUSH TABLES … FOR EXPORT writes a table's changed pages and waits for it."""
        with self.connect(endpoint) as session, suppress(StatementFailed):  # it takes a privilege
            names = session.fetch(
                "select table_name from information_schema.tables "
                f"where table_schema = '{database}' and engine = 'InnoDB'"
            )
            tables = ", ".join(f"{_quoted(database)}.{_quoted(str(name))}" for (name,) in names)
            session.execute(f"flush tables {tables} for export")
            session.execute("unlock tables")

    def stored_key(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> bytes | None:
        if self.storage_sealer(protection).table_options:
            with self.connect(endpoint) as session:
                return key_of(session, endpoint, protection.bits)
        return super().stored_key(endpoint, protection, keying)


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


def _marker(session: MariaSession, database: str) -> str | None:
    """What a database of ours is marked with; None for another, or one that has gone meanwhile."""
    with suppress(StatementFailed):
        for (marker,) in session.fetch(f"select id from {_quoted(database)}.{MARKER_TABLE}"):
            return str(marker)
    return None


def _end_sessions(session: MariaSession, database: str) -> None:
    """End connections that still work in our database: they hold locks that DROP waits for."""
    for (connection,) in session.fetch(
        f"select id from information_schema.processlist where db = '{database}'"
    ):
        with suppress(StatementFailed):  # it may end by itself in between
            session.execute(f"kill {connection!s}")


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
