"""Servers with an encrypted folder: each is two, which share a row of the campaign.

What the folder protects runs on the twin, whose data lie in it, all else on the server itself, in a
plain folder: so both take turns as the sides of one server.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from app.plan.campaign import folder_protection
from app.plan.matrix import Cell
from engines.base.capability import Capabilities, fits
from engines.contract.endpoint import EncryptedFolder
from engines.contract.message import Message
from engines.contract.protection import Cipher
from engines.servers.server import ServerSpec

ENCRYPTED_FOLDER = "encrypted folder"
"""The setting of a server that says what its twin's data lie on."""


class Twins:
    """The twins of a campaign's servers, by name."""

    def __init__(self, specs: Iterable[ServerSpec]) -> None:
        self._sealed = {
            spec.name: replace(spec, name=f"{spec.name} on {spec.encrypted_folder}")
            for spec in specs
            if spec.encrypted_folder is not EncryptedFolder.OFF
        }

    def all_of(self, spec: ServerSpec) -> Iterator[ServerSpec]:
        """A server as it is to be opened, and its twin if it has one."""
        yield replace(spec, encrypted_folder=EncryptedFolder.OFF)
        if spec.name in self._sealed:
            yield self._sealed[spec.name]

    def of(self, name: str) -> ServerSpec | None:
        """The twin of a server whose data lie in an encrypted folder."""
        return self._sealed.get(name)

    def row_of(self, spec: ServerSpec) -> ServerSpec:
        """A server as the plan has it: a twin goes by its name there."""
        names = {twin.name: name for name, twin in self._sealed.items()}
        return replace(spec, name=names.get(spec.name, spec.name))

    def place(self, cell: Cell) -> str:
        """The name of who does a cell's runs: its server, or the twin of that."""
        twin = self._sealed.get(cell.server)
        if twin is None or cell.protection.algorithm != twin.encrypted_folder:
            return cell.server
        return twin.name


def with_folder(
    able: Capabilities, twin: ServerSpec, reported: Capabilities | Message
) -> Capabilities:
    """What a server can do together with its twin, which has `reported` of itself or why it is
    away."""
    wanted = folder_protection(twin.encrypted_folder)
    folder = Cipher(twin.encrypted_folder, wanted.bits or 0, wanted.mode or "")
    if isinstance(reported, Message):
        return replace(able, refused={**able.refused, folder: reported})
    if not any(fits(each, wanted) for each in reported.storage):
        return able
    lies_on = reported.lies_on.partition(";")[0]
    settings = {**able.settings, ENCRYPTED_FOLDER: lies_on}
    return replace(able, storage=able.storage | {folder}, settings=settings)
