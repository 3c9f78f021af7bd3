"""The table `person` with generated rows, which is changed where a plan names no workload file."""

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
"""The columns that are encrypted."""

_SIZE = 60
"""The most bytes of a text."""


def encrypted_column(text: str) -> str:
    """The name of the column that holds a text encrypted."""
    return f"{text}_sealed"


PERSONS = ChangedTable(
    PERSON,
    "id",
    tuple(
        ChangedColumn(Target(PERSON, each, _SIZE), Target(PERSON, encrypted_column(each), _SIZE))
        for each in TEXTS
    ),
)


def persons_searched_by(names: Sequence[str]) -> ChangedTable:
    """The table with blind indexes for these columns, each named as `person.text`."""
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
"""The numbers of the keys before and after a transition; 0: plaintext."""


def table(name: str, indexes: Sequence[Column] = ()) -> Table:
    """The table; each text has two columns, plain and encrypted."""
    plain = (Column(each, size=_SIZE) for each in TEXTS)
    encrypted = (Column(encrypted_column(each), protected=True, size=_SIZE) for each in TEXTS)
    numbers = (
        Column(each, ValueType.INTEGER) for each in (PERSONS.number_column, PERSONS.visits_column)
    )
    columns = (Column("id", ValueType.INTEGER), *plain, *encrypted, *numbers, *indexes)
    return Table(name, columns, keyed=False, key=("id",))


def insert_person(*, plain: bool) -> Statement:
    """INSERT of one row: id, texts, key number, visits."""
    texts = {
        each if plain else encrypted_column(each): f":{each}"
        if plain
        else f"seal(:{each}, {PERSON}.{encrypted_column(each)})"
        for each in TEXTS
    }
    values = {"id": ":id", **texts, "key_number": ":key_number", "visits": ":visits"}
    numbers = dict.fromkeys(("id", "key_number", "visits"), ValueType.INTEGER)
    sizes = {
        **dict.fromkeys(TEXTS, _SIZE),
        **{f"{PERSON}.{encrypted_column(x)}": _SIZE for x in TEXTS},
    }
    return insert(PERSON, values, numbers, sizes)


def persons(number: int, seed: int) -> Iterator[tuple[str, str, str]]:
    """The texts of generated persons."""
    draw = random.Random(seed)
    for _ in range(number):
        yield (
            f"{draw.choice(_FIRST)} {draw.choice(_LAST)}",
            f"{draw.randrange(10**11):011d}",
            f"Rua {draw.choice(_LAST)}, {draw.randrange(1, 2000)}",
        )


_FIRST = ("Ana", "Bruno", "Cecília", "Davi", "Elisa", "Fábio", "Gabriela", "Heitor", "Íris", "João")
_LAST = ("Almeida", "Barbosa", "Cardoso", "Duarte", "Esteves", "Ferreira", "Gonçalves", "Moraes")
