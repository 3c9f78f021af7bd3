"""`python -m assets.pictures.draw [DIR]`: draw the shipped pictures again.

All of it is ours: shapes drawn here, letters of the font inside Pillow, names that nobody bears,
the flag of no country. The phantom is the published one.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

_FINER = 4
"""Shapes are drawn so many times larger and then averaged, for smooth edges."""

_NAVY, _SKY, _AMBER, _PAPER = "#17324d", "#9cc9e8", "#f2a93b", "#ffffff"


def main(folder: Path) -> None:
    """Write all pictures as PNG."""
    for name, draw in PICTURES.items():
        draw().save(folder / f"{name}.png", optimize=True)


def logo() -> Image.Image:
    """A padlock whose body is a grid of blocks, and the name; 640 × 480, a palette of 16."""
    image, pen = _canvas(640, 480, _PAPER)
    pen.arc(_scaled(232, 40, 408, 250), 180, 360, _NAVY, 34 * _FINER)
    pen.rectangle(_scaled(232, 144, 266, 190), _NAVY)
    pen.rectangle(_scaled(374, 144, 408, 190), _NAVY)
    pen.rounded_rectangle(_scaled(192, 176, 448, 368), 20 * _FINER, _NAVY)
    for row in range(3):
        for column in range(4):
            left, top = 212 + 56 * column, 194 + 54 * row
            colour = _AMBER if (row, column) in ((0, 0), (2, 0), (1, 2)) else _SKY
            pen.rounded_rectangle(_scaled(left, top, left + 48, top + 46), 6 * _FINER, colour)
    _write(pen, (320, 424), "Cipherbench", _NAVY, 76, "mm")
    return _few_colours(_smooth(image))


def form() -> Image.Image:
    """A filled-in form, scanned a little askew; 992 × 1403 (A4 at 120 dpi), eight greys."""
    image, pen = _canvas(992, 1403, _PAPER)
    pen.rectangle(_scaled(70, 70, 922, 170), "#303030")
    _write(pen, (496, 120), "HOSPITAL ADMISSION", "#ffffff", 54, "mm")
    for number, (label, entry) in enumerate(_ENTRIES):
        top = 210 + 92 * number
        pen.rectangle(_scaled(70, top, 922, top + 78), outline="#303030", width=3 * _FINER)
        pen.rectangle(_scaled(70, top, 330, top + 78), "#d8d8d8", "#303030", 3 * _FINER)
        _write(pen, (90, top + 39), label, "#303030", 30)
        _write(pen, (350, top + 39), entry, "#000000", 36)
    pen.rectangle(_scaled(560, 1170, 922, 1300), outline="#303030", width=5 * _FINER)
    _write(pen, (741, 1235), "CONFIDENTIAL", "#303030", 46, "mm")
    _write(pen, (70, 1270), "Signature  ____________________", "#303030", 30)
    askew = image.convert("L").rotate(0.4, Image.Resampling.BICUBIC, fillcolor="white")
    levels = np.asarray(_smooth(askew)).astype(np.uint16) * 7 + 127
    return Image.fromarray((levels // 255 * 255 // 7).astype(np.uint8))


def phantom() -> Image.Image:
    """The Shepp–Logan head phantom; 768 × 768 greys.

    Ten ellipses: L. A. Shepp and B. F. Logan, "The Fourier reconstruction of a head section", IEEE
    Transactions on Nuclear Science 21 (3), 1974, table 1. Greys are those of P. Toft, "The Radon
    Transform: Theory and Implementation" (1996), as the original's differ by too little to be seen.
    """
    side = 768
    x, y = _grid(side)
    values = np.zeros((side, side))
    for value, across, along, centre_x, centre_y, degrees in _ELLIPSES:
        turn = math.radians(degrees)
        right, up = x - centre_x, y - centre_y
        one = (right * math.cos(turn) + up * math.sin(turn)) / across
        other = (up * math.cos(turn) - right * math.sin(turn)) / along
        values[one**2 + other**2 <= 1] += value
    return Image.fromarray(np.rint(values.clip(0, 1) * 255).astype(np.uint8))


def flag() -> Image.Image:
    """Three bands, a sun and a wedge of stars, of no country; 960 × 640, RGB."""
    image, pen = _canvas(960, 640, "#1f6f4a")
    pen.rectangle(_scaled(0, 0, 960, 213), "#1d4e89")
    pen.rectangle(_scaled(0, 214, 960, 426), "#f7f3e3")
    pen.polygon(_scaled(0, 0, 400, 320, 0, 640), "#c8352e")
    _sun(pen, 620, 320, 84)
    for centre in ((90, 200), (90, 440), (220, 320), (70, 320)):
        pen.polygon(_scaled(*_star(*centre, 44, 5, 0.4)), "#f7f3e3")
    return _smooth(image)


PICTURES: dict[str, Callable[[], Image.Image]] = {
    "logo": logo,
    "form": form,
    "phantom": phantom,
    "flag": flag,
}

_ENTRIES = (
    ("Name", "Aurora Exemplo da Silva"),
    ("Date of birth", "29 February 1980"),
    ("State", "Rio de Janeiro"),
    ("Municipality", "Nova Friburgo"),
    ("Insurance no.", "000 0000 0000 0000"),
    ("Admitted", "11 March 2020, 07:45"),
    ("Ward", "Intensive care"),
    ("Diagnosis", "confirmed"),
    ("Bed", "17"),
    ("Physician", "Dr. Nemo"),
)

_ELLIPSES = (
    (1.0, 0.69, 0.92, 0.0, 0.0, 0),
    (-0.8, 0.6624, 0.874, 0.0, -0.0184, 0),
    (-0.2, 0.11, 0.31, 0.22, 0.0, -18),
    (-0.2, 0.16, 0.41, -0.22, 0.0, 18),
    (0.1, 0.21, 0.25, 0.0, 0.35, 0),
    (0.1, 0.046, 0.046, 0.0, 0.1, 0),
    (0.1, 0.046, 0.046, 0.0, -0.1, 0),
    (0.1, 0.046, 0.023, -0.08, -0.605, 0),
    (0.1, 0.023, 0.023, 0.0, -0.606, 0),
    (0.1, 0.023, 0.046, 0.06, -0.605, 0),
)
"""Added grey, half axes, centre (x rightwards, y upwards, both −1 to 1), degrees turned."""


def _grid(side: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The x and y of every pixel's middle, shape (1, side) and (side, 1)."""
    middles = (2 * np.arange(side) + 1) / side - 1
    return middles[None, :], -middles[:, None]


def _sun(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    pen.polygon(_scaled(*_star(x, y, radius * 1.6, 16, 0.62)), "#e8a317")
    pen.ellipse(_scaled(x - radius, y - radius, x + radius, y + radius), "#f2c14e")


def _star(x: float, y: float, radius: float, points: int, inner: float) -> list[float]:
    """The corners of a star, its first point upwards: x, y, x, y, …"""
    corners: list[float] = []
    for index in range(2 * points):
        turn = math.pi * index / points
        reach = radius * (inner if index % 2 else 1)
        corners += [x + reach * math.sin(turn), y - reach * math.cos(turn)]
    return corners


def _canvas(width: int, height: int, colour: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (width * _FINER, height * _FINER), colour)
    return image, ImageDraw.Draw(image)


def _scaled(*places: float) -> list[float]:
    return [place * _FINER for place in places]


def _write(
    pen: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    colour: str,
    size: int,
    anchor: str = "lm",
) -> None:
    """Letters of the font that comes with Pillow, which knows ASCII and little more."""
    font = ImageFont.load_default(size * _FINER)
    pen.text((place[0] * _FINER, place[1] * _FINER), text, colour, font, anchor)


def _smooth(image: Image.Image) -> Image.Image:
    return image.reduce(_FINER)


def _few_colours(image: Image.Image) -> Image.Image:
    return image.quantize(16, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
