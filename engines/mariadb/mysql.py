"""MySQL where a MariaDB was named: recognised by its first packet, before any login."""

from __future__ import annotations

import socket
from contextlib import suppress

from engines.base.diagnosis import place_of
from engines.contract.endpoint import Endpoint
from engines.contract.errors import ServerUnavailable
from engines.contract.message import phrase

_SECONDS = 2.0
_PROTOCOL = 10
_HEAD = 4
"""Bytes before each packet: length and number."""
_MOST = 4096


def another_product(endpoint: Endpoint, version: str) -> ServerUnavailable:
    """The error for a MySQL of this version."""
    return ServerUnavailable(
        phrase("MySQL, not MariaDB"),
        phrase("{where} is MySQL {version}, which Cipherbench does not support yet."),
        phrase("Name a MariaDB server."),
        where=place_of(endpoint),
        version=version.partition("-")[0],
    )


def announced_mysql(endpoint: Endpoint) -> str | None:
    """The version that a MySQL announces; None where something else is there, or nobody answers.

    MySQL has the lowest capability, CLIENT_MYSQL, which MariaDB leaves out since 10.2
    (“Connecting: Initial handshake packet” of the client/server protocol).
    """
    try:
        with _connected(endpoint) as reached:
            packet = _packet(reached)
    except OSError:
        return None
    version, _, rest = packet[1:].partition(b"\0")
    if not rest or packet[0] != _PROTOCOL or b"mariadb" in version.lower():
        return None
    with suppress(IndexError):  # behind the connection's number, 8 random bytes and a zero
        return version.decode(errors="replace") if rest[13] & 1 else None
    return None


def _connected(endpoint: Endpoint) -> socket.socket:
    if not endpoint.socket:
        return socket.create_connection((endpoint.host, endpoint.port or 3306), _SECONDS)
    made = socket.socket(socket.AF_UNIX)
    made.settimeout(_SECONDS)
    try:
        made.connect(endpoint.socket)
    except OSError:
        made.close()
        raise
    return made


def _packet(reached: socket.socket) -> bytes:
    came = b""
    while len(came) < _HEAD or len(came) < min(_MOST, _HEAD + int.from_bytes(came[:3], "little")):
        if not (more := reached.recv(_MOST)):
            break
        came += more
    return came[_HEAD:]
