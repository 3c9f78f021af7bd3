"""Jobs of the pictures tab, which the lab's child process does: load an original, encrypt it under
each protection, write files.

That process knows each picture as a view, by a number that is chosen here
(`app/patterns/requests.py`); the tab knows an encrypted one by the index of its protection.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.patterns.base.key_material import KeyMaterial
from app.patterns.pictures.captions import Caption
from app.patterns.pictures.pixels import PixelFormat
from app.patterns.requests import (
    Cancel,
    EncryptPicture,
    ForgetViews,
    LoadPicture,
    PictureReady,
    PicturesWritten,
    Reply,
    Requester,
    RequestProgressed,
    RequestRefused,
    WritePictures,
)
from app.servers.entry import ServerAccess
from app.window.base.messages import message_text
from app.window.lab.common.lab_link import LabLink
from engines.contract.protection import Protection


class PictureJobs(QObject):
    """Sends jobs to the lab's process and emits their results, but not those of replaced jobs."""

    loaded = Signal(object)
    """The PictureReady of the original."""

    encrypted = Signal(int, object)
    """The index of a protection, and its PictureReady."""

    refused = Signal(int, object)
    """The index of a protection (−1: the original, −2: writing a file), and the
    CipherbenchError."""

    process_ended = Signal()
    """The lab's process has ended, and all pictures with it."""

    progressed = Signal(int, float)
    """The index of the protection that is running, and the share done, 0 to 1."""

    idle = Signal()
    """All loading and encrypting has ended."""

    written = Signal(object)
    """The Path of a file that was written."""

    def __init__(self, lab: LabLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self._last_view = 0
        self._original = 0
        self._encrypted_views: list[int] = []
        self._pending: set[int] = set()
        lab.replied.connect(self._on_reply)
        lab.ended.connect(self._on_ended)

    @property
    def original(self) -> int:
        """The number of the original's view; 0 before there is one."""
        return self._original

    @property
    def busy(self) -> bool:
        """Whether something is being loaded or encrypted."""
        return bool(self._pending)

    def load(self, source: str | Path, pixel_format: PixelFormat) -> None:
        """Load another original; all encrypted pictures are dropped."""
        self._drop((self._original, *self._encrypted_views))
        self._original, self._encrypted_views = self._next_view(), []
        self._pending = {self._original}
        self._lab.send(LoadPicture(self._original, source, pixel_format))

    def encrypt(
        self, server: ServerAccess, protections: Sequence[Protection], material: KeyMaterial
    ) -> None:
        """Encrypt the original under each protection, native ones on the server; replaces the
        pictures encrypted before."""
        self._drop(self._encrypted_views)
        self._encrypted_views = [self._next_view() for _ in protections]
        self._pending |= set(self._encrypted_views)
        for number, protection in zip(self._encrypted_views, protections, strict=True):
            self._lab.send(EncryptPicture(number, self._original, server, protection, material))

    def forget_encrypted(self) -> None:
        """Drop the pictures of protections that are no longer chosen."""
        self._drop(self._encrypted_views)
        self._encrypted_views = []

    def cancel(self) -> None:
        """Stop encrypting; finished pictures stay."""
        self._lab.send(Cancel(Requester.PICTURES))
        dropped = self._pending - {self._original}
        self._pending -= dropped
        self._emit_if_idle()

    def write(self, captions: Mapping[int, Caption], path: Path, title: str = "") -> None:
        """Write the pictures of these indexes with their captions; −1 is the original."""
        numbers = tuple(self._original if at < 0 else self._encrypted_views[at] for at in captions)
        texts = tuple(
            tuple(map(message_text, (each.heading, *each.lines))) for each in captions.values()
        )
        self._lab.send(WritePictures(numbers, path, texts, title))

    def _drop(self, numbers: Sequence[int]) -> None:
        """Stop the jobs of these views, and free those that are ready."""
        if self._pending & set(numbers):
            self._lab.send(Cancel(Requester.PICTURES))
        self._pending -= set(numbers)
        known = tuple(number for number in numbers if number)
        if known:
            self._lab.send(ForgetViews(known))

    def _next_view(self) -> int:
        self._last_view += 1
        return self._last_view

    def _on_reply(self, reply: Reply) -> None:
        match reply:
            case PictureReady(view=number):
                self._ready(number, reply)
            case RequestProgressed(request=EncryptPicture(view=number), done=done, total=total):
                if number in self._pending:
                    self.progressed.emit(self._encrypted_views.index(number), done / max(1, total))
            case RequestRefused(request=LoadPicture(view=number) | EncryptPicture(view=number)):
                self._refused(number, reply)
            case RequestRefused(request=WritePictures()):
                self.refused.emit(-2, reply.error)
            case PicturesWritten(path=path):
                self.written.emit(path)

    def _on_ended(self) -> None:
        """The lab's process has ended, and its views with it."""
        self._pending.clear()
        self._original, self._encrypted_views = 0, []
        self.process_ended.emit()
        self.idle.emit()

    def _ready(self, number: int, reply: PictureReady) -> None:
        if number not in self._pending:
            self._lab.send(ForgetViews((number,)))  # it was ready before the cancellation arrived
            return
        self._pending.discard(number)
        if number == self._original:
            self.loaded.emit(reply)
        else:
            self.encrypted.emit(self._encrypted_views.index(number), reply)
        self._emit_if_idle()

    def _refused(self, number: int, reply: RequestRefused) -> None:
        if number not in self._pending:
            return
        self._pending.discard(number)
        place = -1 if number == self._original else self._encrypted_views.index(number)
        self.refused.emit(place, reply.error)
        self._emit_if_idle()

    def _emit_if_idle(self) -> None:
        if not self._pending:
            self.idle.emit()
