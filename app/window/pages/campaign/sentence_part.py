"""Base of a framed part of the campaign page, whose titles read as a sentence."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from widgets.fields.check_list import CheckItem, CheckList
from widgets.layout.boxes import hbox, vbox
from widgets.look.theme import current_palette, theme_signals
from widgets.parts.cards import SectionTitle, ToneLabel


class SentencePart(QWidget):
    """A title with a note, above the contents."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = ToneLabel("", "muted")
        head = hbox(None, (SectionTitle(title), 1), self.note, margins=(12, 0, 12, 0))
        self.column = vbox(self, head, margins=(1, 10, 1, 1), spacing=8)
        theme_signals().changed.connect(self.update)

    def add_scrolled(self, part: QWidget) -> QScrollArea:
        """Add a part that takes the space left, in a scroll area, which is returned."""
        around = _ScrollArea()
        around.setFrameShape(QFrame.Shape.NoFrame)
        around.setWidgetResizable(True)
        around.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        around.setWidget(part)
        around.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its contents get the focus
        row = hbox(None, around, margins=(6, 0, 2, 0))
        self.column.addLayout(row, 1)
        return around

    def add_row(self, part: QWidget) -> None:
        """Add a part in its own height, in line with the title."""
        row = hbox(None, part, margins=(12, 0, 12, 0))
        self.column.addLayout(row)

    def refill(self, part: CheckList, before: list[CheckItem], now: list[CheckItem]) -> None:
        """Replace a list's rows where they have changed; the focus stays on its row."""
        if now != before:
            focused = next((each.key for each in before if part.row(each.key).hasFocus()), "")
            part.set_items(now)
            if any(each.key == focused for each in now):
                part.row(focused).setFocus()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(palette.border))
        painter.setBrush(QColor(palette.surface))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)


class _ScrollArea(QScrollArea):
    """Scrolls vertically only: never narrower than its contents."""

    def minimumSizeHint(self) -> QSize:
        part: QWidget | None = self.widget()
        inside = part.minimumSizeHint().width() if part else 0
        return QSize(inside + self.verticalScrollBar().sizeHint().width(), 60)
