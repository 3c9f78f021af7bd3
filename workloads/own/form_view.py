"""A workload file for the window's form: its tables and operations, and its statements as they are
rewritten for a protection on an engine.

Parsing loads sqlglot, so the window does all of this in another process.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engines.contract.errors import Unfit
from engines.contract.message import NOTHING, Message
from engines.contract.protection import Protection
from engines.sql.statement import (
    Comparable,
    Compared,
    Decrypted,
    Encrypted,
    EncryptedByServer,
    Encryptor,
    Parameter,
    Pieces,
    Target,
)
from workloads.own.model import (
    ColumnType,
    OperationWork,
    SearchKind,
    WorkSpec,
    has_index,
)
from workloads.own.rewriting import parsed_statements, rewrite
from workloads.own.sql.parsed import BoundValue, Parsed, Rewritten, index_name
from workloads.own.validation import why_not_encrypted
from workloads.own.workload import OwnParameters, OwnWorkload, chosen_work, file_work


@dataclass(frozen=True)
class ColumnOutline:
    """A column; `key`: it is part of the primary key; `to`: the column that it references;
    `why_not`: why it cannot be encrypted."""

    name: str
    type: str
    size: int
    key: bool = False
    to: str = ""
    unique: bool = False
    nulls: float = 0.0
    seal: bool = False
    search: bool = False
    why_not: Message = NOTHING


@dataclass(frozen=True)
class TableOutline:
    """A table; `rows` as in the file."""

    name: str
    rows: int
    columns: tuple[ColumnOutline, ...]


@dataclass(frozen=True)
class OperationOutline:
    """An operation; `share` of the mix, 0 to 1; `statements`: how many it has."""

    name: str
    weight: float
    share: float
    times: int
    statements: int


@dataclass(frozen=True)
class Outline:
    """A file; `seal` and `search` are the columns that the file itself encrypts and searches."""

    name: str
    dialect: str
    tables: tuple[TableOutline, ...]
    operations: tuple[OperationOutline, ...]
    seal: tuple[str, ...]
    search: tuple[str, ...]


class Markup(StrEnum):
    TEXT = "text"
    PARAMETER = "parameter"
    OPENED = "opened"
    """A column that is decrypted, by the server or by the application."""
    SEALED = "sealed"
    """A value that is encrypted."""
    INDEX = "index"
    """A blind index, or the value that is looked up in it."""


@dataclass(frozen=True)
class MarkupSpan:
    """A piece of a statement's text with its markup and the column it concerns."""

    text: str
    kind: Markup = Markup.TEXT
    column: str = ""


@dataclass(frozen=True)
class WrittenStatement:
    """A statement as in the file, and as it is run (`spans`); where it cannot be run, `why` says
    so. `filters`, `orders`: the application must filter or order the returned rows."""

    sql: str = ""
    spans: tuple[MarkupSpan, ...] = ()
    why: Message = NOTHING
    filters: bool = False
    orders: bool = False

    def count(self, kind: Markup) -> int:
        """How many spans are of a kind; names of blind indexes do not count, values looked up in
        them do."""
        return sum(each.kind is kind and bool(each.column) for each in self.spans)


@dataclass(frozen=True)
class Consequences:
    """What a protection does to all statements of an operation: how many columns are decrypted,
    values encrypted and values looked up in blind indexes, and whether the application filters or
    orders rows; or `why` it cannot be measured."""

    opened: int = 0
    encrypted: int = 0
    index: int = 0
    filters: bool = False
    orders: bool = False
    why: Message = NOTHING


def outline_of(parameters: OwnParameters) -> Outline:
    """The outline of a workload file, with the encrypted columns of the plan.

    Raises: InputError
    """
    work, in_file = chosen_work(parameters), file_work(parameters)
    return Outline(
        work.name,
        work.dialect,
        tuple(
            TableOutline(
                name,
                table.rows,
                tuple(_column(work, name, column) for column in table.column),
            )
            for name, table in work.table.items()
        ),
        tuple(_operations(work)),
        in_file.encrypted_columns(),
        in_file.encrypted_columns((SearchKind.EQUAL,)),
    )


def consequences_of(
    parameters: OwnParameters, protection: Protection, engine: str
) -> tuple[Consequences, ...]:
    """The consequences of a protection for each operation; empty where the engine lacks it.

    Raises: InputError
    """
    work, encryptor = (
        chosen_work(parameters),
        OwnWorkload().encryptor_for(parameters, protection, engine),
    )
    if encryptor is None:
        return ()
    numbers = range(len(work.operation))
    return tuple(_fate(_written(work, number, engine, encryptor)) for number in numbers)


def written(
    parameters: OwnParameters, operation: int, protection: Protection, engine: str
) -> tuple[WrittenStatement, ...]:
    """The statements of an operation; empty where the engine lacks the protection.

    Raises: InputError
    """
    encryptor = OwnWorkload().encryptor_for(parameters, protection, engine)
    if encryptor is None:
        return ()
    return _written(chosen_work(parameters), operation, engine, encryptor)


def _column(work: WorkSpec, table: str, name: str) -> ColumnOutline:
    column = work.table[table].column[name]
    return ColumnOutline(
        name,
        column.type.value,
        column.bytes_or_digits if column.type in (ColumnType.TEXT, ColumnType.DECIMAL) else 0,
        name in work.table[table].key,
        column.to,
        column.unique,
        column.nulls,
        column.seal,
        column.search is SearchKind.EQUAL,
        why_not_encrypted(work, table, name),
    )


def _operations(work: WorkSpec) -> Iterator[OperationOutline]:
    whole = sum(each.weight for each in work.operation)
    for each in work.operation:
        share = each.weight / whole
        yield OperationOutline(each.name, each.weight, share, each.times, len(each.sql))


def _fate(statements: tuple[WrittenStatement, ...]) -> Consequences:
    why = next((each.why for each in statements if each.why), NOTHING)
    opened, encrypted, index = (
        sum(each.count(kind) for each in statements)
        for kind in (Markup.OPENED, Markup.SEALED, Markup.INDEX)
    )
    filters, orders = (any(e.filters for e in statements), any(e.orders for e in statements))
    return Consequences(why=why) if why else Consequences(opened, encrypted, index, filters, orders)


def _written(
    work: WorkSpec, number: int, engine: str, encryptor: Encryptor
) -> tuple[WrittenStatement, ...]:
    declared = work.operation[number]
    texts = declared.statements_for(engine)
    try:
        parsed = parsed_statements(work, number, engine)
    except Unfit as error:
        return tuple(WrittenStatement(text.strip(), why=error.message) for text in texts)
    return tuple(
        _one(text.strip(), each, declared, work, encryptor, engine)
        for text, each in zip(texts, parsed, strict=True)
    )


def _one(
    text: str,
    parsed: Parsed,
    declared: OperationWork,
    work: WorkSpec,
    encryptor: Encryptor,
    engine: str,
) -> WrittenStatement:
    try:
        made = rewrite(parsed, declared.parameters, work, encryptor, engine)
    except Unfit as error:
        return WrittenStatement(text, why=error.message)
    row_filter = made.row_filter
    return WrittenStatement(
        text,
        tuple(_spans(made, _indexes(work, encryptor))),
        filters=row_filter is not None and bool(row_filter.conditions),
        orders=row_filter is not None and bool(row_filter.keys),
    )


def _spans(made: Rewritten, indexes: re.Pattern[str]) -> Iterator[MarkupSpan]:
    bound = dict(zip(made.statement.parameters, made.values, strict=False))
    yield from _pieces(made.statement.whole, bound, indexes)


def _pieces(
    pieces: Pieces, bound: Mapping[str, BoundValue], indexes: re.Pattern[str]
) -> Iterator[MarkupSpan]:
    for piece in pieces:
        match piece:
            case str():
                yield from _text(piece, indexes)
            case EncryptedByServer(inner, target):
                yield MarkupSpan("seal(", Markup.SEALED, _name(target))
                yield from _pieces(inner, bound, indexes)
                yield MarkupSpan(")", Markup.SEALED)
            case _:
                yield _place(piece, bound)


def _text(text: str, indexes: re.Pattern[str]) -> Iterator[MarkupSpan]:
    """The spans of a text, with columns of blind indexes marked."""
    at = 0
    for match in indexes.finditer(text):
        yield MarkupSpan(text[at : match.start()])
        yield MarkupSpan(match[0], Markup.INDEX)
        at = match.end()
    yield MarkupSpan(text[at:])


def _place(
    place: Parameter | Encrypted | Decrypted | Comparable | Compared,
    bound: Mapping[str, BoundValue],
) -> MarkupSpan:
    match place:
        case Parameter(name) if (column := bound[name].index) is not None:
            return MarkupSpan(f"index({_value(bound[name])})", Markup.INDEX, str(column))
        case Parameter(name) | Compared(Parameter(name)):
            return MarkupSpan(_value(bound[name]), Markup.PARAMETER)
        case Encrypted(Parameter(name), target):
            return MarkupSpan(f"seal({_value(bound[name])})", Markup.SEALED, _name(target))
        case Decrypted(column, target) | Comparable(column, target):
            return MarkupSpan(f"open({column})", Markup.OPENED, _name(target))


def _value(bound: BoundValue) -> str:
    """A parameter or a constant as in the file."""
    if bound.parameter:
        return f":{bound.parameter}"
    constant = bound.constant
    if isinstance(constant, str):
        return "'" + constant.replace("'", "''") + "'"
    return "null" if constant is None else str(constant)


def _name(target: Target) -> str:
    return f"{target.table}.{target.column}"


def _indexes(work: WorkSpec, encryptor: Encryptor) -> re.Pattern[str]:
    """A pattern of the blind index columns; it matches nothing where there are none."""
    names = {index_name(name) for _, name, each in work.columns() if has_index(each, encryptor)}
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b" if names else r"(?!)")
