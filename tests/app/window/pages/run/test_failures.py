"""What goes wrong around a campaign, as the window tells it: by mouse and keyboard, all real.

Which words belong to which fault is tested in `tests/app/campaign/`; here, where they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.servers.entry import ServerState
from app.system.folders import log_file
from app.window.main_window import MainWindow
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.run.run_log import RunLog
from app.window.pages.servers.page import ServersPage
from app.window.settings import settings
from app.window.workbench.page import Page
from engines.servers.server import Server, ServerSpec
from tests.app.window.pages.servers.fields import field
from tests.app.window.settling import settle, shown_window
from widgets.parts.error_panel import ErrorPanel
from widgets.parts.progress_line import ProgressLine
from widgets.tables.cell_grid import CellGrid

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(
    qtbot: QtBot, home: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> Iterator[MainWindow]:
    settings().clear()
    logged = log_file().stat().st_size if log_file().exists() else 0
    with shown_window(str(tmp_path / "results.sqlite"), (1180, 720)) as made:
        qtbot.keyClick(made, Qt.Key.Key_1, CTRL)
        qtbot.waitUntil(lambda: made.workbench.servers.discovered)
        yield made
    assert "Traceback" not in capfd.readouterr().err
    if log_file().exists():
        assert "Traceback" not in log_file().read_text()[logged:]


def page[T: Page](window: MainWindow, kind: type[T]) -> T:
    found = window.page(kind.key)
    assert isinstance(found, kind)
    return found


def button(part: QWidget, text: str) -> QPushButton:
    return next(
        each
        for each in part.findChildren(QPushButton)
        if each.text().replace("&", "") == text and each.isVisible()
    )


def panel(part: QWidget) -> str:
    """What the error panels in sight say."""
    shown = [each for each in part.findChildren(ErrorPanel) if each.isVisible()]
    return "\n".join(each.text() for each in shown)


def cells(window: MainWindow) -> list[tuple[str, str]]:
    """State and tooltip of the run page's cells, down its first column."""
    grid = window.page("run").findChild(CellGrid)
    assert isinstance(grid, CellGrid)
    rows = range(grid.model().rowCount())
    return [(grid.cell(row, 0).status, grid.cell(row, 0).tooltip) for row in rows]


def log_lines(window: MainWindow) -> list[str]:
    log = window.page("run").findChild(RunLog)
    assert isinstance(log, RunLog)
    return log.lines()


def state(window: MainWindow, name: str) -> ServerState | None:
    entry = window.workbench.servers.entry(name)
    return entry.state if entry else None


def become(window: MainWindow, qtbot: QtBot, name: str, wanted: ServerState) -> None:
    qtbot.waitUntil(lambda: state(window, name) is wanted)
    settle(window, qtbot)


def add_by_socket(window: MainWindow, qtbot: QtBot, server: Server, password: str) -> None:
    """Fill the form for a MariaDB at a socket and press Enter."""
    qtbot.keyClick(window, Qt.Key.Key_1, CTRL)
    servers = page(window, ServersPage)
    servers.connect_to_address()
    fields = servers.form.fields
    fields.engine.setCurrentIndex(fields.engine.findData("mariadb"))
    qtbot.mouseClick(fields.alternative_buttons["socket"], LEFT)
    fields.name.clear()
    for part, text in (
        (fields.name, "prod"),
        (field(fields, "socket"), str(server.endpoint.socket)),
        (field(fields, "user"), "windowed"),
        (fields.password, password),
    ):
        qtbot.keyClicks(part, text)
    qtbot.keyClick(field(fields, "user"), Qt.Key.Key_Return)


def is_listed(campaign: CampaignPage, name: str) -> bool:
    with suppress(KeyError):
        return campaign.servers.list.row(name).isEnabled()
    return False


def tick(window: MainWindow, qtbot: QtBot, *names: str) -> CampaignPage:
    """Tick servers on the campaign page by the space key."""
    qtbot.keyClick(window, Qt.Key.Key_2, CTRL)
    campaign = page(window, CampaignPage)
    for name in names:
        qtbot.waitUntil(partial(is_listed, campaign, name))
        qtbot.keyClick(campaign.servers.list.row(name), Qt.Key.Key_Space)
        become(window, qtbot, name, ServerState.RUNNING)
    return campaign


def start(window: MainWindow, qtbot: QtBot, size: int, repetitions: int) -> None:
    """One size, so many repetitions and no warm-up; then Ctrl+Enter."""
    campaign = page(window, CampaignPage)
    campaign.work.field("sizes").setFocus()
    field = campaign.focusWidget()
    assert field is not None
    for _ in range(6):
        qtbot.keyClick(field, Qt.Key.Key_Backspace)
    qtbot.keyClicks(field, f"{size}\r")
    campaign.work.settings_fields.repetitions.setValue(repetitions)
    campaign.work.settings_fields.warmups.setValue(0)
    campaign.work.settings_fields.control.setChecked(False)
    qtbot.waitUntil(campaign.summary.start_button.isEnabled)
    qtbot.keyClick(campaign, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: window.workbench.running)


def until_over(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.workbench.running)
    settle(window, qtbot)


@pytest.fixture
def guarded(servers: Any) -> Server:
    """A MariaDB whose user `windowed` has the password "clerks-own"."""
    server: Server = servers["mariadb"]
    set_password(server, "clerks-own")
    return server


def set_password(server: Server, password: str) -> None:
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute(f"create or replace user 'windowed'@'%' identified by '{password}'")
        admin.execute("grant all on *.* to 'windowed'@'%'")


def test_that_a_wrong_password_is_reported_on_the_servers_page_and_before_a_campaign(
    window: MainWindow, qtbot: QtBot, guarded: Server
) -> None:
    add_by_socket(window, qtbot, guarded, "wrong-0xC0FFEE")
    servers = page(window, ServersPage)
    qtbot.waitUntil(lambda: "Access denied" in panel(servers))
    qtbot.mouseClick(button(servers, "Add anyway"), LEFT)
    become(window, qtbot, "prod", ServerState.FAILED)
    assert "Access denied" in panel(servers) and "Check user and password" in panel(servers)
    assert "0xC0FFEE" not in panel(servers)
    campaign = tick(window, qtbot, "sqlite")
    qtbot.keyClick(campaign.servers.list.row("prod"), Qt.Key.Key_Space)
    become(window, qtbot, "prod", ServerState.FAILED)
    assert not campaign.summary.start_button.isEnabled()
    shown = [
        each.text() for each in campaign.summary.findChildren(QWidget) if hasattr(each, "text")
    ]
    assert any("prod: Access denied." in text for text in shown)


@pytest.mark.exhaustive
def test_that_a_password_that_is_no_longer_right_fails_the_runs_of_its_server_alone(
    window: MainWindow, qtbot: QtBot, guarded: Server
) -> None:
    add_by_socket(window, qtbot, guarded, "clerks-own")
    become(window, qtbot, "prod", ServerState.RUNNING)
    tick(window, qtbot, "sqlite")
    qtbot.keyClick(page(window, CampaignPage).servers.list.row("prod"), Qt.Key.Key_Space)
    set_password(guarded, "changed")
    start(window, qtbot, size=20, repetitions=2)
    until_over(window, qtbot)
    assert [status for status, _ in cells(window)] == ["done", "failed"]
    assert "Access denied" in cells(window)[1][1]
    lines = log_lines(window)
    assert len([line for line in lines if "Access denied" in line]) == 1
    assert "2 runs failed" in lines[-1]
    qtbot.keyClick(window, Qt.Key.Key_1, CTRL)
    servers = page(window, ServersPage)
    servers.list.set_current("prod")
    qtbot.keyClick(servers, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: "Access denied" in panel(servers))


@pytest.mark.exhaustive  # tests/app/campaign kills it; what pages say: test_done_with_failures.py
def test_that_a_server_killed_in_the_middle_is_reported_and_the_campaign_goes_on(
    window: MainWindow, qtbot: QtBot, spec_for: Callable[..., ServerSpec]
) -> None:
    spec_for("mariadb")
    tick(window, qtbot, "mariadb")
    entry = window.workbench.servers.entry("mariadb")
    assert entry is not None and entry.endpoint is not None and entry.endpoint.pid is not None
    start(window, qtbot, size=700, repetitions=2)
    operation = window.page("run").findChildren(ProgressLine)[1]
    qtbot.waitUntil(operation.isVisible)
    psutil.Process(entry.endpoint.pid).kill()
    until_over(window, qtbot)
    status, why = cells(window)[0]
    assert status == "failed" and "The server was killed (SIGKILL)" in why
    lines = log_lines(window)
    assert len([line for line in lines if "The server was killed (SIGKILL)" in line]) == 1
    assert any("mariadb was restarted" in line for line in lines)
    assert "1 run failed" in lines[-1]
    qtbot.keyClick(window, Qt.Key.Key_1, CTRL)
    servers = page(window, ServersPage)
    servers.list.set_current("mariadb")
    qtbot.mouseClick(servers.detail.test_button, LEFT)
    become(window, qtbot, "mariadb", ServerState.FAILED)
    assert "No server listens there" in panel(servers)
    qtbot.mouseClick(servers.detail.start_button, LEFT)
    become(window, qtbot, "mariadb", ServerState.RUNNING)
