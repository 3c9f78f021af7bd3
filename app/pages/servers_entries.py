"""What the desk says of servers: plain, frozen values for the pages."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from enum import StrEnum

from engines.capability import Capabilities
from engines.contract import Endpoint, Source
from engines.errors import CipherbenchError
from engines.registry import engine_named, engines
from engines.server import Server, ServerSpec, found_servers, open_server, tidy


class DeskState(StrEnum):
    """How a server stands."""

    AVAILABLE = "available"
    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"
    FAILED = "failed"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True)
class DeskEntry:
    """One server. Version and capabilities stay known after it has been stopped.

    `reason` says why it is unavailable or has failed; `found` that it was found on this machine
    and not added by the user.
    """

    spec: ServerSpec
    state: DeskState = DeskState.AVAILABLE
    version: str = ""
    reason: str = ""
    capabilities: Capabilities | None = None
    endpoint: Endpoint | None = None
    found: bool = False
    error: CipherbenchError | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The name that plans use for it."""
        return self.spec.name

    @property
    def running(self) -> bool:
        """Whether it answers now."""
        return self.state is DeskState.RUNNING

    @property
    def startable(self) -> bool:
        """Whether it makes sense to start it."""
        return self.state in (DeskState.AVAILABLE, DeskState.FAILED)


@dataclass(frozen=True)
class Kind:
    """An engine and a source that servers can be added from; `reason` says why they cannot."""

    engine: str
    title: str
    source: Source
    default_port: int = 0
    default_mode: str = ""
    reason: str = ""
    address_fields: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Finding:
    """What looking around on this machine gave."""

    servers: tuple[tuple[ServerSpec, str], ...]
    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class Opened:
    """A server that answers, and what it can do."""

    server: Server
    capabilities: Capabilities


@dataclass(frozen=True)
class Tried:
    """How a test of a server went."""

    spec: ServerSpec
    version: str = ""
    seconds: float = 0.0
    error: CipherbenchError | None = None


def look_around() -> Finding:
    """Tidy up after killed programs and find what can be had here; loads every driver."""
    tidy()
    return Finding(tuple((spec, reason or "") for spec, reason in found_servers()), _kinds())


def open_and_ask(spec: ServerSpec, password: str | None) -> Opened:
    """Start or reach a server and ask what it can do.

    Raises: ServerUnavailable, InputError
    """
    server = open_server(spec, password)
    try:
        return Opened(server, server.engine.probe(server.endpoint))
    except BaseException:
        server.close()
        raise


def visit(spec: ServerSpec, password: str | None) -> tuple[str, float]:
    """Bring a server up or reach it, ask it and let it go; its version and the seconds it took.

    Raises: ServerUnavailable, InputError
    """
    started = time.perf_counter()
    opened = open_and_ask(spec, password)
    seconds = time.perf_counter() - started
    opened.server.close()
    return opened.capabilities.version, seconds


def enter(entry: DeskEntry) -> tuple[str, float]:
    """Enter a running server once; its version and the seconds it took.

    Raises: ServerUnavailable
    """
    assert entry.endpoint is not None
    started = time.perf_counter()
    engine_named(entry.spec.engine).connect(entry.endpoint).close()
    return entry.version, time.perf_counter() - started


def _kinds() -> tuple[Kind, ...]:
    kinds = []
    for engine in engines():
        for launcher in engine.launchers:
            try:
                launcher.find(None)
                reason = ""
            except CipherbenchError as error:
                reason = f"{error.message} {error.hint}".strip()
            kinds.append((engine, launcher.source, reason))
        kinds.append((engine, Source.ADDRESS, ""))
    return tuple(
        Kind(
            engine.name,
            engine.title,
            source,
            engine.default_port,
            engine.default_mode,
            reason,
            engine.address_fields,
        )
        for engine, source, reason in kinds
    )
