"""Columns as wide as their longest line: headings of two lines do not count as one long one."""

from __future__ import annotations

from PySide6.QtGui import QFontMetrics

from widgets.data_table import DataTable
from widgets.theme import scaled_font

_ROOM = 26
_WIDEST = 360


def fit_to_lines(table: DataTable) -> None:
    """Fit all columns to what they hold now."""
    model, metrics = table.table_model(), QFontMetrics(scaled_font())
    for at, column in enumerate(model.columns):
        texts = [model.text(row, at) for row in range(model.rowCount())]
        words = [*column.title.split("\n"), *texts]
        width = max(map(metrics.horizontalAdvance, words), default=0)
        table.setColumnWidth(at, min(_WIDEST, width + _ROOM))
