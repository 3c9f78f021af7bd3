"""A strip that shows where a file was saved, and opens it or its folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QWidget

from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.theme import draw_box, theme_signals
from widgets.parts.cards import ElidedLabel
from widgets.saving.last_saved import open_file, saving, show_folder


class SavedStrip(QWidget):
    """Shows what was saved last, until it is closed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = Path()
        self._words = ElidedLabel()
        self.open_button = QPushButton(icon("open"), self.tr("&Open file"), self)
        self.folder_button = QPushButton(self.tr("Show in fol&der"), self)
        self.open_button.clicked.connect(lambda: open_file(self._path))
        self.folder_button.clicked.connect(lambda: show_folder(self._path))
        close = QToolButton(self)
        close.setAutoRaise(True)
        close.setIcon(icon("close"))
        close.setAccessibleName(self.tr("Close"))
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(self._words, 1)
        for part in (self.open_button, self.folder_button, close):
            row.addWidget(part)
        saving().saved.connect(self._show)
        theme_signals().changed.connect(self.update)
        self.hide()

    def text(self) -> str:
        return self._words.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "good")

    def _show(self, path: Path) -> None:
        self._path = path
        self._words.setText(filled(self.tr("Saved as {0}"), path))
        self.show()
