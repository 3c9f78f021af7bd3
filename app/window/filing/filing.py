"""A queue of archives to write and files to import, processed one after another."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.window.base.process_link import ProcessLink
from app.window.filing.filing_process import Done, Errand, FileProcess, Stop, TakeIn, WriteOut
from engines.contract.errors import CipherbenchError


class Filing(QObject):
    """While a file is being imported, nothing else may write to the store."""

    begun = Signal(object)
    """Work on a file has begun (TakeIn or WriteOut)."""

    taken_in = Signal(object)
    """A file was imported (Imported)."""

    written = Signal(object)
    """The Path of an archive."""

    ended = Signal()
    """The queue is empty."""

    failed = Signal(object)
    """A CipherbenchError of one file; the others continue."""

    def __init__(self, store_url: str | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store_url = store_url
        self._waiting: deque[Errand] = deque()
        self._now: Errand | None = None
        self._link: ProcessLink[Stop, Done] = ProcessLink(self)
        self._link.received.connect(self._tell)
        self._link.ended.connect(self._ended)

    @property
    def taking_in(self) -> bool:
        """Whether the store is being written to, or will be next."""
        return any(isinstance(each, TakeIn) for each in (self._now, *self._waiting))

    def take_in(self, paths: Iterable[Path]) -> None:
        self._add([TakeIn(path, self._store_url) for path in paths])

    def write_out(self, campaign_id: int, path: Path) -> None:
        self._add([WriteOut(path, campaign_id, self._store_url)])

    def stop(self) -> None:
        """Cancel the current file and all that wait, without blocking."""
        self._waiting.clear()
        self._link.send(Stop())

    def close(self) -> None:
        """Cancel everything, since the program ends."""
        self._waiting.clear()
        self._link.close()

    def _add(self, errands: Sequence[Errand]) -> None:
        self._waiting.extend(errands)
        if self._now is None:
            self._next()

    def _next(self) -> None:
        self._now = self._waiting.popleft() if self._waiting else None
        if self._now is None:
            self.ended.emit()
        else:
            self.begun.emit(self._now)
            self._link.start(FileProcess(self._now))

    def _tell(self, news: list[Done]) -> None:
        for each in news:
            (self.written if isinstance(each, Path) else self.taken_in).emit(each)

    def _ended(self, error: CipherbenchError | None) -> None:
        if error is not None:
            self.failed.emit(error)
        self._next()
