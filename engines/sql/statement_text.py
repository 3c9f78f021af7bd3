"""Statements made of text, in which places are written like this:

    :name                        a parameter
    seal(:name, table.column)    a parameter that is encrypted for a column
    open(table.column)           a column that is opened
    value(table.column)          the same in a condition or an index, where the server opens it,
    value(:name, table.column)   and a parameter that it is compared with

The key of a row stands behind its column: `seal(:name, table.column, :id)`, `open(table.column,
table.id)`. Text in quotes and comments must hold none of this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engines.sql.statement import (
    USUAL_BYTES,
    Comparable,
    Compared,
    Decrypted,
    Encrypted,
    Parameter,
    Pieces,
    Place,
    Statement,
    Target,
    ValueType,
)


def statement(
    text: str,
    types: Mapping[str, ValueType] | None = None,
    sizes: Mapping[str, int] | None = None,
) -> Statement:
    """A statement; its parameters are TEXT where `types` does not say otherwise.

    `sizes` gives the most bytes of a parameter, or of an encrypted column (`table.column`), where
    they are not `USUAL_BYTES`, `types` also the type of an encrypted column that is no text.
    """
    reads = text.lstrip()[:6].lower() == "select"
    return Statement(_Reader(types, sizes, None).pieces(text), reads=reads)


def select(
    columns: Sequence[str],
    text: str,
    types: Mapping[str, ValueType] | None = None,
    sizes: Mapping[str, int] | None = None,
    tables: Mapping[str, str] | None = None,
) -> Statement:
    """A SELECT of `columns`; `text` goes on with FROM. `tables` maps the other names that tables
    go by in the statement to the tables."""
    reader = _Reader(types, sizes, tables)
    return Statement(reader.pieces(text), tuple(map(reader.pieces, columns)), reads=True)


def insert(
    table: str,
    values: Mapping[str, str],
    types: Mapping[str, ValueType] | None = None,
    sizes: Mapping[str, int] | None = None,
) -> Statement:
    """An INSERT of one row: column → what it gets (`:name`, `seal(…)`)."""
    text = f"insert into {table} ({', '.join(values)}){_VALUES}({', '.join(values.values())})"
    return statement(text, types, sizes)


def repeated(inserting: Statement, times: int) -> Statement:
    """An `insert` of so many rows in place of one, whose values are bound row after row."""
    first, *others = inserting.pieces
    assert isinstance(first, str)
    head, values, opening = first.partition(_VALUES)
    row = (opening, *others)
    rows = [piece for n in range(times) for piece in (", " if n else "", *_numbered(row, n))]
    return Statement((head + values, *rows))


def _numbered(row: Pieces, number: int) -> Iterator[str | Place]:
    for piece in row:
        match piece:
            case Parameter():
                yield _renamed(piece, number)
            case Encrypted(parameter, target) | Compared(parameter, target):
                key = None if target.key is None else f"{target.key}_{number}"
                person = None if target.person is None else f"{target.person}_{number}"
                kind = type(piece)
                yield kind(_renamed(parameter, number), replace(target, key=key, person=person))
            case _:
                yield piece


def _renamed(parameter: Parameter, number: int) -> Parameter:
    return replace(parameter, name=f"{parameter.name}_{number}")


_VALUES = " values "


class _Reader:
    """Reads the places of one statement."""

    def __init__(
        self,
        types: Mapping[str, ValueType] | None,
        sizes: Mapping[str, int] | None,
        tables: Mapping[str, str] | None,
    ) -> None:
        self._types, self._sizes, self._tables = types or {}, sizes or {}, tables or {}

    def pieces(self, text: str) -> Pieces:
        return tuple(self._read(text))

    def _read(self, text: str) -> Iterator[str | Place]:
        at = 0
        for match in _PLACES.finditer(text):
            if match.start() > at:
                yield text[at : match.start()]
            yield self._place(match)
            at = match.end()
        if at < len(text):
            yield text[at:]

    def _place(self, match: re.Match[str]) -> Place:
        if name := match["plain"]:
            return self._parameter(name)
        if name := match["sealed"]:
            target = self._target(match["seal_target"], match["seal_key"])
            return Encrypted(self._parameter(name), target)
        if column := match["open_target"]:
            return Decrypted(column, self._target(column, match["open_key"]))
        if name := match["compared"]:
            return Compared(self._parameter(name), self._target(match["compared_target"]))
        return Comparable(match["value_target"], self._target(match["value_target"]))

    def _parameter(self, name: str) -> Parameter:
        size = self._sizes.get(name, USUAL_BYTES)
        return Parameter(name, self._types.get(name, ValueType.TEXT), size)

    def _target(self, named: str, key: str | None = None) -> Target:
        table, _, column = named.partition(".")
        size = self._sizes.get(named, USUAL_BYTES)
        kind = self._types.get(named, ValueType.TEXT)
        return Target(self._tables.get(table, table), column, size, key, kind)


_PLACES = re.compile(
    r"seal\(:(?P<sealed>\w+),\s*(?P<seal_target>\w+\.\w+)(?:,\s*:(?P<seal_key>\w+))?\)"
    r"|open\((?P<open_target>\w+\.\w+)(?:,\s*(?P<open_key>[\w.]+))?\)"
    r"|\bvalue\(:(?P<compared>\w+),\s*(?P<compared_target>\w+\.\w+)\)"
    r"|\bvalue\((?P<value_target>\w+\.\w+)\)"
    r"|(?<![:\w]):(?P<plain>\w+)"
)
