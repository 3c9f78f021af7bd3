"""Reads and writes the files of a published study: a TOML file that says where its figures come
from, and a CSV file of the figures.

All faults are reported at once, each with its line and column.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import tomlkit

from app.findings.studies.study import FAMILIES, UNITS, Study, StudyFigure
from app.system.escaping import csv_text, without_formula_guard
from engines.contract.errors import InputError, Unfit
from engines.contract.message import Message, Number, phrase, with_semicolons
from engines.inspection.csv_file import CsvTable
from engines.inspection.regular_files import read_text, why_not_read
from workloads.registry import workload_names
from workloads.toml_document import short, tables_in

_MOST_MB = 5
_MOST_FAULTS = 12
"""So many faults are reported; a wrong separator makes thousands."""

NEEDED_KEYS = ("title", "workload", "machine", "method", "intervals", "licence")
"""Keys that every study has."""
PLACES = ("doi", "address", "published_in")
"""Where it can be found: one of them is needed."""
OPTIONAL_KEYS = ("data", "like", "note", "short")
_KEYS = (*NEEDED_KEYS, *PLACES, *OPTIONAL_KEYS, "authors", "year", "engines", "figures")

TEXT_COLUMNS = ("engine", "protection", "operation", "case", "measure", "unit", "source")
NUMBERS = ("value", "low", "high", "sd")
COLUMNS = (*TEXT_COLUMNS[:5], *NUMBERS, *TEXT_COLUMNS[5:])
"""Columns of the CSV, in the order in which they are written."""
_NEEDED = ("measure", "unit", "source")
"""Cells that may not be empty."""
_LEAST, _MOST = 1e-60, 1e60
"""Limits of a figure other than 0, so that the quotient of two is a finite number."""


def read_study(path: str | Path, *, own: bool = True) -> Study:
    """The study in a TOML file, with the figures in the CSV that lies beside it; `own`: the user's,
    whose `like` is checked.

    Raises: InputError that names all that does not fit
    """
    file = Path(path)
    text = _text_of(file)
    try:
        table = tables_in(text)
    except Unfit as error:
        raise unusable(file, [error.message]) from error
    figures_file = file.with_name(figures_name(table, file))
    faults = [*_faults(table), *(_like_faults(table) if own else ())]
    figures, wrong = _figures_in(figures_file)
    reported = [phrase("{file}, {words}", file=figures_file.name, words=each) for each in wrong]
    if faults or reported:
        raise unusable(file, [*faults, *reported])
    return _study(file.stem, table, figures, own=own)


def _figures_in(file: Path) -> tuple[list[StudyFigure], list[Message]]:
    """The figures in a CSV, and clauses about what does not fit in it."""
    faults: list[Message] = []
    figures: list[StudyFigure] = []
    try:
        table = CsvTable(StringIO(_text_of(file), newline=""), faults.append)
        if wrong := list(_head_faults(table.columns)):
            return [], wrong
        for line, cells in table:
            row = {name: without_formula_guard(cell) for name, cell in cells.items()}
            if any(row.values()):
                wrong = list(_row_faults(row, line))
                faults += wrong
                figures += [] if wrong else [_figure(row)]
    except Unfit as error:
        faults.append(error.message)
    except OSError as error:  # a line without an end
        faults.append(Message(error.strerror or str(error)))
    if not figures and not faults:
        faults.append(phrase("it contains no figures"))
    return figures, faults


def figures_name(table: Mapping[str, Any], file: Path) -> str:
    """The name of the CSV: what `figures` says, always beside the file, else that of the file."""
    named = table.get("figures")
    return Path(named).name if isinstance(named, str) and named else f"{file.stem}.csv"


def unusable(file: Path, faults: Sequence[Message]) -> InputError:
    """The error that lists the faults of a study's files."""
    shown = list(faults[:_MOST_FAULTS])
    if len(faults) > len(shown):
        shown.append(phrase("and {more} more", more=Number(len(faults) - len(shown))))
    return InputError(
        phrase("Study not usable"),
        phrase("{path} cannot be used: {faults}."),
        phrase("See the form of both files in the guide, on the page “Published studies”."),
        path=file,
        faults=with_semicolons(shown),
    )


def _text_of(file: Path) -> str:
    try:
        return read_text(file, _MOST_MB)
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("Study not read"),
            phrase("The study {path} cannot be read: {reason}."),
            phrase(
                "Check it: a study is a TOML file with a CSV file of numbers in the same folder."
            ),
            path=file,
            reason=why_not_read(error),
        ) from error


def _faults(table: Mapping[str, Any]) -> Iterator[Message]:
    """Clauses about the TOML file."""
    for key in sorted(table.keys() - set(_KEYS)):
        yield phrase("unknown key “{key}”", key=key)
    for key in (*NEEDED_KEYS, *PLACES, *OPTIONAL_KEYS, "figures"):
        if key in table and not isinstance(table[key], str):
            yield phrase("{key} is not text in quotes", key=key)
        elif key in NEEDED_KEYS and not str(table.get(key, "")).strip():
            yield phrase("{key} is missing", key=key)
    if not any(isinstance(table.get(key), str) and table[key].strip() for key in PLACES):
        yield phrase("one of {places} is missing", places=", ".join(PLACES))
    yield from _faults_of_other_types(table)


def _faults_of_other_types(table: Mapping[str, Any]) -> Iterator[Message]:
    """About what is no text."""
    authors = table.get("authors")
    if not (_is_list_of_texts(authors) and authors):
        yield phrase("authors is not a list of names in quotes")
    year = table.get("year", 1900)
    if type(year) is not int or not 1900 <= year <= 2200:
        yield phrase("year is not a year of four digits")
    engines = table.get("engines", {})
    if not (isinstance(engines, dict) and _is_list_of_texts(list(engines.values()))):
        yield phrase("engines is not a table of names with versions in quotes")


def _like_faults(table: Mapping[str, Any]) -> Iterator[Message]:
    like = table.get("like")
    if isinstance(like, str) and like and like not in workload_names():
        message = phrase("like: “{like}” is not a workload (known: {known})")
        yield message.with_values(like=short(like), known=", ".join(workload_names()))


def _is_list_of_texts(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(each, str) for each in found)


def _study(
    name: str, table: Mapping[str, Any], figures: Iterable[StudyFigure], *, own: bool
) -> Study:
    known = {
        key: table[key].strip() for key in (*NEEDED_KEYS, *PLACES, *OPTIONAL_KEYS) if key in table
    }
    return Study(
        name=name,
        authors=tuple(table["authors"]),
        year=table.get("year", 0),
        engines=dict(table.get("engines", {})),
        figures=tuple(figures),
        own=own,
        **known,
    )


def _head_faults(head: Sequence[str]) -> Iterator[Message]:
    if missing := [name for name in (*TEXT_COLUMNS, "value") if name not in head]:
        yield phrase("line 1: no column “{missing}”", missing="”, “".join(missing))
    if unknown := [name for name in dict.fromkeys(head) if name not in COLUMNS]:
        yield phrase("line 1: unknown column “{unknown}”", unknown="”, “".join(unknown))


def _row_faults(row: Mapping[str, str], line: int) -> Iterator[Message]:
    for name in _NEEDED:
        if not row[name]:
            yield _at(line, name, phrase("it is empty"))
    if row["unit"] and row["unit"] not in UNITS:
        known = ", ".join(UNITS)
        yield _at(
            line,
            "unit",
            phrase("“{unit}” is not one of {known}", unit=short(row["unit"]), known=known),
        )
    family = row["protection"].partition(" ")[0]
    if family and family not in FAMILIES:
        message = phrase(
            "“{family}” is not one of {known}", family=short(family), known=", ".join(FAMILIES)
        )
        yield _at(line, "protection", message)
    yield from _number_faults(row, line)


def _number_faults(row: Mapping[str, str], line: int) -> Iterator[Message]:
    known: dict[str, float] = {}
    for name in NUMBERS:
        if text := row.get(name, ""):
            try:
                number = float(text)
            except ValueError:
                number = math.nan
            if not math.isfinite(number):
                yield _at(line, name, phrase("“{text}” is not a number", text=text))
            elif number and not _LEAST <= abs(number) <= _MOST:
                yield _at(
                    line, name, phrase("“{text}” is too small or too large for a figure", text=text)
                )
            else:
                known[name] = number
    if not any(row.get(name) for name in ("value", "low", "high")):
        yield _at(line, "value", phrase("it is empty, and so are low and high"))
    if known.get("low", -math.inf) > known.get("high", math.inf):
        yield _at(line, "low", phrase("it is above high"))
    if known.get("sd", 0.0) < 0:
        yield _at(line, "sd", phrase("it is below 0"))


def _at(line: int, column: str, message: Message) -> Message:
    return phrase(
        "line {line}, column “{column}”: {words}", line=line, column=column, words=message
    )


def _figure(row: Mapping[str, str]) -> StudyFigure:
    found: dict[str, Any] = {name: row[name] for name in TEXT_COLUMNS}
    found |= {name: float(row[name]) for name in NUMBERS if row.get(name)}
    return StudyFigure(**found)


# Writing a study, so that `read_study` reads the same one.


def study_toml(study: Study) -> str:
    fields: dict[str, Any] = {"title": study.title, "authors": list(study.authors)}
    if study.year:
        fields["year"] = study.year
    for key in (*NEEDED_KEYS[1:], *PLACES, *OPTIONAL_KEYS):
        if text := getattr(study, key):
            fields[key] = text
    return tomlkit.dumps({**fields, "engines": dict(study.engines)})


def figures_csv(figures: Iterable[StudyFigure]) -> str:
    rows = ([_cell(getattr(each, name)) for name in COLUMNS] for each in figures)
    return csv_text([COLUMNS, *rows], line_end="\n")


def _cell(value: object) -> object:
    """Numbers as short as they are exact."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 1e15 else value
    return "" if value is None else value
