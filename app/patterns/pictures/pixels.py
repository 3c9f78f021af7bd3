"""Converts pictures to the bytes that a cipher encrypts, and ciphertext to pictures.

What makes a mode's pattern visible is that equal pixels stand at equal places in blocks. A palette
index or a grey pixel is one byte, so an AES block holds 16 pixels. Three bytes of RGB do not divide
16, and a flat area would give three different blocks in turns; each colour is therefore stored in
four bytes (red, green, blue, zero), and a block holds four pixels. Rows are filled up to whole
blocks, so that every row begins with a block and columns of a picture stay columns.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from app.patterns.base.cipher_blocks import AES_BLOCK

type Bytes = NDArray[np.uint8]

_REDUCED_COLOURS = 16
_PALETTE_COLOURS = 256
_BAND_ROWS = 256
"""Rows that are processed at once."""


class PixelFormat(StrEnum):
    """How a pixel is written: an index into a table of colours, its grey, or its colours."""

    PALETTE = "palette"
    GREY = "grey"
    RGB = "rgb"

    @property
    def pixel_bytes(self) -> int:
        return 4 if self is PixelFormat.RGB else 1


@dataclass(frozen=True)
class Geometry:
    """How bytes lie in a picture, and for `PALETTE` what the indices mean.

    `palette` holds 256 colours of three bytes, empty in the other formats.
    """

    format: PixelFormat
    width: int
    height: int
    palette: bytes = b""

    @property
    def row_bytes(self) -> int:
        """Bytes of a row, filled up to whole AES blocks."""
        return -(-self.width * self.format.pixel_bytes // AES_BLOCK) * AES_BLOCK

    @property
    def size(self) -> int:
        return self.row_bytes * self.height

    def block_box(self, index: int, block_size: int = AES_BLOCK) -> tuple[int, int, int, int]:
        """The pixels of a block: left, top, right, bottom (the latter two not included).

        `block_size` divides 16. A block of padding alone lies outside the picture.
        """
        top, begin = divmod(index * block_size, self.row_bytes)
        left = begin // self.format.pixel_bytes
        return left, top, left + max(1, block_size // self.format.pixel_bytes), top + 1


@dataclass(frozen=True)
class Raster:
    """A picture as bytes: `pixels` has `geometry.size` bytes, row by row."""

    geometry: Geometry
    pixels: bytes


@dataclass(frozen=True, eq=False)
class CiphertextImage:
    """Ciphertext as a picture; `cut` bytes were beyond its end, `missing` ones are shown as 0."""

    image: Image.Image
    cut: int
    missing: int


def to_raster(image: Image.Image, pixel_format: PixelFormat) -> Raster:
    """The raw pixels of an image of any mode.

    As a palette an image of up to 256 colours keeps them exactly; one of more is brought down to
    16 without dithering, so that areas which look alike become alike.
    """
    match pixel_format:
        case PixelFormat.PALETTE:
            indices, palette = _indexed(image)
            return _raster(pixel_format, indices[..., None], palette)
        case PixelFormat.GREY:
            return _raster(pixel_format, np.asarray(image.convert("L"))[..., None])
        case PixelFormat.RGB:
            return _raster(pixel_format, np.asarray(image.convert("RGB")))


def to_image(raster: Raster) -> Image.Image:
    """The picture of raw pixels: mode P, L or RGB."""
    return bytes_to_image(raster.pixels, raster.geometry).image


def bytes_to_image(data: bytes, geometry: Geometry) -> CiphertextImage:
    """A picture of any bytes, such as ciphertext, with the given geometry."""
    cut, missing = max(0, len(data) - geometry.size), max(0, geometry.size - len(data))
    rows = np.frombuffer(data[: geometry.size] + bytes(missing), np.uint8)
    pixels = rows.reshape(geometry.height, -1, geometry.format.pixel_bytes)[:, : geometry.width]
    colours = pixels[..., :3] if geometry.format is PixelFormat.RGB else pixels[..., 0]
    image = Image.fromarray(np.ascontiguousarray(colours))
    if geometry.palette:
        image.putpalette(geometry.palette)
    return CiphertextImage(image, cut, missing)


def _raster(pixel_format: PixelFormat, channels: Bytes, palette: bytes = b"") -> Raster:
    """Channels, shape (height, width, 1 or 3), in rows of whole blocks."""
    height, width, depth = channels.shape
    geometry = Geometry(pixel_format, width, height, palette)
    padded_width = geometry.row_bytes // pixel_format.pixel_bytes
    if (padded_width, pixel_format.pixel_bytes) == (width, depth):
        return Raster(geometry, channels.tobytes())
    rows = np.zeros((height, padded_width, pixel_format.pixel_bytes), np.uint8)
    rows[:, :width, :depth] = channels
    return Raster(geometry, rows.tobytes())


def _indexed(image: Image.Image) -> tuple[Bytes, bytes]:
    """Indices, shape (height, width), and a full table of colours."""
    if image.mode == "P":
        return np.asarray(image), _full_palette(bytes(image.getpalette("RGB") or b""))
    rgb = image if image.mode == "RGB" else image.convert("RGB")
    colours = rgb.getcolors(_PALETTE_COLOURS)
    if colours is None:
        few = rgb.quantize(_REDUCED_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        return np.asarray(few), _full_palette(bytes(few.getpalette("RGB") or b""))
    table = np.array(sorted(colour for _, colour in colours), np.uint8)
    return _palette_indices(rgb, table), _full_palette(table.tobytes())


def _palette_indices(rgb: Image.Image, table: Bytes) -> Bytes:
    """The index of each pixel's colour in `table`, shape (height, width).

    A lookup table of all 2²⁴ colours is much quicker than sorting pixels; bands save memory.
    """
    lookup = np.zeros(1 << 24, np.uint8)
    lookup[_packed(table)] = np.arange(len(table))
    indices = np.empty((rgb.height, rgb.width), np.uint8)
    for top in range(0, rgb.height, _BAND_ROWS):
        band = rgb.crop((0, top, rgb.width, min(top + _BAND_ROWS, rgb.height)))
        indices[top : top + _BAND_ROWS] = lookup[_packed(np.asarray(band))]
    return indices


def _packed(colours: Bytes) -> NDArray[np.uint32]:
    """Red, green, blue in the last axis as one number."""
    red, green, blue = (colours[..., at].astype(np.uint32) for at in range(3))
    return red << np.uint32(16) | green << np.uint32(8) | blue


def _full_palette(colours: bytes) -> bytes:
    """256 colours: those given, then hues a golden angle apart, since ciphertext has all
    indices."""
    hues = (index * 0.618_034 % 1 for index in range(_PALETTE_COLOURS))
    others = b"".join(
        bytes(round(255 * part) for part in colorsys.hsv_to_rgb(hue, 0.55, 0.85)) for hue in hues
    )
    return colours + others[len(colours) :]
