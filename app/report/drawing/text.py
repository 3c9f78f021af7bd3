"""Text in a drawing: how wide it is, and cut to what has room."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from app.report.drawing.marks import number
from app.system.desktop.fonts import FAMILY, font_file
from app.system.documents import svg_text

_MEASURED_AT = 100
_BEHIND = 9
_CACHED_LENGTHS = 8192
"""Texts whose length is kept: labels and legends come again in every chart of a report."""
_WORDS = re.compile(r"(\s*)([\u2e80-\uffef][、。」\uff09ー]*|[^\s\u2e80-\uffef]+)")
"""The space before a word, and the word; each wide letter is one, with what begins no line."""


if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont


@cache
def _font(bold: bool) -> FreeTypeFont:
    from PIL import ImageFont  # the window loads this file as it starts

    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(font_file(bold=bold)), _MEASURED_AT, layout_engine=layout)


@lru_cache(_CACHED_LENGTHS)
def _length(text: str, bold: bool) -> float:
    if text.isascii():
        return _font(bold).getlength(text)
    wide = [each for each in text if _is_wide(each)]
    rest = "".join(each for each in text if not _is_wide(each))
    return _font(bold).getlength(rest) + len(wide) * _MEASURED_AT


def _is_wide(letter: str) -> bool:
    """Whether it is as wide as it is high, as the letters of Chinese, Japanese and Korean are."""
    return east_asian_width(letter) in "WF"


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    return _length(text, bold) * size / _MEASURED_AT


def fitting(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """As much of a text as has room, with … where it was cut."""
    if width_of(text, size, bold=bold) <= room:
        return text
    while text and width_of(text + "…", size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def fitting_name(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """The same for a name, which keeps both ends: names of one house often differ at the last."""
    if width_of(text, size, bold=bold) <= room:
        return text
    end = text[-_BEHIND:]
    left = room - width_of(end, size, bold=bold)
    if left < room / 2:
        return fitting(text, size, room, bold=bold)
    return fitting(f"{text[:-_BEHIND]} ", size, left, bold=bold) + end


def wrapped(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """A text in lines that have room; a word that is too long is cut."""
    lines: list[str] = []
    for before, word in _WORDS.findall(text):
        longer = f"{lines[-1]}{' ' if before else ''}{word}" if lines else word
        if lines and width_of(longer, size, bold=bold) <= room:
            lines[-1] = longer
        else:
            lines.append(fitting(word, size, room, bold=bold))
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
    """A line of text on its baseline."""
    style = f'font-size="{number(size)}" fill="{ink}"'
    style += ' font-weight="bold"' if bold else ""
    style += f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{number(x)}" y="{number(y)}" {style}>{svg_text(text)}</text>'


SLACK = 1.15
"""How much longer a text may be where our font is not there, so that none runs into the next."""

FONTS = f"'{FAMILY}', 'Segoe UI', Roboto, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
