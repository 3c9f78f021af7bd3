"""The menu “View”: colour scheme, language, text size and full screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.window.settings import chosen_scheme
from widgets.look.theme import Scheme, apply_theme


class ThemeMenu(QMenu):
    """System, light or dark."""

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._group = QActionGroup(self)
        self._add("system", self.tr("&System"))
        self._add("light", self.tr("&Light"))
        self._add("dark", self.tr("&Dark"))

    def choose(self, scheme: Scheme) -> None:
        """Apply a scheme and store it in the settings."""
        self._settings.setValue("scheme", scheme)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply_theme(app, scheme)

    def _add(self, scheme: Scheme, word: str) -> None:
        action = QAction(word, self._group)
        action.setCheckable(True)
        action.setChecked(scheme == chosen_scheme(self._settings))
        action.triggered.connect(lambda: self.choose(scheme))
        self.addAction(action)


class ViewMenu(ThemeMenu):
    """The whole menu. `changes` are menus of changes that need a new window; they are enabled while
    `may_change` returns True."""

    def __init__(
        self,
        settings: QSettings,
        changes: Sequence[QMenu],
        may_change: Callable[[], bool],
        parent: QWidget,
    ) -> None:
        super().__init__(settings, parent)
        self.addSeparator()
        for each in changes:
            self.addMenu(each)
            self.aboutToShow.connect(lambda each=each: each.setEnabled(may_change()))
        self.addSeparator()
        whole = QKeySequence(Qt.Modifier.SHIFT | Qt.Key.Key_F11)
        self.one_picture = self.addAction(self.tr("&One picture"), Qt.Key.Key_F11)
        self.full_screen = self.addAction(self.tr("&Full screen"), whole)
        parent.addActions([self.one_picture, self.full_screen])  # for their keys
