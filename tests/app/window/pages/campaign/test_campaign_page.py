"""The campaign page, by mouse and keyboard, with real servers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.plan.campaign import Order
from app.plan.plan_file import read_plan
from app.servers.entry import ServerState
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.campaign.server_chooser import ServerChooser
from app.window.pages.campaign.work_form import DataParameter
from app.window.servers.known_servers import KnownServers
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError, InputError
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.window.pages.campaign.fields import profile_button
from tests.app.window.pages.campaign.saved_page import SavedPage, saved_page
from tests.app.window.settling import let_go, settle
from workloads.contract import Profile

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def workbench(home: Path, qapp: QApplication) -> Iterator[Workbench]:
    """Its servers run on for the tests that only tick them."""
    made = Workbench(f"sqlite:///{home / 'pages.sqlite'}")
    yield made
    let_go(made)


def opened(workbench: Workbench, qtbot: QtBot) -> CampaignPage:
    made = CampaignPage(workbench)
    qtbot.addWidget(made)
    made.resize(1085, 690)
    with qtbot.waitActive(made):
        made.show()
    made.shown()
    qtbot.waitUntil(lambda: workbench.servers.discovered)
    settle(made, qtbot)
    return made


@pytest.fixture(scope="module")
def stored(workbench: Workbench) -> Iterator[SavedPage]:
    with saved_page(workbench, "postgresql") as made:
        yield made


@pytest.fixture
def chosen(stored: SavedPage) -> CampaignPage:
    """A page whose PostgreSQL is ticked; what it does with servers stays for other tests."""
    return stored.rest()


@pytest.fixture
def page(qtbot: QtBot, home: Path) -> Iterator[CampaignPage]:
    """A page with servers of its own, which it may add to and start."""
    workbench = Workbench(f"sqlite:///{home / 'pages.sqlite'}")
    yield opened(workbench, qtbot)
    let_go(workbench)


def tick(page: CampaignPage, qtbot: QtBot, name: str) -> None:
    """Tick a server by the space key and wait until its protections are offered."""
    qtbot.keyClick(page.servers.list.row(name), Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: state(page, name) is ServerState.RUNNING)
    settle(page, qtbot)


def choose(page: CampaignPage, qtbot: QtBot, protection: str) -> None:
    qtbot.keyClick(page.protections.list.row(protection), Qt.Key.Key_Space)
    settle(page, qtbot)


def state(page: CampaignPage, name: str) -> ServerState:
    entry = page.workbench.servers.entry(name)
    assert entry is not None
    return entry.state


def words(part: QWidget) -> str:
    labels = part.findChildren(QWidget)
    return "\n".join(each.text() for each in labels if hasattr(each, "text") and each.isVisible())


def offered(page: CampaignPage) -> list[str]:
    return [item.key for item in page.protections.items]


def grid_cell(page: CampaignPage, server: str, protection: str) -> tuple[str, str, str]:
    model = page.summary.grid.model()
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    columns = [model.headerData(c, across) for c in range(model.columnCount())]
    rows = [model.headerData(r, down) for r in range(model.rowCount())]
    cell = page.summary.grid.cell(rows.index(server), columns.index(protection))
    return cell.status, cell.text, cell.tooltip


def test_that_without_a_server_start_says_what_is_missing(page: CampaignPage) -> None:
    assert not page.summary.start_button.isEnabled()
    assert "Choose at least one server." in words(page.summary)
    with pytest.raises(InputError, match="Choose at least one server"):
        page.campaign()


@pytest.mark.slow
def test_that_ticking_a_server_asks_it_and_offers_what_it_can_do(chosen: CampaignPage) -> None:
    assert offered(chosen)[:2] == ["plaintext", "aes-128"]
    assert {"aes-128-cbc", "aes-256-ecb"} <= set(offered(chosen))
    assert "aes-128-gcm" not in offered(chosen)
    assert chosen.protections.list.checked() == ["plaintext"]
    assert chosen.summary.start_button.isEnabled()


def test_that_only_plaintext_is_reported_to_be_too_little(
    chosen: CampaignPage, qtbot: QtBot
) -> None:
    assert "nothing to compare" in words(chosen.summary)
    choose(chosen, qtbot, "aes-128")
    assert "nothing to compare" not in words(chosen.summary)


@pytest.mark.slow
def test_that_a_search_finds_ciphers_and_keeps_what_is_ticked(
    chosen: CampaignPage, qtbot: QtBot
) -> None:
    choose(chosen, qtbot, "aes-128-cbc")
    qtbot.keyClicks(chosen.protections.search, "3des cbc")
    assert offered(chosen) == ["3des-192-cbc"]
    choose(chosen, qtbot, "3des-192-cbc")
    chosen.protections.search.clear()
    names = [each.protection.name for each in chosen.campaign().protections]
    assert names == ["plaintext", "aes-128-cbc", "3des-192-cbc"]


def test_that_a_search_without_a_find_says_so(chosen: CampaignPage, qtbot: QtBot) -> None:
    qtbot.keyClicks(chosen.protections.search, "enigma")
    assert "No protection of these servers" in words(chosen.protections)


@pytest.mark.slow
def test_that_a_protection_is_planned_for_the_servers_that_have_it(
    chosen: CampaignPage, qtbot: QtBot
) -> None:
    tick(chosen, qtbot, "firebird")
    for protection in ("aes-128", "aes-128-cbc", "aes-128-ctr"):
        choose(chosen, qtbot, protection)
    planned = {each.protection.name: each for each in chosen.campaign().protections}
    assert planned["aes-128"].protection.mode is None
    assert planned["aes-128"].servers == () and planned["aes-128-cbc"].servers == ()
    assert planned["aes-128-ctr"].servers == ("firebird",)
    status, _, reason = grid_cell(chosen, "postgresql", "aes-128-ctr")
    assert status == "unsupported" and "The server refused aes-128-ctr" in reason


def test_that_properties_follow_the_profile(chosen: CampaignPage, qtbot: QtBot) -> None:
    qtbot.keyClicks(chosen.protections.search, "native aes cbc")
    qtbot.mouseClick(profile_button(chosen, Profile.STUDY), LEFT)
    settle(chosen, qtbot)
    shown = words(chosen.protections)
    assert "fixed IV" in shown and "leaks equality" in shown and "needs unique IV" not in shown
    qtbot.mouseClick(profile_button(chosen, Profile.SOUND), LEFT)
    settle(chosen, qtbot)
    shown = words(chosen.protections)
    assert "needs unique IV" in shown and "fixed IV" not in shown
    assert chosen.campaign().workload.profile is Profile.SOUND


def test_that_runs_and_time_are_counted(chosen: CampaignPage, qtbot: QtBot) -> None:
    choose(chosen, qtbot, "aes-128-cbc")
    chosen.work.settings_fields.repetitions.setValue(5)
    chosen.work.settings_fields.warmups.setValue(1)
    settle(chosen, qtbot)
    assert chosen.summary.runs.text() == "18"  # the control has its own
    assert chosen.summary.time.text().endswith(" s")
    assert grid_cell(chosen, "postgresql", "aes-128-cbc")[:2] == ("pending", "6 runs")


def test_that_the_time_tells_how_early_sides_in_turns_may_be_done(
    chosen: CampaignPage, qtbot: QtBot
) -> None:
    choose(chosen, qtbot, "aes-128-cbc")
    how, time = chosen.work.settings_fields, chosen.summary.time
    how.repetitions.setValue(40)
    settle(chosen, qtbot)
    assert re.fullmatch(r"\d+ s to \d+ (s|min)", time.text())
    how.target.setValue(0)
    settle(chosen, qtbot)
    assert " to " not in time.text()
    how.target.setValue(1)
    how.order.setCurrentIndex(how.order.findData(Order.ABBA.value))
    settle(chosen, qtbot)
    assert " to " not in time.text()
    how.max_repetitions.setValue(400)
    settle(chosen, qtbot)
    assert " to " in time.text()


def test_that_a_campaign_without_a_size_or_a_name_cannot_start(
    chosen: CampaignPage, qtbot: QtBot
) -> None:
    chosen.work.field("sizes").setFocus()
    field = chosen.focusWidget()
    assert field is not None
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    settle(chosen, qtbot)
    assert "Add at least one size." in words(chosen.summary)
    assert not chosen.summary.start_button.isEnabled()
    qtbot.keyClicks(field, "300\r")
    chosen.name.clear()
    settle(chosen, qtbot)
    assert "Give the campaign a name." in words(chosen.summary)
    assert not chosen.save_button.isEnabled()
    for sign in ("U+202E", "U+0007"):
        chosen.name.setText(f"a{chr(int(sign[2:], 16))}gpj.exe")
        settle(chosen, qtbot)
        fault = f"Name of the campaign contains the control character {sign}."
        assert fault in words(chosen.summary), "as a plan that says so is refused"
        assert not chosen.save_button.isEnabled()


@pytest.mark.slow
def test_that_a_data_file_must_be_there(chosen: CampaignPage, qtbot: QtBot, tmp_path: Path) -> None:
    data = chosen.work.field("data")
    assert isinstance(data, DataParameter)
    data.from_file.setChecked(True)
    settle(chosen, qtbot)
    assert "Choose the data file." in words(chosen.summary)
    data.path.setFocus()
    QApplication.clipboard().setText(str(tmp_path / "beds.csv"))
    qtbot.keyClick(data.path, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    settle(chosen, qtbot)
    assert "There is no file" in words(chosen.summary)
    (tmp_path / "beds.csv").write_text("x")
    chosen.shown()
    settle(chosen, qtbot)
    assert chosen.summary.start_button.isEnabled()
    assert chosen.campaign().workload.data == str(tmp_path / "beds.csv")


def test_that_the_form_shows_how_a_data_file_is_read(
    chosen: CampaignPage, qtbot: QtBot, tmp_path: Path
) -> None:
    data = chosen.work.field("data")
    assert isinstance(data, DataParameter)
    (tmp_path / "leitos.csv").write_bytes("estado;leitos\nPará;7,0\n".encode("latin-1"))
    data.from_file.setChecked(True)
    data.path.setText(str(tmp_path / "leitos.csv"))
    assert data.form.text() == "Read as CSV with semicolons, in Latin-1: Pará · 7,0 …"
    assert "estado · leitos" in data.form.toolTip()
    data.generated.setChecked(True)
    assert data.form.isHidden()


def test_that_a_saved_plan_reads_back(chosen: CampaignPage, qtbot: QtBot, tmp_path: Path) -> None:
    choose(chosen, qtbot, "aes-256-cfb")
    order = chosen.work.settings_fields.order
    order.setCurrentIndex(order.findData(Order.SEQUENTIAL.value))
    campaign = chosen.campaign()
    chosen.files.save(campaign, tmp_path / "mine.toml")
    assert read_plan(tmp_path / "mine.toml") == campaign
    assert campaign.order is Order.SEQUENTIAL


def test_that_a_broken_plan_is_reported_and_changes_nothing(
    chosen: CampaignPage, qtbot: QtBot, tmp_path: Path
) -> None:
    before = chosen.campaign()
    (tmp_path / "broken.toml").write_text("[campaign]\nname = 3\n")
    chosen.files.open(str(tmp_path / "broken.toml"))
    assert "broken.toml cannot be used" in words(chosen)
    assert chosen.campaign() == before


@pytest.mark.slow
def test_that_what_a_plans_server_cannot_do_is_shown_with_its_words(
    page: CampaignPage, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "gcm.toml"
    path.write_text(
        '[campaign]\nname = "gcm"\n[[server]]\nname = "own"\nsource = "embedded"\n'
        'engine = "postgresql"\n[[protection]]\nname = "plaintext"\n[[protection]]\n'
        'name = "modern"\nkind = "native"\nalgorithm = "aes"\nbits = 128\nmode = "gcm"\n'
        '[workload]\nname = "hospital"\nsizes = [20]\n'
    )
    page.load(read_plan(path))
    qtbot.waitUntil(lambda: state(page, "own") is ServerState.RUNNING)
    settle(page, qtbot)
    status, _, reason = grid_cell(page, "own", "modern")
    assert status == "unsupported" and "No such cipher algorithm" in reason
    assert grid_cell(page, "own", "plaintext")[0] == "pending"
    assert page.summary.start_button.isEnabled()
    assert "own" in [spec.name for spec in page.workbench.servers.specs()]


def test_that_a_plans_server_of_a_taken_name_gets_another_everywhere(page: CampaignPage) -> None:
    study = read_plan("hospital-study")
    page.workbench.servers.add(ServerSpec("pg", Source.EMBEDDED, "firebird"))
    renamed = quick_campaign(
        study.name,
        (ServerSpec("pg", Source.ADDRESS, "postgresql", host="127.0.0.1", port=1),),
        tuple(p for p in study.protections if not p.servers),
        study.workload,
    )
    page.load(renamed)
    assert [spec.name for spec in page.campaign().servers] == ["pg-2"]


@pytest.mark.slow
def test_that_ctrl_enter_runs_the_campaign_on_the_server_nearby(
    chosen: CampaignPage, qtbot: QtBot
) -> None:
    bench = chosen.workbench
    chosen.work.field("sizes").show_value((20,))
    chosen.work.settings_fields.repetitions.setValue(1)
    chosen.work.settings_fields.warmups.setValue(0)
    chosen.work.settings_fields.control.setChecked(False)
    choose(chosen, qtbot, "aes-128-cbc")
    errors: list[CipherbenchError] = []
    bench.failed.connect(errors.append)
    with qtbot.waitSignal(bench.campaign_ended):
        qtbot.keyClick(chosen, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert bench.running
        qtbot.waitUntil(lambda: not chosen.summary.start_button.isEnabled())
        assert "A campaign is running." in words(chosen.summary)
    assert not errors
    assert state(chosen, "postgresql") is ServerState.RUNNING
    qtbot.waitUntil(chosen.summary.start_button.isEnabled)


@pytest.mark.slow
def test_that_a_password_is_asked_in_the_page_and_a_failure_reported(
    chosen: CampaignPage, qtbot: QtBot
) -> None:
    away = ServerSpec("away", Source.ADDRESS, "postgresql", host="127.0.0.1", port=1)
    chosen.workbench.servers.add(away)
    settle(chosen, qtbot)
    qtbot.keyClick(chosen.servers.list.row("away"), Qt.Key.Key_Space)
    settle(chosen, qtbot)
    assert "Password for away" in words(chosen.servers)
    chosen.servers.password.take_focus()
    field = chosen.focusWidget()
    assert field is not None
    qtbot.keyClicks(field, "secret\r")
    qtbot.waitUntil(lambda: state(chosen, "away") is ServerState.FAILED)
    settle(chosen, qtbot)
    assert "away: Server not reached." in words(chosen.summary)
    assert "127.0.0.1:1" in words(chosen.servers)
    assert chosen.workbench.servers.passwords() == {"away": "secret"}
    assert not chosen.summary.start_button.isEnabled()


def test_that_a_tick_starts_no_server_while_a_campaign_measures(qtbot: QtBot, home: Path) -> None:
    known = KnownServers()
    known.adopt(ServerSpec("lite", Source.EMBEDDED, "sqlite"))
    chooser = ServerChooser(known)
    qtbot.addWidget(chooser)
    known.lock([])
    chooser.list.set_checked(["lite"])
    chooser.set_chosen(["lite"])
    lite = known.entry("lite")
    assert lite is not None and lite.state is ServerState.AVAILABLE
    report = " ".join(each.text() for each in chooser.list.findChildren(QLabel))
    assert "starts when the campaign has ended" in report
    assert (
        not chooser.probe_button.isEnabled()
        and "A campaign is running" in chooser.probe_button.toolTip()
    )
    known.unlock()
    qtbot.waitUntil(lambda: (found := known.entry("lite")) is not None and found.running)
    known.close()
