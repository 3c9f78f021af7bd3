"""Groups of rows with boxes to tick, as a tree of two levels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from widgets.look.names import plain_tip
from widgets.look.theme import number_font, scaled_font, theme_signals, tone_color

type Index = QModelIndex | QPersistentModelIndex

_ROW_HEIGHT, _PADDING, _BOX_WIDTH = 24, 26, 20
_ROLE = Qt.ItemDataRole
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class TreeCell:
    """One cell; without a `check` it has no box. `spoken` is read out in place of the text."""

    text: str = ""
    tone: str | None = None
    tip: str = ""
    check: bool | None = None
    spoken: str = ""


@dataclass(frozen=True)
class TreeColumn:
    """A column; `key` ticks its box in the current row, `stretch` has it take the room left."""

    title: str
    tip: str = ""
    key: Qt.Key | None = None
    number: bool = False
    stretch: bool = False


type CellProvider = Callable[[int, int, int], TreeCell]
"""Returns the cell of a group, a row of it (-1 for the group's own line) and a column. It is called
only for visible cells, so that a large tree costs nothing."""


class CheckTreeModel(QAbstractItemModel):
    """An index of a row carries the number of its group, counted from 1."""

    ticked = Signal(int, int, int, bool)
    """A box was ticked or cleared: group, row, column, on."""

    def __init__(self, columns: Sequence[TreeColumn], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = columns
        self._group_keys: Sequence[object] = ()
        self._row_counts: Sequence[int] = ()
        self._cell_provider: CellProvider = lambda group, row, column: TreeCell()

    def show(
        self, group_keys: Sequence[object], row_counts: Sequence[int], cell_provider: CellProvider
    ) -> bool:
        """Show groups of `row_counts` rows. Resets the model, and returns True, if keys or counts
        differ from before; else only refreshes the cells."""
        other = list(group_keys) != list(self._group_keys)
        other = other or list(row_counts) != list(self._row_counts)
        if other:
            self.beginResetModel()
        self._group_keys, self._row_counts = group_keys, row_counts
        self._cell_provider = cell_provider
        if other:
            self.endResetModel()
        else:
            self.notify_changed()
        return other

    def notify_changed(self) -> None:
        """Have views read the cells again."""
        last = len(self._columns) - 1
        for group, rows in enumerate(self._row_counts):
            parent = self.index(group, 0)
            if rows:
                here = self.index(0, 0, parent), self.index(rows - 1, last, parent)
                self.dataChanged.emit(*here)
        if self._row_counts:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._row_counts) - 1, last))

    def cell(self, index: Index) -> TreeCell:
        group = int(index.internalId())
        if not group:
            return self._cell_provider(index.row(), -1, index.column())
        return self._cell_provider(group - 1, index.row(), index.column())

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, child: Index = QModelIndex()) -> Any:  # noqa: B008
        group = int(child.internalId()) if child.isValid() else 0
        return self.createIndex(group - 1, 0, 0) if group else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._row_counts)
        return 0 if parent.internalId() or parent.column() else self._row_counts[parent.row()]

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        match role:
            case _ROLE.DisplayRole:
                return self._columns[section].title
            case _ROLE.ToolTipRole:
                return plain_tip(self._columns[section].tip) or None
            case _ROLE.TextAlignmentRole if self._columns[section].number:
                return _RIGHT
        return None

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> Any:
        cell, number = self.cell(index), self._columns[index.column()].number
        match role:
            case _ROLE.DisplayRole:
                return cell.text
            case _ROLE.ForegroundRole:
                return tone_color(cell.tone) if cell.tone else None
            case _ROLE.CheckStateRole:
                return None if cell.check is None else _state(cell.check)
            case _ROLE.ToolTipRole:
                return plain_tip(cell.tip) or None
            case _ROLE.AccessibleTextRole:
                return cell.spoken or cell.text
            case _:
                return self._appearance(index, role, number=number)

    def _size(self, cell: TreeCell) -> QSize:
        """As wide as its words, and as high as a row of a table."""
        metrics = QFontMetrics(scaled_font(bold=True))
        box = 0 if cell.check is None else _BOX_WIDTH
        width = metrics.horizontalAdvance(cell.text) + box + _PADDING
        return QSize(width, max(_ROW_HEIGHT, metrics.height() + 8))

    def _appearance(self, index: Index, role: int, *, number: bool) -> Any:
        if role == _ROLE.SizeHintRole:
            return self._size(self.cell(index))
        if role == _ROLE.TextAlignmentRole and number:
            return _RIGHT
        if role == _ROLE.FontRole:
            if not index.internalId() and not index.column():
                return scaled_font(bold=True)
            return number_font() if number else None
        return None

    def setData(self, index: Index, value: Any, role: int = _ROLE.EditRole) -> bool:
        if role != _ROLE.CheckStateRole or self.cell(index).check is None:
            return False
        on = Qt.CheckState(value) is Qt.CheckState.Checked
        self.ticked.emit(int(index.internalId()) - 1, index.row(), index.column(), on)
        last, parent = len(self._columns) - 1, index.parent()
        row = index.row()
        self.dataChanged.emit(self.index(row, 0, parent), self.index(row, last, parent))
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self.cell(index).check is None:
            return usual
        return usual | Qt.ItemFlag.ItemIsUserCheckable


class _WholeCellDelegate(QStyledItemDelegate):
    """A click anywhere in a cell with a box ticks it."""

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        if not isinstance(event, QMouseEvent) or event.button() is not Qt.MouseButton.LeftButton:
            return False
        on = index.data(_ROLE.CheckStateRole)
        if on is None or event.type() != QEvent.Type.MouseButtonRelease:
            return False
        checked = Qt.CheckState(on) is not Qt.CheckState.Checked
        box = model.index(index.row(), index.column(), index.parent())
        return model.setData(box, _state(checked), _ROLE.CheckStateRole)


class CheckTree(QTreeView):
    """Space ticks, and so do the keys of the columns; arrows fold and unfold groups."""

    current_changed = Signal(int, int)
    """Another row is current: group and row, -1 for a group's own line."""

    def __init__(self, columns: Sequence[TreeColumn], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = {each.key: at for at, each in enumerate(columns) if each.key is not None}
        self.tree_model = CheckTreeModel(columns, self)
        self.setModel(self.tree_model)
        self.setItemDelegate(_WholeCellDelegate(self))
        self.setUniformRowHeights(True)
        self.setIndentation(14)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setResizeContentsPrecision(0)  # what is shown, not a thousand rows
        header.setMinimumSectionSize(40)
        modes = QHeaderView.ResizeMode
        for at, each in enumerate(columns):
            mode = modes.Stretch if each.stretch else modes.ResizeToContents
            header.setSectionResizeMode(at, mode)
        self.selectionModel().currentChanged.connect(lambda index, _: self._emit_current(index))
        theme_signals().changed.connect(self.viewport().update)

    def show_groups(
        self, group_keys: Collection[object], row_counts: Sequence[int], cell_provider: CellProvider
    ) -> None:
        """Show groups, unfolded if keys or row counts differ from before."""
        if self.tree_model.show(list(group_keys), row_counts, cell_provider):
            self.expandAll()
            if row_counts:
                self.setCurrentIndex(self.tree_model.index(0, 0))

    def cell_index(self, group: int, row: int, column: int = 0) -> QModelIndex:
        """The index of a cell; row -1 is the group's own line."""
        top = self.tree_model.index(group, 0 if row >= 0 else column)
        return top if row < 0 else self.tree_model.index(row, column, top)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        at, index = self._keys.get(Qt.Key(event.key())), self.currentIndex()
        if at is None or not index.isValid():
            super().keyPressEvent(event)
            return
        box = index.siblingAtColumn(at)
        on = self.tree_model.cell(box).check
        if on is not None:
            self.tree_model.setData(box, _state(not on), _ROLE.CheckStateRole)

    def _emit_current(self, index: QModelIndex) -> None:
        if index.isValid():
            group = int(index.internalId())
            row = index.row()
            self.current_changed.emit(group - 1 if group else row, row if group else -1)


def _state(on: bool) -> Qt.CheckState:
    return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
