"""Turns messages of the core (`engines.contract.message`) into texts in the window's language."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from engines.contract.message import Message, Number
from widgets.look.names import isolated, shortened
from widgets.look.numbers import format_number

_CONTEXT = ""
"""The translation context of every `phrase`: `pyside6-lupdate` gives literals of functions none."""


def enumerated(names: Sequence[str]) -> str:
    """“a, b and c”."""
    if len(names) < 2:
        return "".join(names)
    both = QCoreApplication.translate("Messages", "{some} and {last}")
    return both.format(some=", ".join(names[:-1]), last=names[-1])


def message_text(message: Message, max_letters: int = 0) -> str:
    """A message, translated before its placeholders are filled with values, whose text is isolated
    (Unicode bidi); in English where the translation's placeholders are wrong. Values that are texts
    are cut to `max_letters`; 0 cuts none."""

    def written(value: str | Number) -> str:
        if max_letters and isinstance(value, str):
            return _written(shortened(value, max_letters))
        return _written(value)

    try:
        return message.rendered(_translated, written)
    except (LookupError, ValueError):
        return message.rendered(Message.english, written)


def _translated(message: Message) -> str:
    """The template in the user's language, in the plural form of its count."""
    if not message.one:
        return QCoreApplication.translate(_CONTEXT, message.template)
    found = QCoreApplication.translate(_CONTEXT, message.template, message.one, message.count)
    return message.english() if found == message.template else found


def _written(value: str | Number) -> str:
    return value.written(format_number) if isinstance(value, Number) else isolated(value)
