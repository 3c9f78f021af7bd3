"""Charts and stability on a campaign whose costs are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.findings.measured import sample_stats
from app.findings.statistics import percent_of_log
from app.plan.campaign import Order
from app.plan.cell_key import ALL_CASES
from app.report.drawing.chart import Chart, Graph, PlotPanel, ValueMark
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.stability import stability_of
from app.results.events import Event
from app.results.records import ServerRecord
from app.results.store.store import open_store
from app.window.pages.results.chart_tabs import ResultsCharts, ResultsStability
from app.window.pages.results.scope import Scope
from app.window.shared.run_words import percent_text
from engines.contract.endpoint import Source
from tests.app.results.making import CBC, OPERATIONS, store_campaign, whole_run
from tests.app.results.noisy import BASE, GCM, costly_campaign
from tests.app.results.raw import PARAMETERS, raw_campaign, store_raw
from tests.app.window.pages.results.shown_campaign import shown_tab
from widgets.charts.drawn_chart import Strip
from widgets.fields.choice import Choice
from widgets.look.theme import current_palette
from widgets.saving.saving import USUAL_DPI, saving
from workloads.contract import Case

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)


ENTRIES = ("all operations", *OPERATIONS)
"""The series of costs: the total comes first."""


def shown[Part: ResultsCharts | ResultsStability](
    kind: type[Part], report: CampaignReport, qtbot: QtBot
) -> Part:
    return shown_tab(kind, report, qtbot, Case(1000), (900, 600))[0]


def chart(part: ResultsCharts | ResultsStability) -> Chart:
    assert part.chart_view.chart is not None
    return part.chart_view.chart


def panel(charts: ResultsCharts, server: str) -> PlotPanel:
    return next(each for each in chart(charts).panels if each.title == server)


def plain(charts: ResultsCharts) -> ValueMark:
    """The time of INSERT without protection on PostgreSQL."""
    values = panel(charts, "postgresql").plots[1].spots
    return next(each for each in values if (each.row, each.series) == (0, 1))


def reported(part: ResultsCharts | ResultsStability) -> list[str]:
    """What pointing at each mark says, in the order of reading."""
    return [mark.text() for mark in part.chart_view.canvas.marks()]


def strips(part: ResultsCharts | ResultsStability) -> Sequence[Strip]:
    assert part.chart_view.canvas.picture is not None
    return part.chart_view.canvas.picture.strips


def choose(part: QWidget, word: str) -> None:
    choice = next(each for each in part.findChildren(Choice) if each.findText(word) >= 0)
    choice.setCurrentIndex(choice.findText(word))


def test_that_each_server_has_a_panel_of_costs_with_intervals(
    report: CampaignReport, qtbot: QtBot
) -> None:
    charts = shown(ResultsCharts, report, qtbot)
    assert [each.title for each in chart(charts).panels] == ["postgresql", "mariadb", "firebird"]
    data = panel(charts, "postgresql")
    assert [each.name for each in data.rows] == ["plaintext", CBC.name, GCM.name]
    assert [" ".join(map(str, each.marks)) for each in data.rows] == ["", "fixed IV", ""]
    costs = data.plots[0].spots
    spot = next(each for each in costs if (each.row, each.series) == (1, 1))
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
    assert not spot.faint and all(each.faint for each in costs if each.row == 2)
    assert {each.series: each.band for each in costs if each.row == 1 and each.series} == {
        ENTRIES.index(each.operation): each.cost.margin
        for each in report.comparison
        if (each.server, each.protection, each.at.size) == ("postgresql", CBC.name, 1000)
    }
    total, first = [each for each in reported(charts) if each.startswith(CBC.name)][:2]
    assert total.startswith(f"{CBC.name} (fixed IV) · all operations\n") and "costs" in total
    assert first.startswith(f"{CBC.name} (fixed IV) · INSERT\n") and "costs" in first
    assert reported(charts)[0].startswith("plaintext · INSERT\n0.1") and reported(charts)[
        0
    ].endswith(") s")


def test_that_times_have_intervals_or_deviations(report: CampaignReport, qtbot: QtBot) -> None:
    charts = shown(ResultsCharts, report, qtbot)
    runs = [
        each.seconds
        for each in report.operations
        if (each.run.server, each.run.protection, each.run.size, each.operation)
        == ("postgresql", "plaintext", 1000, "INSERT")
    ]
    known = sample_stats(runs)
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
                server_cpu_s=None if each.run.server == "mariadb" else 0.05,
                worker_cpu_s=0.02,
            )
            for each in report.operations
            if each.run.server != "firebird"
        ],
    )
    charts = shown(ResultsCharts, known, qtbot)
    choose(charts, "CPU time of the server")
    known_values = {
        each.title: {round(spot.value, 9) for spot in each.plots[1].spots}
        for each in chart(charts).panels
    }
    assert known_values["postgresql"] == {0.05} and known_values["mariadb"] == {0.02}
    assert str(panel(charts, "mariadb").plots[1].title) == "CPU time of the server, s"


def test_that_the_legend_hides_an_operation_everywhere(
    report: CampaignReport, qtbot: QtBot
) -> None:
    charts = shown(ResultsCharts, report, qtbot)
    assert [each.text() for each in charts.chart_view.entries()] == list(ENTRIES)
    before = [each for each in reported(charts) if OPERATIONS[1] not in each]
    qtbot.mouseClick(charts.chart_view.entries()[2], Qt.MouseButton.LeftButton)
    left = tuple(each for each in ENTRIES if each != OPERATIONS[1])
    assert tuple(map(str, chart(charts).series)) == left
    assert not [each for each in reported(charts) if OPERATIONS[1] in each]
    assert reported(charts) == before
    assert [each.text() for each in charts.chart_view.entries()] == list(ENTRIES)
    qtbot.mouseClick(charts.chart_view.entries()[2], Qt.MouseButton.LeftButton)
    assert tuple(map(str, chart(charts).series)) == ENTRIES


def test_that_costs_of_all_servers_share_one_axis(report: CampaignReport, qtbot: QtBot) -> None:
    charts = shown(ResultsCharts, report, qtbot)
    spans = {(each.plots[0].low, each.plots[0].high) for each in chart(charts).panels}
    assert len(spans) == 1
    ((low, high),) = spans
    assert low < -9 and high > 75


@pytest.mark.slow
def test_that_charts_are_saved_with_their_caption(
    report: CampaignReport, qtbot: QtBot, tmp_path: Path
) -> None:
    charts = shown(ResultsCharts, report, qtbot)
    charts.chart_view.save_picture(tmp_path / "costs.svg")
    text = (tmp_path / "costs.svg").read_text()
    assert "known costs · 1,000 records · n = 12" in text
    assert "postgresql" in text and "INSERT" in text
    charts.chart_view.save_picture(tmp_path / "costs.png")
    assert (tmp_path / "costs.png").stat().st_size > 5_000
    usual = QImage(str(tmp_path / "costs.png")).width()
    saving().choose_dpi(USUAL_DPI * 3)
    charts.chart_view.save_picture(tmp_path / "costs.png")
    saving().choose_dpi(USUAL_DPI)
    assert QImage(str(tmp_path / "costs.png")).width() == pytest.approx(3 * usual, abs=2)


@pytest.mark.slow
def test_that_charts_without_a_finished_cell_are_a_sentence(
    report: CampaignReport, qtbot: QtBot, tmp_path: Path
) -> None:
    with open_store(str(tmp_path / "new.sqlite"), write=True) as store:
        known = report_on(store, store_campaign(store, costly_campaign(1, (CBC,))))
    charts = shown(ResultsCharts, known, qtbot)
    output = [each for each in charts.findChildren(QLabel) if "Nothing has been" in each.text()]
    assert len(output) == 1 and output[0].isVisible() and not charts.chart_view.isVisible()
    charts = shown(ResultsCharts, report, qtbot)
    assert charts.chart_view.isVisible()
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
    assert len(panel(charts, "postgresql").plots[0].spots) == 2 * len(ENTRIES)
    steady = shown(ResultsStability, report, qtbot)
    scope = steady.findChild(Scope)
    assert isinstance(scope, Scope)
    scope.choose_case(ALL_CASES)
    assert len(stability(steady, CBC.name).lines[1].points) == 6


@pytest.mark.slow
def test_that_speeds_of_all_cases_are_no_sums(tmp_path: Path, qtbot: QtBot) -> None:
    blocks = replace(PARAMETERS, blocks_without_instructions=(), rsa_bits=())
    with open_store(str(tmp_path / "raw.sqlite"), write=True) as store:
        raw = report_on(store, store_raw(store, raw_campaign(workload=blocks)))
    charts = shown(ResultsCharts, raw, qtbot)
    scope = charts.findChild(Scope)
    assert isinstance(scope, Scope)
    scope.choose_case(ALL_CASES)
    spots = panel(charts, "openssl").plots[1].spots
    speeds = {round(spot.value, 3) for spot in spots if spot.hollow}
    assert speeds == {round((1000 * 16 / 116 * 1000 * 1024 / 1124) ** 0.5, 3)}


def stability(part: ResultsStability, protection: str) -> Graph:
    return next(each for each in chart(part).graphs if str(each.title) == protection)


def test_that_blocks_stand_in_order_next_to_those_of_the_control(
    report: CampaignReport, qtbot: QtBot
) -> None:
    part = shown(ResultsStability, report, qtbot)
    control, encrypted = stability(part, CBC.name).lines
    assert [look.hollow for look in chart(part).line_styles] == [True, False]
    assert (control.style, encrypted.style) == (0, 1)
    row = next(
        each
        for each in report.comparison
        if (each.server, each.protection, each.at.size) == ("postgresql", CBC.name, 1000)
    )
    blocks = report.compared.comparison(row)
    assert [at for at, _ in encrypted.points] == [1, 2, 3, 4, 5, 6]
    assert [value for _, value in encrypted.points] == [
        percent_of_log(value) for value in blocks.values
    ]
    assert {encrypted.points[at][0] for at in encrypted.marked} == set(blocks.outliers())
    assert encrypted.mean == (row.cost.percent, row.cost.low, row.cost.high)
    assert f"protection\nblock 1: {percent_text(encrypted.points[0][1])}" in reported(part)


def test_that_drift_and_order_are_reported_where_they_matter(qtbot: QtBot, tmp_path: Path) -> None:
    campaign = replace(costly_campaign(1, (CBC,)), order=Order.ABBA)
    with open_store(str(tmp_path / "drift.sqlite"), write=True) as store:
        campaign_id = store_campaign(store, campaign)
        stored, events = store.load(campaign_id), list[Event]()
        for run in stored.runs:
            encrypted = stored.cells[run.cell].protection == CBC
            late = 1 + 0.02 * run.repetition if encrypted else 1.0
            second = 1.1 if encrypted and run.repetition % 2 == 0 else 1.0
            wobble = 1 + 0.001 * (run.id % 3)
            times = {name: each * late * second * wobble for name, each in BASE.items()}
            events += whole_run(run, times)
        store.write(campaign_id, events)
        known = report_on(store, campaign_id)
    part = shown(ResultsStability, known, qtbot)
    estimates, order, drift = stability(part, CBC.name).words
    assert order[1] and drift[1]
    assert str(order[0]).startswith("Order effect: the backward pass takes 1")
    assert str(drift[0]).startswith("Drift: relative to the baseline, the time rose by ")
    row = next(each for each in known.comparison if each.protection == CBC.name)
    middle = known.compared.comparison(row).hodges_lehmann()
    assert f"Hodges–Lehmann estimate {middle:.0f} %" in str(estimates[0])
    found = stability_of(known, row)
    assert found is not None
    words = [str(text) for text, _ in stability(part, CBC.name).words]
    assert words == [str(each.message) for each in found.observations], "as in exports"
    drawn = "".join(strip.svg for strip in strips(part))
    assert drawn.count(current_palette().warning) >= 2, "what is to be heeded is drawn so"


def test_that_a_stable_comparison_is_distinguished_from_one_that_tells_nothing(
    report: CampaignReport, qtbot: QtBot
) -> None:
    of = [replace(row, cost=replace(row.cost, margin=90.0)) for row in report.comparison]
    part = shown(ResultsStability, replace(report, comparison=of), qtbot)
    _, *effects = (str(words) for words, _ in stability(part, CBC.name).words)
    assert effects and all("none found" in words for words in effects)
    of = [replace(row, cost=replace(row.cost, margin=0.1)) for row in report.comparison]
    part = shown(ResultsStability, replace(report, comparison=of), qtbot)
    output = [str(words) for each in chart(part).graphs for words, _ in each.words]
    assert any("unclear" in words for words in output)
    assert not any("none found" in words for words in output)


def test_that_a_campaign_without_blocks_says_what_it_takes(qtbot: QtBot, tmp_path: Path) -> None:
    with open_store(str(tmp_path / "new.sqlite"), write=True) as store:
        known = report_on(store, store_campaign(store, costly_campaign(1, (CBC,))))
    part = shown(ResultsStability, known, qtbot)
    assert not part.chart_view.isVisible()
    assert "No complete block" in part.placeholder()
