"""Opens a connection to MariaDB or MySQL, with TLS as requested, and says why one was refused."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from engines.base.diagnosis import Diagnosis, unavailable, why_not_reached
from engines.base.late_imports import late_driver
from engines.contract.endpoint import Endpoint, Tls, TlsMode
from engines.contract.errors import DRIVER_FAULTS, Cause, ServerUnavailable
from engines.contract.message import NOTHING, phrase
from engines.inspection import tls_files as tls
from engines.keeping.child_environment import drop_own_variables
from engines.mysql_family.handshake import (
    MARIADB,
    MYSQL,
    AnnouncedServer,
    Product,
    announced_server,
    wrong_product_error,
)
from engines.mysql_family.session_settings import CHARACTER_SET, SessionSettings
from engines.mysql_family.statement_errors import words_of

mariadb = late_driver("mariadb")


def open_connection(
    endpoint: Endpoint, database: str | None, product: Product, settings: SessionSettings
) -> Any:
    """A connection to a server of this kind, in autocommit mode and with `settings`.

    Raises: ServerUnavailable, InputError
    """
    tls.check(endpoint)
    drop_own_variables(_VARIABLES)
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
            **_address_arguments(endpoint),
            **_tls_arguments(endpoint),
        )
    except (mariadb.Error, OSError, *DRIVER_FAULTS) as error:
        waited = time.monotonic() - began
        raise _unavailable(endpoint, error, product, waited) from error
    found = _actual_server(connection)
    if found.product is not product:
        connection.close()
        raise wrong_product_error(endpoint, product, found)
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


def diagnose_required_tls(
    endpoint: Endpoint, product: Product, settings: SessionSettings
) -> list[Diagnosis]:
    """The diagnosis where a user is refused without TLS and let in with it: the server only says
    "denied"."""
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


def _actual_server(connection: Any) -> AnnouncedServer:
    """The server that was reached. One that announces itself by another name, as MariaDB may and a
    proxy does, is asked: MariaDB alone executes such a comment."""
    if "mariadb" in connection.server_info.lower():
        return AnnouncedServer(MARIADB, connection.server_info)
    with connection.cursor() as cursor:
        cursor.execute("select version(), 0 /*M! + 1 */")
        version, is_maria = cursor.fetchone()
    return AnnouncedServer(MARIADB if int(is_maria) else MYSQL, str(version))


def _address_arguments(endpoint: Endpoint) -> dict[str, Any]:
    if endpoint.socket:
        return {"unix_socket": endpoint.socket}
    # The client library takes "localhost", in small letters only, for its socket and not for TCP.
    host = "LOCALHOST" if endpoint.host == "localhost" else endpoint.host
    return {"host": host, "port": endpoint.port}


def _tls_arguments(endpoint: Endpoint) -> dict[str, Any]:
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

_CAUSES: dict[int, Cause] = {
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

_PERHAPS_OTHER_PRODUCT = {Cause.OTHER, Cause.STRANGER, Cause.BROKEN_OFF, Cause.TLS_FAILED}
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
_LOST_CONNECTION = {2002, 2003, _LOST_IN_QUERY}
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
    if cause in _PERHAPS_OTHER_PRODUCT or number in _DENIED:
        found = announced_server(endpoint)
        if found is not None and found.product is not product:
            return wrong_product_error(endpoint, product, found)
    hint = _DENIED_HINT if number in _DENIED else NOTHING
    return unavailable(cause, product.title, endpoint, words_of(error), hint)


def _cause(endpoint: Endpoint, error: Exception, number: int | None, waited: float) -> Cause:
    message = str(error)
    if number in _CAUSES:
        return _CAUSES[number]
    if number == _TLS_ERROR:
        return next((cause for sign, cause in _TLS_SIGNS if sign in message), Cause.TLS_FAILED)
    # The client library tells a silence during `init_command` as a connection that was lost.
    if _ETIMEDOUT in message or (number == _LOST_IN_QUERY and waited >= endpoint.connect_seconds):
        return Cause.TIMEOUT
    cause = why_not_reached(endpoint)
    return Cause.BROKEN_OFF if cause is Cause.OTHER and number in _LOST_CONNECTION else cause


def _number(error: BaseException | None) -> int | None:
    number: int | None = getattr(error, "errno", None)
    return number
