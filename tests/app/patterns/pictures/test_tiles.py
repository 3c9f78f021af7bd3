"""Tiles, blocks under a pixel, and where their equals are, against the whole picture."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from app.patterns.base.cipher_blocks import split_into_blocks
from app.patterns.pictures.picture_view import TILE, PictureView, Tiles
from app.patterns.pictures.pixels import Geometry, PixelFormat, Raster, to_image

_SIZES = [(1500, 1100), (640, 480), (513, 3), (1, 1)]


def raster(pixel_format: PixelFormat, size: tuple[int, int]) -> Raster:
    """A picture whose blocks have three values."""
    draw = np.random.default_rng(5)
    palette = draw.bytes(768) if pixel_format is PixelFormat.PALETTE else b""
    geometry = Geometry(pixel_format, *size, palette)
    few = draw.integers(0, 256, (3, 16), np.uint8)
    return Raster(geometry, few[draw.integers(0, 3, geometry.size // 16)].tobytes())


def put_together(tiles: Tiles, level: int, part: object = None) -> NDArray[np.uint8]:
    """A level out of its tiles."""
    width, height = tiles.size(level)
    cut = part or tiles.tile
    rows = [
        np.hstack([cut(level, x, y) for x in range(-(-width // TILE))])  # type: ignore[operator]
        for y in range(-(-height // TILE))
    ]
    return np.vstack(rows)


@pytest.mark.parametrize("size", _SIZES)
@pytest.mark.parametrize("pixel_format", list(PixelFormat))
def test_that_tiles_make_the_picture_and_each_level_the_mean_of_the_one_below(
    pixel_format: PixelFormat, size: tuple[int, int]
) -> None:
    picture = raster(pixel_format, size)
    tiles = Tiles(picture.pixels, picture.geometry)
    whole = np.asarray(to_image(picture).convert("RGB"))
    assert np.array_equal(put_together(tiles, 0), whole)
    assert max(tiles.size(tiles.levels - 1)) <= TILE
    assert tiles.levels == 1 or max(tiles.size(tiles.levels - 2)) > TILE
    for level in range(1, tiles.levels):
        height, width, _ = whole.shape
        even = np.pad(whole, ((0, height % 2), (0, width % 2), (0, 0)), "edge").astype(float)
        mean = even.reshape(-(-height // 2), 2, -(-width // 2), 2, 3).mean((1, 3))
        whole = put_together(tiles, level)
        assert np.abs(whole - mean).max() <= 0.5
    assert np.array_equal(tiles.overview(), whole)


@pytest.mark.parametrize("size", _SIZES)
@pytest.mark.parametrize("pixel_format", list(PixelFormat))
def test_that_equal_blocks_are_marked_in_every_level(
    pixel_format: PixelFormat, size: tuple[int, int]
) -> None:
    picture = raster(pixel_format, size)
    view = PictureView(picture, split_into_blocks([picture.pixels]))
    fact = view.block_at(size[0] // 2, size[1] // 2)
    assert fact is not None
    left, top, right, bottom = fact.box
    assert left <= size[0] // 2 < right and top <= size[1] // 2 < bottom
    full = np.zeros((size[1], size[0]), bool)
    for index in view.blocks.equal_to(fact.index):
        left, top, right, bottom = picture.geometry.block_box(int(index))
        full[top:bottom, left:right] = True
    assert len(view.blocks.equal_to(fact.index)) == fact.equal
    for level in range(view.tiles.levels):
        width, height = view.tiles.size(level)
        step = 1 << level
        padded = np.zeros((height * step, width * step), bool)
        padded[: size[1], : size[0]] = full
        expected = padded.reshape(height, step, width, step).any((1, 3))
        found = put_together(view.tiles, level, lambda *at: view.equal_tile(fact.index, *at))
        assert np.array_equal(found, expected)


def test_that_padding_is_not_shown_and_missing_bytes_are_black() -> None:
    picture = raster(PixelFormat.GREY, (64, 8))
    more = Tiles(picture.pixels + b"\xff" * 16, picture.geometry)
    less = Tiles(picture.pixels[:-64], picture.geometry)
    assert np.array_equal(more.tile(0, 0, 0)[:7], less.tile(0, 0, 0)[:7])
    assert not less.tile(0, 0, 0)[7:].any()


def test_that_there_is_nothing_outside_the_picture() -> None:
    picture = raster(PixelFormat.RGB, (600, 10))
    view = PictureView(picture, split_into_blocks([picture.pixels]))
    with pytest.raises(IndexError):
        view.tiles.tile(0, 2, 0)
    with pytest.raises(IndexError):
        view.equal_tile(0, 0, 0, 1)
    assert view.block_at(600, 0) is None and view.block_at(0, -1) is None
