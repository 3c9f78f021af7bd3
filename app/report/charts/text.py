"""Text on paper: how wide it is, and cut to what has room."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from app.report.charts.marks import number
from app.report.series import INK
from app.system.fonts import FAMILY, font_file

_MEASURED_AT = 100


if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont


@cache
def _font(bold: bool) -> FreeTypeFont:
    from PIL import ImageFont  # the window loads this file as it starts

    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(font_file(bold=bold)), _MEASURED_AT, layout_engine=layout)


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """In the unit of the size."""
    return _font(bold).getlength(text) * size / _MEASURED_AT


def fitting(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """As much of a text as has room, with … where it was cut."""
    if width_of(text, size, bold=bold) <= room:
        return text
    while text and width_of(text + "…", size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def text_at(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    ink: str = INK,
    bold: bool = False,
    anchor: str = "start",
) -> str:
    """A line of text on its baseline."""
    style = f'font-size="{number(size)}" fill="{ink}"'
    style += ' font-weight="bold"' if bold else ""
    style += f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{number(x)}" y="{number(y)}" {style}>{plain(text)}</text>'


def plain(text: str) -> str:
    """As XML can hold it, on one line."""
    return escape(" ".join("".join(c if c.isprintable() else " " for c in text).split()))


FONTS = f"'{FAMILY}', 'DejaVu Sans', sans-serif"
