"""SVG of lines, rectangles, markers and text, the ticks of axes, and the width of text."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from app.system.desktop.fonts import FAMILY, font_file
from app.system.escaping import svg_text

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

_RADIUS = 4.0


def marker(series: int, x: float, y: float, ink: str, fill: str, width: float = 1) -> str:
    style = f'fill="{fill}" stroke="{ink}"'
    style += f' stroke-width="{number(width)}"' if width != 1 else ""
    shape = _SHAPES[series % len(_SHAPES)]
    if shape is None:
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(_RADIUS)}" {style}/>'
    corners = " ".join(
        f"{number(x + _RADIUS * dx)},{number(y + _RADIUS * dy)}" for dx, dy in shape()
    )
    return f'<polygon points="{corners}" {style}/>'


def arrow(x: float, y: float, way: int, ink: str) -> str:
    """An arrow to the right (1) or left (−1), with its point at `x`."""
    back = x - way * 6
    ends = ((x, y), (back, y - 3), (back, y + 3))
    corners = " ".join(f"{number(one)},{number(other)}" for one, other in ends)
    return f'<polygon points="{corners}" fill="{ink}"/>'


def ticks(
    low: float, high: float, most: int, digits: Callable[[float, int], str]
) -> list[tuple[float, str]]:
    """Up to `most` round values of an axis, each with its text by `digits(value, decimals)`."""
    rough = (high - low) / most
    scale = 10.0 ** math.floor(math.log10(rough))
    step = next(each * scale for each in (1, 2, 5, 10) if each * scale >= rough * (1 - 1e-9))
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    places = [at * step for at in range(first, last + 1)]
    return [(at, digits(at, decimals).replace("-", "−")) for at in places]


LOGARITHMIC_PERCENT = 200.0
"""Costs from which on their axis is logarithmic."""
_FACTORS = (1.5, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)


def scaled_cost(percent: float, *, logarithmic: bool) -> float:
    """Coordinate of a cost on its axis; logarithmic of the factor."""
    return math.log(max(0.05, 1 + percent / 100)) if logarithmic else percent


def times_ticks(
    high: float, most: int, digits: Callable[[float, int], str]
) -> Iterator[tuple[float, str]]:
    """Ticks of a logarithmic axis of costs, value in percent and text: “×1”, “×2”, “×10”."""
    yield 0.0, f"×{digits(1, 0)}"
    known = [each for each in _FACTORS if 100 * (each - 1) <= high]
    step = max(1, math.ceil(len(known) / max(1, most)))
    for times in known[::-1][::step]:
        yield 100 * (times - 1), f"×{digits(times, 0 if times >= 2 else 1)}"


def number(value: float) -> str:
    """With two decimals, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rectangle(x: float, y: float, width: float, height: float, ink: str) -> str:
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size} fill="{ink}"/>'


def horizontal(x1: float, x2: float, y: float, ink: str) -> str:
    return _line(x1, pixel_centre(y), x2, pixel_centre(y), ink)


def vertical(x: float, y1: float, y2: float, ink: str) -> str:
    return _line(pixel_centre(x), y1, pixel_centre(x), y2, ink)


def pixel_centre(coordinate: float) -> float:
    """A 1-pixel line between two pixels would be grey and twice as wide."""
    return math.floor(coordinate) + 0.5


def _line(x1: float, y1: float, x2: float, y2: float, ink: str) -> str:
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<line {ends} stroke="{ink}"/>'


def _regular(corners: int, turn: float = -90.0) -> Callable[[], Iterator[tuple[float, float]]]:
    def shape() -> Iterator[tuple[float, float]]:
        for at in range(corners):
            angle = math.radians(turn + 360 * at / corners)
            yield 1.15 * math.cos(angle), 1.15 * math.sin(angle)

    return shape


def _star() -> Iterator[tuple[float, float]]:
    for at in range(10):
        angle, reach = math.radians(-90 + 36 * at), 0.55 if at % 2 else 1.35
        yield reach * math.cos(angle), reach * math.sin(angle)


def _diamond() -> Iterator[tuple[float, float]]:
    yield from ((0, -1.3), (0.95, 0), (0, 1.3), (-0.95, 0))


_SHAPES: tuple[Callable[[], Iterator[tuple[float, float]]] | None, ...] = (
    None,
    _regular(4, 45),
    _regular(3),
    _diamond,
    _star,
    _regular(5),
    _regular(6),
    _regular(3, 90),
)


_MEASURING_SIZE = 100
_TAIL_LETTERS = 9
_CACHED_LENGTHS = 8192
"""Texts whose length is cached: labels recur in every chart of a report."""
_WORDS = re.compile(r"(\s*)([\u2e80-\uffef][、。」\uff09ー]*|[^\s\u2e80-\uffef]+)")
"""Space and word; each wide (CJK) letter is a word, with punctuation that begins no line."""


@cache
def _font(bold: bool) -> FreeTypeFont:
    from PIL import ImageFont  # the window loads this file as it starts

    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(font_file(bold=bold)), _MEASURING_SIZE, layout_engine=layout)


@lru_cache(_CACHED_LENGTHS)
def _text_length(text: str, bold: bool) -> float:
    if text.isascii():
        return _font(bold).getlength(text)
    wide = [each for each in text if _is_wide(each)]
    rest = "".join(each for each in text if not _is_wide(each))
    return _font(bold).getlength(rest) + len(wide) * _MEASURING_SIZE


def _is_wide(letter: str) -> bool:
    """Whether it is a full-width (CJK) letter."""
    return east_asian_width(letter) in "WF"


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    return _text_length(text, bold) * size / _MEASURING_SIZE


def truncated(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """The text, cut to `room` with “…”."""
    if width_of(text, size, bold=bold) <= room:
        return text
    while text and width_of(text + "…", size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def truncated_name(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """The same, cut in the middle: similar names often differ at the end."""
    if width_of(text, size, bold=bold) <= room:
        return text
    end = text[-_TAIL_LETTERS:]
    left = room - width_of(end, size, bold=bold)
    if left < room / 2:
        return truncated(text, size, room, bold=bold)
    return truncated(f"{text[:-_TAIL_LETTERS]} ", size, left, bold=bold) + end


def wrapped(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """Lines of at most `room`; a longer word is cut."""
    lines: list[str] = []
    for before, word in _WORDS.findall(text):
        longer = f"{lines[-1]}{' ' if before else ''}{word}" if lines else word
        if lines and width_of(longer, size, bold=bold) <= room:
            lines[-1] = longer
        else:
            lines.append(truncated(word, size, room, bold=bold))
    return lines


def text_at(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    ink: str,
    bold: bool = False,
    anchor: str = "start",
) -> str:
    """`y` is the baseline; `anchor` as in SVG: start, middle or end."""
    style = f'font-size="{number(size)}" fill="{ink}"'
    style += ' font-weight="bold"' if bold else ""
    style += f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{number(x)}" y="{number(y)}" {style}>{svg_text(text)}</text>'


SLACK = 1.15
"""Factor by which a text may be longer in a viewer without our font."""

FONTS = f"'{FAMILY}', 'Segoe UI', Roboto, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
