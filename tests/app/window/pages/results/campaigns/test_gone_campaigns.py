"""The list of campaigns when one of them goes, and when it is folded away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.plan.matrix import PlannedRun
from app.results.store.store import open_store
from app.window.pages.results.campaign_list import CampaignList
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.results_view import ResultsView
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from tests.app.results.making import whole_run
from tests.app.window.settling import let_go
from widgets.parts.strips import NoticeStrip, UndoStrip

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
LEFT = Qt.MouseButton.LeftButton
WHOLE, CUT_SHORT = 1, 2


@pytest.fixture
def page(qtbot: QtBot, filled: Path) -> Iterator[ResultsPage]:
    """The page with `whole` in front, the older one of two campaigns."""
    made = ResultsPage(Workbench(str(filled)))
    qtbot.addWidget(made)
    made.resize(1085, 690)
    with qtbot.waitActive(made):
        made.show()
    made.shown()
    made.select(WHOLE)
    qtbot.waitUntil(lambda: in_front(made) == WHOLE)
    yield made
    let_go(made.workbench)
    made.close_down()


@pytest.fixture
def report(page: ResultsPage) -> list[CipherbenchError]:
    """The errors that the error panel would show."""
    errors: list[CipherbenchError] = []
    page.workbench.failed.connect(errors.append)
    return errors


def in_front(page: ResultsPage) -> int:
    view = page.findChild(ResultsView)
    return view.campaign_id if isinstance(view, ResultsView) and view.isVisible() else 0


def press(page: ResultsPage, text: str, qtbot: QtBot) -> None:
    (button,) = (
        each
        for each in page.findChildren(QPushButton)
        if each.text().replace("&", "") == text and each.isVisible()
    )
    qtbot.mouseClick(button, LEFT)


def search_field(page: ResultsPage) -> QLineEdit:
    search = page.findChild(QLineEdit)
    assert isinstance(search, QLineEdit)
    return search


@pytest.mark.slow
def test_that_a_campaign_found_by_a_search_is_deleted_without_an_error(
    page: ResultsPage, report: list[CipherbenchError], qtbot: QtBot
) -> None:
    search = search_field(page)
    qtbot.keyClicks(search, "whole")
    press(page, "Delete", qtbot)
    qtbot.waitUntil(lambda: in_front(page) == CUT_SHORT)
    assert not search.text()
    assert report == []


def test_that_the_newest_takes_the_place_of_a_campaign_another_program_deleted(
    page: ResultsPage, report: list[CipherbenchError], filled: Path, qtbot: QtBot
) -> None:
    with open_store(str(filled), write=True) as store:
        store.delete_campaign(WHOLE)
    page.refresh()
    qtbot.waitUntil(lambda: in_front(page) == CUT_SHORT)
    campaigns = page.findChild(CampaignList)
    assert isinstance(campaigns, CampaignList) and campaigns.current() == CUT_SHORT
    assert report == []


def test_that_runs_added_while_undo_was_offered_bring_the_campaign_back(
    page: ResultsPage, report: list[CipherbenchError], filled: Path, qtbot: QtBot
) -> None:
    press(page, "Delete", qtbot)
    qtbot.waitUntil(lambda: in_front(page) == CUT_SHORT)
    with open_store(str(filled), write=True) as store:
        (run,) = store.add_runs(WHOLE, [PlannedRun(0, 9)])
        store.write(WHOLE, whole_run(run, {"INSERT": 1.0}))
        counts = store.summary(WHOLE)
    undo, notice = page.findChild(UndoStrip), page.findChild(NoticeStrip)
    assert isinstance(undo, UndoStrip) and isinstance(notice, NoticeStrip)
    undo.dismissed.emit()
    qtbot.waitUntil(lambda: in_front(page) == WHOLE)
    output = f"results were added, and {counts.runs_done} of {counts.runs_total} runs are done now."
    assert notice.isVisible() and notice.text() == f"whole was not deleted: {output}"
    with open_store(str(filled), write=False) as store:
        assert run.id in {each.id for each in store.runs(WHOLE)}
    assert report == []


def test_that_runs_added_before_the_window_closes_stay(
    page: ResultsPage, filled: Path, qtbot: QtBot
) -> None:
    press(page, "Delete", qtbot)
    with open_store(str(filled), write=True) as store:
        store.add_runs(WHOLE, [PlannedRun(0, 9)])
    page.close_down()
    with open_store(str(filled), write=False) as store:
        assert WHOLE in {each.id for each in store.campaigns()}


def test_that_a_campaign_selected_before_it_is_listed_stays_selected(
    page: ResultsPage, qtbot: QtBot
) -> None:
    campaigns = page.findChild(CampaignList)
    assert isinstance(campaigns, CampaignList)
    campaigns.select(99)
    campaigns.show_campaigns([])
    assert campaigns.current() == 99


def test_that_the_search_unfolds_the_list(page: ResultsPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.fold, LEFT)
    assert not search_field(page).isVisible()
    qtbot.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert search_field(page).isVisible() and search_field(page).hasFocus()
