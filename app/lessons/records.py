"""Which of the stored records a lesson works on."""

from __future__ import annotations

from collections.abc import Sequence

from app.patterns.columns.column import Row
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

_MANY = 5


def chosen(rows: Sequence[Row]) -> tuple[Row, Row, list[Row]]:
    """The known record, the unknown one, and five more, all of different texts. The known text is
    the longest, so that it reaches over all of any other, and the unknown one the longest after
    it."""
    first: dict[str, Row] = {}
    for row in rows:
        first.setdefault(row[1], row)
    known, unknown, *more = sorted(first.values(), key=lambda row: -len(row[1].encode()))
    return known, unknown, sorted(more)[:_MANY]


def holding(rows: Sequence[Row], text: str) -> Row:
    """The first record with this text.

    Raises: CipherbenchError
    """
    found = next((row for row in rows if row[1] == text), None)
    if found is None:
        raise CipherbenchError(
            phrase("Record not found"),
            phrase("None of the records shown holds “{known}”."),
            phrase("Choose more records or another text in the lesson's file."),
            known=text,
        )
    return found
