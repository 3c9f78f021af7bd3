"""A window on a measured campaign, and the way through its pages and their tabs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from app.plan.campaign import Campaign
from app.plan.status import Status
from app.results.events import CampaignFinished, CampaignStarted, Event
from app.results.store.store import Store, open_store
from app.window.lab.columns.columns_summary import ColumnSummary
from app.window.main_window import MainWindow
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.lessons.lessons_view import LessonsView
from app.window.pages.patterns.page import PatternsPage
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.results_view import ResultsView
from app.window.pages.servers.page import ServersPage
from app.window.settings import settings
from engines.contract.endpoint import Source
from engines.servers.server import ServerSpec
from scripts.pictures.campaigns import small_campaign
from tests.app.results.making import OPERATIONS, make_campaign, sampled, store_campaign, whole_run
from tests.app.window.settling import await_, settle
from widgets.look.theme import apply_theme

NAME = "shop"
KEYS = ("start", "servers", "campaign", "results", "patterns", "lessons", "run")


def measured(store: Store, campaign_id: int) -> list[Event]:
    """Everything that happens in a campaign, second by second."""
    runs = store.load(campaign_id).runs
    made: list[Event] = [CampaignStarted(campaign_id, NAME, len(runs), 0)]
    for run in runs:
        at = 1000.0 + 10 * run.position
        *events, end = whole_run(run, dict.fromkeys(OPERATIONS, 1.0 + run.id / 10), at)
        made += [*events, sampled(run.id, at + 0.5), end]
    return [*made, CampaignFinished(campaign_id, Status.DONE, 2000.0)]


def on_two_servers() -> Campaign:
    """The small campaign on a server and in a file: each server that it names is started."""
    whole = small_campaign()
    servers = tuple(each for each in whole.servers if each.name in ("postgresql", "sqlite"))
    names = {each.name for each in servers}
    protections = tuple(
        replace(each, servers=tuple(name for name in each.servers if name in names))
        for each in whole.protections
        if not each.servers or names & {*each.servers}
    )
    return replace(whole, servers=servers, protections=protections)


@contextmanager
def opened(path: Path, app: QApplication) -> Iterator[MainWindow]:
    """A window on a store with a campaign that was measured."""
    settings().clear()
    apply_theme(app, "light")
    with open_store(str(path), write=True) as store:
        campaign_id = store_campaign(store, make_campaign(NAME, servers=((NAME, "postgresql"),)))
        store.write(campaign_id, measured(store, campaign_id))
    made = MainWindow(str(path))
    made.resize(1024, 640)
    made.show()
    await_(made.isActiveWindow)
    made.workbench.servers.discover()
    await_(lambda: made.workbench.servers.discovered)
    made.workbench.servers.adopt(ServerSpec(NAME, Source.ADDRESS, "postgresql", host="h"))
    yield made
    made.workbench.close()
    made.close()
    made.deleteLater()
    app.setStyleSheet("")


def views(window: MainWindow, key: str, qtbot: QtBot) -> Iterator[tuple[str, QWidget]]:
    """A page with something to show, then each of its tabs in view, at rest; each with its name."""
    window.show_page(key)
    page = window.page(key)
    page.build_charts()
    if key == "servers":
        assert isinstance(page, ServersPage)
        page.list.set_current(NAME)
    if key == "campaign":
        window.workbench.plan_opened.emit(on_two_servers())
        assert isinstance(page, CampaignPage)
        qtbot.waitUntil(page.summary.grid.isVisible)  # as soon as a server of the plan answers
    if key == "run":
        window.workbench.campaign_started.emit(on_two_servers())
    if key == "results":
        results = page.findChild(ResultsView)
        assert isinstance(results, ResultsView)
        qtbot.waitUntil(results.isVisible)
    if key == "lessons":
        qtbot.waitUntil(lambda: page.findChild(LessonsView) is not None)
    if key == "patterns":
        assert isinstance(page, PatternsPage)
        encrypt(page, qtbot)
    settle(page, qtbot)
    yield key, page
    for number, tabs in enumerate(page.findChildren(QTabWidget)):
        for at in range(tabs.count()):
            if tabs.isVisible() and tabs.isTabVisible(at):
                tabs.setCurrentIndex(at)
                settle(page, qtbot)
                yield f"{key}-{number}-{at}", page


def show_results(window: MainWindow, qtbot: QtBot) -> ResultsPage:
    """The results page, with what it shows at first."""
    window.show_page("results")
    page = window.page("results")
    assert isinstance(page, ResultsPage)
    page.build_charts()
    view = page.findChild(ResultsView)
    assert isinstance(view, ResultsView)
    qtbot.waitUntil(view.isVisible)
    return page


def encrypt(page: PatternsPage, qtbot: QtBot) -> None:
    """Have a picture encrypted in two ways, and a column, by the engine that is there at once."""
    pictures, columns = page.view().pictures, page.view().columns
    for tab in (pictures, columns):
        tab.controls.server.choose("sqlite")
    row = pictures.controls.protections.list.row
    qtbot.waitUntil(lambda: len(pictures.encrypted) == 1 and not pictures.work.busy, timeout=30_000)
    qtbot.mouseClick(row("client-aes-256-siv"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(pictures.encrypted) == 2 and not pictures.work.busy, timeout=30_000)
    tabs, summary = page.view().tabs, columns.findChild(ColumnSummary)
    assert isinstance(summary, ColumnSummary)
    tabs.setCurrentWidget(columns)
    qtbot.mouseClick(columns.controls.store, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(summary.isVisible, timeout=30_000)
    tabs.setCurrentWidget(pictures)
