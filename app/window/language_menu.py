"""The window's language: chosen in a menu, remembered between sessions."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSettings, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.window.base.language import language_name, languages, speak


class LanguageMenu(QMenu):
    """The system's, or one of those that there are, each by its own name."""

    chosen = Signal()
    """Another one is spoken: what is shown must be made anew."""

    def __init__(self, stored: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Lan&guage"))
        self._stored = stored
        self._group = QActionGroup(self)
        self._add("", self.tr("&System"))
        for code in languages():
            self._add(code, language_name(code))

    def choose(self, code: str) -> None:
        """Take over a language and remember it."""
        if code == chosen_language(self._stored):
            return
        self._stored.setValue("language", code)
        app = QCoreApplication.instance()
        assert app is not None
        speak(app, code)
        self.chosen.emit()

    def _add(self, code: str, word: str) -> None:
        action = QAction(word, self._group)
        action.setCheckable(True)
        action.setChecked(code == chosen_language(self._stored))
        action.triggered.connect(lambda: self.choose(code))
        self.addAction(action)


def chosen_language(stored: QSettings) -> str:
    """The remembered one; empty for the system's."""
    code = str(stored.value("language", ""))
    return code if code in languages() else ""
