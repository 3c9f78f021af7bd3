"""One lesson: its head, the experiment, and the card of the current step. It owns the `Attempt`,
the immutable record of where a student is; each action replaces it, and all parts show it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QWidget

from app.lessons.attempt import (
    Answer,
    Attempt,
    CardContent,
    Figures,
    NextAction,
    resume,
    save_progress,
)
from app.lessons.lesson import Control, Lesson, LessonStep
from app.lessons.lesson_reading import LessonFile
from app.lessons.results_file import Data
from app.report.files.lesson_sheet import SheetWords, write_sheet
from app.window.pages.lessons.experiments.registry import EXPERIMENTS
from app.window.pages.lessons.lesson_words import data_word, step_word
from app.window.pages.lessons.step_card import StepCard
from app.window.shared.sheet_maker import SheetMaker
from app.window.workbench.campaign_watch import CampaignWatch
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from widgets.fields.choice import Choice
from widgets.layout.boxes import hbox, vbox
from widgets.look.icons import icon
from widgets.look.numbers import number_locale
from widgets.look.theme import scaled_font
from widgets.parts.cards import ElidedLabel
from widgets.parts.step_track import StepTrack, TrackStep
from widgets.saving.saving import ask_save_path, replace_file, saving

_MAX_NAME_LETTERS = 60
_NAME_WIDTH, _NARROW_NAME_WIDTH = 170, 110
_ICONS_ONLY_BELOW_PX, _MIN_WIDTH_PX = 820, 440
"""Width below which buttons have icons only; the least width."""
_CLOCK_MS = 20_000
_STEPS = list(LessonStep)


class LessonHead(QWidget):
    """Title, steps with their minutes, the student's name, and buttons to print, save and begin
    again. Shows the `Attempt` that it is given."""

    back = Signal()
    save = Signal()
    step_chosen = Signal(object)

    student_named = Signal(str)
    """The name that the student typed."""

    restart_requested = Signal(bool)
    """Begin again; True: for the next student."""

    sheet_requested = Signal(bool)
    """A sheet to print; True: with answers."""

    def __init__(self, lesson: Lesson, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back_button = QPushButton(icon("back"), self.tr("&Lessons"), self)
        self.print_button = QPushButton(icon("print"), self.tr("&Print sheet"), self)
        self.save_button = QPushButton(icon("export"), self.tr("&Save results …"), self)
        self.restart_button = QPushButton(icon("draw"), self.tr("B&egin again"), self)
        self.name = QLineEdit(self)
        steps = [TrackStep(step_word(step), lesson.minutes_of(step)) for step in LessonStep]
        self.track = StepTrack(steps, self)
        self._words = {
            each: each.text()
            for each in (self.back_button, self.print_button, self.save_button, self.restart_button)
        }
        self._begun: datetime | None = None
        self._clock = QTimer(self, interval=_CLOCK_MS)
        self._clock.timeout.connect(self._show_pace)
        self._clock.start()
        self._make_parts()
        self._lay_out(lesson)
        self.back_button.clicked.connect(self.back)
        self.save_button.clicked.connect(self.save)
        self.name.textEdited.connect(lambda text: self.student_named.emit(text.strip()))
        self.track.chosen.connect(lambda at: self.step_chosen.emit(_STEPS[at]))

    def show_attempt(self, attempt: Attempt) -> None:
        """Show student and step, and which steps can be opened: none while an experiment runs."""
        running = attempt.running is not None
        if self.name.text().strip() != attempt.student:
            self.name.setText(attempt.student)
        at = range(len(_STEPS))
        self.track.show_steps(
            _STEPS.index(attempt.step),
            {each for each in at if attempt.is_done(_STEPS[each])},
            {each for each in at if attempt.is_reachable(_STEPS[each]) and not running},
        )
        self.restart_button.setEnabled(not running)
        self.save_button.setEnabled(attempt.is_begun)
        self._begun = attempt.begun
        self._show_pace()

    def minimumSizeHint(self) -> QSize:
        """That of buttons without words, also while they have words."""
        least = super().minimumSizeHint()
        return QSize(min(least.width(), _MIN_WIDTH_PX), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _ICONS_ONLY_BELOW_PX
        for button, words in self._words.items():
            button.setText("" if narrow else words)
        self.name.setFixedWidth(_NARROW_NAME_WIDTH if narrow else _NAME_WIDTH)

    def _show_pace(self) -> None:
        begun = self._begun
        minutes = None if begun is None else (datetime.now(UTC) - begun).total_seconds() / 60
        self.track.show_elapsed(minutes)

    def _make_parts(self) -> None:
        self.name.setPlaceholderText(self.tr("Your name"))
        self.name.setAccessibleName(self.tr("Your name"))
        self.name.setMaxLength(_MAX_NAME_LETTERS)
        for button, words in self._words.items():
            plain = words.replace("&", "")
            button.setToolTip(plain)
            button.setAccessibleName(plain)
        sheets = QMenu(self)
        sheets.addAction(self.tr("For students …"), lambda: self.sheet_requested.emit(False))
        sheets.addAction(self.tr("With answers …"), lambda: self.sheet_requested.emit(True))
        self.print_button.setMenu(sheets)
        again = QMenu(self)
        again.addAction(self.tr("Same student"), lambda: self.restart_requested.emit(False))
        again.addAction(self.tr("Next student"), lambda: self.restart_requested.emit(True))
        self.restart_button.setMenu(again)

    def _lay_out(self, lesson: Lesson) -> None:
        title = ElidedLabel(lesson.title)
        title.setFont(scaled_font(1.2, bold=True))
        above = hbox(None, self.back_button, (title, 1), spacing=6)
        for part in (self.name, self.print_button, self.save_button, self.restart_button):
            above.addWidget(part)
        vbox(self, above, self.track, spacing=6)


class Printing(QObject):
    """Asks where to save a lesson's printable sheet (PDF), and has it made."""

    failed = Signal(object)
    """A CipherbenchError."""

    def __init__(self, lesson_file: LessonFile, parent: QWidget) -> None:
        super().__init__(parent)
        self._lesson_file, self._page = lesson_file, parent
        self._maker = SheetMaker(self)
        self._maker.failed.connect(self.failed)

    def ask(self, answers: bool) -> None:
        """Ask for a file for the sheet, with answers or without."""
        name = f"{self._lesson_file.name}-{'answers' if answers else 'sheet'}.pdf"
        ask_save_path(
            self._page.window(),
            name,
            [self.tr("Sheet (*.pdf)")],
            lambda to: self.save(to, answers=answers),
        )

    def save(self, path: Path, *, answers: bool) -> None:
        """Have a sheet made, after those that were asked for before."""
        made = partial(write_sheet, self._lesson_file.path, path, self._words(), answers=answers)
        self._maker.make(made, path)

    def close(self) -> None:
        """End the process that prints."""
        self._maker.close()

    def _words(self) -> SheetWords:
        """The sheet's fixed texts in the window's language."""
        return SheetWords(
            language=self._lesson_file.language,
            decimal=number_locale().decimalPoint(),
            name=self.tr("Name"),
            date=self.tr("Date"),
            minutes=self.tr("{0} minutes"),
            answers=self.tr("With answers"),
            sources=self.tr("Sources"),
            steps={step.value: step_word(step) for step in LessonStep},
        )


_DATA_LETTERS = 19
_SAVE_MS = 400
_MAX_CARD_SHARE = 0.42
"""Greatest share of the height that a card takes; the experiment gets the rest."""


class LessonView(QWidget):
    closed = Signal()
    """The student goes back to the list."""

    def __init__(
        self, workbench: Workbench, lesson_file: LessonFile, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        assert lesson_file.lesson is not None
        self._workbench, self.lesson_file = workbench, lesson_file
        self.attempt = resume(lesson_file.name, lesson_file.lesson)
        self.head = LessonHead(lesson_file.lesson, self)
        kind = EXPERIMENTS[lesson_file.lesson.run.module]
        self.experiment = kind.experiment(workbench, lesson_file.lesson, self.attempt.fixed, self)
        self.data = Choice(_DATA_LETTERS, self)
        self.card = StepCard(self)
        self.printing = Printing(lesson_file, self)
        self._campaign = CampaignWatch(workbench, self)
        self._error: CipherbenchError | None = None
        self._saving = QTimer(self, interval=_SAVE_MS, singleShot=True)
        self._saving.timeout.connect(self.save_progress)
        self._make_data()
        self._lay_out()
        self._connect()
        self.experiment.begin(self.attempt.step)
        self.experiment.load()
        self._show()

    def restart(self, *, next_student: bool = False) -> None:
        """Begin again: answers and results are cleared."""
        if self.attempt.running is None:
            again = self.attempt.next_student() if next_student else self.attempt.restart()
            self.attempt = again
            self.experiment.reset(again.fixed)
            self._changed()

    def close_down(self) -> None:
        """Store the progress, and end the background processes."""
        self.save_progress()
        self.experiment.close_down()
        self.printing.close()

    # what is built

    def _make_data(self) -> None:
        self.data.setAccessibleName(self.tr("Key and data"))
        self.data.setToolTip(
            self.tr("Data from my name: pictures get another key and IV, columns other records.")
        )
        for each in Data:
            self.data.addItem(data_word(each), each.value)
        self.data.hide()

    def _lay_out(self) -> None:
        vbox(self, self.head, (self.experiment, 1), self.card, spacing=8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.card.set_max_height(round(_MAX_CARD_SHARE * self.height()))

    def _connect(self) -> None:
        self.head.back.connect(self.closed)
        self.head.save.connect(self.ask_where_to_save)
        self.head.sheet_requested.connect(self.printing.ask)
        self.head.step_chosen.connect(self.show_step)
        self.head.student_named.connect(self._name)
        self.head.restart_requested.connect(lambda other: self.restart(next_student=other))
        self.data.currentIndexChanged.connect(lambda _: self._choose_data())
        self.card.answered.connect(self._answer)
        self.card.card_requested.connect(lambda card: self._set_attempt(self.attempt.turn(card)))
        self.card.forward_requested.connect(self._advance)
        self.card.run_requested.connect(self._run)
        self.experiment.ended.connect(self._end_run)
        self.experiment.failed.connect(self._fail)
        self.experiment.view_changed.connect(self._show)
        self.experiment.ended_without_figures.connect(
            lambda: self._set_attempt(self.attempt.end(None))
        )
        self._campaign.changed.connect(self._show)
        self.printing.failed.connect(self._workbench.failed)

    # what happens

    def show_step(self, step: LessonStep) -> None:
        """Open a step, if the attempt allows it."""
        self._set_attempt(self.attempt.go(step))

    def _name(self, student: str) -> None:
        self._set_attempt(self.attempt.named(student))

    def _choose_data(self) -> None:
        self._set_attempt(self.attempt.with_data(Data(self.data.currentData())))

    def _answer(self, number: int, given: Answer | None) -> None:
        self._set_attempt(self.attempt.answer(number, given))

    def _advance(self) -> None:
        if self.attempt.forward is NextAction.SAVE:
            self.ask_where_to_save()
        else:
            self._set_attempt(self.attempt.advance())

    def _run(self) -> None:
        started = self.attempt.start()
        if started is self.attempt:
            return
        if self._error is not None:
            self._workbench.error_resolved.emit(self._error)
            self._error = None
        self.attempt = started
        self.experiment.run()
        self._changed()

    def _end_run(self, figures: Figures) -> None:
        self._set_attempt(self.attempt.end(figures))

    def _fail(self, error: CipherbenchError) -> None:
        self._error = error
        self._workbench.failed.emit(error)
        self._set_attempt(self.attempt.end(None))

    def _set_attempt(self, attempt: Attempt) -> None:
        """Replace the attempt; show it and store it if it differs."""
        before, self.attempt = self.attempt, attempt
        if attempt is before:
            self._show()
            return
        if attempt.fixed != before.fixed:
            self.experiment.reset(attempt.fixed)
        if attempt.step is not before.step:
            self.experiment.begin(attempt.step)
        self._changed()

    def _changed(self) -> None:
        self._saving.start()
        self._show()

    def _show(self) -> None:
        attempt = self.attempt
        # a running campaign may be the lesson's own
        obstacle = "" if attempt.running else self._campaign.obstacle()
        self.head.show_attempt(attempt)
        self.data.blockSignals(True)
        self.data.setCurrentIndex(self.data.findData(attempt.data.value))
        self.data.blockSignals(False)
        self.experiment.show_results(LessonStep.RUN in attempt.runs)
        self.card.show_attempt(attempt, self._settings(), obstacle)

    def _settings(self) -> Mapping[Control, QWidget]:
        """The settings that the student may change on the shown card."""
        attempt = self.attempt
        if attempt.shown.kind is not CardContent.TEXT or attempt.running:
            return {}
        if not self.experiment.shows_settings():
            return {}
        if attempt.step is LessonStep.PREDICT:
            return {} if attempt.checked else {Control.DATA: self.data}
        freed = attempt.lesson.freed(attempt.step)
        return {control: self.experiment.control(control) for control in freed}

    # what is saved

    def ask_where_to_save(self) -> None:
        """Ask for a file for the student's results."""
        name = "-".join(filter(None, (self.lesson_file.name, _as_file_name(self.attempt.student))))
        ask_save_path(self.window(), f"{name}.json", [self.tr("Results (*.json)")], self.save)

    def save(self, path: Path) -> None:
        """Write the student's results."""
        try:
            replace_file(path, self.attempt.to_json().encode())
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
        saving().announce_saved(path)

    def save_progress(self) -> None:
        """Store the attempt, to be resumed in the next session."""
        self._saving.stop()
        save_progress(self.attempt)


def _as_file_name(text: str) -> str:
    return "".join(each if each.isalnum() else "-" for each in text)[:40].strip("-")
