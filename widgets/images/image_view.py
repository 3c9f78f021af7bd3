"""A picture of any size that is zoomed and panned together with others, block by block."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from widgets.images.view_link import ViewLink
from widgets.look.theme import current_palette, theme_signals

# How a part of a picture lies on the screen, and what is painted there.

GRID_FROM = 5.0
"""Screen pixels per picture pixel from which on blocks are outlined."""
_LEAST_RING = 9.0


@dataclass(frozen=True)
class PictureFrame:
    """The whole picture lies in `box` of a view whose own rectangle is `view`; `scale` is in
    device-independent pixels per picture pixel, `ratio` in device pixels per independent one."""

    view: QRectF
    box: QRectF
    scale: float
    ratio: float

    @property
    def part(self) -> QRectF:
        """The part of the picture that is in view, in its pixels."""
        seen = self.view & self.box
        corner = (seen.topLeft() - self.box.topLeft()) / self.scale
        return QRectF(corner, seen.size() / self.scale)

    def on_screen(self, part: QRectF) -> QRectF:
        """A part of the picture in the view, rounded to device pixels."""
        corner = self.box.topLeft() + part.topLeft() * self.scale
        whole = QRectF(corner, part.size() * self.scale)
        edges = (whole.left(), whole.top(), whole.right(), whole.bottom())
        left, top, right, bottom = (round(edge * self.ratio) / self.ratio for edge in edges)
        return QRectF(left, top, right - left, bottom - top)

    def paint(self, painter: QPainter, image: QImage, held: QRectF, area: QRectF) -> None:
        """Paint what is in view of an area, from an image that holds `held`; edges lie on whole
        device pixels, so that neighbours meet."""
        seen = QRectF(self.part.toAlignedRect()) & area
        x, y = image.width() / held.width(), image.height() / held.height()
        source = QRectF(
            (seen.left() - held.left()) * x,
            (seen.top() - held.top()) * y,
            seen.width() * x,
            seen.height() * y,
        )
        painter.drawImage(self.on_screen(seen), image, source)

    def paint_grid(self, painter: QPainter, block: int) -> None:
        """Outline blocks of so many pixels in a row, where there is room for it."""
        if self.scale < GRID_FROM:
            return
        part, seen = self.part, self.view & self.box
        first = int(part.left()) // block * block
        across = range(first, math.ceil(part.right()) + 1, block)
        down = range(int(part.top()), math.ceil(part.bottom()) + 1)
        lines = [QLineF(x, seen.top(), x, seen.bottom()) for x in map(self._x, across)]
        lines += [QLineF(seen.left(), y, seen.right(), y) for y in map(self._y, down)]
        painter.setPen(QPen(QColor(128, 128, 128), 0))
        painter.drawLines(lines)

    def paint_ring(self, painter: QPainter, block: QRect) -> None:
        """Ring a block, however small it is on the screen."""
        seen = self.on_screen(QRectF(block))
        x = max(0.0, _LEAST_RING - seen.width()) / 2 + 1
        y = max(0.0, _LEAST_RING - seen.height()) / 2 + 1
        ring = seen.adjusted(-x, -y, x, y)
        for colour, width in ((current_palette().surface, 4), (current_palette().accent, 2)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRect(ring)

    def _x(self, column: int) -> float:
        return self.box.left() + column * self.scale

    def _y(self, row: int) -> float:
        return self.box.top() + row * self.scale


# The tiles of a large picture that are at hand: the newest stay, the overview always.

TILE = 512
"""Pixels on a side of a tile."""

_STORED = 96
"""Tiles at most: 100 MB."""


class TileKey(NamedTuple):
    """A tile: level 0 has the picture's own pixels, each further one half as many a side."""

    level: int
    column: int
    row: int


class TileCache:
    """Tiles of one picture in the colours that are painted."""

    def __init__(self, size: QSize, levels: int, overview: QImage) -> None:
        self.size = QSize(size)
        self.levels = levels
        self.overview = overview
        self._tiles: OrderedDict[TileKey, QImage] = OrderedDict()
        if levels == 1:
            self._tiles[TileKey(0, 0, 0)] = overview

    def level_for(self, scale: float) -> int:
        """The coarsest level that has a pixel for each of the screen; `scale` in device pixels per
        picture pixel."""
        finest = math.floor(math.log2(1 / scale)) if scale < 1 else 0
        return min(self.levels - 1, finest)

    def keys_in(self, level: int, part: QRectF) -> Iterator[TileKey]:
        """The tiles of a level that a part of the picture (in its pixels) needs."""
        side = TILE << level
        right = min(self.size.width(), math.ceil(part.right()))
        bottom = min(self.size.height(), math.ceil(part.bottom()))
        for row in range(max(0, int(part.top())) // side, -(-bottom // side)):
            for column in range(max(0, int(part.left())) // side, -(-right // side)):
                yield TileKey(level, column, row)

    def area(self, key: TileKey) -> QRect:
        """The area of a tile, in pixels of the picture."""
        side = TILE << key.level
        whole = QRect(0, 0, self.size.width(), self.size.height())
        return QRect(key.column * side, key.row * side, side, side) & whole

    def get(self, key: TileKey) -> QImage | None:
        """A tile; None if it is not cached."""
        tile = self._tiles.get(key)
        if tile is not None:
            self._tiles.move_to_end(key)
        return tile

    def put(self, key: TileKey, tile: QImage) -> None:
        """Store a tile, and drop the least recently used one."""
        self._tiles[key] = tile
        while len(self._tiles) > _STORED:
            self._tiles.popitem(last=False)


# Veils over all of a picture but what stands out, a tile each.

_OPACITY = 0.72


class Veils:
    """Made of masks as they come; those of before stay until then, so that nothing flickers."""

    def __init__(self) -> None:
        self.on = False
        self._masks: dict[TileKey, NDArray[np.uint8]] = {}
        self._veils: dict[TileKey, QImage] = {}
        self._past: dict[TileKey, QImage] = {}

    def begin(self, on: bool) -> None:
        """Let other places stand out from now on, or none."""
        self._past = {**self._past, **self._veils} if on else {}
        self.on = on
        self._masks, self._veils = {}, {}

    def put(self, key: TileKey, mask: NDArray[np.uint8]) -> None:
        """Take a tile's mask: not 0 where its pixels stand out."""
        self._masks[key] = np.ascontiguousarray(mask, np.uint8)
        self._past.pop(key, None)

    def masks(self) -> dict[TileKey, NDArray[np.uint8]]:
        return dict(self._masks)

    def recolour(self) -> None:
        """Recolour for another scheme."""
        self._veils, self._past = {}, {}

    def get(self, key: TileKey) -> QImage | None:
        """A tile's veil, cached for each mask and scheme."""
        mask = self._masks.get(key)
        if mask is None:
            return self._past.get(key)
        if key not in self._veils:
            height, width = mask.shape
            image = QImage(mask.data, width, height, width, QImage.Format.Format_Indexed8)
            veil = QColor(current_palette().window)
            veil.setAlphaF(_OPACITY)
            image.setColorTable([veil.rgba(), QColor(0, 0, 0, 0).rgba()])
            self._veils[key] = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        return self._veils[key]


__all__ = ["ImageView", "TileKey", "image_of"]

_NOTCH = 1.25
_STEP = 0.15

_KEY_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def image_of(colours: NDArray[np.uint8]) -> QImage:
    """Pixels, shape (height, width, 3), in the form that is painted fastest."""
    height, width, _ = colours.shape
    data = np.ascontiguousarray(colours)
    image = QImage(data.data, width, height, 3 * width, QImage.Format.Format_RGB888)
    return image.convertToFormat(QImage.Format.Format_RGB32)  # a copy: `data` may go


class ImageView(QWidget):
    """One of several views that a ViewLink holds together.

    Only tiles that are in view are asked for, and the overview fills in until they come. Wheel
    zooms about the pointer, drag pans, double-click fits, a click pins a block; arrows, +, −, 0
    do the same, Shift and arrows go from block to block, Enter pins and Esc releases.
    """

    tiles_requested = Signal(list)
    """The TileKeys that are in view and missing, middle first; replaces the request before."""

    masks_requested = Signal(list)
    """The same for masks, while places are to stand out."""

    def __init__(self, link: ViewLink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._tiles: TileCache | None = None
        self._block = 1
        self._message = ""
        self._veils = Veils()
        self._requested_tiles: list[TileKey] = []
        self._requested_masks: list[TileKey] = []
        self._grabbed: QPointF | None = None
        self._dragged = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(96, 72)
        self.setCursor(Qt.CursorShape.CrossCursor)
        link.changed.connect(self.update)
        link.pointed.connect(self._repaint)
        theme_signals().changed.connect(self._recolour)

    @property
    def link(self) -> ViewLink:
        return self._link

    @property
    def block_width(self) -> int:
        """Pixels of a block, which is one row high."""
        return self._block

    def show_picture(
        self, size: QSize, levels: int, overview: QImage, block_width: int = 1
    ) -> None:
        """Show a picture of which the last level (`overview`) is here, the others on demand."""
        self._tiles = TileCache(size, levels, overview)
        self._block = block_width
        self._message, self._requested_tiles = "", []
        self.mark(False)
        self._link.set_size(size)
        self.update()

    def message(self) -> str:
        """The text in place of a picture."""
        return self._message

    def show_message(self, text: str) -> None:
        """Say why there is no picture."""
        self._tiles, self._requested_tiles, self._message = None, [], text
        self.mark(False)
        self.update()

    def has_picture(self) -> bool:
        return self._tiles is not None

    def put_tile(self, key: TileKey, tile: QImage) -> None:
        """Take a tile that was requested."""
        if self._tiles is not None:
            self._tiles.put(key, tile)
            self.update()

    def mark(self, on: bool) -> None:
        """Let other places stand out from now on, whose masks are asked for; or none.

        The veils of before stay until new masks are here, so that nothing flickers.
        """
        self._veils.begin(on)
        self._requested_masks = []
        self.update()

    def put_mask(self, key: TileKey, mask: NDArray[np.uint8]) -> None:
        """Take a mask that was requested: not 0 where a tile's pixels stand out, shape as the
        tile's."""
        if self._veils.on:
            self._veils.put(key, mask)
            self.update()

    def masks(self) -> dict[TileKey, NDArray[np.uint8]]:
        """What stands out, as far as masks are here."""
        return self._veils.masks()

    def visible_part(self) -> QRectF:
        """The part of the picture that is in view, in its pixels."""
        return self._frame().part

    def sizeHint(self) -> QSize:
        return QSize(240, 180)

    # what is painted

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.raised))
        if self._tiles is None:
            self._paint_message(painter)
        else:
            self._paint_picture(painter, self._tiles, self._frame())
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.accent), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _paint_message(self, painter: QPainter) -> None:
        painter.setPen(QColor(current_palette().muted))
        box = self.rect().adjusted(12, 8, -12, -8)
        wrapped = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(box, int(wrapped), self._message)

    def _paint_picture(self, painter: QPainter, tiles: TileCache, frame: PictureFrame) -> None:
        keys = list(tiles.keys_in(tiles.level_for(frame.scale * frame.ratio), frame.part))
        self._paint_tiles(painter, tiles, frame, keys)
        if self._veils.on:
            self._paint_veils(painter, tiles, frame, keys)
        if self._link.grid:
            frame.paint_grid(painter, self._block)
        block = self._pointed_block()
        if block is not None:
            frame.paint_ring(painter, block)

    def _paint_tiles(
        self, painter: QPainter, tiles: TileCache, frame: PictureFrame, keys: list[TileKey]
    ) -> None:
        smaller = frame.scale * frame.ratio < 1
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smaller)
        whole = QRectF(QPointF(), tiles.size)
        missing = []
        for key in keys:
            tile, area = tiles.get(key), QRectF(tiles.area(key))
            if tile is None:
                missing.append(key)
                frame.paint(painter, tiles.overview, whole, area)
            else:
                frame.paint(painter, tile, area, area)
        self._ask(tiles, missing, frame.part.center())

    def _paint_veils(
        self, painter: QPainter, tiles: TileCache, frame: PictureFrame, keys: list[TileKey]
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        for key in keys:
            veil = self._veils.get(key)
            if veil is not None:
                area = QRectF(tiles.area(key))
                frame.paint(painter, veil, area, area)
        here = self._veils.masks()
        missing = [key for key in keys if key not in here]
        if missing != self._requested_masks:
            self._requested_masks = missing
            self.masks_requested.emit(missing)

    def _ask(self, tiles: TileCache, missing: list[TileKey], middle: QPointF) -> None:
        missing.sort(key=lambda key: QLineF(QRectF(tiles.area(key)).center(), middle).length())
        if missing != self._requested_tiles:
            self._requested_tiles = missing
            self.tiles_requested.emit(missing)

    def _frame(self) -> PictureFrame:
        size, link = self.size(), self._link
        box, scale = link.box_in(size), link.scale_in(size)
        return PictureFrame(QRectF(self.rect()), box, scale, self.devicePixelRatioF())

    def _repaint(self) -> None:
        """`update` takes a rectangle, not a pixel."""
        self.update()

    def _recolour(self) -> None:
        self._veils.recolour()
        self.update()

    def _pointed_block(self) -> QRect | None:
        pixel = self._link.pixel
        if pixel is None:
            return None
        return QRect(pixel.x() // self._block * self._block, pixel.y(), self._block, 1)

    # what the user does

    def wheelEvent(self, event: QWheelEvent) -> None:
        notches = event.angleDelta().y() / 120
        if notches:
            self._link.zoom(self.size(), event.position(), _NOTCH**notches)
            self._point_at(event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._grabbed, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grabbed is None:
            self._point_at(event.position())
            return
        by = event.position() - self._grabbed
        if self._dragged or by.manhattanLength() >= QApplication.startDragDistance():
            self._dragged = True
            self._grabbed = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._link.pan(self.size(), by)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._grabbed is not None and not self._dragged:
            self._keep_or_release(self._link.pixel_at(self.size(), event.position()))
        self._grabbed = None
        self.setCursor(Qt.CursorShape.CrossCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._link.release()  # the first of the two clicks has kept a block
        self._link.fit()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._point_at(event.position())

    def leaveEvent(self, event: QEvent) -> None:
        self._link.point(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        middle = QPointF(self.rect().center())
        step = _KEY_STEPS.get(Qt.Key(event.key()))
        match event.key():
            case _ if step and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._step_block(*step)
            case _ if step and not self._link.fitted:
                part = QPointF(step[0] * self.width(), step[1] * self.height())
                self._link.pan(self.size(), -part * _STEP)
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self._link.zoom(self.size(), middle, _NOTCH**2)
            case Qt.Key.Key_Minus:
                self._link.zoom(self.size(), middle, _NOTCH**-2)
            case Qt.Key.Key_0:
                self._link.fit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._link.pixel is not None:
                self._link.pin(self._link.pixel)
            case Qt.Key.Key_Escape if self._link.pixel is not None:
                self._link.release()
            case _:
                super().keyPressEvent(event)

    def _keep_or_release(self, pixel: QPoint | None) -> None:
        """Keep the clicked block; release it on a second click, or a click outside the picture."""
        block = self._pointed_block()
        if pixel is None or (self._link.pinned and block is not None and block.contains(pixel)):
            self._link.release()
        else:
            self._link.pin(pixel)

    def _step_block(self, across: int, down: int) -> None:
        """Go to a neighbouring block, beginning in the middle of what is in view."""
        size, block = self._link.size, self._pointed_block()
        if size.isEmpty():
            return
        if block is None:
            corner = self.visible_part().center().toPoint()
        else:
            corner = block.topLeft() + QPoint(across * self._block, down)
        pixel = QPoint(
            min(max(0, corner.x()), size.width() - 1), min(max(0, corner.y()), size.height() - 1)
        )
        self._link.pin(pixel)
        self._link.reveal(self.size(), pixel)

    def _point_at(self, place: QPointF) -> None:
        self._link.point(self._link.pixel_at(self.size(), place))
