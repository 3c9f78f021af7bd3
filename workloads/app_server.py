"""The application server (such as a web API) between lanes, which send requests, and a run's
database."""

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
    """A run's database, with all that is needed to connect and to encrypt and decrypt its values.

    `endpoint` already carries the key of a storage protection; `cores` are the server's, None where
    it is not bound to any.
    """

    endpoint: Endpoint
    database: str
    protection: Protection
    keying: Keying
    cores: Collection[int] | None = None


API_STOPPED = (
    phrase("API stopped"),
    phrase("The API does not respond: its process was stopped."),
)
"""Title and sentence of the error for an API whose process was suspended (SIGSTOP)."""


class AppServer(ABC):
    """A process of its own, watched like server and worker; it ends with the worker."""

    @property
    @abstractmethod
    def pid(self) -> int:
        """Process ID."""

    @property
    def threads(self) -> Sequence[int | None]:
        """The database server's threads or processes that serve its sessions (`Session.thread`)."""
        return (None,)

    def key_calls(self) -> KeyCalls | None:
        """Its calls of a key service since the last time this was called; None without a
        service."""
        return None

    @abstractmethod
    def explain_failure(self, error: CipherbenchError) -> CipherbenchError:
        """The cause of a failed request: it has ended or is suspended; else `error` itself."""

    @abstractmethod
    def close(self) -> None:
        """End it and wait until it is gone; may be called twice."""
