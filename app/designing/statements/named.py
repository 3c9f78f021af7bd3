"""A cleaned statement over the tables of a design: their names as the file has them, and for each
parameter the column whose values it is given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import TokenType

from app.designing.model.design import DesignedTable
from app.designing.statements.cleaned import Cleaned
from engines.contract.errors import Unfit
from engines.contract.message import Message, phrase, plural
from engines.registry import facts_of
from workloads.own.model import DrawnValue
from workloads.own.sql.naming import Names
from workloads.own.sql.parsed import Column
from workloads.own.sql.parsing import parse

_LIST = 3
"""Values that a list of them is written with where their number is not known."""


@dataclass(frozen=True)
class Named:
    """A statement as the file has it. `sought` are the columns that it finds rows by through
    equality."""

    text: str
    parameters: Mapping[str, DrawnValue]
    tables: tuple[str, ...]
    sought: frozenset[Column]
    notes: tuple[Message, ...]
    name: str


def named(
    cleaned: Cleaned,
    tables: tuple[DesignedTable, ...],
    dialect: str,
    draws: Mapping[str, DrawnValue] | None = None,
) -> Named:
    """`draws` tell how parameters that the text named itself are drawn; their columns are found.

    Raises: Unfit, whose clause holds nothing of the text but names of the tables that were chosen
    """
    renamed = _renamed(cleaned.text, tables, dialect)
    return _Statement(renamed, cleaned, tables, dialect, draws or {}).named()


def tables_in(cleaned: Cleaned, dialect: str) -> tuple[str, ...]:
    """The tables that a statement names, as far as it can be read."""
    try:
        tree = _tree(cleaned.text, dialect)
    except Unfit:
        return ()
    return tuple(sorted({table.name for table in tree.find_all(exp.Table) if table.name}))


def _tree(text: str, dialect: str) -> exp.Expr:
    try:
        trees = sqlglot.parse(text, dialect=facts_of(dialect).grammar)
    except (SqlglotError, RecursionError):
        raise Unfit(phrase("it cannot be read")) from None
    if len(trees) != 1 or not isinstance(trees[0], (exp.Query, exp.Insert, exp.Update, exp.Delete)):
        raise Unfit(phrase("it is no SELECT, INSERT, UPDATE or DELETE"))
    if isinstance(trees[0], exp.Query) and not list(trees[0].find_all(exp.Table)):
        raise Unfit(phrase("it reads no table"))
    return trees[0]


def _renamed(text: str, tables: tuple[DesignedTable, ...], dialect: str) -> str:
    """The text with the file's names of tables and columns, without schemas and quotation marks."""
    tree = _tree(text, dialect)
    known = _Known(tables, tree)
    edits = sorted([*_edits(tree, known), *_stars(tree, text, dialect, known)])
    parts, at = [], 0
    for start, end, name in edits:
        parts += [text[at:start], name]
        at = end
    return "".join([*parts, text[at:]])


class _Known:
    """The tables that a statement may name, and what they are called in the file."""

    def __init__(self, tables: tuple[DesignedTable, ...], tree: exp.Expr) -> None:
        self._tables = tables
        self._common = {each.alias.lower() for each in tree.find_all(exp.CTE)}
        self.columns = {
            column.facts.name.lower(): column.name for table in tables for column in table.columns
        }

    def table(self, node: exp.Table) -> DesignedTable | None:
        """The designed table of a node; None for a common table expression.

        Raises: Unfit for any other
        """
        name, schema = node.name.lower(), node.db.lower()
        if not schema and name in self._common:
            return None
        for table in self._tables:
            facts = table.facts.name
            if facts.name.lower() == name and schema in ("", facts.schema.lower()):
                return table
        raise Unfit(phrase("it names a table that was not chosen"))


def _edits(tree: exp.Expr, known: _Known) -> Iterator[tuple[int, int, str]]:
    for node in tree.find_all(exp.Table):
        table = known.table(node)
        if table is not None:
            parts = [part.meta for part in node.parts]
            yield _span(parts, table.name)
    for column in tree.find_all(exp.Column):
        last = column.this
        if isinstance(last, exp.Star):
            continue
        name = known.columns.get(last.name.lower()) if isinstance(last, exp.Identifier) else None
        if name is not None:
            yield _span([last.meta], name)
        if len(column.parts) > 1:
            yield from _qualifier(column, known)
    if isinstance(tree, exp.Insert) and isinstance(tree.this, exp.Schema):
        for each in tree.this.expressions:
            name = known.columns.get(each.name.lower())
            if name is not None:
                yield _span([each.meta], name)


def _stars(
    tree: exp.Expr, text: str, dialect: str, known: _Known
) -> Iterator[tuple[int, int, str]]:
    """`*` and `t.*` of a list become the columns of the tables, where these are tables alone."""
    tokens = sqlglot.tokenize(text, dialect=facts_of(dialect).grammar)
    listed = [each for each in tree.find_all(exp.Star) if isinstance(each.parent, exp.Select)]
    qualified = [
        each.parent
        for each in tree.find_all(exp.Star)
        if isinstance(each.parent, exp.Column) and isinstance(each.parent.parent, exp.Select)
    ]
    for at, token in enumerate(tokens):
        before = tokens[at - 1].token_type if at else None
        if token.token_type is not TokenType.STAR or before not in _BEFORE_STAR:
            continue
        if before is TokenType.DOT and qualified:
            alias = tokens[at - 2]
            select = next((q.parent for q in qualified if q.table == alias.text), None)
            yield alias.start, token.end + 1, _columns_of(select, known, alias.text)
        elif before is not TokenType.DOT and len(listed) == 1:
            yield token.start, token.end + 1, _columns_of(listed[0].parent, known, "")


def _columns_of(select: exp.Expr | None, known: _Known, alias: str) -> str:
    """The columns of the tables that a SELECT reads, or of the one that is called so there.

    Raises: Unfit
    """
    from_ = None if select is None else select.args.get("from_")
    joins = [] if select is None else select.args.get("joins") or []
    sources = [] if from_ is None else [from_.this, *(join.this for join in joins)]
    names = []
    for source in sources:
        table = known.table(source) if isinstance(source, exp.Table) else None
        if table is None:
            raise Unfit(phrase("name the columns in place of “*”"))
        called = source.alias or table.name
        if alias in ("", source.alias_or_name):
            shown = [each.name for each in table.columns if each.work is not None]
            names += shown if len(sources) == 1 else [f"{called}.{each}" for each in shown]
    if not names:
        raise Unfit(phrase("name the columns in place of “*”"))
    return ", ".join(names)


def _qualifier(node: exp.Column, known: _Known) -> Iterator[tuple[int, int, str]]:
    """A table's own name in front of a column follows the table; an alias stays."""
    parts = node.parts[:-1]
    try:
        table = known.table(exp.Table(this=parts[-1], db=parts[-2] if len(parts) > 1 else None))
    except Unfit:
        return
    if table is not None:
        yield _span([part.meta for part in parts], table.name)


def _span(parts: list[dict[str, int]], name: str) -> tuple[int, int, str]:
    return min(each["start"] for each in parts), max(each["end"] for each in parts) + 1, name


class _Statement:
    def __init__(
        self,
        text: str,
        cleaned: Cleaned,
        tables: tuple[DesignedTable, ...],
        dialect: str,
        draws: Mapping[str, DrawnValue],
    ) -> None:
        self._text, self._cleaned, self._dialect = text, cleaned, dialect
        self._draws = draws
        self._columns = {
            table.name: tuple(each.name for each in table.columns if each.work is not None)
            for table in tables
        }
        self._tree = _tree(text, dialect)
        with _nothing_quoted():
            self._names = Names(self._tree, self._columns)
        self._notes: list[Message] = []

    def named(self) -> Named:
        given: dict[str, str] = {}
        drawn: dict[str, DrawnValue] = {}
        nodes: dict[str, exp.Expr] = {}
        for node in self._tree.dfs():
            if isinstance(node, exp.Placeholder):
                nodes.setdefault(str(node.this), node)
        for name in dict.fromkeys(match[1] for match in _PLACES.finditer(self._text)):
            place = nodes.get(name)
            if place is None:
                raise Unfit(phrase("it cannot be read"))
            constant = self._constant(place)
            if constant is not None:
                given[name] = constant
                continue
            column = self._column(place)
            fresh = name if name in self._cleaned.own else _fresh(column.column, drawn)
            draw = self._draws.get(name, DrawnValue(""))
            drawn[fresh] = DrawnValue(str(column), draw.draw, draw.skew, draw.missing)
            given[name] = f":{fresh}"
            if name in self._cleaned.moments:
                said = phrase("{column}: made-up times in place of the present", column=fresh)
                self._notes.append(said)
            if name in self._cleaned.listed:
                given[name] = self._list(place, fresh, drawn)
        text = _PLACES.sub(lambda match: given.get(match[1], match[0]), self._text)
        with _nothing_quoted():
            parse(text, self._dialect, self._columns, {})  # what a workload reads of it
        tables = dict.fromkeys(
            each.name.lower() for each in self._tree.find_all(exp.Table) if each.name
        )
        if not any(name in self._columns for name in tables):
            raise Unfit(phrase("it reads no table that was chosen"))
        sought = frozenset(self._sought())
        return Named(
            text,
            {name: each for name, each in drawn.items() if f":{name}" in text},
            tuple(name for name in tables if name in self._columns),
            sought,
            tuple(self._notes),
            self._called(sought),
        )

    def _constant(self, node: exp.Expr) -> str | None:
        """What stands in place of a value that no column has."""
        parent = node.parent
        while isinstance(parent, exp.Paren):
            parent = parent.parent
        if isinstance(parent, exp.Offset):
            return "0"
        if isinstance(parent, (exp.Limit, exp.Fetch)):
            self._notes.append(phrase("LIMIT: 10 assumed"))
            return "10"
        if isinstance(parent, (exp.Select, exp.Alias, exp.Count)):
            return "1"
        return None

    def _column(self, node: exp.Expr) -> Column:
        """The column nearest to a parameter: what it is compared with, given to, or added to."""
        placed = self._inserted(node)
        if placed is not None:
            return placed
        at = node.parent
        while at is not None and not isinstance(at, _SCOPES):
            if isinstance(at, exp.Cast) and not at.is_type(*_PLAIN):
                raise Unfit(phrase("it casts a parameter to a type that is not supported"))
            near = (self._names.of(each).column for each in at.find_all(exp.Column))
            found = next((column for column in near if column is not None), None)
            if found is not None:
                return found
            at = at.parent
        raise Unfit(phrase("a parameter belongs to no column"))

    def _inserted(self, node: exp.Expr) -> Column | None:
        tree, row = self._tree, node
        while row.parent is not None and not isinstance(row.parent, exp.Tuple):
            row = row.parent
        if not isinstance(tree, exp.Insert) or not isinstance(tree.this, exp.Schema):
            return None
        tuple_ = row.parent
        if tuple_ is None or not isinstance(tuple_.parent, exp.Values):
            return None
        place = next(n for n, each in enumerate(tuple_.expressions) if each is row)
        columns = tree.this.expressions
        if place >= len(columns):
            raise Unfit(phrase("it gives more values than columns"))
        return Column(tree.this.this.name.lower(), columns[place].name.lower())

    def _list(self, node: exp.Expr, fresh: str, drawn: dict[str, DrawnValue]) -> str:
        """A list whose length nobody tells: of the values of an INSERT, or of an IN."""
        if self._inserted(node) is not None and isinstance(self._tree, exp.Insert):
            columns = [each.name.lower() for each in self._tree.this.expressions]
            table = self._tree.this.this.name.lower()
            drawn.pop(fresh)
            for column in columns:
                drawn[_fresh(column, drawn)] = DrawnValue(f"{table}.{column}")
            return ", ".join(f":{name}" for name in list(drawn)[-len(columns) :])
        assumed = plural(
            "IN: a list of {n} values assumed", "IN: a list of {n} value assumed", _LIST
        )
        self._notes.append(assumed)
        names = [fresh]
        for _ in range(_LIST - 1):
            names.append(_fresh(fresh, drawn))
            drawn[names[-1]] = drawn[fresh]
        return ", ".join(f":{name}" for name in names)

    def _sought(self) -> Iterator[Column]:
        for node in self._tree.find_all(exp.EQ, exp.In):
            column = self._names.of(node.this).column
            setting = isinstance(node.parent, exp.Update) and node.arg_key == "expressions"
            if column is not None and not setting:
                yield column

    def _called(self, sought: frozenset[Column]) -> str:
        verb = self._cleaned.verb if self._cleaned.verb != "with" else "select"
        main = self._main()
        by = " and ".join(sorted({each.column for each in sought if each.table == main}))
        return f"{verb} {main} by {by}" if by and verb != "insert" else f"{verb} {main}"

    def _main(self) -> str:
        tree = self._tree
        if isinstance(tree, exp.Insert) and isinstance(tree.this, exp.Schema):
            return str(tree.this.this.name).lower()
        if isinstance(tree, (exp.Update, exp.Delete)):
            return str(tree.this.name).lower()
        return next(t.name.lower() for t in tree.find_all(exp.Table) if t.name in self._columns)


@contextmanager
def _nothing_quoted() -> Iterator[None]:
    """What cannot be read of a statement is told without quoting it."""
    try:
        yield
    except Unfit as error:
        if not error.said.values:
            raise
        raise Unfit(
            phrase("it uses syntax that is not supported, or names no column of the chosen tables")
        ) from None


def _fresh(name: str, taken: Mapping[str, object]) -> str:
    number, known = 1, name
    while known in taken:
        number += 1
        known = f"{name}_{number}"
    return known


_BEFORE_STAR = (TokenType.SELECT, TokenType.COMMA, TokenType.DOT, TokenType.DISTINCT)
_PLACES = re.compile(r":([A-Za-z_]\w*)")
_SCOPES = (exp.Where, exp.Join, exp.Having, exp.And, exp.Or, exp.Select, exp.Subquery, exp.Values)
_PLAIN = (
    *exp.DataType.TEXT_TYPES,
    *exp.DataType.INTEGER_TYPES,
    *exp.DataType.FLOAT_TYPES,
    exp.DType.DECIMAL,
    exp.DType.BOOLEAN,
)
