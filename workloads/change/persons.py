"""The table that is changed, its rows before and after, and what the load asks of it meanwhile."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from engines.contract.transition import Transition
from engines.sql.schema import Column, Table
from engines.sql.statement import Statement, Value, ValueType
from engines.sql.typed import from_bytes
from engines.sql.written import insert, select, statement

PERSON, NEW, OLD = "person", "person_new", "person_old"
"""The table, the one that takes its place, and what it is called then."""

TEXTS = ("name", "document", "address")
"""What is personal."""

SIZE = 60
"""The most bytes of a text."""

NUMBERS = dict.fromkeys(("id", "key_number", "visits", "after", "last"), ValueType.INTEGER)
"""What no text is."""


def sealed(text: str) -> str:
    """The column that has a text encrypted."""
    return f"{text}_sealed"


SIZES = {**dict.fromkeys(TEXTS, SIZE), **{f"{PERSON}.{sealed(each)}": SIZE for each in TEXTS}}


def table(name: str) -> Table:
    """Each text stands in one of two columns, plain or encrypted. `key_number` tells the rows that
    are changed from those that are not; `visits` counts the updates of the load."""
    plain = (Column(each, size=SIZE) for each in TEXTS)
    encrypted = (Column(sealed(each), protected=True, size=SIZE) for each in TEXTS)
    numbers = (Column(each, ValueType.INTEGER) for each in ("key_number", "visits"))
    columns = (Column("id", ValueType.INTEGER), *plain, *encrypted, *numbers)
    return Table(name, columns, keyed=False, key=("id",))


KEY_NUMBERS: Mapping[Transition, tuple[int, int]] = {
    Transition.SWITCH_ON: (0, 1),
    Transition.CHANGE_KEY: (1, 2),
    Transition.SWITCH_OFF: (1, 0),
}
"""By which key a row's texts are encrypted before and after; 0: they are plain."""


def filling(*, plain: bool) -> Statement:
    """An INSERT of one row: id, texts, number of its key, visits."""
    texts = {
        each if plain else sealed(each): f":{each}"
        if plain
        else f"seal(:{each}, {PERSON}.{sealed(each)})"
        for each in TEXTS
    }
    values = {"id": ":id", **texts, "key_number": ":key_number", "visits": ":visits"}
    return insert(PERSON, values, NUMBERS, SIZES)


def reading(*, plain: bool, where: str = "") -> Statement:
    """Rows as they are: id, texts, opened where they are not `plain`."""
    texts = TEXTS if plain else tuple(f"open({PERSON}.{sealed(each)})" for each in TEXTS)
    return select(("id", *texts), f"from {PERSON}{where} order by id", NUMBERS, SIZES)


def as_text(opened: Value) -> Value:
    """A server's function opens bytes on some engines."""
    return from_bytes(opened, ValueType.TEXT) if isinstance(opened, bytes) else opened


READ_ONE = select(("visits",), f"from {PERSON} where id = :id", NUMBERS)
UPDATE_ONE = statement(f"update {PERSON} set visits = visits + 1 where id = :id", NUMBERS)


def persons(number: int, seed: int) -> Iterator[tuple[str, str, str]]:
    """Their texts."""
    draw = random.Random(seed)
    for each in range(1, number + 1):
        yield (
            f"{draw.choice(_FIRST)} {draw.choice(_LAST)} {each}",
            f"{draw.randrange(10**11):011d}",
            f"Rua {draw.choice(_LAST)}, {draw.randrange(1, 2000)}",
        )


_FIRST = ("Ana", "Bruno", "Cecília", "Davi", "Elisa", "Fábio", "Gabriela", "Heitor", "Íris", "João")
_LAST = ("Almeida", "Barbosa", "Cardoso", "Duarte", "Esteves", "Ferreira", "Gonçalves", "Moraes")
