"""A queue of archives to write and files to import, each in a child process of its own: a store of
a million samples takes half a minute, in which a thread would hold the interpreter's lock."""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.system.address_passwords import hide_passwords_in_address
from app.system.child_process import ChildProcess, Outbox
from app.system.folders import see_log
from app.window.base.process_link import ProcessLink
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.platform.scheduling import lower_priority
from engines.platform.signals import OWN_SIGNAL, interrupt_main_thread

if TYPE_CHECKING:
    from app.results.records import ImportResult


@dataclass(frozen=True)
class ImportFile:
    """Import an archive or a spool (the raw events of a campaign) into the store."""

    path: Path
    store_url: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class WriteArchive:
    """Write a campaign of the store into an archive."""

    path: Path
    campaign: int
    store_url: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class CancelImport:
    """Message: cancel; the store, or the file at the path, stays unchanged."""


type ArchiveJob = ImportFile | WriteArchive
type JobResult = ImportResult | Path
"""What was imported, or the path of the written archive."""


class ArchiveProcess(ChildProcess[CancelImport, JobResult]):
    """The window's end of the process, which reports its result and ends."""

    def __init__(self, job: ArchiveJob) -> None:
        super().__init__(_serve, CancelImport(), _crash_error(), 0.0, job)


def _serve(outbox: Outbox[JobResult], job: ArchiveJob) -> None:
    """Do a job; runs in the child process.

    Raises: CipherbenchError
    """
    lower_priority()
    signal.signal(OWN_SIGNAL, _cancel)
    try:
        threading.Thread(target=_cancel_on_message, args=(outbox.pipe,), daemon=True).start()
        hide_passwords_in_address(job.store_url or "")
        outbox.put(_job_result(job))
    except _Cancelled:
        pass
    finally:
        signal.signal(OWN_SIGNAL, signal.SIG_IGN)


def _job_result(job: ArchiveJob) -> JobResult:
    from app.report.files.export import (
        export_archive,  # here, since the window starts without the store
    )
    from app.results.intake.file_import import import_into_store
    from app.results.store.store import open_store

    match job:
        case ImportFile():
            return import_into_store(job.path, job.store_url)
        case WriteArchive():
            with open_store(job.store_url, write=False) as store:
                return export_archive(store, job.campaign, job.path)


class _Cancelled(BaseException):
    """The job was cancelled. A BaseException, so that no error handler catches it."""


def _cancel(_signal: int, _frame: FrameType | None) -> None:
    raise _Cancelled


def _cancel_on_message(pipe: Connection) -> None:
    """Cancel the job when the window asks for it or has gone."""
    with suppress(EOFError, OSError):
        pipe.recv()
    interrupt_main_thread()  # the main thread's transaction unwinds


def _crash_error() -> CipherbenchError:
    return CipherbenchError(
        phrase("File operation failed"),
        phrase("The helper process that read or wrote the file stopped unexpectedly."),
        phrase(
            "Nothing was changed in the results store. Try again. {see_log}",
            see_log=see_log(),
        ),
    )


class ArchiveJobs(QObject):
    """The queue. While a file is being imported, nothing else may write to the store."""

    started = Signal(object)
    """An ArchiveJob has started."""

    imported = Signal(object)
    """The ImportResult of a file."""

    written = Signal(object)
    """The Path of a written archive."""

    ended = Signal()
    """The queue is empty."""

    failed = Signal(object)
    """A CipherbenchError of one file; the others continue."""

    def __init__(self, store_url: str | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store_url = store_url
        self._waiting: deque[ArchiveJob] = deque()
        self._current: ArchiveJob | None = None
        self._link: ProcessLink[CancelImport, JobResult] = ProcessLink(self)
        self._link.received.connect(self._emit_results)
        self._link.ended.connect(self._ended)

    @property
    def is_importing(self) -> bool:
        """Whether the store is being written to, or will be by a queued job."""
        return any(isinstance(each, ImportFile) for each in (self._current, *self._waiting))

    def import_files(self, paths: Iterable[Path]) -> None:
        self._add([ImportFile(path, self._store_url) for path in paths])

    def write_archive(self, campaign_id: int, path: Path) -> None:
        self._add([WriteArchive(path, campaign_id, self._store_url)])

    def stop(self) -> None:
        """Cancel all jobs, without waiting."""
        self._waiting.clear()
        self._link.send(CancelImport())

    def close(self) -> None:
        """Cancel all jobs, and wait for the process to end."""
        self._waiting.clear()
        self._link.close()

    def _add(self, jobs: Sequence[ArchiveJob]) -> None:
        self._waiting.extend(jobs)
        if self._current is None:
            self._next()

    def _next(self) -> None:
        self._current = self._waiting.popleft() if self._waiting else None
        if self._current is None:
            self.ended.emit()
        else:
            self.started.emit(self._current)
            self._link.start(ArchiveProcess(self._current))

    def _emit_results(self, news: list[JobResult]) -> None:
        for each in news:
            (self.written if isinstance(each, Path) else self.imported).emit(each)

    def _ended(self, error: CipherbenchError | None) -> None:
        if error is not None:
            self.failed.emit(error)
        self._next()
