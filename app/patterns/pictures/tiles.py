"""Large pictures in small parts: a pyramid of zoom levels, cut into tiles."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from app.patterns.pictures.pixels import Bytes, Geometry, PixelFormat

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
