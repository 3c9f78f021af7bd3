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
from engines.inspection.ordinary_files import why_not_read

_MOST_MB = 1_000
_HEXADECIMAL = re.compile(r"(?:\\x|0x)?((?:[0-9a-f]{2})+|(?:[0-9A-F]{2})+)")
_BASE64_LETTERS = 16
"""So long a cell is at least, else a word would be taken for bytes."""


@dataclass(frozen=True)
class FileColumn:
    """A column of a file, and how the file is read."""

    path: str
    column: str
    form: CsvForm


def read_column(wanted: FileColumn, most: int) -> CipherColumn:
    """Up to `most` rows of a column; empty cells are left out as NULLs are.

    Raises: InputError for a file or a column that is not there, or a line that does not fit
    """
    try:
        with open_csv(wanted.path, wanted.form, _MOST_MB) as table:
            if wanted.column not in table.columns:
                raise Unfit(phrase("it has no column “{column}”", column=wanted.column))
            rows = (row[wanted.column] for _, row in table)
            cells = list(islice(rows, most + 1))  # one more tells whether there are more
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("File not read"),
            phrase("{path} cannot be read: {reason}."),
            _NOT_OPENED if isinstance(error, OSError) else _NOT_UNDERSTOOD,
            path=wanted.path,
            reason=error.message if isinstance(error, Unfit) else why_not_read(error),
        ) from error
    there = {at: cell for at, cell in enumerate(cells[:most], 1) if cell}
    return CipherColumn(
        f"{Path(wanted.path).stem}.{wanted.column}",
        tuple(there),
        tuple(_bytes_of(tuple(there.values()))),
        nulls=min(len(cells), most) - len(there),
        cut=len(cells) > most,
    )


_NOT_OPENED = phrase("Check the path, and that you may read the file.")
_NOT_UNDERSTOOD = phrase("Choose another column, separator or encoding.")


def _bytes_of(cells: Sequence[str]) -> Sequence[bytes]:
    """The values of the cells: bytes, if all are hexadecimal digits or Base64, else text."""
    for written in (_from_hexadecimal, _from_base64):
        values = _all(cells, written)
        if values is not None:
            return values
    return [cell.encode() for cell in cells]


def _all(cells: Sequence[str], written: Callable[[str], bytes | None]) -> list[bytes] | None:
    values = []
    for cell in cells:
        value = written(cell)
        if value is None:
            return None
        values.append(value)
    return values


def _from_hexadecimal(cell: str) -> bytes | None:
    """None for digits alone: these are numbers unless `0x` or `\\x` comes first."""
    found = _HEXADECIMAL.fullmatch(cell)
    if found is None or (len(cell) < _BASE64_LETTERS and found[1] == cell) or cell.isdigit():
        return None
    return bytes.fromhex(found[1])


def _from_base64(cell: str) -> bytes | None:
    if len(cell) < _BASE64_LETTERS:
        return None
    try:
        return b64decode(cell, validate=True)
    except (binascii.Error, ValueError):
        return None
