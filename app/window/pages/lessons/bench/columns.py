"""What a column of records gives away by its counts and lengths."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.lessons.attempt import Fixed
from app.lessons.figures import column_figures
from app.lessons.lesson import Lesson
from app.patterns.columns.column import ColumnReport
from app.window.lab.columns.guided import Guided
from app.window.pages.lessons.bench.records import RecordsBench
from app.window.workbench.workbench import Workbench


class ColumnsBench(RecordsBench):
    """The report on the column is all there is to do."""

    guided = Guided.COUNTS

    def __init__(
        self, workbench: Workbench, lesson: Lesson, fixed: Fixed, parent: QWidget | None = None
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self._begin()

    def _work_on(self, report: ColumnReport) -> None:
        self._yield_figures(column_figures(report))
