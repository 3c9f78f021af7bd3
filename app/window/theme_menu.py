"""The window's colour scheme: chosen in a menu, remembered between sessions."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.system.folders import config_folder
from engines.platform.private_files import private_folder
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
        """Take over a scheme and remember it."""
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


def settings() -> QSettings:
    """What the window remembers; beside the store where CIPHERBENCH_HOME names a folder."""
    home = os.environ.get("CIPHERBENCH_HOME")
    if home:
        return QSettings(str(Path(home) / "window.ini"), QSettings.Format.IniFormat)
    with suppress(OSError):  # Qt would make it for everybody, and saved connections are beside
        private_folder(config_folder())
    return QSettings("cipherbench", "cipherbench")


def chosen_scheme(settings: QSettings) -> Scheme:
    """The remembered colour scheme."""
    match settings.value("scheme"):
        case "light":
            return "light"
        case "dark":
            return "dark"
    return "system"
