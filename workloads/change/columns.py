"""Columns of a table that is there: encrypted, encrypted by another key, or decrypted.

What a row's values become goes into the columns for it, and the others are emptied in the same
statement. A server's functions do it by themselves; what the application encrypts is read, changed
and written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from engines.contract.errors import StatementFailed, Unsupported
from engines.contract.message import Number, phrase, plural
from engines.contract.session import Session
from engines.contract.transition import Transition
from engines.sql.statement import EncryptedByServer, Encryptor, Pieces, Place, Statement, Value
from workloads.change.blind_indexes import (
    by_server,
    create_indexes,
    index_parameter,
    indexed_columns,
)
from workloads.change.changed_table import ChangedColumn, ChangedTable
from workloads.change.persons import KEY_NUMBERS, PERSONS
from workloads.contract import Clock, Setting
from workloads.own.filling import blind_index


@dataclass(frozen=True)
class Conversion:
    """By what the values of a table's rows are opened, and by what they are encrypted then; None:
    by nothing, as they are plain before or after."""

    table: ChangedTable
    from_encryptor: Encryptor | None
    to_encryptor: Encryptor | None
    key_number: int
    index_key: bytes = field(default=b"", repr=False)
    """Of blind indexes."""

    @classmethod
    def of(
        cls,
        transition: Transition,
        encryptor: Encryptor,
        former: Encryptor | None,
        table: ChangedTable = PERSONS,
        index_key: bytes = b"",
    ) -> Conversion:
        """`former` has the key that is changed."""
        from_encryptor = {Transition.SWITCH_ON: None, Transition.CHANGE_KEY: former}.get(
            transition, encryptor
        )
        to_encryptor = None if transition is Transition.SWITCH_OFF else encryptor
        return cls(table, from_encryptor, to_encryptor, KEY_NUMBERS[transition][1], index_key)

    @property
    def by_application(self) -> bool:
        """Whether the server cannot work out what a value becomes."""
        encryptors = [
            each
            for each in (self.from_encryptor, self.to_encryptor)
            if each and each.changes_values
        ]
        if encryptors and not self.table.only_texts:
            return True
        closed = self.from_encryptor is not None and not self.from_encryptor.decrypts_in_server
        return closed or (
            self.to_encryptor is not None
            and self.to_encryptor.changes_values
            and not self.to_encryptor.can_reencrypt
        )

    @property
    def goals(self) -> tuple[str, ...]:
        """The columns that values are in afterwards."""
        return self.table.names(plain=self.to_encryptor is None)

    @property
    def sources(self) -> tuple[str, ...]:
        """The columns that values are in before."""
        return self.table.names(plain=self.from_encryptor is None)

    @property
    def moves(self) -> Sequence[tuple[str, str]]:
        """From which columns values go into which others."""
        pairs = zip(self.sources, self.goals, strict=True)
        return [(source, goal) for source, goal in pairs if source != goal]

    @property
    def emptied(self) -> tuple[str, ...]:
        """The columns that they were in, and are no more."""
        return tuple(source for source, _ in self.moves)

    @property
    def indexed(self) -> Sequence[ChangedColumn]:
        """The columns that get a blind index."""
        return indexed_columns(self.table, self.to_encryptor)

    def index_by_server(self, session: Session, column: ChangedColumn) -> str:
        """What stands in its blind index, as the server works it out."""
        assert self.to_encryptor is not None
        return by_server(session, self.to_encryptor, self.index_key, column)

    @property
    def encryptor(self) -> Encryptor:
        """The one that statements of the server are prepared with."""
        encryptor = self.to_encryptor or self.from_encryptor
        assert encryptor is not None
        return encryptor

    def by_server(self, column: ChangedColumn) -> Pieces:
        """What a value becomes, as the server works it out; where nothing is encrypted, the value
        as it is, so that plaintext is the cost of rewriting alone."""
        encrypted = column.encrypted
        if self.from_encryptor is None:
            plain = column.plain.column
        elif self.from_encryptor.changes_values:
            plain = self.from_encryptor.decrypt_text_sql(encrypted.column, encrypted.size)
        else:
            plain = encrypted.column
        if self.to_encryptor is None or not self.to_encryptor.changes_values:
            return (plain,)
        return (EncryptedByServer((plain,), encrypted),)

    @property
    def between(self) -> str:
        """Of a statement, which rows it is about: those between two keys that are not converted
        yet, so that a change that was broken off goes on where it was."""
        key, number = self.table.key, self.table.number
        return f" where {key} > :after and {key} <= :last and {number} <> {self.key_number}"

    @property
    def rest(self) -> str:
        """Of an UPDATE, what follows the values."""
        empty = "".join(f", {each} = null" for each in self.emptied)
        return f"{empty}, {self.table.number} = {self.key_number}"


class ColumnWay(ABC):
    """One way, carried out."""

    by_application: ClassVar[bool] = False
    """Whether the application can do it with what it encrypts itself."""

    @abstractmethod
    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        """Leave the values of all rows converted, `batch` rows at a time where it has batches."""


class OneUpdate(ColumnWay):
    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        del batch
        _run(setting, clock, conversion, _update(setting.session, conversion, ""))
        create_indexes(setting.session, conversion.indexed, conversion.table.name)


class Batches(ColumnWay):
    by_application = True

    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        session, rows = setting.session, setting.options.size
        work = _ByApplication if conversion.by_application else _ByServer
        with work(setting, clock, conversion) as change:
            for after in range(0, rows, batch):
                change(after, min(after + batch, rows))
                session.commit()
                setting.changed(min(after + batch, rows))
                session.begin_writing()
        create_indexes(session, conversion.indexed, conversion.table.name)


class NewTable(ColumnWay):
    """Filled from the old one, which it takes the name of. Nothing keeps others from writing to the
    old one meanwhile, as nobody does who does it by hand.

    Broken off, it fills the new table from the beginning; once that has the name, nothing is left
    but to drop the old one. Rows that are converted already would come out empty, so a table that
    has some is refused.
    """

    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        del batch
        session, table = setting.session, conversion.table
        if not _is_converted(session, conversion):
            session.fetch(f"delete from {table.new}")
            filled = _run(setting, clock, conversion, _copy(session, conversion))
            if filled != setting.options.size:
                session.rollback()
                session.begin()
                raise _partly_changed(filled, setting.options.size)
            create_indexes(session, conversion.indexed, table.new)
            session.commit()
            session.swap_tables(table.name, table.new, table.old)
        else:
            session.commit()
        session.execute(f"drop table if exists {table.old}")
        session.commit()
        session.begin()


class AlterType(ColumnWay):
    """The server writes the table anew in one statement: values get another type where they are.
    The columns then have the names that they are known by, and empty ones those they had before."""

    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        del batch
        session, table = setting.session, conversion.table
        if conversion.key_number in (counts := _rows_by_number(session, table)):
            if len(counts) > 1:
                raise _partly_changed(counts[conversion.key_number], sum(counts.values()))
            create_indexes(session, conversion.indexed, table.name)
            return
        indexes = (each.index for each in conversion.indexed)
        known = (*conversion.sources, *conversion.goals, *indexes, table.number)
        types = {each: session.column_type(table.name, each) for each in known}
        statement = _retyping(session, conversion, types)
        prepared = clock.prepare(session, statement, conversion.encryptor)
        clock.run(prepared, ())
        prepared.close()
        for source, goal in conversion.moves:
            session.fetch(f"alter table {table.name} rename {source} to {goal}")
            session.fetch(f"alter table {table.name} add {source} {types[source]}")
        create_indexes(session, conversion.indexed, table.name)


def _retyping(session: Session, conversion: Conversion, types: Mapping[str, str]) -> Statement:
    table, number = conversion.table, conversion.table.number
    pieces: list[str | Place] = [f"alter table {table.name}"]
    pieces += (f" drop {goal}," for _, goal in conversion.moves)
    for each, source, goal in zip(table.columns, conversion.sources, conversion.goals, strict=True):
        head = f" alter {source} type {types[goal]} using "
        pieces += [head, *_in_server(conversion, each), ","]
    for each in conversion.indexed:
        digest = conversion.index_by_server(session, each)
        pieces.append(f" alter {each.index} type {types[each.index]} using {digest},")
    last = f" alter {number} type {types[number]} using {conversion.key_number}"
    return Statement((*pieces, last))


def _rows_by_number(session: Session, table: ChangedTable) -> Mapping[int, int]:
    """How many rows there are that have which number."""
    rows = session.fetch(
        f"select {table.number}, count(*) from {table.name} group by {table.number}"
    )
    return {int(str(number)): int(str(count)) for number, count in rows}


def _is_converted(session: Session, conversion: Conversion) -> bool:
    """By its first row, as all ways go from there; asking for all takes long.

    Raises: StatementFailed where some rows are and some are not
    """
    table = conversion.table
    first = session.fetch(f"select {table.number} from {table.name} where {table.key} = 1")
    if first != [(conversion.key_number,)]:
        return False
    rows = _rows_by_number(session, table)
    if len(rows) > 1:
        raise _partly_changed(rows[conversion.key_number], sum(rows.values()))
    return True


def _partly_changed(changed: int, rows: int) -> StatementFailed:
    return StatementFailed(
        phrase("Table changed in part"),
        plural(
            "{n} of {rows} rows are changed already.",
            "{n} of {rows} rows is changed already.",
            changed,
            rows=Number(rows),
        ),
        phrase("Choose batches: they go on where a change was broken off."),
    )


def _copy(session: Session, conversion: Conversion) -> Statement:
    table, indexed = conversion.table, conversion.indexed
    same = "".join(f", {each}" for each in table.others)
    goals = ", ".join((*conversion.goals, *(each.index for each in indexed)))
    named = f"{table.key}{same}, {goals}, {table.number}, {table.visits}"
    pieces: list[str | Place] = [f"insert into {table.new} ({named}) select {table.key}{same}, "]
    for each in table.columns:
        pieces += [*_in_server(conversion, each), ", "]
    pieces += (f"{conversion.index_by_server(session, each)}, " for each in indexed)
    number = conversion.key_number
    rest = f"{number}, {table.visits} from {table.name} where {table.number} <> {number}"
    return Statement((*pieces, rest))


def _in_server(conversion: Conversion, column: ChangedColumn) -> Pieces:
    if conversion.by_application:
        raise Unsupported(
            phrase("No encryption within a statement"),
            phrase("The server cannot draw a vector for each row of a statement."),
            phrase("Choose batches: the application reads rows and writes them."),
        )
    return conversion.by_server(column)


def _update(session: Session, conversion: Conversion, where: str) -> Statement:
    table, pieces = conversion.table, list[str | Place]()
    for number, (column, goal) in enumerate(zip(table.columns, conversion.goals, strict=True)):
        head = f"update {table.name} set " if number == 0 else ", "
        pieces += [f"{head}{goal} = ", *_in_server(conversion, column)]
    for each in conversion.indexed:
        pieces.append(f", {each.index} = {conversion.index_by_server(session, each)}")
    return Statement((*pieces, *table.written(conversion.rest + where).pieces))


class _ByServer:
    """Converts the rows between two keys by the server's functions."""

    def __init__(self, setting: Setting, clock: Clock, conversion: Conversion) -> None:
        self._run = clock.run
        update = _update(setting.session, conversion, conversion.between)
        self._update = clock.prepare(setting.session, update, conversion.encryptor)

    def __enter__(self) -> Callable[[int, int], None]:
        return self._change

    def __exit__(self, *_: object) -> None:
        self._update.close()

    def _change(self, after: int, last: int) -> None:
        self._run(self._update, (after, last))


class _ByApplication:
    """Reads the rows between two keys, converts them here, and writes them."""

    def __init__(self, setting: Setting, clock: Clock, conversion: Conversion) -> None:
        self._clock = clock
        from_encryptor, to_encryptor, table = (
            conversion.from_encryptor,
            conversion.to_encryptor,
            conversion.table,
        )
        some = table.reading(plain=from_encryptor is None, where=conversion.between)
        self._read = clock.prepare(setting.session, some, from_encryptor or conversion.encryptor)
        pieces: list[str | Place] = []
        for number, (each, goal) in enumerate(zip(table.columns, conversion.goals, strict=True)):
            head = f"update {table.name} set " if number == 0 else ", "
            pieces += [f"{head}{goal} = ", each.given(plain=to_encryptor is None)]
        indexed = conversion.indexed
        for each in indexed:
            pieces += [f", {each.index} = ", index_parameter(each)]
        self._digests = [
            (table.columns.index(each), blind_index(conversion.index_key, each.encrypted))
            for each in indexed
        ]
        rest = table.written(f"{conversion.rest} where {table.key} = :id").pieces
        written = Statement((*pieces, *rest))
        self._write = clock.prepare(setting.session, written, to_encryptor or conversion.encryptor)

    def __enter__(self) -> Callable[[int, int], None]:
        return self._change

    def __exit__(self, *_: object) -> None:
        self._write.close()
        self._read.close()

    def _change(self, after: int, last: int) -> None:
        rows = self._read.rows(self._clock.run(self._read, (after, last)))
        steps = ((self._write, (*values, *self._indexes(values), key)) for key, *values in rows)
        self._clock.run_many(steps)

    def _indexes(self, values: Sequence[Value]) -> Iterator[Value]:
        return (digest(values[place]) for place, digest in self._digests)


def _run(setting: Setting, clock: Clock, conversion: Conversion, statement: Statement) -> int:
    """How many rows it has changed or made."""
    prepared = clock.prepare(setting.session, statement, conversion.encryptor)
    changed = prepared.affected(clock.run(prepared, ()))
    prepared.close()
    return changed
