"""A strip that names the last action, with a button to undo it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QWidget

from widgets.look.icons import icon
from widgets.look.theme import draw_box, theme_signals
from widgets.parts.cards import ToneLabel

_SHOWN_MS = 30_000


class UndoStrip(QWidget):
    """Stays for half a minute, or until it is closed; nothing waits for it."""

    wanted = Signal()

    gone = Signal()
    """It was closed or timed out: the action is final."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ToneLabel()
        self._words.setWordWrap(True)
        self.button = QPushButton(self.tr("&Undo"), self)
        self.button.setToolTip(self.tr("Restore it (Ctrl+Z)"))
        self.button.clicked.connect(self._undo)
        # A shortcut of the button itself would take the place of the underlined letter.
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        undo.activated.connect(self._undo)
        close = QToolButton(self)
        close.setAutoRaise(True)
        close.setIcon(icon("close"))
        close.setAccessibleName(self.tr("Close"))
        close.clicked.connect(self._go)
        self._timer = QTimer(self, interval=_SHOWN_MS, singleShot=True)
        self._timer.timeout.connect(self._go)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(self._words, 1)
        row.addWidget(self.button)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignVCenter)
        theme_signals().changed.connect(self.update)
        self.hide()

    def offer(self, words: str) -> None:
        """Show an action, and offer to undo it."""
        self._words.setText(words)
        self.show()
        self._timer.start()

    def text(self) -> str:
        return self._words.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect())

    def _undo(self) -> None:
        self._timer.stop()
        self.hide()
        self.wanted.emit()

    def _go(self) -> None:
        self._timer.stop()
        self.hide()
        self.gone.emit()
