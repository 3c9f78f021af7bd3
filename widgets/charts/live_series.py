"""One series of a live chart: its samples and the curve that shows them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from widgets.charts.live_curve import LiveCurve
from widgets.charts.series_buffer import SeriesBuffer, Values
from widgets.look.series import Line
from widgets.look.theme import series_pen, series_style

_POINTS_A_PIXEL = 2
_PICTURE_SCALE = 4
"""Pictures have more pixels than the screen."""


class LiveSeries:
    """Samples that are drawn when asked to, thinned to their peaks and cut to the view.

    We thin them ourselves: pyqtgraph's `PlotDataItem` does it anew whenever either axis moves,
    twice a frame, and to ten points a pixel. Width 1 without smoothing, since Qt draws only the
    thinnest lines on its quick path: width 2 takes four times as long.
    """

    def __init__(self, colour_key: str, line: Line, *, logarithmic: bool = False) -> None:
        self.buffer = SeriesBuffer()
        self.curve = LiveCurve()
        self._colour_key = colour_key
        self._line = line
        self._log = logarithmic
        self.on = True
        """Whether it is to be seen; `draw` shows its curve only where there is a line in view."""
        self._shown: tuple[float, float, int, int] | None = None
        """What is drawn: first and last second, most points, and how many samples there were."""

    def extend(self, xs: Values, ys: Values) -> None:
        """Add samples of shape (k,) without drawing them."""
        self.buffer.extend(xs, ys)

    def clear(self) -> None:
        """Forget all samples."""
        self.buffer = SeriesBuffer()
        self._shown = None

    def draw(self, first: float, last: float, pixels: int) -> None:
        """Show the samples from `first` to `last` on so many pixels across."""
        wanted = first, last, _POINTS_A_PIXEL * pixels, len(self.buffer)
        if wanted != self._shown:
            self._shown = wanted
            xs, ys = self.buffer.thinned(*wanted[:3], positive=self._log)
            self.curve.setVisible(self.on and len(xs) > 1)
            if self.curve.isVisible():
                self.curve.setData(xs, self._drawn(ys), antialias=False)

    def draw_for_picture(self, first: float, last: float, pixels: int) -> None:
        """Show no sample before `first` or after `last`, smoothed, until the next `draw`."""
        most = _POINTS_A_PIXEL * _PICTURE_SCALE * pixels
        xs, ys = self.buffer.thinned(first, last, most, beyond=0, positive=self._log)
        self.curve.setVisible(self.on)
        self.curve.setData(xs, self._drawn(ys), antialias=True)
        self._shown = None

    def _drawn(self, ys: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where values of shape (k,) stand on the axis."""
        return np.log10(ys) if self._log else ys

    def show(self, on: bool) -> None:
        """Have it be seen from the next `draw` on, or not."""
        self.on = on
        self._shown = None

    def recolour(self, width: float) -> None:
        """Take over the colours of the palette in force; `width` in pixels."""
        colour = series_style(self._colour_key).colour
        self.curve.setPen(series_pen(colour, self._line, width))
