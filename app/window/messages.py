"""Messages in the window's language, with numbers as the user's locale writes them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engines.contract.message import Message, Number
from widgets.look.names import isolated
from widgets.look.numbers import format_number

_CONTEXT = ""
"""That of every `phrase`: what `pyside6-lupdate` gives a function's literals."""


def message_text(said: Message) -> str:
    """A message, translated before its places are filled by words that are isolated."""
    return said.told(lambda text: QCoreApplication.translate(_CONTEXT, text), _written)


def _written(value: str | Number) -> str:
    return value.written(format_number) if isinstance(value, Number) else isolated(value)
