"""*Measure my own*, by mouse, on a foreign database of a real PostgreSQL."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.servers.entry import ServerState
from app.window.main_window import MainWindow
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.design.page import DesignPage
from app.window.servers.known_servers import KnownServers
from app.window.theme_menu import settings
from engines.registry import engine_named
from tests.app.window.settling import await_, settle
from widgets.fields.check_tree import CheckTree
from widgets.saving.last_saved import saving
from workloads.own.reading import read_work
from workloads.own.workload import OwnParameters

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
MARKER = "zz-secret-"
TABLES = [
    "create table patient (id integer primary key, full_name varchar(80) not null,"
    " email varchar(120) unique, cpf char(11), city varchar(40), born date)",
    "create table visit (id integer primary key, patient_id integer references patient (id),"
    " ward varchar(20), paid boolean)",
    "create index on visit (patient_id)",
    "insert into patient select n, '" + MARKER + "' || n, '" + MARKER + "' || n || '@x.org',"
    " lpad(n::text, 11, '0'), case when n % 3 = 0 then '" + MARKER + "town' else 'b' end,"
    " date '1980-01-01' + n from generate_series(1, 300) n",
    "insert into visit select n, 1 + n % 300, 'w' || n % 4, n % 2 = 0"
    " from generate_series(1, 900) n",
    "analyze",
]


@pytest.fixture(scope="module")
def window(
    home: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication
) -> Iterator[MainWindow]:
    """A window whose PostgreSQL holds a database of somebody else's."""
    settings().clear()
    folder = tmp_path_factory.mktemp("wizard")
    made = MainWindow(str(folder / "results.sqlite"))
    made.resize(1008, 600)
    made.show()
    servers = made.workbench.servers
    servers.discover()
    await_(lambda: servers.discovered and made.loaded)
    servers.start("postgresql")
    await_(lambda: servers.endpoints() or failed(servers), 180)
    entry = servers.entry("postgresql")
    assert entry is not None and entry.endpoint is not None, entry
    engine = engine_named("postgresql")
    with engine.connect(entry.endpoint, None) as session:
        session.execute("create database clinic")
    with engine.connect(entry.endpoint, "clinic") as session:
        for statement in TABLES:
            session.execute(statement)
        session.commit()
    yield made
    with engine.connect(entry.endpoint, None) as session:
        session.execute("drop database clinic")
    made.close()
    made.deleteLater()


def failed(servers: KnownServers) -> bool:
    """Whether the server can no longer be expected to run."""
    entry = servers.entry("postgresql")
    return entry is None or entry.state is ServerState.FAILED


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> DesignPage:
    """The wizard as the Start page opens it."""
    window.show_page("start")
    start = window.page("start")
    button = next(each for each in start.findChildren(QPushButton) if "own" in each.text())
    qtbot.mouseClick(button, LEFT)
    made = window.page("design")
    assert isinstance(made, DesignPage) and made.isVisible() and made.step == 0
    return made


def idle(page: DesignPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not page._link.doing and not page._readiness.waiting, timeout=60_000)
    settle(page, qtbot)


def press(tree: CheckTree, index: QModelIndex, qtbot: QtBot) -> None:
    tree.scrollTo(index)
    qtbot.mouseClick(tree.viewport(), LEFT, pos=tree.visualRect(index).center())


def row_of(tree: CheckTree, words: str) -> tuple[int, int]:
    """The first row whose first cell begins so."""
    return next(
        (group, row)
        for group in range(tree.rows.rowCount())
        for row in range(tree.rows.rowCount(tree.rows.index(group, 0)))
        if tree.rows.cell(tree.place(group, row)).text.startswith(words)
    )


def tick(tree: CheckTree, words: str, column: int, qtbot: QtBot) -> None:
    press(tree, tree.place(*row_of(tree, words), column), qtbot)


def to_columns(page: DesignPage, qtbot: QtBot) -> None:
    """Through the first step: server, database and both tables."""
    tables = page.tables
    tables.server.choose("postgresql")
    qtbot.mouseClick(tables.connect_button, LEFT)
    idle(page, qtbot)
    at = tables.database.findText("clinic")
    assert at >= 0
    tables.database.setCurrentIndex(at)
    tables.database.activated.emit(at)
    idle(page, qtbot)
    assert not page.next_button.isEnabled() and not list(tables.tables)
    tick(tables.list, "patient", 2, qtbot)
    tick(tables.list, "visit", 2, qtbot)
    assert [each.name for each in tables.tables] == ["patient", "visit"]
    qtbot.mouseClick(page.next_button, LEFT)
    idle(page, qtbot)
    assert page.step == 1


def test_that_nothing_is_allowed_or_ticked_before_the_user_says_so(
    page: DesignPage, qtbot: QtBot
) -> None:
    assert not page.tables.scan.isChecked() and not page.tables.sample.isChecked()
    to_columns(page, qtbot)
    assert page.columns.sealed == set()
    tree = page.columns.tree
    group, row = row_of(tree, "email")
    why = tree.rows.cell(tree.place(group, row, 3)).text
    assert why and "mail" in why.lower()
    assert tree.rows.cell(tree.place(group, row, 4)).text == "email"
    assert "pg_" in page.columns.queries.toPlainText()
    assert MARKER not in page.columns.queries.toPlainText()


def test_that_three_steps_write_a_file_that_the_campaign_page_takes(
    page: DesignPage, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    to_columns(page, qtbot)
    tick(page.columns.tree, "full_name", 2, qtbot)
    tick(page.columns.tree, "email", 2, qtbot)
    assert page.columns.sealed == {"patient.full_name", "patient.email"}
    qtbot.mouseClick(page.next_button, LEFT)
    assert page.step == 2 and page.statements.chosen
    file = tmp_path / "clinic.toml"
    qtbot.keyClick(page.statements.file, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(page.statements.file, str(file))
    qtbot.mouseClick(page.next_button, LEFT)
    qtbot.waitUntil(lambda: window.current_key() == "campaign", timeout=60_000)
    campaign = window.page("campaign")
    assert isinstance(campaign, CampaignPage)
    work = campaign.work.workload()
    assert isinstance(work, OwnParameters) and work.file == str(file) and work.sizes
    qtbot.waitUntil(lambda: campaign.own.reader.outline is not None, timeout=60_000)
    assert campaign.own.reader.faults == ()
    assert MARKER not in file.read_text()
    columns = dict(read_work(file).table["patient"].column)
    assert columns["full_name"].seal and columns["email"].seal and not columns["cpf"].seal


def test_that_keys_go_through_the_steps_and_back(page: DesignPage, qtbot: QtBot) -> None:
    to_columns(page, qtbot)
    tree = page.columns.tree
    tree.setCurrentIndex(tree.place(*row_of(tree, "cpf")))
    qtbot.keyClick(tree, Qt.Key.Key_Space)
    assert page.columns.sealed == {"patient.cpf"}
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert page.step == 2
    qtbot.mouseClick(page.back_button, LEFT)
    qtbot.mouseClick(page.back_button, LEFT)
    assert page.step == 0 and page.next_button.isEnabled()
    qtbot.mouseClick(page.next_button, LEFT)
    assert page.step == 1 and page.columns.sealed == {"patient.cpf"}, "nothing is asked again"


def test_that_what_is_asked_can_be_stopped(page: DesignPage, qtbot: QtBot) -> None:
    page.tables.server.choose("postgresql")
    qtbot.mouseClick(page.tables.connect_button, LEFT)
    assert page.stop_button.isVisible()
    before = page.tables.database.count()
    qtbot.mouseClick(page.stop_button, LEFT)
    assert not page.stop_button.isVisible()
    until = time.monotonic() + 1.0
    qtbot.waitUntil(lambda: time.monotonic() > until)
    assert page.tables.database.count() == before
    assert saving() is not None
