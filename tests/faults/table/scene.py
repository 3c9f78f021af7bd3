"""Where a fault is played: a plan, a store, a real server, and the program in the midst of them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from tests.app.reachable import Listening
from tests.app.typed import CommandResult, Started, cipherbench
from tests.app.workers import nurseries_of, workers_of
from tests.families import below, family
from tests.faults.table.traces import Traces
from tests.patience import wait_until
from tests.proxies import Meddler

_INSIDE = re.compile(r" (INSERT|SELECT|idle in transaction)")
_ENDS_WITHIN = 180
"""Seconds after which a program counts as hanging."""

_WAITS = 80
"""More than connecting takes. Lanes of the table's loads send 120 requests a second together."""

_AT = re.compile(r"^\[(\d+) of", re.MULTILINE)


@dataclass(frozen=True)
class Troupe:
    """Who works on a server of ours at the same time: workers, each with so many lanes."""

    sides: int = 1
    lanes: int = 0


ALONE = Troupe()


@dataclass
class Scene:
    """What befalls the program here is mended in the opposite order."""

    folder: Path
    plan: Path
    traces: Traces
    away: Listening | None = None
    proxy: Meddler | None = None
    troupe: Troupe = ALONE
    store: str = ""
    words: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    """Words before the program's own, such as those of `setpriv`."""
    environment: dict[str, str] = field(default_factory=dict)
    streams: dict[str, Any] = field(default_factory=dict)
    limits: dict[int, int] = field(default_factory=dict)
    """The system's for the program, by their numbers in `resource`."""
    done_before: int = 0
    """How many of the campaign's two runs an earlier program has done."""
    stored: int = 0
    """How many runs were over when the fault came."""
    at: float = 0.0
    """When it came, in seconds since the epoch."""
    terminal: int = -1
    _mends: list[Callable[[], object]] = field(default_factory=list)
    _ends: list[Callable[[], object]] = field(default_factory=list)
    _caught: list[psutil.Process] = field(default_factory=list)
    _waits: int | None = None
    """Of the server's processes, when all lanes were first seen to be connected."""
    _program: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        self.store = self.store or str(self.folder / "s.sqlite")

    @property
    def program(self) -> subprocess.Popen[bytes]:
        assert self._program is not None
        return self._program

    @property
    def meddler(self) -> Meddler:
        assert self.proxy is not None
        return self.proxy

    @property
    def there(self) -> Listening:
        assert self.away is not None
        return self.away

    @property
    def message(self) -> str:
        """What the program has written to stderr."""
        path = self.folder / "said"
        return path.read_text(errors="replace") if path.exists() else ""

    def start(self) -> None:
        """Start the program, as the leader of a session of its own."""
        words = self.words or ("run", str(self.plan))
        with (self.folder / "said").open("wb") as into:
            self._program = self._started(
                *words,
                *("--store", self.store),
                **{
                    "stdin": subprocess.DEVNULL,
                    "stdout": subprocess.DEVNULL,
                    "stderr": into,
                    **self.streams,
                },
                env={
                    **os.environ,
                    "TMPDIR": str(self.traces.temporary),
                    **self.environment,
                },
                start_new_session=True,
            )

    def _started(self, *words: object, **more: Any) -> subprocess.Popen[bytes]:
        """Forked, unless it is to begin in surroundings that a fork cannot have."""
        preloaded = "LD_PRELOAD" in self.environment
        if not (self.before or preloaded):
            return Started(*words, limits=self.limits, **more)
        return subprocess.Popen(
            [*self.before, sys.executable, "-m", "app", *map(str, words)], **more
        )

    def end(self) -> int:
        """The code that the program has ended with.

        Raises: AssertionError, when it hangs
        """
        try:
            return self.program.wait(_ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it hangs, and has said: {self.message}") from None

    def see(self) -> None:
        """Note what is over and what the program holds: the fault comes now."""
        seen = [int(each) for each in _AT.findall(self.message)]
        self.stored = max(seen, default=0) - self.message.count(": failed")
        self.at = time.time()
        self.traces.note(self.program.pid)

    def release(self, but: Collection[psutil.Process] = ()) -> None:
        """Let go on whom the proxy or the scene holds, but for those who have been stopped."""
        if self.proxy is not None:
            self.proxy.goes_on.set()
        for each in self._caught:
            if each not in but:
                with suppress(psutil.NoSuchProcess):
                    each.resume()

    def mends(self, act: Callable[[], object]) -> None:
        """Have something done before the program is called again."""
        self._mends.append(act)

    def at_last(self, act: Callable[[], object]) -> None:
        self._ends.append(act)

    def mend(self) -> None:
        """Undo what was done to the program's surroundings."""
        while self._mends:
            self._mends.pop()()

    def close(self) -> None:
        """Whatever became of it, nothing stays."""
        if self._program is not None:
            for each in psutil.Process().children(recursive=True):
                with suppress(psutil.Error, OSError):
                    if os.getsid(each.pid) == self._program.pid:
                        each.kill()
            with suppress(OSError):
                os.killpg(self._program.pid, signal.SIGKILL)
            self._program.wait()
        self.mend()
        if self.proxy is not None:
            self.proxy.close()
        while self._ends:
            self._ends.pop()()

    # What a fault finds its victims by.

    def wait_for(self, words: str) -> None:
        wait_until(lambda: words in self.message or self.program.poll() is not None)
        assert words in self.message, self.message

    def catch_the_worker(self) -> None:
        """Have the worker of a run on a server of ours stand still while it is inside an operation,
        until the scene lets go on. One that has come out before it stood still goes on at once.
        Lanes do not: all are connected as long as they ask."""
        server = self.server()
        if self.troupe.lanes:
            wait_until(lambda: self._are_asking(server) or self.program.poll() is not None)
            return

        def caught() -> bool:
            assert self.program.poll() is None, f"it has ended, and has said: {self.message}"
            if not self._is_inside(server):
                return False
            for each in self.workers():
                self.hold(each)
            if not (inside := self._is_inside(server)):
                self.release()
                self._caught.clear()
            return inside

        wait_until(caught)

    def hold(self, worker: psutil.Process) -> None:
        """Have a process stand still until the scene lets go on."""
        self._caught.append(worker)
        worker.suspend()

    @staticmethod
    def is_inside(process: psutil.Process) -> bool:
        """Whether a process of PostgreSQL's is inside a run's transaction; its title says so."""
        title = " ".join(_words_of(process))
        return "cipherbench_" in title and _INSIDE.search(title) is not None

    def _is_inside(self, server: psutil.Process) -> bool:
        """PostgreSQL's processes say what they do; MariaDB has files by the names of tables. Sides
        of a lockstep warm up one after another, and are inside an operation together."""
        if server.name() == "postgres":
            return sum(map(self.is_inside, below(server.pid))) >= self.troupe.sides
        data = self.traces.home / "servers"
        return any(data.glob("*/run/**/cipherbench_*_2_*/notificacao.ibd"))

    def _are_asking(self, server: psutil.Process) -> bool:
        """Whether the server's processes have waited so often for the next request of a lane: all
        are connected some time before the load begins."""
        serving = [
            each for each in below(server.pid) if "cipherbench_" in " ".join(_words_of(each))
        ]
        if len(serving) != self.troupe.sides * self.troupe.lanes:
            self._waits = None
            return False
        with suppress(psutil.Error):
            waits = sum(each.num_ctx_switches().voluntary for each in serving)
            self._waits = self._waits or waits
            return bool(waits - self._waits > _WAITS)
        return False

    def worker(self) -> psutil.Process:
        """The process that carries out a run, or the first of them."""
        return self.workers()[0]

    def workers(self) -> list[psutil.Process]:
        """Those of all sides."""
        each = 1 + self.troupe.lanes
        return self._crew()[self.troupe.lanes :: each]

    def lanes(self) -> list[psutil.Process]:
        """Those of the first worker; they are started before it."""
        assert self.troupe.lanes
        return self._crew()[: self.troupe.lanes]

    def _crew(self) -> list[psutil.Process]:
        """Lanes and workers in the order of their start."""
        program, many = self.program.pid, self.troupe.sides * (1 + self.troupe.lanes)
        wait_until(lambda: len(workers_of(program)) == many)
        return sorted(workers_of(program), key=lambda each: each.pid)

    def nursery(self) -> psutil.Process:
        wait_until(lambda: nurseries_of(self.program.pid))
        return nurseries_of(self.program.pid)[0]

    def keeper(self) -> psutil.Process:
        """The process beside a server of ours."""
        wait_until(self.keepers)
        return self.keepers()[0]

    def keepers(self) -> list[psutil.Process]:
        return [each for each in self.family() if "keeper.py" in " ".join(_words_of(each))]

    def server(self) -> psutil.Process:
        """The server that it keeps, and no program that prepares for it."""
        wait_until(self._servers)
        return self._servers()[0]

    def _servers(self) -> list[psutil.Process]:
        with suppress(psutil.Error):
            return [each for each in self.keeper().children() if each.name() in _SERVERS]
        return []

    def family(self) -> list[psutil.Process]:
        return family(self.program.pid)

    def call(self, *words: object) -> CommandResult:
        """The program again, once all is mended."""
        return cipherbench(*words, "--store", self.store)


_SERVERS = ("postgres", "mariadbd")


def _words_of(process: psutil.Process) -> list[str]:
    with suppress(psutil.Error):
        return list(process.cmdline())
    return []
