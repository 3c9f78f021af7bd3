"""The certificate and key files of a TLS connection: which are used, and whether they can be
read."""

from __future__ import annotations

import ssl
from pathlib import Path

from engines.contract.endpoint import Endpoint, Tls, TlsMode
from engines.contract.errors import Cause, InputError, ServerUnavailable
from engines.contract.message import Message, phrase
from engines.inspection.regular_files import open_regular

_USUAL_AUTHORITIES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)


def authorities(tls: Tls) -> str:
    """The file of the authorities to trust: the one named, else the system's.

    The drivers carry OpenSSL libraries of their own, which look where other systems keep theirs.

    Raises: ServerUnavailable
    """
    if tls.ca:
        return tls.ca
    usual = (ssl.get_default_verify_paths().cafile, *_USUAL_AUTHORITIES)
    for path in usual:
        if path and Path(path).is_file():
            return path
    raise ServerUnavailable(
        phrase("CA certificates not found"),
        phrase("This system has no file of CA certificates."),
        phrase("Install the package ca-certificates, or name a CA file."),
    )


def check(endpoint: Endpoint) -> None:
    """Make sure that what the endpoint says of TLS can be done.

    Raises: InputError, ServerUnavailable for a file that cannot be read
    """
    tls = endpoint.tls
    if tls.mode is TlsMode.OFF:
        return
    if endpoint.socket:
        raise InputError(
            phrase("TLS not possible over a socket"),
            phrase("A socket stays on this machine and does not support TLS."),
            phrase("Name a host, or choose TLS off."),
        )
    files = _files_of(tls)
    if files and _sound.get(tls) == files:
        return
    for path in filter(None, (tls.ca, tls.certificate, tls.key)):
        _check_readable(path)
    for path in filter(None, (tls.ca, tls.certificate)):
        _check_certificate(path)
    if tls.certificate:
        _check_key(tls.certificate, tls.key or tls.certificate)
    _sound[tls] = files


_sound: dict[Tls, tuple[tuple[int, int, int], ...]] = {}
"""What this process has looked at, as its files were then: to read them again would be charged to
each connection."""


def _files_of(tls: Tls) -> tuple[tuple[int, int, int], ...]:
    """Inode, size and time of change of each file; empty where one cannot be looked at."""
    try:
        looks = [Path(each).stat() for each in filter(None, (tls.ca, tls.certificate, tls.key))]
    except OSError:
        return ()
    return tuple((each.st_ino, each.st_size, each.st_mtime_ns) for each in looks)


def _check_readable(path: str) -> None:
    try:
        open_regular(path).close()
    except OSError as error:
        message = phrase(
            "{path} cannot be read: {reason}.", path=path, reason=error.strerror or error
        )
        raise _not_usable(message) from error


def _check_certificate(path: str) -> None:
    """MariaDB's client library tells nothing but an error number that is left over from before."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    cause: OSError | None = None
    try:
        context.load_verify_locations(path)
    except OSError as error:  # ssl's own are such
        cause = error
    if not context.cert_store_stats()["x509"]:
        raise _not_usable(
            phrase("{path} contains no certificate in PEM format.", path=path)
        ) from cause


def _check_key(certificate: str, key: str) -> None:
    """One with a passphrase would have MariaDB's client library ask for it at the terminal."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_cert_chain(certificate, key, _no_passphrase)
    except _Encrypted as error:
        raise _not_usable(phrase("The key {path} has a passphrase.", path=key)) from error
    except OSError as error:
        message = phrase("{path} contains no private key of {certificate}.")
        raise _not_usable(message.with_values(path=key, certificate=certificate)) from error


class _Encrypted(Exception):
    """A key cannot be read without a passphrase."""


def _no_passphrase() -> str:
    raise _Encrypted


def _not_usable(message: Message) -> ServerUnavailable:
    hint = phrase("Check the files of CA, certificate and key.")
    return ServerUnavailable(phrase("Certificate file not usable"), message, hint, Cause.TLS_FILE)
