"""A proxy between a program and a real server, which falls silent when it is told to."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from pathlib import Path


class Proxy:
    """Forwards connections to a port of 127.0.0.1 or to a Unix socket.

    `client_turns` is how often a client may send something on a connection before the proxy falls
    silent on it (0: it never says a word); None: as often as it likes. `server_bytes` is how many
    the server may send, on all connections together.
    """

    def __init__(
        self, target: int | Path, client_turns: int | None = None, server_bytes: int | None = None
    ) -> None:
        self.client_turns = client_turns
        self._bytes_left = server_bytes
        self._target = target
        self._speaking = threading.Event()
        self._speaking.set()
        self._turns_left: int | None = None
        self._open: list[socket.socket] = []
        self._clients = 0
        self._guard = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._let_in, daemon=True).start()

    @property
    def clients(self) -> int:
        """How many have come."""
        return self._clients

    def fall_silent(self) -> None:
        """Swallow nothing and say nothing, on any connection."""
        self._speaking.clear()

    def fall_silent_after(self, turns: int) -> None:
        """Fall silent once clients have sent something so many times more."""
        self._turns_left = turns

    def let_nobody_in(self) -> None:
        """Never say a word to those who come from now on; who is in stays served."""
        self.client_turns = 0

    def speak(self) -> None:
        """Go on where it fell silent, and let new connections through."""
        self.client_turns = None
        self._speaking.set()

    def close(self) -> None:
        self._speaking.set()
        self._door.close()
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _let_in(self) -> None:
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            self._open.append(client)
            self._clients += 1
            if self.client_turns == 0:
                continue
            try:
                server = self._reach()
            except OSError:
                client.close()
                continue
            self._open.append(server)
            turns = self.client_turns
            for source, drain, most in ((client, server, turns), (server, client, None)):
                threading.Thread(target=self._pass, args=(source, drain, most), daemon=True).start()

    def _reach(self) -> socket.socket:
        if isinstance(self._target, int):
            return socket.create_connection(("127.0.0.1", self._target))
        made = socket.socket(socket.AF_UNIX)
        made.connect(str(self._target))
        return made

    def _rationed(self, data: bytes, drain: socket.socket) -> bytes:
        """What of a server's `data` may pass."""
        name = drain.getsockname()  # of a socket in a folder it is a path
        to_client = isinstance(name, tuple) and name[1] == self.port
        if self._bytes_left is None or not to_client:
            return data
        with self._guard:
            passed = data[: self._bytes_left]
            self._bytes_left -= len(passed)
        return passed

    def _count(self, source: socket.socket) -> None:
        comes_from_client = source.family != socket.AF_UNIX and source.getsockname()[1] == self.port
        if self._turns_left is not None and comes_from_client:
            self._turns_left -= 1
            if self._turns_left == 0:
                self.fall_silent()

    def _pass(self, source: socket.socket, drain: socket.socket, most: int | None) -> None:
        turns = 0
        with suppress(OSError):
            while data := source.recv(65_536):
                if most is not None and turns >= most:
                    return  # both connections stay open, and nothing comes any more
                turns += 1
                self._count(source)
                self._speaking.wait()
                drain.sendall(self._rationed(data, drain))
            drain.shutdown(socket.SHUT_WR)
