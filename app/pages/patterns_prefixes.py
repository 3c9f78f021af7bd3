"""Different values that begin alike: what CBC and CFB with one fixed vector give away."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.patterns.column import ColumnReport
from app.patterns.prefixes import PrefixGroup
from widgets.cards import ToneLabel
from widgets.data_table import Column, DataTable
from widgets.numbers import format_number
from widgets.table_fit import fit_to_lines

_MOST_MEMBERS = 3
_DIGITS = 32


class PrefixView(QWidget):
    """A group of values a row, the largest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = DataTable(self)
        self.table.setAccessibleName(self.tr("Values that begin alike"))
        self.table.set_placeholder(
            self.tr(
                "No two different values begin with an equal block.\n"
                "Under CBC with one fixed vector long texts that begin alike do: try “created_at” "
                "with 8,000 records."
            )
        )
        self._words = ToneLabel(
            self.tr(
                "Different ciphertexts with equal first blocks: their plaintexts begin with the "
                "same letters, and whoever knows one of them knows the beginning of all."
            ),
            "muted",
        )
        self._words.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._words)
        column.addWidget(self.table, 1)

    def show_report(self, report: ColumnReport) -> None:
        """Fill the table."""
        columns = [
            Column("prefix", self.tr("They begin with"), format=_prefix_text),
            Column("text", self.tr("Their plaintexts begin with"), format=_quoted),
            Column("blocks", self.tr("Blocks alike"), "right", _number),
            Column("distinct", self.tr("Different values"), "right", _number),
            Column("records", self.tr("Records"), "right", _number),
            Column("members", self.tr("And go on with"), format=_members_text),
        ]
        known = report.beginnings
        rows = [
            (each, known.get(each.prefix), each.blocks, each.distinct, each.records, each)
            for each in report.prefixes
        ]
        self.table.set_rows(columns, rows)
        fit_to_lines(self.table)


def _prefix_text(value: object) -> str:
    return _shortened(value.prefix.hex()) if isinstance(value, PrefixGroup) else ""


def _quoted(value: object) -> str:
    return f"“{value}…”" if isinstance(value, str) else "–"


def _members_text(value: object) -> str:
    if not isinstance(value, PrefixGroup):
        return ""
    rest = [_shortened(each[len(value.prefix) :].hex()) for each in value.members[:_MOST_MEMBERS]]
    return "  ·  ".join(rest) + (" …" if len(value.members) > _MOST_MEMBERS else "")


def _shortened(digits: str) -> str:
    return digits if len(digits) <= _DIGITS else f"{digits[:_DIGITS]}…"


def _number(value: object) -> str:
    return format_number(value) if isinstance(value, int) else ""
