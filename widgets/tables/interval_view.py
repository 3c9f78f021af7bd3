"""A table of estimates: figures, and beside each its interval on one scale for the whole table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QObject, QRectF, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QFontMetrics,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from widgets.look.names import wrap_text
from widgets.look.theme import current_palette, scaled_font, theme_signals, tone_color
from widgets.parts.cards import ElidedLabel
from widgets.tables.interval_model import (
    Index,
    IntervalCell,
    IntervalColumn,
    IntervalGroup,
    IntervalModel,
    IntervalRow,
    Scale,
    ScaledEstimate,
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

# A copy of a table's first lines, shown over its top while it is scrolled down.

_MOST = 0.6
"""Most of the table's height that they take; larger ones scroll away."""


class PinnedRows(QTableView):
    """Shares the table's model and current cell. `follow` updates its position."""

    def __init__(self, table: QTableView, model: IntervalModel) -> None:
        super().__init__(table)
        self._table = table
        self._lines = model
        self.setModel(model)
        self.setSelectionModel(table.selectionModel())
        self.setVerticalHeader(RowNames(model, self))
        self.horizontalHeader().hide()
        self.setItemDelegate(IntervalDelegate(model, self))
        self._configure()
        self._dress()
        theme_signals().changed.connect(self._dress)
        table.horizontalScrollBar().valueChanged.connect(self.horizontalScrollBar().setValue)
        table.verticalScrollBar().valueChanged.connect(self.follow)
        self.hide()

    def _configure(self) -> None:
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setHorizontalScrollBarPolicy(never)
        self.setVerticalScrollBarPolicy(never)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setAutoScroll(False)  # it stays at the first line, whichever cell is current
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # the table has one

    def _dress(self) -> None:
        edge = f"border-bottom: 1px solid {current_palette().border}"
        self.setStyleSheet(f"QTableView {{ border: none; {edge}; border-radius: 0; }}")

    def follow(self) -> None:
        """Take over widths, heights and place; hidden where the lines themselves are in sight."""
        table, pinned = self._table, self._lines.pinned
        height = sum(table.rowHeight(at) for at in range(pinned))
        room = table.viewport().geometry()
        shown = bool(pinned) and table.verticalScrollBar().value() > 0
        self.setVisible(shown and height < _MOST * room.height())
        if self.isHidden():
            return
        for at in range(pinned):
            self.setRowHeight(at, table.rowHeight(at))
        for at in range(len(self._lines.columns)):
            self.setColumnWidth(at, table.columnWidth(at))
        names = table.verticalHeader().width()
        self.verticalHeader().setFixedWidth(names)
        self.setGeometry(room.left() - names, room.top(), names + room.width(), height + 1)
        self.horizontalScrollBar().setValue(table.horizontalScrollBar().value())
        self.verticalScrollBar().setValue(0)
        self.raise_()

    def covered_height(self) -> int:
        """Pixels of the table's top that it covers."""
        return 0 if self.isHidden() else self.height()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolls the table."""
        self._table.wheelEvent(event)


__all__ = [
    "IntervalCell",
    "IntervalColumn",
    "IntervalGroup",
    "IntervalRow",
    "IntervalTable",
    "ScaledEstimate",
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
    """Emitted by `TableTools`."""

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
        self._pinned: PinnedRows | None = None
        self._configure()
        self._tools = TableTools(self, self._model.texts, self._model.texts)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.verticalScrollBar().valueChanged.connect(self._update_corner)
        theme_signals().changed.connect(self.viewport().update)

    def set_groups(
        self, columns: Sequence[IntervalColumn], groups: Sequence[IntervalGroup]
    ) -> None:
        """Replace the contents; the current cell stays, if it is still there."""
        key, column = self.current_key(), self.currentIndex().column()
        self._model.set_groups(columns, groups)
        if self._model.pinned and self._pinned is None:
            self._pinned = PinnedRows(self, self._model)
        self._fit_columns()
        self._update_corner()
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
        self._placeholder = text
        self.viewport().update()

    def choose(self, key: Hashable, column: int) -> None:
        """Make a cell current; none if there is no such row."""
        self.setCurrentIndex(self._model.index_of(key, column))

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
        self._names.limit_width()
        self._fit_columns()
        self._place_corner()

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Nothing for a pinned row, which is in sight; no other ends below those."""
        covered = self._pinned.covered_height() if self._pinned is not None else 0
        if covered and index.row() < self._model.pinned:
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

    def _configure(self) -> None:
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
                len(wrap_text(text, self.font(), width - 2 * EDGE, MOST_WORDS))
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
        widths, stacked = self._side_by_side_widths(), False
        if sum(widths) > self.viewport().width():
            widths, stacked = self._stacked_widths(), True
        if self._model.stacked is not stacked:
            self._model.stacked = stacked
            self._head.fit()
            self._place_corner()
        for at, width in enumerate(widths):
            self.setColumnWidth(at, width)
        self._fit_rows()
        if self._pinned is not None:
            self._pinned.follow()

    def _side_by_side_widths(self) -> list[int]:
        """The widths of columns with figures and intervals beside each other."""
        columns = self._model.columns
        figures = self._model.figures_width + 3 * EDGE
        text_columns = sum(each.has_words for each in columns)
        plain, room = len(columns) - text_columns, self.viewport().width()
        graphic = (room - text_columns * _WORDS_WISH) // max(1, plain) - figures
        most = _WIDEST_GRAPHIC if text_columns else _WIDEST_ALONE
        narrow = figures + max(_GRAPHIC, min(most, graphic))
        wide = max(_WORDS, (room - plain * narrow) // max(1, text_columns))
        return [
            max(wide if column.has_words else narrow, self._title_width(at))
            for at, column in enumerate(columns)
        ]

    def _stacked_widths(self) -> list[int]:
        """The same with intervals below the figures: as wide as there is room for."""
        columns = self._model.columns
        text_columns = sum(each.has_words for each in columns)
        plain, room = len(columns) - text_columns, self.viewport().width()
        wide = max(_FEWEST_WORDS, min(_WORDS, room - plain * _USUAL)) if text_columns else 0
        narrow = max(_LEAST, (room - text_columns * wide) // max(1, plain))
        if text_columns * wide + plain * narrow <= room:
            titles = [max(_LEAST, self._title_in_two(column.heading)) for column in columns]
            spare = room - sum(
                wide if column.has_words else title
                for column, title in zip(columns, titles, strict=True)
            )
            if spare < 0 or not plain or max(titles) <= narrow:
                return [wide if column.has_words else narrow for column in columns]
            return [
                wide if column.has_words else title + spare // plain
                for column, title in zip(columns, titles, strict=True)
            ]
        # It is scrolled sideways anyway: titles have room at their usual size.
        return [
            wide if column.has_words else max(narrow, self._title_in_two(column.heading))
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

    def _update_corner(self) -> None:
        """Let the corner name the group whose title is scrolled away."""
        at = self.rowAt(self._pinned.covered_height() if self._pinned is not None else 0)
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


# Rows and columns of a table of estimates that its user puts in order: by the mouse at their
# headers, or by Alt and the arrow keys.


class IntervalTableMoves(QObject):
    """Emits what to move; the owner of the table moves it."""

    row_moved = Signal(object, object)
    """The key of the moved row, and that of the row whose place it takes."""

    column_moved = Signal(int, int)
    """The old and the new index of a column."""

    def __init__(self, table: IntervalTable) -> None:
        super().__init__(table)
        self._table = table
        for header, dropped in (
            (table.horizontalHeader(), self._column_dropped),
            (table.verticalHeader(), self._row_dropped),
        ):
            header.setSectionsMovable(True)
            header.sectionMoved.connect(dropped)
        keys: dict[str, Callable[[], None]] = {
            "Alt+Up": lambda: self._step_row(-1),
            "Alt+Down": lambda: self._step_row(1),
            "Alt+Left": lambda: self._step_column(-1),
            "Alt+Right": lambda: self._step_column(1),
        }
        for key, then in keys.items():
            made = QShortcut(QKeySequence(key), table)
            made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            made.activated.connect(then)

    def _step_row(self, step: int) -> None:
        at = self._table.currentIndex().row()
        key = self._table.current_key()
        lines = range(at + step, -1 if step < 0 else self._table.model().rowCount(), step)
        beyond = (each for each in map(self._table.row_key, lines) if each is not None)
        target = next(beyond, None)
        if key is not None and target is not None:
            self.row_moved.emit(key, target)

    def _step_column(self, step: int) -> None:
        at = self._table.currentIndex().column()
        if at >= 0 and 0 <= at + step < self._table.model().columnCount():
            self.column_moved.emit(at, at + step)

    def _column_dropped(self, _: int, before: int, now: int) -> None:
        _put_back(self._table.horizontalHeader(), now, before)
        # the header is still busy with the mouse: what follows fills the table anew
        QTimer.singleShot(0, self, lambda: self.column_moved.emit(before, now))

    def _row_dropped(self, _: int, before: int, now: int) -> None:
        _put_back(self._table.verticalHeader(), now, before)
        key, target = self._near(before, 1), self._near(now, 1 if now < before else -1)
        if key is not None and target is not None and key != target:
            QTimer.singleShot(0, self, lambda: self.row_moved.emit(key, target))

    def _near(self, line: int, step: int) -> Hashable | None:
        """The row at a line; at a title the row next to it."""
        found = self._table.row_key(line)
        return found if found is not None else self._table.row_key(line + step)


def _put_back(header: QHeaderView, now: int, before: int) -> None:
    with QSignalBlocker(header):
        header.moveSection(now, before)
    header.viewport().update()
