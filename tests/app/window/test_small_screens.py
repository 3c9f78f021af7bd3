"""The window on small screens: no larger than they are, and usable at 1024 × 640."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel, QTabWidget
from pytestqt.qtbot import QtBot

from app.plan.plan_file import read_plan
from app.results.store.store import open_store
from app.window.main_window import MainWindow, fitting
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.lessons.page import LessonsPage
from app.window.pages.patterns.page import PatternsPage
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.results_view import ResultsView
from app.window.pages.servers.page import ServersPage
from app.window.settings import settings
from app.window.workbench.page import Page
from engines.contract.endpoint import Source
from engines.servers.server import ServerSpec
from scripts.pictures.campaigns import small_campaign
from tests.app.results.making import make_campaign, store_campaign, whole_run, write_all
from tests.app.window.settling import (
    have_sqlite_run,
    settle,
    shown_window,
    small_campaign_in_a_file,
)
from widgets.layout.page_stack import PageStack
from widgets.look.theme import apply_theme

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LONG = "a-database-cluster-with-a-name-that-goes-on-in-eu-west-1-replica"
SCREENS = (
    (1024, 768, 1.0),
    (1024, 640, 1.0),
    (1366, 768, 1.5),
    (1024, 768, 1.5),
    (1920, 1080, 2.0),
)
OPENED = """
import os, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from app.window.main_window import MainWindow
from widgets.look.theme import apply_theme

store, *screens = sys.argv[1:]
for number in range(0, len(screens), 2):
    child = os.fork()
    if child:
        assert os.waitpid(child, 0)[1] == 0
        continue
    file, scale = screens[number : number + 2]
    os.environ |= {"QT_QPA_PLATFORM": f"offscreen:configfile={file}", "QT_SCALE_FACTOR": scale}
    app = QApplication([])
    apply_theme(app, "light")
    window = MainWindow(store)
    window.show()
    frame, screen = window.frameGeometry(), window.screen().availableGeometry()
    sizes = frame.width(), frame.height(), screen.width(), screen.height()
    print(*sizes, flush=True)
    window.workbench.close()
    os._exit(0)
"""
"""Opens a window on one screen after the other, each in a process that has imported it already."""


@pytest.fixture(scope="module")
def opened(
    home: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[tuple[int, int, float], str]:
    """What each of them has said, by the screen."""
    folder = tmp_path_factory.mktemp("screens")
    asked = []
    for number, (width, height, scale) in enumerate(SCREENS):
        file = folder / f"{number}.json"
        screen = {"name": "one", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96}
        file.write_text(json.dumps({"screens": [screen]}))
        asked += [str(file), str(scale)]
    done = subprocess.run(
        [sys.executable, "-c", OPENED, str(folder / "results.sqlite"), *asked],
        env={
            "PATH": "/usr/bin:/bin",
            "CIPHERBENCH_HOME": str(folder),
            "CIPHERBENCH_CONFIG": str(folder / "config"),
        },
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return dict(zip(SCREENS, done.stdout.splitlines(), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "scale"), SCREENS)
def test_that_the_window_opens_no_larger_than_the_screen(
    opened: dict[tuple[int, int, float], str], width: int, height: int, scale: float
) -> None:
    window_w, window_h, screen_w, screen_h = map(int, opened[width, height, scale].split())
    assert (screen_w, screen_h) == (round(width / scale), round(height / scale))
    assert window_w <= screen_w and window_h <= screen_h


def test_that_a_remembered_window_is_bounded_by_the_screen() -> None:
    assert fitting(QSize(1440, 900), QSize(1024, 768)) == QSize(1008, 728)
    assert fitting(QSize(900, 600), QSize(1920, 1080)) == QSize(900, 600)


@pytest.fixture
def window(qtbot: QtBot, home: Path, tmp_path: Path, qapp: QApplication) -> Iterator[MainWindow]:
    settings().clear()
    apply_theme(qapp, "light")  # its sizes are those that a user has
    path = tmp_path / "results.sqlite"
    with open_store(str(path), write=True) as store:
        campaign = store_campaign(store, make_campaign(LONG, servers=((LONG, "postgresql"),)))
        took = {"INSERT": 1.0, "SELECT": 2.0}
        events = (whole_run(run, took) for run in store.load(campaign).runs)
        write_all(store, campaign, [each for events_of_run in events for each in events_of_run])
    with shown_window(str(path), (1024, 640)) as made:
        have_sqlite_run(made.workbench)
        made.workbench.servers.adopt(ServerSpec(LONG, Source.ADDRESS, "postgresql", host="h"))
        yield made
    qapp.setStyleSheet("")


def scrolled(window: MainWindow) -> tuple[int, int]:
    """How far the page in front reaches out of the window, across and down."""
    area = window.findChild(PageStack)
    assert isinstance(area, PageStack)
    return area.horizontalScrollBar().maximum(), area.verticalScrollBar().maximum()


PAGES = ("start", "servers", "campaign", "run", "results", "patterns", "lessons", "design")


def bring(window: MainWindow, key: str, qtbot: QtBot) -> Page:
    """Show a page with something on it."""
    window.show_page(key)
    page = window.page(key)
    page.build_charts()
    if isinstance(page, ServersPage):
        page.list.set_current(LONG)
    if key == "campaign":
        window.workbench.plan_opened.emit(small_campaign_in_a_file())
    if key == "run":
        window.workbench.campaign_started.emit(small_campaign())
    if isinstance(page, ResultsPage):
        view = page.findChild(ResultsView)
        assert view is not None
        qtbot.waitUntil(view.isVisible)
    settle(page, qtbot)
    qtbot.wait(50)
    return page


def parts_of(page: Page, qtbot: QtBot) -> Iterator[str]:
    """Bring all that lies behind tabs to the front, and a lesson."""
    yield ""
    for tabs in page.findChildren(QTabWidget):
        for number in range(tabs.count() if tabs.isVisible() else 0):
            tabs.setCurrentIndex(number)
            settle(page, qtbot)
            qtbot.wait(50)
            yield tabs.tabText(number)
    if isinstance(page, CampaignPage):
        page.work.work.setCurrentIndex(page.work.work.findData("own"))
        page.show_own(True)
        settle(page, qtbot)
        yield "own"
        page.show_own(False)
    if isinstance(page, LessonsPage):  # the others: test_random_walk
        qtbot.mouseClick(page.view().list.cards["flag"], Qt.MouseButton.LeftButton)
        settle(page, qtbot)
        yield "flag"


def test_that_every_page_is_whole_at_1024_by_640(window: MainWindow, qtbot: QtBot) -> None:
    assert window.size() == QSize(1024, 640)
    for key in PAGES:
        page = bring(window, key, qtbot)
        if isinstance(page, PatternsPage):
            for part in parts_of(page, qtbot):
                assert scrolled(window) == (0, 0), part
        assert scrolled(window) == (0, 0), key
    window.workbench.campaign_ended.emit()


@pytest.mark.parametrize(("percent", "stacked"), [(150, False), (200, True)])
def test_that_protections_are_below_the_servers_where_large_text_leaves_no_room(
    window: MainWindow, qtbot: QtBot, percent: int, stacked: bool
) -> None:
    """In Portuguese their buttons were 51 px wider than the screen."""
    screen = QSize(1024, 768) * 100 / percent
    window.setMinimumSize(fitting(window.minimumSize(), screen))
    window.resize(fitting(QSize(1024, 768), screen))
    page = bring(window, "campaign", qtbot)
    assert isinstance(page, CampaignPage)
    servers, protections = page.servers.geometry(), page.protections.geometry()
    assert (protections.top() > servers.bottom()) is stacked
    assert (protections.left() > servers.right()) is not stacked
    window.workbench.plan_opened.emit(read_plan("cipher-speed"))
    settle(page, qtbot)
    arrows = [each for each in page.findChildren(QLabel) if each.text() == "→"]
    assert not any(each.isVisible() for each in arrows)


@pytest.mark.parametrize(
    "percent",
    [
        pytest.param(125, marks=pytest.mark.exhaustive),
        150,
        pytest.param(175, marks=pytest.mark.exhaustive),
        pytest.param(200, marks=pytest.mark.exhaustive),
    ],
)
def test_that_nothing_scrolls_sideways_on_a_projector_with_large_text(
    window: MainWindow, qtbot: QtBot, percent: int
) -> None:
    screen = QSize(1024, 768) * 100 / percent
    window.setMinimumSize(fitting(window.minimumSize(), screen))
    window.resize(fitting(QSize(1024, 768), screen))
    reach = {}
    for key in PAGES:
        page = bring(window, key, qtbot)
        for part in parts_of(page, qtbot):
            reach[key, part] = scrolled(window)[0]
    assert {place: pixels for place, pixels in reach.items() if pixels} == {}
    assert len(reach) > len(PAGES) + 10
    window.workbench.campaign_ended.emit()


@pytest.mark.slow
def test_that_a_page_larger_than_the_window_scrolls_and_no_other_one_does(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.setMinimumSize(400, 300)
    window.resize(560, 420)
    window.show_page("campaign")
    qtbot.waitUntil(lambda: scrolled(window)[1] > 0)
    window.resize(1024, 640)
    qtbot.waitUntil(lambda: scrolled(window) == (0, 0))
