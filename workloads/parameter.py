"""What may be set, declared once beside its type and its default: limits, words, what is offered.
Forms, plan files and the sentences about what does not fit read it there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, get_args, get_origin, get_type_hints

from engines.contract.message import NOTHING, Message
from engines.limits import Limits, text_faults

_KEY = "parameter"


@dataclass(frozen=True)
class Shown:
    """How forms show a field: its label, a tooltip `told`, `words` beside or inside it."""

    label: Message = NOTHING
    told: Message = NOTHING
    unit: Message = NOTHING
    words: Message = NOTHING
    choices: Mapping[Any, tuple[Message, Message]] = field(default_factory=dict)
    """A word and a tooltip for each member of an enumeration."""
    offers: tuple[Any, ...] = ()
    """Values of a list that are picked rather than typed."""
    file: Message = NOTHING
    """What kind of file may be named in place of generated data."""
    lacks: Message = NOTHING
    """The sentence about an empty one, where it must not be empty."""
    rare: bool = False
    """Whether it is folded away, since few plans set it."""
    begins: Any = None
    """What a new campaign begins with in the window, where that is not a plan's default."""


@dataclass(frozen=True)
class Parameter:
    """What is known of a field. Forms offer what lies between `least` and `most`, a plan with
    anything else cannot be used."""

    name: str
    kind: Any
    """Its type, such as `int` or `tuple[int, ...]`."""
    default: Any
    least: float | None = None
    most: float | None = None
    shown: Shown = field(default_factory=Shown)

    @property
    def fraction(self) -> bool:
        """Whether it is a number that need not be whole."""
        return self.kind is float

    @property
    def number(self) -> bool:
        """Whether it is one number."""
        return self.kind in (int, float)

    @property
    def item(self) -> Any:
        """The type of what it lists; None of what is no list."""
        return get_args(self.kind)[0] if get_origin(self.kind) is tuple else None

    @property
    def choices(self) -> type[StrEnum] | None:
        """The enumeration that it is one of."""
        is_one = isinstance(self.kind, type) and issubclass(self.kind, StrEnum)
        return self.kind if is_one else None


def parameter(
    default: Any,
    *,
    least: float | None = None,
    most: float | None = None,
    shown: Shown | None = None,
) -> Any:
    """A field of a frozen dataclass with limits (of a number, or of each in a list) and words."""
    return field(default=default, metadata={_KEY: (least, most, shown or Shown())})


def parameters_of(kind: type) -> Mapping[str, Parameter]:
    """The fields of a dataclass that were declared by `parameter`, by their names and in order."""
    return {
        name: each
        for name, each in all_parameters_of(kind).items()
        if _KEY in kind.__dataclass_fields__[name].metadata  # type: ignore[attr-defined]
    }


def all_parameters_of(kind: type) -> Mapping[str, Parameter]:
    """All fields of a dataclass, by their names and in order."""
    hints = get_type_hints(kind)
    return {
        each.name: Parameter(
            each.name, hints[each.name], each.default, *each.metadata.get(_KEY, ())
        )
        for each in fields(kind)
    }


def values_of(item: Any, kind: type) -> dict[str, Any]:
    """The fields of an item that `kind`, its class or one above it, declares."""
    return {each.name: getattr(item, each.name) for each in fields(kind)}


def limit_faults(item: Any) -> Iterator[Message]:
    """Clauses about values beyond their limits, such as “repetitions must be 1 or more”."""
    for each in parameters_of(type(item)).values():
        value = getattr(item, each.name)
        if each.kind is str:
            yield from text_faults(each.name, value)
        numbers = value if each.item in (int, float) else (value,) if each.number else ()
        limits = Limits(each.least, each.most)
        for number in numbers:
            yield from limits.faults(each.name, number)
