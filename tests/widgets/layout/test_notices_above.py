"""What somebody is about to click stays where it is while notices come and go."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from widgets.layout.notices_above import NoticesAbove


class Shown(QWidget):
    """A rail-like part at the left, and at the right a button with room for two notices above."""

    def __init__(self) -> None:
        super().__init__()
        self.elsewhere = QLabel("elsewhere", self)
        self.elsewhere.setGeometry(0, 0, 80, 300)
        self.button = QPushButton("click")
        body = QWidget()
        column = QVBoxLayout(body)
        column.addWidget(self.button)
        column.addStretch(1)
        self.notices = [QLabel("a notice that\nhas two lines"), QLabel("another")]
        for notice in self.notices:
            notice.hide()
        self.above = NoticesAbove(self.notices, body, parent=self)
        self.above.setGeometry(80, 0, 320, 300)
        self.resize(400, 300)

    @property
    def at(self) -> int:
        """How high the button stands."""
        return self.button.mapTo(self, QPoint()).y()


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[Shown]:
    made = Shown()
    with qtbot.waitActive(made):
        made.show()
    yield made
    made.close()
    made.deleteLater()


def point(shown: Shown, at: QWidget, qtbot: QtBot) -> None:
    """Point at a part, as a hand does: on the way something else is met."""
    for part in (shown.above, at):
        qtbot.mouseMove(shown, part.mapTo(shown, part.rect().center()) + QPoint(0, 1))
    qtbot.waitUntil(at.underMouse)


def test_that_a_button_stays_under_the_mouse_while_a_notice_comes_and_goes(
    shown: Shown, qtbot: QtBot
) -> None:
    before = shown.at
    point(shown, shown.button, qtbot)
    clicks: list[int] = []
    shown.button.clicked.connect(lambda: clicks.append(1))
    for each in (True, False):
        qtbot.mousePress(shown.button, Qt.MouseButton.LeftButton)
        shown.notices[0].setVisible(each)
        qtbot.wait(20)
        assert shown.at == before
        qtbot.mouseRelease(shown.button, Qt.MouseButton.LeftButton)
    assert len(clicks) == 2


def test_that_a_notice_gets_room_when_the_mouse_points_elsewhere(
    shown: Shown, qtbot: QtBot
) -> None:
    before = shown.at
    point(shown, shown.button, qtbot)
    shown.notices[0].show()
    assert shown.notices[0].isVisible() and shown.at == before
    point(shown, shown.elsewhere, qtbot)
    qtbot.waitUntil(lambda: shown.at > before)
    notice = shown.notices[0]
    assert shown.at >= notice.mapTo(shown, notice.rect().bottomLeft()).y()
    with_one = shown.at
    shown.notices[1].show()
    qtbot.waitUntil(lambda: shown.at > with_one)
    for each in shown.notices:
        each.hide()
    qtbot.waitUntil(lambda: shown.at == before)


def test_that_a_notice_of_other_words_gets_the_room_of_these(shown: Shown, qtbot: QtBot) -> None:
    shown.notices[0].show()
    qtbot.wait(20)
    before = shown.at
    shown.notices[0].setText("\n".join("line" for _ in range(5)))
    qtbot.waitUntil(lambda: shown.at > before)
