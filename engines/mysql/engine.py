"""MySQL as an engine: its encryption methods, what is read of its databases, how they are backed
up, and how its servers are controlled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from engines.base.engine import Engine
from engines.contract.data_place import (
    DataPlace,
    PlaceName,
    local_path,
    remaining_files,
    unreadable_places,
)
from engines.contract.endpoint import Endpoint, Standby, TlsMode
from engines.contract.launch import Arrangement, Logs
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection
from engines.contract.storage_change import StorageMethod
from engines.contract.transition import StorageWay
from engines.inspection.ciphertext_place import with_ciphertext_place
from engines.inspection.process_places import mapped_places
from engines.mysql import tablespace
from engines.mysql.servers import RECIPE, LocalMySQL
from engines.mysql.session import MySQLDriver
from engines.mysql.tablespace import keyring_of, master_key
from engines.mysql_family.backup import FamilyBackup
from engines.mysql_family.catalogue import FamilyCatalogue
from engines.mysql_family.data_places import ReportedPlaces, is_seen
from engines.mysql_family.encryptor import PBKDF2_ITERATIONS, AesEncryptor
from engines.mysql_family.engine import FamilyEncryption, FamilyServers, TriedCiphers
from engines.mysql_family.handshake import MYSQL
from engines.mysql_family.session import FamilySession
from engines.mysql_family.structure import FamilyStructure
from engines.sql.statement import Encryptor, Unencrypted

# Where MySQL keeps things on disk, and where its keyring lies.

_NAMES = (
    PlaceName.DATA, PlaceName.REDO_LOG, PlaceName.UNDO, PlaceName.SYSTEM, PlaceName.TEMPORARY,
    PlaceName.SERVER_LOG, PlaceName.MAPPED,
)  # fmt: skip

_FILE = "Data_file"
"""Where the component says that its keys are."""


def places(session: FamilySession, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
    """The places of a database; those that this server does not use hold nothing."""
    places = ReportedPlaces(
        session, endpoint, ("innodb_doublewrite_dir", "innodb_temp_tablespaces_dir")
    )
    root = places.root
    if not isinstance(root, str):
        return unreadable_places(_NAMES, root)
    keyring = keyring_of(session).get(_FILE)
    inside = (
        DataPlace(
            PlaceName.DATA,
            root,
            (f"{database}/*", tablespace.file_of(database)),
            ("*/#sql*",),
            must_find_plaintext=True,
        ),
        DataPlace(
            PlaceName.REDO_LOG,
            places.folder("innodb_log_group_home_dir"),
            ("#innodb_redo/*", "ib_logfile*"),
            must_find_plaintext=True,
        ),
        DataPlace(PlaceName.UNDO, places.folder("innodb_undo_directory"), ("undo_*", "*.ibu")),
        # Pages are written twice, those of the undo log among them.
        DataPlace(PlaceName.SYSTEM, places.folder("innodb_data_home_dir"), ("ibdata*",)),
        DataPlace(PlaceName.SYSTEM, places.folder("innodb_doublewrite_dir"), ("*.dblwr",)),
        # Those are encrypted by nothing that can be switched on.
        DataPlace(PlaceName.TEMPORARY, root, ("ibtmp*", f"{database}/#sql*")),
        DataPlace(PlaceName.TEMPORARY, places.folder("innodb_temp_tablespaces_dir"), ("*.ibt",)),
        DataPlace(PlaceName.TEMPORARY, places.folder("tmpdir"), ("#sql*", "ML*")),
        *((places.file(PlaceName.KEYS, keyring),) if keyring else ()),
        *places.files(),
    )
    others = remaining_files(root, inside, excluded=("*/*",))
    return with_ciphertext_place((*inside, *mapped_places(endpoint), others), root)


def key_of(session: FamilySession, endpoint: Endpoint) -> bytes | None:
    """The key that encrypts the keys of tables, read where the server reads it; None where we
    cannot, or where another keyring has it."""
    keyring = keyring_of(session).get(_FILE)
    if not keyring or not is_seen(endpoint):
        return None
    return master_key(Path(local_path(endpoint, keyring)))


# AES_ENCRYPT as MySQL has it: the mode is a variable of the session, the fourth argument derives
# the key.

_BLOCK_MODES = {"cfb": "cfb128"}
"""Modes that other engines call otherwise → MySQL's name."""

_DERIVATIONS: dict[str, Callable[[str], str]] = {
    "hkdf": lambda salt: f"'hkdf', {salt}, 'cipherbench'",
    "pbkdf2": lambda salt: f"'pbkdf2_hmac', {salt}, '{PBKDF2_ITERATIONS}'",
}
"""Key derivations → the arguments behind the IV, given the salt."""

MODES = (
    "ecb", "cbc", "cfb1", "cfb8", "cfb", "ofb", "ctr", "gcm", "ccm", "xts",
    *(f"{mode}-{name}" for mode in ("cbc", "cfb", "ofb") for name in _DERIVATIONS),
)  # fmt: skip
"""Modes worth trying."""


class AesEncryptFunction(AesEncryptor):
    """`block_encryption_mode` holds for a session, so that each is told it before its first
    statement. ECB takes no IV, and warns of one."""

    @property
    def session_setting(self) -> str:  # type: ignore[override]
        mode = _BLOCK_MODES.get(self.block_mode, self.block_mode)
        return f"set session block_encryption_mode = 'aes-{self.bits}-{mode}'"

    def _call(self, function: str, value: str, iv: Callable[[], str]) -> str:
        arguments = [value, self.key]
        if self.block_mode != "ecb":
            arguments.append(iv())
        if derivation := _DERIVATIONS.get(self.derivation):
            arguments.append(derivation(iv()))
        return f"{function}({', '.join(arguments)})"


_SETTINGS = (
    "innodb_buffer_pool_size", "innodb_flush_log_at_trx_commit", "innodb_flush_method",
    "innodb_redo_log_capacity", "innodb_doublewrite", "innodb_redo_log_encrypt",
    "innodb_undo_log_encrypt", "default_table_encryption", "innodb_page_size",
    "innodb_checksum_algorithm", "sync_binlog", "log_bin", "binlog_encryption", "max_connections",
    "character_set_server", "performance_schema", "lower_case_table_names",
    "innodb_file_per_table", "sql_require_primary_key",
)  # fmt: skip


class MySQLEncryption(FamilyEncryption):
    aes = AesEncryptFunction
    aes_modes = MODES
    storage_methods: ClassVar[Mapping[StorageWay, StorageMethod[FamilySession]]] = {
        StorageWay.ALTER_TABLE: tablespace.AlterTable(),
        StorageWay.ALTER_TABLESPACE: tablespace.AlterTablespace(),
        StorageWay.MASTER_KEY: tablespace.RotateMasterKey(),
    }

    def storage_encryptor(self, protection: Protection) -> Encryptor:
        if protection.algorithm == tablespace.ALGORITHM or protection.mode == tablespace.MODE:
            return Unencrypted(tablespace.TABLE_OPTIONS)
        return super().storage_encryptor(protection)

    def stored_key(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> bytes | None:
        if self.storage_encryptor(protection).table_options:
            with self.driver.connect(endpoint) as session:
                return key_of(session, endpoint)
        return super().stored_key(endpoint, protection, keying)


_CHECKS = """
    select c.check_clause from information_schema.check_constraints c
    join information_schema.table_constraints t on t.constraint_schema = c.constraint_schema
    and t.constraint_name = c.constraint_name
    where t.table_schema = database() and t.table_name = ? and t.constraint_type = 'CHECK'"""


class MySQLCatalogue(FamilyCatalogue):
    backup = FamilyBackup(
        "mysqldump",
        "mysql",
        {
            TlsMode.OFF: ("--ssl-mode=DISABLED",),
            TlsMode.REQUIRE: ("--ssl-mode=REQUIRED",),
            TlsMode.VERIFY_FULL: ("--ssl-mode=VERIFY_IDENTITY",),
        },
        ("--set-gtid-purged=OFF", "--column-statistics=0"),
        another="MariaDB",
    )
    # What it says of a table's rows it would have counted up to a day ago.
    structure = FamilyStructure(
        MYSQL.title,
        "max_execution_time = {milliseconds}",
        "information_schema_stats_expiry = 0",
        checks=_CHECKS,
        ignored="is_visible = 'NO'",
    )

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        with self.driver.connect(endpoint) as session:
            return places(session, endpoint, database)


_REPLICAS_QUERY = """
    select variable_name, variable_value from performance_schema.global_status
    where variable_name in ('Rpl_semi_sync_source_status', 'Rpl_semi_sync_source_clients')
    union all
    select 'Dumping', count(*) from performance_schema.threads
    where processlist_command like 'Binlog Dump%'"""


class MySQLServers(FamilyServers):
    program = "mysqld"
    reported_settings = _SETTINGS
    missing_for_encryption = tablespace.NO_KEYS
    speed_neutral_settings = frozenset({"max_connections"})
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

    identifying_variables = ("server_uuid",)
    replica_status_query = "show replica status", "Relay_Source_Log_File", "Exec_Source_Log_Pos"

    def standby_of(self, endpoint: Endpoint) -> Standby:
        with self.driver.connect(endpoint) as session:
            found = {str(name): str(value) for name, value in session.fetch(_REPLICAS_QUERY)}
        if found.get("Rpl_semi_sync_source_status") == "ON":
            waited_for = found["Rpl_semi_sync_source_clients"] != "0"
            return Standby.SYNCHRONOUS if waited_for else Standby.OFF
        return Standby.OFF if found["Dumping"] == "0" else Standby.ASYNCHRONOUS

    def cleanup_statements(self, arranged: Arrangement) -> tuple[str, ...]:
        """Binary logs are kept until somebody removes them."""
        return () if arranged.logs is Logs.USUAL else ("reset binary logs and gtids",)

    def try_tablespace_encryption(
        self, session: FamilySession, make_database: Callable[[], str]
    ) -> TriedCiphers:
        return tablespace.try_table_encryption(session, make_database)

    def _counted_seconds(self, session: FamilySession, user: str) -> float | None:
        """Of statements of our user, as the performance schema sums them up."""
        found = session.fetch(
            "select sum(sum_timer_wait) / 1e12 from "
            "performance_schema.events_statements_summary_by_user_by_event_name "
            f"where user = {user} and event_name not like 'statement/sp/%'"
        )
        return None if found[0][0] is None else float(str(found[0][0]))


ENGINE = Engine.of(MySQLDriver, MySQLEncryption, MySQLCatalogue, MySQLServers)
