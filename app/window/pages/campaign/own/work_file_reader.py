"""Reads the workload file in the form, in a separate process, and again when it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal, Slot

from app.plan.matrix import Unworkable
from app.window.base.process_link import ProcessLink
from app.window.pages.campaign.own.own_process import (
    Answer,
    AskConsequences,
    Asked,
    AskUnsupported,
    ConsequencesFound,
    FileOutlined,
    FileRefused,
    OutlineProcess,
    ProtectedEngine,
    Read,
    UnsupportedFound,
    Write,
    WrittenOut,
)
from engines.contract.errors import CipherbenchError
from workloads.own.form_view import Outline
from workloads.own.workload import OwnParameters
from workloads.toml.document import PlacedFault

_REST_MS = 150
"""A path that is typed, and a file that is written, rest so long before it is read."""


class OwnReader(QObject):
    """Asks the process, which is started with the first file, and keeps its last answers."""

    changed = Signal()
    """Another outline, or other faults, or it is being read."""
    judged = Signal()
    """It is known what the plan's protections can do."""
    weighed = Signal(object)
    """tuple[Consequences, ...]: of each operation, under the subject that was asked for."""
    written = Signal(object)
    """The statements of an operation (tuple[WrittenStatement, ...])."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        parent.destroyed.connect(self.close)  # at the latest: no process is to outlive its page
        self.outline: Outline | None = None
        self.faults: tuple[PlacedFault, ...] = ()
        self.reading = False
        """Whether an answer is awaited."""
        self._parameters: OwnParameters | None = None
        self._subjects: tuple[ProtectedEngine, ...] | None = None
        self._found: Mapping[ProtectedEngine, Unworkable] | None = None
        self._numbers: dict[type, int] = {}
        self._number = 0
        self._shut = False
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self.read_again)
        self._link: ProcessLink[Asked, Answer] = ProcessLink(self)
        self._link.received.connect(self._take)
        self._link.ended.connect(self._lose)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(lambda _: self._rest.start())
        self._watcher.directoryChanged.connect(lambda _: self._check_file())
        self._seen: tuple[int, int, int] | None = None

    def show(self, parameters: OwnParameters | None) -> None:
        """Read the file of a workload, unless it is the one that is known; None for no workload."""
        known = None if parameters is None or not parameters.file else _plain(parameters)
        before = self._parameters
        if known == before:
            return
        self._parameters, self._found = known, None
        if known is None:
            self._forget()
        elif before is None or before.file != known.file:
            self.outline, self.faults = None, ()
            self._watch(known.file)
            self._begin(rest=before is not None)
        else:
            self._begin(rest=False)

    def judge(self, subjects: Sequence[ProtectedEngine]) -> None:
        """Ask which of these the workload cannot do, unless that is known or asked."""
        wanted = tuple(dict.fromkeys(subjects))
        if wanted != self._subjects:
            self._subjects, self._found = wanted, {} if self.faults else None
            self._judge()

    @property
    def found(self) -> Mapping[ProtectedEngine, Unworkable] | None:
        """What the file's work can and cannot do under the subjects that `judge` was given; None as
        long as it is not known."""
        return None if self.reading else self._found

    def weigh(self, subject: ProtectedEngine) -> None:
        """Ask what becomes of all operations."""
        if self._parameters is not None and self.outline is not None:
            self._ask(AskConsequences(self._next(AskConsequences), self._parameters, subject))

    def write(self, subject: ProtectedEngine, operation: int) -> None:
        """Ask for the statements of an operation."""
        if self._parameters is not None and self.outline is not None:
            self._ask(Write(self._next(Write), self._parameters, subject, operation))

    def read_again(self) -> None:
        """Read the file anew."""
        if self._parameters is not None:
            self._watch(self._parameters.file)
            self._begin(rest=False)

    @Slot()
    def close(self) -> None:
        """End the process for good."""
        self._shut = True
        self._rest.stop()
        self._link.close()

    def _begin(self, *, rest: bool) -> None:
        self.reading, self._found = True, None
        self.changed.emit()
        if rest:
            self._rest.start()
        elif self._parameters is not None:
            self._rest.stop()
            self._ask(Read(self._next(Read), self._parameters))

    def _judge(self) -> None:
        known = self.outline is not None and not self.reading
        if known and self._parameters is not None and self._subjects is not None:
            self._ask(AskUnsupported(self._next(AskUnsupported), self._parameters, self._subjects))

    def _next(self, kind: type) -> int:
        self._number += 1
        self._numbers[kind] = self._number
        return self._number

    def _ask(self, asked: Asked) -> None:
        if self._shut:
            return
        if not self._link.running:
            self._link.start(OutlineProcess())
        self._link.send(asked)

    def _take(self, batch: Sequence[Answer]) -> None:
        for answer in batch:
            match answer:
                case FileOutlined(number, outline) if self._awaited(Read, number):
                    self._know(outline, ())
                case FileRefused(number, faults) if self._awaited(Read, number):
                    self._know(None, faults)
                case UnsupportedFound(number, found) if self._awaited(AskUnsupported, number):
                    self._found = found
                    self.judged.emit()
                case ConsequencesFound(number, fates) if self._awaited(AskConsequences, number):
                    self.weighed.emit(fates)
                case WrittenOut(number, statements) if self._awaited(Write, number):
                    self.written.emit(statements)

    def _awaited(self, kind: type, number: int) -> bool:
        """Whether an answer is to the last question of its kind."""
        return self._numbers.get(kind) == number

    def _know(self, outline: Outline | None, faults: tuple[PlacedFault, ...]) -> None:
        self.outline, self.faults, self.reading = outline, faults, False
        self._found = {} if outline is None else None
        self.changed.emit()
        self._judge()

    def _lose(self, error: CipherbenchError | None) -> None:
        """The process has ended by itself: said in place of what the file holds."""
        if error is not None and not self._shut:
            self._know(None, (PlacedFault(error.advice),))

    def _forget(self) -> None:
        self._rest.stop()
        self.outline, self.faults, self.reading = None, (), False
        self._watch("")
        self.changed.emit()

    def _watch(self, file: str) -> None:
        """Watch a file and its folder: editors write a new file and give it the old one's name."""
        if known := [*self._watcher.files(), *self._watcher.directories()]:
            self._watcher.removePaths(known)
        self._seen = _stamp(file)
        if file:
            paths = [each for each in (Path(file), Path(file).parent) if each.exists()]
            if paths:  # Qt warns of none
                self._watcher.addPaths(list(map(str, paths)))

    def _check_file(self) -> None:
        """Something has changed in the folder: perhaps the file."""
        if self._parameters is not None and _stamp(self._parameters.file) != self._seen:
            self._rest.start()


def _plain(parameters: OwnParameters) -> OwnParameters:
    """The parameters without what makes no difference to what a statement becomes."""
    return replace(parameters, sizes=OwnParameters().sizes)


def _stamp(file: str) -> tuple[int, int, int] | None:
    try:
        found = Path(file).stat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
