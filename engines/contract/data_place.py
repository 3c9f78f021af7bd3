"""The places where a server writes on disk (data files, logs, temporary files), as its engine
reports them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from engines.contract.endpoint import Endpoint
from engines.contract.message import NOTHING, Message, phrase
from engines.platform.processes import root_of


class PlaceName(StrEnum):
    """The codes of places; `place_text` has their words."""

    DATA = "data files"
    WRITE_AHEAD_LOG = "write-ahead log"
    REDO_LOG = "redo log"
    UNDO = "undo log"
    SYSTEM = "system tablespace"
    BINARY_LOG = "binary log"
    ARIA_LOG = "Aria log"
    TEMPORARY = "temporary files"
    MAPPED = "memory-mapped files"
    SERVER_LOG = "server log"
    KEYS = "keys file"
    OTHER = "other files"
    CIPHER_FOLDER = "cipher directory"
    DISK = "disk below"
    MEMORY = "server memory"
    PACKETS = "network packets"
    DELETED_KEY = "deleted key"
    """No file: what is left of a row whose data key was deleted."""
    ALL_FILES = "all files"
    """Of all places together, where one was not told from another."""
    SELECT = "SELECT without the key"
    """No file: what a login to the database sees."""


_TEXTS: Mapping[str, Message] = {
    PlaceName.DATA: phrase("data files"),
    PlaceName.WRITE_AHEAD_LOG: phrase("write-ahead log"),
    PlaceName.REDO_LOG: phrase("redo log"),
    PlaceName.UNDO: phrase("undo log"),
    PlaceName.SYSTEM: phrase("system tablespace"),
    PlaceName.BINARY_LOG: phrase("binary log"),
    PlaceName.ARIA_LOG: phrase("Aria log"),
    PlaceName.TEMPORARY: phrase("temporary files"),
    PlaceName.MAPPED: phrase("memory-mapped files"),
    PlaceName.SERVER_LOG: phrase("server log"),
    PlaceName.KEYS: phrase("keys file"),
    PlaceName.OTHER: phrase("other files"),
    PlaceName.CIPHER_FOLDER: phrase("cipher directory"),
    PlaceName.DISK: phrase("disk below"),
    PlaceName.MEMORY: phrase("server memory"),
    PlaceName.PACKETS: phrase("network packets"),
    PlaceName.DELETED_KEY: phrase("a person whose key was deleted"),
    PlaceName.ALL_FILES: phrase("all files"),
    PlaceName.SELECT: phrase("SELECT without the key"),
}
_OUTSIDE = ":outside"


def outside(name: str) -> str:
    """The code of those files of a place that lie outside an encrypted file system, where others of
    them lie inside."""
    return f"{name}{_OUTSIDE}"


def is_outside(code: str) -> bool:
    """Whether a place's code is of files outside an encrypted file system."""
    return code.endswith(_OUTSIDE)


def place_text(code: str) -> Message:
    """The words for a place; an unknown code is its own words."""
    name = code.removesuffix(_OUTSIDE)
    message = _TEXTS.get(name, Message(name))
    return message if name == code else phrase("{place} outside", place=message)


@dataclass(frozen=True)
class DataPlace:
    """A kind of file of a server. Several of one name are one place in several folders.

    Under the folder `root` those files belong to it whose path below it matches one of `patterns`
    and none of `without` (`*` stands for any characters, slashes among them); a `root` that is a
    file is the place itself. Without a root `reason` says why it cannot be read from here.

    `must_find_plaintext`: what is stored unencrypted must be found here, or the search proves
    nothing. `opened`: an encrypted file system shows these files opened, and the disk holds them
    encrypted.
    """

    name: str
    root: str | None
    patterns: tuple[str, ...] = ("*",)
    without: tuple[str, ...] = ()
    reason: Message = NOTHING
    must_find_plaintext: bool = False
    opened: bool = False


_UNREPORTED = phrase("The server does not show this user where its files are.")


def data_root(
    endpoint: Endpoint, ask_server: Callable[[], str | None], unreported: Message = _UNREPORTED
) -> str | Message:
    """Where this machine sees a server's data directory, or why it does not.

    `ask_server` asks the server for it, as seen by itself; a container's files are reached through
    its process. `unreported` says what this user lacks where it does not answer.
    """
    if endpoint.container is None:
        return endpoint.data or (_ELSEWHERE if endpoint.pid is None else unreported)
    if endpoint.pid is None:
        return _NO_PROCESS
    inside = ask_server()
    return local_path(endpoint, inside) if inside else unreported


def local_path(endpoint: Endpoint, path: str) -> str:
    """A path on the server as this machine reaches it: that of a container through its process."""
    if endpoint.container and endpoint.pid is not None:
        return f"{root_of(endpoint.pid)}{path}"
    return path


def unreadable_places(names: Iterable[str], reason: Message) -> tuple[DataPlace, ...]:
    """Places that cannot be read, all for one reason."""
    return tuple(DataPlace(name, None, reason=reason) for name in names)


def remaining_files(root: str, places: Iterable[DataPlace], excluded: tuple[str, ...]) -> DataPlace:
    """The files of a data directory that belong to no other place and match no pattern of
    `excluded`."""
    known = [pattern for place in places if place.root == root for pattern in place.patterns]
    return DataPlace(PlaceName.OTHER, root, without=(*known, *excluded))


def file_place(name: str, path: Path) -> DataPlace:
    """A place that is one file; the folder it is in need not be shown."""
    return DataPlace(name, str(path.parent), (path.name,))


_ELSEWHERE = phrase(
    "The location of the files is unknown: they are on another machine, or the server does not "
    "report it."
)
_NO_PROCESS = phrase("The container's files are not accessible from this machine.")
