"""A small table of sentences: every cell is whole, wrapped in its column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from widgets.look.theme import scaled_font, tone_color
from widgets.tables.table_header import LinedHeader
from widgets.tables.table_tools import Rows, TableTools

_TONE = Qt.ItemDataRole.UserRole
_ACROSS, _DOWN, _HIGHEST = 12, 10, 1000
_WRAPPED = Qt.TextFlag.TextWordWrap.value
_TOP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_BOTTOM = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom


@dataclass(frozen=True)
class WordedCell:
    """A text with its line breaks, and its tone: good, warning, bad, or none."""

    text: str
    tone: str = ""


class WordedTable(QTableWidget):
    """Is as high as its rows: the page around it scrolls. Columns share the width by `shares`."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shares: Sequence[float] = ()
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_Delegate(self))
        header = LinedHeader(self)
        self.setHorizontalHeader(header)
        header.setSectionsClickable(False)
        self.verticalHeader().hide()
        self._tools = TableTools(self, self._selected, self._everything)

    def set_cells(
        self, head: Sequence[str], rows: Sequence[Sequence[WordedCell]], shares: Sequence[float]
    ) -> None:
        """Show rows under their titles; `shares` of the width, one for each column."""
        self._shares = shares
        self.setColumnCount(len(head))
        self.setRowCount(len(rows))
        for column, title in enumerate(head):
            named = QTableWidgetItem(title)
            named.setTextAlignment(_BOTTOM.value | _WRAPPED)
            self.setHorizontalHeaderItem(column, named)
        for at, row in enumerate(rows):
            for column, cell in enumerate(row):
                item = QTableWidgetItem(cell.text)
                item.setData(_TONE, cell.tone)
                item.setTextAlignment(_TOP)
                item.setFont(scaled_font(bold=column == 0))
                self.setItem(at, column, item)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            QTimer.singleShot(0, self, self._fit)

    def sizeHint(self) -> QSize:
        rows = sum(map(self.rowHeight, range(self.rowCount())))
        return QSize(super().sizeHint().width(), self.horizontalHeader().height() + rows + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def _fit(self) -> None:
        """Columns into the width, rows to their texts, and the head to its titles."""
        whole = sum(self._shares)
        if not whole:
            return
        room = self.viewport().width()
        for column, share in enumerate(self._shares):
            self.setColumnWidth(column, int(room * share / whole))
        self._fit_head()
        self.resizeRowsToContents()
        self.setFixedHeight(self.sizeHint().height())

    def _fit_head(self) -> None:
        header = self.horizontalHeader()
        heights = [
            header.fontMetrics()
            .boundingRect(QRect(0, 0, self.columnWidth(at) - _ACROSS, _HIGHEST), _WRAPPED, text)
            .height()
            for at, text in enumerate(self._titles())
        ]
        header.setFixedHeight(max(heights, default=0) + _DOWN)

    def _selected(self) -> Rows:
        rows = sorted({index.row() for index in self.selectedIndexes()})
        return [self._titles(), *map(self._texts, rows)] if rows else []

    def _everything(self) -> Rows:
        return [self._titles(), *map(self._texts, range(self.rowCount()))]

    def _titles(self) -> list[str]:
        items = map(self.horizontalHeaderItem, range(self.columnCount()))
        return [item.text() if item else "" for item in items]

    def _texts(self, row: int) -> list[str]:
        items = (self.item(row, column) for column in range(self.columnCount()))
        return [item.text().replace("\n", "; ") if item else "" for item in items]


class _Delegate(QStyledItemDelegate):
    """Gives texts their tone as they are painted, whatever the theme is by then."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        if tone := index.data(_TONE):
            palette = QPalette(option.palette)  # type: ignore[attr-defined]
            palette.setColor(QPalette.ColorRole.Text, tone_color(tone))
            option.palette = palette  # type: ignore[attr-defined]

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return super().sizeHint(option, index) + QSize(0, _DOWN)
