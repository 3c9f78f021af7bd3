"""Two panels of the window that never block: a question with two answers, and help."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from widgets.look.icons import icon
from widgets.look.theme import current_palette, draw_box, scaled_font, theme_signals
from widgets.parts.cards import SectionTitle, ToneLabel

_HELP_WIDTH = 340


class Question(QWidget):
    """A question in a strip; everything else goes on while it waits for an answer."""

    answered = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ToneLabel("")
        self._title.setFont(scaled_font(bold=True))
        self._text = ToneLabel("", "muted")
        self._text.setWordWrap(True)
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
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self._title)
        words.addWidget(self._text)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 12, 12)
        row.setSpacing(8)
        row.addLayout(words, 1)
        row.addWidget(self._yes)
        row.addWidget(self._no)

    def _answer(self, yes: bool) -> None:
        self.hide()
        self.answered.emit(yes)


class HelpPanel(QFrame):
    """Help for the page in front, over its right edge, until Esc or F1."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self._title = SectionTitle("")
        self._text = ToneLabel("", "text")
        self._text.setWordWrap(True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = QToolButton(self)
        close.setAutoRaise(True)
        close.setIcon(icon("close"))
        close.setToolTip(self.tr("Close (Esc)"))
        close.setAccessibleName(self.tr("Close"))
        close.clicked.connect(self.hide)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.activated.connect(self.hide)
        escape.activatedAmbiguously.connect(self.hide)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 16, 16)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self._text, 1)
        self.hide()
        theme_signals().changed.connect(self.update)

    def show_text(self, title: str, text: str) -> None:
        """Put the help of another page in."""
        self._title.setText(title)
        self._text.setText(text)

    def text(self) -> str:
        """The help that is shown."""
        return self._text.text()

    def stand_at_the_right(self) -> None:
        """Take the right edge of the window."""
        around = self._over.rect()
        self.setGeometry(around.right() - _HELP_WIDTH + 1, 0, _HELP_WIDTH, around.height())
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.surface))
        painter.setPen(QColor(palette.border))
        painter.drawLine(self.rect().topLeft(), self.rect().bottomLeft())
