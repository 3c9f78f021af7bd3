"""Limits of what may be set, declared once beside its type and its default: forms and the sentences
about what does not fit read them there."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any

from engines.contract.message import Message, phrase

_KEY = "parameter"


@dataclass(frozen=True)
class Parameter:
    """What is known of a field. Below `least` a plan cannot be used; `most` is what forms offer, a
    plan may say more."""

    name: str
    default: Any
    least: float | None = None
    most: float | None = None
    fraction: bool = False
    """Whether it need not be whole."""


def parameter(default: Any, *, least: float | None = None, most: float | None = None) -> Any:
    """A field of a frozen dataclass, a number with limits."""
    return field(default=default, metadata={_KEY: (least, most)})


def parameters_of(kind: type) -> Mapping[str, Parameter]:
    """The fields of a dataclass that have limits, by their names and in order."""
    return {each.name: _parameter(each) for each in fields(kind) if _KEY in each.metadata}


def _parameter(of: Field[Any]) -> Parameter:
    least, most = of.metadata[_KEY]
    return Parameter(of.name, of.default, least, most, of.type in (float, "float"))


def values_of(item: Any, kind: type) -> dict[str, Any]:
    """The fields of an item that `kind`, its class or one above it, declares."""
    return {each.name: getattr(item, each.name) for each in fields(kind)}


def limit_faults(item: Any) -> Iterator[Message]:
    """Clauses about values below their least, such as “repetitions must be 1 or more”."""
    for each in parameters_of(type(item)).values():
        if not math.isfinite(getattr(item, each.name)):
            yield phrase("{name} must be a number", name=each.name)
        elif each.least is not None and getattr(item, each.name) < each.least:
            yield phrase("{name} must be {least} or more", name=each.name, least=each.least)
