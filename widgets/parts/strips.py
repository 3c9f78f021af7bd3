"""Strips across a page: the last action with a button to undo it, a sentence on the current cell of
a table, a notice."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton, QWidget

from widgets.layout.boxes import hbox, vbox
from widgets.look.theme import draw_box, scaled_font, theme_signals
from widgets.parts.cards import ToneLabel, WrappedLabel, icon_button

_SHOWN_MS = 30_000


class ClosableStrip(QWidget):
    """Words in a box of a tone, with buttons at the right; hidden until it has something to say."""

    def __init__(self, tone: str | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tone = tone
        self._words = WrappedLabel()
        theme_signals().changed.connect(self.update)
        self.hide()

    def text(self) -> str:
        return self._words.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), self._tone)

    def _lay_out(self, *buttons: QAbstractButton) -> QToolButton:
        """Put the words, these buttons and *Close*, which is returned, in a row."""
        close = icon_button("close", self.tr("Close"), self)
        close.clicked.connect(self._close)
        hbox(self, (self._words, 1), *buttons, close, margins=(16, 6, 8, 6), spacing=8)
        return close

    def _close(self) -> None:
        self.hide()


class UndoStrip(ClosableStrip):
    """Names the last action. It stays for half a minute, or until it is closed; nothing waits for
    it."""

    undo_requested = Signal()

    dismissed = Signal()
    """It was closed or timed out: the action is final."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.button = QPushButton(self.tr("&Undo"), self)
        self.button.setToolTip(self.tr("Restore it (Ctrl+Z)"))
        self.button.clicked.connect(self._undo)
        # A shortcut of the button itself would take the place of the underlined letter.
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        undo.activated.connect(self._undo)
        self._timer = QTimer(self, interval=_SHOWN_MS, singleShot=True)
        self._timer.timeout.connect(self._close)
        self._lay_out(self.button)

    def offer(self, words: str) -> None:
        """Show an action, and offer to undo it."""
        self._words.setText(words)
        self.show()
        self._timer.start()

    def _undo(self) -> None:
        self._timer.stop()
        self.hide()
        self.undo_requested.emit()

    def _close(self) -> None:
        self._timer.stop()
        self.hide()
        self.dismissed.emit()


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


class NoticeStrip(ClosableStrip):
    """Stays until it is closed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("warning", parent)
        self._lay_out()

    def show_text(self, words: str) -> None:
        self._words.setText(words)
        self.show()
