"""Records that a lesson stores once for each of its protections, and one column of them."""

from __future__ import annotations

import unicodedata
from abc import abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.lessons.attempt import Inputs
from app.lessons.lab import record_with_text, records_to_compare
from app.lessons.lesson import FREE_RUN, Control, Lesson, Sealing
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
from widgets.layout.layouts import FlowLayout
from widgets.look.numbers import format_number
from widgets.parts.cards import FormLabel

_ALL_IN_ONE_LINE = 10_000
_FIELD = 128
"""Pixels of a state's name: three fields stand in a line of a projector with large text."""


class RecordsExperiment(Experiment):
    """The columns tab with one of its views; what is done with the column, a subclass says."""

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
        self._waiting: deque[Sealing] = deque()
        self._now: Sealing | None = None
        self._figures: dict[str, float] = {}
        self._add_scrolled(self.tab)
        self.tab.report_shown.connect(self._take)

    def load(self) -> None:
        self.tab.shown()

    def _add_modes(self, *modes: Mode) -> None:
        """Have modes drawn step by step, too."""
        self.modes = ModesView(modes)
        self.modes.use(self.fixed.material)
        self._add_views(self.tr("Records"), {"modes": (self.tr("Step by step"), self.modes)})

    @abstractmethod
    def _work_on(self, report: ColumnReport) -> None:
        """Work on the column, which is shown; `_yield_figures` follows."""

    def control(self, control: Control) -> QWidget:
        controls = self.tab.controls
        parts: dict[Control, QWidget] = {
            Control.PROTECTION: controls.protection,
            Control.IV: controls.profile,
            Control.RECORDS: controls.records,
            Control.TABLE: self.tab.frequency.known,
        }
        return parts[control]

    def close_down(self) -> None:
        super().close_down()
        self.tab.close_down()

    def _take_settings(self) -> None:
        if self.lesson.freed(self.step):
            self._set(self.lesson.start(self.step))

    def _settings(self) -> object:
        return self.tab.controls.order(), self.tab.frequency.known.table()

    def _clear(self) -> None:
        self.tab.clear()

    def _is_free(self, control: Control) -> bool:
        return control in self.lesson.freed(self.step)

    def _server(self) -> ServerChoice:
        return self.tab.controls.server

    def _start(self) -> None:
        self._figures, self._now = {}, None
        if self.lesson.freed(self.step):
            self._now = Sealing(FREE_RUN, str(self.tab.controls.protection.currentData()))
            self.tab.store()
            return
        self._waiting = deque(self.lesson.run.on)
        self._next()

    def _next(self) -> None:
        self._now = self._waiting.popleft()
        if self.tab.controls.protection.findData(self._now.protection) < 0:
            self._fail(self._not_offered(self._now.protection))
            return
        self._set(self._now)
        self.tab.store()

    def _set(self, sealing: Sealing) -> None:
        controls = self.tab.controls
        controls.choose(sealing.protection, sound=sealing.fresh)
        controls.records.setValue(self.lesson.run.records)
        controls.seed = self.fixed.seed
        self.tab.frequency.known.choose()

    def _take(self, report: ColumnReport) -> None:
        """A column was read: the lesson's own, or the first of the records."""
        if not self.running or self._now is None:
            return
        wanted = self.lesson.run.column
        if report.name != wanted:
            self._choose_column(wanted)
        else:
            self._work_on(report)

    def _yield_figures(self, found: Mapping[str, float]) -> None:
        """Take the figures of the protection in hand, and go on with the next."""
        if not self.running or self._now is None:
            return
        self._figures |= {f"{self._now.name}.{key}": value for key, value in found.items()}
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
    """What a column gives away by its counts and lengths."""

    guided = GuidedView.COUNTS

    def _work_on(self, report: ColumnReport) -> None:
        self._yield_figures(column_figures(report))


class OpenedRecords(QWidget):
    """A line for each record whose text the student has read; the program knows the texts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: dict[int, QLineEdit] = {}
        self._texts: dict[int, str] = {}
        self._flow = FlowLayout(self, wish=_ALL_IN_ONE_LINE)

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
            line.setMaximumWidth(_FIELD)
            both = QWidget(self)
            pair = QHBoxLayout(both)
            pair.setContentsMargins(0, 0, 0, 0)
            pair.addWidget(FormLabel(words, line))
            pair.addWidget(line)
            self._flow.addWidget(both)
            both.show()

    def solved(self) -> int:
        """How many lines have their record's text, accents and case aside."""
        return sum(
            _plain(line.text()) == _plain(self._texts[row]) for row, line in self.lines.items()
        )

    def clear(self) -> None:
        """Forget what was typed."""
        for line in self.lines.values():
            line.clear()


class StreamExperiment(RecordsExperiment):
    """The key stream view: record A is known, B not; five more are there to be opened."""

    guided = GuidedView.STREAM

    def __init__(
        self,
        workbench: Workbench,
        lesson: Lesson,
        fixed: Inputs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self._awaited = False
        self._add_modes(Mode.CTR, Mode.CBC, Mode.GCM)
        self.opened = OpenedRecords(self)
        self.opened.hide()
        self.tab.tried.connect(self._dragged)

    def control(self, control: Control) -> QWidget:
        return self.opened if control is Control.OPENED else super().control(control)

    def _clear(self) -> None:
        self.opened.clear()
        super()._clear()

    def _work_on(self, report: ColumnReport) -> None:
        """Have the known text laid over record B; over the five, where these are to be opened."""
        known, unknown, more = records_to_compare(self.tab.rows)
        self.opened.set_rows(more)
        made = self._is_free(Control.OPENED)
        self._awaited = True
        self.tab.stream.show_column(
            report.name,
            [known],
            unknown=more if made else [unknown],
            whole=not made,
            safe=bool(report.hides_equality) and not report.reuses_keystream,
        )

    def _dragged(self, reply: CribDragged | BitsFlipped) -> None:
        word = self.tab.stream.word.text()
        if not self._awaited or not isinstance(reply, CribDragged) or reply.request.crib != word:
            return  # a word that the student has typed meanwhile
        self._awaited = False
        self._yield_figures(stream_figures(reply.found, word, self.opened.solved()))


class ChangeExperiment(RecordsExperiment):
    """The bit flip view: the first record that holds the known text is rewritten."""

    guided = GuidedView.FLIP

    def __init__(
        self,
        workbench: Workbench,
        lesson: Lesson,
        fixed: Inputs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self._front = 0
        self._add_modes(Mode.CBC, Mode.CTR, Mode.GCM)
        self.texts = self.tab.flip.rewriting
        for part in (self.texts.place, self.texts.wanted):
            part.setParent(self)
            part.hide()
        self.tab.tried.connect(self._tried)

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

    def _take_settings(self) -> None:
        super()._take_settings()
        self.texts.known.line.setText(self.lesson.run.known)
        self.texts.wanted.line.setText(self.lesson.run.wanted)
        self.texts.place.setValue(self._front)

    def _settings(self) -> object:
        return super()._settings(), self.texts.wanted.data(), self.texts.place.value()

    def _work_on(self, report: ColumnReport) -> None:
        """Have the record read; the change follows when its bytes are known."""
        try:
            found = record_with_text(self.tab.rows, self.lesson.run.known)
        except CipherbenchError as error:
            self._fail(error)
        else:
            self.tab.flip.show_column(report.name, [found])

    def _tried(self, reply: CribDragged | BitsFlipped) -> None:
        if not self.running or not isinstance(reply, BitsFlipped):
            return
        if reply.request.mask:
            self._yield_figures(change_figures(reply.found, self.texts.wanted.data()))
            return
        self._front = reply.found.front
        if not self._is_free(Control.PLACE):
            self.texts.place.setValue(self._front)
        self.tab.flip.rewrite()


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", " ".join(text.split())).casefold()
    return "".join(each for each in letters if not unicodedata.combining(each))
