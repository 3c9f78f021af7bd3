"""Records that a known text opens where they share a key stream."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from app.lessons.attempt import Fixed
from app.lessons.figures import stream_figures
from app.lessons.lesson import Control, Lesson
from app.lessons.records import chosen
from app.patterns.columns.column import ColumnReport, Row
from app.patterns.requests import BitsFlipped, WordDragged
from app.window.lab.columns.guided import Guided
from app.window.pages.lessons.bench.records import RecordsBench
from app.window.workbench.workbench import Workbench
from widgets.look.numbers import format_number
from widgets.parts.cards import FormLabel


class OpenedRecords(QWidget):
    """A line for each record whose text the student has read; the program knows the texts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: dict[int, QLineEdit] = {}
        self._texts: dict[int, str] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(4)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Ask for the texts of these records; what was typed for the same ones stays."""
        if dict(rows) == self._texts:
            return
        while (item := self._grid.takeAt(0)) is not None:
            if (part := item.widget()) is not None:
                part.deleteLater()
        self._texts = dict(rows)
        self.lines = {row: QLineEdit(self) for row in self._texts}
        for at, (row, line) in enumerate(self.lines.items()):
            words = self.tr("Record {0}").format(format_number(row))
            line.setAccessibleName(words)
            self._grid.addWidget(FormLabel(words, line), at, 0)
            self._grid.addWidget(line, at, 1)

    def solved(self) -> int:
        """How many lines have their record's text, accents and case aside."""
        return sum(
            _plain(line.text()) == _plain(self._texts[row]) for row, line in self.lines.items()
        )

    def clear(self) -> None:
        """Forget what was typed."""
        for line in self.lines.values():
            line.clear()


class StreamBench(RecordsBench):
    """The key stream view: record A is known, B not; five more are there to be opened."""

    guided = Guided.STREAM

    def __init__(
        self, workbench: Workbench, lesson: Lesson, fixed: Fixed, parent: QWidget | None = None
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self._awaited = False
        self.opened = OpenedRecords(self)
        self.opened.hide()
        self.tab.tried.connect(self._dragged)
        self._begin()

    def control(self, control: Control) -> QWidget:
        return self.opened if control is Control.OPENED else super().control(control)

    def use(self, fixed: Fixed) -> None:
        self.opened.clear()
        super().use(fixed)

    def _work_on(self, report: ColumnReport) -> None:
        """Have the known text laid over record B; over the five, where these are to be opened."""
        known, unknown, more = chosen(self.tab.rows)
        self.opened.set_rows(more)
        made = self._is_free(Control.OPENED)
        self._awaited = True
        self.tab.stream.show_column(
            report.name,
            [known],
            unknown=more if made else [unknown],
            whole=not made,
            safe=bool(report.hides_equality) and not report.reuses_keystream,
        )

    def _dragged(self, news: WordDragged | BitsFlipped) -> None:
        word = self.tab.stream.word.text()
        if not self._awaited or not isinstance(news, WordDragged) or news.order.crib != word:
            return  # a word that the student has typed meanwhile
        self._awaited = False
        self._yield_figures(stream_figures(news.found, word, self.opened.solved()))


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", " ".join(text.split())).casefold()
    return "".join(each for each in letters if not unicodedata.combining(each))
