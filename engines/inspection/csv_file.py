"""Files of tables in CSV as programs write them: with commas in UTF-8, or with semicolons in
Latin-1 as spreadsheets of half the world do."""

from __future__ import annotations

import csv
from codecs import getincrementaldecoder
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from engines.contract.errors import Unfit
from engines.contract.message import Message, phrase, plural
from engines.inspection.regular_files import LONGEST_LINE, lines, open_regular

# Tables in CSV, taken strictly: what a spreadsheet or an editor has spoilt is named with its line,
# never guessed.

_SEPARATORS = {";": phrase("semicolons"), "\t": phrase("tabs"), "|": phrase("vertical bars")}


class CsvTable:
    """A table whose first line names its `columns`; commas, or another `separator`, stand between
    cells. A row that does not fit is raised, or handed to `report` and left out.

    Raises: Unfit for a header that cannot be used
    """

    def __init__(
        self,
        file: TextIO,
        report: Callable[[Message], None] | None = None,
        separator: str = ",",
    ) -> None:
        self.separator = separator
        self._report = report
        self._reader = csv.reader(lines(file), strict=True, delimiter=separator)
        self._line = 1
        self.columns = tuple(self._next() or ())
        _check_header(self.columns)

    def __iter__(self) -> Iterator[tuple[int, Mapping[str, str]]]:
        """The line that each row begins in, and its cells by their columns; empty lines are none.

        Raises: Unfit, OSError for a line that is far too long, UnicodeDecodeError
        """
        while (row := self._next()) is not None:
            if row and self._fits(row):
                yield self._line, dict(zip(self.columns, row, strict=True))

    def _next(self) -> list[str] | None:
        self._line = self._reader.line_num + 1
        try:
            return next(self._reader, None)
        except csv.Error as error:
            raise Unfit(self._at(_message(error))) from error

    def _fits(self, row: list[str]) -> bool:
        fault = self._fault(row)
        if fault is None:
            return True
        if self._report is None:
            raise Unfit(self._at(fault))
        self._report(self._at(fault))
        return False

    def _fault(self, row: list[str]) -> Message | None:
        if tuple(row) == self.columns:
            return phrase("the header appears again")
        if len(row) < len(self.columns):
            return phrase("it ends before column “{column}”", column=self.columns[len(row)])
        if len(row) > len(self.columns):
            return plural(
                "it has {count} cells for {n} columns, as decimal commas cause",
                "it has {count} cells for {n} column, as decimal commas cause",
                len(self.columns),
                count=len(row),
            )
        for column, cell in zip(self.columns, row, strict=True):
            if "\0" in cell:
                return phrase("a NUL character in column “{column}”", column=column)
        return None

    def _at(self, message: Message) -> Message:
        return phrase("line {line}: {words}", line=self._line, words=message)


def _check_header(columns: tuple[str, ...]) -> None:
    """Raises: Unfit"""
    for separator, name in _SEPARATORS.items():
        if len(columns) == 1 and separator in columns[0]:
            raise Unfit(
                phrase(
                    "its columns are separated by {separator}: save it with commas between columns "
                    "and decimal points in numbers",
                    separator=name,
                )
            )
    for column, count in Counter(columns).items():
        if "\0" in column:
            raise Unfit(phrase("it contains NUL characters, as UTF-16 does: save it as UTF-8"))
        if count > 1:
            raise Unfit(phrase("column “{column}” appears twice", column=column))


def _message(error: csv.Error) -> Message:
    match str(error):
        case "unexpected end of data":
            return phrase("a quote is opened there and never closed")
        case message if "expected after" in message:
            return phrase("text follows a closing quote")
        case message if "field limit" in message:
            return phrase(
                "a cell has more than {most} characters, as after an unclosed quote",
                most=csv.field_size_limit(),
            )
        case message:
            return Message(message)


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
