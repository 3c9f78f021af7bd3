"""A live time series: appended to by the thousand, repainted ten times a second at most."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QShowEvent
from PySide6.QtWidgets import QMenu, QStyleOptionGraphicsItem, QVBoxLayout, QWidget

from widgets.charts.chart_frame import ChartFrame, ChartHead
from widgets.charts.draw_queue import DrawQueue
from widgets.charts.plot_canvas import PlotCanvas
from widgets.charts.series_buffer import BAND_LABEL_PX, BandItem, SeriesBuffer, Values
from widgets.look.numbers import format_number, format_significant, nice_ceiling
from widgets.look.theme import current_palette, series_pen, series_style
from widgets.look.tokens import Line

# The time axis that several live charts share: the visible range, which follows or stays.

_GROWING_SPANS_S = (10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0)


class TimeAxis(QObject):
    """The visible range of seconds, shared by linked charts.

    While following it is the newest `window` seconds; at first it grows in steps, so that the
    picture rarely moves. Otherwise it stays as the user chose it.
    """

    view_changed = Signal()
    following_changed = Signal(bool)
    pointer_changed = Signal()

    def __init__(self, window: float = 60.0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._latest = 0.0
        self._following = True
        self._view = (0.0, min(_GROWING_SPANS_S[0], window))
        self._pointer: float | None = None
        self.draw_queue = DrawQueue(self)
        """The queue in which the charts of this axis draw."""

    @property
    def view(self) -> tuple[float, float]:
        """First and last second in view."""
        return self._view

    @property
    def following(self) -> bool:
        """Whether the view keeps up with the newest sample."""
        return self._following

    @property
    def latest(self) -> float:
        """The newest second that any chart has."""
        return self._latest

    @property
    def pointer(self) -> float | None:
        """The second under the pointer, shared by all linked charts."""
        return self._pointer

    def extend_to(self, second: float) -> None:
        """Remember that samples reach to this second; shown at the next `advance`."""
        self._latest = max(self._latest, second)

    def advance(self) -> None:
        """Move on to the newest second if following."""
        if self._following:
            self._show(*self._newest())

    def set_window(self, seconds: float) -> None:
        """Change how many seconds are shown while following."""
        self._window = seconds
        self.advance()

    def follow(self) -> None:
        """Return to the newest seconds and stay there."""
        self._set_following(True)
        self.advance()

    def hold(self, first: float, last: float) -> None:
        """Show a stretch that the user chose, and stay."""
        self._set_following(False)
        self._show(first, last)

    def fit(self) -> None:
        """Show everything since the start, and stay."""
        self.hold(0.0, max(self._latest, 1.0))

    def restart(self) -> None:
        """Forget all and follow from zero."""
        self._latest = 0.0
        self.point_at(None)
        self.follow()

    def point_at(self, second: float | None) -> None:
        """Put the shared crosshair at a second; None takes it away."""
        if second != self._pointer:
            self._pointer = second
            self.pointer_changed.emit()

    def _newest(self) -> tuple[float, float]:
        if self._latest >= self._window:
            return self._latest - self._window, self._latest
        spans = (span for span in _GROWING_SPANS_S if span >= self._latest)
        return 0.0, min(next(spans, self._window), self._window)

    def _show(self, first: float, last: float) -> None:
        if (first, last) != self._view:
            self._view = (first, last)
            self.view_changed.emit()

    def _set_following(self, following: bool) -> None:
        if following != self._following:
            self._following = following
            self.following_changed.emit(following)


class LiveCurve(pg.PlotCurveItem):  # type: ignore[misc]
    """The line of a live series. Its bounds are the view's: computing those of its samples at each
    change of an axis, as pyqtgraph does, took a fifth of a frame."""

    def __init__(self) -> None:
        super().__init__(antialias=False, connect="finite")

    def boundingRect(self) -> QRectF:
        return self.viewRect() or QRectF()

    def viewTransformChanged(self) -> None:
        self._cachedView = None
        self.prepareGeometryChange()

    def paint(
        self, p: QPainter, opt: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        p.setRenderHint(QPainter.RenderHint.Antialiasing, self.opts["antialias"])
        p.setPen(self.opts["pen"])
        p.drawPath(self.getPath())


_POINTS_PER_PIXEL = 2
_PICTURE_SCALE = 4
"""Pictures have more pixels than the screen."""


class LiveSeries:
    """A series: samples, and their line, downsampled to peaks and clipped to the view.

    Downsampling is our own: pyqtgraph's `PlotDataItem` repeats it whenever an axis moves, twice a
    frame, to ten points a pixel. Lines are 1 px wide without antialiasing, Qt's fast path: 2 px
    take four times as long.
    """

    def __init__(self, colour_key: str, line: Line, *, logarithmic: bool = False) -> None:
        self.buffer = SeriesBuffer()
        self.curve = LiveCurve()
        self._colour_key = colour_key
        self._line = line
        self._log = logarithmic
        self.on = True
        """Whether the series is shown (its curve is hidden anyway without two samples in view)."""
        self._drawn_state: tuple[float, float, int, int] | None = None
        """What is drawn now: first and last second, most points, number of samples."""

    def extend(self, xs: Values, ys: Values) -> None:
        """Add samples of shape (k,) without drawing them."""
        self.buffer.extend(xs, ys)

    def clear(self) -> None:
        """Forget all samples."""
        self.buffer = SeriesBuffer()
        self._drawn_state = None

    def draw(self, first: float, last: float, pixels: int) -> None:
        """Show the samples from `first` to `last` on so many pixels across."""
        wanted = first, last, _POINTS_PER_PIXEL * pixels, len(self.buffer)
        if wanted != self._drawn_state:
            self._drawn_state = wanted
            xs, ys = self.buffer.thinned(*wanted[:3], positive=self._log)
            self.curve.setVisible(self.on and len(xs) > 1)
            if self.curve.isVisible():
                self.curve.setData(xs, self._axis_values(ys), antialias=False)

    def draw_for_picture(self, first: float, last: float, pixels: int) -> None:
        """Show no sample before `first` or after `last`, smoothed, until the next `draw`."""
        most = _POINTS_PER_PIXEL * _PICTURE_SCALE * pixels
        xs, ys = self.buffer.thinned(first, last, most, beyond=0, positive=self._log)
        self.curve.setVisible(self.on)
        self.curve.setData(xs, self._axis_values(ys), antialias=True)
        self._drawn_state = None

    def _axis_values(self, ys: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values of shape (k,) in axis coordinates."""
        return np.log10(ys) if self._log else ys

    def show(self, on: bool) -> None:
        """Show or hide it from the next `draw` on."""
        self.on = on
        self._drawn_state = None

    def recolour(self, width: float) -> None:
        """Take over the colours of the palette in force; `width` in pixels."""
        colour = series_style(self._colour_key).colour
        self.curve.setPen(series_pen(colour, self._line, width))


_FRAME_MS = 100
_SCREEN_LINE_PX = 1.0
_PICTURE_LINE_PX = 1.5
_PAN = {Qt.Key.Key_Left: -0.1, Qt.Key.Key_Right: 0.1}
_ZOOM = {Qt.Key.Key_Plus: 0.8, Qt.Key.Key_Equal: 0.8, Qt.Key.Key_Minus: 1.25}


class TelemetryChart(ChartFrame):
    """Series over seconds, with bands, a crosshair that reads all series, and follow or hold.

    x is in seconds and never goes back; y is in the chart's unit and drawn from zero, or over
    powers of ten where it is `logarithmic`: then zero and less are gaps.
    """

    following_changed = Signal(bool)
    view_changed = Signal()
    """Another stretch of time is shown."""

    def __init__(
        self,
        title: str,
        unit: str,
        parent: QWidget | None = None,
        *,
        short: str | None = None,
        logarithmic: bool = False,
        build_at_once: bool = True,
    ) -> None:
        """`short` is the unit after readings, if `unit` is too long. Unless `build_at_once`, call
        `build_next_part` until it returns False before using the chart."""
        super().__init__(parent)
        self._unit = unit
        self._log = logarithmic
        suffix = unit if short is None else short
        self._unit_suffix = f" {suffix}" if suffix else ""
        self._line_width = _SCREEN_LINE_PX
        self._stale = False
        """Whether there are samples that are not drawn yet."""
        self._series: dict[str, LiveSeries] = {}
        self._axis = TimeAxis(parent=self)
        self._drawn_view: tuple[float, float] | None = None
        """The view that is drawn."""
        self._timer = QTimer(self, singleShot=True, interval=_FRAME_MS)
        self._timer.timeout.connect(lambda: self._axis.draw_queue.request(self._repaint))
        self.setAccessibleName(f"{title}, {unit}" if unit else title)
        self.setMinimumSize(240, 120)
        self._is_built = False
        self._parts = self._build_steps(title)
        while build_at_once and self.build_next_part():
            pass

    def build_next_part(self) -> bool:
        """Build its next part; False when it is complete."""
        return next(self._parts, False)

    def _build_steps(self, title: str) -> Iterator[bool]:
        """Build in parts: a whole chart blocks the window for 10 ms, and a page has five."""
        self._build_plot()
        yield True
        self._lay_out(title)
        self._is_built = True
        self._connect_axis()
        self._recolour()
        self._redraw()
        yield True

    def add_series(
        self,
        key: str,
        label: str,
        colour_key: str | None = None,
        line: Line | None = None,
        *,
        listed: bool = True,
    ) -> None:
        """Add an empty series; without a line style it has that of its colour key. It is in the
        legend if `listed`, else from `list_series` on."""
        colour_key = colour_key or key
        pen = line or series_style(colour_key).line
        series = LiveSeries(colour_key, pen, logarithmic=self._log)
        self._series[key] = series
        self._legend.add(key, label, colour_key, pen, listed=listed)
        series.recolour(self._line_width)

    def append(self, key: str, xs: Values, ys: Values) -> None:
        """Add samples of shape (k,) to a series; NaN in `ys` leaves a gap."""
        series = self._series[key]
        series.extend(xs, ys)
        self._stale = True
        if len(series.buffer):
            self._axis.extend_to(float(series.buffer.x[-1]))
        self._schedule_repaint()

    def show_series(self, key: str, on: bool) -> None:
        """Show or hide a line, as a click on its name does; nothing for an unknown key."""
        if key in self._series:
            self._legend.set_checked(key, on)
            self._show_series(key, on)

    def list_series(self, key: str, on: bool) -> None:
        """List a series in the legend, or hide it there, from the next frame on: the plot below may
        get another height."""
        if self._head.schedule_listing(key, on):
            self._stale = True
            self._schedule_repaint()

    def set_terse(self, key: str, terse: bool) -> None:
        """Show only line and value of a series in the legend; its name is shown elsewhere."""
        self._legend.set_terse(key, terse)

    def has_samples_in_view(self, key: str) -> bool:
        """Whether a series has samples in the visible range."""
        return self._series[key].buffer.highest_between(*self._axis.view) is not None

    def begin_band(self, label: str, x: float) -> None:
        """Shade from second `x` on; a band that is still open ends there."""
        self._bands.begin(label, x)
        self._schedule_repaint()

    @property
    def phases(self) -> tuple[str, ...]:
        """Labels of all bands that there were, in the order of their colours."""
        return self._bands.labels

    def end_band(self, x: float) -> None:
        """End the open band at second `x`."""
        self._bands.end(x)
        self._schedule_repaint()

    def clear(self) -> None:
        """Forget all samples and bands, keep the series, and follow from zero."""
        for series in self._series.values():
            series.clear()
        self._stale = True
        self._bands.clear()
        self._axis.restart()
        self._schedule_repaint()

    def link_x(self, other: TelemetryChart) -> None:
        """Share the other chart's time axis: view, follow or hold, and crosshair."""
        self._axis.disconnect(self)
        other._axis.extend_to(self._axis.latest)
        self._axis = other._axis
        self._head.hide_follow_button()
        self._connect_axis()
        self._redraw()

    def use_draw_queue(self, draw_queue: DrawQueue) -> None:
        """Have it, and all charts on its time axis, draw in this queue."""
        self._axis.draw_queue = draw_queue

    def set_follow_window(self, seconds: float) -> None:
        """How many seconds are shown while following; 60 at first."""
        self._axis.set_window(seconds)

    def follow(self) -> None:
        """Keep up with the newest sample."""
        self._axis.follow()

    def fit(self) -> None:
        """Show everything, and hold."""
        self._axis.fit()

    @property
    def following(self) -> bool:
        """Whether the view keeps up with the newest sample."""
        return self._axis.following

    @property
    def view(self) -> tuple[float, float]:
        """First and last second in view."""
        return self._axis.view

    @property
    def bands(self) -> int:
        """How many bands are kept, at most 400."""
        return len(self._bands.bands)

    def sample_count(self, key: str) -> int:
        """How many samples a series has."""
        return len(self._series[key].buffer)

    def reading(self, key: str) -> str:
        """The value of a series as the legend shows it."""
        return self._legend.value(key)

    def _build_plot(self) -> None:
        self._canvas = PlotCanvas(x_suffix=" s", parent=self)
        self._canvas.y_axis.reserve("000,000")
        box = self._canvas.box
        box.setMouseEnabled(x=True, y=False)
        box.setLimits(minXRange=0.5, yMin=None if self._log else 0.0)
        self._canvas.y_axis.set_log(self._log)
        box.sigRangeChangedManually.connect(self._on_user_moved)
        box.sigResized.connect(self._draw_series)
        box.sigResized.connect(self._canvas.prepare)
        self._bands = BandItem()
        self._canvas.plot.addItem(self._bands, ignoreBounds=True)
        self._crosshair = pg.InfiniteLine(angle=90, movable=False)
        self._crosshair.hide()
        self._canvas.plot.addItem(self._crosshair, ignoreBounds=True)
        self._canvas.scene().sigMouseMoved.connect(self._on_pointer_moved)
        self._canvas.viewport().installEventFilter(self)

    def _lay_out(self, title: str) -> None:
        self._head = ChartHead(title, self._unit, self)
        self._head.follow_requested.connect(self.follow)
        self._legend = self._head.legend
        self._legend.toggled.connect(self._show_series)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 8, 4)
        column.setSpacing(2)
        column.addWidget(self._head)
        column.addWidget(self._canvas, 1)

    def _connect_axis(self) -> None:
        self._axis.view_changed.connect(self._show_view)
        self._axis.pointer_changed.connect(self._show_pointer)
        self._axis.following_changed.connect(self._show_following)
        self._show_following(self._axis.following)

    def _schedule_repaint(self) -> None:
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._schedule_repaint()

    def _repaint(self) -> None:
        self._bands.extend_to(self._axis.latest)
        self._axis.advance()
        if self._stale or self._drawn_view != self._axis.view:
            self._redraw()

    def _redraw(self) -> None:
        """Bring everything up to date with samples and view."""
        self._stale = False
        self._drawn_view = self._axis.view
        self._show_readings()
        self._head.apply_scheduled()
        self._column.activate()
        self._canvas.box.setXRange(*self._drawn_view, padding=0)
        self._draw_series()
        self._fit_height()
        self._canvas.prepare()

    def _draw_series(self) -> None:
        for series in self._series.values():
            if series.curve.scene() is None:  # most of a dozen servers have no samples for long
                if not len(series.buffer):
                    continue
                self._canvas.plot.addItem(series.curve, ignoreBounds=True)
            series.draw(*self._axis.view, self._pixels)

    @property
    def _pixels(self) -> int:
        """Width of the data in pixels."""
        return max(1, int(self._canvas.box.width()))

    @contextmanager
    def _pictured(self) -> Iterator[None]:
        """Draw no sample outside the view, since not every SVG viewer clips."""
        self._redraw()
        for series in self._series.values():
            series.draw_for_picture(*self._axis.view, self._pixels)
        self._set_line_width(_PICTURE_LINE_PX)
        try:
            yield
        finally:
            self._set_line_width(_SCREEN_LINE_PX)
            self._draw_series()

    def _show_view(self) -> None:
        """Redraw for another range: at once if the user moved it; while following, from the draw
        queue, since the new samples may be of another chart."""
        self.view_changed.emit()
        if not self._axis.following:
            self._redraw()
        elif self.isVisible() and not self._timer.isActive():
            self._axis.draw_queue.request(self._repaint)

    def _fit_height(self) -> None:
        first, last = self._axis.view
        shown = [series for series in self._series.values() if series.on]
        tops = [series.buffer.highest_between(first, last) for series in shown]
        most = max((value for value in tops if value is not None), default=1.0)
        height = max(self._canvas.box.height(), 60.0)
        share = (BAND_LABEL_PX + 4) / height if self._bands.bands else 0.02
        low, top = self._decades(shown, most) if self._log else (0.0, nice_ceiling(most))
        self._canvas.box.setYRange(low, low + (top - low) / (1.0 - min(share, 0.4)), padding=0)

    def _decades(self, shown: list[LiveSeries], most: float) -> tuple[float, float]:
        """The powers of ten, as log10, that hold everything in view."""
        first, last = self._axis.view
        least = [series.buffer.lowest_between(first, last) for series in shown]
        low = min((value for value in least if value is not None), default=most)
        bottom = math.floor(math.log10(low)) if low > 0 else 0
        return bottom, max(math.ceil(math.log10(most)) if most > 0 else 1, bottom + 1)

    def _show_readings(self) -> None:
        second = self._axis.pointer
        first, last = self._axis.view
        reach = max(1.0, (last - first) / 100)
        for key, series in self._series.items():
            at = self._axis.latest if second is None else second
            value = series.buffer.value_near(at, reach)
            self._legend.set_value(
                key, "–" if value is None else format_significant(value) + self._unit_suffix
            )
        self._head.show_second("" if second is None else f"{format_number(second, 1)} s")

    def _show_pointer(self) -> None:
        second = self._axis.pointer
        self._crosshair.setVisible(second is not None)
        if second is not None:
            self._crosshair.setValue(second)
        self._show_readings()

    def _show_following(self, following: bool) -> None:
        self._head.show_following(following)
        self.following_changed.emit(following)

    def _show_series(self, key: str, on: bool) -> None:
        self._series[key].show(on)
        self._draw_series()
        self._fit_height()

    def _recolour(self) -> None:
        super()._recolour()
        if not self._is_built:
            return
        self._canvas.recolour()
        self._crosshair.setPen(QPen(QColor(current_palette().muted), 0))
        for series in self._series.values():
            series.recolour(self._line_width)

    def _set_line_width(self, width: float) -> None:
        self._line_width = width
        self._recolour()

    def build_menu(self) -> QMenu:
        menu = super().build_menu()
        menu.addSeparator()
        menu.addAction(self.tr("&Follow the newest"), self.follow)
        menu.addAction(self.tr("Fit &all"), self.fit)
        return menu

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._axis.point_at(None)
        if event.type() == QEvent.Type.MouseButtonDblClick:
            self.fit()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_F:
            self.follow()
        elif key in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.fit()
        elif key in _PAN or key in _ZOOM:
            self._move_view(_PAN.get(key, 0.0), _ZOOM.get(key, 1.0))
        else:
            super().keyPressEvent(event)

    def _move_view(self, pan: float, zoom: float) -> None:
        first, last = self._axis.view
        span = last - first
        middle = (first + last) / 2 + pan * span
        self._axis.hold(middle - span * zoom / 2, middle + span * zoom / 2)

    def _on_user_moved(self) -> None:
        first, last = self._canvas.box.viewRange()[0]
        self._axis.hold(first, last)

    def _on_pointer_moved(self, position: QPointF) -> None:
        self._axis.point_at(self._canvas.x_at(position))
