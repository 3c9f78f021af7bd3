"""The part of a picture that linked views show, and the pixel under the pointer."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, QSize, QSizeF, Signal

CLOSEST = 64.0
"""Screen pixels (device-independent) per picture pixel at most."""


class ViewLink(QObject):
    """Scale and centre in pixels of the picture; a view asks where the picture lies in it."""

    changed = Signal()
    """Scale, centre, grid or size changed."""

    pointed = Signal(object)
    """A QPoint, the pixel that is pointed at or pinned; None for none."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._size = QSize()
        self._scale: float | None = None
        self._centre = QPointF()
        self._pixel: QPoint | None = None
        self._pinned = False
        self._grid = False

    @property
    def size(self) -> QSize:
        """The picture's pixels; empty without a picture."""
        return self._size

    @property
    def fitted(self) -> bool:
        """Whether the whole picture is shown, however large the view is."""
        return self._scale is None

    @property
    def pixel(self) -> QPoint | None:
        return self._pixel

    @property
    def pinned(self) -> bool:
        """Whether the pixel stays when the pointer goes on."""
        return self._pinned

    @property
    def grid(self) -> bool:
        """Whether blocks are to be outlined where there is room."""
        return self._grid

    def set_size(self, size: QSize) -> None:
        """Set the size of another picture; the same size keeps scale and centre."""
        if size != self._size:
            self._size = QSize(size)
            self._scale = None
            self._centre = QPointF(size.width() / 2, size.height() / 2)
            self.release()
            self.changed.emit()

    def set_grid(self, on: bool) -> None:
        """Outline blocks, or stop."""
        self._grid = on
        self.changed.emit()

    def scale_in(self, view: QSize) -> float:
        """Screen pixels (device-independent) per picture pixel in a view of this size."""
        return self._fitting(view) if self._scale is None else self._scale

    def box_in(self, view: QSize) -> QRectF:
        """Where the whole picture lies in a view, which may show a part of it."""
        scale = self.scale_in(view)
        size = QSizeF(self._size) * scale
        if self._scale is None:
            corner = QPointF(view.width() - size.width(), view.height() - size.height()) / 2
        else:
            corner = QPointF(view.width(), view.height()) / 2 - self._centre * scale
        return QRectF(corner, size)

    def pixel_at(self, view: QSize, position: QPointF) -> QPoint | None:
        """The pixel at a place in a view; None outside the picture."""
        if self._size.isEmpty():
            return None
        inside = (position - self.box_in(view).topLeft()) / self.scale_in(view)
        pixel = QPoint(int(inside.x() // 1), int(inside.y() // 1))
        whole = 0 <= pixel.x() < self._size.width() and 0 <= pixel.y() < self._size.height()
        return pixel if whole else None

    def fit(self) -> None:
        """Show the whole picture."""
        self._scale = None
        self._centre = QPointF(self._size.width() / 2, self._size.height() / 2)
        self.changed.emit()

    def zoom(self, view: QSize, at: QPointF, factor: float) -> None:
        """Zoom so that what lies at a place in a view stays there."""
        if self._size.isEmpty():
            return
        box, before = self.box_in(view), self.scale_in(view)
        fitting = self._fitting(view)
        after = min(max(CLOSEST, fitting), before * factor)
        if after <= fitting * 1.001:
            self.fit()
            return
        fixed = (at - box.topLeft()) / before
        middle = QPointF(view.width(), view.height()) / 2
        self._scale = after
        self._centre = fixed - (at - middle) / after
        self._keep_inside(view)
        self.changed.emit()

    def pan(self, view: QSize, by: QPointF) -> None:
        """Move the picture by so much of the screen."""
        if self._scale is not None:
            self._centre -= by / self._scale
            self._keep_inside(view)
            self.changed.emit()

    def reveal(self, view: QSize, pixel: QPoint) -> None:
        """Move no more than needed to have a pixel in view."""
        shown = QRectF(0, 0, view.width(), view.height()).adjusted(8, 8, -8, -8)
        scale = self.scale_in(view)
        place = self.box_in(view).topLeft() + (QPointF(pixel) + QPointF(0.5, 0.5)) * scale
        x = max(0.0, shown.left() - place.x()) + min(0.0, shown.right() - place.x())
        y = max(0.0, shown.top() - place.y()) + min(0.0, shown.bottom() - place.y())
        if x or y:
            self.pan(view, QPointF(x, y))

    def point(self, pixel: QPoint | None) -> None:
        """Point at a pixel, unless one is pinned."""
        if not self._pinned and pixel != self._pixel:
            self._pixel = pixel
            self.pointed.emit(pixel)

    def pin(self, pixel: QPoint | None) -> None:
        """Point at a pixel until it is released, wherever the pointer goes; None: at none."""
        self._pinned = False
        self.point(pixel)
        self._pinned = pixel is not None
        self.pointed.emit(pixel)

    def release(self) -> None:
        """Point at nothing, and follow the pointer again."""
        self._pinned = False
        self.point(None)

    def _fitting(self, view: QSize) -> float:
        if self._size.isEmpty() or view.isEmpty():
            return 1.0
        return min(view.width() / self._size.width(), view.height() / self._size.height())

    def _keep_inside(self, view: QSize) -> None:
        """Limit the centre, so that no edge of the picture moves inside the view."""
        assert self._scale is not None
        x = _clamped(self._centre.x(), view.width() / self._scale, self._size.width())
        y = _clamped(self._centre.y(), view.height() / self._scale, self._size.height())
        self._centre = QPointF(x, y)


def _clamped(centre: float, shown: float, whole: float) -> float:
    if shown >= whole:
        return whole / 2
    return min(max(centre, shown / 2), whole - shown / 2)
