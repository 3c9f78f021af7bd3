"""Side panels fold away on small screens, and nothing beside them is cut."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from app.results.store.store import open_store
from app.window.main_window import MainWindow
from app.window.pages.results.campaign_list import CampaignList
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.results_head import ResultsHead
from app.window.pages.run.page import RunPage
from app.window.pages.run.run_grid import RunGrid
from app.window.settings import settings
from scripts.pictures.campaigns import small_campaign
from tests.app.results.making import make_campaign, store_campaign
from tests.app.window.settling import part, shown_window
from widgets.layout.page_stack import PageStack
from widgets.look.theme import apply_theme
from widgets.parts.strips import SentenceStrip
from widgets.tables.interval_view import IntervalTable

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
LEFT = Qt.MouseButton.LeftButton
LONG = "a campaign whose name somebody has made as long as names can be made"


@pytest.fixture
def window(qtbot: QtBot, home: Path, tmp_path: Path, qapp: QApplication) -> Iterator[MainWindow]:
    settings().clear()
    apply_theme(qapp, "light")
    path = tmp_path / "results.sqlite"
    with open_store(str(path), write=True) as store:
        store_campaign(store, make_campaign(LONG))
    with shown_window(str(path), (1024, 640)) as made:
        yield made
    qapp.setStyleSheet("")
    settings().clear()


def _is_wide(window: MainWindow, width: int) -> bool:
    return window.width() == width


def results(window: MainWindow, qtbot: QtBot) -> ResultsPage:
    """The page with its table in front."""
    window.show_page("results")
    page = window.page("results")
    assert isinstance(page, ResultsPage)
    qtbot.waitUntil(lambda: page.findChild(ResultsHead) is not None)
    head = part(page, ResultsHead)
    qtbot.waitUntil(lambda: any(LONG[:12] in each.text() for each in head.findChildren(QLabel)))
    tabs = results_tabs(page)
    tabs.setCurrentIndex([tabs.tabText(at) for at in range(tabs.count())].index("Table"))
    return page


def results_tabs(page: ResultsPage) -> QTabWidget:
    return next(each for each in page.findChildren(QTabWidget) if each.count() > 3)


@pytest.mark.slow
def test_that_the_list_of_campaigns_folds_and_stays_so(window: MainWindow, qtbot: QtBot) -> None:
    page = results(window, qtbot)
    listed, head = page.findChild(CampaignList), page.findChild(ResultsHead)
    assert isinstance(listed, CampaignList) and isinstance(head, ResultsHead)
    before = head.width()
    qtbot.mouseClick(page.fold, LEFT)
    assert not listed.isVisible()
    qtbot.waitUntil(lambda: head.width() > before + 200)
    assert page.fold.accessibleName() == "Show the list of campaigns"
    later = ResultsPage(window.workbench)
    qtbot.addWidget(later)
    later.remember_in(settings())
    assert later.fold.isChecked()
    later.close_down()
    page.fold.setFocus()
    qtbot.keyClick(page.fold, Qt.Key.Key_Space)
    assert listed.isVisible()


@pytest.mark.slow
def test_that_facts_are_whole_next_to_their_buttons(window: MainWindow, qtbot: QtBot) -> None:
    assert window.size() == QSize(1024, 640)
    page = results(window, qtbot)
    head = part(page, ResultsHead)
    facts = next(each for each in head.findChildren(QLabel) if "#1" in each.text())
    line = facts.fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: facts.height() <= 3 * line)
    qtbot.waitUntil(lambda: facts.width() >= facts.sizeHint().width())
    again = next(each for each in head.findChildren(QPushButton) if "again" in each.text())
    qtbot.waitUntil(lambda: again.geometry().top() >= facts.geometry().bottom())
    for width in (1200, 1440, 1920):
        window.resize(width, 900)
        qtbot.waitUntil(partial(_is_wide, window, width))
        qtbot.waitUntil(lambda: facts.width() >= facts.sizeHint().width())
    qtbot.waitUntil(lambda: again.geometry().top() < facts.geometry().bottom())


@pytest.mark.slow
def test_that_a_low_window_scrolls_to_rows_instead_of_hiding_them(
    window: MainWindow, qtbot: QtBot
) -> None:
    """A screen of 1366 × 768 at 150 % has little more, and a campaign with cautions takes that."""
    page = results(window, qtbot)
    table = part(page, IntervalTable)
    window.setMinimumSize(0, 0)
    window.resize(897, 400)
    qtbot.waitUntil(lambda: window.height() == 400)
    qtbot.waitUntil(lambda: table.height() >= 160, timeout=5_000)
    area = part(window, PageStack)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)


@pytest.mark.slow
def test_that_parts_of_a_low_window_do_not_lie_on_each_other(
    window: MainWindow, qtbot: QtBot
) -> None:
    """Choices wrap into three lines there, and buttons into two."""
    page = results(window, qtbot)
    table, strip = page.findChild(IntervalTable), page.findChild(SentenceStrip)
    assert isinstance(table, IntervalTable) and isinstance(strip, SentenceStrip)
    window.setMinimumSize(0, 0)
    window.resize(911, 440)
    qtbot.waitUntil(lambda: window.height() == 440)
    qtbot.waitUntil(lambda: strip.geometry().top() > table.geometry().bottom(), timeout=5_000)
    qtbot.waitUntil(lambda: strip.height() >= strip.heightForWidth(strip.width()))
    assert table.height() >= 160


@pytest.mark.slow
def test_that_tabs_widen_with_the_window(window: MainWindow, qtbot: QtBot) -> None:
    page = results(window, qtbot)
    tabs = results_tabs(page)
    tabs.addTab(QWidget(), "Risk")  # as campaigns with what can be guessed have it
    bar, taken = tabs.tabBar(), []
    window.setMinimumSize(0, 0)
    for width in (900, 1920):
        window.resize(width, 900)
        qtbot.waitUntil(partial(_is_wide, window, width))
        qtbot.wait(50)
        taken.append(sum(bar.tabRect(at).width() for at in range(bar.count())))
        assert taken[-1] <= tabs.width(), "side by side"
    assert taken[0] < taken[1]


def test_that_cells_and_events_fold_away_from_the_charts(window: MainWindow, qtbot: QtBot) -> None:
    window.show_page("run")
    page = window.page("run")
    assert isinstance(page, RunPage)
    window.workbench.campaign_started.emit(small_campaign())
    board = part(page, RunGrid)
    qtbot.waitUntil(board.isVisible)
    qtbot.mouseClick(page.fold, LEFT)
    assert not board.isVisible()
    qtbot.mouseClick(page.fold, LEFT)
    assert board.isVisible()
    window.workbench.campaign_ended.emit()
