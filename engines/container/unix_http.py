"""A question to a daemon's Unix socket, over HTTP. Apart, since the window starts without it."""

from __future__ import annotations

from http import HTTPStatus
from http.client import HTTPConnection, HTTPException

from engines.platform.streams import local_socket

_SECONDS = 1.0


def ask(path: str, what: str) -> bytes | None:
    """What the daemon at a socket answers to GET; None where it refuses. Takes a second or two at
    most.

    Raises: OSError where no daemon answers
    """
    connection = _SocketConnection(path)
    try:
        connection.request("GET", what)
        answer = connection.getresponse()
        body = answer.read()
        return body if answer.status == HTTPStatus.OK else None
    except HTTPException as error:
        raise OSError(str(error) or type(error).__name__) from error
    finally:
        connection.close()


class _SocketConnection(HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=_SECONDS)
        self._path = path

    def connect(self) -> None:
        self.sock = local_socket()
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)
