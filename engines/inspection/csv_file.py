"""Files of tables in CSV as programs write them: with commas in UTF-8, or with semicolons in
Latin-1 as spreadsheets of half the world do."""

from __future__ import annotations

import csv
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path

from engines.contract.message import Message, phrase
from engines.inspection.csv_table import CsvTable
from engines.inspection.regular_files import LONGEST_LINE, open_regular

SEPARATORS = {
    ",": phrase("commas"),
    ";": phrase("semicolons"),
    "\t": phrase("tabs"),
    "|": phrase("vertical bars"),
}
"""Separators of cells, with their names."""
UTF_8, LATIN_1 = "utf-8-sig", "cp1252"
ENCODINGS = {UTF_8: phrase("UTF-8"), LATIN_1: phrase("Latin-1"), "latin-1": phrase("Latin-1")}
"""Python's names of encodings: that of Windows has signs where ISO 8859-1 has none."""
_PIECE = 1 << 20


@dataclass(frozen=True)
class CsvForm:
    """How the bytes of a table are read."""

    separator: str = ","
    encoding: str = UTF_8

    @property
    def usual(self) -> bool:
        """Whether it is what a table has if nothing else is said."""
        return self == CsvForm()

    @property
    def description(self) -> Message:
        """The format in words: “CSV with semicolons, in Latin-1”."""
        return phrase(
            "CSV with {separator}, in {encoding}",
            separator=SEPARATORS[self.separator],
            encoding=ENCODINGS[self.encoding],
        )


def form_of(path: str | Path, most_mb: int | None = None) -> CsvForm:
    """How a file is to be read, told from its header and from whether all of it is UTF-8.

    Raises: OSError whose `strerror` completes “… cannot be read: …”, ValueError for a name with NUL
    """
    with open_regular(path, most_mb) as file:
        header = file.readline(LONGEST_LINE)
        if len(header) == LONGEST_LINE or b"\0" in header:
            return CsvForm()  # no table: whoever reads it says why
        encoding = _encoding(header, iter(lambda: file.read(_PIECE), b""))
    return CsvForm(_separator(header.decode(encoding, "replace")), encoding)


@contextmanager
def open_csv(
    path: str | Path, form: CsvForm | None = None, most_mb: int | None = None
) -> Iterator[CsvTable]:
    """The table in a file, read as its own form where no other is wanted.

    Raises: OSError, ValueError and Unfit, as `open_regular` and `CsvTable` do
    """
    form = form or form_of(path, most_mb)
    with (
        open_regular(path, most_mb) as file,
        TextIOWrapper(file, encoding=form.encoding, newline="") as handle,
    ):
        yield CsvTable(handle, separator=form.separator)


def _separator(header: str) -> str:
    """What cuts the header into most columns; a comma where nothing does."""
    try:
        counts = {each: len(next(csv.reader([header], delimiter=each), ())) for each in SEPARATORS}
    except csv.Error:
        return ","
    return max(SEPARATORS, key=lambda each: counts[each])


def _encoding(header: bytes, rest: Iterator[bytes]) -> str:
    """UTF-8 if all of it is, else Latin-1, which any bytes are; what has NUL is none of both."""
    decoder = getincrementaldecoder(UTF_8)()
    try:
        decoder.decode(header)
        for piece in rest:
            decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        undefined = {0x81, 0x8D, 0x8F, 0x90, 0x9D}
        return "latin-1" if undefined & set(error.object) else LATIN_1
    return UTF_8
