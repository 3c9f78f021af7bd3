"""Pictures side by side that are zoomed together, each with a caption and what its block holds."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.images.image_view import GRID_FROM, ImageView
from widgets.images.view_link import ViewLink
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import full_screen_kind
from widgets.look.fonts import mono_font
from widgets.look.names import plain_tip
from widgets.look.stale_overlay import StaleOverlay
from widgets.look.theme import scaled_font
from widgets.parts.cards import Badge, ElidedLabel

_GAP, _SMALLER = 12, 0.85
"""Pixels between panels, and how large letters are that would be cut else."""
_ROOM_FOR_NOTE = 150
"""Pixels of height below which a panel has one line less, for the picture's sake."""
_LETTERS, _LARGEST = 20, 4.0
"""Lines of words that would fill a screen that one picture has to itself, and how many times as
large as usual their letters are at most."""


class PicturePanel(QWidget):
    """A picture between its title and two lines: what it tells, or the block pointed at."""

    def __init__(self, link: ViewLink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = ImageView(link, self)
        middle = Qt.TextElideMode.ElideMiddle  # names and figures stand at either end
        self._title = ElidedLabel(cut=middle)
        self._title.setFont(scaled_font(bold=True))
        self._title.setMinimumHeight(Badge(" ").sizeHint().height())
        self._badges = hbox(None, spacing=4)
        self._figure = ElidedLabel(cut=middle)
        self._figure.setFont(scaled_font(bold=True))
        self._note = ElidedLabel("", "muted", cut=middle)
        self._note.setFont(mono_font(0.85))
        self._note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._figure_text = self._short_figure = self._note_text = self._tip = ""
        self._tone = "text"
        self._pointing = False
        self._larger = 1.0
        self._block_words = ("", "")
        self._words = (self._title, self._figure, self._note)
        for label in self._words:  # a long caption never makes the picture wider
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        head = hbox(None, (self._title, 1), self._badges, spacing=6)
        vbox(self, head, (self.view, 1), self._figure, self._note, spacing=3)
        self._veil = StaleOverlay(self)
        self._show_lines()

    def dim(self, on: bool) -> None:
        """Draw a veil over it, or take it away."""
        self._veil.draw(on)

    def is_dimmed(self) -> bool:
        return not self._veil.isHidden()

    def title(self) -> str:
        return self._title.text()

    def figure(self) -> str:
        return self._figure.text()

    def note(self) -> str:
        """The line below that one."""
        return self._note.text()

    def badges(self) -> list[str]:
        """The badges next to the title."""
        return [badge.text() for badge in self.findChildren(Badge) if not badge.isHidden()]

    def set_title(self, title: str, badges: tuple[tuple[str, str], ...] = ()) -> None:
        """Show a title, and badges next to it as pairs of word and tone."""
        self._title.setText(title)
        self._title.setToolTip(plain_tip(title))
        self.view.setAccessibleName(", ".join((title, *(word for word, _ in badges))))
        while item := self._badges.takeAt(0):
            if part := item.widget():
                part.hide()
                part.deleteLater()
        for word, tone in badges:
            self._badges.addWidget(Badge(word, tone))
        self._letter()

    def enlarge(self, larger: float) -> None:
        """Have letters so many times as large as usual."""
        self._larger = larger
        self._letter()

    def _letter(self) -> None:
        self._title.setFont(scaled_font(self._larger, bold=True))
        self._note.setFont(mono_font(0.85 * self._larger))
        for badge in self.findChildren(Badge):
            badge.setFont(scaled_font(0.9 * self._larger))
        self._title.setMinimumHeight(round(Badge(" ").sizeHint().height() * self._larger))
        self._show_lines()

    def set_figure(
        self, text: str, tone: str = "text", note: str = "", tip: str = "", short: str = ""
    ) -> None:
        """The line that says what the picture tells, `short` where that has no room, and a note in
        smaller letters."""
        self._figure_text, self._tone, self._note_text, self._tip = text, tone, note, tip
        self._short_figure = short or text
        self._show_lines()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._note.setVisible(self.height() >= _ROOM_FOR_NOTE)
        self._show_lines()

    def _fitting_figure(self) -> str:
        return self._figure_text if self._fits(self._figure_text) else self._short_figure

    def _fits(self, text: str) -> bool:
        usual = QFontMetrics(scaled_font(self._larger, bold=True))
        return usual.horizontalAdvance(text) <= self.width()

    def show_block(self, text: str, digits: str) -> None:
        """Show a text on the block under the pointer in place of the lines; empty restores them."""
        self._pointing = bool(text or digits)
        self._block_words = (text, digits)
        self._show_lines()

    def _show_lines(self) -> None:
        figure, note = self._fitting_figure(), self._note_text
        if self._pointing:
            figure, note = self._block_words
        self._figure.setText(figure)
        larger = self._larger * (1.0 if self._fits(figure) else _SMALLER)
        self._figure.setFont(scaled_font(larger, bold=True))
        self._figure.set_tone("text" if self._pointing else self._tone)
        self._figure.setToolTip(plain_tip(figure if self._pointing else self._tip or figure))
        self._note.setText(note)
        self._note.setToolTip(note)
        words = f"{figure} {note}".strip()
        self.view.setAccessibleDescription(words or self.tr("No picture yet"))

    def words_height(self) -> int:
        """Height of title and lines, in pixels."""
        lines = (self._title.sizeHint().height(), *(self._line_height(x) for x in self._words[1:]))
        return sum(lines) + 10

    def _line_height(self, label: ElidedLabel) -> int:
        return label.fontMetrics().height()


@full_screen_kind
class LinkedViews(QWidget):
    """As many panels as are wanted, in as many columns as show the pictures largest; one by itself
    where they have the screen to themselves and it is picked."""

    picked = Signal(int)
    """The panel of this number was clicked, while all of them have the screen to themselves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.link = ViewLink(self)
        self._panels: list[PicturePanel] = []
        self.link.changed.connect(self._arrange)
        self._only: int | None = None
        self._filled = QSize()
        self._shape = QSize()
        self.setMinimumSize(240, 110)
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
            for part in (panel, panel.view):
                part.installEventFilter(self)
            self._panels.append(panel)
            panel.show()
        self.show_only(self._only if self._only is not None and self._only < count else None)
        return self.panels()

    def titles(self) -> Sequence[str]:
        return [each.title() for each in self._panels]

    def index_with_focus(self, focus: QWidget | None) -> int | None:
        """The number of the panel with the keyboard."""
        found = (at for at, each in enumerate(self._panels) if each.isAncestorOf(focus or self))
        return next(found, None)

    def show_only(self, at: int | None) -> None:
        """Show one panel, or all of them."""
        self._only = at
        for number, panel in enumerate(self._panels):
            panel.setVisible(at is None or number == at)
        if at is not None:
            self._panels[at].view.setFocus()
        self._enlarge()
        self._arrange(anew=True)

    def scale_to(self, size: QSize) -> None:
        """Have larger letters on a screen of so many pixels; an empty size: as usual."""
        self._filled = QSize(size)
        self._enlarge()
        self._arrange(anew=True)

    def eventFilter(self, part: QObject, event: QEvent) -> bool:
        choosing = self._only is None and not self._filled.isEmpty() and len(self._panels) > 1
        if choosing and event.type() is QEvent.Type.MouseButtonPress:
            panels = enumerate(self._panels)
            self.picked.emit(next(at for at, each in panels if part in (each, each.view)))
            return True
        return super().eventFilter(part, event)

    def _shown(self) -> list[PicturePanel]:
        return self._panels if self._only is None else [self._panels[self._only]]

    def _enlarge(self) -> None:
        if not self._panels:
            return
        larger = 1.0
        if not self._filled.isEmpty():
            rows = max(1, round(math.sqrt(len(self._shown()) / 2)))
            usual = QFontMetrics(scaled_font(bold=True)).height()
            larger = self._filled.height() / rows / _LETTERS / usual
        for panel in self._panels:
            panel.enlarge(max(1.0, min(larger, _LARGEST)))

    def shows_grid(self) -> bool:
        """Whether blocks are large enough for their outlines to be drawn."""
        return bool(self._panels) and self.link.scale_in(self._panels[0].view.size()) >= GRID_FROM

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
        rows = math.ceil(len(self._shown()) / columns)
        width = (self.width() - _GAP * (columns - 1)) // columns
        height = (self.height() - _GAP * (rows - 1)) // rows
        for number, panel in enumerate(self._shown()):
            x, y = number % columns * (width + _GAP), number // columns * (height + _GAP)
            panel.setGeometry(QRect(x, y, width, height))

    def _best_columns(self) -> int:
        """The fewest rows of those that show the pictures about as large as can be."""
        options = range(len(self._shown()), 0, -1)
        best = max(map(self._scale_with, options))
        widest = next(each for each in options if self._scale_with(each) >= 0.97 * best)
        rows = math.ceil(len(self._shown()) / widest)
        return math.ceil(len(self._shown()) / rows)  # as even as can be

    def _scale_with(self, columns: int) -> float:
        """How large pictures are shown in so many columns."""
        rows = math.ceil(len(self._shown()) / columns)
        words = self._panels[0].words_height()
        width = (self.width() - _GAP * (columns - 1)) / columns
        height = (self.height() - _GAP * (rows - 1)) / rows - words
        shape = self._shape if not self._shape.isEmpty() else QSize(4, 3)
        return min(width / shape.width(), height / shape.height())
