"""Wrapped lines get their height, also below tabs, which ask for the least alone."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QTabWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from widgets.layout.layouts import WrappingBox


@pytest.mark.parametrize(("kind", "enough"), [(WrappingBox, True), (QWidget, False)])
def test_that_a_box_asks_for_the_height_of_its_wrapped_lines(
    kind: type[QWidget], enough: bool, qtbot: QtBot
) -> None:
    box, tabs, label = kind(), QTabWidget(), QLabel("a long sentence " * 40)
    qtbot.addWidget(tabs)
    label.setWordWrap(True)
    QVBoxLayout(box).addWidget(label)
    tabs.addTab(box, "")
    tabs.resize(240, 100)
    tabs.show()
    qtbot.waitUntil(lambda: box.width() > 200)
    needed = label.heightForWidth(label.width())
    assert (box.minimumSizeHint().height() >= needed) is enough
