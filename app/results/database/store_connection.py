"""The store (results database): its address, its SQLAlchemy engine with time limits, and its faults
as readable errors."""

from __future__ import annotations

import os
import re
import socket
import sqlite3
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event, make_url, text
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
    ProgrammingError,
)
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.util import LRUCache

from app.results.database.file_lock import trusted_path
from app.results.database.histograms import BadHistogram
from app.results.strict_reading import json_of_column
from app.system.address_passwords import (
    hide_passwords_in_address,
    is_login_ambiguous,
    names_password,
)
from app.system.folders import default_store_file
from app.system.password_sources import login_of_store
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase
from engines.inspection.regular_files import expanded

# Statements compiled once for all the SQLite stores that a process opens.
#
# SQLAlchemy caches compiled statements by engine. The window makes an engine for every access to a
# store, and would compile the same thirty statements each time, which takes longer than to run
# them.

DRIVER = "sqlite+cipherbench"
"""Dialect and driver in URLs of SQLite engines that share the cache `COMPILED_STATEMENTS`."""

COMPILED_STATEMENTS: LRUCache[object, object] = LRUCache(500)
"""For `create_engine(execution_options={"compiled_cache": …})`; as many as SQLAlchemy keeps of one
engine."""


class SharedCacheSQLite(SQLiteDialect_pysqlite):
    """The sqlite3 module's SQLite. The keys of compiled statements have the dialect in them: one
    library serves all of a process, so what is compiled for one file is right for any other."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))


registry.register(DRIVER.replace("+", "."), __name__, SharedCacheSQLite.__name__)


WRITING_OPTION = "cipherbench_writing"
"""The execution option of an engine whose transactions change the store."""
_BUSY_MS = 10_000
_MOST_VALUE = 64_000_000
"""Bytes of one value of an SQLite file, which may come from anywhere."""
_CONNECT_OPTIONS: dict[str, dict[str, object]] = {
    "postgresql": {
        "connect_timeout": 10,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 25_000,
    },
    "mariadb": {"connect_timeout": 10, "read_timeout": 15},
}
"""Options by which a driver notices a lost connection (seconds; `tcp_user_timeout` in ms); those in
the URL have precedence.

MariaDB's driver keeps the interpreter's lock while it waits for the rest of a result: all threads
stand still as long.
"""


_LOCK_SECONDS, _STATEMENT_SECONDS = 10, 120
_SESSION_SETTINGS = {
    "postgresql": (
        f"SET lock_timeout = '{_LOCK_SECONDS}s'",
        f"SET statement_timeout = '{_STATEMENT_SECONDS}s'",
        "SET idle_in_transaction_session_timeout = 30000",
        "SET tcp_keepalives_idle = 10",
        "SET tcp_keepalives_interval = 5",
        "SET tcp_keepalives_count = 3",
    ),
    "mariadb": ("SET SESSION idle_transaction_timeout = 30",),
}
"""So that what a lost connection had locked is free again soon, and nobody waits for ever for what
another login has locked."""


def default_url() -> str:
    """The URL of the store in the user's data folder, or under CIPHERBENCH_HOME if that is set."""
    return _file_url(default_store_file()).render_as_string()


def store_url(location: str | None) -> URL:
    """The URL meant by a URL, a plain file path, or None for the default store.

    Raises: InputError
    """
    text = default_url() if location is None else location
    if "://" not in text:
        if _LIKE_ADDRESS.match(text):
            raise _bad_url(phrase("it looks like a URL, but has no “://”"))
        return _file_url(expanded(text))
    hide_passwords_in_address(text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise _bad_url(phrase("it is not a database URL")) from error
    if is_login_ambiguous(text):
        raise _bad_url(phrase("write an @ in the user name or password as %40"))
    if url.get_backend_name() == "sqlite" and sqlite_file(url) is None:
        raise _bad_url(phrase("it names no file"))
    if sqlite_file(url) is not None and url.query:
        raise _bad_url(phrase("the address of a file takes no options"))
    return url


_LIKE_ADDRESS = re.compile(r"[^/.~][^/@]*:.*@|[A-Za-z][\w+]+:/", re.DOTALL)


def display_location(url: URL) -> str:
    """A store's place for messages: a file path, or a URL without its password.

    Of its options only `host` is shown, since drivers take a password there too.
    """
    query = {"host": url.query["host"]} if "host" in url.query else {}
    return str(sqlite_file(url) or url.set(query=query).render_as_string(hide_password=True))


def sqlite_file(url: URL) -> Path | None:
    """The file of an SQLite store; None for any other."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(url.database or "")


def make_engine(url: URL, *, write: bool) -> Engine:
    """An engine that has not connected yet.

    Raises: InputError for a kind of database that this installation has no driver for.
    """
    file = sqlite_file(url)
    options = connect_options(url)
    target = url if file is None else _sqlite_url(url, trusted_path(file), write=write)
    shared = {} if file is None else {"compiled_cache": COMPILED_STATEMENTS}
    try:
        engine = create_engine(
            target,
            connect_args=options,
            pool_pre_ping=file is None,
            execution_options=shared,
            json_deserializer=json_of_column,
        )
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise _bad_url(phrase("there is no driver for {kind}", kind=url.drivername)) from error
    except (ArgumentError, TypeError, ValueError) as error:
        raise _bad_url(phrase("it is not a database URL")) from error
    if file is None:
        _track_connections(engine)
    if file is not None:
        _prepare_sqlite(engine, write=write)
    elif engine.dialect.name in _SESSION_SETTINGS:
        _prepare_server(engine, _SESSION_SETTINGS[engine.dialect.name])
    return engine


def lift_statement_timeout(connection: Connection) -> None:
    """For the rest of a transaction that works on whole tables or a whole campaign."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")


def asked_once(connection: Connection, question: str) -> bool:
    """The answer to a question in SQL, asked once a connection of PostgreSQL; False for any other
    database."""
    if connection.dialect.name != "postgresql":
        return False
    if question not in connection.info:
        connection.info[question] = bool(connection.scalar(text(question)))
    return bool(connection.info[question])


def libpq_limits() -> str:
    """The same time limits for a connection to PostgreSQL that is not made here, as libpq's
    `options`."""
    return f"-c lock_timeout={_LOCK_SECONDS}s -c statement_timeout={_STATEMENT_SECONDS}s"


def connect_options(url: URL) -> dict[str, object]:
    """What its driver is told beside the URL: timeouts, and the password that was taken out of the
    environment."""
    known = {**_CONNECT_OPTIONS.get(url.get_backend_name(), {}), **_login(url)}
    return {name: value for name, value in known.items() if name not in url.query}


def _sqlite_url(url: URL, file: Path, *, write: bool) -> URL:
    """The URL that opens a file. SQLite cannot open a WAL file in a folder where it may not write,
    unless told that it is immutable: true where no log lies beside it."""
    url = url.set(drivername=DRIVER)
    log = file.with_name(f"{file.name}-wal")
    if write or not _is_empty(log) or not file.exists() or os.access(file.parent, os.W_OK):
        return url.set(database=str(file))
    return url.set(
        database=f"file:{quote(str(file))}",
        query={"uri": "true", "mode": "ro", "immutable": "1"},
    )


def _is_empty(log: Path) -> bool:
    try:
        return not log.lstat().st_size
    except FileNotFoundError:
        return True


def _login(url: URL) -> dict[str, str]:
    """The password, or its file, that the environment has for an address without one."""
    if url.password or any(map(names_password, url.query)):
        return {}
    known = login_of_store(url.get_backend_name())
    if not url.get_driver_name().startswith("psycopg"):
        known.pop("passfile", None)
    return known


def check_reachable(engine: Engine, url: URL) -> None:
    """Connect once, so that errors in the address appear here.

    Raises: InputError
    """
    try:
        engine.connect().close()
    except DBAPIError as error:
        raise _not_usable(url, error) from error


@contextmanager
def readable_faults(url: URL) -> Iterator[None]:
    """Turn faults of the database itself into one sentence; our own bugs pass as they are."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        raise _not_usable(url, error) from error
    except BadHistogram as error:
        raise damaged(url, phrase("a histogram in it cannot be read")) from error
    except DatabaseError as error:
        if getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_TOOBIG:
            raise damaged(url, phrase("a value in it is too long")) from error
        if type(error) is not DatabaseError:
            raise
        raise _not_usable(url, error) from error


class StoreDamaged(InputError):
    """What a store holds is not what was written into it; to try again does not help."""


def damaged(url: URL, what: Message) -> StoreDamaged:
    """The error for a store, and what is wrong with it."""
    return StoreDamaged(
        phrase("Store damaged"),
        phrase("{store} is damaged: {what}."),
        phrase("Run `cipherbench check` to see what can still be read, or name another store."),
        store=display_location(url),
        what=what,
    )


def _file_url(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))


def _prepare_sqlite(engine: Engine, *, write: bool) -> None:
    """Pragmas for each connection, and BEGIN by ourselves.

    The sqlite3 module would open a transaction before the first change only, so that several reads
    would not see one state and tables would be made outside any transaction. Transactions of an
    engine with the option `WRITING_OPTION` take the right to write at once, so that none that has
    read first fails for what another thread wrote meanwhile."""

    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_VALUE)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        cursor = connection.cursor()
        for pragma in _pragmas(write):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writing = connection.get_execution_options().get(WRITING_OPTION)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _prepare_server(engine: Engine, settings: Sequence[str]) -> None:
    """Settings of each connection; one that the server does not know does no harm."""

    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        for each in settings:
            cursor = connection.cursor()
            with suppress(engine.dialect.loaded_dbapi.Error):
                cursor.execute(each)
            cursor.close()
            connection.commit()


def _track_connections(engine: Engine) -> None:
    known = _CONNECTIONS.setdefault(engine.dialect, [])

    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        known[:] = [each for each in known if each() is not None]
        with suppress(TypeError):
            known.append(weakref.ref(connection))


def cut_connections(engine: Engine) -> None:
    """Shut the sockets of all connections of an engine, from any thread."""
    for reference in list(_CONNECTIONS.get(engine.dialect, ())):
        connection: Any = reference()
        with suppress(Exception):  # one that is closed has no socket; its driver tells in its way
            if not hasattr(connection, "fileno"):
                continue  # MariaDB's driver has a timeout of its own for each answer
            with socket.socket(fileno=os.dup(connection.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)


_CONNECTIONS: weakref.WeakKeyDictionary[Dialect, list[weakref.ref[DBAPIConnection]]] = (
    weakref.WeakKeyDictionary()
)
"""Live connections by dialect object: each SQLAlchemy engine has its own."""


def _pragmas(write: bool) -> tuple[str, ...]:
    common = (f"busy_timeout = {_BUSY_MS}", "foreign_keys = ON", *_UNTRUSTED_FILE)
    if write:
        return (*common, "journal_mode = WAL", "synchronous = NORMAL")
    return (*common, "query_only = ON")


_UNTRUSTED_FILE = ("trusted_schema = OFF", "cell_size_check = ON", "ignore_check_constraints = ON")
"""A file may be another's: nothing that its tables say is carried out."""


def _bad_url(reason: Message) -> InputError:
    return InputError(
        phrase("Invalid store address"),
        phrase("The address of the store cannot be used: {reason}."),
        phrase("Name a file, or a URL such as postgresql+psycopg://user@host/database."),
        reason=reason,
    )


_TIMEOUT_REASONS = {
    "55P03": phrase(
        "another program has kept a table or row of it locked for {seconds} s",
        seconds=_LOCK_SECONDS,
    ),
    "57014": phrase("an answer took more than {seconds} s", seconds=_STATEMENT_SECONDS),
}
"""By SQLSTATE: what ends a statement by the limits of `_SESSION_SETTINGS`."""
_PRIMARY_CODE = 0xFF
"""The bits of an SQLite result code that are not of its extension."""


def _not_usable(url: URL, error: DBAPIError) -> InputError:
    lines = str(error.orig).strip().splitlines()
    message = " ".join(lines[:1]).rstrip(".")
    reason: Message | str = message or phrase("it gave no reason")
    if isinstance(error, ProgrammingError) and any(map(names_password, url.query)):
        reason = phrase("its address contains an unknown option")  # it may be the end of a password
    code = getattr(error.orig, "sqlite_errorcode", 0)
    if code & _PRIMARY_CODE == sqlite3.SQLITE_CORRUPT:
        return damaged(url, Message(" ".join(message.split()).rstrip(".")))
    state = getattr(error.orig, "sqlstate", None)
    if state in _TIMEOUT_REASONS:
        reason = _TIMEOUT_REASONS[state]
    return InputError(
        phrase("Store not usable"),
        phrase("{store} cannot be used as a store: {reason}."),
        phrase(
            "Check that the file or server exists and that you can access it, or name another "
            "store."
        ),
        store=display_location(url),
        reason=reason,
    )
