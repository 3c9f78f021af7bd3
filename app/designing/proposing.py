"""Builds a design from an inspection: every table, column and statement, with what is proposed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from math import prod
from pathlib import PurePath

import sqlglot
from sqlglot import exp

from app.designing.checks import Checks, ColumnCheck, unwrapped
from app.designing.column_plan import ColumnPlan, ColumnRole, distinct_value_count, plan_column
from app.designing.design import Design, DesignedColumn, DesignedTable, Difference
from app.designing.design_writing import workload_name, workload_names
from app.designing.inspecting import InspectionResult
from app.designing.proposed_statements import (
    ProposedStatements,
    from_script,
    from_server,
    from_structure,
)
from app.designing.scripts import Script
from app.designing.sensitive_columns import proposal_for
from engines.contract.message import NOTHING, Message, phrase, plural
from engines.contract.structure import (
    ColumnFacts,
    IndexFacts,
    ReferenceFacts,
    StoredKind,
    TableFacts,
    TableName,
    ValueDistribution,
)
from engines.registry import engine_named, facts_of
from workloads.own.model import ColumnWork, Given, IndexWork, ReferenceWork, TableWork, is_implied

_USUAL_ROWS, _ROWS_OF_EMPTY, _MOST_ROWS = 10_000, 100, 10_000_000
_NOT_NULL, _CASCADE, _ON_CHANGE = "NOT NULL", "CASCADE", "ON DELETE {}, ON UPDATE {}"
"""SQL in differences, which is not translated."""


def propose(inspected: InspectionResult, name: str = "", script: Script | None = None) -> Design:
    """Build a design. Statements are those of a `script` if there is one, else those of the
    server's statistics, else ones made from keys and references."""
    dialect = inspected.engine
    tables = _Tables(inspected).designed()
    statements, why = _statements(inspected, tables, dialect, script)
    tables = _without_computed(tables, statements, dialect)
    return Design(
        name or _title(inspected.database),
        dialect,
        inspected.database,
        tuple(each.searched_by(statements.searched_columns) for each in tables),
        statements.operations,
        statements.unmeasured,
        why,
        inspected.relations,
        inspected.remarks,
    )


def _title(database: str) -> str:
    """The name of a database; of a database file, its name without folder and suffix."""
    return PurePath(database).stem if "/" in database else database


def _statements(
    inspected: InspectionResult,
    tables: tuple[DesignedTable, ...],
    dialect: str,
    script: Script | None,
) -> tuple[ProposedStatements, Message]:
    if script is not None:
        return from_script(script, tables, dialect), NOTHING
    counted = from_server(inspected.statement_counts, tables, inspected.relations, dialect)
    if counted.operations:
        return counted, NOTHING
    why = inspected.statement_counts.why_not or phrase("the server counted none over these tables")
    usual = from_structure(tables, dialect)
    return replace(usual, unmeasured=counted.unmeasured), why


def computed_columns(texts: Sequence[str], dialect: str) -> frozenset[tuple[str, str]]:
    """Table and column of what statements set to a computed value, which a check may refuse."""
    found = set[tuple[str, str]]()
    for text in texts:
        tree = sqlglot.parse_one(text, dialect=facts_of(dialect).grammar)
        table = tree.find(exp.Table)
        for update in tree.find_all(exp.Update, exp.OnConflict):
            for each in update.expressions:
                plain = isinstance(
                    unwrapped(each.expression), (exp.Placeholder, exp.Literal, exp.Null)
                )
                if isinstance(each, exp.EQ) and not plain and table is not None:
                    found.add((table.name, each.this.name))
    return frozenset(found)


def _without_computed(
    tables: tuple[DesignedTable, ...], statements: ProposedStatements, dialect: str
) -> tuple[DesignedTable, ...]:
    """Without the checks of columns that a statement computes, which it might violate."""
    texts = [text for each in statements.operations for text in each.sql]
    computed = computed_columns(texts, dialect)
    return tuple(
        replace(
            table,
            columns=tuple(
                replace(each, work=replace(each.work, check=""))
                if each.work is not None and (table.name, each.name) in computed
                else each
                for each in table.columns
            ),
            differences=(
                *table.differences,
                *(
                    Difference(
                        f"{table.name}.{each.name}",
                        phrase("CHECK ({check})", check=f"{each.name} {each.work.check}"),
                        phrase("left out"),
                        phrase("a statement computes the column"),
                    )
                    for each in table.columns
                    if each.work is not None and each.work.check
                    if (table.name, each.name) in computed
                ),
            ),
        )
        for table in tables
    )


@dataclass(frozen=True)
class _Link:
    """A foreign key from which its columns take their values, in the order of the referenced key; a
    `late` one is a deferred constraint, checked once all tables are filled."""

    columns: tuple[str, ...]
    table: TableName
    to: tuple[str, ...]
    late: bool = False

    @property
    def pairs(self) -> Mapping[str, str]:
        return dict(zip(self.columns, self.to, strict=True))


class _Tables:
    """Designs the chosen tables, with their names in the file."""

    def __init__(self, inspected: InspectionResult) -> None:
        self._samples, self._checks = inspected.samples, inspected.checks
        self._dialect = engine_named(inspected.engine).driver.dialect
        self._server = facts_of(inspected.engine)
        self._facts = {facts.name: facts for facts in inspected.tables}
        self._names = _plain_names(inspected.tables)
        self._columns = {
            facts.name: workload_names(each.name for each in facts.columns)
            for facts in inspected.tables
        }
        self._links = {facts.name: list(self._links_of(facts)) for facts in inspected.tables}

    def designed(self) -> tuple[DesignedTable, ...]:
        """The designed tables, each after those that it references, on whose columns it depends."""
        done: dict[TableName, DesignedTable] = {}
        for facts in self._in_order():
            done[facts.name] = self._designed(facts, done)
        return tuple(done.values())

    def _in_order(self) -> list[TableFacts]:
        """Tables after those that they reference, large ones first, since a plan's size counts rows
        of the first. In a circle one foreign key becomes late, or is left out."""
        by_size = sorted(self._facts.values(), key=lambda each: -(each.rows or 0))
        while True:
            sorting: TopologicalSorter[TableName] = TopologicalSorter()
            for facts in by_size:
                links = (link for link in self._links[facts.name] if not link.late)
                others = {link.table for link in links} - {facts.name}
                sorting.add(facts.name, *sorted(others))  # the same circle is cut each time
            try:
                return self._sorted(sorting)
            except CycleError as error:
                self._cut(list(pairwise(error.args[1])))  # each is a predecessor of the next

    def _cut(self, circle: Sequence[tuple[TableName, TableName]]) -> None:
        able = (
            (before, after)
            for before, after in circle
            if all(map(self._can_be_late, self._between(after, before)))
        )
        before, after = next(able, circle[0])
        known = self._between(after, before)
        others = [each for each in self._links[after] if each not in known]
        late = [replace(each, late=True) for each in known if self._can_be_late(each)]
        self._links[after] = [*others, *late]

    def _between(self, table: TableName, other: TableName) -> list[_Link]:
        return [x for x in self._links[table] if x.table == other and not x.late]

    def _can_be_late(self, link: _Link) -> bool:
        """Whether the engine has deferred constraints, and the referenced values are known before:
        those of a single column that references no other."""
        knows = bool(self._dialect.late_reference or self._dialect.deferred)
        pointing = {name for each in self._links[link.table] for name in each.columns}
        return knows and len(link.columns) == 1 and pointing.isdisjoint(link.to)

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
        """Foreign keys to a primary key or a unique set, those of most columns first; each column
        takes part in one only."""
        taken: set[str] = set()
        for each in sorted(facts.references, key=lambda each: -len(each.columns)):
            target = self._facts.get(each.table)
            if target is None or len(each.columns) != len(each.to):
                continue
            link = _ordered(each, (target.key, *target.unique))
            if link is None or taken & set(link.columns):
                continue
            several = len(link.columns) > 1
            if each.table == facts.name and (
                (several and not self._dialect.checks_self_references)
                or set(link.columns) & set(link.to)  # values would depend on themselves
            ):
                continue
            taken |= set(link.columns)
            yield link

    def _designed(
        self, facts: TableFacts, done: Mapping[TableName, DesignedTable]
    ) -> DesignedTable:
        rows, note = _rows(facts)
        self._links[facts.name] = [x for x in self._links[facts.name] if self._leads(x, done)]
        keys = self._keys(facts)
        columns = [self._column(facts, each, keys, done) for each in facts.columns]
        columns = [self._with_room(each, facts.name, rows) for each in columns]
        named = self._columns[facts.name]
        works = {each.facts.name: each.work for each in columns if each.work is not None}
        possible = [each for each in keys.all if self._can_hold(each, facts.name, works, rows)]
        key = next((each for each in possible if each == facts.key), ())
        unique = tuple(each for each in possible if each != key)
        indexes = tuple(each for each in facts.indexes if len(each) > 1 and set(each) <= set(works))
        special = tuple(each for each in facts.special_indexes if _can_have(each, columns))
        lost = [each for each in keys.all if each not in possible]

        def in_file(sets: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
            return tuple(dict.fromkeys(tuple(named[name] for name in each) for each in sets))

        designed = DesignedTable(
            facts,
            self._names[facts.name],
            rows,
            tuple(named[each] for each in key),
            tuple(columns),
            note,
            in_file(unique),
            in_file(indexes),
            other_indexes=tuple(
                IndexWork(each.kind, tuple(f"{named[name]}{end}" for name, end in each.columns))
                for each in special
            ),
        )
        references, differing = self._references(facts, designed, done)
        listed = _differences(
            self._names[facts.name],
            facts,
            columns,
            lost,
            special,
            self._checks_lost(facts, columns),
        )
        return replace(designed, references=tuple(references), differences=(*differing, *listed))

    def _keys(self, facts: TableFacts) -> _Keys:
        return _Keys(facts, [name for link in self._links[facts.name] for name in link.columns])

    def _leads(self, link: _Link, done: Mapping[TableName, DesignedTable]) -> bool:
        """Whether the referenced columns are unique in the file, too."""
        target = done.get(link.table)
        if len(link.to) > 1 and target is not None:
            named = self._columns[link.table]
            return tuple(named[each] for each in link.to) in (target.key, *target.unique)
        works = [self._target(link.table, each, done) for each in link.to]
        if len(link.to) > 1:
            return None not in works
        known = works[0]
        return known is not None and (known.unique or (known.make == "serial" and not known.by))

    def _target(
        self, table: TableName, column: str, done: Mapping[TableName, DesignedTable]
    ) -> ColumnWork | None:
        """How a referenced column is generated, also of a table that is designed later."""
        if table in done:
            columns = done[table].columns
            return next((each.work for each in columns if each.facts.name == column), None)
        facts = self._facts[table]
        known = next((each for each in facts.columns if each.name == column), None)
        if known is None:
            return None
        made = self._column(facts, known, self._keys(facts), done)
        return self._with_room(made, table, _rows(facts)[0]).work

    def _with_room(self, column: DesignedColumn, table: TableName, rows: int) -> DesignedColumn:
        """Not unique where its generator has fewer values than the table has rows."""
        work = column.work
        if work is None or not work.unique:
            return column
        link = self._link_of(table, column.facts.name)
        values = distinct_value_count(work) if link is None else _rows(self._facts[link.table])[0]
        if values >= rows:
            return column
        note = phrase("not unique: fewer values than rows")
        return replace(column, work=replace(work, unique=False), note=note)

    def _link_of(self, table: TableName, column: str) -> _Link | None:
        return next((x for x in self._links[table] if column in x.columns), None)

    def _can_hold(
        self, names: tuple[str, ...], table: TableName, works: Mapping[str, ColumnWork], rows: int
    ) -> bool:
        """Whether rows can be generated that all differ in these columns."""
        if not set(names) <= set(works):
            return False
        known = [works[name] for name in names]
        if any(each.unique or each.make == "serial" for each in known):
            return True
        links = {self._link_of(table, name) for name in names}
        if len(known) < 2 or None in links:
            return False
        found = [each for each in links if each is not None]
        if {name for each in found for name in each.columns} != set(names):
            return False
        if any(each.table == table for each in found):
            return False
        return prod(_rows(self._facts[each.table])[0] for each in found) >= rows

    def _column(
        self,
        facts: TableFacts,
        column: ColumnFacts,
        keys: _Keys,
        done: Mapping[TableName, DesignedTable],
    ) -> DesignedColumn:
        sample = self._samples.get(facts.name, {}).get(column.name)
        role = self._role(facts, column, keys, done)
        proposal = proposal_for(facts.name.name, column, sample)
        if role.key or role.to:
            proposal = None
        distribution = facts.distributions.get(column.name, ValueDistribution())
        if (link := self._link_of(facts.name, column.name)) is not None:
            distribution = _widest(
                [facts.distributions.get(each, ValueDistribution()) for each in link.columns]
            )
        made = plan_column(
            column, role, distribution, proposal, self._check(facts.name, column.name)
        )
        if column.domain and made.work is not None:
            made = self._of_domain(facts.name, column, made, made.work)
        return DesignedColumn(
            column,
            self._columns[facts.name][column.name],
            made.work,
            made.note,
            proposal,
            why_not_encrypted=self._why_not_encrypted(facts, column, role, made.work),
        )

    def _check(self, table: TableName, column: str) -> ColumnCheck | None:
        known = self._checks.get(table, Checks()).understood
        key = self._server.column_key(column)
        return next((each for each in known if each.column == key), None)

    def _of_domain(
        self, table: TableName, column: ColumnFacts, made: ColumnPlan, work: ColumnWork
    ) -> ColumnPlan:
        check = self._check(table, column.name)
        lost = column.name in self._checks.get(table, Checks()).domains
        if lost or (check is not None and check.domain and not work.check):
            note = phrase("the domain {domain} without its checks", domain=column.domain)
            return replace(made, note=note)
        same = phrase("the type and checks of the domain {domain}", domain=column.domain)
        return replace(made, note=made.note or same)

    def _checks_lost(self, facts: TableFacts, columns: Sequence[DesignedColumn]) -> int:
        """How many of the table's own checks the file leaves out."""
        checks = self._checks.get(facts.name, Checks())
        checked = {each.facts.name for each in columns if each.work and each.work.check}
        keys = set(map(self._server.column_key, checked))
        lost = [each for each in checks.understood if not each.domain and each.column not in keys]
        return checks.other_checks + len(lost)

    def _role(
        self,
        facts: TableFacts,
        column: ColumnFacts,
        keys: _Keys,
        done: Mapping[TableName, DesignedTable],
    ) -> ColumnRole:
        link = self._link_of(facts.name, column.name)
        to = "" if link is None else link.pairs[column.name]
        alone = (column.name,)
        whole = column.kind is StoredKind.INTEGER
        by = keys.counted_by.get(column.name, "")
        return ColumnRole(
            # a row with only a serial key could not be inserted
            serial=facts.key == alone and whole and link is None and len(facts.columns) > 1,
            by=self._columns[facts.name][by] if by else "",
            key=column.name in facts.key,
            in_composite_key=keys.holds(column.name)
            or any(column.name in x for x in facts.indexes),
            to="" if link is None else f"{self._names[link.table]}.{self._columns[link.table][to]}",
            referenced=None if link is None else self._target(link.table, to, done),
            indexed=alone in facts.indexes,
            unique=alone in keys.all or column.name in keys.distinct,
        )

    def _why_not_encrypted(
        self, facts: TableFacts, column: ColumnFacts, role: ColumnRole, work: ColumnWork | None
    ) -> Message:
        if work is None:
            return phrase("it is left out")
        pointed = any(
            link.table == facts.name and column.name in link.to
            for links in self._links.values()
            for link in links
        )
        if role.key or role.to or pointed:
            return phrase("keys and references cannot be encrypted")
        return NOTHING

    def _references(
        self,
        facts: TableFacts,
        designed: DesignedTable,
        done: Mapping[TableName, DesignedTable],
    ) -> tuple[list[ReferenceWork], list[Difference]]:
        """The table's foreign keys of several columns, and the differences: foreign keys that the
        file leaves out, or whose ON DELETE differs."""
        tables = {each.name: _as_work(each) for each in (*done.values(), designed)}
        held: list[ReferenceWork] = []
        differing: list[Difference] = []
        for each in sorted(facts.references, key=lambda each: -len(each.columns)):
            known = self._facts.get(each.table)
            link = None if known is None else _ordered(each, (known.key, *known.unique))
            reference = None if link is None else self._as_reference(facts.name, link)
            own = any(replace(x, late=False) == link for x in self._links[facts.name])
            checked = self._dialect.checks_self_references or each.table != facts.name
            if (
                not checked
                or reference is None
                or not (own or is_implied(tables, designed.name, reference))
            ):
                source = phrase("a foreign key {key}", key=str(each))
                changes = phrase("values need no row there")
                differing.append(Difference(designed.name, source, phrase("left out"), changes))
                continue
            if len(each.columns) > 1 or not own:
                held.append(reference)
                tables[designed.name] = replace(tables[designed.name], references=tuple(held))
            differing += self._acting(facts, each)
        return held, differing

    def _as_reference(self, table: TableName, link: _Link) -> ReferenceWork:
        named, other = self._columns[table], self._columns[link.table]
        return ReferenceWork(
            tuple(named[each] for each in link.columns),
            tuple(f"{self._names[link.table]}.{other[each]}" for each in link.to),
        )

    def _acting(self, facts: TableFacts, each: ReferenceFacts) -> Iterator[Difference]:
        if self._dialect.cascades and (each.on_delete, each.on_update) != ("cascade", "cascade"):
            deleted, updated = each.on_delete.upper(), each.on_update.upper()
            source = Message(_ON_CHANGE.format(deleted, updated))
            names = (self._columns[facts.name][name] for name in each.columns)
            place = f"{self._names[facts.name]}.{', '.join(names)}"
            here = Message(_CASCADE)
            changes = phrase("a changed key changes what points to it")
            if each.on_delete != "cascade":
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
    """The primary key and unique sets of a table. In each set of several columns that is not made
    of references only, one column ensures uniqueness: an integer numbered for each value of an
    earlier one (`counted_by`), or one without repeated values (`distinct`)."""

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
        """Whether a column is part of a set of several."""
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
"""Kinds by the number of possible values, most first."""


def _ordered(each: ReferenceFacts, keys: Sequence[tuple[str, ...]]) -> _Link | None:
    """The foreign key in the order of the referenced key; None where it references no key."""
    pairs = dict(zip(each.to, each.columns, strict=True))
    for key in keys:
        if set(key) == set(each.to):
            return _Link(tuple(pairs[name] for name in key), each.table, key)
    return None


def _widest(distributions: Sequence[ValueDistribution]) -> ValueDistribution:
    """The distribution of columns that reference a row together: that of the column with most
    distinct values, with the largest share of NULLs."""
    most = max(distributions, key=lambda each: each.distinct)
    return replace(most, nulls=max(each.nulls for each in distributions))


def _as_work(table: DesignedTable) -> TableWork:
    columns = {each.name: each.work for each in table.columns if each.work is not None}
    return TableWork(table.rows, columns, table.key, table.unique, references=table.references)


def _can_have(index: IndexFacts, columns: Sequence[DesignedColumn]) -> bool:
    """Whether its columns have the types in the file that the index needs."""
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
    checks: int,
) -> Iterator[Difference]:
    out = phrase("left out")
    if checks:
        what = plural("{n} checks", "{n} check", checks)
        yield Difference(name, what, out, phrase("no row is refused"))
    for other in facts.omitted:
        yield Difference(name, other.what, out, other.changes)
    for names in lost:
        what = phrase("unique: {columns}", columns=", ".join(names))
        yield Difference(name, what, out, phrase("rows may repeat"))
    for index in facts.special_indexes:
        if index not in special:
            what = phrase("an index: {index}", index=str(index))
            yield Difference(name, what, out, phrase("its column has another type here"))
    for column in columns:
        yield from _column_differences(f"{name}.{column.name}", column, facts)


def _column_differences(
    place: str, column: DesignedColumn, facts: TableFacts
) -> Iterator[Difference]:
    out, source, work = phrase("left out"), Message(column.facts.declared_type), column.work
    if work is None:
        yield Difference(place, source, out, column.note)
        return
    if column.note:
        yield Difference(place, source, Message(work.native or work.type.value), column.note)
    if column.facts.default:
        here, changes = out, phrase("new rows without a value get NULL")
        if column.facts.name in facts.key:
            changes = phrase("new rows need a value")
        elif work.default is not None:
            here = Message(_literal(work.default))
            changes = phrase("new rows without a value get this one")
        yield Difference(place, phrase("a default"), here, changes)
    if work.make == "serial" and not work.by and not column.facts.auto_increment:
        changes = phrase("new rows get the next number, not the application’s")
        yield Difference(place, source, phrase("numbered by the server"), changes)
    if not column.facts.nullable and not _is_required(column.facts.name, work, facts):
        yield Difference(place, Message(_NOT_NULL), out, phrase("NULL is not refused"))


def _literal(value: Given) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else repr(str(value))


def _is_required(name: str, work: ColumnWork, facts: TableFacts) -> bool:
    return work.required or work.make == "serial" or name in facts.key


def _plain_names(tables: Sequence[TableFacts]) -> Mapping[TableName, str]:
    """A table's name without its schema, with a number where two are alike."""
    found: dict[TableName, str] = {}
    for facts in tables:
        found[facts.name] = workload_name(facts.name.name, found.values())
    return found
