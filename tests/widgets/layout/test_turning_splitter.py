"""Two parts side by side, or one above the other where there is no room."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from widgets.layout.layouts import TurningSplitter


def test_that_a_splitter_turns_and_asks_for_its_widest_part_alone(qtbot: QtBot) -> None:
    splitter = TurningSplitter(400)
    qtbot.addWidget(splitter)
    for width in (200, 150):
        part = QLabel()
        part.setMinimumWidth(width)
        splitter.addWidget(part)
    splitter.resize(500, 300)
    splitter.show()
    assert splitter.orientation() is Qt.Orientation.Horizontal
    assert splitter.minimumSizeHint().width() == 200
    splitter.resize(300, 300)
    assert splitter.orientation() is Qt.Orientation.Vertical
    splitter.resize(500, 300)
    assert splitter.orientation() is Qt.Orientation.Horizontal
