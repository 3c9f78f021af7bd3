"""Campaigns beside each other in the window, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QListView
from pytestqt.qtbot import QtBot

from app.findings.across.sourced_figures import ALL_OPERATIONS, Dimension
from app.findings.across.unpaired_comparison import OWN_BASELINE, Baseline
from app.report.figures.campaign_report import CampaignReport
from app.results.store.store import open_store
from app.window.base.store_reader import StoreReader
from app.window.pages.results.campaign_list import CampaignColumn
from app.window.pages.results.compare_view import ComparisonView
from app.window.pages.results.page import ResultsPage
from app.window.workbench.workbench import Workbench
from tests.app.results.making import CBC, ECB
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from tests.app.window.settling import let_go
from widgets.tables.interval_view import IntervalCell, IntervalTable, PinnedRows

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]

CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Three campaigns on two servers; in the second GCM takes half as long again on MariaDB."""
    path = str(tmp_path_factory.mktemp("window") / "s.sqlite")
    campaign = costly_campaign(2, (CBC, ECB, GCM), repetitions=8)
    with open_store(path, write=True) as opened:
        store_costs(opened, replace(campaign, name="old"), {})
        store_costs(opened, replace(campaign, name="new"), {("mariadb", GCM.name): 0.5})
        store_costs(opened, replace(campaign, name="third"), {})
    return path


@pytest.fixture
def page(store: str, qtbot: QtBot) -> Iterator[ResultsPage]:
    made = ResultsPage(Workbench(store))
    qtbot.addWidget(made)
    made.resize(1085, 690)
    with qtbot.waitActive(made):
        made.show()
    made.shown()
    qtbot.waitUntil(lambda: listed(made).model().rowCount() == 3, timeout=20_000)
    yield made
    made.close_down()
    let_go(made.workbench)


def listed(page: ResultsPage) -> QListView:
    found = next(each for each in page.findChildren(QListView) if each.accessibleName())
    assert isinstance(found, QListView)
    return found


def click(qtbot: QtBot, page: ResultsPage, name: str, keys: Qt.KeyboardModifier) -> None:
    view = listed(page)
    model = view.model()
    rows = [each for each in range(3) if model.index(each, 0).data() == name]
    qtbot.mouseClick(view.viewport(), LEFT, keys, view.visualRect(model.index(rows[0], 0)).center())


@pytest.fixture
def compared(page: ResultsPage, qtbot: QtBot) -> ComparisonView:
    """Old and new, chosen by a click and a click with Ctrl."""
    click(qtbot, page, "old", Qt.KeyboardModifier.NoModifier)
    click(qtbot, page, "new", CTRL)
    qtbot.waitUntil(lambda: shown_view(page) is not None, timeout=20_000)
    view = shown_view(page)
    assert view is not None
    qtbot.waitUntil(lambda: bool(view.table.table.groups()), timeout=20_000)
    return view


def shown_view(page: ResultsPage) -> ComparisonView | None:
    found = page.findChildren(ComparisonView)
    return next((each for each in found if each.isVisible()), None)


def cell(view: ComparisonView, server: str, protection: str, column: int) -> IntervalCell:
    for group in view.table.table.groups():
        for row in group.rows:
            if row.key[0] == (server, protection):  # type: ignore[index]
                return row.cells[column]
    raise LookupError(server, protection)


def labels(table: IntervalTable) -> list[list[str]]:
    """Of each group its title and the labels of its rows."""
    return [[each.title, *(row.label for row in each.rows)] for each in table.groups()]


def titles(table: IntervalTable) -> list[str]:
    across = Qt.Orientation.Horizontal
    return [table.model().headerData(at, across) for at in range(table.model().columnCount())]


def bare(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def test_that_one_plan_on_two_hosts_stands_with_a_column_for_each(
    tmp_path: Path, qtbot: QtBot
) -> None:
    path = str(tmp_path / "s.sqlite")
    campaign = costly_campaign(1, (GCM,), repetitions=6)
    with open_store(path, write=True) as opened:
        for host, cost in {"rack1": 0.5, "rack2": 0.2}.items():
            made = store_costs(opened, campaign, {("postgresql", GCM.name): cost})
            opened.set_environment(made, {"machine": host})
    workbench = Workbench(path)
    view = ComparisonView(workbench, StoreReader(path, workbench))
    qtbot.addWidget(view)
    view.resize(1024, 640)
    view.show()
    view.compare([1, 2])
    qtbot.waitUntil(lambda: bool(view.table.table.groups()), timeout=20_000)
    assert view.pivot.columns is Dimension.MACHINE and view.pivot.baseline == OWN_BASELINE
    assert [bare(each) for each in titles(view.table.table)] == ["rack1", "rack2"]
    found = [cell(view, "postgresql", GCM.name, column).estimate for column in (0, 1)]
    assert found[0] is not None and 40 < found[0].value < 60
    assert found[1] is not None and 10 < found[1].value < 30
    let_go(workbench)


def test_that_a_click_with_ctrl_compares_and_a_plain_one_ends_it(
    page: ResultsPage, compared: ComparisonView, qtbot: QtBot
) -> None:
    assert compared.campaigns == (1, 2), "the oldest first, whatever was clicked first"
    assert titles(compared.table.table) == ["#1 old", "#2 new"]
    slower = cell(compared, "mariadb", GCM.name, 1)
    assert slower.tone == "bad" and slower.text.startswith("+") and slower.estimate is not None
    assert 45 < slower.estimate.value < 55 and slower.estimate.low is not None
    assert cell(compared, "postgresql", GCM.name, 1).tone == "muted"
    assert cell(compared, "mariadb", GCM.name, 0).second_line == "baseline"
    assert "unpaired" in bare(slower.tip) and "in one campaign" in bare(compared.table.notes())
    click(qtbot, page, "third", CTRL)
    qtbot.waitUntil(lambda: len(titles(compared.table.table)) == 3, timeout=20_000)
    page.refresh()  # what the list says anew changes nothing
    click(qtbot, page, "third", Qt.KeyboardModifier.NoModifier)
    qtbot.waitUntil(lambda: shown_view(page) is None, timeout=20_000)


@pytest.mark.slow
def test_that_escape_leads_back_to_one_campaign_and_the_layout_is_retained(
    page: ResultsPage, compared: ComparisonView, qtbot: QtBot
) -> None:
    compared.choices.columns.choose(Dimension.OPERATION)
    compared.table.table.setFocus()
    qtbot.keyClick(compared.table.table, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: shown_view(page) is None, timeout=20_000)
    assert len(listed(page).selectionModel().selectedIndexes()) == 1
    click(qtbot, page, "old", Qt.KeyboardModifier.NoModifier)
    click(qtbot, page, "new", CTRL)
    qtbot.waitUntil(lambda: shown_view(page) is compared, timeout=20_000)
    qtbot.waitUntil(lambda: "INSERT" in titles(compared.table.table), timeout=20_000)
    qtbot.keyClick(listed(page), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: shown_view(page) is None, timeout=20_000)


@pytest.mark.slow
def test_that_rows_columns_and_baseline_are_chosen(compared: ComparisonView, qtbot: QtBot) -> None:
    choices = compared.choices
    choices.columns.choose(Dimension.OPERATION)
    assert titles(compared.table.table) == [ALL_OPERATIONS, "INSERT", "SELECT", "UPDATE", "DELETE"]
    assert labels(compared.table.table)[0][0] == "#1 · postgresql"
    choices.baseline.choose(OWN_BASELINE)
    own = cell_in(compared, "#2 · mariadb", GCM.name, 1)
    assert own.tone == "bad" and own.text.startswith("+")
    choices.rows.choose(Dimension.SERVER)
    choices.groups.choose((Dimension.PROTECTION,))
    choices.columns.choose(Dimension.SOURCE)
    assert labels(compared.table.table)[1][0] == "control"
    assert f"{ECB.name} (ECB)" in [bare(each[0]) for each in labels(compared.table.table)]
    choices.baseline.choose(Baseline(Dimension.PROTECTION, CBC.name))
    qtbot.waitUntil(compared.table.isEnabled, timeout=20_000)
    assert compared.pivot.baseline.paired_protection == CBC.name
    itself = cell(compared, CBC.name, "mariadb", 1)  # servers in groups of protections
    assert itself.estimate is None
    assert cell(compared, GCM.name, "mariadb", 1).text.startswith("+")
    choices.single_values[Dimension.OPERATION].choose("INSERT")
    assert compared.pivot.filters[Dimension.OPERATION] == "INSERT"


def cell_in(view: ComparisonView, group: str, label: str, column: int) -> IntervalCell:
    known = next(each for each in view.table.table.groups() if each.title == group)
    return next(row for row in known.rows if row.label == label).cells[column]


@pytest.mark.slow
def test_that_rows_and_columns_are_moved_pinned_and_hidden_by_keys(
    compared: ComparisonView, qtbot: QtBot
) -> None:
    table = compared.table.table
    compared.window().resize(1085, 640)  # so low that the table scrolls
    table.setFocus()
    table.choose((("mariadb", GCM.name), False), 1)
    qtbot.keyClick(table, Qt.Key.Key_Up, ALT)
    assert labels(table)[1] == ["mariadb", "plaintext", "control", CBC.name, GCM.name, ECB.name]
    assert table.current_key() == (("mariadb", GCM.name), False), "it goes along"
    qtbot.keyClick(table, Qt.Key.Key_Left, ALT)
    assert titles(table) == ["#2 new", "#1 old"] and table.currentIndex().column() == 0
    qtbot.keyClick(table, Qt.Key.Key_P, CTRL)
    assert [bare(each) for each in labels(table)[0]] == ["Pinned", f"{GCM.name} · mariadb"]
    assert table.current_key() == (("mariadb", GCM.name), True)
    table.verticalScrollBar().setValue(table.verticalScrollBar().maximum())
    assert table.verticalScrollBar().value() and table.findChildren(PinnedRows)[0].isVisible()
    table.choose((("mariadb", ECB.name), False), 0)
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    assert ECB.name not in [label for group in labels(table) for label in group]
    assert compared.choices.filters[Dimension.PROTECTION].text() == "Protections: 4 of 5"
    qtbot.keyClick(table, Qt.Key.Key_A, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert titles(table) == ["#1 old", "#2 new"] and len(labels(table)[0]) == 6


def test_that_the_note_below_can_be_read_to_its_end(
    page: ResultsPage, compared: ComparisonView, qtbot: QtBot
) -> None:
    compared.studies.choose("rosa-2023")
    qtbot.waitUntil(lambda: "Its machine" in compared.table.notes(), timeout=20_000)
    page.resize(900, 600)
    note = compared.table.note
    words = note.widget()
    assert words is not None
    qtbot.waitUntil(lambda: note.viewport().height() > 2 * words.fontMetrics().height())
    needed = words.heightForWidth(note.viewport().width())
    reached = note.viewport().height() + note.verticalScrollBar().maximum()
    assert needed > note.viewport().height() and reached >= needed
    assert compared.table.table.height() > 3 * note.height(), "the table keeps its room"


@pytest.mark.slow
def test_that_titles_are_dragged_into_order(compared: ComparisonView, qtbot: QtBot) -> None:
    table = compared.table.table
    head, names = table.horizontalHeader(), table.verticalHeader()
    drag(qtbot, head.viewport(), column_at(table, 1), column_at(table, 0) - QPoint(30, 0))
    qtbot.waitUntil(lambda: titles(table) == ["#2 new", "#1 old"], timeout=5_000)
    drag(qtbot, names.viewport(), row_at(table, 4), row_at(table, 1) - QPoint(0, 6))
    wanted = ["postgresql", ECB.name, "plaintext", "control", CBC.name, GCM.name]
    qtbot.waitUntil(lambda: labels(table)[0] == wanted, timeout=5_000)
    assert [head.visualIndex(at) for at in range(2)] == [0, 1]


def column_at(table: IntervalTable, column: int) -> QPoint:
    at = table.columnViewportPosition(column) + table.columnWidth(column) // 2
    return QPoint(at, table.horizontalHeader().height() // 2)


def row_at(table: IntervalTable, line: int) -> QPoint:
    return QPoint(30, table.rowViewportPosition(line) + table.rowHeight(line) // 2)


def drag(qtbot: QtBot, part: object, start: QPoint, end: QPoint) -> None:
    assert hasattr(part, "rect")
    qtbot.mousePress(part, LEFT, pos=start)
    for share in (0.3, 0.6, 1.0):
        step = start + (end - start) * share
        qtbot.mouseMove(part, step)
        QApplication.processEvents()
    qtbot.mouseRelease(part, LEFT, pos=end)


@pytest.mark.slow
def test_that_a_study_is_compared_with_and_a_table_is_copied(
    compared: ComparisonView, qtbot: QtBot
) -> None:
    compared.choices.baseline.choose(OWN_BASELINE)
    compared.studies.choose("rosa-2023")
    qtbot.waitUntil(lambda: len(titles(compared.table.table)) == 3, timeout=20_000)
    reported = cell(compared, "postgresql", CBC.name, 2)
    assert reported.estimate is not None and reported.estimate.low is None and reported.colour_key
    assert "Source:" in bare(reported.tip) and "Its machine" in bare(compared.table.notes())
    compared.table.table.setFocus()
    qtbot.keyClick(compared.table.table, Qt.Key.Key_C, CTRL)
    copied = QGuiApplication.clipboard().text().splitlines()
    assert "#2 new, %" in bare(copied[0]) and any(GCM.name in line for line in copied)


@pytest.mark.slow
def test_that_cost_is_compared_with_protection_as_on_paper(
    compared: ComparisonView, report: CampaignReport, qtbot: QtBot
) -> None:
    compared.tabs.setCurrentWidget(compared.cost_and_protection)
    across = compared.cost_and_protection.chart_view.chart
    assert across is not None
    first = str(across.panels[0].message)
    assert "kept out" in first and "tampering noticed" in first
    weak = [row for each in across.panels for row in each.rows if row.name == ECB.name]
    assert len(weak) == 4 and all(row.where.startswith("#") for row in weak)
    assert all([str(mark) for mark in row.marks] == ["ECB"] for row in weak)
    reported = [
        bare(each.text()) for each in compared.cost_and_protection.chart_view.canvas.marks()
    ]
    assert len([each for each in reported if f" · {ECB.name} (ECB)\n" in each]) == 4
    assert all("stolen disk" in each for each in reported), "what it guards against"


@pytest.mark.slow
def test_that_one_campaign_is_prepared_by_itself_from_its_menu(
    page: ResultsPage, qtbot: QtBot
) -> None:
    click(qtbot, page, "old", Qt.KeyboardModifier.NoModifier)
    column = page.findChildren(CampaignColumn)[0]
    column.list.menu_wanted.emit(QPoint(0, 0))
    action = next(each for each in column.menu.actions() if "ompare" in each.text())
    action.trigger()
    column.menu.close()
    qtbot.waitUntil(lambda: shown_view(page) is not None, timeout=20_000)
    view = shown_view(page)
    assert view is not None
    qtbot.waitUntil(lambda: "INSERT" in titles(view.table.table), timeout=20_000)
    view.choices.columns.choose(Dimension.SERVER)
    view.choices.baseline.choose(Baseline(Dimension.SERVER, "postgresql"))
    neighbour = cell_of(view, "plaintext", 1)
    assert titles(view.table.table) == ["postgresql", "mariadb"] and neighbour.estimate is not None
    assert "compared in pairs" in bare(view.table.notes())
    page.refresh()
    click(qtbot, page, "new", Qt.KeyboardModifier.NoModifier)
    qtbot.waitUntil(lambda: shown_view(page) is None, timeout=20_000)


def cell_of(view: ComparisonView, label: str, column: int) -> IntervalCell:
    rows = (row for group in view.table.table.groups() for row in group.rows)
    return next(row for row in rows if row.label == label).cells[column]


@pytest.mark.slow
def test_that_a_saved_picture_is_the_chart_on_paper(
    compared: ComparisonView, tmp_path: Path
) -> None:
    compared.tabs.setCurrentWidget(compared.cost_and_protection)
    compared.cost_and_protection.chart_view.save_picture(tmp_path / "guarding.svg")
    drawn = (tmp_path / "guarding.svg").read_text()
    assert "<svg" in drawn and "ECB" in drawn


def test_that_thirteen_columns_need_no_scrolling_on_a_small_screen(qtbot: QtBot) -> None:
    from widgets.tables.interval_view import (
        IntervalColumn,
        IntervalGroup,
        IntervalRow,
        ScaledEstimate,
    )

    one = IntervalCell("+42 %", "0.147 s", ScaledEstimate(42.0, 40.0, 44.0), "bad")
    columns = [IntervalColumn("all operations", [""], has_words=True)]
    columns += [IntervalColumn(f"operation {at}", [""]) for at in range(12)]
    words = IntervalCell(words="costs 42 % (40 to 44 %)", tone="bad")
    row = IntervalRow("a", "aes-128-cbc", "AES-128-CBC · fixed IV", cells=[words, *[one] * 12])
    table = IntervalTable()
    qtbot.addWidget(table)
    table.resize(890, 300)
    with qtbot.waitExposed(table):
        table.show()
    table.set_groups(columns, [IntervalGroup("postgresql", "18", "postgresql", [row])])
    bar = table.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0, timeout=2_000)
    visible = QRect(QPoint(0, 0), table.viewport().size())
    assert visible.contains(table.visualRect(table.model().index(1, 12)))
    table.resize(3000, 300)
    assert table.rowHeight(1) < 50, "with room intervals stand beside the figures again"


def test_that_titles_of_many_columns_are_whole_where_the_table_is_scrolled(qtbot: QtBot) -> None:
    from PySide6.QtGui import QFontMetrics

    from widgets.look.theme import scaled_font
    from widgets.tables.interval_view import IntervalColumn, IntervalGroup, IntervalRow

    titles = [f"customers of a city {at}" for at in range(12)]
    columns = [IntervalColumn(each, [""]) for each in titles]
    row = IntervalRow("a", "aes-128-cbc", cells=[IntervalCell("+42 %", "0.147 s")] * 12)
    table = IntervalTable()
    qtbot.addWidget(table)
    table.resize(600, 300)
    with qtbot.waitExposed(table):
        table.show()
    table.set_groups(columns, [IntervalGroup("postgresql", "18", "postgresql", [row])])
    qtbot.waitUntil(lambda: table.horizontalScrollBar().maximum() > 0, timeout=2_000)
    half = QFontMetrics(scaled_font(bold=True)).horizontalAdvance("customers")
    assert all(table.columnWidth(at) > half for at in range(12))
