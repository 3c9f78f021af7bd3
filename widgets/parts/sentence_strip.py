"""Two lines below a table: a sentence on the current cell, and what it means."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel


class SentenceStrip(QWidget):
    """A sentence, and its meaning below; as high as both need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = ToneLabel()
        self._sentence.setFont(scaled_font(bold=True))
        self._meaning = ToneLabel("", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 0, 2, 4)
        column.setSpacing(2)
        for label in (self._sentence, self._meaning):
            label.setWordWrap(True)
            column.addWidget(label)

    def tell(self, sentence: str, meaning: str) -> None:
        """Show another sentence."""
        self._sentence.setText(sentence)
        self._meaning.setText(meaning)

    def text(self) -> str:
        """The sentence and its meaning, in two lines."""
        return f"{self._sentence.text()}\n{self._meaning.text()}"
