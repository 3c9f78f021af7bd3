"""Removes what not every database and JSON file can hold from texts: NUL and unpaired
surrogates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

_HALVES = dict.fromkeys(range(0xD800, 0xE000), "\N{REPLACEMENT CHARACTER}")


def cleaned[T](value: T) -> T:
    """The same value, its texts without NUL and unpaired surrogates; also those in dataclasses,
    mappings and tuples."""
    found: Any = value
    if type(found) is str:
        found = found.replace("\0", "").translate(_HALVES) if _is_dirty(found) else found
    elif isinstance(value, tuple):
        found = tuple(map(cleaned, value))
    elif isinstance(value, Mapping):
        found = {cleaned(key): cleaned(each) for key, each in value.items()}
    elif is_dataclass(value) and not isinstance(value, type):
        found = _cleaned_fields(value)
    return found  # type: ignore[no-any-return]


def _cleaned_fields(value: Any) -> Any:
    known = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
    clean = {name: cleaned(each) for name, each in known.items()}
    changed = {name: each for name, each in clean.items() if each != known[name]}
    return replace(value, **changed) if changed else value


def _is_dirty(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return "\0" in text
