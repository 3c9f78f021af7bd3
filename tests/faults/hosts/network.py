"""What coordinator and hosts are connected by: a shaped cable between network namespaces where
these are allowed, else loopback with a wire for each host that can be cut as well."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.faults.hosts import cable

PORT = 5433


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
    asked = os.environ.get("CIPHERBENCH_HOSTS_LOOPBACK")
    if asked or not Path("/dev/net/tun").exists() or not _may_have_namespaces():
        with _loopback(places) as made:
            yield made
    else:
        with _namespaces(places) as made:
            yield made


def _may_have_namespaces() -> bool:
    if os.geteuid():
        return False
    with suppress(OSError, subprocess.CalledProcessError):
        _ip("netns", "add", _namespace(0))
        _ip("netns", "del", _namespace(0))
        return True
    return False


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def _namespace(place: int) -> str:
    """Names are the whole machine's."""
    return f"cb{os.getpid()}-{place}"


class _Namespaces(Network):
    name = "namespaces, 20 ± 5 ms each way, 1 % loss, 10 Mbit/s"

    def __init__(self, carrier: subprocess.Popen[str]) -> None:
        self._carrier = carrier

    def coordinator(self, seen_from: int) -> tuple[str, int]:
        return cable.address(0), PORT

    def words(self, place: int) -> list[str]:
        return ["ip", "netns", "exec", _namespace(place)]

    def cut(self, place: int) -> None:
        self._tell(f"cut {place}")

    def heal(self, place: int) -> None:
        self._tell(f"heal {place}")

    def _tell(self, line: str) -> None:
        assert self._carrier.stdin is not None
        print(line, file=self._carrier.stdin, flush=True)


@contextmanager
def _namespaces(places: int) -> Iterator[_Namespaces]:
    names = [_namespace(each) for each in range(places)]
    try:
        for each in names:
            _ip("netns", "add", each)
        with subprocess.Popen(
            [sys.executable, "-m", cable.__name__, *names],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as carrier:
            assert carrier.stdout is not None and carrier.stdout.readline() == "up\n"
            yield _Namespaces(carrier)
            carrier.communicate(timeout=60)
    finally:
        for each in names:
            with suppress(subprocess.CalledProcessError):
                _ip("netns", "del", each)


class _Wire:
    """From a port of a host's to the coordinator; a cut one holds what comes."""

    def __init__(self, target: int) -> None:
        self.whole = threading.Event()
        self.whole.set()
        self._target = target
        self._door = socket.create_server(("127.0.0.1", 0))
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
        with (
            theirs,
            suppress(OSError),
            socket.create_connection(("127.0.0.1", self._target)) as ours,
        ):
            back = threading.Thread(target=self._pass_on, args=(ours, theirs), daemon=True)
            back.start()
            self._pass_on(theirs, ours)
            back.join()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while said := source.recv(65_536):
                self.whole.wait()
                target.sendall(said)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)


class _Loopback(Network):
    name = "loopback"

    def __init__(self, port: int, places: int) -> None:
        self._port = port
        self.wires = [_Wire(port) for _ in range(1, places)]

    def coordinator(self, seen_from: int) -> tuple[str, int]:
        return "127.0.0.1", self.wires[seen_from - 1].port if seen_from else self._port

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
