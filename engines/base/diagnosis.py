"""Why a server cannot be entered or used, in words that name the cause, and what can be done."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from engines.base.ownership import OwningEngine, drop_patiently
from engines.contract.endpoint import Endpoint
from engines.contract.errors import (
    Cause,
    CipherbenchError,
    NotDropped,
    ServerUnavailable,
    StatementFailed,
)
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.session import Session

_WORDS: Mapping[Cause, tuple[Message, Message]] = {
    Cause.REFUSED: (
        phrase("Server not reached"),
        phrase("Nothing listens there: check that it runs, and host and port."),
    ),
    Cause.NO_SOCKET: (
        phrase("Server not reached"),
        phrase("There is no such socket: check its path and that it runs."),
    ),
    Cause.NO_ROUTE: (
        phrase("Server not reached"),
        phrase("Check host and port, the network, and any firewall between."),
    ),
    Cause.TIMEOUT: (
        phrase("No answer in time"),
        phrase(
            "It had {seconds} s. A firewall may swallow the packets, or host or port are wrong; a "
            "slow server may need a longer connect timeout."
        ),
    ),
    Cause.UNKNOWN_HOST: (
        phrase("Unknown host"),
        phrase("No address is known for that name: check how it is spelt."),
    ),
    Cause.SOCKET_CLOSED: (
        phrase("Socket not open to us"),
        phrase("The system lets this user not into the socket."),
    ),
    Cause.LOGIN: (phrase("Not let in"), phrase("Check user and password.")),
    Cause.NOT_ALLOWED: (
        phrase("Not let in"),
        phrase("The server allows this user none from here: ask its administrator."),
    ),
    Cause.DATABASE: (phrase("No such database"), phrase("Check the name of the database.")),
    Cause.NO_ACCESS: (
        phrase("No access to the database"),
        phrase("Name another database, or ask for the right to it."),
    ),
    Cause.BUSY: (
        phrase("Server is full"),
        phrase("All its connections are taken: try again later."),
    ),
    Cause.NOT_READY: (
        phrase("Server not ready"),
        phrase("It is starting or stopping: try again in a moment."),
    ),
    Cause.TLS_MISSING: (
        phrase("Server has no TLS"),
        phrase("Switch TLS on at the server; only in a network that you trust, choose TLS off."),
    ),
    Cause.TLS_DEMANDED: (
        phrase("Server demands TLS"),
        phrase("Choose TLS “require” or “verify-full”."),
    ),
    Cause.CLIENT_CERTIFICATE: (
        phrase("Client certificate demanded"),
        phrase("Name the certificate and the key that this user was given."),
    ),
    Cause.UNTRUSTED: (
        phrase("Certificate not trusted"),
        phrase(
            "Name the CA file that signed the server's certificate; without one the system's "
            "authorities count. If it is the right one, somebody may be in between."
        ),
    ),
    Cause.HOST_NAME: (
        phrase("Certificate is for another host"),
        phrase(
            "Use a host name that is in the certificate, or have one issued for this name. If the "
            "name is right, somebody may be in between."
        ),
    ),
    Cause.TLS_FILE: (
        phrase("Certificate file not usable"),
        phrase("Check the files of CA, certificate and key."),
    ),
    Cause.TLS_FAILED: (
        phrase("TLS failed"),
        phrase("Server and client may share no version or cipher of TLS."),
    ),
    Cause.STRANGER: (
        phrase("Something else listens there"),
        phrase("What answers does not speak as this engine does: check engine, host and port."),
    ),
    Cause.BROKEN_OFF: (
        phrase("Connection broken off"),
        phrase(
            "It was ended before we were let in: check host and port, the server's log, and any "
            "proxy between."
        ),
    ),
    Cause.OTHER: (phrase("Server refused"), phrase("Its own words say why.")),
}
"""The words that head the message, and what to do."""


@dataclass(frozen=True)
class Diagnosis:
    """One thing that stands in the way of measuring a server.

    One that is not `blocking` is worth knowing.
    """

    error: CipherbenchError
    blocking: bool = True


def unavailable(
    cause: Cause, title: str, endpoint: Endpoint, said: str, hint: Message = NOTHING
) -> ServerUnavailable:
    """The error for a server of the engine called `title`, with its own words or the driver's."""
    heading, usual_hint = _WORDS[cause]
    return ServerUnavailable(
        heading,
        phrase("{engine} at {where} says: {said}."),
        hint or usual_hint,
        cause,
        engine=title,
        where=place_of(endpoint),
        said=said.strip().rstrip("."),
        seconds=endpoint.connect_seconds,
    )


def place_of(endpoint: Endpoint) -> str:
    """The socket, or host and port."""
    return endpoint.socket or f"{endpoint.host}:{endpoint.port}"


def why_not_reached(endpoint: Endpoint, socket_path: str | None = None) -> Cause:
    """Knock at a server that a driver did not reach: what the system says, in any language.

    `socket_path` is the socket itself where the endpoint only names its folder.
    """
    try:
        _knock(endpoint, socket_path or endpoint.socket)
    except OSError as error:
        return next((cause for kind, cause in _CAUSES if isinstance(error, kind)), Cause.NO_ROUTE)
    except UnicodeError:  # an empty part, or one of more than 63 characters
        return Cause.UNKNOWN_HOST
    return Cause.OTHER


_CAUSES: tuple[tuple[type[OSError], Cause], ...] = (
    (TimeoutError, Cause.TIMEOUT),
    (socket.gaierror, Cause.UNKNOWN_HOST),
    (ConnectionRefusedError, Cause.REFUSED),
    (ConnectionResetError, Cause.BROKEN_OFF),
    (FileNotFoundError, Cause.NO_SOCKET),
    (PermissionError, Cause.SOCKET_CLOSED),
)

_KNOCK_SECONDS = 2.0


def _knock(endpoint: Endpoint, socket_path: str | None) -> None:
    if socket_path:
        with socket.socket(socket.AF_UNIX) as knocking:
            knocking.settimeout(_KNOCK_SECONDS)
            knocking.connect(socket_path)
    elif endpoint.host and endpoint.port:
        socket.create_connection((endpoint.host, endpoint.port), _KNOCK_SECONDS).close()


class ExaminedEngine(OwningEngine, Protocol):
    """An engine, as far as it is examined; `contract.engine` says what each means."""

    @property
    def title(self) -> str: ...

    @property
    def grant_hint(self) -> Message: ...

    def connect(self, endpoint: Endpoint, database: str | None = None) -> Session: ...

    def create_database(self, endpoint: Endpoint, identifier: str) -> str: ...


def examine(engine: ExaminedEngine, endpoint: Endpoint) -> list[Diagnosis]:
    """Enter a server and make a database of our own for a moment; what stood in the way."""
    try:
        engine.connect(endpoint).close()
    except CipherbenchError as error:
        return [Diagnosis(error)]
    try:
        database = engine.create_database(endpoint, f"check_{secrets.token_hex(4)}")
    except CipherbenchError as error:
        return [Diagnosis(_no_database(engine, error))]
    try:
        drop_patiently(engine, endpoint, database)
    except NotDropped as error:
        return [Diagnosis(error, blocking=False)]
    return []


def _no_database(engine: ExaminedEngine, error: CipherbenchError) -> CipherbenchError:
    if not isinstance(error, StatementFailed):
        return error
    return ServerUnavailable(
        phrase("No database can be made"),
        phrase("Measuring needs a database of our own, but {engine} says: {said}"),
        engine.grant_hint,
        engine=engine.title,
        said=error.values.get("said", error.message),
    )
