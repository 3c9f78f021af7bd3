"""Recent campaigns on the page that a start shows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.results.records import CampaignSummary
from app.results.store.store import open_store
from app.window.pages.start.page import MAX_RECENT, RecentCampaigns, StartPage
from app.window.workbench.workbench import Workbench
from tests.app.results.making import CBC
from tests.app.results.noisy import costly_campaign, store_costs
from tests.app.window.settling import let_go

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)


def buttons(part: RecentCampaigns) -> dict[str, QPushButton]:
    shown = [each for each in part.findChildren(QPushButton) if each.isVisibleTo(part)]
    return {
        each.accessibleName().replace("\u2068", "").replace("\u2069", ""): each for each in shown
    }


def test_that_recent_campaigns_are_shown_resumed_and_opened(qtbot: QtBot, tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    with open_store(str(store), write=True) as opened:
        number = store_costs(opened, costly_campaign(1, (CBC,), repetitions=2), {})
        whole = opened.summary(number)
    page = StartPage(Workbench(str(store)))
    qtbot.addWidget(page)
    with qtbot.waitExposed(page):
        page.show()
    recent = page.findChild(RecentCampaigns)
    assert isinstance(recent, RecentCampaigns)
    assert recent.isHidden(), "nothing is read before the first picture"
    page.build_charts()
    qtbot.waitUntil(recent.isVisible)
    with qtbot.waitSignal(page.workbench.campaign_selected) as selected:
        qtbot.mouseClick(buttons(recent)[f"Results of {whole.name}"], Qt.MouseButton.LeftButton)
    assert selected.args == [number]
    cut = replace(whole, id=7, name="cut short", runs_total=81, runs_done=45)
    many = [cut, *(replace(whole, id=each) for each in range(8, 12)), replace(whole, archived=True)]
    recent.show_campaigns(many, resumable=True)
    assert len(buttons(recent)) == MAX_RECENT - 1, "two of one name"
    assert any("45 of 81 runs" in each.text() for each in recent.findChildren(QLabel))
    with qtbot.waitSignal(recent.resume_requested) as resumed:
        name = "Resume: cut short, 45 of 81 runs"
        qtbot.mouseClick(buttons(recent)[name], Qt.MouseButton.LeftButton)
    assert resumed.args == [7]
    recent.show_campaigns(many, resumable=False)
    let_go(page.workbench)
    page.close_down()


def test_that_nothing_is_resumed_while_something_runs(
    qtbot: QtBot, summary: CampaignSummary
) -> None:
    recent = RecentCampaigns()
    qtbot.addWidget(recent)
    recent.show_campaigns([summary], resumable=False)
    assert list(buttons(recent)) == [f"Results of {summary.name}"]
    recent.show_campaigns([summary], resumable=True)
    assert [each.split(":")[0] for each in buttons(recent)] == ["Resume"]


@pytest.fixture
def summary(tmp_path: Path) -> CampaignSummary:
    with open_store(str(tmp_path / "store.sqlite"), write=True) as opened:
        number = store_costs(opened, costly_campaign(1, (CBC,), repetitions=2), {})
        return replace(opened.summary(number), runs_total=100)
