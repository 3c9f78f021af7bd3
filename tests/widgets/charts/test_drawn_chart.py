"""A chart that is drawn elsewhere: laid out for its width, pointed at, read from the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtWidgets import QScrollArea, QToolTip
from pytestqt.qtbot import QtBot

from widgets.charts.drawn_chart import DrawnChart
from widgets.look.theme import drawing_scale

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
INK = "#c01030"


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    name: str

    def text(self) -> str:
        return f"{self.name}\n5 <ms>"


@dataclass(frozen=True)
class Range:
    """Of an axis from 0 to 100."""

    number: int
    left: float
    top: float
    right: float
    bottom: float

    def value_at(self, x: float) -> float:
        return (x - self.left) / 2


@dataclass
class Lines:
    """A strip with a disc at its middle that says whether it was drawn."""

    top: float
    width: float
    drawn: list[float]
    height: float = 300.0

    @property
    def marks(self) -> Sequence[Dot]:
        return [Dot(self.width / 2, self.top + 150, f"disc {self.top:.0f}")]

    @property
    def zones(self) -> Sequence[Range]:
        return [Range(round(self.top), 50.0, self.top + 20, 250.0, self.top + 280)]

    @property
    def svg(self) -> str:
        self.drawn.append(self.top)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {self.top} {self.width} 300">'
            f'<circle cx="{self.width / 2}" cy="{self.top + 150}" r="5" fill="{INK}"/></svg>'
        )


@dataclass
class Tower:
    """Four strips below each other."""

    width: float
    drawn: list[float]
    height: float = 1200.0

    @property
    def strips(self) -> Sequence[Lines]:
        return self.made

    def __post_init__(self) -> None:
        self.made = [Lines(300.0 * at, self.width, self.drawn) for at in range(4)]


@dataclass(frozen=True)
class Entry:
    key: str
    name: str
    width: float = 12.0
    svg: str = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 16"/>'


@dataclass
class Case:
    area: QScrollArea
    chart: DrawnChart
    widths: list[float]
    drawn: list[float]


@pytest.fixture
def case(qtbot: QtBot) -> Case:
    chart, area = DrawnChart(), QScrollArea()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    area.setWidget(chart)
    area.resize(600, 400)
    made = Case(area, chart, [], [])

    def draw(width: float) -> Tower:
        made.widths.append(width)
        return Tower(width, made.drawn)

    chart.set_picture(draw)
    with qtbot.waitExposed(area):
        area.show()
    made.drawn.clear()
    return made


def test_that_it_is_prepared_once_for_each_width_and_drawn_where_it_is_seen(
    case: Case, qtbot: QtBot
) -> None:
    area = case.area
    canvas = case.chart.canvas
    assert canvas.height() == pytest.approx(1200 * drawing_scale(), abs=1)
    before = case.widths[-1]
    case.widths.clear()
    area.resize(700, 400)
    qtbot.waitUntil(lambda: bool(case.drawn))
    assert case.widths == [pytest.approx(before + 100 / drawing_scale(), abs=2)]
    assert set(case.drawn) <= {0.0, 300.0}, "what is out of sight waits"
    area.resize(700, 380)
    assert len(case.widths) == 1


def test_that_a_mark_is_painted_where_pointing_at_it_tells_of_it(case: Case) -> None:
    canvas = case.chart.canvas
    for at in (0, 3):
        place = canvas.point_of(at)
        assert canvas.grab().toImage().pixelColor(place) == QColor(INK)
        assert canvas.text_at(QPointF(place)) == f"disc {300 * at}\n5 <ms>"
        assert canvas.text_at(QPointF(place) + QPointF(8, 0)).startswith("disc")
    assert canvas.text_at(QPointF(place) + QPointF(30, 0)) == ""


def test_that_arrows_go_from_mark_to_mark_and_have_each_in_sight(
    case: Case, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    chart, output = case.chart, list[str]()
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda event: output.append(event.message())
    )
    chart.setFocus()
    for key, at in (("Right", 0), ("Right", 1), ("Left", 0), ("Left", 3), ("Right", 0), ("End", 3)):
        qtbot.keyClick(chart, getattr(Qt.Key, f"Key_{key}"))
        assert chart.canvas.marked == at and output[-1] == f"disc {300 * at}\n5 <ms>"
        place = chart.canvas.point_of(at)
        assert chart.canvas.visibleRegion().contains(place)
        assert "&lt;ms&gt;" in QToolTip.text(), "no markup of others"
    ringed = chart.canvas.grab().toImage()
    chart.canvas.mark(None)
    assert chart.canvas.grab().toImage() != ringed


def test_that_the_legend_keeps_what_is_hidden_as_long_as_its_entries_stay(
    case: Case, qtbot: QtBot
) -> None:
    chart = case.chart
    two = [Entry("reads", "Lesen"), Entry("writes", "Schreiben")]
    chart.set_legend(two, [Entry("a study", "a study")])
    assert [each.text() for each in chart.entries()] == ["Lesen", "Schreiben"]
    assert chart.names() == ["a study"]
    with qtbot.waitSignal(chart.hidden_changed):
        qtbot.mouseClick(chart.entries()[1], Qt.MouseButton.LeftButton)
    assert chart.hidden() == {"writes"}
    chart.set_legend(two)
    assert chart.hidden() == {"writes"} and not chart.entries()[1].isChecked()
    chart.set_legend([*two, Entry("more", "mehr")])
    assert chart.hidden() == frozenset()


def test_that_a_name_is_hidden_from_the_keyboard(case: Case, qtbot: QtBot) -> None:
    made: Callable[[], frozenset[str]] = case.chart.hidden
    case.chart.set_legend([Entry("reads", "reads"), Entry("writes", "writes")])
    entry = case.chart.entries()[0]
    entry.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(entry, Qt.Key.Key_Space)
    assert made() == {"reads"}


def place(x: float, y: float) -> QPoint:
    return (QPointF(x, y) * drawing_scale()).toPoint()


def test_that_a_range_is_chosen_by_dragging_and_the_whole_wanted_by_a_double_click(
    case: Case, qtbot: QtBot
) -> None:
    canvas, left = case.chart.canvas, Qt.MouseButton.LeftButton
    plain = canvas.grab().toImage()
    qtbot.mousePress(canvas, left, pos=place(150, 100))
    qtbot.mouseMove(canvas, place(100, 110))
    qtbot.mouseMove(canvas, place(90, 110))
    assert canvas.grab().toImage() != plain, "it is seen what will be chosen"
    with qtbot.waitSignal(case.chart.range_chosen) as chosen:
        qtbot.mouseRelease(canvas, left, pos=place(90, 110))
    assert chosen.args == [0, pytest.approx(20, abs=1), pytest.approx(50, abs=1)]
    assert canvas.grab().toImage() == plain
    with qtbot.assertNotEmitted(case.chart.range_chosen):
        qtbot.mouseClick(canvas, left, pos=place(150, 100))
        qtbot.mousePress(canvas, left, pos=place(20, 100))
        qtbot.mouseMove(canvas, place(200, 100))
        qtbot.mouseRelease(canvas, left, pos=place(200, 100))
    with qtbot.waitSignal(case.chart.full_range_requested) as whole:
        qtbot.mouseDClick(canvas, left, pos=place(150, 400))
    assert whole.args == [300]


def test_that_a_scroll_bar_that_shortens_the_picture_comes_to_rest(qtbot: QtBot) -> None:
    """Without an end the bar came and went as long as the height was between both."""
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    chart = DrawnChart()
    area.setWidget(chart)
    drawn: list[float] = []

    def draw(width: float) -> Tower:
        drawn.append(width)
        assert len(drawn) < 50, "it never comes to rest"
        return Tower(width, [], 900.0 if width > limit else 500.0)

    area.resize(700, 700)
    area.show()
    qtbot.waitExposed(area)
    limit = chart.canvas.width() / drawing_scale() - 3
    chart.set_picture(draw)
    qtbot.wait(50)
    assert not area.verticalScrollBar().isVisible()
    rested = len(drawn)
    qtbot.wait(50)
    assert len(drawn) == rested
    area.resize(800, 700)
    qtbot.waitUntil(lambda: drawn[-1] > limit + 20)
    area.resize(600, 700)
    qtbot.waitUntil(lambda: drawn[-1] < limit - 20)
