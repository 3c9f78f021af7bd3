"""MySQL as an engine: capabilities, storage, arrangements."""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from itertools import cycle
from pathlib import Path
from typing import Any, ClassVar

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.padding import MGF1, OAEP
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

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
from engines.inspection.shared_mappings import mapped_places
from engines.keeping.service_user import program_user
from engines.mysql import FACTS, tablespace
from engines.mysql.tablespace import keyring_of, master_key
from engines.mysql_family import innodb_counters
from engines.mysql_family.backup import FamilyBackup
from engines.mysql_family.buffer_pool import buffer_pool_options
from engines.mysql_family.data_places import ReportedPlaces, is_seen
from engines.mysql_family.encryptor import PBKDF2_ITERATIONS, AesEncryptor
from engines.mysql_family.engine import (
    FamilyCatalogue,
    FamilyDriver,
    FamilyEncryption,
    FamilyServers,
    Tried,
)
from engines.mysql_family.handshake import MYSQL
from engines.mysql_family.innodb_counters import PLANNING, Fetch
from engines.mysql_family.replication import FollowedByTcp, Replication
from engines.mysql_family.session import FamilySession
from engines.mysql_family.session_settings import SessionSettings
from engines.mysql_family.structure import FamilyStructure
from engines.mysql_family.tcp_launch import with_tcp_listener
from engines.sql.statement import Encryptor, Unencrypted

# The login `caching_sha2_password`, for a client library that comes without it.
#
# MySQL lets nobody in by another login unless its administrator has arranged it. MariaDB's client
# library keeps it in a file that the package mariadb-binary leaves out; but it takes plugins from
# the program that it is part of (`mysql_client_register_plugin`), and asks there first.
#
# The exchange is that of MySQL's “Caching_sha2_password information”: a scramble by SHA-256, which
# suffices where the server remembers the user; else the password itself, through TLS or a socket as
# it is, otherwise encrypted by RSA (OAEP with SHA-1) for the public key that the server sends.

NAME = "caching_sha2_password"

_KIND, _INTERFACE = 2, 0x0100
"""MYSQL_CLIENT_AUTHENTICATION_PLUGIN, and the version of what it offers."""
_OK, _ERROR = -1, 0
_SCRAMBLE = 20
_REMEMBERED, _WHOLE, _ASK_KEY = b"\3", b"\4", b"\2"


class _Channel(ctypes.Structure):
    """MYSQL_PLUGIN_VIO: packets to the server and from it."""


_READ = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(_Channel), ctypes.POINTER(ctypes.POINTER(ctypes.c_ubyte))
)
_WRITE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Channel), ctypes.c_char_p, ctypes.c_size_t)
_Channel._fields_ = [("read", _READ), ("write", _WRITE), ("info", ctypes.c_void_p)]

_LOG_IN = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Channel), ctypes.c_void_p)


class _Plugin(ctypes.Structure):
    """st_mysql_client_plugin_AUTHENTICATION."""

    _fields_ = (
        ("kind", ctypes.c_int),
        ("interface", ctypes.c_uint),
        ("name", ctypes.c_char_p),
        ("author", ctypes.c_char_p),
        ("description", ctypes.c_char_p),
        ("version", ctypes.c_uint * 3),
        ("license", ctypes.c_char_p),
        ("api", ctypes.c_void_p),
        ("init", ctypes.c_void_p),
        ("deinit", ctypes.c_void_p),
        ("options", ctypes.c_void_p),
        ("log_in", _LOG_IN),
        ("hash_password", ctypes.c_void_p),
    )


class _Given(threading.local):
    """What the connection that this thread is opening logs in with."""

    password = b""
    is_private = True
    """Whether nobody hears what goes to the server."""


_given = _Given()


@contextmanager
def logging_in(endpoint: Endpoint) -> Iterator[None]:
    """A connection to this endpoint is opened in the block, in this thread."""
    _register()
    _given.password = (endpoint.password or "").encode()
    _given.is_private = bool(endpoint.socket) or endpoint.tls.mode is not TlsMode.OFF
    try:
        yield
    finally:
        _given.password = b""


@cache
def _register() -> _Plugin:
    """Hand the plugin to the client library; it keeps what is returned here.

    `mariadb` is loaded first: asked for by itself, `mariadb_binary` is not complete when `mariadb`
    chooses a driver, which then is the one in Python, three times as slow, for the whole process.
    """
    import_module("mariadb")
    from mariadb_binary import _mariadb

    library = ctypes.CDLL(_mariadb.__file__)  # looks in what that is linked with, too
    library.mysql_init.restype = ctypes.c_void_p
    library.mysql_client_register_plugin.restype = ctypes.c_void_p
    plugin = _Plugin(_KIND, _INTERFACE, NAME.encode(), b"Cipherbench", NAME.encode())
    plugin.license = b"MIT"
    plugin.log_in = _LOG_IN(_log_in)  # a structure keeps what is put into it
    made = ctypes.c_void_p(library.mysql_init(None))  # also readies the library
    library.mysql_client_register_plugin(made, ctypes.byref(plugin))
    library.mysql_close(made)
    return plugin


def _log_in(channel: Any, connection: int) -> int:
    del connection
    try:
        return _OK if _is_through(channel.contents, channel) else _ERROR
    except Exception:  # noqa: BLE001 nothing may be raised into the library; it tells of the login
        return _ERROR


def _is_through(vio: _Channel, channel: Any) -> bool:
    """Whether the server may now say whether it lets us in."""
    password = _given.password
    salt = _read(vio, channel)[:_SCRAMBLE]
    if not password:
        return _login_write(vio, channel, b"")
    if not _login_write(vio, channel, _scrambled(password, salt)):
        return False
    match _read(vio, channel):
        case b"\3":
            return True
        case b"\4" if _given.is_private:
            return _login_write(vio, channel, password + b"\0")
        case b"\4":
            _login_write(vio, channel, _ASK_KEY)
            pem = _read(vio, channel)
            return _login_write(vio, channel, _encrypted(password + b"\0", salt, pem))
    return False


def _scrambled(password: bytes, salt: bytes) -> bytes:
    once = hashlib.sha256(password).digest()
    twice = hashlib.sha256(once).digest()
    return _xor(once, hashlib.sha256(twice + salt).digest())


def _encrypted(password: bytes, salt: bytes, pem: bytes) -> bytes:
    key = load_pem_public_key(pem)
    if not isinstance(key, RSAPublicKey):
        raise TypeError(type(key).__name__)
    padding = OAEP(MGF1(hashes.SHA1()), hashes.SHA1(), None)
    return key.encrypt(_xor(password, salt), padding)


def _xor(first: bytes, second: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(first, cycle(second), strict=False))


def _read(vio: _Channel, channel: Any) -> bytes:
    """The next packet, without the byte in front that says what it is for.

    Raises: OSError
    """
    at = ctypes.POINTER(ctypes.c_ubyte)()
    size = vio.read(channel, ctypes.byref(at))
    if size < 0:
        raise OSError
    return ctypes.string_at(at, size)


def _login_write(vio: _Channel, channel: Any, packet: bytes) -> bool:
    return bool(vio.write(channel, packet, len(packet)) == 0)


# MySQL in a container: the official image `mysql` and those that take its variables.

_CONTAINER_PROGRAM = "/usr/sbin/mysqld"
_PLUGINS = "/usr/lib64/mysql/plugin"
_CONTAINER_KEYRING = "/var/lib/mysql-keyring/cipherbench.keyring"
"""Where Oracle's image has program and plugins, and a folder for keys."""


def _environment(password: str, secured: bool) -> Mapping[str, str]:
    del secured  # the server offers TLS by itself
    # Loading the time zones takes seconds, and nothing here asks for one.
    return {"MYSQL_ROOT_PASSWORD": password, "MYSQL_INITDB_SKIP_TZINFO": "1"}


def _files(read: ReadFile) -> Mapping[str, str]:
    """What sets up a keyring, where the image has the component."""
    if read(f"{_PLUGINS}/{tablespace.COMPONENT_FILE}") is None:
        return {}
    return {
        f"{_CONTAINER_PROGRAM}.my": tablespace.MANIFEST,
        f"{_PLUGINS}/{tablespace.SETTINGS_FILE}": tablespace.keyring_settings(_CONTAINER_KEYRING),
    }


RECIPE = ContainerRecipe("mysql:9.7", 3306, "root", _environment, files=_files)


_PROGRAM = "mysqld"
_KEYRING = "cipherbench.keyring"


_REPLICATION = Replication(
    binary_log_options=(
        "log-bin=binlog", "server-id=1", "sync-binlog=1", "gtid-mode=ON",
        "enforce-gtid-consistency=ON",
    ),
    semi_sync_options=(
        "plugin-load-add=rpl_semi_sync_source=semisync_source.so",
        f"rpl-semi-sync-source-timeout={2**32 - 1}",
        "rpl-semi-sync-source-wait-no-replica=ON",
        "rpl-semi-sync-source-wait-point=AFTER_SYNC",
    ),
    enable_semi_sync="SET GLOBAL rpl_semi_sync_source_enabled = ON;",
    start_replica="CHANGE REPLICATION SOURCE TO SOURCE_HOST='{host}', SOURCE_PORT={port}, "
    "SOURCE_USER='{user}', SOURCE_PASSWORD='{password}', SOURCE_SSL=0, "
    "GET_SOURCE_PUBLIC_KEY=1, SOURCE_AUTO_POSITION=1, SOURCE_CONNECT_RETRY=1;\n"
    "START REPLICA;\n",
    replica_options=(
        "server-id=2", "relay-log=relay", "sync-relay-log=1", "read-only=ON", "gtid-mode=ON",
        "enforce-gtid-consistency=ON", "skip-replica-start=ON",
        "plugin-load-add=rpl_semi_sync_replica=semisync_replica.so",
        "rpl-semi-sync-replica-enabled=ON",
    ),
)  # fmt: skip


# MySQL servers that we start.


class LocalMySQL(FollowedByTcp):
    """A server installed on this machine, run in a data directory of our own."""

    source = Source.LOCAL
    data_folder_mb = 220
    memory_mb = 450
    offers_tls = True
    replication = _REPLICATION

    def find(self, binaries: Path | None) -> Path:
        for folder in [binaries, binaries / "bin"] if binaries else _usual_folders():
            program = folder / _PROGRAM
            # MariaDB's packages have a link of that name.
            if program.is_file() and program.resolve().name == _PROGRAM:
                return folder
        raise ServerUnavailable(
            phrase("Local MySQL not found"),
            phrase("No MySQL server (mysqld) was found in {where}."),
            phrase("Install the package mysql-server-core, or name the folder with the programs."),
            where=binaries or phrase("PATH or the usual folders"),
        )

    def with_tcp_listener(self, launch: Launch, directory: Path) -> Launch:
        return with_tcp_listener(launch, directory, launch.files[_RIGHTS])

    def startup_sql(self, own: Launch) -> str:
        return own.files[_RIGHTS]

    def arrangement_options(self, wanted: Arrangement) -> tuple[str, ...]:
        """Where logs are to be readable or encrypted a binary log is written in the same way."""
        logs: tuple[str, ...] = ()
        if wanted.logs is not Logs.USUAL:
            switch = "ON" if wanted.logs is Logs.ENCRYPTED else "OFF"
            encrypted = ("innodb-redo-log-encrypt", "innodb-undo-log-encrypt", "binlog-encryption")
            logs = ("log-bin=binlog", "server-id=1", *(f"{name}={switch}" for name in encrypted))
        return tuple(f"--{option}" for option in (*buffer_pool_options(wanted), *logs))

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        data, socket = data or directory / "data", (sockets or directory) / "mysql.sock"
        program, plugins = _arranged(installation, directory)
        base = _base_of(installation)
        # A server that starts removes the temporary tables in its tmpdir, those of others too.
        common = (
            "--no-defaults", f"--basedir={base}", *_shares(base), f"--datadir={data}",
            f"--tmpdir={data}", "--secure-file-priv=NULL", "--mysqlx=OFF", "--skip-networking",
            "--local-infile=OFF",
        )  # fmt: skip
        return Launch(
            endpoint=Endpoint("mysql", socket=str(socket), user=program_user()),
            files={_RIGHTS: _rights(program_user())},
            prepare=(
                (str(installation / _PROGRAM), *common, f"--plugin-dir={_plugins_of(base)}",
                 "--initialize-insecure"),
            ),
            # Only a socket in a directory that nobody else can enter, and only for this program's
            # user (plugin auth_socket), not for the one it serves as: hence no password.
            serve=(str(program), *common, f"--plugin-dir={plugins}", f"--socket={socket}",
                   f"--pid-file={directory / 'mysqld.pid'}",
                   "--plugin-load-add=auth_socket=auth_socket.so",
                   f"--init-file={directory / _RIGHTS}", "--skip-log-bin"),
            environment={"UMASK": "0600", "UMASK_DIR": "0700"},  # it heeds no other umask
        )  # fmt: skip


_RIGHTS = "rights.sql"


def _rights(user: str) -> str:
    """Run by the server at each start, a statement a line, before it lets anybody in."""
    named = f"'{user}'@'localhost'"
    return "\n".join((
        f"CREATE USER IF NOT EXISTS {named} IDENTIFIED WITH auth_socket;",
        f"ALTER USER {named} IDENTIFIED WITH auth_socket;",
        f"GRANT ALL ON *.* TO {named} WITH GRANT OPTION;",
        *(() if user == "root" else ("DROP USER IF EXISTS 'root'@'localhost';",)),
        "",
    ))  # fmt: skip


def _arranged(installation: Path, directory: Path) -> tuple[Path, Path]:
    """The program and its plugins as links in folders of ours, with what sets up the keyring beside
    them where the component is there."""
    programs, plugins = directory / "programs", directory / "plugins"
    for folder in (programs, plugins):
        folder.mkdir()
        folder.chmod(0o755)
    program = programs / _PROGRAM
    program.symlink_to(installation / _PROGRAM)
    for plugin in _plugins_of(_base_of(installation)).glob("*.so"):
        (plugins / plugin.name).symlink_to(plugin)
    if (plugins / tablespace.COMPONENT_FILE).exists():
        keyring = str(directory / _KEYRING)
        _write(programs / f"{_PROGRAM}.my", tablespace.MANIFEST)
        _write(plugins / tablespace.SETTINGS_FILE, tablespace.keyring_settings(keyring))
    return program, plugins


def _write(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o444)  # it warns of one that it could write


def _usual_folders() -> list[Path]:
    on_path = (each for each in os.get_exec_path() if shutil.which(_PROGRAM, path=each))
    usual = ["/usr/sbin", "/usr/libexec", "/usr/local/mysql/bin", "/usr/local/sbin", "/usr/bin"]
    return [Path(folder) for folder in (*on_path, *usual)]


def _base_of(programs: Path) -> Path:
    """The folder above the programs; plugins and messages are below it."""
    return programs.resolve().parent


def _plugins_of(base: Path) -> Path:
    """As Debian, Red Hat and the archive of Oracle have it."""
    usual = [base / "lib/mysql/plugin", base / "lib64/mysql/plugin", base / "lib/plugin"]
    return next((folder for folder in usual if folder.is_dir()), usual[0])


def _shares(base: Path) -> tuple[str, ...]:
    """Where messages and character sets are, which the program looks for where it was built to."""
    share = next((each for each in (base / "share/mysql", base / "share") if each.is_dir()), None)
    if share is None or not (share / "charsets").is_dir():
        return ()
    return f"--lc-messages-dir={share}", f"--character-sets-dir={share / 'charsets'}"


# What MySQL calls what it counts and how it is arranged.

_TABLESPACES = "innodb_tablespaces"
_SWITCHES = {
    "innodb_redo_log_encrypt": REDO_ENCRYPTED,
    "log_bin": BINARY_LOG,
    "binlog_encryption": BINARY_LOG_ENCRYPTED,
}
_PURGED = re.compile(r"^Trx id counter (\d+)\s+^Purge done for trx's n:o < (\d+) ", re.MULTILINE)


def counted(fetch: Fetch) -> EngineCounts:
    """Asked by `fetch`."""
    return innodb_counters.counted(fetch, _SWITCHES, _TABLESPACES, _unpurged)


def _unpurged(fetch: Fetch) -> float | None:
    """Transactions that purge has yet to come to; None where the text is another than we know: no
    table of MySQL's has that number. The length of the history (`trx_rseg_history_len`) is no sign:
    what was purged leaves it after 128 rounds alone (`innodb_purge_rseg_truncate_frequency`)."""
    ((*_, innodb_status),) = fetch("show engine innodb status")
    found = _PURGED.search(str(innodb_status))
    return float(int(found[1]) - int(found[2])) if found else None


class MySQLSession(FamilySession):
    engine = MYSQL.name
    title = MYSQL.title
    tablespaces = _TABLESPACES
    reads_what_it_changes = False
    rights_to_itself = ("select (thread_os_id, processlist_id) on performance_schema.threads",)
    thread_query = (
        "select thread_os_id from performance_schema.threads where processlist_id = connection_id()"
    )
    # A copy of a server's data has its identifier, too, until somebody removes auto.cnf.
    server_id_query = "select concat_ws(' ', @@server_uuid, @@hostname, @@port, @@datadir)"
    busy_connections_query = "select id from performance_schema.processlist where db = ?"
    settings = SessionSettings(
        "utf8mb4_0900_ai_ci",
        {
            "cte_max_recursion_depth": "1000",
            "default_collation_for_utf8mb4": "utf8mb4_0900_ai_ci",
            "default_table_encryption": "0",
            "max_execution_time": "0",
            "sql_mode": (
                "'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
                "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'"
            ),
            "use_secondary_engine": "'ON'",
            "windowing_use_high_precision": "1",
        },
    )

    stages = {  # noqa: RUF012
        PARSED: ("starting",),
        PLANNED: PLANNING,
        # Rows of CREATE TABLE … AS SELECT are copied under “System lock”.
        EXECUTED: ("creating table", "system lock", "executing", "updating"),
    }

    def _counted(self, fetch: Callable[[str], list[Row]]) -> EngineCounts:
        return counted(fetch)

    def identified_clause(self, password: str) -> str:
        """The server itself keeps it out of its logs."""
        return f"by {self.literal(password)}"

    def stored_bytes(self, tables: Sequence[str]) -> int | None:
        # It would say what it has told once within a day.
        self.execute("set session information_schema_stats_expiry = 0")
        return super().stored_bytes(tables)


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
            holds_plaintext=True,
        ),
        DataPlace(
            PlaceName.REDO_LOG,
            places.folder("innodb_log_group_home_dir"),
            ("#innodb_redo/*", "ib_logfile*"),
            holds_plaintext=True,
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


class MySQLDriver(FamilyDriver):
    facts = FACTS
    product = MYSQL
    session = MySQLSession

    def _opened(self, endpoint: Endpoint, database: str | None) -> Any:
        with logging_in(endpoint):
            return super()._opened(endpoint, database)


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


_FOLLOWED = """
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

    node_id_variable = "server_uuid"
    replica_status_query = "show replica status", "Relay_Source_Log_File", "Exec_Source_Log_Pos"

    def standby_of(self, endpoint: Endpoint) -> Standby:
        with self.driver.connect(endpoint) as session:
            found = {str(name): str(value) for name, value in session.fetch(_FOLLOWED)}
        if found.get("Rpl_semi_sync_source_status") == "ON":
            waited_for = found["Rpl_semi_sync_source_clients"] != "0"
            return Standby.SYNCHRONOUS if waited_for else Standby.OFF
        return Standby.OFF if found["Dumping"] == "0" else Standby.ASYNCHRONOUS

    def cleanup_statements(self, arranged: Arrangement) -> tuple[str, ...]:
        """Binary logs are kept until somebody removes them."""
        return () if arranged.logs is Logs.USUAL else ("reset binary logs and gtids",)

    def try_tablespace_encryption(
        self, session: FamilySession, make_database: Callable[[], str]
    ) -> Tried:
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
