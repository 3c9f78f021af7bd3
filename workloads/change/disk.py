"""Disk space used by an encryption change, and how many plaintext names can still be found on
disk."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from engines.contract.data_place import DataPlace, PlaceName
from engines.contract.errors import CipherbenchError
from engines.inspection.file_search import FileGroup, is_in_group, list_files
from engines.inspection.scan import numbers_before
from engines.platform.machine import stored_bytes
from workloads.change.measures import INDEXES, READABLE, TABLE, Where
from workloads.change.table_choice import changed_table, tag_of
from workloads.contract import Setting

_GROWING = (
    PlaceName.DATA, PlaceName.WRITE_AHEAD_LOG, PlaceName.REDO_LOG, PlaceName.UNDO,
    PlaceName.SYSTEM, PlaceName.BINARY_LOG, PlaceName.ARIA_LOG, PlaceName.TEMPORARY,
)  # fmt: skip
"""Places that a change writes to."""


class ServerFiles:
    """Disk space of a server's files, fast enough to be read ten times a second.

    Looks into the folders that existed when it was made, also for files of places that had none
    then: DuckDB deletes its log at each checkpoint.
    """

    def __init__(self, places: Iterable[DataPlace]) -> None:
        growing = [
            FileGroup.of(each) for each in places if each.root is not None and each.name in _GROWING
        ]
        folders = {file.path.parent for place in growing for file in list_files(place).files}
        self._folders = {
            folder: [place for place in growing if folder.is_relative_to(place.root)]
            for folder in folders
        }
        self._counts = cache(self._belongs)

    @property
    def has_files(self) -> bool:
        """Whether any of the server's files can be seen from here."""
        return bool(self._folders)

    def size(self) -> int:
        size = 0
        for folder in self._folders:
            with suppress(OSError), os.scandir(folder) as entries:
                for entry in entries:
                    if self._counts(folder, entry.name):
                        with suppress(OSError):
                            size += stored_bytes(entry.stat())
        return size

    def _belongs(self, folder: Path, name: str) -> bool:
        places = self._folders[folder]
        return any(
            is_in_group(each, str((folder / name).relative_to(each.root))) for each in places
        )


class DiskSearch:
    """Measures the table's size and searches files for plaintext names, outside any transaction;
    the engine flushes its memory before each."""

    def __init__(self) -> None:
        self._finds_names = False
        """Whether the search found the names while they were plaintext, so that it means
        something."""

    def check_finds_names(self, setting: Setting) -> None:
        found = self._found(setting)
        self._finds_names = len(found.get(Where.DATA, ())) >= _FOUND_SHARE * setting.options.size

    def measure(self, setting: Setting) -> Mapping[str, float]:
        """Sizes, and by place how many names are found; no names where the search cannot find
        plaintext either."""
        found = self._found(setting)
        values: dict[str, float] = {}
        if (sizes := setting.session.sizes(changed_table(setting.options).name)) is not None:
            values[TABLE.name] = float(sizes.rows)
            if sizes.indexes is not None:
                values[INDEXES.name] = float(sizes.indexes)
        if self._finds_names:
            values |= {READABLE[where].name: float(len(each)) for where, each in found.items()}
        return values

    def _found(self, setting: Setting) -> Mapping[Where, set[int]]:
        with suppress(CipherbenchError):  # it takes a privilege
            setting.session.flush()
        return names_in(setting.data_places(), tag_of(setting), setting.options.size)


_FOUND_SHARE = 0.9
"""The share of names that a search must find while they are plaintext, for its later counts to mean
something: some names lie on the border of two pages; compressed, hardly any is found."""


def names_in(places: Sequence[DataPlace], tag: str, rows: int) -> dict[Where, set[int]]:
    """The numbers of the names that are found, by place. Left out are places that show decrypted
    files (encrypted folders), and unreadable ones."""
    found: dict[Where, set[int]] = {}
    for place in places:
        if place.root is None or place.opened or place.name == PlaceName.KEYS:
            continue
        numbers: set[int] = set()
        for file in list_files(FileGroup.of(place)).files:
            with suppress(OSError):
                numbers |= numbers_before(tag.encode(), file.path)
        numbers = {each for each in numbers if 0 < each <= rows}
        for where in {Where.ANYWHERE, _WHERE.get(place.name, Where.ANYWHERE)}:
            found.setdefault(where, set()).update(numbers)
    return found


_WHERE: Mapping[str, Where] = {
    PlaceName.DATA: Where.DATA,
    PlaceName.WRITE_AHEAD_LOG: Where.LOGS,
    PlaceName.REDO_LOG: Where.LOGS,
    PlaceName.BINARY_LOG: Where.LOGS,
    PlaceName.ARIA_LOG: Where.LOGS,
    PlaceName.UNDO: Where.UNDO,
    PlaceName.SYSTEM: Where.UNDO,
}
"""InnoDB's undo of a server that has no files for it is in the system tablespace."""
