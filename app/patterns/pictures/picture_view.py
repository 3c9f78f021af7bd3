"""A picture, original or encrypted, prepared for the window: tiles of a zoom pyramid, the bytes of
a block, and which blocks are equal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.patterns.base.cipher_blocks import Blocks
from app.patterns.pictures.encrypted_pictures import EncryptedPicture
from app.patterns.pictures.pixels import Bytes, Geometry, PixelFormat, Raster

TILE = 512
"""Pixels on a side of a tile; those at the right and bottom may be smaller."""


class Tiles:
    """Bytes of a picture's pixels, such as ciphertext, as tiles of red, green and blue.

    Level 0 has the picture's own pixels and is cut from its bytes when it is asked for; each
    further level has half the width and height (rounded up) and holds the mean of four pixels. The
    last one fits into one tile. Bytes that are missing are shown as 0.
    """

    def __init__(self, data: bytes, geometry: Geometry) -> None:
        self.geometry = geometry
        short = geometry.size - len(data)
        rows = np.frombuffer(data + bytes(short) if short > 0 else data, np.uint8, geometry.size)
        depth = geometry.format.pixel_bytes
        self._pixels = rows.reshape(geometry.height, -1, depth)[:, : geometry.width]
        self._table = np.frombuffer(geometry.palette, np.uint8).reshape(-1, 3)
        self._levels = list(self._smaller())

    @property
    def levels(self) -> int:
        """How many levels there are, at least 1."""
        return 1 + len(self._levels)

    def size(self, level: int) -> tuple[int, int]:
        """Width and height of a level in pixels."""
        step = 1 << level
        return -(-self.geometry.width // step), -(-self.geometry.height // step)

    def tile(self, level: int, column: int, row: int) -> Bytes:
        """One tile, shape (height, width, 3).

        Raises: IndexError for a tile that is outside the picture
        """
        width, height = self.size(level)
        left, top = column * TILE, row * TILE
        if not (0 <= left < width and 0 <= top < height):
            raise IndexError(f"no tile {column}, {row} in level {level}")
        if level:
            return self._levels[level - 1][top : top + TILE, left : left + TILE]
        return self._colours(self._pixels[top : top + TILE, left : left + TILE])

    def overview(self) -> Bytes:
        """The whole picture in its last level, shape (height, width, 3)."""
        return self.tile(self.levels - 1, 0, 0)

    def _smaller(self) -> Iterator[Bytes]:
        width, height = self.geometry.width, self.geometry.height
        level: Bytes | None = None
        while max(width, height) > TILE:
            level = self._halved() if level is None else _half(level)
            height, width = level.shape[:2]
            yield level

    def _halved(self) -> Bytes:
        """Level 1, made a band at a time: the whole of level 0 would take much memory."""
        bands = (
            _half(self._colours(self._pixels[top : top + 2 * TILE]))
            for top in range(0, self.geometry.height, 2 * TILE)
        )
        return np.concatenate(list(bands))

    def _colours(self, pixels: Bytes) -> Bytes:
        match self.geometry.format:
            case PixelFormat.PALETTE:
                return self._table[pixels[..., 0]]
            case PixelFormat.GREY:
                return np.repeat(pixels, 3, 2)
            case PixelFormat.RGB:
                return np.ascontiguousarray(pixels[..., :3])


def _half(image: Bytes) -> Bytes:
    """The mean of four pixels each; a last odd row or column counts twice."""
    height, width, _ = image.shape
    if height % 2 or width % 2:
        image = np.pad(image, ((0, height % 2), (0, width % 2), (0, 0)), "edge")
    total = image[::2, ::2].astype(np.uint16)
    total += image[::2, 1::2]
    total += image[1::2, ::2]
    total += image[1::2, 1::2]
    total += 2
    total >>= 2
    return total.astype(np.uint8)


type Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class BlockInfo:
    """The block under a pixel: its pixels (left, top, right, bottom, the latter two not included),
    its bytes before and after encrypting (`after` empty in the original), and how many blocks of
    this picture equal it, itself included.
    """

    index: int
    box: tuple[int, int, int, int]
    before: bytes
    after: bytes
    equal: int


class PictureView:
    """The original picture, or an encrypted one; `blocks` are those of the shown bytes."""

    def __init__(
        self, raster: Raster, blocks: Blocks, encrypted: EncryptedPicture | None = None
    ) -> None:
        self.raster = raster
        self.blocks = blocks
        self.encrypted = encrypted
        self.tiles = Tiles(encrypted.ciphertext if encrypted else raster.pixels, raster.geometry)
        self._block_size = blocks.size
        self._marked: tuple[int, Mask] | None = None

    @property
    def geometry(self) -> Geometry:
        return self.raster.geometry

    def block_at(self, x: int, y: int) -> BlockInfo | None:
        """The block under a pixel; None outside the picture."""
        geometry = self.geometry
        if not (0 <= x < geometry.width and 0 <= y < geometry.height):
            return None
        begin = y * geometry.row_bytes + x * geometry.format.pixel_bytes
        index = begin // self._block_size
        piece = slice(index * self._block_size, (index + 1) * self._block_size)
        return BlockInfo(
            index,
            geometry.block_box(index, self._block_size),
            self.raster.pixels[piece],
            self.encrypted.ciphertext[piece] if self.encrypted else b"",
            int(self.blocks.counts[self.blocks.ids[index]]),
        )

    def equal_tile(self, index: int, level: int, column: int, row: int) -> Mask:
        """Which pixels of a tile are in a block equal to the one at `index`, shape as the tile's.

        In reduced levels a pixel is marked when any of the pixels that it was made from is.

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
        """Blocks equal to the one at `index`, shape (rows, blocks of a row); cached for other
        tiles."""
        if self._marked is None or self._marked[0] != index:
            ids = self.blocks.ids
            across = self.geometry.row_bytes // self._block_size
            whole = np.zeros(self.geometry.height * across, bool)
            count = min(len(whole), len(ids))
            whole[:count] = ids[:count] == ids[index]
            self._marked = index, whole.reshape(-1, across)
        return self._marked[1]


def _any_of(rows: Mask, step: int) -> Mask:
    """Merge each `step` rows into one that is True where any of them is."""
    if step == 1:
        return rows
    return np.logical_or.reduceat(rows, np.arange(0, len(rows), step), 0)
