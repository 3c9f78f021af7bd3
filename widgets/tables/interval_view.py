"""A table of estimates: figures, and beside each its interval on one scale for the whole table."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from widgets.look.lines import draw_lines
from widgets.look.names import shortened
from widgets.look.theme import (
    current_palette,
    mix,
    number_font,
    scaled_font,
    series_style,
    theme_signals,
    tone_color,
)
from widgets.parts.cards import ElidedLabel
from widgets.tables.interval_marks import draw_estimate, draw_ticks
from widgets.tables.interval_model import (
    Estimate,
    Index,
    IntervalCell,
    IntervalColumn,
    IntervalGroup,
    IntervalModel,
    IntervalRow,
    Line,
    Scale,
)
from widgets.tables.table_header import LinedHeader
from widgets.tables.table_tools import TableTools

__all__ = [
    "Estimate",
    "IntervalCell",
    "IntervalColumn",
    "IntervalGroup",
    "IntervalRow",
    "IntervalTable",
]

_EDGE = 7
_MARK = 10
_NOTE, _TITLE_NOTE = 26, 44
_NAMES, _NARROWEST_NAMES = 0.22, 160
"""Names take no more of the width than this, nor less than so many pixels."""

_SMALL = 0.9
_GRAPHIC, _WIDEST_GRAPHIC = 52, 120
_WORDS, _WORDS_WISH = 180, 220


class IntervalTable(QTableView):
    """Rows in groups; their names stay when it is scrolled sideways, and that of the group at the
    top when it is scrolled down."""

    chosen = Signal(object, int)
    """The key of the row and the column of the cell that has become current."""

    save_failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._placeholder = ""
        self._model = IntervalModel(self)
        self._head = _ScaleHeader(self._model, self)
        self.setHorizontalHeader(self._head)
        self._names = _RowNames(self._model, self)
        self.setVerticalHeader(self._names)
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(self._model, self))
        self._corner = ElidedLabel("", "text", self)
        self._corner.setFont(scaled_font(bold=True))
        self._set_manners()
        self._tools = TableTools(self, self._model.texts, self._model.texts)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.verticalScrollBar().valueChanged.connect(self._name_top)
        theme_signals().changed.connect(self.viewport().update)

    def set_groups(
        self, columns: Sequence[IntervalColumn], groups: Sequence[IntervalGroup]
    ) -> None:
        """Replace the contents; the current cell stays, if it is still there."""
        key, column = self.current_key(), self.currentIndex().column()
        self._model.set_groups(columns, groups)
        self._fit_rows()
        self._fit_columns()
        self._name_top()
        if key is not None:
            self.choose(key, min(column, len(columns) - 1))
        if self.hasFocus():
            self._choose_any()

    def set_placeholder(self, text: str) -> None:
        """What an empty table says."""
        self._placeholder = text
        self.viewport().update()

    def choose(self, key: Hashable, column: int) -> None:
        """Make a cell current; none if there is no such row."""
        self.setCurrentIndex(self._model.place(key, column))

    def scale(self) -> Scale:
        """The scale of all intervals."""
        return self._model.scale

    def corner(self) -> str:
        """The group that the corner names; empty while its title is in sight."""
        return self._corner.text()

    def groups(self) -> list[IntervalGroup]:
        """What it shows."""
        return [line.group for line in self._model.lines if line.row is None]

    def copy_selection(self) -> None:
        """Put the whole table on the clipboard as TSV with headings."""
        self._tools.copy_all()

    def save_csv(self, path: Path) -> None:
        """Write the table to a CSV file. Raises OSError."""
        self._tools.save_csv(path)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._names.give_way()
        self._fit_columns()
        self._place_corner()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._model.rowCount() or not self._placeholder:
            return
        painter = QPainter(self.viewport())
        painter.setPen(tone_color("muted"))
        box = QRectF(self.viewport().rect()).adjusted(24, 16, -24, -16)
        wrapped = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(box, int(wrapped), self._placeholder)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Keys go on from a cell: the first where none is current yet."""
        super().focusInEvent(event)
        self._choose_any()

    def moveCursor(
        self, cursorAction: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Any key leads to the first cell where none is current: Qt would start at a title, which
        cannot be."""
        if not self.currentIndex().isValid():
            return self._model.first()
        return super().moveCursor(cursorAction, modifiers)

    def _choose_any(self) -> None:
        if not self.selectionModel().hasSelection():  # Qt makes one current, but selects nothing
            index = self.currentIndex()
            self.setCurrentIndex(index if index.isValid() else self._model.first())

    def _set_manners(self) -> None:
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._head.setSectionsClickable(False)

    def _fit_rows(self) -> None:
        line = self.fontMetrics().height()
        for at, each in enumerate(self._model.lines):
            both = each.row is not None and not each.row.quiet
            self.setRowHeight(at, 2 * line + 8 if both else line + (12 if each.row is None else 8))
        self._names.fit()

    def _fit_columns(self) -> None:
        """Room for figures first; what is left goes to the intervals, alike in all columns."""
        columns = self._model.columns
        if not columns:
            return
        figures = self._model.figures_width + 3 * _EDGE
        wordy = sum(each.wordy for each in columns)
        plain, room = len(columns) - wordy, self.viewport().width()
        graphic = (room - wordy * _WORDS_WISH) // max(1, plain) - figures
        narrow = figures + max(_GRAPHIC, min(_WIDEST_GRAPHIC, graphic))
        wide = max(_WORDS, (room - plain * narrow) // max(1, wordy))
        for at, column in enumerate(columns):
            self.setColumnWidth(at, max(wide if column.wordy else narrow, self._title_width(at)))

    def _title_width(self, column: int) -> int:
        title = shortened(self._model.columns[column].title)
        return self._head.fontMetrics().horizontalAdvance(title) + 3 * _EDGE

    def current_key(self) -> Hashable | None:
        """The key of the row of the current cell."""
        index = self.currentIndex()
        row = self._model.lines[index.row()].row if index.isValid() else None
        return row.key if row is not None else None

    def _name_top(self) -> None:
        """Let the corner name the group whose title is scrolled away."""
        at = self.rowAt(0)
        known = 0 <= at < len(self._model.lines)
        line = self._model.lines[at] if known else None
        self._corner.setText(shortened(line.group.title) if line and at else "")
        self._place_corner()

    def _place_corner(self) -> None:
        edge = self.frameWidth()
        height = self._head.height()
        self._corner.setGeometry(edge + _EDGE, edge, self._names.width() - _EDGE, height - 2)

    def _on_current(self, index: Index) -> None:
        if index.isValid() and (row := self._model.lines[index.row()].row) is not None:
            self.chosen.emit(row.key, index.column())


class _ScaleHeader(LinedHeader):
    """Titles above the marks of the scale that all columns share."""

    def __init__(self, model: IntervalModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self.setMinimumHeight(2 * self.fontMetrics().height() + 12)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        column = self._model.columns[logicalIndex]
        words = QRectF(rect).adjusted(_EDGE, 5, -_EDGE, -4)
        painter.save()
        painter.setFont(scaled_font(bold=True))
        painter.setPen(tone_color("text"))
        title = shortened(column.title)
        room = painter.fontMetrics().horizontalAdvance(title)
        if not column.wordy:  # above the figures, as long as it is no wider
            words.adjust(max(0.0, self._model.figures_width - room), 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, title)
        if not column.wordy:
            painter.setFont(number_font(0.85))
            draw_ticks(painter, _graphic(QRectF(rect), self._model), self._model.scale)
        painter.restore()


class _RowNames(QHeaderView):
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
                widths.append(_MARK + 6 + title + 8 + note)
            else:
                label = plain.horizontalAdvance(shortened(line.row.label))
                label += _MARK + 4 if line.row.colour_key else 0
                widths += [12 + label, 12 + small.horizontalAdvance(line.row.note[:_NOTE])]
        self._wish = max(widths) + 2 * _EDGE + 6
        self.give_way()

    def give_way(self) -> None:
        """Take no more than a share of the table; longer names are cut."""
        most = max(_NARROWEST_NAMES, int(_NAMES * self._view.width()))
        self.setFixedWidth(min(self._wish, most))

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        line = self._model.lines[logicalIndex]
        painter.save()
        painter.fillRect(rect, QColor(current_palette().surface))
        box = QRectF(rect).adjusted(_EDGE, 2, -_EDGE, -2)
        if line.row is None:
            _rule(painter, QRectF(rect), logicalIndex)
            _paint_title(painter, box, line)
        else:
            _paint_name(painter, box.adjusted(12, 0, 0, 0), line.row)
        painter.restore()

    def sectionSizeFromContents(self, logicalIndex: int) -> QSize:
        return QSize(self.width(), self._view.rowHeight(logicalIndex))


def _rule(painter: QPainter, rect: QRectF, row: int) -> None:
    """A line above every group but the first."""
    if row:
        painter.setPen(QColor(current_palette().border))
        painter.drawLine(rect.topLeft(), rect.topRight())


def _paint_title(painter: QPainter, box: QRectF, line: Line) -> None:
    mark = QRectF(box.left(), box.center().y() - _MARK / 2, _MARK, _MARK)
    painter.fillRect(mark, series_style(line.group.colour_key).colour)
    words = box.adjusted(_MARK + 6, 0, 0, 0)
    painter.setFont(scaled_font(bold=True))
    painter.setPen(tone_color("text"))
    title = shortened(line.group.title)
    _draw_cut(painter, words, title, Qt.AlignmentFlag.AlignVCenter)
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
        box = box.adjusted(_MARK + 4, 0, 0, 0)
    two = bool(row.note) and not row.quiet
    painter.setPen(tone_color("muted" if row.quiet else "text"))
    side = Qt.AlignmentFlag.AlignTop if two else Qt.AlignmentFlag.AlignVCenter
    _draw_cut(painter, box, shortened(row.label), side)
    if two:
        painter.setFont(scaled_font(_SMALL))
        painter.setPen(tone_color("muted"))
        _draw_cut(painter, box, row.note, Qt.AlignmentFlag.AlignBottom)


def _draw_cut(painter: QPainter, box: QRectF, text: str, side: Qt.AlignmentFlag) -> None:
    cut = Qt.TextElideMode.ElideRight
    painter.drawText(box, side, painter.fontMetrics().elidedText(text, cut, int(box.width())))


class _Delegate(QStyledItemDelegate):
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
            draw_lines(painter, rect.adjusted(_EDGE, 0, -_EDGE, 0), cell.words, min(2, most))
            return
        if cell.estimate is not None:
            place = _graphic(rect, self._model)
            series = series_style(cell.colour_key).colour if cell.colour_key else None
            draw_estimate(painter, place, cell.estimate, self._model.scale, cell.tone, series)
        _paint_figures(painter, rect, cell, self._model.figures_width)


def _chosen_ground() -> QColor:
    palette = current_palette()
    return QColor(mix(palette.surface, palette.accent, 0.18))


def _paint_figures(painter: QPainter, rect: QRectF, cell: IntervalCell, width: int) -> None:
    box = QRectF(rect.left() + _EDGE, rect.top() + 4, width, rect.height() - 8)
    coloured = cell.tone != "muted"
    right = Qt.AlignmentFlag.AlignRight
    painter.setFont(number_font(bold=coloured))
    painter.setPen(tone_color(cell.tone))
    side = Qt.AlignmentFlag.AlignTop if cell.below else Qt.AlignmentFlag.AlignVCenter
    painter.drawText(box, right | side, cell.text)
    if cell.below:
        painter.setFont(number_font(_SMALL))
        painter.setPen(tone_color("muted"))
        painter.drawText(box, right | Qt.AlignmentFlag.AlignBottom, cell.below)


def _graphic(rect: QRectF, model: IntervalModel) -> QRectF:
    """Where the interval of a cell stands."""
    return rect.adjusted(model.figures_width + 2 * _EDGE, 0, -_EDGE, 0)
