"""Texts in lines."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont
from pytestqt.qtbot import QtBot

from widgets.look.names import wrap_text


@pytest.mark.parametrize("text", ["It goes from −51 to 267 %.", "custa pouco: −2,1 % (−4 a 9)"])
def test_that_neither_a_minus_nor_a_unit_is_parted_from_its_number(text: str, qtbot: QtBot) -> None:
    for width in range(24, 320, 4):
        lines = wrap_text(text, QFont("Noto Sans", 10), width, 40)
        assert len(lines) > 1 or width > 100
        assert not any(line.endswith(("−", "(")) or line.startswith("%") for line in lines), lines
