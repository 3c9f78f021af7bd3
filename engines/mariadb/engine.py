"""MariaDB as an engine: its encryption methods, what is read of its databases, how they are backed
up, and how its servers are controlled."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from engines.base.backup import FilesBackup, run_backup_program
from engines.base.engine import Engine
from engines.contract.data_place import (
    DataPlace,
    PlaceName,
    local_path,
    remaining_files,
    unreadable_places,
)
from engines.contract.endpoint import Endpoint, Standby, TlsMode
from engines.contract.errors import ServerUnavailable, StatementFailed
from engines.contract.launch import Arrangement, Logs
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection
from engines.contract.storage_change import StorageMethod
from engines.contract.transition import StorageWay
from engines.inspection.ciphertext_place import with_ciphertext_place
from engines.inspection.process_places import mapped_places
from engines.inspection.regular_files import open_regular, read_text
from engines.keeping.child_environment import minimal_environment
from engines.mariadb import galera, tablespace
from engines.mariadb.servers import RECIPE, LocalMariaDB
from engines.mariadb.session import MariaDBDriver
from engines.mariadb.tablespace import KEY_IDS
from engines.mysql_family.backup import FamilyBackup
from engines.mysql_family.catalogue import FamilyCatalogue
from engines.mysql_family.data_places import ReportedPlaces, is_seen, settings
from engines.mysql_family.encryptor import PBKDF2_ITERATIONS, AesEncryptor
from engines.mysql_family.engine import FamilyEncryption, FamilyServers, TriedCiphers
from engines.mysql_family.handshake import MARIADB
from engines.mysql_family.session import FamilySession
from engines.mysql_family.structure import FamilyStructure
from engines.sql.statement import Encryptor, Unencrypted

# Where MariaDB with InnoDB keeps things on disk, and where its tablespace keys lie.

_NAMES = (
    PlaceName.DATA, PlaceName.REDO_LOG, PlaceName.UNDO, PlaceName.SYSTEM, PlaceName.TEMPORARY,
    PlaceName.SERVER_LOG, PlaceName.MAPPED,
)  # fmt: skip

KEYS_SETTING = "file_key_management_filename"


def places(session: FamilySession, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
    """The places of a database; those that this server does not use hold nothing."""
    places = ReportedPlaces(session, endpoint, (KEYS_SETTING,))
    root = places.root
    if not isinstance(root, str):
        return unreadable_places(_NAMES, root)
    inside = (
        DataPlace(PlaceName.DATA, root, (f"{database}/*",), ("*/#sql*",), must_find_plaintext=True),
        DataPlace(
            PlaceName.REDO_LOG,
            places.folder("innodb_log_group_home_dir"),
            ("ib_logfile*", "ib_redo*"),
            must_find_plaintext=True,
        ),
        DataPlace(PlaceName.UNDO, places.folder("innodb_undo_directory"), ("undo0*",)),
        # Holds the doublewrite buffer, and the undo log where that has no files of its own.
        DataPlace(PlaceName.SYSTEM, places.folder("innodb_data_home_dir"), ("ibdata*", "*.dblwr")),
        DataPlace(PlaceName.TEMPORARY, root, ("ibtmp*", "#innodb_temp/*", f"{database}/#sql*")),
        DataPlace(PlaceName.TEMPORARY, places.folder("tmpdir"), ("#sql*", "ML*")),
        DataPlace(PlaceName.ARIA_LOG, root, ("aria_log*",)),
        *places.files({KEYS_SETTING: PlaceName.KEYS}),
    )
    others = remaining_files(root, inside, excluded=("*/*",))
    return with_ciphertext_place((*inside, *mapped_places(endpoint), others), root)


def key_of(session: FamilySession, endpoint: Endpoint, bits: int | None) -> bytes | None:
    """The key that encrypts the benchmark's tables, read where the server reads it; None where we
    cannot, or where its file is encrypted itself."""
    path = settings(session, (KEYS_SETTING,)).get(KEYS_SETTING)
    if not path or not is_seen(endpoint):
        return None
    wanted = KEY_IDS.get(bits or 0, 1)
    try:
        with open_regular(local_path(endpoint, path)) as file:
            lines = file.read(_LONGEST_KEYS).decode().splitlines()
        keys = dict(line.split(";", 1) for line in lines if ";" in line)
        return bytes.fromhex(keys[str(wanted)])
    except (OSError, ValueError, KeyError):
        return None


_LONGEST_KEYS = 1_000_000
"""Bytes that are read at most: a server may name any file."""


# Backups of MariaDB: of statements by mariadb-dump, of files by mariadb-backup.

DUMP = FamilyBackup(
    "mariadb-dump",
    "mariadb",
    {
        TlsMode.OFF: ("--skip-ssl",),
        TlsMode.REQUIRE: ("--ssl",),
        TlsMode.VERIFY_FULL: ("--ssl", "--ssl-verify-server-cert"),
    },
)
_BACKUP_PROGRAM = "mariadb-backup"


class MariaDBFilesBackup(FilesBackup):
    """A copy of the files while the server goes on writing them: encrypted tables stay encrypted,
    and the redo log is copied as it is. Keys are not copied."""

    def back_up(self, endpoint: Endpoint, folder: Path) -> None:
        self._run(endpoint, *DUMP.entrance(endpoint), "--backup", f"--target-dir={folder}")

    def make_ready(self, endpoint: Endpoint, folder: Path) -> Mapping[str, str]:
        # Without the options that the copy was made with it takes encrypted tables for damaged.
        options = f"--defaults-file={folder / 'backup-my.cnf'}"
        self._run(endpoint, options, "--prepare", f"--target-dir={folder}")
        with MariaDBDriver().connect(endpoint) as session:
            path = settings(session, (KEYS_SETTING,)).get(KEYS_SETTING)
        return {tablespace.KEYS_NAME: read_text(path, 1)} if path else {}

    @staticmethod
    def _run(endpoint: Endpoint, *arguments: str) -> None:
        environment = minimal_environment() | {"MYSQL_PWD": endpoint.password or ""}
        run_backup_program(shutil.which(_BACKUP_PROGRAM), _BACKUP_PROGRAM, arguments, environment)


# AES_ENCRYPT as MariaDB has it: the mode is an argument.

_DERIVATIONS = {
    "hkdf": "'cipherbench', 'hkdf'",
    "pbkdf2": f"{PBKDF2_ITERATIONS}, 'pbkdf2_hmac'",
}
"""Key derivations → what KDF takes between salt and bits."""

MODES = (
    "ecb", "cbc", "ctr", "cfb", "ofb", "gcm",
    *(f"{mode}-{name}" for mode in ("cbc", "ctr") for name in _DERIVATIONS),
)  # fmt: skip
"""Modes worth trying."""


class AesEncryptFunction(AesEncryptor):
    """AES-128-ECB is written with two arguments, which every version understands. An IV that is too
    short would be answered with NULL."""

    def _call(self, function: str, value: str, iv: Callable[[], str]) -> str:
        if self.mode == "ecb" and self.bits == 128:
            return f"{function}({value}, {self.key})"
        key = self.key
        if derivation := _DERIVATIONS.get(self.derivation):
            key = f"kdf({key}, {iv()}, {derivation}, {self.bits})"
        return f"{function}({value}, {key}, {iv()}, 'aes-{self.bits}-{self.block_mode}')"


_SETTINGS = (
    "innodb_buffer_pool_size", "innodb_flush_log_at_trx_commit", "innodb_flush_method",
    "innodb_log_file_size", "innodb_doublewrite", "innodb_encrypt_log", "innodb_encrypt_tables",
    "innodb_page_size", "innodb_checksum_algorithm", "version_ssl_library",
    "file_key_management_encryption_algorithm",
    "sync_binlog", "log_bin", "encrypt_binlog", "encrypt_tmp_files",
    "max_connections", "have_ssl", "character_set_server", "userstat", "lower_case_table_names",
    "innodb_file_per_table", "innodb_force_primary_key", "enforce_storage_engine",
)  # fmt: skip


_CHECKS = """
    select check_clause from information_schema.check_constraints
    where constraint_schema = database() and table_name = ?
    and check_clause <> concat('json_valid(`', constraint_name, '`)')"""
_JSON_CHECKS = """
    select constraint_name from information_schema.check_constraints
    where constraint_schema = database() and table_name = ?
    and check_clause = concat('json_valid(`', constraint_name, '`)')"""
"""A column of JSON is a text with such a check."""


class MariaDBEncryption(FamilyEncryption):
    aes = AesEncryptFunction
    aes_modes = MODES
    storage_methods: ClassVar[Mapping[StorageWay, StorageMethod[FamilySession]]] = {
        StorageWay.ALTER_TABLE: tablespace.AlterTable(),
        StorageWay.BACKGROUND: tablespace.BackgroundThreads(),
    }

    def storage_encryptor(self, protection: Protection) -> Encryptor:
        if protection.algorithm == tablespace.ALGORITHM or protection.mode == tablespace.MODE:
            return Unencrypted(tablespace.table_options(protection.bits))
        return super().storage_encryptor(protection)

    def stored_key(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> bytes | None:
        if self.storage_encryptor(protection).table_options:
            with self.driver.connect(endpoint) as session:
                return key_of(session, endpoint, protection.bits)
        return super().stored_key(endpoint, protection, keying)


class MariaDBCatalogue(FamilyCatalogue):
    backup = DUMP
    files_backup = MariaDBFilesBackup()
    structure = FamilyStructure(
        MARIADB.title,
        "max_statement_time = {seconds}",
        checks=_CHECKS,
        ignored="/*M!100600 ignored = 'YES' or */ 0",
        json_checks=_JSON_CHECKS,
    )

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        with self.driver.connect(endpoint) as session:
            return places(session, endpoint, database)


_REPLICAS_QUERY = """
    show global status where variable_name in (
        'Rpl_semi_sync_master_status', 'Rpl_semi_sync_master_clients', 'Slaves_connected')"""


class MariaDBServers(FamilyServers):
    program = "mariadbd"
    reported_settings = _SETTINGS
    missing_for_encryption = tablespace.NO_KEYS
    speed_neutral_settings = frozenset({"max_connections", "have_ssl"})
    arranged_settings = frozenset({
        "innodb_buffer_pool_size", "innodb_encrypt_log", "log_bin", "encrypt_binlog",
    })  # fmt: skip
    container = RECIPE
    launchers = (LocalMariaDB(),)
    grant_hint = phrase(
        "Ask an administrator for it: GRANT ALL ON `cipherbench\\_%`.* TO the user. Give it to one "
        "login only, since each login that has it can change the others' data."
    )

    identifying_variables = ("server_id", "server_uid", "datadir")
    replica_status_query = "show slave status", "Relay_Master_Log_File", "Exec_Master_Log_Pos"

    def standby_of(self, endpoint: Endpoint) -> Standby:
        with self.driver.connect(endpoint) as session:
            found = {str(name): str(value) for name, value in session.fetch(_REPLICAS_QUERY)}
            node = galera.node_state(session)
        if node is not None:
            complete = node.size == 1 + len(endpoint.standbys)
            synced = complete and all(map(self._is_synced, (endpoint, *endpoint.standbys)))
            return Standby.GALERA if synced else Standby.OFF
        if found.get("Rpl_semi_sync_master_status") == "ON":
            waited_for = found.get("Rpl_semi_sync_master_clients") != "0"
            return Standby.SYNCHRONOUS if waited_for else Standby.OFF
        return Standby.OFF if found.get("Slaves_connected") == "0" else Standby.ASYNCHRONOUS

    def _is_synced(self, node: Endpoint) -> bool:
        try:
            with self.driver.connect(node) as session:
                found = galera.node_state(session)
        except (ServerUnavailable, StatementFailed):
            return False  # it has ended
        return found is not None and found.synced

    def standby_lag(self, endpoint: Endpoint, standby: Endpoint) -> float:
        """Of Galera: write sets that its node has not committed, of this server's mean size."""
        with self.driver.connect(standby) as there:
            done = galera.node_state(there)
        if done is None:
            return super().standby_lag(endpoint, standby)
        with self.driver.connect(endpoint) as session:
            sent = galera.node_state(session)
        return 0.0 if sent is None else sent.bytes_since(done)

    def cleanup_statements(self, arranged: Arrangement) -> tuple[str, ...]:
        """Binary logs are kept until somebody removes them."""
        return () if arranged.logs is Logs.USUAL else ("reset master",)

    def try_tablespace_encryption(
        self, session: FamilySession, make_database: Callable[[], str]
    ) -> TriedCiphers:
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
