"""Tables in CSV, taken strictly: what a spreadsheet or an editor has spoilt is named with its line,
never guessed."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TextIO

from engines.contract.errors import Unfit
from engines.contract.message import Message, phrase, plural
from engines.inspection.regular_files import lines

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
