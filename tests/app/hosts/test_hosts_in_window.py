"""Servers → Hosts: the list of a coordinator's hosts in the window."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot
from sqlalchemy import Row, create_engine, text

from app.hosts.facts import facts_of_this_machine
from app.hosts.membership import Membership
from app.plan.campaign import Campaign
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.servers.hosts_view import HostReader, HostsView
from app.window.pages.servers.page import ServersPage
from app.window.settings import settings
from app.window.workbench.workbench import Workbench
from tests.app.hosts.conftest import Coordinated
from tests.app.window.settling import let_go
from tests.patience import wait_until
from widgets.fields.chips import ToggleChip

_TAKEN_BACK = (
    "UPDATE hosts.shares SET state = 'cancelled', ended_at = clock_timestamp() "
    "WHERE state = 'waiting' RETURNING host, plan, parts"
)
_AWAITED = "SELECT count(*) FROM pg_locks WHERE NOT granted"
LEFT = Qt.MouseButton.LeftButton


def taken_back(coordinated: Coordinated) -> Sequence[Row[Any]]:
    """The shares that waited for their hosts, and wait no longer."""
    engine = create_engine(coordinated.owner)
    with engine.begin() as connection:
        rows = connection.execute(text(_TAKEN_BACK)).all()
    engine.dispose()
    return rows


@pytest.fixture
def page(tmp_path: Path, home: Path, qtbot: QtBot) -> Iterator[ServersPage]:
    workbench = Workbench(str(tmp_path / "own.sqlite"))
    made = ServersPage(workbench)
    qtbot.addWidget(made)
    made.remember_in(settings())
    made.resize(1000, 600)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.close_down()
    let_go(workbench)


@pytest.fixture
def keep_heard(coordinated: Coordinated) -> Iterator[Callable[[], None]]:
    """Nobody beats here: have hosts be heard for the next hour, and lost again after the test."""
    engine = create_engine(coordinated.owner)

    def heard(when: str) -> None:
        with engine.begin() as connection:
            moment = f"clock_timestamp() + interval '{when}'"
            connection.execute(text(f"UPDATE hosts.hosts SET heard_at = {moment}"))

    yield lambda: heard("1 hour")
    heard("-1 hour")
    engine.dispose()


def cells(view: HostsView) -> list[list[str]]:
    model = view.table.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_that_hosts_are_listed_and_what_differs_is_named(
    coordinated: Coordinated,
    joined: Callable[[str], Membership],
    keep_heard: Callable[[], None],
    page: ServersPage,
    qtbot: QtBot,
) -> None:
    facts = replace(facts_of_this_machine(), offset_s=-0.0042)
    joined("rack1").join(facts)
    joined("rack2").join(replace(facts, version="0.0.9"))
    keep_heard()
    qtbot.mouseClick(page.hosts_button, LEFT)
    view = page.hosts
    assert view.isVisible() and not view.table.isVisible()
    qtbot.keyClicks(view.form.address, coordinated.prepared.for_user("coordinator"))
    qtbot.keyClick(view.form.address, Qt.Key.Key_Return)
    qtbot.waitUntil(view.form.password.isVisible)
    field = view.form.password.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    qtbot.keyClicks(field, coordinated.passwords["coordinator"])
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(cells(view)) >= 2)
    known = {line[0]: line for line in cells(view)}
    assert (known["rack1"][1], known["rack1"][3]) == ("ready", "−4.2")
    assert known["rack1"][6:8] == [facts.version, facts.python.rpartition(" ")[2]]
    assert "psycopg" in known["rack1"][8]
    assert known["rack2"][1] == "refused"
    assert "rack2" in view.text() and "0.0.9, the coordinator has" in view.text()
    copies = [each for each in view.findChildren(QPushButton) if each.text() == "Copy"]
    qtbot.mouseClick(copies[1], LEFT)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("cipherbench host --name rack1 --store 'postgresql://127.0.0.1:")
    assert coordinated.passwords["coordinator"] not in copied


def test_that_a_store_that_is_left_while_it_is_read_has_no_connection_afterwards(
    coordinated: Coordinated,
) -> None:
    engine = create_engine(coordinated.owner)
    watching = engine.execution_options(isolation_level="AUTOCOMMIT")  # each look is a new one
    reader = HostReader(coordinated.login("coordinator").text)
    entered = text("SELECT count(*) FROM pg_stat_activity WHERE usename = 'coordinator'")
    with engine.begin() as connection:
        before = connection.scalar(entered)
        connection.execute(text("LOCK TABLE hosts.hosts"))
        reading = threading.Thread(target=reader.read)
        reading.start()
        wait_until(lambda: connection.scalar(text(_AWAITED)) == 1)
        reader.close()
    reading.join()
    with watching.connect() as connection:
        wait_until(lambda: connection.scalar(entered) == before)
    engine.dispose()


def test_that_one_sentence_says_that_the_extra_is_missing(
    qtbot: QtBot, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "procrastinate", None)
    view = HostsView(None, settings())
    qtbot.addWidget(view)
    output = [each.text() for each in view.findChildren(type(view._message)) if not each.isHidden()]
    assert any("pip install 'cipherbench[hosts]'" in each for each in output)


def test_that_chosen_hosts_are_given_a_campaign_that_is_followed_then(
    coordinated: Coordinated,
    joined: Callable[[str], Membership],
    keep_heard: Callable[[], None],
    small: Campaign,
    tmp_path: Path,
    home: Path,
    qtbot: QtBot,
) -> None:
    joined("rack1")
    joined("rack2").join(replace(facts_of_this_machine(), version="0.0.9"))
    keep_heard()
    workbench = Workbench(str(tmp_path / "own.sqlite"))
    page = CampaignPage(workbench)
    qtbot.addWidget(page)
    page.resize(1000, 600)
    with qtbot.waitExposed(page):
        page.show()
    followed: list[str] = []
    workbench.store_follow_requested.connect(followed.append)
    store = coordinated.login("coordinator").text
    workbench.set_coordinator(store)
    qtbot.waitUntil(lambda: len(page.findChildren(ToggleChip, "host")) >= 2)
    chips = {each.text(): each for each in page.findChildren(ToggleChip, "host")}
    assert not chips["rack2"].isEnabled() and "0.0.9" in chips["rack2"].toolTip()
    qtbot.mouseClick(chips["rack1"], LEFT)
    page.load(small)
    qtbot.waitUntil(page.summary.start_button.isEnabled)
    taken_back(coordinated)  # what other tests have left in this store
    qtbot.mouseClick(page.summary.start_button, LEFT)
    qtbot.waitUntil(lambda: followed == [store])
    assert not workbench.running
    (row,) = taken_back(coordinated)
    assert (row.host, row.parts) == ("rack1", 1) and 'name = "small"' in row.plan
    page.close_down()
    let_go(workbench)
