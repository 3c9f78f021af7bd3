"""The question how many repetitions to add to a campaign."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from widgets.fields.number_field import NumberField
from widgets.layout.layouts import FlowLayout
from widgets.look.theme import draw_box, scaled_font, theme_signals
from widgets.parts.cards import FormLabel, ToneLabel

_USUAL, _MOST = 8, 1000


class MoreRepetitions(QWidget):
    """A non-modal strip with a number and two buttons."""

    chosen = Signal(int)
    """The number of repetitions to add, in whole blocks."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ToneLabel(self.tr("More repetitions of every cell"))
        self._title.setFont(scaled_font(bold=True))
        self._text = ToneLabel(
            self.tr("Four times the repetitions halve the interval."),
            "muted",
        )
        self._text.setWordWrap(True)
        self._passes = 2
        self.count = NumberField(1, _MOST, _USUAL)
        self.count.editingFinished.connect(self._make_whole)
        self._add = QPushButton(self.tr("&Add and run them"))
        self._add.clicked.connect(self._answer)
        self._leave = QPushButton(self.tr("N&ot now"))
        self._leave.clicked.connect(self.hide)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.activated.connect(self.hide)
        escape.activatedAmbiguously.connect(self.hide)
        self._lay_out()
        self.hide()
        theme_signals().changed.connect(self.update)

    def count_in_blocks_of(self, passes: int) -> None:
        """Set how many repetitions a block has."""
        self._passes = passes

    def ask(self) -> None:
        """Show the question."""
        pairs = self._passes > 1
        self.count.setSingleStep(self._passes)
        self.count.setToolTip(
            self.tr("Enter an even number: a block takes two repetitions")
            if pairs
            else self.tr("At least 1")
        )
        self.show()
        self.count.setFocus(Qt.FocusReason.OtherFocusReason)
        self.count.selectAll()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "accent")

    def _make_whole(self) -> None:
        self.count.setValue(self.count.value() + self.count.value() % self._passes)

    def _answer(self) -> None:
        self._make_whole()
        self.hide()
        self.chosen.emit(self.count.value())

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self._title)
        words.addWidget(self._text)
        answer = QWidget()
        row = FlowLayout(answer)
        row.addWidget(FormLabel(self.tr("Repet&itions"), self.count))
        for part in (self.count, self._add, self._leave):
            row.addWidget(part)
        words.addWidget(answer)
        around = QHBoxLayout(self)
        around.setContentsMargins(16, 12, 12, 12)
        around.addLayout(words)
