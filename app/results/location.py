"""Where a store is, how its engine is made, and who may write to it."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
)
from sqlalchemy.pool import ConnectionPoolEntry

from app.folders import default_store_file
from engines.errors import InputError

WRITING = "cipherbench_writing"
"""The execution option of an engine whose transactions change the store."""
_BUSY_MS = 10_000
_CONNECT = {"postgresql": {"connect_timeout": 10}}


def default_url() -> str:
    """The URL of the store in the user's data folder, or under CIPHERBENCH_HOME if that is set."""
    return _file_url(default_store_file()).render_as_string()


def locate(place: str | None) -> URL:
    """The URL meant by a URL, a plain file path, or None for the default store.

    Raises: InputError
    """
    text = default_url() if place is None else place
    if "://" not in text:
        return _file_url(Path(text).expanduser())
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise _bad_url("it is not a database URL") from error
    if url.get_backend_name() == "sqlite" and file_of(url) is None:
        raise _bad_url("it names no file")
    if file_of(url) is not None and url.query:
        raise _bad_url("a file takes no options")
    return url


def shown(url: URL) -> str:
    """A store's place for messages: a file path, or a URL without its password.

    Of its options only `host` is shown, since drivers take a password there too.
    """
    kept = {"host": url.query["host"]} if "host" in url.query else {}
    return str(file_of(url) or url.set(query=kept).render_as_string(hide_password=True))


def file_of(url: URL) -> Path | None:
    """The file of an SQLite store; None for any other."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(url.database or "")


def make_engine(url: URL, *, write: bool) -> Engine:
    """An engine that has not connected yet.

    Raises: InputError for a kind of database that this installation has no driver for.
    """
    options = dict(_CONNECT.get(url.get_backend_name(), {}))
    try:
        engine = create_engine(url, connect_args=options, pool_pre_ping=file_of(url) is None)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise _bad_url(f"there is no driver for {url.drivername}") from error
    except (ArgumentError, TypeError, ValueError) as error:
        raise _bad_url("it is not a database URL") from error
    if file_of(url) is not None:
        _prepare_sqlite(engine, write=write)
    return engine


def reach(engine: Engine, url: URL) -> None:
    """Connect once, so that whatever is wrong with the address shows.

    Raises: InputError
    """
    try:
        engine.connect().close()
    except DBAPIError as error:
        raise _not_usable(url, error) from error


@contextmanager
def plain_faults(url: URL) -> Iterator[None]:
    """Turn faults of the database itself into one sentence; our own bugs pass as they are."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        raise _not_usable(url, error) from error
    except DatabaseError as error:
        if type(error) is not DatabaseError:
            raise
        raise _not_usable(url, error) from error


def lock(path: Path) -> IO[str]:
    """The right to write to the store in `path`, held until the handle is closed.

    Raises: InputError when another Cipherbench has it or the folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = Path(f"{path}.lock").open("w", encoding="utf-8")  # noqa: SIM115
    except OSError as error:
        raise InputError(
            "Store not writable",
            "{path} cannot be written: {reason}.",
            "Name a file in a folder of your own.",
            path=path,
            reason=error.strerror,
        ) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise InputError(
            "Store in use",
            "{path} is being written by another Cipherbench.",
            "Wait until it has finished, or name another store.",
            path=path,
        ) from error
    return handle


def _file_url(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))


def _prepare_sqlite(engine: Engine, *, write: bool) -> None:
    """Pragmas for each connection, and BEGIN by ourselves.

    The sqlite3 module would open a transaction before the first change only, so that several
    reads would not see one state and tables would be made outside any transaction. Transactions
    of an engine with the option `WRITING` take the right to write at once, so that none that has
    read first fails for what another thread wrote meanwhile.
    """

    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in _pragmas(write):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writing = connection.get_execution_options().get(WRITING)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _pragmas(write: bool) -> tuple[str, ...]:
    common = (f"busy_timeout = {_BUSY_MS}", "foreign_keys = ON")
    if write:
        return (*common, "journal_mode = WAL", "synchronous = NORMAL")
    return (*common, "query_only = ON")


def _bad_url(reason: str) -> InputError:
    return InputError(
        "Store not known",
        "The address of the store cannot be used: {reason}.",
        "Name a file, or a URL such as postgresql+psycopg://user@host/database.",
        reason=reason,
    )


def _not_usable(url: URL, error: DBAPIError) -> InputError:
    lines = str(error.orig).strip().splitlines()
    reason = " ".join(lines[:1]).rstrip(".") or "it gave no reason"
    for secret in (url.password, url.query.get("password")):
        reason = reason.replace(str(secret), "***") if secret else reason
    return InputError(
        "Store not usable",
        "{store} cannot be used as a store: {reason}.",
        "Check that the file or the server is there and yours to use, or name another store.",
        store=shown(url),
        reason=reason,
    )
