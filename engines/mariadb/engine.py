"""MariaDB as an engine: databases, tables, capabilities."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha1
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
from engines.contract.endpoint import Endpoint, Source, Standby, TlsMode
from engines.contract.errors import ServerUnavailable
from engines.contract.launch import Arrangement, Launch, Logs
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection
from engines.contract.recipe import ContainerRecipe, ReadFile
from engines.contract.session import (
    BINARY_LOG,
    BINARY_LOG_ENCRYPTED,
    EXECUTED,
    PARSED,
    PLANNED,
    REDO_ENCRYPTED,
    EngineCounts,
    Row,
)
from engines.contract.storage_change import StorageMethod
from engines.contract.transition import StorageWay
from engines.inspection.ciphertext_place import with_ciphertext_place
from engines.inspection.ordinary_files import open_ordinary, read_text
from engines.inspection.shared_mappings import mapped_places
from engines.keeping.child_environment import minimal_environment
from engines.keeping.service_user import program_user
from engines.mariadb import FACTS, tablespace
from engines.mariadb.tablespace import KEY_IDS
from engines.mysql_family import innodb_counters
from engines.mysql_family.backup import FamilyBackup
from engines.mysql_family.buffer_pool import buffer_pool_options
from engines.mysql_family.data_places import ReportedPlaces, is_seen, settings
from engines.mysql_family.encryptor import PBKDF2_ITERATIONS, AesEncryptor
from engines.mysql_family.engine import (
    FamilyCatalogue,
    FamilyDriver,
    FamilyEncryption,
    FamilyServers,
    Tried,
)
from engines.mysql_family.handshake import MARIADB
from engines.mysql_family.innodb_counters import PLANNING, Fetch
from engines.mysql_family.replication import FollowedByTcp, Replication
from engines.mysql_family.session import FamilySession
from engines.mysql_family.session_settings import SessionSettings
from engines.mysql_family.structure import FamilyStructure
from engines.mysql_family.tcp_launch import with_tcp_listener
from engines.platform.resource_limits import file_size_limit
from engines.sql.statement import Encryptor, Unencrypted

# MariaDB in a container: the official image `mariadb` and those that take its variables.

_FOLDERS = {
    "/usr/lib/mysql/plugin": "/etc/mysql/conf.d",  # Debian, Ubuntu
    "/usr/lib64/mysql/plugin": "/etc/my.cnf.d",  # Red Hat's base image
}
"""Where images keep plugins, and where they read settings."""


def _environment(password: str, secured: bool) -> Mapping[str, str]:
    del secured  # the image decides by itself whether it offers TLS
    # Loading the time zones takes seconds, and nothing here asks for one.
    return {"MARIADB_ROOT_PASSWORD": password, "MARIADB_INITDB_SKIP_TZINFO": "1"}


def _files(read: ReadFile) -> Mapping[str, str]:
    """Fresh keys and the settings for tablespace encryption, where the image has the plugin."""
    for plugins, folder in _FOLDERS.items():
        plugin = read(f"{plugins}/{tablespace.PLUGIN_FILE}")
        if plugin is not None:
            keys = f"{folder}/{tablespace.KEYS_NAME}"
            lines = ("[mysqld]", *tablespace.options(plugin, keys), "")
            return {f"{folder}/cipherbench.cnf": "\n".join(lines), keys: tablespace.fresh_keys()}
    return {}


RECIPE = ContainerRecipe(
    "mariadb:11.8",
    3306,
    "root",
    _environment,
    files=_files,
    statements=("set global userstat = 1",),
)


_REPLICATION = Replication(
    binary_log_options=("log-bin=binlog", "binlog-format=ROW", "server-id=1", "sync-binlog=1"),
    semi_sync_options=(
        f"rpl-semi-sync-master-timeout={2**64 - 1}",
        "rpl-semi-sync-master-wait-no-slave=ON",
        "rpl-semi-sync-master-wait-point=AFTER_SYNC",
    ),
    enable_semi_sync="SET GLOBAL rpl_semi_sync_master_enabled = ON;",
    start_replica="CHANGE MASTER TO MASTER_HOST='{host}', MASTER_PORT={port}, "
    "MASTER_USER='{user}', MASTER_PASSWORD='{password}', MASTER_SSL=0, MASTER_USE_GTID=slave_pos, "
    "MASTER_CONNECT_RETRY=1;\nSTART SLAVE;\n",
    replica_options=(
        "server-id=2", "relay-log=relay", "sync-relay-log=1", "read-only=ON",
        "rpl-semi-sync-slave-enabled=ON",
    ),
)  # fmt: skip


# MariaDB servers that we start.


class LocalMariaDB(FollowedByTcp):
    """A server installed on this machine, run in a data directory of our own."""

    source = Source.LOCAL
    data_folder_mb = 160
    memory_mb = 65
    offers_tls = True

    def find(self, binaries: Path | None) -> Path:
        for folder in [binaries, binaries / "bin"] if binaries else _usual_folders():
            if (folder / "mariadbd").is_file():
                return folder
        raise ServerUnavailable(
            phrase("Local MariaDB not found"),
            phrase("No MariaDB server (mariadbd) was found in {where}."),
            phrase(
                "Install the package mariadb-server-core, or name the folder with the programs."
            ),
            where=binaries or phrase("PATH or the usual folders"),
        )

    replication = _REPLICATION

    def with_tcp_listener(self, launch: Launch, directory: Path) -> Launch:
        return with_tcp_listener(launch, directory)

    def arrangement_options(self, wanted: Arrangement) -> tuple[str, ...]:
        """Where the redo log is to be readable or encrypted, so is a binary log of rows."""
        logs: tuple[str, ...] = ()
        if wanted.logs is not Logs.USUAL:
            switch = "ON" if wanted.logs is Logs.ENCRYPTED else "OFF"
            encryption = (f"innodb-encrypt-log={switch}", f"encrypt-binlog={switch}")
            logs = ("log-bin=binlog", "binlog-format=ROW", "server-id=1", *encryption)
        return tuple(f"--{option}" for option in (*buffer_pool_options(wanted), *logs))

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        data, socket = data or directory / "data", (sockets or directory) / "mariadb.sock"
        # A server that starts removes the temporary tables in its tmpdir, those of others too.
        folders = (f"--datadir={data}", f"--tmpdir={data}")
        way = _without_spaces(data, sockets or directory)
        base = _base_of(installation)
        files, encryption = _encryption(installation / "mariadbd", base, directory)
        return Launch(
            endpoint=Endpoint("mariadb", socket=str(socket), user=program_user()),
            prepare=(
                (str(_installer(installation)), "--no-defaults", f"--datadir={way}",
                 f"--tmpdir={way}", f"--basedir={base}",
                 "--auth-root-authentication-method=socket",
                 f"--auth-root-socket-user={program_user()}", "--skip-test-db",
                 "--skip-name-resolve"),
            ),
            # Only a socket in a directory that nobody else can enter, and only for this program's
            # user (plugin unix_socket), not for the one it serves as: hence no password.
            serve=(str(installation / "mariadbd"), "--no-defaults", *folders, f"--basedir={base}",
                   f"--socket={socket}", f"--pid-file={directory / 'mariadbd.pid'}",
                   "--skip-networking", "--skip-ssl", "--userstat=1",
                   "--local-infile=OFF", "--skip-symbolic-links",
                   f"--secure-file-priv={_no_files(directory)}",
                   *_bounded(file_size_limit(data)), *encryption),
            files=files,
            environment={"UMASK": "0600", "UMASK_DIR": "0700"},  # it heeds no other umask
        )  # fmt: skip


def _bounded(most: int) -> Iterator[str]:
    """Options for temporary files of so many bytes. Before 11.5 those of a sort have no bound."""
    for name in ("tmp-disk-table-size", "loose-max-tmp-space-usage", "max-binlog-cache-size"):
        yield f"--{name}={most}"


def _no_files(directory: Path) -> Path:
    """An empty folder that is read only: the only one where the server may read and write files
    for a statement."""
    folder = directory / "no-files"
    folder.mkdir(mode=0o500)
    return folder


def _without_spaces(data: Path, link_folder: Path) -> Path:
    """A way to a folder for the installer, a shell script that takes a space for an end."""
    if not any(map(str.isspace, str(data))):
        return data
    link = link_folder / "data-without-spaces"
    link.symlink_to(data)
    return link


def _encryption(
    server: Path, base: Path, directory: Path
) -> tuple[dict[str, str], tuple[str, ...]]:
    """The keys file and the options for tablespace encryption, where the plugin is there."""
    plugin = tablespace.find_plugin(server, base)
    if plugin is None:
        return {}, ()
    keys = {tablespace.KEYS_NAME: tablespace.fresh_keys()}
    options = tablespace.options(plugin.read_bytes(), str(directory / tablespace.KEYS_NAME))
    return keys, tuple(f"--{option}" for option in options)


def _usual_folders() -> list[Path]:
    on_path = shutil.which("mariadbd")
    usual = ["/usr/sbin", "/usr/libexec", "/usr/local/mysql/bin", "/usr/local/sbin", "/usr/bin"]
    return ([Path(on_path).parent] if on_path else []) + [Path(folder) for folder in usual]


def _base_of(programs: Path) -> Path:
    """The folder above the programs; it holds `share`, where messages and scripts are."""
    return programs.resolve().parent


def _installer(programs: Path) -> Path:
    base = _base_of(programs)
    places = [programs, base / "scripts", base / "bin"]
    found = (folder / "mariadb-install-db" for folder in places)
    return next((path for path in found if path.is_file()), Path("mariadb-install-db"))


# What MariaDB calls what it counts and how it is arranged.

_TABLESPACES = "innodb_sys_tablespaces"
_SWITCHES = {
    "innodb_encrypt_log": REDO_ENCRYPTED,
    "log_bin": BINARY_LOG,
    "encrypt_binlog": BINARY_LOG_ENCRYPTED,
}
_HISTORY = "innodb_history_list_length"


def counted(fetch: Fetch) -> EngineCounts:
    """Asked by `fetch`."""
    return innodb_counters.counted(fetch, _SWITCHES, _TABLESPACES, _unpurged)


def _unpurged(fetch: Fetch) -> float | None:
    status = innodb_counters.global_values(fetch, "status", (_HISTORY,))
    return float(status[_HISTORY]) if _HISTORY in status else None


COMMENTS_SINCE = 100_500
"""The version from which on databases have comments."""


class MariaSession(FamilySession):
    engine = MARIADB.name
    title = MARIADB.title
    tablespaces = _TABLESPACES
    thread_query = "select tid from information_schema.processlist where id = connection_id()"
    # Not `server_uid`: it is made of the machine's network card and the port, so that two servers
    # on one machine share it, and a container gets another one with another address.
    server_id_query = "select concat_ws(' ', @@hostname, @@port, @@datadir)"
    busy_connections_query = "select id from information_schema.processlist where db = ?"
    settings = SessionSettings(
        "utf8mb4_general_ci",
        {
            "character_set_collations": "''",
            "check_constraint_checks": "1",
            "default_regex_flags": "''",
            "idle_readonly_transaction_timeout": "0",
            "idle_transaction_timeout": "0",
            "idle_write_transaction_timeout": "0",
            "innodb_compression_default": "0",
            "innodb_default_encryption_key_id": "1",
            "innodb_snapshot_isolation": "0",
            "innodb_strict_mode": "1",
            "max_recursive_iterations": "1000",
            "max_statement_time": "0",
            "old_mode": "'UTF8_IS_UTF8MB3'",
            "query_cache_type": "0",
            "sql_if_exists": "0",
            "sql_mode": "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
            "standard_compliant_cte": "1",
            "system_versioning_asof": "default",
        },
    )
    stages = {  # noqa: RUF012
        PARSED: ("starting",),
        PLANNED: PLANNING,
        EXECUTED: (
            "creating table",
            "init for update",
            "executing",
            "sending data",  # reading rows as well as sending them
            "updating",
            "end of update loop",
        ),
    }

    @property
    def comments_databases(self) -> bool:
        return self.server_version >= COMMENTS_SINCE

    def _counted(self, fetch: Callable[[str], list[Row]]) -> EngineCounts:
        return counted(fetch)

    def identified_clause(self, password: str) -> str:
        """By what the server keeps of it."""
        password_hash = sha1(sha1(password.encode()).digest()).hexdigest()
        return f"by password '*{password_hash.upper()}'"


# Where MariaDB with InnoDB keeps things on disk, and where its tablespace keys lie.

_NAMES = (
    PlaceName.DATA, PlaceName.REDO_LOG, PlaceName.UNDO, PlaceName.SYSTEM, PlaceName.TEMPORARY,
    PlaceName.SERVER_LOG, PlaceName.MAPPED,
)  # fmt: skip

_KEYS_SETTING = "file_key_management_filename"


def places(session: FamilySession, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
    """The places of a database; those that this server does not use hold nothing."""
    places = ReportedPlaces(session, endpoint, (_KEYS_SETTING,))
    root = places.root
    if not isinstance(root, str):
        return unreadable_places(_NAMES, root)
    inside = (
        DataPlace(PlaceName.DATA, root, (f"{database}/*",), ("*/#sql*",), holds_plaintext=True),
        DataPlace(
            PlaceName.REDO_LOG,
            places.folder("innodb_log_group_home_dir"),
            ("ib_logfile*", "ib_redo*"),
            holds_plaintext=True,
        ),
        DataPlace(PlaceName.UNDO, places.folder("innodb_undo_directory"), ("undo0*",)),
        # Holds the doublewrite buffer, and the undo log where that has no files of its own.
        DataPlace(PlaceName.SYSTEM, places.folder("innodb_data_home_dir"), ("ibdata*", "*.dblwr")),
        DataPlace(PlaceName.TEMPORARY, root, ("ibtmp*", "#innodb_temp/*", f"{database}/#sql*")),
        DataPlace(PlaceName.TEMPORARY, places.folder("tmpdir"), ("#sql*", "ML*")),
        DataPlace(PlaceName.ARIA_LOG, root, ("aria_log*",)),
        *places.files({_KEYS_SETTING: PlaceName.KEYS}),
    )
    others = remaining_files(root, inside, excluded=("*/*",))
    return with_ciphertext_place((*inside, *mapped_places(endpoint), others), root)


def key_of(session: FamilySession, endpoint: Endpoint, bits: int | None) -> bytes | None:
    """The key that encrypts tables of ours, read where the server reads it; None where we cannot,
    or where its file is encrypted itself."""
    path = settings(session, (_KEYS_SETTING,)).get(_KEYS_SETTING)
    if not path or not is_seen(endpoint):
        return None
    wanted = KEY_IDS.get(bits or 0, 1)
    try:
        with open_ordinary(local_path(endpoint, path)) as file:
            lines = file.read(_LONGEST_KEYS).decode().splitlines()
        keys = dict(line.split(";", 1) for line in lines if ";" in line)
        return bytes.fromhex(keys[str(wanted)])
    except (OSError, ValueError, KeyError):
        return None


_LONGEST_KEYS = 1_000_000
"""Bytes: a server may name any file."""


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


class MariaDBDriver(FamilyDriver):
    facts = FACTS
    product = MARIADB
    session = MariaSession


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


_DUMP = FamilyBackup(
    "mariadb-dump",
    "mariadb",
    {
        TlsMode.OFF: ("--skip-ssl",),
        TlsMode.REQUIRE: ("--ssl",),
        TlsMode.VERIFY_FULL: ("--ssl", "--ssl-verify-server-cert"),
    },
)
_COPIES = "mariadb-backup"


class MariaDBFilesBackup(FilesBackup):
    """Files are read while the server goes on writing them: encrypted tables stay so, and the redo
    log as plain as it is. Keys are not copied."""

    def back_up(self, endpoint: Endpoint, folder: Path) -> None:
        self._run(endpoint, *_DUMP.entrance(endpoint), "--backup", f"--target-dir={folder}")

    def make_ready(self, endpoint: Endpoint, folder: Path) -> Mapping[str, str]:
        # Without the options that it was made with, encrypted tables are damaged ones to it.
        options = f"--defaults-file={folder / 'backup-my.cnf'}"
        self._run(endpoint, options, "--prepare", f"--target-dir={folder}")
        with MariaDBDriver().connect(endpoint) as session:
            path = settings(session, (_KEYS_SETTING,)).get(_KEYS_SETTING)
        return {tablespace.KEYS_NAME: read_text(path, 1)} if path else {}

    @staticmethod
    def _run(endpoint: Endpoint, *arguments: str) -> None:
        environment = minimal_environment() | {"MYSQL_PWD": endpoint.password or ""}
        run_backup_program(shutil.which(_COPIES), _COPIES, arguments, environment)


class MariaDBCatalogue(FamilyCatalogue):
    backup = _DUMP
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


_FOLLOWED = """
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

    node_id_variable = "server_id"
    replica_status_query = "show slave status", "Relay_Master_Log_File", "Exec_Master_Log_Pos"

    def standby_of(self, endpoint: Endpoint) -> Standby:
        with self.driver.connect(endpoint) as session:
            found = {str(name): str(value) for name, value in session.fetch(_FOLLOWED)}
        if found.get("Rpl_semi_sync_master_status") == "ON":
            waited_for = found.get("Rpl_semi_sync_master_clients") != "0"
            return Standby.SYNCHRONOUS if waited_for else Standby.OFF
        return Standby.OFF if found.get("Slaves_connected") == "0" else Standby.ASYNCHRONOUS

    def cleanup_statements(self, arranged: Arrangement) -> tuple[str, ...]:
        """Binary logs are kept until somebody removes them."""
        return () if arranged.logs is Logs.USUAL else ("reset master",)

    def try_tablespace_encryption(
        self, session: FamilySession, make_database: Callable[[], str]
    ) -> Tried:
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
