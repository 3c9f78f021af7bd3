"""What is known of one server: plain, frozen values for whoever shows, lends or measures it."""

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
    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"
    FAILED = "failed"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True)
class Step:
    """What takes long while a server starts, and which part of it is done where that is known."""

    text: Message = NOTHING
    part: float | None = None


@dataclass(frozen=True)
class LentServer:
    """A server that answers, as another process of ours enters it, and what it can do."""

    name: str
    endpoint: Endpoint
    capabilities: Capabilities


@dataclass(frozen=True)
class ServerEntry:
    """One server. Version and capabilities stay known after it has been stopped.

    `reason` says why it is unavailable or has failed; `found` that it was found on this machine
    and not added by the user; `saved` the name that it is remembered by.
    """

    spec: ServerSpec
    state: ServerState = ServerState.AVAILABLE
    version: str = ""
    reason: Message = NOTHING
    capabilities: Capabilities | None = None
    endpoint: Endpoint | None = None
    found: bool = False
    saved: str = ""
    step: Step = Step()
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
    def lent(self) -> LentServer | None:
        """What another process needs of it; None while it does not answer."""
        if self.endpoint is None or self.capabilities is None:
            return None
        return LentServer(self.name, self.endpoint, self.capabilities)

    @property
    def startable(self) -> bool:
        """Whether it makes sense to start it."""
        return self.state in (ServerState.AVAILABLE, ServerState.FAILED)
