"""A stored record that a lesson changes without the key, and has the server decrypt."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.lessons.attempt import Fixed
from app.lessons.figures import change_figures
from app.lessons.lesson import Control, Lesson
from app.lessons.records import holding
from app.patterns.columns.column import ColumnReport
from app.patterns.requests import BitsFlipped, WordDragged
from app.window.lab.columns.guided import Guided
from app.window.pages.lessons.bench.records import RecordsBench
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase, plural


class ChangeBench(RecordsBench):
    """The bit flip view: the first record that holds the known text is rewritten."""

    guided = Guided.FLIP

    def __init__(
        self, workbench: Workbench, lesson: Lesson, fixed: Fixed, parent: QWidget | None = None
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self._front = 0
        self.texts = self.tab.flip.rewriting
        self.texts.place.setParent(self)
        self.texts.wanted.setParent(self)
        self.texts.place.hide()
        self.texts.wanted.hide()
        self.tab.tried.connect(self._tried)
        self._begin()

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

    def _work_on(self, report: ColumnReport) -> None:
        """Have the record read; the change follows when its bytes are known."""
        try:
            found = holding(self.tab.rows, self.lesson.run.known)
        except CipherbenchError as error:
            self._fail(error)
        else:
            self.tab.flip.show_column(report.name, [found])

    def _tried(self, news: WordDragged | BitsFlipped) -> None:
        if not self.running or not isinstance(news, BitsFlipped):
            return
        if news.order.mask:
            self._yield_figures(change_figures(news.found, self.texts.wanted.data()))
            return
        self._front = news.found.front
        if not self._is_free(Control.PLACE):
            self.texts.place.setValue(self._front)
        self.tab.flip.rewrite()
