"""MySQL as an engine: capabilities, storage, arrangements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.base.engine import Engine
from engines.contract.data_place import DataPlace
from engines.contract.endpoint import Endpoint
from engines.contract.launch import Arrangement, Logs
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection
from engines.mysql import FACTS, tablespace
from engines.mysql.login import logging_in
from engines.mysql.places import key_of, places
from engines.mysql.sealer import MODES, AesEncryptSealer
from engines.mysql.servers import RECIPE, LocalMySQL
from engines.mysql.session import MySQLSession
from engines.mysql_family.catalogue import FamilyCatalogue
from engines.mysql_family.engine import FamilyDriver, FamilyEncryption, FamilyServers, Tried
from engines.mysql_family.handshake import MYSQL
from engines.mysql_family.session import FamilySession
from engines.mysql_family.structure import FamilyStructure
from engines.sql.statement import Sealer, Unsealed

_SETTINGS = (
    "innodb_buffer_pool_size", "innodb_flush_log_at_trx_commit", "innodb_flush_method",
    "innodb_redo_log_capacity", "innodb_doublewrite", "innodb_redo_log_encrypt",
    "innodb_undo_log_encrypt", "default_table_encryption", "innodb_page_size",
    "innodb_checksum_algorithm", "sync_binlog", "log_bin", "binlog_encryption", "max_connections",
    "character_set_server", "performance_schema", "lower_case_table_names",
    "innodb_file_per_table", "sql_require_primary_key",
)  # fmt: skip


class MySQLDriver(FamilyDriver):
    facts = FACTS
    product = MYSQL
    session = MySQLSession

    def _opened(self, endpoint: Endpoint, database: str | None) -> Any:
        with logging_in(endpoint):
            return super()._opened(endpoint, database)


class MySQLEncryption(FamilyEncryption):
    aes = AesEncryptSealer
    aes_modes = MODES

    def storage_sealer(self, protection: Protection) -> Sealer:
        if protection.algorithm == tablespace.ALGORITHM or protection.mode == tablespace.MODE:
            return Unsealed(tablespace.TABLE_OPTIONS)
        return super().storage_sealer(protection)

    def stored_key(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> bytes | None:
        if self.storage_sealer(protection).table_options:
            with self.driver.connect(endpoint) as session:
                return key_of(session, endpoint)
        return super().stored_key(endpoint, protection, keying)


class MySQLCatalogue(FamilyCatalogue):
    # What it says of a table's rows it would have counted up to a day ago.
    structure = FamilyStructure(
        MYSQL.title, "max_execution_time = {milliseconds}", "information_schema_stats_expiry = 0"
    )

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        with self.driver.connect(endpoint) as session:
            return places(session, endpoint, database)


class MySQLServers(FamilyServers):
    program = "mysqld"
    reported_settings = _SETTINGS
    no_keys = tablespace.NO_KEYS
    harmless_settings = frozenset({"max_connections"})
    arranged_settings = frozenset({
        "innodb_buffer_pool_size", "innodb_redo_log_encrypt", "innodb_undo_log_encrypt",
        "binlog_encryption", "log_bin",
    })  # fmt: skip
    container = RECIPE
    launchers = (LocalMySQL(),)
    grant_hint = phrase(
        "Ask an administrator for it: GRANT ALL ON `cipherbench\\_%`.* TO the user. Give it to one "
        "login only: every login with this right can change the others' data. To read sizes, flush "
        "tables and read its CPU time, the user also needs PROCESS, FLUSH_TABLES and SELECT ON "
        "performance_schema.*."
    )

    def tidying(self, arranged: Arrangement) -> tuple[str, ...]:
        """Binary logs are kept until somebody removes them."""
        return () if arranged.logs is Logs.USUAL else ("reset binary logs and gtids",)

    def try_tables(self, session: FamilySession, make_database: Callable[[], str]) -> Tried:
        return tablespace.try_keyring(session, make_database)

    def _counted_seconds(self, session: FamilySession, user: str) -> float | None:
        """Of statements of our user, as the performance schema sums them up."""
        found = session.fetch(
            "select sum(sum_timer_wait) / 1e12 from "
            "performance_schema.events_statements_summary_by_user_by_event_name "
            f"where user = {user} and event_name not like 'statement/sp/%'"
        )
        return None if found[0][0] is None else float(str(found[0][0]))


ENGINE = Engine.of(MySQLDriver, MySQLEncryption, MySQLCatalogue, MySQLServers)
