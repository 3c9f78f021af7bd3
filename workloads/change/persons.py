"""The table `person` with generated rows, which is changed where a plan names no table of its
own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engines.contract.transition import Transition
from engines.sql.schema import Column, Table
from engines.sql.statement import Statement, Target, ValueType
from engines.sql.statement_text import insert
from workloads.change.changed_table import ChangedColumn, ChangedTable
from workloads.own.sql.parsed import index_name

PERSON = "person"

TEXTS = ("name", "document", "address")
"""What is personal."""

_SIZE = 60
"""The most bytes of a text."""


def encrypted_name(text: str) -> str:
    """The column that has a text encrypted."""
    return f"{text}_sealed"


PERSONS = ChangedTable(
    PERSON,
    "id",
    tuple(
        ChangedColumn(Target(PERSON, each, _SIZE), Target(PERSON, encrypted_name(each), _SIZE))
        for each in TEXTS
    ),
)


def searched(names: Sequence[str]) -> ChangedTable:
    """Persons who are found by some of their texts, each as `person.text`, once it is encrypted."""
    columns = (
        replace(each, index=index_name(text)) if f"{PERSON}.{text}" in names else each
        for text, each in zip(TEXTS, PERSONS.columns, strict=True)
    )
    return replace(PERSONS, columns=tuple(columns))


KEY_NUMBERS: Mapping[Transition, tuple[int, int]] = {
    Transition.SWITCH_ON: (0, 1),
    Transition.CHANGE_KEY: (1, 2),
    Transition.SWITCH_OFF: (1, 0),
}
"""By which key a row's values are encrypted before and after; 0: they are plain."""


def table(name: str, indexes: Sequence[Column] = ()) -> Table:
    """Each text stands in one of two columns, plain or encrypted."""
    plain = (Column(each, size=_SIZE) for each in TEXTS)
    encrypted = (Column(encrypted_name(each), protected=True, size=_SIZE) for each in TEXTS)
    numbers = (Column(each, ValueType.INTEGER) for each in (PERSONS.number, PERSONS.visits))
    columns = (Column("id", ValueType.INTEGER), *plain, *encrypted, *numbers, *indexes)
    return Table(name, columns, keyed=False, key=("id",))


def filling(*, plain: bool) -> Statement:
    """An INSERT of one row: id, texts, number of its key, visits."""
    texts = {
        each if plain else encrypted_name(each): f":{each}"
        if plain
        else f"seal(:{each}, {PERSON}.{encrypted_name(each)})"
        for each in TEXTS
    }
    values = {"id": ":id", **texts, "key_number": ":key_number", "visits": ":visits"}
    numbers = dict.fromkeys(("id", "key_number", "visits"), ValueType.INTEGER)
    sizes = {
        **dict.fromkeys(TEXTS, _SIZE),
        **{f"{PERSON}.{encrypted_name(x)}": _SIZE for x in TEXTS},
    }
    return insert(PERSON, values, numbers, sizes)


def persons(number: int, seed: int) -> Iterator[tuple[str, str, str]]:
    """Their texts."""
    draw = random.Random(seed)
    for _ in range(number):
        yield (
            f"{draw.choice(_FIRST)} {draw.choice(_LAST)}",
            f"{draw.randrange(10**11):011d}",
            f"Rua {draw.choice(_LAST)}, {draw.randrange(1, 2000)}",
        )


_FIRST = ("Ana", "Bruno", "Cecília", "Davi", "Elisa", "Fábio", "Gabriela", "Heitor", "Íris", "João")
_LAST = ("Almeida", "Barbosa", "Cardoso", "Duarte", "Esteves", "Ferreira", "Gonçalves", "Moraes")
