"""What to do, what to plan for, whether to trust it: three cards beside each other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.report.page_one.model import Card, CardKind, Level
from app.window.base.messages import message_text
from widgets.look.theme import draw_box, scaled_font, theme_signals
from widgets.parts.cards import ToneLabel

_TONES = {Level.HIGH: "good", Level.FAIR: "warning", Level.LOW: "bad"}


class AnswerCard(QWidget):
    """What is asked over the answer in large letters, and its lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ToneLabel("", "muted")
        self.head, self.lines = ToneLabel(), ToneLabel()
        self.title.setFont(scaled_font(0.9, bold=True))
        self.head.setFont(scaled_font(1.2, bold=True))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(4)
        for label in (self.title, self.head, self.lines):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        column.addStretch(1)
        theme_signals().changed.connect(self.update)

    def show_card(self, card: Card) -> None:
        """Show an answer; trust has its colour beside its word."""
        self.title.setText(message_text(card.title))
        self.head.setText(message_text(card.head.message))
        self.head.set_tone(_TONES[card.level] if card.level is not None else "text")
        lines = card.whole or card.lines  # there is no page 2 here to lead to
        self.lines.setText("\n".join(message_text(each.message) for each in lines))
        self.lines.setVisible(bool(lines))

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect())


class AnswerCards(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = {kind: AnswerCard(self) for kind in CardKind}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        for card in self.cards.values():
            row.addWidget(card, 1)

    def show_cards(self, cards: Sequence[Card]) -> None:
        for each in cards:
            self.cards[each.kind].show_card(each)
