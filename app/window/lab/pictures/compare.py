"""Two of the gallery's pictures over each other, with a handle between them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget

from widgets.fields.choice import Choice
from widgets.images.before_after import BeforeAfter
from widgets.layout.layouts import FlowLayout
from widgets.parts.cards import FormLabel


class ComparedPictures(QWidget):
    """The original at the left at first, and the first encrypted one at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.before, self.after = Choice(14, self), Choice(14, self)
        self.slider = BeforeAfter(self)
        self._pictures: Sequence[tuple[str, QImage]] = ()
        self._chosen: set[Choice] = set()
        """Where the user has chosen."""
        choices = QWidget(self)
        flow = FlowLayout(choices)
        for text, choice in ((self.tr("Left"), self.before), (self.tr("Right"), self.after)):
            flow.addWidget(FormLabel(text, choice))
            flow.addWidget(choice)
            choice.currentIndexChanged.connect(lambda _: self._show())
            choice.activated.connect(lambda _, choice=choice: self._chosen.add(choice))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(choices)
        column.addWidget(self.slider, 1)

    def show_pictures(self, pictures: Sequence[tuple[str, QImage]]) -> None:
        """Offer these pictures by their titles; what was chosen stays."""
        self._pictures = pictures
        for choice, first in ((self.before, 0), (self.after, 1)):
            chosen = choice.currentText()
            choice.blockSignals(True)
            choice.clear()
            choice.addItems([title for title, _ in pictures])
            at = choice.findText(chosen) if choice in self._chosen else -1
            choice.setCurrentIndex(at if at >= 0 else min(first, len(pictures) - 1))
            choice.blockSignals(False)
        self._show()

    def _show(self) -> None:
        places = self.before.currentIndex(), self.after.currentIndex()
        if min(places) >= 0:
            self.slider.show_pictures(*(self._pictures[at] for at in places))
        else:
            self.slider.show_pictures(("", QImage()), ("", QImage()))
