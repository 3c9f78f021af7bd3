"""The tab of changes by mouse and keyboard, on a campaign whose course and growth are known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.results.store.store import open_store
from app.window.pages.results.change_tab import ChangeTab
from app.window.pages.results.page import ResultsPage
from tests.app.report.changed import ROWS, WAYS, store_changed
from tests.app.results.making import make_campaign, store_campaign
from tests.app.window.pages.results.shown_campaign import shown_campaign, view
from tests.app.window.settling import settle
from widgets.tables.data_table import DataTable

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]


@pytest.fixture
def page(qapp: QApplication, tmp_path: Path) -> Iterator[ResultsPage]:
    path = tmp_path / "changes.sqlite"
    with open_store(str(path), write=True) as store:
        store_campaign(store, make_campaign())
        store_changed(store, back_up=True, back_up_files=True)
    with shown_campaign(path, ChangeTab) as made:
        yield made


def opened(page: ResultsPage, qtbot: QtBot) -> ChangeTab:
    part = page.findChild(ChangeTab)
    assert isinstance(part, ChangeTab)
    view(page).tabs.setCurrentWidget(part)
    qtbot.waitUntil(lambda: part.chart_view.chart is not None)
    settle(page, qtbot)
    return part


def column(table: DataTable, head: str) -> list[str]:
    model = table.table_model()
    heads = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
    at = heads.index(head)
    return [str(model.index(row, at).data()) for row in range(model.rowCount())]


def test_that_a_way_that_is_clicked_has_its_course_drawn(page: ResultsPage, qtbot: QtBot) -> None:
    part = opened(page, qtbot)
    ways = column(part.table, "Way")
    assert len(ways) == 2 * len(ROWS) * len(WAYS)
    before = part.chart_view.chart
    part.table.scrollToTop()
    box = part.table.visualRect(part.table.model().index(0, 0))
    qtbot.mouseClick(part.table.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    qtbot.waitUntil(lambda: part.chart_view.chart is not None and part.chart_view.chart != before)
    assert part.chart_view.chart is not None and before is not None
    assert str(part.chart_view.chart.caption) != str(before.caption)
    assert [len(each.lines) for each in part.chart_view.chart.graphs] == [2] * len(before.graphs)


def test_that_what_stays_readable_is_shown_after_each_step(page: ResultsPage, qtbot: QtBot) -> None:
    part = opened(page, qtbot)
    assert column(part.readable, "After clean-up")[-1] == "39,900"
    assert column(part.readable, "After DROP")[-1] == "39,900"
    assert column(part.readable, "After rewrite") == ["0"] * len(ROWS) * len(WAYS)
    assert column(part.readable, "In logs")[-1] == "40,000"


def test_that_a_backup_is_shown_by_its_size_and_what_it_says(
    page: ResultsPage, qtbot: QtBot
) -> None:
    part = opened(page, qtbot)
    assert part.backup_sizes.chart is not None
    [panel] = part.backup_sizes.chart.panels
    assert [bar.end for bar in panel.plots[0].bars][-4:] == [8.0, 16.0, 16.0, 48.0]
    assert column(part.backups, "Backup of")[-2:] == ["database", "files"]
    assert column(part.backups, "Size")[-2:] == ["16 MB", "48 MB"]
    assert column(part.backups, "By gzip")[-2:] == ["8 MB", "16 MB"]
    assert column(part.backups, "Restore")[-2:] == ["500 ms", "1.5 s"]
    assert column(part.backups, "Readable names")[-2:] == ["0", f"{ROWS[-1]:,}"]


def test_that_tables_wider_than_the_page_scroll_and_cut_nothing(
    page: ResultsPage, qtbot: QtBot
) -> None:
    part = opened(page, qtbot)
    page.resize(640, 600)
    settle(page, qtbot)
    for table in (part.table, part.readable, part.backups):
        head = table.horizontalHeader()
        assert head.length() > table.viewport().width()
        for at in range(head.count()):
            words = str(table.table_model().headerData(at, Qt.Orientation.Horizontal))
            needed = max(
                table.sizeHintForColumn(at), head.fontMetrics().horizontalAdvance(words) + 16
            )
            assert table.columnWidth(at) >= needed, words


def test_that_a_table_of_another_size_is_typed(page: ResultsPage, qtbot: QtBot) -> None:
    part = opened(page, qtbot)
    before, advised = column(part.growth, "Time"), part.advice.text()
    assert "weekend" in advised and "batches" in advised
    part.rows.setFocus()
    part.rows.selectAll()
    qtbot.keyClicks(part.rows, "1000000")
    qtbot.keyClick(part.rows, Qt.Key.Key_Return)
    settle(page, qtbot)
    after = column(part.growth, "Time")
    assert len(after) == len(before) and all(map(str.__ne__, after, before))
    assert "hour" in part.advice.text() and "1,000,000" in part.advice.text()


def test_that_other_work_has_no_such_tab(page: ResultsPage, qtbot: QtBot) -> None:
    page.select(1)
    qtbot.waitUntil(lambda: view(page).campaign_id == 1)
    titles = [view(page).tabs.tabText(at) for at in range(view(page).tabs.count())]
    assert "Change" not in titles
