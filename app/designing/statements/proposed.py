"""The operations of a design: from what the server counted, from a file, or from keys alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.designing.model.design import DesignedStatement, DesignedTable, UnmeasuredStatement
from app.designing.statements.cleaned import cleaned, verb_of
from app.designing.statements.named import (
    NamedStatement,
    as_read,
    in_the_file,
    named,
    quoting_reason,
)
from app.designing.statements.scripts import Script
from engines.contract.errors import Unfit
from engines.contract.message import phrase
from engines.contract.structure import CountedStatement, Relation, StatementCounts
from workloads.own.model import DrawnValue
from workloads.own.sql.parsed import ColumnName

_SLOW_SECONDS = 0.02
_TIMES, _FEW_TIMES = 100, 10
_LONGEST = 60


@dataclass(frozen=True)
class ProposedStatements:
    """Operations, those that cannot be measured, and the columns that rows are found by through
    equality."""

    readable: tuple[DesignedStatement, ...] = ()
    unread: tuple[UnmeasuredStatement, ...] = ()
    sought: frozenset[ColumnName] = frozenset()


def from_server(
    counted: StatementCounts,
    tables: tuple[DesignedTable, ...],
    relations: tuple[Relation, ...],
    dialect: str,
) -> ProposedStatements:
    """Each statement an operation, the one that takes most time first; its weight says how
    often it ran, in per cent of all that can be measured. Statements over other tables than these
    are no part of it, and are not listed; those over `relations` are, as what cannot be measured.
    """
    whole = counted.others + sum(each.seconds for each in counted.statements)
    found: dict[str, tuple[DesignedStatement, NamedStatement]] = {}
    unread: list[UnmeasuredStatement] = []
    for each in counted.statements:
        share = each.seconds / whole if whole else 0.0
        try:
            known = named(cleaned(each.text, dialect), tables, dialect, digest=counted.digests)
        except Unfit as error:
            unread += _unread(each, tables, relations, dialect, error, share)
            continue
        _merge(found, _counted(each, known, share), known)
    return _numbered(found.values(), unread)


def from_script(
    script: Script, tables: tuple[DesignedTable, ...], dialect: str
) -> ProposedStatements:
    """The operations of a file, each as often as any other."""
    found: dict[str, tuple[DesignedStatement, NamedStatement]] = {}
    unread: list[UnmeasuredStatement] = []
    for texts in script.operations:
        try:
            known = [named(cleaned(each, dialect), tables, dialect, script.draws) for each in texts]
        except Unfit as error:
            text = "; ".join(as_read(each, tables, dialect)[0] for each in texts)
            why = quoting_reason(error) if text else error.message
            unread.append(UnmeasuredStatement(verb_of(texts[0]), (), why, text=text))
            continue
        _merge(found, together(known), *known)
    return _numbered(found.values(), unread)


def from_structure(tables: tuple[DesignedTable, ...], dialect: str) -> ProposedStatements:
    """What any program does with such tables: a row by its key, and the rows of a parent."""
    found: dict[str, tuple[DesignedStatement, NamedStatement]] = {}
    for table in tables:
        for text in _usual(table):
            known = in_the_file(text, (table,), dialect)
            _merge(found, together([known]), known)
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
        together([known]),
        calls=each.calls,
        seconds=each.seconds,
        share=share,
        times=_FEW_TIMES if mean > _SLOW_SECONDS else _TIMES,
    )


def together(known: Sequence[NamedStatement]) -> DesignedStatement:
    """One operation of some statements; a parameter of the same name is the same value."""
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
    """Statements that differ in values alone are one."""
    text = "; ".join(made.sql)
    sought = frozenset().union(known.sought, *(each.sought for each in more))
    known = replace(known, sought=sought)
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
    """One over tables that were chosen, or over a view, is listed, with these; of others nothing is
    told."""
    text, touched = as_read(each.text, tables, dialect)
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
    """What has exactly this name, or this one in other letters."""
    low = {name.lower(): each for name, each in known.items()}
    return lambda name: known.get(name, low.get(name.lower()))


def _numbered(
    found: Iterable[tuple[DesignedStatement, NamedStatement]], unread: list[UnmeasuredStatement]
) -> ProposedStatements:
    """The slowest first, named apart, with their weights."""
    pairs = sorted(found, key=lambda pair: -pair[0].seconds)
    whole = sum(made.calls for made, _ in pairs)
    names: dict[str, int] = {}
    readable = []
    for made, _ in pairs:
        weight = round(100 * made.calls / whole, 2) if whole else 1.0
        name = made.name[: _LONGEST - 4]
        names[name] = names.get(name, 0) + 1
        name = f"{name} ({names[name]})" if names[name] > 1 else name
        readable.append(replace(made, name=name, weight=max(weight, 0.01)))
    sought = frozenset().union(*(known.sought for _, known in pairs))
    return ProposedStatements(tuple(readable), tuple(unread), sought)
