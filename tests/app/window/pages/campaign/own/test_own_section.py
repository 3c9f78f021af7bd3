"""Tables and statements of one's own on the campaign page, by mouse, with a real PostgreSQL."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.plan.plan_file import parse_plan, read_plan, write_plan
from app.window.pages.campaign.own.file_field import examples
from app.window.pages.campaign.own.own_section import OwnSection
from app.window.pages.campaign.page import CampaignPage
from app.window.workbench.workbench import Workbench
from tests.app.window.settling import await_, let_go, settle
from workloads.own.workload import OwnParameters

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
SHOP = Path(examples()["shop"])
GROUPED = "customers of a city"
"""Encrypted at random, its column cannot be grouped by."""


@pytest.fixture(scope="module")
def workbench(home: Path, qapp: QApplication) -> Iterator[Workbench]:
    made = Workbench(f"sqlite:///{home / 'own.sqlite'}")
    yield made
    let_go(made)


@pytest.fixture(scope="module")
def staying(
    workbench: Workbench, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[CampaignPage]:
    stored = tmp_path_factory.mktemp("own") / "window.ini"
    made = CampaignPage(workbench)
    made.remember_in(QSettings(str(stored), QSettings.Format.IniFormat))
    made.resize(900, 560)
    made.show()
    await_(made.isActiveWindow)
    made.shown()
    await_(lambda: workbench.servers.discovered)
    yield made
    made.close_down()
    made.close()
    made.deleteLater()


@pytest.fixture
def page(
    staying: CampaignPage, workbench: Workbench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> CampaignPage:
    """A page of a window that may not read such files itself: it is the shop's plan's."""

    def none_of_ours(*_: object, **__: object) -> Any:
        raise AssertionError("the window's own process reads a workload file")

    monkeypatch.setattr("workloads.own.file_reading._read", none_of_ours)
    monkeypatch.setattr("workloads.own.rewriting._parsed", none_of_ours)
    workbench.plan_opened.emit(read_plan("own-shop"))
    known(staying, qtbot)
    return staying


def known(page: CampaignPage, qtbot: QtBot) -> None:
    """Wait until the file is read and the page shows what came of it."""

    def there() -> bool:
        return not page.own.reader.reading and page.own.reader.support is not None

    qtbot.waitUntil(there)
    settle(page, qtbot)
    qtbot.waitUntil(there)


def open_section(page: CampaignPage, qtbot: QtBot) -> OwnSection:
    button = next(
        each for each in page.findChildren(QPushButton) if each.text() == "Tables and s&tatements"
    )
    qtbot.mouseClick(button, LEFT)
    assert page.own.section.isVisible() and not page.name.isVisible()
    return page.own.section


def press(view: QAbstractItemView, index: QModelIndex, qtbot: QtBot) -> None:
    """Click in the middle of a cell."""
    view.scrollTo(index)
    qtbot.mouseClick(view.viewport(), LEFT, pos=view.visualRect(index).center())


def choose_operation(section: OwnSection, name: str, qtbot: QtBot) -> None:
    table = section.statements.table
    model = table.table_model()
    row = next(each for each in range(model.rowCount()) if model.text(each, 0) == name)
    with qtbot.waitSignal(section._reader.statements_found):
        press(table, model.index(row, 1), qtbot)


def choose(box: Any, words: str) -> None:
    box.setCurrentIndex(box.findText(words))


def parameters(page: CampaignPage) -> OwnParameters:
    found = page.work.workload()
    assert isinstance(found, OwnParameters)
    return found


def words(section: OwnSection) -> str:
    return "\n".join(each.text() for each in section.findChildren(QLabel) if each.isVisible())


def test_that_columns_are_ticked_and_the_choice_goes_with_the_plan(
    page: CampaignPage, qtbot: QtBot
) -> None:
    section = open_section(page, qtbot)
    tree = section.columns
    assert tree.tree_model.rowCount() == 4 and parameters(page).seal is None
    press(tree, tree.index_of("customer.city"), qtbot)
    press(tree, tree.index_of("customer.phone"), qtbot)
    known(page, qtbot)
    chosen = (
        "customer.name",
        "customer.email",
        "customer.street",
        "customer.city",
        "orders.remark",
    )
    assert parameters(page).seal == chosen and parameters(page).search is None
    campaign = page.campaign()
    assert parse_plan(write_plan(campaign), "it") == campaign
    assert (
        page.own.reader.outline is not None and page.own.reader.outline.seal[0] == "customer.name"
    )
    qtbot.mouseClick(section.as_file, LEFT)
    known(page, qtbot)
    assert parameters(page).seal is None and not section.as_file.isEnabled()
    qtbot.keyClick(tree, Qt.Key.Key_Escape)
    assert page.name.isVisible() and not section.isVisible()


def test_that_a_key_cannot_be_ticked_and_says_why(page: CampaignPage, qtbot: QtBot) -> None:
    tree = open_section(page, qtbot).columns
    key = tree.index_of("customer.id")
    press(tree, key, qtbot)
    assert parameters(page).seal is None
    assert "keys and references" in str(key.data(Qt.ItemDataRole.ToolTipRole))


def test_that_each_statement_shows_what_it_becomes_or_why_it_cannot_be(
    page: CampaignPage, qtbot: QtBot
) -> None:
    section = open_section(page, qtbot)
    choose(section.protection, "aes-256-gcm")
    choose(section.engine, "PostgreSQL")
    choose_operation(section, "find by e-mail", qtbot)
    text = section.statements.text
    assert text.body.toPlainText() == (
        "SELECT id, open(name), city, open(email) FROM customer WHERE email_index = index(:email)"
    )
    assert "the application decrypts" in words(section) and "HMAC" in words(section)
    assert text.filtered.text() == "The application filters the rows."
    tree = section.columns
    press(tree, tree.index_of("customer.email", searched=True), qtbot)
    known(page, qtbot)
    qtbot.waitUntil(lambda: "where" not in text.body.toPlainText())
    assert parameters(page).search == ()
    press(tree, tree.index_of("customer.city"), qtbot)
    known(page, qtbot)
    choose_operation(section, GROUPED, qtbot)
    qtbot.waitUntil(lambda: "customer.city" in text.why.text())
    assert "group by city" in text.body.toPlainText()
    model = section.statements.table.table_model()
    row = section.statements.current
    assert model.text(row, 2) == "unsupported"
    choose(section.protection, "plaintext")
    qtbot.waitUntil(lambda: model.text(row, 2) == "as written")


def test_that_a_refused_operation_is_reported_in_the_matrix(
    page: CampaignPage, qtbot: QtBot
) -> None:
    """It is known before anything runs, and by another process."""
    section = open_section(page, qtbot)
    press(section.columns, section.columns.index_of("customer.city"), qtbot)
    known(page, qtbot)
    qtbot.mouseClick(section.back, LEFT)
    qtbot.waitUntil(lambda: bool(page.summary.grid.model().rowCount()))
    settle(page, qtbot)
    model = page.summary.grid.model()
    columns = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
    qtbot.waitUntil(
        lambda: GROUPED in page.summary.grid.cell(0, columns.index("aes-256-gcm")).tooltip
    )


def test_that_all_errors_of_a_file_are_listed_and_it_is_read_again_when_it_is_saved(
    page: CampaignPage, tmp_path: Path, qtbot: QtBot
) -> None:
    section = open_section(page, qtbot)
    file = tmp_path / "shop.toml"
    good = SHOP.read_text()
    bad = good.replace('make = "email"', 'make = "mail"').replace("rows = 1_000", "rows = -1")
    file.write_text(bad)
    drop(section, file)
    qtbot.waitUntil(lambda: bool(page.own.reader.faults))
    table = section.faults.table.table_model()
    assert section.faults.isVisible() and table.rowCount() == 2
    lines = good.splitlines()
    expected = {
        1 + next(n for n, line in enumerate(lines) if 'make = "email"' in line),
        1 + next(n for n, line in enumerate(lines) if line == "rows = 1_000"),
    }
    assert {int(table.text(row, 0)) for row in range(2)} == expected
    assert not page.summary.start_button.isEnabled()
    written = tmp_path / "new.toml"
    written.write_text(good)
    written.replace(file)  # as editors save
    qtbot.waitUntil(lambda: not page.own.reader.faults and not page.own.reader.reading)
    assert section.columns.isVisible() and str(file) in page.work.field("file").value()


def drop(section: OwnSection, file: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    none, copy = Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction
    QApplication.sendEvent(section, QDragEnterEvent(QPointF(50, 50), copy, data, LEFT, none))
    event = QDropEvent(QPointF(50, 50), copy, data, LEFT, none)
    QApplication.sendEvent(section, event)


def test_that_examples_and_files_used_before_are_offered(
    page: CampaignPage, tmp_path: Path, qtbot: QtBot
) -> None:
    section = open_section(page, qtbot)
    copy = shutil.copy(SHOP, tmp_path / "mine.toml")
    qtbot.keyClick(section.row.line, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QApplication.clipboard().setText(str(copy))
    qtbot.keyClick(section.row.line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    known(page, qtbot)
    section.row.menu.aboutToShow.emit()
    offered = {each.text(): each for each in section.row.menu.actions()}
    assert "shop" in offered and any("mine.toml" in each for each in offered)
    offered["shop"].trigger()
    known(page, qtbot)
    assert parameters(page).file == str(SHOP)


def test_that_a_large_file_is_shown_without_holding_up_the_window(
    page: CampaignPage, tmp_path: Path, qtbot: QtBot
) -> None:
    """75 tables of 12 columns and 150 operations; what is counted is CPU of this thread, to
    which a busy machine adds little."""
    section = open_section(page, qtbot)
    file = tmp_path / "large.toml"
    file.write_text(large(75, 150))
    spent: list[float] = []
    section.row.line.setText(str(file))
    until = time.monotonic() + 60
    while time.monotonic() < until:
        before = time.thread_time()
        QApplication.processEvents()
        spent.append(time.thread_time() - before)
        known_now = page.own.reader.support is not None and not page.own.reader.reading
        if known_now and section.columns.tree_model.rowCount() == 75:
            break
        QTest.qWait(1)
    assert section.columns.tree_model.rowCount() == 75
    assert max(spent) < 0.15, sorted(spent)[-5:]


def large(tables: int, operations: int) -> str:
    parts = ['format = 1\nname = "Large"\ndialect = "postgresql"\n']
    for table in range(tables):
        parts.append(f"[table.t{table}]\nrows = 1000\n[table.t{table}.column]\n")
        parts.append('id = { type = "integer", make = "serial" }\n')
        parts += [
            f'c{each} = {{ type = "text", make = "letters", seal = {seal} }}\n'
            for each, seal in enumerate(["true", "false"] * 5 + ["true"])
        ]
    for number in range(operations):
        names = ", ".join(f"c{each}" for each in range(11))
        parts.append(
            f'[[operation]]\nname = "operation {number}"\n'
            f'sql = "select {names} from t{number % tables} where id = :id"\n'
            f'parameters.id = {{ from = "t{number % tables}.id" }}\n'
        )
    return "".join(parts)
