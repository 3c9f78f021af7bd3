"""A dense table: numbers right-aligned, sortable, copyable, with a text when it is empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QModelIndex, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from widgets.look.theme import current_palette, scaled_font, theme_signals
from widgets.tables.table_model import Column, TableModel
from widgets.tables.table_tools import LinedHeader, Rows, TableTools

__all__ = ["Column", "DataTable", "TableModel"]

_ROW_HEIGHT = 24
_WIDEST, _CELL_PADDING = 360, 26
_LEAST_FILLING_ZOOM, _MOST_ZOOM = 1.5, 2.0
"""How many times as large letters are in a table that has the screen to itself."""


class DataTable(QTableView):
    """Shows rows of raw values; signals speak of rows by their number in `set_rows`."""

    row_activated = Signal(int)
    current_row_changed = Signal(int)
    save_failed = Signal(str)
    """Emitted by `TableTools`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._placeholder = ""
        self._zoom = 1.0
        self._enlarging = False
        self._fit: Callable[[], None] = self._fit_to_contents
        self._fits_in_width = False
        self._fitted_in = self._fonts()
        self._fit_soon = QTimer(self, singleShot=True, interval=0)
        self._fit_soon.timeout.connect(self._fit_again)
        self._model = TableModel(self)
        self.setHorizontalHeader(LinedHeader(self))
        self.setModel(self._model)
        self._configure_view()
        self._tools = TableTools(self, self._selected_rows, self._all_rows)
        self.activated.connect(lambda index: self.row_activated.emit(self._source(index)))
        self.selectionModel().currentRowChanged.connect(
            lambda index, _: self.current_row_changed.emit(self._source(index))
        )
        theme_signals().changed.connect(self.viewport().update)
        program = QGuiApplication.instance()
        if isinstance(program, QGuiApplication):  # another font may be drawn with, unasked
            program.fontDatabaseChanged.connect(self._fit_soon.start)

    def set_rows(self, columns: Sequence[Column], rows: Sequence[Sequence[object]]) -> None:
        """Replace the contents; the sorting that the user chose stays if the columns do."""
        same = [c.key for c in columns] == [c.key for c in self._model.columns]
        header = self.horizontalHeader()
        section, order = header.sortIndicatorSection(), header.sortIndicatorOrder()
        self._model.set_rows(columns, rows)
        if same and section < len(columns):
            self._model.sort(section, order)
            return
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.fit_by(self._fit_to_contents)

    def set_placeholder(self, text: str) -> None:
        """Set the text of an empty table: what belongs here and what to do next."""
        self._placeholder = text
        self.viewport().update()

    def current_source_row(self) -> int:
        """The number in `set_rows` of the current row, or -1."""
        return self._source(self.currentIndex())

    def select_source_row(self, source: int) -> None:
        """Make a row current by its number in `set_rows`."""
        self.setCurrentIndex(self._model.index(self._model.shown_row(source), 0))

    def table_model(self) -> TableModel:
        """The model, for tests and exports."""
        return self._model

    def copy_selection(self) -> None:
        """Put the selection, or everything without one, on the clipboard as TSV with headers."""
        self._tools.copy()

    def save_csv(self, path: Path) -> None:
        """Write all rows, as shown, to a CSV file. Raises OSError."""
        self._tools.save_csv(path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.row_activated.emit(self.current_source_row())
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() != QEvent.Type.FontChange or self._enlarging:
            return
        if self._fonts() != self._fitted_in:
            self._fit_soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fits_in_width and event.size().width() != event.oldSize().width():
            self._fit_soon.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._model.rowCount() or not self._placeholder:
            return
        painter = QPainter(self.viewport())
        painter.setPen(QColor(current_palette().muted))
        box = QRectF(self.viewport().rect()).adjusted(24, 16, -24, -16)
        wrapped = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(box, int(wrapped), self._placeholder)

    def _configure_view(self) -> None:
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setAlternatingRowColors(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(_ROW_HEIGHT)
        rows.setDefaultSectionSize(self._row_height())
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def _fit_to_contents(self) -> None:
        self.resizeColumnsToContents()
        for column in range(self._model.columnCount()):
            self.setColumnWidth(column, min(_WIDEST, self.columnWidth(column)))

    def fit_by(self, fit: Callable[[], None]) -> None:
        """Have `fit` give columns their widths, now and whenever the fonts change."""
        self._fit, self._fitted_in = fit, self._fonts()
        self._fits_in_width = False
        fit()

    def _fit_again(self) -> None:
        self._fitted_in = self._fonts()
        larger = self._zoom
        if larger == 1.0:
            self._fit()
            return
        self._enlarge(1.0)
        self._fit()
        self._enlarge(larger)

    def _fonts(self) -> tuple[QFont, QFont]:
        return self.font(), scaled_font()

    def fit_to_lines(self, room: int = _CELL_PADDING, least: int | None = None) -> None:
        """Have columns as wide as their longest line, with `room` pixels beside each text: headings
        of two lines do not count as one long one. With `least`, the room shrinks as far as that
        where the table is too narrow for all columns."""
        self.fit_by(partial(self._fit_to_lines, room, least))
        self._fits_in_width = least is not None

    def _fit_to_lines(self, room: int, least: int | None) -> None:
        widths = list(self._line_widths())
        if least is not None and widths:
            spare = (self.viewport().width() - sum(widths)) // len(widths)
            room = min(room, max(least, spare))
        for at, width in enumerate(widths):
            self.setColumnWidth(at, min(_WIDEST, width + room))

    def _line_widths(self) -> Iterator[int]:
        """That of each column's longest line."""
        head = QFontMetrics(scaled_font())
        for at, column in enumerate(self._model.columns):
            metrics = QFontMetrics(column.font or scaled_font())
            texts = (self._model.shown_text(row, at) for row in range(self._model.rowCount()))
            lines = map(head.horizontalAdvance, column.heading.split("\n"))
            yield max([*lines, *map(metrics.horizontalAdvance, texts)])

    def scale_to(self, size: QSize) -> None:
        """Zoom in to fill `size`, by 2 at most; at 1.5 and beyond scroll rather than shrink. An
        empty size: no zoom."""
        header, rows = self.horizontalHeader(), self.verticalHeader()
        wide = header.length() / self._zoom
        high = max(1.0, rows.length() / self._zoom)
        larger = 1.0
        if not size.isEmpty() and wide > 0:
            larger = min(_MOST_ZOOM, (size.width() - _CELL_PADDING) / wide)
            larger = max(1.0, min(larger, max(_LEAST_FILLING_ZOOM, size.height() / high)))
        self._enlarge(larger)

    def _enlarge(self, larger: float) -> None:
        change, self._zoom = larger / self._zoom, larger
        widths = [self.columnWidth(at) for at in range(self._model.columnCount())]
        self._model.enlarge(larger)
        self._enlarging = True
        for part in (self, self.horizontalHeader()):
            part.setFont(scaled_font(larger))
        self._enlarging = False
        self.verticalHeader().setDefaultSectionSize(self._row_height())
        for at, width in enumerate(widths):
            self.setColumnWidth(at, round(width * change))

    def _row_height(self) -> int:
        return max(_ROW_HEIGHT, self.fontMetrics().height() + 8)

    def _source(self, index: QModelIndex) -> int:
        return self._model.source_row(index.row()) if index.isValid() else -1

    def _titles(self) -> list[str]:
        return [column.title for column in self._model.columns]

    def _selected_rows(self) -> Rows:
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        return [self._titles(), *map(self._row_texts, rows)] if rows else []

    def _all_rows(self) -> Rows:
        return [self._titles(), *map(self._row_texts, range(self._model.rowCount()))]

    def _row_texts(self, row: int) -> list[str]:
        return [self._model.text(row, column) for column in range(self._model.columnCount())]
