"""A table's columns are as wide as their texts in whichever font these are drawn."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from widgets.tables.data_table import Column, DataTable

COLUMNS = (Column("student", "Student"), Column("answer", "1\n67 %"))


@pytest.mark.parametrize("by_lines", [False, True])
def test_that_columns_follow_the_size_of_letters(
    by_lines: bool, qapp: QApplication, qtbot: QtBot
) -> None:
    table = DataTable()
    qtbot.addWidget(table)
    table.set_rows(COLUMNS, [("Ana Maria dos Santos", "✗ wrong answer")])
    if by_lines:
        table.fit_to_lines()
    usual, widths = qapp.font(), widths_of(table)
    larger = qapp.font()
    larger.setPointSizeF(1.5 * usual.pointSizeF())
    qapp.setFont(larger)
    try:
        qtbot.waitUntil(lambda: all(map(int.__gt__, widths_of(table), widths)))
    finally:
        qapp.setFont(usual)
    qtbot.waitUntil(lambda: widths_of(table) == widths)


def widths_of(table: DataTable) -> list[int]:
    return [table.columnWidth(at) for at in range(len(COLUMNS))]


BROUGHT = """
import sys
from PySide6.QtGui import QFontDatabase, QFontMetrics
from PySide6.QtWidgets import QApplication
from widgets.tables.data_table import Column, DataTable

program = QApplication([])
font = program.font()
font.setFamilies(["Noto Sans"])
program.setFont(font)
table = DataTable()
table.set_rows([Column("answer", "Answer")], [["answers of a class"]])
table.fit_to_lines(0)
table.show()
before = table.columnWidth(0)
QFontDatabase.addApplicationFont(sys.argv[1])
for _ in range(3):
    program.processEvents()
needed = QFontMetrics(table.font()).horizontalAdvance("answers of a class")
print(before != needed, table.columnWidth(0) == needed)
"""
"""The font that is named comes after the table was laid out, as where a chart brings its own."""


def test_that_columns_follow_a_font_that_comes_later() -> None:
    font = Path(__file__).parents[3] / "assets" / "fonts" / "NotoSans-Regular.ttf"
    assert font.exists()
    done = subprocess.run(
        [sys.executable, "-c", BROUGHT, font], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "True"]
