"""A design out of what a server told: every table, column and statement with what is proposed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter

from app.designing.columns import Place, making_of
from app.designing.design import Design, DesignedColumn, DesignedTable
from app.designing.inspecting import Inspected
from app.designing.names import fresh_name, fresh_names
from app.designing.sensitive.checks import Passed
from app.designing.sensitive.judging import proposal_for
from app.designing.statements.proposed import Statements, from_script, from_server, from_structure
from app.designing.statements.scripts import Script
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.structure import ColumnFacts, StoredKind, TableFacts, TableName
from workloads.own.model import ColumnWork, Dialect, Kind

_USUAL_ROWS, _MOST_ROWS = 10_000, 10_000_000


def propose(inspected: Inspected, name: str = "", script: Script | None = None) -> Design:
    """What can be made of what a server told. Statements are those of a `script` if there is one,
    else those that the server counted, else what keys and references suggest."""
    dialect = Dialect(inspected.engine)
    tables = _Tables(inspected).designed()
    statements, why = _statements(inspected, tables, dialect, script)
    return Design(
        name or inspected.database,
        dialect,
        inspected.database,
        _with_searches(tables, statements),
        statements.readable,
        statements.unread,
        why,
    )


def _statements(
    inspected: Inspected,
    tables: tuple[DesignedTable, ...],
    dialect: Dialect,
    script: Script | None,
) -> tuple[Statements, Message]:
    if script is not None:
        return from_script(script, tables, dialect), NOTHING
    told = from_server(inspected.counted, tables, dialect)
    if told.readable:
        return told, NOTHING
    why = inspected.counted.why_not or phrase("the server counted none over these tables")
    usual = from_structure(tables, dialect)
    return replace(usual, unread=told.unread), why


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
        self._facts = {facts.name: facts for facts in inspected.tables}
        plain = _plain_names(inspected.tables)
        self._names = {facts.name: plain[facts.name] for facts in inspected.tables}
        self._columns = {
            facts.name: fresh_names(each.name for each in facts.columns)
            for facts in inspected.tables
        }
        self._links = {facts.name: list(self._links_of(facts)) for facts in inspected.tables}

    def designed(self) -> tuple[DesignedTable, ...]:
        return tuple(self._designed(facts) for facts in self._in_order())

    def _in_order(self) -> list[TableFacts]:
        """Tables behind those that they refer to, large ones first: the first is the one whose rows
        a plan counts. A circle is cut where it is met."""
        by_size = sorted(self._facts.values(), key=lambda each: -(each.rows or 0))
        while True:
            sorting: TopologicalSorter[TableName] = TopologicalSorter()
            for facts in by_size:
                others = {link.table for link in self._links[facts.name]} - {facts.name}
                sorting.add(facts.name, *others)
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

    def _designed(self, facts: TableFacts) -> DesignedTable:
        named = self._columns[facts.name]
        columns = tuple(self._column(facts, each) for each in facts.columns)
        present = {each.facts.name for each in columns if each.work is not None}
        key = tuple(named[each] for each in facts.key) if set(facts.key) <= present else ()
        rows = min(max(facts.rows if facts.rows is not None else _USUAL_ROWS, 1), _MOST_ROWS)
        note = NOTHING
        if facts.rows is None:
            note = phrase("the server does not tell its rows: {rows} assumed", rows=rows)
        return DesignedTable(facts, self._names[facts.name], rows, key, columns, note)

    def _column(self, facts: TableFacts, column: ColumnFacts) -> DesignedColumn:
        sample = self._sample(facts.name, column.name)
        place = self._place(facts, column)
        proposal = proposal_for(facts.name.name, column, sample)
        if place.serial or place.to:
            proposal = None
        made = making_of(facts, column, place, proposal)
        note = made.note or self._lost_reference(facts, column)
        return DesignedColumn(
            column,
            self._columns[facts.name][column.name],
            made.work,
            note,
            proposal,
            why_not_sealed=_why_not_sealed(made.work),
        )

    def _sample(self, table: TableName, column: str) -> Passed | None:
        return self._samples.get(table, {}).get(column)

    def _place(self, facts: TableFacts, column: ColumnFacts) -> Place:
        link = next((x for x in self._links[facts.name] if x.column == column.name), None)
        to = ""
        if link is not None:
            to = f"{self._names[link.table]}.{self._columns[link.table][link.to]}"
        alone = (column.name,)
        key = facts.key == alone
        return Place(
            serial=key and column.kind is StoredKind.INTEGER and not to,
            to=to,
            indexed=alone in facts.indexes,
            unique=key or alone in facts.unique,
        )

    def _lost_reference(self, facts: TableFacts, column: ColumnFacts) -> Message:
        for each in facts.references:
            if column.name in each.columns:
                if len(each.columns) > 1:
                    return phrase("a reference of several columns to {table}", table=each.table)
                if not any(x.column == column.name for x in self._links[facts.name]):
                    return phrase("a reference to {table} that is left out", table=each.table)
        return NOTHING


def _plain_names(tables: Sequence[TableFacts]) -> Mapping[TableName, str]:
    """A table's name without its schema, with a number where two are alike."""
    found: dict[TableName, str] = {}
    for facts in tables:
        found[facts.name] = fresh_name(facts.name.name, found.values())
    return found


def _why_not_sealed(work: ColumnWork | None) -> Message:
    if work is None:
        return phrase("it is left out")
    if work.make in ("serial", "reference"):
        return phrase("keys and references cannot be sealed")
    if work.type is not Kind.TEXT:
        return phrase("only columns of text can be sealed")
    return NOTHING
