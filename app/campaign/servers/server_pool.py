"""The servers of one campaign: opened together, asked what they can do, and let go together."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from queue import SimpleQueue

import psutil

from app.campaign.machine.placement import placement
from app.campaign.servers.arranging import Arranging
from app.campaign.servers.conditions import Difference, server_differences
from app.campaign.servers.seating import Seating
from app.processes.deadlines import Ending
from app.processes.errands import (
    Errands,
    engine_from_afar,
    errands_of,
    open_from_afar,
    rest,
)
from app.results.events import Event, Note, Noted, ServerLost, ServerReady
from app.results.records import ServerRecord
from app.system.threads import in_thread
from engines.base.capability import DATA_LIES_ON, Capabilities
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import Cause, CipherbenchError, InputError, ServerUnavailable, cause_of
from engines.contract.launch import Arrangement
from engines.contract.message import Message, Number, phrase, plural, significant
from engines.contract.protection import Protection
from engines.leftovers import tidy
from engines.registry import engine_named
from engines.servers.server import Progress, Server, ServerSpec
from workloads.contract import PROVIDED, Provider

_PATIENCE_SECONDS, _RETRY_SECONDS = 10.0, 0.5

_WAITING = phrase("Waiting up to {seconds} for {server} to answer")
_STARTING_AGAIN = phrase("{server} no longer answers: restarting it")

_MAY_PASS = frozenset(
    {
        Cause.REFUSED,
        Cause.NO_SOCKET,
        Cause.NO_ROUTE,
        Cause.TIMEOUT,
        Cause.NOT_READY,
        Cause.BROKEN_OFF,
        Cause.OTHER,
    }
)
"""What a server that is being restarted is met with. Words that nobody knows count: one that has
let us in before and crashes may drop a connection at any point of its beginning."""


def _sleep(seconds: float) -> bool:
    time.sleep(seconds)
    return False


@dataclass
class ServerPool:
    """Servers by name. `lent` are running servers of the caller's, which `close` leaves alone."""

    specs: tuple[ServerSpec, ...]
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)
    lent: Mapping[ServerSpec, Endpoint] = field(default_factory=dict)
    providers: tuple[Provider, ...] = ()
    """Who does the work where there is no database, in place of servers."""
    seating: Seating = field(default_factory=Seating)
    servers: dict[str, Server] = field(default_factory=dict)
    capabilities: dict[str, Capabilities] = field(default_factory=dict)
    missing: dict[str, CipherbenchError] = field(default_factory=dict)
    """Servers that could not be had when the campaign began, and are no optional ones."""
    ending: Ending = field(default_factory=Ending)
    """Whether all that is asked of them is to be over."""
    left: dict[str, list[str]] = field(default_factory=dict)
    """Databases, by server, that were to be dropped and may still be there."""
    _away: set[str] = field(default_factory=set)
    """Servers at an address that were waited for in vain."""
    _below: dict[str, set[Protection]] = field(default_factory=dict)
    """What must lie under servers' data, as long as runs are to be measured with it."""
    _displaced: set[str] = field(default_factory=set)
    """Servers whose data lay on something else when they were last looked at."""
    answered: dict[str, ServerRecord] = field(default_factory=dict)
    """What each server has told of itself when the campaign began."""
    own_servers: bool = False
    """Whether servers of ours are to be arranged for runs: then none that runs already is lent."""
    _arranging: Arranging = field(default_factory=Arranging)
    _doubtful: set[str] = field(default_factory=set)
    """Servers that may be others than those that the campaign began with."""

    def open(self, sink: Callable[[Event], None]) -> None:
        """Start or reach every server, all at once, and ask what each can do.

        Those that cannot be had are told to `sink`; the others stay.

        Raises: CipherbenchError when none can be had
        """
        for provider in self.providers:
            sink(self._provided(provider))
        if not self.specs:
            return
        check_memory(self.specs, psutil.virtual_memory().available)
        tidy()
        news: SimpleQueue[Event | None] = SimpleQueue()
        futures = [
            (spec, in_thread(partial(self._open_one, spec, news.put))) for spec in self.specs
        ]
        for _, future in futures:
            future.add_done_callback(lambda _: news.put(None))
        _pass_on(news, sink, len(futures))
        for spec, future in futures:
            try:
                sink(self._ready(spec, future.result()))
                if (missed := self.seating.missed(self.servers[spec.name])) is not None:
                    sink(missed)
            except CipherbenchError as error:
                sink(ServerLost(spec.name, error.advice, spec.optional))
                if not spec.optional:
                    self.missing[spec.name] = error
        if not self.servers:
            raise next(iter(self.missing.values()), _none_left(self.specs))

    def rely_on(self, protections: Iterable[tuple[str, Protection]]) -> None:
        """Have `ensure` see that what protects these servers from below is still there."""
        for name, protection in protections:
            if protection.below_server:
                self._below.setdefault(name, set()).add(protection)

    def ensure(
        self,
        name: str,
        pause: Callable[[float], bool] = _sleep,
        tell: Callable[[Event], None] = lambda event: None,
    ) -> bool:
        """Make sure a server answers, is the one that the campaign began with, and its data lie
        where they are taken to lie; one of ours that died is started again.

        One at an address is waited for when it is first seen to be away: `pause` lets so many
        seconds pass and tells whether to give up. True when the server had to be had anew; `tell`
        hears of it before that begins.

        Raises: CipherbenchError
        """
        if name in self.missing:
            raise self.missing[name]
        if name not in self.servers:
            return False  # a provider
        if name in self._displaced:
            self._check_below(name)  # before it is started in an ordinary folder
        anew = self._ensure_answer(name, pause, tell)
        self._check_below(name)
        if anew or name in self._doubtful:
            self._check_same(name)
        return anew

    def arrange(self, name: str, wanted: Arrangement) -> None:
        """Have a server be as wanted for the runs that come.

        Raises: CipherbenchError
        """
        if name in self.servers:
            self._arranging.arrange(self.servers[name], wanted)

    def cool(self, name: str) -> Endpoint:
        """Have a server hold nothing in memory; where it is then.

        Raises: CipherbenchError
        """
        return self._arranging.cool(self.servers[name])

    def rest(self) -> None:
        """Have no process of ours beside the worker: what it shares with others in memory would
        not be counted as its own."""
        for server in self.servers.values():
            rest(server)

    def distrust(self, name: str) -> None:
        """A server has been silent: it gets little time to answer from now on, until it does."""
        if name in self.servers and (errands := errands_of(self.servers[name])):
            errands.distrust()

    def doubt(self, name: str) -> None:
        """Have `ensure` ask a server again: a run on it has failed, and it may be another now."""
        if name in self.servers:
            self._doubtful.add(name)

    def close(self) -> None:
        """Let go of every server; those we started are stopped, side by side. Those that were lent
        get their cores back, whatever comes between.

        When all is to end their keepers are not waited for.
        """
        try:
            self._let_go()
        finally:
            self.seating.give_back()
            self.servers.clear()

    def _let_go(self) -> None:
        self.rest()
        closing = [
            threading.Thread(target=server.close, daemon=True) for server in self.servers.values()
        ]
        for thread in closing:
            thread.start()
        for thread in closing:
            thread.join(self.ending.left())

    def goes_on(self, name: str) -> bool:
        """Whether a server is still there after the campaign: at an address, or lent to us."""
        server = self.servers[name]
        return not is_ours(server) or self._lent_for(server.spec) == server.endpoint

    def _open_one(
        self, spec: ServerSpec, tell: Callable[[Event], None]
    ) -> tuple[Server, Capabilities]:
        if (endpoint := self._lent_for(spec)) is not None:
            errands = Errands(spec.name, self.ending)
            server = Server(spec, engine_from_afar(spec.engine, errands), endpoint)
            try:
                if is_ours(server):
                    self.seating.take_in(server)
                return server, server.ask()
            except CipherbenchError:
                rest(server)
                if not is_ours(server):
                    raise
        steps = _Steps(spec.name, tell)
        server = self._begin(spec, self.passwords.get(spec.name), steps)
        try:
            return server, server.ask()
        except BaseException:
            rest(server)
            server.close()
            raise

    def _begin(
        self, spec: ServerSpec, password: str | None, steps: Progress = lambda text, fraction: None
    ) -> Server:
        cores = self.seating.seats.server
        return open_from_afar(spec, password, steps, self.ending, cores)

    def _ensure_answer(
        self, name: str, pause: Callable[[float], bool], tell: Callable[[Event], None]
    ) -> bool:
        server = self.servers[name]
        if name not in self._displaced and self._answers(server):
            return False
        if name not in self._away:
            tell(_awaited(server))
        patience = 0.0 if name in self._away or is_ours(server) else _PATIENCE_SECONDS
        deadline = time.monotonic() + patience
        while True:
            try:
                self._have_anew(name)
                self._away.discard(name)
                self._displaced.discard(name)
                return True
            except CipherbenchError as error:
                self._away.add(name)
                hopeless = cause_of(error) not in _MAY_PASS or time.monotonic() > deadline
                if hopeless or pause(_RETRY_SECONDS):
                    raise

    def _have_anew(self, name: str) -> None:
        """Start a server of ours again, also in place of one that was lent; enter any other."""
        server = self.servers[name]
        rest(server)
        server.close()
        self._arranging.forget(name)
        password = server.endpoint.password or self.passwords.get(name)
        self.servers[name] = self._begin(server.spec, password)

    def _answers(self, server: Server) -> bool:
        """Whether a server can be entered, and is the process that it was."""
        try:
            version = server.engine.greet(server.endpoint)
        except CipherbenchError:
            return False
        if version is not None and version != self.answered[server.spec.name].version:
            self.doubt(server.spec.name)  # behind a proxy there may be another one by now
        return server.endpoint.pid is None or psutil.pid_exists(server.endpoint.pid)

    def _check_same(self, name: str) -> None:
        """One that has come back may be another version, or have other settings."""
        self.doubt(name)
        server = self.servers[name]
        now = _record(server, server.ask())
        if self._arranging.had(name):
            now = _as_before(now, self.answered[name], server.engine.arranged_settings)
        found = [each for each in server_differences(self.answered[name], now) if each.matters]
        if found:
            raise _another(name, found)
        server.version = now.version
        self._doubtful.discard(name)

    def _check_below(self, name: str) -> None:
        """Without its mount a data directory is an ordinary folder, on which no run of this server
        compares with those before."""
        server = self.servers[name]
        for protection in self._below.get(name, ()):
            found = server.lies_on()
            if found.why_not(protection, "") is not None:
                # Once it is mounted again, the server must be started there, not go on below it.
                self._displaced.add(name)
                server.close()
                raise _uncovered(name, protection, found)

    def _lent_for(self, spec: ServerSpec) -> Endpoint | None:
        """One whose process is gone was started again before this campaign: it is entered anew."""
        lent = next((end for lent, end in self.lent.items() if lent.same_as(spec)), None)
        if lent is not None and self.own_servers and is_started_here(spec):
            return None
        gone = lent is not None and lent.pid is not None and not psutil.pid_exists(lent.pid)
        return None if gone else lent

    def _provided(self, provider: Provider) -> ServerReady | ServerLost:
        record = ServerRecord(
            provider.name, provider.name, PROVIDED, provider.version, provider.settings
        )
        self.answered[provider.name] = record
        if provider.missing:
            return ServerLost(provider.name, provider.missing, optional=True)
        return ServerReady(
            record.name, record.engine, record.source, record.version, record.settings
        )

    def _ready(self, spec: ServerSpec, opened: tuple[Server, Capabilities]) -> ServerReady:
        server, capabilities = opened
        server.version = capabilities.version
        self.servers[spec.name] = server
        self.capabilities[spec.name] = capabilities
        told = self.answered[spec.name] = _record(server, capabilities)
        return ServerReady(
            told.name,
            told.engine,
            told.source,
            told.version,
            told.settings,
            server.endpoint.in_process,
            told.lies_on,
        )


def check_memory(specs: Collection[ServerSpec], available: int) -> None:
    """See that so many bytes are enough for opening all servers at once: when they run out the
    kernel kills what it likes.

    Raises: InputError
    """
    needed = sum(map(_least_mb, specs)) * 1_000_000
    if needed > available:
        raise InputError(
            phrase("Too little memory"),
            plural(
                "Opening {n} servers at the same time takes at least {needed} MB of memory; "
                "{available} MB are available.",
                "Opening {n} server takes at least {needed} MB of memory; {available} MB are "
                "available.",
                len(specs),
            ),
            phrase("Close other programs, or split the servers into several campaigns."),
            needed=Number(needed // 1_000_000),
            available=Number(available // 1_000_000),
        )


def _least_mb(spec: ServerSpec) -> int:
    launcher = engine_named(spec.engine).launcher(spec.source)
    return _ASKING_MB + (_KEEPER_MB + launcher.memory_mb if launcher else 0)


_ASKING_MB, _KEEPER_MB = 9, 6
"""What nobody shares of the memory of the process that asks a server, and of a server's keeper."""


def is_ours(server: Server) -> bool:
    """Whether a server is one that we can start again, its databases gone."""
    return server.spec.source is not Source.ADDRESS


def is_started_here(spec: ServerSpec) -> bool:
    """Whether a server comes from a source that we start it from by ourselves."""
    return spec.source in (Source.EMBEDDED, Source.LOCAL)


def _as_before(now: ServerRecord, then: ServerRecord, arranged: Collection[str]) -> ServerRecord:
    """What a server tells, but for what has been arranged."""
    kept = {name: then.settings[name] for name in arranged if name in then.settings}
    return replace(now, settings={**now.settings, **kept})


def _record(server: Server, told: Capabilities) -> ServerRecord:
    """What a server tells of itself, and where it may run as far as that is seen from here."""
    spec, pid = server.spec, server.endpoint.pid
    placed = placement(pid) if pid else {}
    settings = {**told.settings, **placed}
    known = (spec.name, spec.engine, spec.source.value, told.version)
    return ServerRecord(*known, settings, told.lies_on)


def _awaited(server: Server) -> Noted:
    """What is told before a server that has gone is waited for, or started again."""
    said = _STARTING_AGAIN if is_ours(server) else _WAITING
    seconds = significant(_PATIENCE_SECONDS, 3, "s")
    told = said.with_values(server=server.spec.name, seconds=seconds)
    return Noted(told, "warning", time.time(), about=Note.AWAITING)


class _Steps:
    """Makes notes of how far something long has come: when it begins, and at every fifth."""

    def __init__(self, server: str, tell: Callable[[Event], None]) -> None:
        self._server = server
        self._tell = tell
        self._told = ""

    def __call__(self, text: Message, fraction: float | None) -> None:
        step = str(text) if fraction is None else str(int(5 * fraction))
        if step != self._told:
            self._told = step
            said = phrase("{server}: {text}", server=self._server, text=text)
            self._tell(Noted(said, at=time.time()))


def _uncovered(name: str, protection: Protection, found: Capabilities) -> CipherbenchError:
    return CipherbenchError(
        phrase("Protection missing"),
        phrase("The data of {server} is no longer on {algorithm}. It is {lies}."),
        phrase("Mount it again, then resume the campaign."),
        server=name,
        algorithm=protection.algorithm or protection.name,
        lies=found.settings[DATA_LIES_ON],
    )


def _another(name: str, differences: Iterable[Difference]) -> CipherbenchError:
    return CipherbenchError(
        phrase("Different server"),
        phrase("{server} is not the server that the campaign started with: {differences}."),
        phrase("Restore that server, then resume the campaign."),
        server=name,
        differences="; ".join(each.text for each in differences),
    )


def _pass_on(news: SimpleQueue[Event | None], sink: Callable[[Event], None], openings: int) -> None:
    """Hand events from the threads that open servers to the sink, until each has ended."""
    while openings:
        event = news.get()
        if event is None:
            openings -= 1
        else:
            sink(event)


def _none_left(specs: Iterable[ServerSpec]) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("No server"),
        phrase("None of the plan's servers is available: {names}."),
        phrase("Run `cipherbench engines` to see why."),
        names=", ".join(spec.name for spec in specs),
    )
