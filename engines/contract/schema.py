"""Tables as a workload describes them; each engine writes them in its own SQL."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.contract.statement import ValueType


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
    """A table with a generated integer key `id` in front of its columns."""

    name: str
    columns: tuple[Column, ...]


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
