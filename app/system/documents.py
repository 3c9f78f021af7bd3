"""Tables and texts in the files that leave the program: CSV and Markdown.

What others named is text in them: to a spreadsheet no formula, to Markdown no markup.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Sequence

_FORMULA = tuple("=+-−@\t\r\n\uff1d\uff0b\uff0d\uff20")
_NUMBER = re.compile(r"[+\-−]?\d[\d.,\s'’]*([eE][+\-−]?\d+)?(\s*%|\s[^\W\d_]{1,5})?")


def cell(value: object) -> object:
    """A text that a spreadsheet would calculate gets an apostrophe in front, as OWASP advises;
    numbers, also those that are written out, stay numbers."""
    if not isinstance(value, str) or not value.startswith(_FORMULA) or _NUMBER.fullmatch(value):
        return value
    return f"'{value}"


def without_guard(text: str) -> str:
    """The text of a cell, without blanks around it and the apostrophe that `cell` puts in front."""
    while (plain := _unguarded(text.strip())) != text:
        text = plain
    return text


def _unguarded(text: str) -> str:
    guarded = text.startswith("'") and cell(text[1:]) == text
    return text[1:] if guarded else text


def csv_text(rows: Iterable[Iterable[object]], line_end: str = "\r\n") -> str:
    """Rows as comma-separated lines after RFC 4180, whose line end is CR LF."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator=line_end)
    writer.writerows(map(cell, row) for row in rows)
    return text.getvalue()


def pipe_table(
    head: Sequence[str], lines: Iterable[Sequence[str]], right: Collection[int] = ()
) -> str:
    """A pipe table; the columns at the places `right` stand to the right."""
    rule = ["---:" if place in right else "---" for place in range(len(head))]
    rows = [[plain_text(text) for text in line] for line in (head, *lines)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:]))


def plain_text(text: str) -> str:
    """Text on one line that neither breaks a table nor starts markup."""
    escaped = "".join(f"\\{c}" if c in "\\|*_`<[]" else c for c in text)
    return " ".join(escaped.split())
