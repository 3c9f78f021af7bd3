"""A matrix of what is possible: a disc for yes, a ring for a yes that needs care, a dash for no,
a question mark for unknown, and nothing where nothing was asked."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from widgets.look.names import shortened_lines
from widgets.look.theme import current_palette, scaled_font, theme_signals, tone_color
from widgets.parts.cards import ToneLabel
from widgets.tables.matrix_model import (
    CellState,
    Index,
    MatrixCell,
    MatrixModel,
    MatrixSection,
    Role,
    RowLabel,
    state_word,
)
from widgets.tables.table_header import LinedHeader
from widgets.tables.table_tools import TableTools

__all__ = [
    "CapabilityMatrix",
    "CellState",
    "MatrixCell",
    "MatrixSection",
    "RowLabel",
    "paint_answer",
    "state_word",
]

_ROW_HEIGHT = 26
_TITLE_HEIGHT = 44
_NARROWEST = 48
_EDGE = 12
_GAP = 16


class CapabilityMatrix(QTableView):
    """Rows by columns of answers, in sections with columns of their own.

    Row names stay when it is scrolled sideways, and column names are those of the section at the
    top. Pointing or moving to a cell tells why.
    """

    cell_described = Signal(str)
    """What the current cell says, in words."""

    cell_chosen = Signal(object)
    """The MatrixCell that has become current; None when there is none any more."""

    save_failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = MatrixModel(self)
        self.setHorizontalHeader(LinedHeader(self))
        self._names = _RowNames(self._model, self)
        self.setVerticalHeader(self._names)
        self.setModel(self._model)
        self.setItemDelegate(_MatrixDelegate(self._model, self))
        self._corner = ToneLabel("", "text", self)
        self._corner.setFont(scaled_font(bold=True))
        self._set_manners()
        self._tools = TableTools(self, self._model.texts, self._model.texts)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.verticalScrollBar().valueChanged.connect(self._follow_top)
        theme_signals().changed.connect(self.viewport().update)

    def set_matrix(
        self,
        row_labels: Sequence[str | RowLabel],
        column_labels: Sequence[str],
        cells: Sequence[Sequence[MatrixCell]],
    ) -> None:
        """Show one section without a title; `cells` is a list of rows."""
        rows = [row if isinstance(row, RowLabel) else RowLabel(row) for row in row_labels]
        self.set_sections([MatrixSection("", column_labels, rows, cells)])

    def set_sections(self, sections: Sequence[MatrixSection]) -> None:
        """Replace the contents. Rows of one group stand together."""
        self._model.set_sections(sections)
        self._fit_rows()
        self._fit_columns()
        self._follow_top()

    def choose(self, key: Hashable) -> None:
        """Make the cell with this key current; none if there is no such cell."""
        self.setCurrentIndex(self._model.place(key))

    def save_csv(self, path: Path) -> None:
        """Write the matrix with its labels as CSV. Raises OSError."""
        self._tools.save_csv(path)

    def copy(self) -> None:
        """Put the matrix with its labels on the clipboard as TSV."""
        self._tools.copy_all()

    def whole_width(self) -> int:
        """The width that shows all columns, in pixels."""
        inside = self.horizontalHeader().length() + self._names.width()
        return inside + self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth() + 4

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_corner()

    def _set_manners(self) -> None:
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(32)
        self.horizontalHeader().setSectionsClickable(False)

    def _fit_rows(self) -> None:
        for row in range(self._model.rowCount()):
            self.setRowHeight(row, _TITLE_HEIGHT if self._model.is_title(row) else _ROW_HEIGHT)
        self._names.fit()

    def _fit_columns(self) -> None:
        """One width for all, so that the eye can run down and across."""
        metrics = self.fontMetrics()
        names = [name for section in self._model.sections for name in section.columns]
        lines = [line for name in names for line in shortened_lines(name).splitlines()]
        widest = max(map(metrics.horizontalAdvance, lines), default=0)
        for column in range(self._model.columnCount()):
            self.setColumnWidth(column, max(_NARROWEST, widest + 18))
        most = max((name.count("\n") + 1 for name in names), default=1)
        self.horizontalHeader().setFixedHeight(most * metrics.height() + 12)

    def _follow_top(self) -> None:
        """Let the section at the top name the columns."""
        self._model.set_lead(self.rowAt(0))
        self._names.viewport().update()
        self._corner.setText(self._model.lead.title)
        self._place_corner()

    def _place_corner(self) -> None:
        edge = self.frameWidth()
        height = self.horizontalHeader().height()
        self._corner.setGeometry(edge + _EDGE, edge, self._names.width() - _EDGE, height - 2)

    def _on_current(self, index: Index) -> None:
        self.cell_described.emit(self._model.describe(index))
        self.cell_chosen.emit(index.data(Role.UserRole) if index.isValid() else None)


class _RowNames(QHeaderView):
    """Group and name of each row; a group is named in its first row and in the topmost one."""

    def __init__(self, model: MatrixModel, view: QTableView) -> None:
        super().__init__(Qt.Orientation.Vertical, view)
        self._model = model
        self._view = view
        self._group_width = 0
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(_ROW_HEIGHT)
        self.setDefaultSectionSize(_ROW_HEIGHT)
        self.setHighlightSections(False)

    def fit(self) -> None:
        """Make room for the widest group, name and title."""
        rows = [row for section in self._model.sections for row in section.rows]
        titles = [section.title for section in self._model.sections]
        group = _widest(scaled_font(bold=True), [row.group for row in rows])
        self._group_width = group + _GAP if group else 0
        label = _widest(self._view.font(), [row.text for row in rows])
        title = _widest(scaled_font(bold=True), titles)
        self.setFixedWidth(_EDGE + max(self._group_width + label, title) + _GAP)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        line = self._model.lines[logicalIndex]
        painter.save()
        painter.fillRect(rect, QColor(current_palette().surface))
        painter.setPen(tone_color("text"))
        words = QRectF(rect).adjusted(_EDGE, 0, -4, 0)
        if line.label is None:
            _paint_title(painter, words, line.section.title, QRectF(rect))
        else:
            top = self._view.rowAt(0) == logicalIndex
            if top or self._model.starts_group(logicalIndex):
                painter.setFont(scaled_font(bold=True))
                painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, line.label.group)
            painter.setFont(self._view.font())
            names = words.adjusted(self._group_width, 0, 0, 0)
            painter.drawText(names, Qt.AlignmentFlag.AlignVCenter, line.label.text)
        painter.restore()

    def sectionSizeFromContents(self, logicalIndex: int) -> QSize:
        return QSize(self.width(), self._view.rowHeight(logicalIndex))


class _MatrixDelegate(QStyledItemDelegate):
    """Draws answers as marks that stay crisp at every scale."""

    def __init__(self, model: MatrixModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRectF = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cell = index.data(Role.UserRole)
        if self._model.is_title(index.row()):
            _paint_title(painter, rect, "", rect)
            painter.setPen(tone_color("muted"))
            names = rect.adjusted(0, 8, 0, -4)
            painter.drawText(names, Qt.AlignmentFlag.AlignCenter, index.data() or "")
        elif isinstance(cell, MatrixCell):
            if state & QStyle.StateFlag.State_Selected:
                _paint_current(painter, rect)
            paint_answer(painter, rect, cell.state, warned=cell.warned)
        painter.restore()

    def helpEvent(
        self,
        event: QEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Show no tooltip for cells that were not checked."""
        cell = index.data(Role.UserRole)
        if isinstance(cell, MatrixCell) and cell.state == "none":
            return False
        return bool(super().helpEvent(event, view, option, index))  # type: ignore[arg-type]


def paint_answer(
    painter: QPainter, rect: QRectF, state: CellState, *, warned: bool = False
) -> None:
    """Draw an answer's mark into the middle of a box."""
    middle = rect.center()
    if state == "yes":
        tone = tone_color("warning" if warned else "good")
        painter.setPen(QPen(tone, 2.4) if warned else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if warned else tone)
        reach = 4.2 if warned else 5.0
        painter.drawEllipse(middle, reach, reach)
    elif state == "no":
        painter.setPen(QPen(QColor(current_palette().control), 1.6))
        painter.drawLine(middle - QPointF(4.5, 0), middle + QPointF(4.5, 0))
    elif state == "unknown":
        painter.setPen(tone_color("warning"))
        painter.setFont(scaled_font(1.05, bold=True))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "?")


def _paint_current(painter: QPainter, rect: QRectF) -> None:
    """A frame; the ground of what is selected has been painted by the style."""
    painter.setPen(QPen(QColor(current_palette().accent), 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(1, 1, -1, -1))


def _paint_title(painter: QPainter, words: QRectF, title: str, rect: QRectF) -> None:
    """A section's title over a line that runs across the table."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QColor(current_palette().border))
    line = rect.adjusted(0, 0, 0, -1)
    painter.drawLine(line.bottomLeft(), line.bottomRight())
    painter.setPen(tone_color("text"))
    painter.setFont(scaled_font(bold=True))
    painter.drawText(words.adjusted(0, 8, 0, -4), Qt.AlignmentFlag.AlignVCenter, title)
    painter.setFont(scaled_font())


def _widest(font: QFont, words: Sequence[str]) -> int:
    metrics = QFontMetrics(font)
    return max(map(metrics.horizontalAdvance, words), default=0)
