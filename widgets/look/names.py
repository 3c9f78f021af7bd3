"""Names that others have given, as the window shows them: never markup, never a scrambled sentence.

Names of campaigns, servers, protections, files and databases, and a server's own words, may hold
anything: tags, letters that are read from right to left, a hundred characters. What is filled into
a sentence goes through `filled` or `isolated`, what stands in a tooltip through `plain_tip`.
"""

from __future__ import annotations

import unicodedata
from html import escape

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextLayout, QTextOption

# Text wrapped to a given number of lines; a tooltip shows what was cut.


def wrap_text(text: str, font: QFont, width: float, most: int) -> list[str]:
    """The lines of a text wrapped to a width in pixels, at most `most`; the last ends in “…” where
    there is more."""
    text = text.replace(" %", "\u00a0%")  # a unit alone in a line would look lost
    layout = QTextLayout(text, font)
    layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
    starts: list[int] = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1.0, width))
        starts.append(line.textStart())
    layout.endLayout()
    ends = [*starts[1:], len(text)]
    found = [text[start:end].rstrip() for start, end in zip(starts, ends, strict=True)]
    if len(found) <= most:
        return found
    rest = text[starts[most - 1] :]
    last = QFontMetricsF(font).elidedText(rest, Qt.TextElideMode.ElideRight, width)
    return [*found[: most - 1], last]


def draw_lines(painter: QPainter, box: QRectF, text: str, most: int) -> None:
    """Draw a text in the painter's font at the left of a box, its lines in the middle."""
    metrics = QFontMetricsF(painter.font())
    lines = wrap_text(text, painter.font(), box.width(), most)
    top = box.center().y() - len(lines) * metrics.height() / 2
    for number, line in enumerate(lines):
        place = QRectF(box.left(), top + number * metrics.height(), box.width(), metrics.height())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), line)


_ISOLATE, _END = "\u2068", "\u2069"
"""First strong isolate, and pop directional isolate (Unicode Standard Annex 9)."""
_TURNING = frozenset({"R", "AL", "AN", "RLE", "RLO", "LRE", "LRO", "PDF", "RLI", "LRI", "FSI"})
_LONGEST_NAME = 24
_LETTERS_AT_END = 9
"""Letters kept at the end of a long name: names of one house often differ there alone."""


def isolated(value: object) -> str:
    """A value that leaves the order of the words around it alone.

    Only what can turn them is wrapped, so that all else is copied and found as it is written.
    """
    text = str(value)
    if not any(unicodedata.bidirectional(each) in _TURNING for each in text):
        return text
    return f"{_ISOLATE}{text.replace(_END, '')}{_END}"


def filled(template: str, /, *places: object, **values: object) -> str:
    """A translated sentence with its places filled by values that are isolated."""
    named = {name: isolated(value) for name, value in values.items()}
    return template.format(*map(isolated, places), **named)


def plain_tip(text: str) -> str:
    """Text for a tooltip, which Qt would else take for rich text if it looks like it."""
    if not any(each in text for each in "<&"):
        return text
    return f"<qt>{escape(text)}</qt>".replace("\n", "<br>")


def shortened(name: str, most: int = _LONGEST_NAME) -> str:
    """A long name without its middle; the whole belongs into a tooltip."""
    if len(name) <= most:
        return name
    return f"{name[: most - _LETTERS_AT_END - 1]}…{name[-_LETTERS_AT_END:]}"


def shortened_lines(text: str, most: int = _LONGEST_NAME) -> str:
    """The same for a heading, whose lines are cut each by itself."""
    return "\n".join(shortened(line, most) for line in text.split("\n"))


def as_label(name: str) -> str:
    """A name for a button, a tab or a menu, where “&” would else underline the letter behind it."""
    return name.replace("&", "&&")
