"""Firebird as an engine: databases, tables, capabilities."""

from __future__ import annotations

import os
import secrets
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import psutil

from engines.base.backup import Backup
from engines.base.capability import Capabilities, settings_from
from engines.base.catalogue import Catalogue
from engines.base.driver import Driver
from engines.base.encryption import Encryption
from engines.base.engine import Engine
from engines.base.ownership import (
    DATABASE_PREFIX,
    MARKER_TABLE,
    ExaminedDatabase,
    all_or_nothing,
    database_name,
    drop_patiently,
    login_of,
    sign,
)
from engines.base.server_control import ServerControl
from engines.contract.data_place import (
    DataPlace,
    PlaceName,
    data_root,
    file_place,
    local_path,
    unreadable_places,
)
from engines.contract.endpoint import AddressForm, Endpoint, Source, TlsMode
from engines.contract.errors import CipherbenchError, ServerUnavailable, Unsupported
from engines.contract.launch import Launch, Launcher
from engines.contract.message import NOTHING, phrase
from engines.contract.protection import Cipher, Keying, Protection
from engines.contract.recipe import ContainerRecipe
from engines.contract.user_columns import TableColumn, column_not_readable
from engines.firebird import FACTS
from engines.firebird.backup import read_backup, read_pages, write_backup, write_pages
from engines.firebird.connection import (
    is_anothers,
    is_gone,
    knock,
    make_database,
    open_connection,
    open_separately,
    visit,
)
from engines.firebird.encryptor import firebird_encryptor, try_ciphers
from engines.firebird.servers import CLOSED, UNSPEAKABLE, EmbeddedFirebird, provider_of, use_library
from engines.firebird.session import TYPES, Administration, FirebirdSession, text_literal, turn
from engines.firebird.structure import FirebirdStructure
from engines.inspection.ciphertext_place import with_ciphertext_place
from engines.inspection.message_log import message_log, unread_log
from engines.inspection.shared_mappings import mapped_places
from engines.servers.tcp_access import free_port
from engines.sql.schema import Dialect
from engines.sql.statement import Encryptor, Value

# Whom a campaign's statements work as on a Firebird that we started: a user that owns nothing but
# what it creates.
#
# A server has its users' passwords in a file of ours. The embedded engine asks for no password, and
# a user there is only a name: it may do what was granted to that name alone, but EXECUTE STATEMENT
# could work as another, SYSDBA, in the same database. A trigger refuses administrators there; ours
# enter without triggers (`open_connection`), for which no statement can ask.

_PASSWORD_BYTES = 10
"""SRP takes 20 characters."""

_RIGHTS = ("create table", "create function")
"""Functions that take padding away belong to some ciphers."""


def user_of(database: str) -> str:
    return login_of(database).upper()


def confine(admin: FirebirdSession, database: str, *, has_logins: bool) -> str | None:
    """Let the user of the database that `admin` is in work there; its password, where it has one.

    Raises: StatementFailed
    """
    user, password = user_of(database), None
    if has_logins:
        password = secrets.token_hex(_PASSWORD_BYTES)
        admin.execute(
            f"create or alter user {user} password {text_literal(password)} using plugin Srp"
        )
    else:
        for statement in _NO_ADMINISTRATORS:
            admin.execute(statement)
    for right in (*_RIGHTS, f"select on {MARKER_TABLE}"):
        admin.execute(f"grant {right} to user {user}")
    return password


_NO_ADMINISTRATORS = (
    "create or alter exception cipherbench_refused 'No statement enters as an administrator'",
    "create or alter trigger cipherbench_entrance on connect as begin "
    "if (current_user = 'SYSDBA' or current_role = 'RDB$ADMIN') then "
    "exception cipherbench_refused; end",
)


def powers_of(session: FirebirdSession) -> tuple[str, ...]:
    """What the user of a session is beyond an owner of databases.

    Raises: StatementFailed
    """
    asked = "select trim(current_user), trim(current_role) from rdb$database"
    return tuple(str(each) for each in session.fetch(asked)[0] if each in _ADMINISTRATORS)


_ADMINISTRATORS = {"SYSDBA", "RDB$ADMIN"}


def release(admin: FirebirdSession, database: str) -> None:
    """Drop the user of a database, if the server has one.

    Raises: StatementFailed
    """
    user = user_of(database)
    if admin.ask("select 1 from sec$users where sec$user_name = ?", user):
        admin.execute(f"drop user {user} using plugin Srp")


# Where Firebird keeps things on disk: one file per database, and no log of changes.

_NAMES = (PlaceName.DATA, PlaceName.TEMPORARY, PlaceName.SERVER_LOG, PlaceName.MAPPED)


def places(endpoint: Endpoint, path: str) -> tuple[DataPlace, ...]:
    """The places of the database in the file `path`, as the server names it."""
    if endpoint.in_process:
        root: object = str(Path(path).parent)
    else:
        root = data_root(endpoint, lambda: str(Path(path).parent))
    if not isinstance(root, str):
        return unreadable_places(_NAMES, root)  # type: ignore[arg-type]
    data = DataPlace(PlaceName.DATA, root, (Path(path).name,), holds_plaintext=True)
    other_places = _of_ours(endpoint) if endpoint.in_process else _of_server(endpoint)
    return with_ciphertext_place((data, *other_places), root)


def _of_ours(endpoint: Endpoint) -> tuple[DataPlace, ...]:
    """The embedded engine's folders, which the process that runs it has named."""
    runtime = Path(endpoint.library or "/").parent.parent
    return (
        DataPlace(PlaceName.TEMPORARY, os.environ.get("FIREBIRD_TMP")),
        DataPlace(PlaceName.MAPPED, os.environ.get("FIREBIRD_LOCK")),
        file_place(PlaceName.SERVER_LOG, runtime / "firebird.log"),
    )


def _of_server(endpoint: Endpoint) -> tuple[DataPlace, ...]:
    return (
        DataPlace(
            PlaceName.TEMPORARY, local_path(endpoint, _temporary(endpoint)), ("fb_*", "firebird/*")
        ),
        *_logs(endpoint),
        *mapped_places(endpoint),
    )


def _temporary(endpoint: Endpoint) -> str:
    """Where a server sorts; one that may not be asked does so in the usual folder."""
    return _variable(endpoint, "FIREBIRD_TMP") or _USUAL


def _logs(endpoint: Endpoint) -> tuple[DataPlace, ...]:
    """The log in the server's root directory or where a distribution puts it, made when there is
    first something to tell, and what a server of ours writes to its error stream."""
    root = _variable(endpoint, "FIREBIRD")
    launched = endpoint.log is not None and endpoint.container is None
    named = [f"{root}/firebird.log"] if root else []
    patterns = [*named, *(() if launched else _USUAL_LOGS)]
    logs = [file_place(PlaceName.SERVER_LOG, file) for file in _files(endpoint, patterns)]
    if endpoint.log is not None:
        logs.append(message_log(endpoint))
    return tuple(logs) or (unread_log(_LOG_UNREPORTED),)


def _files(endpoint: Endpoint, patterns: Iterable[str]) -> list[Path]:
    top = Path(local_path(endpoint, "/"))
    return sorted({path for each in patterns for path in top.glob(each.lstrip("/"))})


def _variable(endpoint: Endpoint, name: str) -> str | None:
    """A variable of the server's environment, where we may look at that."""
    with suppress(psutil.Error):
        if endpoint.pid is not None:
            return psutil.Process(endpoint.pid).environ().get(name) or None
    return None


_USUAL = "/tmp"
_USUAL_LOGS = (
    "/opt/firebird/firebird.log", "/usr/local/firebird/firebird.log", "/var/log/firebird/*.log",
)  # fmt: skip
_LOG_UNREPORTED = phrase("Firebird does not report where its log is.")


# What a Firebird database says of itself: its owner, its age and its comment.
#
# All three are in tables of the system, which nobody can replace or give triggers to. The database
# is entered without its triggers.


def look(session: FirebirdSession, database: str) -> ExaminedDatabase:
    """What is said of the database that the session is in."""
    owner, user, mark = session.fetch(
        "select trim(mon$owner), trim(current_user), rdb$description "
        "from mon$database cross join rdb$database"
    )[0]
    return ExaminedDatabase(
        database,
        place=_place(session),
        mark=None if mark is None else str(mark),
        foreign=NOTHING if owner == user else phrase("it belongs to the user {owner}", owner=owner),
        drop=session.drop,
    )


def mark(session: FirebirdSession, engine: str, database: str, identifier: str) -> None:
    """Sign the database that the session is in as ours."""
    signed = sign(engine, _place(session), database, identifier)
    session.execute(f"comment on database is {text_literal(signed)}")


def _place(session: FirebirdSession) -> str:
    """The path of its file and when it was made; from Firebird 4.0 on that has a time zone."""
    asked = "select mon$database_name, mon$creation_date from mon$database"
    path, made = cast("tuple[str, datetime]", session.fetch(asked)[0])
    if made.tzinfo is not None:
        made = made.astimezone(UTC).replace(tzinfo=None)
    return f"{made} {path}"


# Other people's tables in Firebird, read without running anything of theirs.

_COLUMNS = """
    select trim(r.rdb$relation_name), trim(c.rdb$field_name)
    from rdb$relations r
    join rdb$relation_fields c on c.rdb$relation_name = r.rdb$relation_name
    join rdb$fields f on f.rdb$field_name = c.rdb$field_source
    where coalesce(r.rdb$system_flag, 0) = 0 and r.rdb$view_blr is null
    and coalesce(r.rdb$relation_type, 0) = 0 and r.rdb$external_file is null
    and f.rdb$computed_blr is null
    and (f.rdb$field_type in (14, 37)
         or f.rdb$field_type = 261 and coalesce(f.rdb$field_sub_type, 0) in (0, 1))
"""
"""14 is CHAR, 37 VARCHAR, 261 BLOB, of bytes (0) or text (1)."""


class FirebirdBackup(Backup):
    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        write_backup(endpoint, database_path(endpoint, database), file)

    def _read(self, endpoint: Endpoint, path: str, file: Path) -> None:
        read_backup(endpoint, path, file)

    def restore(self, endpoint: Endpoint, database: str, file: Path) -> None:
        """The file is another one then, and has lost our mark, which is put on it anew."""
        if not endpoint.managed:
            raise Unsupported(
                phrase("Only on a server of our own"),
                phrase("Interrupted, a restored database would stay on the server."),
                phrase("Choose a local or embedded server."),
            )
        path = database_path(endpoint, database)
        self._read(endpoint, path, file)
        identifier = database.removeprefix(DATABASE_PREFIX)
        with FirebirdSession(open_separately(endpoint, path), endpoint) as session:
            mark(session, FACTS.name, database, identifier)
            session.execute(f"update {MARKER_TABLE} set id = {text_literal(identifier)}")


class FirebirdPageBackup(FirebirdBackup):
    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        if not endpoint.managed:
            raise Unsupported(
                phrase("Only on a server of our own"),
                phrase("The server writes the copy where only it may read it."),
                phrase("Choose a local or embedded server."),
            )
        write_pages(endpoint, database_path(endpoint, database), file)

    def _read(self, endpoint: Endpoint, path: str, file: Path) -> None:
        read_pages(endpoint, path, file)


class FirebirdCatalogue(Catalogue[FirebirdSession]):
    """Ordinary tables of our databases, and of the one that an address names."""

    structure = FirebirdStructure()
    backup = FirebirdBackup()
    page_backup = FirebirdPageBackup()

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        session = FirebirdSession(make_database(endpoint, database_path(endpoint, name)), endpoint)
        with session, all_or_nothing(self, endpoint, name, session.drop):
            mark(session, self.name, name, identifier)
            session.execute(f"create table {MARKER_TABLE} (id varchar(64) not null primary key)")
            session.execute(f"insert into {MARKER_TABLE} values ({text_literal(identifier)})")
        return name

    def confined(self, endpoint: Endpoint, database: str) -> Endpoint:
        if not endpoint.managed:
            return endpoint
        with self.driver.connect(endpoint, database) as admin:
            password = confine(admin, database, has_logins=not endpoint.in_process)
        return replace(endpoint, user=user_of(database), password=password, confined=True)

    @contextmanager
    def examine_one(self, endpoint: Endpoint, database: str) -> Iterator[ExaminedDatabase | None]:
        path = database_path(endpoint, database)
        if endpoint.in_process and not Path(path).exists():
            yield None
            return
        try:
            session = FirebirdSession(open_separately(endpoint, path), endpoint)
        except ServerUnavailable as error:
            if is_gone(error):
                yield None
            elif is_anothers(error):
                yield ExaminedDatabase(database, foreign=phrase("it belongs to another user"))
            else:
                raise
            return
        with session:
            seen = look(session, database)
            yield self._with_login(endpoint, session, seen)

    def _with_login(
        self, endpoint: Endpoint, session: FirebirdSession, seen: ExaminedDatabase
    ) -> ExaminedDatabase:
        """The same, its user dropped with it where we have made one."""
        if not endpoint.managed or endpoint.in_process:
            return seen

        def drop_both() -> None:
            release(session, seen.database)
            seen.drop()

        return replace(seen, drop=drop_both)

    def examine_all(self, endpoint: Endpoint) -> list[ExaminedDatabase]:
        if endpoint.data is None:
            return []  # a server tells nobody which files it holds
        use_library(endpoint)
        found = [
            self._sighting(endpoint, path.stem)
            for path in sorted(Path(endpoint.data).glob(f"{DATABASE_PREFIX}*.fdb"))
        ]
        return [each for each in found if each is not None]

    def _sighting(self, endpoint: Endpoint, database: str) -> ExaminedDatabase | None:
        try:
            with turn(endpoint), self.examine_one(endpoint, database) as seen:
                return seen
        except CipherbenchError as error:
            return ExaminedDatabase(database, unseen=error.message)

    def removal_statement(self, endpoint: Endpoint, database: str) -> str:
        path = database_path(endpoint, database)
        if not endpoint.in_process:
            path = f"{endpoint.host or '127.0.0.1'}/{endpoint.port or 3050}:{path}"
        return f"CONNECT {text_literal(path)}; DROP DATABASE;"

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        use_library(endpoint)  # which names the folders that the embedded engine works in
        return places(endpoint, database_path(endpoint, database))

    def _databases(self, endpoint: Endpoint) -> list[str]:
        named = [endpoint.database] if endpoint.database else []
        return [*self.owned_databases(endpoint), *named]

    def open_session(self, endpoint: Endpoint, database: str | None = None) -> FirebirdSession:
        named = database or endpoint.database or ""
        path = named if named == endpoint.database else database_path(endpoint, named)
        try:
            return FirebirdSession(open_separately(endpoint, path), endpoint)
        except ServerUnavailable as error:
            if not is_anothers(error):
                raise
            raise ServerUnavailable(
                phrase("Database not opened"),
                phrase(
                    "Firebird opens {database} for this user only by running its owner's triggers."
                ),
                phrase("Ask its owner or an administrator to read it."),
                database=named,
            ) from error

    def _columns(self, session: FirebirdSession) -> list[tuple[str, str, str]]:
        rows = session.fetch(_COLUMNS + "order by r.rdb$relation_name, c.rdb$field_position")
        return [("", str(table), str(column)) for table, column in rows]

    def values_in(self, session: FirebirdSession, column: TableColumn, most: int) -> list[Value]:
        table, name = self.quoted(column.table), self.quoted(column.column)
        found = session.checked_values(
            f"select first {int(most)} {name} from {table}",
            _COLUMNS + f"and r.rdb$relation_name = {text_literal(column.table)} "
            f"and c.rdb$field_name = {text_literal(column.column)}",
        )
        if found is None:
            raise column_not_readable("Firebird", column)
        return found


def database_path(endpoint: Endpoint, database: str) -> str:
    """Path of a database file on the server."""
    folder = endpoint.directory
    return f"{folder}/{database}.fdb" if folder else f"{database}.fdb"


# Firebird in a container: the image `firebirdsql/firebird` and those that take its variables.


def _environment(password: str, secured: bool) -> Mapping[str, str]:
    """Firebird encrypts the wire by itself, as its default: here it does when it is asked to, so
    that connections of all engines compare."""
    wire = "Required" if secured else "Disabled"
    return {"FIREBIRD_ROOT_PASSWORD": password, "FIREBIRD_CONF_WireCrypt": wire}


RECIPE = ContainerRecipe(
    "firebirdsql/firebird:5", 3050, "SYSDBA", _environment, directory="/var/lib/firebird/data"
)


# Firebird servers installed on this machine, run in a root directory of our own.


class LocalFirebird(Launcher):
    """A server installed on this machine, with a configuration and logins of our own.

    Firebird listens on no Unix socket: this one has a port on 127.0.0.1 and a random password.
    """

    source = Source.LOCAL
    data_folder_mb = 16

    def find(self, binaries: Path | None) -> Path:
        for folder in _named_folders(binaries) if binaries else _usual_folders():
            if _is_program(folder / "firebird") and _isql(folder) is not None:
                return folder
        raise ServerUnavailable(
            phrase("Local Firebird not found"),
            phrase("No Firebird server (firebird and isql) was found in {where}."),
            phrase(
                "Install the package firebird3.0-server or firebird4.0-server, or name the folder "
                "with the programs."
            ),
            where=binaries or phrase("PATH or the usual folders"),
        )

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        data, password, port = data or directory / "data", secrets.token_hex(16), free_port()
        logins = directory / "security.fdb"
        _lay_out(_root_of(installation), directory)
        return Launch(
            endpoint=Endpoint(
                "firebird",
                host="127.0.0.1",
                port=port,
                user="SYSDBA",
                password=password,
                directory=str(data),
            ),
            files={"firebird.conf": _configuration(logins, data, port, provider_of(directory))},
            environment={
                "FIREBIRD": str(directory),
                "FIREBIRD_LOCK": str(directory / "lock"),
                "FIREBIRD_TMP": str(data),  # what is sorted is worth as much as what is stored
            },
            prepare=((str(_isql(installation)), "-quiet", "-bail"),),
            prepare_input=_MAKE_LOGINS.format(logins=_quoted(str(logins)), password=password),
            serve=(str(installation / "firebird"),),
            # Asked by SIGTERM or SIGINT, 3.0 now and then never ends; the data go with it anyway.
            stop_signal="SIGKILL",
        )


# What else a server has by default it keeps. The wire is as open as that of other local servers,
# so that connections of all engines compare.
_CONFIGURATION = """# Written by Cipherbench.
SecurityDatabase = {logins}
RemoteBindAddress = 127.0.0.1
RemoteServicePort = {port}
DatabaseAccess = {access}
WireCrypt = Disabled
Providers = {engine}
{closed}"""
"""Without the providers that lead elsewhere no statement reaches another server."""


_MAKE_LOGINS = """create database {logins} user 'SYSDBA';
create user SYSDBA password '{password}' using plugin Srp;
commit;
"""


def _configuration(logins: Path, data: Path, port: int, engine: str) -> str:
    access = "Full" if UNSPEAKABLE & set(str(data)) else f"Restrict {data}"
    return _CONFIGURATION.format(
        logins=logins, port=port, access=access, engine=engine, closed=CLOSED
    )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _named_folders(binaries: Path) -> list[Path]:
    folder = binaries.parent if binaries.is_file() else binaries
    return [folder, *(folder / name for name in ("bin", "sbin")), *_behind_scripts(folder)]


def _usual_folders() -> list[Path]:
    on_path = shutil.which("firebird")
    usual = ["/usr/sbin", "/opt/firebird/bin", "/usr/local/firebird/bin", "/usr/local/sbin"]
    folders = ([Path(on_path).parent] if on_path else []) + [Path(folder) for folder in usual]
    return [*folders, *_behind_scripts(Path("/usr/sbin"))]


def _behind_scripts(folder: Path) -> list[Path]:
    """Where Debian 13 keeps the programs of each version."""
    return sorted(folder.parent.glob("lib/firebird/*/bin"), reverse=True)


def _is_program(path: Path) -> bool:
    """Not a script, as Debian 13 has in the usual folders: it would name a root of its own."""
    try:
        with path.open("rb") as file:
            return file.read(2) != b"#!"
    except OSError:
        return False


def _isql(programs: Path) -> Path | None:
    """Firebird's isql. Distributions call it isql-fb, since unixODBC has an isql as well; only
    the one in a folder of Firebird's own goes without that ending."""
    usual_name = [programs / "isql-fb", programs.parent / "bin" / "isql-fb"]
    own = [programs / "isql"] if (programs.parent / "plugins").is_dir() else []
    usual = [
        folder / "isql-fb" for folder in (Path("/usr/bin"), *_behind_scripts(Path("/usr/bin")))
    ]
    return next((path for path in (*own, *usual_name, *usual) if _is_program(path)), None)


_LINKED = ("firebird.msg", "lib", "plugins.conf", "tzdata")

_COPIED = ("intl", "plugins")
"""From 4.0 on Firebird refuses a module whose real path is another than the one it asked for."""


def _lay_out(root: Path, directory: Path) -> None:
    """What a server looks for in its root directory and is not to be ours; some 15 MB."""
    for name in _LINKED:
        if (root / name).exists():
            (directory / name).symlink_to(root / name)
    for name in _COPIED:
        if (root / name).is_dir():
            shutil.copytree(root / name, directory / name)


def _root_of(programs: Path) -> Path:
    """The root directory of an installation: one folder, or spread over the system's."""
    folder = (programs / "firebird").resolve().parent.parent
    if (folder / "plugins").is_dir():
        return folder
    spread = [*folder.glob("lib/*/firebird/*"), *Path("/usr/lib").glob("*/firebird/*")]
    found = [each for each in spread if (each / "plugins").is_dir()]
    return max(found, key=lambda each: (each.name == folder.name, each), default=folder)


class FirebirdDriver(Driver[FirebirdSession]):
    facts = FACTS
    dialect = Dialect(
        "{type} generated by default as identity primary key",
        TYPES,
        indexes_foreign_keys=True,
        index_kinds=FACTS.index_kinds,
    )

    def connect(self, endpoint: Endpoint, database: str | None = None) -> FirebirdSession:
        path = database_path(endpoint, database) if database else endpoint.database
        if path:
            if database is None and not endpoint.in_process:
                knock(endpoint)
            return FirebirdSession(open_connection(endpoint, path), endpoint)
        if not endpoint.in_process:
            visit(endpoint)
        return Administration()


class FirebirdEncryption(Encryption):
    def native_encryptor(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Encryptor:
        mode = protection.mode or self.driver.facts.default_mode
        return firebird_encryptor(
            Cipher(protection.algorithm or "", protection.bits or 0, mode), keying
        )


class FirebirdServers(ServerControl[FirebirdSession]):
    buffer_per_connection = True
    arranged_settings = frozenset({"page_buffers"})
    why_logs_not_arranged = phrase("Firebird writes no log that could be encrypted.")
    container = RECIPE
    launchers = (EmbeddedFirebird(), LocalFirebird())
    address = AddressForm(
        3050,
        frozenset({"host", "port", "database", "directory"}),
        tls_modes=(TlsMode.OFF, TlsMode.REQUIRE),
    )

    def probe(self, endpoint: Endpoint) -> Capabilities:
        started = time.perf_counter()
        database = self.catalogue.create_database(endpoint, f"probe_{os.urandom(4).hex()}")
        try:
            with self.driver.connect(endpoint, database) as session:
                version = str(session.fetch(_VERSION)[0][0])
                settings = (
                    session.fetch(_CONFIG) if int(version.split(".", maxsplit=1)[0]) >= 4 else []
                )
                settings += session.fetch(_DATABASE)
                native, refused = try_ciphers(session)
                powers = powers_of(session)
        finally:
            drop_patiently(self.catalogue, endpoint, database)
        return Capabilities(
            version,
            native,
            refused,
            settings_from(settings),
            time.perf_counter() - started,
            powers=() if endpoint.managed else powers,
        )


_VERSION = "select rdb$get_context('SYSTEM', 'ENGINE_VERSION') from rdb$database"

_CONFIG = (
    "select trim(rdb$config_name), trim(rdb$config_value) from rdb$config where rdb$config_name in "
    "('ServerMode', 'DefaultDbCachePages', 'FileSystemCacheThreshold', 'UseFileSystemCache', "
    "'ReadConsistency', 'StatementTimeout', 'ConnectionIdleTimeout')"
)

_DATABASE = (
    "select cast('page_size' as varchar(20)), mon$page_size from mon$database union all "
    "select 'page_buffers', mon$page_buffers from mon$database union all "
    "select 'forced_writes', mon$forced_writes from mon$database"
)


ENGINE = Engine.of(FirebirdDriver, FirebirdEncryption, FirebirdCatalogue, FirebirdServers)
