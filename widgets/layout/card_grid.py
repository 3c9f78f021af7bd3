"""Cards of equal width: as many side by side as have room, the others below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

_GAP = 16


class CardGrid(QWidget):
    """No card is narrower than `least` pixels, and none has more than `most` beside it."""

    def __init__(self, least: int, most: int = 3, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._least, self._most = least, most
        self._cards: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add_card(self, card: QWidget) -> None:
        """Add a card behind the others."""
        card.setParent(self)
        self._cards.append(card)
        card.show()
        self.updateGeometry()

    def cards(self) -> Sequence[QWidget]:
        """The cards, in reading order."""
        return tuple(self._cards)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        rows = self._row_heights(width)
        return sum(rows) + _GAP * max(0, len(rows) - 1)

    def sizeHint(self) -> QSize:
        width = self._most * self._least + (self._most - 1) * _GAP
        return QSize(width, self.heightForWidth(max(self.width(), self._least)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._least, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        columns, width = self._columns(self.width())
        top = 0
        for row, height in enumerate(self._row_heights(self.width())):
            for at, card in enumerate(self._cards[row * columns : (row + 1) * columns]):
                card.setGeometry(QRect(at * (width + _GAP), top, width, height))
            top += height + _GAP
        self.setMinimumHeight(max(0, top - _GAP))

    def _columns(self, width: int) -> tuple[int, int]:
        """How many, and how wide each is."""
        fitting = (width + _GAP) // (self._least + _GAP)
        columns = max(1, min(self._most, fitting, len(self._cards) or 1))
        return columns, (width - _GAP * (columns - 1)) // columns

    def _row_heights(self, width: int) -> list[int]:
        columns, each = self._columns(width)
        rows = (self._cards[at : at + columns] for at in range(0, len(self._cards), columns))
        return [max(_height(card, each) for card in row) for row in rows]


def _height(card: QWidget, width: int) -> int:
    layout = card.layout()
    if layout is not None and layout.hasHeightForWidth():
        return max(layout.totalHeightForWidth(width), card.minimumHeight())
    return max(card.sizeHint().height(), card.minimumHeight())
