"""Tells MySQL from MariaDB by the server's first packet (initial handshake), before any login."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from engines.base.diagnosis import address_text
from engines.contract.endpoint import Endpoint
from engines.contract.errors import ServerUnavailable
from engines.contract.message import phrase
from engines.platform.streams import local_socket

_SECONDS = 2.0
_PROTOCOL = 10
_HEADER_BYTES = 4
"""Bytes before each packet: length and number."""
_MOST_BYTES = 4096


@dataclass(frozen=True)
class Product:
    """One of the two: the engine's name and its title."""

    name: str
    title: str


MARIADB = Product("mariadb", "MariaDB")
MYSQL = Product("mysql", "MySQL")


class AnnouncedServer(NamedTuple):
    product: Product
    version: str


def wrong_product_error(
    endpoint: Endpoint, wanted: Product, found: AnnouncedServer
) -> ServerUnavailable:
    """The error for a server of the other kind, which says what it is."""
    return ServerUnavailable(
        phrase("{found}, not {wanted}"),
        phrase("{where} is {found} {version}, not {wanted}."),
        phrase('Choose {found} as its engine (`engine = "{engine}"` in a plan).'),
        where=address_text(endpoint),
        found=found.product.title,
        wanted=wanted.title,
        version=found.version.partition("-")[0],
        engine=found.product.name,
    )


def announced_server(endpoint: Endpoint) -> AnnouncedServer | None:
    """What a server announces itself as; None where something else is there, or nobody answers.

    MySQL has the lowest capability, CLIENT_MYSQL, which MariaDB leaves out since 10.2
    (“Connecting: Initial handshake packet” of the client/server protocol).
    """
    try:
        with _connected(endpoint) as reached:
            packet = _packet(reached)
    except OSError:
        return None
    raw, _, rest = packet[1:].partition(b"\0")
    if not rest or packet[0] != _PROTOCOL:
        return None
    version = raw.decode(errors="replace")
    with suppress(IndexError):  # behind the connection's number, 8 random bytes and a zero
        is_mysql = rest[13] & 1 and "mariadb" not in version.lower()
        return AnnouncedServer(MYSQL if is_mysql else MARIADB, version)
    return None


def _connected(endpoint: Endpoint) -> socket.socket:
    if not endpoint.socket:
        return socket.create_connection((endpoint.host, endpoint.port or 3306), _SECONDS)
    made = local_socket()
    made.settimeout(_SECONDS)
    try:
        made.connect(endpoint.socket)
    except OSError:
        made.close()
        raise
    return made


def _packet(reached: socket.socket) -> bytes:
    came = b""
    while len(came) < _HEADER_BYTES or len(came) < min(
        _MOST_BYTES, _HEADER_BYTES + int.from_bytes(came[:3], "little")
    ):
        if not (more := reached.recv(_MOST_BYTES)):
            break
        came += more
    return came[_HEADER_BYTES:]
