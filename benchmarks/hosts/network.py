"""What coordinator and hosts are connected by: a shaped cable between network namespaces where
these are allowed, else loopback with a wire for each host that can be cut as well."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from benchmarks.hosts import cable

PORT = 5433
LOOPBACK, NAMESPACES = "loopback", "network namespaces"


class Network(ABC):
    """Place 0 is the coordinator's, those behind it are the hosts'."""

    name: str

    @abstractmethod
    def coordinator(self, seen_from: int) -> tuple[str, int]:
        """Where its PostgreSQL is reached."""

    @abstractmethod
    def words(self, place: int) -> list[str]:
        """Before those of a program that is to run in a place."""

    @abstractmethod
    def cut(self, place: int) -> None:
        """Let nothing pass to and from a place, without a word to anybody."""

    @abstractmethod
    def heal(self, place: int) -> None:
        """Undo that."""


@contextmanager
def network(places: int) -> Iterator[Network]:
    """The best that this machine allows, or loopback where CIPHERBENCH_HOSTS_LOOPBACK is set."""
    if os.environ.get("CIPHERBENCH_HOSTS_LOOPBACK") or not may_have_namespaces():
        with _loopback(places) as made:
            yield made
    else:
        with namespaces(places) as made:
            yield made


def may_have_namespaces() -> bool:
    """Whether this machine allows them, and TUNs in them."""
    programs = all(map(shutil.which, ("ip", "nsenter", "unshare")))
    if os.geteuid() or not Path("/dev/net/tun").exists() or not programs:
        return False
    words = ["unshare", "--net", "ip", "tuntap", "add", "dev", "probe", "mode", "tun"]
    return subprocess.run(words, check=False, capture_output=True).returncode == 0


class _Namespaces(Network):
    name = "namespaces, 20 ± 5 ms each way, 1 % loss, 10 Mbit/s"

    def __init__(self, carrier: subprocess.Popen[str], entries: Sequence[str]) -> None:
        """`entries` are the descriptors of the carrier's that lead into each place."""
        self._carrier, self._entries = carrier, entries

    def coordinator(self, seen_from: int) -> tuple[str, int]:
        return cable.address(0), PORT

    def words(self, place: int) -> list[str]:
        return ["nsenter", f"--net=/proc/{self._carrier.pid}/fd/{self._entries[place]}"]

    def cut(self, place: int) -> None:
        self._tell(f"cut {place}")

    def heal(self, place: int) -> None:
        self._tell(f"heal {place}")

    def _tell(self, line: str) -> None:
        assert self._carrier.stdin is not None
        print(line, file=self._carrier.stdin, flush=True)


@contextmanager
def namespaces(places: int) -> Iterator[Network]:
    """So many, on a shaped cable."""
    with subprocess.Popen(
        [sys.executable, "-m", cable.__name__, str(places)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as carrier:
        assert carrier.stdout is not None
        up, *entries = carrier.stdout.readline().split()
        assert up == "up"
        yield _Namespaces(carrier, entries)
        carrier.communicate(timeout=60)


class Wire:
    """From a port of `address` to what `reach` connects to; a cut one holds what comes."""

    def __init__(self, address: str, reach: Callable[[], socket.socket]) -> None:
        self.whole = threading.Event()
        self.whole.set()
        self._reach = reach
        self._door = socket.create_server((address, 0))
        self.port: int = self._door.getsockname()[1]
        self._threads = [threading.Thread(target=self._let_in, daemon=True)]
        self._threads[0].start()

    def close(self) -> None:
        self.whole.set()
        self._door.shutdown(socket.SHUT_RDWR)  # whoever waits there hears of it
        self._door.close()
        for each in self._threads:
            each.join(5)

    def _let_in(self) -> None:
        with suppress(OSError):
            while True:
                theirs, _ = self._door.accept()
                self._threads.append(
                    threading.Thread(target=self._serve, args=(theirs,), daemon=True)
                )
                self._threads[-1].start()

    def _serve(self, theirs: socket.socket) -> None:
        self.whole.wait()
        with theirs, suppress(OSError), self._reach() as ours:
            back = threading.Thread(target=self._pass_on, args=(ours, theirs), daemon=True)
            back.start()
            self._pass_on(theirs, ours)
            back.join()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while message := source.recv(65_536):
                self.whole.wait()
                target.sendall(message)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)


class _Loopback(Network):
    name = LOOPBACK

    def __init__(self, port: int, places: int) -> None:
        self._port = port
        self.wires = [Wire("127.0.0.1", self._connect) for _ in range(1, places)]

    def coordinator(self, seen_from: int) -> tuple[str, int]:
        return "127.0.0.1", self.wires[seen_from - 1].port if seen_from else self._port

    def _connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self._port))

    def words(self, place: int) -> list[str]:
        return []

    def cut(self, place: int) -> None:
        self.wires[place - 1].whole.clear()

    def heal(self, place: int) -> None:
        self.wires[place - 1].whole.set()


@contextmanager
def _loopback(places: int) -> Iterator[_Loopback]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    made = _Loopback(port, places)
    try:
        yield made
    finally:
        for each in made.wires:
            each.close()
