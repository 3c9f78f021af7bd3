"""What hand says of servers: plain, frozen values for the pages."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

import psutil

from app.processes.errands import Errands, engine_from_afar, open_from_afar, rest
from app.servers.saved_connections import saved_connections
from app.window.base.messages import message_text
from engines.base.capability import Capabilities
from engines.base.diagnosis import Diagnosis
from engines.base.engine import Engine
from engines.container.daemon import container_reason
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import CipherbenchError
from engines.contract.launch import Launcher
from engines.contract.parameter import Parameter
from engines.leftovers import tidy
from engines.opening import endpoint_of, found_servers, sources_of
from engines.registry import engines
from engines.servers.option import options_of
from engines.servers.server import Progress, Server, ServerSpec


class ServerState(StrEnum):
    """How a server stands."""

    AVAILABLE = "available"
    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"
    FAILED = "failed"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True)
class ServerEntry:
    """One server. Version and capabilities stay known after it has been stopped.

    `reason` says why it is unavailable or has failed; `found` that it was found on this machine
    and not added by the user; `saved` the name that it is remembered by; `step` what takes long
    while it starts.
    """

    spec: ServerSpec
    state: ServerState = ServerState.AVAILABLE
    version: str = ""
    reason: str = ""
    capabilities: Capabilities | None = None
    endpoint: Endpoint | None = None
    found: bool = False
    saved: str = ""
    step: str = ""
    error: CipherbenchError | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The name that plans use for it."""
        return self.spec.name

    @property
    def running(self) -> bool:
        """Whether it answers now."""
        return self.state is ServerState.RUNNING

    @property
    def startable(self) -> bool:
        """Whether it makes sense to start it."""
        return self.state in (ServerState.AVAILABLE, ServerState.FAILED)


@dataclass(frozen=True)
class Kind:
    """An engine and a source that servers can be added from, with the options that such a server
    has; `reason` says why they cannot."""

    engine: str
    title: str
    source: Source
    default_mode: str = ""
    reason: str = ""
    options: Mapping[str, Parameter] = field(default_factory=dict)

    @property
    def available(self) -> bool:
        """Whether a server of it can be had, at least from a folder that the user names."""
        return not self.reason or "binaries" in self.options


@dataclass(frozen=True)
class Surroundings:
    """What looking around on this machine gave; `fault` is why saved servers could not be read."""

    servers: tuple[tuple[ServerSpec, str], ...]
    kinds: tuple[Kind, ...]
    saved: tuple[ServerSpec, ...] = ()
    fault: CipherbenchError | None = None


@dataclass(frozen=True)
class Opened:
    """A server that answers, and what it can do."""

    server: Server
    capabilities: Capabilities


@dataclass(frozen=True)
class Tried:
    """How a test of a server went; `findings` are worth knowing even where there is no error.
    `anew` is the server where it is another process by now than the one that was asked before."""

    spec: ServerSpec
    version: str = ""
    seconds: float = 0.0
    error: CipherbenchError | None = None
    findings: tuple[Diagnosis, ...] = ()
    anew: Opened | None = None


def look_around() -> Surroundings:
    """Tidy up after killed programs and find what can be had here; loads every driver."""
    tidy()
    saved: list[ServerSpec] = []
    fault = None
    try:
        saved = saved_connections()
    except CipherbenchError as error:
        fault = error
    servers = tuple((spec, reason or "") for spec, reason in found_servers())
    return Surroundings(servers, kinds(), tuple(saved), fault)


def open_and_ask(
    spec: ServerSpec, password: str | None, progress: Progress = lambda text, fraction: None
) -> Opened:
    """Start or reach a server and ask what it can do; `progress` is called in this thread.

    Raises: ServerUnavailable, InputError
    """
    server = open_from_afar(spec, password, progress)
    try:
        opened = Opened(server, server.ask())
    except BaseException:
        rest(server)
        server.close()
        raise
    rest(server)
    return opened


def visit(spec: ServerSpec, password: str | None) -> Tried:
    """Bring a server up or reach it, ask it and let it go; what stands in the way is told.

    Raises: ServerUnavailable, InputError
    """
    findings = _diagnose(spec, password)
    blocking = next((each.error for each in findings if each.blocking), None)
    if blocking is not None:
        return Tried(spec, error=blocking, findings=findings)
    started = time.perf_counter()
    opened = open_and_ask(spec, password)
    seconds = time.perf_counter() - started
    opened.server.close()
    return Tried(spec, opened.capabilities.version, seconds, findings=findings)


def enter(entry: ServerEntry) -> Tried:
    """Enter a running server once; one that was started again since is asked anew.

    Raises: ServerUnavailable
    """
    end = entry.endpoint
    assert end is not None
    started = time.perf_counter()
    with _engine_of(entry.spec) as engine:
        version = engine.greet(end) or entry.version
    seconds = time.perf_counter() - started
    gone = end.pid is not None and not psutil.pid_exists(end.pid)
    if entry.spec.source is Source.ADDRESS and (gone or version != entry.version):
        return Tried(entry.spec, version, seconds, anew=open_and_ask(entry.spec, end.password))
    return Tried(entry.spec, entry.version, seconds)


def _diagnose(spec: ServerSpec, password: str | None) -> tuple[Diagnosis, ...]:
    """Only a server that is not ours may keep us from measuring."""
    if spec.source is not Source.ADDRESS:
        return ()
    with _engine_of(spec) as engine:
        return tuple(engine.diagnose(endpoint_of(spec, engine, password)))


@contextmanager
def _engine_of(spec: ServerSpec) -> Iterator[Engine]:
    """What a server is asked by: never in this process, which is the window's. No other stays, as
    one would for as long as somebody looks at what was in the way."""
    errands = Errands(spec.name)
    try:
        yield engine_from_afar(spec.engine, errands)
    finally:
        errands.rest()


def kinds() -> tuple[Kind, ...]:
    """Every engine × source that a server can be added from; may wait for a container daemon."""
    missing = container_reason()
    reason = "" if missing is None else message_text(missing)
    return tuple(kind for engine in engines() for kind in _kinds_of(engine, reason))


def _kinds_of(engine: Engine, container_reason: str) -> Iterator[Kind]:
    for source in sources_of(engine):
        launcher = engine.launcher(source)
        boxed = container_reason if source is Source.CONTAINER else ""
        yield Kind(
            engine=engine.name,
            title=engine.title,
            source=source,
            default_mode=engine.default_mode,
            reason=_why_not(launcher) if launcher is not None else boxed,
            options=options_of(ServerSpec, engine, source),
        )


def _why_not(launcher: Launcher) -> str:
    try:
        launcher.find(None)
    except CipherbenchError as error:
        return message_text(error.advice)
    return ""
