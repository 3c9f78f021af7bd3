"""A layout in lines asks its parts once, and again as soon as one of them has changed."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from widgets.layout.layouts import FlowLayout


class Asked(QLabel):
    """Counts how often it is asked what it needs."""

    times = 0

    def sizeHint(self) -> QSize:
        self.times += 1
        return super().sizeHint()


def test_that_parts_are_asked_again_only_when_one_has_changed(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    layout = FlowLayout(around)
    parts = [Asked("one"), Asked("two")]
    for part in parts:
        layout.addWidget(part)
    height, least = layout.heightForWidth(100), layout.minimumSize()
    asked = parts[0].times
    assert [layout.heightForWidth(100) for _ in range(9)] == [height] * 9
    assert parts[0].times == asked
    parts[1].setText("two words and many more")
    assert layout.heightForWidth(100) > height
    assert layout.minimumSize().width() > least.width()
    parts[1].hide()
    assert (layout.heightForWidth(100), layout.minimumSize().width()) < (height + 1, least.width())
    layout.insert_widget(0, QLabel("three words"))
    assert layout.minimumSize().width() > least.width()
    layout.takeAt(0)
    assert layout.minimumSize().width() <= least.width()


def test_that_one_that_keeps_its_height_gets_no_lower_until_it_is_reset(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    layout = FlowLayout(around, keeps_height=True)
    parts = [QLabel("a word or two") for _ in range(3)]
    for part in parts:
        layout.addWidget(part)
    width = parts[0].sizeHint().width() + 4
    three = layout.heightForWidth(width)
    parts[0].hide()
    layout.invalidate()
    assert layout.heightForWidth(width) == three
    layout.reset()
    assert layout.heightForWidth(width) < three


def test_that_one_has_the_height_of_what_is_expected_but_of_no_more_lines(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    layout = FlowLayout(around, gap=10, line_gap=2, keeps_height=True)
    parts = [QLabel("a word or two") for _ in range(3)]
    wide, high = parts[0].sizeHint().toTuple()
    layout.reserve_lines([wide] * 3, high, most_lines=2)
    for_each, for_two = layout.heightForWidth(wide), layout.heightForWidth(2 * wide + 10)
    for part in parts:
        layout.addWidget(part)
    assert layout.heightForWidth(2 * wide + 10) == for_two == 2 * high + 2
    assert for_each == 2 * high + 2 < layout.heightForWidth(wide)
    for part in parts:
        part.hide()
    layout.reset()
    assert layout.heightForWidth(wide) == 0
