"""What a statement of one's own becomes under a protection, or why it cannot be had under it.

Where the server opens values, each name of a sealed column becomes what opens it. Where only the
application does, a sealed column may be listed, tested for NULL, and found by equality: by its
ciphertext where equal values have equal ones, else by the blind index beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engines.contract.errors import Unfit
from engines.contract.message import phrase
from engines.sql.statement import (
    Opened,
    Parameter,
    Pieces,
    Place,
    Sealed,
    Sealer,
    Statement,
    Target,
    ValueType,
)
from workloads.own.model import ColumnWork, DrawnValue, Search, Work
from workloads.own.parsed import Column, Occurrence, Parsed, Reference, Span, Use
from workloads.own.refused import Reason, Refused

INDEX_BYTES = 16
"""Bytes of an HMAC that a blind index keeps: no two of 10^12 values meet by chance."""


@dataclass(frozen=True)
class Rewritten:
    """A statement as a session is given it; `values` says what each of its parameters is, in their
    order: one that was drawn, or its blind index in a column; `ordered` whether its rows have an
    order."""

    statement: Statement
    values: tuple[Bound, ...]
    ordered: bool


@dataclass(frozen=True)
class Bound:
    """A value to bind: that of a parameter of the operation, as it is or as `index` has it."""

    parameter: str
    index: Column | None = None


def index_name(column: str) -> str:
    """The column that holds a blind index."""
    return f"{column}_index"


def has_index(column: ColumnWork, sealer: Sealer) -> bool:
    """Whether a blind index stands beside a column."""
    wanted = column.seal and column.search is Search.EQUAL
    return wanted and sealer.changes_values and not sealer.deterministic


def rewritten(
    parsed: Parsed, drawn: Mapping[str, DrawnValue], work: Work, sealer: Sealer
) -> Rewritten:
    """A statement as `sealer` needs it.

    Raises: Unfit, whose clause says why it cannot be had under this protection
    """
    return _Rewriter(parsed, drawn, work, sealer).rewritten()


class _Rewriter:
    def __init__(
        self, parsed: Parsed, drawn: Mapping[str, DrawnValue], work: Work, sealer: Sealer
    ) -> None:
        self._parsed, self._drawn, self._work, self._sealer = parsed, drawn, work, sealer
        self._bound: dict[str, Bound] = {}

    def rewritten(self) -> Rewritten:
        parsed = self._parsed
        self._check_given()
        if parsed.items:
            columns = tuple(self._pieces(each) for each in parsed.items)
            rest = self._pieces(Span(parsed.rest, len(parsed.text)))
            statement = Statement(rest, columns, reads=True)
        else:
            statement = Statement(self._pieces(Span(0, len(parsed.text))), reads=parsed.reads)
        bound = tuple(self._bound[name] for name in statement.parameters)
        return Rewritten(statement, bound, parsed.ordered)

    def _check_given(self) -> None:
        """A sealed column is given parameters alone, in each row of an INSERT: what the server
        works out is not sealed. Nor can it order or group by what only the application opens."""
        parsed = self._parsed
        for use, times in ((Use.ASSIGNED, 1), (Use.INSERTED, parsed.rows)):
            given = Counter(each.column for each in parsed.occurrences if each.use is use)
            for column in {each.column for each in parsed.references if each.use is use}:
                if self._sealed(column) and given[column] != times:
                    raise Refused(Reason.VALUE, _ONLY_PARAMETERS.with_values(column=str(column)))
        for column in parsed.by_alias:
            if self._apart and self._sealed(column):
                raise _refused(Use.OTHER, column)

    def _pieces(self, span: Span) -> Pieces:
        return tuple(self._between(span))

    def _between(self, span: Span) -> Iterator[str | Place]:
        """The text of a span with places in it; what is listed alone loses its alias, since it is
        opened by its place in the list."""
        at = span.start
        for each in sorted(self._within(span), key=lambda each: each.span.start):
            if each.span.start > at:
                yield self._parsed.text[at : each.span.start]
            at = each.span.end
            if isinstance(each, Occurrence):
                yield from self._parameter(each)
                continue
            yield from self._reference(each)
            if each.use is Use.LISTED and self._sealed(each.column) and self._apart:
                return
        if at < span.end:
            yield self._parsed.text[at : span.end]

    def _within(self, span: Span) -> list[Reference | Occurrence]:
        everything: tuple[Reference | Occurrence, ...] = (
            *self._parsed.references,
            *self._parsed.occurrences,
        )
        return [each for each in everything if span.start <= each.span.start < span.end]

    @property
    def _apart(self) -> bool:
        """Whether only the application opens values."""
        return self._sealer.changes_values and not self._sealer.opens_in_server

    def _sealed(self, column: Column | None) -> bool:
        return column is not None and self._known(column).seal and self._sealer.changes_values

    def _known(self, column: Column) -> ColumnWork:
        return self._work.table[column.table].column[column.column]

    def _by_index(self, column: Column | None, use: Use) -> bool:
        return (
            column is not None and use is Use.EQUAL and has_index(self._known(column), self._sealer)
        )

    def _target(self, column: Column) -> Target:
        return self._known(column).target(column.table, column.column)

    def _reference(self, reference: Reference) -> Iterator[str | Place]:
        column, written = reference.column, reference.written
        if not self._sealed(column):
            yield written
            return
        match reference.use:
            case Use.ASSIGNED | Use.TESTED:
                yield written
            case Use.INSERTED:
                beside = has_index(self._known(column), self._sealer)
                yield f"{written}, {index_name(column.column)}" if beside else written
            case Use.EQUAL if self._by_index(column, Use.EQUAL):
                yield index_name(written)
            case Use.EQUAL if self._sealer.deterministic:
                yield written
            case Use.LISTED:
                yield Opened(written, self._target(column), as_text=True)
            case _ if self._apart:
                raise _refused(reference.use, column)
            case _:
                yield Opened(written, self._target(column), as_text=True)

    def _parameter(self, occurrence: Occurrence) -> Iterator[str | Place]:
        name, column = occurrence.name, occurrence.column
        plain = self._plain(name)
        self._bound[name] = Bound(name)
        if column is None or not self._sealed(column):
            yield plain
        elif occurrence.use in (Use.ASSIGNED, Use.INSERTED):
            yield Sealed(plain, self._target(column))
            yield from self._index_given(name, column, occurrence.use)
        elif self._by_index(column, occurrence.use):
            yield self._index_value(name, column)
        elif occurrence.use is Use.EQUAL and self._sealer.deterministic:
            yield Sealed(plain, self._target(column))
        else:
            yield plain

    def _index_given(self, name: str, column: Column, use: Use) -> Iterator[str | Place]:
        if has_index(self._known(column), self._sealer):
            assigned = use is Use.ASSIGNED
            yield f", {index_name(column.column)} = " if assigned else ", "
            yield self._index_value(name, column)

    def _index_value(self, name: str, column: Column) -> Parameter:
        made = f"{name}_{column.table}_{index_name(column.column)}"
        self._bound[made] = Bound(name, column)
        return Parameter(made, ValueType.BYTES, INDEX_BYTES)

    def _plain(self, name: str) -> Parameter:
        said = self._drawn.get(name)
        if said is None:
            raise Unfit(phrase("parameter “:{name}” is not described in “parameters”", name=name))
        known = self._work.column(said.column)
        assert known is not None
        return known.parameter(name)


def _refused(use: Use, column: Column) -> Refused:
    reason, said = _REFUSED[use]
    return Refused(reason, said.with_values(column=str(column)))


_REFUSED = {
    Use.EQUAL: (
        Reason.SEARCH,
        phrase(
            "{column} cannot be searched: equal values have different ciphertexts, and it has no "
            "blind index (search = “equal”)"
        ),
    ),
    Use.OTHER: (
        Reason.USE,
        phrase(
            "{column} is encrypted in the application, so the server cannot use it in this place"
        ),
    ),
}
_ONLY_PARAMETERS = phrase("{column} is encrypted: only a parameter can be assigned to it")
