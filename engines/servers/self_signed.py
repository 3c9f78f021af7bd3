"""Certificates that sign themselves: whoever is given one trusts it alone, and no authority."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

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
