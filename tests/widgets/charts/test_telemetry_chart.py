"""The live chart: storage, repainting, bands, follow and hold, readings, linked axes, pictures."""

import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from widgets.charts.legend import LegendEntry
from widgets.charts.series_buffer import SeriesBuffer
from widgets.charts.telemetry_chart import TelemetryChart
from widgets.look.numbers import format_number, format_significant, nice_ceiling
from widgets.look.theme import DARK, LIGHT, apply_theme, series_style

Make = Callable[[], TelemetryChart]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def build() -> TelemetryChart:
        part = TelemetryChart("CPU", "% of one core", short="%")
        part.add_series("server", "server", "postgresql", "solid")
        part.resize(600, 240)
        qtbot.addWidget(part)
        with qtbot.waitExposed(part):
            part.show()
        part.activateWindow()
        return part

    return build


@pytest.fixture
def chart(make: Make) -> TelemetryChart:
    return make()


def plot_of(chart: TelemetryChart) -> QWidget:
    """The part that draws, which takes the mouse."""
    plot: QWidget = chart._canvas.viewport()
    return plot


def place_of(chart: TelemetryChart, x: float, y: float) -> QPoint:
    """Where a point of the data is drawn, in the plot's pixels."""
    canvas = chart._canvas
    place: QPoint = canvas.mapFromScene(canvas.box.mapViewToScene(QPointF(x, y)))
    return place


def settle(qtbot: QtBot, chart: TelemetryChart) -> None:
    turns = chart._axis.draw_queue
    qtbot.waitUntil(lambda: not (chart._timer.isActive() or turns.is_waiting(chart._repaint)))


def test_that_a_buffer_grows_by_doubling_and_reads_without_copies() -> None:
    buffer = SeriesBuffer()
    capacities = set()
    for second in range(5000):
        buffer.extend([second], [second * 2])
        capacities.add(buffer.capacity)
    assert sorted(capacities) == [1024, 2048, 4096, 8192]
    assert np.array_equal(buffer.y, np.arange(5000) * 2)
    assert np.shares_memory(buffer.x, buffer.x)


@pytest.mark.parametrize(
    ("xs", "ys"), [([3, 2], [0, 0]), ([0.5], [0]), ([2, 3], [0]), ([[2]], [[0]])]
)
def test_that_a_buffer_refuses_what_is_no_time_series(xs: list[float], ys: list[float]) -> None:
    buffer = SeriesBuffer()
    buffer.extend([1.0], [1.0])
    with pytest.raises(ValueError, match="x"):
        buffer.extend(xs, ys)
    assert len(buffer) == 1


def test_that_the_nearest_sample_is_read_within_reach_only() -> None:
    buffer = SeriesBuffer()
    buffer.extend([0, 1, 2], [10, 11, np.nan])
    assert buffer.value_near(0.6, 1) == 11
    assert buffer.value_near(2.1, 1) is None
    assert buffer.value_near(-9, 1) is None


def test_that_thinned_samples_keep_their_peaks_and_their_gaps() -> None:
    buffer = SeriesBuffer()
    ys = np.sin(np.arange(10_000) / 50)
    ys[4321], ys[7000:7400] = 9.0, np.nan
    buffer.extend(np.arange(10_000) / 10, ys)
    xs, drawn = buffer.thinned(0, 1000, 400)
    assert 200 < len(xs) <= 800 and np.all(np.diff(xs) >= 0)
    assert np.nanmax(drawn) == 9.0 and np.nanmin(drawn) == pytest.approx(-1, abs=1e-3)
    assert xs[np.nanargmax(drawn)] == pytest.approx(432.1, abs=6.4)
    assert np.all(np.isnan(drawn[(xs > 707) & (xs < 733)])), "no line across"


def test_that_few_samples_are_drawn_as_they_are_with_one_beyond_each_edge() -> None:
    buffer = SeriesBuffer()
    buffer.extend(np.arange(100.0), np.arange(100.0))
    xs, ys = buffer.thinned(10.5, 20.5, 400)
    assert np.array_equal(xs, np.arange(10.0, 22.0)) and np.array_equal(xs, ys)
    within, _ = buffer.thinned(10.5, 20.5, 400, beyond=0)
    assert np.array_equal(within, np.arange(11.0, 21.0))


def test_that_a_line_that_moves_on_is_thinned_to_the_same_points() -> None:
    buffer = SeriesBuffer()
    ys = np.random.default_rng(1).normal(size=10_100)
    buffer.extend(np.arange(10_000.0), ys[:10_000])
    before = dict(
        zip(*(each[1::2].tolist() for each in buffer.thinned(0, 9_000, 400)), strict=True)
    )
    buffer.extend(np.arange(10_000.0, 10_100.0), ys[10_000:])
    after = dict(
        zip(*(each[1::2].tolist() for each in buffer.thinned(100, 9_100, 400)), strict=True)
    )
    shared = sorted(before.keys() & after.keys())[1:-1]
    assert len(shared) > 100
    assert [before[x] for x in shared] == [after[x] for x in shared]


def test_that_a_logarithmic_line_is_thinned_without_zero() -> None:
    buffer = SeriesBuffer()
    ys = np.full(1_000, 50.0)
    ys[::7] = 0.0
    buffer.extend(np.arange(1_000.0), ys)
    _, drawn = buffer.thinned(0, 999, 100, positive=True)
    assert np.all(drawn == 50.0)


def test_that_samples_are_drawn_at_most_ten_times_a_second(
    qtbot: QtBot, chart: TelemetryChart, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(qtbot, chart)
    frames: list[int] = []
    chart._timer.timeout.connect(lambda: frames.append(chart.sample_count("server")))
    began = time.monotonic()
    for step in range(300):
        chart.append("server", [step / 100], [50.0])
        qtbot.wait(1)
    settle(qtbot, chart)
    assert 1 <= len(frames) <= 1 + 10 * (time.monotonic() - began)
    assert frames[-1] == 300


def test_that_a_quiet_or_hidden_chart_costs_nothing(qtbot: QtBot, chart: TelemetryChart) -> None:
    settle(qtbot, chart)
    chart.hide()
    chart.append("server", [1.0], [50.0])
    assert not chart._timer.isActive()
    chart.show()
    settle(qtbot, chart)
    assert chart.reading("server") == "50.0 %"


def test_that_the_drawn_line_has_the_colour_of_its_engine(
    qtbot: QtBot, chart: TelemetryChart
) -> None:
    chart.append("server", [0.0, 10.0], [80.0, 80.0])
    settle(qtbot, chart)
    image = plot_of(chart).grab().toImage()
    at = place_of(chart, 5, 80)
    column = [image.pixelColor(at.x(), at.y() + d) for d in (-1, 0, 1)]
    assert series_style("postgresql").colour in column


def test_that_y_starts_at_zero_and_holds_the_highest(qtbot: QtBot, chart: TelemetryChart) -> None:
    chart.append("server", [0.0, 1.0], [90.0, 95.0])
    settle(qtbot, chart)
    low, high = chart._canvas.box.viewRange()[1]
    assert low == 0 and 95 <= high < 150


def test_that_a_frame_draws_each_line_once(
    qtbot: QtBot, chart: TelemetryChart, monkeypatch: pytest.MonkeyPatch
) -> None:
    chart.append("server", np.arange(0.0, 300.0), np.ones(300))
    settle(qtbot, chart)
    curve = chart._series["server"].curve
    drawn: list[int] = []
    curve.sigPlotChanged.connect(lambda: drawn.append(len(curve.xData)))
    chart.append("server", [301.0], [1.0])
    settle(qtbot, chart)
    assert len(drawn) == 1, "though the view moved on and the axis grew"
    assert curve.xData[-1] == 301.0 and len(curve.xData) < 100, "the rest is not in view"


def test_that_following_keeps_the_newest_seconds_in_view(
    qtbot: QtBot, chart: TelemetryChart
) -> None:
    chart.append("server", [0.0, 7.0], [1.0, 1.0])
    settle(qtbot, chart)
    assert chart.view == (0.0, 10.0)
    chart.append("server", [200.0], [1.0])
    settle(qtbot, chart)
    assert chart.view == (140.0, 200.0)
    chart.set_follow_window(30)
    assert chart.view == (170.0, 200.0)


def drag(qtbot: QtBot, chart: TelemetryChart, pixels: int) -> None:
    plot = plot_of(chart)
    start = plot.rect().center()
    qtbot.mousePress(plot, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        qtbot.mouseMove(plot, start + QPoint(pixels * step // 5, 0), delay=5)
    qtbot.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=start + QPoint(pixels, 0))


def test_that_panning_holds_and_f_follows_again(qtbot: QtBot, chart: TelemetryChart) -> None:
    chart.append("server", np.arange(0, 300.0), np.ones(300))
    settle(qtbot, chart)
    with qtbot.waitSignal(chart.following_changed):
        drag(qtbot, chart, 100)
    held = chart.view
    assert held[0] < 235 and held[1] - held[0] == pytest.approx(60.0)
    chart.append("server", [400.0], [1.0])
    settle(qtbot, chart)
    assert chart.view == held and not chart.following
    chart.setFocus()
    qtbot.keyClick(chart, Qt.Key.Key_F)
    assert chart.view == (340.0, 400.0)


def test_that_arrows_and_the_wheel_keys_move_the_view(qtbot: QtBot, chart: TelemetryChart) -> None:
    chart.append("server", np.arange(0, 300.0), np.ones(300))
    settle(qtbot, chart)
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    assert chart.view == pytest.approx((233.0, 293.0))
    qtbot.keyClick(chart, Qt.Key.Key_Minus)
    assert chart.view[1] - chart.view[0] == pytest.approx(75.0)
    qtbot.keyClick(chart, Qt.Key.Key_0)
    assert chart.view == (0.0, 299.0)


def test_that_the_follow_button_shows_only_while_held(qtbot: QtBot, chart: TelemetryChart) -> None:
    button = chart.findChild(QToolButton)
    assert button is not None and not button.isVisible()
    chart.fit()
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert chart.following and not button.isVisible()


def test_that_a_double_click_fits_everything(qtbot: QtBot, chart: TelemetryChart) -> None:
    chart.append("server", np.arange(0, 300.0), np.ones(300))
    settle(qtbot, chart)
    plot = plot_of(chart)
    qtbot.mouseDClick(plot, Qt.MouseButton.LeftButton, pos=plot.rect().center())
    assert chart.view == (0.0, 299.0) and not chart.following


def test_that_hovering_reads_all_series_of_linked_charts(qtbot: QtBot, make: Make) -> None:
    cpu, memory = make(), make()
    memory.link_x(cpu)
    cpu.append("server", [0, 2, 4, 6], [10, 20, 30, 40])
    memory.append("server", [0, 2, 4, 6], [1000, 2000, 3000, 4000])
    settle(qtbot, cpu)
    settle(qtbot, memory)
    assert cpu.reading("server") == "40.0 %"
    qtbot.mouseMove(plot_of(cpu), place_of(cpu, 2.2, 20))
    qtbot.waitUntil(lambda: cpu.reading("server") == "20.0 %")
    assert memory.reading("server") == "2,000 %"
    memory._axis.point_at(None)
    assert cpu.reading("server") == "40.0 %"


def test_that_linked_charts_share_view_and_hold(qtbot: QtBot, make: Make) -> None:
    cpu, memory = make(), make()
    memory.link_x(cpu)
    cpu.append("server", [0.0, 100.0], [1.0, 1.0])
    settle(qtbot, cpu)
    assert memory.view == cpu.view == (40.0, 100.0)
    memory.fit()
    assert not cpu.following and cpu.view == (0.0, 100.0)
    left = [c._canvas.box.sceneBoundingRect().left() for c in (cpu, memory)]
    assert left[0] == left[1]


@pytest.mark.parametrize("samples", [{"cpu", "memory"}, {"cpu"}], ids=["of both", "of one"])
def test_that_linked_charts_follow_each_in_a_beat_of_its_own(
    qtbot: QtBot, make: Make, monkeypatch: pytest.MonkeyPatch, samples: set[str]
) -> None:
    cpu, memory = make(), make()
    memory.link_x(cpu)
    settle(qtbot, cpu)
    settle(qtbot, memory)
    beats: list[None] = []
    heart = QTimer(interval=0)
    heart.timeout.connect(lambda: beats.append(None))
    filled: dict[str, list[int]] = {"cpu": [], "memory": []}
    for name, each in (("cpu", cpu), ("memory", memory)):

        def note(*_: object, name: str = name, **__: object) -> None:
            filled[name].append(len(beats))

        monkeypatch.setattr(each._canvas.box, "setXRange", note)
        if name in samples:
            each.append("server", [0.0, 100.0], [1.0, 1.0])
    heart.start()
    settle(qtbot, cpu)
    settle(qtbot, memory)
    assert len(filled["cpu"]) == len(filled["memory"]) == 1, "each is drawn once"
    assert filled["cpu"] < filled["memory"], "and the window answered in between"


def test_that_a_series_without_samples_is_nothing_to_draw(
    qtbot: QtBot, chart: TelemetryChart
) -> None:
    chart.add_series("waits", "waits", "mariadb", listed=False)
    settle(qtbot, chart)
    assert chart._series["waits"].curve.scene() is None
    chart.append("waits", [0.0, 1.0], [50.0, 50.0])
    settle(qtbot, chart)
    assert chart._series["waits"].curve.isVisible()
    chart.append("server", [200.0, 201.0], [50.0, 50.0])
    settle(qtbot, chart)
    assert not chart._series["waits"].curve.isVisible(), "its samples are out of view"
    chart.fit()
    assert chart._series["waits"].curve.isVisible()


def test_that_bands_are_shaded_and_bounded(qtbot: QtBot, chart: TelemetryChart) -> None:
    chart.append("server", [0.0, 10.0], [1.0, 1.0])
    chart.begin_band("INSERT", 2.0)
    chart.end_band(6.0)
    settle(qtbot, chart)
    image = plot_of(chart).grab().toImage()
    inside, outside = place_of(chart, 4.1, 0.6), place_of(chart, 8.1, 0.6)
    assert image.pixelColor(inside) != image.pixelColor(outside)
    items = len(chart._canvas.box.addedItems)
    for number in range(1000):
        chart.begin_band("SELECT", 10.0 + number)
    assert chart.bands == 400
    assert len(chart._canvas.box.addedItems) == items


def test_that_clear_empties_and_follows_again(qtbot: QtBot, chart: TelemetryChart) -> None:
    chart.append("server", [0.0, 100.0], [1.0, 1.0])
    chart.begin_band("INSERT", 0.0)
    chart.fit()
    chart.clear()
    settle(qtbot, chart)
    assert (chart.sample_count("server"), chart.bands) == (0, 0)
    assert chart.following and chart.view == (0.0, 10.0)
    chart.append("server", [0.0], [1.0])


def test_that_a_click_in_the_legend_hides_a_series(qtbot: QtBot, chart: TelemetryChart) -> None:
    chart.add_series("peak", "peak", "mariadb")
    chart.append("server", [0.0, 10.0], [50.0, 50.0])
    chart.append("peak", [0.0, 10.0], [900.0, 900.0])
    settle(qtbot, chart)
    entry = next(e for e in chart.findChildren(LegendEntry) if e.text() == "peak")
    qtbot.mouseClick(entry, Qt.MouseButton.LeftButton)
    assert not chart._series["peak"].curve.isVisible()
    assert chart._canvas.box.viewRange()[1][1] < 100


def test_that_menu_and_keys_copy_a_picture(qtbot: QtBot, chart: TelemetryChart) -> None:
    menu = chart.build_menu()
    texts = [action.text().replace("&", "") for action in menu.actions() if action.text()]
    assert texts[:2] == ["Copy picture", "Save picture…"]
    clipboard = QGuiApplication.clipboard()
    menu.actions()[0].trigger()
    assert clipboard.image().width() == 2 * chart.width()
    clipboard.clear()
    qtbot.keyClick(chart, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.image().width() == 2 * chart.width()


def test_that_saved_pictures_are_light_sharp_and_complete(
    qtbot: QtBot, qapp: QApplication, chart: TelemetryChart, tmp_path: Path
) -> None:
    apply_theme(qapp, "dark")
    chart.append("server", np.arange(0, 300.0), np.full(300, 50.0))
    chart._axis.hold(100.0, 110.0)
    settle(qtbot, chart)
    chart.save_picture(tmp_path / "cpu.png")
    image = QImage(str(tmp_path / "cpu.png"))
    assert image.size() == chart.size() * 2
    assert image.pixelColor(3, 3) == QColor(LIGHT.surface)
    chart.save_picture(tmp_path / "cpu.svg")
    root = ET.parse(tmp_path / "cpu.svg").getroot()
    words = " ".join("".join(part.itertext()) for part in root.iter() if part.tag.endswith("text"))
    assert "CPU" in words and "server" in words and "100 s" in words
    assert not [part for part in root.iter() if part.tag.endswith("image")]
    assert plot_of(chart).grab().toImage().pixelColor(2, 2) == QColor(DARK.surface)


def test_that_a_picture_that_cannot_be_written_is_an_error(
    chart: TelemetryChart, tmp_path: Path
) -> None:
    with pytest.raises(OSError, match="cannot write"):
        chart.save_picture(tmp_path / "missing" / "cpu.png")


def test_that_a_chart_looks_as_before_when_its_picture_cannot_be_written(
    chart: TelemetryChart, tmp_path: Path, qtbot: QtBot
) -> None:
    chart.append("server", np.arange(50.0), np.tile([10.0, 90.0], 25))
    chart.fit()
    settle(qtbot, chart)
    before = chart.grab().toImage()
    with pytest.raises(OSError, match="cannot write"):
        chart.save_picture(tmp_path / "missing" / "cpu.png")
    assert chart.grab().toImage() == before


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (0.01234, "0.0123"), (9.876, "9.88"), (98.76, "98.8"), (12345.6, "12,346")],
)
def test_that_numbers_have_three_digits_and_their_thousands(value: float, text: str) -> None:
    assert format_significant(value) == text


def test_that_numbers_take_a_fixed_count_of_decimals() -> None:
    assert format_number(1234567.891, 2) == "1,234,567.89"


@pytest.mark.parametrize(
    ("value", "ceiling"), [(0, 1), (1, 1), (1.01, 1.2), (95, 100), (101, 120), (0.07, 0.08)]
)
def test_that_axes_end_at_a_round_number(value: float, ceiling: float) -> None:
    assert nice_ceiling(value) == pytest.approx(ceiling)
