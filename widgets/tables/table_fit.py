"""Columns as wide as their longest line: headings of two lines do not count as one long one."""

from __future__ import annotations

from PySide6.QtGui import QFontMetrics

from widgets.look.theme import scaled_font
from widgets.tables.data_table import DataTable

_ROOM = 26
_WIDEST = 360


def fit_to_lines(table: DataTable, room: int = _ROOM) -> None:
    """Fit all columns to what they hold now, with `room` pixels beside each text."""
    model, head = table.table_model(), QFontMetrics(scaled_font())
    for at, column in enumerate(model.columns):
        metrics = QFontMetrics(column.font or scaled_font())
        texts = (model.text(row, at) for row in range(model.rowCount()))
        widths = [
            *map(head.horizontalAdvance, column.heading.split("\n")),
            *map(metrics.horizontalAdvance, texts),
        ]
        table.setColumnWidth(at, min(_WIDEST, max(widths) + room))
