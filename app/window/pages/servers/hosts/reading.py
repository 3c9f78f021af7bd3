"""Asks a coordinator's store who its hosts are. No widgets."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from app.hosts.entrance import address_of, entrance
from app.hosts.facts import Facts
from app.hosts.messages import HostRecord
from app.hosts.shares import Coordination
from app.results.database.location import locate


@dataclass(frozen=True)
class HostList:
    """A coordinator and its hosts, as they were just now."""

    place: str
    coordinator: Facts
    hosts: tuple[HostRecord, ...]


class HostReader:
    """Keeps its connection from one reading to the next; it may be called from any thread."""

    def __init__(self, store: str) -> None:
        self.store, self._url = store, locate(store)
        self._coordination: Coordination | None = None

    @property
    def place(self) -> str:
        """The store, without login and options."""
        return f"{self._url.host or ''}:{self._url.port or ''}".strip(":")

    @property
    def host_command(self) -> str:
        login = self._url._replace(username=None, password=None)
        address = address_of(login.render_as_string())
        return f"cipherbench host --name rack1 --store {shlex.quote(address)}"

    def read(self) -> HostList:
        """Raises: InputError"""
        if self._coordination is None:
            self._coordination = Coordination(entrance(self.store))
        known = self._coordination.coordinator()
        return HostList(self.place, known, tuple(self._coordination.hosts()))

    def close(self) -> None:
        """Leave the store."""
        if self._coordination is not None:
            self._coordination.close()
