"""One frame of a live chart that holds 100,000 points and follows the newest of them.

A frame is all of it: a new sample, the chart's own update (series, axes, height, legend) and the
painting of its canvas, at 1,200 × 300 pixels with every point in view.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from widgets.charts.plot_canvas import PlotCanvas
from widgets.charts.telemetry_chart import TelemetryChart

_POINTS = 100_000
_HERTZ = 10
_FRAMES = 60


def measure() -> dict[str, float]:
    """`chart_repaint_ms`: the median time of a frame."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    chart = _chart()
    application.processEvents()
    canvas = chart.findChild(PlotCanvas)
    assert isinstance(canvas, PlotCanvas)
    update = _update_timer(chart)
    times = [_frame(chart, canvas, update, number) for number in range(_FRAMES)]
    assert chart.sample_count("server") == _POINTS + _FRAMES
    chart.close()
    return {"chart_repaint_ms": 1000 * median(times[5:])}


def _chart() -> TelemetryChart:
    chart = TelemetryChart("CPU", "% of one core", short="%")
    chart.resize(1200, 300)
    chart.add_series("server", "server")
    chart.set_follow_window(_POINTS / _HERTZ)
    seconds = np.arange(_POINTS) / _HERTZ
    noise = np.random.default_rng(2023).normal(0, 8, _POINTS)
    chart.append("server", seconds, np.clip(60 + 30 * np.sin(seconds / 200) + noise, 0, None))
    chart.show()
    return chart


def _update_timer(chart: TelemetryChart) -> QTimer:
    """The chart's timer: we fire it ourselves, so that no waiting is measured."""
    return next(timer for timer in chart.findChildren(QTimer) if timer.isSingleShot())


def _frame(chart: TelemetryChart, canvas: PlotCanvas, update: QTimer, number: int) -> float:
    began = perf_counter()
    chart.append("server", [(_POINTS + number) / _HERTZ], [50.0 + number])
    update.stop()
    update.timeout.emit()
    canvas.viewport().repaint()
    return perf_counter() - began
