"""The servers that the program knows, by unique name; a plan's servers are matched to them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from app.servers.entry import ServerEntry, ServerState
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase

if TYPE_CHECKING:
    from app.servers.discovery import FoundServers
    from engines.contract.endpoint import Endpoint
    from engines.servers.server import ServerSpec


class ServerDirectory:
    """Entries by name, in the order of adding."""

    def __init__(self) -> None:
        self._entries: dict[str, ServerEntry] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def __getitem__(self, name: str) -> ServerEntry:
        return self._entries[name]

    def get(self, name: str) -> ServerEntry | None:
        return self._entries.get(name)

    def all(self) -> list[ServerEntry]:
        """Discovered servers first, then added ones."""
        return sorted(self._entries.values(), key=lambda entry: not entry.discovered)

    def put(self, entry: ServerEntry) -> None:
        """Add an entry or replace the one of its name."""
        self._entries[entry.name] = entry

    def insert(self, entry: ServerEntry, index: int) -> None:
        """Put an entry back where it was."""
        others = [each for each in self._entries.values() if each.name != entry.name]
        others.insert(index, entry)
        self._entries = {each.name: each for each in others}

    def index(self, name: str) -> int:
        return list(self._entries).index(name)

    def fresh_name(self, base: str) -> str:
        """`base`, or `base-2`, `base-3` …: the first that is not taken."""
        names = (f"{base}-{number}" for number in count(2))
        return base if base not in self else next(name for name in names if name not in self)

    def add(self, spec: ServerSpec, saved_name: str = "") -> None:
        """Raises: InputError if its name is taken."""
        self.refuse_if_taken(spec.name)
        self.put(ServerEntry(spec, saved_name=saved_name))

    def refuse_if_taken(self, name: str) -> None:
        """Raises: InputError for a name that a server has."""
        if name in self:
            raise InputError(
                phrase("Name taken"),
                phrase("A server named “{name}” already exists."),
                phrase("Choose another name."),
                name=name,
            )

    def adopt(self, spec: ServerSpec, taken: Collection[str] = ()) -> str:
        """Add a plan's server unless it is known; returns its name here.

        That differs from the plan's where another server has the name, or where a server at an
        address is known by another. A name in `taken` is already another server's of the plan.
        """
        known = self.get(spec.name)
        if known is not None and known.spec.same_as(spec) and spec.name not in taken:
            return spec.name
        renamed = known is not None or not spec.managed
        for entry in self._entries.values() if renamed else ():
            alike = replace(entry.spec, name=spec.name).same_as(spec)
            if alike and entry.name not in taken:
                return entry.name
        name = self.fresh_name(spec.name)
        self.add(replace(spec, name=name))
        return name

    def add_discovered(self, found: FoundServers) -> None:
        for spec, reason in found.servers:
            known = self.get(spec.name)
            if known is None or not known.spec.same_as(spec):
                known = ServerEntry(replace(spec, name=self.fresh_name(spec.name)))
            if reason and known.state is ServerState.AVAILABLE:
                known = replace(known, state=ServerState.UNAVAILABLE, reason=reason)
            self.put(replace(known, discovered=True))
        for spec in found.saved:
            self._add_saved(spec)

    def _add_saved(self, spec: ServerSpec) -> None:
        known = self.get(spec.name)
        if known is None or not known.spec.same_as(spec):
            known = ServerEntry(replace(spec, name=self.fresh_name(spec.name)))
        self.put(replace(known, saved_name=spec.name))

    def remove(self, name: str) -> ServerEntry:
        """Raises: CipherbenchError for a server that was found on this machine."""
        if self[name].discovered:
            raise CipherbenchError(
                phrase("Found on this machine"),
                phrase("{name} was found on this machine and cannot be removed from the list."),
                name=name,
            )
        return self._entries.pop(name)

    def endpoints(self) -> dict[ServerSpec, Endpoint]:
        """Of running servers."""
        return {
            entry.spec: entry.endpoint
            for entry in self._entries.values()
            if entry.endpoint is not None
        }
