"""Writes the printable PDF sheets of lessons in a separate process: Typst takes 80 MB."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.system.child_process import ChildProcess, Outbox
from app.system.folders import see_log
from app.window.base.process_link import ProcessLink
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from widgets.saving.saving import saving


@dataclass(frozen=True)
class _Stop:
    """Message: the window was closed."""


class _SheetProcess(ChildProcess[_Stop, Path]):
    def __init__(self, make: Callable[[], None], path: Path) -> None:
        super().__init__(_serve, _Stop(), _crash_error(), 0.0, make, path)


def _serve(outbox: Outbox[Path], make: Callable[[], None], path: Path) -> None:
    """Raises: CipherbenchError"""
    make()
    outbox.put(path)


def _crash_error() -> CipherbenchError:
    return CipherbenchError(
        phrase("Sheet not made"),
        phrase("The helper process that lays out the sheet stopped unexpectedly."),
        phrase("Try again. {see_log}", see_log=see_log()),
    )


class SheetMaker(QObject):
    """Has PDF sheets made, one after another; `saving().announce_saved` announces each."""

    failed = Signal(object)
    """A CipherbenchError."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[tuple[Callable[[], None], Path]] = deque()
        self._link: ProcessLink[_Stop, Path] = ProcessLink(self)
        self._link.received.connect(self._report_files)
        self._link.ended.connect(self._ended)

    def make(self, make: Callable[[], None], path: Path) -> None:
        """Queue `make`, which is pickled to another process and writes the file `path`."""
        self._waiting.append((make, path))
        self._next()

    def close(self) -> None:
        """End the process, and drop what is queued."""
        self._waiting.clear()
        self._link.close()

    def _next(self) -> None:
        if self._waiting and not self._link.running:
            self._link.start(_SheetProcess(*self._waiting.popleft()))

    def _report_files(self, written: list[Path]) -> None:
        for path in written:
            saving().announce_saved(path)

    def _ended(self, error: CipherbenchError | None) -> None:
        if error is not None:
            self.failed.emit(error)
        self._next()
