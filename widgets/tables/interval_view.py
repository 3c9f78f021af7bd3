"""A table of estimates: figures, and beside each its interval on one scale for the whole table."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QWidget,
)

from widgets.look.lines import broken
from widgets.look.theme import (
    scaled_font,
    theme_signals,
    tone_color,
)
from widgets.parts.cards import ElidedLabel
from widgets.tables.held_rows import HeldRows
from widgets.tables.interval_model import (
    Estimate,
    Index,
    IntervalCell,
    IntervalColumn,
    IntervalGroup,
    IntervalModel,
    IntervalRow,
    Scale,
)
from widgets.tables.interval_painting import (
    EDGE,
    MOST_WORDS,
    IntervalDelegate,
    RowNames,
    ScaleHeader,
    usual_height,
)
from widgets.tables.table_tools import TableTools

__all__ = [
    "Estimate",
    "IntervalCell",
    "IntervalColumn",
    "IntervalGroup",
    "IntervalRow",
    "IntervalTable",
]

_GRAPHIC, _WIDEST_GRAPHIC = 52, 120
_WIDEST_ALONE = 320
"""Width of intervals without words next to them, in pixels."""
_WORDS, _WORDS_WISH = 180, 220
_WIDEST_TITLE = 140
_FEWEST_WORDS, _LEAST, _USUAL = 116, 46, 76
"""Columns of words and of figures, where intervals stand below these; and what these are to have
before words get more."""


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
        self._head = ScaleHeader(self._model, self)
        self.setHorizontalHeader(self._head)
        self._names = RowNames(self._model, self)
        self.setVerticalHeader(self._names)
        self.setModel(self._model)
        self.setItemDelegate(IntervalDelegate(self._model, self))
        self._corner = ElidedLabel("", "text", self, Qt.TextElideMode.ElideMiddle)
        self._corner.setFont(scaled_font(bold=True))
        self._held: HeldRows | None = None
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
        if self._model.held and self._held is None:
            self._held = HeldRows(self, self._model)
        self._fit_columns()
        self._name_top()
        if key is not None:
            self.choose(key, min(column, len(columns) - 1))
        if self.hasFocus():
            self._choose_any()

    def row_key(self, line: int) -> Hashable | None:
        """The key of the row at a line; None for the title of a group, and beyond the table."""
        known = self._model.lines[line] if 0 <= line < len(self._model.lines) else None
        return known.row.key if known is not None and known.row is not None else None

    def offer(self, actions: Sequence[QAction]) -> None:
        """Add actions at the top of its context menu."""
        self._tools.offer(actions)

    def set_placeholder(self, text: str) -> None:
        """Set the text of an empty table."""
        self._placeholder = text
        self.viewport().update()

    def choose(self, key: Hashable, column: int) -> None:
        """Make a cell current; none if there is no such row."""
        self.setCurrentIndex(self._model.place(key, column))

    def scale(self) -> Scale:
        return self._model.scale

    def corner(self) -> str:
        """The group that the corner names; empty while its title is in sight."""
        return self._corner.text()

    def groups(self) -> list[IntervalGroup]:
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

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Nothing for a row that is held in sight; no other ends below those."""
        covered = self._held.covered() if self._held is not None else 0
        if covered and index.row() < self._model.held:
            return
        super().scrollTo(index, hint)
        hidden = covered - self.visualRect(index).top()
        if covered and hidden > 0:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() - hidden)

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
            if each.row is None:
                self.setRowHeight(at, line + 12)
            else:
                usual = usual_height(line, each.row, self._model)
                self.setRowHeight(at, max(usual, self._lines_of_words(each.row) * line + 4))
        self._names.fit()

    def _lines_of_words(self, row: IntervalRow) -> int:
        """How many lines the words of its cells take, so that none is cut."""
        words = [(cell.words, self.columnWidth(at)) for at, cell in enumerate(row.cells)]
        return max(
            (
                len(broken(text, self.font(), width - 2 * EDGE, MOST_WORDS))
                for text, width in words
                if text
            ),
            default=1,
        )

    def _fit_columns(self) -> None:
        """Room for figures first; what is left goes to the intervals, alike in all columns. Where
        there is not enough for both, intervals stand below the figures."""
        if not self._model.columns:
            return
        widths, stacked = self._in_line(), False
        if sum(widths) > self.viewport().width():
            widths, stacked = self._below(), True
        if self._model.stacked is not stacked:
            self._model.stacked = stacked
            self._head.fit()
            self._place_corner()
        for at, width in enumerate(widths):
            self.setColumnWidth(at, width)
        self._fit_rows()
        if self._held is not None:
            self._held.follow()

    def _in_line(self) -> list[int]:
        """The widths of columns with figures and intervals beside each other."""
        columns = self._model.columns
        figures = self._model.figures_width + 3 * EDGE
        wordy = sum(each.wordy for each in columns)
        plain, room = len(columns) - wordy, self.viewport().width()
        graphic = (room - wordy * _WORDS_WISH) // max(1, plain) - figures
        most = _WIDEST_GRAPHIC if wordy else _WIDEST_ALONE
        narrow = figures + max(_GRAPHIC, min(most, graphic))
        wide = max(_WORDS, (room - plain * narrow) // max(1, wordy))
        return [
            max(wide if column.wordy else narrow, self._title_width(at))
            for at, column in enumerate(columns)
        ]

    def _below(self) -> list[int]:
        """The same with intervals below the figures: as wide as there is room for."""
        columns = self._model.columns
        wordy = sum(each.wordy for each in columns)
        plain, room = len(columns) - wordy, self.viewport().width()
        wide = max(_FEWEST_WORDS, min(_WORDS, room - plain * _USUAL)) if wordy else 0
        narrow = max(_LEAST, (room - wordy * wide) // max(1, plain))
        if wordy * wide + plain * narrow <= room:
            titles = [max(_LEAST, self._title_in_two(column.heading)) for column in columns]
            spare = room - sum(
                wide if column.wordy else title
                for column, title in zip(columns, titles, strict=True)
            )
            if spare < 0 or not plain or max(titles) <= narrow:
                return [wide if column.wordy else narrow for column in columns]
            return [
                wide if column.wordy else title + spare // plain
                for column, title in zip(columns, titles, strict=True)
            ]
        # It is scrolled sideways anyway: titles have room at their usual size.
        return [
            wide if column.wordy else max(narrow, self._title_in_two(column.heading))
            for column in columns
        ]

    def _title_in_two(self, title: str) -> int:
        """The width of a title of several words in two lines, so that none of it is cut."""
        words = title.split()
        width = QFontMetrics(scaled_font(bold=True)).horizontalAdvance
        halves = (
            max(width(" ".join(words[:at])), width(" ".join(words[at:])))
            for at in range(1, len(words))
        )
        return min((min(_WIDEST_TITLE, each + 2 * EDGE) for each in halves), default=0)

    def _title_width(self, column: int) -> int:
        title = self._model.columns[column].heading
        return self._head.fontMetrics().horizontalAdvance(title) + 3 * EDGE

    def current_key(self) -> Hashable | None:
        """The key of the row of the current cell."""
        index = self.currentIndex()
        row = self._model.lines[index.row()].row if index.isValid() else None
        return row.key if row is not None else None

    def _name_top(self) -> None:
        """Let the corner name the group whose title is scrolled away."""
        at = self.rowAt(self._held.covered() if self._held is not None else 0)
        known = 0 <= at < len(self._model.lines)
        line = self._model.lines[at] if known else None
        self._corner.setText(line.group.title if line and at else "")
        self._place_corner()

    def _place_corner(self) -> None:
        edge = self.frameWidth()
        height = self._head.height()
        self._corner.setGeometry(edge + EDGE, edge, self._names.width() - EDGE, height - 2)

    def _on_current(self, index: Index) -> None:
        if index.isValid() and (row := self._model.lines[index.row()].row) is not None:
            self.chosen.emit(row.key, index.column())
