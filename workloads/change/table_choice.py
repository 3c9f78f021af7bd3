"""Which table a change works on, generated persons or a table of a workload file, with its schema,
records and filling.

Texts can be found on disk: each ends in its row's number and a tag that is new in each run, so that
those of an earlier run, which logs still hold, are not counted.
"""

from __future__ import annotations

import random
import string
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from engines.contract.transition import Transition
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Encryptor, Statement, Target, Value, ValueType
from engines.sql.statement_text import insert
from workloads.change.changed_table import KEY_NUMBERS, ChangedColumn, ChangedTable, index_columns
from workloads.change.own_table import OwnTable, own_table
from workloads.change.ways import Way, change_of_case
from workloads.contract import Clock, Options, Setting
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
    draw = random.Random(seed)
    for _ in range(number):
        yield (
            f"{draw.choice(_FIRST)} {draw.choice(_LAST)}",
            f"{draw.randrange(10**11):011d}",
            f"Rua {draw.choice(_LAST)}, {draw.randrange(1, 2000)}",
        )


_FIRST = ("Ana", "Bruno", "Cecília", "Davi", "Elisa", "Fábio", "Gabriela", "Heitor", "Íris", "João")
_LAST = ("Almeida", "Barbosa", "Cardoso", "Duarte", "Esteves", "Ferreira", "Gonçalves", "Moraes")


def own_table_of(options: Options[Any]) -> OwnTable | None:
    """The table of a workload file; None where persons are changed."""
    transition, way, _ = change_of_case(options.case)
    parameters = options.parameters
    if not parameters.file:
        return None
    return own_table(
        parameters.file,
        parameters.seal,
        transition if way.storage is None else _PLAIN_BEFORE,
        parameters.search,
    )


_PLAIN_BEFORE = Transition.SWITCH_ON
"""Where the engine encrypts stored tables, columns hold plaintext: as before switching on."""


def changed_table(options: Options[Any]) -> ChangedTable:
    """Raises: InputError"""
    if (own := own_table_of(options)) is not None:
        return own.table
    transition, _, _ = change_of_case(options.case)
    switched_on = transition is Transition.SWITCH_ON
    return persons_searched_by((options.parameters.search or ()) if switched_on else ())


def records_of(options: Options[Any]) -> Sequence[Sequence[Value]]:
    """The values of each row that are changed."""
    own = own_table_of(options)
    if own is None:
        return list(persons(options.size, options.seed))
    return own.records(options.size, options.seed)


def schema_of(options: Options[Any], encryptor: Encryptor) -> Schema:
    _, way, _ = change_of_case(options.case)
    own, with_new = own_table_of(options), way is Way.NEW_TABLE
    if own is not None:
        return own.schema(encryptor, with_new=with_new)
    names = (PERSONS.name, PERSONS.new_name) if with_new else (PERSONS.name,)
    indexes = index_columns(changed_table(options), encryptor)
    return Schema(tuple(table(each, indexes) for each in names))


def fill(
    setting: Setting,
    clock: Clock,
    transition: Transition,
    from_encryptor: Encryptor | None,
    tag: str,
) -> None:
    """Fill the table as it is before a transition, encrypted by `old_sealer` (None: plaintext)."""
    rows = changed_table(setting.options).rows(setting.records, tag)
    if (own := own_table_of(setting.options)) is not None:
        own.fill(setting, clock, [values for _, values in rows], from_encryptor)
        return
    number, _ = KEY_NUMBERS[transition]
    filled = ((key, *texts, number, 0) for key, texts in setting.count_rows(rows))
    statement, encryptor = (
        insert_person(plain=from_encryptor is None),
        from_encryptor or setting.encryptor,
    )
    setting.session.insert_all(statement, encryptor, filled, clock.run_many)


_TAG_LETTERS = 10


def tag_of(setting: Setting) -> str:
    """The tag of a run: no two neighbouring letters are equal, so that run-length compression
    leaves it in one piece."""
    tag = ""
    for byte in sha256(b"names" + setting.index_key).digest():
        letter = string.ascii_lowercase[byte % 26]
        if not tag.endswith(letter):
            tag += letter
    return tag[:_TAG_LETTERS]


def marked_rows(setting: Setting) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """Key and values of each row as they are stored."""
    return changed_table(setting.options).rows(setting.records, tag_of(setting))
