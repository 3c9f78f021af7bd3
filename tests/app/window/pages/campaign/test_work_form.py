"""The form of any workload: made from its parameters, kept while another one is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.plan.estimate import Estimate, in_lockstep, planned_seconds
from app.plan.matrix import cells_of
from app.plan.plan_file import read_plan, shipped_plans
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.campaign.work_form import ParameterForm, WorkForm
from app.window.shared.fields import (
    CheckBoxParameter,
    ChoiceParameter,
    ListParameter,
    NumberParameter,
    PickedParameter,
    RadioParameter,
    SizesParameter,
    TextParameter,
    label_of,
)
from app.window.workbench.workbench import Workbench
from engines.contract.message import phrase
from engines.contract.parameter import Shown, parameter, parameters_of
from tests.app.window.pages.campaign.saved_page import opened
from tests.app.window.settling import await_, let_go, settle
from widgets.fields.field_rows import FieldRows
from widgets.parts.cards import ToneLabel
from workloads.cipher_speed.workload import CipherSpeedParameters
from workloads.contract import Parameters, Profile
from workloads.hospital.workload import HospitalParameters
from workloads.registry import workload_named, workload_names
from workloads.web_users.parameters import LoadKind

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
LEFT = Qt.MouseButton.LeftButton
RAW = CipherSpeedParameters(ciphers=("aes-128-cbc", "aes-256-gcm"), rsa_bits=(2048,), seconds=2)


@pytest.fixture
def stored(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture(scope="module")
def workbench(
    home: Path, qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Workbench]:
    made = Workbench(str(tmp_path_factory.mktemp("form") / "results.sqlite"))
    made.servers.discover()
    await_(lambda: made.servers.discovered)
    yield made
    let_go(made)


def choose(page: CampaignPage, qtbot: QtBot, name: str) -> None:
    """Choose a workload by the arrow keys."""
    box = page.work.work
    box.setFocus()
    while box.currentData() != name:
        down = box.currentIndex() < box.findData(name)
        qtbot.keyClick(box, Qt.Key.Key_Down if down else Qt.Key.Key_Up)
    settle(page, qtbot)


def words(part: QWidget) -> str:
    return "\n".join(each.text() for each in part.findChildren(QLabel) if each.isVisible())


def chip(page: CampaignPage, field: str, value: str) -> QWidget:
    picked = page.work.field(field)
    assert isinstance(picked, PickedParameter)
    return picked.chips[value]


class Colour(StrEnum):
    RED, GREEN, BLUE, WHITE = "red", "green", "blue", "white"


class Side(StrEnum):
    LEFT, RIGHT = "left", "right"


@dataclass(frozen=True)
class Sundry(Parameters):
    """A parameter of every kind."""

    name: str = "sundry"
    rate: float = parameter(
        2.5, least=0.5, most=9, shown=Shown(phrase("Rate"), phrase("Number of"), phrase("1/s"))
    )
    lanes: int = parameter(4, least=1, most=64)
    tls: bool = False
    side: Side = Side.LEFT
    colour: Colour = Colour.GREEN
    sides: tuple[Side, ...] = (Side.LEFT,)
    sizes: tuple[int, ...] = (3, 5)
    rates: tuple[float, ...] = (0.5, 2.0)
    title: str = "a"


def test_that_there_is_a_field_for_every_kind_of_parameter(qtbot: QtBot) -> None:
    form = ParameterForm(Sundry)
    for row in form.rows():
        qtbot.addWidget(row.field)
    kinds = {name: type(field) for name, field in form.fields.items()}
    assert form.parameters() == Sundry()
    assert kinds["rate"] is kinds["lanes"] is NumberParameter and kinds["tls"] is CheckBoxParameter
    assert kinds["side"] is RadioParameter and kinds["colour"] is ChoiceParameter
    assert kinds["sides"] is PickedParameter and kinds["sizes"] is SizesParameter
    assert issubclass(kinds["rates"], TextParameter) and kinds["title"] is TextParameter
    assert [row.label for row in form.rows()][:2] == ["Rate (1/s)", "Lanes"]
    rate = form.fields["rate"]
    assert isinstance(rate, NumberParameter) and rate.box.toolTip() == "Number of"
    assert (rate.box.minimum(), rate.box.maximum()) == (0.5, 9)


def test_that_fields_give_back_what_they_show_and_what_is_typed(qtbot: QtBot) -> None:
    form = ParameterForm(Sundry)
    other = Sundry(
        rate=4.25, lanes=100, tls=True, side=Side.RIGHT, colour=Colour.WHITE,
        sides=(Side.LEFT, Side.RIGHT), sizes=(7,), rates=(1.5,), title="b",
    )  # fmt: skip
    heard: list[None] = []
    form.changed.connect(lambda: heard.append(None))
    form.show_parameters(other)
    assert form.parameters() == other and not heard  # also what a form would not offer
    rates = form.fields["rates"]
    assert isinstance(rates, TextParameter)
    qtbot.addWidget(rates)
    rates.line.selectAll()
    qtbot.keyClicks(rates.line, "1, 20, x")
    assert form.parameters() == replace(other, rates=(1.0, 20.0)) and heard


@pytest.mark.slow
def test_that_every_plan_that_ships_is_shown_and_given_back(
    home: Path, tmp_path: Path, stored: QSettings, qtbot: QtBot
) -> None:
    """Whichever was open before. Servers that they name are not started, as while one measures."""
    workbench = Workbench(str(tmp_path / "results.sqlite"))
    workbench.servers.lock([])
    page = opened(workbench, stored, qtbot)
    last = {read_plan(plan).workload.name: plan for plan in shipped_plans()}
    for plan in (*shipped_plans(), *reversed(last.values())):
        campaign = read_plan(plan)
        workbench.plan_opened.emit(campaign)
        assert page.campaign() == campaign, plan
    let_go(workbench)


@pytest.mark.slow
def test_that_another_workload_has_fields_of_its_own_and_keeps_them(
    workbench: Workbench, stored: QSettings, qtbot: QtBot
) -> None:
    page = opened(workbench, stored, qtbot)
    sizes = page.work.field("sizes")
    sizes.setFocus()
    field = page.focusWidget()
    assert field is not None
    qtbot.keyClicks(field, "321\r")
    typed = page.work.workload()
    assert len(page.work.findChildren(ParameterForm)) == 1, "others are made when they are chosen"
    choose(page, qtbot, "cipher_speed")
    assert len(page.work.findChildren(ParameterForm)) > 1
    assert not sizes.isVisible() and page.work.field("ciphers").isVisible()
    qtbot.mouseClick(chip(page, "ciphers", "aes-128-ecb"), LEFT)
    raw = page.work.workload()
    assert isinstance(raw, CipherSpeedParameters) and "aes-128-ecb" not in raw.ciphers
    choose(page, qtbot, "hospital")
    assert page.work.workload() == typed and sizes.isVisible()
    choose(page, qtbot, "cipher_speed")
    assert page.work.workload() == raw


def test_that_work_without_a_database_says_why_it_wants_no_servers(
    workbench: Workbench, stored: QSettings, qtbot: QtBot
) -> None:
    page = opened(workbench, stored, qtbot)
    choose(page, qtbot, "cipher_speed")
    assert not page.servers.isVisible() and not page.protections.isVisible()
    report = words(page.providers)
    assert "needs no database" in report and "cryptography" in report
    choose(page, qtbot, "hospital")
    assert page.servers.isVisible() and not page.providers.isVisible()


def test_that_its_matrix_is_providers_by_subjects(
    workbench: Workbench, stored: QSettings, qtbot: QtBot
) -> None:
    page = opened(workbench, stored, qtbot)
    plan = replace(read_plan("cipher-speed"), workload=RAW)
    workbench.plan_opened.emit(plan)
    settle(page, qtbot)
    model = page.summary.grid.model()
    down, across = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
    assert [model.headerData(row, down) for row in range(model.rowCount())] == list(RAW.providers)
    columns = [model.headerData(at, across) for at in range(model.columnCount())]
    assert columns[:3] == ["aes-128-cbc", "control", "aes-256-gcm"]
    cell = page.summary.grid.cell(1, 0)
    cases = len(RAW.block_bytes) + len(RAW.blocks_without_instructions)
    runs = [plan.repetitions * each for each in (cases, len(RAW.block_bytes))]
    assert cell.text in [f"{each} runs" for each in runs]
    assert "16 bytes" in cell.tooltip and "records" not in cell.tooltip
    assert page.summary.start_button.isEnabled() and page.save_button.isEnabled()
    assert page.summary.time.text().endswith(" min")


@pytest.mark.slow
def test_that_what_does_not_fit_is_reported_in_words(
    workbench: Workbench, stored: QSettings, qtbot: QtBot
) -> None:
    page = opened(workbench, stored, qtbot)
    choose(page, qtbot, "cipher_speed")
    for name in RAW.providers:
        qtbot.mouseClick(chip(page, "providers", name), LEFT)
    settle(page, qtbot)
    assert "Choose a program or a library" in words(page.summary)
    assert not page.summary.start_button.isEnabled()
    page.work.field("providers").show_value(RAW.providers)
    page.work.field("block_bytes").show_value((16, 17))
    page.work.changed.emit()
    settle(page, qtbot)
    assert "block size 17 is not a multiple of 16 bytes" in words(page.summary)
    assert not page.save_button.isEnabled()


@pytest.mark.slow
def test_that_the_fields_of_every_workload_are_there_after_a_restart(
    workbench: Workbench, stored: QSettings, qtbot: QtBot
) -> None:
    page = opened(workbench, stored, qtbot)
    page.work.field("sizes").show_value(())
    qtbot.keyClick(page.servers.list.row("sqlite"), Qt.Key.Key_Space)
    choose(page, qtbot, "cipher_speed")
    page.work.field("block_bytes").show_value((17,))
    page.work.changed.emit()
    settle(page, qtbot)
    later = opened(workbench, stored, qtbot)
    assert later.work.chosen == "cipher_speed" and later.work.field("block_bytes").value() == (17,)
    choose(later, qtbot, "hospital")
    assert later.work.field("sizes").value() == ()
    assert [each.name for each in later.servers.chosen()] == ["sqlite"]


def test_that_fields_that_make_no_difference_are_away(
    workbench: Workbench, stored: QSettings, qtbot: QtBot
) -> None:
    page = opened(workbench, stored, qtbot)
    choose(page, qtbot, "web_users")
    rate, reads = map(page.work.field, ("read_rate", "reads"))
    assert rate.isVisible() and not reads.isVisible()
    qtbot.mouseClick(chip(page, "loads", LoadKind.CONCURRENT), LEFT)
    qtbot.mouseClick(chip(page, "loads", LoadKind.BASELINE), LEFT)
    assert reads.isVisible() and not rate.isVisible()
    assert not page.work.field("lanes").isVisible()
    qtbot.mouseClick(page.work.more, LEFT)
    assert page.work.field("lanes").isVisible() and not page.work.field("queue").isVisible()


def test_that_clients_of_the_hospital_bring_their_seconds(
    workbench: Workbench, stored: QSettings, qtbot: QtBot
) -> None:
    page = opened(workbench, stored, qtbot)
    choose(page, qtbot, "hospital")
    clients, *others = map(page.work.field, ("clients", "seconds", "warmup_seconds", "think"))
    assert not clients.isVisible()
    qtbot.mouseClick(page.work.more, LEFT)
    assert clients.isVisible() and not any(each.isVisible() for each in others)
    clients.show_value((1, 8))
    page.work.changed.emit()
    clients.changed.emit()
    settle(page, qtbot)
    assert all(each.isVisible() for each in others)
    assert page.work.workload() == HospitalParameters(profile=Profile.SOUND, clients=(1, 8))


def test_that_rates_are_typed_with_commas_between_them(
    workbench: Workbench, stored: QSettings, qtbot: QtBot
) -> None:
    page = opened(workbench, stored, qtbot)
    choose(page, qtbot, "web_users")
    for name, rates in (("read_rate", (100.0, 12345.67)), ("write_rate", (50.0, 0.5))):
        field = page.work.field(name)
        field.show_value(rates)
        assert isinstance(field, ListParameter) and field.value() == rates
    page.work.field("write_rate").show_value(())
    settle(page, qtbot)
    assert "Add at least one write rate." in words(page.summary)
    qtbot.mouseClick(chip(page, "loads", LoadKind.CONCURRENT), LEFT)
    qtbot.mouseClick(chip(page, "loads", LoadKind.BASELINE), LEFT)
    settle(page, qtbot)
    assert "Add at least one write rate." not in words(page.summary)


@pytest.mark.parametrize("name", workload_names())
def test_that_no_label_is_a_bare_key(name: str, qtbot: QtBot) -> None:
    form = ParameterForm(workload_named(name).parameters)
    for field in form.fields.values():
        qtbot.addWidget(field)
        assert field.parameter.shown.label, (
            f"{name}: {field.parameter.name} is shown as {label_of(field.parameter)}"
        )


def test_that_hidden_rows_ask_for_no_room(qtbot: QtBot) -> None:
    rows = FieldRows()
    qtbot.addWidget(rows)
    narrow, wide = QWidget(), QWidget()
    narrow.setMinimumWidth(50)
    wide.setMinimumWidth(900)
    rows.add_row("A", narrow)
    rows.add_row("B", wide)
    assert rows.minimumSizeHint().width() > 900
    rows.show_rows([1], False)
    assert rows.minimumSizeHint().width() < 100


def test_that_a_field_that_does_not_grow_leaves_the_others_room(qtbot: QtBot) -> None:
    rows = FieldRows()
    qtbot.addWidget(rows)
    box = QComboBox()
    rows.add_row("Label", box)
    rows.add_row("", QToolButton())
    rows.resize(500, 200)
    rows.show()
    assert box.width() > 350


def test_that_each_workload_tells_its_time_or_leaves_it_to_the_records() -> None:
    raw: Any = replace(read_plan("cipher-speed"), workload=RAW)
    cells = cells_of(raw, {}, providers=["cryptography"])
    gcm = next(each for each in cells if each.protection.name == "aes-256-gcm")
    report = planned_seconds(raw)(gcm)
    assert report is not None and report >= RAW.seconds
    assert Estimate(planned_seconds(raw), in_lockstep(raw)).remaining([gcm]) >= report
    hospital = read_plan("demo")
    cell = cells_of(hospital, {}, [spec.name for spec in hospital.servers])[0]
    assert planned_seconds(hospital)(cell) is None


@pytest.mark.parametrize("name", ["hospital", "web_users", "predicate"])
def test_that_a_new_campaign_begins_with_sound_keys_and_says_what_they_are(
    qtbot: QtBot, name: str
) -> None:
    form = ParameterForm(workload_named(name).parameters)
    field = form.fields["profile"]
    qtbot.addWidget(field)
    assert form.parameters().profile is Profile.SOUND
    assert isinstance(field, RadioParameter)
    output = []
    for profile in Profile:
        field.radios[profile].click()
        output += [each.text() for each in field.findChildren(ToneLabel)]
    assert "your own databases" in output[1] and "no protection for real data" in output[0]


def test_that_a_plan_keeps_its_study_keys_in_the_form(qtbot: QtBot) -> None:
    """A plan file without a profile means that of its workload, as in most shipped ones; that of a
    clinic runs_statements for the study's keys by name."""
    for path in shipped_plans():
        plan = read_plan(path)
        form = ParameterForm(type(plan.workload))
        for field in form.fields.values():
            qtbot.addWidget(field)
        form.show_parameters(plan.workload)
        usual = parameters_of(type(plan.workload)).get("profile")
        fixed = type(plan.workload)(plan.workload.name).profile
        meant = Profile.STUDY if path == "own-clinic" else usual.default if usual else fixed
        assert form.parameters().profile is plan.workload.profile is meant, path


@pytest.mark.parametrize("width", [320, 460, 700])
def test_that_a_label_is_compared_with_its_field_at_any_width(qtbot: QtBot, width: int) -> None:
    form = WorkForm()
    qtbot.addWidget(form)
    form.resize(width, 700)
    with qtbot.waitExposed(form):
        form.show()
    for field in (form.settings_fields.seed, form.settings_fields.warmups):
        label = next(each for each in form.findChildren(QLabel) if each.buddy() is field)
        middles = [each.mapTo(form, each.rect().center()).y() for each in (label, field)]
        assert abs(middles[0] - middles[1]) <= 3, label.text()
