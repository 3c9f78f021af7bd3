"""Values of a TOML document as frozen dataclasses, and back: types say what each may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, get_args, get_origin

import cattrs
from cattrs.gen import make_dict_structure_fn

from engines.contract.errors import Unfit
from engines.contract.message import Message, phrase


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
            raise Unfit(_KINDS[kind].with_values(value=_shown(value)))
        return value

    return check


def _number(value: Any, _: Any) -> float:
    try:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
    except OverflowError:
        pass
    raise Unfit(phrase("{value} is not a number", value=_shown(value)))


def _shown(value: object) -> str:
    """What a plan has in a place, as much of it as a sentence takes."""
    return short(repr(value))


_LONGEST_SHOWN = 80


_KINDS: dict[type, Message] = {
    int: phrase("{value} is not a whole number"),
    str: phrase("{value} is not text in quotes"),
    bool: phrase("{value} is not true or false"),
}


def as_table(value: Any) -> dict[str, Any]:
    """Raises: Unfit"""
    if not isinstance(value, dict):
        raise Unfit(phrase("{value} is not a table", value=_shown(value)))
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
        raise Unfit(phrase("{value} is not a list", value=_shown(value)))
    items: Any = list[get_args(kind)[0]]  # type: ignore[misc]
    return tuple(_CONVERTER.structure(value, items))


def _choice(value: Any, kind: Any) -> Any:
    try:
        return kind(value.lower() if isinstance(value, str) else value)
    except ValueError as error:
        known = ", ".join(each.value for each in kind)
        message = phrase("{value} is not one of {known}", value=_shown(value), known=known)
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
