"""Messages as files and stores hold them, in JSON; the text is made where it is shown.

A text without values is a string, any other an object of its template and its values, and of its
English text for one where it has plural forms. Of the values a string is a name, a message an
object of its template and, if it has some, its values, and a number one of its value, decimals and
unit.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

from app.results.storable_text import cleaned
from engines.contract.message import Message, Number, ServerWords, check_template
from workloads.contract import Refusal

_DEEPEST = 40
"""Deepest nesting of messages accepted."""
_LONGEST = 100_000
"""Most characters that one may be written with: values stand in several places, so that few levels
of few letters can be longer than any memory."""


def message_to_json(message: Message) -> str | dict[str, Any]:
    if not message.values:
        return message.template
    return {"template": message.template, "values": _values_to_json(message)} | _one_of(message)


def _one_of(message: Message) -> dict[str, str]:
    return {"one": message.one} if message.one else {}


def _values_to_json(message: Message) -> dict[str, Any]:
    return {name: _value_to_json(value) for name, value in message.values.items()}


def _value_to_json(value: str | Number | Message) -> str | dict[str, Any]:
    match value:
        case Message(values=values):
            filling = {"values": _values_to_json(value)} if values else {}
            return {"template": value.template} | filling | _one_of(value)
        case Number() if math.isfinite(value.value):
            return {"value": value.value, "decimals": value.decimals, "unit": value.unit}
        case ServerWords():
            return cleaned(value.stored)
        case _:
            return str(value)


def message_from_json(data: object, depth: int = 0) -> Message:
    """Raises: ValueError for what is no message, or one whose values do not fill its places"""
    match data:
        case str():
            return Message(_text(data))
        case {"template": str(template), **others} if not others:
            return Message(_text(template))
        case {"template": str(template), "values": dict(values), **others} if not others and values:
            return _filled(template, values, "", depth)
        case {"template": str(template), "values": dict(values), "one": str(one), **others} if (
            not others and one
        ):
            return _filled(template, values, one, depth)
    raise ValueError(f"{data!r} is no message")


def _filled(template: str, values: dict[Any, Any], one: str, depth: int) -> Message:
    filling = {_text(name): _value(value, depth + 1) for name, value in values.items()}
    for text in (template, one):
        check_template(_text(text), filling)
    if one and not isinstance(filling.get("n"), Number):
        raise ValueError("no number chooses the plural form")
    message = Message(template, filling, one=one)
    if not depth and message.length > _LONGEST:
        raise ValueError(f"a message has at most {_LONGEST} characters")
    return message


def message_to_column(message: Message) -> str:
    """A message as the text of a column; equal messages give equal texts."""
    return json.dumps(message_to_json(message))


def message_from_column(text: str) -> Message:
    """The message in a column; any other text becomes a message without values."""
    try:
        return message_from_json(json.loads(text))
    except (ValueError, RecursionError):
        return Message(text)


def is_damaged_message(text: str) -> bool:
    """Whether a column's text looks like a message but cannot be one."""
    if not text.startswith("{"):
        return False
    try:
        message_from_json(json.loads(text))
    except RecursionError:
        return True
    except ValueError:
        return '"template"' in text
    return False


def _value(value: object, depth: int) -> str | Number | Message:
    match value:
        case str():
            return _text(value)
        case {
            "value": int() | float() as number,
            "decimals": int(decimals),
            "unit": str(unit),
            **others,
        } if not others and -_MOST < number < _MOST and 0 <= decimals <= 20:
            return Number(number, decimals, _text(unit))
        case dict() if depth < _DEEPEST:
            return message_from_json(value, depth)
    raise ValueError(f"{value!r} fills no place of a message")


_MOST = 1e300
"""Above it a whole number may have more digits than a float holds."""


def _text(text: str) -> str:
    if cleaned(text) != text:
        raise ValueError(f"{text!r} is no text")
    return text


def refusals_to_json(refused: Iterable[Refusal]) -> list[dict[str, object]]:
    return [
        {"operation": each.operation, "code": each.code, "said": message_to_json(each.message)}
        for each in refused
    ]


def refusals_from_json(data: Iterable[Mapping[str, object]]) -> tuple[Refusal, ...]:
    """Raises: ValueError for what are none"""
    return tuple(map(_refusal, data))


def _refusal(data: Mapping[str, object]) -> Refusal:
    match data:
        case {"operation": str(operation), "code": str(code), "said": message}:
            return Refusal(_text(operation), _text(code), message_from_json(message))
    raise ValueError(f"{data!r} is no refusal")
