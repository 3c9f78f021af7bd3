"""A picture as it is viewed: tiles, the bytes of a block, and its equal blocks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.patterns.base.blocks import Blocks
from app.patterns.pictures.pixels import Geometry, Raster
from app.patterns.pictures.sealed import SealedPicture
from app.patterns.pictures.tiles import TILE, Tiles

type Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class BlockFact:
    """The block under a pixel: its pixels (left, top, right, bottom, the latter two not included),
    its bytes before and after sealing (`after` empty in the original), and how many blocks of this
    picture equal it, itself included.
    """

    index: int
    box: tuple[int, int, int, int]
    before: bytes
    after: bytes
    equal: int


class View:
    """The original, or a picture under a protection; `blocks` are those of what is shown."""

    def __init__(self, raster: Raster, blocks: Blocks, sealed: SealedPicture | None = None) -> None:
        self.raster = raster
        self.blocks = blocks
        self.sealed = sealed
        self.tiles = Tiles(sealed.ciphertext if sealed else raster.pixels, raster.geometry)
        self._block_size = blocks.size
        self._marked: tuple[int, Mask] | None = None

    @property
    def geometry(self) -> Geometry:
        """How the bytes lie in the picture."""
        return self.raster.geometry

    def block_at(self, x: int, y: int) -> BlockFact | None:
        """The block under a pixel; None outside the picture."""
        geometry = self.geometry
        if not (0 <= x < geometry.width and 0 <= y < geometry.height):
            return None
        begin = y * geometry.row_bytes + x * geometry.format.pixel_bytes
        index = begin // self._block_size
        piece = slice(index * self._block_size, (index + 1) * self._block_size)
        return BlockFact(
            index,
            geometry.block_box(index, self._block_size),
            self.raster.pixels[piece],
            self.sealed.ciphertext[piece] if self.sealed else b"",
            int(self.blocks.counts[self.blocks.ids[index]]),
        )

    def equal_tile(self, index: int, level: int, column: int, row: int) -> Mask:
        """Which pixels of a tile are in a block equal to the one at `index`, shape as the tile's.

        In smaller levels a pixel is marked when any pixel that it stands for is.

        Raises: IndexError for a tile that is outside the picture
        """
        width, height = self.tiles.size(level)
        left, top = column * TILE, row * TILE
        if not (0 <= left < width and 0 <= top < height):
            raise IndexError(f"no tile {column}, {row} in level {level}")
        wide, high = min(TILE, width - left), min(TILE, height - top)
        step = 1 << level
        across = self._block_pixels
        rows = self._equal(index)[top * step : (top + high) * step]
        # A tile begins at a multiple of 512 pixels, and so with a whole block.
        part = rows[:, left * step // across : -(-(left + wide) * step // across)]
        part = _any_of(part, step)
        if step < across:
            part = np.repeat(part, across // step, 1)
        else:
            part = _any_of(part.T, step // across).T
        return np.ascontiguousarray(part[:, :wide])

    @property
    def _block_pixels(self) -> int:
        """Pixels of a block, all in one row."""
        return self._block_size // self.geometry.format.pixel_bytes

    def _equal(self, index: int) -> Mask:
        """Blocks equal to one, shape (rows, blocks of a row); kept for the tiles that follow."""
        if self._marked is None or self._marked[0] != index:
            ids = self.blocks.ids
            across = self.geometry.row_bytes // self._block_size
            whole = np.zeros(self.geometry.height * across, bool)
            count = min(len(whole), len(ids))
            whole[:count] = ids[:count] == ids[index]
            self._marked = index, whole.reshape(-1, across)
        return self._marked[1]


def _any_of(rows: Mask, step: int) -> Mask:
    """One row for `step` of them, True where any of them is."""
    if step == 1:
        return rows
    return np.logical_or.reduceat(rows, np.arange(0, len(rows), step), 0)
