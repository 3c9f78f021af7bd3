"""A stored record that a lesson changes without the key, and has the server decrypt."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.lessons.attempt import Fixed
from app.lessons.lesson import Control, Lesson
from app.patterns.columns.column import PUBLIC_FIGURES, ColumnReport
from app.patterns.columns.sealed_records import Tampered
from app.patterns.requests import BitsFlipped, WordDragged
from app.window.lab.columns.view import Guided
from app.window.pages.lessons.bench.records import RecordsBench
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase, plural

_AS_WANTED, _GARBAGE, _NOTICED = 0.0, 1.0, 2.0


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
        known = self.lesson.run.known
        found = [row for row in self.tab.rows if row[1] == known]
        if found:
            self.tab.flip.show_column(report.name, found[:1])
            return
        self._fail(
            CipherbenchError(
                phrase("Record not found"),
                phrase("None of the records shown holds “{known}”."),
                phrase("Choose more records or another text in the lesson's file."),
                known=known,
            )
        )

    def _tried(self, news: WordDragged | BitsFlipped) -> None:
        if not self.running or not isinstance(news, BitsFlipped):
            return
        if news.order.mask:
            self._yield_figures(self._figures_of(news.found))
            return
        self._front = news.found.front
        if not self._is_free(Control.PLACE):
            self.texts.place.setValue(self._front)
        self.tab.flip.rewrite()

    def _figures_of(self, found: Tampered) -> dict[str, float]:
        opened, wanted = found.opened, self.texts.wanted.data()
        outcome = _NOTICED if found.noticed else _AS_WANTED if opened == wanted else _GARBAGE
        public = PUBLIC_FIGURES.get(found.column)
        names = {name.encode() for name in public()} if public else set()
        another = opened in names - {found.plaintext}
        return {"outcome": outcome, "another": float(another)}
