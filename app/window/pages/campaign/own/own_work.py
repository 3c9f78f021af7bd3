"""A workload that a file describes: read for the plan, and shown in a section of the page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QObject, QSettings, Signal

from app.plan.matrix import Judgement
from app.window.pages.campaign.own.file_field import HeldParameter, WorkFileField
from app.window.pages.campaign.own.process import Subject
from app.window.pages.campaign.own.reader import OwnReader
from app.window.pages.campaign.own.section import OwnSection
from app.window.pages.campaign.own.words import faults_words
from app.window.shared.fields.field import ParameterField
from engines.contract.protection import Protection
from workloads.contract import Parameters
from workloads.own.workload import OwnParameters


class OwnWork(QObject):
    """Puts the fields of such a workload, its reader and its section together."""

    judged = Signal()
    """It is known what the plan's protections can do, or that the file cannot be used."""
    wanted = Signal()
    """The section is to be shown."""

    def __init__(self, fields: Mapping[str, ParameterField], parent: QObject) -> None:
        super().__init__(parent)
        self._file = _only(fields, WorkFileField)
        self._seal, self._search = (fields[name] for name in ("seal", "search"))
        assert isinstance(self._seal, HeldParameter) and isinstance(self._search, HeldParameter)
        self.reader = OwnReader(self)
        self.section = OwnSection(self.reader, self._file, self._seal, self._search)
        self._file.section_wanted.connect(self.wanted)
        self.reader.changed.connect(self._tell)
        self.reader.judged.connect(self.judged)

    def remember_in(self, settings: QSettings) -> None:
        """Keep the files that were used there."""
        self._file.recent.remember_in(settings)

    def follow(self, parameters: Parameters) -> None:
        """Read the file that a plan's workload names; of another workload nothing is read."""
        self.reader.show(parameters if isinstance(parameters, OwnParameters) else None)

    def judge(self, subjects: Sequence[tuple[Protection, str]]) -> None:
        """Ask what the workload can do under these protections and engines."""
        self.reader.judge([Subject(*each) for each in subjects])

    def offer(self, protections: Sequence[Protection], engines: Collection[str]) -> None:
        self.section.offer(protections, engines)

    @property
    def found(self) -> Mapping[tuple[Protection, str], Judgement] | None:
        """What can and cannot be done, by protection and engine; None as long as that is not
        known."""
        found = self.reader.found
        return (
            None
            if found is None
            else {(each.protection, each.engine): message for each, message in found.items()}
        )

    @property
    def fault(self) -> str:
        """The sentence that the file cannot be used; nothing where it can."""
        return faults_words(self.reader.faults) if self.reader.faults else ""

    def close(self) -> None:
        """End the process."""
        self.reader.close()

    def _tell(self) -> None:
        outline, seal = self.reader.outline, self._seal.value()
        in_file = outline.seal if outline else ()
        self._file.show_read(self.reader, len(in_file if seal is None else seal))
        if self.reader.faults:
            self.judged.emit()


def _only[T](fields: Mapping[str, ParameterField], kind: type[T]) -> T:
    return next(each for each in fields.values() if isinstance(each, kind))
