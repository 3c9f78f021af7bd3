"""Experiments of lessons about columns: records are stored under each of the lesson's protections,
then a column of them is read, its key stream compared, or its bits flipped."""

from __future__ import annotations

import unicodedata
from abc import abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from app.lessons.attempt import Inputs
from app.lessons.lab import record_with_text, records_to_compare
from app.lessons.lesson import FREE_RUN, Control, Lesson, ProtectionRun
from app.lessons.lesson_figures import change_figures, column_figures, stream_figures
from app.patterns.base.software_cipher import Mode
from app.patterns.columns.column import ColumnReport, Row
from app.patterns.requests import BitsFlipped, CribDragged
from app.window.lab.columns.columns_summary import GuidedView
from app.window.lab.columns.columns_tab import ColumnsTab
from app.window.lab.modes import ModesView
from app.window.pages.lessons.experiments.experiment import Experiment
from app.window.servers.server_choice import ServerChoice
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase, plural
from widgets.layout.boxes import hbox
from widgets.layout.layouts import FlowLayout
from widgets.look.numbers import format_number
from widgets.parts.cards import FormLabel

_ONE_LINE_PX = 10_000
_FIELD_WIDTH_PX = 128
"""Width of a field for a state's name: so three fit in a line of a projector with large text."""


class RecordsExperiment(Experiment):
    """The columns tab with one of its views (`guided`); a subclass analyses the column."""

    guided: ClassVar[GuidedView]

    def __init__(
        self,
        workbench: Workbench,
        lesson: Lesson,
        fixed: Inputs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self.tab = ColumnsTab(workbench, self.lab, self, guided=self.guided)
        self._waiting: deque[ProtectionRun] = deque()
        self._current: ProtectionRun | None = None
        self._figures: dict[str, float] = {}
        self._add_scrolled(self.tab)
        self.tab.report_shown.connect(self._follow_report)

    def load(self) -> None:
        self.tab.shown()

    def _add_modes(self, *modes: Mode) -> None:
        """Add a view that draws modes of operation step by step."""
        self.modes = ModesView(modes)
        self.modes.set_material(self.fixed.material)
        self._add_views(self.tr("Records"), {"modes": (self.tr("Step by step"), self.modes)})

    @abstractmethod
    def _analyse(self, report: ColumnReport) -> None:
        """Analyse the shown column; must lead to `_report_figures`."""

    def control(self, control: Control) -> QWidget:
        controls = self.tab.controls
        parts: dict[Control, QWidget] = {
            Control.PROTECTION: controls.protection,
            Control.IV: controls.iv_policy,
            Control.RECORDS: controls.records,
            Control.TABLE: self.tab.frequency.known,
        }
        return parts[control]

    def close_down(self) -> None:
        super().close_down()
        self.tab.close_down()

    def _apply_step_settings(self) -> None:
        if self.lesson.freed(self.step):
            self._apply_settings(self.lesson.start(self.step))

    def _settings(self) -> object:
        return self.tab.controls.requested_records(), self.tab.frequency.known.table()

    def _clear(self) -> None:
        self.tab.clear()

    def _is_free(self, control: Control) -> bool:
        return control in self.lesson.freed(self.step)

    def _server(self) -> ServerChoice:
        return self.tab.controls.server

    def _start(self) -> None:
        self._figures, self._current = {}, None
        if self.lesson.freed(self.step):
            self._current = ProtectionRun(FREE_RUN, str(self.tab.controls.protection.currentData()))
            self.tab.store()
            return
        self._waiting = deque(self.lesson.run.on)
        self._next()

    def _next(self) -> None:
        self._current = self._waiting.popleft()
        if self.tab.controls.protection.findData(self._current.protection) < 0:
            self._fail(self._not_offered(self._current.protection))
            return
        self._apply_settings(self._current)
        self.tab.store()

    def _apply_settings(self, run: ProtectionRun) -> None:
        controls = self.tab.controls
        controls.choose(run.protection, fresh_iv=run.fresh)
        controls.records.setValue(self.lesson.run.records)
        controls.seed = self.fixed.seed
        self.tab.frequency.known.choose()

    def _follow_report(self, report: ColumnReport) -> None:
        """Analyse the column that was read, if it is the lesson's; else choose that."""
        if not self.running or self._current is None:
            return
        wanted = self.lesson.run.column
        if report.name != wanted:
            self._choose_column(wanted)
        else:
            self._analyse(report)

    def _report_figures(self, found: Mapping[str, float]) -> None:
        """Add the figures of the current protection, and continue with the next."""
        if not self.running or self._current is None:
            return
        self._figures |= {f"{self._current.name}.{key}": value for key, value in found.items()}
        if self._waiting:
            self._next()
        else:
            self._end(self._figures)

    def _choose_column(self, name: str) -> None:
        columns = self.tab.controls.columns
        found = columns.findItems(name, Qt.MatchFlag.MatchExactly)
        if found:
            columns.setCurrentItem(found[0])
        else:
            self._fail(
                CipherbenchError(
                    phrase("Column not found"),
                    phrase("There is no protected column “{name}”."),
                    name=name,
                )
            )


class ColumnsExperiment(RecordsExperiment):
    """What a column reveals by its counts and lengths."""

    guided = GuidedView.COUNTS

    def _analyse(self, report: ColumnReport) -> None:
        self._report_figures(column_figures(report))


class OpenedRecords(QWidget):
    """A field for each record whose text the student is to find out, and the right texts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: dict[int, QLineEdit] = {}
        self._texts: dict[int, str] = {}
        self._flow = FlowLayout(self, wish=_ONE_LINE_PX)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Ask for the texts of these records; what was typed for the same ones stays."""
        if dict(rows) == self._texts:
            return
        while (item := self._flow.takeAt(0)) is not None:
            if (part := item.widget()) is not None:
                part.hide()
                part.deleteLater()
        self._texts = dict(rows)
        self.lines = {row: QLineEdit(self) for row in self._texts}
        for row, line in self.lines.items():
            words = self.tr("Record {0}").format(format_number(row))
            line.setAccessibleName(words)
            line.setMaximumWidth(_FIELD_WIDTH_PX)
            both = QWidget(self)
            hbox(both, FormLabel(words, line), line)
            self._flow.addWidget(both)
            both.show()

    def solved(self) -> int:
        """The number of fields with their record's text; accents and case do not count."""
        return sum(
            _normalised(line.text()) == _normalised(self._texts[row])
            for row, line in self.lines.items()
        )

    def clear(self) -> None:
        for line in self.lines.values():
            line.clear()


class StreamExperiment(RecordsExperiment):
    """The key stream view: the text of record A is known, that of B is not; five more can be opened
    with it, if they share a key stream."""

    guided = GuidedView.STREAM

    def __init__(
        self,
        workbench: Workbench,
        lesson: Lesson,
        fixed: Inputs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self._awaits_reply = False
        self._add_modes(Mode.CTR, Mode.CBC, Mode.GCM)
        self.opened = OpenedRecords(self)
        self.opened.hide()
        self.tab.reply_shown.connect(self._receive_crib)

    def control(self, control: Control) -> QWidget:
        return self.opened if control is Control.OPENED else super().control(control)

    def _clear(self) -> None:
        self.opened.clear()
        super()._clear()

    def _analyse(self, report: ColumnReport) -> None:
        """Drag the known text over record B, or in a step that frees them over the five others."""
        known, unknown, more = records_to_compare(self.tab.rows)
        self.opened.set_rows(more)
        made = self._is_free(Control.OPENED)
        self._awaits_reply = True
        self.tab.stream.show_column(
            report.name,
            [known],
            unknown=more if made else [unknown],
            whole=not made,
            safe=bool(report.hides_equality) and not report.reuses_keystream,
        )

    def _receive_crib(self, reply: CribDragged | BitsFlipped) -> None:
        word = self.tab.stream.word.text()
        if (
            not self._awaits_reply
            or not isinstance(reply, CribDragged)
            or reply.request.crib != word
        ):
            return  # the answer to another word, which the student typed
        self._awaits_reply = False
        self._report_figures(stream_figures(reply.found, word, self.opened.solved()))


class ChangeExperiment(RecordsExperiment):
    """The bit flip view: the known text in a stored record is rewritten without the key."""

    guided = GuidedView.FLIP

    def __init__(
        self,
        workbench: Workbench,
        lesson: Lesson,
        fixed: Inputs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self._text_offset = 0
        self._add_modes(Mode.CBC, Mode.CTR, Mode.GCM)
        self.texts = self.tab.flip.rewrite_form
        for part in (self.texts.place, self.texts.wanted):
            part.setParent(self)
            part.hide()
        self.tab.reply_shown.connect(self._receive_flips)

    def control(self, control: Control) -> QWidget:
        parts: dict[Control, QWidget] = {
            Control.PLACE: self.texts.place,
            Control.WANTED: self.texts.wanted,
        }
        return parts[control] if control in parts else super().control(control)

    def run(self) -> None:
        if self.texts.fits():
            super().run()
            return
        self.running = True
        known, wanted = self.texts.known, self.texts.wanted
        self._fail(
            CipherbenchError(
                phrase("Lengths differ"),
                phrase("“{wanted}” has {given}, and “{known}” has {needed}."),
                phrase("Type a text with the same number of bytes."),
                given=plural("{n} bytes", "{n} byte", len(wanted.data())),
                needed=plural("{n} bytes", "{n} byte", len(known.data())),
                known=known.line.text(),
                wanted=wanted.line.text(),
            )
        )

    def _apply_step_settings(self) -> None:
        super()._apply_step_settings()
        self.texts.known.line.setText(self.lesson.run.known)
        self.texts.wanted.line.setText(self.lesson.run.wanted)
        self.texts.place.setValue(self._text_offset)

    def _settings(self) -> object:
        return super()._settings(), self.texts.wanted.data(), self.texts.place.value()

    def _analyse(self, report: ColumnReport) -> None:
        """Read the record with the known text; it is changed when its bytes are known."""
        try:
            found = record_with_text(self.tab.rows, self.lesson.run.known)
        except CipherbenchError as error:
            self._fail(error)
        else:
            self.tab.flip.show_column(report.name, [found])

    def _receive_flips(self, reply: CribDragged | BitsFlipped) -> None:
        if not self.running or not isinstance(reply, BitsFlipped):
            return
        if reply.request.mask:
            self._report_figures(change_figures(reply.found, self.texts.wanted.data()))
            return
        self._text_offset = reply.found.prefix_bytes
        if not self._is_free(Control.PLACE):
            self.texts.place.setValue(self._text_offset)
        self.tab.flip.rewrite()


def _normalised(text: str) -> str:
    letters = unicodedata.normalize("NFKD", " ".join(text.split())).casefold()
    return "".join(each for each in letters if not unicodedata.combining(each))
