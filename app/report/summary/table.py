"""The table of page one, as texts."""

from __future__ import annotations

from app.report.summary.model import Summary
from app.report.tables.text_table import TextTable


def summary_table(summary: Summary, between: str = "\n") -> TextTable:
    """Its lines; `between` stands between the lines of a cell."""
    return TextTable(
        [str(each) for each in summary.head],
        [[between.join(map(str, cell)) for cell in line] for line in summary.lines],
        (),
    )
