"""Published studies laid beside a campaign on its page: chosen, drawn, told, and exported."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.findings.studies.available_studies import study_named
from app.report.drawing.chart import MarkPlot
from app.report.figures.campaign_report import CampaignReport
from app.report.words.colours import looks
from app.results.store.store import open_store
from app.window.pages.results.chart_tabs import ResultsCharts
from app.window.pages.results.cost_table_tab import ResultsTable
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.results_view import ResultsView
from app.window.pages.results.scope import Scope
from app.window.pages.results.study_widgets import StudyKey, StudyMenu
from app.window.workbench.workbench import Workbench
from engines.contract.errors import InputError
from tests.app.findings.studies.test_reading_studies import HEAD, STUDY
from tests.app.results.making import CBC
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from tests.app.window.pages.results.shown_campaign import shown_tab
from tests.app.window.settling import let_go
from widgets.look.theme import series_style
from widgets.look.tokens import SeriesLook, register_series
from widgets.tables.interval_view import IntervalRow
from workloads.contract import Case

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
ROSA = "rosa-2023"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(tmp_path / "config"))


def shown[Part: ResultsTable | ResultsCharts](
    kind: type[Part], report: CampaignReport, qtbot: QtBot
) -> tuple[Part, Scope]:
    return shown_tab(kind, report, qtbot, Case(1000))


def study_rows(table: ResultsTable) -> dict[tuple[str, str], IntervalRow]:
    found = [row for group in table.table.groups() for row in group.rows]
    return {row.key[:2]: row for row in found if isinstance(row.key, StudyKey)}


def entries(menu: QMenu | None) -> dict[str, bool]:
    assert menu is not None
    return {each.text(): each.isChecked() for each in menu.actions() if each.isCheckable()}


def choose(menu: StudyMenu, title: str) -> None:
    menu.fill()
    [action] = [each for each in menu.menu().actions() if each.text() == title]
    action.trigger()


def test_that_a_study_stands_in_rows_below_ours(report: CampaignReport, qtbot: QtBot) -> None:
    table, scope = shown(ResultsTable, report, qtbot)
    assert study_rows(table) == {} and table.study_strip.isHidden()
    choose(table.studies, "Rosa and Lazarin 2023")
    rows = study_rows(table)
    assert rows.keys() == {
        (server, name)
        for server in ("postgresql", "mariadb", "firebird")
        for name in ("plaintext", CBC.name)
    }
    cells = rows["postgresql", CBC.name].cells
    assert (cells[0].text, cells[1].text) == ("+16.2 %, sd 5.01", "+30 %")
    assert cells[1].estimate is not None and cells[1].colour_key == "study-1"
    assert rows["postgresql", "plaintext"].cells[1].text == "11.1 s"
    table.table.choose(rows["mariadb", CBC.name].key, 1)
    reported = table.strip.text()
    assert (
        "mariadb 10.8.5" in reported
        and "AES-128-ECB in the study" in reported
        and "Source:" in reported
    )
    assert "figures match this campaign" in table.study_strip.text()
    assert "one core and 4 GB" in table.study_strip.details()
    assert "Rosa and Lazarin 2023" in {row.label for row in rows.values()}
    scope.choose_studies(())
    assert study_rows(table) == {} and table.study_strip.isHidden()


@pytest.mark.slow
def test_that_a_study_without_a_match_says_so(report: CampaignReport, qtbot: QtBot) -> None:
    table, scope = shown(ResultsTable, report, qtbot)
    scope.choose_studies((study_named("tidb-19399"), study_named(ROSA)))
    assert "TiDB issue 19399, 2020: no figure matches" in table.study_strip.text()
    charts, scope = shown(ResultsCharts, report, qtbot)
    scope.choose_studies((study_named("tidb-19399"), study_named(ROSA)))
    assert charts.chart_view.names() == ["Rosa and Lazarin 2023"]


@pytest.mark.slow
def test_that_charts_have_a_second_series_in_its_own_colour(
    report: CampaignReport, qtbot: QtBot
) -> None:
    register_series({name: SeriesLook(*look) for name, look in looks().items()})
    charts, scope = shown(ResultsCharts, report, qtbot)
    scope.choose_studies((study_named(ROSA),))
    costs, values = plots(charts)
    theirs = [spot for spot in costs.spots if spot.by]
    assert [round(spot.value, 1) for spot in theirs] == [30.4, 32.0, 9.5, 10.8]
    ours = [spot for spot in costs.spots if not spot.by]
    engines = {series_style(name).colour.name() for name in ("postgresql", "mariadb", "firebird")}
    colour = series_style("study-1").colour.name()
    picture = charts.chart_view.canvas.picture
    assert picture is not None and colour not in engines
    assert picture.strips[0].svg.count(f'stroke="{colour}"') == len(theirs)
    assert {spot.row for spot in theirs} < {spot.row for spot in ours} and theirs[0].by == 1
    reported = [each.text() for each in charts.chart_view.canvas.marks()]
    [first] = [
        each for each in reported if each.startswith("Rosa and Lazarin 2023") and "30 %" in each
    ]
    assert "Source:" in first and "postgresql" not in first.split("\n")[0]
    assert not [spot for spot in values.spots if spot.by], "seconds of another machine"
    charts.chart_view.entries()[1].setChecked(False)  # behind all operations
    assert len([spot for spot in plots(charts)[0].spots if spot.by]) == 3


def plots(charts: ResultsCharts) -> tuple[MarkPlot, ...]:
    assert charts.chart_view.chart is not None
    return charts.chart_view.chart.panels[0].plots


def test_that_the_menu_is_worked_from_the_keyboard(report: CampaignReport, qtbot: QtBot) -> None:
    table, scope = shown(ResultsTable, report, qtbot)
    menu = table.studies
    menu.fill()
    offered = list(entries(menu.menu()))
    assert offered[0] == "Rosa and Lazarin 2023" and len(offered) == 17
    assert menu.focusPolicy() & Qt.FocusPolicy.TabFocus and "&t" in menu.text()
    menu.menu().popup(table.mapToGlobal(menu.pos()))
    qtbot.keyClick(menu.menu(), Qt.Key.Key_Down)
    qtbot.keyClick(menu.menu(), Qt.Key.Key_Return)
    assert [study.name for study in scope.studies] == [ROSA]
    assert menu.text().replace("&", "") == "Studies compared: 1"
    choose(menu, "Rosa and Lazarin 2023")
    assert scope.studies == ()


def test_that_a_users_own_study_is_added_or_its_fault_reported(
    report: CampaignReport, qtbot: QtBot, tmp_path: Path
) -> None:
    table, scope = shown(ResultsTable, report, qtbot)
    file = tmp_path / "mine.toml"
    file.write_text(STUDY, encoding="utf-8")
    line = "postgresql,client,INSERT,,cost,{},,,,%,Table 9\n"
    (tmp_path / "mine.csv").write_text(HEAD + line.format("x"), encoding="utf-8")
    with qtbot.waitSignal(table.studies.failed) as failed:
        table.studies.add(file)
    assert failed.args and isinstance(failed.args[0], InputError)
    assert "line 2, column “value”" in str(failed.args[0])
    (tmp_path / "mine.csv").write_text(HEAD + line.format("7"), encoding="utf-8")
    table.studies.add(file)
    assert [study.name for study in scope.studies] == ["mine"]
    assert study_rows(table)["postgresql", GCM.name].cells[1].text == "+7 %"


@pytest.mark.slow
def test_that_an_export_holds_what_is_compared_with(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "costs.sqlite"
    with open_store(str(path), write=True) as store:
        chosen = store_costs(store, costly_campaign(1, repetitions=4), {})
    page = ResultsPage(Workbench(str(path)))
    qtbot.addWidget(page)
    page.build_charts()
    page.select(chosen)
    [view] = page.findChildren(ResultsView)
    qtbot.waitUntil(lambda: view.campaign_id == chosen, timeout=20_000)
    qtbot.waitUntil(lambda: bool(view.findChildren(StudyMenu)))
    choose(view.findChildren(StudyMenu)[0], "Rosa and Lazarin 2023")
    target = tmp_path / "out.csv"
    view.export("csv", target)
    qtbot.waitUntil(target.exists, timeout=20_000)
    rows = list(csv.DictReader(target.read_text("utf-8").splitlines()))
    assert any(row["rosa-2023_source"] for row in rows)
    let_go(page.workbench)
    page.close_down()


def test_that_a_study_far_off_leaves_the_table_its_scale(
    report: CampaignReport, qtbot: QtBot, tmp_path: Path
) -> None:
    table, _ = shown(ResultsTable, report, qtbot)
    before = table.table.scale()
    file = tmp_path / "mine.toml"
    file.write_text(STUDY, encoding="utf-8")
    line = "postgresql,client,{},,slowdown,{},,,,×,Table 9\n"
    lines = line.format("INSERT", 7600) + line.format("SELECT", 1.5)
    (tmp_path / "mine.csv").write_text(HEAD + lines, encoding="utf-8")
    table.studies.add(file)
    cells = study_rows(table)["postgresql", GCM.name].cells
    assert [cell.text for cell in cells[1:3]] == ["× 7,600", "+50 %"]
    assert table.table.scale() == before
    table.table.grab()
