"""A window that looks at the store of a coordinator, while another program writes to it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLineEdit,
    QListView,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.campaign.executor import CampaignExecutor
from app.campaign.recorder import NotStored
from app.campaign.runner import CampaignRunner
from app.evidence.gathering import gather_evidence
from app.plan.campaign import Campaign, PlannedProtection
from app.window.main_window import MainWindow
from app.window.notices.open_store import OpenStoreStrip
from app.window.notices.store_watch import StoreStrip
from app.window.pages.run.page import FollowedBar, RunPage
from app.window.pages.run.run_head import RunHead
from app.window.pages.run.run_log import RunLog
from app.window.settings import settings
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.hosts.conftest import Coordinated
from tests.app.quick import quick_campaign
from tests.patience import wait_until
from widgets.fields.chips import ToggleChip
from widgets.parts.error_panel import ErrorPanel
from workloads.web_users.parameters import WebUsersParameters

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
    pytest.mark.usefixtures("children_forked"),
]
LEFT = Qt.MouseButton.LeftButton


def tiny(name: str) -> Campaign:
    """Ten minutes of nearly nothing."""
    return quick_campaign(
        name,
        (ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
        (PlannedProtection(PLAINTEXT),),
        WebUsersParameters(read_rate=(1.0,), write_rate=(1.0,), users=10),
    )


@pytest.fixture
def elsewhere(coordinated: Coordinated) -> Iterator[Callable[[str], Callable[[], None]]]:
    """Runs a campaign into the coordinator's store; what ends it."""
    url = coordinated.login("coordinator").text
    ends: list[Callable[[], None]] = []

    def begin(name: str) -> Callable[[], None]:
        runner: list[CampaignRunner] = []
        executor = CampaignExecutor(url, on_start=runner.append, gather=gather_evidence)

        def execute() -> None:
            with suppress(NotStored):  # a store that is slow as the campaign is cancelled
                executor.run(tiny(name))

        thread = threading.Thread(target=execute)
        thread.start()
        wait_until(lambda: runner)

        def end() -> None:
            runner[-1].cancel()
            thread.join()

        ends.append(end)
        return end

    yield begin
    for each in ends:
        each()


@pytest.fixture
def window(tmp_path: Path, home: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    earlier = windows()
    made = MainWindow(str(tmp_path / "own.sqlite"))
    with qtbot.waitActive(made):
        made.show()
    yield made
    for each in windows():
        if each not in earlier:
            each.workbench.close()
            each.close()
            each.deleteLater()


def windows() -> list[MainWindow]:
    """Also those of earlier tests of this process that nobody has collected yet."""
    return [
        each
        for each in QApplication.topLevelWidgets()
        if isinstance(each, MainWindow) and isValid(each)
    ]


def window_in_place_of(window: MainWindow, ask: Callable[[], object], qtbot: QtBot) -> MainWindow:
    """The one that opens when it is asked for, while this one goes."""
    before = windows()
    ask()
    qtbot.waitUntil(lambda: not isValid(window))
    (opened,) = (each for each in windows() if each not in before)
    return opened


@pytest.fixture
def viewer(coordinated: Coordinated, window: MainWindow, qtbot: QtBot) -> Callable[[], MainWindow]:
    """Opens the coordinator's store from a window, as its viewer, and has the window for it."""

    def look() -> MainWindow:
        window.show_page("results")
        page = window.page("results")
        asked = "&Open store …"
        found = [each for each in page.findChildren(QPushButton) if each.text() == asked]
        qtbot.waitUntil(lambda: any(each.isVisible() for each in found))
        qtbot.mouseClick(next(each for each in found if each.isVisible()), LEFT)
        form = part(window, OpenStoreStrip).form
        qtbot.keyClicks(form.address, coordinated.prepared.for_user("viewer"))
        qtbot.keyClick(form.address, Qt.Key.Key_Return)
        qtbot.waitUntil(form.password.isVisible)
        field = part(form.password, QLineEdit)
        qtbot.keyClicks(field, "wrong")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "viewer" in form.error_text())
        qtbot.keyClicks(field, coordinated.passwords["viewer"])
        enter = partial(qtbot.keyClick, field, Qt.Key.Key_Return)
        return window_in_place_of(window, enter, qtbot)

    return look


def test_that_campaigns_in_a_store_opened_by_its_address_are_followed_and_not_changed(
    coordinated: Coordinated,
    elsewhere: Callable[[str], Callable[[], None]],
    viewer: Callable[[], MainWindow],
    qtbot: QtBot,
) -> None:
    elsewhere("one machine's")
    end = elsewhere("another's")
    opened = viewer()
    stored = str(settings().value("store/looked_at"))
    assert stored.startswith("postgresql://viewer@127.0.0.1") and "verify-full" in stored
    assert opened.current_key() == "results" and opened.workbench.read_only
    strip = part(opened, StoreStrip)
    assert "Read only: postgresql://viewer@127.0.0.1" in strip.text()
    look_on(opened, end, qtbot)
    opened.show_page("results")
    listed = part(opened.page("results"), QListView)
    qtbot.waitUntil(lambda: listed.model().rowCount() >= 1)
    delete = button(opened, "results", "&Delete")
    qtbot.waitUntil(delete.isVisible)
    assert not delete.isEnabled() and "read only" in delete.toolTip()
    assert not button(opened, "results", "&Import …").isEnabled()
    opened.workbench.start(tiny("third"))
    assert not opened.workbench.running
    assert "Store is read only" in part(opened, ErrorPanel).text()
    own = window_in_place_of(opened, partial(qtbot.mouseClick, strip.own_button, LEFT), qtbot)
    assert str(own.workbench.store_url).endswith("own.sqlite") and not own.workbench.read_only


def look_on(opened: MainWindow, end: Callable[[], None], qtbot: QtBot) -> None:
    """Follow two campaigns of other machines side by side, of which `end` ends one."""
    opened.show_page("run")
    page = opened.page("run")
    assert isinstance(page, RunPage)
    bar, head = part(page, FollowedBar), part(page, RunHead)
    qtbot.waitUntil(bar.isVisible)
    chip = next(each for each in bar.findChildren(ToggleChip) if "another's" in each.text())
    qtbot.mouseClick(chip, LEFT)
    qtbot.waitUntil(lambda: statuses(page) == ["running"])
    cancel = next(each for each in head.findChildren(QPushButton) if each.text() == "Ca&ncel")
    assert cancel.isVisible() and not cancel.isEnabled()
    assert "another machine" in cancel.toolTip()
    end()
    qtbot.waitUntil(lambda: not cancel.isVisible())
    assert statuses(page) == ["cancelled"]
    assert any("Campaign cancelled" in line for line in part(page, RunLog).lines())
    other = next(each for each in bar.findChildren(ToggleChip) if "one machine's" in each.text())
    qtbot.mouseClick(other, LEFT)
    qtbot.waitUntil(lambda: statuses(page) == ["running"])


def statuses(page: RunPage) -> list[str]:
    return [each.status.value for each in page.tally.cells.values()]


def button(window: MainWindow, page: str, text: str) -> QAbstractButton:
    found = window.page(page).findChildren(QPushButton)
    return next(each for each in found if each.text() == text)


def part[T: QWidget](window: QWidget, kind: type[T]) -> T:
    found = window.findChild(kind)
    assert isinstance(found, kind)
    return found
