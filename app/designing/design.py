"""A design: the workload that is proposed from a database's schema and statements; the user chooses
its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.designing.sensitive_columns import Proposal
from engines.contract.message import NOTHING, Message, phrase, plural
from engines.contract.structure import ColumnFacts, Relation, TableFacts
from workloads.own.model import (
    LONGEST_DIFFERENCE,
    ColumnType,
    ColumnWork,
    DrawnValue,
    Given,
    IndexWork,
    ReferenceWork,
)
from workloads.own.sql.parsed import ColumnName


@dataclass(frozen=True)
class DesignedColumn:
    """A column: `name` is its name in the file, `work` how its values are generated (None: it is
    left out), `note` how it differs from the source. `proposal` is why it may be sensitive; `seal`:
    the user wants it encrypted; `why_not_encrypted`: why it cannot be. `found_by_equality`: a
    statement searches it by equality, so that, encrypted, it needs a blind index."""

    facts: ColumnFacts
    name: str
    work: ColumnWork | None
    note: Message = NOTHING
    proposal: Proposal | None = None
    seal: bool = False
    found_by_equality: bool = False
    why_not_encrypted: Message = NOTHING

    @property
    def is_encryptable(self) -> bool:
        return self.work is not None and not self.why_not_encrypted


@dataclass(frozen=True)
class Difference:
    """A difference between source and file: what the source has, what the file has (`here`), and
    what that changes. `place` is a table or `table.column`."""

    place: str
    source: Message
    here: Message
    changes: Message

    @property
    def cells(self) -> tuple[str, ...]:
        """Its cells for `DIFFERENCE_HEADS`, as written to the file."""
        cells = (self.place, *map(str, (self.source, self.here, self.changes)))
        return tuple(printable(each)[:LONGEST_DIFFERENCE] for each in cells)


def printable(text: str) -> str:
    """The text without line breaks and control characters, for a comment in TOML."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _grouped(differences: Sequence[Difference]) -> list[Difference]:
    groups: dict[tuple[str, ...], list[Difference]] = {}
    for each in differences:
        group = groups.setdefault(each.cells[1:], [])
        places = ", ".join((*(known.place for known in group[-1:]), each.place))
        if group and len(places) <= LONGEST_DIFFERENCE and group[-1].place != each.place:
            group[-1] = replace(each, place=places)
        else:
            group.append(each)
    return [each for group in groups.values() for each in group]


@dataclass(frozen=True)
class DesignedTable:
    """A table; `name` is its name in the file, `key` its primary key there; `unique` and `indexes`
    are sets of several columns."""

    facts: TableFacts
    name: str
    rows: int
    key: tuple[str, ...]
    columns: tuple[DesignedColumn, ...]
    note: Message = NOTHING
    unique: tuple[tuple[str, ...], ...] = ()
    indexes: tuple[tuple[str, ...], ...] = ()
    differences: tuple[Difference, ...] = ()
    other_indexes: tuple[IndexWork, ...] = ()
    references: tuple[ReferenceWork, ...] = ()

    def distinguishes(self, name: str) -> bool:
        """Whether a new row needs a new value in a column, since it is (part of) a key."""
        column = self.column(name)
        work = None if column is None else column.work
        if work is None:
            return False
        references = {each.name for each in self.columns if each.work and each.work.to}
        joined = any(
            name in each and len(each) > 1 and references.issuperset(each)
            for each in (self.key, *self.unique)
        )
        return joined or work.unique or work.make == "serial"

    def searched_by(self, sought: Collection[ColumnName]) -> DesignedTable:
        """With these columns marked, too, as ones that a statement finds rows by through
        equality."""
        names = {each.column for each in sought if each.table == self.name}
        columns = tuple(
            replace(each, found_by_equality=each.found_by_equality or each.name in names)
            for each in self.columns
        )
        return replace(self, columns=columns)

    def column(self, name: str) -> DesignedColumn | None:
        """The column with this name in the file."""
        return next((each for each in self.columns if each.name == name), None)


@dataclass(frozen=True)
class StatementTrial:
    """Whether a statement works under a protection, by its name, and the reason if it does not."""

    protection: str
    works: bool
    reason: Message = NOTHING


@dataclass(frozen=True)
class DesignedStatement:
    """An operation of the file. `share` of the server's time on all counted statements, 0 where
    nothing was counted; `notes`: assumptions about it; `trials`: empty until it was tried."""

    name: str
    sql: tuple[str, ...]
    parameters: Mapping[str, DrawnValue] = field(default_factory=dict)
    calls: int = 0
    seconds: float = 0.0
    share: float = 0.0
    weight: float = 1.0
    times: int = 100
    notes: tuple[Message, ...] = ()
    chosen: bool = True
    trials: tuple[StatementTrial, ...] = ()

    @property
    def fails(self) -> bool:
        """Whether it was tried, and plaintext cannot run it."""
        return bool(self.trials) and not self.trials[0].works

    def with_width(self, parameter: str, width: Given) -> DesignedStatement:
        drawn = replace(self.parameters[parameter], width=width)
        return replace(self, parameters={**self.parameters, parameter: drawn})

    @property
    def failures(self) -> tuple[StatementTrial, ...]:
        """Protections under which it does not work, plaintext first."""
        return tuple(each for each in self.trials if not each.works)


@dataclass(frozen=True)
class UnmeasuredStatement:
    """A statement that cannot be measured. `text` has the server's names, without values and
    comments; of an unreadable one only the verb is known."""

    verb: str
    tables: tuple[str, ...]
    reason: Message
    calls: int = 0
    share: float = 0.0
    text: str = ""


@dataclass(frozen=True)
class Design:
    """All that is proposed. `with_encrypted` and `with_statements` apply the user's choices."""

    name: str
    dialect: str
    database: str
    tables: tuple[DesignedTable, ...]
    statements: tuple[DesignedStatement, ...] = ()
    unmeasured: tuple[UnmeasuredStatement, ...] = ()
    why_no_statements: Message = NOTHING
    """Why the server has no statement statistics, so that statements are made from keys."""
    relations: tuple[Relation, ...] = ()
    """Views and other relations that are not tables, which the file leaves out."""
    remarks: tuple[Message, ...] = ()
    """What could not be read from the server."""
    tried_on: str = ""
    """The server that all chosen statements were tried on; empty: not tried."""

    @property
    def left_out(self) -> tuple[DesignedStatement, ...]:
        """Statements that failed in plaintext when tried."""
        return tuple(each for each in self.statements if each.fails)

    @property
    def differences(self) -> tuple[Difference, ...]:
        """All differences from the source, table by table; equal ones of several columns are
        merged, as long as their names fit."""
        tables = _grouped([each for table in self.tables for each in table.differences])
        out = phrase("left out")
        changes = phrase("statements that read it are left out")
        relations = (Difference(str(each.name), each.what, out, changes) for each in self.relations)
        return (*tables, *self._collations, *relations)

    @property
    def _collations(self) -> Iterator[Difference]:
        """One difference for all columns of a collation."""
        found = Counter(
            column.facts.collation
            for _, column in self.columns()
            if column.work is not None
            and column.work.type is ColumnType.TEXT
            and column.facts.collation
        )
        for collation, columns in sorted(found.items(), key=lambda each: each[0].name):
            source = plural(
                "{n} columns sorted by {collation}",
                "{n} column sorted by {collation}",
                columns,
                collation=collation.name,
            )
            yield Difference("*", source, phrase("by their bytes"), collation.changes)

    def columns(self) -> Iterator[tuple[DesignedTable, DesignedColumn]]:
        for table in self.tables:
            for column in table.columns:
                yield table, column

    @property
    def proposed(self) -> frozenset[str]:
        """The columns that may be sensitive and can be encrypted, as `table.column`."""
        return frozenset(
            f"{table.name}.{column.name}"
            for table, column in self.columns()
            if column.proposal is not None and column.is_encryptable
        )

    def with_encrypted(self, names: Collection[str]) -> Design:
        """With exactly these columns (`table.column` of the file) encrypted."""
        tables = tuple(
            replace(
                table,
                columns=tuple(
                    replace(each, seal=f"{table.name}.{each.name}" in names and each.is_encryptable)
                    for each in table.columns
                ),
            )
            for table in self.tables
        )
        return replace(self, tables=tables)

    def with_statements(self, names: Collection[str]) -> Design:
        """With exactly these statements chosen, by their names."""
        chosen = tuple(replace(each, chosen=each.name in names) for each in self.statements)
        return replace(self, statements=chosen)

    def untried(self) -> Design:
        """With all trials dropped; failed statements are chosen again."""
        statements = tuple(
            replace(each, chosen=each.chosen or each.fails, trials=()) for each in self.statements
        )
        return replace(self, statements=statements, tried_on="")

    def without_statement(self, name: str) -> Design:
        return replace(self, statements=tuple(s for s in self.statements if s.name != name))

    def with_width(self, name: str, parameter: str, width: Given) -> Design:
        return replace(
            self,
            statements=tuple(
                each.with_width(parameter, width) if each.name == name else each
                for each in self.statements
            ),
        )
