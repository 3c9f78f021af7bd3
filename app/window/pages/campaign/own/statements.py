"""The operations of a workload file, and what the statements of one become under a protection."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QHeaderView, QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from app.window.base.messages import message_text
from app.window.pages.campaign.own.words import (
    KIND_TONES,
    fate_tone,
    fate_words,
    kind_words,
    sift_words,
)
from engines.contract.message import Message
from engines.contract.protection import Protection
from widgets.look.fonts import mono_font
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font, theme_signals, tone_color
from widgets.parts.cards import ElidedLabel, ToneLabel
from widgets.tables.data_table import Column, DataTable
from workloads.own.outline import Fate, OperationOutline, Written

_LONGEST = 20_000
"""Characters of a statement that are shown."""


class StatementsView(QSplitter):
    """Operations above, the statements of the chosen one below."""

    chosen = Signal(int)
    """Another operation is current."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.table = DataTable()
        self.table.setAccessibleName(self.tr("Operations"))
        self.table.setSelectionMode(DataTable.SelectionMode.SingleSelection)
        self.table.current_row_changed.connect(self._choose)
        self.text = StatementText()
        self._operations: Sequence[OperationOutline] = ()
        self._fates: Sequence[Fate] = ()
        self.setChildrenCollapsible(False)
        self.addWidget(self.table)
        self.addWidget(self.text)
        self.setSizes([200, 220])

    @property
    def current(self) -> int:
        """The number of the current operation; -1 without one."""
        return self.table.current_source_row()

    def show_operations(self, operations: Sequence[OperationOutline]) -> None:
        """List the operations of a file; what becomes of them is shown later."""
        same = [each.name for each in operations] == [each.name for each in self._operations]
        self._operations = operations
        if not same:
            self._fates = ()
        self._fill(self.current if same else 0)

    def show_fates(self, fates: Sequence[Fate]) -> None:
        """Show what becomes of each operation."""
        self._fates = fates
        self._fill(self.current)

    def show_statements(self, statements: Sequence[Written], protection: Protection) -> None:
        """Show the statements of the current operation."""
        if 0 <= self.current < len(self._operations):
            self.text.show_statements(self._operations[self.current].name, statements, protection)

    def _fill(self, current: int) -> None:
        known = len(self._fates) == len(self._operations)
        rows = [
            (each.name, 100 * each.share, self._fates[number] if known else None)
            for number, each in enumerate(self._operations)
        ]
        self.table.blockSignals(True)
        self.table.set_rows(self._columns(), rows)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        if rows:
            self.table.select_source_row(min(max(0, current), len(rows) - 1))
        self.table.blockSignals(False)
        self._choose(self.current)

    def _choose(self, operation: int) -> None:
        if operation >= 0:
            self.chosen.emit(operation)

    def _columns(self) -> list[Column]:
        return [
            Column("name", self.tr("Operation"), named=True),
            Column(
                "weight",
                self.tr("Weight, %"),
                "right",
                format=lambda share: format_number(share, 1),  # type: ignore[arg-type]
                tooltip=self.tr("Its part of all weights of the file"),
            ),
            Column(
                "fate",
                self.tr("Under this protection"),
                format=lambda fate: fate_words(fate) if isinstance(fate, Fate) else "",
                tone=lambda fate: fate_tone(fate) if isinstance(fate, Fate) else None,
                tip=lambda fate: message_text(fate.why) if isinstance(fate, Fate) else "",
            ),
        ]


class StatementText(QWidget):
    """The statements of one operation as they are run, or why they cannot be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel()
        self.title.setFont(scaled_font(bold=True))
        self.why = ToneLabel("", "warning")
        self.why.setWordWrap(True)
        self.body = QPlainTextEdit()
        self.body.setReadOnly(True)
        self.body.setFont(mono_font(0.92))
        self.body.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.body.setAccessibleName(self.tr("Statements"))
        self.body.setTabChangesFocus(True)
        self.legend = QWidget()
        self._entries = {kind: ToneLabel("", tone) for kind, tone in KIND_TONES.items()}
        lines = QVBoxLayout(self.legend)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(2)
        for entry in self._entries.values():
            entry.setFont(scaled_font(0.92))
            entry.setWordWrap(True)
            lines.addWidget(entry)
        self.sifted = ToneLabel("")
        self.sifted.setFont(scaled_font(0.92))
        self.sifted.setWordWrap(True)
        lines.addWidget(self.sifted)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.title)
        column.addWidget(self.why)
        column.addWidget(self.body, 1)
        column.addWidget(self.legend)
        self._shown: tuple[str, Sequence[Written], Protection] | None = None
        theme_signals().changed.connect(self._colour)

    def show_statements(
        self, name: str, statements: Sequence[Written], protection: Protection
    ) -> None:
        self._shown = name, statements, protection
        self.title.setText(name)
        whys: list[Message] = [each.why for each in statements if each.why]
        self.why.setText("\n".join(dict.fromkeys(map(message_text, whys))))
        self.why.setVisible(bool(whys))
        for kind, entry in self._entries.items():
            there = any(s.kind is kind for each in statements for s in each.stretches)
            entry.setText(kind_words(kind, protection))
            entry.setVisible(there)
        self.sifted.setText(sift_words(statements))
        self.sifted.setVisible(bool(self.sifted.text()))
        self._write(statements)

    def _write(self, statements: Sequence[Written]) -> None:
        self.body.clear()
        cursor = QTextCursor(self.body.document())
        room = _LONGEST
        for number, each in enumerate(statements):
            if number:
                cursor.insertText(";\n\n", QTextCharFormat())
            if not each.stretches:
                cursor.insertText(each.sql[:room], _ink("muted"))
                room -= len(each.sql)
            for stretch in each.stretches:
                if room > 0:
                    tone = KIND_TONES.get(stretch.kind)
                    cursor.insertText(stretch.text[:room], _ink(tone, bold=tone is not None))
                room -= len(stretch.text)
        if room < 0:
            cursor.insertText(" …", _ink("muted"))
        self.body.moveCursor(QTextCursor.MoveOperation.Start)

    def _colour(self) -> None:
        if self._shown is not None:
            self._write(self._shown[1])


def _ink(tone: str | None, *, bold: bool = False) -> QTextCharFormat:
    ink = QTextCharFormat()
    ink.setForeground(tone_color(tone))
    ink.setFontWeight(600 if bold else 400)
    return ink
