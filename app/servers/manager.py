"""Starts, probes, checks and stops servers by name, for window, campaign and lab; all that may wait
runs in threads. Their list is a `ServerDirectory`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from app.servers.entry import ServerEntry, ServerState, StartStep
from app.servers.jobs import Jobs, Tell
from engines.base.late_imports import late_function
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.secrecy import redacted

if TYPE_CHECKING:
    from app.processes.isolated_engine import helper_of, stop_helper
    from app.servers.discovery import FoundServers
    from app.servers.opening import OpenedServer, ServerTest, check_running_server, release_server
    from engines.contract.endpoint import Endpoint
    from engines.servers.server import Progress, Server, ServerSpec
else:
    helper_of = late_function("app.processes.isolated_engine", "helper_of")
    stop_helper = late_function("app.processes.isolated_engine", "stop_helper")
    ServerTest = late_function("app.servers.opening", "ServerTest")
    check_running_server = late_function("app.servers.opening", "check_running_server")
    release_server = late_function("app.servers.opening", "release_server")

_TELL_SECONDS = 0.5
"""A pull tells its bytes many times a second."""

MOST_AT_ONCE = max(2, os.cpu_count() or 1)
"""How many servers are started on this machine at the same time. Each takes a core while it lays
out its data; more of them would keep the window waiting for one."""

_TAKES_A_CORE = frozenset({Source.EMBEDDED, Source.LOCAL})
"""The others are waited for: for a network, or for a daemon."""


class ServerManager:
    """Servers by name. All methods belong to one thread, that of whoever owns it; `on_change` is
    called there with each entry that has changed.

    `open`, `stop` and `enter` return at once: threads do what may wait for a server, and `jobs` say
    on the owner's thread what came of it.
    """

    def __init__(self, on_change: Callable[[ServerEntry], object] = lambda entry: None) -> None:
        self.jobs = Jobs()
        self.servers: dict[str, Server] = {}
        """Those that were opened and not let go again."""
        self.on_change = on_change
        self._entries = ServerDirectory()
        self._tails: dict[str, str] = {}
        self._in_line: dict[str, Callable[[], None]] = {}
        """Servers that wait for others to have been started, and what opens each."""
        self._at_work = 0
        self._closing = False

    def entries(self) -> list[ServerEntry]:
        """All servers: those found first, then those added."""
        return self._entries.all()

    def entry(self, name: str) -> ServerEntry | None:
        """The server called `name`; None where there is none."""
        return self._entries.get(name)

    def specs(self) -> list[ServerSpec]:
        """Every server as a plan names it."""
        return [entry.spec for entry in self.entries()]

    def endpoints(self) -> dict[ServerSpec, Endpoint]:
        """Running servers, to be lent."""
        return self._entries.endpoints()

    def log_tail(self, name: str) -> str:
        """The end of the server's log; what it was when the server was stopped, if it was."""
        server = self.servers.get(name)
        return redacted(server.log_tail() if server else self._tails.get(name, ""))

    def know(self, spec: ServerSpec) -> None:
        """Add a server, which is not started.

        Raises: InputError if its name is taken
        """
        self._entries.add(spec)

    def open(self, name: str, way: Callable[[Progress], OpenedServer]) -> None:
        """Have a server that rests opened and asked, as `way` does in a thread; of those that take
        a core for it, `MOST_AT_ONCE` at a time."""
        entry = self._entries[name]
        if not entry.startable or self._closing:
            return
        self._put(
            replace(entry, state=ServerState.STARTING, reason=NOTHING, error=None, step=StartStep())
        )
        if entry.spec.source in _TAKES_A_CORE:
            self._in_line[name] = partial(self._begin, entry.spec, way, self._next_please)
            self._serve_line()
        else:
            self._begin(entry.spec, way)

    def open_again(self, name: str, way: Callable[[], Server]) -> None:
        """Let a server go and open it as `way` does, in this thread; what it can do is not asked.

        Raises: what `way` raises; the server is there as it was then, though closed
        """
        entry, server = self._entries[name], self.servers[name]
        release_server(server)
        try:
            server = self.servers[name] = way()
        except CipherbenchError as error:
            self._failed(entry.spec, error)
            raise
        entry = replace(entry, reason=NOTHING, error=None)
        self._put(replace(entry, state=ServerState.RUNNING, endpoint=server.endpoint))

    def stop(self, name: str) -> None:
        """Stop a server of ours, or leave one at an address."""
        entry = self._entries[name]
        if self._in_line.pop(name, None) is not None:
            self._stopped(name)
        elif entry.state is ServerState.STARTING:
            self._put(replace(entry, state=ServerState.STOPPING))
        elif entry.running:
            self._put(replace(entry, state=ServerState.STOPPING, endpoint=None))
            self._let_go(self._taken_out(name), partial(self._stopped, name))

    def enter(self, name: str, report_tried: Callable[[ServerTest], object]) -> None:
        """Enter a running server once. One that is another process by now is known as that one,
        one that does not answer is let go."""
        server = self.servers[name]

        def met(tried: ServerTest) -> None:
            self._renew(server, tried.anew)
            report_tried(tried)

        def lost(error: CipherbenchError) -> None:
            self._lost(server, error)
            report_tried(ServerTest(server.spec, error=error))

        self.jobs.run(partial(check_running_server, server), met, lost)

    def rest(self) -> None:
        """Stop all helper processes; the next question starts another."""
        for server in self.servers.values():
            stop_helper(server)

    def distrust(self, name: str) -> None:
        """Give a server that was silent little time for its next answers, until it answers
        again."""
        if name in self.servers and (helper := helper_of(self.servers[name])):
            helper.distrust()

    def close(self, seconds: float | None = None) -> None:
        """Let go of every server, those that are just being opened too, side by side, and wait so
        many seconds for it; None waits until it is done."""
        self._closing = True
        self._in_line.clear()
        while self.servers:
            self._let_go(self.servers.popitem()[1])
        self.jobs.wait(seconds)
        self.jobs.wait(seconds)  # for servers that were just being opened

    def _begin(
        self,
        spec: ServerSpec,
        way: Callable[[Progress], OpenedServer],
        over: Callable[[], None] = lambda: None,
    ) -> None:
        def opened(found: OpenedServer) -> None:
            self._opened(spec, found)
            over()

        def failed(error: CipherbenchError) -> None:
            self._failed(spec, error)
            over()

        self.jobs.run_reporting(
            lambda tell: way(_Seldom(tell)),
            partial(self._show_step, spec),
            opened,
            failed,
            awaited=spec.managed,
        )

    def _serve_line(self) -> None:
        while self._in_line and self._at_work < MOST_AT_ONCE:
            self._at_work += 1
            self._in_line.pop(next(iter(self._in_line)))()

    def _next_please(self) -> None:
        self._at_work -= 1
        self._serve_line()

    def _show_step(self, spec: ServerSpec, step: StartStep) -> None:
        entry = self._entries.get(spec.name)
        if entry is not None and entry.spec == spec and entry.state is ServerState.STARTING:
            self._put(replace(entry, step=step))

    def _opened(self, spec: ServerSpec, opened: OpenedServer) -> None:
        entry, server = self._entries.get(spec.name), opened.server
        if entry is None or entry.spec != spec or self._closing:
            self._let_go(server)
            return
        able = opened.capabilities
        entry = replace(entry, version=able.version, capabilities=able)
        if entry.state is ServerState.STOPPING:
            self._put(entry)
            self._let_go(server, partial(self._stopped, spec.name))
            return
        self.servers[spec.name] = server
        self._put(replace(entry, state=ServerState.RUNNING, endpoint=server.endpoint))

    def _failed(self, spec: ServerSpec, error: CipherbenchError) -> None:
        entry = self._entries.get(spec.name)
        if entry is not None and entry.spec == spec:
            state, reason = ServerState.FAILED, error.messages[1]
            self._put(replace(entry, state=state, reason=reason, error=error, endpoint=None))

    def _stopped(self, name: str) -> None:
        if (entry := self._entries.get(name)) is not None:
            self._put(replace(entry, state=ServerState.AVAILABLE))

    def _renew(self, server: Server, anew: OpenedServer | None) -> None:
        """Know a server as it is by now, which was started again by others."""
        if anew is None:
            return
        if self.servers.get(server.spec.name) is not server:
            self._let_go(anew.server)
            return
        self._let_go(self.servers.pop(server.spec.name))
        self._opened(server.spec, anew)

    def _lost(self, server: Server, error: CipherbenchError) -> None:
        """A server that ran doesn't answer any more."""
        if self.servers.get(server.spec.name) is server:
            self._let_go(self._taken_out(server.spec.name))
            self._failed(server.spec, error)

    def _take_off(self, name: str) -> ServerEntry:
        """Know a server no longer, and let go of it.

        Raises: CipherbenchError for one that was found on this machine
        """
        entry = self._entries.remove(name)
        self._in_line.pop(name, None)
        self._tails.pop(name, None)
        if (server := self.servers.pop(name, None)) is not None:
            self._let_go(server)
        return entry

    def _taken_out(self, name: str) -> Server:
        server = self.servers.pop(name)
        self._tails[name] = server.log_tail()
        return server

    def _put(self, entry: ServerEntry) -> None:
        self._entries.put(entry)
        self.on_change(entry)

    def _let_go(self, server: Server, then: Callable[[], None] = lambda: None) -> None:
        self.jobs.run(
            partial(release_server, server), lambda _: then(), lambda _: then(), awaited=True
        )


class _Seldom:
    """Passes on progress twice a second at most, and the first step of each fifth of the work."""

    def __init__(self, tell: Tell[StartStep]) -> None:
        self._tell = tell
        self._last_step: object = None
        self._due = 0.0

    def __call__(self, text: Message, fraction: float | None) -> None:
        fifth = text.template if fraction is None else int(5 * fraction)
        if fifth != self._last_step or time.monotonic() >= self._due:
            self._last_step, self._due = fifth, time.monotonic() + _TELL_SECONDS
            self._tell(StartStep(text, fraction))


class ServerDirectory:
    """Entries by name, in the order of adding."""

    def __init__(self) -> None:
        self._entries: dict[str, ServerEntry] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def __getitem__(self, name: str) -> ServerEntry:
        return self._entries[name]

    def get(self, name: str) -> ServerEntry | None:
        return self._entries.get(name)

    def all(self) -> list[ServerEntry]:
        """Discovered servers first, then added ones."""
        return sorted(self._entries.values(), key=lambda entry: not entry.discovered)

    def put(self, entry: ServerEntry) -> None:
        """Add an entry or replace the one of its name."""
        self._entries[entry.name] = entry

    def insert(self, entry: ServerEntry, index: int) -> None:
        """Put an entry back where it was."""
        others = [each for each in self._entries.values() if each.name != entry.name]
        others.insert(index, entry)
        self._entries = {each.name: each for each in others}

    def index(self, name: str) -> int:
        return list(self._entries).index(name)

    def fresh_name(self, base: str) -> str:
        """`base`, or `base-2`, `base-3` …: the first that is not taken."""
        names = (f"{base}-{number}" for number in count(2))
        return base if base not in self else next(name for name in names if name not in self)

    def add(self, spec: ServerSpec, saved_name: str = "") -> None:
        """Raises: InputError if its name is taken."""
        self.refuse_if_taken(spec.name)
        self.put(ServerEntry(spec, saved_name=saved_name))

    def refuse_if_taken(self, name: str) -> None:
        """Raises: InputError for a name that a server has."""
        if name in self:
            raise InputError(
                phrase("Name taken"),
                phrase("A server named “{name}” already exists."),
                phrase("Choose another name."),
                name=name,
            )

    def adopt(self, spec: ServerSpec, taken: Collection[str] = ()) -> str:
        """Add a plan's server unless it is known; returns its name here.

        That differs from the plan's where another server has the name, or where a server at an
        address is known by another. A name in `taken` is already another server's of the plan.
        """
        known = self.get(spec.name)
        if known is not None and known.spec.same_as(spec) and spec.name not in taken:
            return spec.name
        renamed = known is not None or not spec.managed
        for entry in self._entries.values() if renamed else ():
            alike = replace(entry.spec, name=spec.name).same_as(spec)
            if alike and entry.name not in taken:
                return entry.name
        name = self.fresh_name(spec.name)
        self.add(replace(spec, name=name))
        return name

    def add_discovered(self, found: FoundServers) -> None:
        for spec, reason in found.servers:
            known = self._known_or_new(spec)
            if reason and known.state is ServerState.AVAILABLE:
                known = replace(known, state=ServerState.UNAVAILABLE, reason=reason)
            self.put(replace(known, discovered=True))
        for spec in found.saved:
            self.put(replace(self._known_or_new(spec), saved_name=spec.name))

    def _known_or_new(self, spec: ServerSpec) -> ServerEntry:
        """The entry of a server, under a new name where another one has its own."""
        known = self.get(spec.name)
        if known is None or not known.spec.same_as(spec):
            return ServerEntry(replace(spec, name=self.fresh_name(spec.name)))
        return known

    def remove(self, name: str) -> ServerEntry:
        """Raises: CipherbenchError for a server that was found on this machine."""
        if self[name].discovered:
            raise CipherbenchError(
                phrase("Found on this machine"),
                phrase("{name} was found on this machine and cannot be removed from the list."),
                name=name,
            )
        return self._entries.pop(name)

    def endpoints(self) -> dict[ServerSpec, Endpoint]:
        """Of running servers."""
        return {
            entry.spec: entry.endpoint
            for entry in self._entries.values()
            if entry.endpoint is not None
        }
