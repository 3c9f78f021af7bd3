"""The page of a campaign of full size stays quick: only the tab in front is drawn."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractItemView, QWidget
from pytestqt.qtbot import QtBot

from app.report.figures.campaign_report import CampaignReport, report_on
from app.results.store.store import open_store
from app.window.base.store_reader import StoreReader
from app.window.pages.results.chart_tabs import ResultsCharts, ResultsStability
from app.window.pages.results.cost_table_tab import ResultsTable
from app.window.pages.results.environment_tab import ResultsEnvironment
from app.window.pages.results.results_view import ResultsView
from app.window.pages.results.runs_tab import ResultsRuns
from app.window.pages.results.scope import Scope
from app.window.workbench.workbench import Workbench
from engines.contract.protection import Protection, ProtectionKind
from tests.app.results.noisy import costly_campaign, store_costs
from tests.app.window.settling import let_go
from tests.patience import within
from workloads.contract import Case

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
CASES = (100, 200, 500, 1000, 2000, 5000)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> CampaignReport:
    """Twelve servers with eight protections in six cases."""
    many = [
        Protection(f"aes-{bits}-{mode}", ProtectionKind.NATIVE, "aes", bits, mode)
        for bits in (128, 256)
        for mode in ("cbc", "ecb", "ctr", "ofb")
    ]
    path = tmp_path_factory.mktemp("large") / "large.sqlite"
    with open_store(str(path), write=True) as store:
        campaign = costly_campaign(12, many, CASES, repetitions=2)
        return report_on(store, store_costs(store, campaign, {}))


@pytest.mark.timing
def test_that_another_case_is_shown_at_once_and_hidden_tabs_wait(
    large: CampaignReport, qtbot: QtBot, tmp_path: Path
) -> None:
    url = str(tmp_path / "none.sqlite")
    workbench, around = Workbench(url), QWidget()
    reader = StoreReader(url, around)
    view = ResultsView(workbench, reader, around)
    qtbot.addWidget(around)
    around.resize(1000, 700)
    view.resize(around.size())
    view.show_report(large)
    with qtbot.waitExposed(around):
        around.show()
    qtbot.waitUntil(lambda: view.findChild(ResultsCharts) is not None)
    scope, charts = view.findChild(Scope), view.findChild(ResultsCharts)
    assert isinstance(scope, Scope) and isinstance(charts, ResultsCharts)
    assert seconds(lambda: scope.choose_case(Case(500))) < within(1.0)
    assert not charts.chart_view.canvas.marks()
    assert seconds(lambda: view.tabs.setCurrentWidget(charts)) < within(4.0)
    first = charts.chart_view.chart
    assert first is not None and len(first.panels) == 12
    view.tabs.setCurrentIndex(0)
    scope.choose_case(Case(100))
    assert charts.chart_view.chart is first
    view.tabs.setCurrentWidget(charts)
    assert charts.chart_view.chart is not first
    let_go(workbench)
    reader.close()


def seconds(step: Callable[[], None]) -> float:
    """How long a step takes on the thread of the window."""
    start = time.perf_counter()
    step()
    return time.perf_counter() - start


def test_that_tabs_are_made_when_they_are_opened_and_others_later(
    report: CampaignReport, qtbot: QtBot, tmp_path: Path
) -> None:
    workbench, around = Workbench(str(tmp_path / "none.sqlite")), QWidget()
    reader = StoreReader(str(tmp_path / "none.sqlite"), around)
    view = ResultsView(workbench, reader, around)
    qtbot.addWidget(around)
    view.show_report(report)
    kinds = (ResultsTable, ResultsCharts, ResultsStability, ResultsRuns, ResultsEnvironment)
    titles = [view.tabs.tabText(at) for at in range(view.tabs.count())]
    assert titles == ["Summary", "Table", "Charts", "Stability", "Runs", "Environment"]
    assert not any(view.findChildren(kind) for kind in kinds)
    view.tabs.setCurrentIndex(titles.index("Runs"))
    assert [kind for kind in kinds if view.findChildren(kind)] == [ResultsRuns]
    with qtbot.waitExposed(around):
        around.show()
    front = view.tabs.currentWidget()
    assert isinstance(front, ResultsRuns) and front.isVisible()
    assert any(each.model().rowCount() for each in front.findChildren(QAbstractItemView))
    qtbot.waitUntil(lambda: all(view.findChildren(kind) for kind in kinds), timeout=20_000)
    assert view.tabs.currentWidget() is front
    assert [view.tabs.tabText(at) for at in range(view.tabs.count())] == titles
    let_go(workbench)
    reader.close()
