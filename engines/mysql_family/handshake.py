"""Which of the two a server is, by its first packet, before any login."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from engines.base.diagnosis import place_of
from engines.contract.endpoint import Endpoint
from engines.contract.errors import ServerUnavailable
from engines.contract.launch import Arrangement, Launch
from engines.contract.message import phrase
from engines.servers.tls_entrance import tls_entrance

# Servers of ours that are reached by TCP, with TLS and without, in place of their socket.

# InnoDB's buffer pool, as a server of ours is started with it.


def pool_options(wanted: Arrangement) -> tuple[str, ...]:
    """Its size, where one is wanted, and that what it held when the server stopped is never read
    back: it would be warm again."""
    size = () if wanted.buffer_mb is None else (f"innodb-buffer-pool-size={wanted.buffer_mb}M",)
    return (
        "innodb-buffer-pool-load-at-startup=OFF",
        "innodb-buffer-pool-dump-at-shutdown=OFF",
        *size,
    )


_CERTIFICATE, _KEY, _LOGIN = "server.crt", "server.key", "login.sql"
_USER = "cipherbench"
_CLOSED = frozenset({"--skip-networking", "--skip-ssl"})


def over_tcp(launch: Launch, directory: Path, rights: str = "") -> Launch:
    """The same with a login of its own and a random password: any user gets to the port. `rights`
    are statements that the server runs at each start, too, a line each."""
    assert launch.serve is not None
    entrance = tls_entrance(directory / _CERTIFICATE)
    named = f"'{_USER}'@'{entrance.host}'"
    login = (
        f"CREATE USER IF NOT EXISTS {named} IDENTIFIED BY '{entrance.password}';",
        f"GRANT ALL ON *.* TO {named} WITH GRANT OPTION;",
    )
    served = (each for each in launch.serve if each not in _CLOSED)
    return replace(
        launch,
        endpoint=entrance.of(launch.endpoint, _USER),
        files={
            **launch.files,
            _CERTIFICATE: entrance.certificate,
            _KEY: entrance.key,
            _LOGIN: "".join(f"{line}\n" for line in (*rights.splitlines(), *login)),
        },
        serve=(
            *served,
            f"--bind-address={entrance.host}",
            f"--port={entrance.port}",
            "--skip-name-resolve",
            f"--ssl-cert={directory / _CERTIFICATE}",
            f"--ssl-key={directory / _KEY}",
            f"--init-file={directory / _LOGIN}",
        ),
    )


_SECONDS = 2.0
_PROTOCOL = 10
_HEAD = 4
"""Bytes before each packet: length and number."""
_MOST = 4096


@dataclass(frozen=True)
class Product:
    """One of the two: the engine's name and its title."""

    name: str
    title: str


MARIADB = Product("mariadb", "MariaDB")
MYSQL = Product("mysql", "MySQL")


class Found(NamedTuple):
    """What a server is, and of which version."""

    product: Product
    version: str


def another_product(endpoint: Endpoint, wanted: Product, found: Found) -> ServerUnavailable:
    """The error for a server of the other kind, which says what it is."""
    return ServerUnavailable(
        phrase("{found}, not {wanted}"),
        phrase("{where} is {found} {version}, not {wanted}."),
        phrase('Choose {found} as its engine (`engine = "{engine}"` in a plan).'),
        where=place_of(endpoint),
        found=found.product.title,
        wanted=wanted.title,
        version=found.version.partition("-")[0],
        engine=found.product.name,
    )


def announced(endpoint: Endpoint) -> Found | None:
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
        return Found(MYSQL if is_mysql else MARIADB, version)
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
