"""A certificate that an API makes for itself as it starts; whoever is told it trusts it alone."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from engines.keeping.unnamed_memory import memory_holding

_VALID = timedelta(days=30)
_SKEW = timedelta(hours=1)


@dataclass(frozen=True)
class Certificate:
    """A certificate and its private key."""

    der: bytes
    pem: bytes
    key: bytes = field(repr=False)

    def files(self) -> dict[str, Any]:
        """uvicorn's settings. It wants the names of files: these have none in any folder, so that
        nothing is left of them whoever is killed."""
        return {"ssl_certfile": _in_memory(self.pem), "ssl_keyfile": _in_memory(self.key)}


def make_certificate(host: str) -> Certificate:
    """One for an address, that signs itself; P-256, as most of the web has."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Cipherbench API")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _SKEW)
        .not_valid_after(now + _VALID)
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(host))]),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    return Certificate(
        certificate.public_bytes(serialization.Encoding.DER),
        certificate.public_bytes(serialization.Encoding.PEM),
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
    )


def _in_memory(content: bytes) -> str:
    """The path of a file in memory, for this process as long as it lives."""
    return f"/proc/self/fd/{memory_holding(content)}"
