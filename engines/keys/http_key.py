"""Base of keys at services with an HTTP API: their address, a connection that stays open, and
network errors as `KeyServiceFailed`."""

from __future__ import annotations

import base64
import ipaddress
import json
import os
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

import urllib3
from urllib3.exceptions import HTTPError, NewConnectionError, SSLError, TimeoutError

from engines.contract.key_source import KeyFault, KeyService, KeyServiceFailed, KeySource
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.parameter import NameKind, Shown, parameter

_MOST_BYTES = 16_000_000
"""Limit for a response; no valid one is as long."""


@dataclass(frozen=True, kw_only=True)
class HttpKey(KeySource):
    """A key of a service at an address."""

    address: str = parameter(
        "", shown=Shown(label=phrase("Address"), help=phrase("Such as https://vault.example:8200"))
    )
    ca: str = parameter(
        "",
        shown=Shown(
            label=phrase("CA"),
            help=phrase("Who signed its certificate (PEM); empty: the system's."),
            names=NameKind.FILE,
        ),
    )
    timeout_s: float = parameter(
        5.0, least=0.1, most=600, shown=Shown(label=phrase("Timeout"), unit=phrase("s"))
    )

    @property
    def place(self) -> str:
        return self.address

    @property
    def service(self) -> str:
        return f"{self.title} {urlsplit(self.address).hostname}" if self.address else self.title

    @property
    def check_seconds(self) -> float:
        return max(super().check_seconds, 5.0 + 2 * self.timeout_s)  # it sends two requests

    @property
    def fault(self) -> Message:
        """A secret that goes over the network unencrypted is none."""
        try:
            parts = urlsplit(self.address)
            usable = bool(parts.hostname) and parts.scheme in ("http", "https")
            parts.port  # noqa: B018 raises where it is none
        except ValueError:
            usable = False
        if not usable or parts.username is not None or parts.query or parts.fragment:
            return phrase("address is not https://HOST[:PORT]")
        if parts.scheme == "http" and not _is_loopback(parts):
            return phrase("address needs https: http is for this machine only")
        return NOTHING

    def failed(self, fault: KeyFault, words: object = "", **values: object) -> KeyServiceFailed:
        return KeyServiceFailed.of(fault, self, words, **values)


def _is_loopback(address: SplitResult) -> bool:
    host = address.hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True)
class Answer:
    """A response; `body` is empty where it is no JSON object."""

    status: int
    body: Mapping[str, Any]


class HttpService(KeyService):
    """A connection that each call uses again, by one process at a time."""

    def __init__(self, source: HttpKey, address: str) -> None:
        self._source = source
        self._address = urlsplit(address)
        self._path = self._address.path.rstrip("/")
        self._pool: tuple[int, urllib3.HTTPConnectionPool] | None = None

    @property
    def host(self) -> str:
        return self._address.netloc

    def request(
        self, path: str, body: bytes, headers: Mapping[str, str], method: str = "POST"
    ) -> Answer:
        """Send a request, without a retry: that would take twice the time and be counted once.

        Raises: KeyServiceFailed
        """
        source = self._source
        if not all(each.isascii() and each.isprintable() for each in headers.values()):
            raise source.failed(KeyFault.LOGIN)  # an error below would quote it
        try:
            answer = self._connected().urlopen(
                method,
                self._path + path,
                body,
                dict(headers),
                retries=False,
                redirect=False,
                assert_same_host=False,
                preload_content=False,
            )
            try:
                text = answer.read(_MOST_BYTES)
            finally:
                answer.release_conn() if answer.length_remaining == 0 else answer.close()
        except SSLError as error:
            if isinstance(_root_cause(error), ssl.SSLCertVerificationError):
                raise source.failed(KeyFault.CERTIFICATE, _cause(error)) from error
            raise source.failed(KeyFault.AWAY, phrase("it does not speak TLS")) from error
        except NewConnectionError as error:  # one of the timeouts
            raise source.failed(KeyFault.AWAY, _cause(error)) from error
        except TimeoutError as error:
            raise source.failed(KeyFault.SILENT, seconds=f"{source.timeout_s:g}") from error
        except (HTTPError, OSError) as error:
            raise source.failed(KeyFault.AWAY, _cause(error)) from error
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        return Answer(answer.status, found if isinstance(found, dict) else {})

    def bytes_in(self, data: Mapping[str, Any], name: str) -> bytes:
        """A base64 field of an answer, decoded.

        Raises: KeyServiceFailed
        """
        try:
            return base64.b64decode(data[name], validate=True)
        except (KeyError, TypeError, ValueError) as error:
            raise self.not_understood() from error

    def not_understood(self) -> KeyServiceFailed:
        return self._source.failed(KeyFault.OTHER, phrase("its answer is not understood"))

    def _connected(self) -> urllib3.HTTPConnectionPool:
        if self._pool is None or self._pool[0] != os.getpid():
            self._pool = os.getpid(), self._new_pool()
        return self._pool[1]

    def _new_pool(self) -> urllib3.HTTPConnectionPool:
        at, seconds = self._address, self._source.timeout_s
        host = at.hostname or ""
        if at.scheme == "http":
            return urllib3.HTTPConnectionPool(host, at.port or 80, timeout=seconds)
        try:
            trusted = ssl.create_default_context(cafile=self._source.ca or None)
        except OSError as error:  # SSLError is one
            raise self._source.failed(KeyFault.NO_CA, error, file=self._source.ca) from error
        trusted.verify_flags &= ~ssl.VERIFY_X509_STRICT  # private authorities often lack extensions
        return urllib3.HTTPSConnectionPool(
            host, at.port or 443, timeout=seconds, ssl_context=trusted
        )


def _root_cause(error: BaseException) -> BaseException:
    while (earlier := error.__cause__ or error.__context__) is not None:
        error = earlier
    return error


def _cause(error: BaseException) -> str:
    """The words of the system or of TLS, without those of the layers above."""
    error = _root_cause(error)
    if isinstance(error, ssl.SSLCertVerificationError):
        return str(error.verify_message)
    if isinstance(error, OSError) and error.strerror:
        return str(error.strerror)
    return str(error)
