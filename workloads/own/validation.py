"""Checks a workload file that was read without errors of keys and types: names, primary keys,
foreign keys, indexes, operations and parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from engines.contract.message import NOTHING, Message, phrase
from engines.registry import engine_names, facts_of
from workloads.load import MIXED
from workloads.own.columns import column_faults, fault_of_value
from workloads.own.integer_encoding import DATES, NUMBERS
from workloads.own.mix.load_model import MOST_KINDS, LoadWork, load_faults
from workloads.own.model import (
    DIFFERENCE_HEADS,
    INDEX_COLUMN,
    LONGEST_DIFFERENCE,
    MARKER_BYTES,
    ColumnWork,
    DrawnValue,
    IndexWork,
    OperationWork,
    ReferenceWork,
    SearchKind,
    TableWork,
    WorkSpec,
    is_implied,
)
from workloads.own.sql.parsed import index_name, names_catalogue
from workloads.toml.document import Fault, short

_MOST_ROWS = 100_000_000
_MOST_TIMES = 1_000_000
_NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")


def validation_errors(work: WorkSpec) -> Iterator[Fault]:
    """All faults of a file, except those of its statements."""
    if work.format != 1:
        yield Fault(("format",), phrase("format {format} is unknown", format=work.format))
    if work.dialect not in engine_names():
        known = ", ".join(engine_names())
        message = phrase("{value} is not one of {known}", value=repr(work.dialect), known=known)
        yield Fault(("dialect",), message)
    if not work.table:
        yield Fault((), phrase("it has no table"))
    else:
        yield from _faults_of_tables(work)
    if not work.operation:
        yield Fault((), phrase("it has no operation"))
    for name, table in work.table.items():
        yield from _table_faults(work, name, table)
    if work.load is not None:
        yield from _load_faults(work, work.load)
    if not all(map(_is_difference, work.differences)):
        message = phrase(
            "each has {n} texts of {most} printable characters at most",
            n=len(DIFFERENCE_HEADS),
            most=LONGEST_DIFFERENCE,
        )
        yield Fault(("differences",), message)
    named: set[str] = set()
    for number, operation in enumerate(work.operation, 1):
        place = ("operation", str(number))
        yield from _operation_faults(work, place, operation)
        if operation.name in named:
            message = phrase("operation “{name}” is named twice", name=operation.name)
            yield Fault((*place, "name"), message)
        named.add(operation.name)


def _is_difference(cells: tuple[str, ...]) -> bool:
    fits = (len(each) <= LONGEST_DIFFERENCE and (not each or each.isprintable()) for each in cells)
    return len(cells) == len(DIFFERENCE_HEADS) and all(fits)


def _load_faults(work: WorkSpec, load: LoadWork) -> Iterator[Fault]:
    yield from (Fault(("load", key), message) for key, message in load_faults(load))
    if len(work.operation) > MOST_KINDS:
        yield Fault(("load",), phrase("a load has at most {n} operations", n=MOST_KINDS))
    for number, operation in enumerate(work.operation, 1):
        place = ("operation", str(number))
        if operation.once:
            yield Fault((*place, "once"), phrase("“once” does not go with [load]"))
        if operation.name == MIXED:
            message = phrase("“{name}” is the name of all operations of a load", name=MIXED)
            yield Fault((*place, "name"), message)


def _faults_of_tables(work: WorkSpec) -> Iterator[Fault]:
    """Faults of all tables together."""
    try:
        work.marker_place  # noqa: B018 raises
    except ValueError:
        message = phrase("it has no column of text of {n} bytes beside keys", n=MARKER_BYTES)
        yield Fault((), message)
    if circle := _circle_of_columns(work):
        message = phrase("the values of {column} hang on themselves", column=circle)
        yield Fault((), message)
    if not work.table[work.main].rows:
        yield Fault(("table", work.main, "rows"), phrase("the first table must have rows"))


def _circle_of_columns(work: WorkSpec) -> str:
    """A column whose values depend on themselves through others; empty where there is none."""
    sorting: TopologicalSorter[str] = TopologicalSorter()
    for table, name, column in work.columns():
        before = (f"{table}.{each}" for each in (column.by, column.like) if each)
        sorting.add(f"{table}.{name}", *before, *filter(None, [column.to]))
    try:
        sorting.prepare()
    except CycleError as error:
        return str(error.args[1][0])
    return ""


def _table_faults(work: WorkSpec, name: str, table: TableWork) -> Iterator[Fault]:
    place = ("table", name)
    yield from _name_faults(place, name)
    if names_catalogue(name):
        yield Fault(place, phrase("the name “{name}” is a server's own", name=name))
    if not 0 <= table.rows <= _MOST_ROWS:
        yield Fault((*place, "rows"), phrase("rows must be 0 to {most}", most=_MOST_ROWS))
    yield from (Fault((*place, "key"), message) for message in _key_faults(table))
    if message := _fault_of_person(work, table):
        yield Fault((*place, "person"), message)
    for reference in table.references:
        if message := _fault_of_reference(work, name, reference):
            yield Fault((*place, "references"), message)
    for each in table.other_indexes:
        if message := _fault_of_index(work, table, each):
            yield Fault((*place, "other_indexes"), message)
    for column, known in table.column.items():
        if known.search is SearchKind.EQUAL and index_name(column) in table.column:
            message = phrase("“{name}” is the name of a blind index", name=index_name(column))
            yield Fault((*place, "column", index_name(column)), message)
        there = (*place, "column", column)
        yield from _name_faults(there, column)
        yield from (Fault(there, message) for message in column_faults(work, table, column))


def _key_faults(table: TableWork) -> Iterator[Message]:
    if table.counted is not None and len(table.column) == 1:
        yield phrase("it needs a column beside its key")
    for name in table.key:
        if name not in table.column:
            yield phrase("its key “{name}” is not one of its columns", name=name)
    if len(set(table.key)) < len(table.key):
        yield phrase("its key names a column twice")
    for names in table.keys:
        known = [table.column[name] for name in names if name in table.column]
        joined = len(known) > 1 and bool(table.references_in(names))
        if known and not joined and not any(_distinguishes(names, each) for each in known):
            yield phrase("its key must be “serial” or unique")
    for name in {name for names in (*table.unique, *table.indexes) for name in names}:
        if name not in table.column:
            yield phrase("“{name}” is not one of its columns", name=name)


def _fault_of_person(work: WorkSpec, table: TableWork) -> Message:
    if table.person and table.person not in table.column:
        return phrase("“{name}” is not one of its columns", name=table.person)
    to = table.column[table.person].to if table.person else ""
    other, _, column = to.partition(".")
    if other in work.table and work.subject_column(other) != column:
        return phrase(
            "“{name}” does not refer to a person of {table}", name=table.person, table=other
        )
    return NOTHING


def _fault_of_reference(work: WorkSpec, table: str, reference: ReferenceWork) -> Message:
    columns, to = reference.columns, reference.to
    known = work.table[table].column
    targets = [work.column(each) for each in to]
    owners = {each.partition(".")[0] for each in to}
    if not columns or len(columns) != len(to) or len(set(columns)) < len(columns):
        return phrase("a reference has as many columns as it points to")
    for name in columns:
        if name not in known:
            return phrase("“{name}” is not one of its columns", name=name)
    if None in targets or len(owners) > 1:
        return phrase("a reference points to columns of one table")
    if reference.targets not in work.table[reference.table].keys:
        alone = len(to) == 1 and work.table[reference.table].is_unique(reference.targets[0])
        if not alone:
            listed = ", ".join(reference.targets)
            return phrase("“{columns}” are neither the key nor unique", columns=listed)
    if not (
        work.table[table].is_drawn_whole(reference) or is_implied(work.table, table, reference)
    ):
        listed = ", ".join(columns)
        return phrase("the values of {columns} do not lead there", columns=listed)
    return NOTHING


def _fault_of_index(work: WorkSpec, table: TableWork, index: IndexWork) -> Message:
    known = facts_of(work.dialect).index_kinds if work.dialect in engine_names() else {}
    if index.kind not in known:
        listed = ", ".join(known) or "–"
        return phrase("kind {kind} is not one of {known}", kind=short(index.kind), known=listed)
    for each in index.columns:
        if INDEX_COLUMN.fullmatch(each) is None:
            return phrase("“{column}” is no column of an index", column=short(each))
    for name in index.names:
        if name not in table.column:
            return phrase("“{name}” is not one of its columns", name=name)
    return NOTHING if index.columns else phrase("an index has no column")


def _distinguishes(key: tuple[str, ...], column: ColumnWork) -> bool:
    """Whether a column alone makes a key unique, or does together with its `by`."""
    if column.make == "serial":
        return not column.by or column.by in key
    return column.unique


def _name_faults(place: tuple[str, ...], name: str) -> Iterator[Fault]:
    if not _NAME.fullmatch(name):
        message = phrase(
            "“{name}” must be a small letter, then small letters, digits and “_”, 30 at most",
            name=name,
        )
        yield Fault(place, message)


def _operation_faults(
    work: WorkSpec, place: tuple[str, ...], operation: OperationWork
) -> Iterator[Fault]:
    name, each = operation.name, operation.each
    found: tuple[tuple[bool, str, Message], ...] = (
        (
            bool(name.strip()) and len(name) <= 60 and name.isprintable(),
            "name",
            phrase("a name has 1 to 60 printable characters"),
        ),
        (
            bool(operation.sql) and all(text.strip() for text in operation.sql),
            "sql",
            phrase("a statement is empty"),
        ),
        (
            all(text.strip() for text in operation.once),
            "once",
            phrase("a statement is empty"),
        ),
        (
            1 <= operation.times <= _MOST_TIMES,
            "times",
            phrase("times must be 1 to {most}", most=_MOST_TIMES),
        ),
        (
            not each or (each in work.table and work.table[each].rows > 0),
            "each",
            phrase("there is no table “{table}” with rows", table=each),
        ),
        (0 < operation.weight < 1e12, "weight", phrase("weight must be above 0")),
    )
    yield from (Fault((*place, key), message) for fits, key, message in found if not fits)
    for parameter, drawn in operation.parameters.items():
        there = (*place, "parameters", parameter)
        yield from (Fault(there, message) for message in _drawn_faults(work, drawn))
        if drawn.above:
            yield from (
                Fault(there, message) for message in _range_faults(work, operation, parameter)
            )


def _range_faults(work: WorkSpec, operation: OperationWork, parameter: str) -> Iterator[Message]:
    drawn = operation.parameters[parameter]
    below = operation.parameters.get(drawn.above)
    if below is None or below.above or drawn.above == parameter:
        yield phrase("above must name another parameter, which is the lower end of the range")
    elif below.column != drawn.column:
        yield phrase("both ends of a range must be of one column")
    column = work.column(drawn.column)
    width = drawn.width
    if column is None or width is None:
        return
    number = isinstance(width, (int, float)) and not isinstance(width, bool)
    if column.type not in (*NUMBERS, *DATES) or not number or not 0 < float(str(width)) < 1e9:
        yield phrase("width must be a number above 0, for numbers and dates")


def _drawn_faults(work: WorkSpec, drawn: DrawnValue) -> Iterator[Message]:
    column = work.column(drawn.column)
    if column is None:
        yield phrase("there is no column “{column}”", column=drawn.column)
    elif drawn.value is not None:
        if message := fault_of_value(column, drawn.value):
            yield message
    elif not work.table[drawn.column.partition(".")[0]].rows:
        yield phrase("its table has no rows to draw from")
    if not 0 <= drawn.missing <= 1 or drawn.skew <= 1:
        yield phrase("missing must be 0 to 1, and skew above 1")
