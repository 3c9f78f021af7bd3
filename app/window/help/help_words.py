"""Finds the glossary term at a place of the window, for tooltips and F1."""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QRadioButton,
    QTabBar,
    QWidget,
)

from app.window.base.messages import message_text
from app.window.help.glossary import GLOSSARY, Term
from widgets.fields.chips import ToggleChip

_LONGEST = 40
"""Letters of a label. In whole sentences every other word would be a term."""
_LETTER_BEHIND = re.compile(r"\(&\w\)")
"""How a label has the letter underlined that none of its own is: “…(&S)”."""
_WITHIN_WORD = r"[^\W\u2e80-\uffef]"
"""A letter of a language that has spaces between words, which Chinese and Japanese have not."""


def term_at(position: QPoint) -> Term | None:
    widget = QApplication.widgetAt(position)
    return None if widget is None else term_in(_text_at(widget, widget.mapFromGlobal(position)))


def term_of(widget: QWidget | None) -> Term | None:
    """The term that a widget is labelled with, such as the one that has the keyboard."""
    return None if widget is None else term_in(_own_text(widget) or widget.accessibleName())


def term_in(text: str) -> Term | None:
    """The term that equals a label, else the longest one in it."""
    message = _LETTER_BEHIND.sub("", text).replace("&", "")
    plain = " ".join(message.split()).rstrip(":\uff1a…").strip().casefold()
    if not plain or len(plain) > _LONGEST:
        return None
    terms = _terms(language := QLocale().name())
    if plain in terms:
        return terms[plain]
    found = max(_pattern(language).findall(plain), key=len, default=None)
    return None if found is None else terms[found]


@cache
def _terms(language: str) -> dict[str, Term]:
    """Terms by each of their spellings in the `language`, which is the window's."""
    return {
        message_text(spelling).casefold(): term
        for term in GLOSSARY
        for spelling in (term.name, *term.also)
    }


@cache
def _pattern(language: str) -> re.Pattern[str]:
    longest_first = sorted(_terms(language), key=len, reverse=True)
    terms = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<!{_WITHIN_WORD})(?:{terms})(?!{_WITHIN_WORD})")


def _text_at(widget: QWidget, place: QPoint) -> str:
    parent = widget.parentWidget()
    if isinstance(parent, QHeaderView) and parent.viewport() is widget:
        return _header_text(parent, place)
    if isinstance(parent, QAbstractItemView) and parent.viewport() is widget:
        return str(parent.indexAt(place).data() or "")
    if isinstance(widget, QTabBar):
        return widget.tabText(widget.tabAt(place))
    return _own_text(widget)


def _header_text(header: QHeaderView, place: QPoint) -> str:
    section = header.logicalIndexAt(place)
    model = header.model()
    if section < 0 or model is None:
        return ""
    return str(model.headerData(section, header.orientation(), Qt.ItemDataRole.DisplayRole) or "")


def _own_text(widget: QWidget) -> str:
    match widget:
        case QLabel() | QCheckBox() | QRadioButton() | ToggleChip():
            return widget.text()
        case QGroupBox():
            return widget.title()
        case QComboBox():
            return widget.currentText()
        case QTabBar():
            return widget.tabText(widget.currentIndex())
        case _:
            return ""
