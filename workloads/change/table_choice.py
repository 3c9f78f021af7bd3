"""Which table a change works on, generated persons or a table of a workload file, with its schema,
records and filling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.contract.transition import Transition
from engines.sql.schema import Schema
from engines.sql.statement import Encryptor, Value
from workloads.change.blind_indexes import index_columns
from workloads.change.changed_table import ChangedTable
from workloads.change.own_table import OwnTable, own_table
from workloads.change.persons import (
    KEY_NUMBERS,
    PERSONS,
    insert_person,
    persons,
    persons_searched_by,
    table,
)
from workloads.change.ways import Way, change_of_case
from workloads.contract import Clock, Options, Setting


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
