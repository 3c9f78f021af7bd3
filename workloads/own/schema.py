"""Builds the schema of a workload file's tables under a protection: columns, keys,
references, and indexes that are built once the tables are filled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.sql.schema import Column, ForeignKey, Index, Schema, Table
from engines.sql.statement import Encryptor, ValueType
from engines.sql.value_encoding import encrypted_width
from workloads.own.check_constraints import conditions_of
from workloads.own.column_values import value_of
from workloads.own.model import (
    ColumnWork,
    ReferenceWork,
    SearchKind,
    TableWork,
    WorkSpec,
    has_index,
)
from workloads.own.sql.parsed import INDEX_BYTES, index_name


def schema_of(work: WorkSpec, encryptor: Encryptor) -> Schema:
    """The tables with foreign keys, and the indexes that are built after filling: on columns as
    they are stored, or on their blind indexes."""
    referenced = frozenset(
        each.to[0] for name in work.table for each in work.references(name) if len(each.to) == 1
    )
    tables = tuple(
        Table(
            name,
            tuple(_columns(work, name, encryptor, referenced)),
            keyed=work.table[name].counted is not None,
            key=work.table[name].key,
            counted=work.table[name].counted or "",
            unique=tuple(_plain_sets(work.table[name], work.table[name].unique, encryptor)),
            references=tuple(
                ForeignKey(each.columns, each.table, each.targets, work.is_deferred(name, each))
                for each in work.table[name].references
            ),
        )
        for name in work.in_order()
    )
    built_after_filling = tuple(
        Index(table, index_name(name), ValueType.BYTES, INDEX_BYTES)
        if has_index(each, encryptor)
        else Index(table, name)
        for table, name, each in work.columns()
        if _is_indexed(each, encryptor) and (name,) != work.table[table].key
        if f"{table}.{name}" not in referenced
    )
    built_after_filling += tuple(
        Index(name, columns[0], more=columns[1:])
        for name, table in work.table.items()
        for columns in _plain_sets(table, table.indexes, encryptor)
    )
    built_after_filling += tuple(_special_indexes(work, encryptor))
    return Schema(tables, index_foreign_keys=True, late=built_after_filling)


def _special_indexes(work: WorkSpec, encryptor: Encryptor) -> Iterator[Index]:
    """Indexes of the engine's special kinds, on columns that are not encrypted."""
    for name, table in work.table.items():
        for each in table.other_indexes:
            encrypted = any(table.column[one].seal for one in each.names)
            if not (encrypted and encryptor.changes_values):
                first, *more = each.names
                kind = work.dialect, each.kind
                yield Index(name, first, more=tuple(more), kind=kind, endings=each.endings)


def _plain_sets(
    table: TableWork, sets: Iterable[tuple[str, ...]], encryptor: Encryptor
) -> Iterator[tuple[str, ...]]:
    """The sets of columns that are stored in plaintext or encrypted deterministically."""
    for columns in sets:
        encrypted = any(table.column[name].seal for name in columns) and encryptor.changes_values
        if not encrypted or encryptor.deterministic:
            yield columns


def _is_indexed(column: ColumnWork, encryptor: Encryptor) -> bool:
    """Whether it has an index besides those of keys and references: not on ciphertext that differs
    for equal values, where an index would find nothing."""
    asked = column.index and column.make != "reference"
    if asked or column.search is SearchKind.RANGE or has_index(column, encryptor):
        return True
    differing = column.seal and encryptor.changes_values and not encryptor.deterministic
    return column.search is SearchKind.EQUAL and not differing


def _columns(
    work: WorkSpec, owner: str, encryptor: Encryptor, referenced: frozenset[str]
) -> Iterator[Column]:
    for name, each in work.table[owner].column.items():
        if each.seal and encryptor.changes_values:
            # as wide as its ciphertext, whatever its type
            width = encrypted_width(each.target(owner, name))
            yield Column(name, protected=True, size=width, required=each.required)
        else:
            yield _plain_column(work, owner, name, referenced)
        if has_index(each, encryptor):
            yield Column(index_name(name), ValueType.BYTES, size=INDEX_BYTES)


def _plain_column(work: WorkSpec, owner: str, name: str, referenced: frozenset[str]) -> Column:
    table = work.table[owner]
    known = table.column[name]
    unique = f"{owner}.{name}" in referenced and table.key != (name,)
    default = known.default
    own = ReferenceWork((name,), (known.to,))
    alone = bool(known.to) and table.reference_of(name) == (name,)
    return Column(
        name,
        known.type.value_type,
        protected=known.seal,
        size=known.bytes_or_digits,
        references=known.to if alone else None,
        late=alone and work.is_deferred(owner, own),
        scale=known.digits_behind,
        indexed=known.index is not False,
        unique=unique,
        required=known.required or unique or name in table.key,
        binary=True,
        native=known.native_on(work.dialect),
        conditions=conditions_of(known),
        default=None if default is None else value_of(default, known.type.value_type, known.scale),
    )
