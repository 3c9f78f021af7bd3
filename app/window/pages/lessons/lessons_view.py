"""The list of lessons, and in its place the lesson that was opened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.lessons.attempt import begun, last_open, note_open
from app.lessons.lesson import LessonStep
from app.lessons.shelf import ShelfLesson, open_lesson, shelf
from app.system.folders import lessons_folder
from app.window.base.messages import message_text
from app.window.pages.lessons.class_view import ChooseButton, ClassView
from app.window.pages.lessons.experiments.registry import EXPERIMENTS
from app.window.pages.lessons.lesson_view import LessonView
from app.window.workbench.page import PageView
from app.window.workbench.workbench import Workbench
from widgets.layout.layouts import CardGrid, FlowLayout
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.numbers import format_number
from widgets.parts.cards import ActionCard, SectionTitle, ToneLabel
from widgets.parts.file_drop import FileDrop

# The lessons there are, and what is wrong with files that cannot be used.

_WIDEST = 1040
_CARD_WIDTH, _CARD_HEIGHT = 240, 200


class LessonList(QWidget):
    chosen = Signal(object)
    """The Shelved lesson to open."""

    failed = Signal(object)
    """The CipherbenchError of a file that was opened."""

    results_chosen = Signal(list)
    """Files of students, and folders of these (list[Path])."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: dict[str, ActionCard] = {}
        self.faults: list[ToneLabel] = []
        self.open_button = QPushButton(icon("open"), self.tr("&Open a lesson …"), self)
        self.open_button.clicked.connect(self.ask_for_file)
        self.class_button = ChooseButton(self.tr("&Class results …"), self)
        self.class_button.setToolTip(
            self.tr("Files that students saved, together: a table, and what was predicted.")
        )
        self.class_button.chosen.connect(self.results_chosen)
        drop = FileDrop(self, self.tr("Drop a lesson, or files of students, here"))
        drop.dropped.connect(self._take)
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its cards have the keyboard
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._scroll)

    def show_lessons(self, lessons: Sequence[ShelfLesson]) -> None:
        """Show these lessons in place of those shown before."""
        self.open_button.setParent(self)
        self.class_button.setParent(self)
        self.cards, self.faults = {}, []
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(12)
        column.addLayout(self._head())
        grid = CardGrid(_CARD_WIDTH)
        for shelved in lessons:
            if shelved.lesson is not None:
                grid.add_card(self._card(shelved))
        column.addWidget(grid)
        for each in lessons:
            if each.error is not None:
                column.addWidget(self._fault(each))
        column.addStretch(1)
        inside.setMaximumWidth(_WIDEST)
        self._scroll.setWidget(inside)
        self.setFocusProxy(next(iter(self.cards.values()), self.open_button))

    def ask_for_file(self) -> QFileDialog:
        """Ask for a lesson's file without blocking anything."""
        dialog = QFileDialog(self, self.tr("Open a lesson"))
        dialog.setNameFilters([self.tr("Lessons (*.toml)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda chosen: self.open_file(Path(chosen)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()
        return dialog

    def open_file(self, path: Path) -> None:
        """Open the lesson in a file, or say what is wrong with it."""
        shelved = open_lesson(path)
        if shelved.error is not None:
            self.failed.emit(shelved.error)
        else:
            self.chosen.emit(shelved)

    def _take(self, dropped: Sequence[Path]) -> None:
        if dropped[0].suffix == ".toml":
            self.open_file(dropped[0])
        else:
            self.results_chosen.emit(list(dropped))

    def _head(self) -> QVBoxLayout:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(SectionTitle(self.tr("Choose a lesson")))
        message = ToneLabel(
            self.tr(
                "You predict, run it on a real server, and compare. At the end you meet a "
                "challenge that Cipherbench checks."
            ),
            "muted",
        )
        message.setWordWrap(True)
        words.addWidget(message)
        buttons = QWidget()
        row = FlowLayout(buttons)
        row.addWidget(self.class_button)
        row.addWidget(self.open_button)
        words.addWidget(buttons)
        self.open_button.setToolTip(
            filled(self.tr("Lessons in {0} are listed here."), lessons_folder())
        )
        return words

    def _card(self, shelved: ShelfLesson) -> ActionCard:
        lesson = shelved.lesson
        assert lesson is not None
        minutes = self.tr("{0} minutes").format(format_number(lesson.minutes))
        attempt = begun(shelved.name)
        if attempt is not None:
            at = filled(
                self.tr("Step {0}"), format_number(1 + list(LessonStep).index(attempt.step))
            )
            minutes = " · ".join(filter(None, (minutes, at, attempt.student)))
        card = ActionCard(
            lesson.title,
            f"{lesson.question}\n\n{minutes}",
            self.tr("Begin") if attempt is None else self.tr("Go on"),
            EXPERIMENTS[lesson.run.module].icon,
            self,
        )
        card.setMinimumHeight(_CARD_HEIGHT)
        card.activated.connect(lambda: self.chosen.emit(shelved))
        self.cards[shelved.name] = card
        return card

    def _fault(self, shelved: ShelfLesson) -> ToneLabel:
        assert shelved.error is not None
        title, message, _hint = shelved.error.messages
        label = ToneLabel(f"{message_text(title)}: {message_text(message)}", "warning")
        label.setWordWrap(True)
        self.faults.append(label)
        return label


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

    def open(self, shelved: ShelfLesson) -> None:
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

    def _made(self, shelved: ShelfLesson) -> LessonView:
        made = LessonView(self._workbench, shelved, self)
        made.left.connect(self.leave)
        self._stack.addWidget(made)
        return made

    def _close(self, open: LessonView | ClassView) -> None:
        open.close_down()
        self._stack.removeWidget(open)
        open.hide()
        open.deleteLater()
