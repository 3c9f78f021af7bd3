"""The original picture and each encrypted one side by side, with captions about their blocks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSize, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from app.patterns.pictures.picture_view import BlockInfo
from app.patterns.requests import AskTile, PictureReady, Reply, Tile
from app.window.lab.common.lab_link import LabLink, TileBroker
from app.window.lab.common.statistics_table import leaks, percent_text
from app.window.shared.protection_words import cipher_title, marks_words
from engines.contract.protection import Protection, ProtectionKind, block_bytes
from engines.properties import ECB, properties_of
from widgets.images.image_view import image_of
from widgets.images.linked_views import LinkedViews, PicturePanel
from widgets.layout.boxes import vbox
from widgets.look.numbers import format_number

_tr = QCoreApplication.translate


def title_marks(protection: Protection) -> tuple[tuple[str, str], ...]:
    """The warning next to a title: only ECB, since one IV for one picture is no weakness."""
    return ((marks_words([ECB]), "warning"),) if protection.mode == "ecb" else ()


def verdict_tone_of(ready: PictureReady) -> str:
    """“good” only where a protection hides equal blocks of any picture, not just of this one: a
    server's functions get the same IV for every picture, until the user draws another.
    """
    if leaks(ready.statistics):
        return "bad"
    if ready.protection is None:
        return "text"
    known = properties_of(ready.protection, ready.protection.mode, fixed_iv=True)
    return "good" if known.hides_equality and not known.reuses_keystream else "text"


def distinct_words(ready: PictureReady) -> str:
    """“Shows: 3.1 % distinct”; of the original only “3.1 % distinct”."""
    words = {
        "bad": _tr("Pictures", "Shows: {0} distinct"),
        "good": _tr("Pictures", "Hides: {0} distinct"),
        "text": _tr("Pictures", "Hides this: {0} distinct"),
    }
    text = (
        _tr("Pictures", "{0} distinct")
        if ready.protection is None
        else words[verdict_tone_of(ready)]
    )
    return text.format(_distinct_share(ready))


def verdict_words(ready: PictureReady) -> str:
    """“Shows”: the short form, for small pictures."""
    return {
        "bad": _tr("Pictures", "Shows"),
        "good": _tr("Pictures", "Hides"),
        "text": _tr("Pictures", "Hides this"),
    }[verdict_tone_of(ready)]


def distinct_tip(ready: PictureReady) -> str:
    """The long form, for the tooltip."""
    return _tr("Pictures", "Distinct blocks {0}").format(_distinct_share(ready))


def _distinct_share(ready: PictureReady) -> str:
    return percent_text(ready.statistics.distinct_percent)


def original_note(ready: PictureReady) -> str:
    """Size and format of the original."""
    geometry = ready.geometry
    size = f"{format_number(geometry.width)} × {format_number(geometry.height)}"
    return _tr("Pictures", "{size} px, {bytes} B a pixel").format(
        size=size, bytes=format_number(geometry.format.pixel_bytes)
    )


def encryption_note(ready: PictureReady) -> str:
    """IV, tag and padding in one line."""
    native = ready.protection is not None and ready.protection.kind is ProtectionKind.NATIVE
    word = _tr("Pictures", "IV") if native else _tr("Pictures", "nonce")
    parts = [
        f"{word} {ready.vector.hex()[:6]}…" if ready.vector else _tr("Pictures", "no IV"),
        _tr("Pictures", "tag {0} B").format(format_number(len(ready.tag))) if ready.tag else "",
        _tr("Pictures", "padding {0} B").format(format_number(ready.padding))
        if not ready.tag
        else "",
    ]
    return " · ".join(filter(None, parts))


def encryption_tip(ready: PictureReady) -> str:
    """The caption in full, with key, IV and tag, so that the encryption can be repeated."""
    parts = [
        distinct_tip(ready),
        _verdict_tip(verdict_tone_of(ready)),
        _tr("Pictures", "Key {0}").format(ready.key.hex()),
        _tr("Pictures", "IV or nonce {0}").format(ready.vector.hex()) if ready.vector else "",
        _tr("Pictures", "Tag {0}").format(ready.tag.hex()) if ready.tag else "",
        _tr("Pictures", "Encrypted in {0} s").format(format_number(ready.seconds, 2)),
    ]
    return "\n".join(filter(None, parts))


def _verdict_tip(tone: str) -> str:
    """What the verdict's word means."""
    return {
        "bad": _tr("Pictures", "Shows the picture: equal blocks stay equal."),
        "good": _tr("Pictures", "Hides any picture."),
        "text": _tr(
            "Pictures",
            "Hides this picture. Another picture with the same key and IV may show patterns.",
        ),
    }[tone]


def block_words(found: BlockInfo) -> str:
    """“block 8,020: 108 alike”, “block 8,020: unique”."""
    if found.equal > 1:
        text = _tr("Pictures", "block {index}: {equal} alike")
    else:
        text = _tr("Pictures", "block {index}: unique")
    return text.format(index=format_number(found.index), equal=format_number(found.equal))


class Gallery(QWidget):
    """A panel for the original (index −1) and for each protection (indexes from 0 on)."""

    picture_shown = Signal()
    """A further picture is shown."""

    def __init__(self, lab: LabLink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self.views = LinkedViews(self)
        self._broker = TileBroker(lab, self.views.link, self)
        self._shown: dict[int, tuple[PicturePanel, PictureReady]] = {}
        self._protections: Sequence[Protection] = ()
        self._overviews: dict[int, QImage] = {}
        self._revealed = True
        lab.replied.connect(self._receive_overview)
        self._broker.pointed.connect(self._show_block)
        vbox(self, self.views)

    def set_protections(self, protections: Sequence[Protection], message: str) -> None:
        """Make a panel for each protection, with `message` in it."""
        self._protections = protections
        self._broker.serve_none()
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
        self._request_overview(panel, ready)

    def reveal(self, known: bool) -> None:
        """Show or hide figures of the original and warnings: hidden while a lesson asks to predict
        them."""
        self._revealed = known
        self._show_titles()
        for panel, ready in self._shown.values():
            if ready.protection is None:
                self._caption_original(panel, ready)

    def _show_titles(self) -> None:
        for panel, protection in zip(self.views.panels()[1:], self._protections, strict=False):
            marks = title_marks(protection) if self._revealed else ()
            panel.set_title(cipher_title(protection), marks)

    def _caption_original(self, panel: PicturePanel, ready: PictureReady) -> None:
        words = (distinct_words(ready), distinct_tip(ready)) if self._revealed else ("", "")
        panel.set_figure(words[0], "text", original_note(ready), words[1])

    def show_encrypted(self, index: int, ready: PictureReady) -> None:
        panel = self.panel(index)
        panel.set_figure(
            distinct_words(ready),
            verdict_tone_of(ready),
            encryption_note(ready),
            encryption_tip(ready),
            short=verdict_words(ready),
        )
        self._request_overview(panel, ready)

    def pictures(self) -> list[tuple[str, QImage]]:
        """The title and the scaled-down image of each shown picture."""
        return [
            (panel.title(), self._overviews[number])
            for number, (panel, _) in sorted(self._shown.items())
            if number in self._overviews
        ]

    def show_message(self, index: int, message: str) -> None:
        """Show a text in place of a picture."""
        self.panel(index).view.show_message(message)

    def show_message_everywhere(self, message: str) -> None:
        """Show a text in every panel."""
        for panel in self.views.panels():
            panel.view.show_message(message)

    def dim_encrypted(self, dim: bool) -> None:
        """Dim all pictures but the original, or undo that."""
        for panel in self.views.panels()[1:]:
            panel.dim(dim)

    def panel(self, index: int) -> PicturePanel:
        """The panel of a protection; −1 is the original's."""
        return self.views.panels()[1 + index]

    def zoom(self, factor: float) -> None:
        """Zoom about the middle."""
        view = self.panel(-1).view
        self.views.link.zoom(view.size(), view.rect().center().toPointF(), factor)

    def _request_overview(self, panel: PicturePanel, ready: PictureReady) -> None:
        """Ask for the whole picture as one tile, which is its last level of detail."""
        self._shown[ready.view] = panel, ready
        self._lab.send(AskTile(ready.view, ready.levels - 1, 0, 0))

    def _receive_overview(self, reply: Reply) -> None:
        if not isinstance(reply, Tile) or reply.asked.view not in self._shown:
            return
        panel, ready = self._shown[reply.asked.view]
        if reply.asked.level != ready.levels - 1 or panel.view.has_picture():
            return
        geometry, protection = ready.geometry, ready.protection
        block = block_bytes(protection.algorithm if protection else None)
        self._broker.serve(panel.view, ready.view)
        overview = image_of(reply.pixels)
        panel.view.show_picture(
            QSize(geometry.width, geometry.height),
            ready.levels,
            overview,
            max(1, block // geometry.format.pixel_bytes),
        )
        self._overviews[ready.view] = overview
        self.picture_shown.emit()

    def _show_block(self, number: int, found: BlockInfo | None) -> None:
        if number not in self._shown:
            return
        panel, _ = self._shown[number]
        if found is None or not self._revealed:
            panel.show_block("", "")
        else:
            panel.show_block(block_words(found), (found.after or found.before).hex())
