"""A draft that comes back starts no server until its user asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from pytestqt.qtbot import QtBot

from app.servers.entry import ServerState
from app.window.pages.campaign.page import CampaignPage
from app.window.workbench.workbench import Workbench
from tests.app.window.settling import let_go, settle

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def stored(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def benches(home: Path, tmp_path: Path) -> Iterator[list[Workbench]]:
    made: list[Workbench] = []
    yield made
    for each in made:
        let_go(each)


def opened(benches: list[Workbench], stored: QSettings, qtbot: QtBot) -> CampaignPage:
    """The page as a program that has just started shows it."""
    bench = Workbench()
    benches.append(bench)
    page = CampaignPage(bench)
    page.remember_in(stored)
    qtbot.addWidget(page)
    page.resize(1085, 690)
    with qtbot.waitActive(page):
        page.show()
    page.shown()
    qtbot.waitUntil(lambda: bench.servers.discovered)
    settle(page, qtbot)
    return page


def state(page: CampaignPage, server: str) -> ServerState:
    entry = page.workbench.servers.entry(server)
    assert entry is not None
    return entry.state


def test_that_a_draft_that_comes_back_starts_no_server(
    benches: list[Workbench], stored: QSettings, qtbot: QtBot
) -> None:
    first = opened(benches, stored, qtbot)
    row = first.servers.list.row("sqlite")
    row.setFocus()
    qtbot.keyClick(row, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: state(first, "sqlite") is ServerState.RUNNING)
    assert not first.servers.probe_button.isVisible()
    settle(first, qtbot)
    stored.sync()
    later = opened(benches, stored, qtbot)
    qtbot.wait(300)
    assert [entry.name for entry in later.servers.chosen()] == ["sqlite"]
    assert state(later, "sqlite") is ServerState.AVAILABLE
    assert not later.summary.start_button.isEnabled()
    qtbot.mouseClick(later.servers.probe_button, LEFT)
    qtbot.waitUntil(lambda: state(later, "sqlite") is ServerState.RUNNING)
    settle(later, qtbot)
    assert not later.servers.probe_button.isVisible()


def test_that_ticking_another_server_starts_that_one_alone(
    benches: list[Workbench], stored: QSettings, qtbot: QtBot
) -> None:
    first = opened(benches, stored, qtbot)
    row = first.servers.list.row("sqlite")
    row.setFocus()
    qtbot.keyClick(row, Qt.Key.Key_Space)
    settle(first, qtbot)
    stored.sync()
    later = opened(benches, stored, qtbot)
    row = later.servers.list.row("duckdb")
    row.setFocus()
    qtbot.keyClick(row, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: state(later, "duckdb") is ServerState.RUNNING)
    assert state(later, "sqlite") is ServerState.AVAILABLE
