"""What charts describe, as the panels of the screen take it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt

from app.report.drawing.chart import Chart, Graph, Look
from app.report.files.charts import drawn
from app.report.words.series import CURVE_LOOKS
from app.window.base.messages import message_text
from engines.contract.errors import InputError
from widgets.look.series import SeriesLook, register_series
from widgets.plots.curves import Curve, CurveData
from widgets.plots.panel import Line, PlotData

register_series({name: SeriesLook(*look) for name, look in CURVE_LOOKS.items()})

_PENS = {
    "solid": Qt.PenStyle.SolidLine,
    "dash": Qt.PenStyle.DashLine,
    "dot": Qt.PenStyle.DotLine,
    "dash-dot": Qt.PenStyle.DashDotLine,
    "none": Qt.PenStyle.NoPen,
}
_MOST_LETTERS = 24


def plot_data(graph: Graph, looks: Sequence[Look], x_words: Callable[[float], str]) -> PlotData:
    """A graph over two axes of numbers; `x_words` says an x in a tooltip."""
    return PlotData(
        title=message_text(graph.title),
        unit=message_text(graph.y.title),
        x_title=message_text(graph.x.title),
        lines=[
            Line(
                message_text(look.name, _MOST_LETTERS),
                look.key,
                line.points,
                _PENS[look.stroke],
                look.marker,
                look.hollow,
            )
            for line in graph.lines
            for look in [looks[line.look]]
        ],
        x_log=graph.x.log,
        y_log=graph.y.log,
        x_ticks=[(at, message_text(name)) for at, name in graph.x.places],
        x_words=x_words,
    )


def curve_data(graph: Graph, looks: Sequence[Look]) -> CurveData:
    """A graph over named places, which stand evenly from 0 on."""
    places = range(len(graph.x.places))
    return CurveData(
        title=message_text(graph.title),
        unit=message_text(graph.y.title),
        points=[message_text(name) for _, name in graph.x.places],
        curves=[
            Curve(
                message_text(look.name),
                look.key,
                [known.get(at) for at in places],
                _PENS[look.stroke],
                look.marker,
                look.hollow,
            )
            for line in graph.lines
            for look, known in [(looks[line.look], dict(line.points))]
        ],
        x_title=message_text(graph.x.title),
        log=graph.y.log,
        wide=graph.wide,
    )


def on_paper(chart: Chart | None, format: str) -> bytes:
    """A chart as a file, drawn without the screen.

    Raises: OSError for a format that there is not, or without a chart
    """
    try:
        if chart is None:
            raise OSError
        return drawn(chart, format)
    except InputError as error:
        raise OSError(error.message) from error
