"""A lesson: its steps at the left, what it drives at the right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.lessons.attempt import Attempt, Figures, Fixed, fixed
from app.lessons.lesson import Step
from app.lessons.shelf import Shelved
from app.window.pages.lessons.bench.kinds import KINDS
from app.window.pages.lessons.head import LessonHead
from app.window.pages.lessons.printing import Printing
from app.window.pages.lessons.step_page import StepPage
from app.window.workbench.campaign_watch import CampaignWatch
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from widgets.saving.files import ask_save_path, put_in_place
from widgets.saving.last_saved import saving

_STEPS_WIDTH = 340


class LessonView(QWidget):
    """Goes from step to step; what is run, the bench does."""

    left = Signal()
    """The student goes back to the list."""

    def __init__(
        self, workbench: Workbench, shelved: Shelved, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        assert shelved.lesson is not None
        lesson = shelved.lesson
        self._workbench, self._shelved = workbench, shelved
        self.attempt = Attempt(shelved.name, lesson)
        self.step = Step.PREDICT
        self.head = LessonHead(lesson, self)
        self.bench = KINDS[lesson.run.module].bench(workbench, lesson, self._fixed(), self)
        self.steps = QStackedWidget(self)
        self.pages: dict[Step, StepPage] = {}
        self._campaign = CampaignWatch(workbench, self)
        self.printing = Printing(shelved, self)
        self._told: CipherbenchError | None = None
        self._make_pages()
        self._lay_out()
        self._connect()
        self.show_step(Step.PREDICT)

    def page(self) -> StepPage:
        """The step in front."""
        return self.pages[self.step]

    def show_step(self, step: Step) -> None:
        """Bring a step to the front, with the controls that it frees."""
        self.page().take_back()
        self.step = step
        for control in self.attempt.lesson.freed(step):
            self.page().free(control, self.bench.control(control))
        self.bench.begin(step)
        self.steps.setCurrentWidget(self._scrolls[step])
        self._show_state()
        self.page().setFocus()

    def reset(self) -> None:
        """Begin anew: answers and figures go, name and choice of data stay."""
        self.page().take_back()
        self.attempt = Attempt(
            self._shelved.name,
            self.attempt.lesson,
            self.head.student(),
            self.head.whose(),
        )
        for step, page in list(self.pages.items()):
            self._replace_page(step, page)
        self.bench.use(self._fixed())
        self.show_step(Step.PREDICT)

    def close_down(self) -> None:
        """End what works in the background."""
        self.bench.close_down()
        self.printing.close()

    # what is built

    def _make_pages(self) -> None:
        self._scrolls: dict[Step, QScrollArea] = {}
        for step in Step:
            scroll = QScrollArea(self)
            scroll.setFrameShape(QFrame.Shape.NoFrame)
            scroll.setWidgetResizable(True)
            scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self._scrolls[step] = scroll
            self.steps.addWidget(scroll)
            self.pages[step] = self._make_page(step)

    def _make_page(self, step: Step) -> StepPage:
        page = StepPage(step, self.attempt.lesson)
        page.run_asked.connect(self._run)
        page.answered.connect(self._answer)
        page.next_asked.connect(self._go_on)
        self._scrolls[step].setWidget(page)
        return page

    def _replace_page(self, step: Step, page: StepPage) -> None:
        self._scrolls[step].takeWidget()
        page.deleteLater()
        self.pages[step] = self._make_page(step)

    def _lay_out(self) -> None:
        self.steps.setFixedWidth(_STEPS_WIDTH)
        body = QHBoxLayout()
        body.setSpacing(12)
        body.addWidget(self.steps)
        body.addWidget(self.bench, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.head)
        column.addLayout(body, 1)

    def _connect(self) -> None:
        self.head.back.connect(self.left)
        self.head.reset.connect(self.reset)
        self.head.save.connect(self.ask_where_to_save)
        self.head.sheet_wanted.connect(self.printing.ask)
        self.head.step_chosen.connect(self.show_step)
        self.head.student_changed.connect(self._take_student)
        self.bench.ended.connect(self._take)
        self.bench.failed.connect(self._tell_failure)
        self.bench.given_up.connect(self._show_state)
        self._campaign.changed.connect(self._show_state)
        self.printing.failed.connect(self._workbench.failed)

    # what happens

    def ask_where_to_save(self) -> None:
        """Ask for a file for the student's results."""
        name = "-".join(filter(None, (self._shelved.name, _as_file_name(self.attempt.student))))
        ask_save_path(self.window(), f"{name}.json", [self.tr("Results (*.json)")], self.save)

    def save(self, path: Path) -> None:
        """Write the student's results."""
        try:
            put_in_place(path, self.attempt.to_json().encode())
        except OSError as error:
            self._workbench.failed.emit(
                CipherbenchError(
                    phrase("Results not saved"),
                    phrase("{path} cannot be written: {reason}."),
                    phrase("Choose another folder."),
                    path=path,
                    reason=str(error),
                )
            )
            return
        saving().tell(path)

    def _take_student(self) -> None:
        self.attempt = replace(self.attempt, student=self.head.student(), data=self.head.whose())
        self.bench.use(self._fixed())
        self._show_state()

    def _answer(self, given: dict[int, str | float]) -> None:
        self.attempt = self.attempt.answered(self.step, given)
        if self.step is Step.PREDICT:
            self.show_step(Step.RUN)
        else:
            self._show_state()

    def _run(self) -> None:
        if self.bench.running or not self.attempt.may(self.step):
            return
        if self._told is not None:
            self._workbench.settled.emit(self._told)
            self._told = None
        self.bench.run()
        self._show_state()

    def _take(self, figures: Figures) -> None:
        self.attempt = self.attempt.ran(self.bench.step, figures)
        self._show_state()

    def _tell_failure(self, error: CipherbenchError) -> None:
        self._told = error
        self._workbench.failed.emit(error)
        self._show_state()

    def _go_on(self) -> None:
        order = list(Step)
        self.show_step(order[order.index(self.step) + 1])

    def _show_state(self) -> None:
        running = self.bench.running
        obstacle = "" if running else self._campaign.obstacle()  # it may run that campaign itself
        self.head.show_attempt(self.attempt, self.step, running=running)
        for page in self.pages.values():
            page.show_attempt(self.attempt, running=running, obstacle=obstacle)

    def _fixed(self) -> Fixed:
        made = self.attempt
        return fixed(made.name, made.lesson, made.student, made.data)


def _as_file_name(text: str) -> str:
    return "".join(each if each.isalnum() else "-" for each in text)[:40].strip("-")
