"""What may be set, declared once beside its type and its default: limits, words, what is offered.
Forms, plan files, help and the sentences about what does not fit read it there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from functools import cache
from types import MappingProxyType, NoneType
from typing import Any, get_args, get_origin, get_type_hints

from engines.contract.limits import LONGEST_TEXT, Limits, text_faults
from engines.contract.message import NOTHING, Message

_KEY = "parameter"
_OURS = "ours"


class NameKind(StrEnum):
    """What a text names, so that forms can let it be looked for."""

    FILE = "file"
    FOLDER = "folder"
    WORKLOAD = "workload"
    """A file that describes tables and statements."""


@dataclass(frozen=True)
class Shown:
    """How forms and help show a field: its label, with a mnemonic where it has one, and what it
    means; `words` stand beside or inside it."""

    label: Message = NOTHING
    help: Message = NOTHING
    unit: Message = NOTHING
    words: Message = NOTHING
    """`{usual}` in them stands for what is usual (`Parameter.usual`)."""
    choices: Mapping[Any, tuple[Message, Message]] = field(default_factory=dict)
    """A word and a tooltip for each member of an enumeration."""
    offers: tuple[Any, ...] = ()
    """Values of a list that are picked rather than typed; members of an enumeration that can be
    had, where not all can."""
    file: Message = NOTHING
    """What kind of file may be named in place of generated data."""
    names: NameKind | None = None
    required_message: Message = NOTHING
    """The sentence about an empty one, where it must not be empty."""
    none: Message = NOTHING
    """Text of the field while no number is set."""
    step: int = 1
    """By how much arrows change a number. One with larger steps is an amount: it has separators."""
    rare: bool = False
    """Whether the form folds it away, since few people set it."""
    begins: Any = None
    """What a form begins with in the window, where that is not the default."""
    same_row_as: str = ""
    """The field in whose row the form shows it."""
    instead_of: str = ""
    """The field that it replaces: a form takes one of the two."""
    study: Any = None
    """What the published study had; a button in its row sets it."""


@dataclass(frozen=True)
class Parameter:
    """What is known of a field. Forms offer what lies between `least` and `most`, a plan with
    anything else cannot be used; a text has at most `longest` characters."""

    name: str
    kind: Any
    """Its type, such as `int` or `tuple[int, ...]`; of `int | None` it is `int`."""
    default: Any
    """None also if a value is required."""
    least: float | None = None
    most: float | None = None
    longest: int = LONGEST_TEXT
    shown: Shown = field(default_factory=Shown)
    secret: bool = False
    """Whether it is hidden when typed. No plan, no file and no store ever has it."""
    optional: bool = False
    """Whether it may be None."""
    usual: Any = None
    """The value used if none is set."""

    @property
    def fraction(self) -> bool:
        """Whether it is a floating-point number."""
        return self.kind is float

    @property
    def number(self) -> bool:
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
    default: Any = MISSING,
    *,
    least: float | None = None,
    most: float | None = None,
    longest: int = LONGEST_TEXT,
    shown: Shown | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Any:
    """A field of a frozen dataclass with limits (of a number, or of each in a list) and words;
    without a default it must be given. `metadata` is what else is kept with it."""
    declared = {"least": least, "most": most, "longest": longest, "shown": shown or Shown()}
    return field(default=default, metadata={_KEY: declared, **(metadata or {})})


def parameters_of(kind: type) -> Mapping[str, Parameter]:
    """The fields of a dataclass that were declared by `parameter`, by their names and in order."""
    return {
        name: each
        for name, each in all_parameters_of(kind).items()
        if _KEY in kind.__dataclass_fields__[name].metadata  # type: ignore[attr-defined]
    }


def set_by_us[T](default: T, *, secret: bool = False) -> T:
    """A field that nobody writes or chooses: it is no parameter. One that is `secret` is nowhere
    shown, compared or given to `__init__`."""
    seen = not secret
    return field(default=default, init=seen, repr=seen, compare=seen, metadata={_OURS: True})


def all_parameters_of(kind: type) -> Mapping[str, Parameter]:
    """All fields of a dataclass that users set, by their names and in order."""
    return _known(kind)


@cache
def _known(kind: type) -> Mapping[str, Parameter]:
    hints = get_type_hints(kind)  # takes a millisecond where there are twenty
    known = {
        each.name: Parameter(
            each.name,
            _without_none(hints[each.name]),
            None if each.default is MISSING else each.default,
            optional=NoneType in get_args(hints[each.name]),
            **each.metadata.get(_KEY, {}),
        )
        for each in fields(kind)
        if _OURS not in each.metadata
    }
    return MappingProxyType(known)


def _without_none(hint: Any) -> Any:
    """`int` of `int | None`."""
    parts = [each for each in get_args(hint) if each is not NoneType]
    return parts[0] if NoneType in get_args(hint) else hint


def values_of(item: Any, kind: type) -> dict[str, Any]:
    """The fields of an item that `kind`, its class or one above it, declares."""
    return {each.name: getattr(item, each.name) for each in fields(kind)}


def limit_faults(item: Any) -> Iterator[Message]:
    """Clauses about values beyond their limits, such as “repetitions must be 1 or more”."""
    for each in parameters_of(type(item)).values():
        yield from value_faults(each, getattr(item, each.name), each.name)


def value_faults(known: Parameter, value: Any, name: str) -> Iterator[Message]:
    """Faults of one value, as clauses about `name`."""
    if value is None:
        return
    if known.kind is str:
        yield from text_faults(name, value, known.longest)
    numbers = value if known.item in (int, float) else (value,) if known.number else ()
    limits = Limits(known.least, known.most)
    for number in numbers:
        yield from limits.faults(name, number)
