"""Panels of estimates and dots in order: places, pointing, pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from widgets.charts.dots import Dot, DotData, DotGrid, DotSeries
from widgets.charts.forest import ForestData, ForestGrid, cost_span, value_span
from widgets.charts.forest_plot import Spot, arrows
from widgets.look.theme import apply_theme, number_font

COST = Spot(1, 0, 42, 38, 46, "aes · INSERT\ncosts 42 %")
OTHER = Spot(1, 1, 20, 15, 25, "aes · SELECT\ncosts 20 %")
NOISE = Spot(1, 1, 5, -300, 900, faint=True)
TIMES = [Spot(0, 0, 0.1, 0.09, 0.11, hollow=True), Spot(1, 0, 0.142)]
PANEL = ForestData(
    "pg", "postgresql", ("plaintext", "aes"), (COST, OTHER), TIMES, "cost, %", "time, s"
)


@pytest.fixture
def grid(qtbot: QtBot) -> ForestGrid:
    part = ForestGrid()
    part.resize(700, 400)
    qtbot.addWidget(part)
    part.set_panels([PANEL, PANEL], ["INSERT", "SELECT"])
    with qtbot.waitExposed(part):
        part.show()
    return part


def test_that_intervals_of_noise_do_not_stretch_the_axis() -> None:
    low, high = cost_span([COST, NOISE])
    assert -10 < low < 0 and 46 < high < 60
    assert value_span(TIMES)[1] == pytest.approx(0.16)


def test_that_an_interval_beyond_the_axis_ends_in_an_arrow() -> None:
    low, high = cost_span([COST, NOISE])
    (left, right) = arrows([(-300, 900, -1.0), (38, 46, -2.0)], (low, high))
    assert (left[1:], right[1:]) == ((-1.0, "t3"), (-1.0, "t2"))
    assert low < left[0] < low + 2 and high - 2 < right[0] < high


@pytest.mark.slow
def test_that_each_series_has_a_band_of_its_own(grid: ForestGrid) -> None:
    wide, narrow = replace(COST, band=20.0), replace(OTHER, band=5.0)
    grid.set_panels([replace(PANEL, costs=(wide, narrow))], ["INSERT", "SELECT"])
    plot = grid.panels()[0].costs
    (bars,) = [item for item in plot.plot.items if isinstance(item, pg.BarGraphItem)]
    assert list(bars.opts["width"]) == [40.0, 10.0]
    assert list(bars.opts["y"]) == pytest.approx([-0.8, -1.2])


@pytest.mark.slow
def test_that_pointing_at_a_spot_tells_of_it(grid: ForestGrid) -> None:
    plot = grid.panels()[0].costs
    # two series share a row, the first one above the other
    at = plot.box.mapViewToScene(QPointF(42, -0.8))
    assert plot.text_near(at) == COST.tip
    below = plot.box.mapViewToScene(QPointF(20, -1.2))
    assert plot.text_near(below) == OTHER.tip
    assert plot.text_near(plot.box.mapViewToScene(QPointF(30, 0.2))) == ""


@pytest.mark.slow
def test_that_a_chip_hides_its_series_in_all_panels(grid: ForestGrid, qtbot: QtBot) -> None:
    qtbot.mouseClick(grid.chips()[1], Qt.MouseButton.LeftButton)
    assert [panel.costs.spots() for panel in grid.panels()] == [[COST], [COST]]
    grid.set_panels([PANEL], ["INSERT", "SELECT"])
    assert grid.panels()[0].costs.spots() == [COST], "fresh figures do not bring it back"


def test_that_a_panel_is_as_high_as_its_rows_need(grid: ForestGrid) -> None:
    before = grid.panels()[0].costs.height()
    rows = [f"aes-{number}" for number in range(8)]
    more = ForestData("pg", "postgresql", rows, (COST,), TIMES, "cost, %", "time, s")
    grid.set_panels([more], ["INSERT", "SELECT"])
    assert grid.panels()[0].costs.height() > 2 * before


@pytest.mark.slow
def test_that_a_picture_is_whole_before_it_was_ever_seen(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    apply_theme(qapp, "dark")
    part = ForestGrid()
    qtbot.addWidget(part)
    part.resize(700, 20)
    part.set_panels([PANEL], ["INSERT", "SELECT"])
    part.save_picture(tmp_path / "forest.png")
    image = QImage(str(tmp_path / "forest.png"))
    assert image.height() > 2 * 100
    apply_theme(qapp, "light")
    qapp.setStyleSheet("")


def test_that_dots_are_told_and_stand_side_by_side_where_there_is_room(qtbot: QtBot) -> None:
    dots = [Dot(1, 40, "block 1"), Dot(2, 44, "block 2", marked=True)]
    series = DotSeries("protection", "postgresql", dots, (42, 38, 46))
    data = DotData("aes", "%", "block", [series], [("drifted", "warning")])
    grid = DotGrid()
    qtbot.addWidget(grid)
    grid.resize(900, 400)
    grid.set_panels([data, data])
    with qtbot.waitExposed(grid):
        grid.show()
    first, second = grid.panels()
    assert first.y() == second.y() and first.x() < second.x()
    at = first._canvas.box.mapViewToScene(QPointF(2, 44))
    assert first.text_near(at) == "block 2"
    grid.resize(500, 800)
    qtbot.waitUntil(lambda: first.x() == second.x() and first.y() < second.y())


def test_that_the_widest_name_is_not_the_longest(qtbot: QtBot) -> None:
    wide, long = "mmmmmmmmmmmmmmmmmmmm", "i" * 24
    made = ForestGrid()
    qtbot.addWidget(made)
    costs = [Spot(at, 0, 1.0) for at in (0, 1)]
    made.set_panels([ForestData("t", "neutral", [long, wide], costs, (), "%", "")], ("a",))
    axis = made.panels()[0].costs.y_axis
    assert axis.maximumWidth() > QFontMetrics(number_font(0.9)).horizontalAdvance(wide)
