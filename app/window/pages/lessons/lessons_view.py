"""The list of lessons, and in its place the lesson that was opened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.lessons.attempt import last_open, note_open
from app.lessons.shelf import Shelved, open_lesson, shelf
from app.window.pages.lessons.class_results.class_view import ClassView
from app.window.pages.lessons.lesson_list import LessonList
from app.window.pages.lessons.lesson_view import LessonView
from app.window.workbench.page import PageView
from app.window.workbench.workbench import Workbench


class LessonsView(PageView):
    """One lesson at a time. The one that was left stays as it is until another one is opened; what
    was begun of it is stored, and goes on where it stood."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self.list = LessonList(self)
        self.lesson: LessonView | None = None
        """The lesson in front."""
        self.together: ClassView | None = None
        self._left: LessonView | None = None
        self._first = True
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
        """The page was opened: read the lessons again, as a teacher may have changed one. A window
        that takes the place of another goes on with its lesson."""
        if self.lesson is not None or self.together is not None:
            return
        lessons = shelf(QLocale().name())
        self.list.show_lessons(lessons)
        if self._first and (path := last_open()) is not None:
            named = path.name.partition(".")[0]
            same = (each for each in lessons if each.path.parent == path.parent)
            found = next((each for each in same if each.name == named), None) or open_lesson(path)
            if found.lesson is not None:
                self.open(found)
        self._first = False

    def open(self, shelved: Shelved) -> None:
        """Open a lesson in place of the list."""
        if self._left is not None and self._left.shelved != shelved:
            self._close(self._left)
            self._left = None
        self.lesson, self._left = self._left or self._made(shelved), None
        note_open(shelved.path)
        self._stack.setCurrentWidget(self.lesson)
        self.lesson.card.setFocus()

    def take_in(self, chosen: Sequence[Path]) -> None:
        """Open the results of a class in place of the list."""
        self.together = ClassView(self._workbench, self)
        self.together.left.connect(self.leave)
        self._stack.addWidget(self.together)
        self._stack.setCurrentWidget(self.together)
        self.together.take_in(chosen)

    def leave(self) -> None:
        """Go back to the list."""
        if self.together is not None:
            self._close(self.together)
        if self.lesson is not None:
            self.lesson.save_progress()
            self._left = self.lesson
        self.lesson = self.together = None
        note_open(None)
        self._stack.setCurrentWidget(self.list)
        self.shown()
        self.list.setFocus()

    def close_down(self) -> None:
        """End what works in the background."""
        for open in (self.lesson, self._left, self.together):
            if open is not None:
                open.close_down()

    def _made(self, shelved: Shelved) -> LessonView:
        made = LessonView(self._workbench, shelved, self)
        made.left.connect(self.leave)
        self._stack.addWidget(made)
        return made

    def _close(self, open: LessonView | ClassView) -> None:
        open.close_down()
        self._stack.removeWidget(open)
        open.hide()
        open.deleteLater()
