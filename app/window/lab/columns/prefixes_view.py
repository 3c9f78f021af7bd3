"""The view of beginnings: groups of different values whose ciphertexts begin with the same blocks
or bytes, which a fixed IV or a reused key stream reveals."""

from __future__ import annotations

from PySide6.QtWidgets import QHeaderView, QWidget

from app.patterns.columns.column import ColumnReport
from app.patterns.columns.prefixes import LEAST_BYTES, PrefixGroup
from app.window.base.messages import message_text
from engines.contract.message import Number, plural
from widgets.layout.boxes import vbox
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel
from widgets.tables.data_table import Column, DataTable

_MAX_MEMBERS = 3
_MAX_MEMBERS_IN_TIP = 12
_DIGITS = 32
_MEMBER_DIGITS = 16
_TIP_DIGITS = 64
_CELL_PADDING = 18
"""Pixels around a cell's text."""


class PrefixView(QWidget):
    """A table with a row for each group, the largest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = DataTable(self)
        self.table.setAccessibleName(self.tr("Values that begin alike"))
        self._verdict = ToneLabel()
        self._verdict.setFont(scaled_font(1.2, bold=True))
        self._explanation = ToneLabel("", "muted")
        for words in (self._verdict, self._explanation):
            words.setWordWrap(True)
        vbox(
            self, self._verdict, self._explanation, (self.table, 1), margins=(0, 8, 0, 0), spacing=6
        )

    def show_report(self, report: ColumnReport) -> None:
        columns = [
            Column("prefix", self.tr("They begin with"), format=_prefix_text, mono=True),
            Column("text", self.tr("Their plaintexts\nbegin with"), format=_quoted),
            Column("blocks", self._alike_title(report), "right", _number),
            Column("distinct", self.tr("Different\nvalues"), "right", _number),
            Column("records", self.tr("Records"), "right", _number),
            Column(
                "members", self.tr("And continue with"), format=_members_text, tip=_tip, mono=True
            ),
        ]
        self._show_verdict(report)
        known = report.beginnings
        rows = [
            (each, known.get(each.prefix), each.shared_units, each.distinct, each.records, each)
            for each in report.prefixes
        ]
        self.table.set_rows(columns, rows)
        self.table.fit_to_lines(_CELL_PADDING)
        last = len(columns) - 1
        self.table.horizontalHeader().setSectionResizeMode(last, QHeaderView.ResizeMode.Stretch)

    def verdict(self) -> str:
        """The sentence above the table."""
        return self._verdict.text()

    def _alike_title(self, report: ColumnReport) -> str:
        return self.tr("Equal\nbytes") if report.reuses_keystream else self.tr("Equal\nblocks")

    def _show_verdict(self, report: ColumnReport) -> None:
        """Show the verdict; “good” only if the protection hides the beginnings of any values."""
        groups = sum(each.records for each in report.prefixes)
        text, tone = self._none_alike(report)
        if report.is_readable:
            text, tone = self.tr("These values are readable text: nothing is hidden."), "bad"
        elif groups:
            alike = plural(
                "{n} of {records} records begin like others, so their texts begin alike.",
                "{n} of {records} records begins like another, so their texts begin alike.",
                groups,
                records=Number(report.records),
            )
            text, tone = message_text(alike), "bad"
        self._verdict.setText(text)
        self._verdict.set_tone(tone)
        self._explanation.setText(self._explained(report))
        self._explanation.setVisible(bool(groups) and not report.is_readable)
        self.table.set_placeholder(self._hint(report))

    def _none_alike(self, report: ColumnReport) -> tuple[str, str]:
        if report.reuses_keystream:
            text = self.tr("No two different values begin with the same {0} bytes here.")
            return text.replace("{0}", format_number(LEAST_BYTES)), "text"
        if report.hides_equality:
            return self.tr("Beginnings stay hidden: no two values begin alike."), "good"
        return self.tr("No two different values begin with the same block here."), "text"

    def _explained(self, report: ColumnReport) -> str:
        if report.reuses_keystream:
            return self.tr(
                "Each row is a group of different values whose ciphertexts begin with the same "
                "bytes. They share a key stream, so their texts begin alike for the same length."
            )
        return self.tr(
            "Each row is a group of different values whose ciphertexts begin with the same "
            "blocks. One known text shows how all texts of the group begin."
        )

    def _hint(self, report: ColumnReport) -> str:
        if report.reuses_keystream:
            return self.tr(
                "Short texts that differ early have no common beginning.\n"
                "They still share a key stream: see “Key stream”."
            )
        return self.tr(
            "A block is equal only if the texts are equal up to its end.\n"
            "Example, with CBC and a fixed IV: “created_at” with 8,000 records."
        )


def _prefix_text(value: object) -> str:
    return _shortened(value.prefix.hex(), _DIGITS) if isinstance(value, PrefixGroup) else ""


def _quoted(value: object) -> str:
    return f"“{value}…”" if isinstance(value, str) else "–"


def _members_text(value: object) -> str:
    """The first members of a group, as many as fit in a row."""
    return "  ".join(_suffixes(value, _MAX_MEMBERS, _MEMBER_DIGITS))


def _tip(value: object) -> str:
    """More members, one in each line."""
    return "\n".join(_suffixes(value, _MAX_MEMBERS_IN_TIP, _TIP_DIGITS))


def _suffixes(value: object, most: int, digits: int) -> list[str]:
    """The bytes of a group's first members after their common prefix, as hexadecimal digits; “…” at
    the end where there are more."""
    if not isinstance(value, PrefixGroup):
        return []
    shown = [each[len(value.prefix) :].hex() for each in value.members[:most]]
    more = ["…"] if len(value.members) > most else []
    return [*(_shortened(each, digits) for each in shown), *more]


def _shortened(digits: str, most: int) -> str:
    return digits if len(digits) <= most else f"{digits[:most]}…"


def _number(value: object) -> str:
    return format_number(value) if isinstance(value, int) else ""
