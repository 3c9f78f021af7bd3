"""The servers page, by mouse and keyboard, with real servers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.servers.entry import ServerEntry, ServerState
from app.window.pages.servers.page import ServersPage
from app.window.pages.servers.server_list import ServerList
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Source
from engines.servers.server import ServerSpec
from tests.app.window.pages.servers.fields import field
from tests.app.window.settling import await_, let_go
from widgets.parts.cards import EmptyState
from widgets.parts.error_panel import ErrorPanel
from widgets.tables.data_table import DataTable
from widgets.tables.matrix_view import CapabilityMatrix, MatrixCell

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def found(page: ServersPage, qtbot: QtBot) -> ServersPage:
    page.shown()
    qtbot.waitUntil(lambda: page.workbench.servers.discovered)
    page.list.set_current("postgresql")
    return page


@pytest.fixture(scope="module")
def started(home: Path, qapp: QApplication) -> Iterator[ServersPage]:
    """A page whose PostgreSQL runs on for the tests that leave it as it is. As long as it did not
    run, the page said what to do."""
    made = ServersPage(Workbench(f"sqlite:///{home / 'pages.sqlite'}"))
    made.resize(1085, 690)
    made.show()
    made.shown()
    await_(lambda: made.workbench.servers.discovered)
    made.list.set_current("postgresql")
    made.detail.tabs.setCurrentIndex(1)
    assert "Start it to see what it supports" in words(made.detail)
    QTest.mouseClick(button(made.detail.tabs, "Start"), LEFT)
    await_(lambda: entry(made, "postgresql").state is ServerState.RUNNING)
    yield made
    let_go(made.workbench)
    made.close()
    made.deleteLater()


@pytest.fixture
def running(started: ServersPage, qtbot: QtBot) -> ServersPage:
    if not started.isActiveWindow():
        with qtbot.waitActive(started):
            started.activateWindow()
    started.list.set_current("postgresql")
    started.detail.tabs.setCurrentIndex(0)
    return started


def test_that_names_which_differ_at_their_ends_look_unlike_in_the_list(qtbot: QtBot) -> None:
    pictures = []
    for number in (1, 2):
        name = f"a-database-cluster-in-eu-west-replica-{number}"
        shown = ServerList()
        qtbot.addWidget(shown)
        shown.resize(240, 80)
        shown.set_entries([ServerEntry(ServerSpec(name, Source.ADDRESS, "postgresql"))])
        pictures.append(shown.grab().toImage())
    assert pictures[0] != pictures[1]


def until(page: ServersPage, qtbot: QtBot, name: str, state: ServerState) -> ServerEntry:
    qtbot.waitUntil(lambda: entry(page, name).state is state)
    return entry(page, name)


def entry(page: ServersPage, name: str) -> ServerEntry:
    known = page.workbench.servers.entry(name)
    assert known is not None
    return known


def words(part: QWidget) -> str:
    """All that a part shows in labels."""
    labels = part.findChildren(QWidget)
    return "\n".join(each.text() for each in labels if hasattr(each, "text") and each.isVisible())


def button(part: QWidget, text: str) -> QPushButton:
    buttons = part.findChildren(QPushButton)
    return next(b for b in buttons if b.isVisible() and b.text().replace("&", "") == text)


def error(part: QWidget) -> str:
    panels = part.findChildren(ErrorPanel)
    return "\n".join(panel.text() for panel in panels if panel.isVisible())


def cell(page: ServersPage, row: str, group: str, mode: str) -> MatrixCell:
    model = page.findChildren(CapabilityMatrix)[0].model()
    column = next(
        c
        for c in range(model.columnCount())
        if model.headerData(c, Qt.Orientation.Horizontal) == mode
    )
    at = next(
        r
        for r in range(model.rowCount())
        if model.headerData(r, Qt.Orientation.Vertical) == f"{group} {row}"
    )
    answer = model.index(at, column).data(Qt.ItemDataRole.UserRole)
    assert isinstance(answer, MatrixCell)
    return answer


def test_that_the_page_says_that_it_looks_until_servers_are_found(
    page: ServersPage, qtbot: QtBot
) -> None:
    assert "Looking for servers" in words(page)
    page.shown()
    qtbot.waitUntil(lambda: page.list.model().rowCount() >= 2)
    assert "Looking for servers" not in words(page)
    assert page.list.current()


@pytest.mark.slow
def test_that_a_server_that_does_not_run_says_what_to_do(running: ServersPage) -> None:
    """It is started by that button: see `started`."""
    running.detail.tabs.setCurrentIndex(1)
    empty = running.findChild(EmptyState, options=Qt.FindChildOption.FindChildrenRecursively)
    assert empty is not None and not empty.isVisible()
    assert "Start it to see what it supports" not in words(running.detail)
    assert cell(running, "128 bits", "AES", "CBC").state == "yes"


@pytest.mark.slow
def test_that_a_refused_cipher_tells_the_servers_own_words(running: ServersPage) -> None:
    running.detail.tabs.setCurrentIndex(1)
    refused = cell(running, "128 bits", "AES", "GCM")
    assert refused.state == "no"
    assert "No such cipher algorithm" in refused.tooltip


@pytest.mark.slow
def test_that_the_overview_shows_where_a_server_is_and_its_settings(running: ServersPage) -> None:
    shown = words(running.detail)
    endpoint = entry(running, "postgresql").endpoint
    assert endpoint and endpoint.socket and endpoint.socket in shown
    settings = running.findChildren(DataTable)[0].table_model()
    names = [settings.index(row, 0).data() for row in range(settings.rowCount())]
    assert "shared_buffers" in names


@pytest.mark.slow
def test_that_enter_starts_ctrl_period_stops_and_the_log_is_shown_and_copied(
    found: ServersPage, qtbot: QtBot
) -> None:
    found.list.setFocus()
    qtbot.keyClick(found.list, Qt.Key.Key_Return)
    until(found, qtbot, "postgresql", ServerState.RUNNING)
    found.detail.tabs.setCurrentIndex(2)
    qtbot.mouseClick(button(found.detail, "Copy log"), LEFT)
    assert "database system is ready" in QGuiApplication.clipboard().text()
    found.list.setFocus()
    qtbot.keyClick(found, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    until(found, qtbot, "postgresql", ServerState.AVAILABLE)


def test_that_arrows_move_from_server_to_server(found: ServersPage, qtbot: QtBot) -> None:
    found.list.setFocus()
    first = found.list.current()
    qtbot.keyClick(found.list, Qt.Key.Key_Down)
    assert found.list.current() != first
    assert found.list.current() in words(found.detail)


@pytest.mark.slow
def test_that_a_test_tells_how_long_it_took(running: ServersPage, qtbot: QtBot) -> None:
    qtbot.keyClick(running, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: "It answered in" in words(running.detail))


def test_that_a_server_that_works_for_a_campaign_cannot_be_stopped(running: ServersPage) -> None:
    running.workbench.servers.lock([running.list.current() or ""])
    assert not running.detail.stop_button.isEnabled()
    assert "in use by a campaign" in words(running.detail)
    running.workbench.servers.unlock()
    assert running.detail.stop_button.isEnabled()


def test_that_a_page_behind_another_shows_what_has_changed_when_it_is_shown(
    running: ServersPage,
) -> None:
    running.hide()
    running.workbench.servers.lock([running.list.current()])
    assert "in use by a campaign" not in words(running.detail), "work that nobody sees"
    running.show()
    assert "in use by a campaign" in words(running.detail)
    running.workbench.servers.unlock()


def test_that_the_form_tells_what_is_missing_and_puts_the_cursor_there(
    found: ServersPage, qtbot: QtBot
) -> None:
    qtbot.keyClick(found, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    form = found.form
    field(form.fields, "host").clear()
    qtbot.mouseClick(form.add_button, LEFT)
    assert "The server needs a host." in error(form)
    assert field(form.fields, "host").hasFocus()
    qtbot.keyClick(field(form.fields, "host"), Qt.Key.Key_Escape)
    qtbot.keyClick(field(form.fields, "host"), Qt.Key.Key_Escape)
    assert not form.isVisible()


def test_that_a_form_asked_for_before_servers_are_found_opens_then(
    page: ServersPage, qtbot: QtBot
) -> None:
    page.open_form(Source.EMBEDDED)
    qtbot.waitUntil(lambda: page.workbench.servers.discovered)
    qtbot.waitUntil(page.form.isVisible)
    assert page.form.fields.engine.currentData() == "postgresql"


def test_that_only_the_fields_of_an_engine_are_shown(found: ServersPage) -> None:
    found.connect_to_address()
    fields = found.form.fields
    fields.engine.setCurrentIndex(fields.engine.findData("firebird"))
    assert field(fields, "directory").isVisible() and not field(fields, "socket").isVisible()
    assert field(fields, "port").value() == 3050
    fields.engine.setCurrentIndex(fields.engine.findData("postgresql"))
    assert not field(fields, "directory").isVisible() and field(fields, "socket").isVisible()
    assert field(fields, "port").value() == 5432


def test_that_a_server_that_is_not_there_is_reported_in_the_form(
    found: ServersPage, qtbot: QtBot
) -> None:
    found.connect_to_address()
    form = found.form
    field(form.fields, "port").setValue(1)
    qtbot.mouseClick(form.test_button, LEFT)
    qtbot.waitUntil(lambda: "127.0.0.1:1" in error(form))
    assert form.isVisible() and form.test_button.isEnabled()


def test_that_a_server_is_tried_added_reached_and_forgotten(
    running: ServersPage, qtbot: QtBot
) -> None:
    endpoint = entry(running, "postgresql").endpoint
    assert endpoint and endpoint.socket and endpoint.user
    running.connect_to_address()
    form = running.form
    qtbot.mouseClick(form.fields.alternative_buttons["socket"], LEFT)
    form.fields.name.clear()
    for part, text in (
        (form.fields.name, "mine"),
        (field(form.fields, "socket"), endpoint.socket),
        (field(form.fields, "user"), endpoint.user),
        (form.fields.password, "unneeded"),
        (field(form.fields, "database"), endpoint.database or ""),
    ):
        qtbot.keyClicks(part, text)
    qtbot.mouseClick(form.test_button, LEFT)
    qtbot.waitUntil(lambda: "Connected: version" in words(form))
    qtbot.keyClick(field(form.fields, "user"), Qt.Key.Key_Return)
    until(running, qtbot, "mine", ServerState.RUNNING)
    assert running.list.current() == "mine"
    assert "connected" in words(running.detail)
    qtbot.keyClick(running, Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
    assert running.workbench.servers.entry("mine") is None
    assert running.list.current() == "postgresql"


def test_that_a_password_is_masked(found: ServersPage) -> None:
    found.connect_to_address()
    assert found.form.fields.password.echoMode() is QLineEdit.EchoMode.Password


@pytest.mark.slow
def test_that_another_embedded_server_is_added_from_the_menu(
    found: ServersPage, qtbot: QtBot
) -> None:
    menu = found.add_button.menu()
    menu.aboutToShow.emit()
    action = next(a for a in menu.actions() if "Embedded" in a.text().replace("&", ""))
    action.trigger()
    assert found.form.isVisible() and found.form.fields.name.text() == "postgresql-2"
    qtbot.mouseClick(found.form.add_button, LEFT)
    until(found, qtbot, "postgresql-2", ServerState.RUNNING)
    assert found.list.current() == "postgresql-2"
    assert found.detail.forget_button.isEnabled()


def test_that_an_error_of_before_a_change_is_gone(found: ServersPage, qtbot: QtBot) -> None:
    spec = ServerSpec("away", Source.ADDRESS, "postgresql", host="127.0.0.1", port=1, user="dba")
    servers = found.workbench.servers
    servers.add(spec, "pw")
    found.list.set_current("away")
    servers.start("away")
    until(found, qtbot, "away", ServerState.FAILED)
    assert "127.0.0.1:1" in error(found.detail)
    servers.change("away", replace(spec, port=2))
    assert error(found.detail) == ""
