"""The parts of the engine that MariaDB and MySQL share: databases, tables, places, launching."""

from __future__ import annotations

import secrets
import time
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from engines.base.capability import Capabilities, settings_from
from engines.base.catalogue import Catalogue
from engines.base.diagnosis import Diagnosis, unavailable, why_not_reached
from engines.base.driver import Driver
from engines.base.encryption import Encryption
from engines.base.late_imports import late_driver
from engines.base.ownership import (
    DATABASE_PREFIX,
    FORMAT,
    MARKER_TABLE,
    ExaminedDatabase,
    all_or_nothing,
    database_name,
    drop_patiently,
    login_of,
    sign,
)
from engines.base.server_control import ServerControl
from engines.contract.endpoint import AddressForm, Endpoint, ServerNode, Source, Tls, TlsMode
from engines.contract.errors import (
    DRIVER_FAULTS,
    Cause,
    NotPermitted,
    ServerUnavailable,
    StatementFailed,
    Unsupported,
)
from engines.contract.launch import Arrangement, Logs
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Cipher, Keying, Protection
from engines.contract.session import Session
from engines.contract.user_columns import TableColumn, column_not_readable
from engines.inspection import tls_files as tls
from engines.inspection.processes import is_here, number_in, pid_if_named
from engines.keeping.child_environment import drop_variables
from engines.mysql_family import INDEX_KINDS
from engines.mysql_family.encryptor import AES_BITS, AesEncryptor, try_ciphers
from engines.mysql_family.handshake import (
    MARIADB,
    MYSQL,
    AnnouncedServer,
    Product,
    announced,
    another_product,
)
from engines.mysql_family.session import TYPES, FamilySession
from engines.mysql_family.session_settings import CHARACTER_SET, SessionSettings
from engines.mysql_family.statement_errors import words_of
from engines.mysql_family.table_prefix import PrefixedTables, prefix_of
from engines.sql.schema import Dialect
from engines.sql.statement import Encryptor, Value

# The login that a campaign's statements have on servers that we start: the rights on one database
# that work in its tables takes, and no other.

_PASSWORD_BYTES = 24

_RIGHTS = (
    *("select", "insert", "update", "delete", "create", "drop", "alter", "index", "references"),
    *("create temporary tables", "lock tables"),
)
"""None of them reaches beyond the database. Left out are routines, events, triggers and views, and
whatever is granted on all databases: FILE, PROCESS, RELOAD, SUPER and their kind."""

_FROM = "%"
"""Only whoever gets to the socket or port of a server of ours can show a password there at all."""


def confine(admin: FamilySession, database: str) -> str:
    """Create the login of a database, or give the one that is there another password, which is
    returned.

    Raises: StatementFailed
    """
    account, password = _account(admin, database), secrets.token_hex(_PASSWORD_BYTES)
    identified = admin.identified_clause(password)
    admin.execute(f"create user if not exists {account} identified {identified}")
    admin.execute(f"alter user {account} identified {identified}")
    only = admin.quoted(database.replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%"))
    admin.execute(f"grant {', '.join(_RIGHTS)} on {only}.* to {account}")
    for right in admin.rights_to_itself:
        admin.execute(f"grant {right} to {account}")
    return password


_POWERS = ("FILE", "SUPER", "SHUTDOWN", "CREATE USER", "SET USER", "SET_ANY_DEFINER")
"""Rights on the whole server that lead to its files, its users or its end."""


def powers_of(session: FamilySession) -> tuple[str, ...]:
    """What the login of a session may do that a workload file's statements should not.

    Raises: StatementFailed
    """
    names = ", ".join(f"'{each}'" for each in _POWERS)
    rows = session.fetch(
        "select privilege_type from information_schema.user_privileges "
        "where replace(grantee, '''', '') = current_user() "
        f"and privilege_type in ({names}) order by 1"
    )
    return tuple(str(name) for (name,) in rows)


def release(admin: FamilySession, database: str) -> None:
    """Drop the login of a database, if it has one.

    Raises: StatementFailed
    """
    admin.execute(f"drop user if exists {_account(admin, database)}")


def _account(admin: FamilySession, database: str) -> str:
    return f"{admin.literal(login_of(database))}@'{_FROM}'"


# A database that was prepared for a login that may create none: we work in tables there whose names
# begin alike, for each database of ours in another way. The mark is the comment of one of them; all
# are dropped by their names, and nothing else in the database is touched.


def is_prepared(session: FamilySession, tried: str) -> bool:
    """Whether the login may create no database, but tables in the one that was entered: both are
    tried, under names of ours."""
    try:
        session.execute(f"create database {session.quoted(tried)}")
    except NotPermitted:
        pass
    else:
        session.execute(f"drop database {session.quoted(tried)}")
        return False
    try:
        session.execute(f"create table {session.quoted(tried)} (id integer primary key)")
    except NotPermitted:
        return False
    session.execute(f"drop table {session.quoted(tried)}")
    return True


def create_tables(session: FamilySession, engine: str, database: str, identifier: str) -> None:
    """Raises: StatementFailed"""
    mark = session.literal(sign(engine, place(session), database, identifier))
    session.execute(
        f"create table {MARKER_TABLE} (id varchar(64) not null primary key) engine=InnoDB "
        f"comment {mark}"
    )
    session.ask(f"insert into {MARKER_TABLE} values (?)", identifier)


def drop_tables(session: FamilySession, database: str) -> None:
    """Drop all that begin so, that with the mark last.

    Raises: StatementFailed
    """
    prefix = prefix_of(database)
    found = session.ask(
        "select table_name from information_schema.tables where table_schema = database() "
        "and table_type = 'BASE TABLE' and left(table_name, char_length(?)) = ? "
        "order by table_comment like ?, table_name",
        *(prefix, prefix, f"{FORMAT}%"),
    )
    if not found:
        return
    names = ", ".join(session.quoted(str(name)) for (name,) in found)
    session.execute("set session foreign_key_checks = 0, lock_wait_timeout = 10")
    session.execute(f"drop table {names}")


def place(session: FamilySession) -> str:
    """What tells a database on this server from all others."""
    return f"{session.place()} {session.database()}"


def removal_statement(database: str) -> str:
    """How somebody removes them by hand."""
    return f"DROP TABLE … -- {prefix_of(database)}*"


def tables_named(session: FamilySession, database: str) -> ExaminedDatabase | None:
    """What is said of the tables of one database of ours; None where there are none."""
    found = [each for each in tables_marked(session) if each.database == database]
    return found[0] if found else None


def tables_marked(session: FamilySession) -> list[ExaminedDatabase]:
    """What is said of all that carry a mark."""
    marked = session.ask(
        "select table_name, table_comment from information_schema.tables "
        "where table_schema = database() and table_type = 'BASE TABLE' and engine = 'InnoDB' "
        "and left(table_name, char_length(?)) = ? and right(table_name, char_length(?)) = ?",
        *(DATABASE_PREFIX, DATABASE_PREFIX, MARKER_TABLE, MARKER_TABLE),
    )
    where, found = place(session), []
    for name, mark in marked:
        identifier = str(mark).removeprefix(FORMAT).rpartition(":")[0]
        database = database_name(identifier) if identifier else str(name)
        if str(name) == prefix_of(database) + MARKER_TABLE:
            drop = partial(drop_tables, session, database)
            found.append(ExaminedDatabase(database, where, str(mark), drop=drop))
    return found


# What the information schema says of databases.
#
# Where databases have comments the mark is one, which the server keeps in a file of its own beside
# the tables: none of them is opened to read it. Elsewhere the comment of our table is read, as long
# as it is an ordinary one.

_UNKNOWN_DATABASE = 1049


def named(session: FamilySession, database: str) -> ExaminedDatabase | None:
    """What is said of one database; None where there is none of that name."""
    found = _sightings(session, "schema_name = ?", database)
    return found[0] if found else _unlisted(session, database)


def beginning(session: FamilySession, prefix: str) -> list[ExaminedDatabase]:
    """What is said of the databases whose names begin so, of those that the user may see."""
    return _sightings(session, "left(schema_name, char_length(?1)) = ?1", prefix)


def _sightings(session: FamilySession, which: str, value: str) -> list[ExaminedDatabase]:
    values = [value] * which.count("?")
    asked = (_BY_DATABASE if session.comments_databases else _BY_TABLE) + which.replace("?1", "?")
    where = session.place()
    return [
        ExaminedDatabase(str(name), where, str(mark or ""), drop=partial(drop, session, str(name)))
        for name, mark in session.ask(asked, *values)
    ]


_BY_DATABASE = "select schema_name, schema_comment from information_schema.schemata where binary "
_BY_TABLE = (
    "select schema_name, table_comment from information_schema.schemata left join "
    "information_schema.tables on table_schema = schema_name "
    f"and table_name = '{MARKER_TABLE}' and table_type = 'BASE TABLE' and engine = 'InnoDB' "
    "where binary "
)


def _unlisted(session: FamilySession, database: str) -> ExaminedDatabase | None:
    """A server lists what a user has rights on, and tells others of no database whether it is
    there."""
    try:
        session.fetch(f"show create database {session.quoted(database)}")
    except StatementFailed as error:
        if getattr(error.__cause__, "errno", None) == _UNKNOWN_DATABASE:
            return None
        return ExaminedDatabase(database, unseen=error.values["words"])
    return ExaminedDatabase(database, unseen="the server did not list it")


def drop(session: FamilySession, database: str) -> None:
    """Drop a database, ending whatever works in it: it would hold locks that DROP waits for."""
    for (connection,) in session.ask(session.busy_connections_query, database):
        with suppress(StatementFailed):  # it may end by itself in between
            session.execute(f"kill {int(str(connection))}")
    session.execute(f"drop database if exists {session.quoted(database)}")


TABLE_OPTIONS = "engine=InnoDB row_format=dynamic"

_TABLES = """
    select table_name from information_schema.tables
    where table_schema = ? and table_type = 'BASE TABLE'
    and engine in ('InnoDB', 'MyISAM', 'Aria', 'MEMORY')
"""
"""Other engines than these reach for other servers, files or generators."""

_IN_ORDER = "order by table_name"
_THIS_ONE = "and table_name = ?"

_KINDS = {15, 245, *range(249, 255)}
"""Types of the protocol: texts and bytes of every length, and JSON, which is a text."""

_OTHERS = 32 | 256 | 2048
"""Flags of what comes as a text and is none: UUID and addresses (unsigned), ENUM and SET."""

_CLIENTS = range(2000, 3000)
"""Numbers of the client library's errors, as when the server is gone."""

_PATIENCE = "set lock_wait_timeout = 1"
"""Seconds: somebody may hold a table for days."""

_ROWS = 500
"""How many whole rows are fetched at a time."""


class FamilyCatalogue(Catalogue[FamilySession]):
    """Ordinary tables of the engines that keep their data themselves."""

    quote = "`"

    def is_prepared(self, endpoint: Endpoint) -> bool:
        tried = f"probe_{secrets.token_hex(4)}"
        with self.driver.connect(endpoint) as session:
            return is_prepared(session, database_name(tried))

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        if endpoint.prepared:
            self._create_tables(endpoint, name, identifier)
            return name
        with self.driver.connect(endpoint) as session:
            mark = session.literal(sign(self.name, session.place(), name, identifier))
            commented = session.comments_databases
            quoted, table = session.quoted(name), f"{session.quoted(name)}.{MARKER_TABLE}"
            session.execute(
                f"create database {quoted} {session.settings.charset_clause}"
                + (f" comment {mark}" if commented else "")
            )
            with all_or_nothing(self, endpoint, name, partial(drop, session, name)):
                session.execute(
                    f"create table {table} (id varchar(64) not null primary key) {TABLE_OPTIONS}"
                    + ("" if commented else f" comment {mark}")
                )
                session.ask(f"insert into {table} values (?)", identifier)
                session.fetch(f"select id from {table}")
        return name

    def _create_tables(self, endpoint: Endpoint, name: str, identifier: str) -> None:
        with self.driver.connect(endpoint, name) as session:
            undo = partial(drop_tables, session, name)
            with all_or_nothing(self, endpoint, name, undo):
                create_tables(session, self.name, name, identifier)

    def confined(self, endpoint: Endpoint, database: str) -> Endpoint:
        if not endpoint.managed:
            return endpoint
        with self.driver.connect(endpoint) as admin:
            password = confine(admin, database)
        return replace(endpoint, user=login_of(database), password=password, confined=True)

    @contextmanager
    def examine_one(self, endpoint: Endpoint, database: str) -> Iterator[ExaminedDatabase | None]:
        with self.driver.connect(endpoint) as session:
            if endpoint.prepared:
                yield tables_named(session, database)
                return
            seen = named(session, database)
            yield self._with_login(endpoint, session, seen) if seen else None

    def examine_all(self, endpoint: Endpoint) -> list[ExaminedDatabase]:
        with self.driver.connect(endpoint) as session:
            if endpoint.prepared:
                return tables_marked(session)
            found = beginning(session, DATABASE_PREFIX)
            return [self._with_login(endpoint, session, each) for each in found]

    def _with_login(
        self, endpoint: Endpoint, session: FamilySession, seen: ExaminedDatabase
    ) -> ExaminedDatabase:
        """The same, its login dropped with it where we have made one."""
        if not endpoint.managed:
            return seen

        def drop_both() -> None:
            seen.drop()
            release(session, seen.database)

        return replace(seen, drop=drop_both)

    def removal_statement(self, endpoint: Endpoint, database: str) -> str:
        if endpoint.prepared:
            return removal_statement(database)
        return f"DROP DATABASE {FamilySession.quoted(database)};"

    def checkpoint(self, endpoint: Endpoint, database: str) -> None:
        """FLUSH TABLES … FOR EXPORT writes a table's changed pages and waits for it."""
        with (
            self.driver.connect(endpoint, database) as session,
            suppress(StatementFailed),
        ):  # it takes a privilege
            session.flush()

    def _databases(self, endpoint: Endpoint) -> list[str]:
        with self.driver.connect(endpoint) as session:
            found = session.fetch(
                "select schema_name from information_schema.schemata where schema_name not in "
                "('information_schema', 'mysql', 'performance_schema', 'sys')"
            )
        return [str(name) for (name,) in found]

    def _columns(self, session: FamilySession) -> list[tuple[str, str, str]]:
        database = session.database()
        tables = [str(name) for (name,) in session.ask(_TABLES + _IN_ORDER, database)]
        session.execute(_PATIENCE)
        return [
            ("", table, name)
            for table in tables
            for name in self._columns_of(session, database, table)
        ]

    def _columns_of(self, session: FamilySession, database: str, table: str) -> list[str]:
        """The columns of text or bytes; none of a table that does not let itself be read."""
        try:
            with self._opened(session, database, table):
                return _text_or_bytes(session)
        except StatementFailed as error:
            if getattr(error.__cause__, "errno", None) in _CLIENTS:
                raise
            return []

    def values_in(self, session: FamilySession, column: TableColumn, most: int) -> list[Value]:
        if not session.ask(_TABLES + _THIS_ONE, column.database, column.table):
            raise column_not_readable(session.title, column)
        with self._opened(session, column.database, column.table):
            names = [name.lower() for name in _text_or_bytes(session)]
            if column.column.lower() not in names:
                raise column_not_readable(session.title, column)
            return _read(session, column.column, most)

    @contextmanager
    def _opened(self, session: FamilySession, database: str, table: str) -> Iterator[None]:
        """Opens an ordinary table by HANDLER, as `looked_at`."""
        session.execute(f"handler {self.quoted(database)}.{self.quoted(table)} open as looked_at")
        try:
            yield
        finally:
            with suppress(StatementFailed):  # it is closed by itself when somebody alters the table
                session.execute("handler looked_at close")


# Other people's tables, read without running anything of theirs.
#
# HANDLER reads ordinary tables alone: it opens and locks a table and refuses a view, so that nobody
# can put one in its place in between, as they could before a SELECT. It gives whole rows, computed
# columns among them; those the server lets call no function of anybody's.
#
# What a table's columns are, HANDLER says as well. Nobody else is asked: COLUMNS of the information
# schema, SHOW COLUMNS and SHOW CREATE TABLE resolve each view that they meet, and resolving one
# runs the functions whose arguments are constants. TABLES of the information schema resolves none.


def _text_or_bytes(session: FamilySession) -> list[str]:
    described = session.described("handler looked_at read first limit 0")
    return [name for name, kind, flags in described if kind in _KINDS and not flags & _OTHERS]


def _read(session: FamilySession, name: str, most: int) -> list[Value]:
    found: list[Value] = []
    step = "first"
    while len(found) < most:
        rows = session.column(
            f"handler looked_at read {step} limit {min(_ROWS, most - len(found))}", name
        )
        if not rows:
            break
        found += rows
        step = "next"
    return found


# Entering a server: TLS as it was asked for, and what kept us out.

mariadb = late_driver("mariadb")


def open_connection(
    endpoint: Endpoint, database: str | None, product: Product, settings: SessionSettings
) -> Any:
    """A connection to a server of this kind, in autocommit mode and with `settings`.

    Raises: ServerUnavailable, InputError
    """
    tls.check(endpoint)
    drop_variables(_VARIABLES)
    began = time.monotonic()
    try:
        connection = mariadb.connect(
            user=endpoint.user or "",
            password=endpoint.password or "",
            database=database or endpoint.database or "",
            connect_timeout=endpoint.connect_seconds,
            autocommit=True,
            # Before the driver sees an answer: it ends where a server tells of another.
            init_command=f"set names {CHARACTER_SET}",
            local_infile=False,  # or a server may ask for any file that we can read
            **_place(endpoint),
            **_security(endpoint),
        )
    except (mariadb.Error, OSError, *DRIVER_FAULTS) as error:
        waited = time.monotonic() - began
        raise _unavailable(endpoint, error, product, waited) from error
    found = _behind(connection)
    if found.product is not product:
        connection.close()
        raise another_product(endpoint, product, found)
    if endpoint.tls.mode is not TlsMode.OFF and not connection.tls_cipher:
        connection.close()
        raise unavailable(Cause.TLS_MISSING, product.title, endpoint, _NO_TLS)
    try:
        settings.pin(connection, database or endpoint.database)
    except (mariadb.Error, *DRIVER_FAULTS) as error:
        connection.close()
        raise _unavailable(endpoint, error, product) from error
    return connection


_VARIABLES = (
    *("LIBMYSQL_", "MARIADB_", "MYSQL_HOME", "MYSQL_HOST", "MYSQL_TCP_PORT", "MYSQL_UNIX_PORT"),
    "MYSQL_TEST_LOGIN_FILE",
)
"""What the client library reads: where it looks for plugins and options, which port and socket it
takes, whether it verifies certificates at all."""


def demands_of_tls(
    endpoint: Endpoint, product: Product, settings: SessionSettings
) -> list[Diagnosis]:
    """Whether a user who is not let in without TLS is with it: the server only says "denied"."""
    if endpoint.tls.mode is not TlsMode.OFF or endpoint.socket:
        return []
    try:
        open_connection(endpoint, None, product, settings).close()
    except ServerUnavailable as error:
        secured = replace(endpoint, tls=Tls(TlsMode.REQUIRE))
        if _number(error.__cause__) in _DENIED and _lets_in(secured, product, settings):
            message = error.values["words"]
            return [Diagnosis(unavailable(Cause.TLS_DEMANDED, product.title, endpoint, message))]
    return []


def _lets_in(endpoint: Endpoint, product: Product, settings: SessionSettings) -> bool:
    try:
        open_connection(endpoint, None, product, settings).close()
    except ServerUnavailable:
        return False
    return True


def _behind(connection: Any) -> AnnouncedServer:
    """What has let us in. What announces itself by another name, as MariaDB may and a proxy does,
    is asked: MariaDB alone reads such a comment."""
    if "mariadb" in connection.server_info.lower():
        return AnnouncedServer(MARIADB, connection.server_info)
    with connection.cursor() as cursor:
        cursor.execute("select version(), 0 /*M! + 1 */")
        version, is_maria = cursor.fetchone()
    return AnnouncedServer(MARIADB if int(is_maria) else MYSQL, str(version))


def _place(endpoint: Endpoint) -> dict[str, Any]:
    if endpoint.socket:
        return {"unix_socket": endpoint.socket}
    # The client library takes "localhost", in small letters only, for its socket and not for TCP.
    host = "LOCALHOST" if endpoint.host == "localhost" else endpoint.host
    return {"host": host, "port": endpoint.port}


def _security(endpoint: Endpoint) -> dict[str, Any]:
    asked = endpoint.tls
    if asked.mode is TlsMode.OFF:
        return {"ssl": False}
    settings: dict[str, Any] = {"ssl": True}
    if asked.certificate:
        settings |= {"ssl_cert": asked.certificate, "ssl_key": asked.key or asked.certificate}
    if asked.mode is TlsMode.VERIFY_FULL:
        settings |= {"ssl_verify_cert": True, "ssl_ca": tls.authorities(asked)}
    return settings


_NO_TLS = "the connection would not be encrypted"
"""Ours: the client library would go on without TLS when a server has none."""

_DENIED = {1045, 1698}

_CODES: dict[int, Cause] = {
    1045: Cause.LOGIN,
    1698: Cause.LOGIN,
    1044: Cause.NO_ACCESS,
    1049: Cause.DATABASE,
    1040: Cause.BUSY,
    1203: Cause.BUSY,
    1226: Cause.BUSY,
    1129: Cause.NOT_ALLOWED,
    1130: Cause.NOT_ALLOWED,
    1053: Cause.NOT_READY,
    2005: Cause.UNKNOWN_HOST,
    2007: Cause.STRANGER,
    2012: Cause.STRANGER,
    2027: Cause.STRANGER,
    3159: Cause.TLS_DEMANDED,
    4151: Cause.NOT_ALLOWED,
}
"""Numbers of the server and of the client library."""

_STRANGE = {Cause.OTHER, Cause.STRANGER, Cause.BROKEN_OFF, Cause.TLS_FAILED}
"""What may come of a server of the other kind: its login may need a plugin that is not there, which
the client library calls “Unknown or undefined error code”."""

_TLS_ERROR = 2026

_TLS_SIGNS: tuple[tuple[str, Cause], ...] = (
    ("server does not support", Cause.TLS_MISSING),
    ("Hostname verification", Cause.HOST_NAME),
    ("key values mismatch", Cause.TLS_FILE),
    ("no start line", Cause.TLS_FILE),
    ("certificate", Cause.UNTRUSTED),
)

_LOST_IN_QUERY = 2013
_LOST = {2002, 2003, _LOST_IN_QUERY}
_ETIMEDOUT = "system error: 110"

_DENIED_HINT = phrase(
    "Check user and password. The server gives the same answer to a user who must connect by TLS "
    "or with a client certificate."
)


def _unavailable(
    endpoint: Endpoint, error: Exception, product: Product, waited: float = 0
) -> ServerUnavailable:
    """`waited`: seconds in the driver's own login."""
    number = _number(error)
    cause = _cause(endpoint, error, number, waited)
    if cause in _STRANGE or number in _DENIED:
        found = announced(endpoint)
        if found is not None and found.product is not product:
            return another_product(endpoint, product, found)
    hint = _DENIED_HINT if number in _DENIED else NOTHING
    return unavailable(cause, product.title, endpoint, words_of(error), hint)


def _cause(endpoint: Endpoint, error: Exception, number: int | None, waited: float) -> Cause:
    message = str(error)
    if number in _CODES:
        return _CODES[number]
    if number == _TLS_ERROR:
        return next((cause for sign, cause in _TLS_SIGNS if sign in message), Cause.TLS_FAILED)
    # The client library tells a silence during `init_command` as a connection that was lost.
    if _ETIMEDOUT in message or (number == _LOST_IN_QUERY and waited >= endpoint.connect_seconds):
        return Cause.TIMEOUT
    cause = why_not_reached(endpoint)
    return Cause.BROKEN_OFF if cause is Cause.OTHER and number in _LOST else cause


def _number(error: BaseException | None) -> int | None:
    number: int | None = getattr(error, "errno", None)
    return number


TABLESPACE = "tablespace"
"""The mode of ciphers that encrypt tables."""


_ROW_KEY = "cipherbench_row bigint unsigned not null auto_increment primary key invisible"

_DEMANDS_OF_KEYS = ("sql_require_primary_key", "innodb_force_primary_key")

type Tried = tuple[frozenset[Cipher], dict[Cipher, Message]]
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
        names = ", ".join(f"'{name}'" for name in _DEMANDS_OF_KEYS)
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
        return demands_of_tls(endpoint, product, settings) or super().diagnose(endpoint)

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
        if wanted.logs is not Logs.USUAL and capabilities and "standby" in capabilities.settings:
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
            powers = powers_of(session)
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

    def _try_storage(self, endpoint: Endpoint, session: FamilySession) -> Tried:
        if endpoint.prepared:
            return frozenset(), {}
        made: list[str] = []

        def make_database() -> str:
            made.append(self.catalogue.create_database(endpoint, f"probe_{secrets.token_hex(4)}"))
            return made[0]

        try:
            return self.try_tablespace_encryption(session, make_database)
        finally:
            for database in made:
                drop_patiently(self.catalogue, endpoint, database)

    @abstractmethod
    def try_tablespace_encryption(
        self, session: FamilySession, make_database: Callable[[], str]
    ) -> Tried:
        """Encrypt tables and have the server confirm it; `make_database` makes a database of ours
        to do it in and returns its name."""

    node_id_variable: ClassVar[str]
    """The server variable that differs between the servers of a cluster."""

    def node_of(self, endpoint: Endpoint) -> ServerNode | None:
        asked = f"concat_ws(':', @@hostname, @@port), @@{self.node_id_variable}, @@global.read_only"
        with self.driver.connect(endpoint) as session:
            ((place, number, read_only),) = session.fetch(f"select {asked}")
        restricted = str(read_only) not in ("0", "OFF")
        identifier = f"{self.node_id_variable} {number!s}"
        return ServerNode(str(place), identifier, "read_only" if restricted else "")

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
