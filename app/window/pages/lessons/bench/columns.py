"""Columns of records that a lesson has stored and read without the key."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.lessons.attempt import Fixed
from app.lessons.lesson import FREE_RUN, Control, Lesson, Sealing, Step
from app.patterns.columns.column import ColumnReport
from app.window.lab.columns.view import ColumnsTab
from app.window.pages.lessons.bench.bench import Bench
from app.window.servers.choice import ServerChoice
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase


class ColumnsBench(Bench):
    """The columns tab, which stores the records once for each protection of the lesson."""

    def __init__(
        self, workbench: Workbench, lesson: Lesson, fixed: Fixed, parent: QWidget | None = None
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self.tab = ColumnsTab(workbench, self.lab, self, guided=True)
        self._waiting: deque[Sealing] = deque()
        self._now: Sealing | None = None
        self._figures: dict[str, float] = {}
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self.tab)
        self.tab.reported.connect(self._take)
        self.begin(Step.PREDICT)
        self.tab.shown()

    def _take_settings(self) -> None:
        if self.lesson.freed(self.step):
            self._set(self.lesson.start(self.step))

    def control(self, control: Control) -> QWidget:
        controls = self.tab.controls
        parts: dict[Control, QWidget] = {
            Control.PROTECTION: controls.protection,
            Control.IV: controls.profile,
            Control.RECORDS: controls.records,
        }
        return parts[control]

    def close_down(self) -> None:
        super().close_down()
        self.tab.close_down()

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

    def _take(self, report: ColumnReport) -> None:
        """A column was read: the lesson's own, or the first of the records."""
        if not self.running or self._now is None:
            return
        wanted = self.lesson.run.column
        if report.name != wanted:
            self._choose_column(wanted)
            return
        self._figures |= _figures(self._now.name, report)
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


def _figures(name: str, report: ColumnReport) -> dict[str, float]:
    found = report.recovery
    figures = {
        f"{name}.distinct": float(report.distinct_ciphertexts),
        f"{name}.records": float(report.records),
    }
    if found is not None:
        figures[f"{name}.named"] = 100 * found.share
        figures[f"{name}.guessed"] = 100 * found.commonest_share
        if found.length_share is not None:
            figures[f"{name}.named-by-length"] = 100 * found.length_share
    return figures
