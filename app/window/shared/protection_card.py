"""One protection explained: the server's answer, what it protects and what it reveals."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.servers.capability_answers import Answer
from app.window.base.messages import message_text
from app.window.shared.protection_words import (
    BadgeWords,
    abilities,
    badges,
    cipher_title,
    exclusion_tone,
    exclusion_word,
    kind_title,
    thieves,
)
from engines.properties import FIXED_IV, Properties
from widgets.layout.layouts import FlowLayout
from widgets.look.theme import current_palette, theme_signals
from widgets.parts.cards import Badge, SectionTitle, ToneLabel

_SIDE_WIDTH = 300
_BELOW_HEIGHT = 212
_HINT_HEIGHT = 64
_ANY_SIZE = 16_777_215
"""QWIDGETSIZE_MAX, which PySide6 does not export."""


class ProtectionCard(QScrollArea):
    """Placed at the side of a matrix if there is room, else below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Properties of the protection"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._at_side = True
        self._badges: list[Badge] = []
        self._hint = _wrapped("", "muted")
        self._title = SectionTitle("")
        self._where = ToneLabel("", "muted")
        self._answer = _wrapped("")
        self._answer.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._protects, self._gives_away = _wrapped(""), _wrapped("")
        self._study = _wrapped("", "muted")
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(12)
        self._facts.setVerticalSpacing(4)
        self._facts.setColumnStretch(1, 1)
        self._flow_part = QWidget()
        self._flow = FlowLayout(self._flow_part, gap=4, line_gap=4)
        self._lay_out()
        self.show_hint(self.tr("Choose a mark to read what it means."))

    def show_hint(self, text: str) -> None:
        """Show only a hint."""
        self._hint.setText(text)
        self._hint.show()
        self._body.hide()
        self._take_height()

    def show_answer(self, answer: Answer, verdict: str, tone: str) -> None:
        """Show a cipher and how `verdict` says a server answered."""
        self._hint.hide()
        self._body.show()
        self._take_height()
        self._title.setText(cipher_title(answer.protection))
        self._where.setText(kind_title(answer.kind).lower())
        self._answer.set_tone(tone)
        self._answer.setText(verdict)
        found = answer.properties()
        self._protects.setText(_titled(self.tr("Protects"), message_text(found.protects)))
        self._gives_away.setText(_titled(self.tr("Reveals"), message_text(found.gives_away)))
        self._show_badges(badges([found], answer.kind))
        self._show_study(answer)
        self._show_facts(found)
        self.verticalScrollBar().setValue(0)

    def text(self) -> str:
        """All text of the card, line by line."""
        labels = self._part.findChildren(ToneLabel)
        words = [label.text() for label in labels if label.isVisibleTo(self._part)]
        return "\n".join([*words, *(badge.text() for badge in self._badges)])

    def place_at_side(self, at_side: bool) -> None:
        """Lay out for a place at the side of the matrix, or below it."""
        way = QBoxLayout.Direction.TopToBottom if at_side else QBoxLayout.Direction.LeftToRight
        self._halves.setDirection(way)
        self._halves.setStretch(0, 0 if at_side else 1)
        self._halves.setStretch(2, 1 if at_side else 0)
        self.setMinimumWidth(_SIDE_WIDTH if at_side else 0)
        self.setMaximumWidth(_SIDE_WIDTH if at_side else _ANY_SIZE)
        self._at_side = at_side
        self._take_height()

    def _take_height(self) -> None:
        """Stay low below the matrix while only a hint is shown."""
        below = _HINT_HEIGHT if self._body.isHidden() else _BELOW_HEIGHT
        self.setMinimumHeight(0 if self._at_side else below)
        self.setMaximumHeight(_ANY_SIZE if self._at_side else below)

    def side_width(self) -> int:
        """The width needed at the side of the matrix, in pixels."""
        return _SIDE_WIDTH

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(palette.border))
        painter.setBrush(QColor(palette.surface))
        box = QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, 6, 6)

    def _show_badges(self, words: BadgeWords) -> None:
        for badge in self._badges:
            self._flow.removeWidget(badge)
            badge.hide()
            badge.deleteLater()
        self._badges = [Badge(word, tone) for word, tone in words]
        for badge in self._badges:
            self._flow.addWidget(badge)
            badge.show()
        self._flow_part.setVisible(bool(words))

    def _show_study(self, answer: Answer) -> None:
        """Show what is weaker under the study profile, if anything."""
        fixed = answer.properties(fixed_iv=True)
        worse = answer.able and FIXED_IV in fixed.marks
        if worse:
            title = self.tr("With one fixed IV, as in the study profile")
            self._study.setText(_titled(title, message_text(fixed.gives_away)))
        self._study.setVisible(worse)

    def _show_facts(self, found: Properties) -> None:
        while item := self._facts.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        facts = [
            (name, exclusion_word(stored), exclusion_tone(stored))
            for name, stored in thieves(found)
        ]
        gap = len(facts)
        facts += [("", "", "text"), *((name, word, "text") for name, word in abilities(found))]
        for row, (name, word, tone) in enumerate(facts):
            if row == gap:
                self._facts.setRowMinimumHeight(row, 6)
                continue
            for column, label in enumerate((ToneLabel(name, "muted"), ToneLabel(word, tone))):
                self._facts.addWidget(label, row, column)
                label.show()

    def _lay_out(self) -> None:
        self._part, self._body = QWidget(), QWidget()
        words = QVBoxLayout()
        words.setSpacing(6)
        head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self._where, 1)
        words.addLayout(head)
        for part in (self._answer, self._flow_part):
            words.addWidget(part)
        for part in (self._protects, self._gives_away, self._study):
            part.setTextFormat(Qt.TextFormat.RichText)
            words.addWidget(part)
        words.addStretch(1)
        right = QVBoxLayout()
        right.addLayout(self._facts)
        right.addStretch(1)
        self._halves = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._body)
        self._halves.setContentsMargins(0, 0, 0, 0)
        self._halves.setSpacing(16)
        self._halves.addLayout(words, 1)
        self._halves.addLayout(right)
        self._halves.addStretch(0)
        column = QVBoxLayout(self._part)
        column.setContentsMargins(14, 10, 14, 10)
        column.addWidget(self._hint)
        column.addWidget(self._body, 1)
        self.setWidget(self._part)
        theme_signals().changed.connect(self.viewport().update)


def _titled(title: str, sentence: str) -> str:
    return f"<b>{escape(title)}:</b> {escape(sentence)}"


def _wrapped(text: str, tone: str = "text") -> ToneLabel:
    label = ToneLabel(text, tone)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
