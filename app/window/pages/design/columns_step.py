"""Second step of designing a workload from a database: which columns to encrypt, with the generator
of each column's values."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHeaderView,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from app.designing.design import Design, DesignedColumn, DesignedTable
from app.window.base.messages import message_text
from engines.contract.message import plural
from widgets.fields.check_tree import CheckTree, TreeCell, TreeColumn
from widgets.fields.more_button import MoreButton
from widgets.layout.boxes import STRETCH, hbox, vbox
from widgets.look.fonts import mono_font
from widgets.look.names import filled, shortened
from widgets.look.numbers import format_number
from widgets.parts.cards import WrappedLabel
from widgets.tables.data_table import Column, DataTable
from workloads.own.model import DIFFERENCE_HEADS

_FOLDED_HEIGHT, _MAX_TEXT_HEIGHT = 150, 1_000
_ROW_GAP, _CELL_PADDING = 8, 20
"""Pixels: of the parts that can be unfolded, of one cell's text, between rows, around text."""


class ColumnsStep(QWidget):
    """A tree of tables and columns. Sensitive columns are proposed, with the reason; the user ticks
    which are encrypted."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._design: Design | None = None
        self.encrypted: set[str] = set()
        """The ticked columns (`table.column` in the file's names), which are encrypted."""
        self.head = WrappedLabel("")
        self.remarks = WrappedLabel("", "muted")
        self.tick_proposed_button = QPushButton(self.tr("Tick all &proposed"))
        self.tick_proposed_button.clicked.connect(self._tick_proposed)
        self.tree = CheckTree(
            [
                TreeColumn(self.tr("Column")),
                TreeColumn(self.tr("Type")),
                TreeColumn(
                    self.tr("Encrypt"),
                    self.tr("Protections encrypt this column (Space)"),
                    Qt.Key.Key_Space,
                ),
                TreeColumn(self.tr("Why it may be sensitive"), stretch=True),
                TreeColumn(
                    self.tr("Values"),
                    self.tr("The generator that makes up values; none is taken from your rows"),
                ),
            ]
        )
        self.tree.setAccessibleName(self.tr("Columns"))
        self.tree.tree_model.ticked.connect(self._tick)
        self.differences_button = MoreButton("")
        self.differences = DataTable()
        self.differences.setAccessibleName(self.tr("What differs from your database"))
        self.differences.setWordWrap(True)
        self.differences.setFixedHeight(_FOLDED_HEIGHT)
        self.differences.hide()
        self._fit_timer = QTimer(self, singleShot=True)
        self._fit_timer.timeout.connect(self._fit_rows)
        self.differences.horizontalHeader().sectionResized.connect(
            lambda *_: self._fit_timer.start()
        )
        self.differences_button.toggled.connect(self.differences.setVisible)
        self.more = MoreButton(self.tr("Queries that were sent"))
        self.queries = QPlainTextEdit()
        self.queries.setReadOnly(True)
        self.queries.setTabChangesFocus(True)
        self.queries.setFont(mono_font(0.92))
        self.queries.setAccessibleName(self.tr("Queries that were sent"))
        self.queries.setFixedHeight(_FOLDED_HEIGHT)
        self.queries.hide()
        self.more.toggled.connect(self.queries.setVisible)
        self._lay_out()

    def show_design(self, design: Design, queries: Sequence[str]) -> None:
        """Show a design with nothing ticked, and the queries that were sent to make it."""
        self._design, self.encrypted = design, set()
        names = [(each.name, *(column.name for column in each.columns)) for each in design.tables]
        self.tree.show_groups(names, [len(each.columns) for each in design.tables], self._cell)
        self.tree.tree_model.notify_changed()
        self.tick_proposed_button.setEnabled(bool(design.proposed))
        self.remarks.setText("\n".join(map(message_text, design.remarks)))
        self.remarks.setVisible(bool(design.remarks))
        message = plural("Queries that were sent ({n})", "Query that was sent ({n})", len(queries))
        self.more.setText(message_text(message))
        self.queries.setPlainText("\n\n".join(each.strip() for each in queries))
        self._show_differences(design)
        self._show_count()

    def _show_differences(self, design: Design) -> None:
        """List how the file differs from the database: place, there, here, effect."""
        found = design.differences
        message = plural(
            "Differs from your database ({n})", "Differs from your database ({n})", len(found)
        )
        self.differences_button.setText(message_text(message))
        self.differences_button.setVisible(bool(found))
        self.differences_button.setChecked(self.differences_button.isChecked() and bool(found))
        self.differences.set_rows(
            [
                Column(
                    str(number), message_text(head), format=str if number else _places_text, tip=str
                )
                for number, head in enumerate(DIFFERENCE_HEADS)
            ],
            [
                (each.place, *map(message_text, (each.source, each.here, each.changes)))
                for each in found
            ],
        )
        stretch = QHeaderView.ResizeMode.Stretch
        self.differences.horizontalHeader().setSectionResizeMode(stretch)

    def _fit_rows(self) -> None:
        """Make rows as high as their wrapped text."""
        table, model = self.differences, self.differences.model()
        metrics, least = table.fontMetrics(), table.verticalHeader().defaultSectionSize()
        for row in range(model.rowCount()):
            lines = (
                metrics.boundingRect(
                    QRect(0, 0, table.columnWidth(column) - _CELL_PADDING, _MAX_TEXT_HEIGHT),
                    Qt.TextFlag.TextWordWrap,
                    str(model.index(row, column).data()),
                ).height()
                for column in range(model.columnCount())
            )
            table.setRowHeight(row, max(least, max(lines) + _ROW_GAP))

    def _lay_out(self) -> None:
        head = hbox(None, (self.head, 1), self.tick_proposed_button, spacing=8)
        folded = hbox(None, self.differences_button, self.more, STRETCH)
        vbox(
            self,
            head,
            self.remarks,
            (self.tree, 1),
            folded,
            self.differences,
            self.queries,
            spacing=8,
        )

    def _cell(self, group: int, row: int, column: int) -> TreeCell:
        assert self._design is not None
        table = self._design.tables[group]
        if row < 0:
            return _table_cell(table, column)
        return self._column_cell(table, table.columns[row], column)

    def _column_cell(self, table: DesignedTable, known: DesignedColumn, column: int) -> TreeCell:
        match column:
            case 0:
                tone = None if known.work is not None else "muted"
                tip = f"{table.facts.name}.{known.facts.name}"
                return TreeCell(shortened(known.facts.name), tone, tip)
            case 1:
                return TreeCell(
                    shortened(known.facts.declared_type), "muted", known.facts.declared_type
                )
            case 2:
                return self._box(f"{table.name}.{known.name}", known)
            case 3:
                return _proposal_cell(known)
            case _:
                return _values_cell(known)

    def _box(self, name: str, known: DesignedColumn) -> TreeCell:
        if not known.is_encryptable:
            return TreeCell(tip=message_text(known.why_not_encrypted))
        return TreeCell(check=name in self.encrypted, spoken=f"{self.tr('Encrypt')}: {name}")

    def _tick(self, group: int, row: int, _: int, on: bool) -> None:
        assert self._design is not None
        table = self._design.tables[group]
        name = f"{table.name}.{table.columns[row].name}"
        (self.encrypted.add if on else self.encrypted.discard)(name)
        self._show_count()

    def _tick_proposed(self) -> None:
        assert self._design is not None
        self.encrypted |= self._design.proposed
        self.tree.tree_model.notify_changed()
        self._show_count()

    def _show_count(self) -> None:
        proposed = 0 if self._design is None else len(self._design.proposed)
        message = plural(
            "{n} columns may be sensitive. Tick the columns to encrypt.",
            "{n} column may be sensitive. Tick the columns to encrypt.",
            proposed,
        )
        chosen = filled(self.tr("{0} ticked."), format_number(len(self.encrypted)))
        self.head.setText(f"{message_text(message)} {chosen}")
        self.changed.emit()


def _places_text(value: object) -> str:
    """Names of columns; of three and more the first and their number (the tooltip has all)."""
    names = str(value).split(", ")
    return ", ".join(names) if len(names) < _COUNTED_FROM else f"{names[0]}, … ({len(names)})"


_COUNTED_FROM = 3


def _table_cell(table: DesignedTable, column: int) -> TreeCell:
    match column:
        case 0:
            return TreeCell(shortened(table.facts.name.name), tip=str(table.facts.name))
        case 1:
            return TreeCell(message_text(plural("{n} rows", "{n} row", table.rows)), "muted")
        case 3 if table.note:
            note = message_text(table.note)
            return TreeCell(note, "muted", note)
        case _:
            return TreeCell()


def _proposal_cell(known: DesignedColumn) -> TreeCell:
    if known.proposal is None:
        return TreeCell()
    reason = message_text(known.proposal.reason)
    return TreeCell(reason, "warning", reason)


def _values_cell(known: DesignedColumn) -> TreeCell:
    note = message_text(known.note) if known.note else ""
    if known.work is None:
        return TreeCell("–", "muted", note)
    made = known.work.make
    shown = f"→ {known.work.to}" if known.work.to else made
    return TreeCell(shown, "muted", "\n".join(filter(None, (shown, note))))
