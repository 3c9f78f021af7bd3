"""The tiles of a large picture that are at hand: the newest stay, the overview always."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QImage

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
