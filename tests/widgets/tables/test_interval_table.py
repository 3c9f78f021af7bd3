"""A table of estimates: its scale, its marks, its copies."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from widgets.look.names import shortened, wrap_text
from widgets.look.theme import number_font, scaled_font, tone_color
from widgets.parts.cards import ElidedLabel
from widgets.tables.interval_model import Scale, scale_of
from widgets.tables.interval_painting import fitting_size, name_in
from widgets.tables.interval_view import (
    IntervalCell,
    IntervalColumn,
    IntervalGroup,
    IntervalRow,
    IntervalTable,
    PinnedRows,
    ScaledEstimate,
)

COSTS = IntervalCell(
    "+42 %", "0.1 s", ScaledEstimate(42, 38, 46, 2), "bad", tip="why", copied=("42",)
)
NOISE = IntervalCell("+5 %", "0.1 s", ScaledEstimate(5, -300, 900, 2), copied=("5",))
WORDS = IntervalCell(words="costs 42 %", tone="bad", copied=("costs 42 %",))


@pytest.fixture
def table(qtbot: QtBot) -> IntervalTable:
    part = IntervalTable()
    part.resize(600, 300)
    qtbot.addWidget(part)
    columns = [
        IntervalColumn("INSERT", ["INSERT, %"]),
        IntervalColumn("all", ["all"], has_words=True),
    ]
    rows = [
        IntervalRow("a", "sealed", "AES", cells=[COSTS, WORDS]),
        IntervalRow("b", "quiet", cells=[NOISE, WORDS], quiet=True),
    ]
    part.set_groups(columns, [IntervalGroup("pg", "18", "postgresql", rows)])
    with qtbot.waitExposed(part):
        part.show()
    return part


def test_that_the_scale_holds_values_and_what_is_proved() -> None:
    scale = scale_of([COSTS, NOISE])
    assert scale.low < -2 and 46 < scale.high < 60
    assert not scale.log


def test_that_a_scale_of_large_costs_is_one_of_ratios() -> None:
    large = IntervalCell(estimate=ScaledEstimate(700, 650, 760), tone="bad")
    scale = scale_of([COSTS, large])
    assert scale.log
    double, four_times = scale.position(100), scale.position(300)
    assert four_times - double == pytest.approx(double - scale.position(0))
    assert 0 < scale.position(0) < scale.position(760) < 1
    assert math.isfinite(Scale(-95, 100, log=True).position(-200))


def test_that_where_nothing_is_proved_ordinary_intervals_are_whole() -> None:
    noise = [
        ScaledEstimate(1, -30, 35),
        ScaledEstimate(2, -40, 44),
        ScaledEstimate(0, -3, 4),
        ScaledEstimate(5, -300, 900),
    ]
    scale = scale_of([IntervalCell(estimate=each) for each in noise])
    assert scale.low < -40 and 44 < scale.high < 200, "one that is far off leaves the rest its room"
    few = scale_of([IntervalCell(estimate=ScaledEstimate(0, -9, 9)), IntervalCell()])
    assert few.low < -9 and few.high > 9
    assert scale_of([COSTS, *(IntervalCell(estimate=each) for each in noise)]).high < 60


@pytest.mark.parametrize(("published", "fits"), [(130.0, True), (1_000.0, False)])
def test_that_a_published_cost_far_off_leaves_the_measured_ones_their_room(
    published: float, *, fits: bool
) -> None:
    other = IntervalCell(estimate=ScaledEstimate(published), colour_key="study")
    scale = scale_of([COSTS, NOISE, other])
    assert (scale.high >= published) is fits
    assert fits or scale == scale_of([COSTS, NOISE])


def test_that_words_have_the_lines_that_they_need(table: IntervalTable) -> None:
    words = "costs 849 % (837 to 861) (4 blocks: too few for the exact test)"
    rows = [
        IntervalRow("a", "sealed", cells=[COSTS, COSTS, COSTS, IntervalCell(words=words)]),
        IntervalRow("b", "plain", cells=[COSTS, COSTS, COSTS, WORDS]),
    ]
    columns = [IntervalColumn(name, [name]) for name in ("INSERT", "SELECT", "UPDATE")]
    columns.append(IntervalColumn("all", ["all"], has_words=True))
    table.set_groups(columns, [IntervalGroup("pg", "18", "postgresql", rows)])
    heights = {}
    for width in (1400, 430):
        table.resize(width, 300)
        lines = wrap_text(words, table.font(), table.columnWidth(3) - 14, 99)
        heights[width] = table.rowHeight(1), len(lines)
        assert table.rowHeight(1) >= len(lines) * table.fontMetrics().height()
    assert heights[430][0] > table.rowHeight(2) and heights[430][1] > 3
    assert heights[1400][0] < heights[430][0]
    narrow = table.viewport().grab(table.visualRect(table.model().index(1, 3))).toImage()
    last = range(narrow.height() * 3 // 4, narrow.height())
    ink = {narrow.pixelColor(x, y).name() for y in last for x in range(narrow.width())}
    assert len(ink) > 2, "the last line is drawn, too"


@pytest.mark.parametrize("text", ["within 354 %", "within 21,230 %", "+107 %", "0.128 s"])
def test_that_a_figure_is_as_small_as_it_must_be(text: str, qapp: QApplication) -> None:
    def length(size: float) -> float:
        return QFontMetricsF(number_font(size)).horizontalAdvance(text)

    assert fitting_size(text, length(1.0)) == 1.0
    for width in range(int(length(0.75)), int(length(1.0)) + 1):
        size = fitting_size(text, width)
        assert length(size) <= width, f"cut in {width} pixels"
        assert length(size) > 0.85 * width
    assert fitting_size(text, 5) == fitting_size(text, 6) > 0.5, "no less than can be read"


def test_that_heads_of_narrow_columns_are_whole(table: IntervalTable) -> None:
    cells = [COSTS] * 4
    rows = [IntervalRow("a", "sealed", cells=[*cells, WORDS])]
    wordy = IntervalColumn("all", ["all"], has_words=True)
    table.resize(520, 300)
    table.set_groups([*(IntervalColumn("H", ["x"]) for _ in cells), wordy], [
        IntervalGroup("pg", "18", "postgresql", rows)
    ])  # fmt: skip
    head = table.horizontalHeader()
    one = QFontMetricsF(scaled_font(bold=True)).horizontalAdvance("H")
    letters = int(1.2 * head.sectionSize(1) / one)
    columns = [*(IntervalColumn("H" * letters, ["x"]) for _ in cells), wordy]
    table.set_groups(columns, [IntervalGroup("pg", "18", "postgresql", rows)])
    section = QRect(head.sectionViewportPosition(1), 0, head.sectionSize(1), head.height() // 2)
    image = head.viewport().grab(section).toImage()
    lines = [[image.pixelColor(x, y) for x in range(image.width())] for y in range(image.height())]
    stems = max(_dark_runs([each.lightness() < 130 for each in line]) for line in lines)
    assert stems == 2 * letters


def _dark_runs(dark: list[bool]) -> int:
    return sum(now and not before for before, now in pairwise([False, *dark]))


def test_that_titles_of_groups_keep_both_ends(table: IntervalTable) -> None:
    """Two servers of one house are told apart in a narrow table, by title and by corner."""
    groups = [
        IntervalGroup(f"a-database-cluster-in-eu-west-replica-{at}", "", "", [
            IntervalRow((at, row), f"row {row}", cells=[COSTS, WORDS]) for row in range(20)
        ])
        for at in (1, 2)
    ]  # fmt: skip
    table.set_groups([IntervalColumn("INSERT", ["x"]), IntervalColumn("all", ["all"])], groups)
    names, bar = table.verticalHeader(), table.verticalScrollBar()
    metrics = QFontMetrics(scaled_font(bold=True))
    assert metrics.horizontalAdvance(shortened(groups[0].title)) > names.width()
    seen = []
    for at in (0, 21):
        bar.setValue(table.verticalScrollBar().value() + table.rowViewportPosition(at))
        title = names.viewport().grab(QRect(0, 0, names.width(), table.rowHeight(0)))
        bar.setValue(bar.value() + 100)
        [corner] = [each for each in table.findChildren(ElidedLabel) if each.isVisible()]
        seen.append((title.toImage(), corner.grab().toImage()))
    assert seen[0][0] != seen[1][0] and seen[0][1] != seen[1][1]
    cut = name_in(groups[1].title, metrics, names.width() - 30)
    assert cut.count("…") == 1 and cut.endswith("-2")


def test_that_a_held_group_stays_in_sight_and_can_be_chosen_there(
    table: IntervalTable, qtbot: QtBot
) -> None:
    columns = [
        IntervalColumn("INSERT", ["INSERT, %"]),
        IntervalColumn("all", ["all"], has_words=True),
    ]
    cells = [COSTS, WORDS]
    held = IntervalGroup("Pinned", "", "", [IntervalRow("p", "mine", cells=cells)], pinned=True)
    rows = [IntervalRow(at, f"row {at}", cells=cells) for at in range(20)]
    table.set_groups(columns, [held, IntervalGroup("pg", "18", "postgresql", rows)])
    assert not table.findChildren(PinnedRows)[0].isVisible(), "it is in sight by itself"
    bar = table.verticalScrollBar()
    bar.setValue(bar.maximum())
    [over] = table.findChildren(PinnedRows)
    assert over.isVisible() and over.geometry().top() == table.viewport().geometry().top()
    assert over.indexAt(over.visualRect(over.model().index(1, 0)).center()).row() == 1
    assert over.columnWidth(0) == table.columnWidth(0)
    assert over.height() == table.rowHeight(0) + table.rowHeight(1) + 1
    place = over.visualRect(over.model().index(1, 0)).center()
    qtbot.mouseClick(over.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert table.current_key() == "p" and bar.value() == bar.maximum(), "nothing has moved"
    table.choose(19, 0)
    for key in range(18, 2, -1):
        qtbot.keyClick(table, Qt.Key.Key_Up)
        assert table.current_key() == key
        assert table.visualRect(table.currentIndex()).top() >= over.height() or over.isHidden()
    bar.setValue(0)
    assert not over.isVisible()
    table.set_groups(columns, [IntervalGroup("pg", "18", "postgresql", rows)])
    bar.setValue(bar.maximum())
    assert not over.isVisible(), "nothing is held any more"


def test_that_the_dot_stands_at_its_value(table: IntervalTable) -> None:
    cell = table.visualRect(table.model().index(1, 0))
    bad = tone_color("bad")
    middle = cell.center().y()
    picture = table.viewport().grab().toImage()
    hits = [x for x in range(cell.left(), cell.right()) if like(picture.pixelColor(x, middle), bad)]
    left, right = hits[0], hits[-1]
    scale = table.scale()
    reach = scale.position(46) - scale.position(38)
    graphic = (right - left) / reach  # what the whole scale would take
    assert graphic == pytest.approx(cell.width() - 120, rel=0.4)


def like(one: QColor, other: QColor) -> bool:
    channels = [(one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue())]
    return all(abs(a - b) < 40 for a, b in channels)


def test_that_titles_cannot_be_chosen_and_a_choice_is_reported(
    table: IntervalTable, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(table.chosen) as report:
        table.choose("a", 1)
    assert report.args == ["a", 1]
    assert not table.model().flags(table.model().index(0, 0)) & Qt.ItemFlag.ItemIsEnabled
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.current_key() == "b"


def test_that_a_table_is_entered_by_key(table: IntervalTable, qtbot: QtBot) -> None:
    table.clearFocus()
    table.setCurrentIndex(QModelIndex())
    with qtbot.waitSignal(table.chosen, timeout=5000) as report:
        table.setFocus(Qt.FocusReason.TabFocusReason)
    assert report.args == ["a", 0] and table.selectionModel().hasSelection()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Right)
    assert (table.current_key(), table.currentIndex().column()) == ("b", 1)
    columns = [IntervalColumn("INSERT", ["INSERT, %"])]
    others = [IntervalRow("c", "other", cells=[COSTS])]
    table.set_groups(columns, [IntervalGroup("my", "", "mariadb", others)])
    assert table.current_key() == "c", "keys go on where the row is gone"


@pytest.mark.parametrize("key", ["Down", "Right", "Home", "PageDown", "End"])
def test_that_every_key_finds_the_first_cell_where_none_is_current(
    table: IntervalTable, qtbot: QtBot, key: str
) -> None:
    table.setCurrentIndex(QModelIndex())
    qtbot.keyClick(table, getattr(Qt.Key, f"Key_{key}"))
    assert (table.current_key(), table.currentIndex().column()) == ("a", 0)


def test_that_the_current_cell_stays_when_figures_come_anew(table: IntervalTable) -> None:
    table.choose("b", 0)
    table.set_groups([IntervalColumn("INSERT", ["INSERT, %"])], table.groups())
    assert table.current_key() == "b"


def test_that_a_copy_names_groups_rows_and_columns(
    table: IntervalTable, tmp_path: Path, qapp: QApplication
) -> None:
    table.copy_selection()
    assert QApplication.clipboard().text().splitlines() == [
        "\t\tINSERT, %\tall",
        "pg\tsealed\t42\tcosts 42 %",
        "pg\tquiet\t5\tcosts 42 %",
    ]


def test_that_tips_and_screen_readers_get_the_sentence(table: IntervalTable) -> None:
    model = table.model()
    assert model.data(model.index(1, 0), Qt.ItemDataRole.ToolTipRole) == "why"
    output = model.data(model.index(1, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert output == "INSERT, +42 %, 0.1 s, why"
    assert table.rowAt(QPoint(5, 5).y()) == 0
