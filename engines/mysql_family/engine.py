"""What the engines MariaDB and MySQL share beside their catalogue: driver, encryption methods, and
how their servers are probed and diagnosed."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from engines.base.capability import Capabilities, settings_from
from engines.base.diagnosis import Diagnosis
from engines.base.driver import Driver
from engines.base.encryption import Encryption
from engines.base.ownership import DATABASE_PREFIX, login_of
from engines.base.server_control import ServerControl
from engines.contract.endpoint import STANDBY, AddressForm, Endpoint, ServerNode, Source
from engines.contract.errors import StatementFailed, Unsupported
from engines.contract.launch import Arrangement, Logs
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Cipher, Keying, Protection
from engines.contract.session import Session
from engines.inspection.processes import is_here, number_in, pid_if_named
from engines.mysql_family import INDEX_KINDS
from engines.mysql_family.catalogue import TABLE_OPTIONS, excess_powers
from engines.mysql_family.connection import diagnose_required_tls, open_connection
from engines.mysql_family.encryptor import AES_BITS, AesEncryptor, try_ciphers
from engines.mysql_family.handshake import Product
from engines.mysql_family.session import TYPES, FamilySession
from engines.mysql_family.table_prefix import PrefixedTables
from engines.sql.schema import Dialect
from engines.sql.statement import Encryptor

TABLESPACE = "tablespace"
"""The mode of ciphers that encrypt tables."""


_ROW_KEY = "cipherbench_row bigint unsigned not null auto_increment primary key invisible"

_VARIABLES_THAT_REQUIRE_KEYS = ("sql_require_primary_key", "innodb_force_primary_key")

_NODE = """
    select concat_ws(':', @@hostname, if(@@port = 0, @@socket, @@port)), @@global.read_only"""
"""One that does not listen on TCP has port 0."""

type TriedCiphers = tuple[frozenset[Cipher], dict[Cipher, Message]]
"""Ciphers that work, and why the others do not."""


class FamilyDriver(Driver[FamilySession]):
    product: ClassVar[Product]
    session: ClassVar[type[FamilySession]]
    dialect = Dialect(
        "{type} not null auto_increment primary key",
        TYPES,
        indexes_foreign_keys=True,
        doubled="'\\",
        statistics="analyze table {table}",
        binary=" collate utf8mb4_bin",
        table_options=TABLE_OPTIONS,
        index_kinds=INDEX_KINDS,
    )

    def connect(self, endpoint: Endpoint, database: str | None = None) -> FamilySession:
        if not (endpoint.prepared and database and database.startswith(DATABASE_PREFIX)):
            return self.session(self._opened(endpoint, database))
        return self.session(self._opened(endpoint, None), PrefixedTables(database))

    def _opened(self, endpoint: Endpoint, database: str | None) -> Any:
        return open_connection(endpoint, database, self.product, self.session.settings)

    def dialect_for(self, session: Session) -> Dialect:
        """Where every table must have a key, one without has one that `select *` does not show.
        A database that was prepared for us has a character set and a collation of its own."""
        names = ", ".join(f"'{name}'" for name in _VARIABLES_THAT_REQUIRE_KEYS)
        asked = session.fetch(f"show variables where variable_name in ({names})")
        demanded = any(str(value) == "ON" for _, value in asked)
        return replace(
            self.dialect,
            unkeyed=_ROW_KEY if demanded else self.dialect.unkeyed,
            table_options=f"{TABLE_OPTIONS} {self.session.settings.charset_clause}",
        )


class FamilyEncryption(Encryption):
    driver: FamilyDriver
    aes: ClassVar[type[AesEncryptor]]
    aes_modes: ClassVar[tuple[str, ...]]
    """How it writes AES_ENCRYPT, and the modes worth trying."""

    def native_encryptor(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Encryptor:
        if protection.algorithm != "aes" or protection.bits not in AES_BITS:
            raise Unsupported(
                phrase("Unknown algorithm"),
                phrase("{engine} does not support {algorithm}-{bits}."),
                phrase(
                    "Choose another protection; `cipherbench engines` lists those of each server."
                ),
                engine=self.driver.title,
                algorithm=protection.algorithm,
                bits=protection.bits,
            )
        mode = protection.mode or self.driver.facts.default_mode
        return self.aes(protection.bits, mode, keying)


class FamilyServers(ServerControl[FamilySession]):
    driver: FamilyDriver
    encryption: FamilyEncryption
    program: ClassVar[str]
    """The name of its server's process."""
    missing_for_encryption: ClassVar[Message]
    """What a server without tablespace encryption lacks for encrypted logs."""

    counts_per_database = False
    address = AddressForm(3306, socket="/run/mysqld/mysqld.sock")
    why_logs_not_arranged = NOTHING

    def diagnose(self, endpoint: Endpoint) -> list[Diagnosis]:
        product, settings = self.driver.product, self.driver.session.settings
        return diagnose_required_tls(endpoint, product, settings) or super().diagnose(endpoint)

    def version_of(self, session: Session) -> str:
        return str(session.fetch("select version()")[0][0]).split("-")[0]

    def why_not_arranged(
        self, wanted: Arrangement, source: Source, capabilities: Capabilities | None = None
    ) -> Message:
        keyless = capabilities is not None and not any(
            each.mode == TABLESPACE for each in capabilities.storage
        )
        if wanted.logs is Logs.ENCRYPTED and keyless:
            return self.missing_for_encryption
        if wanted.logs is not Logs.USUAL and capabilities and STANDBY in capabilities.settings:
            return phrase("The logs that a standby follows are left as they are.")
        return super().why_not_arranged(wanted, source, capabilities)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        with self.driver.connect(endpoint) as session:
            version = self.version_of(session)
            names = ", ".join(f"'{name}'" for name in self.reported_settings)
            settings = session.fetch(f"show global variables where variable_name in ({names})")
            native, refused = try_ciphers(session, self.encryption.aes_modes, self.encryption.aes)
            storage, unencrypted = self._try_storage(endpoint, session)
            powers = excess_powers(session)
        capabilities = Capabilities(
            version,
            native,
            refused | unencrypted,
            settings_from(settings),
            time.perf_counter() - started,
            storage,
            powers=() if endpoint.managed else powers,
        )
        return self.with_tls_capability(endpoint, capabilities)

    def tls_of(self, session: Session) -> str:
        """“TLSv1.3, TLS_AES_256_GCM_SHA384”."""
        asked = "show session status where variable_name in ('Ssl_version', 'Ssl_cipher')"
        status = {str(name).lower(): str(value) for name, value in session.fetch(asked)}
        return ", ".join(filter(None, (status.get("ssl_version"), status.get("ssl_cipher"))))

    def _try_storage(self, endpoint: Endpoint, session: FamilySession) -> TriedCiphers:
        if endpoint.prepared:
            return frozenset(), {}
        with ExitStack() as cleanup:
            made = self.catalogue.probe_database(endpoint)
            return self.try_tablespace_encryption(session, lambda: cleanup.enter_context(made))

    @abstractmethod
    def try_tablespace_encryption(
        self, session: FamilySession, make_database: Callable[[], str]
    ) -> TriedCiphers:
        """Encrypt tables and have the server confirm it; `make_database` makes a database of ours
        to do it in and returns its name."""

    identifying_variables: ClassVar[tuple[str, ...]]
    """Server variables that together differ between any two servers; older versions lack some."""

    def node_of(self, endpoint: Endpoint) -> ServerNode | None:
        with self.driver.connect(endpoint) as session:
            ((place, read_only),) = session.fetch(_NODE)
            names = ", ".join(f"'{each}'" for each in self.identifying_variables)
            known = session.fetch(f"show global variables where variable_name in ({names})")
        restricted = str(read_only) not in ("0", "OFF")
        values = {str(name): str(value) for name, value in known}
        identifier = ", ".join(
            f"{name} {values[name]}" for name in self.identifying_variables if name in values
        )
        return ServerNode(str(place), identifier, restriction="read_only" if restricted else "")

    replica_status_query: ClassVar[tuple[str, str, str]]
    """The query for how far a standby is, and two columns of its result: the file of the
    primary's binary log, and the offset in it up to which the standby has applied everything."""

    def standby_lag(self, endpoint: Endpoint, standby: Endpoint) -> float:
        """What the binary log has behind that place."""
        query, file, place = self.replica_status_query
        with self.driver.connect(standby) as there:
            (done,), (at,) = there.column(query, file), there.column(query, place)
        with self.driver.connect(endpoint) as session:
            sizes = {str(row[0]): int(str(row[1])) for row in session.fetch("show binary logs")}
        left = sum(size for name, size in sizes.items() if name >= str(done))
        return max(0.0, left - int(str(at)))

    def why_not_following(self, standby: Endpoint) -> str:
        """What it met as it read its server's binary log, or as it carried it out."""
        with self.driver.connect(standby) as there:
            words = (
                str(each)
                for name in ("Last_IO_Error", "Last_SQL_Error")
                for each in there.column(self.replica_status_query[0], name)
            )
            return next(filter(None, words), "")

    def server_seconds(self, endpoint: Endpoint, database: str) -> float | None:
        """What `_counted_seconds` has of our user."""
        session = self.driver.connect(endpoint)
        try:
            return self._counted_seconds(session, self._login(endpoint, session, database))
        except StatementFailed:
            return None
        finally:
            session.close()

    def _login(self, endpoint: Endpoint, session: FamilySession, database: str) -> str:
        """The user whose work in a database is a campaign's, as a literal."""
        if endpoint.managed:
            return session.literal(login_of(database))
        return "substring_index(current_user(), '@', 1)"

    @abstractmethod
    def _counted_seconds(self, session: FamilySession, user: str) -> float | None:
        """Seconds of work for a user, who is named by an expression; None where none are
        counted."""

    def server_pid(self, endpoint: Endpoint) -> int | None:
        if not is_here(endpoint):
            return None
        session = self.driver.connect(endpoint)
        try:
            path = Path(str(session.fetch("select @@global.pid_file")[0][0]))
            return pid_if_named(number_in(path), self.program)
        except (OSError, ValueError, StatementFailed):
            return None
        finally:
            session.close()

    def data_directory(self, endpoint: Endpoint) -> str | None:
        with self.driver.connect(endpoint) as session:
            return str(session.fetch("select @@global.datadir")[0][0])
