"""Growing storage for one live series: constant cost per sample, no copies when read."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

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
        """x and y that draw as the samples from `low` to `high` do, and `beyond` so many on either
        side: where there are more than `most`, the smallest and the largest of every so many.

        Both of shape (m,), m at most 2 × `most`. Every so many are the same samples in each frame,
        so that a line that moves on does not flicker. `positive` takes no y up to 0.
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
