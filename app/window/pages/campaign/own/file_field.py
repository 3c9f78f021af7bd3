"""The fields of a workload that a file describes: the file, and what a plan sets of it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from app.window.base.messages import message_text
from app.window.pages.campaign.own.file_row import RecentFiles, WorkFileRow
from app.window.pages.campaign.own.reader import OwnReader
from app.window.pages.campaign.own.words import faults_words, outline_words
from app.window.shared.fields.field import ParameterField, column_of
from engines.contract.parameter import Parameter
from widgets.layout.flow_layout import FlowLayout
from widgets.parts.cards import ToneLabel


class WorkFileField(ParameterField):
    """The file, with a line on what is in it."""

    section_wanted = Signal()
    """Its tables and statements are to be shown."""
    replaced = Signal()
    """The user has chosen another file."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        self.recent = RecentFiles()
        self.row = WorkFileRow(self.recent, self, narrow=True)
        self.note = ToneLabel("", "muted")
        self.note.setWordWrap(True)
        self.note.hide()
        self.open_button = QPushButton(self.tr("Tables and s&tatements"))
        self.open_button.setToolTip(
            self.tr("Choose the columns to encrypt, and see what statements become")
        )
        self.open_button.clicked.connect(self.section_wanted)
        self.row.chosen.connect(lambda _: self._tell_of_it())
        compared = FlowLayout()
        compared.addWidget(self.open_button)
        compared.addWidget(self.row.known)
        column = column_of(self)
        column.addWidget(self.row)
        column.addWidget(self.note)
        column.addLayout(compared)
        self.setFocusProxy(self.row)

    def value(self) -> str:
        return self.row.text()

    def show_value(self, value: Any) -> None:
        self.row.show_path(value or "")

    def choose(self, path: str) -> None:
        """Take another file, and tell of it."""
        if path != self.value():
            self.row.show_path(path)
            self._tell_of_it()

    def _tell_of_it(self) -> None:
        self.replaced.emit()
        self.changed.emit()

    def show_read(self, reader: OwnReader, sealed: int) -> None:
        """Say what is in the file, or how many errors; `sealed` columns are to be encrypted."""
        if reader.faults:
            self._tell(faults_words(reader.faults), "warning")
        elif reader.outline is not None:
            self._tell(outline_words(reader.outline, sealed), "muted")
            self.recent.add(self.value())
        else:
            self._tell(self.tr("Reading the file …") if reader.reading else "", "muted")

    def _tell(self, words: str, tone: str) -> None:
        self.note.setText(words)
        self.note.set_tone(tone)
        self.note.setVisible(bool(words))


class HeldParameter(ParameterField):
    """A value that is changed elsewhere and has no row of its own."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        self._value: Any = known.default
        self.setAccessibleName(message_text(known.shown.label))
        self.hide()

    def value(self) -> Any:
        return self._value

    def show_value(self, value: Any) -> None:
        self._value = value

    def choose(self, value: Any) -> None:
        """Take another value, and tell of it."""
        if value != self._value:
            self._value = value
            self.changed.emit()
