"""A small table of sentences: every cell is whole, wrapped in its column."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from widgets.look.theme import scaled_font
from widgets.tables.table_header import LinedHeader
from widgets.tables.table_tools import Rows, TableTools

_ACROSS, _DOWN, _HIGHEST = 20, 12, 10_000
_WORDS = re.compile(r"\s+|(?<=-)")
_WRAPPED = Qt.TextFlag.TextWordWrap.value
_TOP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_BOTTOM = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom


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
        header = LinedHeader(self)
        self.setHorizontalHeader(header)
        header.setSectionsClickable(False)
        self.verticalHeader().hide()
        self._tools = TableTools(self, self._selected, self._everything)

    def set_cells(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float]
    ) -> None:
        """Show rows under their titles; `shares` of the width, one for each column."""
        self._shares = shares
        self.setColumnCount(len(head))
        self.setRowCount(len(rows))
        for column, title in enumerate(head):
            named = QTableWidgetItem(title)
            named.setData(Qt.ItemDataRole.TextAlignmentRole, _BOTTOM.value | _WRAPPED)
            self.setHorizontalHeaderItem(column, named)
        for at, row in enumerate(rows):
            for column, text in enumerate(row):
                item = QTableWidgetItem(text)
                item.setData(Qt.ItemDataRole.TextAlignmentRole, _TOP.value)
                item.setFont(scaled_font(bold=column == 0))
                self.setItem(at, column, item)
        self._fit()

    @property
    def lines(self) -> list[str]:
        """Its rows, their cells apart by tabs."""
        return ["\t".join(self._texts(row)) for row in range(self.rowCount())]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            QTimer.singleShot(0, self, self._fit)

    def sizeHint(self) -> QSize:
        rows = sum(map(self.rowHeight, range(self.rowCount())))
        header = self.horizontalHeader()
        wider = header.length() > self.viewport().width()  # and is scrolled by a bar below its rows
        below = self.horizontalScrollBar().sizeHint().height() if wider else 0
        return QSize(super().sizeHint().width(), header.height() + rows + below + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def _fit(self) -> None:
        """Columns into the width, rows to their texts, and the head to its titles."""
        whole = sum(self._shares)
        if not whole:
            return
        room = self.viewport().width()
        least = list(map(self._longest, range(len(self._shares))))
        shared = list(zip(self._shares, least, strict=True))
        beyond = max(0, room - sum(least))
        wanted = [max(0.0, room * share / whole - at) for share, at in shared]
        scale = min(1.0, beyond / (sum(wanted) or 1))
        for column, (at, more) in enumerate(zip(least, wanted, strict=True)):
            self.setColumnWidth(column, int(at + more * scale))
        self._fit_head()
        for row in range(self.rowCount()):
            self.setRowHeight(row, self._height(row))
        self.setFixedHeight(self.sizeHint().height())

    def _longest(self, column: int) -> int:
        """The width of its longest word, which is not broken."""
        head = self.horizontalHeader().fontMetrics()
        words = [(head, word) for word in _WORDS.split(self._titles()[column])]
        for row in range(self.rowCount()):
            if (item := self.item(row, column)) is not None:
                metrics = QFontMetrics(item.font())
                words += [(metrics, word) for word in _WORDS.split(item.text())]
        return max((each.horizontalAdvance(word) for each, word in words), default=0) + _ACROSS

    def _fit_head(self) -> None:
        header = self.horizontalHeader()
        metrics = header.fontMetrics()
        heights = (self._wrapped(metrics, at, text) for at, text in enumerate(self._titles()))
        header.setFixedHeight(max(heights, default=0) + _DOWN)

    def _height(self, row: int) -> int:
        items = (self.item(row, column) for column in range(self.columnCount()))
        heights = [
            self._wrapped(QFontMetrics(item.font()), at, item.text())
            for at, item in enumerate(items)
            if item is not None
        ]
        return max(heights, default=0) + _DOWN

    def _wrapped(self, metrics: QFontMetrics, column: int, text: str) -> int:
        room = QRect(0, 0, self.columnWidth(column) - _ACROSS, _HIGHEST)
        return metrics.boundingRect(room, _WRAPPED, text).height()

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
