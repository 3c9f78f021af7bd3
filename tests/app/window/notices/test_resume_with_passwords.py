"""A stored campaign is taken up again: its servers' passwords are asked for first, as at the start,
and both pages count its runs alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.campaign.executor import CampaignExecutor
from app.campaign.runner import CampaignRunner
from app.evidence.gathering import gather_evidence
from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import Event, RunFinished
from app.results.records import CampaignSummary
from app.results.store.store import open_store
from app.servers.entry import ServerState
from app.system import password_sources
from app.window.main_window import MainWindow
from app.window.notices.resume_with_passwords import PasswordStrip
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.results_head import MoreRepetitions
from app.window.pages.run.page import RunPage
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT
from engines.servers.server import Server, ServerSpec
from tests.app.quick import quick_campaign
from tests.app.window.settling import part, settle, shown_window
from widgets.parts.error_panel import ErrorPanel
from widgets.parts.progress_line import ProgressLine
from workloads.hospital.workload import HospitalParameters

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
SQLITE = ServerSpec("sqlite", Source.EMBEDDED, "sqlite")


@pytest.fixture
def elsewhere(servers: Any) -> ServerSpec:
    """A MariaDB at an address, whose user `clerk` has the password `right`."""
    server: Server = servers["mariadb"]
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("create or replace user 'clerk'@'%' identified by 'clerks-own'")
        admin.execute(r"grant all on `cipherbench\_%`.* to 'clerk'@'%'")
    return ServerSpec(
        "elsewhere", Source.ADDRESS, "mariadb", socket=server.endpoint.socket, user="clerk"
    )


def cut(store: str, *specs: ServerSpec) -> None:
    """Put a store in place whose campaign was cancelled after its first run of three; of one on two
    servers there are two."""
    Path(f"{store}.new").write_bytes(_cut(*specs))
    Path(f"{store}.new").replace(store)


@cache
def _cut(*specs: ServerSpec) -> bytes:
    """Such a store, made once for all tests."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "results.sqlite")
        add_cut(str(path), *specs)
        return path.read_bytes()


def add_cut(store: str, *specs: ServerSpec) -> None:
    """Put such a campaign into a store."""
    runner: list[CampaignRunner] = []

    def cancel(event: Event) -> None:
        if isinstance(event, RunFinished):
            runner[-1].cancel()

    campaign = quick_campaign(
        "cut short",
        specs,
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(20,)),
        repetitions=3 // len(specs),
        warmups=0,
    )
    given = {"elsewhere": "clerks-own"}
    CampaignExecutor(store, given, sink=cancel, on_start=runner.append, gather=gather_evidence).run(
        campaign
    )


@pytest.fixture
def store(home: Path, tmp_path: Path) -> str:
    return str(tmp_path / "results.sqlite")


@pytest.fixture
def window(store: str, qtbot: QtBot) -> Iterator[MainWindow]:
    with shown_window(store) as made:
        yield made


def button(parent: QWidget, text: str) -> QPushButton:
    return next(each for each in shown(parent) if each.text().replace("&", "") == text)


def shown(parent: QWidget) -> list[QPushButton]:
    return [each for each in parent.findChildren(QPushButton) if each.isVisible()]


def has(parent: QWidget, text: str) -> bool:
    return any(each.text().replace("&", "") == text for each in shown(parent))


def strip(window: MainWindow) -> PasswordStrip:
    return part(window, PasswordStrip)


def press_resume(window: MainWindow, qtbot: QtBot) -> None:
    window.show_page("results")
    page = window.page("results")
    qtbot.waitUntil(lambda: has(page, "Resume"))
    qtbot.mouseClick(button(page, "Resume"), LEFT)


def type_password(window: MainWindow, word: str, qtbot: QtBot) -> None:
    field = window.focusWidget()
    assert isinstance(field, QLineEdit), "the cursor is in the field"
    qtbot.keyClicks(field, word)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def summary(store: str) -> CampaignSummary:
    return summaries(store)[0]


def summaries(store: str) -> list[CampaignSummary]:
    with open_store(store, write=False) as opened:
        return opened.campaigns()


def test_that_resume_asks_for_a_password_and_not_now_or_a_wrong_one_begins_nothing(
    window: MainWindow, store: str, elsewhere: ServerSpec, qtbot: QtBot
) -> None:
    cut(store, elsewhere)
    press_resume(window, qtbot)
    asking = strip(window)
    qtbot.waitUntil(asking.isVisible)
    qtbot.mouseClick(button(window, "Not now"), LEFT)
    assert asking.isHidden() and not window.workbench.running
    assert summary(store).status is Status.CANCELLED
    press_resume(window, qtbot)
    qtbot.waitUntil(asking.isVisible)
    assert "elsewhere" in asking.text() and not window.workbench.running
    type_password(window, "wrong", qtbot)
    qtbot.waitUntil(lambda: "denied" in asking.text().lower())
    assert asking.isVisible() and not window.workbench.running
    type_password(window, "clerks-own", qtbot)
    qtbot.waitUntil(lambda: window.workbench.running)
    assert asking.isHidden()
    qtbot.waitUntil(lambda: not window.workbench.running)
    report = summary(store)
    assert (report.status, report.runs_done, report.runs_failed) == (Status.DONE, 3, 0)


def test_that_a_campaign_is_taken_up_with_its_own_servers_alone(
    window: MainWindow, store: str, elsewhere: ServerSpec, qtbot: QtBot
) -> None:
    cut(store, elsewhere)
    add_cut(store, SQLITE)
    begun: list[tuple[str, object]] = []
    resuming = window.workbench.resuming
    second, first = (each.id for each in summaries(store))
    resuming.begin(first, lambda passwords: begun.append(("first", dict(passwords))))
    resuming.begin(second, lambda passwords: begun.append(("second", dict(passwords))))
    qtbot.waitUntil(lambda: bool(begun))
    assert begun == [("second", {})] and window.workbench.servers.entry("elsewhere") is None


def test_that_servers_of_a_campaign_that_was_given_up_meanwhile_stay_away(
    window: MainWindow, store: str, elsewhere: ServerSpec, qtbot: QtBot
) -> None:
    cut(store, elsewhere)
    resuming = window.workbench.resuming
    resuming.begin(summary(store).id, lambda _: None)
    resuming.cancel()
    read: list[object] = []
    resuming._reader.read(lambda _: True, read.append)
    qtbot.waitUntil(lambda: bool(read))
    assert window.workbench.servers.entry("elsewhere") is None


def test_that_a_server_that_was_down_is_entered_again_before_anybody_is_asked(
    window: MainWindow, store: str, elsewhere: ServerSpec, servers: Any, qtbot: QtBot
) -> None:
    cut(store, elsewhere)
    known = window.workbench.servers
    known.adopt(elsewhere)
    admins: Server = servers["mariadb"]
    with admins.engine.driver.connect(admins.endpoint) as admin:
        admin.execute("alter user 'clerk'@'%' account lock")
        known.give_password("elsewhere", "clerks-own")
        qtbot.waitUntil(lambda: state(window) is ServerState.FAILED)
        admin.execute("alter user 'clerk'@'%' account unlock")
    asked: list[str] = []
    window.workbench.resuming.password_needed.connect(lambda server, _: asked.append(server))
    press_resume(window, qtbot)
    qtbot.waitUntil(lambda: window.workbench.running or bool(asked))
    assert asked == []


def state(window: MainWindow) -> ServerState | None:
    entry = window.workbench.servers.entry("elsewhere")
    return entry.state if entry else None


def test_that_an_error_of_the_servers_is_reported_once(window: MainWindow, qtbot: QtBot) -> None:
    window.show_page("servers")
    error = CipherbenchError(phrase("In the way"), phrase("It stands there."))
    window.workbench.servers.failed.emit(error)
    panels = window.findChildren(ErrorPanel)
    assert len([each for each in panels if each.isVisible()]) == 1


def test_that_what_was_typed_is_gone_when_the_strip_goes_as_it_does_when_a_campaign_starts(
    window: MainWindow, store: str, elsewhere: ServerSpec, qtbot: QtBot
) -> None:
    cut(store, elsewhere)
    window._show_error(CipherbenchError(phrase("In the way"), phrase("It stands beside.")))
    press_resume(window, qtbot)
    asking = strip(window)
    qtbot.waitUntil(asking.isVisible)
    field = window.focusWidget()
    assert isinstance(field, QLineEdit)
    qtbot.keyClicks(field, "clerks-own")
    asking.row.remember.setChecked(True)
    for _ in range(2):  # the error that stands beside it takes one
        qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert asking.isHidden()
    assert field.text() == "" and not asking.row.remember.isChecked()
    press_resume(window, qtbot)
    qtbot.waitUntil(asking.isVisible)
    window.workbench._rerun("#1", {"elsewhere": "clerks-own"})
    assert asking.isHidden()
    window.workbench._resume(1, {})
    assert window.workbench.resumed_id == 0, "it was refused: a campaign runs"


def test_that_a_password_of_the_environment_is_not_asked_for(
    window: MainWindow,
    store: str,
    elsewhere: ServerSpec,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(password_sources._secrets, "CIPHERBENCH_PASSWORD_ELSEWHERE", "clerks-own")
    cut(store, elsewhere)
    press_resume(window, qtbot)
    qtbot.waitUntil(lambda: window.workbench.running)
    qtbot.waitUntil(lambda: not window.workbench.running)
    assert summary(store).runs_done == 3


def test_that_the_rest_goes_on_without_a_server_and_both_pages_count_alike(
    window: MainWindow, store: str, elsewhere: ServerSpec, qtbot: QtBot
) -> None:
    cut(store, replace(SQLITE, name="first"), elsewhere)
    press_resume(window, qtbot)
    qtbot.waitUntil(strip(window).isVisible)
    qtbot.mouseClick(button(window, "Go on without it"), LEFT)
    qtbot.waitUntil(lambda: window.workbench.running)
    qtbot.waitUntil(lambda: not window.workbench.running)
    run = window.page("run")
    qtbot.waitUntil(lambda: has(run, "Resume"))
    report = summary(store)
    assert report.outcome == "done with failures" and report.runs_failed > 0
    line = part(run, ProgressLine)
    output = line.accessibleDescription()
    assert f"{report.runs_done} of {report.runs_total}" in output and "done with failures" in output
    listed = window.page("results")
    assert isinstance(listed, ResultsPage)
    qtbot.mouseClick(button(run, "Show results"), LEFT)
    settle(listed, qtbot)
    counts = f"{report.runs_done} of {report.runs_total} runs"
    qtbot.waitUntil(lambda: counts in " ".join(each.text() for each in labels(listed)))


def labels(parent: QWidget) -> list[Any]:
    from PySide6.QtWidgets import QLabel

    return [each for each in parent.findChildren(QLabel) if each.isVisible()]


@pytest.mark.exhaustive
def test_that_the_run_page_resumes_what_was_cancelled(
    window: MainWindow, store: str, qtbot: QtBot
) -> None:
    cut(store, SQLITE)
    press_resume(window, qtbot)
    page = window.page("run")
    assert isinstance(page, RunPage)
    qtbot.waitUntil(lambda: window.workbench.running and has(page, "Cancel"))
    qtbot.mouseClick(button(page, "Cancel"), LEFT)
    qtbot.waitUntil(lambda: not window.workbench.running)
    qtbot.waitUntil(lambda: has(page, "Resume"))
    assert not has(page, "Pause")
    report = summary(store)
    line = part(page, ProgressLine)
    assert report.status is Status.CANCELLED
    assert f"{report.runs_done} of {report.runs_total}" in line.accessibleDescription()
    qtbot.mouseClick(button(page, "Resume"), LEFT)
    qtbot.waitUntil(lambda: window.workbench.running)
    qtbot.waitUntil(lambda: not window.workbench.running)
    assert summary(store).runs_done == 3
    qtbot.waitUntil(lambda: "3 of 3" in line.accessibleDescription())
    assert not has(page, "Resume")


@pytest.mark.exhaustive
def test_that_more_repetitions_are_asked_for_and_run(
    window: MainWindow, store: str, qtbot: QtBot
) -> None:
    cut(store, SQLITE)
    window.show_page("results")
    page = window.page("results")
    qtbot.waitUntil(lambda: has(page, "More repetitions …"))
    qtbot.mouseClick(button(page, "More repetitions …"), LEFT)
    asked = page.findChild(MoreRepetitions)
    assert isinstance(asked, MoreRepetitions) and asked.isVisible()
    asked.count.selectAll()
    qtbot.keyClicks(asked.count, "1")
    qtbot.mouseClick(button(page, "Add and run them"), LEFT)
    assert not asked.isVisible()
    qtbot.waitUntil(lambda: window.workbench.running)
    qtbot.waitUntil(lambda: not window.workbench.running)
    assert summary(store).runs_done == summary(store).runs_total == 4
