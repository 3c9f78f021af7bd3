"""The choice of a column of a CSV file, with a preview."""

from __future__ import annotations

from itertools import islice

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QVBoxLayout, QWidget

from app.patterns.columns.csv_column import FileColumn
from app.window.base.messages import message_text
from engines.contract.errors import Unfit
from engines.contract.message import Message
from engines.looking.csv_file import (
    ENCODINGS,
    LATIN_1,
    SEPARATORS,
    UTF_8,
    CsvForm,
    form_of,
    open_csv,
)
from engines.looking.reading import why_not_read
from widgets.fields.choice import Choice
from widgets.look.names import filled, isolated
from widgets.parts.cards import FormLabel, ToneLabel
from widgets.tables.data_table import Column, DataTable

_ROWS = 8
_SIZE = (720, 420)


class CsvChoice(QDialog):
    """Shows the first rows. Separator and encoding are detected at first."""

    chosen = Signal(object)
    """A FileColumn."""

    def __init__(self, path: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self.setWindowTitle(self.tr("Read a table"))
        self.separator, self.encoding, self.column = Choice(), Choice(), Choice(16)
        self.preview = DataTable(self)
        self.preview.setAccessibleName(self.tr("First rows"))
        self._fault = ToneLabel("", "warning")
        self._fault.setWordWrap(True)
        wanted = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(wanted.Ok | wanted.Cancel, self)
        self.buttons.button(wanted.Ok).setText(self.tr("&Read the column"))
        self._lay_out()
        self._offer(self._guessed_form())
        self._show_rows()
        for choice in (self.separator, self.encoding):
            choice.currentIndexChanged.connect(self._show_rows)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)

    def form(self) -> CsvForm:
        """How the file is to be read."""
        return CsvForm(self.separator.currentData(), self.encoding.currentData())

    def fault(self) -> str:
        """Why the file cannot be read with these settings; empty if it can."""
        return self._fault.text()

    def _lay_out(self) -> None:
        self.resize(*_SIZE)
        fields = QGridLayout()
        fields.setHorizontalSpacing(12)
        for at, (text, part) in enumerate(
            (
                (self.tr("Se&parator"), self.separator),
                (self.tr("&Encoding"), self.encoding),
                (self.tr("&Column"), self.column),
            )
        ):
            fields.addWidget(FormLabel(text, part), 0, at)
            fields.addWidget(part, 1, at)
        path = ToneLabel(isolated(self._path), "muted")
        path.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addWidget(path)
        column.addLayout(fields)
        column.addWidget(self._fault)
        column.addWidget(self.preview, 1)
        column.addWidget(self.buttons)

    def _guessed_form(self) -> CsvForm:
        try:
            return form_of(self._path)
        except (OSError, ValueError):
            return CsvForm()  # reading it says why

    def _offer(self, guessed: CsvForm) -> None:
        latin = guessed.encoding if guessed.encoding != UTF_8 else LATIN_1
        for choice, known, now in (
            (self.separator, tuple(SEPARATORS.items()), guessed.separator),
            (self.encoding, tuple((e, ENCODINGS[e]) for e in (UTF_8, latin)), guessed.encoding),
        ):
            for value, word in known:
                choice.addItem(message_text(word), value)
            choice.setCurrentIndex(choice.findData(now))

    def _show_rows(self) -> None:
        """The first rows, or why there are none."""
        before, fault = self.column.currentText(), ""
        columns: tuple[str, ...] = ()
        rows: list[tuple[str, ...]] = []
        try:
            with open_csv(self._path, self.form()) as table:
                columns = table.columns
                rows = [tuple(row.values()) for _, row in islice(table, _ROWS)]
        except (OSError, ValueError) as error:
            why = error.message if isinstance(error, Unfit) else why_not_read(error)
            reason = message_text(why) if isinstance(why, Message) else why
            fault = filled(self.tr("Not readable with these settings: {reason}."), reason=reason)
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))
        self.column.clear()
        self.column.addItems(columns)
        self.column.setCurrentIndex(max(0, self.column.findText(before)) if columns else -1)
        self.preview.set_rows([Column(str(at), name) for at, name in enumerate(columns)], rows)
        self.preview.fit_to_lines()
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(bool(columns) and not fault)

    def _accept(self) -> None:
        self.chosen.emit(FileColumn(self._path, self.column.currentText(), self.form()))
        self.accept()
