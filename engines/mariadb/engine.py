"""MariaDB as an engine: databases, tables, capabilities."""

from __future__ import annotations

from collections.abc import Callable

from engines.base.engine import Engine
from engines.contract.data_place import DataPlace
from engines.contract.endpoint import Endpoint
from engines.contract.launch import Arrangement, Logs
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection
from engines.mariadb import FACTS, tablespace
from engines.mariadb.places import key_of, places
from engines.mariadb.sealer import MODES, AesEncryptSealer
from engines.mariadb.servers import RECIPE, LocalMariaDB
from engines.mariadb.session import MariaSession
from engines.mysql_family.catalogue import FamilyCatalogue
from engines.mysql_family.engine import FamilyDriver, FamilyEncryption, FamilyServers, Tried
from engines.mysql_family.handshake import MARIADB
from engines.mysql_family.session import FamilySession
from engines.mysql_family.structure import FamilyStructure
from engines.sql.statement import Sealer, Unsealed

_SETTINGS = (
    "innodb_buffer_pool_size", "innodb_flush_log_at_trx_commit", "innodb_flush_method",
    "innodb_log_file_size", "innodb_doublewrite", "innodb_encrypt_log", "innodb_encrypt_tables",
    "innodb_page_size", "innodb_checksum_algorithm", "version_ssl_library",
    "file_key_management_encryption_algorithm",
    "sync_binlog", "log_bin", "encrypt_binlog", "encrypt_tmp_files",
    "max_connections", "have_ssl", "character_set_server", "userstat", "lower_case_table_names",
    "innodb_file_per_table", "innodb_force_primary_key", "enforce_storage_engine",
)  # fmt: skip


_JSON_CHECKS = """
    select constraint_name from information_schema.check_constraints
    where constraint_schema = database() and table_name = ?
    and check_clause = concat('json_valid(`', constraint_name, '`)')"""
"""A column of JSON is a text with such a check."""


class MariaDBDriver(FamilyDriver):
    facts = FACTS
    product = MARIADB
    session = MariaSession


class MariaDBEncryption(FamilyEncryption):
    aes = AesEncryptSealer
    aes_modes = MODES

    def storage_sealer(self, protection: Protection) -> Sealer:
        if protection.algorithm == tablespace.ALGORITHM or protection.mode == tablespace.MODE:
            return Unsealed(tablespace.table_options(protection.bits))
        return super().storage_sealer(protection)

    def stored_key(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> bytes | None:
        if self.storage_sealer(protection).table_options:
            with self.driver.connect(endpoint) as session:
                return key_of(session, endpoint, protection.bits)
        return super().stored_key(endpoint, protection, keying)


class MariaDBCatalogue(FamilyCatalogue):
    structure = FamilyStructure(
        MARIADB.title, "max_statement_time = {seconds}", json_checks=_JSON_CHECKS
    )

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        with self.driver.connect(endpoint) as session:
            return places(session, endpoint, database)


class MariaDBServers(FamilyServers):
    program = "mariadbd"
    reported_settings = _SETTINGS
    no_keys = tablespace.NO_KEYS
    harmless_settings = frozenset({"max_connections", "have_ssl"})
    arranged_settings = frozenset({
        "innodb_buffer_pool_size", "innodb_encrypt_log", "log_bin", "encrypt_binlog",
    })  # fmt: skip
    container = RECIPE
    launchers = (LocalMariaDB(),)
    grant_hint = phrase(
        "Ask an administrator for it: GRANT ALL ON `cipherbench\\_%`.* TO the user. Give it to one "
        "login only, since each login that has it can change the others' data."
    )

    def tidying(self, arranged: Arrangement) -> tuple[str, ...]:
        """Binary logs are kept until somebody removes them."""
        return () if arranged.logs is Logs.USUAL else ("reset master",)

    def try_tables(self, session: FamilySession, make_database: Callable[[], str]) -> Tried:
        return tablespace.try_keys(session, make_database)

    def _counted_seconds(self, session: FamilySession, user: str) -> float | None:
        """`user_statistics.busy_time`, where the server has userstat switched on."""
        if not session.fetch("select @@global.userstat")[0][0]:
            return None
        found = session.fetch(
            f"select busy_time from information_schema.user_statistics where user = {user}"
        )
        return float(str(found[0][0])) if found else None


ENGINE = Engine.of(MariaDBDriver, MariaDBEncryption, MariaDBCatalogue, MariaDBServers)
