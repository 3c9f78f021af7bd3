"""Checks a workload file that was read without errors of keys and types: columns with their
generators, names, primary keys, foreign keys, indexes, operations and parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePath

from engines.contract.errors import Unfit
from engines.contract.message import NOTHING, Message, phrase
from engines.registry import engine_names, facts_of
from engines.sql.value_encoding import MOST_DIGITS
from workloads.load import MIXED
from workloads.own.check_constraints import fault_of_check
from workloads.own.column_values import DATES, NUMBERS, bounds_of, location_and_scale, value_of
from workloads.own.load_model import MOST_KINDS, LoadWork, load_faults
from workloads.own.model import (
    DIFFERENCE_HEADS,
    INDEX_COLUMN,
    LONGEST_DIFFERENCE,
    LONGEST_KEY,
    MARKER_BYTES,
    ColumnType,
    ColumnWork,
    DrawnValue,
    Given,
    IndexWork,
    OperationWork,
    ReferenceWork,
    SearchKind,
    TableWork,
    TextFold,
    WorkSpec,
    is_implied,
)
from workloads.own.sql.parsed import index_name, names_catalogue
from workloads.own.text_generators import TEXT_GENERATORS, pattern_size
from workloads.toml_document import Fault, short

_LONGEST = 4000

_ANY = tuple(ColumnType)
_STEPPED = (*NUMBERS, ColumnType.TIMESTAMP)
_TYPED_GENERATORS: Mapping[str, tuple[ColumnType, ...]] = {
    "serial": (ColumnType.INTEGER,),
    "reference": _ANY,
    "number": (*NUMBERS, ColumnType.BOOLEAN),
    "date": (*DATES, ColumnType.TEXT),
    "values": _ANY,
    "cases": _ANY,
    "csv": _ANY,
    "pattern": (ColumnType.TEXT,),
    "bytes": (ColumnType.BYTES,),
}
GENERATORS: Mapping[str, tuple[ColumnType, ...]] = {
    **_TYPED_GENERATORS,
    **dict.fromkeys(TEXT_GENERATORS, (ColumnType.TEXT,)),
}
"""Generator of a column's values (`make` in a file) → the types that it can make."""


def with_generator(column: ColumnWork) -> ColumnWork:
    """The column with its generator; where the file names none, it follows from the other keys."""
    if column.make:
        return column
    sources = {
        "values": column.values,
        "cases": column.by,
        "csv": column.file,
        "pattern": column.pattern,
    }
    made = next((make for make, given in sources.items() if given), None) or (
        "reference" if column.to else _USUAL[column.type]
    )
    return replace(column, make=made)


_FURTHER = (
    "precision|varying|unsigned|signed|zerofill|with|without|local|time|zone|big|int|integer|char"
    "|character|varchar|national|native|binary|text|blob|large|object|sub_type|segment|size"
    "|auto_increment|not|null|collate utf8mb4_bin"
)
_NO_TYPE = (
    "aclitem|default|check|as|computed|references|unique|setof|primary|generated|constraint|not"
    "|null|collate|foreign|on|key|identity|auto_increment"
)
_NATIVE = re.compile(
    rf"(?!reg|pg_|({_NO_TYPE})\b)[a-z][a-z0-9_]*( ({_FURTHER}))*"
    r"(\([0-9]{1,9}(, ?[0-9]{1,9})*\))?"
    rf"( ({_FURTHER}))*(\[\])?"
    r"|(enum|set)\('[a-z0-9]{1,20}'(, ?'[a-z0-9]{1,20}')*\)"
)
"""A native type as it is put into CREATE TABLE: no word that ends the type or begins another part
of a column, such as a default, which could call a function. PostgreSQL's types that read its
catalogue (reg…, pg_…) are refused."""
_LONGEST_NATIVE = 400


def is_type_name(words: str) -> bool:
    """Whether this is the name of a native type and nothing else."""
    return len(words) <= _LONGEST_NATIVE and _NATIVE.fullmatch(words) is not None


_PLAIN = re.compile(r"[^\\\x00-\x1f\x7f]*")
_USUAL = {
    **dict.fromkeys((*NUMBERS, ColumnType.BOOLEAN), "number"),
    **dict.fromkeys(DATES, "date"),
    ColumnType.TEXT: "letters",
    ColumnType.BYTES: "bytes",
}


def why_not_encrypted(work: WorkSpec, table: str, name: str) -> Message:
    """Why a column cannot be encrypted; nothing where it can."""
    known = work.table[table]
    is_referenced = f"{table}.{name}" in work.referenced_columns
    if known.column[name].make == "reference" or name in known.key or is_referenced:
        return phrase("keys and references cannot be encrypted")
    return NOTHING


def _column_faults(work: WorkSpec, table: str, name: str) -> Iterator[Message]:
    """What is wrong with a column, as clauses."""
    column = work.table[table].column[name]
    if column.make not in GENERATORS:
        known = ", ".join(GENERATORS)
        yield phrase("unknown generator “{make}” (known: {known})", make=column.make, known=known)
        return
    if column.type not in GENERATORS[column.make]:
        known = ", ".join(kind.value for kind in GENERATORS[column.make])
        yield phrase("“{make}” makes {known}", make=column.make, known=known)
        return
    faults = list(_key_value_faults(column))
    yield from faults
    if not faults:
        yield from _faults_of_values(column)
    yield from _relation_faults(work, table, name)


def _key_value_faults(column: ColumnWork) -> Iterator[Message]:
    shares = column.frequencies
    text = column.type is ColumnType.TEXT
    found: tuple[tuple[bool, Message], ...] = (
        (0 <= column.nulls < 1, phrase("nulls must be 0 or more, and less than 1")),
        (
            all(share > 0 for share in shares) and sum(shares) <= 1 + 1e-9,
            phrase("frequencies must be above 0, and 1 at most together"),
        ),
        (
            not (column.unique and (shares or column.nulls or column.distinct or column.like)),
            phrase("a unique column has no frequencies, nulls, distinct or like"),
        ),
        (1 <= column.size <= _LONGEST, phrase("size must be 1 to {most}", most=_LONGEST)),
        (
            1 <= column.precision <= MOST_DIGITS and 0 <= column.scale <= column.precision,
            phrase("precision must be 1 to {most}, scale 0 to precision", most=MOST_DIGITS),
        ),
        (column.distinct >= 0, phrase("distinct must be 0 or more")),
        (1 < column.skew <= 100, phrase("skew must be above 1, and 100 at most")),
        (0 <= column.share <= 1, phrase("share must be 0 to 1")),
        (
            column.deviation is None or 0 <= column.deviation < 1e12,
            phrase("deviation must be 0 or more"),
        ),
        (
            not (column.required and column.nulls),
            phrase("a required column has no nulls"),
        ),
        (
            column.type is not ColumnType.BYTES or not (column.frequencies and column.unique),
            phrase("unique bytes have no frequencies"),
        ),
        (
            not column.native or is_type_name(column.native),
            phrase("native must be the name of a type, with numbers in brackets"),
        ),
        (
            not column.step or (column.type in _STEPPED and 0 < column.step < 1e6),
            phrase("step must be above 0, for numbers and timestamps"),
        ),
        (
            text or column.fold is TextFold.NONE,
            phrase("only text has a fold"),
        ),
        (
            column.seal or column.search is SearchKind.NONE,
            phrase("only sealed columns have a search"),
        ),
        (
            column.search is not SearchKind.PREFIX,
            phrase("a search for beginnings of encrypted values is not supported yet"),
        ),
        (
            not column.domain or (column.seal and column.search is SearchKind.EQUAL),
            phrase("a domain is for encrypted columns with search = “equal”"),
        ),
        (
            len(column.domain) <= 60 and column.domain.isprintable(),
            phrase("a domain has 60 printable characters at most"),
        ),
    )
    yield from (message for fits, message in found if not fits)


def _faults_of_values(column: ColumnWork) -> Iterator[Message]:
    """What is wrong with the values that its generator is to make."""
    match column.make:
        case "number" | "date" if column.type is not ColumnType.BOOLEAN:
            yield from _faults_of_bounds(column)
        case "values":
            yield from _faults_of_list(column, column.values)
        case "cases":
            yield from _faults_of_cases(column)
        case "pattern" if not 1 <= len(column.pattern.encode()) <= column.size:
            yield phrase("pattern must have 1 byte or more, and size at most")
        case "csv" if not column.file or not column.column:
            yield phrase("“csv” needs “file” and “column”")
        case "csv" if PurePath(column.file).name != column.file or "\0" in column.file:
            yield phrase("file must lie beside the workload file: name it without a folder")


def _faults_of_bounds(column: ColumnWork) -> Iterator[Message]:
    try:
        low, high = bounds_of(column)
        location_and_scale(column)
    except ValueError:
        yield phrase("least, most and mean must be values of type {type}", type=column.type.value)
        return
    if low >= high:
        yield phrase("least must be below most")
    if column.type is ColumnType.DECIMAL and max(-low, high) >= 10**column.precision:
        yield phrase("least and most must have {n} digits at most", n=column.precision)


def _faults_of_cases(column: ColumnWork) -> Iterator[Message]:
    if not column.cases or not column.by:
        yield phrase("“cases” needs “by”, and values with their shares")
    for known in column.cases.values():
        yield from _faults_of_list(column, tuple(known))
        if not all(0 < share < 1e12 for share in known.values()):
            yield phrase("shares in “cases” must be above 0")


def _faults_of_list(column: ColumnWork, values: tuple[Given, ...]) -> Iterator[Message]:
    if not values:
        yield phrase("its list of values is empty")
    try:
        for each in values:
            known = value_of(each, column.type.value_type, column.scale)
            if isinstance(known, str) and len(known.encode()) > column.size:
                yield phrase("a value is longer than {size} bytes", size=column.size)
                return
    except ValueError:
        yield phrase("its values must be of type {type}", type=column.type.value)


def _relation_faults(work: WorkSpec, owner: str, name: str) -> Iterator[Message]:
    """What is wrong with a column's relation to other columns."""
    table = work.table[owner]
    column = table.column[name]
    names = list(table.column)
    for other in filter(None, (column.by, column.like)):
        if other not in names[: names.index(name)]:
            yield phrase("“{other}” must be a column that stands before it", other=other)
        elif column.like == other and table.column[other].type is not column.type:
            yield phrase("“{other}” must have the same type", other=other)
    if column.make == "reference":
        yield from _faults_of_reference(work, table, name)
    if column.seal and (why := why_not_encrypted(work, owner, name)):
        yield why
    if any(name in each for each in table.keys) and (column.nulls or column.like):
        yield phrase("a key has no nulls")
    yield from _faults_of_default(table, name)
    if message := fault_of_check(column):
        yield message
    sets = (*table.keys, *table.indexes)
    is_referenced = f"{owner}.{name}" in work.referenced_columns
    limited = column.index or is_referenced or any(name in each for each in sets)
    if limited and column.type is ColumnType.TEXT and column.size > LONGEST_KEY:
        yield phrase("a text with an index has {most} bytes at most", most=LONGEST_KEY)
    if column.make == "pattern" and column.unique and pattern_size(column.pattern) < table.rows:
        yield phrase("its pattern has fewer values than the table has rows")


def _faults_of_default(table: TableWork, name: str) -> Iterator[Message]:
    column = table.column[name]
    if column.default is None:
        return
    if isinstance(column.default, str) and not _PLAIN.fullmatch(column.default):
        yield phrase("a default has neither a backslash nor a control character")
    if message := _fault_of_value(column, column.default):
        yield phrase("default: {words}", words=message)
    if name in table.key or column.to:
        yield phrase("keys and references have no default")


def _faults_of_reference(work: WorkSpec, table: TableWork, column_name: str) -> Iterator[Message]:
    column = table.column[column_name]
    alone = table.reference_of(column_name) == (column_name,)
    owner, _, name = column.to.partition(".")
    target = work.column(column.to)
    if target is None:
        yield phrase("there is no column “{column}”", column=column.to)
        return
    if alone and not work.table[owner].is_unique(name):
        yield phrase("“{column}” is neither the key nor unique", column=column.to)
    same = target.type is column.type
    if column.type is ColumnType.TEXT:
        same = same and target.size == column.size
    if column.type is ColumnType.DECIMAL:
        same = same and (target.precision, target.scale) == (column.precision, column.scale)
    if not same:
        yield phrase("“{column}” has another type", column=column.to)
    if table.rows and not work.table[owner].rows:
        yield phrase("“{table}” has no rows to point to", table=owner)


def _fault_of_value(column: ColumnWork, value: Given) -> Message:
    """Why a value does not have a column's type; nothing where it does."""
    try:
        value_of(value, column.type.value_type, column.scale)
    except (ValueError, Unfit):
        return phrase("value must be of type {type}", type=column.type.value)
    return NOTHING


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
        yield from (Fault(there, message) for message in _column_faults(work, name, column))


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
        if message := _fault_of_value(column, drawn.value):
            yield message
    elif not work.table[drawn.column.partition(".")[0]].rows:
        yield phrase("its table has no rows to draw from")
    if not 0 <= drawn.missing <= 1 or drawn.skew <= 1:
        yield phrase("missing must be 0 to 1, and skew above 1")
