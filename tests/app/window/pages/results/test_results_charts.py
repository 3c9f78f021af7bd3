"""Charts and stability on a campaign whose costs are known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.findings.figure import ALL_CASES
from app.findings.measured import spread
from app.findings.statistics import percent
from app.plan.campaign import Order
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.stability import stability_of
from app.results.events import Event
from app.results.records import ServerRecord
from app.results.store.store import open_store
from app.window.pages.results.charts import ResultsCharts
from app.window.pages.results.common.scope import Scope
from app.window.pages.results.stability import ResultsStability
from engines.contract.endpoint import Source
from tests.app.results.making import CBC, OPERATIONS, store_campaign, whole_run
from tests.app.results.noisy import BASE, GCM, costly_campaign
from tests.app.results.raw import PARAMETERS, raw_campaign, store_raw
from widgets.charts.dots import DotData
from widgets.charts.forest import ForestData
from widgets.charts.forest_plot import Spot
from widgets.fields.choice import Choice
from widgets.saving.last_saved import USUAL_DPI, saving
from workloads.contract import Case

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)


def shown[Part: ResultsCharts | ResultsStability](
    kind: type[Part], report: CampaignReport, qtbot: QtBot
) -> Part:
    scope = Scope()
    made = kind(scope)
    scope.setParent(made)
    qtbot.addWidget(made)
    made.resize(900, 600)
    scope.offer(report)
    made.show_report(report)
    with qtbot.waitExposed(made):
        made.show()
    return made


def panel(charts: ResultsCharts, server: str) -> ForestData:
    return next(each.data for each in charts.grid.panels() if each.data.title == server)


def plain(charts: ResultsCharts) -> Spot:
    """The time of INSERT without protection on PostgreSQL."""
    values = panel(charts, "postgresql").values
    return next(each for each in values if (each.row, each.series) == (0, 0))


def choose(part: QWidget, word: str) -> None:
    choice = next(each for each in part.findChildren(Choice) if each.findText(word) >= 0)
    choice.setCurrentIndex(choice.findText(word))


def test_that_each_server_has_a_panel_of_costs_with_intervals(
    report: CampaignReport, qtbot: QtBot
) -> None:
    charts = shown(ResultsCharts, report, qtbot)
    assert [each.data.title for each in charts.grid.panels()] == [
        "postgresql",
        "mariadb",
        "firebird",
    ]
    data = panel(charts, "postgresql")
    assert data.rows == ["plaintext", f"{CBC.name}\nfixed IV", GCM.name]
    spot = next(each for each in data.costs if (each.row, each.series) == (1, 0))
    row = next(
        each
        for each in report.comparison
        if (each.server, each.protection, each.at.size) == ("postgresql", CBC.name, 1000)
    )
    assert (spot.value, spot.low, spot.high) == (
        row.cost.percent,
        row.cost.low,
        row.cost.high,
    )
    assert not spot.faint and all(each.faint for each in data.costs if each.row == 2)
    assert {each.series: each.band for each in data.costs if each.row == 1} == {
        OPERATIONS.index(each.operation): each.cost.margin
        for each in report.comparison
        if (each.server, each.protection, each.at.size) == ("postgresql", CBC.name, 1000)
    }
    assert "INSERT" in spot.tip and "costs" in spot.tip


def test_that_times_have_intervals_or_deviations(report: CampaignReport, qtbot: QtBot) -> None:
    charts = shown(ResultsCharts, report, qtbot)
    runs = [
        each.seconds
        for each in report.operations
        if (each.server, each.protection, each.size, each.operation)
        == ("postgresql", "plaintext", 1000, "INSERT")
    ]
    known = spread(runs)
    spot = plain(charts)
    assert spot.hollow and (spot.value, spot.low, spot.high) == (known.mean, known.low, known.high)
    choose(charts, "standard deviation")
    spot = plain(charts)
    assert known.sd is not None
    assert spot.high == pytest.approx(known.mean + known.sd)


def test_that_cpu_time_is_the_servers_and_the_workers_where_the_engine_is_inside(
    report: CampaignReport, qtbot: QtBot
) -> None:
    known = replace(
        report,
        servers=[ServerRecord("mariadb", "mariadb", Source.EMBEDDED.value, "11.4", {})],
        operations=[
            replace(
                each,
                cpu_percent=77.0,
                server_cpu_s=None if each.server == "mariadb" else 0.05,
                worker_cpu_s=0.02,
            )
            for each in report.operations
            if each.server != "firebird"
        ],
    )
    charts = shown(ResultsCharts, known, qtbot)
    choose(charts, "CPU time of the server")
    assert {round(spot.value, 9) for spot in panel(charts, "postgresql").values} == {0.05}
    assert {round(spot.value, 9) for spot in panel(charts, "mariadb").values} == {0.02}
    assert panel(charts, "mariadb").unit == "CPU time of the server, s"


def test_that_a_chip_hides_an_operation_everywhere(report: CampaignReport, qtbot: QtBot) -> None:
    charts = shown(ResultsCharts, report, qtbot)
    assert [chip.text()[2:] for chip in charts.grid.chips()] == list(OPERATIONS)
    qtbot.mouseClick(charts.grid.chips()[1], Qt.MouseButton.LeftButton)
    for each in charts.grid.panels():
        assert {spot.series for spot in each.costs.spots()} <= {0, 2, 3}
        assert {spot.series for spot in each.values.spots()} == {0, 2, 3}


def test_that_costs_of_all_servers_share_one_axis(report: CampaignReport, qtbot: QtBot) -> None:
    charts = shown(ResultsCharts, report, qtbot)
    spans = {tuple(each.costs.box.viewRange()[0]) for each in charts.grid.panels()}
    assert len(spans) == 1
    ((low, high),) = spans
    assert low < -9 and high > 75


@pytest.mark.slow
def test_that_charts_are_saved_with_their_caption(
    report: CampaignReport, qtbot: QtBot, tmp_path: Path
) -> None:
    charts = shown(ResultsCharts, report, qtbot)
    charts.grid.save_picture(tmp_path / "costs.svg")
    text = (tmp_path / "costs.svg").read_text()
    assert "known costs · 1,000 records · n = 12" in text
    assert "postgresql" in text and "INSERT" in text
    charts.grid.save_picture(tmp_path / "costs.png")
    assert (tmp_path / "costs.png").stat().st_size > 5_000
    usual = QImage(str(tmp_path / "costs.png")).width()
    saving().choose_dpi(USUAL_DPI * 3)
    charts.grid.save_picture(tmp_path / "costs.png")
    saving().choose_dpi(USUAL_DPI)
    assert QImage(str(tmp_path / "costs.png")).width() == pytest.approx(3 * usual, abs=2)


@pytest.mark.slow
def test_that_charts_without_a_finished_cell_are_a_sentence(
    report: CampaignReport, qtbot: QtBot, tmp_path: Path
) -> None:
    with open_store(str(tmp_path / "new.sqlite"), write=True) as store:
        known = report_on(store, store_campaign(store, costly_campaign(1, (CBC,))))
    charts = shown(ResultsCharts, known, qtbot)
    told = [each for each in charts.findChildren(QLabel) if "Nothing has been" in each.text()]
    assert len(told) == 1 and told[0].isVisible() and not charts.grid.isVisible()
    charts = shown(ResultsCharts, report, qtbot)
    assert charts.grid.isVisible()
    assert not any("Nothing" in each.text() for each in charts.findChildren(QLabel))


def test_that_all_cases_together_have_costs_and_sums_of_times(
    report: CampaignReport, qtbot: QtBot
) -> None:
    charts = shown(ResultsCharts, report, qtbot)
    scope = charts.findChild(Scope)
    assert isinstance(scope, Scope)
    before = plain(charts).value
    scope.choose_case(Case(500))
    half = plain(charts).value
    scope.choose_case(ALL_CASES)
    assert plain(charts).value == pytest.approx(before + half)
    assert len(panel(charts, "postgresql").costs) == 2 * len(OPERATIONS)
    steady = shown(ResultsStability, report, qtbot)
    scope = steady.findChild(Scope)
    assert isinstance(scope, Scope)
    scope.choose_case(ALL_CASES)
    assert len(stability(steady, CBC.name).series[1].dots) == 6


@pytest.mark.slow
def test_that_speeds_of_all_cases_are_no_sums(tmp_path: Path, qtbot: QtBot) -> None:
    blocks = replace(PARAMETERS, blocks_without_instructions=(), rsa_bits=())
    with open_store(str(tmp_path / "raw.sqlite"), write=True) as store:
        raw = report_on(store, store_raw(store, raw_campaign(workload=blocks)))
    charts = shown(ResultsCharts, raw, qtbot)
    scope = charts.findChild(Scope)
    assert isinstance(scope, Scope)
    scope.choose_case(ALL_CASES)
    speeds = {round(spot.value, 3) for spot in panel(charts, "openssl").values if spot.hollow}
    assert speeds == {round((1000 * 16 / 116 * 1000 * 1024 / 1124) ** 0.5, 3)}


def stability(part: ResultsStability, protection: str) -> DotData:
    return next(each.data for each in part.grid.panels() if each.data.title == protection)


def test_that_blocks_stand_in_order_beside_those_of_the_control(
    report: CampaignReport, qtbot: QtBot
) -> None:
    part = shown(ResultsStability, report, qtbot)
    data = stability(part, CBC.name)
    control, sealed = data.series
    assert control.hollow and not sealed.hollow
    row = next(
        each
        for each in report.comparison
        if (each.server, each.protection, each.at.size) == ("postgresql", CBC.name, 1000)
    )
    blocks = report.compared.comparison(row)
    assert [dot.at for dot in sealed.dots] == [1, 2, 3, 4, 5, 6]
    assert [dot.value for dot in sealed.dots] == [percent(value) for value in blocks.values]
    assert {dot.at for dot in sealed.dots if dot.marked} == set(blocks.outliers())
    assert sealed.mean == (row.cost.percent, row.cost.low, row.cost.high)


def test_that_drift_and_order_are_told_where_they_matter(qtbot: QtBot, tmp_path: Path) -> None:
    campaign = replace(costly_campaign(1, (CBC,)), order=Order.ABBA)
    with open_store(str(tmp_path / "drift.sqlite"), write=True) as store:
        campaign_id = store_campaign(store, campaign)
        stored, events = store.load(campaign_id), list[Event]()
        for run in stored.runs:
            sealed = stored.cells[run.cell].protection == CBC
            late = 1 + 0.02 * run.repetition if sealed else 1.0
            second = 1.1 if sealed and run.repetition % 2 == 0 else 1.0
            wobble = 1 + 0.001 * (run.id % 3)
            times = {name: each * late * second * wobble for name, each in BASE.items()}
            events += whole_run(run, times)
        store.write(campaign_id, events)
        known = report_on(store, campaign_id)
    part = shown(ResultsStability, known, qtbot)
    estimates, order, drift = stability(part, CBC.name).words
    assert order[1] == drift[1] == "warning"
    assert order[0].startswith("In the pass backwards it takes 1")
    assert drift[0].startswith("Beside the baseline its time rose by ")
    row = next(each for each in known.comparison if each.protection == CBC.name)
    middle = known.compared.comparison(row).hodges_lehmann()
    assert f"Hodges–Lehmann estimate {middle:.0f} %" in estimates[0]
    told = stability_of(known, row)
    assert told is not None
    words = [text for text, _ in stability(part, CBC.name).words]
    assert words == [str(each.said) for each in told.observations], "as in exports"


def test_that_a_stable_comparison_is_told_from_one_that_tells_nothing(
    report: CampaignReport, qtbot: QtBot
) -> None:
    of = [replace(row, cost=replace(row.cost, margin=90.0)) for row in report.comparison]
    part = shown(ResultsStability, replace(report, comparison=of), qtbot)
    _, *effects = (words for words, _ in stability(part, CBC.name).words)
    assert effects and all("none found" in words for words in effects)
    of = [replace(row, cost=replace(row.cost, margin=0.1)) for row in report.comparison]
    part = shown(ResultsStability, replace(report, comparison=of), qtbot)
    told = [words for each in part.grid.panels() for words, _ in each.data.words]
    assert any("cannot be told" in words for words in told)
    assert not any("none found" in words for words in told)


def test_that_a_campaign_without_blocks_says_what_it_takes(qtbot: QtBot, tmp_path: Path) -> None:
    with open_store(str(tmp_path / "new.sqlite"), write=True) as store:
        known = report_on(store, store_campaign(store, costly_campaign(1, (CBC,))))
    part = shown(ResultsStability, known, qtbot)
    assert not part.grid.isVisible()
    assert "No complete block" in part.placeholder()
