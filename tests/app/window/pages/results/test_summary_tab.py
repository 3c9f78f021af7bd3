"""*Summary* opens first and says what page one of the report says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.plan.requirements import Requirements, Withstand
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.page_one.build_page_one import page_one
from app.results.store.store import open_store
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.results_view import ResultsView
from app.window.pages.results.summary_tab import ResultsSummary
from app.window.shared.fields import NumberParameter, PickedParameter
from app.window.workbench.workbench import Workbench
from tests.app.results.making import CBC
from tests.app.results.noisy import costly_campaign, store_costs
from tests.app.window.pages.results.conftest import COSTS
from tests.app.window.pages.results.shown_campaign import shown_tab


def unisolated(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def opened(path: str, qtbot: QtBot) -> tuple[ResultsPage, ResultsView]:
    """The page, with the first campaign of a store."""
    page = ResultsPage(Workbench(path))
    qtbot.addWidget(page)
    page.resize(1024, 640)
    page.show()
    page.shown()
    qtbot.waitUntil(lambda: page.findChild(ResultsView) is not None)
    view = page.findChild(ResultsView)
    assert isinstance(view, ResultsView)
    qtbot.waitUntil(lambda: view.campaign_id == 1)
    return page, view


@pytest.fixture
def tab(report: CampaignReport, qtbot: QtBot) -> ResultsSummary:
    return shown_tab(ResultsSummary, report, qtbot, size=(720, 420))[0]


def test_that_it_shows_what_the_report_shows(tab: ResultsSummary, report: CampaignReport) -> None:
    page = page_one(report)
    assert tab.page == page
    for card in page.cards:
        shown = tab.cards.cards[card.kind]
        assert unisolated(shown.head.text()) == str(card.head.message)
        lines = unisolated(shown.lines.text()).splitlines()
        wanted = [str(each.message) for each in card.lines if each.code != "more"]
        assert lines[: len(wanted)] == wanted
        more = sum(int(str(e.values["n"])) for e in card.lines if e.code == "more")
        assert len(lines) == len(wanted) + more, "there is no page 2 in the window"
    reported = [unisolated(each.text()) for each in tab.picture.canvas.marks()]
    for row in page.rows:
        for what, why in row.reasons:
            assert f"{what}: {why}" in reported
        if row.cost:
            assert f"{row.name}: {row.cost.message}" in reported


def test_that_marks_are_read_by_keyboard_and_missing_protections_measured(
    tmp_path: Path, qtbot: QtBot
) -> None:
    path = str(tmp_path / "s.sqlite")
    with open_store(path, write=True) as store:
        store_costs(store, costly_campaign(2, (CBC,), repetitions=6), COSTS, noise=0.002)
    page, view = opened(path, qtbot)
    tab = view.tabs.currentWidget()
    assert isinstance(tab, ResultsSummary)
    qtbot.waitUntil(lambda: len(tab.picture.buttons) == 2)
    for button in tab.picture.buttons:
        assert tab.picture.canvas.rect().contains(button.geometry())
        middle = QPointF(button.geometry().center())
        assert tab.picture.canvas.text_at(middle) == "", "no mark lies below it"
    tab.picture.setFocus()
    QTest.keyClick(tab.picture, Qt.Key.Key_Right)
    assert tab.picture.canvas.marked == 0
    with qtbot.waitSignal(page.workbench.plan_opened) as taken:
        QTest.mouseClick(tab.picture.buttons[0], Qt.MouseButton.LeftButton)
    plan = taken.args[0]
    assert [each.protection.kind for each in plan.protections][-1] == "client"
    assert plan.protections[-1].protection.name == "client-aes-256-gcm" and plan.control


def test_that_answers_begun_for_one_campaign_are_not_given_for_another(
    tab: ResultsSummary, report: CampaignReport
) -> None:
    QTest.mouseClick(tab.requirements_button, Qt.MouseButton.LeftButton)
    tab.form.fields["rate"].show_value(500.0)
    tab.show_report(replace(report))
    assert tab.form.isVisible() and tab.form.answers().rate == 500.0
    other = replace(report, summary=replace(report.summary, id=report.summary.id + 1))
    tab._scope.update_from(other)
    tab.show_report(other)
    assert not tab.form.isVisible() and tab.form.answers().rate is None


def test_that_small_prices_are_not_rounded(tab: ResultsSummary) -> None:
    asked = Requirements(core_hour=0.0425, gb_month=0.0004, may_cost=0.0)
    tab.form.show_answers(asked)
    assert tab.form.answers() == asked


def test_that_it_opens_first(tmp_path: Path, qtbot: QtBot) -> None:
    path = str(tmp_path / "s.sqlite")
    with open_store(path, write=True) as store:
        store_costs(store, costly_campaign(1, repetitions=4), {})
    _, view = opened(path, qtbot)
    front = view.tabs.currentWidget()
    assert isinstance(front, ResultsSummary) and front.page is not None


def test_that_answers_are_entered_retained_and_remembered(tmp_path: Path, qtbot: QtBot) -> None:
    path = str(tmp_path / "s.sqlite")
    with open_store(path, write=True) as store:
        store_costs(store, costly_campaign(1, repetitions=6), COSTS, noise=0.002)
    page, view = opened(path, qtbot)
    tab = view.tabs.currentWidget()
    assert isinstance(tab, ResultsSummary)
    left = Qt.MouseButton.LeftButton
    QTest.mouseClick(tab.requirements_button, left)
    qtbot.waitUntil(tab.form.isVisible)
    withstand, rate = tab.form.fields["withstand"], tab.form.fields["rate"]
    assert isinstance(withstand, PickedParameter) and isinstance(rate, NumberParameter)
    QTest.mouseClick(withstand.chips[Withstand.OS_LOGIN], left)
    rate.box.setFocus()
    rate.box.selectAll()
    QTest.keyClicks(rate.box, "500")
    qtbot.waitUntil(lambda: not tab.form.advise_button.visibleRegion().isEmpty())
    QTest.keyClick(rate.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not tab.form.isVisible()
    qtbot.waitUntil(lambda: "keep out server logins" in map(unisolated, tab.chips))
    assert "rate: 500/s" in map(unisolated, tab.chips)
    with open_store(path, write=False) as store:
        stored = report_on(store, 1).requirements
    assert stored == Requirements((Withstand.OS_LOGIN,), rate=500.0)
    assert view.saved_report.options.usual == Requirements(rate=500.0)
    view.saved_report.store(replace(view.saved_report.options, picture="mine"))
    with qtbot.waitSignal(page.workbench.failed):
        tab.answered.emit(Requirements(rate=-0.5))
    assert (
        view.saved_report.options.picture == "mine"
        and view.saved_report.options.usual.rate == 500.0
    )


def test_that_a_form_that_was_emptied_is_an_answer(tmp_path: Path, qtbot: QtBot) -> None:
    path = str(tmp_path / "s.sqlite")
    planned = Requirements((Withstand.DISK,))
    with open_store(path, write=True) as store:
        store_costs(store, replace(costly_campaign(1, repetitions=4), advice=planned), {})
    _, view = opened(path, qtbot)
    tab = view.tabs.currentWidget()
    assert isinstance(tab, ResultsSummary)
    QTest.mouseClick(tab.requirements_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(tab.form.isVisible)
    assert tab.form.answers() == planned
    tab.form.show_answers(Requirements())
    QTest.mouseClick(tab.form.advise_button, Qt.MouseButton.LeftButton)

    def stored() -> bool:
        with open_store(path, write=False) as store:
            return report_on(store, 1).requirements == Requirements()

    qtbot.waitUntil(stored)
