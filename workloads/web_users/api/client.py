"""A minimal client for one persistent HTTP/1.1 connection, since all of it is inside the clock.

Requests are bytes made in advance; of an answer it reads status, length and body. Whatever our own
API never sends (chunked answers, answers without a length, extra bytes, a closed connection) is an
error.
"""

from __future__ import annotations

import socket
import ssl
import struct
from contextlib import suppress
from dataclasses import dataclass, field

from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase
from engines.contract.secrecy import register_secret

ANSWER_SECONDS = 60.0
"""How long an answer may take; k6 has the same limit."""

_AT_ONCE = 65_536
_MOST_HEAD = 65_536
_END = b"\r\n\r\n"


@dataclass(frozen=True)
class ApiAddress:
    """An API's address and bearer token; with TLS also its `certificate` (DER)."""

    host: str
    port: int
    token: str = field(repr=False)
    certificate: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        register_secret(self.token)

    @property
    def url(self) -> str:
        scheme = "http" if self.certificate is None else "https"
        return f"{scheme}://{self.host}:{self.port}"

    def request(self, method: str, path: str, length: object = None) -> bytes:
        """The head of a request with a JSON body of this `length`, or a whole request without a
        body."""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            f"Authorization: Bearer {self.token}",
        ]
        if length is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {length}"]
        return "\r\n".join((*lines, "", "")).encode("ascii")


class ApiFailed(CipherbenchError):
    """The API did not answer as it should."""


class ApiConnection:
    """A connection to an API. Only `exchange` is inside the clock."""

    def __init__(self, address: ApiAddress, seconds: float = ANSWER_SECONDS) -> None:
        """Connect; each answer may take so many seconds.

        Raises: ApiFailed
        """
        self._seconds = seconds
        try:
            self._socket = _connected(address, seconds)
        except OSError as error:
            raise _lost(error, seconds) from error
        self._send, self._receive = self._socket.sendall, self._socket.recv

    def fileno(self) -> int:
        """The socket's file descriptor, for selectors."""
        return self._socket.fileno()

    def exchange(self, request: bytes) -> tuple[int, bytes]:
        """Send a request and wait for the whole answer: its status and body.

        Raises: ApiFailed; the connection cannot be used afterwards
        """
        try:
            self._send(request)
            return self._answer()
        except OSError as error:
            raise _lost(error, self._seconds) from error

    def close(self) -> None:
        """Close the connection. May be called twice."""
        with suppress(OSError):
            self._socket.close()

    def _answer(self) -> tuple[int, bytes]:
        received = self._receive(_AT_ONCE)
        while (end := received.find(_END)) < 0:
            received = self._more(received)
            if len(received) > _MOST_HEAD:
                raise _refused(phrase("its headers do not end"))
        status, length = parse_head(received[:end])
        body = received[end + 4 :]
        while len(body) < length:
            body = self._more(body)
        if len(body) > length:
            raise _refused(phrase("it is longer than announced"))
        return status, body

    def _more(self, before: bytes) -> bytes:
        more = self._receive(_AT_ONCE)
        if not more:
            raise ApiFailed(*_CLOSED)
        return before + more


def parse_head(head: bytes) -> tuple[int, int]:
    """Status and length of the body from an answer's head, without its final empty line.

    Raises: ApiFailed unless it is an HTTP/1.1 answer with a length, on a persistent connection
    """
    first, *lines = head.split(b"\r\n")
    version, _, rest = first.partition(b" ")
    code = rest[:3]
    if version != b"HTTP/1.1" or not code.isdigit() or rest[3:4] not in (b"", b" "):
        raise _refused(phrase("it does not begin like an HTTP/1.1 answer"))
    status = int(code)
    if status < 200:
        raise _refused(phrase("it is only an interim answer"))
    return status, _length(status, lines)


def _length(status: int, lines: list[bytes]) -> int:
    found: set[bytes] = set()
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or name != name.strip():
            raise _refused(phrase("it has an invalid header"))
        match name.lower():
            case b"content-length":
                found.add(value.strip())
            case b"transfer-encoding":
                raise _refused(phrase("it is sent in chunks"))
            case b"connection" if value.strip().lower() == b"close":
                raise _refused(phrase("it closes the connection"))
    if not found and status in (204, 304):
        return 0
    if len(found) != 1 or not (only := found.pop()).isdigit():
        raise _refused(phrase("it has no length"))
    return int(only)


def _connected(address: ApiAddress, seconds: float) -> socket.socket:
    plain = socket.create_connection((address.host, address.port), seconds)
    try:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # the kernel's timeouts: Python's would cost a second system call per read
        plain.settimeout(None)
        limit = struct.pack("@ll", int(seconds), int(seconds % 1 * 1e6))
        for direction in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            plain.setsockopt(socket.SOL_SOCKET, direction, limit)
        if address.certificate is None:
            return plain
        return _trusting(address.certificate).wrap_socket(plain, server_hostname=address.host)
    except BaseException:
        plain.close()
        raise


def _trusting(certificate: bytes) -> ssl.SSLContext:
    """A TLS context that trusts this certificate only."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=certificate)
    return context


_CLOSED = (
    phrase("API connection closed"),
    phrase("The API closed the connection during a request."),
)


def _lost(error: OSError, seconds: float) -> ApiFailed:
    if isinstance(error, BlockingIOError | TimeoutError | ssl.SSLWantReadError):
        return ApiFailed(
            phrase("No answer from the API"),
            phrase("The API did not answer within {seconds} s."),
            seconds=f"{seconds:g}",
        )
    return ApiFailed(
        phrase("API not reached"),
        phrase("The API cannot be reached: {why}."),
        why=(error.strerror or str(error)).rstrip("."),
    )


def _refused(why: Message) -> ApiFailed:
    return ApiFailed(
        phrase("Invalid answer"),
        phrase("The API sent an invalid answer: {why}."),
        why=why,
    )
