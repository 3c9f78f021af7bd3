"""A strip above the pages with a yes/no question, which is not modal."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

from widgets.layout.boxes import hbox, vbox
from widgets.look.theme import draw_box, scaled_font, theme_signals
from widgets.parts.cards import ToneLabel, WrappedLabel


class QuestionStrip(QWidget):
    """A question in a strip; everything else goes on while it waits for an answer."""

    answered = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ToneLabel("")
        self._title.setFont(scaled_font(bold=True))
        self._text = WrappedLabel("", "muted")
        self._yes = QPushButton(self)
        self._no = QPushButton(self)
        self._yes.clicked.connect(lambda: self._answer(True))
        self._no.clicked.connect(lambda: self._answer(False))
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.activated.connect(lambda: self._answer(False))
        escape.activatedAmbiguously.connect(lambda: self._answer(False))
        self._lay_out()
        self.hide()
        theme_signals().changed.connect(self.update)

    def ask(self, title: str, text: str, yes: str, no: str) -> None:
        """Show a question with the words of both answers."""
        self._title.setText(title)
        self._text.setText(text)
        self._yes.setText(yes)
        self._no.setText(no)
        self.show()
        self._no.setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "warning")

    def _lay_out(self) -> None:
        words = vbox(None, self._title, self._text, spacing=4)
        hbox(self, (words, 1), self._yes, self._no, margins=(16, 12, 12, 12), spacing=8)

    def _answer(self, yes: bool) -> None:
        self.hide()
        self.answered.emit(yes)
