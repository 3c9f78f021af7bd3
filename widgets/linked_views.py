"""Pictures side by side that are zoomed together, each with a caption and what its block holds."""

from __future__ import annotations

import math

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontDatabase, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from widgets.cards import Badge, ToneLabel
from widgets.image_view import ImageView
from widgets.theme import scaled_font
from widgets.view_link import ViewLink

_GAP = 12
_BYTES_IN_LINE = 8


class PicturePanel(QWidget):
    """A picture between its title and two lines: what it tells, and the block pointed at."""

    def __init__(self, link: ViewLink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = ImageView(link, self)
        self._title = ToneLabel()
        self._title.setFont(scaled_font(bold=True))
        self._badges = QHBoxLayout()
        self._badges.setSpacing(4)
        self._figure = ToneLabel()
        self._block = ToneLabel("", "muted")
        self._block.setFont(_mono_font())
        self._block.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._words = (self._title, self._figure, self._block)
        for label in self._words:  # a long caption never makes the picture wider
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._title, 1)
        head.addLayout(self._badges)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(head)
        column.addWidget(self.view, 1)
        column.addWidget(self._figure)
        column.addWidget(self._block)
        self.show_block("", "")

    def title(self) -> str:
        """The title shown."""
        return self._title.text()

    def figure(self) -> str:
        """The line under the picture."""
        return self._figure.text()

    def block_text(self) -> str:
        """What is told of the block pointed at, without line breaks."""
        return " ".join(self._block.text().split())

    def badges(self) -> list[str]:
        """The words beside the title."""
        return [badge.text() for badge in self.findChildren(Badge) if not badge.isHidden()]

    def set_title(self, title: str, badges: tuple[tuple[str, str], ...] = ()) -> None:
        """Title, and pairs of word and tone beside it."""
        self._title.setText(title)
        self._title.setToolTip(title)
        self.view.setAccessibleName(", ".join((title, *(word for word, _ in badges))))
        while item := self._badges.takeAt(0):
            if part := item.widget():
                part.hide()
                part.deleteLater()
        for word, tone in badges:
            self._badges.addWidget(Badge(word, tone))

    def set_figure(self, text: str, tone: str = "text", tip: str = "") -> None:
        """The line that says what the picture tells."""
        self._figure.setText(text)
        self._figure.set_tone(tone)
        self._figure.setToolTip(tip or text)
        self.view.setAccessibleDescription(text)

    def show_block(self, digits: str, note: str) -> None:
        """Bytes in hexadecimal digits, eight a line, and how often they occur; keeps its height."""
        pairs = [digits[at : at + 2] for at in range(0, len(digits), 2)]
        lines = [
            " ".join(pairs[at : at + _BYTES_IN_LINE])
            for at in range(0, 2 * _BYTES_IN_LINE, _BYTES_IN_LINE)
        ]
        self._block.setText("\n".join((*lines, note)))
        self._block.setToolTip("\n".join(filter(None, (" ".join(pairs), note))))

    def words_height(self) -> int:
        """What title and lines take of the height."""
        return sum(label.sizeHint().height() for label in self._words) + 10


class LinkedViews(QWidget):
    """As many panels as are wanted, in as many columns as show the pictures largest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.link = ViewLink(self)
        self._panels: list[PicturePanel] = []
        self.link.changed.connect(self._arrange)
        self._shape = QSize()
        self.setMinimumSize(480, 260)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def panels(self) -> list[PicturePanel]:
        """The panels, in reading order."""
        return list(self._panels)

    def set_count(self, count: int) -> list[PicturePanel]:
        """Make or remove panels at the end until there are so many."""
        while len(self._panels) > count:
            panel = self._panels.pop()
            panel.hide()
            panel.deleteLater()
        while len(self._panels) < count:
            panel = PicturePanel(self.link, self)
            self._panels.append(panel)
            panel.show()
        self._arrange(anew=True)
        return self.panels()

    def sizeHint(self) -> QSize:
        return QSize(960, 420)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(anew=True)

    def _arrange(self, *, anew: bool = False) -> None:
        if not self._panels or (not anew and self._shape == self.link.size):
            return
        self._shape = QSize(self.link.size)
        columns = self._best_columns()
        rows = math.ceil(len(self._panels) / columns)
        width = (self.width() - _GAP * (columns - 1)) // columns
        height = (self.height() - _GAP * (rows - 1)) // rows
        for number, panel in enumerate(self._panels):
            x, y = number % columns * (width + _GAP), number // columns * (height + _GAP)
            panel.setGeometry(QRect(x, y, width, height))

    def _best_columns(self) -> int:
        """The fewest rows of those that show the pictures about as large as can be."""
        options = range(len(self._panels), 0, -1)
        best = max(map(self._scale_with, options))
        return next(each for each in options if self._scale_with(each) >= 0.97 * best)

    def _scale_with(self, columns: int) -> float:
        """How large pictures are shown in so many columns."""
        rows = math.ceil(len(self._panels) / columns)
        words = self._panels[0].words_height()
        width = (self.width() - _GAP * (columns - 1)) / columns
        height = (self.height() - _GAP * (rows - 1)) / rows - words
        shape = self._shape if not self._shape.isEmpty() else QSize(4, 3)
        return min(width / shape.width(), height / shape.height())


def _mono_font() -> QFont:
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(scaled_font(0.88).pointSizeF())
    return font
