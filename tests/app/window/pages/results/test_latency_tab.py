"""The tab of latencies, by mouse and keyboard, on a campaign whose latencies are known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.report.charts.latency_charts import CellUnderLoad, latency_graphs
from app.report.drawing.chart import ChartLine, Graph, LineStyle
from app.results.store.store import open_store
from app.window.pages.results.cost_table_tab import ResultsTable
from app.window.pages.results.latency_tab import LatencyTab
from app.window.pages.results.page import ResultsPage
from tests.app.report.loaded import PARAMETERS, store_loaded
from tests.app.results.making import make_campaign, store_campaign
from tests.app.window.pages.results.shown_campaign import shown_campaign, view
from tests.app.window.settling import settle
from widgets.fields.choice import Choice

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def staying(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ResultsPage]:
    path = tmp_path_factory.mktemp("latencies") / "loaded.sqlite"
    with open_store(str(path), write=True) as store:
        store_campaign(store, make_campaign())
        store_loaded(store, limited=True)
        store_loaded(store, "together", hosts=("rack1", "rack2"), limiting="rack2")
    with shown_campaign(path, LatencyTab) as made:
        yield made


@pytest.fixture
def page(staying: ResultsPage, qtbot: QtBot) -> ResultsPage:
    """With the campaign of one machine as it was when it was first selected."""
    for campaign in (1, 2):
        staying.select(campaign)
        qtbot.waitUntil(lambda wanted=campaign: view(staying).campaign_id == wanted)  # type: ignore[misc]
    tab(staying)._scope.choose_studies(())
    view(staying).tabs.setCurrentIndex(0)
    settle(staying, qtbot)
    return staying


def tab(page: ResultsPage) -> LatencyTab:
    found = page.findChild(LatencyTab)
    assert isinstance(found, LatencyTab)
    return found


def opened(page: ResultsPage, qtbot: QtBot) -> LatencyTab:
    view(page).tabs.setCurrentWidget(tab(page))
    qtbot.waitUntil(lambda: tab(page).chart_view.chart is not None)
    settle(page, qtbot)
    return tab(page)


def graph(part: LatencyTab, at: int) -> Graph:
    assert part.chart_view.chart is not None
    return part.chart_view.chart.graphs[at]


def looks(part: LatencyTab, at: int) -> dict[str, tuple[LineStyle, ChartLine]]:
    """By name, those of one graph."""
    chart = part.chart_view.chart
    assert chart is not None
    known = [(chart.line_styles[line.style], line) for line in graph(part, at).lines]
    return {str(look.name): (look, line) for look, line in reversed(known)}


def choice(part: ResultsTable | LatencyTab, item: str) -> Choice:
    return next(each for each in part.findChildren(Choice) if each.findText(item) >= 0)


@pytest.mark.slow
def test_that_only_campaigns_under_load_have_the_tab(page: ResultsPage, qtbot: QtBot) -> None:
    tabs = view(page).tabs
    assert tabs.indexOf(tab(page)) == 2, "after summary and table"
    page.select(1)
    qtbot.waitUntil(lambda: view(page).campaign_id == 1)
    assert tabs.indexOf(tab(page)) < 0 and not tab(page).isVisible()


@pytest.mark.slow
def test_that_the_table_has_the_studys_figures_by_protection(
    page: ResultsPage, qtbot: QtBot
) -> None:
    part = opened(page, qtbot)
    model = part.table.table_model()
    heads = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(9)]
    assert heads[2:] == ["Mean, ms", "Min, ms", "Median, ms", "p95, ms", "p99, ms", "p99.9, ms",
                         "Max, ms"]  # fmt: skip
    first = [str(model.index(0, at).data()) for at in range(3)]
    assert first[0] == "GET" and "plaintext" in first[1] and float(first[2]) == pytest.approx(2.02)
    assert "began more than 1 ms late" in part.warnings()


@pytest.mark.slow
def test_that_a_load_of_several_hosts_has_a_row_for_each(page: ResultsPage, qtbot: QtBot) -> None:
    assert not opened(page, qtbot).hosts.isVisible(), "one machine sent this one"
    page.select(3)
    qtbot.waitUntil(lambda: view(page).campaign_id == 3)
    part = opened(page, qtbot)
    qtbot.waitUntil(part.hosts.isVisible)
    model = part.hosts.table_model()
    rows = [[str(model.index(row, at).data()) for at in range(5)] for row in range(3)]
    assert [each[0] for each in rows] == ["GET"] * 3
    assert [each[2].strip("\u2068\u2069") for each in rows] == ["all hosts", "rack1", "rack2"]
    means = [float(part.table.table_model().index(0, at).data()) for at in (4, 6)]
    assert [float(each) for each in rows[0][3:5]] == means, "as the table above has them"
    assert float(rows[2][4]) == pytest.approx(2 * float(rows[1][4]), rel=0.01)
    heads = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
    limited = heads.index("Generator limited, runs")
    assert [str(model.index(row, limited).data()) for row in range(3)] == ["1", "0", "1"]


@pytest.mark.slow
def test_that_both_protections_are_in_every_chart(page: ResultsPage, qtbot: QtBot) -> None:
    part = opened(page, qtbot)
    titles = [str(graph(part, at).title) for at in range(4)]
    assert titles == ["By percentile", "Distribution", "Over time", "Throughput and latency"]
    for at in range(4):
        assert looks(part, at).keys() == {"plaintext", "aes-256-gcm"}
        assert all(line.points for line in graph(part, at).lines)


def test_that_a_study_stands_in_table_and_charts_and_what_differs_is_named(
    page: ResultsPage, qtbot: QtBot
) -> None:
    part = opened(page, qtbot)
    part.studies.choose("vidakovic-2024")
    settle(page, qtbot)
    who = "Vidaković et al. 2024"
    qtbot.waitUntil(lambda: len(graph(part, 0).lines) == 4)
    theirs = looks(part, 0)
    look, encrypted = theirs[f"aes-256-gcm · {who}"]
    assert list(encrypted.points) == [(2.0, 0.56), (20.0, 0.74), (100.0, 0.89), (1000.0, 1.75)]
    _, plain = theirs[f"plaintext · {who}"]
    assert [x for x, _ in plain.points] == [20, 100, 1000], "no axis has its median of 0 ms"
    assert look.hollow and look.marker and (look.colour, look.stroke) == ("study-1", "dash-dot")
    for at in (1, 2, 3):
        assert len(looks(part, at)) == 2, "it tells no such thing"
    model = part.table.table_model()
    rows = [[str(model.index(at, column).data() or "") for column in range(9)] for at in range(4)]
    assert [bare(row[1]) for row in rows[:2]] == ["plaintext", f"plaintext · {who}"]
    assert [float(each) for each in rows[1][2:]] == [0.16, 0, 0, 0.63, 0.75, 1.19, 2.18]
    assert bare(part.study_strip.text()) == f"{who}: 28 of 68 figures match this campaign."
    assert "Ryzen 7" in part.study_strip.details()
    assert "The engine is mariadb in the study, postgresql here." in bare(
        part.study_strip.details()
    )
    assert part.chart_view.grab().height() > 100


def test_that_a_study_without_latencies_says_so(page: ResultsPage, qtbot: QtBot) -> None:
    part = opened(page, qtbot)
    part.studies.choose("openssl-exercise-2024")
    settle(page, qtbot)
    assert "no latency matches" in part.study_strip.text()
    assert len(graph(part, 0).lines) == 2


def bare(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.slow
def test_that_a_protection_has_a_curve_of_latency_over_several_rates(tmp_path: Path) -> None:
    swept = replace(PARAMETERS, read_rate=(300, 100, 200), write_rate=(30, 10, 20))
    with open_store(str(tmp_path / "swept.sqlite"), write=True) as store:
        found = store.snapshot(store_loaded(store, workload=swept))
    loaded = [CellUnderLoad(each) for each in found.cells if not each.control]
    styles, graphs = latency_graphs(loaded, "plaintext", found.operations, "GET", 1)
    drawn = graphs[-1].lines
    curves = [line for line in drawn if styles[line.style].stroke != "none"]
    names = [str(styles[line.style].name) for line in curves]
    assert names == ["plaintext", "aes-256-gcm"] * 2  # by the driver, and by the API
    for each in curves:
        assert [rate for rate, _ in each.points] == pytest.approx([99.5, 199, 298.5])
    assert len({styles[line.style].stroke for line in curves}) == 2
    assert sum(len(line.points) for line in drawn if line not in curves) == 2 * 2 * 3 * 4


@pytest.mark.slow
def test_that_a_name_in_the_legend_hides_its_lines_everywhere(
    page: ResultsPage, qtbot: QtBot
) -> None:
    part = opened(page, qtbot)
    marks = len(part.chart_view.canvas.marks())
    qtbot.mouseClick(part.chart_view.entries()[0], Qt.MouseButton.LeftButton)
    for at in range(4):
        assert looks(part, at).keys() == {"aes-256-gcm"}
    assert 0 < len(part.chart_view.canvas.marks()) < marks
    qtbot.mouseClick(part.chart_view.entries()[0], Qt.MouseButton.LeftButton)
    assert len(part.chart_view.canvas.marks()) == marks


@pytest.mark.slow
def test_that_pointing_at_a_line_tells_protection_share_and_time(
    page: ResultsPage, qtbot: QtBot
) -> None:
    part = opened(page, qtbot)
    canvas = part.chart_view.canvas
    at = sum(len(line.points) for line in graph(part, 0).lines) - 1
    report = bare(canvas.text_at(QPointF(canvas.point_of(at))))
    assert report.startswith("aes-256-gcm\n") and "%: " in report and report.endswith(" ms")
    assert canvas.text_at(QPointF(-500, -500)) == ""


@pytest.mark.slow
def test_that_another_operation_is_drawn_when_it_is_chosen(page: ResultsPage, qtbot: QtBot) -> None:
    part = opened(page, qtbot)
    before = graph(part, 0).lines[0].points
    box = choice(part, "ADD")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: graph(part, 0).lines[0].points != before)
    assert box.currentText().strip("\u2068\u2069") == "ADD"
    qtbot.keyClick(box, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: graph(part, 0).lines[0].points == before)


@pytest.mark.slow
def test_that_the_limit_of_the_generator_is_stated_above_all_tabs(page: ResultsPage) -> None:
    report = "\n".join(each.text() for each in page.findChildren(QLabel) if each.isVisible())
    assert "The load generator could not keep up." in report


@pytest.mark.slow
def test_that_any_measure_of_the_work_can_be_compared(page: ResultsPage, qtbot: QtBot) -> None:
    part = page.findChild(ResultsTable)
    assert isinstance(part, ResultsTable)
    view(page).tabs.setCurrentWidget(part)
    box = choice(part, "mean latency")
    offered = [box.itemText(at) for at in range(box.count())]
    assert offered[:2] == ["CPU time", "mean latency"] and "latency, 99th percentile" in offered
    assert "dropped" not in offered, "it says how a run went, not what a protection costs"
    assert part.table.groups()[0].rows[0].cells[1].text == "0.438 s"
    box.setCurrentIndex(offered.index("mean latency"))
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(part.table.isEnabled)
    assert part.table.groups()[0].rows[0].cells[1].text == "2.02 ms"
    box.setCurrentIndex(offered.index("latency, 99th percentile"))
    box.activated.emit(box.currentIndex())
    assert not part.table.isEnabled()
    qtbot.waitUntil(part.table.isEnabled)
    settle(page, qtbot)
    assert box.currentText() == "latency, 99th percentile"
    assert part.table.groups()[0].rows[0].cells[1].text == "8.10 ms"
    page.select(1)
    qtbot.waitUntil(lambda: view(page).campaign_id == 1)
    assert choice(part, "time").currentText() == "time"
