"""A copy of a table's first lines, shown over its top while it is scrolled down."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView

from widgets.look.theme import current_palette, theme_signals
from widgets.tables.interval_model import IntervalModel
from widgets.tables.interval_painting import IntervalDelegate, RowNames

_MOST = 0.6
"""Most of the table's height that they take; larger ones scroll away."""


class HeldRows(QTableView):
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
        self._set_manners()
        self._dress()
        theme_signals().changed.connect(self._dress)
        table.horizontalScrollBar().valueChanged.connect(self.horizontalScrollBar().setValue)
        table.verticalScrollBar().valueChanged.connect(self.follow)
        self.hide()

    def _set_manners(self) -> None:
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
        table, held = self._table, self._lines.held
        height = sum(table.rowHeight(at) for at in range(held))
        room = table.viewport().geometry()
        shown = bool(held) and table.verticalScrollBar().value() > 0
        self.setVisible(shown and height < _MOST * room.height())
        if self.isHidden():
            return
        for at in range(held):
            self.setRowHeight(at, table.rowHeight(at))
        for at in range(len(self._lines.columns)):
            self.setColumnWidth(at, table.columnWidth(at))
        names = table.verticalHeader().width()
        self.verticalHeader().setFixedWidth(names)
        self.setGeometry(room.left() - names, room.top(), names + room.width(), height + 1)
        self.horizontalScrollBar().setValue(table.horizontalScrollBar().value())
        self.verticalScrollBar().setValue(0)
        self.raise_()

    def covered(self) -> int:
        """Pixels of the table's lines that it covers."""
        return 0 if self.isHidden() else self.height()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolls the table."""
        self._table.wheelEvent(event)
