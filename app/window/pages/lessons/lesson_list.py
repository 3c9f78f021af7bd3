"""The lessons there are, and what is wrong with files that cannot be used."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.lessons.attempt import begun
from app.lessons.lesson import Step
from app.lessons.shelf import Shelved, open_lesson
from app.system.folders import lessons_folder
from app.window.base.messages import message_text
from app.window.pages.lessons.class_results.class_view import ChooseButton
from app.window.pages.lessons.experiments.registry import EXPERIMENTS
from widgets.layout.layouts import CardGrid, FlowLayout
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.numbers import format_number
from widgets.parts.cards import ActionCard, SectionTitle, ToneLabel
from widgets.parts.file_drop import FileDrop

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

    def show_lessons(self, lessons: Sequence[Shelved]) -> None:
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

    def _card(self, shelved: Shelved) -> ActionCard:
        lesson = shelved.lesson
        assert lesson is not None
        minutes = self.tr("{0} minutes").format(format_number(lesson.minutes))
        stored = begun(shelved.name)
        if stored is not None:
            at = filled(self.tr("Step {0}"), format_number(1 + list(Step).index(stored.step)))
            minutes = " · ".join(filter(None, (minutes, at, stored.student)))
        card = ActionCard(
            lesson.title,
            f"{lesson.question}\n\n{minutes}",
            self.tr("Begin") if stored is None else self.tr("Go on"),
            EXPERIMENTS[lesson.run.module].icon,
            self,
        )
        card.setMinimumHeight(_CARD_HEIGHT)
        card.activated.connect(lambda: self.chosen.emit(shelved))
        self.cards[shelved.name] = card
        return card

    def _fault(self, shelved: Shelved) -> ToneLabel:
        assert shelved.error is not None
        title, message, _hint = shelved.error.messages
        label = ToneLabel(f"{message_text(title)}: {message_text(message)}", "warning")
        label.setWordWrap(True)
        self.faults.append(label)
        return label
