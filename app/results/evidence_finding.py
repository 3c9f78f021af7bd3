"""What a search for plaintext or keys has found: `EvidenceFinding`, the evidence that a protection
hides data or not. Its fields are keys in spools."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engines.contract.data_place import place_text
from engines.contract.message import Message


class SearchSubject(StrEnum):
    """What was searched for: the marker (a random text stored in a protected column), the key that
    encrypts it, or the key of a single row, after key and row were deleted."""

    MARKER = "marker"
    KEY = "key"
    DELETED = "deleted-key"


class SearchArea(StrEnum):
    """Where it was searched: in files, in the memory of the server's processes, in packets of its
    connections, or by a login to the database."""

    FILES = "files"
    MEMORY = "memory"
    NETWORK = "network"
    LOGIN = "login"


@dataclass(frozen=True)
class FindingLocation:
    """Where something was found. `file` is relative to the data directory; `context` are the bytes
    found and 16 before and after, in hex, from `context_offset` on; it is empty for a key."""

    file: str
    offset: int
    form: str
    part: str
    context: str
    context_offset: int


@dataclass(frozen=True)
class EvidenceFinding:
    """What a search found in one place under one protection of one server.

    `place` is the code of the place. `found` is None if it cannot be known; `message` is why, or
    what was found. `count` is how often, and `spots` are the first of these. `files` and `size`
    (bytes) were read; each direction of a connection counts as a file. `opened` says that the
    place was searched through a mounted encrypted file system: on the disk itself it is encrypted.
    """

    server: str
    protection: str
    ground: SearchArea
    subject: SearchSubject
    place: str
    found: bool | None
    message: Message
    count: int = 0
    files: int = 0
    size: int = 0
    opened: bool = False
    spots: tuple[FindingLocation, ...] = ()

    @property
    def where(self) -> Message:
        """The place in words."""
        return place_text(self.place)

    @property
    def detail(self) -> str:
        return str(self.message)
