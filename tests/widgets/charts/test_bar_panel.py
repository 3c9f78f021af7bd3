"""Grouped bars: places, missing values, hollow plaintext, scales, hovering, pictures."""

import math

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from widgets.charts.bar_panel import BarPanel, BarSeries, PanelData
from widgets.charts.plot_canvas import log_ticks
from widgets.look.numbers import tick_step
from widgets.look.theme import plain_variant, series_style

GROUPS = ("1,000", "2,000")
PLAIN = BarSeries("plain", "PostgreSQL plaintext", "postgresql", True, (100, 200))
FULL = BarSeries("aes", "PostgreSQL aes-128", "postgresql", False, (120, None))


@pytest.fixture
def panel(qtbot: QtBot) -> BarPanel:
    part = BarPanel()
    part.resize(400, 300)
    qtbot.addWidget(part)
    part.set_panel(PanelData("INSERT", "ms", GROUPS, [PLAIN, FULL]))
    with qtbot.waitExposed(part):
        part.show()
    return part


def place_of(panel: BarPanel, x: float, y: float) -> QPoint:
    scene = panel._canvas.box.mapViewToScene(QPointF(x, y))
    place: QPoint = panel._canvas.mapFromScene(scene)
    return place


def colour_at(panel: BarPanel, x: float, y: float) -> QColor:
    colour: QColor = panel._canvas.viewport().grab().toImage().pixelColor(place_of(panel, x, y))
    return colour


def test_that_a_missing_value_is_no_bar_and_not_zero(panel: BarPanel) -> None:
    drawn = [(bar.series.key, bar.group, bar.value) for bar in panel.bars()]
    assert drawn == [("plain", "1,000", 100), ("plain", "2,000", 200), ("aes", "1,000", 120)]


def test_that_plaintext_is_hollow_and_the_rest_full(panel: BarPanel) -> None:
    plain, _, full = panel.bars()
    blue = series_style("postgresql").colour
    assert colour_at(panel, plain.middle, 50) == plain_variant(blue)
    assert colour_at(panel, full.middle, 50) == blue


def test_that_bars_of_one_group_do_not_overlap(panel: BarPanel) -> None:
    first, _, second = panel.bars()
    assert first.right <= second.left
    assert first.left > -0.5 and second.right < 0.5


def test_that_the_axis_starts_at_zero_and_holds_all_bars(panel: BarPanel) -> None:
    assert panel.y_range() == pytest.approx((0, 200))
    panel.set_panel(PanelData("INSERT", "ms", GROUPS, [PLAIN, FULL]), max_y=1000)
    assert panel.y_range() == pytest.approx((0, 1000))


def test_that_a_log_axis_begins_at_a_decade_and_leaves_out_zero(panel: BarPanel) -> None:
    zero = BarSeries("zero", "zero", "sqlite", False, (0, 5))
    panel.set_panel(PanelData("INSERT", "ms", GROUPS, [PLAIN, zero], log=True))
    low, high = panel.y_range()
    assert low == pytest.approx(1) and high == pytest.approx(200)
    assert [bar.value for bar in panel.bars()] == [100, 200, 5]


def test_that_hovering_tells_value_and_unit(qtbot: QtBot, panel: BarPanel) -> None:
    plain = panel.bars()[0]
    assert panel.text_at(plain.middle) == "PostgreSQL plaintext\n1,000: 100 ms"
    assert panel.text_at(0.5) == ""
    qtbot.mouseMove(panel._canvas.viewport(), place_of(panel, plain.middle, 50))
    qtbot.waitUntil(lambda: QToolTip.text().startswith("PostgreSQL plaintext"))


def test_that_two_full_series_of_one_engine_differ(panel: BarPanel) -> None:
    other = BarSeries("aes256", "aes-256", "postgresql", False, (150, 160))
    panel.set_panel(PanelData("INSERT", "ms", GROUPS, [FULL, other]))
    first, second = (bar for bar in panel.bars() if bar.group == "1,000")
    assert colour_at(panel, first.middle, 50) != colour_at(panel, second.middle, 50)


@pytest.mark.parametrize(
    ("span", "count", "step"), [(100, 5, 20), (100, 4, 50), (1, 10, 0.1), (0, 5, 1)]
)
def test_that_ticks_step_by_1_2_or_5(span: float, count: float, step: float) -> None:
    assert tick_step(span, count) == pytest.approx(step)


def test_that_log_ticks_name_decades_and_fill_short_axes() -> None:
    assert [round(10**t) for t in log_ticks(0, 2)] == [1, 2, 5, 10, 20, 50, 100]
    assert [round(10**t) for t in log_ticks(0, 4)] == [1, 10, 100, 1000, 10000]
    assert all(math.isfinite(t) for t in log_ticks(-3, 5))
