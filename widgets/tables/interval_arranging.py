"""Rows and columns of a table of estimates that its user puts in order: by the mouse at their
headers, or by Alt and the arrow keys."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHeaderView

from widgets.tables.interval_view import IntervalTable


class Arranging(QObject):
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
