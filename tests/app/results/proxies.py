"""A proxy before a database server that can be cut off and put back, as a network can.

It is a process of its own: MariaDB's driver keeps the interpreter's lock while it waits for the
rest of a result, which threads of the same process would then never pass on.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

_ROOT = Path(__file__).parents[3]


class Proxy:
    """Listens on a port of 127.0.0.1 and passes everything on to a Unix socket."""

    def __init__(self, target: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.app.results.proxies", str(target)],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = self._answer()

    def cut(self) -> None:
        """Everybody is thrown out, and nobody is let in."""
        self._ask("cut")

    def restore(self) -> None:
        """Let in whoever comes."""
        self._ask("restore")

    def lose_answers(self, count: int) -> None:
        """So many batches of samples are committed, and both ends cut off before the answer."""
        self._ask(f"lose {count}")

    def lost(self) -> int:
        """How many answers were lost so far."""
        return self._ask("lost")

    def close(self) -> None:
        """Cut off for good."""
        self._process.communicate()

    def _ask(self, what: str) -> int:
        assert self._process.stdin is not None
        self._process.stdin.write(what + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> int:
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())


class _Relay:
    """The proxy's own process."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._there = True
        self._ends: list[socket.socket] = []
        self._guard = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._to_lose = self._lost = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def serve(self) -> None:
        _say(self._listener.getsockname()[1])
        for line in sys.stdin:
            word, *rest = line.split()
            match word:
                case "cut":
                    self._cut()
                case "restore":
                    self._there = True
                case "lose":
                    self._to_lose = int(rest[0])
            _say(self._lost)

    def _cut(self) -> None:
        with self._guard:
            self._there = False
            ends, self._ends = self._ends, []
        for each in ends:
            _end(each)

    def _accept(self) -> None:
        while True:
            client, _ = self._listener.accept()
            with self._guard:
                if not self._there:
                    client.close()
                    continue
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._target)
                self._ends += [client, server]
            for work in (self._ask, self._answer):
                threading.Thread(target=work, args=(client, server), daemon=True).start()

    def _ask(self, client: socket.socket, server: socket.socket) -> None:
        """From the client to the server; with a batch of samples its commit may go unanswered."""
        written = False
        with suppress(OSError):
            while data := client.recv(65536):
                written |= b"INSERT INTO probe_samples" in data
                commit = b"COMMIT" in data
                if commit and written and self._to_lose:
                    self._to_lose -= 1
                    self._lost += 1
                    _end(client)  # so that the answer reaches nobody
                written &= not commit
                server.sendall(data)
        _end(server)

    def _answer(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                client.sendall(data)
        _end(client)


def _end(each: socket.socket) -> None:
    """Wake whoever reads from it; it is closed with the process, so that no number is reused."""
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)


def _say(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _Relay(sys.argv[1]).serve()
