"""A statement of one's own taken apart: where its parameters stand, and which column each name is.

The text stays as it is written: sqlglot parses it within its dialect, and what it finds is looked
up in the text again, so that nothing is ever translated. Each occurrence of a parameter gets a name
of its own for the parser, by which it is found in what was parsed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from engines.contract.errors import Unfit
from engines.contract.message import phrase
from workloads.own.model import Dialect
from workloads.own.naming import aliased_columns, columns_of
from workloads.own.parsed import Column, Occurrence, Parsed, Reference, Span, Use

type Tables = Mapping[str, Sequence[str]]
"""The columns of each table."""


def parse(text: str, dialect: Dialect, tables: Tables) -> Parsed:
    """Take a statement apart.

    Raises: Unfit, whose clause is about the statement
    """
    return _Statement(text, dialect, tables).parsed()


class _Statement:
    def __init__(self, text: str, dialect: Dialect, tables: Tables) -> None:
        self._spoken = _SPOKEN[dialect]
        self._text, self._names = _numbered(text.strip().rstrip(";").rstrip(), self._spoken)
        self._tree = _tree(self._text, self._spoken)
        self._tables = tables
        self._named = columns_of(self._tree, tables)
        self._columns = {id(node): column for node, column in self._named}
        self._parameters = {
            str(node.this): node for node in self._tree.find_all(exp.Placeholder) if node.this
        }

    def parsed(self) -> Parsed:
        if set(self._parameters) != set(self._names):
            raise Unfit(phrase("a parameter is used where none is allowed"))
        items, rest = self._list()
        references = tuple(sorted(self._references(items), key=lambda each: each.span.start))
        occurrences = tuple(self._occurrence(name) for name in self._names)
        reads = isinstance(self._tree, exp.Query) or self._tree.find(exp.Returning) is not None
        ordered = self._tree.args.get("order") is not None
        values = self._tree.find(exp.Values) if isinstance(self._tree, exp.Insert) else None
        rows = 1 if values is None else len(values.expressions)
        aliased = frozenset(aliased_columns(self._tree, self._named))
        return Parsed(
            self._text, references, occurrences, items, rest, reads, ordered, rows, aliased
        )

    def _list(self) -> tuple[tuple[Span, ...], int]:
        """The items of the list that a SELECT begins with, and where the rest begins."""
        if not isinstance(self._tree, exp.Select) or self._tree.args.get("with_"):
            return (), 0
        if self._tree.args.get("distinct"):
            return (), 0
        depth, begin, items = 0, None, []
        for token in sqlglot.tokenize(self._text, dialect=self._spoken):
            if token.token_type in _OPENING:
                depth += 1
            elif token.token_type in _CLOSING:
                depth -= 1
            elif token.token_type is TokenType.SELECT and begin is None:
                begin = token.end + 1
            elif depth == 0 and begin is not None:
                if token.token_type is TokenType.COMMA:
                    items.append(self._trimmed(begin, token.start))
                    begin = token.end + 1
                elif token.token_type is TokenType.FROM:
                    items.append(self._trimmed(begin, token.start))
                    return tuple(items), token.start
        return (), 0

    def _trimmed(self, start: int, end: int) -> Span:
        while start < end and self._text[start].isspace():
            start += 1
        while end > start and self._text[end - 1].isspace():
            end -= 1
        return Span(start, end)

    def _references(self, items: Sequence[Span]) -> Iterator[Reference]:
        for node, column in self._named:
            span = _span_of(node)
            item = next((n for n, each in enumerate(items) if _leads(each, span)), None)
            alone = item is not None and isinstance(node.parent, (exp.Select, exp.Alias))
            written = self._text[span.start : span.end]
            use = Use.LISTED if alone else _use_of(node)
            yield Reference(span, written, column, use, item if alone else None)
        yield from self._inserted_columns()

    def _inserted_columns(self) -> Iterator[Reference]:
        tree = self._tree
        if not isinstance(tree, exp.Insert) or not isinstance(tree.this, exp.Schema):
            return
        table = tree.this.this.name.lower()
        for name in tree.this.expressions:
            span, column = Span(name.meta["start"], name.meta["end"] + 1), name.name.lower()
            if column not in self._tables.get(table, ()):
                raise Unfit(phrase("{table} has no column “{name}”", table=table, name=column))
            written = self._text[span.start : span.end]
            yield Reference(span, written, Column(table, column), Use.INSERTED)

    def _occurrence(self, name: str) -> Occurrence:
        node, (token, original) = self._parameters[name], self._names[name]
        span, parent = Span(token.start, token.end), node.parent
        if isinstance(parent, (exp.EQ, exp.NEQ)):
            other = parent.expression if parent.this is node else parent.this
            return Occurrence(span, original, *self._compared_with(other))
        if isinstance(parent, exp.In) and node is not parent.this:
            return Occurrence(span, original, *self._compared_with(parent.this))
        inserted = _inserted(node, self._tree)
        use = Use.OTHER if inserted is None else Use.INSERTED
        return Occurrence(span, original, inserted, use)

    def _compared_with(self, node: exp.Expr) -> tuple[Column | None, Use]:
        """The column that a parameter is compared with or assigned to, and what that column is
        used for there: both are written alike."""
        column = self._columns.get(id(node))
        if column is None or not isinstance(node, exp.Column):
            return None, Use.OTHER
        return column, _use_of(node)


def _numbered(text: str, spoken: str) -> tuple[str, dict[str, tuple[Span, str]]]:
    """The text with each occurrence of a parameter under a name of its own; name → where it stands
    then, its colon with it, and which parameter it is."""
    try:
        tokens = sqlglot.tokenize(text, dialect=spoken)
    except SqlglotError as error:
        raise _unread(error) from error
    found: dict[str, tuple[Span, str]] = {}
    parts, at, shift = [], 0, 0
    for colon, name in _adjacent(tokens):
        fresh = f"p{len(found)}_{name.text}"
        parts += [text[at : colon.start], f":{fresh}"]
        start = colon.start + shift
        found[fresh] = Span(start, start + len(fresh) + 1), name.text
        shift += len(fresh) - len(name.text)
        at = name.end + 1
    return "".join([*parts, text[at:]]), found


def _adjacent(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """A colon and the word right behind it, in brackets nowhere (`a[:n]`)."""
    brackets = 0
    for colon, name in pairwise(tokens):
        brackets += (colon.token_type is TokenType.L_BRACKET) - (
            colon.token_type is TokenType.R_BRACKET
        )
        close = colon.end + 1 == name.start and name.text.isidentifier()
        if colon.token_type is TokenType.COLON and close and not brackets:
            yield colon, name


def _tree(text: str, spoken: str) -> exp.Expr:
    try:
        trees = sqlglot.parse(text, dialect=spoken)
    except (SqlglotError, RecursionError) as error:
        raise _unread(error) from error
    if len(trees) != 1 or trees[0] is None:
        raise Unfit(phrase("it is not one statement"))
    tree = trees[0]
    if not isinstance(tree, _KNOWN):
        raise Unfit(phrase("only SELECT, INSERT, UPDATE and DELETE can be measured"))
    if tree.find(exp.Command) is not None:
        raise Unfit(phrase("it contains syntax that is not supported"))
    if isinstance(tree, exp.Insert) and not isinstance(tree.this, exp.Schema):
        raise Unfit(phrase("name the columns of the INSERT"))
    if any(each.args.get("using") or each.method for each in tree.find_all(exp.Join)):
        raise Unfit(phrase("write joins with ON"))
    if any(not isinstance(star.parent, exp.Count) for star in tree.find_all(exp.Star)):
        raise Unfit(phrase("name the columns in place of “*”"))
    return tree


def _unread(error: Exception) -> Unfit:
    """What the parser says of a statement, with its line and column."""
    if isinstance(error, RecursionError):
        return Unfit(phrase("it is nested too deeply"))
    known = getattr(error, "errors", None) or [{}]
    line, column = known[0].get("line"), known[0].get("col")
    said = known[0].get("description") or str(error)
    if line is None:
        return Unfit(phrase("it cannot be read: {said}", said=said))
    return Unfit(
        phrase(
            "it cannot be read at its line {line}, column {column}: {said}",
            line=line,
            column=column,
            said=said,
        )
    )


def _use_of(node: exp.Column) -> Use:
    parent = node.parent
    if isinstance(parent, exp.EQ) and isinstance(parent.parent, exp.Update) and node is parent.this:
        return Use.ASSIGNED
    if isinstance(parent, exp.EQ):
        other = parent.expression if parent.this is node else parent.this
        return Use.EQUAL if isinstance(other, exp.Placeholder) else Use.OTHER
    if isinstance(parent, exp.In) and node is parent.this:
        listed = parent.expressions
        known = listed and all(isinstance(each, exp.Placeholder) for each in listed)
        return Use.EQUAL if known else Use.OTHER
    if isinstance(parent, exp.Is) and isinstance(parent.expression, exp.Null):
        return Use.TESTED
    if isinstance(parent, exp.Count) and not parent.find(exp.Distinct):
        return Use.TESTED
    return Use.OTHER


def _inserted(node: exp.Placeholder, tree: exp.Expr) -> Column | None:
    """The column that a value of an INSERT's VALUES is for."""
    row = node.parent
    if not isinstance(tree, exp.Insert) or not isinstance(row, exp.Tuple):
        return None
    if not isinstance(row.parent, exp.Values) or not isinstance(tree.this, exp.Schema):
        return None
    place = next(n for n, each in enumerate(row.expressions) if each is node)
    named = tree.this.expressions
    if place >= len(named):
        raise Unfit(phrase("it gives more values than columns"))
    return Column(tree.this.this.name.lower(), named[place].name.lower())


def _span_of(node: exp.Column) -> Span:
    parts = [part.meta for part in node.parts]
    return Span(min(each["start"] for each in parts), max(each["end"] for each in parts) + 1)


def _leads(item: Span, span: Span) -> bool:
    """Whether a name begins an item of a list."""
    return item.start == span.start and span.end <= item.end


_SPOKEN = {
    Dialect.POSTGRESQL: "postgres",
    Dialect.MARIADB: "mysql",
    Dialect.SQLITE: "sqlite",
    Dialect.FIREBIRD: "postgres",
}
_KNOWN = (exp.Query, exp.Insert, exp.Update, exp.Delete)
_OPENING = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET})
_CLOSING = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET})
