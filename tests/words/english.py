"""English that is left in a window that speaks another language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QPlainTextEdit,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from app.plan.campaign import CONTROL
from engines.contract.protection import PLAINTEXT
from tests.words.clipping import texts_of
from widgets.charts.drawn_chart import Canvas

_PLACE = re.compile(r"\{[^}]*\}|%n|<[^>]*>")
_MOST_ROWS = 60
_LEAST_LETTERS, _LEAST_WORDS = 12, 2
PLAN_NAMES = {PLAINTEXT.name, CONTROL.name}
"""What plans call protections, in every language: the matrix heads its columns by them."""


_ALSO_PORTUGUESE = {"no"}
"""A word by itself where a line of a picture breaks: *in the*."""


class English:
    """The English texts that a translation has other words for."""

    def __init__(self, file: Path) -> None:
        pairs = [
            (message.findtext("source") or "", "".join(message.find("translation").itertext()))  # type: ignore[union-attr]
            for message in ElementTree.parse(file).getroot().iter("message")
        ]
        spoken = {_plain(translation) for _, translation in pairs}
        self.whole = {_plain(source) for source, _ in pairs} - spoken - PLAN_NAMES
        known = "\n".join(spoken)
        self.parts = {
            part for source, _ in pairs for part in _parts(_plain(source)) if part not in known
        }
        self.found_in = cache(self._found_in)

    def _found_in(self, text: str) -> str:
        """The first English text that a text is or has in it; empty for none."""
        plain = _plain(text)
        if plain in self.whole - _ALSO_PORTUGUESE and re.search("[A-Za-z]{2}", plain):
            return plain
        return next((part for part in self.parts if part in plain), "")


def _plain(text: str) -> str:
    """A text without mnemonics and tags' entities."""
    return unescape(re.sub(r"&(?=\w)(?!\w+;)", "", text)).strip()


def _parts(source: str) -> Iterator[str]:
    """What stands between the places of a text, where it is long enough to be nothing else."""
    for part in map(str.strip, _PLACE.split(source)):
        if len(part) >= _LEAST_LETTERS and len(re.findall(r"\w+", part)) >= _LEAST_WORDS:
            yield part


def all_texts(window: QWidget) -> Iterator[tuple[str, str]]:
    """What stands in a window, hidden or not: the kind of widget, and the text."""
    for widget in window.findChildren(QWidget):
        kind = f"{type(widget).__name__} {widget.objectName()}"
        for text in filter(None, (*texts_of(widget), *_more(widget))):
            yield kind, text
    for action in window.findChildren(QAction):
        if type(action.parent()).__module__.startswith("pyqtgraph"):
            continue  # of a menu that is switched off
        yield "QAction", action.text()
        yield "QAction", action.toolTip()


def _more(widget: QWidget) -> Iterable[str]:
    match widget:
        case QAbstractItemView():
            return _cells(widget.model(), QModelIndex())
        case QTextEdit() | QTextBrowser() | QPlainTextEdit():
            return [widget.toPlainText()]
        case QLineEdit():
            return [widget.placeholderText()]
        case Canvas():
            strips = widget.picture.strips if widget.picture else ()
            drawn = [text for each in strips for text in re.findall(r">([^<>]+)<", each.svg)]
            return [*drawn, *(mark.text() for mark in widget.marks())]
    return []


def _cells(model: QAbstractItemModel | None, above: QModelIndex) -> Iterator[str]:
    if model is None:
        return
    for row in range(min(_MOST_ROWS, model.rowCount(above))):
        for column in range(
            1 if isinstance(model, QAbstractListModel) else model.columnCount(above)
        ):
            yield str(model.index(row, column, above).data() or "")
        yield from _cells(model, model.index(row, 0, above))
