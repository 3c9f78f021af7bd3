"""The process between lanes and a run's database while parts are timed, such as a web API."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.key_source import KeyCalls
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection


@dataclass(frozen=True, kw_only=True)
class RunDatabase:
    """A run's database, with all that is needed to enter it and to encrypt and open its values.

    `endpoint` carries the key of a storage protection already; `cores` are those of the server,
    None where nobody has chosen.
    """

    endpoint: Endpoint
    database: str
    protection: Protection
    keying: Keying
    cores: Collection[int] | None = None


STANDS_STILL = (
    phrase("API stopped"),
    phrase("The API does not respond: its process was stopped."),
)
"""Title and sentence of the error for one that somebody has stopped."""


class Stage(ABC):
    """A process of its own. It is watched beside server and worker, and ends with the worker."""

    @property
    @abstractmethod
    def pid(self) -> int:
        """Process ID."""

    @property
    def threads(self) -> Sequence[int | None]:
        """The server's own threads or processes that serve its sessions (`Session.thread`)."""
        return (None,)

    def key_calls(self) -> KeyCalls | None:
        """What it has asked of a key service since this was last asked; None where it has none."""
        return None

    @abstractmethod
    def explained(self, error: CipherbenchError) -> CipherbenchError:
        """Why work at it really failed: it has ended, or stands still; else the error itself."""

    @abstractmethod
    def close(self) -> None:
        """End it and wait until it is gone; may be called twice."""
