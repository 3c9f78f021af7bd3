"""The orders of the pictures tab: an original is loaded, then sealed under each protection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.patterns.base.material import Material
from app.patterns.pictures.captions import Caption
from app.patterns.pictures.pixels import PixelFormat
from app.patterns.requests import (
    Cancel,
    Forget,
    LoadPicture,
    News,
    PictureReady,
    PicturesWritten,
    Refused,
    RequestProgressed,
    SealPicture,
    Subject,
    WritePictures,
)
from app.servers.entry import LentServer
from app.window.base.messages import message_text
from app.window.lab.common.lab_link import LabLink
from engines.contract.protection import Protection


class PictureWork(QObject):
    """Numbers the lab's views. Results of replaced orders are ignored."""

    loaded = Signal(object)
    """The PictureReady of the original."""

    sealed = Signal(int, object)
    """The place of a protection in its order, and its PictureReady."""

    refused = Signal(int, object)
    """The place of a protection (−1: the original, −2: a file), and the CipherbenchError."""

    lost = Signal()
    """No picture is there any more."""

    progressed = Signal(int, float)
    """The place of the protection in hand, and how much of it is done, 0 to 1."""

    idle = Signal()
    """Nothing is being loaded or sealed any more."""

    written = Signal(object)
    """The Path of a file that was written."""

    def __init__(self, lab: LabLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self._last = 0
        self._original = 0
        self._sealing: list[int] = []
        self._waiting: set[int] = set()
        lab.news.connect(self._take)
        lab.ended.connect(self._forget_all)

    @property
    def original(self) -> int:
        """The number of the original's view; 0 before there is one."""
        return self._original

    @property
    def busy(self) -> bool:
        """Whether something is being loaded or sealed."""
        return bool(self._waiting)

    def view_of(self, place: int) -> int:
        """The number of a protection's view."""
        return self._sealing[place]

    def load(self, source: str | Path, pixel_format: PixelFormat) -> None:
        """Load another original; everything sealed before is forgotten."""
        self._drop((self._original, *self._sealing))
        self._original, self._sealing = self._number(), []
        self._waiting = {self._original}
        self._lab.send(LoadPicture(self._original, source, pixel_format))

    def seal(
        self, place: LentServer, protections: Sequence[Protection], material: Material
    ) -> None:
        """Seal the original under each protection, in place of what was sealed before."""
        self._drop(self._sealing)
        self._sealing = [self._number() for _ in protections]
        self._waiting |= set(self._sealing)
        for number, protection in zip(self._sealing, protections, strict=True):
            self._lab.send(SealPicture(number, self._original, place, protection, material))

    def forget_sealed(self) -> None:
        """Drop the pictures of protections that are no longer chosen."""
        self._drop(self._sealing)
        self._sealing = []

    def cancel(self) -> None:
        """Stop sealing; what is done stays."""
        self._lab.send(Cancel(Subject.PICTURES))
        dropped = self._waiting - {self._original}
        self._waiting -= dropped
        self._settle()

    def write(self, captions: Mapping[int, Caption], path: Path, title: str = "") -> None:
        """Write the pictures of these places with their captions; −1 is the original."""
        numbers = tuple(self._original if at < 0 else self._sealing[at] for at in captions)
        texts = tuple(
            tuple(map(message_text, (each.heading, *each.lines))) for each in captions.values()
        )
        self._lab.send(WritePictures(numbers, path, texts, title))

    def _drop(self, numbers: Sequence[int]) -> None:
        """What still waits is stopped, what is there is freed."""
        if self._waiting & set(numbers):
            self._lab.send(Cancel(Subject.PICTURES))
        self._waiting -= set(numbers)
        known = tuple(number for number in numbers if number)
        if known:
            self._lab.send(Forget(known))

    def _number(self) -> int:
        self._last += 1
        return self._last

    def _take(self, news: News) -> None:
        match news:
            case PictureReady(view=number):
                self._ready(number, news)
            case RequestProgressed(order=SealPicture(view=number), done=done, total=total):
                if number in self._waiting:
                    self.progressed.emit(self._sealing.index(number), done / max(1, total))
            case Refused(order=LoadPicture(view=number) | SealPicture(view=number)):
                self._refused(number, news)
            case Refused(order=WritePictures()):
                self.refused.emit(-2, news.error)
            case PicturesWritten(path=path):
                self.written.emit(path)

    def _forget_all(self) -> None:
        """The lab's process ended, and its views with it."""
        self._waiting.clear()
        self._original, self._sealing = 0, []
        self.lost.emit()
        self.idle.emit()

    def _ready(self, number: int, news: PictureReady) -> None:
        if number not in self._waiting:
            self._lab.send(Forget((number,)))  # it came while it was being given up
            return
        self._waiting.discard(number)
        if number == self._original:
            self.loaded.emit(news)
        else:
            self.sealed.emit(self._sealing.index(number), news)
        self._settle()

    def _refused(self, number: int, news: Refused) -> None:
        if number not in self._waiting:
            return
        self._waiting.discard(number)
        place = -1 if number == self._original else self._sealing.index(number)
        self.refused.emit(place, news.error)
        self._settle()

    def _settle(self) -> None:
        if not self._waiting:
            self.idle.emit()
