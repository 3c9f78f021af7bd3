"""Curves over named points: scales, missing values, hiding, pointing, arranging."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from widgets.plots.curves import Curve, CurveData, CurveGrid, span_of

POINTS = ("16", "64", "256")
SHORT = Curve("128 bits", "a", (100, None, 900))
LONG = Curve("256 bits", "b", (80, 400, 700))
PANEL = CurveData("CBC", "MB/s", POINTS, (SHORT, LONG), "bytes a block")
LOG = CurveData("RSA", "per second", POINTS, (Curve("sign", "a", (50_000, 0, 6.9)),), log=True)


@pytest.fixture
def grid(qtbot: QtBot) -> CurveGrid:
    part = CurveGrid()
    part.resize(900, 500)
    qtbot.addWidget(part)
    part.set_panels([PANEL, LOG], same_scale=False)
    with qtbot.waitExposed(part):
        part.show()
    return part


def test_that_an_axis_begins_at_zero_and_a_logarithmic_one_goes_from_decade_to_decade() -> None:
    assert span_of([PANEL]) == (0, 1000)
    assert span_of([LOG]) == (1, 100_000)
    assert span_of([CurveData("", "", (), (), log=True)]) == (1, 10)


def test_that_pointing_at_a_value_tells_it_and_beside_it_nothing(grid: CurveGrid) -> None:
    panel = grid.panels()[0]
    assert panel.text_near(panel.scene_place(2, 900)) == "128 bits\n256: 900 MB/s"
    assert panel.text_near(panel.scene_place(1, 400)) == "256 bits\n64: 400 MB/s"
    assert panel.text_near(panel.scene_place(1, 900)) == ""
    assert panel.text_near(QPointF(-100, -100)) == ""


def test_that_what_is_not_above_zero_has_no_place_on_a_logarithmic_axis(grid: CurveGrid) -> None:
    panel = grid.panels()[1]
    assert panel.text_near(panel.scene_place(2, 6.9)) == "sign\n256: 6.90 per second"
    assert panel.text_near(panel.scene_place(1, 1)) == ""


def test_that_the_legend_hides_a_name_in_all_panels(grid: CurveGrid) -> None:
    assert grid.legend.keys() == ["128 bits", "256 bits", "sign"]
    grid.legend.toggled.emit("128 bits", False)
    assert [curve.label for curve in grid.panels()[0].shown()] == ["256 bits"]
    grid.set_panels([PANEL, PANEL])
    assert [len(panel.shown()) for panel in grid.panels()] == [2, 2]


def test_that_panels_stand_below_each_other_where_there_is_no_room_beside(
    qtbot: QtBot, grid: CurveGrid
) -> None:
    first, second = grid.panels()
    assert first.y() == second.y() and first.x() < second.x()
    grid.resize(420, 700)
    qtbot.waitUntil(lambda: first.x() == second.x() and first.y() < second.y())


def test_that_fewer_panels_leave_none_behind(grid: CurveGrid) -> None:
    grid.set_panels([LOG])
    assert [panel.data.title for panel in grid.panels()] == ["RSA"]


def test_that_panels_share_a_scale_only_where_they_are_to(grid: CurveGrid) -> None:
    low = CurveData("ECB", "MB/s", POINTS, (Curve("128 bits", "a", (1, 2, 3)),))
    tops = {}
    for same in (True, False):
        grid.set_panels([PANEL, low], same_scale=same)
        tops[same] = [panel.y_range()[1] for panel in grid.panels()]
    assert tops == {True: [1000, 1000], False: [1000, 3]}


@pytest.mark.slow
def test_that_a_wide_panel_has_a_line_of_its_own(qtbot: QtBot, grid: CurveGrid) -> None:
    wide = CurveData("AES against RSA", "per second", POINTS, (SHORT,), log=True, wide=True)
    grid.set_panels([PANEL, wide, LOG], same_scale=False)
    first, second, third = grid.panels()
    qtbot.waitUntil(lambda: first.y() < second.y() < third.y())
    assert second.width() > 1.5 * first.width()
