"""Fills the tables of a workload file: by the engine's bulk load, or by INSERTs where the server
encrypts values. Also reads them back, and computes blind indexes."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice

from engines.contract.message import NOTHING, Message, phrase
from engines.contract.session import ApplicationEncryptor, Row
from engines.sql.statement import (
    Decrypted,
    Encrypted,
    Encryptor,
    Parameter,
    Pieces,
    Place,
    Statement,
    Target,
    Unencrypted,
    Value,
    ValueType,
    person_bytes,
)
from engines.sql.value_encoding import column_encoder
from workloads.contract import Clock, Operation, Setting, other_count
from workloads.own.model import ColumnWork, TableWork, has_index
from workloads.own.result_comparison import comparable_rows, sorted_rows
from workloads.own.sql.parsed import INDEX_BYTES, index_name
from workloads.own.table_generation import GeneratedTables

_ROWS_COMPARED = 200
"""How many rows of a table are compared with what was stored."""


def _inserted_columns(table: TableWork) -> Iterator[tuple[str, ColumnWork]]:
    """The columns that INSERTs name: without a key that the server numbers itself."""
    return ((name, each) for name, each in table.column.items() if name != table.counted)


def contents(generated: GeneratedTables, table: str, setting: Setting) -> list[Row]:
    """The rows that a table holds, decrypted and sorted."""
    return sorted_rows(read_rows(generated, table, setting, [()], by_key=False))


def why_rows_differ(generated: GeneratedTables, table: str, setting: Setting) -> Message:
    """How a table differs from what was stored, by its row count and first rows; nothing where it
    does not."""
    stored = rows_in(table, setting)
    if stored != generated.rows_of(table):
        return other_count(table, stored, generated.rows_of(table))
    known = generated.work.table[table]
    expected = list(islice(generated.rows(table), _ROWS_COMPARED if known.key else 0))
    places = [list(known.column).index(name) for name in known.key]
    keys = [tuple(row[place] for place in places) for row in expected]
    found_rows = read_rows(generated, table, setting, keys, by_key=True) if keys else []
    if comparable_rows(found_rows) != comparable_rows(expected):
        return phrase("{table} no longer holds what was stored", table=table)
    return NOTHING


def read_rows(
    generated: GeneratedTables, table: str, setting: Setting, keys: Iterable[Row], *, by_key: bool
) -> list[Row]:
    """The rows of a table, decrypted: all of them, or `by_key` those with these keys."""
    known = generated.work.table[table]
    columns: list[Pieces] = [
        (Decrypted(name, each.target(table, name), as_text=True),) if each.seal else (name,)
        for name, each in known.column.items()
    ]
    pieces: list[str | Place] = [f"from {table} "]
    if by_key:
        for number, name in enumerate(known.key):
            pieces += [f"{' and' if number else 'where'} {name} = "]
            pieces += [known.column[name].parameter(name, generated.work.dialect)]
    prepared = setting.session.prepare(
        Statement(tuple(pieces), tuple(columns), reads=True), setting.encryptor
    )
    try:
        return [tuple(row) for values in keys for row in prepared.rows(prepared.execute(*values))]
    finally:
        prepared.close()


def rows_in(table: str, setting: Setting) -> int:
    """How many rows a table holds now."""
    return int(str(setting.session.fetch(f"select count(*) from {table}")[0][0]))


class Fill(Operation):
    """Stores all rows of all tables in one transaction; those of the table `recorded` come from
    `Setting.records`, among which a marker may be planted."""

    name = "FILL"

    def __init__(self, generated: GeneratedTables, recorded: str = "") -> None:
        self._generated, self._recorded = generated, recorded or generated.work.marker_table

    def statements(self, size: int) -> int:
        return sum(map(self._generated.rows_of, self._generated.work.table))

    def run(self, setting: Setting, clock: Clock) -> int:
        for table in self._generated.work.in_order():
            _TableFilling(
                self._generated, table, setting, from_records=table == self._recorded
            ).run(clock)
        return self.statements(0)


class _TableFilling:
    def __init__(
        self, generated: GeneratedTables, table: str, setting: Setting, *, from_records: bool
    ) -> None:
        self._generated, self._table, self._setting = generated, table, setting
        self._from_records = from_records
        self._columns = dict(_inserted_columns(generated.work.table[table]))
        self._indexed = [
            name for name, each in self._columns.items() if has_index(each, setting.encryptor)
        ]

    def run(self, clock: Clock) -> None:
        encryptor, session = self._setting.encryptor, self._setting.session
        if encryptor.changes_values and not isinstance(encryptor, ApplicationEncryptor):
            # the clock counts statements, which shows that a slowly encrypting server is alive
            rows = self._setting.count_rows(self._rows())
            session.insert_all(self._insert_statement(), encryptor, rows, clock.run_many)
        elif any(each.native for each in self._columns.values()):
            self._insert_as_stored()
        else:
            rows = self._setting.count_rows(self._stored_rows())
            session.load(self._table, self._stored_types(encryptor), rows)

    def _insert_as_stored(self) -> None:
        """By INSERTs: the server casts their values to native types, which bulk loads do not."""
        stored, dialect = self._stored_types(self._setting.encryptor), self._generated.work.dialect
        places: dict[str, Place] = {}
        for name, kind in stored.items():
            column = self._columns.get(name)
            plain = Parameter(name, kind)
            if column is not None and not (column.seal and self._setting.encryptor.changes_values):
                plain = column.parameter(name, dialect)
            places[name] = plain
        rows = self._setting.count_rows(self._stored_rows())
        self._setting.session.insert_all(self._insert_into(places), Unencrypted(), rows)

    def _rows(self) -> Iterator[Row]:
        """Rows in plaintext, followed by their blind indexes."""
        names = list(self._columns)
        digests = [
            (
                names.index(name),
                blind_index(
                    self._setting.index_key,
                    self._columns[name].target(self._table, name),
                ),
            )
            for name in self._indexed
        ]
        for row in self._plain_rows():
            yield (*row, *(digest(row[place]) for place, digest in digests))

    def _plain_rows(self) -> Iterator[Row]:
        """Rows without a key that the server numbers; those of the setting may hold a marker."""
        generated, table = self._generated, self._table
        counted = generated.work.table[table].counted
        if self._from_records:
            key = list(generated.work.table[table].column).index(counted) if counted else None
            yield from (
                tuple(row) if key is None else (*row[:key], *row[key + 1 :])
                for row in self._setting.records
            )
        else:
            columns = (generated.column(table, name) for name in self._columns)
            yield from zip(*columns, strict=True)

    def _insert_statement(self) -> Statement:
        places = {name: self._place(name) for name in self._columns}
        for index in map(index_name, self._indexed):
            places[index] = Parameter(index, ValueType.BYTES, INDEX_BYTES)
        return self._insert_into(places)

    def _insert_into(self, places: Mapping[str, Place]) -> Statement:
        """The INSERT of a row; `places` are by column."""
        pieces: list[str | Place] = [f"insert into {self._table} ({', '.join(places)}) values ("]
        for number, place in enumerate(places.values()):
            pieces += [", ", place] if number else [place]
        return Statement((*pieces, ")"))

    def _place(self, name: str) -> Place:
        column = self._columns[name]
        plain = column.parameter(name, self._generated.work.dialect)
        return Encrypted(plain, column.target(self._table, name)) if column.seal else plain

    def _stored_types(self, encryptor: Encryptor) -> dict[str, ValueType]:
        """The types of columns as they are stored: bytes for encrypted ones."""
        stored = {
            name: ValueType.BYTES
            if each.seal and encryptor.changes_values
            else each.type.value_type
            for name, each in self._columns.items()
        }
        return stored | {index_name(name): ValueType.BYTES for name in self._indexed}

    def _stored_rows(self) -> Iterator[Row]:
        """Rows as their columns store them, encrypted here where the application encrypts."""
        encryptor = self._setting.encryptor
        if not isinstance(encryptor, ApplicationEncryptor):
            yield from self._rows()
            return
        for some in encryptor.blocks(self._rows(), self._persons()):
            columns = list(zip(*some, strict=True))
            for place, (name, each) in enumerate(self._columns.items()):
                if each.seal:
                    columns[place] = tuple(self._encrypted(encryptor, name, columns[place]))
            yield from zip(*columns, strict=True)

    def _persons(self) -> Iterator[bytes]:
        """The person (data subject) of each row, as bytes; empty where rows belong to nobody."""
        work, table = self._generated.work, self._table
        if not (named := work.subject_column(table)):
            return
        people, place = work.root_subject_column(table), list(work.table[table].column).index(named)
        numbers: Iterable[Value] = self._generated.column(table, named)
        if self._from_records:
            numbers = (row[place] for row in self._setting.records)
        yield from (person_bytes(people, number) for number in numbers)

    def _encrypted(
        self, encryptor: ApplicationEncryptor, name: str, values: Iterable[Value]
    ) -> Iterator[Value]:
        known, target = list(values), self._columns[name].target(self._table, name)
        form = column_encoder(target)
        raw = [form(value) for value in known if value is not None]
        encrypted = iter(encryptor.encrypt_column(raw, target))
        return (None if value is None else next(encrypted) for value in known)


def purpose_of(target: Target) -> bytes:
    """What precedes a value in its HMAC: equal for columns of one domain, whose values are compared
    with each other."""
    named = f"\0{target.domain}" if target.domain else f"{target.table}.{target.column}"
    return f"{named}\0".encode()


def blind_index(key: bytes, target: Target) -> Callable[[Value], bytes | None]:
    """A function that computes the blind index of a value: the first bytes of its HMAC-SHA-256 for
    the column or its domain; None for NULL."""
    purpose = purpose_of(target)
    form = column_encoder(target)

    def digest(value: Value) -> bytes | None:
        if value is None:
            return None
        return hmac.digest(key, purpose + form(value), hashlib.sha256)[:INDEX_BYTES]

    return digest
