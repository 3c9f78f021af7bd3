"""Values of a TOML document as frozen dataclasses, and back: types say what each may be."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, time
from enum import StrEnum
from functools import lru_cache
from typing import Any, get_args, get_origin

import cattrs
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError, IterableValidationError
from cattrs.gen import make_dict_structure_fn

from engines.contract.errors import Unfit, clause_of
from engines.contract.limits import NAMES, steering_faults
from engines.contract.message import MOST_FAULTS, Message, phrase, plural

# Reading TOML that came from anywhere.


def tables_in(text: str, *, any_name: bool = False) -> dict[str, Any]:
    """The tables of a text in TOML: none of them is nested so deeply that it could not be walked,
    all numbers are finite, and no key or name holds what moves other text, unless it may have
    `any_name`, as what a store has kept.

    Raises: Unfit
    """
    try:
        if _LONG_KEY.search(text):
            raise RecursionError
        document = tomllib.loads(text)
        _check(document, (), any_name=any_name)
    except RecursionError:
        raise Unfit(phrase("it is nested more than {most} levels deep", most=_DEEPEST)) from None
    except Unfit:
        raise
    except ValueError as error:  # also for a number of more digits than Python reads
        message = phrase("it is not valid TOML: {words}", words=str(error).rstrip("."))
        raise Unfit(message) from error
    return document


def _check(value: object, path: tuple[str, ...], *, any_name: bool) -> None:
    if len(path) >= _DEEPEST:
        raise RecursionError
    match value:
        case dict():
            for key, inner in value.items():
                if not any_name:
                    _check_shown(key, path)
                _check(inner, (*path, key), any_name=any_name)
        case list():
            for number, inner in enumerate(value, 1):
                _check(inner, (*path, str(number)), any_name=any_name)
        case float() if not math.isfinite(value):
            raise Unfit(phrase("{key} must be a number", key=_key(path)))
        case str() if path and path[-1] in NAMES and not any_name:
            _check_shown(value, path)


def _check_shown(text: str, path: tuple[str, ...]) -> None:
    for fault in steering_faults(_key(path), text):
        raise Unfit(fault)


def _key(path: tuple[str, ...]) -> Message | str:
    return ".".join(path)[:_LONGEST] or phrase("a key")


_LONGEST = 200

_DEEPEST = 16
"""Of what our files can mean nothing is more than four tables and lists deep."""

_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}""")
"""A key of so many parts, over which tomllib takes time that grows with their square."""


def structured[T](value: Any, kind: type[T]) -> T:
    """A value of a document as `kind` has it.

    Raises: ClassValidationError, IterableValidationError, Unfit
    """
    return _CONVERTER.structure(value, kind)


def structured_by(kind: type, structure: Callable[[Any], Any]) -> None:
    """Have values of a type made by a function, which raises ValueError for what does not fit."""
    _CONVERTER.register_structure_hook_func(
        lambda known: known is kind, lambda value, _: structure(value)
    )


def table_of(item: Any, keep: Iterable[str], kind: type | None = None) -> dict[str, Any]:
    """The fields of an item, or those of them that `kind` declares, as a document has them: without
    those that have their defaults and are not to be kept."""
    table = {}
    for each in fields(kind or item):
        value = getattr(item, each.name)
        if not each.init:
            continue  # a secret
        if each.name in keep or value != each.default:
            plain = value.value if isinstance(value, StrEnum) else value
            table[each.name] = list(plain) if isinstance(plain, tuple) else plain
    return table


def short(text: str) -> str:
    """A text, shortened to fit into a sentence."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def _strict(kind: type[Any]) -> Any:
    def check(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise Unfit(_KINDS[kind].with_values(value=as_written(value)))
        return value

    return check


def _number(value: Any, _: Any) -> float:
    try:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
    except OverflowError:
        pass
    raise Unfit(phrase("{value} is not a number", value=as_written(value)))


def as_written(value: object) -> str:
    """A value as TOML writes it, as much of it as a sentence takes."""
    return short(_spelled(value))


def _spelled(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case date() | time():
            return value.isoformat()
        case list():
            return f"[{', '.join(map(_spelled, value))}]"
        case dict():
            inner = (f"{key} = {_spelled(each)}" for key, each in value.items())
            return f"{{{', '.join(inner)}}}"
    return repr(value)


_LONGEST_SHOWN = 80


_KINDS: dict[type, Message] = {
    int: phrase("{value} is not a whole number"),
    str: phrase("{value} is not text in quotes"),
    bool: phrase("{value} is not true or false"),
}


def as_table(value: Any) -> dict[str, Any]:
    """Raises: Unfit"""
    if not isinstance(value, dict):
        raise Unfit(phrase("{value} is not a table", value=as_written(value)))
    return value


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis


def _is_mapping(kind: Any) -> bool:
    return get_origin(kind) is Mapping


def _mapping(value: Any, kind: Any) -> dict[str, Any]:
    items: Any = dict[get_args(kind)]  # type: ignore[misc]
    known: dict[str, Any] = _CONVERTER.structure(as_table(value), items)
    return known


def _list(value: Any, kind: Any) -> tuple[Any, ...]:
    """A list; a string is refused, which Python would take as a list of characters."""
    if not isinstance(value, list):
        raise Unfit(phrase("{value} is not a list", value=as_written(value)))
    items: Any = list[get_args(kind)[0]]  # type: ignore[misc]
    return tuple(_CONVERTER.structure(value, items))


def _choice(value: Any, kind: Any) -> Any:
    try:
        return kind(value.lower() if isinstance(value, str) else value)
    except ValueError as error:
        known = ", ".join(each.value for each in kind)
        message = phrase("{value} is not one of {known}", value=as_written(value), known=known)
        raise Unfit(message) from error


def _make_converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    for kind in _KINDS:
        converter.register_structure_hook(kind, _strict(kind))
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook(StrEnum, _choice)
    converter.register_structure_hook_func(_is_list, _list)
    converter.register_structure_hook_func(_is_mapping, _mapping)
    converter.register_structure_hook_factory(
        is_dataclass, lambda kind: _strict_table(kind, converter)
    )
    return converter


def _strict_table(kind: type[Any], converter: cattrs.Converter) -> Any:
    structure = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)
    return lambda value, _: structure(as_table(value), kind)


_CONVERTER = _make_converter()


# What does not fit of a TOML document, and where.


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


# What does not fit of a TOML document, with the line and column where it stands.

# Where in the text of a TOML document a key stands.


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


@dataclass(frozen=True)
class PlacedFault:
    """A clause about what does not fit, and where it stands; None where it is about the whole."""

    clause: Message
    position: Position | None = None

    @property
    def with_place(self) -> Message:
        """The clause with its place in front."""
        if self.position is None:
            return self.clause
        return phrase(
            "line {line}, column {column}: {words}",
            line=self.position.line,
            column=self.position.column,
            words=self.clause,
        )


def placed(text: str, found: Iterable[Fault]) -> list[PlacedFault]:
    """Faults with the line and column that they are about: the first of them, since looking for
    each takes its time, and how many more there are."""
    known = list(found)
    first = [PlacedFault(e.clause, position_of(text, e.path)) for e in known[:MOST_FAULTS]]
    rest = len(known) - len(first)
    return [*first, PlacedFault(plural("and {n} more", "and {n} more", rest))] if rest else first
