"""Proposes the operations of a design: from statement statistics, from a file, or from keys
alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.designing.design import Design, DesignedStatement, DesignedTable, UnmeasuredStatement
from app.designing.named_statement import (
    NamedStatement,
    name_file_statement,
    name_statement,
    quoting_reason,
    readable_text,
)
from app.designing.parameterized_text import parameterized, verb_of
from app.designing.scripts import Script, script_in
from engines.contract.errors import Unfit
from engines.contract.message import phrase
from engines.contract.structure import CountedStatement, Relation, StatementCounts
from workloads.own.model import DrawnValue
from workloads.own.sql.parsed import ColumnName

_SLOW_SECONDS = 0.02
_TIMES, _FEW_TIMES = 100, 10
_LONGEST = 56
"""Characters of an operation's name, with room for a number after it."""


@dataclass(frozen=True)
class ProposedStatements:
    """Operations, statements that cannot be measured, and the columns that rows are found by
    through equality."""

    operations: tuple[DesignedStatement, ...] = ()
    unmeasured: tuple[UnmeasuredStatement, ...] = ()
    searched_columns: frozenset[ColumnName] = frozenset()


def from_server(
    counted: StatementCounts,
    tables: tuple[DesignedTable, ...],
    relations: tuple[Relation, ...],
    dialect: str,
) -> ProposedStatements:
    """Each counted statement becomes an operation, the one with most time first; its weight is its
    share of all measurable calls, in per cent. Statements on other tables are ignored; those on
    `relations` (views) are listed as unmeasured.
    """
    whole = counted.others + sum(each.seconds for each in counted.statements)
    found: dict[str, tuple[DesignedStatement, NamedStatement]] = {}
    unread: list[UnmeasuredStatement] = []
    for each in counted.statements:
        share = each.seconds / whole if whole else 0.0
        try:
            known = name_statement(
                parameterized(each.text, dialect), tables, dialect, digest=counted.digests
            )
        except Unfit as error:
            unread += _unread(each, tables, relations, dialect, error, share)
            continue
        _merge(found, _counted(each, known, share), known)
    return _numbered(found.values(), unread)


def from_script(
    script: Script, tables: tuple[DesignedTable, ...], dialect: str
) -> ProposedStatements:
    """The operations of a file, all with equal weight."""
    found: dict[str, tuple[DesignedStatement, NamedStatement]] = {}
    unread: list[UnmeasuredStatement] = []
    for texts in script.operations:
        try:
            known = [
                name_statement(parameterized(each, dialect), tables, dialect, script.draws)
                for each in texts
            ]
        except Unfit as error:
            text = "; ".join(readable_text(each, tables, dialect)[0] for each in texts)
            why = quoting_reason(error) if text else error.message
            unread.append(UnmeasuredStatement(verb_of(texts[0]), (), why, text=text))
            continue
        _merge(found, combined_operation(known), *known)
    return _numbered(found.values(), unread)


def from_structure(tables: tuple[DesignedTable, ...], dialect: str) -> ProposedStatements:
    """What most programs do with tables: read a row by its key, and the rows of a parent."""
    found: dict[str, tuple[DesignedStatement, NamedStatement]] = {}
    for table in tables:
        for text in _usual(table):
            known = name_file_statement(text, (table,), dialect)
            _merge(found, combined_operation([known]), known)
    return _numbered(found.values(), [])


def _usual(table: DesignedTable) -> Iterator[str]:
    shown = [each for each in table.columns if each.work is not None]
    listed = ", ".join(each.name for each in shown)
    if table.key:
        where = " and ".join(f"{name} = :{name}" for name in table.key)
        yield f"select {listed} from {table.name} where {where}"
    for each in shown:
        if each.work is not None and each.work.make == "reference" and each.name not in table.key:
            yield f"select {listed} from {table.name} where {each.name} = :{each.name}"


def _counted(each: CountedStatement, known: NamedStatement, share: float) -> DesignedStatement:
    mean = each.seconds / each.calls if each.calls else 0.0
    return replace(
        combined_operation([known]),
        calls=each.calls,
        seconds=each.seconds,
        share=share,
        times=_FEW_TIMES if mean > _SLOW_SECONDS else _TIMES,
    )


def combined_operation(known: Sequence[NamedStatement]) -> DesignedStatement:
    """One operation of several statements; parameters of the same name have the same value."""
    parameters: dict[str, DrawnValue] = {}
    for each in known:
        parameters = {**each.parameters, **parameters}
    texts = tuple(each.text for each in known)
    notes = tuple(note for each in known for note in each.notes)
    return DesignedStatement(known[0].name, texts, parameters, times=_TIMES, notes=notes)


def _merge(
    found: dict[str, tuple[DesignedStatement, NamedStatement]],
    made: DesignedStatement,
    known: NamedStatement,
    *more: NamedStatement,
) -> None:
    """Add an operation; statements that differ only in values are merged."""
    text = "; ".join(made.sql)
    sought = frozenset().union(known.searched_columns, *(each.searched_columns for each in more))
    known = replace(known, searched_columns=sought)
    if text in found:
        before = found[text][0]
        made = replace(
            before,
            calls=before.calls + made.calls,
            seconds=before.seconds + made.seconds,
            share=before.share + made.share,
        )
    found[text] = made, known


def _unread(
    each: CountedStatement,
    tables: tuple[DesignedTable, ...],
    relations: tuple[Relation, ...],
    dialect: str,
    error: Unfit,
    share: float,
) -> Iterator[UnmeasuredStatement]:
    """The unmeasured statement, with its chosen tables and views; nothing for one on other
    tables."""
    text, touched = readable_text(each.text, tables, dialect)
    chosen = _by_spelling({table.facts.name.name: table.name for table in tables})
    known = _by_spelling({each.name.name: each for each in relations})
    others = [relation for relation in map(known, touched) if relation is not None]
    tables_named = {name for name in map(chosen, touched) if name is not None}
    names = tuple(sorted(tables_named | {other.name.name for other in others}))
    if touched and not names:
        return
    message = quoting_reason(error) if text else error.message
    for other in others:
        message = phrase("{name} is {what}", name=other.name, what=other.what)
    yield UnmeasuredStatement(verb_of(each.text), names, message, each.calls, share, text)


def _by_spelling[T](known: Mapping[str, T]) -> Callable[[str], T | None]:
    """Looks up a name, else the same name in another case."""
    low = {name.lower(): each for name, each in known.items()}
    return lambda name: known.get(name, low.get(name.lower()))


def _numbered(
    found: Iterable[tuple[DesignedStatement, NamedStatement]], unread: list[UnmeasuredStatement]
) -> ProposedStatements:
    """The operations, those with most time first, with distinct names and weights."""
    pairs = sorted(found, key=lambda pair: -pair[0].seconds)
    whole = sum(made.calls for made, _ in pairs)
    named: dict[str, DesignedStatement] = {}
    for made, _ in pairs:
        weight = round(100 * made.calls / whole, 2) if whole else 1.0
        name = _free_name(made.name, named)
        named[name] = replace(made, name=name, weight=max(weight, 0.01))
    sought = frozenset().union(*(known.searched_columns for _, known in pairs))
    return ProposedStatements(tuple(named.values()), tuple(unread), sought)


# Statements that a user writes or edits, treated like those of a server.


def with_statement(design: Design, text: str, before: str = "") -> tuple[Design, str]:
    """The design with a new operation of these statements (separated by semicolons), and its name.

    It replaces the operation called `before`, or the unmeasured statement with that text; else it
    is added at the end. The result is untried.

    Raises: Unfit, whose clause says what is wrong
    """
    texts = [each for operation in script_in(text).operations for each in operation]
    if not texts:
        raise Unfit(phrase("there is no statement"))
    read = [_named(each, design) for each in texts]
    made = combined_operation(read)
    known = next((each for each in design.statements if each.name == before), None)
    others = {each.name for each in design.statements if each.name != before}
    if known is None:
        made = replace(made, name=_free_name(made.name, others))
        statements = (*design.statements, made)
    else:
        made = _in_place_of(known, made)
        statements = tuple(made if each is known else each for each in design.statements)
    sought = frozenset[ColumnName]().union(*(each.searched_columns for each in read))
    tables = tuple(table.searched_by(sought) for table in design.tables)
    unread = tuple(each for each in design.unmeasured if not before or each.text != before)
    design = replace(design, tables=tables, statements=statements, unmeasured=unread, tried_on="")
    return design, made.name


def _named(text: str, design: Design) -> NamedStatement:
    """The statement with names of the file, in which it is shown, or with those of the server."""
    try:
        return name_file_statement(text, design.tables, design.dialect)
    except Unfit as error:
        try:
            return name_statement(
                parameterized(text, design.dialect), design.tables, design.dialect
            )
        except Unfit:
            raise error from None


def _in_place_of(known: DesignedStatement, made: DesignedStatement) -> DesignedStatement:
    """The edited operation: name and share stay, and unchanged parameters are drawn as before."""
    parameters = {
        name: known.parameters[name]
        if name in known.parameters and known.parameters[name].column == drawn.column
        else drawn
        for name, drawn in made.parameters.items()
    }
    return replace(
        known,
        sql=made.sql,
        parameters=parameters,
        notes=made.notes,
        trials=(),
        chosen=True,
    )


def _free_name(name: str, taken: Collection[str]) -> str:
    name = name[:_LONGEST]
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free
