"""Fields of hexadecimal digits: all of them are seen, and nothing but digits stays."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from widgets.fields.text_fields import HexField

KEY = "00112233445566778899aabbccddeeff" * 2


@pytest.fixture
def field(qtbot: QtBot) -> HexField:
    made = HexField("Key")
    qtbot.addWidget(made)
    made.set_text(KEY)
    made.resize(244, made.height())
    made.show()
    qtbot.waitExposed(made)
    return made


def test_that_all_digits_are_seen_sixteen_bytes_a_line(field: HexField) -> None:
    layout = field.document().firstBlock().layout()
    assert [layout.lineAt(at).textLength() for at in range(layout.lineCount())] == [32, 32]
    last = field.document().lastBlock().layout().lineAt(1)
    assert last.y() + last.height() <= field.viewport().height()
    assert last.naturalTextWidth() <= field.viewport().width()
    assert field.verticalScrollBar().maximum() == 0


def test_that_a_longer_text_takes_more_lines(field: HexField) -> None:
    two = field.height()
    field.set_text(KEY[:32])
    assert field.height() < two
    field.set_text(KEY * 2)
    assert field.height() > two


def test_that_only_digits_are_taken(field: HexField, qtbot: QtBot) -> None:
    field.setFocus()
    field.set_text("")
    with qtbot.waitSignal(field.text_edited):
        qtbot.keyClicks(field, "xAg9")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "A9" == field.toPlainText()
    qtbot.keyClicks(field, "b")
    assert field.text() == "A9b"


def test_that_what_is_pasted_loses_what_is_no_digit(field: HexField, qtbot: QtBot) -> None:
    QApplication.clipboard().setText("00 11\n22-zz33")
    field.set_text("ff")
    qtbot.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == "00112233ff"
    assert field.textCursor().position() == 8


def test_that_a_text_shown_sends_no_signal(field: HexField, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(field.text_edited):
        field.set_text("00")
    assert field.text() == "00"


def test_that_the_tab_key_leaves_the_field(field: HexField, qtbot: QtBot) -> None:
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert field.text() == KEY
