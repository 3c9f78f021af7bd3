"""Why a server cannot be reached: title and hint for each cause, and a knock at its address."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from dataclasses import dataclass

from engines.contract.endpoint import Endpoint
from engines.contract.errors import Cause, CipherbenchError, ServerUnavailable
from engines.contract.message import NOTHING, Message, phrase
from engines.platform.streams import local_socket

_WORDS: Mapping[Cause, tuple[Message, Message]] = {
    Cause.REFUSED: (
        phrase("Server not reached"),
        phrase("No server listens there. Check that it runs, and check host and port."),
    ),
    Cause.NO_SOCKET: (
        phrase("Server not reached"),
        phrase("This socket does not exist. Check its path and that the server runs."),
    ),
    Cause.NO_ROUTE: (
        phrase("Server not reached"),
        phrase("Check host and port, the network, and any firewall in between."),
    ),
    Cause.TIMEOUT: (
        phrase("No answer in time"),
        phrase(
            "Check host and port, and any firewall. The server did not answer within {seconds} s; "
            "if it is slow, raise the connection timeout."
        ),
    ),
    Cause.UNKNOWN_HOST: (
        phrase("Unknown host"),
        phrase("Check the spelling of the host name: it has no known address."),
    ),
    Cause.SOCKET_CLOSED: (
        phrase("Socket not accessible"),
        phrase("Ask for access to the socket: the operating system denies it to this user."),
    ),
    Cause.LOGIN: (phrase("Access denied"), phrase("Check user and password.")),
    Cause.NOT_ALLOWED: (
        phrase("Access denied"),
        phrase("Ask the server's administrator: it does not accept this user from this machine."),
    ),
    Cause.DATABASE: (phrase("Database not found"), phrase("Check the name of the database.")),
    Cause.NOT_POOLED: (
        phrase("Database not found"),
        phrase(
            "PgBouncer has no entry for it. Campaigns make databases of their own: add one for “*” "
            "to [databases] in pgbouncer.ini."
        ),
    ),
    Cause.NO_ACCESS: (
        phrase("No access to the database"),
        phrase("Name another database, or ask for access to it."),
    ),
    Cause.BUSY: (
        phrase("Too many connections"),
        phrase("Try again later: all connections of the server are in use."),
    ),
    Cause.NOT_READY: (
        phrase("Server not ready"),
        phrase("Try again in a moment: it is starting or stopping."),
    ),
    Cause.TLS_MISSING: (
        phrase("Server has no TLS"),
        phrase("Enable TLS on the server. In a network that you trust, you can choose TLS off."),
    ),
    Cause.TLS_DEMANDED: (
        phrase("Server requires TLS"),
        phrase("Choose TLS “require” or “verify-full”."),
    ),
    Cause.CLIENT_CERTIFICATE: (
        phrase("Server requires a client certificate"),
        phrase("Name the certificate and key that were issued to this user."),
    ),
    Cause.UNTRUSTED: (
        phrase("Certificate not trusted"),
        phrase(
            "Name the file of the CA that signed the server's certificate; the default is the "
            "system's CAs. If the file is correct, the connection may be intercepted."
        ),
    ),
    Cause.HOST_NAME: (
        phrase("Certificate is for another host"),
        phrase(
            "Use a host name from the certificate, or have a certificate issued for this name. If "
            "the name is correct, the connection may be intercepted."
        ),
    ),
    Cause.TLS_FILE: (
        phrase("Certificate file not usable"),
        phrase("Check the files of CA, certificate and key."),
    ),
    Cause.TLS_FAILED: (
        phrase("TLS failed"),
        phrase(
            "Check TLS on both sides: server and client may have no version or cipher in common."
        ),
    ),
    Cause.STRANGER: (
        phrase("Not a server of this engine"),
        phrase("Check engine, host and port: the answer is not in this engine's protocol."),
    ),
    Cause.BROKEN_OFF: (
        phrase("Connection closed"),
        phrase(
            "Check host and port, the server's log, and any proxy in between. The connection was "
            "closed before the login."
        ),
    ),
    Cause.OTHER: (
        phrase("Server refused the connection"),
        phrase("See the server's message above."),
    ),
}
"""Title and hint of the error, by cause."""


@dataclass(frozen=True)
class Diagnosis:
    """An obstacle to measuring a server.

    One that is not `blocking` is only a warning.
    """

    error: CipherbenchError
    blocking: bool = True


def unavailable(
    cause: Cause, title: str, endpoint: Endpoint, text: str, hint: Message = NOTHING
) -> ServerUnavailable:
    """The error for a server of the engine called `title`; `text` has its words or the driver's."""
    heading, usual_hint = _WORDS[cause]
    return ServerUnavailable(
        heading,
        phrase("{engine} at {where} says: {words}."),
        hint or usual_hint,
        cause,
        engine=title,
        where=address_text(endpoint),
        words=text.strip().rstrip("."),
        seconds=endpoint.connect_seconds,
    )


def address_text(endpoint: Endpoint) -> str:
    """The endpoint's address: socket path, or host and port."""
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
        with local_socket() as knocking:
            knocking.settimeout(_KNOCK_SECONDS)
            knocking.connect(socket_path)
    elif endpoint.host and endpoint.port:
        socket.create_connection((endpoint.host, endpoint.port), _KNOCK_SECONDS).close()
