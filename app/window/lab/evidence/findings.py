"""What was found: who can read the data, where marker and keys are, and the bytes of each place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QPlainTextEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.results.traces import Trace
from app.window.lab.evidence.words import details, headline, place_table, threat_table
from widgets.layout.turning_splitter import TurningSplitter
from widgets.look.fonts import mono_font
from widgets.look.theme import scaled_font
from widgets.parts.cards import SectionTitle, ToneLabel
from widgets.tables.data_table import DataTable

_ROOM = 18
"""Pixels next to each word: all protections of a campaign fit side by side."""
_UPPER, _LOWER = 390, 370
_GUIDED_ROOM, _GUIDED_PLACE, _GUIDED_UPPER = 18, 146, 560
"""The same beside a lesson's steps, where three protections fit, and places are cut for them."""
_NARROWEST, _ROOM_FOR_BOTH = 280, 480
"""Pixels in which the words next to the table can be read, and in which there is room for both."""


class FindingsView(QWidget):
    """Two tables, and the details of their current cell. `guided`: of one server, the places alone,
    above what they say."""

    def __init__(self, parent: QWidget | None = None, *, guided: bool = False) -> None:
        super().__init__(parent)
        self._guided = guided
        self.threats = _cell_table(self.tr("Who can read the data"), self)
        self.places = _cell_table(self.tr("Where the marker was found"), self)
        self.details = QPlainTextEdit(self)
        self.details.setReadOnly(True)
        self.details.setFont(mono_font(0.9))
        self.details.setAccessibleName(self.tr("Findings"))
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.details.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._heading = ToneLabel()
        self._heading.setFont(scaled_font(bold=True))
        self._heading.setWordWrap(True)
        self._lay_out()
        for table in (self.threats, self.places):
            table.selectionModel().currentChanged.connect(self._tell)
            table.clicked.connect(self._tell)  # it may have been current before the other table

    def show_evidence(self, evidence: Sequence[Trace]) -> None:
        """Show evidence in place of that shown before, with the details of the first cell."""
        self.threats.set_rows(*threat_table(evidence))
        self.places.set_rows(*place_table(evidence))
        self.places.setColumnHidden(0, self._guided)
        self._fit_tables()
        first = self.places if self._guided else self.threats
        first.setCurrentIndex(first.table_model().index(0, 2))

    def clear(self) -> None:
        """Show nothing."""
        for table in (self.threats, self.places):
            table.set_rows([], [])
        self._heading.clear()
        self.details.clear()

    def headline(self) -> str:
        """The place that the details describe."""
        return self._heading.text()

    def _lay_out(self) -> None:
        """Who can read the data; next to it the findings; below both the places."""
        words = QWidget(self)
        words.setMinimumWidth(_NARROWEST)
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._heading)
        column.addWidget(self.details, 1)
        readers = _titled(self.tr("Who can read the data"), self.threats)
        if self._guided:
            readers.hide()
            self.places.setFont(scaled_font(0.9))
        self._upper = TurningSplitter(_ROOM_FOR_BOTH, self)
        self._upper.addWidget(readers)
        self._upper.addWidget(words)
        self._upper.setStretchFactor(0, 0)
        self._upper.setStretchFactor(1, 1)
        body = QSplitter(Qt.Orientation.Vertical, self)
        body.addWidget(self._upper)
        places = _titled(self.tr("Where the marker and the keys were found"), self.places)
        body.insertWidget(0 if self._guided else 1, places)
        body.setSizes([_GUIDED_UPPER, _LOWER] if self._guided else [_UPPER, _LOWER])
        for splitter in (self._upper, body):
            splitter.setHandleWidth(12)
            splitter.setChildrenCollapsible(False)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(body)

    def _fit_tables(self) -> None:
        """Columns as wide as what they hold, and the table at the left as wide as its columns."""
        for table in (self.threats, self.places):
            table.fit_to_lines(_GUIDED_ROOM if self._guided else _ROOM)
        if self._guided:
            widest = min(self.places.columnWidth(1), _GUIDED_PLACE)
            self.places.setColumnWidth(1, widest)
        bar = self.threats.verticalScrollBar().sizeHint().width()
        wanted = self.threats.horizontalHeader().length() + bar + 2 * self.threats.frameWidth()
        if self._upper.orientation() is Qt.Orientation.Horizontal:
            self._upper.setSizes([wanted, max(0, self._upper.width() - wanted)])

    def _tell(self, index: QModelIndex, _before: QModelIndex | None = None) -> None:
        cell = index.data(Qt.ItemDataRole.UserRole)
        text = headline(cell)
        if text:
            self._heading.setText(text)
            self.details.setPlainText(details(cell))


def _cell_table(name: str, parent: QWidget) -> DataTable:
    """A table whose cells are selected, not its rows."""
    table = DataTable(parent)
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
    table.setMinimumHeight(120)
    return table


def _titled(title: str, part: QWidget) -> QWidget:
    around = QWidget()
    column = QVBoxLayout(around)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    column.addWidget(SectionTitle(title))
    column.addWidget(part, 1)
    return around
