"""A server that asks for a password, and looking at a program's processes while it runs."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import quote

from engines.platform.proc_files import read_proc_file
from engines.platform.process_counters import processes_under
from engines.servers.server import ServerSpec
from tests.engines.tcp_servers import Reachable, serve_postgres, set_password

USER = "maker"


@contextmanager
def guarded_postgres(home: Path, password: str) -> Iterator[Reachable]:
    """A PostgreSQL with TCP whose user `maker` has this password and may make databases."""
    folder = Path(tempfile.mkdtemp(prefix="guarded-", dir=home))
    folder.chmod(0o711)
    with serve_postgres(folder, {}) as postgres:
        set_password(postgres, USER, password)
        with postgres.admin() as admin:
            admin.execute(f"alter role {USER} createdb")
        yield postgres


def spec_of_guarded(postgres: Reachable, name: str) -> ServerSpec:
    """That server as a plan names it, entered by TCP."""
    end = postgres.server.endpoint
    return replace(postgres.spec(user=USER), name=name, database=end.database)


def program(
    *words: object, variables: Mapping[str, str] | None = None, folder: Path | None = None
) -> subprocess.Popen[str]:
    """`cipherbench` as a user starts it, not waited for."""
    return subprocess.Popen(
        [sys.executable, "-m", "app", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **(variables or {})},
    )


_SELDOM = 8


@dataclass
class Process:
    """What /proc has shown of a process: all command lines, and all its environments."""

    commands: set[bytes] = field(default_factory=set)
    environments: set[bytes] = field(default_factory=set)
    seen: set[tuple[bytes, bytes]] = field(default_factory=set)
    """Command lines with the environment at that moment: one that is about to become another
    program still shows those of the one that starts it."""
    limits: str = ""
    dump_filter: str = ""
    last_command: bytes = b""
    looks: int = 0

    def look(self, folder: Path) -> None:
        """At all of it once it has become another program, and now and then."""
        command = read_proc_file(folder / "cmdline")
        self.looks += 1
        if command == self.last_command and self.looks % _SELDOM:
            return
        self.last_command = command
        environment = (folder / "environ").read_bytes()
        if command:  # a process that has ended and is not fetched has none
            self.commands.add(command)
            self.environments.add(environment)
            if (folder / "cmdline").read_bytes() == command:
                self.seen.add((command, environment))
            # Nothing is told of one that has just ended.
            self.limits = (folder / "limits").read_text() or self.limits
            self.dump_filter = (folder / "coredump_filter").read_text().strip() or self.dump_filter

    def environments_as(self, word: bytes) -> bytes:
        """All that were there while its command line had a word."""
        return b"".join(environment for command, environment in self.seen if word in command)

    def is_a(self, word: bytes) -> bool:
        return any(word in each for each in self.commands)


class Family:
    """Watches a program and everything that it has started, down to the last one, but for those
    that are `separate`."""

    def __init__(self, pid: int, separate: Collection[int] = ()) -> None:
        self.pid = pid
        self._separate = separate
        self.known: dict[int, Process] = {pid: Process()}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Family:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def program(self) -> Process:
        return self.known[self.pid]

    @property
    def children(self) -> list[Process]:
        return [each for pid, each in self.known.items() if pid != self.pid and each.commands]

    def of_kind(self, word: bytes) -> list[Process]:
        return [each for each in self.children if each.is_a(word)]

    def wait_for(self, word: bytes, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not self.of_kind(word):
            assert time.monotonic() < deadline, f"no {word!r} was started"
            time.sleep(0.02)

    def _watch(self) -> None:
        there = dict(self.known)
        while not self._over.is_set():
            for pid in processes_under(self.pid, self._separate):
                if pid not in self.known:
                    self.known[pid] = there[pid] = Process()
            for pid, each in list(there.items()):
                try:
                    each.look(Path(f"/proc/{pid}"))
                except FileNotFoundError:
                    del there[pid]  # it is gone
                except OSError:
                    continue
            self._over.wait(0.03)


def store_address(server: Reachable, database: str, password: str = "") -> str:
    """Of a database of the user's."""
    secret = f":{quote(password, safe='')}" if password else ""
    return f"postgresql+psycopg://{USER}{secret}@127.0.0.1:{server.port}/{database}"


def core_limits(limits: str) -> list[str]:
    """What /proc tells of core files among a process's limits: the soft one and the hard one."""
    line = next(each for each in limits.splitlines() if each.startswith("Max core file size"))
    return line.split()[4:6]


def fresh_password() -> str:
    """One that no other session on this machine has."""
    return f"p'a\"s;s %w@ö\\x{{0}}-{secrets.token_hex(6)}"
