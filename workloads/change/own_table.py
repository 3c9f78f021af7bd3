"""A table of a workload file as the one that is changed: the largest with encrypted columns.

Before a change its columns are as in the file; the converted ones go into new columns, as in a
migration by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from engines.contract.errors import InputError
from engines.contract.message import NOTHING, Message, listed, phrase
from engines.contract.transition import Transition
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Encryptor, Unencrypted, Value, ValueType
from engines.sql.value_encoding import encrypted_width
from workloads.change.changed_table import KEY_NUMBERS, ChangedColumn, ChangedTable, index_columns
from workloads.contract import Clock, Setting
from workloads.own.column_choice import Names, with_choice
from workloads.own.file_reading import read_work
from workloads.own.filling import Fill
from workloads.own.model import ColumnType, ColumnWork, SearchKind, WorkSpec
from workloads.own.schema import schema_of
from workloads.own.sql.parsed import index_name
from workloads.own.table_generation import GeneratedTables, generated_tables

_MARK_BYTES = 24
"""Bytes of a row's number and tag, which are appended to a text."""


@dataclass(frozen=True, eq=False)
class OwnTable:
    """`work` is the file with the changed table first, so that cases count its rows; it encrypts
    exactly the columns that are encrypted when the change begins."""

    work: WorkSpec
    columns: tuple[str, ...]
    transition: Transition
    searched: frozenset[str] = frozenset()
    """The columns that rows are found by through equality."""

    @cached_property
    def table(self) -> ChangedTable:
        known = self.work.table[self.work.main]
        taken = set(known.column)
        changed = tuple(self._column(each, taken) for each in self.columns)
        named = (place for place, each in enumerate(self.columns) if _has_room(known.column[each]))
        return ChangedTable(
            self.work.main,
            known.counted or "",
            changed,
            tuple(each for each in known.column if each not in (*self.columns, known.counted)),
            _free("key_number", taken),
            _free("visits", taken),
            next(named, None),
            any(each.to.partition(".")[0] == self.work.main for *_, each in self.work.columns()),
        )

    def _column(self, name: str, taken: set[str]) -> ChangedColumn:
        known = self.work.table[self.work.main].column[name]
        here = known.target(self.work.main, name)
        new = replace(here, column=_free(f"{name[:_LONGEST_STEM]}_new", taken))
        plain, encrypted = (here, new) if self.transition is Transition.SWITCH_ON else (new, here)
        indexed = name in self.searched and self.transition is Transition.SWITCH_ON
        index = _free(index_name(name), taken) if indexed else ""
        return ChangedColumn(plain, encrypted, known.native_on(self.work.dialect), index)

    def generated(self, rows: int, seed: int) -> GeneratedTables:
        return generated_tables(self.work, seed, rows)

    def records(self, rows: int, seed: int) -> Sequence[Sequence[Value]]:
        """The values of the changed columns, a tuple for each row."""
        made = self.generated(rows, seed)
        columns = (made.column(self.work.main, each) for each in self.columns)
        return list(zip(*columns, strict=True))

    def schema(self, encryptor: Encryptor, *, with_new: bool) -> Schema:
        """All tables of the file; `with_new` also the table that replaces the changed one."""
        known = schema_of(self.work, encryptor)
        tables = {each.name: each for each in known.tables}
        changed = self._with_target_columns(tables[self.table.name], encryptor)
        tables[self.table.name], late = changed, known.late
        if with_new:
            tables[self.table.new_name] = replace(changed, name=self.table.new_name)
            of_new = (each for each in late if each.table == self.table.name)
            late += tuple(replace(each, table=self.table.new_name) for each in of_new)
        return replace(known, tables=tuple(tables.values()), late=late)

    def _with_target_columns(self, table: Table, encryptor: Encryptor) -> Table:
        """With the target columns; the source columns become nullable."""
        left = tuple(
            replace(each, required=False) if each.name in self.columns else each
            for each in table.columns
        )
        names = self.table.number_column, self.table.visits_column
        begins = KEY_NUMBERS[self.transition][0], 0
        numbers = (
            Column(name, ValueType.INTEGER, default=number)
            for name, number in zip(names, begins, strict=True)
        )
        indexes = index_columns(self.table, encryptor)
        return replace(table, columns=(*left, *self._target_columns(encryptor), *numbers, *indexes))

    def _target_columns(self, encryptor: Encryptor) -> Iterator[Column]:
        if self.transition is Transition.CHANGE_KEY:
            return
        for each in self.table.columns:
            if self.transition is Transition.SWITCH_ON and encryptor.changes_values:
                width = encrypted_width(each.encrypted)
                yield Column(each.encrypted.column, protected=True, size=width)
            else:
                goal = each.encrypted if self.transition is Transition.SWITCH_ON else each.plain
                yield Column(
                    goal.column,
                    goal.type,
                    size=goal.size,
                    scale=goal.scale,
                    binary=True,
                    native=each.native,
                )

    def fill(
        self,
        setting: Setting,
        clock: Clock,
        values: Sequence[Sequence[Value]],
        from_encryptor: Encryptor | None,
    ) -> None:
        """Fill all tables, the changed columns with these values."""
        made, name = self.generated(setting.options.size, setting.options.seed), self.table.name
        given = dict(zip(self.columns, zip(*values, strict=True), strict=True))
        known = self.work.table[name].column
        whole = [given[each] if each in given else made.column(name, each) for each in known]
        rows = list(zip(*whole, strict=True))
        Fill(made, name).run(
            replace(setting, records=rows, encryptor=from_encryptor or Unencrypted()), clock
        )


def _has_room(column: ColumnWork) -> bool:
    plain = not column.native or "char" in column.native or "text" in column.native
    fits = column.type is ColumnType.TEXT and column.size >= _MARK_BYTES and plain
    return fits and not column.check and column.nulls < _MOST_NULLS


_LONGEST_STEM, _MOST_NULLS = 26, 0.05
"""Characters of a column's name that leave room for `_new`; share of NULLs in a marked column."""


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def own_table(file: str, seal: Names, transition: Transition, search: Names = None) -> OwnTable:
    """Raises: InputError for a file that cannot be used, or has no table that can be changed"""
    found = _own_table(read_work(Path(file), statements=False), seal, transition, search)
    if isinstance(found, Message):
        raise InputError(
            phrase("No table to change"),
            found,
            phrase("Choose other columns to encrypt, or another workload file."),
        )
    return found


@lru_cache(8)
def _own_table(
    work: WorkSpec, seal: Names, transition: Transition, search: Names
) -> OwnTable | Message:
    chosen = with_choice(work, seal, search)
    encrypted = [
        name for name, each in chosen.table.items() if _columns(chosen, name) and each.rows
    ]
    if not encrypted:
        return phrase("No column of the workload file is encrypted.")
    counted = [name for name in encrypted if chosen.table[name].counted]
    if not counted:
        return phrase(
            "{table} has no key that the server counts: its rows cannot be changed in batches.",
            table=encrypted[0],
        )
    name = max(counted, key=lambda each: chosen.table[each].rows)
    columns = _columns(chosen, name)
    first = {name: chosen.table[name]}
    whole = replace(chosen, table={**first, **chosen.table})
    at_start = () if transition is Transition.SWITCH_ON else tuple(f"{name}.{x}" for x in columns)
    known = chosen.table[name].column
    searched = frozenset(each for each in columns if known[each].search is SearchKind.EQUAL)
    return OwnTable(with_choice(whole, at_start, ()), columns, transition, searched)


def _columns(work: WorkSpec, table: str) -> tuple[str, ...]:
    return tuple(name for name, each in work.table[table].column.items() if each.seal)


def why_not_usable(file: str, seal: Names, search: Names = None) -> Message:
    """Why no table of a file can be changed; nothing where one can."""
    try:
        own_table(file, seal, Transition.SWITCH_ON, search)
    except InputError as error:
        return error.messages[1]
    return NOTHING


def changed_columns_text(file: str, seal: Names) -> Message:
    """Raises: InputError"""
    own = own_table(file, seal, Transition.SWITCH_ON)
    columns = listed(phrase("{name}", name=each) for each in own.columns)
    return phrase("Table {table}: {columns}", table=own.table.name, columns=columns)
