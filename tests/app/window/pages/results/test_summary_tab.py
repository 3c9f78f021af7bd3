"""*Summary* opens first and says what page one of the report says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.plan.requirements import Requirements, Withstand
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.summary.making import summary_of
from app.report.summary.model import Answer, Grid, Said
from app.results.store.store import open_store
from app.window.pages.results.common.scope import Scope
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.summary.answer_view import AnswerView
from app.window.pages.results.summary.tab import ResultsSummary
from app.window.pages.results.view import ResultsView
from app.window.shared.fields.choices import PickedParameter
from app.window.shared.fields.single import NumberParameter
from app.window.workbench.workbench import Workbench
from engines.contract.message import Message
from tests.app.results.noisy import costly_campaign, store_costs
from tests.app.window.pages.results.conftest import COSTS


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
    scope = Scope()
    made = ResultsSummary(scope)
    qtbot.addWidget(made)
    made.resize(720, 420)
    scope.offer(report)
    made.show_report(report)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_that_it_says_what_the_report_says(tab: ResultsSummary, report: CampaignReport) -> None:
    told = summary_of(report)
    said = unisolated("\n".join(tab.sentences))
    answers = [each.said for each in told.answers]
    for each in answers:
        for part in (each.first, each.rest, *each.points):
            assert str(part) in said
        for line in each.grid.lines if each.grid else ():
            assert "\t".join(map(str, line)) in said
    assert any(each.points for each in answers)
    assert all(str(each) in said for each in told.notes)
    table = tab.table
    shown = [
        [
            unisolated(table.model().index(row, column).data())
            for column in range(table.columnCount())
        ]
        for row in range(table.rowCount())
    ]
    assert shown == [["\n".join(map(str, cell)) for cell in line] for line in told.lines]


def test_that_every_word_is_seen_in_a_narrow_window(tab: ResultsSummary, qtbot: QtBot) -> None:
    table = tab.table
    qtbot.waitUntil(lambda: table.height() > table.horizontalHeader().height() + 100)
    for row in range(table.rowCount()):
        for column in range(table.columnCount()):
            wanted = table.sizeHintForIndex(table.model().index(row, column))
            assert wanted.height() <= table.rowHeight(row)
    bottom = table.rowViewportPosition(table.rowCount() - 1) + table.rowHeight(table.rowCount() - 1)
    assert bottom <= table.viewport().height()


def test_that_rows_are_walked_and_copied_by_keyboard(tab: ResultsSummary) -> None:
    tab.table.setFocus()
    tab.table.setCurrentCell(0, 0)
    QTest.keyClick(tab.table, Qt.Key.Key_Down)
    QTest.keyClick(tab.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    head, row = QGuiApplication.clipboard().text().splitlines()
    assert head.startswith("Protection\tAdded time here\t") and "AES-128-CBC in the database" in row


def test_that_answers_begun_for_one_campaign_are_not_given_for_another(
    tab: ResultsSummary, report: CampaignReport
) -> None:
    QTest.mouseClick(tab.ask, Qt.MouseButton.LeftButton)
    tab.form.fields["rate"].show_value(500.0)
    tab.show_report(replace(report))
    assert tab.form.isVisible() and tab.form.answers().rate == 500.0
    other = replace(report, summary=replace(report.summary, id=report.summary.id + 1))
    tab._scope.offer(other)
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
    assert isinstance(front, ResultsSummary) and front.table.rowCount() == 3


def test_that_answers_are_entered_kept_and_remembered(tmp_path: Path, qtbot: QtBot) -> None:
    path = str(tmp_path / "s.sqlite")
    with open_store(path, write=True) as store:
        store_costs(store, costly_campaign(1, repetitions=6), COSTS, noise=0.002)
    page, view = opened(path, qtbot)
    tab = view.tabs.currentWidget()
    assert isinstance(tab, ResultsSummary)
    left = Qt.MouseButton.LeftButton
    QTest.mouseClick(tab.ask, left)
    qtbot.waitUntil(tab.form.isVisible)
    withstand, rate = tab.form.fields["withstand"], tab.form.fields["rate"]
    assert isinstance(withstand, PickedParameter) and isinstance(rate, NumberParameter)
    QTest.mouseClick(withstand.chips[Withstand.OS_LOGIN], left)
    rate.box.setFocus()
    rate.box.selectAll()
    QTest.keyClicks(rate.box, "500")
    qtbot.waitUntil(lambda: not tab.form.keep.visibleRegion().isEmpty())
    QTest.keyClick(rate.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not tab.form.isVisible()
    qtbot.waitUntil(
        lambda: "Against a login to the server, use" in unisolated(" ".join(tab.sentences))
    )
    with open_store(path, write=False) as store:
        kept = report_on(store, 1).requirements
    assert kept == Requirements((Withstand.OS_LOGIN,), rate=500.0)
    assert view.kept.options.usual == Requirements(rate=500.0)
    view.kept.keep(replace(view.kept.options, picture="mine"))
    with qtbot.waitSignal(page.workbench.failed):
        tab.answered.emit(Requirements(rate=-0.5))
    assert view.kept.options.picture == "mine" and view.kept.options.usual.rate == 500.0


def test_that_a_form_that_was_emptied_is_an_answer(tmp_path: Path, qtbot: QtBot) -> None:
    path = str(tmp_path / "s.sqlite")
    planned = Requirements((Withstand.DISK,))
    with open_store(path, write=True) as store:
        store_costs(store, replace(costly_campaign(1, repetitions=4), advice=planned), {})
    _, view = opened(path, qtbot)
    tab = view.tabs.currentWidget()
    assert isinstance(tab, ResultsSummary)
    QTest.mouseClick(tab.ask, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(tab.form.isVisible)
    assert tab.form.answers() == planned
    tab.form.show_answers(Requirements())
    QTest.mouseClick(tab.form.keep, Qt.MouseButton.LeftButton)

    def kept() -> bool:
        with open_store(path, write=False) as store:
            return report_on(store, 1).requirements == Requirements()

    qtbot.waitUntil(kept)


def test_that_what_looks_like_a_tag_is_shown_as_it_is(qtbot: QtBot) -> None:
    view = AnswerView()
    qtbot.addWidget(view)
    grid = Grid((Message("<th>"), Message("b")), ((Message("<td>"), Message("&")),))
    said = Said(Message("<u>No.</u>"), Message("=1 & <i>“x”</i> 'y'"), (Message("<li>"),), grid)
    view.draw(Answer(Message("Why <b>?"), said))
    assert view.said == ["Why <b>? <u>No.</u> =1 & <i>“x”</i> 'y'", "<li>", "<td>\t&"]
    assert view.table is not None and not view.table.isHidden()
    title = view.table.horizontalHeaderItem(0)
    assert title is not None and title.text() == "<th>"
    view.draw(Answer(Message("Why <b>?"), replace(said, grid=None)))
    assert view.table.isHidden() and view.said[-1] == "<li>"
    view.draw(None)
    assert view.said == [] and view.isHidden()
