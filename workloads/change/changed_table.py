"""The table whose encryption is changed: its columns before and after, and the statements of the
concurrent load."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from engines.contract.session import Session
from engines.contract.transition import Transition
from engines.sql.schema import Column, index_name
from engines.sql.statement import (
    Decrypted,
    Encrypted,
    Encryptor,
    Parameter,
    Pieces,
    Place,
    Statement,
    Target,
    Value,
    ValueType,
)
from engines.sql.statement_text import select, statement
from workloads.own.filling import purpose_of
from workloads.own.sql.parsed import INDEX_BYTES

KEY_NUMBERS: Mapping[Transition, tuple[int, int]] = {
    Transition.SWITCH_ON: (0, 1),
    Transition.CHANGE_KEY: (1, 2),
    Transition.SWITCH_OFF: (1, 0),
}
"""The numbers of the keys before and after a transition; 0: plaintext."""


@dataclass(frozen=True)
class ChangedColumn:
    """A value's plaintext column and its encrypted column; only one of them holds it at a time."""

    plain: Target
    encrypted: Target
    native: tuple[str, str] | None = None
    """Engine and native type, as in `Parameter`."""
    index: str = ""
    """The column of its blind index, for columns that are searched; else empty."""

    @property
    def is_text(self) -> bool:
        """Whether a server's functions can encrypt it: they take texts only."""
        return self.plain.type is ValueType.TEXT

    def value_pieces(self, *, plain: bool) -> Pieces:
        """What a SELECT list has for its plaintext."""
        if plain:
            return (self.plain.column,)
        return (Decrypted(self.encrypted.column, self.encrypted, as_text=True),)

    def parameter(self, *, plain: bool) -> Place:
        """The parameter that its value is bound to, encrypted unless `plain`."""
        known = self.plain
        value = Parameter(known.column, known.type, known.size, self.native)
        return value if plain else Encrypted(value, self.encrypted)


@dataclass(frozen=True)
class ChangedTable:
    """`key` numbers its rows from 1. `number_column` holds the number of the key that a row is
    encrypted with (`KEY_NUMBERS`), by which changed rows are recognised; `visits_column` counts the
    updates of the concurrent load; `unchanged_columns` stay as they are."""

    name: str
    key: str
    columns: tuple[ChangedColumn, ...]
    unchanged_columns: tuple[str, ...] = ()
    number_column: str = "key_number"
    visits_column: str = "visits"
    marked_index: int | None = 0
    """Index of the column that a row's number and a tag are appended to, which the search for
    plaintext on disk looks for; None where none is long enough."""
    is_referenced: bool = False
    """Whether foreign keys, its own among them, reference its rows."""

    @property
    def only_texts(self) -> bool:
        return all(each.is_text for each in self.columns)

    @property
    def new_name(self) -> str:
        """The name of the table that replaces it (`NewTable`)."""
        return f"{self.name[:_LONGEST_STEM]}_new"

    @property
    def old_name(self) -> str:
        return f"{self.name[:_LONGEST_STEM]}_old"

    def value_columns(self, *, plain: bool) -> tuple[str, ...]:
        return tuple((each.plain if plain else each.encrypted).column for each in self.columns)

    def statement(self, text: str) -> Statement:
        """A statement whose parameters (`id`, `after`, `last`) are whole numbers."""
        return statement(text, dict.fromkeys(("id", "after", "last"), ValueType.INTEGER))

    def select_rows(self, *, plain: bool, where: str = "") -> Statement:
        """Selects keys and values of rows, decrypted where they are not `plain`."""
        pieces = self.statement(f"from {self.name}{where} order by {self.key}").pieces
        columns = (each.value_pieces(plain=plain) for each in self.columns)
        return Statement(pieces, ((self.key,), *columns), reads=True)

    @property
    def read_one(self) -> Statement:
        where = f"from {self.name} where {self.key} = :id"
        return select((self.visits_column,), where, {"id": ValueType.INTEGER})

    @property
    def update_one(self) -> Statement:
        sets = f"{self.visits_column} = {self.visits_column} + 1"
        return self.statement(f"update {self.name} set {sets} where {self.key} = :id")

    def rows(
        self, values: Sequence[Sequence[Value]], tag: str
    ) -> Iterator[tuple[int, tuple[Value, ...]]]:
        """Key and values of each row, with the row's number and a tag appended to the marked
        column."""
        for key, row in enumerate(values, 1):
            yield (
                key,
                tuple(
                    self._named(value, f" {key} {tag}") if place == self.marked_index else value
                    for place, value in enumerate(row)
                ),
            )

    def _named(self, value: Value, ending: str) -> Value:
        if value is None or self.marked_index is None:
            return value
        room = self.columns[self.marked_index].plain.size - len(ending)
        return str(value).encode()[:room].decode(errors="ignore") + ending


_LONGEST_STEM = 26
"""Characters of a table's name that leave room for the ending `_new`."""


# Blind indexes of searched columns: values are computed by the server or by the application,
# whichever encrypts, and the columns are then indexed.


def indexed_columns(table: ChangedTable, encryptor: Encryptor | None) -> Sequence[ChangedColumn]:
    """The columns that get a blind index where `encryptor` encrypts them."""
    if encryptor is None or not encryptor.needs_blind_index:
        return ()
    return [each for each in table.columns if each.index]


def index_columns(table: ChangedTable, encryptor: Encryptor) -> list[Column]:
    return [
        Column(each.index, ValueType.BYTES, size=INDEX_BYTES)
        for each in indexed_columns(table, encryptor)
    ]


def index_parameter(column: ChangedColumn) -> Parameter:
    return Parameter(column.index, ValueType.BYTES, INDEX_BYTES)


def index_expression(
    session: Session, encryptor: Encryptor, key: bytes, column: ChangedColumn
) -> str:
    """The SQL of a plaintext column's blind index, equal to `workloads.own.filling.blind_index`."""
    block = key.ljust(_BLOCK_BYTES, b"\0")
    inner, outer = (bytes(byte ^ pad for byte in block) for pad in (0x36, 0x5C))
    value = encryptor.bytes_of(column.plain.column, column.plain.size)
    hashed = session.hmac_sha256.format(
        value=value, inner=(inner + purpose_of(column.encrypted)).hex(), outer=outer.hex()
    )
    return f"substring({hashed}, 1, {INDEX_BYTES})"


_BLOCK_BYTES = sha256().block_size
"""HMAC pads shorter keys to this length (RFC 2104)."""


def create_indexes(session: Session, columns: Sequence[ChangedColumn], table: str) -> None:
    """Create the indexes that do not exist yet (a change may continue an interrupted one); commits
    what precedes.

    Raises: StatementFailed
    """
    for each in columns:
        name = index_name(table, each.index)
        if not session.fetch(session.index_named.format(name=name)):
            session.commit()
            session.execute(f"create index {name} on {table} ({each.index})")
            session.begin()
