"""Reading the file of a workload of one's own: all that does not fit, each with line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cattrs.errors import ClassValidationError, IterableValidationError

from engines.contract.errors import InputError, Unfit, clause_of
from engines.contract.message import NOTHING, Message, in_a_row, phrase
from engines.looking.reading import read_text, why_not_read
from workloads.own.lists import LISTS
from workloads.own.model import ColumnWork, DrawnValue, Kind, OperationWork, Search, TableWork, Work
from workloads.own.rewriting import index_name
from workloads.own.statements import statement_faults
from workloads.toml.faults import Fault, faults
from workloads.toml.places import position_of
from workloads.toml.text import tables_in
from workloads.toml.values import as_table, structured, structured_by

_MOST_MB = 4
_MOST_ROWS = 100_000_000
_MOST_TIMES = 1_000_000
_LONGEST = 4000
_NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")
MADE = ("serial", "reference", "number", *LISTS)
"""What makes the values of a column."""


def read_work(path: Path) -> Work:
    """The workload that a file describes.

    Raises: InputError, which names all that does not fit, with lines and columns
    """
    try:
        looked = path.stat()
        return _read(str(path), looked.st_mtime_ns, looked.st_size)
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("Workload file not read"),
            phrase("{path} cannot be read: {reason}."),
            phrase("Name a workload file."),
            path=path,
            reason=why_not_read(error),
        ) from error


@lru_cache(8)
def _read(path: str, changed: int, size: int) -> Work:
    del changed, size
    return parse_work(read_text(Path(path), _MOST_MB), Path(path).name)


def parse_work(text: str, where: str) -> Work:
    """The workload in the text of a file; `where` names it in errors.

    Raises: InputError
    """
    try:
        document = tables_in(text)
    except Unfit as error:
        raise wrong(where, error.said) from error
    try:
        work = structured(document, Work)
    except (ClassValidationError, IterableValidationError) as error:
        raise wrong(where, placed(text, faults(error))) from error
    except ValueError as error:
        raise wrong(where, clause_of(error)) from error
    # What is said of statements hangs on tables that are right.
    if found := list(_faults(work)) or list(statement_faults(work)):
        raise wrong(where, placed(text, found))
    return work


def placed(text: str, found: Iterator[Fault] | list[Fault]) -> Message:
    """Clauses with the line and column that they are about."""
    return in_a_row(_placed(text, each) for each in found)


def wrong(where: str, what: Message) -> InputError:
    """That a file cannot be used as it is."""
    return InputError(
        phrase("Workload file not usable"),
        phrase("{where} cannot be used: {what}."),
        where=where,
        what=what,
    )


def _placed(text: str, fault: Fault) -> Message:
    position = position_of(text, fault.path)
    if position is None:
        return fault.clause
    return phrase(
        "line {line}, column {column}: {said}",
        line=position.line,
        column=position.column,
        said=fault.clause,
    )


def _drawn(value: Any) -> DrawnValue:
    table = as_table(value)
    renamed = {("column" if key == "from" else key): each for key, each in table.items()}
    known = structured(renamed, _DrawnTable)
    return DrawnValue(**vars(known))


@dataclass(frozen=True)
class _DrawnTable(DrawnValue):
    pass


def _operation(value: Any) -> OperationWork:
    """A single statement stands for a list of one."""
    table = as_table(value)
    listed = {
        key: [each] if key.startswith("sql") and isinstance(each, str) else each
        for key, each in table.items()
    }
    return OperationWork(**vars(structured(listed, _OperationTable)))


@dataclass(frozen=True)
class _OperationTable(OperationWork):
    pass


structured_by(DrawnValue, _drawn)
structured_by(OperationWork, _operation)


def _faults(work: Work) -> Iterator[Fault]:
    if work.format != 1:
        yield Fault(("format",), phrase("format {format} is unknown", format=work.format))
    if not work.table:
        yield Fault((), phrase("it has no table"))
    elif not any(each.type is Kind.TEXT for _, _, each in work.columns()):
        yield Fault((), phrase("it has no column of text"))
    if not work.operation:
        yield Fault((), phrase("it has no operation"))
    for name, table in work.table.items():
        yield from _table_faults(work, name, table)
    named: set[str] = set()
    for number, operation in enumerate(work.operation, 1):
        place = ("operation", str(number))
        yield from _operation_faults(work, place, operation)
        if operation.name in named:
            said = phrase("operation “{name}” is named twice", name=operation.name)
            yield Fault((*place, "name"), said)
        named.add(operation.name)


def _table_faults(work: Work, name: str, table: TableWork) -> Iterator[Fault]:
    place = ("table", name)
    yield from _name_faults(place, name)
    if not 1 <= table.rows <= _MOST_ROWS:
        yield Fault((*place, "rows"), phrase("rows must be 1 to {most}", most=_MOST_ROWS))
    key = table.column.get(table.key)
    if table.key != "id" or key is None or key.make != "serial":
        yield Fault(place, phrase("its key must be a column “id” made by “serial”"))
    for column, known in table.column.items():
        if known.search is Search.EQUAL and index_name(column) in table.column:
            said = phrase("“{name}” is the name of a blind index", name=index_name(column))
            yield Fault((*place, "column", index_name(column)), said)
        there = (*place, "column", column)
        yield from _name_faults(there, column)
        yield from (Fault(there, said) for said in _column_faults(work, known))


def _name_faults(place: tuple[str, ...], name: str) -> Iterator[Fault]:
    if not _NAME.fullmatch(name):
        said = phrase(
            "“{name}” must be a small letter, then small letters, digits and “_”, 30 at most",
            name=name,
        )
        yield Fault(place, said)


def _column_faults(work: Work, column: ColumnWork) -> Iterator[Message]:
    make = column.make
    if make not in MADE:
        known = ", ".join(MADE)
        yield phrase("unknown generator “{make}” (known: {known})", make=make, known=known)
    elif said := _unlike(column):
        yield said
    if make == "reference" and not _is_key(work, column.to):
        yield phrase("“{to}” is not the key of a table", to=column.to)
    yield from (said for fits, said in _limits(column) if not fits)


def _is_key(work: Work, named: str) -> bool:
    target = work.column(named)
    return target is not None and target.make == "serial"


def _limits(column: ColumnWork) -> Iterator[tuple[bool, Message]]:
    """What must hold of a column, and the clause where it does not."""
    keys = column.make in ("serial", "reference")
    shares = column.frequencies
    yield not (column.seal and keys), phrase("keys and references cannot be sealed")
    text = column.type is Kind.TEXT
    yield text or not column.seal, phrase("only columns of text can be sealed")
    yield column.seal or column.search is Search.NONE, phrase("only sealed columns have a search")
    yield 0 <= column.nulls < 1, phrase("nulls must be 0 or more, and less than 1")
    yield (
        all(share > 0 for share in shares) and sum(shares) <= 1 + 1e-9,
        phrase("frequencies must be above 0, and 1 at most together"),
    )
    yield (
        not (column.unique and (shares or column.nulls)),
        phrase("a unique column has no frequencies and no nulls"),
    )
    yield 1 <= column.size <= _LONGEST, phrase("size must be 1 to {most}", most=_LONGEST)
    yield column.least < column.most, phrase("least must be below most")
    yield column.distinct >= 0, phrase("distinct must be 0 or more")
    yield column.skew > 1, phrase("skew must be above 1")


def _unlike(column: ColumnWork) -> Message:
    """That a column's type does not fit what makes its values."""
    wanted = {
        "serial": (Kind.INTEGER,),
        "reference": (Kind.INTEGER,),
        "number": (Kind.INTEGER, Kind.REAL, Kind.BOOLEAN),
    }.get(column.make, (Kind.TEXT,))
    if column.type in wanted:
        return NOTHING
    known = ", ".join(kind.value for kind in wanted)
    return phrase("“{make}” makes {known}", make=column.make, known=known)


def _operation_faults(
    work: Work, place: tuple[str, ...], operation: OperationWork
) -> Iterator[Fault]:
    if not operation.name.strip() or len(operation.name) > 60 or not operation.name.isprintable():
        yield Fault((*place, "name"), phrase("a name has 1 to 60 printable characters"))
    if not operation.sql or not all(each.strip() for each in operation.sql):
        yield Fault((*place, "sql"), phrase("a statement is empty"))
    if not 1 <= operation.times <= _MOST_TIMES:
        said = phrase("times must be 1 to {most}", most=_MOST_TIMES)
        yield Fault((*place, "times"), said)
    if not 0 < operation.weight < 1e12:
        yield Fault((*place, "weight"), phrase("weight must be above 0"))
    for name, drawn in operation.parameters.items():
        if work.column(drawn.column) is None:
            said = phrase("there is no column “{column}”", column=drawn.column)
            yield Fault((*place, "parameters", name), said)
        if not 0 <= drawn.missing <= 1 or drawn.skew <= 1:
            said = phrase("missing must be 0 to 1, and skew above 1")
            yield Fault((*place, "parameters", name), said)
