"""A campaign that cannot go on under other conditions is offered to be run as a new one."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from sqlalchemy import select

from app.campaign.executor import CampaignExecutor
from app.campaign.runner import CampaignRunner
from app.evidence.gathering import gather_evidence
from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.database.models import SessionRow
from app.results.events import Event, RunFinished
from app.results.store.store import open_store
from app.window.main_window import MainWindow
from app.window.pages.results.page import ResultsPage
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from widgets.parts.error_panel import ErrorPanel
from workloads.hospital.workload import HospitalParameters

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A campaign that was cancelled after one of two runs, on another processor."""
    path = tmp_path / "results.sqlite"
    runner: list[CampaignRunner] = []

    def cancel(event: Event) -> None:
        if isinstance(event, RunFinished):
            runner[-1].cancel()

    campaign = quick_campaign(
        name="cut short",
        servers=(ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
        protections=(PlannedProtection(PLAINTEXT),),
        workload=HospitalParameters(sizes=(20,)),
        repetitions=2,
        warmups=0,
    )
    CampaignExecutor(str(path), sink=cancel, on_start=runner.append, gather=gather_evidence).run(
        campaign
    )
    with open_store(str(path), write=True) as opened, opened.transaction(write=True) as session:
        row = session.scalars(select(SessionRow)).one()
        row.environment = {**row.environment, "cpu": "Z80"}
    return path


def button(window: MainWindow, text: str) -> QPushButton:
    return next(
        each
        for each in window.findChildren(QPushButton)
        if each.text().replace("&", "") == text and each.isVisible()
    )


def test_that_a_refused_resume_offers_a_campaign_of_its_own(qtbot: QtBot, store: Path) -> None:
    window = MainWindow(str(store))
    qtbot.addWidget(window)
    window.show()
    window.show_page("results")
    page = window.page("results")
    assert isinstance(page, ResultsPage)
    qtbot.waitUntil(lambda: any(b.text() == "&Resume" for b in visible(window)))
    qtbot.mouseClick(button(window, "Resume"), Qt.MouseButton.LeftButton)
    errors = window.findChild(ErrorPanel)
    assert isinstance(errors, ErrorPanel)
    qtbot.waitUntil(lambda: errors.isVisible() and not window.workbench.running)
    assert "the processor was Z80, now " in errors.text()

    qtbot.mouseClick(button(window, "Run as a new campaign"), Qt.MouseButton.LeftButton)
    assert not errors.isVisible()
    qtbot.waitUntil(lambda: window.workbench.running)
    qtbot.waitUntil(lambda: not window.workbench.running)
    with open_store(str(store), write=False) as opened:
        new, old = opened.campaigns()
    assert (new.name, new.status, new.runs_done) == ("cut short (2)", Status.DONE, 2)
    assert (old.name, old.runs_done) == ("cut short", 1)
    window.workbench.close()
    window.close()


def test_that_another_error_offers_nothing(qtbot: QtBot) -> None:
    errors = ErrorPanel()
    qtbot.addWidget(errors)
    errors.show_error("Title", "Message.", "Hint.", "&Do it")
    errors.show_error("Title", "Message.")
    assert "Do it" not in {each.text().replace("&", "") for each in visible(errors)}


def visible(widget: MainWindow | ErrorPanel) -> list[QPushButton]:
    return [each for each in widget.findChildren(QPushButton) if each.isVisible()]
