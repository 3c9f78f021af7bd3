"""Records that a lesson has stored, once for each of its protections, and one column of them."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Mapping
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.lessons.attempt import Fixed
from app.lessons.lesson import FREE_RUN, Control, Lesson, Sealing, Step
from app.patterns.columns.column import ColumnReport
from app.window.lab.columns.guided import Guided
from app.window.lab.columns.view import ColumnsTab
from app.window.pages.lessons.bench.bench import Bench
from app.window.servers.choice import ServerChoice
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase


class RecordsBench(Bench):
    """The columns tab with one of its views; what is done with the column, a bench of its own
    says."""

    guided: ClassVar[Guided]

    def __init__(
        self, workbench: Workbench, lesson: Lesson, fixed: Fixed, parent: QWidget | None = None
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self.tab = ColumnsTab(workbench, self.lab, self, guided=self.guided)
        self._waiting: deque[Sealing] = deque()
        self._now: Sealing | None = None
        self._figures: dict[str, float] = {}
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self.tab)
        self.tab.reported.connect(self._take)

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

    def _begin(self) -> None:
        """Show the tab as a lesson begins; for a bench that has made its parts."""
        self.begin(Step.PREDICT)
        self.tab.shown()

    def _take_settings(self) -> None:
        if self.lesson.freed(self.step):
            self._set(self.lesson.start(self.step))

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
