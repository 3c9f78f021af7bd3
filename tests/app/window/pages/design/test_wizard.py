"""*Measure my own*, by mouse and keyboard, on a database file of somebody else's."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.designing.design import DesignedStatement
from app.designing.proposed_statements import with_statement
from app.report.figures.campaign_report import report_on
from app.report.figures.change_figures import change_rows
from app.results.store.store import open_store
from app.window.main_window import MainWindow
from app.window.pages.campaign.own.file_field import WorkFileField
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.design.page import DesignPage
from app.window.pages.design.statements_step import StatementsStep
from app.window.pages.results.change_tab import ChangeTab
from app.window.pages.results.results_view import ResultsView
from app.window.pages.servers.page import ServersPage
from app.window.settings import settings
from engines.contract.protection import ProtectionKind
from engines.registry import engine_named
from tests.app.designing.test_statements import designed
from tests.app.window.settling import await_, settle, shown_error
from widgets.fields.check_tree import CheckTree
from widgets.fields.choice import Choice
from widgets.look.theme import Scheme, apply_theme
from widgets.parts.error_panel import ErrorPanel
from workloads.change.workload import ChangeParameters
from workloads.own.file_reading import read_work
from workloads.own.model import OperationWork
from workloads.own.workload import OwnParameters

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
MARKER = "zz-secret-"
CLINIC = f"""
create table patient (id integer primary key, full_name varchar(80) not null,
    email varchar(120) unique, cpf char(11), city varchar(40), born date);
create table visit (id integer primary key, patient_id integer references patient (id),
    ward varchar(20), paid boolean);
create index visits on visit (patient_id);
with recursive n (n) as (select 1 union all select n + 1 from n where n < 300)
insert into patient select n, '{MARKER}' || n, '{MARKER}' || n || '@x.org', '{MARKER}', '{MARKER}',
    '1980-01-01' from n;
with recursive n (n) as (select 1 union all select n + 1 from n where n < 900)
insert into visit select n, 1 + n % 300, '{MARKER}' || n % 4, n % 2 from n;
analyze;
"""


@pytest.fixture(scope="module")
def window(
    home: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication
) -> Iterator[MainWindow]:
    settings().clear()
    if os.environ.get("CB_SHOTS"):
        apply_theme(qapp, "light")
    made = MainWindow(str(tmp_path_factory.mktemp("wizard") / "results.sqlite"))
    made.resize(1008, 600)
    made.show()
    servers = made.workbench.servers
    servers.discover()
    await_(lambda: servers.discovered and made.loaded)
    yield made
    made.workbench.close()
    made.close()
    made.deleteLater()


@pytest.fixture
def clinic(tmp_path: Path) -> Path:
    """A database file with a marker in every text."""
    file = tmp_path / "clinic.db"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(CLINIC)
    return file


@pytest.fixture
def page(window: MainWindow, clinic: Path, qtbot: QtBot) -> DesignPage:
    """The wizard as the Start page opens it, with the tables of the file listed."""
    window.show_page("start")
    press_button(window.page("start"), "own", qtbot)
    made = window.page("design")
    assert isinstance(made, DesignPage) and made.isVisible() and made.step == 0
    made.tables.server.choose("sqlite")
    qtbot.mouseClick(made.tables.file_button, LEFT)
    dialog = made.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit(str(clinic))
    dialog.reject()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    idle(made, qtbot)
    return made


def press_button(page: QWidget, words: str, qtbot: QtBot) -> None:
    buttons = page.findChildren(QPushButton)
    qtbot.mouseClick(next(each for each in buttons if words in each.text()), LEFT)


def idle(page: DesignPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not page.busy, timeout=60_000)
    settle(page, qtbot)


def row_of(tree: CheckTree, words: str) -> tuple[int, int]:
    """The first row whose first cell begins so."""
    return next(
        (group, row)
        for group in range(tree.tree_model.rowCount())
        for row in range(tree.tree_model.rowCount(tree.tree_model.index(group, 0)))
        if tree.tree_model.cell(tree.cell_index(group, row)).text.startswith(words)
    )


def pick(choice: Choice, words: str, qtbot: QtBot) -> None:
    """Open a list and click the row that begins so."""
    qtbot.mouseClick(choice, LEFT)
    rows = choice.view()
    qtbot.waitUntil(rows.isVisible)
    qtbot.wait(QApplication.doubleClickInterval())  # the list ignores a release before
    index = rows.model().index(choice.findText(words, Qt.MatchFlag.MatchStartsWith), 0)
    rows.scrollTo(index)
    qtbot.mouseClick(rows.viewport(), LEFT, pos=rows.visualRect(index).center())
    qtbot.waitUntil(lambda: not rows.isVisible())
    assert choice.currentText().startswith(words)


def tick(tree: CheckTree, words: str, column: int, qtbot: QtBot) -> None:
    index: QModelIndex = tree.cell_index(*row_of(tree, words), column)
    tree.scrollTo(index)
    qtbot.mouseClick(tree.viewport(), LEFT, pos=tree.visualRect(index).center())


def to_columns(page: DesignPage, qtbot: QtBot) -> None:
    """Tick both tables and go on."""
    for table in ("patient", "visit"):
        tick(page.tables.list, table, 2, qtbot)
    qtbot.mouseClick(page.next_button, LEFT)
    idle(page, qtbot)
    assert page.step == 1 and page.has_unsaved_work(), [
        each.text() for each in page.findChildren(ErrorPanel)
    ]


def test_that_three_steps_write_a_file_and_open_a_plan_of_it(
    page: DesignPage, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    assert not page.next_button.isEnabled() and not page.tables.tables
    to_columns(page, qtbot)
    tree = page.columns.tree
    assert page.columns.encrypted == set(), "nothing is decided silently"
    why = tree.tree_model.cell(tree.cell_index(*row_of(tree, "email"), 3)).text
    assert "e-mail" in why
    tick(tree, "full_name", 2, qtbot)
    tick(tree, "email", 2, qtbot)
    qtbot.mouseClick(page.next_button, LEFT)
    assert page.step == 2 and page.statements.chosen
    file = tmp_path / "clinic.toml"
    qtbot.keyClick(page.statements.file, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(page.statements.file, str(file))
    assert "Try" in page.next_button.text()
    qtbot.mouseClick(page.next_button, LEFT)
    idle(page, qtbot)
    assert page.statements.tried and "Write" in page.next_button.text()
    qtbot.mouseClick(page.next_button, LEFT)
    qtbot.waitUntil(lambda: window.current_key() == "campaign", timeout=60_000)
    campaign = window.page("campaign")
    assert isinstance(campaign, CampaignPage)
    qtbot.waitUntil(lambda: campaign.own.reader.outline is not None, timeout=60_000)
    assert campaign.own.reader.faults == ()
    qtbot.waitUntil(campaign.summary.start_button.isEnabled, timeout=60_000)
    plan = campaign.campaign()
    assert [each.name for each in plan.servers] == ["sqlite"]
    kinds = {each.protection.kind for each in plan.protections}
    assert kinds == {ProtectionKind.PLAINTEXT, ProtectionKind.CLIENT}
    assert isinstance(plan.workload, OwnParameters)
    assert plan.workload.file == str(file) and plan.workload.sizes
    assert MARKER not in file.read_text()
    columns = dict(read_work(file).table["patient"].column)
    assert columns["full_name"].seal and columns["email"].seal and not columns["cpf"].seal


def test_that_rows_are_read_only_where_it_is_allowed(page: DesignPage, qtbot: QtBot) -> None:
    assert not page.tables.scan.isChecked() and not page.tables.sample.isChecked()
    to_columns(page, qtbot)
    asked = page.columns.queries.toPlainText()
    assert "sqlite_schema" in asked and "patient" not in asked and MARKER not in asked
    qtbot.mouseClick(page.back_button, LEFT)
    for box in (page.tables.scan, page.tables.sample):
        qtbot.keyClick(box, Qt.Key.Key_Space)
    qtbot.mouseClick(page.next_button, LEFT)
    idle(page, qtbot)
    asked = page.columns.queries.toPlainText()
    assert page.step == 1 and "patient" in asked and "1000 values" in asked and MARKER not in asked
    for box in (page.tables.scan, page.tables.sample):
        box.setChecked(False)


def test_that_keys_go_through_the_steps_and_back(page: DesignPage, qtbot: QtBot) -> None:
    to_columns(page, qtbot)
    tree = page.columns.tree
    tree.setCurrentIndex(tree.cell_index(*row_of(tree, "cpf")))
    qtbot.keyClick(tree, Qt.Key.Key_Space)
    assert page.columns.encrypted == {"patient.cpf"}
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert page.step == 2
    for step in (1, 0):
        page.back_button.setFocus()
        qtbot.keyClick(page.back_button, Qt.Key.Key_Space)
        assert page.step == step
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert page.step == 1 and page.columns.encrypted == {"patient.cpf"}, "nothing is asked again"


def test_that_a_table_or_file_that_vanished_is_reported_with_what_to_do(
    page: DesignPage, clinic: Path, qtbot: QtBot
) -> None:
    tick(page.tables.list, "patient", 2, qtbot)
    with closing(sqlite3.connect(clinic)) as database:
        database.executescript("drop table visit; drop table patient")
    qtbot.mouseClick(page.next_button, LEFT)
    idle(page, qtbot)
    output = shown_error(page).text()
    assert page.step == 0 and "patient" in output and "Traceback" not in output
    clinic.unlink()
    qtbot.mouseClick(page.next_button, LEFT)
    idle(page, qtbot)
    output = shown_error(page).text()
    assert page.step == 0 and str(clinic) in output and "Traceback" not in output


def test_that_what_is_read_is_stopped_by_a_key_and_by_another_choice(
    page: DesignPage, window: MainWindow, qtbot: QtBot
) -> None:
    def begin() -> None:
        qtbot.mouseClick(page.next_button, LEFT)
        assert page.busy and page.stop_button.isVisible()

    tick(page.tables.list, "patient", 2, qtbot)
    begin()
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert not page.busy and not page.stop_button.isVisible()
    begin()
    tick(page.tables.list, "visit", 2, qtbot)
    assert (page.busy, page.step) == (False, 0)
    begin()
    servers = window.page("servers")
    assert isinstance(servers, ServersPage)
    servers.list.set_current("firebird")
    window.show_page("servers")
    press_button(servers, "own", qtbot)
    assert page.isVisible() and page.tables.server.currentData() == "firebird"
    assert (page.busy, page.tables.tables) == (False, ())
    assert page.tables.connect_button.isVisible()


def test_that_a_campaign_that_begins_stops_what_is_read(page: DesignPage, qtbot: QtBot) -> None:
    tick(page.tables.list, "patient", 2, qtbot)
    qtbot.mouseClick(page.next_button, LEFT)
    states = [page.busy]
    page._watch._begin()
    states.append(page.busy)
    assert states == [True, False]
    assert not page.next_button.isEnabled()
    page._watch._end()
    qtbot.waitUntil(page.next_button.isEnabled)
    assert page.step == 0


def test_that_a_statement_that_cannot_be_measured_is_shown_and_can_be_mended(qtbot: QtBot) -> None:
    made = designed("select city from customer tablesample system (1) where city = 'Recife'")
    step = StatementsStep()
    qtbot.addWidget(step)
    step.show_design(made)
    step.tree.setCurrentIndex(step.tree.cell_index(1, 0))
    editor = step.editor
    assert (
        editor.text.toPlainText()
        == "select city from customer tablesample system (:p1) where city = :p2"
    )
    assert "belongs to no column" in editor.reason.text()
    assert not editor.apply_button.isEnabled(), "nothing was changed yet"
    editor.text.setPlainText("select city from customer where city = :p2")
    with qtbot.waitSignal(step.statement_applied) as statement_applied:
        qtbot.mouseClick(editor.apply_button, LEFT)
    mended, name = with_statement(made, *statement_applied.args)
    assert mended.unmeasured == () and name in {each.name for each in mended.statements}


NORTHWIND = Path(__file__).with_name("northwind.sql")
FAULTY = "select freight from orders where freight = ship_city and order_id = :id"
RANGE = "select order_id, freight from orders where freight between :low and :high"


@pytest.fixture
def northwind(window: MainWindow, qtbot: QtBot) -> Iterator[str]:
    """Northwind in a database of the embedded PostgreSQL."""
    servers = window.workbench.servers
    servers.start("postgresql")
    await_(lambda: (entry := servers.entry("postgresql")) and entry.endpoint, seconds=120)
    entry = servers.entry("postgresql")
    assert entry is not None and entry.endpoint is not None
    engine = engine_named("postgresql")
    name = engine.catalogue.create_database(entry.endpoint, "northwind")
    with engine.driver.connect(entry.endpoint, name) as session:
        session.execute(NORTHWIND.read_text(encoding="utf-8"))
        session.execute("analyze")
        session.commit()
    yield name
    engine.catalogue.drop_database(entry.endpoint, name)


def statements_of(step: StatementsStep) -> tuple[DesignedStatement, ...]:
    assert step.design is not None
    return step.design.statements


def write_sql(page: DesignPage, sql: str, qtbot: QtBot) -> None:
    """Type into the editor in place of what is there, and press *Apply*."""
    editor = page.statements.editor
    editor.text.setFocus()
    qtbot.keyClick(editor.text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(editor.text, sql)
    qtbot.mouseClick(editor.apply_button, LEFT)
    idle(page, qtbot)


def shot(window: MainWindow, name: str) -> None:
    if folder := os.environ.get("CB_SHOTS"):
        window.grab().save(f"{folder}/{name}.png")


def through_tables_and_columns(
    window: MainWindow, database: str, qtbot: QtBot
) -> tuple[DesignPage, StatementsStep]:
    """Choose four tables of Northwind, and a column to encrypt."""
    window.show_page("start")
    press_button(window.page("start"), "own", qtbot)
    page = window.page("design")
    assert isinstance(page, DesignPage)
    pick(page.tables.server, "postgresql", qtbot)
    settle(page, qtbot)
    qtbot.mouseClick(page.tables.connect_button, LEFT)
    idle(page, qtbot)
    pick(page.tables.database, database, qtbot)
    idle(page, qtbot)
    for table in ("orders", "customers", "order_details", "products"):
        tick(page.tables.list, table, 2, qtbot)
    shot(window, "wizard-1")
    qtbot.mouseClick(page.next_button, LEFT)
    idle(page, qtbot)
    assert page.step == 1, [each.text() for each in page.findChildren(ErrorPanel)]
    tick(page.columns.tree, "contact_name", 2, qtbot)
    qtbot.mouseClick(page.columns.differences_button, LEFT)
    assert page.columns.differences.isVisible()
    model = page.columns.differences.table_model()
    heads = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
    assert heads == ["Place", "Source", "Here", "What it changes"] and model.rowCount()
    shot(window, "wizard-2")
    qtbot.mouseClick(page.columns.differences_button, LEFT)
    qtbot.mouseClick(page.next_button, LEFT)
    step = page.statements
    assert page.step == 2 and step.chosen
    assert step.tree.isColumnHidden(1), "this server has counted nothing"
    return page, step


def test_that_northwind_goes_through_the_wizard_by_mouse(
    window: MainWindow, northwind: str, tmp_path: Path, qtbot: QtBot
) -> None:
    page, step = through_tables_and_columns(window, northwind, qtbot)
    qtbot.mouseClick(step.add_button, LEFT)
    write_sql(page, "select 1 from nowhere", qtbot)
    assert "no column of the chosen tables" in step.editor.reason.text()
    assert "nowhere" in step.editor.text.toPlainText()
    write_sql(page, FAULTY, qtbot)
    assert "ship_city" in step.editor.text.toPlainText()
    faulty = step.editor.name
    qtbot.mouseClick(step.add_button, LEFT)
    write_sql(page, RANGE, qtbot)
    ranged = step.editor.name
    [field] = step.editor.widths.values()
    field.setValue(7)
    qtbot.mouseClick(page.next_button, LEFT)
    idle(page, qtbot)
    assert not [each for each in page.findChildren(ErrorPanel) if each.isVisible()]
    known = {each.name: each for each in statements_of(step)}
    assert known[faulty].fails and not known[ranged].failures
    assert faulty not in step.chosen and ranged in step.chosen
    tree = step.tree
    tree.setCurrentIndex(tree.cell_index(*row_of(tree, faulty)))
    assert "does not exist" in step.editor.reason.text(), "the server's words beside its SQL"
    shot(window, "wizard-3")
    assert "Write" in page.next_button.text()

    tree.setCurrentIndex(tree.cell_index(*row_of(tree, faulty)))
    write_sql(page, FAULTY.replace("freight = ship_city and ", ""), qtbot)
    assert "Try" in page.next_button.text(), "what was edited is tried anew"
    removed = next(each.name for each in statements_of(step) if each.name not in known[faulty].name)
    tree.setCurrentIndex(tree.cell_index(*row_of(tree, removed)))
    qtbot.mouseClick(step.remove_button, LEFT)
    assert removed not in {each.name for each in statements_of(step)}
    operations = written(page, window, tmp_path / "northwind.toml", qtbot)
    assert removed not in operations and faulty in operations
    assert "ship_city" not in operations[faulty].sql[0]
    [drawn] = [each for each in operations[ranged].parameters.values() if each.above]
    assert drawn.width == 7
    try_on_the_campaign_page(window, qtbot)


def try_on_the_campaign_page(window: MainWindow, qtbot: QtBot) -> None:
    """Press *Try statements* there: all that was written works, under all protections."""
    campaign = window.page("campaign")
    assert isinstance(campaign, CampaignPage)
    summary = campaign.summary
    qtbot.waitUntil(summary.start_button.isEnabled, timeout=60_000)
    settle(campaign, qtbot)
    qtbot.mouseClick(summary.try_button, LEFT)
    qtbot.waitUntil(lambda: "trying statements" in summary.dry_run_text.text(), timeout=60_000)
    qtbot.waitUntil(lambda: not campaign.workbench.dry_running, timeout=240_000)
    settle(campaign, qtbot)
    shot(window, "wizard-5")
    assert summary.dry_run_text.text() == "Tried: every statement works everywhere."
    assert summary.start_button.isEnabled()


def written(
    page: DesignPage, window: MainWindow, file: Path, qtbot: QtBot
) -> dict[str, OperationWork]:
    """Try what is left, write the file, and read it."""
    qtbot.keyClick(page.statements.file, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(page.statements.file, str(file))
    assert "Try" in page.next_button.text(), "written once: its plan would be opened again later"
    qtbot.mouseClick(page.next_button, LEFT)
    idle(page, qtbot)
    shot(window, "wizard-4")
    assert "Write" in page.next_button.text() and window.current_key() == "start"
    qtbot.mouseClick(page.next_button, LEFT)
    qtbot.waitUntil(lambda: window.current_key() == "campaign", timeout=60_000)
    work = read_work(file)
    assert work.table["customers"].column["contact_name"].seal
    assert not work.table["customers"].column["city"].seal
    return {each.name: each for each in work.operation}


# Encryption of the designed tables is switched on, from the wizard to the report.


def press_index(tree: CheckTree, index: QModelIndex, qtbot: QtBot) -> None:
    tree.scrollTo(index)
    qtbot.mouseClick(tree.viewport(), LEFT, pos=tree.visualRect(index).center())


def to_change(campaign: CampaignPage, file: Path, rows: int, qtbot: QtBot) -> None:
    """Choose the work, the file, and the columns of its orders."""
    qtbot.waitUntil(lambda: campaign.own.reader.outline is not None, timeout=60_000)
    work = campaign.work
    work.work.setCurrentIndex(work.work.findData("change"))
    known = work.form("change").fields
    field = known["file"]
    assert isinstance(field, WorkFileField)
    field.row.line.setFocus()
    field.row.line.clear()  # of an attempt before
    qtbot.keyClicks(field.row.line, str(file))
    qtbot.waitUntil(lambda: campaign.own.reader.outline is not None, timeout=60_000)
    known["rows"].show_value((rows,))
    known["quiet_seconds"].show_value(0.5)
    work.settings_fields.repetitions.setValue(2)
    work.settings_fields.warmups.setValue(0)
    shot_of(campaign, "change-1")
    qtbot.mouseClick(field.open_button, LEFT)
    section = campaign.own.section
    qtbot.waitUntil(lambda: section.isVisible() and not section.statements.isVisible())
    for column in ("orders.ship_name", "orders.ship_address"):
        press_index(section.columns, section.columns.index_of(column), qtbot)
    shot_of(campaign, "change-2")
    qtbot.mouseClick(section.back, LEFT)
    settle(campaign, qtbot)
    qtbot.waitUntil(lambda: "orders" in field.note.text(), timeout=60_000)
    assert "ship_name, ship_address" in field.note.text()


def shot_of(page: QWidget, name: str) -> None:
    if folder := os.environ.get("CB_SHOTS"):
        page.window().grab().save(f"{folder}/{name}.png")


def test_that_the_columns_whose_encryption_is_changed_are_chosen_by_mouse(
    window: MainWindow, northwind: str, tmp_path: Path, qtbot: QtBot
) -> None:
    page, _ = through_tables_and_columns(window, northwind, qtbot)
    file = tmp_path / "northwind.toml"
    written(page, window, file, qtbot)
    campaign = window.page("campaign")
    assert isinstance(campaign, CampaignPage)
    to_change(campaign, file, 400, qtbot)
    qtbot.waitUntil(campaign.summary.start_button.isEnabled, timeout=60_000)
    section = campaign.own.section
    qtbot.mouseClick(field_of(campaign).open_button, LEFT)
    found_by = section.columns.index_of("orders.ship_name", searched=True)
    press_index(section.columns, found_by, qtbot)
    qtbot.mouseClick(section.back, LEFT)
    settle(campaign, qtbot)
    chosen = campaign.work.form("change").parameters()
    assert isinstance(chosen, ChangeParameters) and chosen.search is not None
    assert "orders.ship_name" in chosen.search


def field_of(campaign: CampaignPage) -> WorkFileField:
    field = campaign.work.form("change").fields["file"]
    assert isinstance(field, WorkFileField)
    return field


def shot_in_both_schemes(window: MainWindow, name: str) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    schemes: tuple[Scheme, ...] = ("dark", "light")
    for scheme in schemes if os.environ.get("CB_SHOTS") else ():
        apply_theme(app, scheme)
        await_(lambda: True)
        shot(window, f"{name}-{scheme}")


@pytest.mark.exhaustive
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("rows", [400, 100_000])
def test_that_encryption_of_designed_tables_is_switched_on_by_mouse(
    window: MainWindow, northwind: str, rows: int, tmp_path: Path, qtbot: QtBot
) -> None:
    page, _ = through_tables_and_columns(window, northwind, qtbot)
    file = tmp_path / "northwind.toml"
    written(page, window, file, qtbot)
    campaign = window.page("campaign")
    assert isinstance(campaign, CampaignPage)
    to_change(campaign, file, rows, qtbot)
    qtbot.waitUntil(campaign.summary.start_button.isEnabled, timeout=60_000)
    qtbot.mouseClick(campaign.summary.start_button, LEFT)
    await_(lambda: window.workbench.running, seconds=120)
    await_(lambda: not window.workbench.running, seconds=2000)
    shot(window, "change-3")
    window.show_page("results")
    await_(lambda: window.page("results").findChild(ChangeTab) is not None)
    [part] = window.page("results").findChildren(ChangeTab)
    view = window.page("results").findChild(ResultsView)
    assert isinstance(view, ResultsView)
    shot_in_both_schemes(window, "change-4")
    view.tabs.setCurrentWidget(part)
    qtbot.waitUntil(lambda: part.chart_view.chart is not None)
    shot_in_both_schemes(window, "change-5")
    model = part.table.table_model()
    assert model.rowCount() == 3, "batches and UPDATE in plaintext; in the application batches"
    assert window.workbench.store_url is not None
    with open_store(window.workbench.store_url, write=False) as store:
        found = change_rows(report_on(store, view.campaign_id or 0))
    [encrypted] = [row for row in found if row.cost.percent is not None]
    assert encrypted.n == 2 and encrypted.key.case.size == rows
    assert encrypted.max_count("updates_lost") == 0
