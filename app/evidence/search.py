"""The search of a server's places for a marker or a key, and its results in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from app.evidence.marker import Needle
from app.evidence.places import (
    SHOWN,
    Place,
    PlaceResult,
    PlaceState,
    Progress,
    Unreadable,
    scan_places,
)
from app.results.traces import Spot, Subject
from engines.contract.data_place import DataPlace, outside
from engines.contract.message import Message, Number, phrase

_SPOTS = 20


@dataclass(frozen=True)
class Searched:
    """A place of a server and what is in it; files are named from the place's folder on."""

    name: str
    result: PlaceResult
    holds_plaintext: bool = False
    opened: bool = False

    @property
    def found(self) -> bool | None:
        """False for a place without files, but None if it should hold plaintext."""
        if self.result.state is PlaceState.NOTHING_THERE and not self.holds_plaintext:
            return False
        return self.result.found

    def sentence(self, subject: Subject) -> Message:
        """The sentence that belongs to the state."""
        result = self.result
        if result.state is PlaceState.NOT_READABLE and result.unreadable[0].file == Path():
            return phrase("Not readable: {reason}", reason=result.unreadable[0].reason)
        if subject is Subject.KEY and result.state is PlaceState.FOUND:
            first = result.findings[0]
            return phrase(
                "The key was found {count} ×, first in {file} at byte {offset} ({form}).",
                count=Number(result.count),
                file=first.file,
                offset=Number(first.offset),
                form=first.form,
            )
        return result.detail

    def spots(self, *, with_context: bool) -> tuple[Spot, ...]:
        """The first findings. A key's have no context: it would show the key."""
        return tuple(
            Spot(
                str(each.file),
                each.offset,
                each.form.value,
                each.part.value,
                each.context if with_context else "",
                each.context_offset if with_context else each.offset,
            )
            for each in self.result.findings[:_SPOTS]
        )


def search(
    places: Sequence[DataPlace],
    needles: Sequence[Needle],
    progress: Progress | None = None,
    *,
    halves_count: bool = True,
) -> list[Searched]:
    """Search every place; parts of one name are one result, in the order given.

    Raises: ScanStopped if `progress` does.
    """
    known = [place for place in places if place.root is not None]
    scans = [Place(each.name, Path(each.root or ""), each.patterns, each.without) for each in known]
    results = scan_places(scans, needles, progress, halves_count=halves_count)
    found = {
        id(place): _relative(result, Path(place.root or ""))
        for place, result in zip(known, results, strict=True)
    }
    return [
        _joined(name, parts, found)
        for name, parts in _grouped(places, lambda each: _code(each, places))
    ]


def _grouped(
    places: Sequence[DataPlace], name_of: Callable[[DataPlace], str]
) -> list[tuple[str, list[DataPlace]]]:
    order = list(dict.fromkeys(map(name_of, places)))
    ranked = sorted(places, key=lambda each: order.index(name_of(each)))
    return [(name, list(parts)) for name, parts in groupby(ranked, key=name_of)]


def _code(place: DataPlace, places: Sequence[DataPlace]) -> str:
    """Parts of one name that lie outside an encrypted file system are a place of their own."""
    inside = any(each.opened for each in places if each.name == place.name)
    return outside(place.name) if inside and not place.opened else place.name


def _joined(name: str, parts: Sequence[DataPlace], found: Mapping[int, PlaceResult]) -> Searched:
    results = [found.get(id(part)) or _unseen(part) for part in parts]
    joined = PlaceResult(
        name,
        tuple(each for result in results for each in result.findings)[:SHOWN],
        sum(result.count for result in results),
        sum(result.files for result in results),
        sum(result.size for result in results),
        tuple(each for result in results for each in result.unreadable),
    )
    return Searched(
        name,
        joined,
        any(part.holds_plaintext for part in parts),
        any(part.opened for part in parts),
    )


def _unseen(place: DataPlace) -> PlaceResult:
    return PlaceResult(place.name, (), 0, 0, 0, (Unreadable(Path(), place.reason),))


def _relative(result: PlaceResult, root: Path) -> PlaceResult:
    return replace(
        result,
        findings=tuple(replace(each, file=_below(each.file, root)) for each in result.findings),
        unreadable=tuple(replace(each, file=_below(each.file, root)) for each in result.unreadable),
    )


def _below(file: Path, root: Path) -> Path:
    if file == root or not file.is_relative_to(root):
        return Path(file.name)
    return file.relative_to(root)
