"""The list of lessons, and in its place the lesson that was opened."""

from __future__ import annotations

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.lessons.shelf import Shelved, shelf
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
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.list)
        self.list.chosen.connect(self.open)
        self.list.failed.connect(workbench.failed)
        self.setFocusProxy(self._stack)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def shown(self) -> None:
        """The page was opened: read the lessons again, as a teacher may have changed one."""
        if self.lesson is None:
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

    def leave(self) -> None:
        """Go back to the list."""
        lesson, self.lesson = self.lesson, None
        if lesson is not None:
            lesson.close_down()
            self._stack.removeWidget(lesson)
            lesson.deleteLater()
        self.shown()
        self.list.setFocus()

    def close_down(self) -> None:
        """End what works in the background."""
        if self.lesson is not None:
            self.lesson.close_down()
