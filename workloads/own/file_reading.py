"""Reads a workload file; reports every fault with line and column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, fields, make_dataclass, replace
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast, get_type_hints

from cattrs.errors import ClassValidationError, IterableValidationError

from engines.contract.errors import InputError, Unfit, clause_of
from engines.contract.message import Number, phrase, with_semicolons
from engines.inspection.regular_files import read_text, why_not_read
from engines.registry import engine_names
from workloads.own.load_model import LoadWork
from workloads.own.model import (
    ColumnWork,
    DrawnValue,
    Given,
    OperationWork,
    TableWork,
    WorkFile,
    WorkSpec,
)
from workloads.own.rewriting import statement_faults
from workloads.own.validation import validation_errors, with_generator
from workloads.toml_document import (
    Fault,
    PlacedFault,
    as_table,
    as_written,
    faults,
    placed,
    short,
    structured,
    structured_by,
    structured_plainly,
    tables_in,
)

_LOAD_NAMED = re.compile(r"""^[ \t]*(?:\[[ \t]*)?["']?load\b""", re.MULTILINE)
_LOAD_HEADER = re.compile(r"^\[load\][ \t]*(?:#.*)?$", re.MULTILINE)
_ANY_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)
_MOST_MB = 2
MOST_TABLES = 500
MOST_COLUMNS = 1_000
"""In one table."""
MOST_OPERATIONS = 1_000
MOST_PARAMETERS = 500
"""Of one operation."""
MOST_STATEMENTS = 200
"""Of one operation."""
_MOST_DIFFERENCES = 20_000


class UnfitFile(InputError):
    """A file that cannot be used as it is; `faults` has its faults one by one."""

    faults: tuple[PlacedFault, ...] = ()


def read_work(path: Path, *, statements: bool = True, clients: int = 0) -> WorkSpec:
    """The workload in a file. With `statements` these are checked, which loads the SQL parser. With
    `clients` its load, if it has one, is that of so many.

    Raises: InputError, which names all faults, with lines and columns
    """
    try:
        status = path.stat()
        return _read(str(path), status.st_mtime_ns, status.st_size, statements, clients)
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("Workload file not read"),
            phrase("{path} cannot be read: {reason}."),
            phrase("Name a workload file."),
            path=path,
            reason=why_not_read(error),
        ) from error


def read_load(file: Path, clients: int = 0) -> LoadWork | None:
    """The table `load` of a file, read without the rest, since a window reads it at each change of
    a form; None where a file has none. `clients` as in `read_work`.

    Raises: InputError
    """
    try:
        status = file.stat()
    except (OSError, ValueError):
        return read_work(file, statements=False).load  # raises the reason
    return _cached_load(str(file), status.st_mtime_ns, status.st_size, clients)


@lru_cache(8)
def _cached_load(path: str, changed: int, size: int, clients: int) -> LoadWork | None:
    del changed, size
    try:
        text = read_text(Path(path), _MOST_MB)
        if not _LOAD_NAMED.search(text):
            return None
        if (table := _load_table(text)) is not None:
            return structured(tables_in(table), LoadWork).for_clients(clients)
    except (OSError, Unfit, ClassValidationError, IterableValidationError, ValueError, InputError):
        pass  # reported below, where all of the file is read
    return read_work(Path(path), statements=False, clients=clients).load


def _load_table(text: str) -> str | None:
    """The contents of the table `load`; None where the text writes it in another form, or twice."""
    begun = _LOAD_HEADER.search(text)
    if begun is None or len(_LOAD_NAMED.findall(text)) > 1:
        return None
    following = _ANY_HEADER.search(text, begun.end())
    return text[begun.end() : following.start() if following else None]


@lru_cache(8)
def _read(path: str, changed: int, size: int, statements: bool, clients: int) -> WorkSpec:
    del changed, size
    text, place = read_text(Path(path), _MOST_MB), Path(path)
    return parse_work(text, place.name, place.parent, statements=statements, clients=clients)


def parse_work(
    text: str,
    where: str,
    folder: Path | None = None,
    *,
    statements: bool = True,
    clients: int = 0,
) -> WorkSpec:
    """The workload in the text of a file; `where` names it in errors. `clients` as in `read_work`.

    Raises: UnfitFile
    """
    try:
        document = tables_in(text)
    except Unfit as error:
        raise unusable_file(where, [PlacedFault(error.message)]) from error
    if found := list(_size_faults(document)):
        raise unusable_file(where, placed(text, found))
    try:
        work = WorkSpec(**vars(structured(document, WorkFile)), folder=folder)
    except (ClassValidationError, IterableValidationError) as error:
        raise unusable_file(where, placed(text, faults(error))) from error
    except ValueError as error:
        raise unusable_file(where, [PlacedFault(clause_of(error))]) from error
    if work.load is not None:
        work = replace(work, load=work.load.for_clients(clients))
    # checks of statements need correct tables
    found = list(validation_errors(work)) or (list(statement_faults(work)) if statements else [])
    if found:
        raise unusable_file(where, placed(text, found))
    return work


def _size_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Faults of parts with too many entries, found before they are converted."""
    yield from _entry_faults(("table",), document, MOST_TABLES)
    yield from _entry_faults(("operation",), document, MOST_OPERATIONS)
    yield from _entry_faults(("differences",), document, _MOST_DIFFERENCES)
    for name, table in _items(document.get("table")):
        yield from _entry_faults(("table", name, "column"), table, MOST_COLUMNS)
    for number, operation in _items(document.get("operation")):
        yield from _entry_faults(("operation", number, "parameters"), operation, MOST_PARAMETERS)
        for key in operation:
            if _is_listed(key) and not isinstance(operation[key], str):
                yield from _entry_faults(("operation", number, key), operation, MOST_STATEMENTS)


def _items(value: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables in a table or a list, with their keys or their numbers from 1."""
    pairs: Iterable[tuple[object, object]] = ()
    if isinstance(value, dict):
        pairs = value.items()
    elif isinstance(value, list):
        pairs = enumerate(value, 1)
    yield from ((str(key), each) for key, each in pairs if isinstance(each, dict))


def _entry_faults(path: tuple[str, ...], table: Mapping[str, Any], most: int) -> Iterator[Fault]:
    value = table.get(path[-1])
    if isinstance(value, (dict, list)) and len(value) > most:
        message = phrase(
            "{key} has {n} entries; {most} is the limit",
            key=".".join(map(short, path)),
            n=Number(len(value)),
            most=Number(most),
        )
        yield Fault(path, message)


def unusable_file(where: str, found: Iterable[PlacedFault]) -> UnfitFile:
    """The error of a file that cannot be used as it is."""
    known = tuple(found)
    error = UnfitFile(
        phrase("Workload file not usable"),
        phrase("{where} cannot be used: {what}."),
        where=where,
        what=with_semicolons(each.with_place for each in known),
    )
    error.faults = known
    return error


# Some keys have other forms in a file than in the model: a hook (`structured_by`) changes the table
# first.


def _drawn(value: Any) -> DrawnValue:
    table = as_table(value)
    renamed = {("column" if key == "from" else key): each for key, each in table.items()}
    return structured_plainly(renamed, DrawnValue)


def _operation(value: Any) -> OperationWork:
    """A single statement is a list of one."""
    table = as_table(value)
    listed = {
        key: [each] if _is_listed(key) and isinstance(each, str) else each
        for key, each in table.items()
    }
    known = vars(structured(listed, _operation_table(engine_names())))
    sql_of = {name: known.pop(f"{_SQL_OF}{name}") for name in engine_names()}
    return OperationWork(**known, sql_of=sql_of)


def _is_listed(key: str) -> bool:
    return key == "once" or key.startswith("sql")


@cache
def _operation_table(engines: tuple[str, ...]) -> type[Any]:
    """An operation as a file has it: text for an engine has a key of its own."""
    types = get_type_hints(OperationWork)
    keys: list[Any] = [
        (
            each.name,
            types[each.name],
            field(default=each.default, default_factory=each.default_factory),
        )
        for each in fields(OperationWork)
        if each.name != "sql_of"
    ]
    keys += [(f"{_SQL_OF}{name}", types["sql"], ()) for name in engines]
    return make_dataclass("Operation", keys)


_SQL_OF = "sql_"


def _table(value: Any) -> TableWork:
    """A single column is a key of one; the default key is `id`, where there is such a column."""
    table = as_table(value)
    key = table.get("key", ["id"] if "id" in as_table(table.get("column", {})) else [])
    listed = {**table, "key": [key] if isinstance(key, str) else key}
    return structured_plainly(listed, TableWork)


def _column(value: Any) -> ColumnWork:
    return with_generator(structured_plainly(as_table(value), ColumnWork))


def _given(value: Any) -> Given:
    if isinstance(value, (str, int, float, bool, date)):
        return value
    raise Unfit(phrase("{value} is no single value", value=as_written(value)))


structured_by(DrawnValue, _drawn)
structured_by(TableWork, _table)
structured_by(ColumnWork, _column)
structured_by(cast(type, Given), _given)
structured_by(OperationWork, _operation)
