"""Bytes over one another, bars in tables, chips: what the pattern lab is made of."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, qGray
from pytestqt.qtbot import QtBot

from app.window.lab.columns.frequency_view import BarDelegate
from widgets.fields.chips import ChoiceRow
from widgets.images.byte_rows import ByteRow, ByteRows
from widgets.look.fonts import mono_font
from widgets.look.theme import current_palette
from widgets.tables.data_table import Column, DataTable

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def rows(qtbot: QtBot) -> ByteRows:
    made = ByteRows()
    qtbot.addWidget(made)
    made.resize(700, 160)
    made.show()
    qtbot.waitExposed(made)
    return made


def middle(rows: ByteRows, row: int, cell: int) -> QPoint:
    return rows.cell_box(row, cell).center().toPoint()


def test_that_text_stands_under_its_first_byte() -> None:
    assert list(ByteRow.text("", "São 1".encode()).cells) == ["S", "ã", "", "o", "␣", "1"]
    assert list(ByteRow.text("", b"\xff\x00a").cells) == ["�", "·", "a"]
    assert list(ByteRow.of("", b"\x00\xff").cells) == ["00", "ff"]


def test_that_a_row_is_dragged_along_the_others(rows: ByteRows, qtbot: QtBot) -> None:
    def show(start: int) -> None:
        rows.set_rows([ByteRow.of("A", bytes(16)), ByteRow.text("w", b"word", start)], 1)

    show(0)
    rows.dragged.connect(show)
    qtbot.mousePress(rows, LEFT, pos=middle(rows, 1, 2))
    qtbot.mouseMove(rows, middle(rows, 1, 7))
    qtbot.mouseRelease(rows, LEFT, pos=middle(rows, 1, 7))
    assert rows.rows()[1].start == 5  # held by its third letter
    rows.setFocus()
    qtbot.keyClick(rows, Qt.Key.Key_Right)
    assert rows.rows()[1].start == 6
    for _ in range(9):
        qtbot.keyClick(rows, Qt.Key.Key_Left)
    assert rows.rows()[1].start == 0


def test_that_a_byte_is_chosen_by_click_and_arrows(rows: ByteRows, qtbot: QtBot) -> None:
    rows.set_rows([ByteRow.of("Stored", bytes(8))], current=0)
    with qtbot.waitSignal(rows.chosen) as chosen:
        qtbot.mouseClick(rows, LEFT, pos=middle(rows, 0, 5))
    assert chosen.args == [5]
    rows.set_rows([ByteRow.of("Stored", bytes(8))], current=7)
    rows.setFocus()
    with qtbot.waitSignal(rows.chosen) as chosen:
        qtbot.keyClick(rows, Qt.Key.Key_Left)
    assert chosen.args == [6]
    with qtbot.assertNotEmitted(rows.chosen):
        qtbot.keyClick(rows, Qt.Key.Key_Right)


def test_that_bytes_that_stand_out_do_so_without_colours(rows: ByteRows) -> None:
    rows.set_rows([ByteRow.of("Changed", bytes(3), tones={0: "neutral", 1: "bad", 2: "warning"})])
    grey = rows.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)

    def darkest_below(cell: int) -> int:
        """Beside the digits, which have the middle of the cell."""
        box = rows.cell_box(0, cell).toRect()
        places = range(middle(rows, 0, cell).y() + box.height() // 4, box.bottom())
        return min(qGray(grey.pixel(box.left() + 4, y)) for y in places)

    plain, *marked = (darkest_below(cell) for cell in range(3))
    assert plain - max(marked) > 60


@pytest.mark.parametrize("count", [4, 20, 48])
def test_that_many_bytes_find_room(rows: ByteRows, count: int) -> None:
    rows.set_rows([ByteRow.of("Ciphertext", bytes(count))])
    assert rows.cell_box(0, count - 1).right() <= rows.width()


@pytest.mark.parametrize("width", [320, 480, 700, 1200])
@pytest.mark.parametrize("count", [20, 46, 64])
def test_that_bytes_without_room_go_on_below_and_never_overlap(
    rows: ByteRows, width: int, count: int, qtbot: QtBot
) -> None:
    rows.resize(width, 160)
    rows.set_rows([ByteRow.of("Stored", bytes(count)), ByteRow.of("Changed", bytes(count))], -1, 0)
    least = QFontMetricsF(mono_font(0.85)).horizontalAdvance("00")
    boxes = [rows.cell_box(row, cell) for row in range(2) for cell in range(count)]
    assert min(box.width() for box in boxes) > least
    assert len({(box.left(), box.top()) for box in boxes}) == 2 * count
    assert max(box.right() for box in boxes) <= width
    assert max(box.bottom() for box in boxes) <= rows.height()
    with qtbot.waitSignal(rows.chosen) as chosen:
        qtbot.mouseClick(rows, LEFT, pos=middle(rows, 1, count - 1))
    assert chosen.args == [count - 1]


def test_that_bars_grow_with_their_numbers(qtbot: QtBot) -> None:
    table = DataTable()
    qtbot.addWidget(table)
    table.resize(500, 200)
    table.set_rows([Column("share", "Share", format=str)], [(1.0,), (0.25,), (0.0,)])
    bars = BarDelegate(parent=table)
    table.setItemDelegateForColumn(0, bars)
    table.setColumnWidth(0, 400)
    table.show()
    qtbot.waitExposed(table)
    shown = table.viewport().grab().toImage()
    accent = QColor(current_palette().accent)

    def length(row: int) -> int:
        y = table.visualRect(table.model().index(row, 0)).center().y()
        return sum(shown.pixelColor(x, y) == accent for x in range(400))

    assert length(0) == pytest.approx(4 * length(1), rel=0.05)
    assert length(2) == 0


def test_that_columns_fit_their_longest_line(qtbot: QtBot) -> None:
    table = DataTable()
    qtbot.addWidget(table)
    table.set_rows([Column("a", "Distinct\nblocks"), Column("b", "Distinct blocks")], [("1", "1")])
    table.fit_to_lines()
    assert table.columnWidth(0) < table.columnWidth(1)


def test_that_just_one_choice_is_on(qtbot: QtBot) -> None:
    row = ChoiceRow({"a": "One", "b": "Two"})
    qtbot.addWidget(row)
    row.choose("a")
    qtbot.mouseClick(row.chip("b"), LEFT)
    assert row.chosen() == "b" and not row.chip("a").isChecked()
    qtbot.keyClick(row.chip("b"), Qt.Key.Key_Space)
    assert row.chosen() == "b"
