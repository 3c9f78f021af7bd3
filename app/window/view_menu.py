"""The menu “View”: colours, language and size of the text, and how much of the screen is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.window.theme_menu import ThemeMenu


class ViewMenu(ThemeMenu):
    """`changes` are menus of what the window begins anew for, which is `possible` at times."""

    def __init__(
        self,
        settings: QSettings,
        changes: Sequence[QMenu],
        possible: Callable[[], bool],
        parent: QWidget,
    ) -> None:
        super().__init__(settings, parent)
        self.addSeparator()
        for each in changes:
            self.addMenu(each)
            self.aboutToShow.connect(lambda each=each: each.setEnabled(possible()))
        self.addSeparator()
        whole = QKeySequence(Qt.Modifier.SHIFT | Qt.Key.Key_F11)
        self.one_picture = self.addAction(self.tr("&One picture"), Qt.Key.Key_F11)
        self.full_screen = self.addAction(self.tr("&Full screen"), whole)
        parent.addActions([self.one_picture, self.full_screen])  # for their keys
