"""The servers of one campaign: opened and closed together, kept answering, rearranged for runs, and
split in two where a server also has an encrypted folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import psutil

from app.campaign.machine.cpu_allowance import cpu_allowance
from app.campaign.servers.bound_servers import BoundServers
from app.campaign.servers.conditions import (
    different_server,
    ignoring_arranged_settings,
    server_differences,
)
from app.plan.campaign import folder_protection
from app.plan.matrix import Cell
from app.processes.deadlines import Cancellation
from app.processes.isolated_engine import open_isolated
from app.results.events import Event, Note, Noted, ServerLost
from app.results.records import ServerRecord
from app.servers.entry import ServerEntry, ServerState
from app.servers.key_access import KeyAccesses
from app.servers.manager import ServerManager
from app.servers.opening import (
    OpenedServer,
    asked,
    attach_server,
    meet,
    open_and_probe,
    release_server,
    restart,
)
from app.system.wall_time import wall_time
from engines.base.capability import DATA_LIES_ON, Capabilities, matches_protection, power_warning
from engines.contract.endpoint import EncryptedFolder, Endpoint, ServerNode, Source
from engines.contract.errors import Cause, CipherbenchError, InputError, ServerUnavailable, cause_of
from engines.contract.launch import AS_IT_IS, Arrangement, Logs
from engines.contract.message import NOTHING, Message, Number, phrase, plural, significant
from engines.contract.protection import Cipher, Protection
from engines.keeping.locked_folders import tidy_backup_folders
from engines.keeping.page_cache import drop_from_page_cache
from engines.leftovers import remove_leftovers
from engines.platform.processes import has_ended
from engines.registry import engine_named
from engines.servers.server import Progress, Server, ServerSpec
from workloads.workload import PROVIDED, Provider

# Records and messages of a campaign's servers.

_WAITING = phrase("Waiting up to {seconds} for {server} to answer")
_STARTING_AGAIN = phrase("{server} no longer answers: restarting it")


def record_of(server: Server, reported: Capabilities) -> ServerRecord:
    """A server's record: what it reports of itself, and its CPU allowance if visible from here."""
    spec, pid = server.spec, server.endpoint.pid
    placed = cpu_allowance(pid) if pid else {}
    settings = {**reported.settings, **placed}
    known = (spec.name, spec.engine, spec.source.value, reported.version)
    lies_on = reported.lies_on
    if spec.encrypted_folder is not EncryptedFolder.OFF:
        lies_on = lies_on.rpartition(";")[0]  # each start has a folder of its own
    return ServerRecord(*known, settings, lies_on)


def waiting_note(server: Server, seconds: float) -> Noted:
    """The note before a lost server is waited for, at most `seconds`, or restarted."""
    message = _STARTING_AGAIN if server.spec.managed else _WAITING
    reported = message.with_values(server=server.spec.name, seconds=significant(seconds, 3, "s"))
    return Noted(reported, "warning", wall_time(), about=Note.AWAITING)


class StartNotes:
    """Sends notes while a server starts: one when a step begins, and one at every fifth of it."""

    def __init__(self, sink: Callable[[Event], None]) -> None:
        self._sink = sink
        self._last_steps: dict[str, str] = {}

    def __call__(self, entry: ServerEntry) -> None:
        text, fraction = entry.step.text, entry.step.fraction
        step = str(text) if fraction is None else str(int(5 * fraction))
        if (
            text
            and entry.state is ServerState.STARTING
            and step != self._last_steps.get(entry.name)
        ):
            self._last_steps[entry.name] = step
            message = phrase("{server}: {text}", server=entry.name, text=text)
            self._sink(Noted(message, at=wall_time()))


def protection_missing(name: str, protection: Protection, found: Capabilities) -> CipherbenchError:
    """The error for a server whose data are no longer on the encrypted storage below it."""
    return CipherbenchError(
        phrase("Protection missing"),
        phrase("The data of {server} is no longer on {algorithm}. It is {lies}."),
        phrase("Mount it again, then resume the campaign."),
        server=name,
        algorithm=protection.algorithm or protection.name,
        lies=found.layers or found.settings[DATA_LIES_ON],
    )


def _takes_no_writes(name: str, node: ServerNode) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("Read-only server"),
        phrase("{server} is {node} now, which takes no writes."),
        phrase("Promote it, or have the address lead to the server that takes writes."),
        cause=Cause.NOT_READY,
        server=name,
        node=str(node),
    )


def no_server_available(specs: Iterable[ServerSpec]) -> ServerUnavailable:
    """The error of a campaign of which no server can be used."""
    return ServerUnavailable(
        phrase("No server available"),
        phrase("None of the plan's servers can be used: {names}."),
        phrase("Start one of them, or choose another. `cipherbench engines` says why."),
        names=", ".join(spec.name for spec in specs),
    )


# Servers arranged for runs: restarted with another buffer size or other logs, or with cold caches.
#
# Only servers that we have started are touched. Which cells are possible is known before they are
# run (`ServerControl.why_not_arranged`).


class LastArrangements:
    """What each server of a campaign, by name, was last started with."""

    def __init__(self) -> None:
        self._arrangements: dict[str, Arrangement] = {}

    def is_rearranged(self, name: str) -> bool:
        """Whether a server runs with another arrangement than its own."""
        return self._arrangements.get(name, AS_IT_IS) != AS_IT_IS

    def forget(self, name: str) -> None:
        """A server was started anew, with its own arrangement."""
        self._arrangements.pop(name, None)

    def arrange(self, server: Server, wanted: Arrangement) -> None:
        """Rearrange a server for the next run, if it is not so already; its data stay.

        Raises: CipherbenchError
        """
        name, status = server.spec.name, wanted.status
        if self._arrangements.get(name, AS_IT_IS) != status:
            self._change(server, status)
            self._arrangements[name] = status
        if cleanup_statements := server.engine.servers.cleanup_statements(status):
            server.engine.servers.carry_out(server.endpoint, cleanup_statements)

    def _change(self, server: Server, status: Arrangement) -> None:
        if server.engine.servers.buffer_per_connection:
            server.endpoint = replace(
                server.endpoint,
                buffer_mb=status.buffer_mb,
                encrypts_temporary_files=status.logs is Logs.ENCRYPTED,
            )
        else:
            restart(server, status)

    def restart_cold(self, server: Server) -> Endpoint:
        """Restart a server and drop its files from the system's cache; returns its new endpoint.

        An engine inside the worker has no cache between connections: only its files are dropped.

        Raises: CipherbenchError
        """
        if server.endpoint.in_process:
            _forget(server)
        else:
            status = self._arrangements.get(server.spec.name, AS_IT_IS)
            restart(server, status, lambda: _forget(server))
        return server.endpoint


def _forget(server: Server) -> None:
    folder = server.endpoint.data or server.endpoint.directory
    if folder is None or not drop_from_page_cache(Path(folder)):
        raise CipherbenchError(
            phrase("Cold start not possible"),
            phrase(
                "The files of {server} are in memory, or cannot be dropped from the cache here."
            ),
            phrase("Name a data directory on a disk, or remove “cold” from the plan."),
            server=server.spec.name,
        )


# A server with an encrypted folder is opened twice: as itself, with a plain folder, and as its
# twin, whose data directory is in the encrypted folder. The twin does the runs of the folder's
# protection, the server all others; both are sides of one lockstep and one row of the campaign.

ENCRYPTED_FOLDER = "encrypted folder"
"""The setting of a server that names the storage of its twin's data."""


class Twins:
    """The twins of a campaign's servers, by name."""

    def __init__(self, specs: Iterable[ServerSpec]) -> None:
        self._encrypted = {
            spec.name: replace(spec, name=f"{spec.name} on {spec.encrypted_folder}")
            for spec in specs
            if spec.encrypted_folder is not EncryptedFolder.OFF
        }

    def to_open(self, spec: ServerSpec) -> Iterator[ServerSpec]:
        """The specs to open for a server of the plan: itself, and its twin if it has one."""
        yield replace(spec, encrypted_folder=EncryptedFolder.OFF)
        if spec.name in self._encrypted:
            yield self._encrypted[spec.name]

    def twin_of(self, name: str) -> ServerSpec | None:
        """The twin of a server whose data lie in an encrypted folder."""
        return self._encrypted.get(name)

    def as_planned(self, spec: ServerSpec) -> ServerSpec:
        """The spec under its name in the plan: that of the server, also for a twin."""
        names = {twin.name: name for name, twin in self._encrypted.items()}
        return replace(spec, name=names.get(spec.name, spec.name))

    def server_for(self, cell: Cell) -> str:
        """The name of what does a cell's runs: its server, or that server's twin."""
        twin = self._encrypted.get(cell.server)
        if twin is None or cell.protection.algorithm != twin.encrypted_folder:
            return cell.server
        return twin.name


def with_twin(
    capabilities: Capabilities, twin: ServerSpec, folder_answer: Capabilities | Message
) -> Capabilities:
    """The capabilities of a server and its twin as one; `folder_answer` are the twin's
    capabilities, or why it is away."""
    wanted = folder_protection(twin.encrypted_folder)
    folder = Cipher(twin.encrypted_folder, wanted.bits or 0, wanted.mode or "")
    if isinstance(folder_answer, Message):
        return replace(capabilities, refused={**capabilities.refused, folder: folder_answer})
    if not any(matches_protection(each, wanted) for each in folder_answer.storage):
        return capabilities
    lies_on = folder_answer.lies_on.partition(";")[0]
    settings = {**capabilities.settings, ENCRYPTED_FOLDER: lies_on}
    return replace(capabilities, storage=capabilities.storage | {folder}, settings=settings)


_RETRY_SECONDS = 0.5
_TAKEN_OVER = phrase("{server}: {now} answers in place of {then}.")

_MAY_RECOVER = frozenset(
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
"""Causes of failures while a server restarts. Unknown ones count: a server that has let us in
before and crashes may drop a connection at any point of its start."""


def _sleep(seconds: float) -> bool:
    time.sleep(seconds)
    return False


@dataclass
class ServerPool:
    """Servers by name. `lent` are running servers of the caller, which `close` leaves running."""

    specs: tuple[ServerSpec, ...]
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)
    lent: Mapping[ServerSpec, Endpoint] = field(default_factory=dict)
    providers: tuple[Provider, ...] = ()
    """Who does the work where there is no database, in place of servers."""
    bound: BoundServers = field(default_factory=BoundServers)
    missing: dict[str, CipherbenchError] = field(default_factory=dict)
    """Servers that could not be opened when the campaign began, without optional ones."""
    cancellation: Cancellation = field(default_factory=Cancellation)
    """Ends everything that is asked of the servers."""
    left: dict[str, list[str]] = field(default_factory=dict)
    """Databases, by server, that were to be dropped and may still be there."""
    _below: dict[str, set[Protection]] = field(default_factory=dict)
    """Storage protections that must be below a server's data, for runs that are left."""
    _displaced: set[str] = field(default_factory=set)
    """Servers whose data were on other storage when last checked."""
    answered: dict[str, ServerRecord] = field(default_factory=dict)
    """The record of each server when the campaign began."""
    _twins: Twins = field(init=False)
    _twins_answered: dict[str, ServerRecord] = field(default_factory=dict)
    own_servers: bool = False
    """Whether the campaign rearranges servers of ours: then it uses no running (lent) ones."""
    _arranging: LastArrangements = field(default_factory=LastArrangements)
    _doubtful: set[str] = field(default_factory=set)
    """Servers that may be others than those that the campaign began with."""
    _nodes: dict[str, list[ServerNode]] = field(default_factory=dict)
    """Who has answered at an address, each once; the last of them does now."""
    _taken_over: dict[str, Message] = field(default_factory=dict)
    """Which one has taken another's place since a server was last asked."""
    _manager: ServerManager = field(default_factory=ServerManager, repr=False)
    keys: KeyAccesses = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.keys = KeyAccesses(self.bound.shares.server)
        self._twins = Twins(self.specs)
        for spec in self._all_specs():
            self._manager.know(spec)

    @property
    def servers(self) -> dict[str, Server]:
        """Servers that answered when the campaign began, twins too, by name; a lost one is
        closed."""
        return self._manager.servers

    @property
    def capabilities(self) -> dict[str, Capabilities]:
        """Capabilities of each server of the plan when the campaign began, its twin's included."""
        entries = map(self._entry, self.specs)
        return {
            each.name: self._with_twin(each.name, each.capabilities)
            for each in entries
            if each.capabilities is not None
        }

    def server_for(self, cell: Cell) -> str:
        """The name, in `servers`, of the server or twin that does a cell's runs."""
        return self._twins.server_for(cell)

    def servers_for(self, cells: Iterable[Cell]) -> list[str]:
        """The names of all servers that do the runs of these cells, each once."""
        return list(dict.fromkeys(map(self.server_for, cells)))

    def open(self, sink: Callable[[Event], None]) -> None:
        """Start or reach every server, all at once, and ask what each can do.

        Servers that cannot be opened are reported to `sink`.

        Raises: CipherbenchError when none can be opened; of a plan's only server, which is not
        reported then, its own
        """
        for provider in self.providers:
            sink(self._provided(provider))
        if not self.specs:
            return
        check_memory(self._all_specs(), psutil.virtual_memory().available)
        remove_leftovers()
        self._manager.on_change = StartNotes(sink)
        for spec in self._all_specs():
            self._manager.open(spec.name, partial(self._open_one, spec))
        self._manager.jobs.settle()
        for twin in filter(None, (self._twins.twin_of(spec.name) for spec in self.specs)):
            self._meet_twin(self._entry(twin), sink)
        entries = list(map(self._entry, self.specs))
        if not self.servers and len(entries) == 1 and not entries[0].spec.optional:
            raise entries[0].error or no_server_available(self.specs)
        self._report(entries, sink)
        if not self.servers:
            raise no_server_available(self.specs)

    def _report(self, entries: Iterable[ServerEntry], sink: Callable[[Event], None]) -> None:
        for entry in entries:
            if entry.error is None:
                sink(self._opened(entry))
                for warning in self._warnings(entry.name):
                    sink(warning)
            else:
                sink(ServerLost(entry.name, entry.error.advice, entry.spec.optional))
                if not entry.spec.optional:
                    self.missing[entry.name] = entry.error

    def rely_on(self, cells: Iterable[Cell]) -> None:
        """Have `ensure` check, for these cells, that encrypted storage is still below the
        servers."""
        for cell in cells:
            if cell.protection.below_server:
                self._below.setdefault(self.server_for(cell), set()).add(cell.protection)

    def ensure(
        self,
        name: str,
        pause: Callable[[float], bool] = _sleep,
        sink: Callable[[Event], None] = lambda event: None,
    ) -> bool:
        """Make sure that a server answers, is the one that the campaign began with, and has its
        data on the expected storage; a server of ours that died is restarted.

        A server at an address is waited for when it is first found away: `pause` waits so many
        seconds and returns whether to give up. Returns True if the server had to be opened again,
        of which `sink` is informed before.

        Raises: CipherbenchError
        """
        if name in self.missing:
            raise self.missing[name]
        if name not in self.servers:
            return False  # a provider
        if name in self._displaced and not self._remakes_folder(name):
            self._check_below(name)  # before it is started in an ordinary folder
        anew = self._ensure_answer(name, pause, sink)
        self._check_below(name)
        if anew or name in self._doubtful:
            self._check_same(name)
            self._see_node(name, sink)
        return anew

    def taken_over(self, name: str) -> Message:
        """Which server has taken another's place at an address since this was last asked; nothing
        where none has."""
        return self._taken_over.pop(name, NOTHING)

    def arrange(self, name: str, wanted: Arrangement) -> None:
        """Rearrange a server for the next runs.

        Raises: CipherbenchError
        """
        if name in self.servers:
            self._arranging.arrange(self.servers[name], wanted)

    def restart_cold(self, name: str) -> Endpoint:
        """Restart a server with cold caches; its new endpoint.

        Raises: CipherbenchError
        """
        return self._arranging.restart_cold(self.servers[name])

    def rest(self) -> None:
        """Stop our helper processes: memory that a worker shares with them would not be counted as
        its own."""
        self._manager.rest()

    def distrust(self, name: str) -> None:
        """Give a server that was silent little time to answer, until it does."""
        self._manager.distrust(name)

    def doubt(self, name: str) -> None:
        """Have `ensure` compare a server with its record again, since a run on it failed."""
        if name in self.servers:
            self._doubtful.add(name)

    def close(self) -> None:
        """Close all servers: those we started are stopped, in parallel; lent ones get their cores
        back. After a cancellation the keepers (processes that own servers) are not waited for.
        """
        try:
            self.rest()
            self._manager.close(self.cancellation.left())
        finally:
            self.keys.close()
            self.bound.restore()
            tidy_backup_folders()  # of workers that were killed

    def outlives_campaign(self, name: str) -> bool:
        """Whether a server stays after the campaign: at an address, or lent to us."""
        server = self.servers[name]
        return not server.spec.managed or self._lent_for(server.spec) == server.endpoint

    def _all_specs(self) -> list[ServerSpec]:
        """Servers as they are opened, twins among them."""
        return [each for spec in self.specs for each in self._twins.to_open(spec)]

    def _with_twin(self, name: str, capabilities: Capabilities) -> Capabilities:
        if (twin := self._twins.twin_of(name)) is None:
            return capabilities
        entry = self._entry(twin)
        away = entry.error.advice if entry.error else NOTHING
        return with_twin(capabilities, twin, entry.capabilities or away)

    def _meet_twin(self, entry: ServerEntry, sink: Callable[[Event], None]) -> None:
        if entry.error is not None:  # what it was for is unsupported, with this reason
            self.missing[entry.name] = entry.error
            return
        server, capabilities = self.servers[entry.name], entry.capabilities
        assert capabilities is not None
        self._twins_answered[entry.name] = record_of(server, capabilities)
        if (missed := self.bound.unbound_note(server)) is not None:
            sink(missed)

    def _begun_with(self, name: str) -> ServerRecord:
        """What a server, or a twin, told of itself when the campaign began."""
        return self._twins_answered.get(name) or self.answered[name]

    def _entry(self, spec: ServerSpec) -> ServerEntry:
        entry = self._manager.entry(spec.name)
        assert entry is not None
        return entry

    def _open_one(self, spec: ServerSpec, progress: Progress) -> OpenedServer:
        """Open the lent server, else one of our own; called in a thread."""
        if (endpoint := self._lent_for(spec)) is not None:
            server = attach_server(spec, endpoint, self.cancellation)
            try:
                if spec.managed:
                    self.bound.bind_lent(server)
                return asked(server)
            except CipherbenchError:
                if not spec.managed:
                    raise
        password, cores = self.passwords.get(spec.name), self.bound.shares.server
        return open_and_probe(spec, password, progress, self.cancellation, cores)

    def _ensure_answer(
        self, name: str, pause: Callable[[float], bool], sink: Callable[[Event], None]
    ) -> bool:
        server = self.servers[name]
        if name not in self._displaced and self._answers(server):
            return False
        away = self._entry(server.spec).state is ServerState.FAILED  # it was waited for in vain
        if not away:
            sink(waiting_note(server, server.spec.failover_seconds))
        patience = 0.0 if away or server.spec.managed else server.spec.failover_seconds
        deadline = time.monotonic() + patience
        while True:
            try:
                self._open_again(name)
                self._displaced.discard(name)
                return True
            except CipherbenchError as error:
                hopeless = cause_of(error) not in _MAY_RECOVER or time.monotonic() > deadline
                if hopeless or pause(_RETRY_SECONDS):
                    raise

    def _open_again(self, name: str) -> None:
        """Restart a server of ours, also in place of a lent one; reconnect to any other."""
        server = self.servers[name]
        password = server.endpoint.password or self.passwords.get(name)
        self._arranging.forget(name)
        self._manager.open_again(name, lambda: self._enter_again(server, password))

    def _answers(self, server: Server) -> bool:
        """Whether a server lets us in and is the same process as before."""
        try:
            met = meet(server)
        except CipherbenchError:
            return False
        if met.version is not None and met.version != self._begun_with(server.spec.name).version:
            self.doubt(server.spec.name)  # behind a proxy there may be another one by now
        return met.same_process and not self._is_another(server)

    def _is_another(self, server: Server) -> bool:
        """Whether somebody else answers at its address by now. Some addresses deal connections to
        several: whoever is known counts as the same, unless a run has failed since."""
        known = self._nodes.get(server.spec.name)
        if not known:
            return False
        node = server.engine.servers.node_of(server.endpoint)
        if node is None or node == known[-1]:
            return False
        return node not in known or server.spec.name in self._doubtful

    def _see_node(self, name: str, sink: Callable[[Event], None]) -> None:
        """Tell of one that has taken another's place."""
        known, node = self._nodes.get(name), self.servers[name].node
        if not known or node is None or node == known[-1]:
            return
        message = _TAKEN_OVER.with_values(server=name, now=str(node), then=str(known[-1]))
        self._nodes[name] = [*(each for each in known if each != node), node]
        self._taken_over[name] = message
        sink(Noted(message, "warning", wall_time()))

    def _enter_again(self, server: Server, password: str | None) -> Server:
        """Raises: CipherbenchError, also where what answers takes no writes as it did before"""
        spec = server.spec
        entered = open_isolated(
            spec, password, cancellation=self.cancellation, cores=self.bound.shares.server
        )
        known = self._nodes.get(spec.name)
        if not known or known[-1].restriction:
            return entered
        try:
            node = entered.engine.servers.node_of(entered.endpoint)
            if node is not None and node.restriction:
                raise _takes_no_writes(spec.name, node)
        except BaseException:
            release_server(entered)
            raise
        return entered

    def _remakes_folder(self, name: str) -> bool:
        """Whether a start of the server also creates its encrypted folder anew."""
        return self.servers[name].spec.encrypted_folder is not EncryptedFolder.OFF

    def _check_same(self, name: str) -> None:
        """Raises: CipherbenchError for a server that came back with another version or settings"""
        self.doubt(name)
        server = self.servers[name]
        then, now = self._begun_with(name), record_of(server, server.probe())
        if self._arranging.is_rearranged(name):
            now = ignoring_arranged_settings(now, then, server.engine.servers.arranged_settings)
        found = [each for each in server_differences(then, now) if each.matters]
        if found:
            raise different_server(name, found)
        server.version = now.version
        self._doubtful.discard(name)

    def _check_below(self, name: str) -> None:
        """Raises: CipherbenchError if a server's data directory has lost its encrypted mount:
        without it the directory is an ordinary folder, and runs are not comparable with earlier
        ones."""
        server = self.servers[name]
        for protection in self._below.get(name, ()):
            found = server.lies_on()
            if found.why_not(protection, "") is not None:
                # Once it is mounted again, the server must be started there, not go on below it.
                self._displaced.add(name)
                server.close()
                raise protection_missing(name, protection, found)

    def _lent_for(self, spec: ServerSpec) -> Endpoint | None:
        """The endpoint of the lent server for a spec; None if there is none, or its process has
        ended."""
        planned = replace(self._twins.as_planned(spec), compares_tls=False)
        lent = next((end for lent, end in self.lent.items() if lent.same_as(planned)), None)
        anew = self.own_servers or spec.compares_tls  # it listens on a socket alone
        if anew and spec.source in (Source.EMBEDDED, Source.LOCAL):
            return None
        if lent is None or any(map(has_ended, lent.roots)):
            return None
        return replace(lent, **spec.security) if spec.compares_tls else lent

    def _provided(self, provider: Provider) -> ServerRecord | ServerLost:
        record = ServerRecord(
            provider.name, provider.name, PROVIDED, provider.version, provider.settings
        )
        self.answered[provider.name] = record
        if provider.missing:
            return ServerLost(provider.name, provider.missing, optional=True)
        return record

    def _warnings(self, name: str) -> Iterator[Noted]:
        if (missed := self.bound.unbound_note(self.servers[name])) is not None:
            yield missed
        if message := power_warning(name, self.capabilities[name]):
            yield Noted(message, "warning", time.time(), about=Note.POWERFUL_LOGIN)

    def _opened(self, entry: ServerEntry) -> ServerRecord:
        server, capabilities = self.servers[entry.name], self.capabilities[entry.name]
        self.answered[entry.name] = record_of(server, capabilities)
        if server.node is not None:
            self._nodes[entry.name] = [server.node]
        return self.answered[entry.name]


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
    launcher = engine_named(spec.engine).servers.launcher(spec.source)
    started = 1 + spec.standby.servers
    return _ASKING_MB + (started * (_KEEPER_MB + launcher.memory_mb) if launcher else 0)


_ASKING_MB, _KEEPER_MB = 9, 6
"""What nobody shares of the memory of the process that asks a server, and of a server's keeper."""
