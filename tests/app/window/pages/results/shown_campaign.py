"""The results page with the second campaign of a store in front; one of its tabs by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.report.figures.campaign_report import CampaignReport
from app.window.base.store_reader import StoreReader
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.results_view import ResultsView
from app.window.pages.results.scope import ReportTab, Scope
from app.window.workbench.workbench import Workbench
from tests.app.window.settling import await_, let_go
from workloads.contract import Case


@contextmanager
def shown_campaign(store: Path, tab: type[QWidget]) -> Iterator[ResultsPage]:
    """The page as soon as it has the tab, which only some campaigns have."""
    workbench = Workbench(str(store))
    page = ResultsPage(workbench)
    page.resize(1085, 690)
    page.show()
    page.select(2)
    await_(lambda: page.findChild(ResultsView) is not None)
    await_(lambda: view(page).campaign_id == 2)
    await_(lambda: page.findChild(tab) is not None)
    yield page
    let_go(workbench)
    page.close_down()
    page.close()
    page.deleteLater()


def view(page: ResultsPage) -> ResultsView:
    found = page.findChild(ResultsView)
    assert isinstance(found, ResultsView)
    return found


def shown_tab[Tab: ReportTab](
    kind: type[Tab],
    report: CampaignReport,
    qtbot: QtBot,
    case: Case | None = None,
    size: tuple[int, int] = (900, 560),
) -> tuple[Tab, Scope]:
    """A tab that shows a campaign, in this `case` if it has that."""
    scope = Scope()
    tab = kind(scope, StoreReader(None, scope))
    scope.setParent(tab)
    qtbot.addWidget(tab)
    tab.resize(*size)
    scope.update_from(report)
    if case is not None and case in scope.cases:
        scope.choose_case(case)
    tab.show_report(report)
    with qtbot.waitExposed(tab):
        tab.show()
    return tab, scope
