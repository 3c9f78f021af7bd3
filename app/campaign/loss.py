"""What became of a server that a run has lost, and of the databases that failed runs left there.

A lost server is told of by its container, its process and its log.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from app.campaign.events import Event, Noted
from app.campaign.servers import ServerPool, is_ours
from engines.errors import CipherbenchError, disk_full, tells_full_disk
from engines.server import Server

_ENDING_SECONDS = 1.0
"""Seconds that a process may take from its last answer to its end."""

_LONGEST = 300
"""Characters of a line of a log: some hold whole statements."""


class Trail:
    """Looks at a server before a run, so that it can be told afterwards what happened to it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._log_begins = _size(server.log)

    def explain(self, reason: str) -> str:
        """Why a run failed, with what befell its server in front where that is known."""
        if said := self._words_of_full_disk():
            return disk_full(self._server.engine.title, said).advice
        return f"{self._befell()} {reason}".strip()

    def _befell(self) -> str:
        endpoint = self._server.endpoint
        if endpoint.container is not None:
            from engines.container.server import why_lost

            return why_lost(endpoint) or ""
        if endpoint.pid is None or self._answers():
            return ""
        return _ending_of(endpoint.pid)

    def _answers(self) -> bool:
        try:
            self._server.engine.connect(self._server.endpoint).close()
        except CipherbenchError:
            return False
        return True

    def _words_of_full_disk(self) -> str:
        """What the server has written about it since; it may have left the client without."""
        new = _size(self._server.log) - self._log_begins
        lines = self._server.log_tail(new).splitlines() if new > 0 else []
        return next((line[:_LONGEST] for line in lines if tells_full_disk(line)), "")


class Leftovers:
    """Databases of failed runs. Their workers drop them, where the server still lets them."""

    def __init__(self, pool: ServerPool) -> None:
        self._pool = pool
        self._left: dict[str, list[str]] = {}

    def add(self, server: str, database: str) -> None:
        """A run failed that worked in `database`."""
        self._left.setdefault(server, []).append(database)

    def drop(self, name: str) -> None:
        """Drop what is still there on a server that answers; what cannot be dropped stays noted."""
        server = self._pool.servers[name]
        for database in list(self._left.get(name, ())):
            with suppress(CipherbenchError):
                server.engine.drop_database(server.endpoint, database)
                self._left[name].remove(database)

    def drop_all(self, sink: Callable[[Event], None]) -> None:
        """Drop what is there on all servers, and tell what stays on those that are not ours."""
        for name in self._left:
            if is_ours(self._pool.servers[name]):
                continue
            self.drop(name)
            for database in self._left[name]:
                values = {"database": database, "server": name}
                text = (
                    "{database} stays on {server}: resume the campaign, which drops it where the "
                    "server lists its databases, or drop it there."
                )
                sink(Noted(text, "warning", time.time(), values=values))


def _size(log: Path | None) -> int:
    with suppress(OSError):
        return log.stat().st_size if log else 0
    return 0


def _ending_of(pid: int) -> str:
    """How a process ended; empty while it goes on."""
    deadline = time.monotonic() + _ENDING_SECONDS
    while True:
        try:
            state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return "The server's process is gone."
        if state == "Z":
            return _words_for(int(rest[-1]))
        if time.monotonic() > deadline:
            return ""
        time.sleep(0.02)


def _words_for(status: int) -> str:
    """What the status of an ended process says, in the form that `wait` gives it."""
    number = status & 0x7F
    if number == signal.SIGKILL:
        return "The server was killed (SIGKILL), by somebody or for want of memory."
    if number:
        return f"The server crashed or was ended from outside ({signal.Signals(number).name})."
    code = f" (exit code {status >> 8})" if status else ""
    return f"The server has ended{code}."
