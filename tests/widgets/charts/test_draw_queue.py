"""Who draws one after another, and who has gone meanwhile."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from widgets.charts.draw_queue import DrawQueue
from widgets.charts.telemetry_chart import TelemetryChart


def test_that_a_chart_that_goes_while_it_waits_is_left_out(qtbot: QtBot) -> None:
    turns, drawn = DrawQueue(), list[str]()
    chart = TelemetryChart("CPU", "%")
    turns.request(lambda: drawn.append("first"))
    turns.request(chart._repaint)
    turns.request(lambda: drawn.append("last"))
    assert drawn == ["first"] and turns.is_waiting(chart._repaint)
    chart.deleteLater()
    QCoreApplication.sendPostedEvents(chart, QEvent.Type.DeferredDelete)
    with qtbot.capture_exceptions() as raised:
        qtbot.waitUntil(lambda: drawn == ["first", "last"])
    assert raised == []
