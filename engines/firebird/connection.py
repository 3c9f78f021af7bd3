"""Entering Firebird: inside this process, or at a server over an encrypted wire where asked for.

Firebird secures connections by itself, with keys from the login (SRP) and without certificates.
"""

from __future__ import annotations

import errno
import os
import re
import socket
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from engines.base.diagnosis import unavailable, why_not_reached
from engines.base.late_imports import late_driver
from engines.contract.endpoint import Endpoint, TlsMode
from engines.contract.errors import Cause, InputError, ServerUnavailable, disk_full, says_disk_full
from engines.contract.message import NOTHING, phrase
from engines.firebird.embedded_server import provider_of, use_library
from engines.firebird.session import turn, words_of

driver = late_driver("firebird.driver")


def open_connection(endpoint: Endpoint, path: str) -> Any:
    """A connection to the database at `path`. An administrator enters an embedded one without its
    triggers: one of them refuses administrators.

    Raises: ServerUnavailable, InputError
    """
    if endpoint.in_process and not endpoint.confined:
        return open_separately(endpoint, path)
    return _enter(endpoint, path, driver.connect)


def open_separately(endpoint: Endpoint, path: str) -> Any:
    """A connection to the database at `path` that runs none of its triggers on entering, leaving
    and transactions. Firebird grants it to a database's owner and to administrators.

    Raises: ServerUnavailable, InputError
    """
    return _enter(endpoint, path, partial(driver.connect, no_db_triggers=True))


def is_gone(error: ServerUnavailable) -> bool:
    """Whether there is no file at the path; one that may not be opened is met with other words."""
    return _NO_FILE.search(error.values["words"]) is not None


def is_anothers(error: ServerUnavailable) -> bool:
    """Whether `open_separately` was refused to somebody who may enter a database, but owns it
    not."""
    return _NOT_GRANTED in set(getattr(error.__cause__, "gds_codes", None) or ())


def make_database(endpoint: Endpoint, path: str) -> Any:
    """A connection to the database at `path`, which is made.

    Raises: ServerUnavailable, InputError, DiskFull
    """
    try:
        return _enter(endpoint, path, driver.create_database)
    except ServerUnavailable as error:
        if says_disk_full(error.values["words"]):
            raise disk_full("Firebird", error.values["words"]) from error
        raise


def visit(endpoint: Endpoint) -> None:
    """Show user and password at a server's service manager, which needs no database.

    Raises: ServerUnavailable, InputError
    """
    open_services(endpoint).close()


def open_services(endpoint: Endpoint) -> Any:
    """The service manager of a server, or that of this process.

    Raises: ServerUnavailable, InputError
    """
    use_library(endpoint)
    if endpoint.in_process:
        place, settings = "", _providers(endpoint)
    else:
        settings = _wire(endpoint)
        knock(endpoint)
        place = f"{_host(endpoint)}/{endpoint.port or 3050}"  # no URL: it would be none of Remote's
    name = f"{place} {settings}"
    began = time.monotonic()
    config = driver.driver_config.get_server(name) or driver.driver_config.register_server(name)
    config.host.value, config.config.value, config.encoding.value = place, settings, "utf-8"
    login = {"password": endpoint.password} if endpoint.password else {}
    try:
        return driver.connect_server(name, user=endpoint.user or "", **login)
    except (driver.DatabaseError, OSError) as error:
        raise _unavailable(endpoint, error, time.monotonic() - began) from error


def knock(endpoint: Endpoint) -> None:
    """See whether anything listens at a server's address: Firebird's client itself waits without
    limit for a host that swallows packets.

    Raises: ServerUnavailable
    """
    place = (endpoint.host or "127.0.0.1", endpoint.port or 3050)
    try:
        socket.create_connection(place, endpoint.connect_seconds).close()
    except (OSError, UnicodeError) as error:
        raise unavailable(_reason(endpoint, error), "Firebird", endpoint, str(error)) from error


def _pin(config: Any) -> None:
    """Have sessions begin alike whatever firebird.conf and databases.conf say, without a round
    trip: Firebird 3 passes over what it does not know."""
    config.session_time_zone.value = "UTC"
    config.set_bind.value = "; ".join(f"{each} to native" for each in _COERCED)
    config.decfloat_round.value = driver.DecfloatRound.HALF_UP
    config.decfloat_traps.value = [
        driver.DecfloatTraps.DIVISION_BY_ZERO,
        driver.DecfloatTraps.INVALID_OPERATION,
        driver.DecfloatTraps.OVERFLOW,
    ]
    config.db_charset.value = "UTF8"
    config.page_size.value = _PAGE_BYTES


_COERCED = ("decfloat", "int128", "time zone", "boolean")
"""Types that DataTypeCompatibility exchanges for older ones."""


def _enter(endpoint: Endpoint, path: str, how: Callable[..., Any]) -> Any:
    use_library(endpoint)
    name = _configured(endpoint, path)
    login: dict[str, Any] = {"user": endpoint.user or "", "charset": "UTF8"}
    if endpoint.password:
        login["password"] = endpoint.password
    began = time.monotonic()
    try:
        with turn(endpoint):
            return how(name, **login)
    except (driver.DatabaseError, OSError) as error:
        raise _unavailable(endpoint, error, time.monotonic() - began) from error


def _configured(endpoint: Endpoint, path: str) -> str:
    """The driver takes what it has no argument for from a configuration with a name; a cache is in
    pages of the usual length."""
    if endpoint.in_process:
        dsn, settings = path, _providers(endpoint)
    else:
        dsn, settings = _place(endpoint) + path, _wire(endpoint)
    name = f"{dsn} {settings} {endpoint.buffer_mb}"
    if driver.driver_config.get_database(name) is None:
        config = driver.driver_config.register_database(name)
        config.dsn.value, config.config.value = dsn, settings
        _pin(config)
        if endpoint.buffer_mb is not None:
            config.cache_size.value = endpoint.buffer_mb * (1 << 20) // _PAGE_BYTES
    return name


_PAGE_BYTES = 8192
"""Firebird's own length of a page since 3.0."""


def _providers(endpoint: Endpoint) -> str:
    return f"Providers={provider_of(Path(endpoint.library or '/').parents[1])}"


def _place(endpoint: Endpoint) -> str:
    return f"inet://{_host(endpoint)}:{endpoint.port}/"


def _host(endpoint: Endpoint) -> str:
    host = endpoint.host or "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _wire(endpoint: Endpoint) -> str:
    """Settings of the connection, in the form of firebird.conf: one to a line.

    Where TLS is off the server decides, as it does for every client of Firebird.
    """
    if endpoint.tls.mode is TlsMode.VERIFY_FULL:
        raise InputError(
            phrase("Server cannot be verified"),
            phrase("Firebird can encrypt connections, but nothing verifies the server."),
            phrase(
                "Choose TLS “require” (encrypted, server not verified) or “off” (the server "
                "decides whether to encrypt)."
            ),
        )
    crypt = "Required" if endpoint.tls.mode is TlsMode.REQUIRE else "Enabled"
    return f"Providers=Remote\nWireCrypt={crypt}\nConnectionTimeout={endpoint.connect_seconds}"


def _reason(endpoint: Endpoint, error: Exception) -> Cause:
    return Cause.TIMEOUT if isinstance(error, TimeoutError) else why_not_reached(endpoint)


_NO_FILE = re.compile(rf"{os.strerror(errno.ENOENT)}|cannot find the (file|path)")
"""“No such file” in the words of Linux or Windows."""

_NOT_GRANTED = 335544788
"""Number of `isc_adm_task_denied`."""

_LOGIN, _NO_PRIVILEGE, _IO_ERROR, _UNKNOWN_DATABASE = 335544472, 335544352, 335544344, 335544734
_NETWORK = {335544721, 335544726, 335544727}
_WIRE_DIFFERS = 335545064
_REJECTED = 335544421
"""Numbers of `isc_…` in Firebird's error table."""

_WIRE_HINT = phrase(
    "Set WireCrypt to Enabled or Required in the server's firebird.conf, or choose TLS off."
)


def _unavailable(endpoint: Endpoint, error: Exception, seconds: float) -> ServerUnavailable:
    """The error for a connection that failed; `seconds` is the time waited."""
    text, hint = words_of(error), NOTHING
    codes = set(getattr(error, "gds_codes", None) or ())
    if endpoint.in_process:
        return _file_refused(endpoint, text)
    if _LOGIN in codes:
        cause = Cause.LOGIN
    elif _WIRE_DIFFERS in codes:
        cause, hint = Cause.TLS_MISSING, _WIRE_HINT
    elif _REJECTED in codes and seconds >= endpoint.connect_seconds:
        cause, text = Cause.TIMEOUT, "timed out"
    elif codes & _NETWORK:
        cause = why_not_reached(endpoint)
    elif codes & {_IO_ERROR, _UNKNOWN_DATABASE}:
        cause = Cause.DATABASE
        hint = phrase("Check the path: the server itself opens or creates the file.")
    else:
        cause = Cause.NO_ACCESS if _NO_PRIVILEGE in codes else Cause.OTHER
    return unavailable(cause, "Firebird", endpoint, text, hint)


def _file_refused(endpoint: Endpoint, text: str) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("Server not reached"),
        phrase("Firebird at {where} says: {words}."),
        phrase("Check that the folder exists and that this user can access it."),
        Cause.OTHER,
        where=endpoint.directory,
        words=text,
    )
