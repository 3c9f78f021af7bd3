"""Name resolution in a parsed statement: the table column that each name means, and the table
columns that its subqueries return."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from engines.base.common_table_expressions import query_named
from engines.contract.errors import Unfit
from engines.contract.message import phrase
from workloads.own.sql.parsed import ColumnName

type Tables = Mapping[str, Sequence[str]]
"""The columns of each table."""


@dataclass(frozen=True)
class NameSource:
    """A source of names in FROM: a table, or a query whose output columns have these `names`."""

    table: str = ""
    query: exp.Expr | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Meaning:
    column: ColumnName | None
    """The table column whose value it has unchanged; None for a computed value."""
    from_subquery: bool = False
    qualifier: str = ""
    item: int | None = None
    """The SELECT item that it is an alias of."""
    computed_by: exp.Expr | None = field(default=None, compare=False, repr=False)


class NameResolver:
    def __init__(self, tree: exp.Expr, tables: Tables) -> None:
        """Raises: Unfit for a name that no table has, or more than one"""
        self._tree = tree
        self._tables = {
            name.lower(): tuple(map(str.lower, columns)) for name, columns in tables.items()
        }
        self._outputs: dict[int, tuple[ColumnName | None, ...]] = {}
        for table in tree.find_all(exp.Table):
            _check_letters(table.this)
            known = query_named(table) is not None or table.name.lower() in self._tables
            if table.db or not known or not isinstance(table.this, exp.Identifier):
                raise Unfit(phrase("the file has no table “{table}”", table=table.sql()))
        for query in tree.find_all(exp.CTE):
            _check_letters(query.args["alias"].this)
        self._known = {id(node): self._meaning(node) for node in tree.find_all(exp.Column)}

    def meaning_of(self, node: exp.Expr) -> Meaning:
        """What a node means; `Meaning(None)` where it is no column."""
        return self._known.get(id(node), _NOTHING)

    def has(self, table: str, column: str) -> bool:
        return column in self._tables.get(table, ())

    def outputs(self, query: exp.Expr) -> tuple[ColumnName | None, ...]:
        """The output columns of a query: each a table column, or None where it is computed."""
        if id(query) not in self._outputs:
            self._outputs[id(query)] = ()  # for a recursive query, while its first part is resolved
            self._outputs[id(query)] = tuple(self._given_by(query))
        return self._outputs[id(query)]

    def _given_by(self, query: exp.Expr) -> Iterator[ColumnName | None]:
        match query:
            case exp.Select():
                for item in query.expressions:
                    inner = item.this if isinstance(item, exp.Alias) else item
                    alone = isinstance(inner, exp.Column)
                    yield self._meaning(inner).column if alone else None
            case exp.SetOperation():
                left = self.outputs(query.this)
                self._outputs[id(query)] = left
                right = self.outputs(query.expression)
                for place, each in enumerate(left):
                    yield each if place < len(right) and right[place] == each else None
            case exp.Subquery() | exp.Paren():
                yield from self.outputs(query.this)

    def _meaning(self, node: exp.Column) -> Meaning:
        name, qualifier = node.name.lower(), node.table.lower()
        if not qualifier and (item := _ordered_by_alias(node, name)) is not None:
            return self._of_item(node, item)
        for sources in self._scopes(node):
            if qualifier:
                if qualifier in sources:
                    return self._of_source(name, qualifier, sources[qualifier])
                continue
            having = [key for key, each in sources.items() if self._has(each, name)]
            if len(having) > 1 and "excluded" in having:
                having.remove("excluded")
            if len(having) > 1:
                raise Unfit(phrase("“{name}” is a column of more than one table", name=name))
            if having:
                return self._of_source(name, having[0], sources[having[0]])
        if not qualifier and (item := _alias(node, name)) is not None:
            return self._of_item(node, item)
        raise Unfit(phrase("there is no column “{name}”", name=node.sql()))

    def _of_item(self, node: exp.Column, item: int) -> Meaning:
        query = node.find_ancestor(exp.Select, exp.SetOperation)
        assert query is not None
        known = self.outputs(query)
        column = known[item] if item < len(known) else None
        return Meaning(column, item=item, computed_by=_item(query, item))

    def _of_source(self, name: str, key: str, source: NameSource) -> Meaning:
        if source.query is None and not source.table:
            return Meaning(None)
        if source.query is not None:
            if name not in source.names:
                raise Unfit(phrase("there is no column “{name}”", name=f"{key}.{name}"))
            known, place = self.outputs(source.query), source.names.index(name)
            column = known[place] if place < len(known) else None
            return Meaning(column, from_subquery=True, computed_by=_item(source.query, place))
        if not self.has(source.table, name):
            message = phrase("{table} has no column “{name}”", table=source.table, name=name)
            raise Unfit(message)
        return Meaning(ColumnName(source.table, name), qualifier=key)

    def _has(self, source: NameSource, name: str) -> bool:
        return name in (source.names or self._tables.get(source.table, ()))

    def _scopes(self, node: exp.Expr) -> Iterator[dict[str, NameSource]]:
        """The sources of names at a node, from the innermost query outwards."""
        at: exp.Expr | None = node
        while at is not None:
            if isinstance(at, (exp.Select, exp.Update, exp.Delete, exp.Insert)):
                yield dict(self._sources(at))
            at = at.parent

    def _sources(self, query: exp.Expr) -> Iterator[tuple[str, NameSource]]:
        if isinstance(query, exp.Insert) and query.args.get("conflict") is not None:
            yield "excluded", NameSource(_target(query).name.lower())
        for part in sources_of(query):
            yield from self._source(part)

    def _source(self, part: exp.Expr) -> Iterator[tuple[str, NameSource]]:
        if isinstance(part, exp.Table):
            behind = query_named(part)
            key = part.alias_or_name.lower()
            yield key, _within(behind) if behind is not None else NameSource(part.name.lower())
        elif isinstance(part, (exp.Subquery, exp.Lateral)) and part.alias:
            yield part.alias.lower(), _within(part)
        elif isinstance(part, exp.Values) and part.alias:
            yield part.alias.lower(), NameSource(names=_renamed(part, ()))
        else:
            raise Unfit(phrase("a table expression in FROM is not supported"))


def sources_of(query: exp.Expr) -> Iterator[exp.Expr]:
    """The tables and subqueries in FROM, joins, USING and the target of a query."""
    from_ = query.args.get("from_") or query.args.get("from")
    parts: list[exp.Expr] = [] if from_ is None else [from_.this]
    parts += [join.this for join in query.args.get("joins") or ()]
    parts += query.args.get("laterals") or ()
    if isinstance(query, (exp.Update, exp.Delete)):
        parts += [query.this, *(query.args.get("using") or ())]
    if isinstance(query, exp.Insert):
        parts.append(_target(query))
    for part in parts:
        yield part
        yield from (join.this for join in part.args.get("joins") or ())


def _target(query: exp.Insert) -> exp.Expr:
    target: exp.Expr = query.this.this if isinstance(query.this, exp.Schema) else query.this
    return target


def _check_letters(name: exp.Expr | None) -> None:
    """Refuse a quoted table name with capitals: a file's tables have lower case names.

    Raises: Unfit
    """
    if isinstance(name, exp.Identifier) and name.quoted and name.name != name.name.lower():
        raise Unfit(phrase("write the table “{table}” in small letters", table=name.name))


_NOTHING = Meaning(None)


def select_items(query: exp.Expr) -> list[exp.Expr]:
    """The SELECT list of a query; of a set operation, that of its first query."""
    while isinstance(query, (exp.SetOperation, exp.Subquery, exp.Paren)):
        query = query.this
    return list(query.expressions) if isinstance(query, exp.Select) else []


def _item(query: exp.Expr, place: int) -> exp.Expr | None:
    items = select_items(query)
    return items[place].unalias() if place < len(items) else None


def _within(part: exp.Expr) -> NameSource:
    """The source of a named query: a common table expression, or a subquery in FROM."""
    query = part.this
    while isinstance(query, (exp.Subquery, exp.Paren)):
        query = query.this
    if not isinstance(query, exp.Query):
        raise Unfit(phrase("a table expression in FROM is not supported"))
    names = tuple(each.lower() for each in query.named_selects)
    return NameSource(query=query, names=_renamed(part, names))


def _renamed(part: exp.Expr, names: tuple[str, ...]) -> tuple[str, ...]:
    """Output names, replaced by those after the query's name, as in c(a, b)."""
    alias = part.args.get("alias")
    given = alias.args.get("columns") if isinstance(alias, exp.TableAlias) else None
    aliases = tuple(each.name.lower() for each in given or ())
    return (*aliases, *names[len(aliases) :])


def _ordered_by_alias(node: exp.Column, name: str) -> int | None:
    """The item whose alias ORDER BY uses; an alias takes precedence over a column."""
    ordered = node.parent
    if not isinstance(ordered, exp.Ordered) or not isinstance(ordered.parent, exp.Order):
        return None
    query = ordered.parent.parent
    if not isinstance(query, (exp.Select, exp.SetOperation)):
        return None
    return _item_named(query, name, given=isinstance(query, exp.Select))


def _alias(node: exp.Column, name: str) -> int | None:
    query = node.find_ancestor(exp.Select, exp.SetOperation)
    return None if query is None else _item_named(query, name, given=True)


def _item_named(query: exp.Query, name: str, *, given: bool) -> int | None:
    """The position of an item by its alias, or, unless `given`, by any name."""
    for place, item in enumerate(query.selects):
        known = item.alias if given else item.alias_or_name
        if known.lower() == name:
            return place
    return None
