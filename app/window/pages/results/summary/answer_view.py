"""An answer of page one: the answer itself in bold, what belongs to it, its list and its table."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.report.summary.model import Answer
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
        self.table = WordedTable(self.tr("Answer"), self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._label)
        column.addWidget(self.table)
        self.hide()

    @property
    def said(self) -> list[str]:
        """Its paragraphs as plain text, and the lines of its table."""
        if not self._label.text():
            return []
        told = QTextDocumentFragment.fromHtml(self._label.text()).toPlainText().splitlines()
        return [*filter(None, told), *self.table.lines]

    def draw(self, answer: Answer | None) -> None:
        """Show an answer, with what is told as it is."""
        self._label.setText(_rich(answer) if answer else "")
        grid = answer.said.grid if answer else None
        self.table.setVisible(grid is not None)
        if answer and grid:
            self.table.setAccessibleName(message_text(answer.question))
            self.table.set_cells(
                [message_text(each) for each in grid.head],
                [[message_text(cell) for cell in line] for line in grid.lines],
                (1,) * len(grid.head),
            )
        self.setVisible(answer is not None)


def _rich(answer: Answer) -> str:
    told = f"<b>{_escaped(answer.head)}</b> {_escaped(answer.said.rest)}"
    points = "".join(f"<li>{_escaped(each)}</li>" for each in answer.said.points)
    return f"<p>{told}</p><ul>{points}</ul>" if points else told


def _escaped(said: Message) -> str:
    return escape(message_text(said), quote=False)
