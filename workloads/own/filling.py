"""The rows of all tables, put in by the engine's bulk way, or by INSERTs where it seals them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import batched

from engines.contract.session import ApplicationSealer, Row
from engines.sql.schema import Column as SchemaColumn
from engines.sql.schema import Index, Schema, Table
from engines.sql.statement import (
    Opened,
    Parameter,
    Pieces,
    Place,
    Sealed,
    Sealer,
    Statement,
    Target,
    Value,
    ValueType,
)
from engines.sql.typed import encoder, width_of
from workloads.contract import Clock, Operation, Setting
from workloads.own.making import Made
from workloads.own.model import ColumnWork, Search, TableWork, Work
from workloads.own.operations import blind_index
from workloads.own.parsed import Column
from workloads.own.rewriting import INDEX_BYTES, has_index, index_name

_AT_ONCE = 1_000


def schema_of(work: Work, sealer: Sealer) -> Schema:
    """The tables with their references, and what is indexed once they are filled: columns as they
    are stored, or the blind index beside one that has it."""
    tables = tuple(
        Table(name, tuple(_columns(table, sealer))) for name, table in work.table.items()
    )
    late = tuple(
        Index(table, index_name(name), ValueType.BYTES, INDEX_BYTES)
        if has_index(each, sealer)
        else Index(table, name, each.type.value_type, each.size)
        for table, name, each in work.columns()
        if each.index or each.search is Search.EQUAL
    )
    return Schema(tables, index_foreign_keys=True, late=late)


def _columns(table: TableWork, sealer: Sealer) -> Iterator[SchemaColumn]:
    for name, each in _stored(table):
        to = each.to.partition(".")[0] or None
        kind = each.type.value_type
        yield SchemaColumn(name, kind, protected=each.seal, size=each.size, references=to)
        if has_index(each, sealer):
            yield SchemaColumn(index_name(name), ValueType.BYTES, size=INDEX_BYTES)


def _stored(table: TableWork) -> Iterator[tuple[str, ColumnWork]]:
    """The columns that are given values: the server counts the key."""
    return ((name, each) for name, each in table.column.items() if name != table.key)


def contents(made: Made, table: str, setting: Setting, most: int) -> list[Row]:
    """The rows that a table holds, opened, in the order of its key; those of the first keys."""
    known = made.work.table[table]
    columns: list[Pieces] = []
    for name, each in known.column.items():
        target = Target(table, name, each.size, None, each.type.value_type)
        columns.append((Opened(name, target, as_text=True),) if each.seal else (name,))
    rest = f"from {table} where {known.key} <= {most} order by {known.key}"
    said = Statement((rest,), tuple(columns), reads=True)
    prepared = setting.session.prepare(said, setting.sealer)
    try:
        return [tuple(row) for row in prepared.rows(prepared.execute())]
    finally:
        prepared.close()


class Fill(Operation):
    """All rows of all tables in one transaction."""

    name = "FILL"

    def __init__(self, made: Made) -> None:
        self._made = made

    def statements(self, size: int) -> int:
        return sum(map(self._made.rows_of, self._made.work.table))

    def run(self, setting: Setting, clock: Clock) -> int:
        for table in self._made.work.table:
            _Filling(self._made, table, setting).run(clock)
        return self.statements(0)


class _Filling:
    """The rows of one table."""

    def __init__(self, made: Made, table: str, setting: Setting) -> None:
        self._made, self._table, self._setting = made, table, setting
        self._columns = dict(_stored(made.work.table[table]))
        self._indexed = [
            name for name, each in self._columns.items() if has_index(each, setting.sealer)
        ]

    def run(self, clock: Clock) -> None:
        sealer, session = self._setting.sealer, self._setting.session
        if sealer.changes_values and not isinstance(sealer, ApplicationSealer):
            # Each statement that the clock counts is a sign of life of a server that seals slowly.
            session.insert_all(self._inserting(), sealer, self._rows(), clock.run_many)
        else:
            session.load(self._table, self._held(sealer), self._as_stored())

    def _rows(self) -> Iterator[Row]:
        """Rows with their blind indexes behind them."""
        names = list(self._columns)
        digests = [
            (
                names.index(name),
                blind_index(
                    self._setting.index_key,
                    Column(self._table, name),
                    self._columns[name].type.value_type,
                ),
            )
            for name in self._indexed
        ]
        for row in self._given():
            yield (*row, *(digest(row[place]) for place, digest in digests))

    def _given(self) -> Iterator[Row]:
        """Rows without their keys; those that are handed over may hold a marker."""
        made, table = self._made, self._table
        if table == made.work.marked:
            key = list(made.work.table[table].column).index(made.work.table[table].key)
            yield from ((*row[:key], *row[key + 1 :]) for row in self._setting.records)
        else:
            columns = (made.column(table, name) for name in self._columns)
            yield from zip(*columns, strict=True)

    def _inserting(self) -> Statement:
        names = [*self._columns, *map(index_name, self._indexed)]
        places: list[Place] = [self._place(name) for name in self._columns]
        places += [
            Parameter(index_name(name), ValueType.BYTES, INDEX_BYTES) for name in self._indexed
        ]
        pieces: list[str | Place] = [f"insert into {self._table} ({', '.join(names)}) values ("]
        for number, place in enumerate(places):
            pieces += [", ", place] if number else [place]
        return Statement((*pieces, ")"))

    def _place(self, name: str) -> Place:
        column = self._columns[name]
        plain = Parameter(name, column.type.value_type, column.size)
        return Sealed(plain, self._target(name)) if column.seal else plain

    def _target(self, name: str) -> Target:
        column = self._columns[name]
        size = width_of(column.type.value_type, column.size)
        return Target(self._table, name, size, None, column.type.value_type)

    def _held(self, sealer: Sealer) -> dict[str, ValueType]:
        """The types of columns as they are stored."""
        held = {
            name: ValueType.BYTES if each.seal and sealer.changes_values else each.type.value_type
            for name, each in self._columns.items()
        }
        return held | {index_name(name): ValueType.BYTES for name in self._indexed}

    def _as_stored(self) -> Iterator[Row]:
        """Rows as their columns hold them, sealed here where the application seals: a column of
        some rows at a time."""
        sealer = self._setting.sealer
        if not isinstance(sealer, ApplicationSealer):
            yield from self._rows()
            return
        for some in batched(self._rows(), _AT_ONCE):
            columns = list(zip(*some, strict=True))
            for place, (name, each) in enumerate(self._columns.items()):
                if each.seal:
                    columns[place] = tuple(self._sealed(sealer, name, columns[place]))
            yield from zip(*columns, strict=True)

    def _sealed(
        self, sealer: ApplicationSealer, name: str, values: Iterable[Value]
    ) -> Iterator[Value]:
        known = list(values)
        encode = encoder(self._columns[name].type.value_type)
        raw = [encode(value) for value in known if value is not None]
        sealed = iter(sealer.all_to_store(raw, self._target(name)))
        return (None if value is None else next(sealed) for value in known)
