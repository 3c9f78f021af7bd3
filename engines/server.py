"""Servers: what a plan says of one, and one that answers, until it is let go."""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from engines.contract.capability import Capabilities
from engines.contract.endpoint import CONNECT_SECONDS, Endpoint, Source, TlsMode
from engines.contract.engine import Engine
from engines.contract.errors import ServerUnavailable
from engines.contract.message import Message, phrase
from engines.limits import LONGEST_NAME, LONGEST_TEXT, Limits, text_faults
from engines.looking.filesystem import add_layers

LIMITS: Mapping[str, Limits] = {
    "port": Limits(1, 65_535),
    "connect_seconds": Limits(1, 3600),
    "cpus": Limits(0.01, 1024),  # as Docker has it
    "memory_mb": Limits(6, 10_000_000),
}
"""Of the numbers of a `ServerSpec`, for plans and forms alike."""

_LONGEST = {"name": LONGEST_NAME, "host": 255, "user": 255, "database": 255}


@dataclass(frozen=True)
class ServerSpec:
    """A server as a plan names it. Passwords are never part of it.

    `binaries` is a folder with the server's programs (local), `data_directory` one that its data
    go into (embedded and local; a directory of ours is made in it), `directory` one for a Firebird
    server's database files (address). A container has an `image`, `cpus` cores and `memory_mb`
    (10⁶ bytes) at most. An `optional` server that is not there is left out.
    """

    name: str
    source: Source
    engine: str
    host: str | None = None
    port: int | None = None
    socket: str | None = None
    user: str | None = None
    database: str | None = None
    binaries: str | None = None
    directory: str | None = None
    tls: TlsMode = TlsMode.OFF
    tls_ca: str | None = None
    tls_certificate: str | None = None
    tls_key: str | None = None
    connect_seconds: int = CONNECT_SECONDS
    data_directory: str | None = None
    image: str | None = None
    cpus: float | None = None
    memory_mb: int | None = None
    optional: bool = False

    def faults(self) -> Iterator[Message]:
        """Clauses about values beyond their limits."""
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, str):
                yield from text_faults(each.name, value, _LONGEST.get(each.name, LONGEST_TEXT))
            elif each.name in LIMITS and value is not None:
                yield from LIMITS[each.name].faults(each.name, value)

    def same_as(self, other: ServerSpec) -> bool:
        """Whether two specs mean the same server; to be able to do without it is no difference."""
        return replace(self, optional=False) == replace(other, optional=False)


@dataclass
class Server:
    """A server that answers. `close` stops it if we started it."""

    spec: ServerSpec
    engine: Engine
    endpoint: Endpoint
    version: str = ""
    _keeper: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def log(self) -> Path | None:
        """The file of a server of ours that holds its messages as it wrote them; the container
        daemon keeps them in a form of its own."""
        end = self.endpoint
        return Path(end.log) if end.log and end.container is None else None

    def ask(self) -> Capabilities:
        """What the server can do, and what its data lie on.

        Raises: ServerUnavailable
        """
        return add_layers(self.engine.probe(self.endpoint), self.endpoint)

    def lies_on(self) -> Capabilities:
        """What lies under the server's data at this moment, also when it has been closed: the part
        of its answers that can change without its knowing."""
        endpoint = self.endpoint
        if endpoint.data is not None:
            folder = Path(endpoint.data)
            there = next(each for each in (folder, *folder.parents) if os.path.exists(each))  # noqa: PTH110 a dead mount is not there
            endpoint = replace(endpoint, data=str(there))
        return add_layers(Capabilities(self.version), endpoint)

    def close(self) -> None:
        """Stop a server of ours and remove its directory; leave any other as it is."""
        if self._keeper is None:
            return
        assert self._keeper.stdin is not None and self._keeper.stdout is not None
        self._keeper.stdin.close()
        try:
            self._keeper.wait(_CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self._keeper.kill()  # the kernel takes the server along, the next start its folders
            self._keeper.wait()
        self._keeper.stdout.close()
        self._keeper = None

    @property
    def can_restart(self) -> bool:
        """Whether it is a process that we have started and keep."""
        return self._keeper is not None and self.endpoint.pid is not None

    def stop(self) -> None:
        """Have a server of ours end, and keep its data.

        Raises: ServerUnavailable
        """
        self._ask_keeper({"stop": _STOP_SECONDS})

    def start_again(self, options: Sequence[str] = ()) -> None:
        """Start one that was stopped, with options behind its own; it may not answer yet.

        Raises: ServerUnavailable
        """
        pid = self._ask_keeper({"start": list(options)})
        self.endpoint = replace(self.endpoint, pid=pid)

    def _ask_keeper(self, wish: dict[str, object]) -> int:
        keeper = self._keeper
        assert keeper is not None and keeper.stdin is not None and keeper.stdout is not None
        with suppress(BrokenPipeError):  # one that has ended answers nothing
            keeper.stdin.write(json.dumps(wish) + "\n")
            keeper.stdin.flush()
        told = ""
        if select.select([keeper.stdout], [], [], _STOP_SECONDS + _MARGIN_SECONDS)[0]:
            told = keeper.stdout.readline()
        answer = json.loads(told or '{"failed": "its keeper did not answer"}')
        if not isinstance(pid := answer.get("pid"), int):
            raise ServerUnavailable(
                phrase("Server did not start"),
                phrase("{engine} was not started again: {reason}."),
                engine=self.engine.title,
                reason=str(answer.get("failed")),
            )
        return pid

    def log_tail(self, size: int = 65_536) -> str:
        """The last `size` bytes of the log of a server of ours; empty for any other."""
        if self.log is None or not self.log.exists():
            return ""
        with self.log.open("rb") as handle:
            handle.seek(max(0, self.log.stat().st_size - size))
            return handle.read().decode(errors="replace")


_CLOSE_SECONDS = 30.0
"""How long a keeper may take to end its server and remove its folders; one that somebody has
stopped (SIGSTOP) would never."""

_STOP_SECONDS, _MARGIN_SECONDS = 60.0, 10.0
"""How long a server may take to write down all that it holds when it is to start again."""


type Progress = Callable[[Message, float | None], None]
"""Given what is being done and, where it is known, which part of it is done."""
