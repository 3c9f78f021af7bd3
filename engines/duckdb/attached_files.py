"""How database files are opened: each by a DuckDB of its own, which the process holds in memory.

A file that a process has open is open to no other process, and a second time in none.

DuckDB's wheel can read encrypted files alone, by an mbedTLS without the processor's AES
instructions: a scan took 4.6 to 7.7 times as long as plain. What writes them is OpenSSL in the
extension httpfs, which a wheel of its own brings; it is loaded from there for plain files as well,
so that both sides of a comparison run the same program. Where it is missing nothing is encrypted:
DuckDB's switch for mbedTLS (`force_mbedtls_unsafe`) is never touched. Nothing is fetched from
anywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path

import duckdb

from engines.contract.endpoint import Endpoint, StorageKey
from engines.contract.errors import CipherbenchError, ServerUnavailable, disk_full, says_disk_full
from engines.contract.message import NOTHING, phrase
from engines.duckdb import installation
from engines.duckdb.installation import CIPHERS
from engines.platform.resource_limits import file_size_limit
from engines.platform.scheduling import cores_of

_INSTALL = phrase("Run `make setup` to install what is missing.")

ALIAS = "work"
"""The name of a database file within the DuckDB that has it open."""

_NOTHING_FROM_OUTSIDE = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_persistent_secrets": "false",
    "allow_community_extensions": "false",
    # Else 21 MB are hashed at each opening (0.25 s); pip has checked the wheel that they come with.
    "allow_unsigned_extensions": "true",
}

_PINNED = {
    # Or names of tables are looked for among the variables of whoever calls.
    "python_enable_replacements": "false",
    "TimeZone": "UTC",  # else that of TZ
    "Calendar": "gregorian",
    "default_order": "ascending",
    "default_null_order": "nulls_last",
}
"""What every DuckDB of ours sets, whatever the environment says."""

_CHANGEABLE = ("memory_limit", "force_compression")
"""Settings of an open file that may be changed: evidence does."""


type Config = dict[str, str | bool | int | float | list[str]]


def alone(config: Config | None = None) -> duckdb.DuckDBPyConnection:
    """A DuckDB without a file, which has OpenSSL where that is installed, and a thread for each
    core that this process may use: left alone, it starts one for each that the machine has.

    Raises: ServerUnavailable
    """
    _spare_looking_for_pandas()
    threads = len(cores_of() or (0,))
    settings: Config = {**_NOTHING_FROM_OUTSIDE, "threads": threads, **(config or {})}
    try:
        connection = duckdb.connect(":memory:", config=settings)
    except duckdb.Error as error:
        raise _not_started(error) from error
    with _closed_on_failure(connection):
        try:
            # In a process without a file (`python -c`) it writes a bar to standard output.
            connection.execute("set enable_progress_bar = false")
            for name, value in _PINNED.items():
                connection.execute(f"set {name} = '{value}'")
            if (extension := installation.httpfs()) is not None:
                connection.execute(f"load {quoted(extension)}")
        except duckdb.Error as error:
            raise _not_started(error) from error
    return connection


def _spare_looking_for_pandas() -> None:
    """The client looks for it at each value. In vain, that is half of a short statement's time, and
    nineteen twentieths of a bulk load's; an entry of None says that there is none."""
    if find_spec("pandas") is None:
        sys.modules["pandas"] = None  # type: ignore[assignment]


def without_file() -> duckdb.DuckDBPyConnection:
    """A DuckDB that reaches no file.

    Raises: ServerUnavailable
    """
    connection = alone()
    with _closed_on_failure(connection):
        _lock(connection)
    return connection


def open_file(path: Path, endpoint: Endpoint, *, new: bool = False) -> duckdb.DuckDBPyConnection:
    """A connection to a database file, which is made if it is to be `new`.

    It spills beside the file, as a DuckDB does that is given a file; it reaches no other.

    Raises: ServerUnavailable, DiskFull
    """
    config: Config = {
        "temp_directory": f"{path}.tmp",
        "temp_file_encryption": str(endpoint.encrypts_temporary_files).lower(),
        "max_temp_directory_size": f"{file_size_limit(path)}B",
    }
    if endpoint.buffer_mb is not None:
        config["memory_limit"] = f"{endpoint.buffer_mb}MiB"
    connection = alone(config)
    with _closed_on_failure(connection):
        attach(connection, path, endpoint.storage, new=new)
        _lock(connection)
    return connection


def copy_file(path: Path, endpoint: Endpoint, after: StorageKey | None) -> Path:
    """A copy of a database that nobody has open, encrypted by another key, or by none.

    Raises: ServerUnavailable, DiskFull, duckdb.Error
    """
    copy = path.with_name(path.name + installation.COPY)
    copy.unlink(missing_ok=True)
    connection = alone({"temp_directory": f"{path}.tmp"})
    with closing(connection):
        attach(connection, path, endpoint.storage, alias="former")
        attach(connection, copy, after, new=True)
        connection.execute(f"copy from database former to {ALIAS}")
        connection.execute(f"checkpoint {ALIAS}")
        connection.execute("use memory")
    return copy


def attach(
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    key: StorageKey | None,
    *,
    new: bool = False,
    alias: str = ALIAS,
) -> None:
    """Have a DuckDB work in a file, which is made if it is to be `new`.

    Raises: ServerUnavailable, DiskFull
    """
    if not new and not path.is_file():
        raise _unavailable(path, "there is no such file")
    try:
        if key is None:
            connection.execute(f"attach {quoted(path)} as {alias}")
        else:
            _attach_encrypted(connection, path, key, alias)
        connection.execute(f"use {alias}")
    except duckdb.Error as error:
        raise _unavailable(path, str(error), encrypted=isinstance(error, _OTHER_KEY)) from error


def _attach_encrypted(
    connection: duckdb.DuckDBPyConnection, path: Path, key: StorageKey, alias: str
) -> None:
    if (mode := CIPHERS.get(key.cipher)) is None:
        raise _unavailable(path, f"the cipher {key.cipher} is unknown")
    if installation.httpfs() is None:  # DuckDB's own error advises to have mbedTLS write
        raise ServerUnavailable(phrase("Database not opened"), installation.NO_OPENSSL, _INSTALL)
    connection.execute(
        f"attach {quoted(path)} as {alias} (encryption_key ?, encryption_cipher '{mode}')",
        [key.key.hex()],
    )
    text = "select cipher from duckdb_databases() where database_name = ? and encrypted"
    if connection.execute(text, [alias]).fetchall() != [(mode,)]:
        raise _unavailable(path, "the file is not encrypted")


def detach(connection: duckdb.DuckDBPyConnection) -> None:
    """Close the file that a DuckDB works in.

    Raises: duckdb.Error
    """
    connection.execute("use memory")
    connection.execute(f"detach {ALIAS}")


_OTHER_KEY = (duckdb.InvalidInputException, duckdb.CatalogException)
"""What DuckDB raises for another key, another cipher, or no key."""


def open_to_read(path: Path) -> duckdb.DuckDBPyConnection:
    """A connection to a file of anybody's that cannot write to it.

    Raises: ServerUnavailable
    """
    connection = alone()
    with _closed_on_failure(connection):
        try:
            connection.execute(f"attach {quoted(path)} as {ALIAS} (read_only)")
            connection.execute(f"use {ALIAS}")
        except duckdb.Error as error:
            raise ServerUnavailable(
                phrase("Database not opened"),
                phrase("{path} is not opened as a DuckDB database: {words}."),
                phrase("Name the file of a DuckDB database that is not encrypted and not in use."),
                path=path,
                words=str(error).rstrip("."),
            ) from error
        _lock(connection)
    return connection


def _lock(connection: duckdb.DuckDBPyConnection) -> None:
    """Have statements reach no other file, and change hardly a setting.

    Raises: ServerUnavailable
    """
    try:
        connection.execute("set enable_external_access = false")
        connection.execute(f"set allowed_configs = {list(_CHANGEABLE)}")
        connection.execute("set lock_configuration = true")
    except duckdb.Error as error:
        raise _not_started(error) from error


@contextmanager
def _closed_on_failure(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"


def _not_started(error: duckdb.Error) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("DuckDB not started"),
        phrase("DuckDB cannot start: {words}."),
        _INSTALL,
        words=str(error).strip().rstrip("."),
    )


def _unavailable(path: Path, text: str, *, encrypted: bool = False) -> CipherbenchError:
    if says_disk_full(text):
        return disk_full("DuckDB", text)
    return ServerUnavailable(
        phrase("Database not opened"),
        phrase("DuckDB cannot open {database}: {words}."),
        phrase("Check key and cipher: it may be encrypted with others.") if encrypted else NOTHING,
        database=path.name,
        words=text.replace(str(path), path.name).strip().rstrip("."),
    )
