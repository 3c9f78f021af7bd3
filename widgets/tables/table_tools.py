"""Tools of every table: copying its selection and saving it, both in a menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QWidget

from widgets.look.numbers import plain_numbers
from widgets.look.theme import current_palette
from widgets.saving.saving import as_tsv, ask_save_path, file_name, saving, write_csv

# A header whose lower line runs the whole width of the table.


class LinedHeader(QHeaderView):
    """A horizontal header, quiet, with one line under all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setHighlightSections(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(QColor(current_palette().border))
        bottom = self.viewport().rect().bottom()
        painter.drawLine(0, bottom, self.viewport().width(), bottom)


Rows = list[list[str]]

_tr = QCoreApplication.translate


class TableTools(QObject):
    """Gives a view Ctrl+C and a context menu with copy and save.

    `selected` and `everything` return rows of text with their headers in the first row.
    """

    def __init__(
        self, view: QAbstractItemView, selected: Callable[[], Rows], everything: Callable[[], Rows]
    ) -> None:
        super().__init__(view)
        self._view = view
        self._selected = selected
        self._everything = everything
        self._offered: list[QAction] = []
        self._copy = self._action(
            _tr("TableTools", "&Copy"), self.copy, QKeySequence.StandardKey.Copy
        )
        self._copy_all = self._action(_tr("TableTools", "Copy &all"), self.copy_all)
        self._save = self._action(_tr("TableTools", "&Save as CSV…"), self._ask_where_to_save)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._open_menu)

    def copy(self) -> None:
        """Put the selection, or everything without one, on the clipboard as TSV."""
        QGuiApplication.clipboard().setText(as_tsv(self._selected() or self._everything()))

    def copy_all(self) -> None:
        """Put the whole table on the clipboard as TSV."""
        QGuiApplication.clipboard().setText(as_tsv(self._everything()))

    def save_csv(self, path: Path) -> None:
        """Write the whole table as CSV. Raises OSError."""
        with plain_numbers():
            rows = self._everything()
        write_csv(path, rows)

    def offer(self, actions: Sequence[QAction]) -> None:
        """Add actions above copy and save in the menu."""
        self._offered = list(actions)

    def build_menu(self) -> QMenu:
        """The context menu; it deletes itself when it closes."""
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._offered:
            menu.addActions(self._offered)
            menu.addSeparator()
        menu.addActions([self._copy, self._copy_all])
        menu.addSeparator()
        menu.addAction(self._save)
        return menu

    def _action(
        self,
        text: str,
        run: Callable[[], None],
        shortcut: QKeySequence.StandardKey | None = None,
    ) -> QAction:
        action = QAction(text, self._view)
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        if shortcut is not None:
            action.setShortcut(shortcut)
        action.triggered.connect(run)
        self._view.addAction(action)
        return action

    def _open_menu(self, position: QPoint) -> None:
        self.build_menu().popup(self._view.viewport().mapToGlobal(position))

    def _ask_where_to_save(self) -> None:
        name = file_name(self._view.accessibleName() or "table", ending="csv")
        filters = [_tr("TableTools", "Comma-separated values (*.csv)")]
        ask_save_path(self._view, name, filters, self._save_to)

    def _save_to(self, path: Path) -> None:
        try:
            self.save_csv(path)
        except OSError as error:
            save_failed = getattr(self._view, "save_failed", None)
            if save_failed is not None:
                save_failed.emit(str(error))
        else:
            saving().announce_saved(path)
