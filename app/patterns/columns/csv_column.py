"""A column of a CSV file, as a server's export has it: text, or bytes written in digits."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from app.patterns.columns.column import CipherColumn
from engines.contract.errors import InputError, Unfit
from engines.contract.message import phrase
from engines.inspection.csv_file import CsvForm, open_csv
from engines.inspection.regular_files import why_not_read

_MOST_MB = 1_000
_HEXADECIMAL = re.compile(r"(?:\\x|0x)?((?:[0-9a-f]{2})+|(?:[0-9A-F]{2})+)")
_LEAST_ENCODED_LETTERS = 16
"""Shorter cells are text: a word could be taken for Base64."""


@dataclass(frozen=True)
class FileColumn:
    """A column of a file, and how the file is read."""

    path: str
    column: str
    form: CsvForm


def read_column(source: FileColumn, limit: int) -> CipherColumn:
    """Up to `limit` rows of a column; empty cells are left out as NULLs are.

    Raises: InputError for a file or a column that is not there, or a line that does not fit
    """
    try:
        with open_csv(source.path, source.form, _MOST_MB) as table:
            if source.column not in table.columns:
                raise Unfit(phrase("it has no column “{column}”", column=source.column))
            rows = (row[source.column] for _, row in table)
            cells = list(islice(rows, limit + 1))  # one more tells whether there are more
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("File not read"),
            phrase("{path} cannot be read: {reason}."),
            _NOT_OPENED if isinstance(error, OSError) else _NOT_UNDERSTOOD,
            path=source.path,
            reason=error.message if isinstance(error, Unfit) else why_not_read(error),
        ) from error
    by_row = {at: cell for at, cell in enumerate(cells[:limit], 1) if cell}
    return CipherColumn(
        f"{Path(source.path).stem}.{source.column}",
        tuple(by_row),
        tuple(_bytes_of(tuple(by_row.values()))),
        nulls=min(len(cells), limit) - len(by_row),
        truncated=len(cells) > limit,
    )


_NOT_OPENED = phrase("Check the path, and that you may read the file.")
_NOT_UNDERSTOOD = phrase("Choose another column, separator or encoding.")


def _bytes_of(cells: Sequence[str]) -> Sequence[bytes]:
    """The values of the cells: bytes, if all are hexadecimal digits or Base64, else text."""
    for decode in (_from_hexadecimal, _from_base64):
        values = _decoded(cells, decode)
        if values is not None:
            return values
    return [cell.encode() for cell in cells]


def _decoded(cells: Sequence[str], decode: Callable[[str], bytes | None]) -> list[bytes] | None:
    """None where one of the cells cannot be decoded."""
    values = []
    for cell in cells:
        value = decode(cell)
        if value is None:
            return None
        values.append(value)
    return values


def _from_hexadecimal(cell: str) -> bytes | None:
    """None for digits alone: these are numbers unless `0x` or `\\x` comes first."""
    found = _HEXADECIMAL.fullmatch(cell)
    if found is None or (len(cell) < _LEAST_ENCODED_LETTERS and found[1] == cell) or cell.isdigit():
        return None
    return bytes.fromhex(found[1])


def _from_base64(cell: str) -> bytes | None:
    if len(cell) < _LEAST_ENCODED_LETTERS:
        return None
    try:
        return b64decode(cell, validate=True)
    except (binascii.Error, ValueError):
        return None
