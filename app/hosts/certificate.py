"""The certificate of a coordinator's server: one's own, or one that is made for its address."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.keeping.private_files import write_whole
from engines.servers.self_signed import self_signed

_VALID, _SPARE = timedelta(days=825), timedelta(days=30)
CERTIFICATE, _KEY = "coordinator.crt", "coordinator.key"


def own_certificate(certificate: Path, key: Path) -> tuple[str, str]:
    """The text of both files.

    Raises: InputError
    """
    try:
        text, secret = certificate.read_text(), key.read_text()
        public = x509.load_pem_x509_certificate(text.encode()).public_key()
        private = serialization.load_pem_private_key(secret.encode(), None)
    except (OSError, ValueError, TypeError) as error:
        raise _unusable(certificate, key) from error
    if public != private.public_key():
        raise _unusable(certificate, key)
    return text, secret


def made_certificate(folder: Path, address: str) -> tuple[str, str]:
    """Certificate and key in a private folder. The certificate is made anew where it does not fit
    the address, or ends within 30 days; the key stays. Hosts trust the certificate itself: there is
    no authority behind it."""
    known = _stored(folder)
    names = list(_names(address))
    if known is not None and _fits(known[0], names):
        return known
    key = _stored_key(known)
    made = self_signed("Cipherbench coordinator", names, _VALID, key)
    text, secret = made.pem.decode(), made.key.decode()
    write_whole(folder / _KEY, secret, 0o600)
    write_whole(folder / CERTIFICATE, text)
    return text, secret


def _stored(folder: Path) -> tuple[str, str] | None:
    try:
        return own_certificate(folder / CERTIFICATE, folder / _KEY)
    except InputError:
        return None


def _stored_key(known: tuple[str, str] | None) -> ec.EllipticCurvePrivateKey | None:
    if known is None:
        return None
    key = serialization.load_pem_private_key(known[1].encode(), None)
    return key if isinstance(key, ec.EllipticCurvePrivateKey) else None


def _fits(text: str, names: list[x509.GeneralName]) -> bool:
    certificate = x509.load_pem_x509_certificate(text.encode())
    if certificate.not_valid_after_utc < datetime.now(UTC) + _SPARE:
        return False
    held = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return set(names) <= set(held)


def _names(address: str) -> Iterator[x509.GeneralName]:
    """By which hosts may call it: an address for all networks stands for those that are here."""
    try:
        asked = ipaddress.ip_address(address)
    except ValueError:
        yield x509.DNSName(address)
        return
    if not asked.is_unspecified:
        yield x509.IPAddress(asked)
        return
    yield x509.DNSName(socket.gethostname())
    families = {socket.AF_INET} if asked.version == 4 else {socket.AF_INET, socket.AF_INET6}
    for each in psutil.net_if_addrs().values():
        for one in each:
            if one.family in families:
                here = ipaddress.ip_address(one.address.partition("%")[0])
                if not here.is_link_local:
                    yield x509.IPAddress(here)


def _unusable(certificate: Path, key: Path) -> InputError:
    return InputError(
        phrase("Certificate not usable"),
        phrase("{certificate} and {key} are not a certificate and its key."),
        phrase("Name a PEM certificate, and its PEM key without a passphrase."),
        certificate=certificate,
        key=key,
    )
