"""The table that is changed: its columns before and after, and the statements of its load."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.sql.statement import (
    Decrypted,
    Encrypted,
    Parameter,
    Pieces,
    Place,
    Statement,
    Target,
    Value,
    ValueType,
)
from engines.sql.statement_text import select, statement


@dataclass(frozen=True)
class ChangedColumn:
    """Where a value is while it is plain, and where encrypted; never in both."""

    plain: Target
    encrypted: Target
    native: tuple[str, str] | None = None
    """As that of a parameter."""
    index: str = ""
    """The column of the blind index that it gets where it needs one to be searched; empty: it is
    not searched."""

    @property
    def is_text(self) -> bool:
        """Whether a server's functions can encrypt it: they know texts."""
        return self.plain.type is ValueType.TEXT

    def read(self, *, plain: bool) -> Pieces:
        if plain:
            return (self.plain.column,)
        return (Decrypted(self.encrypted.column, self.encrypted, as_text=True),)

    def given(self, *, plain: bool) -> Place:
        """The parameter that its value is bound by."""
        known = self.plain
        value = Parameter(known.column, known.type, known.size, self.native)
        return value if plain else Encrypted(value, self.encrypted)


@dataclass(frozen=True)
class ChangedTable:
    """`key` counts its rows from 1. `number` tells the rows that are changed from those that are
    not, `visits` counts the updates of the load; `others` stay as they are."""

    name: str
    key: str
    columns: tuple[ChangedColumn, ...]
    others: tuple[str, ...] = ()
    number: str = "key_number"
    visits: str = "visits"
    name_place: int | None = 0
    """Which of the columns is long enough for a row's number and a word that is searched for."""
    pointed_to: bool = False
    """Whether rows of other tables, or its own, point to its rows."""

    @property
    def only_texts(self) -> bool:
        return all(each.is_text for each in self.columns)

    @property
    def new(self) -> str:
        """The table that takes its place."""
        return f"{self.name[:_ROOM]}_new"

    @property
    def old(self) -> str:
        """What it is called then."""
        return f"{self.name[:_ROOM]}_old"

    def names(self, *, plain: bool) -> tuple[str, ...]:
        return tuple((each.plain if plain else each.encrypted).column for each in self.columns)

    def written(self, text: str) -> Statement:
        """A statement whose parameters are whole numbers."""
        return statement(text, dict.fromkeys(("id", "after", "last"), ValueType.INTEGER))

    def reading(self, *, plain: bool, where: str = "") -> Statement:
        """Rows as they are: key and columns, opened where they are not `plain`."""
        pieces = self.written(f"from {self.name}{where} order by {self.key}").pieces
        columns = (each.read(plain=plain) for each in self.columns)
        return Statement(pieces, ((self.key,), *columns), reads=True)

    @property
    def read_one(self) -> Statement:
        where = f"from {self.name} where {self.key} = :id"
        return select((self.visits,), where, {"id": ValueType.INTEGER})

    @property
    def update_one(self) -> Statement:
        sets = f"{self.visits} = {self.visits} + 1"
        return self.written(f"update {self.name} set {sets} where {self.key} = :id")

    def rows(
        self, values: Sequence[Sequence[Value]], tag: str
    ) -> Iterator[tuple[int, tuple[Value, ...]]]:
        """Key and values of each row, the name with the row's number and a tag behind it."""
        for key, row in enumerate(values, 1):
            yield (
                key,
                tuple(
                    self._named(value, f" {key} {tag}") if place == self.name_place else value
                    for place, value in enumerate(row)
                ),
            )

    def _named(self, value: Value, ending: str) -> Value:
        if value is None or self.name_place is None:
            return value
        room = self.columns[self.name_place].plain.size - len(ending)
        return str(value).encode()[:room].decode(errors="ignore") + ending


_ROOM = 26
"""Characters of a name that leave room for an ending."""
