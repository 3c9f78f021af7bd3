"""Converts the columns of a filled table: encrypts them, encrypts them with another key, or
decrypts them.

Converted values go into the columns for them, and the others are set to NULL in the same statement.
A server's functions do it within one statement; values that the application encrypts are read,
converted and written back.
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
from workloads.change.changed_table import (
    KEY_NUMBERS,
    ChangedColumn,
    ChangedTable,
    create_indexes,
    index_expression,
    index_parameter,
    indexed_columns,
)
from workloads.contract import Clock, Setting
from workloads.own.filling import blind_index


@dataclass(frozen=True)
class Conversion:
    """The encryption of a table's values before and after a change; None: plaintext."""

    table: ChangedTable
    from_encryptor: Encryptor | None
    to_encryptor: Encryptor | None
    key_number: int
    index_key: bytes = field(default=b"", repr=False)
    """The key of blind indexes."""

    @classmethod
    def of(
        cls,
        transition: Transition,
        encryptor: Encryptor,
        former_encryptor: Encryptor | None,
        table: ChangedTable,
        index_key: bytes = b"",
    ) -> Conversion:
        """`former_encryptor` has the old key of a key change."""
        from_encryptor = {Transition.SWITCH_ON: None, Transition.CHANGE_KEY: former_encryptor}.get(
            transition, encryptor
        )
        to_encryptor = None if transition is Transition.SWITCH_OFF else encryptor
        return cls(table, from_encryptor, to_encryptor, KEY_NUMBERS[transition][1], index_key)

    @property
    def needs_application(self) -> bool:
        """Whether the server cannot convert values, so that the application must."""
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
    def target_columns(self) -> tuple[str, ...]:
        """The columns that hold values after the change."""
        return self.table.value_columns(plain=self.to_encryptor is None)

    @property
    def source_columns(self) -> tuple[str, ...]:
        """The columns that hold values before the change."""
        return self.table.value_columns(plain=self.from_encryptor is None)

    @property
    def moved_columns(self) -> Sequence[tuple[str, str]]:
        """Pairs of columns, from and to, where values move."""
        pairs = zip(self.source_columns, self.target_columns, strict=True)
        return [(source, goal) for source, goal in pairs if source != goal]

    @property
    def emptied_columns(self) -> tuple[str, ...]:
        """The columns that no longer hold values afterwards."""
        return tuple(source for source, _ in self.moved_columns)

    @property
    def indexed(self) -> Sequence[ChangedColumn]:
        return indexed_columns(self.table, self.to_encryptor)

    def index_expression(self, session: Session, column: ChangedColumn) -> str:
        assert self.to_encryptor is not None
        return index_expression(session, self.to_encryptor, self.index_key, column)

    @property
    def encryptor(self) -> Encryptor:
        """The encryptor that the server's statements are prepared with."""
        encryptor = self.to_encryptor or self.from_encryptor
        assert encryptor is not None
        return encryptor

    def value_expression(self, column: ChangedColumn) -> Pieces:
        """The SQL of the converted value; for plaintext the value itself, so that plaintext is the
        cost of rewriting alone."""
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
    def where_unconverted(self) -> str:
        """The WHERE clause for the rows between two keys that are not converted yet, so that an
        interrupted change continues where it was."""
        key, number = self.table.key, self.table.number_column
        return f" where {key} > :after and {key} <= :last and {number} <> {self.key_number}"

    @property
    def set_rest(self) -> str:
        """The rest of an UPDATE's SET after the values: emptied columns and the new key number."""
        empty = "".join(f", {each} = null" for each in self.emptied_columns)
        return f"{empty}, {self.table.number_column} = {self.key_number}"


class ColumnMethod(ABC):
    """One way to convert all rows of a table."""

    supports_application: ClassVar[bool] = False
    """Whether it also works where the application encrypts."""

    @abstractmethod
    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        """Convert all rows, `batch` rows at a time where it has batches."""


class OneUpdate(ColumnMethod):
    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        del batch
        _run(setting, clock, conversion, _update(setting.session, conversion, ""))
        create_indexes(setting.session, conversion.indexed, conversion.table.name)


class Batches(ColumnMethod):
    supports_application = True

    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        session, rows = setting.session, setting.options.size
        work = _ByApplication if conversion.needs_application else _ByServer
        with work(setting, clock, conversion) as change:
            for after in range(0, rows, batch):
                change(after, min(after + batch, rows))
                session.commit()
                setting.report_changed_rows(min(after + batch, rows))
                session.begin_writing()
        create_indexes(session, conversion.indexed, conversion.table.name)


class NewTable(ColumnMethod):
    """Fills a second table from the first, then swaps their names. Writes to the first meanwhile
    are not prevented, as in a migration by hand.

    After an interruption it fills the new table from the beginning; once names are swapped, only
    the old table is left to drop. Rows that are already converted would come out empty, so a table
    that has some is refused.
    """

    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        del batch
        session, table = setting.session, conversion.table
        if not _is_converted(session, conversion):
            session.fetch(f"delete from {table.new_name}")
            filled = _run(setting, clock, conversion, _copy(session, conversion))
            if filled != setting.options.size:
                session.rollback()
                session.begin()
                raise _partly_changed(filled, setting.options.size)
            create_indexes(session, conversion.indexed, table.new_name)
            session.commit()
            session.swap_tables(table.name, table.new_name, table.old_name)
        else:
            session.commit()
        session.execute(f"drop table if exists {table.old_name}")
        session.commit()
        session.begin()


class AlterType(ColumnMethod):
    """ALTER TABLE … ALTER TYPE: the server rewrites the table in one statement, which changes the
    columns' type. They are then renamed to their new names, and empty columns get the old names."""

    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        del batch
        session, table = setting.session, conversion.table
        if conversion.key_number in (counts := _rows_by_number(session, table)):
            if len(counts) > 1:
                raise _partly_changed(counts[conversion.key_number], sum(counts.values()))
            create_indexes(session, conversion.indexed, table.name)
            return
        indexes = (each.index for each in conversion.indexed)
        known = (
            *conversion.source_columns,
            *conversion.target_columns,
            *indexes,
            table.number_column,
        )
        types = {each: session.column_type(table.name, each) for each in known}
        statement = _retyping(session, conversion, types)
        prepared = clock.prepare(session, statement, conversion.encryptor)
        clock.run(prepared, ())
        prepared.close()
        for source, goal in conversion.moved_columns:
            session.fetch(f"alter table {table.name} rename {source} to {goal}")
            session.fetch(f"alter table {table.name} add {source} {types[source]}")
        create_indexes(session, conversion.indexed, table.name)


def _retyping(session: Session, conversion: Conversion, types: Mapping[str, str]) -> Statement:
    table, number = conversion.table, conversion.table.number_column
    pieces: list[str | Place] = [f"alter table {table.name}"]
    pieces += (f" drop {goal}," for _, goal in conversion.moved_columns)
    for each, source, goal in zip(
        table.columns, conversion.source_columns, conversion.target_columns, strict=True
    ):
        head = f" alter {source} type {types[goal]} using "
        pieces += [head, *_in_server(conversion, each), ","]
    for each in conversion.indexed:
        digest = conversion.index_expression(session, each)
        pieces.append(f" alter {each.index} type {types[each.index]} using {digest},")
    last = f" alter {number} type {types[number]} using {conversion.key_number}"
    return Statement((*pieces, last))


def _rows_by_number(session: Session, table: ChangedTable) -> Mapping[int, int]:
    """Key number → how many rows have it."""
    rows = session.fetch(
        f"select {table.number_column}, count(*) from {table.name} group by {table.number_column}"
    )
    return {int(str(number)): int(str(count)) for number, count in rows}


def _is_converted(session: Session, conversion: Conversion) -> bool:
    """Whether the table is already converted, by its first row: a full count takes long.

    Raises: StatementFailed where some rows are and some are not
    """
    table = conversion.table
    first = session.fetch(f"select {table.number_column} from {table.name} where {table.key} = 1")
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
    same = "".join(f", {each}" for each in table.unchanged_columns)
    goals = ", ".join((*conversion.target_columns, *(each.index for each in indexed)))
    named = f"{table.key}{same}, {goals}, {table.number_column}, {table.visits_column}"
    pieces: list[str | Place] = [
        f"insert into {table.new_name} ({named}) select {table.key}{same}, "
    ]
    for each in table.columns:
        pieces += [*_in_server(conversion, each), ", "]
    pieces += (f"{conversion.index_expression(session, each)}, " for each in indexed)
    number = conversion.key_number
    rest = (
        f"{number}, {table.visits_column} from {table.name} where {table.number_column} <> {number}"
    )
    return Statement((*pieces, rest))


def _in_server(conversion: Conversion, column: ChangedColumn) -> Pieces:
    if conversion.needs_application:
        raise Unsupported(
            phrase("No encryption within a statement"),
            phrase("The server cannot draw a vector for each row of a statement."),
            phrase("Choose batches: the application reads rows and writes them."),
        )
    return conversion.value_expression(column)


def _update(session: Session, conversion: Conversion, where: str) -> Statement:
    table, pieces = conversion.table, list[str | Place]()
    for number, (column, goal) in enumerate(
        zip(table.columns, conversion.target_columns, strict=True)
    ):
        head = f"update {table.name} set " if number == 0 else ", "
        pieces += [f"{head}{goal} = ", *_in_server(conversion, column)]
    for each in conversion.indexed:
        pieces.append(f", {each.index} = {conversion.index_expression(session, each)}")
    return Statement((*pieces, *table.statement(conversion.set_rest + where).pieces))


class _ByServer:
    """Converts the rows between two keys by the server's functions."""

    def __init__(self, setting: Setting, clock: Clock, conversion: Conversion) -> None:
        self._run = clock.run
        update = _update(setting.session, conversion, conversion.where_unconverted)
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
        from_encryptor, to_encryptor = conversion.from_encryptor, conversion.to_encryptor
        table = conversion.table
        some = table.select_rows(plain=from_encryptor is None, where=conversion.where_unconverted)
        self._read = clock.prepare(setting.session, some, from_encryptor or conversion.encryptor)
        pieces: list[str | Place] = []
        for number, (each, goal) in enumerate(
            zip(table.columns, conversion.target_columns, strict=True)
        ):
            head = f"update {table.name} set " if number == 0 else ", "
            pieces += [f"{head}{goal} = ", each.parameter(plain=to_encryptor is None)]
        indexed = conversion.indexed
        for each in indexed:
            pieces += [f", {each.index} = ", index_parameter(each)]
        self._digests = [
            (table.columns.index(each), blind_index(conversion.index_key, each.encrypted))
            for each in indexed
        ]
        rest = table.statement(f"{conversion.set_rest} where {table.key} = :id").pieces
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
    """Run a statement once; returns the rows changed or inserted."""
    prepared = clock.prepare(setting.session, statement, conversion.encryptor)
    changed = prepared.affected(clock.run(prepared, ()))
    prepared.close()
    return changed
