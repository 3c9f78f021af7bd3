"""Searches the files of a server, group by group, for byte strings such as a marker or a key."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import Path

from engines.contract.data_place import DataPlace
from engines.contract.message import Message, Number, phrase, plural
from engines.inspection.scan import Hit, Needle, Scanner

MOST_FINDINGS = 100
"""Findings of a group that are kept; all are counted."""

type Progress = Callable[[int, int], None]
"""Called with the bytes done and the bytes in all, once per megabyte or so."""


class ScanStopped(Exception):
    """Raised by a `Progress` to stop `scan_places`, which passes it on."""


@dataclass(frozen=True)
class FileGroup:
    """A kind of file of a server: “data files”, “write-ahead log”, “temporary files”.

    `root` is a directory, or the one file of a server that has only one. Under a directory those
    files belong to the place whose path below it matches one of `patterns` and none of `without`;
    `*` stands for any characters, slashes among them. Links are followed.
    """

    name: str
    root: Path
    patterns: tuple[str, ...] = ("*",)
    without: tuple[str, ...] = ()

    @classmethod
    def of(cls, place: DataPlace) -> FileGroup:
        """What an engine tells of a place that can be read from here."""
        return cls(place.name, Path(place.root or ""), place.patterns, place.without)


class PlaceState(StrEnum):
    """What a scan can say of a place."""

    FOUND = "found"
    NOT_FOUND = "not found"
    NOT_READABLE = "not readable"
    NOTHING_THERE = "nothing there"


@dataclass(frozen=True)
class Unreadable:
    """A file or folder that could not be read, and the system's reason."""

    file: Path
    reason: Message


@dataclass(frozen=True)
class PlaceResult:
    """What has been found in a place.

    `findings` are the first hundred of `count`; `files` and `size` (bytes) are what was read.
    """

    place: str
    findings: tuple[Hit, ...]
    count: int
    files: int
    size: int
    unreadable: tuple[Unreadable, ...]

    @property
    def state(self) -> PlaceState:
        """Found wins; else one unreadable file is enough to leave the place unjudged."""
        if self.findings:
            return PlaceState.FOUND
        if self.unreadable:
            return PlaceState.NOT_READABLE
        return PlaceState.NOT_FOUND if self.files else PlaceState.NOTHING_THERE

    @property
    def found(self) -> bool | None:
        """None if the scan is inconclusive."""
        return {PlaceState.FOUND: True, PlaceState.NOT_FOUND: False}.get(self.state)

    @property
    def detail(self) -> Message:
        """The sentence that belongs to the state."""
        match self.state:
            case PlaceState.FOUND:
                return _found_detail(self.count, self.findings[0])
            case PlaceState.NOT_READABLE:
                first = self.unreadable[0]
                return phrase(
                    "{file} cannot be read: {reason}.", file=first.file, reason=first.reason
                )
            case PlaceState.NOT_FOUND:
                return not_found_in(self.files, self.size)
            case _:
                return phrase("There is no such file.")


def scan_places(
    places: Sequence[FileGroup],
    needles: Sequence[Needle],
    progress: Progress | None = None,
    *,
    halves_count: bool = True,
) -> list[PlaceResult]:
    """Look for the needles in every place, in the order given; never fails over a single file.

    Files that a running server removes meanwhile are passed over.

    Raises: ScanStopped if `progress` does.
    """
    scanner = Scanner(needles, halves_count=halves_count)
    listings = [list_files(place) for place in places]
    tally = _Tally(sum(file.size for listing in listings for file in listing.files), progress)
    return [
        _scanned(scanner, place, listing, tally)
        for place, listing in zip(places, listings, strict=True)
    ]


def not_found_in(files: int, size: int) -> Message:
    """The sentence for `files` files of `size` bytes together without a finding."""
    return plural(
        "Not found in {n} files ({size} bytes).",
        "Not found in {n} file ({size} bytes).",
        files,
        size=Number(size),
    )


def _found_detail(count: int, first: Hit) -> Message:
    return phrase(
        "Found {count} × in plaintext, first in {file} at byte {offset} ({form}, {part}): "
        "{context}",
        count=Number(count),
        file=first.file,
        offset=Number(first.offset),
        form=first.form,
        part=first.part,
        context=first.context,
    )


@dataclass(frozen=True)
class ListedFile:
    path: Path
    size: int


@dataclass(frozen=True)
class FileListing:
    files: tuple[ListedFile, ...]
    unreadable: tuple[Unreadable, ...]


class _Tally:
    """Bytes done over all places."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self._done, self._total, self._progress = 0, total, progress

    def advance(self, passed: int) -> None:
        """Count bytes as done; a file that grows while it is read never exceeds the total."""
        self._done = min(self._done + passed, self._total)
        if self._progress:
            self._progress(self._done, self._total)


def _scanned(
    scanner: Scanner, place: FileGroup, listing: FileListing, tally: _Tally
) -> PlaceResult:
    findings: list[Hit] = []
    unreadable = list(listing.unreadable)
    count = files = size = 0
    for file in listing.files:
        try:
            for finding in scanner.scan(file.path, tally.advance):
                count += 1
                if len(findings) < MOST_FINDINGS:
                    findings.append(finding)
        except FileNotFoundError:
            continue
        except OSError as error:
            unreadable.append(_unreadable(file.path, error))
        else:
            files, size = files + 1, size + file.size
    return PlaceResult(place.name, tuple(findings), count, files, size, tuple(unreadable))


def list_files(place: FileGroup) -> FileListing:
    """The regular files of a place, each once even if links lead to it by two ways."""
    files: dict[tuple[int, int], ListedFile] = {}
    unreadable: list[Unreadable] = []
    for path in _paths(place, unreadable):
        try:
            found = path.stat()
        except FileNotFoundError:
            continue
        except OSError as error:
            unreadable.append(_unreadable(path, error))
            continue
        if stat.S_ISREG(found.st_mode):
            files.setdefault((found.st_dev, found.st_ino), ListedFile(path, found.st_size))
    return FileListing(tuple(files.values()), tuple(unreadable))


def _paths(place: FileGroup, unreadable: list[Unreadable]) -> Iterator[Path]:
    """Paths that belong to a place; folders that cannot be read are added to `unreadable`."""

    def tell(error: OSError) -> None:
        if isinstance(error, NotADirectoryError | FileNotFoundError):
            return
        unreadable.append(_unreadable(Path(error.filename), error))

    if not place.root.is_dir():
        yield place.root
        return
    entered: set[tuple[int, int]] = set()
    for folder, folders, names in os.walk(place.root, onerror=tell, followlinks=True):
        below = Path(folder).relative_to(place.root).as_posix()
        folders[:] = sorted(
            name
            for name in folders
            if _may_hold(place, name if below == "." else f"{below}/{name}")
            and _is_new(Path(folder, name), entered)
        )
        for name in sorted(names):
            path = Path(folder, name)
            if is_in_group(place, path.relative_to(place.root).as_posix()):
                yield path


def _may_hold(place: FileGroup, below: str) -> bool:
    """Whether a file of the group can lie in a folder; others need not be walked."""
    inside = f"{below}/"
    starts = (_WILDCARD.split(pattern, maxsplit=1)[0] for pattern in place.patterns)
    reaches = any(inside.startswith(start) or start.startswith(inside) for start in starts)
    return reaches and not any(
        each.endswith("*") and fnmatchcase(inside, each) for each in place.without
    )


_WILDCARD = re.compile(r"[*?\[]")


def _is_new(folder: Path, entered: set[tuple[int, int]]) -> bool:
    """Whether a folder is entered for the first time: a link may lead back to it."""
    try:
        found = folder.stat()
    except OSError:
        return True  # entering it will say what is wrong
    known = len(entered)
    entered.add((found.st_dev, found.st_ino))
    return len(entered) > known


def is_in_group(place: FileGroup, below: str) -> bool:
    inside = any(fnmatchcase(below, pattern) for pattern in place.patterns)
    return inside and not any(fnmatchcase(below, pattern) for pattern in place.without)


def _unreadable(path: Path, error: OSError) -> Unreadable:
    return Unreadable(path, Message(error.strerror or str(error)))
