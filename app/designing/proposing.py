"""A design out of what a server told: every table, column and statement with what is proposed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from math import prod
from pathlib import PurePath

from app.designing.columns import Place, making_of, values_of
from app.designing.inspecting import Inspected
from app.designing.model.design import Design, DesignedColumn, DesignedTable, Difference
from app.designing.sensitive.sensitive_columns import Passed, proposal_for
from app.designing.statements.proposed import Statements, from_script, from_server, from_structure
from app.designing.statements.scripts import Script
from app.designing.writing import fresh_name, fresh_names
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.structure import (
    ColumnFacts,
    IndexFacts,
    Spread,
    StoredKind,
    TableFacts,
    TableName,
)
from engines.registry import engine_named
from workloads.own.model import ColumnWork, IndexWork

_USUAL_ROWS, _ROWS_OF_EMPTY, _MOST_ROWS = 10_000, 100, 10_000_000
_NOT_NULL, _CASCADE, _ON_CHANGE = "NOT NULL", "CASCADE", "ON DELETE {}, ON UPDATE {}"
"""SQL, which nobody translates."""


def propose(inspected: Inspected, name: str = "", script: Script | None = None) -> Design:
    """What can be made of what a server told. Statements are those of a `script` if there is one,
    else those that the server counted, else what keys and references suggest."""
    dialect = inspected.engine
    tables = _Tables(inspected).designed()
    statements, why = _statements(inspected, tables, dialect, script)
    return Design(
        name or _title(inspected.database),
        dialect,
        inspected.database,
        _with_searches(tables, statements),
        statements.readable,
        statements.unread,
        why,
        inspected.relations,
        inspected.remarks,
    )


def _title(database: str) -> str:
    """The name of a database; of a file, without its folders and ending."""
    return PurePath(database).stem if "/" in database else database


def _statements(
    inspected: Inspected,
    tables: tuple[DesignedTable, ...],
    dialect: str,
    script: Script | None,
) -> tuple[Statements, Message]:
    if script is not None:
        return from_script(script, tables, dialect), NOTHING
    reported = from_server(inspected.counted, tables, inspected.relations, dialect)
    if reported.readable:
        return reported, NOTHING
    why = inspected.counted.why_not or phrase("the server counted none over these tables")
    usual = from_structure(tables, dialect)
    return replace(usual, unread=reported.unread), why


def _with_searches(
    tables: tuple[DesignedTable, ...], statements: Statements
) -> tuple[DesignedTable, ...]:
    """Columns that rows are found by through equality."""
    sought = {(each.table, each.column) for each in statements.sought}
    return tuple(
        replace(
            table,
            columns=tuple(
                replace(each, found_by_equality=(table.name, each.name) in sought)
                for each in table.columns
            ),
        )
        for table in tables
    )


@dataclass(frozen=True)
class _Link:
    """A reference of one column that the file can have."""

    column: str
    table: TableName
    to: str


class _Tables:
    """The tables that were chosen, with their names in the file."""

    def __init__(self, inspected: Inspected) -> None:
        self._samples = inspected.samples
        self._cascades = engine_named(inspected.engine).driver.dialect.cascades
        self._facts = {facts.name: facts for facts in inspected.tables}
        plain = _plain_names(inspected.tables)
        self._names = {facts.name: plain[facts.name] for facts in inspected.tables}
        self._columns = {
            facts.name: fresh_names(each.name for each in facts.columns)
            for facts in inspected.tables
        }
        self._links = {facts.name: list(self._links_of(facts)) for facts in inspected.tables}

    def designed(self) -> tuple[DesignedTable, ...]:
        """Each behind those that it refers to, whose columns it follows."""
        done: dict[TableName, DesignedTable] = {}
        for facts in self._in_order():
            done[facts.name] = self._designed(facts, done)
        return tuple(done.values())

    def _in_order(self) -> list[TableFacts]:
        """Tables behind those that they refer to, large ones first: the first is the one whose rows
        a plan counts. A circle is cut where it is met."""
        by_size = sorted(self._facts.values(), key=lambda each: -(each.rows or 0))
        while True:
            sorting: TopologicalSorter[TableName] = TopologicalSorter()
            for facts in by_size:
                others = {link.table for link in self._links[facts.name]} - {facts.name}
                sorting.add(facts.name, *sorted(others))  # the same circle is cut each time
            try:
                return self._sorted(sorting)
            except CycleError as error:
                circle = error.args[1]  # each is a predecessor of the next
                before, after = circle[0], circle[1]
                self._links[after] = [x for x in self._links[after] if x.table != before]

    def _sorted(self, sorting: TopologicalSorter[TableName]) -> list[TableFacts]:
        sorting.prepare()
        found: list[TableFacts] = []
        ready: list[TableName] = []
        while sorting.is_active():
            ready += sorting.get_ready()
            ready.sort(key=lambda name: -(self._facts[name].rows or 0))
            first = ready.pop(0)
            found.append(self._facts[first])
            sorting.done(first)
        return found

    def _links_of(self, facts: TableFacts) -> Iterator[_Link]:
        """References of one column to the whole key of another table, or what is unique there."""
        for each in facts.references:
            target = self._facts.get(each.table)
            if target is None or len(each.columns) != 1:
                continue
            if each.to == target.key or each.to in target.unique:
                yield _Link(each.columns[0], each.table, each.to[0])

    def _designed(
        self, facts: TableFacts, done: Mapping[TableName, DesignedTable]
    ) -> DesignedTable:
        rows, note = _rows(facts)
        keys = _Keys(facts, [link.column for link in self._links[facts.name]])
        columns: list[DesignedColumn] = []
        for each in facts.columns:
            columns.append(self._column(facts, each, keys, [*done.values()], columns))
        columns = [_with_room(each, rows) for each in columns]
        named = self._columns[facts.name]
        works = {each.facts.name: each.work for each in columns if each.work is not None}
        sizes = {table.name: table.rows for table in done.values()}
        stored = [each for each in keys.all if _can_hold(each, works, sizes, rows)]
        key = next((each for each in stored if each == facts.key), ())
        unique = tuple(each for each in stored if each != key)
        indexes = tuple(each for each in facts.indexes if len(each) > 1 and set(each) <= set(works))
        special = tuple(each for each in facts.special if _can_have(each, columns))
        lost = [each for each in keys.all if each not in stored]

        def in_file(sets: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
            return tuple(dict.fromkeys(tuple(named[name] for name in each) for each in sets))

        return DesignedTable(
            facts,
            self._names[facts.name],
            rows,
            tuple(named[each] for each in key),
            tuple(columns),
            note,
            in_file(unique),
            in_file(indexes),
            (
                *self._references(facts),
                *_differences(self._names[facts.name], facts, columns, lost, special),
            ),
            tuple(
                IndexWork(each.kind, tuple(f"{named[name]}{end}" for name, end in each.columns))
                for each in special
            ),
        )

    def _column(
        self,
        facts: TableFacts,
        column: ColumnFacts,
        keys: _Keys,
        done: Sequence[DesignedTable],
        before: Sequence[DesignedColumn],
    ) -> DesignedColumn:
        sample = self._sample(facts.name, column.name)
        place = self._place(facts, column, keys, done, before)
        proposal = proposal_for(facts.name.name, column, sample)
        if place.key or place.to:
            proposal = None
        spread = facts.spreads.get(column.name, Spread())
        made = making_of(column, place, spread, proposal)
        return DesignedColumn(
            column,
            self._columns[facts.name][column.name],
            made.work,
            made.note,
            proposal,
            why_not_sealed=self._why_not_sealed(facts, column, place, made.work),
        )

    def _sample(self, table: TableName, column: str) -> Passed | None:
        return self._samples.get(table, {}).get(column)

    def _place(
        self,
        facts: TableFacts,
        column: ColumnFacts,
        keys: _Keys,
        done: Sequence[DesignedTable],
        before: Sequence[DesignedColumn],
    ) -> Place:
        link = next((x for x in self._links[facts.name] if x.column == column.name), None)
        alone = (column.name,)
        whole = column.kind is StoredKind.INTEGER
        by = keys.counted_by.get(column.name, "")
        return Place(
            # A row of nothing but what the server counts could not be inserted.
            serial=facts.key == alone and whole and link is None and len(facts.columns) > 1,
            by=self._columns[facts.name][by] if by else "",
            key=column.name in facts.key,
            together=keys.holds(column.name) or any(column.name in x for x in facts.indexes),
            to="" if link is None else self._named(link),
            like=None if link is None else _work_of(link, facts, done, before),
            indexed=alone in facts.indexes,
            unique=alone in keys.all or column.name in keys.distinct,
        )

    def _named(self, link: _Link) -> str:
        return f"{self._names[link.table]}.{self._columns[link.table][link.to]}"

    def _why_not_sealed(
        self, facts: TableFacts, column: ColumnFacts, place: Place, work: ColumnWork | None
    ) -> Message:
        if work is None:
            return phrase("it is left out")
        pointed = any(
            link.table == facts.name and link.to == column.name
            for links in self._links.values()
            for link in links
        )
        if place.key or place.to or pointed:
            return phrase("keys and references cannot be encrypted")
        return NOTHING

    def _references(self, facts: TableFacts) -> Iterator[Difference]:
        """Those that the file has not, or that delete otherwise."""
        held = {(x.column, x.table) for x in self._links[facts.name]}
        for each in facts.references:
            source = phrase("a foreign key {key}", key=str(each))
            if len(each.columns) > 1 or (each.columns[0], each.table) not in held:
                changes = phrase("values need no row there")
                yield Difference(self._names[facts.name], source, phrase("left out"), changes)
            elif self._cascades and (each.on_delete, each.on_update) != ("cascade", "cascade"):
                deleted, updated = each.on_delete.upper(), each.on_update.upper()
                source = Message(_ON_CHANGE.format(deleted, updated))
                place = f"{self._names[facts.name]}.{self._columns[facts.name][each.columns[0]]}"
                here = Message(_CASCADE)
                changes = phrase("rows that point to a deleted row are deleted, too")
                yield Difference(place, source, here, changes)


def _rows(facts: TableFacts) -> tuple[int, Message]:
    if facts.rows is None:
        note = phrase("the server does not tell its rows: {rows} assumed", rows=_USUAL_ROWS)
        return _USUAL_ROWS, note
    if not facts.rows:
        return _ROWS_OF_EMPTY, phrase("it is empty: {rows} rows assumed", rows=_ROWS_OF_EMPTY)
    return min(facts.rows, _MOST_ROWS), NOTHING


class _Keys:
    """The sets of columns that tell a table's rows apart. Of several one column must do it: a whole
    number that is counted for each value of an earlier one (`counted_by`), or any that has no value
    twice (`distinct`). References do it together, by themselves."""

    def __init__(self, facts: TableFacts, references: Sequence[str]) -> None:
        self.all = tuple(dict.fromkeys(each for each in (facts.key, *facts.unique) if each))
        self.counted_by: dict[str, str] = {}
        self.distinct: set[str] = set()
        order = {each.name: number for number, each in enumerate(facts.columns)}
        kinds = {each.name: each.kind for each in facts.columns}
        for names in self.all:
            free = [each for each in names if each not in references and each in order]
            done = {*self.counted_by, *self.distinct}
            if len(names) < 2 or not free or done & set(free):
                continue
            if any((each,) in self.all for each in free):
                continue
            whole = [each for each in free if kinds[each] is StoredKind.INTEGER]
            counted = next(
                (
                    (each, other)
                    for each in whole
                    for other in names
                    if order.get(other, len(order)) < order[each] and other not in done
                ),
                None,
            )
            if counted is not None:
                self.counted_by[counted[0]] = counted[1]
            else:
                best = min(free, key=lambda each: _BEST.index(kinds[each]))
                self.distinct.add(best)

    def holds(self, column: str) -> bool:
        """Whether a column is part of a larger set."""
        return any(column in each for each in self.all if len(each) > 1)


_BEST = (
    StoredKind.INTEGER,
    StoredKind.TEXT,
    StoredKind.BYTES,
    StoredKind.TIMESTAMP,
    StoredKind.DECIMAL,
    StoredKind.REAL,
    StoredKind.OTHER,
    StoredKind.DATE,
    StoredKind.BOOLEAN,
)
"""Kinds of which there are most values first."""


def _with_room(column: DesignedColumn, rows: int) -> DesignedColumn:
    """Unique only where there are as many values as rows."""
    work = column.work
    if work is None or not work.unique or values_of(work) >= rows:
        return column
    note = phrase("not unique: fewer values than rows")
    return replace(column, work=replace(work, unique=False), note=note)


def _can_hold(
    names: tuple[str, ...],
    works: Mapping[str, ColumnWork],
    sizes: Mapping[str, int],
    rows: int,
) -> bool:
    """Whether rows can be made that differ in these columns."""
    if not set(names) <= set(works):
        return False
    known = [works[name] for name in names]
    if any(each.unique or each.make == "serial" for each in known):
        return True
    if len(known) < 2 or any(each.make != "reference" for each in known):
        return False
    targets = [sizes.get(each.to.partition(".")[0], rows) for each in known]
    return prod(targets) >= rows


def _can_have(index: IndexFacts, columns: Sequence[DesignedColumn]) -> bool:
    """Whether all its columns have the types that it was made for."""
    known = {each.facts.name: each for each in columns}
    return all(
        (work := known[name].work) is not None
        and (bool(work.native) or not known[name].note or known[name].facts.computed)
        for name in index.names
    )


def _differences(
    name: str,
    facts: TableFacts,
    columns: Sequence[DesignedColumn],
    lost: Sequence[tuple[str, ...]],
    special: Sequence[IndexFacts],
) -> Iterator[Difference]:
    out = phrase("left out")
    for other in facts.others:
        yield Difference(name, other, out)
    for names in lost:
        what = phrase("unique: {columns}", columns=", ".join(names))
        yield Difference(name, what, out, phrase("rows may repeat"))
    for index in facts.special:
        if index not in special:
            what = phrase("an index: {index}", index=str(index))
            yield Difference(name, what, out, phrase("its column has another type here"))
    for column in columns:
        yield from _column_differences(f"{name}.{column.name}", column, facts)


def _column_differences(
    place: str, column: DesignedColumn, facts: TableFacts
) -> Iterator[Difference]:
    out, source, work = phrase("left out"), Message(column.facts.written), column.work
    if work is None:
        yield Difference(place, source, out, column.note)
        return
    if column.note:
        yield Difference(place, source, Message(work.native or work.type.value), column.note)
    if column.facts.default:
        here = out if work.default is None else Message(repr(str(work.default)))
        yield Difference(place, phrase("a default"), here)
    if not column.facts.nullable and not _is_required(column.facts.name, work, facts):
        yield Difference(place, Message(_NOT_NULL), out)


def _is_required(name: str, work: ColumnWork, facts: TableFacts) -> bool:
    return work.required or work.make == "serial" or name in facts.key


def _plain_names(tables: Sequence[TableFacts]) -> Mapping[TableName, str]:
    """A table's name without its schema, with a number where two are alike."""
    found: dict[TableName, str] = {}
    for facts in tables:
        found[facts.name] = fresh_name(facts.name.name, found.values())
    return found


def _work_of(
    link: _Link,
    facts: TableFacts,
    done: Sequence[DesignedTable],
    before: Sequence[DesignedColumn],
) -> ColumnWork | None:
    """How the column that a reference points to is made."""
    columns = before if link.table == facts.name else ()
    for table in done:
        if table.facts.name == link.table:
            columns = table.columns
    return next((each.work for each in columns if each.facts.name == link.to), None)
