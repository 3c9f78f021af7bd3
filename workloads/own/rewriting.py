"""Rewrites a user's statement for a protection, or says why it cannot run under it.

Where the server decrypts, each encrypted column is replaced by an expression that decrypts it,
unless comparing ciphertext is enough. Where only the application decrypts, it filters and sorts the
rows of a SELECT (`workloads.own.sql.row_filter`). A statement that uses an encrypted column in any
other way is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from engines.contract.errors import Unfit
from engines.contract.message import Message, phrase
from engines.sql.statement import (
    Decrypted,
    Encrypted,
    EncryptedByServer,
    Encryptor,
    Parameter,
    Pieces,
    Place,
    Statement,
    Target,
    Value,
    ValueType,
)
from engines.sql.value_encoding import column_encoder
from workloads.contract import Refusal
from workloads.load import MIXED
from workloads.own.model import ColumnWork, DrawnValue, WorkSpec, has_index
from workloads.own.pushdown import Pushdown, ReplacedClause
from workloads.own.sql.parsed import (
    INDEX_BYTES,
    UNDESCRIBED,
    AssignedValue,
    BoundValue,
    ColumnName,
    ColumnUse,
    Equality,
    Obstacle,
    Occurrence,
    Parsed,
    Reference,
    Refused,
    Rewritten,
    TextSpan,
    index_name,
    reason_of,
    refused,
)
from workloads.toml_document import Fault

# Whether a value may be given to an encrypted column: no server casts it to the column's type any
# more.

_WIDENED = {
    (ValueType.INTEGER, ValueType.DECIMAL),
    (ValueType.INTEGER, ValueType.REAL),
    (ValueType.DECIMAL, ValueType.REAL),
}
"""Types that convert to another without loss: from, to."""

_IN_WORDS = frozenset(
    {ValueType.TEXT, ValueType.INTEGER, ValueType.DECIMAL, ValueType.DATE, ValueType.TIMESTAMP}
)
"""Types that quoted constants may have."""


def check_type(target: Target, given: ValueType) -> None:
    """Raises: Refused for a parameter of another type"""
    if given is not target.type and (given, target.type) not in _WIDENED:
        raise _unfit(target, Message(given.value))


def check_constant(target: Target, constant: Value) -> None:
    """Raises: Refused for a constant that is no value of the column's type"""
    if not _is_of(target, constant):
        raise _unfit(target, _TEXT if isinstance(constant, str) else _NUMBER)


def _is_of(target: Target, constant: Value) -> bool:
    match constant:
        case str() if target.type not in _IN_WORDS:
            return False
        case int() | Decimal() if not _takes(target.type, constant):
            return False
    try:
        column_encoder(target)(constant)
    except (ValueError, ArithmeticError, TypeError):
        return False
    return True


def _takes(kind: ValueType, number: int | Decimal) -> bool:
    match kind:
        case ValueType.INTEGER:
            return number == int(number)
        case ValueType.BOOLEAN:
            return number in (0, 1)
    return kind in (ValueType.DECIMAL, ValueType.REAL)


_NUMBER, _TEXT = phrase("this number"), phrase("this text")


def _unfit(target: Target, given: Message) -> Refused:
    return Refused(
        Obstacle.VALUE,
        phrase(
            "{table}.{column} is encrypted as {kind}, so it cannot be given {given}",
            table=target.table,
            column=target.column,
            kind=target.type.value,
            given=given,
        ),
    )


def rewrite(
    parsed: Parsed,
    drawn: Mapping[str, DrawnValue],
    work: WorkSpec,
    encryptor: Encryptor,
    engine: str,
) -> Rewritten:
    """A statement as `encryptor` needs it.

    Raises: Refused, whose clause says why it cannot be had under this protection; Unfit
    """
    return _Rewriter(parsed, drawn, work, encryptor, engine).rewrite()


type _Part = Reference | Occurrence | AssignedValue | Equality | ReplacedClause


class _Rewriter:
    def __init__(
        self,
        parsed: Parsed,
        drawn: Mapping[str, DrawnValue],
        work: WorkSpec,
        encryptor: Encryptor,
        engine: str,
    ) -> None:
        self._parsed, self._drawn, self._work, self._encryptor = parsed, drawn, work, encryptor
        self._bound: dict[str, BoundValue] = {}
        self._encrypted_for: set[str] = set()
        self._constants = [each for each in parsed.occurrences if each.is_constant]
        self._pushdown = Pushdown(parsed, drawn, work, engine)
        self._separate = encryptor.changes_values and not encryptor.decrypts_in_server
        """Whether only the application decrypts."""

    def rewrite(self) -> Rewritten:
        parsed = self._parsed
        self._check_given()
        if self._encryptor.per_person:
            self._check_persons()
        if self._separate:
            self._check_distinct()
        row_filter = self._pushdown.row_filter()
        statement = self._statement()
        bound = tuple(self._bound[name] for name in statement.parameters)
        asked = () if row_filter is None else tuple(map(BoundValue, row_filter.parameters))
        values = (*bound, *asked)
        return Rewritten(
            statement, values, parsed.is_ordered, parsed.listed_keys, row_filter, parsed.is_limited
        )

    def _statement(self) -> Statement:
        parsed = self._parsed
        if not parsed.items:
            return Statement(self._pieces(TextSpan(0, len(parsed.text))), reads=parsed.reads)
        columns = [self._item(number, each) for number, each in enumerate(parsed.items)]
        columns += [self._fetched(each) for each in self._pushdown.extra_columns]
        head = self._pieces(TextSpan(0, parsed.list_start))
        rest = self._pieces(TextSpan(parsed.list_end, len(parsed.text)))
        if rest and isinstance(rest[0], str):
            rest = (rest[0].lstrip(), *rest[1:])
        return Statement(rest, tuple(columns), reads=True, head=head)

    # Checks before anything is rewritten.

    def _check_given(self) -> None:
        """An encrypted column is given what somebody encrypts."""
        for each in self._parsed.given:
            if not self._is_encrypted(each.column) or each.simple:
                continue
            known = self._known(each.column)
            whole = each.lone and known.type.value_type is ValueType.TEXT
            if self._separate or not self._encryptor.can_reencrypt or not whole:
                raise refused(Obstacle.VALUE, each.column)
            if has_index(known, self._encryptor):
                raise refused(Obstacle.VALUE, each.column)

    def _check_persons(self) -> None:
        """Rows with encrypted values must not change to another person, whose key is another."""
        for each in self._parsed.given:
            table, column = each.column.table, each.column.column
            known = self._work.table[table].column
            named = (
                column == self._work.subject_column(table) and each.use is not ColumnUse.INSERTED
            )
            excluded = each.use is ColumnUse.EXCLUDED and known[column].seal
            if excluded or (named and any(other.seal for other in known.values())):
                raise refused(Obstacle.PERSON, each.column)

    def _check_distinct(self) -> None:
        """Uses that the server would have to decrypt for; some the application does afterwards."""
        parsed, deterministic = self._parsed, self._encryptor.deterministic
        for column, reason in parsed.unreadable_uses:
            if self._is_encrypted(column):
                raise refused(reason, column)
        for column in sorted(parsed.mixed_columns, key=str):
            raise refused(Obstacle.GROUP, column)
        for column in sorted(parsed.grouped_columns, key=str):
            if not deterministic:
                raise refused(Obstacle.GROUP, column)
        for each in parsed.references:
            if self._is_encrypted(each.column) and not self._is_answered(each):
                self._pushdown.filter_in_application(each)
        self._pushdown.order_in_application(self._is_encrypted)

    def _is_answered(self, each: Reference) -> bool:
        """Whether a server that does not decrypt supports this use of a column."""
        deterministic = self._encryptor.deterministic
        match each.use:
            case ColumnUse.LISTED:
                self._pushdown.check_listed(each)
                return True
            case ColumnUse.EQUAL if self._by_index(each):
                self._pushdown.recheck(each)
                return True
            case ColumnUse.EQUAL | ColumnUse.PAIRED | ColumnUse.GROUPED:
                return deterministic
            case ColumnUse.OTHER:
                return False
        return True

    # How it is rewritten.

    def _item(self, number: int, span: TextSpan) -> Pieces:
        """An item of the SELECT list. Where the application decrypts it, it is the bare column,
        without its alias, since it is found by position."""
        alone = [
            each
            for each in self._parsed.references
            if (each.use, each.item) == (ColumnUse.LISTED, number)
            and self._is_encrypted(each.column)
        ]
        if alone and self._separate:
            return (self._opened(alone[0]),)
        return self._pieces(span)

    def _fetched(self, each: Reference) -> Pieces:
        """A column that is fetched only for the application's filter."""
        return (self._opened(each) if self._is_encrypted(each.column) else each.written,)

    def _pieces(self, span: TextSpan, within: _Part | None = None) -> Pieces:
        """The rewritten text of a span; `within` is the enclosing part, which is not rewritten
        again."""
        return tuple(self._between(span, within))

    def _between(self, span: TextSpan, within: _Part | None) -> Iterator[str | Place]:
        at = span.start
        for each in self._parts(span, within):
            if each.span.start < at:
                continue
            if each.span.start > at:
                yield self._parsed.text[at : each.span.start]
            at = each.span.end
            yield from self._written(each)
        if at < span.end:
            yield self._parsed.text[at : span.end]

    def _parts(self, span: TextSpan, within: _Part | None) -> list[_Part]:
        """The parts of a span that are rewritten, enclosing ones first."""
        parsed, encrypted = self._parsed, self._is_encrypted
        parts: list[_Part] = [*parsed.references, *parsed.occurrences]
        parts += [each for each in parsed.given if encrypted(each.column) and each.lone]
        parts += [
            each.equality
            for each in parsed.references
            if each.equality is not None and self._tested_in_server(each)
        ]
        parts += self._pushdown.replaced_clauses
        found = [
            each
            for each in parts
            if span.holds(each.span) and each is not within and each.span.start < each.span.end
        ]
        return sorted(found, key=lambda each: (each.span.start, -each.span.end, _rank(each)))

    def _written(self, part: _Part) -> Iterator[str | Place]:
        match part:
            case Reference():
                yield from self._reference(part)
            case Occurrence():
                yield from self._occurrence(part)
            case AssignedValue():
                yield from self._given(part)
            case Equality():
                yield from self._equality(part)
            case ReplacedClause():
                yield from self._server_clause(part)

    def _reference(self, reference: Reference) -> Iterator[str | Place]:
        column, written = reference.column, reference.written
        if not self._is_encrypted(column):
            yield written
            return
        match reference.use:
            case ColumnUse.INSERTED:
                indexed = has_index(self._known(column), self._encryptor)
                yield f"{written}, {index_name(written)}" if indexed else written
            case ColumnUse.ASSIGNED | ColumnUse.TESTED | ColumnUse.EXCLUDED:
                yield written
            case ColumnUse.EQUAL if self._by_index(reference):
                yield index_name(written)
            case ColumnUse.EQUAL | ColumnUse.GROUPED if (
                self._encryptor.deterministic and not reference.from_subquery
            ):
                yield written
            case ColumnUse.PAIRED if self._encryptor.deterministic and self._separate:
                yield written
            case _ if reference.from_subquery or self._separate:
                yield written
            case ColumnUse.ORDERED if (item := self._parsed.item_of(reference.written)) is not None:
                yield str(item + 1)
            case _:
                yield self._opened(reference)
                if reference.output_name:
                    yield f" as {reference.output_name}"

    def _opened(self, reference: Reference) -> Decrypted:
        written = reference.written
        if reference.qualifier and not self._separate:
            written = f"{reference.qualifier}.{written}"
        return Decrypted(written, self._target(reference.column), as_text=True)

    def _occurrence(self, occurrence: Occurrence) -> Iterator[str | Place]:
        column, use = occurrence.column, occurrence.use
        if column is None or not self._is_encrypted(column):
            yield self._as_it_is(occurrence)
        elif use in (ColumnUse.ASSIGNED, ColumnUse.INSERTED):
            yield self._encrypted(occurrence, column)
        elif use is ColumnUse.EQUAL and self._indexed(column) and not self._carries(occurrence):
            yield self._index_value(occurrence, column)
        elif (
            use is ColumnUse.EQUAL
            and self._encryptor.deterministic
            and not self._in_plain(occurrence)
        ):
            yield self._encrypted(occurrence, column)
        else:
            yield self._as_it_is(occurrence)

    def _given(self, given: AssignedValue) -> Iterator[str | Place]:
        """What an encrypted column is given, and what the blind index beside it is then."""
        column, span = given.column, given.span
        inner = self._pieces(span, given)
        if given.simple:
            yield from inner
        else:
            yield EncryptedByServer(inner, self._target(column))
        if has_index(self._known(column), self._encryptor):
            assigned = given.use is not ColumnUse.INSERTED
            yield f", {index_name(column.column)} = " if assigned else ", "
            yield from self._index_given(given)

    def _index_given(self, given: AssignedValue) -> Iterator[str | Place]:
        within = [each for each in self._parsed.occurrences if given.span.holds(each.span)]
        if within:
            yield self._index_value(within[0], given.column)
            return
        references = [each for each in self._parsed.references if given.span.holds(each.span)]
        if references:
            yield index_name(references[0].written)
        elif given.use is ColumnUse.EXCLUDED:
            yield f"values({index_name(given.column.column)})"
        else:
            yield "null"

    def _equality(self, equality: Equality) -> Iterator[str | Place]:
        """A comparison by the blind index, and by the decrypted value, since HMACs might
        collide."""
        inside = self._pieces(equality.span, equality)
        word = " or " if equality.negated else " and "
        yield "("
        yield from inside
        yield word
        yield from self._compared_open(equality)
        yield ")"

    def _compared_open(self, equality: Equality) -> Iterator[str | Place]:
        at = equality.span.start
        parts: list[Reference | Occurrence] = [*self._parsed.references, *self._parsed.occurrences]
        within = [each for each in parts if equality.span.holds(each.span)]
        for each in sorted(within, key=lambda each: each.span.start):
            yield self._parsed.text[at : each.span.start]
            at = each.span.end
            yield self._opened(each) if isinstance(each, Reference) else self._as_it_is(each)
        yield self._parsed.text[at : equality.span.end]

    def _server_clause(self, clause: ReplacedClause) -> Iterator[str | Place]:
        """A WHERE or ORDER BY, reduced to what the server evaluates."""
        for number, each in enumerate(self._pushdown.server_conditions(clause)):
            yield " and " if number else "where "
            yield from self._pieces(each)

    # Single values.

    def _as_it_is(self, occurrence: Occurrence) -> str | Place:
        if occurrence.is_constant:
            return self._parsed.text[occurrence.span.start : occurrence.span.end]
        return self._parameter(occurrence)

    def _parameter(self, occurrence: Occurrence) -> Parameter:
        if occurrence.is_constant:
            name = f"constant_{self._constants.index(occurrence) + 1}"
            self._bound[name] = BoundValue("", None, occurrence.constant)
            assert occurrence.column is not None
            return self._known(occurrence.column).parameter(name, self._work.dialect)
        drawn = self._drawn.get(occurrence.name)
        if drawn is None:
            raise Unfit(UNDESCRIBED.with_values(name=occurrence.name))
        column = self._work.column(drawn.column)
        assert column is not None
        self._bound[occurrence.name] = BoundValue(occurrence.name)
        return column.parameter(occurrence.name, self._work.dialect)

    def _encrypted(self, occurrence: Occurrence, column: ColumnName) -> Encrypted:
        """An encrypted parameter, one for each occurrence, since an IV is used for one value
        only."""
        self._check_type(occurrence, column)
        plain = self._parameter(occurrence)
        if plain.name in self._encrypted_for and self._encryptor.iv_size:
            fresh = f"{plain.name}_{occurrence.span.start}"
            self._bound[fresh] = self._bound[plain.name]
            plain = replace(plain, name=fresh)
        self._encrypted_for.add(plain.name)
        target = self._target(column)
        if self._encryptor.per_person and (person := self._person(occurrence, column)):
            self._bound[person] = BoundValue(person)
            target = replace(
                target, person=person, people=self._work.root_subject_column(column.table)
            )
        return Encrypted(plain, target)

    def _person(self, occurrence: Occurrence, column: ColumnName) -> str:
        """The parameter that names the person of a written value; empty for a new person.

        Raises: Refused where the statement does not say whose it is
        """
        table, parsed = column.table, self._parsed
        whose = ColumnName(table, self._work.subject_column(table))
        if occurrence.use is ColumnUse.ASSIGNED:
            for fixed, name in parsed.fixed_columns:
                if fixed == whose:
                    return name
            raise refused(Obstacle.PERSON, column)
        rows = {
            name: [e.span for e in parsed.given if (e.column, e.use) == (name, ColumnUse.INSERTED)]
            for name in (column, whose)
        }
        if not rows[whose] and whose.column in ("", self._work.table[table].counted):
            return ""  # a row of its own, or a new person
        row = next((n for n, each in enumerate(rows[column]) if each.holds(occurrence.span)), -1)
        for each in parsed.occurrences:
            if row in range(len(rows[whose])) and rows[whose][row].holds(each.span) and each.name:
                return each.name
        raise refused(Obstacle.PERSON, column)

    def _check_type(self, occurrence: Occurrence, column: ColumnName) -> None:
        """Raises: Refused for a value that is not of the column's type"""
        if occurrence.is_constant:
            check_constant(self._target(column), occurrence.constant)
        elif drawn := self._drawn.get(occurrence.name):
            known = self._work.column(drawn.column)
            assert known is not None
            check_type(self._target(column), known.type.value_type)

    def _index_value(self, occurrence: Occurrence, column: ColumnName) -> Parameter:
        self._check_type(occurrence, column)
        known = self._parameter(occurrence).name
        made = f"{known}_{column.table}_{index_name(column.column)}"
        self._bound[made] = BoundValue(occurrence.name, column, occurrence.constant)
        return Parameter(made, ValueType.BYTES, INDEX_BYTES)

    # Facts about columns.

    def _is_encrypted(self, column: ColumnName | None) -> bool:
        return column is not None and self._known(column).seal and self._encryptor.changes_values

    def _known(self, column: ColumnName) -> ColumnWork:
        return self._work.table[column.table].column[column.column]

    def _indexed(self, column: ColumnName) -> bool:
        return has_index(self._known(column), self._encryptor)

    def _by_index(self, each: Reference) -> bool:
        """Whether a comparison is answered by the blind index. Where only the application decrypts,
        false matches must only add rows, which it then filters."""
        known = each.equality
        if known is None or each.from_subquery or not self._indexed(each.column):
            return False
        return known.is_positive or not self._separate

    def _tested_in_server(self, each: Reference) -> bool:
        return not self._separate and self._by_index(each)

    def _carries(self, occurrence: Occurrence) -> bool:
        """Whether its comparison is not answered by a blind index."""
        return not any(self._by_index(each) for each in self._compared(occurrence))

    def _in_plain(self, occurrence: Occurrence) -> bool:
        """Whether it is compared with a value that a subquery decrypted."""
        return any(each.from_subquery and not self._separate for each in self._compared(occurrence))

    def _compared(self, occurrence: Occurrence) -> list[Reference]:
        return [
            each
            for each in self._parsed.references
            if each.equality is not None and each.equality.span.holds(occurrence.span)
        ]

    def _target(self, column: ColumnName) -> Target:
        return self._known(column).target(column.table, column.column)


def _rank(part: object) -> int:
    """Order of parts at the same position: enclosing ones first."""
    return isinstance(part, (Reference, Occurrence))


# The statements of operations, parsed once for an engine and rewritten for each protection.


def parsed_statements(work: WorkSpec, operation: int, engine: str) -> tuple[Parsed, ...]:
    """The statements of an operation, parsed in an engine's dialect.

    Raises: Unfit
    """
    described = _table_domains(work)
    texts = work.operation[operation].statements_for(engine)
    return tuple(_parsed(text, engine, described) for text in texts)


class _TableDomains:
    """The columns of tables and the domains of encrypted columns: collected and hashed once as a
    cache key, not for each of hundreds of statements."""

    def __init__(self, work: WorkSpec) -> None:
        self.tables = {name: tuple(table.column) for name, table in work.table.items()}
        self.encrypted = {
            ColumnName(table, name): each.domain
            for table, name, each in work.columns()
            if each.seal
        }
        self._whole = (tuple(self.tables.items()), tuple(self.encrypted.items()))
        self._hash = hash(self._whole)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, _TableDomains) and self._whole == other._whole)

    def __hash__(self) -> int:
        return self._hash


_table_domains = lru_cache(8)(_TableDomains)


@lru_cache(2048)  # more statements than a file usually has; parsing takes 10 ms each
def _parsed(text: str, engine: str, described: _TableDomains) -> Parsed:
    # imported late: sqlglot takes 10 MB
    from workloads.own.sql.parsing import parse

    return parse(text, engine, described.tables, described.encrypted)


def statements_of(
    work: WorkSpec, operation: int, engine: str, encryptor: Encryptor
) -> list[Rewritten]:
    """The statements of an operation, rewritten for a protection.

    Raises: Unfit
    """
    parsed, written = parsed_statements(work, operation, engine), work.operation[operation]
    return [rewrite(each, written.parameters, work, encryptor, engine) for each in parsed]


def refusals(work: WorkSpec, engine: str, encryptor: Encryptor) -> Iterator[Refusal]:
    """The operations that cannot run on an engine under a protection."""
    for number, operation in enumerate(work.operation):
        try:
            statements_of(work, number, engine, encryptor)
        except Unfit as error:
            yield Refusal(operation.name, reason_of(error).value, error.message)


def refusals_of_mix(work: WorkSpec, found: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    """Where an operation is refused, all of its mix: without it the load would be another."""
    if not found:
        return ()
    message = phrase("“{operation}” in the mix: {words}")
    first = found[0]
    why = message.with_values(operation=first.operation, words=first.message)
    names = (MIXED, *(each.name for each in work.operation))
    return tuple(Refusal(name, first.code, why) for name in names)


def statement_faults(work: WorkSpec) -> Iterator[Fault]:
    """The statements that cannot be parsed in the file's own dialect."""
    for number, operation in enumerate(work.operation):
        for fault in _faults_of(work, number):
            message = phrase("“{operation}”: {words}", operation=operation.name, words=fault)
            yield Fault(("operation", str(number + 1), "sql"), message)


def _faults_of(work: WorkSpec, operation: int) -> Iterator[Message]:
    described = work.operation[operation].parameters
    try:
        parsed = parsed_statements(work, operation, work.dialect)
    except Unfit as error:
        yield error.message
        return
    named = {each.name: None for one in parsed for each in one.occurrences if not each.is_constant}
    yield from (UNDESCRIBED.with_values(name=name) for name in named if name not in described)
