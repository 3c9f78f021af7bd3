"""Finds the glossary's term at a position of the window, for tooltips and F1."""

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

_MAX_LABEL_LENGTH = 40
"""Longer labels are not searched: in sentences every other word would be a term."""
_APPENDED_MNEMONIC = re.compile(r"\(&\w\)")
"""A mnemonic that is not a letter of the label, as in Chinese: “…(&S)”."""
_WITHIN_WORD = r"[^\W\u2e80-\uffef]"
"""A letter of a script with spaces between words, unlike Chinese and Japanese."""


def term_at(position: QPoint) -> Term | None:
    widget = QApplication.widgetAt(position)
    return None if widget is None else term_in(_text_at(widget, widget.mapFromGlobal(position)))


def term_of(widget: QWidget | None) -> Term | None:
    """The term in a widget's own text or accessible name."""
    return None if widget is None else term_in(_own_text(widget) or widget.accessibleName())


def term_in(text: str) -> Term | None:
    """The term that equals a label, else the longest term in it."""
    message = _APPENDED_MNEMONIC.sub("", text).replace("&", "")
    normalised = " ".join(message.split()).rstrip(":\uff1a…").strip().casefold()
    if not normalised or len(normalised) > _MAX_LABEL_LENGTH:
        return None
    terms = _terms(language := QLocale().name())
    if normalised in terms:
        return terms[normalised]
    found = max(_pattern(language).findall(normalised), key=len, default=None)
    return None if found is None else terms[found]


@cache
def _terms(language: str) -> dict[str, Term]:
    """Terms by each of their spellings in the window's language; `language` is the cache's key
    only."""
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
