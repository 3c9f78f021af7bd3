"""Where in the text of a TOML document a key stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Position:
    """A line and a column, both from 1."""

    line: int
    column: int


def position_of(text: str, path: Sequence[str]) -> Position | None:
    """Where the longest beginning of a path of keys is written: numbers (from 1) count tables of an
    array. None where not even its first key is. Arrays of values are not looked into."""
    best, found = 0, None
    for keys, position in _keys(text):
        agreed = _agreement(keys, path)
        if agreed > best:
            best, found = agreed, position
    return found


def _agreement(keys: Sequence[str], path: Sequence[str]) -> int:
    """How many keys of a path are these, all of them being in it; else 0."""
    return len(keys) if tuple(path[: len(keys)]) == tuple(keys) else 0


@lru_cache(2)
def _keys(text: str) -> list[tuple[tuple[str, ...], Position]]:
    found: list[tuple[tuple[str, ...], Position]] = []
    here: tuple[str, ...] = ()
    counted: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(_without_strings(text).splitlines(), 1):
        if header := _HEADER.match(line):
            here = _parts(header["keys"])
            if header["array"]:
                counted[here] = counted.get(here, 0) + 1
                here = (*here, str(counted[here]))
            found.append((here, Position(number, header.start("keys") + 1)))
        else:
            found += _keys_of(line, here, number)
    return found


def _keys_of(
    line: str, here: tuple[str, ...], number: int
) -> list[tuple[tuple[str, ...], Position]]:
    """The key of a line, and those of the table that stands in it."""
    found: list[tuple[tuple[str, ...], Position]] = []
    inside: list[tuple[str, ...]] = [here]
    for match in _KEY.finditer(line):
        if match["opening"]:
            inside.append(found[-1][0] if found else here)
        elif match["closing"]:
            inside = inside[:-1] or [here]
        else:
            keys = (*inside[-1], *_parts(match["keys"]))
            found.append((keys, Position(number, match.start("keys") + 1)))
    return found


def _parts(keys: str) -> tuple[str, ...]:
    return tuple(part.strip("\"' \t") for part in _PART.findall(keys))


def _without_strings(text: str) -> str:
    """The text with what stands in strings and comments blanked; quoted keys stay."""
    return _STRING.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


_PART = re.compile(r"\"[^\"]*\"|'[^']*'|[\w-]+")
_BARE = r"(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')"
_DOTTED = rf"{_BARE}(?:\s*+\.\s*+{_BARE}){{0,15}}+"
"""A key of no more parts than a file may have. It never gives back what it has taken, nor begins in
the middle of a word, since text in lists looks like keys too: time grows with its length alone."""
_HEADER = re.compile(rf"\s*\[(?P<array>\[)?\s*(?P<keys>{_DOTTED})\s*\]")
_KEY = re.compile(rf"(?<![\w-])(?P<keys>{_DOTTED})\s*+=|(?P<opening>\{{)|(?P<closing>\}})")
_STRING = re.compile(
    r"(?<==)\s*(?:\"\"\"(?s:.*?)\"\"\"|'''(?s:.*?)'''|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*')|#[^\n]*"
)
