"""The campaign in the making: there after a restart, with true reasons and a patient search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QDoubleSpinBox, QLabel, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from app.plan.campaign import CampaignSettings, Order, Placement
from app.plan.plan_file import read_plan
from app.plan.requirements import Requirements, Withstand
from app.servers.entry import ServerState
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.servers.connect_form import ConnectForm
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import EncryptedFolder, Source
from engines.contract.parameter import parameters_of
from tests.app.window.pages.campaign.fields import profile_button
from tests.app.window.pages.campaign.saved_page import SavedPage, opened, saved_page
from tests.app.window.settling import await_, let_go, settle
from tests.gocryptfs import mounted
from tests.requirements import spec_of
from widgets.tables.cell_grid import CellGrid
from workloads.contract import Profile
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def stored(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture(scope="module")
def workbench(
    home: Path, qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Workbench]:
    """Its servers run on from test to test."""
    made = Workbench(str(tmp_path_factory.mktemp("drafts") / "results.sqlite"))
    made.servers.discover()
    await_(lambda: made.servers.discovered)
    yield made
    let_go(made)


@pytest.fixture(scope="module")
def staying(workbench: Workbench) -> Iterator[SavedPage]:
    with saved_page(workbench, "sqlite") as made:
        yield made


@pytest.fixture
def page(staying: SavedPage) -> CampaignPage:
    """A page that is never opened anew, on which SQLite is ticked."""
    return staying.rest()


def tick(page: CampaignPage, qtbot: QtBot, *servers: str) -> None:
    for name in servers:
        page.servers.list.row(name).setFocus()
        qtbot.keyClick(page.servers.list.row(name), Qt.Key.Key_Space)
        settle(page, qtbot)
    states = page.workbench.servers
    qtbot.waitUntil(
        lambda: all(
            (entry := states.entry(name)) is not None and entry.state is ServerState.RUNNING
            for name in servers
        ),
        timeout=240_000,  # an encrypted folder takes a second of computing
    )
    settle(page, qtbot)


@pytest.mark.slow
def test_that_an_unfinished_campaign_is_there_after_a_restart(
    workbench: Workbench, stored: QSettings, qtbot: QtBot
) -> None:
    page = opened(workbench, stored, qtbot)
    page.name.selectAll()
    qtbot.keyClicks(page.name, "half done")
    page.work.settings_fields.repetitions.setValue(7)
    page.work.settings_fields.silence.setValue(90)
    page.work.field("sizes").show_value(())
    page.work.changed.emit()
    qtbot.mouseClick(profile_button(page, Profile.STUDY), LEFT)
    settle(page, qtbot)
    stored.sync()
    later = opened(workbench, stored, qtbot)
    assert later.name.text() == "half done"
    assert (
        later.work.settings_fields.repetitions.value() == 7
        and later.work.settings_fields.silence.value() == 90
    )
    assert later.work.workload() == HospitalParameters(sizes=(), profile=Profile.STUDY)
    assert later.servers.chosen() == []
    assert [each.protection.name for each in later.protections.chosen()] == ["plaintext"]


def test_that_fields_offer_what_the_settings_of_a_campaign_allow(page: CampaignPage) -> None:
    work = page.work
    fields = {
        "target_percent": work.settings_fields.target,
        "max_repetitions": work.settings_fields.max_repetitions,
        "budget_minutes": work.settings_fields.budget,
        "repetitions": work.settings_fields.repetitions,
        "warmups": work.settings_fields.warmups,
        "seed": work.settings_fields.seed,
        "silence_seconds": work.settings_fields.silence,
    }
    declared = parameters_of(CampaignSettings)
    assert fields.keys() == declared.keys()
    for name, box in fields.items():
        known = declared[name]
        assert (box.minimum(), box.maximum()) == (known.least or 0, known.most)
        assert work.settings()[name] == known.default


@pytest.mark.slow
def test_that_servers_and_protections_come_back_too(
    workbench: Workbench, stored: QSettings, qtbot: QtBot
) -> None:
    page = opened(workbench, stored, qtbot)
    tick(page, qtbot, "sqlite")
    box = page.protections.list.row("client-aes-256-gcm")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    settle(page, qtbot)
    before = page.campaign()
    later = opened(workbench, stored, qtbot)
    assert later.campaign() == before


@pytest.mark.slow
def test_that_not_here_tells_why_a_server_cannot(
    workbench: Workbench, stored: QSettings, qtbot: QtBot
) -> None:
    page = opened(workbench, stored, qtbot)
    tick(page, qtbot, "sqlite", "firebird")
    page.protections.search.setFocus()
    qtbot.keyClicks(page.protections.search, "aes 128 ofb")
    box = page.protections.list.row("aes-128-ofb")  # Firebird's alone
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    settle(page, qtbot)
    grid = part(page, CellGrid)
    cell = grid.cell(0, 2)
    assert cell.text == "unsupported" and cell.tooltip == "The server does not support aes-128-ofb."
    tip = grid.model().index(0, 2).data(Qt.ItemDataRole.ToolTipRole)
    assert "lanned" not in tip


def test_that_a_status_is_reported_once(qtbot: QtBot) -> None:
    grid = CellGrid()
    qtbot.addWidget(grid)
    grid.set_layout(["pg"], ["aes"])
    grid.set_cell(0, 0, "failed", "failed", "It was killed.")
    tip = grid.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "failed\nIt was killed."


@pytest.mark.slow
def test_that_a_search_that_finds_nothing_leaves_the_list(page: CampaignPage, qtbot: QtBot) -> None:
    chooser = page.protections
    rows = [box for box in chooser.list.findChildren(QCheckBox) if box.isVisible()]
    chooser.search.setFocus()
    qtbot.keyClicks(chooser.search, "c")
    settle(page, qtbot)
    assert chooser.list.row("client-aes-256-gcm") in rows  # what stays is not made anew
    qtbot.keyClicks(chooser.search, "zzz")
    settle(page, qtbot)
    assert [box for box in chooser.list.findChildren(QCheckBox) if box.isVisible()]
    assert any("No protection of these servers matches “czzz”" in text for text in words(chooser))
    chooser.search.clear()
    settle(page, qtbot)
    assert not any("No protection" in text for text in words(chooser))


def words(page: QWidget) -> list[str]:
    return [label.text() for label in page.findChildren(QLabel) if label.isVisible()]


def part[T](page: QWidget, kind: type[T]) -> T:
    found = page.findChild(kind)  # type: ignore[type-var]
    assert isinstance(found, kind)
    return found


@pytest.mark.slow
def test_that_every_setting_of_a_plan_is_retained(
    workbench: Workbench, stored: QSettings, qtbot: QtBot
) -> None:
    page = opened(workbench, stored, qtbot)
    tick(page, qtbot, "sqlite")
    odd = replace(
        page.campaign(),
        repetitions=14,
        placement=Placement.TWO_CORES,
        control=False,
        target_percent=0.25,
        max_repetitions=40,
        budget_minutes=1.5,
        evidence=True,
        silence_seconds=7,
        advice=Requirements((Withstand.DISK,), may_cost=10.0),
    )
    page.load(odd)
    settle(page, qtbot)
    assert page.campaign() == odd
    later = opened(workbench, stored, qtbot)
    assert later.campaign() == odd


@pytest.mark.slow
def test_that_the_control_counts_among_the_runs(page: CampaignPage, qtbot: QtBot) -> None:
    page.work.settings_fields.warmups.setValue(0)
    for control, runs, columns in ((True, "24", 2), (False, "12", 1)):
        page.work.settings_fields.control.setChecked(control)
        settle(page, qtbot)
        assert page.summary.runs.text() == runs
        assert page.summary.grid.model().columnCount() == columns


def test_that_without_mirror_blocks_there_is_nothing_to_stop_at(page: CampaignPage) -> None:
    how = page.work.settings_fields
    how.order.setCurrentIndex(how.order.findData(Order.SEQUENTIAL.value))
    assert not any(
        each.isEnabled() for each in (how.control, how.target, how.max_repetitions, how.budget)
    )
    how.order.setCurrentIndex(0)
    assert how.control.isEnabled()


@pytest.mark.slow
def test_that_too_few_repetitions_and_half_blocks_are_reported(
    page: CampaignPage, qtbot: QtBot
) -> None:
    order = page.work.settings_fields.order
    order.setCurrentIndex(order.findData(Order.ABBA.value))
    box = page.protections.list.row("client-aes-256-gcm")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    for repetitions, report in (
        (12, ""),
        (13, "the last block is incomplete"),
        (10, "Fewer than 12"),
    ):
        page.work.settings_fields.repetitions.setValue(repetitions)
        settle(page, qtbot)
        output = page.summary.hints.text()
        assert report in output and bool(output) == bool(report)


@pytest.mark.slow
def test_that_the_form_says_how_often_the_server_has_the_rates(
    page: CampaignPage, qtbot: QtBot
) -> None:
    demo = read_plan("web-users-demo")
    page.load(replace(demo, servers=(spec_of("sqlite"),)))
    settle(page, qtbot)
    for order, report in (
        (Order.LOCKSTEP, "the server receives 3 times the rate"),
        (Order.ABBA, ""),
    ):
        page.work.settings_fields.order.setCurrentIndex(
            page.work.settings_fields.order.findData(order.value)
        )
        settle(page, qtbot)
        output = page.summary.hints.text().translate({0x2068: None, 0x2069: None})
        assert report in output and ("rate" in output) is bool(report), output


def test_that_placements_and_rare_settings_are_explained(page: CampaignPage, qtbot: QtBot) -> None:
    work = page.work
    report = set()
    for index in range(work.settings_fields.placement.count()):
        work.settings_fields.placement.setCurrentIndex(index)
        report.add(work.settings_fields.placement.toolTip())
    assert len(report) == 3 and all(len(each) > 30 for each in report)
    assert not work.settings_fields.budget.isVisible()
    qtbot.mouseClick(work.more, LEFT)
    assert (
        work.settings_fields.budget.isVisible()
        and work.settings_fields.max_repetitions.text() == "as planned"
    )
    assert isinstance(work.settings_fields.budget, QDoubleSpinBox)
    work.settings_fields.budget.setValue(2.5)
    assert (
        work.settings_fields.max_repetitions.text() == "any"
        and work.settings_fields.budget.text() == "2.5"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("choice", "kind"),
    [
        ("gocryptfs", EncryptedFolder.GOCRYPTFS),
        pytest.param("LUKS", EncryptedFolder.LUKS, marks=pytest.mark.exhaustive),
    ],
)
def test_that_a_server_with_an_encrypted_folder_is_planned_in_both_folders(
    choice: str,
    kind: EncryptedFolder,
    workbench: Workbench,
    stored: QSettings,
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    with mounted(tmp_path):
        pass  # folders can be mounted here
    form = ConnectForm(workbench.servers)
    qtbot.addWidget(form)
    with qtbot.waitActive(form):
        form.show()
    form.begin(Source.EMBEDDED)
    form.fields.engine.setCurrentIndex(form.fields.engine.findData("sqlite"))
    name = f"two {choice} folders"  # the workbench is that of all tests here
    form.fields.name.setText(name)
    [storage] = [each for each in form.findChildren(QRadioButton) if each.text().startswith(choice)]
    qtbot.mouseClick(storage, LEFT)
    qtbot.mouseClick(form.add_button, LEFT)
    qtbot.waitUntil(lambda: workbench.servers.entry(name) is not None)
    page = opened(workbench, stored, qtbot)
    tick(page, qtbot, name)

    model = page.summary.grid.model()
    columns = range(model.columnCount())
    names = [str(model.headerData(each, Qt.Orientation.Horizontal)) for each in columns]
    assert names == ["plaintext", "control", kind.value]
    assert page.summary.grid.cell(0, 2).text != "unsupported"
    assert "nothing to compare" not in page.summary.hints.text()
    page.files.save(page.campaign(), tmp_path / "both.toml")
    [spec] = read_plan(str(tmp_path / "both.toml")).servers
    assert spec.encrypted_folder is kind
