"""Every page in each language that ships whole: nothing is English, nothing is cut off."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QLocale, QModelIndex
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QTextBrowser,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.plan.campaign import CONTROL
from app.window.base.language import ENGLISH, install_language
from app.window.help.term_lookup import term_in
from app.window.main_window import MainWindow
from app.window.pages.lessons.lessons_view import LessonsView
from engines.contract.protection import PLAINTEXT
from scripts.compile_texts import compile_into
from tests.app.prepared_servers import made_once
from tests.app.window.settling import settle
from tests.app.window.test_help import WORDS
from tests.words.clipping import clipped, texts_of
from tests.words.test_translations import messages
from tests.words.walking import KEYS, opened, views
from widgets.charts.drawn_chart import Canvas

FOLDER = Path(__file__).parents[2] / "assets" / "translations"
SPOKEN = ["pt_BR"]

pytestmark = [
    pytest.mark.usefixtures("children_forked"),
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
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


@pytest.fixture(scope="module", params=SPOKEN)
def spoken(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[English]:
    """The language, and what of English is not in it."""
    folder = made_once("spoken", lambda made: compile_into(made / "translations"))
    before = QLocale()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("app.window.base.language.files", lambda _: folder)
        install_language(qapp, request.param)
    yield English(FOLDER / f"cipherbench_{request.param}.ts")
    install_language(qapp, ENGLISH)
    QLocale.setDefault(before)


def test_that_english_is_found(spoken: English) -> None:
    assert spoken.found_in("Servers") == "Servers" and not spoken.found_in("Servidores")
    assert spoken.found_in("“clinic” is there twice") and not spoken.found_in("“clinic” is new")


def test_that_words_few_know_are_explained_in_each_language(spoken: English) -> None:
    (language,) = SPOKEN
    labels = {
        (message.findtext("source") or "").replace("&", ""): message.findtext("translation") or ""
        for _, message in messages(language)
    }
    known = {word: labels[word].replace("&", "") for word in WORDS if word in labels}
    assert len(known) > 15
    assert [label for label in known.values() if term_in(label) is None] == []


def test_that_no_page_has_english_or_cuts_its_texts(
    home: Path, tmp_path: Path, qapp: QApplication, spoken: English, qtbot: QtBot
) -> None:
    report: dict[str, None] = {}
    with opened(tmp_path / "results.sqlite", qapp) as window:
        for key in KEYS:
            for name, page in views(window, key, qtbot):
                report |= dict.fromkeys(look_at(window, page, name, spoken, qtbot))
        report |= dict.fromkeys(look_at_lessons(window, spoken, qtbot))
    assert not report, "\n" + "\n".join(report)


def look_at_lessons(window: MainWindow, spoken: English, qtbot: QtBot) -> Iterator[str]:
    """Each lesson, at its first step."""
    page = window.page("lessons")
    window.show_page("lessons")
    view = page.findChild(LessonsView)
    assert isinstance(view, LessonsView)
    for name in list(view.list.cards):
        view.list.cards[name].click()
        assert view.lesson is not None
        settle(page, qtbot)
        yield from look_at(window, view.lesson, f"lesson-{name}", spoken, qtbot)
        view.leave()


def look_at(
    window: MainWindow, page: QWidget, name: str, spoken: English, qtbot: QtBot
) -> Iterator[str]:
    """What is cut off or English, once the window has come to rest."""
    with suppress(qtbot.TimeoutError):
        qtbot.waitUntil(lambda: not any(clipped(window)), timeout=5_000)
    if folder := os.environ.get("CIPHERBENCH_SPOKEN_PICTURES"):
        window.grab().save(f"{folder}/{name}.png")
    yield from (f"{name}: {each}" for each in clipped(window))
    for kind, text in all_texts(page):
        if english := spoken.found_in(text):
            yield f"{name}: {kind} {text!r} has {english!r}"
