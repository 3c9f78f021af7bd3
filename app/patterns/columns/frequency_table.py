"""Frequency tables that a user brings for the frequency attack: values and their counts or shares,
read from CSV or TOML, checked, and saved."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import Path

from app.system.folders import frequencies_folder
from engines.contract.errors import InputError, Unfit
from engines.contract.message import Message, phrase
from engines.inspection.csv_file import open_csv
from engines.inspection.regular_files import open_regular, read_text, why_not_read
from engines.platform.private_files import private_folder, write_atomically
from workloads.toml_document import Fault, placed, short, tables_in

ENDINGS = (".csv", ".tsv", ".toml")
_TOML = ".toml"
_VALUE = "value"
_MOST_MB, _MOST_VALUES, _LONGEST_VALUE = 1, 10_000, 500
_LARGEST_COUNT = 10**15
_MOST_PERCENT = 100.5
"""Shares that were rounded may add up to a little more than 100."""
_SHARE = re.compile(r"(\d+(?:[.,]\d+)?)\s*%?")


class FrequencyUnit(StrEnum):
    """What a table gives for each value; also the name of the CSV column or TOML table."""

    COUNT = "count"
    SHARE = "share"


@dataclass(frozen=True)
class FrequencyTable:
    """Values and how often they occur, in any unit; `name` is the file's without its ending."""

    name: str
    figures: Mapping[str, float]


def read_table(path: Path) -> FrequencyTable:
    """The table in a file: CSV with columns `value` and `count` or `share`, or TOML with a table
    `[count]` or `[share]`.

    Raises: InputError, with the line of the first thing that does not fit
    """
    try:
        found = _from_toml(path) if path.suffix.lower() == _TOML else _from_csv(path)
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("Table not usable"),
            phrase("{file} cannot be used: {reason}."),
            phrase("Correct the file, and open it again."),
            file=path.name,
            reason=error.message if isinstance(error, Unfit) else why_not_read(error),
        ) from error
    return FrequencyTable(path.stem, found)


def saved_tables() -> list[Path]:
    """Files of the tables that the user has opened before, by their names."""
    folder = frequencies_folder()
    known = folder.iterdir() if folder.is_dir() else ()
    return sorted(each for each in known if each.suffix.lower() in ENDINGS)


def save_table(path: Path) -> Path:
    """Save a copy of a table, in place of a saved one of the same name.

    Raises: InputError
    """
    name = read_table(path).name
    copy = frequencies_folder() / path.name
    if copy != path:
        try:
            with open_regular(path, _MOST_MB) as file:
                data = file.read()
            private_folder(copy.parent)
            write_atomically(copy, data)
        except OSError as error:
            raise InputError(
                phrase("Table not kept"),
                phrase("{path} cannot be written: {reason}."),
                phrase("Check that you may write to this folder."),
                path=copy,
                reason=error.strerror or error,
            ) from error
    for each in saved_tables():
        if each.stem == name and each != copy:
            delete_table(each)
    return copy


def delete_table(path: Path) -> None:
    with suppress(FileNotFoundError):
        path.unlink()


def _from_csv(path: Path) -> dict[str, float]:
    """Raises: Unfit, OSError, UnicodeDecodeError"""
    with open_csv(path, None, _MOST_MB) as table:
        kinds = [each for each in FrequencyUnit if each in table.columns]
        if _VALUE not in table.columns or len(kinds) != 1:
            raise Unfit(phrase("line 1: it needs the columns value and count, or value and share"))
        point = "." if table.separator == "," else ".,"
        rows = islice(table, _MOST_VALUES + 1)
        cells = ((line, row[_VALUE], row[kinds[0]]) for line, row in rows)
        return _checked_rows(cells, kinds[0], point)


def _checked_rows(
    rows: Iterable[tuple[int, str, str]], kind: FrequencyUnit, point: str
) -> dict[str, float]:
    found: dict[str, float] = {}
    line = 1
    for line, cell, number in rows:
        value = cell.strip()
        fault = _fault_of_value(value, value in found)
        figure = _number(number.strip(), kind, point)
        if fault is None and figure is None:
            fault = _not_a(kind, number)
        if fault is not None or figure is None:
            raise Unfit(phrase("line {line}: {words}", line=line, words=fault))
        found[value] = figure
    if fault := _fault_of_table(found, kind):
        raise Unfit(phrase("line {line}: {words}", line=line, words=fault))
    return found


def _from_toml(path: Path) -> dict[str, float]:
    """Raises: Unfit, OSError, UnicodeDecodeError"""
    text = read_text(path, _MOST_MB)
    document = tables_in(text)
    for fault in _faults_of(document):
        raise Unfit(next(iter(placed(text, [fault]))).with_place)
    kind = FrequencyUnit(next(iter(document)))
    return {value.strip(): float(figure) for value, figure in document[kind].items()}


def _faults_of(document: Mapping[str, object]) -> Iterator[Fault]:
    known = ", ".join(FrequencyUnit)
    for key, rows in document.items():
        if key not in set(FrequencyUnit) or not isinstance(rows, dict):
            message = phrase("“{given}” is not one of {known}", given=short(key), known=known)
            yield Fault((key,), message)
            return
    if len(document) != 1:
        yield Fault((), phrase("it needs one table, [count] or [share]"))
        return
    ((key, rows),) = document.items()
    assert isinstance(rows, dict)
    seen: set[str] = set()
    for value, figure in rows.items():
        fault = _fault_of_value(value.strip(), value.strip() in seen)
        if fault is None and _number_in_toml(figure, FrequencyUnit(key)) is None:
            fault = _not_a(FrequencyUnit(key), str(figure))
        if fault is not None:
            yield Fault((key, value), fault)
        seen.add(value.strip())
    figures = all(isinstance(each, int | float) for each in rows.values())
    if figures and (fault := _fault_of_table(rows, FrequencyUnit(key))):
        yield Fault((key,), fault)


def _fault_of_value(value: str, known: bool) -> Message | None:
    if not value:
        return phrase("a value is missing")
    if len(value) > _LONGEST_VALUE:
        return phrase("a value has more than {most} characters", most=_LONGEST_VALUE)
    return phrase("“{name}” is there twice", name=value) if known else None


def _fault_of_table(found: Mapping[str, float], kind: FrequencyUnit) -> Message | None:
    if len(found) < 2:
        return phrase("it needs two values or more")
    if len(found) > _MOST_VALUES:
        return phrase("it has more than {most} values", most=_MOST_VALUES)
    if kind is FrequencyUnit.SHARE and (total := sum(found.values())) > _MOST_PERCENT:
        return phrase("the shares add up to {total}, more than 100 %", total=f"{total:.1f}")
    return None


def _not_a(kind: FrequencyUnit, given: str) -> Message:
    if kind is FrequencyUnit.COUNT:
        return phrase("“{given}” is no count, such as 1200", given=given[:40])
    return phrase("“{given}” is no share, such as 12.5", given=given[:40])


def _number(text: str, kind: FrequencyUnit, point: str) -> float | None:
    """A cell's number, above 0. `point` are the decimal signs that are allowed: no comma where a
    comma separates cells. A count has no separators between its digits, which would be
    ambiguous."""
    if kind is FrequencyUnit.COUNT:
        return _positive(int(text), kind) if text.isascii() and text.isdigit() else None
    found = _SHARE.fullmatch(text)
    if found is None or ("," in text and "," not in point):
        return None
    return _positive(float(found[1].replace(",", ".")), kind)


def _number_in_toml(value: object, kind: FrequencyUnit) -> float | None:
    wanted = int if kind is FrequencyUnit.COUNT else int | float
    if isinstance(value, bool) or not isinstance(value, wanted):
        return None
    return _positive(value, kind)


def _positive(value: float, kind: FrequencyUnit) -> float | None:
    most = _LARGEST_COUNT if kind is FrequencyUnit.COUNT else _MOST_PERCENT
    return float(value) if 0 < value <= most else None
