"""What does not fit of a TOML document, and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError, IterableValidationError

from engines.contract.errors import clause_of
from engines.contract.message import Message, phrase
from workloads.toml.values import short


@dataclass(frozen=True)
class Fault:
    """A clause about what does not fit, and the keys and numbers (from 1) that lead there."""

    path: tuple[str, ...]
    clause: Message


def faults(error: BaseException, path: tuple[str, ...] = ()) -> Iterator[Fault]:
    """Everything that does not fit; what is missing only where no key beside it is unknown."""
    place = ".".join(path)
    if isinstance(error, ForbiddenExtraKeysError):
        for key in sorted(error.extra_fields):
            named = f"“{short(key)}”"
            message = phrase("unknown key {keys}", keys=named)
            if path:
                message = phrase("unknown key {keys} in {place}", keys=named, place=place)
            yield Fault((*path, key), message)
    elif isinstance(error, (ClassValidationError, IterableValidationError)):
        yield from _inner_faults(error, path)
    elif isinstance(error, KeyError):
        yield Fault(path, phrase("{place} is missing", place=place or error.args[0]))
    else:
        yield Fault(path, phrase("{place}: {words}", place=place, words=clause_of(error)))


def _inner_faults(
    error: ClassValidationError | IterableValidationError, path: tuple[str, ...]
) -> Iterator[Fault]:
    # An unknown key first: what is missing is often the same word, misspelt.
    unknown = [each for each in error.exceptions if isinstance(each, ForbiddenExtraKeysError)]
    for each in unknown:
        yield from faults(each, path)
    for inner in error.exceptions:
        misspelt = unknown and isinstance(inner, KeyError)
        if inner in unknown or misspelt:
            continue
        notes = getattr(inner, "__notes__", [])
        place = next((_place(note) for note in notes if _place(note)), "")
        yield from faults(inner, (*path, place) if place else path)


def _place(note: object) -> str:
    name = getattr(note, "name", None)
    if name is not None:
        return str(name)
    index = getattr(note, "index", None)
    if isinstance(index, str):  # the key of a table
        return index
    return "" if index is None else str(int(index) + 1)
