"""The base class of enumerations whose members are a code with a phrase (programs and tests use the
code, readers see the phrase), and messages joined to one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from engines.contract.message import NOTHING, Message, Number, phrase, placeholders_of


@dataclass(frozen=True)
class FilledPhrase:
    """A code with its phrase, the values that fill it, and the filled phrase."""

    code: str
    message: Message
    values: Mapping[str, object] = field(default=MappingProxyType({}))

    def to_json(self) -> dict[str, object]:
        """The words in English."""
        return {
            "code": self.code,
            "values": {name: _plain(value) for name, value in self.values.items()},
            "text": str(self.message),
        }


class Phrased(StrEnum):
    """Members are written as `NAME = "code", phrase("… {slot} …")`."""

    _phrase: Message

    def __new__(cls, code: str, message: Message = NOTHING) -> Self:
        member = str.__new__(cls, code)
        member._value_ = str(code)
        member._phrase = message
        return member

    @property
    def message(self) -> Message:
        """Its phrase, unfilled."""
        return self._phrase

    def filled(self, **values: object) -> FilledPhrase:
        """Filled with those of the values for which it has slots."""
        message = self.message.with_values(**values)
        if "n" in values:
            message = message.with_count(int(str(values["n"])))
        slots = placeholders_of(message.template) | placeholders_of(message.one)
        return FilledPhrase(self.value, message, {e: values[e] for e in values if e in slots})


def _plain(value: object) -> object:
    match value:
        case Number():
            return value.value
        case Message():
            return str(value)
    return value


def joined_by_dots(messages: Iterable[Message]) -> Message:
    """“in the application · fixed IV”; `NOTHING` for none."""
    message = NOTHING
    for each in messages:
        message = phrase("{one} · {other}", one=message, other=each) if message else each
    return message
