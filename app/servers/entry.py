"""One server as the program lists it: state, version and capabilities, in frozen classes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from engines.contract.errors import CipherbenchError
from engines.contract.message import NOTHING, Message

if TYPE_CHECKING:
    from engines.base.capability import Capabilities
    from engines.contract.endpoint import Endpoint
    from engines.servers.server import ServerSpec


class ServerState(StrEnum):
    AVAILABLE = "available"
    """Not running; it can be started or connected to."""
    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"
    FAILED = "failed"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True)
class StartStep:
    """A long step of a server's start, and the fraction of it that is done, if known."""

    text: Message = NOTHING
    fraction: float | None = None


@dataclass(frozen=True)
class ServerAccess:
    """A running server: how another process of the program connects to it, and what it can do."""

    name: str
    endpoint: Endpoint
    capabilities: Capabilities


@dataclass(frozen=True)
class ServerEntry:
    """One server. Version and capabilities stay known after it has been stopped.

    `reason` says why it is unavailable or has failed; `discovered` that it was found on this
    machine and not added by the user; `saved_name` is its name among saved connections, empty if
    not saved.
    """

    spec: ServerSpec
    state: ServerState = ServerState.AVAILABLE
    version: str = ""
    reason: Message = NOTHING
    capabilities: Capabilities | None = None
    endpoint: Endpoint | None = None
    discovered: bool = False
    saved_name: str = ""
    step: StartStep = StartStep()
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
    def lent(self) -> ServerAccess | None:
        """What another process needs to use it; None while it is not running."""
        if self.endpoint is None or self.capabilities is None:
            return None
        return ServerAccess(self.name, self.endpoint, self.capabilities)

    @property
    def of_plan(self) -> bool:
        """Whether nobody but a plan has named it."""
        return not (self.saved_name or self.discovered)

    @property
    def startable(self) -> bool:
        return self.state in (ServerState.AVAILABLE, ServerState.FAILED)
