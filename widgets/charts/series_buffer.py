"""The data of live charts: growing arrays of samples (`SeriesBuffer`), and shaded bands of time
(`BandItem`)."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from widgets.charts.legend import band_hue
from widgets.look.theme import Palette, current_palette, scaled_font

# Bands of time (phases) that are shaded behind a chart, drawn by one graphics item.

MOST_BANDS = 400
BAND_LABEL_PX = 16


@dataclass
class Band:
    """One stretch, in seconds; `end` is None while it is still open."""

    label: str
    start: float
    end: float | None = None


class BandItem(pg.GraphicsObject):  # type: ignore[misc]
    """Draws the newest 400 bands of the view, each with its label in a strip at the top."""

    def __init__(self) -> None:
        super().__init__()
        self._bands: deque[Band] = deque(maxlen=MOST_BANDS)
        self._hues: dict[str, int] = {}
        self._styles: dict[str, _BandStyle] = {}
        self._styled_for: tuple[Palette, QFont] | None = None
        """Palette and font of the cached styles: computing them for each band took most of a
        frame."""
        self._newest = 0.0
        self.setZValue(-100)

    @property
    def bands(self) -> list[Band]:
        """The newest `MOST_BANDS` bands, oldest first."""
        return list(self._bands)

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of all bands there ever were, in the order of their colours."""
        return tuple(self._hues)

    def begin(self, label: str, x: float) -> None:
        """Open a band, drawn from the next `extend_to` on; one that is still open ends here."""
        self.end(x)
        self._hues.setdefault(label, len(self._hues))
        self._bands.append(Band(label, x))

    def end(self, x: float) -> None:
        """Close the open band, if there is one, before the next `extend_to`."""
        if self._bands and self._bands[-1].end is None:
            self._bands[-1].end = x

    def extend_to(self, x: float) -> None:
        """Draw an open band up to here."""
        self._newest = x
        self.update()

    def clear(self) -> None:
        self._bands.clear()
        self.update()

    def viewRangeChanged(self) -> None:
        self.prepareGeometryChange()

    def boundingRect(self) -> QRectF:
        return QRectF(self.viewRect())

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        view, pixels = QRectF(self.viewRect()), self.getViewBox().boundingRect()
        scale = pixels.width() / view.width()
        down = -view.height() / max(1, pixels.height())
        painter.save()
        painter.translate(view.left(), view.bottom())  # in pixels from the upper left corner
        painter.scale(view.width() / max(1, pixels.width()), down)
        palette, font = current_palette(), scaled_font(0.85)
        painter.setFont(font)
        painter.setPen(QColor(palette.text))
        self._update_styles(palette, font)
        first, last, most, height = view.left(), view.right(), pixels.width(), pixels.height()
        for band in reversed(self._bands):
            end = max(self._newest, band.start) if band.end is None else band.end
            if end < first:
                break  # those before have ended earlier
            if band.start <= last:
                left = max(0.0, (band.start - first) * scale)
                width = min(most, (end - first) * scale) - left
                look = self._styles[band.label]
                painter.fillRect(QRectF(left, 0.0, width, height), look.ground)
                painter.fillRect(QRectF(left, 0.0, max(1.0, width - 1), BAND_LABEL_PX), look.strip)
                if words := look.words(width - 7):
                    place = QRectF(left + 4, 0.0, width - 7, BAND_LABEL_PX)
                    painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()

    def _update_styles(self, palette: Palette, font: QFont) -> None:
        if self._styled_for != (palette, font):
            self._styled_for = palette, font
            self._styles.clear()
        for label in self._hues.keys() - self._styles.keys():
            hue = band_hue(palette, self._hues[label])
            self._styles[label] = _BandStyle(label, hue, QFontMetrics(font))


class _BandStyle:
    """How the bands of one label are drawn."""

    def __init__(self, label: str, hue: QColor, metrics: QFontMetrics) -> None:
        self.ground, self.strip = QColor(hue), QColor(hue)
        self.ground.setAlphaF(0.07)
        self.strip.setAlphaF(0.16)
        self._words = [(metrics.horizontalAdvance(each), each) for each in (label, label[:1])]

    def words(self, room: float) -> str:
        """The label, or its first letter, as far as there is room; empty where there is none."""
        return next((words for width, words in self._words if width <= room), "")


Values = Sequence[float] | NDArray[np.float64]

_FIRST_CAPACITY = 1024


class SeriesBuffer:
    """Samples in order of x, in two float64 arrays whose capacity doubles when they are full."""

    def __init__(self) -> None:
        self._x = np.empty(_FIRST_CAPACITY)
        self._y = np.empty(_FIRST_CAPACITY)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def capacity(self) -> int:
        """How many samples fit before the next doubling."""
        return len(self._x)

    @property
    def x(self) -> NDArray[np.float64]:
        """All x, shape (n,), a view."""
        return self._x[: self._size]

    @property
    def y(self) -> NDArray[np.float64]:
        """All y, shape (n,), a view."""
        return self._y[: self._size]

    def extend(self, xs: Values, ys: Values) -> None:
        """Add samples, both of shape (k,); x must not go back. Raises ValueError otherwise."""
        new_x = np.asarray(xs, dtype=np.float64)
        new_y = np.asarray(ys, dtype=np.float64)
        if new_x.shape != new_y.shape or new_x.ndim != 1:
            raise ValueError(f"x has shape {new_x.shape}, y has {new_y.shape}")
        if not len(new_x):
            return
        if np.any(np.diff(new_x) < 0) or (self._size and new_x[0] < self._x[self._size - 1]):
            raise ValueError("x goes back")
        end = self._size + len(new_x)
        self._reserve(end)
        self._x[self._size : end] = new_x
        self._y[self._size : end] = new_y
        self._size = end

    def value_near(self, x: float, reach: float) -> float | None:
        """The y whose x is nearest; None if the nearest is further than `reach` or not a number."""
        if not self._size:
            return None
        right = int(np.searchsorted(self.x, x))
        around = [i for i in (right - 1, right) if 0 <= i < self._size]
        nearest = min(around, key=lambda i: abs(self._x[i] - x))
        value = float(self._y[nearest])
        if abs(self._x[nearest] - x) > reach or not np.isfinite(value):
            return None
        return value

    def highest_between(self, low: float, high: float) -> float | None:
        """The largest y with x from `low` to `high`; None if there is none."""
        part = self.between(low, high)[1]
        highest = float(np.fmax.reduce(part)) if len(part) else math.nan
        return None if math.isnan(highest) else highest

    def lowest_between(self, low: float, high: float) -> float | None:
        """The smallest y over zero with x from `low` to `high`; None if there is none."""
        part = self.between(low, high)[1]
        found = part[part > 0]
        return float(found.min()) if len(found) else None

    def thinned(
        self, low: float, high: float, most: int, *, beyond: int = 1, positive: bool = False
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The samples from `low` to `high`, with `beyond` more on either side, downsampled for
        drawing: of more than `most`, only the smallest and largest y of each group.

        Returns x and y, both of shape (m,), m at most 2 × `most`. Groups are the same in each
        frame, so that a scrolling line does not flicker. `positive`: y up to 0 becomes NaN.
        """
        first = max(0, int(np.searchsorted(self.x, low)) - beyond)
        last = min(self._size, int(np.searchsorted(self.x, high, "right")) + beyond)
        if last - first <= most:
            return self.x[first:last], _over_zero(self.y[first:last], positive)
        step = 1 << ((last - first) // most).bit_length()
        first -= first % step
        starts = np.arange(0, last - first, step)
        part = _over_zero(self.y[first:last], positive)
        ys = np.empty(2 * len(starts))
        ys[::2], ys[1::2] = np.fmin.reduceat(part, starts), np.fmax.reduceat(part, starts)
        return np.repeat(self.x[first + starts], 2), ys

    def between(self, low: float, high: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """x and y of the samples with x from `low` to `high`, both of shape (k,), views."""
        if not self._size or self._x[self._size - 1] < low:  # most servers of a campaign, by far
            return self._x[:0], self._y[:0]
        start = int(np.searchsorted(self.x, low, side="left"))
        end = int(np.searchsorted(self.x, high, side="right"))
        return self.x[start:end], self.y[start:end]

    def _reserve(self, size: int) -> None:
        if size <= len(self._x):
            return
        capacity = max(size, 2 * len(self._x))
        self._x = _grown(self._x, capacity, self._size)
        self._y = _grown(self._y, capacity, self._size)


def _grown(array: NDArray[np.float64], capacity: int, used: int) -> NDArray[np.float64]:
    larger = np.empty(capacity)
    larger[:used] = array[:used]
    return larger


def _over_zero(ys: NDArray[np.float64], wanted: bool) -> NDArray[np.float64]:
    return np.where(ys > 0, ys, np.nan) if wanted else ys
