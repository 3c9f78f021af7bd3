"""Words set in a given number of lines; a tooltip shows what was cut."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextLayout, QTextOption


def broken(text: str, font: QFont, width: float, most: int) -> list[str]:
    """The lines of a text, at most `most`; the last one ends in “…” where there is more."""
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
    lines = broken(text, painter.font(), box.width(), most)
    top = box.center().y() - len(lines) * metrics.height() / 2
    for number, line in enumerate(lines):
        place = QRectF(box.left(), top + number * metrics.height(), box.width(), metrics.height())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), line)
