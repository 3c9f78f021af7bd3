"""A schema in SQL, as far as the engines agree on it."""

from __future__ import annotations

from collections.abc import Callable

from engines.contract.schema import Column, Schema, Table


def create_statements(
    schema: Schema,
    key: str,
    type_of: Callable[[Column], str],
    *,
    indexes_foreign_keys: bool,
    options: str = "",
) -> list[str]:
    """The statements that make a schema.

    `key` is the type and the rest of the column `id`, `type_of(column)` any other column's type;
    `indexes_foreign_keys` says that the engine indexes foreign keys by itself; `options` follow
    each table's parenthesis.
    """
    indexes = list(schema.indexes)
    if schema.index_foreign_keys and not indexes_foreign_keys:
        indexes += [(t.name, c.name) for t in schema.tables for c in t.columns if c.references]
    return [
        *(f"{_create_table(table, key, type_of)} {options}".strip() for table in schema.tables),
        *(f"create index {table}_{column} on {table} ({column})" for table, column in indexes),
    ]


def _create_table(table: Table, key: str, type_of: Callable[[Column], str]) -> str:
    parts = [f"id {key}", *(f"{column.name} {type_of(column)}" for column in table.columns)]
    parts += [
        f"foreign key ({column.name}) references {column.references} (id) "
        "on delete cascade on update cascade"
        for column in table.columns
        if column.references
    ]
    return f"create table {table.name} ({', '.join(parts)})"
