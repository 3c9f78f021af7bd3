"""The list of lessons, and in its place the lesson that was opened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.lessons.shelf import Shelved, shelf
from app.window.pages.lessons.class_results.view import ClassView
from app.window.pages.lessons.lesson_list import LessonList
from app.window.pages.lessons.lesson_view import LessonView
from app.window.workbench.page import PageView
from app.window.workbench.workbench import Workbench


class LessonsView(PageView):
    """One lesson at a time: what it has begun goes when the list comes back."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self.list = LessonList(self)
        self.lesson: LessonView | None = None
        self.together: ClassView | None = None
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.list)
        self.list.chosen.connect(self.open)
        self.list.failed.connect(workbench.failed)
        self.list.results_chosen.connect(self.take_in)
        self.setFocusProxy(self._stack)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def shown(self) -> None:
        """The page was opened: read the lessons again, as a teacher may have changed one."""
        if self.lesson is None and self.together is None:
            self.list.show_lessons(shelf(QLocale().name()))

    def begun(self) -> bool:
        """Whether a student has answered anything."""
        return self.lesson is not None and bool(self.lesson.attempt.answers)

    def open(self, shelved: Shelved) -> None:
        """Open a lesson in place of the list."""
        self.lesson = LessonView(self._workbench, shelved, self)
        self.lesson.left.connect(self.leave)
        self._stack.addWidget(self.lesson)
        self._stack.setCurrentWidget(self.lesson)
        self.lesson.page().setFocus()

    def take_in(self, chosen: Sequence[Path]) -> None:
        """Open the results of a class in place of the list."""
        self.together = ClassView(self._workbench, self)
        self.together.left.connect(self.leave)
        self._stack.addWidget(self.together)
        self._stack.setCurrentWidget(self.together)
        self.together.take_in(chosen)

    def leave(self) -> None:
        """Go back to the list."""
        for open in self._open():
            open.close_down()
            self._stack.removeWidget(open)
            open.deleteLater()
        self.lesson = self.together = None
        self.shown()
        self.list.setFocus()

    def _open(self) -> list[LessonView | ClassView]:
        return [each for each in (self.lesson, self.together) if each is not None]

    def close_down(self) -> None:
        """End what works in the background."""
        for open in self._open():
            open.close_down()
