"""Reads TOML documents into frozen dataclasses by their types, writes them back, and locates every
fault by line and column."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, time
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, get_args, get_origin

import cattrs
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError, IterableValidationError
from cattrs.gen import make_dict_structure_fn

from engines.contract.errors import Unfit, clause_of
from engines.contract.limits import NAMES, control_character_faults
from engines.contract.message import MOST_FAULTS, Message, phrase, plural

# Reading TOML of unknown origin.


def tables_in(text: str, *, any_name: bool = False) -> dict[str, Any]:
    """Parse a text in TOML, and refuse deep nesting, infinite numbers, and keys and names with
    characters that move other text on a screen (control characters, direction marks). `any_name`
    allows these characters, as in texts that a store already has.

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
    for fault in control_character_faults(_key(path), text):
        raise Unfit(fault)


def _key(path: tuple[str, ...]) -> Message | str:
    return ".".join(path)[:_LONGEST] or phrase("a key")


_LONGEST = 200

_DEEPEST = 16
"""Most levels of nesting; our files need four."""

_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}""")
"""A key of so many dotted parts: tomllib's time grows with their square."""


def structured[T](value: Any, kind: type[T]) -> T:
    """Convert a value of a document into a `kind`, such as a dataclass.

    Raises: ClassValidationError, IterableValidationError, Unfit
    """
    return _CONVERTER.structure(value, kind)


def structured_plainly[T](value: dict[str, Any], kind: type[T]) -> T:
    """The same of a dataclass past its own function of `structured_by`, which changed the table
    first."""
    known: T = _strict_table(kind)(value, None)  # type: ignore[arg-type] # classes are hashable
    return known


def structured_by(kind: type, structure: Callable[[Any], Any]) -> None:
    """Register a function that makes values of a type; it raises ValueError for a faulty value."""
    _CONVERTER.register_structure_hook_func(
        lambda known: known is kind, lambda value, _: structure(value)
    )


def table_of(item: Any, keep: Iterable[str], kind: type | None = None) -> dict[str, Any]:
    """The fields of an item (or only those that `kind` declares) as a table of a document, without
    those that have their default values and are not in `keep`."""
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
    """A value as TOML writes it, shortened to fit into a sentence."""
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
    """A list; a string is refused, which would otherwise become a list of characters."""
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
    converter.register_structure_hook_factory(is_dataclass, _strict_table)
    return converter


@cache
def _strict_table(kind: Any) -> Callable[[Any, Any], Any]:
    structure = make_dict_structure_fn(kind, _CONVERTER, _cattrs_forbid_extra_keys=True)
    return lambda value, _: structure(as_table(value), kind)


_CONVERTER = _make_converter()


# Faults of a TOML document, by the path of keys.


@dataclass(frozen=True)
class Fault:
    """What is wrong, as a clause, and the path of keys and list numbers (from 1) to it."""

    path: tuple[str, ...]
    clause: Message


def faults(error: BaseException, path: tuple[str, ...] = ()) -> Iterator[Fault]:
    """All faults of a cattrs error; a missing key only where no key of the same table is
    unknown."""
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
    # unknown keys first: a missing key is often the same word, misspelt
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


# Faults of a TOML document, by line and column.


@dataclass(frozen=True)
class Position:
    """A line and a column, both from 1."""

    line: int
    column: int


def position_of(text: str, path: Sequence[str]) -> Position | None:
    """The position of the longest prefix of a path of keys that the text has; numbers (from 1)
    count tables of an array. None where it has not even the first key. Inside arrays of values
    nothing is found."""
    best, found = 0, None
    for keys, position in _keys(text):
        agreed = _agreement(keys, path)
        if agreed > best:
            best, found = agreed, position
    return found


def _agreement(keys: Sequence[str], path: Sequence[str]) -> int:
    """The length of `keys` where they are a prefix of `path`; else 0."""
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
    """The key of a line, and the keys of inline tables in it."""
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
    """The text with the contents of strings and comments blanked; quoted keys stay."""
    return _STRING.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


_PART = re.compile(r"\"[^\"]*\"|'[^']*'|[\w-]+")
_BARE = r"(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')"
_DOTTED = rf"{_BARE}(?:\s*+\.\s*+{_BARE}){{0,15}}+"
"""A dotted key of at most 16 parts. Possessive, and never begun inside a word, so that the time
grows linearly with the text, which may be long lists of words that look like keys."""
_HEADER = re.compile(rf"\s*\[(?P<array>\[)?\s*(?P<keys>{_DOTTED})\s*\]")
_KEY = re.compile(rf"(?<![\w-])(?P<keys>{_DOTTED})\s*+=|(?P<opening>\{{)|(?P<closing>\}})")
_STRING = re.compile(
    r"(?<==)\s*(?:\"\"\"(?s:.*?)\"\"\"|'''(?s:.*?)'''|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*')|#[^\n]*"
)


@dataclass(frozen=True)
class PlacedFault:
    """What is wrong, as a clause, and its position; None for a fault of the whole document."""

    clause: Message
    position: Position | None = None

    @property
    def with_place(self) -> Message:
        """The clause with its position in front."""
        if self.position is None:
            return self.clause
        return phrase(
            "line {line}, column {column}: {words}",
            line=self.position.line,
            column=self.position.column,
            words=self.clause,
        )


def placed(text: str, found: Iterable[Fault]) -> list[PlacedFault]:
    """Faults with their positions: the first `MOST_FAULTS`, since finding positions takes time, and
    the number of further ones."""
    known = list(found)
    first = [PlacedFault(e.clause, position_of(text, e.path)) for e in known[:MOST_FAULTS]]
    rest = len(known) - len(first)
    return [*first, PlacedFault(plural("and {n} more", "and {n} more", rest))] if rest else first
