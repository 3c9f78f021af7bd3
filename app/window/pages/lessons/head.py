"""Above a lesson: its title, its steps, whose data it has, and what can be saved."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.lessons.attempt import Attempt
from app.lessons.lesson import Lesson, Step
from app.lessons.results_file import Data
from app.window.pages.lessons.words import data_word, step_word
from widgets.fields.choice import Choice
from widgets.fields.toggle_chip import ToggleChip
from widgets.look.icons import icon
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import SectionTitle, ToneLabel

_LONGEST_NAME = 60
_NAME_WIDTH = 150
_DATA_LETTERS = 19


class LessonHead(QWidget):
    """Name and data can be chosen until predictions are kept."""

    back = Signal()
    reset = Signal()
    save = Signal()
    step_chosen = Signal(object)

    student_changed = Signal()
    """Another name, or whose data are wanted."""

    sheet_wanted = Signal(bool)
    """A sheet to print; True: with answers."""

    def __init__(self, lesson: Lesson, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back_button = QPushButton(self.tr("&Lessons"), self)
        self.print_button = QPushButton(self.tr("&Print sheet"), self)
        self.save_button = QPushButton(icon("export"), self.tr("&Save results …"), self)
        self.reset_button = QPushButton(icon("draw"), self.tr("R&eset"), self)
        self.name = QLineEdit(self)
        self.data = Choice(_DATA_LETTERS, self)
        self.chips = {
            step: ToggleChip(f"{format_number(at)} {step_word(step)}", self)
            for at, step in enumerate(Step, 1)
        }
        self._make_parts()
        self._lay_out(lesson)
        self.back_button.clicked.connect(self.back)
        self.save_button.clicked.connect(self.save)
        self.reset_button.clicked.connect(self.reset)
        self.name.textEdited.connect(lambda _: self.student_changed.emit())
        self.data.currentIndexChanged.connect(lambda _: self.student_changed.emit())

    def student(self) -> str:
        """The name typed."""
        return self.name.text().strip()

    def whose(self) -> Data:
        """Whose data are wanted."""
        return Data(self.data.currentData())

    def show_attempt(self, attempt: Attempt, step: Step, *, running: bool) -> None:
        """Show which steps can be opened, and the one in front; none while something runs."""
        self.reset_button.setEnabled(not running)
        for each, chip in self.chips.items():
            chip.setEnabled(attempt.may(each) and not running)
            chip.setChecked(each is step)
        begun = bool(attempt.answers)
        self.name.setEnabled(not begun)
        self.data.setEnabled(not begun)
        self.save_button.setEnabled(begun)

    def _make_parts(self) -> None:
        self.name.setPlaceholderText(self.tr("Your name"))
        self.name.setAccessibleName(self.tr("Your name"))
        self.name.setMaxLength(_LONGEST_NAME)
        self.name.setMaximumWidth(_NAME_WIDTH)
        self.data.setAccessibleName(self.tr("Key and data"))
        self.data.setToolTip(
            self.tr("Data from my name: pictures get another key and IV, columns other records.")
        )
        for each in Data:
            self.data.addItem(data_word(each), each.value)
        menu = QMenu(self)
        menu.addAction(self.tr("For students …"), lambda: self.sheet_wanted.emit(False))
        menu.addAction(self.tr("With answers …"), lambda: self.sheet_wanted.emit(True))
        self.print_button.setMenu(menu)
        group = QButtonGroup(self)
        for step, chip in self.chips.items():
            group.addButton(chip)
            chip.clicked.connect(lambda _, step=step: self.step_chosen.emit(step))

    def _lay_out(self, lesson: Lesson) -> None:
        title = SectionTitle(lesson.title)
        title.setFont(scaled_font(1.3, bold=True))
        question = ToneLabel(lesson.question, "muted")
        question.setWordWrap(True)
        above, below = QHBoxLayout(), QHBoxLayout()
        above.setSpacing(8)
        above.addWidget(self.back_button)
        above.addWidget(title, 1)
        for button in (self.print_button, self.save_button, self.reset_button):
            above.addWidget(button)
        below.setSpacing(6)
        for chip in self.chips.values():
            below.addWidget(chip)
        below.addStretch(1)
        below.addWidget(self.name)
        below.addWidget(self.data)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(above)
        column.addWidget(question)
        column.addLayout(below)
