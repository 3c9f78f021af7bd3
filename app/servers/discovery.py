"""Finds servers on this machine, saved ones, and the engines and sources to add others from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from app.servers.saved_connections import saved_connections
from engines.base.engine import Engine
from engines.container.daemon import container_reason
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.contract.launch import Launcher
from engines.contract.message import NOTHING, Message
from engines.contract.parameter import Parameter
from engines.leftovers import remove_leftovers
from engines.opening import found_servers, sources_of
from engines.registry import engines
from engines.servers.option import options_of
from engines.servers.server import ServerSpec


@dataclass(frozen=True)
class ServerKind:
    """An engine and a source that servers can be added from, and their options; `reason` says why
    none can."""

    engine: str
    title: str
    source: Source
    default_mode: str = ""
    reason: Message = NOTHING
    options: Mapping[str, Parameter] = field(default_factory=dict)

    @property
    def available(self) -> bool:
        """Whether such a server can be added, at least from a folder that the user names."""
        return not self.reason or "binaries" in self.options


@dataclass(frozen=True)
class FoundServers:
    """Servers of this machine, each with the reason why it is not usable (empty: it is), and saved
    ones; `fault`: why those could not be read."""

    servers: tuple[tuple[ServerSpec, Message], ...]
    kinds: tuple[ServerKind, ...]
    saved: tuple[ServerSpec, ...] = ()
    fault: CipherbenchError | None = None


def discover_servers() -> FoundServers:
    """Also removes what killed programs left. Loads every driver."""
    remove_leftovers()
    saved: list[ServerSpec] = []
    fault = None
    try:
        saved = saved_connections()
    except CipherbenchError as error:
        fault = error
    servers = tuple((spec, reason or NOTHING) for spec, reason in found_servers())
    return FoundServers(servers, _kinds(), tuple(saved), fault)


def _kinds() -> tuple[ServerKind, ...]:
    """Every engine × source that a server can be added from; may wait for a container daemon."""
    boxed = container_reason() or NOTHING
    return tuple(kind for engine in engines() for kind in _kinds_of(engine, boxed))


def _kinds_of(engine: Engine, boxed: Message) -> Iterator[ServerKind]:
    for source in sources_of(engine):
        launcher = engine.servers.launcher(source)
        supported = launcher is None or launcher.is_supported
        no_daemon = boxed if source is Source.CONTAINER else NOTHING
        yield ServerKind(
            engine=engine.name,
            title=engine.title,
            source=source,
            default_mode=engine.default_mode,
            reason=no_daemon if launcher is None else _why_not(launcher),
            options=options_of(ServerSpec, engine, source) if supported else {},
        )


def _why_not(launcher: Launcher) -> Message:
    try:
        launcher.installation(None)
    except CipherbenchError as error:
        return error.advice
    return NOTHING
