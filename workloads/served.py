"""Workloads whose users come by HTTP: their API can be started by itself, and k6 can make the same
load."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from engines.contract.message import NOTHING, Message
from engines.contract.protection import Protection
from workloads.contract import Options
from workloads.stage import RunDatabase, Stage


@dataclass(frozen=True)
class K6Script:
    """A script for k6; `caution` says in what it is not the same load."""

    text: str
    caution: Message = NOTHING


@dataclass(frozen=True)
class ApiAccess:
    """How a client reaches an API: `path` is the one of its users, `token` the bearer token."""

    url: str
    token: str = field(repr=False)
    path: str


class ServedStage(Stage):
    """An API that other programs can use as well."""

    @property
    @abstractmethod
    def access(self) -> ApiAccess:
        """URL and access token of the API."""

    @abstractmethod
    def wait(self) -> None:
        """Wait until the API has ended."""


class Served(ABC):
    """What a `DatabaseWorkload` is beside that, if its stage is an API."""

    @abstractmethod
    def k6_script(self, options: Options[Any], protection: Protection) -> K6Script:
        """The load of a run as a script for k6."""

    @abstractmethod
    def serve(self, options: Options[Any], place: RunDatabase) -> ServedStage:
        """Start the API of a run over a database that is filled, whatever its path.

        Raises: CipherbenchError
        """
