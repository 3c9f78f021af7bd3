"""A matrix of what is possible: a disc for yes, a dash for no, a question mark for unknown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from widgets.table_header import LinedHeader
from widgets.table_tools import Rows, TableTools
from widgets.theme import current_palette, scaled_font, theme_signals, tone_color

CellState = Literal["yes", "no", "unknown"]
Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

_GROUP, _LABEL, _FIRST = 0, 1, 2
_ROW_HEIGHT = 26


@dataclass(frozen=True)
class MatrixCell:
    """One answer and the reason for it."""

    state: CellState
    tooltip: str = ""


@dataclass(frozen=True)
class RowLabel:
    """A row's name and, if it has one, the group it stands in."""

    text: str
    group: str = ""


class CapabilityMatrix(QTableView):
    """Rows by columns of yes, no and unknown; hovering or moving to a cell tells why."""

    cell_described = Signal(str)
    save_failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _MatrixModel(self)
        self.setHorizontalHeader(LinedHeader(self))
        self.setModel(self._model)
        self.setItemDelegate(_MatrixDelegate(self))
        self._set_manners()
        self._tools = TableTools(self, self._model.texts, self._model.texts)
        self.selectionModel().currentChanged.connect(
            lambda index, _: self.cell_described.emit(self._model.describe(index))
        )
        theme_signals().changed.connect(self.viewport().update)

    def set_matrix(
        self,
        row_labels: Sequence[str | RowLabel],
        column_labels: Sequence[str],
        cells: Sequence[Sequence[MatrixCell]],
    ) -> None:
        """Replace the contents; `cells` is a list of rows. Rows of one group stand together."""
        rows = [row if isinstance(row, RowLabel) else RowLabel(row) for row in row_labels]
        self._model.set_matrix(rows, column_labels, cells)
        self.clearSpans()
        for start, length in _runs([row.group for row in rows]):
            if length > 1:
                self.setSpan(start, _GROUP, length, 1)
        self.setColumnHidden(_GROUP, not any(row.group for row in rows))
        self._fit_columns()

    def save_csv(self, path: Path) -> None:
        """Write the matrix with its labels as CSV. Raises OSError."""
        self._tools.save_csv(path)

    def copy(self) -> None:
        """Put the matrix with its labels on the clipboard as TSV."""
        self._tools.copy_all()

    def _set_manners(self) -> None:
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(_ROW_HEIGHT)
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(32)

    def _fit_columns(self) -> None:
        metrics = self.fontMetrics()
        for column in (_GROUP, _LABEL):
            words = self._model.column_words(column)
            self.setColumnWidth(column, max(map(metrics.horizontalAdvance, words)) + 28)
        names = [self._model.headerData(i, Qt.Orientation.Horizontal) for i in self._answers()]
        widest = max((metrics.horizontalAdvance(name) for name in names), default=0)
        for column in self._answers():
            self.setColumnWidth(column, max(48, widest + 20))

    def _answers(self) -> range:
        return range(_FIRST, self._model.columnCount())


class _MatrixModel(QAbstractTableModel):
    """Group, label, then one column an answer; UserRole gives the MatrixCell."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: list[RowLabel] = []
        self._columns: list[str] = []
        self._cells: list[list[MatrixCell]] = []

    def set_matrix(
        self,
        rows: Sequence[RowLabel],
        columns: Sequence[str],
        cells: Sequence[Sequence[MatrixCell]],
    ) -> None:
        self.beginResetModel()
        self._rows, self._columns = list(rows), list(columns)
        self._cells = [list(row) for row in cells]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns) + _FIRST

    def column_words(self, column: int) -> list[str]:
        """All words of the group or the label column; never empty."""
        words = [row.group if column == _GROUP else row.text for row in self._rows]
        return words or [""]

    def describe(self, index: Index) -> str:
        """What a cell says, in words."""
        if not index.isValid() or index.column() < _FIRST:
            return ""
        row = self._rows[index.row()]
        name = " ".join(filter(None, (row.group, row.text, self._columns[index.column() - _FIRST])))
        cell = self._cell(index)
        reason = f" – {cell.tooltip}" if cell.tooltip else ""
        return f"{name}: {state_word(cell.state)}{reason}"

    def texts(self) -> Rows:
        """Labels and answers in words, with headers."""
        rows = [
            [row.group, row.text, *(state_word(cell.state) for cell in cells)]
            for row, cells in zip(self._rows, self._cells, strict=True)
        ]
        grouped = any(row.group for row in self._rows)
        every = [["", "", *self._columns], *rows]
        return every if grouped else [row[1:] for row in every]

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if index.column() < _FIRST:
            return self._label_data(index, role)
        match role:
            case Role.UserRole:
                return self._cell(index)
            case Role.ToolTipRole | Role.AccessibleTextRole:
                return self.describe(index)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Role.DisplayRole:
            return self._columns[section - _FIRST] if section >= _FIRST else ""
        return None

    def _cell(self, index: Index) -> MatrixCell:
        return self._cells[index.row()][index.column() - _FIRST]

    def _label_data(self, index: Index, role: int) -> Any:
        row = self._rows[index.row()]
        match role:
            case Role.DisplayRole:
                return row.group if index.column() == _GROUP else row.text
            case Role.FontRole:
                return scaled_font(bold=True) if index.column() == _GROUP else None
            case Role.TextAlignmentRole:
                left = Qt.AlignmentFlag.AlignLeft
                top = index.column() == _GROUP
                return left | (Qt.AlignmentFlag.AlignTop if top else Qt.AlignmentFlag.AlignVCenter)
        return None


class _MatrixDelegate(QStyledItemDelegate):
    """Draws answers as marks that stay crisp at every scale."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRectF = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cell = index.data(Role.UserRole)
        if isinstance(cell, MatrixCell):
            _paint_answer(painter, rect, cell.state)
        else:
            self._paint_label(painter, rect, index)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(current_palette().accent), 1.5))
            painter.drawRoundedRect(rect.adjusted(2, 2, -2, -2), 4, 4)
        painter.restore()

    def _paint_label(self, painter: QPainter, rect: QRectF, index: Index) -> None:
        grouped = index.column() == _GROUP
        painter.setPen(tone_color("text"))
        painter.setFont(scaled_font(bold=grouped))
        words = rect.adjusted(12, 0, -4, 0)
        words.setHeight(_ROW_HEIGHT if grouped else rect.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, str(index.data()))


def _paint_answer(painter: QPainter, rect: QRectF, state: CellState) -> None:
    middle = rect.center()
    if state == "yes":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone_color("good"))
        painter.drawEllipse(middle, 5.0, 5.0)
    elif state == "no":
        painter.setPen(QPen(QColor(current_palette().control), 1.6))
        reach = QPointF(4.5, 0)
        painter.drawLine(middle - reach, middle + reach)
    else:
        painter.setPen(tone_color("warning"))
        painter.setFont(scaled_font(1.05, bold=True))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "?")


def state_word(state: CellState) -> str:
    """A state as a word for copies, files and screen readers."""
    words = {
        "yes": QCoreApplication.translate("CapabilityMatrix", "yes"),
        "no": QCoreApplication.translate("CapabilityMatrix", "no"),
        "unknown": QCoreApplication.translate("CapabilityMatrix", "unknown"),
    }
    return words[state]


def _runs(groups: Sequence[str]) -> list[tuple[int, int]]:
    """Start and length of each stretch of equal, non-empty groups."""
    runs: list[tuple[int, int]] = []
    for row, group in enumerate(groups):
        if group and row and groups[row - 1] == group:
            start, length = runs[-1]
            runs[-1] = (start, length + 1)
        else:
            runs.append((row, 1))
    return runs
