"""The results of a class, from the files that students saved: for one lesson at a time a table of
answers, and charts of how predictions are distributed. Saves the table and prints a sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QMenu,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QWidget,
)

from app.lessons.class_results import (
    LessonResults,
    QuestionAnswers,
    StudentFile,
    by_lesson,
    files_in,
    read_student_files,
)
from app.lessons.results_file import AnsweredQuestion, Judgement
from app.report.charts.class_answer_charts import class_chart, question_charts, question_title
from app.report.drawing.chart_drawing import draw
from app.report.drawing.medium import Colours, Medium
from app.report.files.lesson_sheet import ClassSheet, write_class_sheet
from app.report.words.colours import paper_colour
from app.window.base.messages import message_text
from app.window.shared.charts import ChartView
from app.window.shared.sheet_maker import SheetMaker
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase
from widgets.fields.choice import Choice
from widgets.fields.file_dialog import show_dialog
from widgets.layout.boxes import vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.numbers import format_number, number_locale
from widgets.parts.cards import SectionTitle, ToneLabel
from widgets.parts.file_drop import FileDrop
from widgets.saving.saving import ask_save_path, replace_file, saving
from widgets.tables.data_table import Column, DataTable


class ChooseButton(QPushButton):
    """Asks for files of students, or a folder of them, in a dialog that is not modal."""

    chosen = Signal(list)
    """The paths (list[Path])."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(icon("open"), text, parent)
        menu = QMenu(self)
        menu.addAction(self.tr("&Files of students …"), self.ask_for_files)
        menu.addAction(self.tr("A f&older of files …"), self.ask_for_folder)
        self.setMenu(menu)

    def ask_for_files(self) -> QFileDialog:
        dialog = QFileDialog(self, self.tr("Files of students"))
        dialog.setNameFilters([self.tr("Results (*.json)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        return self._show(dialog)

    def ask_for_folder(self) -> QFileDialog:
        """Ask for a folder: all of its files that end in .json are taken."""
        dialog = QFileDialog(self, self.tr("A folder of files"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        return self._show(dialog)

    def _show(self, dialog: QFileDialog) -> QFileDialog:
        dialog.filesSelected.connect(lambda paths: self.chosen.emit([Path(each) for each in paths]))
        return show_dialog(dialog)


_tr = QCoreApplication.translate

_SIGNS = {
    Judgement.RIGHT: "✓",
    Judgement.CLOSE: "≈",
    Judgement.WRONG: "✗",
    Judgement.UNKNOWN: "?",
    Judgement.OPEN: "–",
}
_TONES = {
    Judgement.RIGHT: "good",
    Judgement.CLOSE: "accent",
    Judgement.WRONG: "bad",
    Judgement.UNKNOWN: "muted",
    Judgement.OPEN: "muted",
}
_ORDER = list(Judgement)


class AnswerCell(int):
    """An answer in the table, sorted by its judgement: the index in `Judgement`."""

    answered: AnsweredQuestion

    @classmethod
    def from_answer(cls, answered: AnsweredQuestion) -> AnswerCell:
        made = cls(_ORDER.index(answered.judgement))
        made.answered = answered
        return made


def judgement_text(judgement: Judgement) -> str:
    """“✓ right”."""
    words = {
        Judgement.RIGHT: _tr("ClassResults", "right"),
        Judgement.CLOSE: _tr("ClassResults", "close"),
        Judgement.WRONG: _tr("ClassResults", "wrong"),
        Judgement.UNKNOWN: _tr("ClassResults", "not judged"),
        Judgement.OPEN: _tr("ClassResults", "open"),
    }
    return f"{_SIGNS[judgement]} {words[judgement]}"


def legend() -> str:
    """“✓ right · ≈ close · …”: what the signs mean."""
    return " · ".join(map(judgement_text, Judgement))


def met_text(met: bool) -> str:
    words = _tr("ClassResults", "met") if met else _tr("ClassResults", "not met")
    return f"{_SIGNS[Judgement.RIGHT if met else Judgement.WRONG]} {words}"


def share_text(percent: float) -> str:
    """A whole percentage."""
    return f"{format_number(percent)} %"


def right_or_close_word() -> str:
    return _tr("ClassResults", "Right or close")


def columns(results: LessonResults, *, signs: bool = False) -> Iterator[Column]:
    """The table's columns. Shares of the class are in the second line of headings, so that sorting
    does not move them. With `signs` answers are signs without words, for a small screen."""
    yield Column("student", _tr("ClassResults", "Student"), named=True)
    for at, question in enumerate(results.questions):
        yield _question_column(at, question, signs)
    challenge = _tr("ClassResults", "Challenge")
    yield Column(
        "challenge",
        f"{challenge}\n{share_text(100 * results.met / len(results.files))}",
        format=lambda value: _as_sign(met_text(bool(value)), signs),
        tone=lambda value: "good" if value else "bad",
    )
    right = (
        f"{_SIGNS[Judgement.RIGHT]} {_SIGNS[Judgement.CLOSE]}" if signs else right_or_close_word()
    )
    yield Column("right", right, align="right", format=_share, tooltip=right_or_close_word())


def _as_sign(text: str, signs: bool) -> str:
    return text[0] if signs else text


def rows(results: LessonResults) -> Iterator[Sequence[object]]:
    for file in results.files:
        answers = map(AnswerCell.from_answer, file.results.answers)
        yield [file.name, *answers, file.results.challenge.met, results.percent_of(file)]


def printed_table(results: LessonResults) -> tuple[list[str], list[list[str]], list[str]]:
    """Head, rows and foot of the table on the printed sheet."""
    head = [
        _tr("ClassResults", "Student"),
        *(message_text(question_title(each)) for each in results.questions),
        _tr("ClassResults", "Challenge"),
        right_or_close_word(),
    ]
    shares = [each.percent for each in results.questions] + [100 * results.met / len(results.files)]
    return (
        head,
        [_printed_row(results, each) for each in results.files],
        [
            right_or_close_word(),
            *map(share_text, shares),
            "",
        ],
    )


def _printed_row(results: LessonResults, file: StudentFile) -> list[str]:
    judged = (judgement_text(each.judgement) for each in file.results.answers)
    met = met_text(file.results.challenge.met)
    return [file.name, *judged, met, share_text(results.percent_of(file))]


def _question_column(at: int, question: QuestionAnswers, signs: bool) -> Column:
    place = message_text(question_title(question))
    head = f"{place[0]}{format_number(question.number)}" if signs else place
    share = _tr("ClassResults", "{0} of {1} students: right or close. No answer: {2}.")
    counts = question.right, len(question.answers), question.unanswered
    tooltip = filled(share, *map(format_number, counts))
    return Column(
        f"question-{at}",
        f"{head}\n{share_text(question.percent)}",
        format=lambda value: _as_sign(_answer(value), signs),
        tone=_tone,
        tooltip=f"{place}: {question.text}\n{tooltip}",
        tip=_message,
    )


def _answer(value: object) -> str:
    return judgement_text(_ORDER[value]) if isinstance(value, int) else ""


def _tone(value: object) -> str | None:
    return _TONES[_ORDER[value]] if isinstance(value, int) else None


def _share(value: object) -> str:
    return share_text(value) if isinstance(value, float) else ""


def _message(value: object) -> str:
    """The tooltip: the answer itself, and the right one."""
    if not isinstance(value, AnswerCell):
        return ""
    answer = value.answered
    if answer.given is None:
        return _tr("ClassResults", "No answer")
    given = _value_text(answer.given)
    if answer.came_out is None:
        return filled(_tr("ClassResults", "Answer: {0}"), given)
    return filled(
        _tr("ClassResults", "Answer: {0}. Right: {1}."), given, _value_text(answer.came_out)
    )


def _value_text(value: str | float) -> str:
    if isinstance(value, str):
        return f"“{value}”"
    return format_number(value, 0 if value == int(value) else 1)


_MAX_MESSAGES = 4
_WORDS_FROM_PX = 860
"""Width from which on answers are signs and words; below, signs alone."""
_LESSON_LETTERS = 18
_PRINTED_WIDTH_PX = 440.0
"""Width of a drawing that takes a half or a third of the printed page."""
_CELL_PADDING, _SIGNS_CELL_PADDING, _LEAST_CELL_PADDING = 16, 24, 10
"""Pixels around a cell's text: so the nine questions of a lesson fit on a projector."""


class ClassView(QWidget):
    """Shows one lesson of the students' files; further files can be added."""

    closed = Signal()
    """The user goes back to the list of lessons."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._files: dict[Path, StudentFile] = {}
        self._refused: dict[str, Message] = {}
        self._lessons: Sequence[LessonResults] = ()
        self._signs = False
        self.back_button = QPushButton(self.tr("&Lessons"), self)
        self.lesson = Choice(_LESSON_LETTERS, self)
        self.add_button = ChooseButton(self.tr("&Add …"), self)
        self.save_button = QPushButton(icon("export"), self.tr("&Save table …"), self)
        self.print_button = QPushButton(self.tr("&Print …"), self)
        self.message = ToneLabel("", "warning", self)
        self.summary_label = ToneLabel("", "muted", self)
        self.tabs = QTabWidget(self)
        self.table = DataTable(self)
        self.chart = ChartView(self)
        self._maker = SheetMaker(self)
        self._lay_out()
        self._connect(workbench)
        self._show()

    def add_files(self, chosen: Sequence[Path]) -> None:
        """Read files, and those in folders, in addition to those already read."""
        taken = read_student_files(files_in(chosen))
        self._files |= {each.path.absolute(): each for each in taken.files}
        self._refused |= {str(each): each for each in taken.refused}
        self._lessons = by_lesson(list(self._files.values()))
        before = self.lesson.currentData()
        self.lesson.blockSignals(True)
        self.lesson.clear()
        for at, each in enumerate(self._lessons):
            students = self.tr("{0} ({1})").format(each.title, format_number(len(each.files)))
            self.lesson.addItem(students, at)
        self.lesson.setCurrentIndex(min(before or 0, len(self._lessons) - 1))
        self.lesson.blockSignals(False)
        self._show()
        self.table.setFocus()

    def results(self) -> LessonResults | None:
        """Results of the chosen lesson; None before any file could be read."""
        at = self.lesson.currentIndex()
        return self._lessons[at] if at >= 0 else None

    def close_down(self) -> None:
        """End the process that prints."""
        self._maker.close()

    # what is saved

    def ask_where_to_save(self) -> None:
        """Ask for a file for the table."""
        self._ask(".csv", self.tr("Table (*.csv)"), self.save)

    def save(self, path: Path) -> None:
        """Write the table as CSV."""
        if (results := self.results()) is None:
            return
        try:
            replace_file(path, results.csv().encode())
        except OSError as error:
            self._workbench.failed.emit(
                CipherbenchError(
                    phrase("Table not saved"),
                    phrase("{path} cannot be written: {reason}."),
                    phrase("Choose another folder."),
                    path=path,
                    reason=error.strerror or str(error),
                )
            )
            return
        saving().announce_saved(path)

    def ask_where_to_print(self) -> None:
        """Ask for a file for the sheet."""
        self._ask(".pdf", self.tr("Sheet (*.pdf)"), self.print_to)

    def print_to(self, path: Path) -> None:
        """Have the sheet made: the table and, below it, the charts."""
        if (results := self.results()) is not None:
            self._maker.make(partial(write_class_sheet, _sheet(results), path), path)

    def _ask(self, ending: str, filter: str, save: Callable[[Path], None]) -> None:
        if (results := self.results()) is not None:
            ask_save_path(self.window(), f"class-{results.name}{ending}", [filter], save)

    # what is shown

    def _show(self) -> None:
        results = self.results()
        for button in (self.save_button, self.print_button):
            button.setEnabled(results is not None)
        self.lesson.setVisible(len(self._lessons) > 1)
        self.message.setText("\n".join(self._sentences(results)))
        self.message.setVisible(bool(self.message.text()))
        self.tabs.setTabEnabled(1, results is not None)
        if results is None:
            self.table.set_rows([], [])
            return
        chart = class_chart(results)
        summary = f"{results.title} · {message_text(chart.caption)}"
        signs = self._signs = self.width() < _WORDS_FROM_PX
        self.summary_label.setText(f"{summary}\n{legend()}" if signs else summary)
        self.table.set_rows(list(columns(results, signs=signs)), list(rows(results)))
        self.table.fit_to_lines(
            _SIGNS_CELL_PADDING if signs else _CELL_PADDING, _LEAST_CELL_PADDING
        )
        self.chart.show_chart(lambda _: chart)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._signs != (self.width() < _WORDS_FROM_PX):
            self._show()

    def _sentences(self, results: LessonResults | None) -> list[str]:
        """Which files were refused or replaced by later ones; at most `_MAX_MESSAGES`."""
        messages = [*self._refused.values(), *(results.replaced if results else ())]
        shown = [message_text(each) for each in messages[:_MAX_MESSAGES]]
        if more := len(messages) - _MAX_MESSAGES:
            self.message.setToolTip("\n".join(map(message_text, messages)) if more > 0 else "")
            if more > 0:
                shown.append(filled(self.tr("And {0} more."), format_number(more)))
        return shown

    def _lay_out(self) -> None:
        self.message.setWordWrap(True)
        self.summary_label.setWordWrap(True)
        self.lesson.setAccessibleName(self.tr("Lesson"))
        self.table.set_placeholder(self.tr("Add files of students, or drop them here."))
        scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its chart has the keyboard
        scroll.setWidget(self.chart)
        self.tabs.addTab(self.table, self.tr("Answers"))
        self.tabs.addTab(scroll, self.tr("Distribution"))
        above = QWidget()
        head = FlowLayout(above, line_gap=4)
        title = SectionTitle(self.tr("Class results"))
        acting = (self.add_button, self.save_button, self.print_button)
        for part in (self.back_button, title, self.lesson, *acting):
            head.addWidget(part)
        vbox(
            self,
            above,
            self.summary_label,
            self.message,
            (self.tabs, 1),
            margins=(0, 8, 0, 0),
            spacing=8,
        )

    def _connect(self, workbench: Workbench) -> None:
        self.back_button.clicked.connect(self.closed)
        self.lesson.currentIndexChanged.connect(lambda _: self._show())
        self.add_button.chosen.connect(self.add_files)
        self.save_button.clicked.connect(self.ask_where_to_save)
        self.print_button.clicked.connect(self.ask_where_to_print)
        self._maker.failed.connect(workbench.failed)
        drop = FileDrop(self, self.tr("Drop files of students here"))
        drop.dropped.connect(self.add_files)


def _sheet(results: LessonResults) -> ClassSheet:
    chart = class_chart(results)
    head, body, foot = printed_table(results)
    medium = Medium(Colours(), paper_colour, message_text, format_number)
    drawn = dict(question_charts(results))
    return ClassSheet(
        number_locale().name().partition("_")[0],
        results.title,
        message_text(chart.caption),
        head,
        body,
        foot,
        [draw(each, medium, _PRINTED_WIDTH_PX).strips[0].svg for each in drawn.values()],
        [f"{message_text(question_title(each))}: {each.text}" for each in drawn],
    )
