"""Address, password and certificate of a server that we start on TCP, with TLS and without."""

from __future__ import annotations

import ipaddress
import secrets
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from engines.contract.endpoint import Endpoint, Tls, TlsMode

# Certificates that sign themselves: whoever is given one trusts it alone, and no authority.

_SKEW = timedelta(days=1)
"""By how much the clocks of machines may differ."""


@dataclass(frozen=True)
class SelfSigned:
    """A certificate and its private key, without a passphrase."""

    der: bytes
    pem: bytes
    key: bytes = field(repr=False)


def self_signed(
    owner: str,
    names: Iterable[x509.GeneralName],
    valid: timedelta,
    key: ec.EllipticCurvePrivateKey | None = None,
) -> SelfSigned:
    """One for these names of a host, with a fresh key if none is given; P-256, as most of the web
    has."""
    key = key or ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, owner)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _SKEW)
        .not_valid_after(now + valid)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    return SelfSigned(
        made.public_bytes(serialization.Encoding.DER),
        made.public_bytes(serialization.Encoding.PEM),
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
    )


def address_name(host: str) -> x509.GeneralName:
    """An IP address as a certificate names it."""
    return x509.IPAddress(ipaddress.ip_address(host))


LOOPBACK = "127.0.0.1"
CERTIFICATE, KEY = "server.crt", "server.key"
"""Their names among a launch's files."""
_VALID = timedelta(days=30)
"""Longer than any campaign takes."""


@dataclass(frozen=True)
class TcpAccess:
    """A port of 127.0.0.1, the password that lets in there, and a certificate and its key (PEM),
    made for this server alone, which go to the file `trusted`."""

    trusted: Path
    port: int
    password: str = field(repr=False)
    certificate: str
    key: str = field(repr=False)
    host: str = LOOPBACK

    def endpoint_for(self, endpoint: Endpoint, user: str | None = None) -> Endpoint:
        """The endpoint of a server that is entered this way; the server is verified by TLS."""
        return replace(
            endpoint,
            socket=None,
            host=self.host,
            port=self.port,
            user=user or endpoint.user,
            password=self.password,
            tls_to_compare=Tls(TlsMode.VERIFY_FULL, ca=str(self.trusted)),
        )


def new_tcp_access(trusted: Path) -> TcpAccess:
    """One that nobody has used."""
    made = self_signed("Cipherbench", [address_name(LOOPBACK)], _VALID)
    return TcpAccess(
        trusted, free_port(), secrets.token_hex(16), made.pem.decode(), made.key.decode()
    )


_PORTS = range(20_000, 32_768)
"""Below those that Linux, Windows and macOS give to outgoing connections."""


def free_port() -> int:
    """A TCP port that nothing listens on, and that none will get by chance: a server opens it only
    once its data are there.

    Raises: OSError where this machine has none
    """
    for port in secrets.SystemRandom().sample(_PORTS, 100):
        with suppress(OSError):
            return _bound(port)
    return _bound(0)


def _bound(port: int) -> int:
    with socket.socket() as free:
        free.bind((LOOPBACK, port))
        return int(free.getsockname()[1])
