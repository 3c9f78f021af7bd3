"""Tables, the matrix and the grid of cells: sorting, copying, saving, reasons."""

import csv
import io
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from widgets.look.numbers import format_number
from widgets.look.theme import LIGHT, number_font, tone_color
from widgets.tables.cell_grid import CellGrid, CellStatus
from widgets.tables.data_table import Column, DataTable
from widgets.tables.matrix_view import CapabilityMatrix, MatrixCell, MatrixSection, RowLabel

CONTROL = Qt.KeyboardModifier.ControlModifier


def cost(value: object) -> str:
    return "–" if value is None else f"{value:+.1f}"


def one_decimal(value: object) -> str:
    return format_number(float(str(value)), 1)


def cost_tone(value: object) -> str | None:
    return "bad" if isinstance(value, float) and value > 10 else None


COLUMNS = (
    Column("engine", "Engine"),
    Column("records", "Records", "right", lambda value: f"{value:,}"),
    Column("cost", "Cost, %", "right", cost, cost_tone),
)
ROWS: tuple[tuple[object, ...], ...] = (
    ("PostgreSQL", 10_000, 16.0),
    ("MariaDB", 9_000, None),
    ("Firebird", 2_000, 5.5),
)


@pytest.fixture
def table(qtbot: QtBot) -> DataTable:
    part = DataTable()
    part.resize(500, 200)
    qtbot.addWidget(part)
    part.set_rows(COLUMNS, ROWS)
    with qtbot.waitExposed(part):
        part.show()
    return part


def click_header(qtbot: QtBot, table: DataTable, column: int) -> None:
    header = table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)


def engines(table: DataTable) -> list[str]:
    model = table.table_model()
    return [model.text(row, 0) for row in range(model.rowCount())]


def test_that_numbers_sort_by_value_and_not_by_text(qtbot: QtBot, table: DataTable) -> None:
    click_header(qtbot, table, 1)
    assert engines(table) == ["Firebird", "MariaDB", "PostgreSQL"]
    click_header(qtbot, table, 1)
    assert engines(table) == ["PostgreSQL", "MariaDB", "Firebird"]


def test_that_missing_values_come_last_both_ways(qtbot: QtBot, table: DataTable) -> None:
    click_header(qtbot, table, 2)
    assert engines(table) == ["Firebird", "PostgreSQL", "MariaDB"]
    click_header(qtbot, table, 2)
    assert engines(table) == ["PostgreSQL", "Firebird", "MariaDB"]


def test_that_the_selection_stays_with_its_row_when_sorted(table: DataTable) -> None:
    table.select_source_row(2)
    table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert table.current_source_row() == 2
    assert table.currentIndex().row() == 0


def test_that_new_rows_keep_the_chosen_sorting(qtbot: QtBot, table: DataTable) -> None:
    click_header(qtbot, table, 1)
    table.set_rows(COLUMNS, [*ROWS, ("SQLite", 1, 1.0)])
    assert engines(table)[0] == "SQLite"


def test_that_signals_speak_of_rows_as_they_were_given(qtbot: QtBot, table: DataTable) -> None:
    table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    table.setCurrentIndex(table.table_model().index(0, 0))
    with qtbot.waitSignal(table.row_activated) as caught:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert caught.args == [2]


def test_that_numbers_stand_right_in_their_tone(table: DataTable) -> None:
    model = table.table_model()
    index = model.index(0, 2)
    assert model.data(index, Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight
    assert model.data(index, Qt.ItemDataRole.ForegroundRole) == tone_color("bad")
    assert model.data(model.index(2, 2), Qt.ItemDataRole.ForegroundRole) is None


def test_that_ctrl_c_copies_the_selected_rows_with_headers(qtbot: QtBot, table: DataTable) -> None:
    table.selectRow(0)
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_C, CONTROL)
    expected = "Engine\tRecords\tCost, %\nPostgreSQL\t10,000\t+16.0"
    assert QGuiApplication.clipboard().text() == expected


def test_that_without_a_selection_all_is_copied(table: DataTable) -> None:
    table.clearSelection()
    table.copy_selection()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 4


def test_that_names_keep_both_ends_on_the_screen_and_are_whole_elsewhere(table: DataTable) -> None:
    """Two servers of one house, whose names differ at the end."""
    names = [f"a-database-cluster-in-eu-west-{number}-replica-{number}" for number in (1, 2)]
    table.set_rows([Column("name", "Server", named=True)], [[name] for name in names])
    table.fit_to_lines()
    model = table.table_model()
    shown = [model.index(row, 0).data() for row in (0, 1)]
    assert len(set(shown)) == 2 and all(len(each) <= 24 for each in shown)
    assert [model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in (0, 1)] == names
    assert table.columnWidth(0) < 250
    table.copy_selection()
    assert QGuiApplication.clipboard().text().splitlines()[1:] == names


def test_that_columns_have_less_room_where_the_table_is_narrow(
    table: DataTable, qtbot: QtBot
) -> None:
    table.set_rows([Column(f"c{at}", "Answer") for at in range(8)], [["✓"] * 8])
    table.resize(900, 200)
    table.show()
    table.fit_to_lines(24, least=6)
    length = table.horizontalHeader().length
    wide = length()
    table.resize(wide - 60, 200)
    qtbot.waitUntil(lambda: length() <= table.viewport().width())
    table.resize(120, 200)
    qtbot.waitUntil(lambda: length() == wide - 8 * (24 - 6))
    table.resize(900, 200)
    qtbot.waitUntil(lambda: length() == wide)


def test_that_a_sign_is_shown_and_neither_copied_nor_saved(table: DataTable) -> None:
    signed = Column("share", "Share", format=str, sign=lambda value: "●" if value == 2 else "")
    table.set_rows([signed], [[1], [2]])
    model = table.table_model()
    assert [model.index(row, 0).data() for row in (0, 1)] == ["1", "● 2"]
    table.copy_selection()
    assert QGuiApplication.clipboard().text().splitlines()[1:] == ["1", "2"]


def test_that_a_saved_csv_reads_back(table: DataTable, tmp_path: Path) -> None:
    table.save_csv(tmp_path / "rows.csv")
    text = (tmp_path / "rows.csv").read_bytes().decode("utf-8")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert rows[0] == ["Engine", "Records", "Cost, %"]
    assert rows[1] == ["PostgreSQL", "10,000", "+16.0"]
    assert text.count("\r\n") == 4


def test_that_an_empty_table_says_what_to_do(table: DataTable) -> None:
    table.set_rows(COLUMNS, [])
    bare = table.viewport().grab().toImage()
    table.set_placeholder("Start a campaign and its runs appear here.")
    assert table.viewport().grab().toImage() != bare
    table.set_rows(COLUMNS, ROWS)
    assert table.currentIndex().row() == -1 and engines(table)[0] == "PostgreSQL"


@pytest.fixture
def matrix(qtbot: QtBot) -> CapabilityMatrix:
    part = CapabilityMatrix()
    part.resize(420, 200)
    qtbot.addWidget(part)
    rows = [RowLabel("128", "AES"), RowLabel("256", "AES"), RowLabel("56", "DES")]
    yes, no = MatrixCell("yes", "asked and worked"), MatrixCell("no", "pgcrypto lacks it")
    unknown = MatrixCell("unknown", "no permission to ask")
    cells = [[yes, no], [yes, unknown], [no, no]]
    part.set_sections([MatrixSection("", ["cbc", "gcm"], rows, cells)])
    with qtbot.waitExposed(part):
        part.show()
    return part


def cell_image(matrix: CapabilityMatrix, row: int, column: int) -> QImage:
    rect = matrix.visualRect(matrix.model().index(row, column))
    return matrix.viewport().grab(rect).toImage()


def test_that_answers_are_drawn_as_different_signs(matrix: CapabilityMatrix) -> None:
    yes, no, unknown = (cell_image(matrix, *at) for at in ((0, 0), (0, 1), (1, 1)))
    middle = yes.rect().center()
    assert yes.pixelColor(middle) == QColor(LIGHT.good)
    assert no.pixelColor(middle.x(), middle.y() + 4) == QColor(LIGHT.surface)
    assert unknown not in (yes, no)


def test_that_a_cell_tells_its_reason_by_mouse_and_by_keys(
    qtbot: QtBot, matrix: CapabilityMatrix
) -> None:
    index = matrix.model().index(0, 1)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "AES 128 gcm: no – pgcrypto lacks it"
    matrix.setCurrentIndex(matrix.model().index(0, 0))
    with qtbot.waitSignal(matrix.cell_described) as caught:
        qtbot.keyClick(matrix, Qt.Key.Key_Right)
    assert caught.args == ["AES 128 gcm: no – pgcrypto lacks it"]


def row_names(matrix: CapabilityMatrix, row: int) -> QImage:
    header = matrix.verticalHeader()
    top = header.sectionViewportPosition(row)
    return header.viewport().grab(QRect(0, top, header.width(), 26)).toImage()


def test_that_a_group_is_named_in_its_first_row_only(matrix: CapabilityMatrix) -> None:
    named = matrix.verticalHeader().width()
    group = QRect(0, 0, 36, 26)
    first, second, other = (row_names(matrix, row).copy(group) for row in range(3))
    assert second not in (first, other)
    matrix.set_sections([MatrixSection("", ["b"], [RowLabel("a")], [[MatrixCell("yes")]])])
    assert matrix.verticalHeader().width() < named


def sectioned(matrix: CapabilityMatrix) -> None:
    yes = MatrixCell("yes", key="first")
    inside = MatrixSection(
        "Inside",
        ["cbc", "gcm"],
        [RowLabel(str(n)) for n in range(20)],
        [[yes if n == 0 else MatrixCell("no"), MatrixCell("none")] for n in range(20)],
    )
    outside = MatrixSection(
        "Outside", ["siv"], [RowLabel(str(n)) for n in range(20)], [[MatrixCell("yes")]] * 20
    )
    matrix.set_sections([inside, outside])


def test_that_the_section_at_the_top_names_the_columns(
    qtbot: QtBot, matrix: CapabilityMatrix
) -> None:
    sectioned(matrix)
    across = Qt.Orientation.Horizontal
    assert matrix.model().headerData(0, across) == "cbc"
    bar = matrix.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert matrix.model().headerData(0, across) == "siv"
    assert matrix.model().headerData(1, across) == ""
    bar.setValue(0)
    assert matrix.model().headerData(1, across) == "gcm"


def test_that_keys_pass_over_the_title_of_a_section(qtbot: QtBot, matrix: CapabilityMatrix) -> None:
    sectioned(matrix)
    matrix.setCurrentIndex(matrix.model().index(19, 0))
    with qtbot.waitSignal(matrix.cell_described) as caught:
        qtbot.keyClick(matrix, Qt.Key.Key_Down)
    assert caught.args == ["0 siv: yes"]


def test_that_a_cell_is_found_and_reported_by_its_key(
    qtbot: QtBot, matrix: CapabilityMatrix
) -> None:
    sectioned(matrix)
    with qtbot.waitSignal(matrix.cell_chosen) as caught:
        matrix.choose("first")
    assert caught.args is not None and caught.args[0].key == "first"
    matrix.choose("no such key")
    assert not matrix.currentIndex().isValid()


def test_that_sections_are_copied_under_their_titles(matrix: CapabilityMatrix) -> None:
    sectioned(matrix)
    matrix.copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[:2] == ["Inside\tcbc\tgcm", "0\tyes\tnot tried"]
    assert lines[21:24] == ["", "Outside\tsiv", "0\tyes"]


def test_that_the_matrix_is_copied_in_words(qtbot: QtBot, matrix: CapabilityMatrix) -> None:
    matrix.setFocus()
    qtbot.keyClick(matrix, Qt.Key.Key_C, CONTROL)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "\t\tcbc\tgcm"
    assert lines[2] == "AES\t256\tyes\tunknown"


STATUSES: tuple[CellStatus, ...] = (
    "pending",
    "running",
    "done",
    "failed",
    "cancelled",
    "unsupported",
)


@pytest.fixture
def grid(qtbot: QtBot) -> CellGrid:
    part = CellGrid()
    part.resize(900, 200)
    qtbot.addWidget(part)
    part.set_layout(["postgresql\naes-128-cbc"], list(STATUSES))
    with qtbot.waitExposed(part):
        part.show()
    return part


def test_that_every_status_has_a_sign_of_its_own_shape(grid: CellGrid) -> None:
    shapes = set()
    for column, status in enumerate(STATUSES):
        grid.set_cell(0, column, status)
        rect = grid.visualRect(grid.model().index(0, column))
        image = grid.viewport().grab(rect).toImage()
        left, top = 10, image.height() // 2 - 6
        ground = image.pixelColor(image.width() // 2, image.height() // 2)
        cells = [(left + x, top + y) for x in range(12) for y in range(12)]
        shapes.add(tuple(image.pixelColor(x, y) != ground for x, y in cells))
    assert len(shapes) == len(STATUSES)


@pytest.mark.parametrize("width", [320, 327, 480, 700])
def test_that_no_figure_of_a_cell_is_cut(qtbot: QtBot, width: int) -> None:
    """Names give way, and what has no room beside the first columns is scrolled to, as a whole."""
    grid = CellGrid()
    qtbot.addWidget(grid)
    grid.reserve_width_for("+12.3 % (10.1 to 14.2)")
    grid.set_layout(["○ postgresql\nstorage-aes-128-tablespa", "● b\nclient-aes-256-gcm"], "ab")
    grid.resize(width, 200)
    with qtbot.waitExposed(grid):
        grid.show()
    output = "0.104 s\n+141 % (136 to 146)"
    for row, column in ((0, 0), (0, 1), (1, 0), (1, 1)):
        grid.set_cell(row, column, "done", output)
    QApplication.processEvents()
    box, seen = grid.visualRect(grid.model().index(0, 0)), grid.viewport().width()
    words = max(map(QFontMetrics(number_font()).horizontalAdvance, output.splitlines()))
    assert box.width() >= words + 38, "what its delegate keeps free around them"
    bar = grid.verticalScrollBar().sizeHint().width()
    assert seen % box.width() <= bar + 2, "no column is seen in part"


def test_that_one_long_cell_pushes_no_column_out_of_sight(qtbot: QtBot) -> None:
    """As the campaign's matrix has them at 1024 pixels: two short columns beside a long one."""
    grid = CellGrid()
    qtbot.addWidget(grid)
    grid.set_layout(["postgresql", "firebird"], ["plaintext", "control", "aes-128"])
    output = ["9 runs", "9 runs", "9 runs · fixed IV, reused key stream"]
    for column, text in enumerate(output):
        grid.set_cell(1, column, "pending", text)
    grid.resize(650, 200)
    with qtbot.waitExposed(grid):
        grid.show()
    assert grid.horizontalScrollBar().maximum() == 0
    for column, text in enumerate(output):
        words = QFontMetrics(number_font()).horizontalAdvance(text)
        assert grid.columnWidth(column) >= words + 38, "what its delegate keeps free around them"


def test_that_a_cell_says_its_status_words_and_reason(grid: CellGrid) -> None:
    grid.set_cell(0, 2, "done", "12.3 ms\n+16 %", "10 repetitions")
    tip = grid.model().index(0, 2).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.splitlines() == ["done", "12.3 ms", "+16 %", "10 repetitions"]


def test_that_a_narrow_grid_with_long_names_shows_whole_cells(grid: CellGrid) -> None:
    name = "a-database-cluster-in-eu-west-1-replica-1"
    grid.reserve_width_for("12.3 ms (+12 %)")
    grid.set_layout([f"{name}\n{name}-sealed"], ["200", "8,000"])
    grid.resize(320, 200)
    QApplication.processEvents()
    reach = grid.horizontalScrollBar().maximum() + grid.viewport().width()
    assert grid.columnWidth(0) + grid.columnWidth(1) <= reach, "each is whole when scrolled to"
    assert grid.horizontalScrollBar().singleStep() < grid.columnWidth(0)
    shown = grid.model().headerData(0, Qt.Orientation.Vertical)
    assert "…" in shown and shown.split("\n")[0].endswith("replica-1")
    grid.resize(900, 200)
    QApplication.processEvents()
    assert len(grid.model().headerData(0, Qt.Orientation.Vertical)) > len(shown)


def test_that_only_the_changed_cell_is_announced(qtbot: QtBot, grid: CellGrid) -> None:
    with qtbot.waitSignal(grid.model().dataChanged) as caught:
        grid.set_cell(0, 3, "failed", "", "connection lost")
    assert (caught.args[0].column(), caught.args[1].column()) == (3, 3)


def test_that_enter_opens_a_cell(qtbot: QtBot, grid: CellGrid) -> None:
    grid.setCurrentIndex(grid.model().index(0, 1))
    with qtbot.waitSignal(grid.cell_activated) as caught:
        qtbot.keyClick(grid, Qt.Key.Key_Return)
    assert caught.args == [0, 1]


def test_that_the_grid_is_copied_with_its_names(qtbot: QtBot, grid: CellGrid) -> None:
    grid.set_cell(0, 2, "done", "12.3 ms\n+16 %")
    grid.setFocus()
    qtbot.keyClick(grid, Qt.Key.Key_C, CONTROL)
    header, row = QGuiApplication.clipboard().text().splitlines()
    assert header.split("\t")[1] == "pending"
    assert row.split("\t")[:4] == ["postgresql aes-128-cbc", "pending", "pending", "12.3 ms +16 %"]


def test_that_a_saved_table_is_for_other_programs_whatever_the_locale(
    qtbot: QtBot, tmp_path: Path
) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German))
    try:
        table = DataTable()
        qtbot.addWidget(table)
        columns = [Column("s", "seconds", "right", one_decimal)]
        table.set_rows(columns, [[1234.5]])
        assert table.table_model().text(0, 0) == "1.234,5"
        table.save_csv(tmp_path / "rows.csv")
        assert "1234.5" in (tmp_path / "rows.csv").read_text(encoding="utf-8-sig")
        assert table.table_model().text(0, 0) == "1.234,5"
    finally:
        QLocale.setDefault(before)
