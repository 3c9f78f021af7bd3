"""Two lines below a table that tell of what is chosen in it, in words."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel


class ToldStrip(QWidget):
    """A sentence, and below it what it means; as high as what it says needs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said = ToneLabel()
        self._said.setFont(scaled_font(bold=True))
        self._meaning = ToneLabel("", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 0, 2, 4)
        column.setSpacing(2)
        for label in (self._said, self._meaning):
            label.setWordWrap(True)
            column.addWidget(label)

    def tell(self, said: str, meaning: str) -> None:
        """Say something else."""
        self._said.setText(said)
        self._meaning.setText(meaning)

    def text(self) -> str:
        """What it says."""
        return f"{self._said.text()}\n{self._meaning.text()}"
