"""Reads the workload file that the campaign page names, in a separate process, and again when the
file changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal, Slot

from app.plan.matrix import Unworkable
from app.window.base.process_link import ProcessLink
from app.window.pages.campaign.own.workload_file_process import (
    AskConsequences,
    AskOutline,
    AskStatements,
    AskUnsupported,
    ConsequencesFound,
    EndProcess,
    FileOutlined,
    FileRefused,
    NumberedAnswer,
    NumberedQuestion,
    ProtectedEngine,
    Question,
    StatementsFound,
    UnsupportedFound,
    WorkloadFileProcess,
)
from engines.contract.errors import CipherbenchError
from workloads.own.form_view import Outline
from workloads.own.workload import OwnParameters
from workloads.toml_document import PlacedFault

_DELAY_MS = 150
"""A file is read this long after the last keystroke in its path, or after it was written."""


class WorkFileReader(QObject):
    """Asks the process, which starts with the first file, and holds its last answers."""

    changed = Signal()
    """`outline`, `faults` or `reading` has changed."""
    support_found = Signal()
    """`support` is known."""
    consequences_found = Signal(object)
    """tuple[Consequences, ...]: of each operation, answering `ask_consequences`."""
    statements_found = Signal(object)
    """tuple[WrittenStatement, ...]: of an operation, answering `ask_statements`."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        parent.destroyed.connect(self.close)  # no process may outlive its page
        self.outline: Outline | None = None
        self.faults: tuple[PlacedFault, ...] = ()
        self.reading = False
        """Whether an answer is awaited."""
        self._parameters: OwnParameters | None = None
        self._subjects: tuple[ProtectedEngine, ...] | None = None
        self._support: Mapping[ProtectedEngine, Unworkable] | None = None
        self._latest: dict[type, int] = {}
        """The number of the last question of each kind; only its answer counts."""
        self._number = 0
        self._closed = False
        self._delay = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._delay.timeout.connect(self.read_again)
        self._link: ProcessLink[NumberedQuestion | EndProcess, NumberedAnswer] = ProcessLink(self)
        self._link.received.connect(self._receive)
        self._link.ended.connect(self._show_process_error)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(lambda _: self._delay.start())
        self._watcher.directoryChanged.connect(lambda _: self._check_file())
        self._seen: tuple[int, int, int] | None = None

    def set_parameters(self, parameters: OwnParameters | None) -> None:
        """Read a workload's file, unless it and the encrypted columns are the same as before; None
        for no file."""
        known = None if parameters is None or not parameters.file else _without_sizes(parameters)
        before = self._parameters
        if known == before:
            return
        self._parameters, self._support = known, None
        if known is None:
            self._forget()
        elif before is None or before.file != known.file:
            self.outline, self.faults = None, ()
            self._watch(known.file)
            self._begin(delayed=before is not None)
        else:
            self._begin(delayed=False)

    def ask_support(self, subjects: Sequence[ProtectedEngine]) -> None:
        """Ask what the workload supports under each of these, unless that is known or asked."""
        wanted = tuple(dict.fromkeys(subjects))
        if wanted != self._subjects:
            self._subjects, self._support = wanted, {} if self.faults else None
            self._send_support_question()

    @property
    def support(self) -> Mapping[ProtectedEngine, Unworkable] | None:
        """What is unsupported under each subject of `ask_support`; None until it is known."""
        return None if self.reading else self._support

    def ask_consequences(self, subject: ProtectedEngine) -> None:
        """Ask what becomes of each operation; `consequences_found` answers."""
        if self._parameters is not None and self.outline is not None:
            self._ask(AskConsequences(self._parameters, subject))

    def ask_statements(self, subject: ProtectedEngine, operation: int) -> None:
        """Ask for the statements of an operation, by its number; `statements_found` answers."""
        if self._parameters is not None and self.outline is not None:
            self._ask(AskStatements(self._parameters, subject, operation))

    def read_again(self) -> None:
        if self._parameters is not None:
            self._watch(self._parameters.file)
            self._begin(delayed=False)

    @Slot()
    def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self._delay.stop()
        self._link.close()

    def _begin(self, *, delayed: bool) -> None:
        self.reading, self._support = True, None
        self.changed.emit()
        if delayed:
            self._delay.start()
        elif self._parameters is not None:
            self._delay.stop()
            self._ask(AskOutline(self._parameters))

    def _send_support_question(self) -> None:
        known = self.outline is not None and not self.reading
        if known and self._parameters is not None and self._subjects is not None:
            self._ask(AskUnsupported(self._parameters, self._subjects))

    def _ask(self, question: Question) -> None:
        if self._closed:
            return
        if not self._link.running:
            self._link.start(WorkloadFileProcess())
        self._number += 1
        self._latest[type(question)] = self._number
        self._link.send((self._number, question))

    def _receive(self, batch: Sequence[NumberedAnswer]) -> None:
        for number, answer in batch:
            if number not in self._latest.values():
                continue
            match answer:
                case FileOutlined(outline):
                    self._set_outline(outline, ())
                case FileRefused(faults):
                    self._set_outline(None, faults)
                case UnsupportedFound(found):
                    self._support = found
                    self.support_found.emit()
                case ConsequencesFound(consequences):
                    self.consequences_found.emit(consequences)
                case StatementsFound(statements):
                    self.statements_found.emit(statements)

    def _set_outline(self, outline: Outline | None, faults: tuple[PlacedFault, ...]) -> None:
        self.outline, self.faults, self.reading = outline, faults, False
        self._support = {} if outline is None else None
        self.changed.emit()
        self._send_support_question()

    def _show_process_error(self, error: CipherbenchError | None) -> None:
        """Show why the process ended by itself, in place of the file's contents."""
        if error is not None and not self._closed:
            self._set_outline(None, (PlacedFault(error.advice),))

    def _forget(self) -> None:
        self._delay.stop()
        self.outline, self.faults, self.reading = None, (), False
        self._watch("")
        self.changed.emit()

    def _watch(self, file: str) -> None:
        """Watch a file and its folder: editors write a new file and give it the old one's name."""
        if known := [*self._watcher.files(), *self._watcher.directories()]:
            self._watcher.removePaths(known)
        self._seen = _file_stamp(file)
        if file:
            paths = [each for each in (Path(file), Path(file).parent) if each.exists()]
            if paths:  # Qt warns of none
                self._watcher.addPaths(list(map(str, paths)))

    def _check_file(self) -> None:
        """Read the file again if it was what changed in its folder."""
        if self._parameters is not None and _file_stamp(self._parameters.file) != self._seen:
            self._delay.start()


def _without_sizes(parameters: OwnParameters) -> OwnParameters:
    """The parameters without sizes, which make no difference to statements."""
    return replace(parameters, sizes=OwnParameters().sizes)


def _file_stamp(file: str) -> tuple[int, int, int] | None:
    try:
        found = Path(file).stat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
