"""The application server (such as a web API) between lanes, which send requests, and a run's
database. One with an HTTP API can be used by other programs as well."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.key_source import KeyCalls
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Keying, Protection
from workloads.contract import Options


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


# Workloads whose users come by HTTP: their API can also be started alone (`cipherbench k6`), and k6
# can send the same load.


@dataclass(frozen=True)
class K6Script:
    """A script for k6; `caution` says how its load differs from the run's."""

    text: str
    caution: Message = NOTHING


@dataclass(frozen=True)
class ApiAccess:
    """How a client reaches an API: `path` is that of its users, `token` the bearer token."""

    url: str
    token: str = field(repr=False)
    path: str


class HttpApi(AppServer):
    """An application server that other programs can use as well, by HTTP."""

    @property
    @abstractmethod
    def access(self) -> ApiAccess:
        """URL and access token of the API."""

    @abstractmethod
    def wait(self) -> None:
        """Wait until the API has ended."""


class HttpServed(ABC):
    """Mixin of a `DatabaseWorkload` whose application server is an HTTP API."""

    @abstractmethod
    def k6_script(self, options: Options[Any], protection: Protection) -> K6Script:
        """The load of a run as a script for k6."""

    @abstractmethod
    def serve(self, options: Options[Any], run_database: RunDatabase) -> HttpApi:
        """Start the API of a run over a filled database, also where the run itself uses none.

        Raises: CipherbenchError
        """
