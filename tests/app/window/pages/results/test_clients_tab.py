"""The tab of clients, by mouse and keyboard, on a campaign whose curves are known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.results.store.store import open_store
from app.window.pages.results.chart_tabs import ClientsTab
from app.window.pages.results.page import ResultsPage
from tests.app.findings.test_scalability import CLIENTS, MOST, stored
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
    path = tmp_path / "clients.sqlite"
    with open_store(str(path), write=True) as store:
        store_campaign(store, make_campaign())
        stored(store, MOST)
    with shown_campaign(path, ClientsTab) as made:
        yield made


def lines(part: ClientsTab, table: DataTable | None = None) -> list[list[str]]:
    model = (table or part.curves).table_model()
    return [
        [str(model.index(row, at).data()) for at in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_that_the_limit_of_latency_is_typed_and_the_curve_is_drawn(
    page: ResultsPage, qtbot: QtBot
) -> None:
    part = page.findChild(ClientsTab)
    assert isinstance(part, ClientsTab)
    view(page).tabs.setCurrentWidget(part)
    qtbot.waitUntil(lambda: bool(part.content.charts) and part.content.charts[0].chart is not None)
    chart = part.content.charts[0].chart
    assert chart is not None
    assert [x for x, _ in chart.graphs[0].lines[0].points] == list(CLIENTS)
    assert [line[1] for line in lines(part)] == ["12 (12 to 12)", "6 (6 to 6)"]
    assert lines(part)[1][3].startswith("−50 %")
    assert part.curves.y() < part.content.charts[0].y() < part.content.table.y()
    points = lines(part, part.content.table)
    assert len(points) == 2 * len(CLIENTS) and points[-1][:4] == [
        *("AES-128-CBC", "32", "600", "53.3"),
    ]
    part.limit.setFocus()
    part.limit.selectAll()
    qtbot.keyClicks(part.limit, "20")
    qtbot.keyClick(part.limit, Qt.Key.Key_Return)
    settle(page, qtbot)
    head = part.curves.table_model().headerData(4, Qt.Orientation.Horizontal)
    assert head == "Within p99 20 ms, 1/s"
    assert lines(part)[0][4].startswith("1,2")


def test_that_campaigns_without_clients_have_no_such_tab(page: ResultsPage, qtbot: QtBot) -> None:
    page.select(1)
    qtbot.waitUntil(lambda: view(page).campaign_id == 1)
    titles = [view(page).tabs.tabText(at) for at in range(view(page).tabs.count())]
    assert "Clients" not in titles
