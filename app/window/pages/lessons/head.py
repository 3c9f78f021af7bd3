"""Above a lesson: its title, its steps with their minutes, the student, and what can be saved."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget

from app.lessons.attempt import Attempt
from app.lessons.lesson import Lesson, Step
from app.window.pages.lessons.words import step_word
from widgets.look.icons import icon
from widgets.look.theme import scaled_font
from widgets.parts.cards import ElidedLabel
from widgets.parts.step_track import StepTrack, TrackStep

_LONGEST_NAME = 60
_NAME_WIDTH, _NARROW_NAME_WIDTH = 170, 110
_NARROW, _LEAST = 820, 440
"""Pixels below which buttons have icons alone, and that these need."""
_CLOCK_MS = 20_000
_STEPS = list(Step)


class LessonHead(QWidget):
    """It shows the record that it is given, and sends what the student wants."""

    back = Signal()
    save = Signal()
    step_chosen = Signal(object)

    named = Signal(str)
    """Another name."""

    restarted = Signal(bool)
    """Begin again; True: for the next student."""

    sheet_wanted = Signal(bool)
    """A sheet to print; True: with answers."""

    def __init__(self, lesson: Lesson, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back_button = QPushButton(icon("back"), self.tr("&Lessons"), self)
        self.print_button = QPushButton(icon("print"), self.tr("&Print sheet"), self)
        self.save_button = QPushButton(icon("export"), self.tr("&Save results …"), self)
        self.restart_button = QPushButton(icon("draw"), self.tr("B&egin again"), self)
        self.name = QLineEdit(self)
        steps = [TrackStep(step_word(step), lesson.minutes_of(step)) for step in Step]
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
        self.name.textEdited.connect(lambda text: self.named.emit(text.strip()))
        self.track.chosen.connect(lambda at: self.step_chosen.emit(_STEPS[at]))

    def show_attempt(self, attempt: Attempt) -> None:
        """Show whose attempt it is, its step, and the steps that can be opened: none while
        something runs."""
        running = attempt.running is not None
        if self.name.text().strip() != attempt.student:
            self.name.setText(attempt.student)
        at = range(len(_STEPS))
        self.track.show_steps(
            _STEPS.index(attempt.step),
            {each for each in at if attempt.is_done(_STEPS[each])},
            {each for each in at if attempt.may(_STEPS[each]) and not running},
        )
        self.restart_button.setEnabled(not running)
        self.save_button.setEnabled(attempt.is_begun)
        self._begun = attempt.begun
        self._show_pace()

    def minimumSizeHint(self) -> QSize:
        """Without words, even while there is room for them."""
        least = super().minimumSizeHint()
        return QSize(min(least.width(), _LEAST), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
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
        self.name.setMaxLength(_LONGEST_NAME)
        for button, words in self._words.items():
            plain = words.replace("&", "")
            button.setToolTip(plain)
            button.setAccessibleName(plain)
        sheets = QMenu(self)
        sheets.addAction(self.tr("For students …"), lambda: self.sheet_wanted.emit(False))
        sheets.addAction(self.tr("With answers …"), lambda: self.sheet_wanted.emit(True))
        self.print_button.setMenu(sheets)
        again = QMenu(self)
        again.addAction(self.tr("Same student"), lambda: self.restarted.emit(False))
        again.addAction(self.tr("Next student"), lambda: self.restarted.emit(True))
        self.restart_button.setMenu(again)

    def _lay_out(self, lesson: Lesson) -> None:
        title = ElidedLabel(lesson.title)
        title.setFont(scaled_font(1.2, bold=True))
        above = QHBoxLayout()
        above.setSpacing(6)
        above.addWidget(self.back_button)
        above.addWidget(title, 1)
        for part in (self.name, self.print_button, self.save_button, self.restart_button):
            above.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(above)
        column.addWidget(self.track)
