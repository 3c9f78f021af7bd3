"""One step of a lesson: what it says, asks, frees and runs."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.lessons.attempt import Attempt
from app.lessons.lesson import Control, Lesson, Step
from app.lessons.results_file import Data
from app.window.pages.lessons.asks import AskField
from app.window.pages.lessons.outcome import ChallengeView, PredictionsView
from app.window.pages.lessons.words import control_word, step_word
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.parts.cards import FormLabel, ToneLabel

_RUNS = (Step.RUN, Step.MODIFY, Step.MAKE)
_ORDER = list(Step)


class StepPage(QWidget):
    """The parts that the step has, from top to bottom."""

    run_asked = Signal()

    answered = Signal(object)
    """Answers by the numbers of their questions."""

    next_asked = Signal()

    def __init__(self, step: Step, lesson: Lesson, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step = step
        self._nameless = False
        self.asks = [AskField(at, each, self) for at, each in enumerate(lesson.asks(step), 1)]
        self.run = QPushButton(icon("play", "accent_text"), self.tr("&Run"), self)
        self.run.setProperty("primary", True)
        self.run.setShortcut(QKeySequence("Ctrl+Return"))
        self.run.setVisible(step in _RUNS)
        self.keep = QPushButton(self._keep_word(), self)
        self.keep.setVisible(bool(self.asks))
        self.next = QPushButton(self)
        self.next.setProperty("primary", True)
        self.next.hide()
        self.predictions = PredictionsView(lesson, self)
        self.challenge = ChallengeView(lesson, self)
        self._says = ToneLabel(lesson.text(step))
        self._says.setWordWrap(True)
        self._waits = ToneLabel("", "muted")
        self._waits.setWordWrap(True)
        self._freed = QVBoxLayout()
        self._lay_out()
        self.run.clicked.connect(self.run_asked)
        self.keep.clicked.connect(self._keep)
        self.next.clicked.connect(self.next_asked)
        for ask in self.asks:
            ask.changed.connect(self._show_keep)
        self._show_keep()

    def free(self, control: Control, part: QWidget) -> None:
        """Show a control of the lab here, for the student to change."""
        self._freed.addWidget(FormLabel(control_word(control), part))
        self._freed.addWidget(part)
        part.show()

    def take_back(self) -> None:
        """Hide the controls that were freed."""
        while (item := self._freed.takeAt(0)) is not None:
            part = item.widget()
            if isinstance(part, FormLabel):
                part.deleteLater()
            elif part is not None:
                part.hide()

    def show_attempt(self, attempt: Attempt, *, running: bool, obstacle: str) -> None:
        """Show how far the student is; `obstacle` is why nothing can be run now."""
        self._nameless = attempt.data is Data.EACH and not attempt.student
        self._show_keep()
        answered = bool(self.asks) and attempt.has_answered(self.step)
        for number, ask in enumerate(self.asks):
            ask.freeze(frozen=answered)
            if self.step is not Step.PREDICT:  # its answers stand beside what came out
                right = attempt.is_right(self.step, number)
                told = attempt.is_told(self.step, number)
                ask.tell(right, attempt.truth(self.step, number), told=told)
        self.keep.setVisible(bool(self.asks) and not answered)
        self.run.setEnabled(not running and not obstacle and attempt.may(self.step))
        name_first = self._nameless and self.step is Step.PREDICT
        waits = self.tr("Type your name first.") if name_first else obstacle
        self._waits.setText(waits or (self.tr("Running …") if running else ""))
        self._waits.setVisible(bool(self._waits.text()))
        self.predictions.setVisible(self.step is Step.RUN)
        self.predictions.show_attempt(attempt)
        self.challenge.setVisible(self.step is Step.MAKE)
        self.challenge.show_attempt(attempt)
        self._show_next(attempt)

    def _show_next(self, attempt: Attempt) -> None:
        last = self.step is _ORDER[-1]
        self.next.setVisible(not last and attempt.is_done(self.step))
        if not last:
            following = _ORDER[_ORDER.index(self.step) + 1]
            self.next.setText(filled(self.tr("&Next: {0}"), step_word(following)))

    def _keep_word(self) -> str:
        if self.step is Step.PREDICT:
            return self.tr("&Keep my predictions")
        return self.tr("&Check my answers")

    def _keep(self) -> None:
        given = {number: ask.given() for number, ask in enumerate(self.asks)}
        self.answered.emit({number: said for number, said in given.items() if said is not None})

    def _show_keep(self) -> None:
        given = all(ask.given() is not None for ask in self.asks)
        self.keep.setEnabled(given and not self._nameless)

    def _lay_out(self) -> None:
        self._freed.setSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(8)
        column.addWidget(self._says)
        column.addLayout(self._freed)
        if self.step is Step.MAKE:
            column.addWidget(self.challenge)
        column.addWidget(self.run)
        column.addWidget(self._waits)
        for ask in self.asks:
            column.addWidget(ask)
        column.addWidget(self.keep)
        column.addWidget(self.predictions)
        column.addWidget(self.next)
        column.addStretch(1)
