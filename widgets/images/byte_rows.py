"""Rows of bytes over one another, byte under byte, some of them standing out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.layout.layouts import full_screen_kind
from widgets.look.fonts import mono_font
from widgets.look.theme import current_palette, scaled_font, theme_signals, tone_color, tone_tint

_ROW, _LOW_ROW = 32, 24
"""Pixels of a row, and of one where there are several bands or little room."""
_FONTS = (1.25, 1.0, 0.85)
"""The largest with which all bytes find room is taken."""
_LABEL_GAP = 12
_LINE = 2
"""Pixels of the line below a byte that stands out."""
_HEAD = 20
_GROUP, _BLOCK = 4, 16


@dataclass(frozen=True)
class ByteRow:
    """A row: what stands in each cell (None: nothing), from the cell `start` on.

    `tones` gives single cells (counted from `start`) a tone of the palette; all but neutral have a
    line below them, too.
    """

    label: str
    cells: Sequence[str]
    start: int = 0
    tones: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls, label: str, data: bytes, start: int = 0, tones: Mapping[int, str] | None = None
    ) -> ByteRow:
        """Bytes in hexadecimal digits."""
        return cls(label, [f"{byte:02x}" for byte in data], start, tones or {})

    @classmethod
    def text(
        cls, label: str, data: bytes, start: int = 0, tones: Mapping[int, str] | None = None
    ) -> ByteRow:
        """Bytes as the characters of UTF-8; the first byte of a character carries it."""
        return cls(label, _characters(data), start, tones or {})


class _Fitted(NamedTuple):
    """How rows are laid out in a font and a width, measured once for all of their cells."""

    font: QFont
    width: int
    labels: float
    cells: int
    """Of a band."""
    factor: float
    """The size of letters, by how many bytes stand beside each other."""
    cell: float
    bands: int
    row: int


@full_screen_kind
class ByteRows(QWidget):
    """Cells can be pointed at by mouse and arrow keys; one row may be dragged along the others.

    Bytes that find no room beside each other go on below in another band, of those rows that reach
    so far; a band holds whole blocks of 16 bytes where one has room.
    """

    chosen = Signal(int)
    """The cell (column) that was clicked, or that the arrows went to."""

    dragged = Signal(int)
    """The cell that the row `draggable` is to begin at."""

    def __init__(self, parent: QWidget | None = None, *, low: bool = False) -> None:
        super().__init__(parent)
        self._low = low
        self._rows: list[ByteRow] = []
        self._draggable = -1
        self._grip: int | None = None
        self._current = -1
        self._known: _Fitted | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setAccessibleDescription(self.tr("No bytes yet"))
        theme_signals().changed.connect(self.update)

    def set_rows(self, rows: Sequence[ByteRow], draggable: int = -1, current: int = -1) -> None:
        """Show rows; `draggable` is one of them, `current` the cell that is framed."""
        self._rows, self._draggable, self._current = list(rows), draggable, current
        self._known = None
        able = draggable >= 0 or current >= 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if able else Qt.FocusPolicy.NoFocus)
        text = "; ".join(f"{r.label}: {' '.join(r.cells)}" for r in rows)
        self.setAccessibleDescription(text or self.tr("No bytes yet"))
        self._fit_height()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def _fit_height(self) -> None:
        self.setFixedHeight(int(self._top_of(self._fitted().bands)) + 4)

    def rows(self) -> list[ByteRow]:
        return list(self._rows)

    def cell_box(self, row: int, cell: int) -> QRectF:
        fitted = self._fitted()
        band, at = divmod(cell, fitted.cells)
        left = fitted.labels + at * fitted.cell
        above = sum(1 for each in self._rows_of(band) if each < row)
        top = self._top_of(band) + _HEAD + above * fitted.row
        return QRectF(left, top, fitted.cell, fitted.row)

    def sizeHint(self) -> QSize:
        cells = max((row.start + len(row.cells) for row in self._rows), default=0)
        width = self._fitted().labels + cells * _wished_width(_FONTS[-1])
        return QSize(int(width) + 8, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        return QSize(320, self.sizeHint().height())

    # what is painted

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_head(painter)
        for number, row in enumerate(self._rows):
            self._paint_labels(painter, number, row)
            for place, cell in enumerate(row.cells):
                self._paint_cell(painter, number, row, place, cell)
        if 0 <= self._current < self._cells():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            width = 2 if self.hasFocus() else 1
            painter.setPen(QPen(QColor(current_palette().accent), width))
            rows = self._rows_of(self._current // self._fitted().cells)
            column = self.cell_box(rows[0], self._current) | self.cell_box(rows[-1], self._current)
            painter.drawRoundedRect(column.adjusted(1, 0, -1, -1), 4, 4)

    def _paint_head(self, painter: QPainter) -> None:
        """The number of every fourth byte."""
        painter.setFont(scaled_font(0.85))
        painter.setPen(tone_color("muted"))
        for cell in range(0, self._cells(), _GROUP):
            box = self.cell_box(-1, cell)
            head = QRectF(box.left(), box.top() - _HEAD, box.width(), _HEAD)
            painter.drawText(head, Qt.AlignmentFlag.AlignCenter, str(cell))

    def _paint_labels(self, painter: QPainter, number: int, row: ByteRow) -> None:
        painter.setFont(scaled_font())
        painter.setPen(tone_color("muted"))
        fitted = self._fitted()
        width = fitted.labels - _LABEL_GAP
        for band in range(fitted.bands):
            if number in self._rows_of(band):
                first_cell = self.cell_box(number, band * fitted.cells)
                box = QRectF(0, first_cell.top(), width, first_cell.height())
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, row.label)

    def _paint_cell(
        self, painter: QPainter, number: int, row: ByteRow, place: int, cell: str
    ) -> None:
        box = self.cell_box(number, row.start + place)
        tone = row.tones.get(place)
        if tone or number == self._draggable:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tone_tint(tone or "accent"))
            painter.drawRoundedRect(box.adjusted(1, 2, -1, -2), 3, 3)
        if tone not in (None, "neutral"):  # tints alone look alike in grey
            line = QRectF(box.left() + 3, box.bottom() - _LINE - 2, box.width() - 6, _LINE)
            painter.fillRect(line, tone_color(tone))
        painter.setFont(mono_font(self._fitted().factor))
        painter.setPen(tone_color(tone or "text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, cell)

    # what the user does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event)
        if event.button() != Qt.MouseButton.LeftButton or cell is None:
            return
        if self._draggable >= 0:
            row = self._rows[self._draggable]
            inside = 0 <= cell - row.start < len(row.cells)
            self._grip = cell - row.start if inside else 0
            self._drag_to(cell)
        else:
            self.chosen.emit(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event)
        if self._grip is not None and cell is not None:
            self._drag_to(cell)
        elif self._draggable >= 0:
            self.setCursor(Qt.CursorShape.SizeHorCursor)
        elif self._current >= 0:
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grip = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        elif self._draggable >= 0:
            self.dragged.emit(max(0, self._rows[self._draggable].start + step))
        elif 0 <= self._current + step < self._cells():
            self.chosen.emit(self._current + step)

    def _drag_to(self, cell: int) -> None:
        start = max(0, cell - (self._grip or 0))
        if start != self._rows[self._draggable].start:
            self.dragged.emit(start)

    def _cell_at(self, event: QMouseEvent) -> int | None:
        fitted = self._fitted()
        at = int((event.position().x() - fitted.labels) // fitted.cell)
        tops = [self._top_of(band) for band in range(1, fitted.bands)]
        band = sum(1 for top in tops if event.position().y() >= top)
        cell = band * fitted.cells + at
        inside = 0 <= at < fitted.cells and cell < self._cells()
        return cell if inside else None

    def _cells(self) -> int:
        return max((row.start + len(row.cells) for row in self._rows), default=0)

    def _fitted(self) -> _Fitted:
        """As of now: the program's font may be another one before a widget is told."""
        font, known = QGuiApplication.font(), self._known
        if known is None or known.width != self.width() or known.font != font:
            self._known = known = self._measured(font)
        return known

    def _measured(self, font: QFont) -> _Fitted:
        letters = QFontMetricsF(scaled_font())
        advances = (letters.horizontalAdvance(each.label) for each in self._rows)
        labels = max(advances, default=0) + _LABEL_GAP
        room = self.width() - labels - 4
        cells = self._cells_of_band(room)
        wished = {each: _wished_width(each) for each in _FONTS}
        fits = (each for each in _FONTS if wished[each] <= room / cells)
        factor = next(fits, _FONTS[-1])
        cell = min(wished[factor], max(_least_width(), room / cells))
        bands = max(1, math.ceil(self._cells() / cells))
        row = _LOW_ROW if self._low or bands > 1 else _ROW
        return _Fitted(font, self.width(), labels, cells, factor, cell, bands, row)

    def _cells_of_band(self, room: float) -> int:
        """All, or as many blocks as find room with the smallest letters, or else bytes by fours."""
        fitting = int(room // _least_width())
        if fitting >= self._cells():
            return max(1, self._cells())
        group = _BLOCK if fitting >= _BLOCK else _GROUP
        return max(_GROUP, fitting // group * group)

    def _rows_of(self, band: int) -> list[int]:
        """The rows that reach into a band; all of them into the first."""
        begin = band * self._fitted().cells
        reach = [at for at, row in enumerate(self._rows) if row.start + len(row.cells) > begin]
        return reach if band else list(range(len(self._rows)))

    def _top_of(self, band: int) -> float:
        """Where a band begins; the one behind the last tells how high all are."""
        rows = [max(1, len(self._rows_of(each))) for each in range(band)]
        return _HEAD * len(rows) + self._fitted().row * sum(rows)


def _least_width() -> float:
    return QFontMetricsF(mono_font(_FONTS[-1])).horizontalAdvance("00") + 3


def _wished_width(factor: float) -> float:
    """Two digits and some air."""
    return QFontMetricsF(mono_font(factor)).horizontalAdvance("000") + 2


def _characters(data: bytes) -> list[str]:
    cells = []
    at = 0
    while at < len(data):
        size = next((n for n in (1, 2, 3, 4) if _is_character(data[at : at + n])), 0)
        if size:
            letter = data[at : at + size].decode()
            shown = letter if letter.isprintable() else "·"
            cells += ["␣" if shown == " " else shown, *[""] * (size - 1)]
        else:
            cells.append("�")
        at += max(1, size)
    return cells


def _is_character(piece: bytes) -> bool:
    try:
        return len(piece.decode()) == 1
    except UnicodeDecodeError:
        return False
