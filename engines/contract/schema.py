"""Tables as a workload describes them; each engine writes them in its own SQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.contract.statement import Sealer, ValueType


@dataclass(frozen=True)
class Column:
    """A column. `protected` text is sealed by the protection; `size` is its most bytes of UTF-8.

    `references` names a table whose `id` the column points to, with ON DELETE and ON UPDATE
    CASCADE.
    """

    name: str
    type: ValueType = ValueType.TEXT
    protected: bool = False
    size: int = 255
    references: str | None = None


@dataclass(frozen=True)
class Table:
    """A table with a generated integer key `id` in front of its columns, if it is `keyed`."""

    name: str
    columns: tuple[Column, ...]
    keyed: bool = True


@dataclass(frozen=True)
class Schema:
    """Tables in the order they must be made, and whether foreign keys get an index.

    `index_foreign_keys` None leaves it to the engine: MariaDB and Firebird make one by
    themselves, PostgreSQL does not.
    """

    tables: tuple[Table, ...]
    index_foreign_keys: bool | None = None
    indexes: tuple[tuple[str, str], ...] = field(default=())
    """Further indexes as (table, column)."""


@dataclass(frozen=True)
class Dialect:
    """What engines write differently in a schema.

    `key` is the type and the rest of the column `id`; `types` gives the type of any other column,
    with `{size}` for its most bytes; `indexes_foreign_keys` says that the engine indexes foreign
    keys by itself.
    """

    key: str
    types: Mapping[ValueType, str]
    indexes_foreign_keys: bool


def create_statements(schema: Schema, dialect: Dialect, sealer: Sealer) -> list[str]:
    """The SQL that makes a schema, sealed columns wide enough for `sealer`."""
    indexes = list(schema.indexes)
    if schema.index_foreign_keys and not dialect.indexes_foreign_keys:
        indexes += [(t.name, c.name) for t in schema.tables for c in t.columns if c.references]
    tables = (_create_table(table, dialect, sealer) for table in schema.tables)
    return [
        *(f"{table} {sealer.table_options}".strip() for table in tables),
        *(f"create index {table}_{column} on {table} ({column})" for table, column in indexes),
    ]


def _create_table(table: Table, dialect: Dialect, sealer: Sealer) -> str:
    parts = [f"id {dialect.key}"] if table.keyed else []
    parts += [f"{column.name} {_type(column, dialect, sealer)}" for column in table.columns]
    parts += [
        f"foreign key ({column.name}) references {column.references} (id) "
        "on delete cascade on update cascade"
        for column in table.columns
        if column.references
    ]
    return f"create table {table.name} ({', '.join(parts)})"


def _type(column: Column, dialect: Dialect, sealer: Sealer) -> str:
    kind, size = column.type, column.size
    if column.protected and sealer.changes_values:
        kind = ValueType.TEXT if sealer.stores_text else ValueType.BYTES
        size = sealer.sealed_size(size)
    return dialect.types[kind].format(size=size)
