"""Workloads whose users come by HTTP: their API can also be started alone (`cipherbench k6`), and
k6 can send the same load."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from engines.contract.message import NOTHING, Message
from engines.contract.protection import Protection
from workloads.app_server import AppServer, RunDatabase
from workloads.contract import Options


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
