"""The rules for columns of a workload file: generators, types, and what may be encrypted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import PurePath

from engines.contract.errors import Unfit
from engines.contract.message import NOTHING, Message, phrase
from engines.sql.value_encoding import MOST_DIGITS
from workloads.own.check_constraints import fault_of_check
from workloads.own.generators.file_values import value_of
from workloads.own.generators.text_generators import TEXT_GENERATORS, pattern_size
from workloads.own.integer_encoding import DATES, NUMBERS, bounds_of, location_and_scale
from workloads.own.model import (
    LONGEST_KEY,
    ColumnType,
    ColumnWork,
    Given,
    SearchKind,
    TableWork,
    TextFold,
    WorkSpec,
)

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


def why_not_encrypted(table: TableWork, name: str, *, is_referenced: bool) -> Message:
    """Why a column cannot be encrypted; nothing where it can. `is_referenced`: by other columns."""
    if table.column[name].make == "reference" or name in table.key or is_referenced:
        return phrase("keys and references cannot be encrypted")
    return NOTHING


def column_faults(work: WorkSpec, table: TableWork, name: str) -> Iterator[Message]:
    """What is wrong with a column, as clauses."""
    column = table.column[name]
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


def _relation_faults(work: WorkSpec, table: TableWork, name: str) -> Iterator[Message]:
    """What is wrong with a column's relation to other columns."""
    column = table.column[name]
    names = list(table.column)
    for other in filter(None, (column.by, column.like)):
        if other not in names[: names.index(name)]:
            yield phrase("“{other}” must be a column that stands before it", other=other)
        elif column.like == other and table.column[other].type is not column.type:
            yield phrase("“{other}” must have the same type", other=other)
    if column.make == "reference":
        yield from _faults_of_reference(work, table, name)
    named = (f"{owner}.{name}" for owner in _names(work, table))
    is_referenced = not referenced_columns(work).isdisjoint(named)
    if column.seal and (why := why_not_encrypted(table, name, is_referenced=is_referenced)):
        yield why
    if any(name in each for each in table.keys) and (column.nulls or column.like):
        yield phrase("a key has no nulls")
    yield from _faults_of_default(table, name)
    if message := fault_of_check(column):
        yield message
    sets = (*table.keys, *table.indexes)
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
    if message := fault_of_value(column, column.default):
        yield phrase("default: {words}", words=message)
    if name in table.key or column.to:
        yield phrase("keys and references have no default")


@lru_cache(8)
def referenced_columns(work: WorkSpec) -> frozenset[str]:
    """The columns that foreign keys reference; cached for all columns."""
    return work.referenced_columns()


def _names(work: WorkSpec, table: TableWork) -> Iterator[str]:
    return (name for name, each in work.table.items() if each is table)


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


def fault_of_value(column: ColumnWork, value: Given) -> Message:
    """Why a value does not have a column's type; nothing where it does."""
    try:
        value_of(value, column.type.value_type, column.scale)
    except (ValueError, Unfit):
        return phrase("value must be of type {type}", type=column.type.value)
    return NOTHING
