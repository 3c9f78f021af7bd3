"""How a server of ours is reached by TCP on this machine, with TLS and without."""

from __future__ import annotations

import secrets
import socket
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

from engines.contract.endpoint import Endpoint, Tls, TlsMode
from engines.servers.self_signed import address_name, self_signed

LOOPBACK = "127.0.0.1"
_VALID = timedelta(days=30)
"""Longer than any campaign takes."""


@dataclass(frozen=True)
class TlsEntrance:
    """A port of 127.0.0.1, the password that lets in there, and a certificate and its key (PEM),
    made for this server alone, which go to the file `trusted`."""

    trusted: Path
    port: int
    password: str = field(repr=False)
    certificate: str
    key: str = field(repr=False)
    host: str = LOOPBACK

    def of(self, endpoint: Endpoint, user: str | None = None) -> Endpoint:
        """The endpoint of a server that is entered this way; the server is verified by TLS."""
        return replace(
            endpoint,
            socket=None,
            host=self.host,
            port=self.port,
            user=user or endpoint.user,
            password=self.password,
            offers=Tls(TlsMode.VERIFY_FULL, ca=str(self.trusted)),
        )


def tls_entrance(trusted: Path) -> TlsEntrance:
    """One that nobody has used."""
    made = self_signed("Cipherbench", [address_name(LOOPBACK)], _VALID)
    return TlsEntrance(
        trusted, free_port(), secrets.token_hex(16), made.pem.decode(), made.key.decode()
    )


def free_port() -> int:
    """A TCP port of this machine that nothing listens on."""
    with socket.socket() as free:
        free.bind((LOOPBACK, 0))
        return int(free.getsockname()[1])
