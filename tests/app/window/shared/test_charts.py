"""What the window shows of results is the drawing that is saved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.report.charts.cost_chart import cost_charts
from app.report.charts.latency_charts import percentile_charts
from app.report.drawing.chart import Chart, without_lines
from app.report.drawing.chart_drawing import WIDTH, draw, svg
from app.report.drawing.medium import ON_PAPER
from app.report.figures.campaign_report import report_on
from app.report.words.colours import looks
from app.report.words.language import written_in
from app.results.store.store import open_store
from app.window.base.language import install_language
from app.window.shared.charts import ChartView
from tests.app.report.loaded import store_loaded
from widgets.look.theme import DARK, LIGHT, apply_theme, drawing_scale
from widgets.look.tokens import SeriesLook, register_series
from widgets.saving.saving import USUAL_DPI, saving

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
_LEGEND_MARGINS = 24
"""Pixels of a view beside its drawing."""


@pytest.fixture(scope="module")
def charts(tmp_path_factory: pytest.TempPathFactory) -> list[Chart]:
    """Costs, and curves."""
    register_series({name: SeriesLook(*look) for name, look in looks().items()})
    path = tmp_path_factory.mktemp("web") / "results.sqlite"
    with open_store(str(path), write=True) as store:
        report = report_on(store, store_loaded(store), latencies=True)
    cases = sorted({cell.case for cell in report.cells})
    return [cost_charts(report)[0], next(percentile_charts(report, cases))]


@pytest.fixture
def light(qapp: QApplication) -> Iterator[QApplication]:
    apply_theme(qapp, "light")
    yield qapp
    apply_theme(qapp, "light")


def shown(chart: Chart, qtbot: QtBot) -> ChartView:
    view = ChartView()
    qtbot.addWidget(view)
    view.resize(round((WIDTH - 24) * drawing_scale()) + _LEGEND_MARGINS, 500)
    view.show_chart(partial(without_lines, chart))
    with qtbot.waitExposed(view):
        view.show()
    return view


def shapes(view: ChartView) -> list[str]:
    """What is drawn, strip by strip."""
    assert view.canvas.picture is not None
    found = [ElementTree.fromstring(each.svg) for each in view.canvas.picture.strips]
    return [ElementTree.tostring(each, encoding="unicode") for whole in found for each in whole]


@pytest.mark.parametrize("at", [0, 1])
def test_that_the_window_shows_the_very_drawing_that_files_have(
    at: int, charts: list[Chart], light: QApplication, qtbot: QtBot
) -> None:
    view = shown(charts[at], qtbot)
    picture = view.canvas.picture
    assert picture is not None
    paper = draw(charts[at], ON_PAPER, picture.width)
    assert [each.svg for each in picture.strips] == [each.svg for each in paper.strips]
    assert [mark.text() for mark in view.canvas.marks()] == [
        mark.text() for strip in paper.strips for mark in strip.marks
    ]
    reported = {
        each.text for each in ElementTree.fromstring(svg(charts[at])).iter("*") if each.text
    }
    assert {
        each.text for each in map(ElementTree.fromstring, shapes(view)) if each.text
    } <= reported


def test_that_the_dark_scheme_has_its_own_colours_and_files_the_light_ones(
    charts: list[Chart], light: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    view = shown(charts[0], qtbot)
    before = "".join(shapes(view))
    apply_theme(light, "dark")
    dark = "".join(shapes(view))
    for each in ("text", "muted", "grid"):
        assert getattr(LIGHT, each) in before and getattr(LIGHT, each) not in dark
        assert getattr(DARK, each) in dark
    look = looks()["postgresql"]
    assert look.light in before and look.dark in dark and look.light not in dark
    view.save_picture(tmp_path / "cost.svg")
    assert (tmp_path / "cost.svg").read_text() == svg(charts[0])


def test_that_numbers_are_those_of_the_users_locale(
    charts: list[Chart], light: QApplication, qtbot: QtBot
) -> None:
    (panel,) = charts[0].panels
    wide = replace(panel.plots[1], low=0.0, high=9000.0)
    chart = replace(charts[0], panels=(replace(panel, plots=(panel.plots[0], wide)),))
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German))
    try:
        drawn = "".join(shapes(shown(chart, qtbot)))
    finally:
        QLocale.setDefault(before)
    assert ">2.000<" in drawn and "2,000" not in drawn


def test_that_a_saved_picture_speaks_the_windows_language(
    charts: list[Chart], qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    view = shown(charts[0], qtbot)
    with written_in("pt_BR"):
        wanted = svg(charts[0])
    assert wanted != svg(charts[0])
    install_language(qapp, "pt_BR")
    try:
        view.save_picture(tmp_path / "custo.svg")
    finally:
        install_language(qapp, "en")
    assert (tmp_path / "custo.svg").read_text() == wanted


def test_that_a_saved_picture_leaves_out_what_is_hidden(
    charts: list[Chart], light: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    view = shown(charts[1], qtbot)
    first = view.entries()[0]
    first.setChecked(False)
    view.save_picture(tmp_path / "some.svg")
    text = (tmp_path / "some.svg").read_text()
    assert text == svg(without_lines(charts[1], frozenset({first.key})))
    assert text.count("<polyline") < svg(charts[1]).count("<polyline")


def test_that_a_picture_has_the_resolution_that_was_chosen(
    charts: list[Chart], light: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    view = shown(charts[0], qtbot)
    view.copy_picture()
    usual = QGuiApplication.clipboard().image().width()
    saving().choose_dpi(2 * USUAL_DPI)
    view.save_picture(tmp_path / "large.png")
    saving().choose_dpi(USUAL_DPI)
    assert QImage(str(tmp_path / "large.png")).width() == pytest.approx(2 * usual, abs=2)
    with pytest.raises(OSError, match="gif"):
        view.save_picture(tmp_path / "some.gif")


def test_that_a_part_of_a_crowded_graph_is_seen_saved_and_left_again(
    charts: list[Chart], light: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    view = shown(charts[1], qtbot)
    whole, marks = shapes(view), len(view.canvas.marks())
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    reported = read(view)
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.chart is not None
    axis, before = view.chart.graphs[0].x, charts[1].graphs[0].x
    assert axis.low == before.low
    assert axis.high == pytest.approx((before.low * before.high) ** 0.5), "half of a log axis"
    assert 0 < len(view.canvas.marks()) < marks
    assert read(view) == reported, "it is still read"
    for points in re.findall(r'points="([^"]*)"', "".join(shapes(view))):
        xs = [float(each.split(",")[0]) for each in points.split()]
        assert max(xs) <= WIDTH, "no line goes on beyond the axis"
    view.save_picture(tmp_path / "part.svg")
    assert (tmp_path / "part.svg").read_text() == svg(view.chart) != svg(charts[1])
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert shapes(view) == whole
    view.range_chosen.emit(0, 2.0, 20.0)
    [action] = [each for each in view.build_menu().actions() if "whole" in each.text()]
    action.trigger()
    assert shapes(view) == whole


def read(view: ChartView) -> str:
    """What is read of the mark with the ring."""
    assert view.canvas.marked is not None
    return view.canvas.marks()[view.canvas.marked].text()
