"""A campaign that is done, but not in every run, is told so wherever campaigns are shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QListView
from pytestqt.qtbot import QtBot

from app.command_line.common.terminal_progress import TerminalProgress
from app.plan.status import Status
from app.report.figures.campaign_report import report_on
from app.report.page_one.build_page_one import page_one
from app.results.events import CampaignFinished, CampaignStarted, Event, RunFinished
from app.results.store.store import open_store
from app.window.pages.results.campaign_list import CampaignList
from app.window.pages.results.results_head import ResultsHead
from app.window.pages.run.page import RunPage
from app.window.pages.run.run_log import RunLog
from app.window.status_bar import RunStatusBar
from app.window.workbench.workbench import Workbench
from engines.contract.message import Message
from tests.app.results.making import make_campaign, started, store_campaign, whole_run
from tests.app.typed import cipherbench
from tests.app.window.settling import let_go
from widgets.look.theme import tone_color
from widgets.parts.cards import ToneLabel
from widgets.parts.progress_line import ProgressLine
from widgets.parts.strips import NoticeStrip

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
WORDS = "done with failures"
ENDED = CampaignFinished(1, Status.DONE, 2000.0, failed=1)


@pytest.fixture
def store(tmp_path: Path) -> str:
    """One campaign with a failed run, and one without."""
    url = str(tmp_path / "s.sqlite")
    with open_store(url, write=True) as opened:
        for name, last in (("flawed", Status.FAILED), ("whole", Status.DONE)):
            made = store_campaign(opened, make_campaign(name, repetitions=1, warmups=0))
            *first, run = opened.load(made).runs
            for each in first:
                opened.write(made, whole_run(each, {"INSERT": 1.0}))
            opened.write(made, [started(run), RunFinished(run.id, last, 1002.0)])
            opened.write(made, [CampaignFinished(made, Status.DONE, 2000.0)])
    return url


@pytest.mark.slow
def test_that_the_command_line_says_so_and_keeps_the_status(store: str) -> None:
    report = cipherbench("campaigns", "--store", store).out.splitlines()
    assert WORDS not in report[0] and WORDS in report[1]
    listed: Any = cipherbench("campaigns", "--store", store, "--json").json
    assert [(each["status"], each["outcome"]) for each in listed] == [
        ("done", "done"),
        ("done", WORDS),
    ]


def test_that_the_last_line_of_the_progress_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    TerminalProgress()(ENDED)
    assert capsys.readouterr().err == "Campaign 1 done with failures, 1 run failed\n"


@pytest.fixture
def listed(store: str, qtbot: QtBot) -> CampaignList:
    made = CampaignList()
    qtbot.addWidget(made)
    with open_store(store, write=False) as opened:
        made.show_campaigns(opened.campaigns())
    made.resize(268, 300)
    made.show()
    return made


def test_that_the_list_has_another_sign_and_another_word(listed: CampaignList) -> None:
    view = listed.findChild(QListView)
    assert view is not None
    model = view.model()
    role = Qt.ItemDataRole.AccessibleTextRole
    assert [model.index(row, 0).data(role) for row in (0, 1)] == ["whole, done", f"flawed, {WORDS}"]
    picture = view.grab().toImage()
    shown: list[set[str]] = []
    for row in (0, 1):
        box = view.visualRect(model.index(row, 0))
        pixels = {
            QColor(picture.pixel(x, y)).name()
            for x in range(box.left(), box.left() + 40)
            for y in range(box.top(), box.bottom())
        }
        shown.append(pixels)
    good, amber = QColor(tone_color("good")).name(), QColor(tone_color("warning")).name()
    assert good in shown[0] and amber not in shown[0]
    assert amber in shown[1] and good not in shown[1], "never a green tick"


def test_that_the_head_of_the_results_says_so(store: str, qtbot: QtBot) -> None:
    head = ResultsHead()
    qtbot.addWidget(head)
    for number, report in ((1, True), (2, False)):
        with open_store(store, write=False) as opened:
            found = report_on(opened, number)
        head.show_report(found, page_one(found), obstacle="")
        output = " ".join(each.text() for each in head.findChildren(ToneLabel))
        assert (WORDS in output) is report


@pytest.fixture
def workbench() -> Iterator[Workbench]:
    made = Workbench()
    yield made
    let_go(made)


def play(workbench: Workbench) -> None:
    planned = make_campaign("flawed")
    workbench.campaign_started.emit(planned)
    events: list[Event] = [CampaignStarted(1, "flawed", 2, 0), ENDED]
    workbench.events.emit(events)
    workbench.campaign_ended.emit()


def test_that_the_status_bar_says_so_until_the_next_campaign(
    workbench: Workbench, qtbot: QtBot
) -> None:
    bar = RunStatusBar(workbench)
    qtbot.addWidget(bar)
    play(workbench)
    assert bar.campaign_label.text() == f"flawed: {WORDS}, 1 run failed"
    workbench.campaign_started.emit(None)
    workbench.campaign_ended.emit()
    assert bar.campaign_label.text() == "Nothing is running"


def test_that_the_run_page_says_so(qtbot: QtBot, store: str) -> None:
    workbench = Workbench(store)
    page = RunPage(workbench)
    qtbot.addWidget(page)
    play(workbench)
    line, log = page.findChild(ProgressLine), page.findChild(RunLog)
    assert line is not None and WORDS in line.accessibleDescription()
    assert log is not None
    assert log.lines()[-1].endswith(f"Campaign {WORDS}, 1 run failed")
    let_go(workbench)
    page.close_down()


def test_that_a_failed_run_is_a_banner_that_says_why_and_what_to_do(
    qtbot: QtBot, store: str
) -> None:
    workbench = Workbench(store)
    page = RunPage(workbench)
    qtbot.addWidget(page)
    banner = page.findChild(NoticeStrip)
    assert banner is not None and banner.isHidden()
    why = Message("The server ended.")
    failed = [RunFinished(each, Status.FAILED, 1002.0, why) for each in (1, 2)]
    workbench.events.emit([*failed, RunFinished(3, Status.FAILED, 1002.0, why, broken_off=True)])
    cure = "The campaign goes on. Resume tries failed runs again."
    assert banner.text() == f"2 runs failed. The server ended. {cure}"
    workbench.events.emit([CampaignFinished(1, Status.DONE, 1003.0, failed=2)])
    assert banner.text() == "2 runs failed. The server ended. Resume tries failed runs again."
    workbench.campaign_started.emit(None)
    assert banner.isHidden(), "it was of the campaign before"
    let_go(workbench)
    page.close_down()
