"""How a table of estimates is painted: its scale, the names of its rows, its cells."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from widgets.look.names import draw_lines, shortened
from widgets.look.numbers import format_number
from widgets.look.theme import (
    current_palette,
    mix,
    number_font,
    scaled_font,
    series_style,
    tone_color,
)
from widgets.tables.interval_model import (
    Index,
    IntervalCell,
    IntervalColumn,
    IntervalLine,
    IntervalModel,
    IntervalRow,
    Scale,
    ScaledEstimate,
)
from widgets.tables.table_tools import LinedHeader

# How an estimate is drawn: a dot with its interval, on a stem from 0 where it is proved.

_DOT = 3.0
_STEM = 2.5
_TIP = 4.0
_TICK_ROOM = 20


def draw_estimate(
    painter: QPainter,
    box: QRectF,
    estimate: ScaledEstimate,
    scale: Scale,
    tone: str,
    series: QColor | None = None,
) -> None:
    """Draw an estimate into a box that is as wide as the scale; 0 is a line from top to bottom.
    That of another `series` is hollow, in its colour; beyond the scale it is an arrow."""
    palette = current_palette()
    if estimate.band is not None:
        left, right = (_x(box, scale, each) for each in (-estimate.band, estimate.band))
        faint = QColor(mix(palette.surface, palette.muted, 0.14))
        band = QRectF(left, box.top(), right - left, box.height())
        painter.fillRect(band.intersected(box), faint)
    painter.setPen(QColor(palette.control))
    zero = round(_x(box, scale, 0.0))
    painter.drawLine(QPointF(zero, box.top()), QPointF(zero, box.bottom()))
    colour = series or tone_color(tone)
    at, middle = _x(box, scale, estimate.value), box.center().y()
    if series and not scale.low <= estimate.value <= scale.high:
        painter.setPen(Qt.PenStyle.NoPen)
        side = 1 if estimate.value > scale.high else -1
        edge = box.right() if side > 0 else box.left()
        _draw_arrow(painter, QPointF(edge, middle), side, colour)
        return
    if tone != "muted":
        stem = QRectF(QPointF(zero, middle - _STEM), QPointF(at, middle + _STEM)).normalized()
        painter.fillRect(stem, QColor(mix(palette.surface, colour.name(), 0.25)))
    if estimate.low is not None and estimate.high is not None:
        _draw_interval(painter, box, scale, (estimate.low, estimate.high), colour)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.6) if series else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.surface) if series else colour)
    painter.drawEllipse(QPointF(at, middle), _DOT, _DOT)


def draw_ticks(painter: QPainter, box: QRectF, scale: Scale) -> None:
    """Draw 0 and the last round number of a scale at the lower edge of a box."""
    painter.setPen(tone_color("muted"))
    taken = QRectF()
    for value in ticks(scale, box.width()):
        text = "0" if not value else f"{format_number(value)} %".replace("-", "−")
        if scale.log and value > 0:
            text = f"× {format_number(1 + value / 100)}"
        room = painter.fontMetrics().horizontalAdvance(text)
        middle = _x(box, scale, value)
        left = min(max(middle - room / 2, box.left() - 8), box.right() + 6 - room)
        place = QRectF(left, box.top(), room + 1, box.height() - 5)
        if place.adjusted(-3, 0, 3, 0).intersects(taken):
            continue  # long numbers on a narrow scale
        taken = place
        painter.drawText(place, int(Qt.AlignmentFlag.AlignBottom), text)


def ticks(scale: Scale, width: float) -> list[float]:
    """0, and the last 1, 2 or 5 × 10ⁿ percent of the longer side, or so many times on a
    logarithmic one, where there is room for it."""
    zero = scale.position(0.0)
    end = max(scale.high, scale.low, key=lambda each: abs(scale.position(each) - zero))
    if scale.log and end > 0:
        last = 100 * (_round_below(1 + end / 100) - 1)
    else:
        last = math.copysign(_round_below(abs(end)), end)
    return [0.0, last] if abs(scale.position(last) - zero) * width > _TICK_ROOM else [0.0]


def _round_below(value: float) -> float:
    """The last 1, 2 or 5 × 10ⁿ that is not above a positive value."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (5, 2, 1) if step * power <= value)


def _draw_interval(
    painter: QPainter, box: QRectF, scale: Scale, ends: tuple[float, float], colour: QColor
) -> None:
    """A line with short ends; an arrow where it goes on beyond the scale."""
    middle = box.center().y()
    left, right = (_x(box, scale, each) for each in ends)
    shown = max(left, box.left()), min(right, box.right())
    painter.setPen(QPen(colour, 1))
    painter.drawLine(QPointF(shown[0], middle), QPointF(shown[1], middle))
    for at, end in zip(shown, (left, right), strict=True):
        if at == end:
            painter.drawLine(QPointF(at, middle - _TIP), QPointF(at, middle + _TIP))
        else:
            _draw_arrow(painter, QPointF(at, middle), 1 if end > at else -1, colour)


def _draw_arrow(painter: QPainter, tip: QPointF, side: int, colour: QColor) -> None:
    back = QPointF(side * _TIP, 0)
    up = QPointF(0, _TIP)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([tip, tip - back + up, tip - back - up]))


def _x(box: QRectF, scale: Scale, value: float) -> float:
    return box.left() + scale.position(value) * box.width()


EDGE = 7
"""Pixels between what stands in a cell and its sides."""
NEAR, STRIP = 3, 12
"""The same where columns are narrow, and how high the interval is below the figures."""
MARK, MOST_WORDS = 10, 5
"""Pixels of the mark before a name; lines of a cell that has words."""
_NOTE, _TITLE_NOTE = 26, 44
_NAMES, _NARROWEST_NAMES = 0.22, 160
"""Names take no more of the width than this, nor less than so many pixels."""

_SMALL, _SMALLEST = 0.9, 0.7
"""Fonts of notes, and of figures that have no room otherwise, as shares of the usual size."""


def usual_height(line: int, row: IntervalRow, model: IntervalModel) -> int:
    """Pixels of a row none of whose cells has words of more lines; `line` is a line's height."""
    below = STRIP - 6 if model.stacked else 0
    return below + 8 + (line if row.quiet else 2 * line)


def _middle(rect: QRectF, height: float) -> QRectF:
    """The middle of a cell that is higher than its figures need."""
    spare = max(0.0, rect.height() - height) / 2
    return rect.adjusted(0, spare, 0, -spare)


class ScaleHeader(LinedHeader):
    """Titles above the marks of the scale that all columns share."""

    def __init__(self, model: IntervalModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self.fit()

    def fit(self) -> None:
        """Make room for titles of two lines where columns are narrow."""
        lines = 3 if self._model.stacked else 2
        self.setMinimumHeight(lines * self.fontMetrics().height() + 12)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        column = self._model.columns[logicalIndex]
        words = QRectF(rect).adjusted(EDGE, 5, -EDGE, -4)
        painter.save()
        painter.setFont(scaled_font(bold=True))
        painter.setPen(tone_color("text"))
        self._paint_words(painter, words, column)
        if not column.has_words:
            painter.setFont(number_font(0.85))
            draw_ticks(painter, _along(QRectF(rect), self._model), self._model.scale)
        painter.restore()

    def _paint_words(self, painter: QPainter, words: QRectF, column: IntervalColumn) -> None:
        """A title in its column: over the figures as long as it is no wider, else in two lines."""
        title = column.heading
        if self._model.stacked:
            words.setHeight(2 * painter.fontMetrics().height())
            _paint_narrow(painter, words.adjusted(-4, 0, 4, 0), column)
            return
        if not column.has_words:
            room = painter.fontMetrics().horizontalAdvance(title)
            words.adjust(max(0.0, self._model.figures_width - room), 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, title)


def _paint_narrow(painter: QPainter, words: QRectF, column: IntervalColumn) -> None:
    """A title in two lines, the second of which its note has where there is one."""
    painter.setFont(scaled_font(_head_size(column.title, words.width()), bold=True))
    if not column.note:
        draw_lines(painter, words, shortened(column.title), 2)
        return
    _draw_name(painter, words, column.title, Qt.AlignmentFlag.AlignTop)
    painter.setFont(scaled_font(_SMALL))
    painter.setPen(tone_color("muted"))
    _draw_cut(painter, words, column.note, Qt.AlignmentFlag.AlignBottom)


def _head_size(title: str, width: float) -> float:
    """Smaller where that leaves no word cut; a word that is longer still is cut at the usual
    size."""
    word = max(title.split(), key=len, default="")
    size = fitting_size(word, width, bold=True)
    return size if _length(word, size, bold=True) <= width else 1.0


class RowNames(QHeaderView):
    """Titles of groups, and below each the names of its rows."""

    def __init__(self, model: IntervalModel, view: QTableView) -> None:
        super().__init__(Qt.Orientation.Vertical, view)
        self._model = model
        self._view = view
        self._wish = 0
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(16)
        self.setHighlightSections(False)

    def fit(self) -> None:
        """Make room for the widest name."""
        plain = QFontMetrics(self._view.font())
        small, bold = QFontMetrics(scaled_font(_SMALL)), QFontMetrics(scaled_font(bold=True))
        widths = [60]
        for line in self._model.lines:
            if line.row is None:
                note = min(_TITLE_NOTE, small.horizontalAdvance(line.group.note))
                title = bold.horizontalAdvance(shortened(line.group.title))
                widths.append(MARK + 6 + title + 8 + note)
            else:
                label = plain.horizontalAdvance(shortened(line.row.label))
                label += MARK + 4 if line.row.colour_key else 0
                widths += [12 + label, 12 + small.horizontalAdvance(line.row.note[:_NOTE])]
        self._wish = max(widths) + 2 * EDGE + 6
        self.limit_width()

    def limit_width(self) -> None:
        """Take no more than a share of the table; longer names are cut."""
        most = max(_NARROWEST_NAMES, int(_NAMES * self._view.width()))
        self.setFixedWidth(min(self._wish, most))

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        line = self._model.lines[logicalIndex]
        painter.save()
        painter.fillRect(rect, QColor(current_palette().surface))
        box = QRectF(rect).adjusted(EDGE, 2, -EDGE, -2)
        if line.row is None:
            _rule(painter, QRectF(rect), logicalIndex)
            _paint_title(painter, box, line)
        else:
            below = STRIP - 2 if self._model.stacked else 0  # beside the figures
            usual = usual_height(self._view.fontMetrics().height(), line.row, self._model)
            box = _middle(QRectF(rect), usual).adjusted(EDGE, 2, -EDGE, -2)
            _paint_name(painter, box.adjusted(12, 0, 0, -below), line.row)
        painter.restore()

    def sectionSizeFromContents(self, logicalIndex: int) -> QSize:
        return QSize(self.width(), self._view.rowHeight(logicalIndex))


def _rule(painter: QPainter, rect: QRectF, row: int) -> None:
    """A line above every group but the first."""
    if row:
        painter.setPen(QColor(current_palette().border))
        painter.drawLine(rect.topLeft(), rect.topRight())


def _paint_title(painter: QPainter, box: QRectF, line: IntervalLine) -> None:
    words = box
    if line.group.colour_key:
        mark = QRectF(box.left(), box.center().y() - MARK / 2, MARK, MARK)
        painter.fillRect(mark, series_style(line.group.colour_key).colour)
        words = box.adjusted(MARK + 6, 0, 0, 0)
    painter.setFont(scaled_font(bold=True))
    painter.setPen(tone_color("text"))
    title = name_in(line.group.title, painter.fontMetrics(), words.width())
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, title)
    used = painter.fontMetrics().horizontalAdvance(title) + 8
    painter.setFont(scaled_font(_SMALL))
    painter.setPen(tone_color("muted"))
    _draw_cut(
        painter, words.adjusted(used, 0, 0, 0), line.group.note, Qt.AlignmentFlag.AlignVCenter
    )


def _paint_name(painter: QPainter, box: QRectF, row: IntervalRow) -> None:
    if row.colour_key:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(series_style(row.colour_key).colour, 1.6))
        painter.drawEllipse(QRectF(box.left() + 1, box.center().y() - 3.5, 7, 7))
        box = box.adjusted(MARK + 4, 0, 0, 0)
    two = bool(row.note) and not row.quiet
    painter.setPen(tone_color("muted" if row.quiet else "text"))
    side = Qt.AlignmentFlag.AlignTop if two else Qt.AlignmentFlag.AlignVCenter
    _draw_name(painter, box, row.label, side)
    if two:
        painter.setFont(scaled_font(_SMALL))
        painter.setPen(tone_color("muted"))
        _draw_cut(painter, box, row.note, Qt.AlignmentFlag.AlignBottom)


def name_in(name: str, metrics: QFontMetrics, width: float) -> str:
    """A name as it stands elsewhere, with still less of its middle where that is too long: names
    of one house often differ at their ends."""
    usual = shortened(name)
    if metrics.horizontalAdvance(usual) <= width:
        return usual
    return metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, int(width))


def _draw_name(painter: QPainter, box: QRectF, name: str, side: Qt.AlignmentFlag) -> None:
    painter.drawText(box, side, name_in(name, painter.fontMetrics(), box.width()))


def _draw_cut(painter: QPainter, box: QRectF, text: str, side: Qt.AlignmentFlag) -> None:
    cut = Qt.TextElideMode.ElideRight
    painter.drawText(box, side, painter.fontMetrics().elidedText(text, cut, int(box.width())))


class IntervalDelegate(QStyledItemDelegate):
    """Draws figures at the left and the interval at the right of them, or words."""

    def __init__(self, model: IntervalModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._view = parent

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        cell = self._model.cell(index.row(), index.column())
        painter.save()
        if cell is None:
            _rule(painter, rect, index.row())
        else:
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            self._paint_cell(painter, rect, cell, chosen)
            if not cell.words:
                row = self._model.lines[index.row()].row
                self._paint_estimate(painter, rect, cell, row)
        painter.restore()

    def _paint_cell(
        self, painter: QPainter, rect: QRectF, cell: IntervalCell, selected: bool
    ) -> None:
        if selected:
            painter.fillRect(rect, _chosen_ground())
        if not self._view.isEnabled():
            painter.setOpacity(0.4)
        if cell.words:
            painter.setPen(tone_color(cell.tone))
            most = max(1, int(rect.height() // painter.fontMetrics().height()))
            words = rect.adjusted(EDGE, 0, -EDGE, 0)
            draw_lines(painter, words, cell.words, min(MOST_WORDS, most))

    def _paint_estimate(
        self, painter: QPainter, rect: QRectF, cell: IntervalCell, row: IntervalRow | None
    ) -> None:
        if row is not None:
            line = self._view.fontMetrics().height()
            rect = _middle(rect, usual_height(line, row, self._model))
        if cell.estimate is not None:
            place = _graphic(rect, self._model)
            series = series_style(cell.colour_key).colour if cell.colour_key else None
            draw_estimate(painter, place, cell.estimate, self._model.scale, cell.tone, series)
        _paint_figures(painter, rect, cell, self._model)


def _chosen_ground() -> QColor:
    palette = current_palette()
    return QColor(mix(palette.surface, palette.accent, 0.18))


def _paint_figures(
    painter: QPainter, rect: QRectF, cell: IntervalCell, model: IntervalModel
) -> None:
    box = QRectF(rect.left() + EDGE, rect.top() + 4, model.figures_width, rect.height() - 8)
    size = 1.0
    if model.stacked:
        box = rect.adjusted(0, 2, -NEAR, -STRIP)
        longer = max(cell.text, cell.second_line, key=len)
        size = fitting_size(longer, box.width() - NEAR, bold=cell.tone != "muted")
    coloured = cell.tone != "muted"
    right = Qt.AlignmentFlag.AlignRight
    painter.setFont(number_font(size, bold=coloured))
    painter.setPen(tone_color(cell.tone))
    side = Qt.AlignmentFlag.AlignTop if cell.second_line else Qt.AlignmentFlag.AlignVCenter
    painter.drawText(box, right | side, cell.text)
    if cell.second_line:
        painter.setFont(number_font(_SMALL * size))
        painter.setPen(tone_color("muted"))
        painter.drawText(box, right | Qt.AlignmentFlag.AlignBottom, cell.second_line)


def fitting_size(text: str, width: float, *, bold: bool = False) -> float:
    """The share of the usual size that a figure has room in; no less than can be read. Measured at
    each: letters of a smaller font are not narrower by its share to the pixel."""
    size = 1.0
    while size > _SMALLEST and _length(text, size, bold=bold) > width:
        size = max(_SMALLEST, min(size - 0.02, width / _length(text, 1.0, bold=bold)))
    return size


def _length(text: str, size: float, *, bold: bool) -> float:
    return QFontMetricsF(number_font(size, bold=bold)).horizontalAdvance(text)


def _along(rect: QRectF, model: IntervalModel) -> QRectF:
    """Where the scale of a column lies: beside its figures, or all across."""
    if model.stacked:
        return rect.adjusted(NEAR + 3, 0, -NEAR - 3, 0)
    return rect.adjusted(model.figures_width + 2 * EDGE, 0, -EDGE, 0)


def _graphic(rect: QRectF, model: IntervalModel) -> QRectF:
    """Where the interval of a cell stands: beside its figures, or below them."""
    place = _along(rect, model)
    if model.stacked:
        place.setTop(rect.bottom() - STRIP)
    return place
