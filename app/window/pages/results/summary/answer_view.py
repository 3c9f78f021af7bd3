"""An answer of page one: the answer itself in bold, what belongs to it, its list and its table."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.report.summary.model import Answer, Grid
from app.window.base.messages import message_text
from app.window.pages.results.summary.worded_table import WordedTable
from engines.contract.message import Message
from widgets.parts.cards import ToneLabel


class AnswerView(QWidget):
    """Hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = ToneLabel()
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.RichText)
        self.table: WordedTable | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self._label)
        self.hide()

    @property
    def said(self) -> list[str]:
        """Its paragraphs as plain text, and the lines of its table."""
        if not self._label.text():
            return []
        told = QTextDocumentFragment.fromHtml(self._label.text()).toPlainText().splitlines()
        lines = self.table.lines if self.table and not self.table.isHidden() else []
        return [*filter(None, told), *lines]

    def draw(self, answer: Answer | None) -> None:
        """Show an answer, with what is told as it is."""
        self._label.setText(_rich(answer) if answer else "")
        if self.table:
            self.table.hide()
        if answer and answer.said.grid:
            self._show(answer.said.grid, message_text(answer.question))
        self.setVisible(answer is not None)

    def _show(self, grid: Grid, name: str) -> None:
        if self.table is None:
            self.table = WordedTable(name, self)
            self._column.addWidget(self.table)
        self.table.setAccessibleName(name)
        self.table.set_cells(
            [message_text(each) for each in grid.head],
            [[message_text(cell) for cell in line] for line in grid.lines],
            (1,) * len(grid.head),
        )
        self.table.show()


def _rich(answer: Answer) -> str:
    told = f"<b>{_escaped(answer.head)}</b> {_escaped(answer.said.rest)}"
    points = "".join(f"<li>{_escaped(each)}</li>" for each in answer.said.points)
    return f"<p>{told}</p><ul>{points}</ul>" if points else told


def _escaped(said: Message) -> str:
    return escape(message_text(said), quote=False)
