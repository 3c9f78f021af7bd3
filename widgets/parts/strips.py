"""Strips across a page: the last action with a button to undo it, a sentence on the current cell of
a table, a notice."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from widgets.layout.boxes import hbox, vbox
from widgets.look.icons import icon
from widgets.look.theme import draw_box, scaled_font, theme_signals
from widgets.parts.cards import ToneLabel

# A strip that names the last action, with a button to undo it.

_SHOWN_MS = 30_000


class UndoStrip(QWidget):
    """Stays for half a minute, or until it is closed; nothing waits for it."""

    undo_requested = Signal()

    dismissed = Signal()
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
        close.clicked.connect(self._dismiss)
        self._timer = QTimer(self, interval=_SHOWN_MS, singleShot=True)
        self._timer.timeout.connect(self._dismiss)
        row = hbox(self, (self._words, 1), self.button, margins=(16, 6, 8, 6), spacing=8)
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
        self.undo_requested.emit()

    def _dismiss(self) -> None:
        self._timer.stop()
        self.hide()
        self.dismissed.emit()


# Two lines below a table: a sentence on the current cell, and what it means.


class SentenceStrip(QWidget):
    """A sentence, and its meaning below; as high as both need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = ToneLabel()
        self._sentence.setFont(scaled_font(bold=True))
        self._meaning = ToneLabel("", "muted")
        column = vbox(self, margins=(2, 0, 2, 4), spacing=2)
        for label in (self._sentence, self._meaning):
            label.setWordWrap(True)
            column.addWidget(label)

    def show_sentence(self, sentence: str, meaning: str) -> None:
        """Show another sentence."""
        self._sentence.setText(sentence)
        self._meaning.setText(meaning)

    def text(self) -> str:
        """The sentence and its meaning, in two lines."""
        return f"{self._sentence.text()}\n{self._meaning.text()}"


class NoticeStrip(QWidget):
    """Stays until it is closed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ToneLabel()
        self._words.setWordWrap(True)
        close = QToolButton(self)
        close.setAutoRaise(True)
        close.setIcon(icon("close"))
        close.setAccessibleName(self.tr("Close"))
        close.clicked.connect(self.hide)
        row = hbox(self, (self._words, 1), margins=(16, 6, 8, 6), spacing=8)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignVCenter)
        theme_signals().changed.connect(self.update)
        self.hide()

    def show_text(self, words: str) -> None:
        self._words.setText(words)
        self.show()

    def text(self) -> str:
        return self._words.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "warning")
