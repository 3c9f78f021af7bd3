"""What a column of records gives away by its counts and lengths."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.lessons.attempt import Fixed
from app.lessons.lesson import Lesson
from app.patterns.columns.column import ColumnReport
from app.window.lab.columns.view import Guided
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
        found = report.recovery
        figures = {
            "distinct": float(report.distinct_ciphertexts),
            "records": float(report.records),
        }
        if found is not None:
            figures["named"] = 100 * found.share
            figures["guessed"] = 100 * found.commonest_share
            if found.length_share is not None:
                figures["named-by-length"] = 100 * found.length_share
        self._yield_figures(figures)
