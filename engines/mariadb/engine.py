"""MariaDB as an engine: databases, tables, capabilities."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from engines.base.capability import Capabilities
from engines.base.diagnosis import Diagnosis
from engines.base.engine import DATABASE_PREFIX, MARKER_TABLE, Engine, database_name, settings_from
from engines.base.ownership import Sighting, all_or_nothing, drop_patiently, sign
from engines.contract.data_place import DataPlace
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import StatementFailed, Unsupported
from engines.contract.launch import Arrangement, Logs
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Cipher, Keying, Protection
from engines.contract.session import Session
from engines.looking.processes import is_here, number_in, pid_if_named
from engines.mariadb import FACTS, tablespace
from engines.mariadb.catalogue import MariaCatalogue
from engines.mariadb.connection import demands_of_tls, open_connection
from engines.mariadb.container import RECIPE
from engines.mariadb.owned import beginning, drop, has_comments, named, place
from engines.mariadb.places import key_of, places
from engines.mariadb.sealer import ALGORITHMS, AesEncryptSealer, try_ciphers
from engines.mariadb.servers import LocalMariaDB
from engines.mariadb.session import TYPES, MariaSession
from engines.mariadb.structure.tables import MariaStructure
from engines.sql.schema import Dialect
from engines.sql.statement import Sealer, Unsealed

_SETTINGS = (
    "innodb_buffer_pool_size", "innodb_flush_log_at_trx_commit", "innodb_flush_method",
    "innodb_log_file_size", "innodb_doublewrite", "innodb_encrypt_log", "innodb_encrypt_tables",
    "innodb_page_size", "innodb_checksum_algorithm", "version_ssl_library",
    "file_key_management_encryption_algorithm",
    "sync_binlog", "log_bin", "max_connections", "have_ssl", "character_set_server", "userstat",
)  # fmt: skip


class MariaDB(Engine):
    """MariaDB, whose AES_ENCRYPT knows a mode from 11.2 on and is AES-128-ECB before."""

    counts_per_database = False
    name = "mariadb"
    title = "MariaDB"
    usual_socket = "/run/mysqld/mysqld.sock"
    harmless_settings = frozenset({"max_connections", "have_ssl"})
    seals_logs = NOTHING
    arranged_settings = frozenset({"innodb_buffer_pool_size", "innodb_encrypt_log", "log_bin"})
    facts = FACTS
    catalogue = MariaCatalogue()
    structure = MariaStructure()
    container = RECIPE
    dialect = Dialect(
        "integer not null auto_increment primary key",
        TYPES,
        indexes_foreign_keys=True,
        statistics="analyze table {table}",
        binary=" collate utf8mb4_bin",
    )
    default_port = 3306
    grant_hint = phrase(
        "Ask an administrator for it: GRANT ALL ON `cipherbench\\_%`.* TO the user. Give it to one "
        "login only, since each login that has it can change the others' data."
    )

    def connect(self, endpoint: Endpoint, database: str | None = None) -> MariaSession:
        return MariaSession(open_connection(endpoint, database))

    def diagnose(self, endpoint: Endpoint) -> list[Diagnosis]:
        return demands_of_tls(endpoint) or super().diagnose(endpoint)

    def why_not_arranged(
        self, wanted: Arrangement, source: Source, told: Capabilities | None = None
    ) -> Message:
        keyless = told is not None and not any(
            each.mode == tablespace.MODE for each in told.storage
        )
        if wanted.logs is Logs.SEALED and keyless:
            return tablespace.NO_KEYS
        return super().why_not_arranged(wanted, source, told)

    def tidying(self, arranged: Arrangement) -> tuple[str, ...]:
        """Binary logs are kept until somebody removes them."""
        return () if arranged.logs is Logs.USUAL else ("reset master",)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        with self.connect(endpoint) as session:
            version = self.version_of(session)
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

    def version_of(self, session: Session) -> str:
        return str(session.fetch("select version()")[0][0]).split("-")[0]

    def _try_storage(
        self, endpoint: Endpoint, session: MariaSession
    ) -> tuple[frozenset[Cipher], dict[Cipher, Message]]:
        made: list[str] = []

        def make_database() -> str:
            made.append(self.create_database(endpoint, f"probe_{secrets.token_hex(4)}"))
            return made[0]

        try:
            return tablespace.try_keys(session, make_database)
        finally:
            for database in made:
                drop_patiently(self, endpoint, database)

    def storage_sealer(self, protection: Protection) -> Sealer:
        if protection.algorithm == tablespace.ALGORITHM or protection.mode == tablespace.MODE:
            return Unsealed(tablespace.table_options(protection.bits))
        return super().storage_sealer(protection)

    def native_sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        if protection.algorithm != "aes" or protection.bits not in ALGORITHMS["aes"]:
            raise Unsupported(
                phrase("Unknown algorithm"),
                phrase("MariaDB does not support {algorithm}-{bits}."),
                phrase(
                    "Choose another protection; `cipherbench engines` lists those of each server."
                ),
                algorithm=protection.algorithm,
                bits=protection.bits,
            )
        return AesEncryptSealer(protection.bits, protection.mode or self.default_mode, keying)

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        with self.connect(endpoint) as session:
            mark = session.literal(sign(self.name, place(session), name, identifier))
            commented = has_comments(session)
            quoted, table = session.quoted(name), f"{session.quoted(name)}.{MARKER_TABLE}"
            session.execute(
                f"create database {quoted} character set utf8mb4"
                + (f" comment {mark}" if commented else "")
            )
            with all_or_nothing(self, endpoint, name, partial(drop, session, name)):
                session.execute(
                    f"create table {table} (id varchar(64) not null)"
                    + ("" if commented else f" engine=innodb comment {mark}")
                )
                session.ask(f"insert into {table} values (?)", identifier)
                session.fetch(f"select id from {table}")
        return name

    @contextmanager
    def sighted(self, endpoint: Endpoint, database: str) -> Iterator[Sighting | None]:
        with self.connect(endpoint) as session:
            yield named(session, database)

    def sightings(self, endpoint: Endpoint) -> list[Sighting]:
        with self.connect(endpoint) as session:
            return beginning(session, DATABASE_PREFIX)

    def removal(self, endpoint: Endpoint, database: str) -> str:
        return f"DROP DATABASE {MariaSession.quoted(database)};"

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
            return pid_if_named(number_in(path), "mariadbd")
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
        with (
            self.connect(endpoint, database) as session,
            suppress(StatementFailed),
        ):  # it takes a privilege
            session.flush()

    def stored_key(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> bytes | None:
        if self.storage_sealer(protection).table_options:
            with self.connect(endpoint) as session:
                return key_of(session, endpoint, protection.bits)
        return super().stored_key(endpoint, protection, keying)


MariaDB.launchers = (LocalMariaDB(),)
