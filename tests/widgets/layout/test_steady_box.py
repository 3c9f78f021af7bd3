"""A box that tells around it only what is new."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from widgets.layout.layouts import SteadyBox


class Requests(QObject):
    """Counts how often a part is asked to lay itself out."""

    def __init__(self, part: QWidget) -> None:
        super().__init__()
        self.count = 0
        part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


def boxed(qtbot: QtBot) -> tuple[QWidget, SteadyBox, QLabel]:
    """A page with a box above something else, shown, and the words in the box."""
    page = QWidget()
    qtbot.addWidget(page)
    box = SteadyBox(page)
    words = QLabel("one\nline", box.inside)
    words.setFixedWidth(200)
    QVBoxLayout(box.inside).addWidget(words)
    column = QVBoxLayout(page)
    column.addWidget(box)
    column.addWidget(QLabel("below", page), 1)
    page.resize(400, 300)
    with qtbot.waitExposed(page):
        page.show()
    qtbot.wait(1)
    return page, box, words


def test_that_words_as_high_as_before_lay_out_nothing_around_them(qtbot: QtBot) -> None:
    page, box, words = boxed(qtbot)
    inside, outside = Requests(box.inside), Requests(page)
    words.setText("two\nlines")
    words.updateGeometry()
    qtbot.waitUntil(lambda: inside.count > 0)
    qtbot.wait(1)
    assert outside.count == 0


def test_that_higher_words_get_their_room(qtbot: QtBot) -> None:
    page, box, words = boxed(qtbot)
    before = box.height()
    words.setText("now\nthere\nare\nfour")
    qtbot.waitUntil(lambda: box.height() > before)
    assert words.height() >= words.sizeHint().height()
    assert page.rect().contains(box.geometry())


def test_that_what_changed_while_it_was_hidden_has_its_room_when_it_is_shown(qtbot: QtBot) -> None:
    page, box, words = boxed(qtbot)
    before = box.height()
    page.hide()
    words.setText("now\nthere\nare\nfour")
    page.show()
    qtbot.waitUntil(lambda: box.height() > before)
