"""A button with a list of what is shown; its entries are ticked off without the list closing."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from widgets.look.names import as_label, plain_tip, shortened
from widgets.look.numbers import format_number


class FilterMenu(QPushButton):
    """Its text counts the shown entries if some are hidden."""

    changed = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._labels: list[tuple[str, str]] = []
        self._entries: dict[str, QAction] = {}
        self._menu = _OpenMenu(self)
        self._menu.setToolTipsVisible(True)
        self._all = self._menu.addAction(self.tr("Show &all"))
        self._all.triggered.connect(self._show_all)
        self._menu.addSeparator()
        self.setMenu(self._menu)
        self._show_counts()

    def set_entries(self, entries: Mapping[str, str]) -> None:
        """Offer entries, key → label; those hidden before stay so."""
        labels = list(entries.items())
        if labels == self._labels:
            return
        self._labels = labels
        hidden = self.hidden()
        for action in self._entries.values():
            self._menu.removeAction(action)
            action.deleteLater()
        self._entries = {key: self._entry(key, label) for key, label in entries.items()}
        self.hide_only(hidden)

    def hidden(self) -> frozenset[str]:
        """The keys of hidden entries."""
        return frozenset(key for key, each in self._entries.items() if not each.isChecked())

    def hide_only(self, keys: frozenset[str]) -> None:
        """Hide exactly these, without a signal."""
        for key, action in self._entries.items():
            action.setChecked(key not in keys)
        self._show_counts()

    def _entry(self, key: str, label: str) -> QAction:
        action = QAction(as_label(shortened(label)), self._menu)
        action.setToolTip(plain_tip(label))
        action.setCheckable(True)
        action.setChecked(True)
        action.setData(key)
        action.triggered.connect(self._on_ticked)
        self._menu.addAction(action)
        return action

    def _show_all(self) -> None:
        self.hide_only(frozenset())
        self.changed.emit()

    def _on_ticked(self) -> None:
        self._show_counts()
        self.changed.emit()

    def _show_counts(self) -> None:
        hidden, total = len(self.hidden()), len(self._entries)
        self._all.setEnabled(bool(hidden))
        self.setVisible(total > 1)
        if not hidden:
            self.setText(self._title)
            return
        frame = self.tr("{title}: {shown} of {total}")
        shown = format_number(total - hidden)
        self.setText(frame.format(title=self._title, shown=shown, total=format_number(total)))


class _OpenMenu(QMenu):
    """Stays open while entries are ticked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action: QAction | None = self.actionAt(event.position().toPoint())
        if action is not None and action.isCheckable():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)
