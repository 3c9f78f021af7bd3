"""Saved servers by mouse and keyboard: forgotten and back again, changed, added with care."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.servers.entry import ServerState
from app.servers.saved_connections import saved_connections
from app.system.password_sources import KEYRING_SERVICE
from app.window.pages.servers.page import ServersPage
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Source
from engines.servers.server import Server
from tests.app.keyrings import MemoryKeyring
from tests.app.window.pages.servers.fields import field
from tests.app.window.settling import let_go

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def maria(servers: Any) -> Server:
    server: Server = servers["mariadb"]
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("create or replace user 'clerk'@'%' identified by 'clerks-own'")
        admin.execute(r"grant all on `cipherbench\_%`.* to 'clerk'@'%'")
    return server


@pytest.fixture
def page(qtbot: QtBot, home: Path, memory: MemoryKeyring, tmp_path: Path) -> Iterator[ServersPage]:
    workbench = Workbench(str(tmp_path / "results.sqlite"))
    made = ServersPage(workbench)
    qtbot.addWidget(made)
    made.resize(1000, 680)
    with qtbot.waitActive(made):
        made.show()
    made.shown()
    known_servers = workbench.servers
    qtbot.waitUntil(lambda: known_servers.discovered and known_servers.keyring is not None)
    yield made
    let_go(workbench)


def describe(page: ServersPage, server: Server, password: str, qtbot: QtBot) -> None:
    """Fill in the form for an address as a user does."""
    qtbot.keyClick(page, Qt.Key.Key_N, CTRL)
    fields = page.form.fields
    fields.engine.setCurrentIndex(fields.engine.findData("mariadb"))
    qtbot.mouseClick(fields.alternative_buttons["socket"], LEFT)
    fields.name.selectAll()
    qtbot.keyClicks(fields.name, "mine")
    qtbot.keyClicks(field(fields, "socket"), server.endpoint.socket or "")
    qtbot.keyClicks(field(fields, "user"), "clerk")
    qtbot.keyClicks(fields.password, password)


def state(page: ServersPage, name: str) -> ServerState | None:
    entry = page.workbench.servers.entry(name)
    return None if entry is None else entry.state


@pytest.fixture
def mine(page: ServersPage, maria: Server, qtbot: QtBot, memory: MemoryKeyring) -> ServersPage:
    """The page with a connection that was added, entered and remembered."""
    describe(page, maria, "clerks-own", qtbot)
    page.form.fields.remember.click()
    qtbot.mouseClick(page.form.add_button, LEFT)
    qtbot.waitUntil(lambda: state(page, "mine") is ServerState.RUNNING)
    qtbot.waitUntil(lambda: bool(memory.stored))
    return page


@pytest.mark.slow
def test_that_a_forgotten_server_comes_back_with_its_password(
    mine: ServersPage, qtbot: QtBot, memory: MemoryKeyring
) -> None:
    place = mine.list.model().rowCount() - 1
    stored = dict(memory.stored)
    qtbot.mouseClick(mine.detail.forget_button, LEFT)
    assert state(mine, "mine") is None and saved_connections() == []
    assert mine.undo.isVisible() and mine.undo.text() == "mine was forgotten."
    qtbot.waitUntil(lambda: not memory.stored)
    qtbot.mouseClick(mine.undo.button, LEFT)
    assert not mine.undo.isVisible()
    assert state(mine, "mine") is ServerState.AVAILABLE
    assert mine.list.current() == "mine"
    assert mine.list.model().index(place, 0).data() == "mine"
    assert [spec.name for spec in saved_connections()] == ["mine"]
    qtbot.waitUntil(lambda: memory.stored == stored)
    qtbot.mouseClick(mine.detail.start_button, LEFT)
    qtbot.waitUntil(lambda: state(mine, "mine") is ServerState.RUNNING)


def test_that_the_offer_to_undo_ends_in_its_time_on_whatever_page(
    mine: ServersPage, qtbot: QtBot
) -> None:
    assert mine.undo.button.shortcut().toString() == "Alt+U"
    mine.undo._timer.setInterval(300)
    qtbot.mouseClick(mine.detail.forget_button, LEFT)
    mine.hide()
    qtbot.wait(50)
    mine.show()
    qtbot.waitUntil(mine.undo.isHidden)
    assert mine.workbench.servers.restore() == "", "its password is gone as well"


@pytest.mark.slow
def test_that_ctrl_z_puts_a_forgotten_server_back(mine: ServersPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(mine.detail.forget_button, LEFT)
    qtbot.keyClick(mine, Qt.Key.Key_Z, CTRL)
    assert state(mine, "mine") is ServerState.AVAILABLE


@pytest.mark.slow
def test_that_a_saved_server_is_renamed_and_its_password_goes_with_it(
    mine: ServersPage, qtbot: QtBot, memory: MemoryKeyring, maria: Server
) -> None:
    assert mine.detail.change_button.isEnabled()
    qtbot.keyClick(mine, Qt.Key.Key_F2)
    form = mine.form
    assert form.isVisible() and form.fields.name.text() == "mine"
    assert field(form.fields, "user").text() == "clerk" and form.fields.password.text() == ""
    assert field(form.fields, "socket").text() == maria.endpoint.socket
    form.fields.name.selectAll()
    qtbot.keyClicks(form.fields.name, "theirs")
    qtbot.mouseClick(form.add_button, LEFT)
    qtbot.waitUntil(lambda: state(mine, "theirs") is ServerState.RUNNING)
    assert state(mine, "mine") is None
    assert mine.list.current() == "theirs"
    assert [spec.name for spec in saved_connections()] == ["theirs"]
    account = f"theirs clerk@{maria.endpoint.socket}"
    qtbot.waitUntil(lambda: memory.stored == {(KEYRING_SERVICE, account): "clerks-own"})


@pytest.mark.slow
def test_that_a_password_goes_to_no_other_user_than_the_one_it_was_given_for(
    mine: ServersPage, qtbot: QtBot, memory: MemoryKeyring, maria: Server
) -> None:
    with maria.engine.driver.connect(maria.endpoint) as admin:
        admin.execute("create or replace user 'other'@'%' identified by 'clerks-own'")
        admin.execute(r"grant all on `cipherbench\_%`.* to 'other'@'%'")
    qtbot.keyClick(mine, Qt.Key.Key_F2)
    form, servers = mine.form, mine.workbench.servers
    field(form.fields, "user").selectAll()
    qtbot.keyClicks(field(form.fields, "user"), "other")
    qtbot.mouseClick(form.test_button, LEFT)
    qtbot.waitUntil(lambda: form.errors.isVisible() or form.answer.text().startswith("Connected"))
    assert "Check user and password." in form.errors.text(), "the same word would let it in"
    qtbot.mouseClick(form.add_button, LEFT)
    qtbot.waitUntil(lambda: form.add_button.text().replace("&", "") == "Save anyway")
    qtbot.mouseClick(form.add_button, LEFT)
    qtbot.waitUntil(lambda: state(mine, "mine") is ServerState.FAILED)
    qtbot.waitUntil(lambda: not memory.stored)
    assert servers.passwords() == {"mine": ""}


def test_that_a_taken_name_is_refused_and_nothing_is_lost(mine: ServersPage, qtbot: QtBot) -> None:
    qtbot.keyClick(mine, Qt.Key.Key_F2)
    mine.form.fields.name.selectAll()
    qtbot.keyClicks(mine.form.fields.name, "postgresql")
    qtbot.mouseClick(mine.form.add_button, LEFT)
    assert "A server named “postgresql” already exists." in mine.form.errors.text()
    assert [spec.name for spec in saved_connections()] == ["mine"]
    qtbot.keyClick(mine.form.fields.name, Qt.Key.Key_Escape)
    qtbot.keyClick(mine.form.fields.name, Qt.Key.Key_Escape)
    assert not mine.form.isVisible() and state(mine, "mine") is ServerState.RUNNING


def test_that_wrong_credentials_are_reported_in_the_form_before_anything_is_added(
    page: ServersPage, maria: Server, qtbot: QtBot
) -> None:
    describe(page, maria, "wrong", qtbot)
    form = page.form
    qtbot.mouseClick(form.add_button, LEFT)
    qtbot.waitUntil(form.errors.isVisible)
    assert "Check user and password." in form.errors.text()
    assert form.isVisible() and state(page, "mine") is None and saved_connections() == []
    assert form.add_button.text().replace("&", "") == "Add anyway"
    form.fields.password.clear()
    qtbot.keyClicks(form.fields.password, "clerks-own")
    qtbot.keyClick(form.fields.password, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: state(page, "mine") is ServerState.RUNNING)


def test_that_a_server_that_does_not_answer_now_can_be_added_anyway(
    page: ServersPage, qtbot: QtBot
) -> None:
    page.connect_to_address()
    form = page.form
    field(form.fields, "port").setValue(1)
    qtbot.mouseClick(form.add_button, LEFT)
    qtbot.waitUntil(form.errors.isVisible)
    name = form.fields.name.text()
    qtbot.mouseClick(form.add_button, LEFT)
    assert page.workbench.servers.entry(name) is not None
    qtbot.waitUntil(lambda: state(page, name) is ServerState.FAILED)


def test_that_what_was_typed_survives_a_look_at_another_server(
    page: ServersPage, maria: Server, qtbot: QtBot
) -> None:
    describe(page, maria, "clerks-own", qtbot)
    index = page.list.model().index(0, 0)
    qtbot.mouseClick(page.list.viewport(), LEFT, pos=page.list.visualRect(index).center())
    assert page.detail.isVisible() and not page.form.isVisible()
    back = page.pending_button
    assert back.isVisible()
    qtbot.mouseClick(back, LEFT)
    assert page.form.isVisible() and not back.isVisible()
    fields = page.form.fields
    assert (fields.name.text(), field(fields, "user").text()) == ("mine", "clerk")
    assert fields.password.text() == "clerks-own"
    qtbot.mouseClick(page.list.viewport(), LEFT, pos=page.list.visualRect(index).center())
    page.open_form(Source.ADDRESS)  # from the menu it goes on as well
    assert fields.name.text() == "mine"
    qtbot.mouseClick(page.form.cancel_button, LEFT)
    assert not back.isVisible()
    page.open_form(Source.ADDRESS)
    assert fields.name.text() != "mine" and fields.password.text() == ""


def test_that_a_test_leaves_the_focus_where_it_was(
    page: ServersPage, maria: Server, qtbot: QtBot
) -> None:
    describe(page, maria, "clerks-own", qtbot)
    form = page.form
    form.test_button.setFocus()
    qtbot.keyClick(form.test_button, Qt.Key.Key_Space)
    assert form.test_button.hasFocus()
    qtbot.waitUntil(lambda: "Connected: version" in form.answer.text())
    assert form.test_button.hasFocus()
    qtbot.keyClick(form.test_button, Qt.Key.Key_Space)  # and not Cancel
    assert form.isVisible()
    qtbot.waitUntil(lambda: "Connected: version" in form.answer.text())
