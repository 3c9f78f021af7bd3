"""*Try statements* on the campaign page: what does not work stands in the matrix, Start goes on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.campaign.command import Command
from app.plan.plan_file import read_plan
from app.results.events import CampaignFinished, Event
from app.window.main_window import MainWindow
from app.window.pages.campaign.page import CampaignPage
from app.window.settings import settings
from tests.app.campaign.test_dry_run import FAULTY, WORKING, plan_in
from tests.app.window.settling import await_, settle
from widgets.parts.progress_line import ProgressLine

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def window(
    home: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication
) -> Iterator[MainWindow]:
    settings().clear()
    made = MainWindow(str(tmp_path_factory.mktemp("trying") / "results.sqlite"))
    made.resize(1024, 640)
    made.show()
    made.workbench.servers.discover()
    await_(lambda: made.workbench.servers.discovered and made.loaded)
    yield made
    made.workbench.close()
    made.close()
    made.deleteLater()


def test_that_what_does_not_work_stands_in_the_matrix_and_the_rest_is_started(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window.show_page("campaign")
    page = window.page("campaign")
    assert isinstance(page, CampaignPage)
    page.load(read_plan(str(plan_in(tmp_path, WORKING, FAULTY))))
    summary = page.summary
    qtbot.waitUntil(summary.start_button.isEnabled, timeout=60_000)
    settle(page, qtbot)
    qtbot.mouseClick(summary.try_button, LEFT)
    qtbot.waitUntil(
        lambda: "trying statements on sqlite" in summary.dry_run_text.text(), timeout=60_000
    )
    assert summary.start_button.isEnabled(), "nobody waits for a trial"
    qtbot.waitUntil(lambda: not page.workbench.dry_running, timeout=60_000)
    settle(page, qtbot)
    if folder := os.environ.get("CB_SHOTS"):
        window.grab().save(f"{folder}/trying.png")
    cells = [summary.grid.cell(0, column) for column in range(3)]
    assert all("1 unsupported" in each.text for each in cells)
    assert all("wrong number of arguments" in each.tooltip for each in cells)
    assert "does not work everywhere" in summary.dry_run_text.text()

    ended: list[Event] = []
    page.workbench.events.connect(
        lambda events: ended.extend(e for e in events if isinstance(e, CampaignFinished))
    )
    qtbot.mouseClick(summary.start_button, LEFT)
    qtbot.waitUntil(lambda: bool(ended), timeout=120_000)
    assert ended[0].failed == 0 if isinstance(ended[0], CampaignFinished) else False


def test_that_loading_is_shown_with_its_share_while_no_run_has_ended(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window.show_page("campaign")
    page = window.page("campaign")
    assert isinstance(page, CampaignPage)
    plan = plan_in(tmp_path, WORKING)
    plan.write_text(plan.read_text().replace("[60]", "[300000]").replace('nine"', 'loads"'))
    page.load(read_plan(str(plan)))
    qtbot.waitUntil(page.summary.start_button.isEnabled, timeout=60_000)
    settle(page, qtbot)
    qtbot.mouseClick(page.summary.start_button, LEFT)
    run = window.page("run")
    seen: list[str] = []

    def loads() -> bool:
        seen.extend(
            each.accessibleName()
            for each in run.findChildren(ProgressLine)
            if each.isVisible() and 0 < (each.fraction() or 0) < 1
        )
        return "loading 300,000 rows · plaintext" in seen

    qtbot.waitUntil(loads, timeout=120_000)
    page.workbench.command(Command.CANCEL)
    qtbot.waitUntil(lambda: not page.workbench.running, timeout=120_000)
