"""Cells of CSV files as spreadsheets must take them: as text, never as a formula."""

from __future__ import annotations

import re

_FORMULA = tuple("=+-−@\t\r\n\uff1d\uff0b\uff0d\uff20")
_NUMBER = re.compile(r"[+\-−]?\d[\d.,\s'’]*([eE][+\-−]?\d+)?(\s*%|\s[^\W\d_]{1,5})?")


def cell(value: object) -> object:
    """A text that a spreadsheet would calculate gets an apostrophe in front, as OWASP advises;
    numbers, also those that are written out, stay numbers."""
    if not isinstance(value, str) or not value.startswith(_FORMULA) or _NUMBER.fullmatch(value):
        return value
    return f"'{value}"
