"""The lessons page: a list, and the lesson that was opened from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from widgets.parts.cards import ToneLabel

if TYPE_CHECKING:
    from app.window.pages.lessons.view import LessonsView


class LessonsPage(Page):
    """Its parts are made when their libraries are loaded or the page is first opened."""

    key = "lessons"
    guide = "guide/lessons"

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(workbench, parent)
        self._view: LessonsView | None = None
        loading = ToneLabel(self.tr("Loading …"), "muted")
        loading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(loading)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 4, 16, 12)
        column.addWidget(self._stack)

    def help_text(self) -> str:
        return self.tr(
            "A lesson has five steps. Predict: answer before anything is run. Run: see what comes "
            "out beside your predictions. Investigate: answer what it means. Modify: change one "
            "setting. Make: meet a challenge that Cipherbench checks.\n\n"
            "Key, IV and data are the same for all, so that a class can compare. Data from my "
            "name: another key and IV for pictures, other records for columns, the same each "
            "time.\n\n"
            "Print sheet makes one page for students, and one with answers. Your own lessons: "
            "text files in the folder that the list names."
        )

    def view(self) -> LessonsView:
        """List and lesson, made now if they were not."""
        if self._view is None:
            from app.window.pages.lessons.view import LessonsView

            self._view = LessonsView(self.workbench, self)
            self._stack.addWidget(self._view)
            self._stack.setCurrentWidget(self._view)
            self.setFocusProxy(self._view)
        return self._view

    def shown(self) -> None:
        self.workbench.servers.discover()
        self.view().shown()

    def build_charts(self, *, at_once: bool = True) -> None:
        self.view()

    def begun(self) -> bool:
        return self._view is not None and self._view.begun()

    def close_down(self) -> None:
        if self._view is not None:
            self._view.close_down()
