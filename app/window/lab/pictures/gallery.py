"""The original and each encrypted picture side by side, with their block figures."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.patterns.pictures.view import BlockFact
from app.patterns.requests import AskTile, News, PictureReady, Tile
from app.window.lab.common.lab_link import LabLink, TileBroker
from app.window.lab.pictures.picture_words import (
    block_words,
    distinct_tip,
    distinct_words,
    marks_of,
    original_note,
    sealing_note,
    sealing_tip,
    tone_of,
    verdict_words,
)
from app.window.shared.protection_words import cipher_title
from engines.contract.protection import Protection, block_bytes
from widgets.images.image_view import image_of
from widgets.images.linked_views import LinkedViews, PicturePanel


class Gallery(QWidget):
    """A panel for the original (place −1) and for each protection (places from 0 on)."""

    arrived = Signal()
    """Another picture is here."""

    def __init__(self, lab: LabLink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self.views = LinkedViews(self)
        self._broker = TileBroker(lab, self.views.link, self)
        self._shown: dict[int, tuple[PicturePanel, PictureReady]] = {}
        self._protections: Sequence[Protection] = ()
        self._overviews: dict[int, QImage] = {}
        self._revealed = True
        lab.news.connect(self._take)
        self._broker.pointed.connect(self._show_block)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.views)

    def arrange(self, protections: Sequence[Protection], message: str) -> None:
        """Make a panel for each protection, with `message` in it."""
        self._protections = protections
        self._broker.forget()
        self._shown, self._overviews = {}, {}
        panels = self.views.set_count(1 + len(protections))
        panels[0].set_title(self.tr("Original"))
        self._show_titles()
        for panel in panels:
            panel.set_figure("")
            panel.show_block("", "")
            panel.view.show_message(message)

    def show_original(self, ready: PictureReady) -> None:
        panel = self.panel(-1)
        self._caption_original(panel, ready)
        self._want(panel, ready)

    def reveal(self, known: bool) -> None:
        """Whether figures of the original, and what is weak, may be read: not while a lesson asks
        for a prediction of them."""
        self._revealed = known
        self._show_titles()
        for panel, ready in self._shown.values():
            if ready.protection is None:
                self._caption_original(panel, ready)

    def _show_titles(self) -> None:
        for panel, protection in zip(self.views.panels()[1:], self._protections, strict=False):
            marks = marks_of(protection) if self._revealed else ()
            panel.set_title(cipher_title(protection), marks)

    def _caption_original(self, panel: PicturePanel, ready: PictureReady) -> None:
        words = (distinct_words(ready), distinct_tip(ready)) if self._revealed else ("", "")
        panel.set_figure(words[0], "text", original_note(ready), words[1])

    def show_sealed(self, place: int, ready: PictureReady) -> None:
        panel = self.panel(place)
        panel.set_figure(
            distinct_words(ready),
            tone_of(ready),
            sealing_note(ready),
            sealing_tip(ready),
            short=verdict_words(ready),
        )
        self._want(panel, ready)

    def pictures(self) -> list[tuple[str, QImage]]:
        """The titles of the pictures that are here, and each as a whole."""
        return [
            (panel.title(), self._overviews[number])
            for number, (panel, _) in sorted(self._shown.items())
            if number in self._overviews
        ]

    def say(self, place: int, message: str) -> None:
        """Say why there is no picture."""
        self.panel(place).view.show_message(message)

    def say_everywhere(self, message: str) -> None:
        """Say it in every panel."""
        for panel in self.views.panels():
            panel.view.show_message(message)

    def dim_sealed(self, dim: bool) -> None:
        """Draw a veil over all but the original, or take it away."""
        for panel in self.views.panels()[1:]:
            panel.dim(dim)

    def panel(self, place: int) -> PicturePanel:
        """The panel of a protection; −1 is the original's."""
        return self.views.panels()[1 + place]

    def zoom(self, factor: float) -> None:
        """Zoom about the middle."""
        view = self.panel(-1).view
        self.views.link.zoom(view.size(), view.rect().center().toPointF(), factor)

    def _want(self, panel: PicturePanel, ready: PictureReady) -> None:
        """Ask for the whole of a picture, in its last level."""
        self._shown[ready.view] = panel, ready
        self._lab.send(AskTile(ready.view, ready.levels - 1, 0, 0))

    def _take(self, news: News) -> None:
        if not isinstance(news, Tile) or news.asked.view not in self._shown:
            return
        panel, ready = self._shown[news.asked.view]
        if news.asked.level != ready.levels - 1 or panel.view.has_picture():
            return
        geometry, protection = ready.geometry, ready.protection
        block = block_bytes(protection.algorithm if protection else None)
        self._broker.serve(panel.view, ready.view)
        overview = image_of(news.pixels)
        panel.view.show_picture(
            QSize(geometry.width, geometry.height),
            ready.levels,
            overview,
            max(1, block // geometry.format.pixel_bytes),
        )
        self._overviews[ready.view] = overview
        self.arrived.emit()

    def _show_block(self, number: int, found: BlockFact | None) -> None:
        if number not in self._shown:
            return
        panel, _ = self._shown[number]
        if found is None or not self._revealed:
            panel.show_block("", "")
        else:
            panel.show_block(block_words(found), (found.after or found.before).hex())
