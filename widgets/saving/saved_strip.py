"""Where a file was saved, in a status bar, with buttons that open it or its folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QToolButton, QWidget

from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.parts.cards import ElidedLabel
from widgets.saving.last_saved import open_file, saving, show_folder

_SHOWN_MS, _ROOM_FOR_BOTH = 15_000, 820
"""Milliseconds that it is shown, and pixels of a window whose status bar has room for all of it."""


class SavedStrip(QWidget):
    """Shows what was saved last for some seconds; longer while it is pointed at or has the
    keyboard. It lies in a line that is there anyway, so that it covers and moves nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rest = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._rest.timeout.connect(self._leave)
        self._path = Path()
        self._words = ElidedLabel("", "good", cut=Qt.TextElideMode.ElideMiddle)
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
        row.setContentsMargins(0, 0, 8, 0)
        self.setMaximumHeight(self.fontMetrics().height() + 4)  # that of a line of a status bar
        row.setSpacing(8)
        row.addWidget(self._words, 1)
        for button in (self.open_button, self.folder_button):
            button.setProperty("slim", True)
        for part in (self.open_button, self.folder_button, close):
            row.addWidget(part)
        saving().saved.connect(self._show)
        self.hide()

    def text(self) -> str:
        return self._words.text()

    def _show(self, path: Path) -> None:
        self._path = path
        narrow = self.window().width() < _ROOM_FOR_BOTH
        self.folder_button.setVisible(not narrow)
        self._words.setText(filled(self.tr("Saved as {0}"), path.name if narrow else path))
        self._rest.start()
        self.show()

    def _leave(self) -> None:
        focused = QApplication.focusWidget()
        if self.underMouse() or (focused is not None and self.isAncestorOf(focused)):
            self._rest.start()
        else:
            self.hide()
