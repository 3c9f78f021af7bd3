"""The files of TLS: whose word is taken for a server, and whether they are there."""

from __future__ import annotations

import ssl
from pathlib import Path

from engines.contract.endpoint import Endpoint, Tls, TlsMode
from engines.contract.errors import InputError, ServerUnavailable
from engines.contract.message import phrase
from engines.looking.reading import open_ordinary

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
        phrase("No authorities"),
        phrase("This system has no file of certificate authorities."),
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
            phrase("No TLS over a socket"),
            phrase("A socket never leaves this machine and takes no TLS."),
            phrase("Name a host, or choose TLS off."),
        )
    for path in (tls.ca, tls.certificate, tls.key):
        if path:
            _check_readable(path)


def _check_readable(path: str) -> None:
    try:
        open_ordinary(path).close()
    except OSError as error:
        raise ServerUnavailable(
            phrase("Certificate file not usable"),
            phrase("{path} cannot be read: {reason}."),
            phrase("Check the files of CA, certificate and key."),
            path=path,
            reason=error.strerror or error,
        ) from error
