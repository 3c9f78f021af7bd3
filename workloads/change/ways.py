"""The ways to change the encryption of existing rows (one UPDATE, batches, ALTER TABLE …): their
names in plans and texts for pages."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engines.contract.message import Message, phrase
from engines.contract.transition import StorageWay, Transition
from workloads.change.column_conversion import AlterType, Batches, ColumnMethod, NewTable, OneUpdate
from workloads.contract import Case


class Way(StrEnum):
    """A way, by its name in plans."""

    UPDATE = "update"
    BATCHES = "batches"
    NEW_TABLE = "new-table"
    ALTER_TYPE = "alter-type"
    ALTER_TABLE = StorageWay.ALTER_TABLE.value
    ALTER_TABLESPACE = StorageWay.ALTER_TABLESPACE.value
    MASTER_KEY = StorageWay.MASTER_KEY.value
    BACKGROUND = StorageWay.BACKGROUND.value
    REKEY = StorageWay.REKEY.value
    VACUUM_INTO = StorageWay.VACUUM_INTO.value
    COPY = StorageWay.COPY.value

    @property
    def storage(self) -> StorageWay | None:
        """The same as a way of an engine's storage encryption; None of one that converts
        columns."""
        return None if self in COLUMN_WAYS else StorageWay(self.value)


COLUMN_WAYS: Mapping[Way, ColumnMethod] = {
    Way.UPDATE: OneUpdate(),
    Way.BATCHES: Batches(),
    Way.NEW_TABLE: NewTable(),
    Way.ALTER_TYPE: AlterType(),
}

WAY_TEXTS: Mapping[Way, tuple[Message, Message]] = {
    Way.UPDATE: (phrase("one UPDATE"), phrase("Columns: all rows in one statement")),
    Way.BATCHES: (phrase("batches"), phrase("Columns: some rows at a time, each committed")),
    Way.NEW_TABLE: (
        phrase("new table"),
        phrase("Columns: fills a second table and gives it the name of the first"),
    ),
    Way.ALTER_TYPE: (
        phrase("ALTER TYPE"),
        phrase("PostgreSQL, columns: the server rewrites the table with columns of another type"),
    ),
    Way.ALTER_TABLE: (
        phrase("ALTER TABLE"),
        phrase("MySQL, MariaDB: the server rewrites the table"),
    ),
    Way.ALTER_TABLESPACE: (
        phrase("ALTER TABLESPACE"),
        phrase("MySQL: the server encrypts a general tablespace, page by page"),
    ),
    Way.MASTER_KEY: (
        phrase("master key"),
        phrase("MySQL: the keys of tables are encrypted by a new master key"),
    ),
    Way.BACKGROUND: (
        phrase("background threads"),
        phrase("MariaDB: the server changes all its tables, page by page"),
    ),
    Way.REKEY: (phrase("rekey"), phrase("SQLite: each page of the file is written again")),
    Way.VACUUM_INTO: (
        phrase("VACUUM INTO"),
        phrase("SQLite: what is in the file goes into another one, which takes its place"),
    ),
    Way.COPY: (phrase("copy"), phrase("DuckDB: a copied file takes the place of the first")),
}
"""Label and explanation of each."""


def case_name(transition: Transition, way: Way, rate: int) -> str:
    """`rate`: reads, and as many updates, per second; 0: no load."""
    return f"{transition} {way}, {rate}/s" if rate else f"{transition} {way}"


def change_of_case(case: Case) -> tuple[Transition, Way, int]:
    kind, _, rate = case.name.partition(", ")
    transition, way = kind.split()
    return Transition(transition), Way(way), int(rate.removesuffix("/s") or 0)
