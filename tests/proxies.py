"""Proxies before a real server: one that does something to a connection when a certain word comes
by, and one that falls silent when it is told to."""

from __future__ import annotations

import re
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

type Meddling = Callable[[Link], None]


@dataclass
class Link:
    """A connection: both of its ends, and what befalls what the server says on it."""

    client: socket.socket
    server: socket.socket
    meddler: Meddler
    change: Callable[[bytes], bytes | None] = lambda output: output
    """What the client gets of what the server has said; None: the end."""
    turns: int | None = None

    def cut(self) -> None:
        """End both ends in order."""
        for each in (self.client, self.server):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def reset(self) -> None:
        """Have the client's system say that the connection was broken off."""
        with suppress(OSError):
            self.client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.client.close()
        with suppress(OSError):
            self.server.shutdown(socket.SHUT_RDWR)

    def half_close(self) -> None:
        """Say nothing more to the client and go on listening to it."""
        with suppress(OSError):
            self.client.shutdown(socket.SHUT_WR)


@dataclass
class _Trap:
    """What happens once clients have said `word` so often, and `turns` things more behind it."""

    word: re.Pattern[bytes]
    times: int
    turns: int
    act: Meddling
    open: bool = field(default=True)


class Meddler:
    """Passes connections on from a port of 127.0.0.1 to a port or a Unix socket."""

    def __init__(self, target: int | Path) -> None:
        self.reached = threading.Event()
        """Whether an act has been carried out."""
        self.goes_on = threading.Event()
        """Whether connections that are held go on."""
        self.at_first: Meddling = lambda link: None
        """What befalls every connection at its beginning."""
        self._target = target
        self._traps: list[_Trap] = []
        self._open: list[Link] = []
        self._threads: list[threading.Thread] = []
        self._unheard: list[socket.socket] = []
        self.deaf = False
        """Whether those who come are let wait, and never heard."""
        self.clients = 0
        """How many have come."""
        self._guard = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._let_in, args=(self._door,), daemon=True).start()

    def lie_in_wait(self) -> None:
        """Hold connections again, also where some were held and have gone on."""
        self.reached.clear()
        self.goes_on.clear()

    def at(self, word: str, act: Meddling, *, times: int = 1, turns: int = 0) -> None:
        """Do something when a client has said `word` for so many times, and so much more."""
        self._traps.append(_Trap(re.compile(word.encode(), re.IGNORECASE), times, turns, act))

    def hold(self, link: Link) -> None:
        """Pass nothing on until the proxy is told to go on."""
        del link
        self.reached.set()
        self.goes_on.wait()

    def refuse(self) -> None:
        """Listen no more, and throw everybody out."""
        self._door.close()
        for link in self._open:
            link.cut()

    def mend(self) -> None:
        """Do nothing more to anybody, and let everybody in."""
        self._traps.clear()
        self.deaf = False
        self._throw_out_the_unheard()
        self.at_first = lambda link: None
        self.goes_on.set()
        if self._door.fileno() < 0:
            self._door = socket.create_server(("127.0.0.1", self.port))
            threading.Thread(target=self._let_in, args=(self._door,), daemon=True).start()

    def close(self) -> None:
        """End all that goes through it, and give its sockets back."""
        self._throw_out_the_unheard()
        self.goes_on.set()
        self.refuse()
        for each in self._threads:
            each.join(5)
        for link in self._open:
            link.client.close()
            link.server.close()

    def _throw_out_the_unheard(self) -> None:
        while self._unheard:
            self._unheard.pop().close()

    def _let_in(self, door: socket.socket) -> None:
        while True:
            try:
                client, _ = door.accept()
            except OSError:
                return
            self.clients += 1
            if self.deaf:
                self._unheard.append(client)
            else:
                self._begin(self._serve, client)

    def _begin[T](self, work: Callable[[T], None], what: T) -> None:
        thread = threading.Thread(target=work, args=(what,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _serve(self, client: socket.socket) -> None:
        try:
            link = Link(client, self._reach(), self)
        except OSError:
            client.close()
            return
        self._open.append(link)
        self.at_first(link)
        self._begin(self._answer, link)
        with suppress(OSError):
            while output := link.client.recv(65_536):
                self._look(link, output)
                link.server.sendall(output)
        with suppress(OSError):  # also where a client was killed, or its connection reset
            link.server.shutdown(socket.SHUT_WR)

    def _answer(self, link: Link) -> None:
        with suppress(OSError):
            while output := link.server.recv(65_536):
                given = link.change(output)
                if given is None:
                    break
                link.client.sendall(given)
        with suppress(OSError):
            link.client.shutdown(socket.SHUT_WR)

    def _look(self, link: Link, output: bytes) -> None:
        """Carry out what is due at what a client says."""
        for trap in list(self._traps):
            if self._is_due(trap, link, output):
                self.reached.set()
                trap.act(link)

    def _is_due(self, trap: _Trap, link: Link, output: bytes) -> bool:
        with self._guard:
            if not trap.open:
                return False
            if link.turns is not None:
                link.turns -= 1
            elif trap.word.search(output):
                trap.times -= 1
                if trap.times == 0:
                    link.turns = trap.turns
            if link.turns != 0:
                return False
            trap.open = False
            return True

    def _reach(self) -> socket.socket:
        if isinstance(self._target, int):
            return socket.create_connection(("127.0.0.1", self._target))
        made = socket.socket(socket.AF_UNIX)
        made.connect(str(self._target))
        return made


class Proxy(Meddler):
    """Passes all on until it falls silent.

    `client_turns` is how often a client may send something on a connection before the proxy falls
    silent on it (0: it never says a word); None: as often as it likes. `server_bytes` is how many
    the server may send, on all connections together.
    """

    def __init__(
        self, target: int | Path, client_turns: int | None = None, server_bytes: int | None = None
    ) -> None:
        super().__init__(target)
        self.client_turns = client_turns
        self._bytes_left = server_bytes
        self._turns_left: int | None = None
        self._over = threading.Event()
        self.at_first = self._restrain
        self.goes_on.set()

    @property
    def client_turns(self) -> int | None:
        return self._client_turns

    @client_turns.setter
    def client_turns(self, turns: int | None) -> None:
        self._client_turns, self.deaf = turns, turns == 0

    def fall_silent(self) -> None:
        """Swallow nothing and say nothing, on any connection."""
        self.goes_on.clear()

    def fall_silent_after(self, turns: int) -> None:
        """Fall silent once clients have sent something so many times more."""
        self._turns_left = turns

    def let_nobody_in(self) -> None:
        """Never say a word to those who come from now on; who is in stays served."""
        self.client_turns = 0

    def speak(self) -> None:
        """Go on where it fell silent, and let new connections through."""
        self.client_turns = None
        self.goes_on.set()

    def close(self) -> None:
        self._over.set()
        super().close()

    def _restrain(self, link: Link) -> None:
        link.turns, link.change = self.client_turns, self._rationed

    def _look(self, link: Link, output: bytes) -> None:
        if link.turns is not None:
            if link.turns == 0:
                self._over.wait()  # both connections stay open, and nothing comes any more
            link.turns -= 1
        if self._turns_left is not None:
            self._turns_left -= 1
            if self._turns_left == 0:
                self.fall_silent()
        self.goes_on.wait()

    def _rationed(self, output: bytes) -> bytes:
        """What of a server's output may pass."""
        self.goes_on.wait()
        if self._bytes_left is None:
            return output
        with self._guard:
            passed = output[: self._bytes_left]
            self._bytes_left -= len(passed)
        return passed
