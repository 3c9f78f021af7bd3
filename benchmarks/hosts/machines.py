"""A coordinator and its hosts: programs of their own, each with a home and a place of the
network."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import psutil
from sqlalchemy import URL

from app.hosts.coordinator import DATABASE
from app.hosts.store_login import StoreLogin, store_login
from app.system.password_sources import variable_of
from benchmarks.children import surroundings
from benchmarks.hosts.network import PORT, Network, may_have_namespaces, namespaces
from benchmarks.missing import PeerMissing
from engines.platform.process_counters import processes_under

_START_SECONDS = 300
_END_SECONDS = 20
_ROOT = Path(__file__).parents[2]


@dataclass
class Machines:
    """Place 0 is the coordinator's; those of the hosts come in the order of `names`."""

    network: Network
    folder: Path
    names: Sequence[str]
    environment: Mapping[str, str]
    _running: list[subprocess.Popen[str]] = field(default_factory=list)

    def start_coordinator(self) -> None:
        """Serve a store that all hosts may join."""
        admitted = [word for each in self.names for word in ("--host", each)]
        words = ["-m", "app", "coordinator", "--listen", self.network.coordinator(0)[0]]
        self._coordinator = self.start(0, [*words, "--port", str(PORT), *admitted])
        self.await_words(self._coordinator, "Serving until Ctrl+C.")

    def start_host(self, name: str) -> subprocess.Popen[str]:
        """Start `cipherbench host`, which need not have joined yet."""
        words = ["-m", "app", "host", "--name", name, "--store", self.store(name)]
        return self.start(self.names.index(name) + 1, words)

    def start(
        self, place: int, words: Sequence[str], before: Sequence[str] = ()
    ) -> subprocess.Popen[str]:
        """Start Python with these words in a place, by the program `before`; it is told by lines
        and answers in lines."""
        with self._log(len(self._running)).open("w") as log:
            started = subprocess.Popen(
                [*self.network.words(place), *before, sys.executable, *words],
                cwd=_ROOT,
                env={**self.environment, "CIPHERBENCH_HOME": str(self._home(place))},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self._running.append(started)
        return started

    def await_words(self, program: subprocess.Popen[str], words: str) -> None:
        """Until it has written them to stderr."""
        log, until = self._log(self._running.index(program)), time.monotonic() + _START_SECONDS
        while words not in (message := log.read_text()):
            if program.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"A program did not begin: {message[-2000:]}")
            time.sleep(0.1)

    def store(self, user: str) -> str:
        """The address of the store for a user, over the network."""
        certificate = self._home(0) / "coordinator" / "coordinator.crt"
        query = {"sslmode": "verify-full", "sslrootcert": str(certificate)}
        host, port = self.network.coordinator(0)
        return URL.create("postgresql", user, None, host, port, DATABASE, query).render_as_string()

    @cached_property
    def owner(self) -> StoreLogin:
        """Of the store, by the socket of its machine: beside the network."""
        for each in self.coordinator_family():
            for word in each.cmdline():
                option, _, folder = word.partition("=")
                if option == "unix_socket_directories":
                    where = {"host": folder}
                    url = URL.create("postgresql", "cipherbench", None, None, PORT, DATABASE, where)
                    return store_login(url.render_as_string())
        raise RuntimeError("The coordinator has no PostgreSQL.")

    def coordinator_family(self) -> list[psutil.Process]:
        """The coordinator's program, its PostgreSQL and all that serves hosts there."""
        found = []
        for each in processes_under(self._coordinator.pid):
            with suppress(psutil.Error):
                found.append(psutil.Process(each))
        return found

    def close(self) -> None:
        """End all, hosts first."""
        for each in reversed(self._running):
            each.terminate()
        for each in reversed(self._running):
            with suppress(subprocess.TimeoutExpired):
                each.wait(_END_SECONDS)
            each.kill()
            each.wait()

    def _home(self, place: int) -> Path:
        if not place:
            return Path(self.environment["CIPHERBENCH_HOME"])
        home = self.folder / f"home{place}"
        home.mkdir(mode=0o700, exist_ok=True)
        return home

    def _log(self, number: int) -> Path:
        return self.folder / f"{number}.log"


@contextmanager
def machines(hosts: int) -> Iterator[Machines]:
    """A running coordinator for so many hosts, each in a network namespace of its own on a shaped
    cable; nothing of it stays.

    Raises: PeerMissing
    """
    if not may_have_namespaces():
        raise PeerMissing("Network namespaces need root, /dev/net/tun, ip, nsenter and unshare.")
    names = [f"rack{number + 1}" for number in range(hosts)]
    passwords = {variable_of(each): f"of {each}" for each in (*names, "coordinator", "viewer")}
    with (
        surroundings() as there,
        tempfile.TemporaryDirectory() as folder,
        namespaces(hosts + 1) as network,
    ):
        made = Machines(network, Path(folder), names, {**there, **passwords})
        try:
            made.start_coordinator()
            yield made
        finally:
            made.close()


def tell_load() -> None:
    """What else the machine did lately, beside figures that depend on it."""
    message = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"  load average {message}", file=sys.stderr, flush=True)
