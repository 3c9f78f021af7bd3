"""Parses a user's statement into `Parsed`: the positions of its parameters, columns and clauses,
and the column that each name means.

The file's own text is used only here: sqlglot parses it, the tree is checked and regenerated as
text, and all positions are in that new text. Each occurrence of a parameter gets a name of its own,
by which it is found in the tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from engines.contract.errors import Unfit
from engines.contract.message import phrase
from engines.registry import functions_of
from workloads.own.sql.allowlist import check_text
from workloads.own.sql.column_uses import NameUses, outermost_select
from workloads.own.sql.grammar import trees_of
from workloads.own.sql.name_resolution import NameResolver, Tables
from workloads.own.sql.parsed import (
    AssignedValue,
    ColumnName,
    ColumnUse,
    Conjunct,
    Equality,
    Obstacle,
    Occurrence,
    OrderKey,
    Parsed,
    Reference,
    TextSpan,
)
from workloads.own.sql.row_filter import (
    All,
    Any,
    Comparator,
    Compare,
    Condition,
    Constant,
    IsNull,
    Like,
    NamedColumn,
    Not,
    Operand,
    ParameterValue,
)
from workloads.own.sql.syntax import (
    AFTER_ORDER_BY,
    AFTER_SELECT_LIST,
    AFTER_SET,
    AFTER_WHERE,
    LITERALS,
    Tokens,
    parameter_spans,
    regenerated,
    span_of,
    tree_of,
    with_unique_parameters,
)

# Conditions that the application evaluates, made from the syntax tree.


def condition_of(node: exp.Expr, parameters: Mapping[str, str]) -> Condition | None:
    """A condition that the application can evaluate; None where only a server can. `parameters`:
    the names that occurrences have in the tree → the parameters' own names."""
    try:
        return _Builder(parameters).condition(node)
    except _OnlyServerError:
        return None


class _OnlyServerError(Exception):
    """Only a server can evaluate it."""


class _Builder:
    def __init__(self, parameters: Mapping[str, str]) -> None:
        self._parameters = parameters

    def condition(self, node: exp.Expr) -> Condition:
        kind = type(node)
        if any(value for name, value in node.args.items() if name not in _KNOWN.get(kind, ())):
            raise _OnlyServerError
        if kind in _COMPARED:
            return self._compare(_COMPARED[kind], node.this, node.expression)
        made = self._joined(node) if isinstance(node, _JOINING) else self._tested(node)
        negated = node.args.get("negate") or isinstance(node, (exp.Not, exp.NullSafeNEQ))
        return Not(made) if negated else made

    def _joined(self, node: exp.Expr) -> Condition:
        match node:
            case exp.And():
                return All(tuple(map(self.condition, node.flatten())))
            case exp.Or():
                return Any(tuple(map(self.condition, node.flatten())))
        return self.condition(node.this)

    def _tested(self, node: exp.Expr) -> Condition:
        match node:
            case exp.Is() if isinstance(node.expression, exp.Null):
                return IsNull(self._operand(node.this))
            case exp.Between():
                least = self._compare(Comparator.MORE_OR_EQUAL, node.this, node.args["low"])
                most = self._compare(Comparator.LESS_OR_EQUAL, node.this, node.args["high"])
                return All((least, most))
            case exp.In() if node.expressions:
                known = (self._compare(Comparator.EQUAL, node.this, e) for e in node.expressions)
                return Any(tuple(known))
            case exp.Escape() if isinstance(node.this, exp.Like):
                made = self._like(node.this, str(node.expression.this))
                return Not(made) if node.this.args.get("negate") else made
            case exp.Like():
                return self._like(node, None)
            case exp.NullSafeNEQ():
                return self._compare(Comparator.SAME, node.this, node.expression)
        raise _OnlyServerError

    def _compare(self, how: Comparator, left: exp.Expr, right: exp.Expr) -> Compare:
        return Compare(how, self._operand(left), self._operand(right))

    def _like(self, node: exp.Like, escape: str | None) -> Like:
        return Like(self._operand(node.this), self._operand(node.expression), escape)

    def _operand(self, node: exp.Expr) -> Operand:
        match node.unnest():
            case exp.Column() as column:
                return NamedColumn(min(part.meta["start"] for part in column.parts))
            case exp.Placeholder() as place if str(place.this) in self._parameters:
                return ParameterValue(self._parameters[str(place.this)])
            case exp.Literal() as literal if literal.is_string:
                return Constant(str(literal.this))
            case exp.Literal() as literal:
                text = str(literal.this)
                return Constant(int(text) if text.isdigit() else Decimal(text))
            case exp.Boolean() as reported:
                return Constant(bool(reported.this))
        raise _OnlyServerError


_JOINING = (exp.Paren, exp.And, exp.Or, exp.Not)
_SIDES = ("this", "expression")
_KNOWN: Mapping[type[exp.Expr], tuple[str, ...]] = {
    exp.Paren: ("this",),
    exp.And: _SIDES,
    exp.Or: _SIDES,
    exp.Not: ("this",),
    exp.Is: (*_SIDES, "negate"),
    exp.Between: ("this", "low", "high"),
    exp.In: ("this", "expressions"),
    exp.Escape: _SIDES,
    exp.Like: (*_SIDES, "negate"),
    exp.NullSafeNEQ: _SIDES,
    exp.NullSafeEQ: _SIDES,
    exp.EQ: _SIDES,
    exp.NEQ: _SIDES,
    exp.LT: _SIDES,
    exp.LTE: _SIDES,
    exp.GT: _SIDES,
    exp.GTE: _SIDES,
}
"""Conditions that the application can evaluate → their supported arguments."""
_COMPARED: Mapping[type[exp.Expr], Comparator] = {
    exp.EQ: Comparator.EQUAL,
    exp.NEQ: Comparator.OTHER,
    exp.LT: Comparator.LESS,
    exp.LTE: Comparator.LESS_OR_EQUAL,
    exp.GT: Comparator.MORE,
    exp.GTE: Comparator.MORE_OR_EQUAL,
    exp.NullSafeEQ: Comparator.SAME,
}


# ORDER BY: by which columns, and which items of the SELECT list.


class Ordering:
    def __init__(self, text: str, tree: exp.Expr, tokens: Tokens, names: NameResolver) -> None:
        self._text, self._tree, self._tokens, self._names = text, tree, tokens, names

    def keys(self, order: exp.Expr | None) -> tuple[TextSpan | None, tuple[OrderKey, ...]]:
        """Its span in the text, and its keys; neither where they cannot be matched."""
        tokens = self._tokens
        word = None if order is None else tokens.first_at_top_level({"order by"})
        if order is None or word is None:
            return None, ()
        beyond = tokens.first_at_top_level(AFTER_ORDER_BY, word + 1) or len(tokens.all)
        parts = list(tokens.parts(word + 1, beyond))
        if len(parts) != len(order.expressions):
            return None, ()
        keys = tuple(map(self._key, order.expressions, parts))
        return tokens.span(word, beyond - 1), keys

    def _key(self, node: exp.Ordered, part: tuple[int, int]) -> OrderKey:
        words = [self._tokens.word(each) for each in range(part[0], part[1] + 1)]
        nulls = bool(node.args.get("nulls_first")) if "nulls" in words else None
        descending, by = bool(node.args.get("desc")), node.this
        if isinstance(by, exp.Literal) and not by.is_string:
            place = int(by.this) - 1
            column, counts = self._column_of_item(place), self._counts(place)
            return OrderKey(column, "", place, descending, nulls, counts)
        if not isinstance(by, exp.Column):
            place_there = self._item_of(by)
            counts = isinstance(by, exp.Count)
            return OrderKey(None, "", place_there, descending, nulls, counts)
        meaning = self._names.meaning_of(by)
        item = meaning.item if meaning.item is not None else self._item_of(by)
        span = span_of(by)
        written = self._text[span.start : span.end]
        counts = item is not None and self._counts(item)
        return OrderKey(meaning.column, written, item, descending, nulls, counts)

    def _counts(self, place: int) -> bool:
        """Whether an item of the SELECT list is a COUNT."""
        query = outermost_select(self._tree)
        items = [] if query is None else query.expressions
        return 0 <= place < len(items) and isinstance(items[place].unalias(), exp.Count)

    def _column_of_item(self, item: int) -> ColumnName | None:
        known = self._names.outputs(self._tree)
        return known[item] if 0 <= item < len(known) else None

    def _item_of(self, by: exp.Expr) -> int | None:
        """The position of an equal item in the SELECT list."""
        query = outermost_select(self._tree)
        for place, each in enumerate(query.expressions if query is not None else ()):
            inner = each.this if isinstance(each, exp.Alias) else each
            if inner == by:
                return place
        return None


def parse(text: str, engine: str, tables: Tables, encrypted: Mapping[ColumnName, str]) -> Parsed:
    """Parse a statement in an engine's dialect; `encrypted`: encrypted columns → their domains,
    which may be empty.

    Raises: Unfit, whose clause is about the statement
    """
    return _Statement(text, engine, tables, encrypted).parsed()


class _Statement:
    def __init__(
        self, text: str, engine: str, tables: Tables, encrypted: Mapping[ColumnName, str]
    ) -> None:
        check_text(text)
        given, names = with_unique_parameters(text.strip().rstrip(";").rstrip(), engine)
        self._engine, self._text = engine, regenerated(given, engine)
        spans = parameter_spans(self._text, engine, names)
        self._parameters = {name: (span, names[name]) for name, span in spans.items()}
        self._tree = tree_of(self._text, engine)
        self._tokens = Tokens(self._text, engine)
        self._names = NameResolver(self._tree, tables)
        self._encrypted = encrypted
        self._list = self._find_list()
        self._uses = NameUses(self._tree, self._names, encrypted)
        self._nodes = {
            str(node.this): node for node in self._tree.find_all(exp.Placeholder) if node.this
        }
        self._found: dict[str, Occurrence] = {}
        self._constants: list[Occurrence] = []
        self._taken: set[int] = set()

    def parsed(self) -> Parsed:
        if set(self._nodes) != set(self._parameters):
            raise Unfit(phrase("a parameter is used where none is allowed"))
        begin, items, rest = self._list
        given = tuple(self._given())
        references = tuple(sorted(self._references(), key=lambda each: each.span.start))
        for name, (span, original) in self._parameters.items():
            self._found.setdefault(name, Occurrence(span, original, None, ColumnUse.OTHER))
        occurrences = (*self._found.values(), *self._constants)
        reads = isinstance(self._tree, exp.Query) or self._tree.find(exp.Returning) is not None
        order = self._tree.args.get("order") if isinstance(self._tree, exp.Query) else None
        limited = any(self._tree.args.get(each) for each in ("limit", "offset"))
        where, conjuncts = self._conditions()
        ordering = Ordering(self._text, self._tree, self._tokens, self._names)
        ordered, keys = ordering.keys(order)
        return Parsed(
            self._text,
            references,
            occurrences,
            items,
            begin,
            rest,
            reads,
            order is not None,
            is_flat=self._is_flat(),
            is_limited=limited,
            where=where,
            conjuncts=conjuncts,
            order=ordered,
            keys=keys,
            given=given,
            grouped_columns=frozenset(self._uses.grouped_columns),
            mixed_columns=frozenset(self._uses.mixed_columns),
            unreadable_uses=tuple(self._uses.unreadable_uses),
            fixed_columns=tuple(self._fixed_columns()),
        )

    # The list of SELECT or RETURNING.

    def _find_list(self) -> tuple[int, tuple[TextSpan, ...], int]:
        tokens, tree = self._tokens, self._tree
        if isinstance(tree, exp.Query):
            first = tokens.first_at_top_level({"select"})
        elif tree.find(exp.Returning) is not None:
            first = tokens.first_at_top_level({"returning"})
        else:
            return 0, (), 0
        if first is None:
            return 0, (), 0
        first += 1
        if tokens.word(first) in ("distinct", "all"):
            first += 1
            if tokens.word(first) == "on":
                first = tokens.closing(first + 1) + 1
        beyond = (
            tokens.first_at_top_level(AFTER_SELECT_LIST, first)
            if isinstance(tree, exp.Query)
            else None
        )
        beyond = len(tokens.all) if beyond is None else beyond
        parts = [tokens.span(*each) for each in tokens.parts(first, beyond)]
        return parts[0].start, tuple(parts), parts[-1].end

    def _is_flat(self) -> bool:
        tree = self._tree
        if not isinstance(tree, exp.Select) or not self._list[1]:
            return False
        if any(tree.args.get(each) for each in _FOLDING):
            return False
        return not any(self._folds(each) for each in tree.expressions)

    def _folds(self, item: exp.Expr) -> bool:
        """Whether it is computed from several rows."""
        found = item.find_all(exp.AggFunc, exp.Window, exp.Anonymous)
        aggregates = functions_of(self._engine).aggregates
        return any(
            each.find_ancestor(exp.Select) is self._tree
            for each in found
            if not isinstance(each, exp.Anonymous) or each.name.lower() in aggregates
        )

    # WHERE.

    def _conditions(self) -> tuple[TextSpan | None, tuple[Conjunct, ...]]:
        tokens, where = self._tokens, self._tree.args.get("where")
        if not isinstance(self._tree, exp.Select) or where is None:
            return None, ()
        word = tokens.first_at_top_level({"where"})
        if word is None:
            return None, ()
        beyond = tokens.first_at_top_level(AFTER_WHERE, word + 1) or len(tokens.all)
        nodes = (
            list(where.this.flatten(unnest=False))
            if isinstance(where.this, exp.And)
            else [where.this]
        )
        spans = [tokens.span(*each) for each in tokens.conditions(word + 1, beyond)]
        if len(spans) != len(nodes) or not self._match(spans, nodes):
            return None, ()
        names = {name: original for name, (_, original) in self._parameters.items()}
        conjuncts = tuple(
            Conjunct(span, condition_of(node, names))
            for span, node in zip(spans, nodes, strict=True)
        )
        return tokens.span(word, beyond - 1), conjuncts

    def _fixed_columns(self) -> Iterator[tuple[ColumnName, str]]:
        """Columns that an UPDATE's WHERE requires to equal a parameter, and the parameter."""
        tree, where = self._tree, self._tree.args.get("where")
        outside = [
            each for each in tree.find_all(exp.Table) if each.find_ancestor(exp.Query) is None
        ]
        if not isinstance(tree, exp.Update) or where is None or len(outside) != 1:
            return
        found = where.this.flatten() if isinstance(where.this, exp.And) else [where.this.unnest()]
        for each in found:
            if not isinstance(each, exp.EQ):
                continue
            for column, place in ((each.this, each.expression), (each.expression, each.this)):
                if isinstance(column, exp.Column) and isinstance(place, exp.Placeholder):
                    known = self._names.meaning_of(column).column
                    if known is not None:
                        yield known, self._parameters[str(place.this)][1]

    def _match(self, spans: Sequence[TextSpan], nodes: Sequence[exp.Expr]) -> bool:
        """Whether each span, parsed alone, gives the node that it belongs to."""
        for span, node in zip(spans, nodes, strict=True):
            text = f"select 1 where {self._text[span.start : span.end]}"
            try:
                [alone] = trees_of(text, self._engine)
            except SqlglotError:
                return False
            if alone is None or alone.args["where"].this != node:
                return False
        return True

    # Assigned values.

    def _given(self) -> Iterator[AssignedValue]:
        tree = self._tree
        if isinstance(tree, exp.Insert):
            yield from self._inserted_values(tree)
        if isinstance(tree, (exp.Update, exp.Insert)):
            yield from self._assigned_values(tree)

    def _inserted_values(self, tree: exp.Insert) -> Iterator[AssignedValue]:
        table = tree.this.this.name.lower()
        named = [each.name.lower() for each in tree.this.expressions]
        for name in named:
            if not self._names.has(table, name):
                raise Unfit(phrase("{table} has no column “{name}”", table=table, name=name))
        columns = [ColumnName(table, name) for name in named]
        tokens = self._tokens
        if not isinstance(tree.expression, exp.Values):
            yield from self._selected(tree, columns)
            return
        at = tokens.first_at_top_level({"values"})
        for _ in tree.expression.expressions:
            assert at is not None
            at += 1 + (tokens.kind(at + 1) is TokenType.COMMA)
            close = tokens.closing(at)
            parts = list(tokens.parts(at + 1, close))
            if len(parts) != len(columns):
                raise Unfit(phrase("a row of it has more or fewer values than columns"))
            for column, part in zip(columns, parts, strict=True):
                yield self._one_given(column, part, ColumnUse.INSERTED)
            at = close

    def _selected(self, tree: exp.Insert, columns: Sequence[ColumnName]) -> Iterator[AssignedValue]:
        """What an INSERT … SELECT assigns: the items of its list, without aliases."""
        tokens, query = self._tokens, tree.expression
        first = tokens.first_at_top_level({"select"})
        if first is None or not isinstance(query, exp.Select):
            for column in columns:
                yield AssignedValue(
                    column, TextSpan(0, 0), ColumnUse.INSERTED, simple=False, lone=False
                )
            return
        first += 1 + (tokens.word(first + 1) in ("distinct", "all"))
        beyond = tokens.first_at_top_level(AFTER_SELECT_LIST, first) or len(tokens.all)
        parts = list(tokens.parts(first, beyond))
        if len(parts) != len(columns) or len(query.expressions) != len(columns):
            raise Unfit(phrase("a row of it has more or fewer values than columns"))
        for column, item, (begin, end) in zip(columns, query.expressions, parts, strict=True):
            named = 1 + (tokens.word(end - 1) == "as") if isinstance(item, exp.Alias) else 0
            yield AssignedValue(
                column, tokens.span(begin, end - named), ColumnUse.INSERTED, simple=False
            )

    def _assigned_values(self, tree: exp.Update | exp.Insert) -> Iterator[AssignedValue]:
        tokens = self._tokens
        if isinstance(tree, exp.Update):
            word, nodes = tokens.first_at_top_level({"set"}), tree.expressions
        else:
            conflict = tree.args.get("conflict")
            nodes = [] if conflict is None else conflict.expressions
            word = tokens.first_at_top_level({"on"})
            word = None if word is None else tokens.first_at_top_level({"update"}, word)
            word = None if word is None else word + (tokens.word(word + 1) == "set")
        if word is None or not nodes:
            return
        beyond = tokens.first_at_top_level(AFTER_SET, word + 1) or len(tokens.all)
        parts = list(tokens.parts(word + 1, beyond))
        if len(parts) != len(nodes):
            raise Unfit(phrase("assign each column by itself"))
        for node, (begin, end) in zip(nodes, parts, strict=True):
            target = node.this if isinstance(node, exp.EQ) else None
            if not isinstance(target, exp.Column):
                raise Unfit(phrase("assign each column by itself"))
            column = self._names.meaning_of(target).column
            equals = next(n for n in range(begin, end) if tokens.kind(n) is TokenType.EQ)
            assert column is not None
            if self._keeps_value(node.expression, column):
                yield AssignedValue(
                    column, tokens.span(equals + 1, end), ColumnUse.EXCLUDED, simple=True
                )
            else:
                yield self._one_given(column, (equals + 1, end), ColumnUse.ASSIGNED)

    def _keeps_value(self, value: exp.Expr, column: ColumnName) -> bool:
        """Whether it is the same column of the row that could not be inserted (EXCLUDED)."""
        if isinstance(value, exp.Column):
            same = self._names.meaning_of(value).column == column
            return same and value.table.lower() == "excluded"
        if isinstance(value, exp.Anonymous) and value.name.lower() == "values":
            [named] = value.expressions or [exp.to_identifier("")]
            return bool(named.name.lower() == column.column)
        return False

    def _one_given(
        self, column: ColumnName, part: tuple[int, int], use: ColumnUse
    ) -> AssignedValue:
        simple = self._value_at(*part, column, use)
        return AssignedValue(column, self._tokens.span(*part), use, simple)

    def _value_at(self, first: int, last: int, column: ColumnName | None, use: ColumnUse) -> bool:
        """Record the parameter or constant that alone fills the range of tokens; returns whether
        there is one, or NULL."""
        tokens = self._tokens
        kinds = [tokens.kind(each) for each in range(first, last + 1)]
        span = tokens.span(first, last)
        if kinds == [TokenType.COLON, tokens.kind(last)] and len(kinds) == 2:
            return self._parameter_at(span, column, use)
        if kinds == [TokenType.NULL]:
            return True
        if len(kinds) == 1 and kinds[0] in LITERALS:
            if column in self._encrypted:
                value = _literal(tokens.all[first])
                self._constants.append(Occurrence(span, "", column, use, value))
            return True
        return False

    def _parameter_at(self, span: TextSpan, column: ColumnName | None, use: ColumnUse) -> bool:
        for name, (place, original) in self._parameters.items():
            if place == span:
                self._found[name] = Occurrence(span, original, column, use)
                return True
        return False

    # Occurrences of columns.

    def _references(self) -> Iterator[Reference]:
        for node in self._tree.find_all(exp.Column):
            meaning = self._names.meaning_of(node)
            if meaning.column is None or meaning.item is not None:
                continue
            span = span_of(node)
            written = self._text[span.start : span.end]
            found = self._uses.use_of(node, meaning)
            made = Reference(
                span,
                written,
                meaning.column,
                found.use,
                found.item,
                meaning.from_subquery,
                found.output_name,
                "" if node.table else found.qualifier,
                found.why,
            )
            if found.use is ColumnUse.EQUAL:
                made = self._compared(made, node)
            yield made
        yield from self._inserted_columns()

    def _inserted_columns(self) -> Iterator[Reference]:
        tree = self._tree
        if not isinstance(tree, exp.Insert):
            return
        table = tree.this.this.name.lower()
        for name in tree.this.expressions:
            span, column = TextSpan(name.meta["start"], name.meta["end"] + 1), name.name.lower()
            written = self._text[span.start : span.end]
            yield Reference(span, written, ColumnName(table, column), ColumnUse.INSERTED)

    def _compared(self, made: Reference, node: exp.Column) -> Reference:
        """With its comparison's position in the text; as another use where that is not found."""
        negated, is_positive = self._uses.polarity(node)
        span = self._in_list(made) or self._neighbour(made)
        if span is None:
            return replace(made, use=ColumnUse.OTHER, why=Obstacle.SEARCH)
        return replace(made, equality=Equality(span, made.span, negated, is_positive))

    def _in_list(self, made: Reference) -> TextSpan | None:
        tokens = self._tokens
        at = tokens.ending_at(made.span.end)
        if at is None:
            return None
        at += 1 + (tokens.word(at + 1) == "not")
        if tokens.word(at) != "in" or tokens.kind(at + 1) is not TokenType.L_PAREN:
            return None
        close = tokens.closing(at + 1)
        for part in tokens.parts(at + 2, close):
            if not self._value_at(*part, made.column, ColumnUse.EQUAL):
                return None
        return TextSpan(made.span.start, tokens.all[close].end + 1)

    def _neighbour(self, made: Reference) -> TextSpan | None:
        """`x = :a`, or `:a = x`."""
        tokens = self._tokens
        last, first = tokens.ending_at(made.span.end), tokens.starting_at(made.span.start)
        if last is not None and tokens.kind(last + 1) in _EQUALS:
            width = 2 if tokens.kind(last + 2) is TokenType.COLON else 1
            if self._value_at(last + 2, last + 1 + width, made.column, ColumnUse.EQUAL):
                return TextSpan(made.span.start, tokens.all[last + 1 + width].end + 1)
        if first is not None and tokens.kind(first - 1) in _EQUALS:
            width = 2 if tokens.kind(first - 3) is TokenType.COLON else 1
            if self._value_at(first - 1 - width, first - 2, made.column, ColumnUse.EQUAL):
                return TextSpan(tokens.all[first - 1 - width].start, made.span.end)
        return None


def _literal(token: Token) -> str | int | Decimal:
    if token.token_type is TokenType.STRING:
        return str(token.text)
    return Decimal(token.text) if not token.text.isdigit() else int(token.text)


_EQUALS = frozenset({TokenType.EQ, TokenType.NEQ})
_FOLDING = ("group", "having", "distinct", "limit", "offset", "windows", "qualify", "locks")
