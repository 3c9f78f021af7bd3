"""The list of lessons, and the view that shows it, an opened lesson, or the results of a class."""

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

from app.lessons.attempt import last_open, note_open, stored_results
from app.lessons.lesson import LessonStep
from app.lessons.lesson_reading import LessonFile, lesson_files, open_lesson
from app.system.folders import lessons_folder
from app.window.base.messages import message_text
from app.window.pages.lessons.class_view import ChooseButton, ClassView
from app.window.pages.lessons.experiments.registry import EXPERIMENTS
from app.window.pages.lessons.lesson_view import LessonView
from app.window.workbench.page import PageView
from app.window.workbench.workbench import Workbench
from widgets.fields.file_dialog import ask_for_file
from widgets.layout.boxes import vbox
from widgets.layout.layouts import CardGrid, FlowLayout
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.numbers import format_number
from widgets.parts.cards import ActionCard, SectionTitle, ToneLabel, WrappedLabel
from widgets.parts.file_drop import FileDrop

_MAX_WIDTH_PX = 1040
_CARD_WIDTH, _CARD_HEIGHT = 240, 200


class LessonList(QWidget):
    """A card for each lesson, and what is wrong with files that could not be read."""

    chosen = Signal(object)
    """The LessonFile to open."""

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
        drop.dropped.connect(self._open_dropped)
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its cards have the keyboard
        vbox(self, self._scroll)

    def show_lessons(self, lessons: Sequence[LessonFile]) -> None:
        self.open_button.setParent(self)
        self.class_button.setParent(self)
        self.cards, self.faults = {}, []
        inside = QWidget()
        column = vbox(inside, self._head(), margins=(0, 8, 0, 8), spacing=12)
        grid = CardGrid(_CARD_WIDTH)
        for lesson_file in lessons:
            if lesson_file.lesson is not None:
                grid.add_card(self._card(lesson_file))
        column.addWidget(grid)
        for each in lessons:
            if each.error is not None:
                column.addWidget(self._fault(each))
        column.addStretch(1)
        inside.setMaximumWidth(_MAX_WIDTH_PX)
        self._scroll.setWidget(inside)
        self.setFocusProxy(next(iter(self.cards.values()), self.open_button))

    def ask_for_file(self) -> QFileDialog:
        """Show a non-modal file dialog."""
        filters = self.tr("Lessons (*.toml)"), self.tr("All files (*)")
        return ask_for_file(self, self.tr("Open a lesson"), filters, self.open_file)

    def open_file(self, path: Path) -> None:
        lesson_file = open_lesson(path)
        if lesson_file.error is not None:
            self.failed.emit(lesson_file.error)
        else:
            self.chosen.emit(lesson_file)

    def _open_dropped(self, dropped: Sequence[Path]) -> None:
        if dropped[0].suffix == ".toml":
            self.open_file(dropped[0])
        else:
            self.results_chosen.emit(list(dropped))

    def _head(self) -> QVBoxLayout:
        words = vbox(None, SectionTitle(self.tr("Choose a lesson")), spacing=2)
        message = WrappedLabel(
            self.tr(
                "You predict, run it on a real server, and compare. At the end you meet a "
                "challenge that Cipherbench checks."
            ),
            "muted",
        )
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

    def _card(self, lesson_file: LessonFile) -> ActionCard:
        lesson = lesson_file.lesson
        assert lesson is not None
        minutes = self.tr("{0} minutes").format(format_number(lesson.minutes))
        attempt = stored_results(lesson_file.name)
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
        card.activated.connect(lambda: self.chosen.emit(lesson_file))
        self.cards[lesson_file.name] = card
        return card

    def _fault(self, lesson_file: LessonFile) -> ToneLabel:
        assert lesson_file.error is not None
        title, message, _hint = lesson_file.error.messages
        label = WrappedLabel(f"{message_text(title)}: {message_text(message)}", "warning")
        self.faults.append(label)
        return label


class LessonsView(PageView):
    """Shows the list or a lesson. A lesson that was left keeps its view until another is opened."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self.list = LessonList(self)
        self.lesson: LessonView | None = None
        """The open lesson."""
        self.class_view: ClassView | None = None
        self._suspended: LessonView | None = None
        self._first = True
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.list)
        self.list.chosen.connect(self.open)
        self.list.failed.connect(workbench.failed)
        self.list.results_chosen.connect(self.open_class_results)
        self.setFocusProxy(self._stack)
        vbox(self, self._stack)

    def shown(self) -> None:
        """Read the lessons again: a teacher may have changed one. A new window resumes the lesson
        that was open when the last one was closed."""
        if self.lesson is not None or self.class_view is not None:
            return
        lessons = lesson_files(QLocale().name())
        self.list.show_lessons(lessons)
        if self._first and (path := last_open()) is not None:
            named = path.name.partition(".")[0]
            same = (each for each in lessons if each.path.parent == path.parent)
            found = next((each for each in same if each.name == named), None) or open_lesson(path)
            if found.lesson is not None:
                self.open(found)
        self._first = False

    def open(self, lesson_file: LessonFile) -> None:
        """Open a lesson in place of the list."""
        if self._suspended is not None and self._suspended.lesson_file != lesson_file:
            self._close(self._suspended)
            self._suspended = None
        self.lesson, self._suspended = self._suspended or self._make_view(lesson_file), None
        note_open(lesson_file.path)
        self._stack.setCurrentWidget(self.lesson)
        self.lesson.card.setFocus()

    def open_class_results(self, chosen: Sequence[Path]) -> None:
        """Open the results of a class in place of the list."""
        self.class_view = ClassView(self._workbench, self)
        self.class_view.closed.connect(self.leave)
        self._stack.addWidget(self.class_view)
        self._stack.setCurrentWidget(self.class_view)
        self.class_view.add_files(chosen)

    def leave(self) -> None:
        """Go back to the list."""
        if self.class_view is not None:
            self._close(self.class_view)
        if self.lesson is not None:
            self.lesson.save_progress()
            self._suspended = self.lesson
        self.lesson = self.class_view = None
        note_open(None)
        self._stack.setCurrentWidget(self.list)
        self.shown()
        self.list.setFocus()

    def close_down(self) -> None:
        for open in (self.lesson, self._suspended, self.class_view):
            if open is not None:
                open.close_down()

    def _make_view(self, lesson_file: LessonFile) -> LessonView:
        made = LessonView(self._workbench, lesson_file, self)
        made.closed.connect(self.leave)
        self._stack.addWidget(made)
        return made

    def _close(self, open: LessonView | ClassView) -> None:
        open.close_down()
        self._stack.removeWidget(open)
        open.hide()
        open.deleteLater()
