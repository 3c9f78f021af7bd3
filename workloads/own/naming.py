"""Which column of which table each name in a parsed statement is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from engines.contract.errors import Unfit
from engines.contract.message import phrase
from workloads.own.parsed import Column


def columns_of(
    tree: exp.Expr, tables: Mapping[str, Sequence[str]]
) -> list[tuple[exp.Column, Column]]:
    """The names that are columns of tables, with their nodes. What a subquery or a common table
    expression gives is none: its own names are.

    Raises: Unfit for a name that no table has, or more than one
    """
    for table in tree.find_all(exp.Table):
        if table.db or (_common(table) is None and table.name.lower() not in tables):
            raise Unfit(phrase("the file has no table “{table}”", table=table.sql()))
    found = []
    named = {name.lower(): [each.lower() for each in columns] for name, columns in tables.items()}
    for node in tree.find_all(exp.Column):
        known = _resolved(node, named)
        if known is not None:
            found.append((node, known))
    return found


def aliased_columns(tree: exp.Expr, named: Sequence[tuple[exp.Column, Column]]) -> Iterator[Column]:
    """The columns behind names that a list gave to its items, where these names are used again."""
    columns = {id(node): column for node, column in named}
    for node in tree.find_all(exp.Column):
        query = node.find_ancestor(exp.Select, exp.SetOperation)
        if id(node) in columns or node.table or query is None:
            continue
        for item in query.selects:
            if isinstance(item, exp.Alias) and item.alias.lower() == node.name.lower():
                inner = (columns.get(id(each)) for each in item.find_all(exp.Column))
                yield from (each for each in inner if each is not None)


def _resolved(node: exp.Column, tables: Mapping[str, Sequence[str]]) -> Column | None:
    name, qualifier = node.name.lower(), node.table.lower()
    for sources in _scopes(node):
        if qualifier:
            if qualifier in sources:
                return _of_source(name, sources[qualifier], tables)
            continue
        having = [each for each in sources.values() if _has(each, name, tables)]
        if len(having) > 1:
            raise Unfit(phrase("“{name}” is a column of more than one table", name=name))
        if having:
            return _of_source(name, having[0], tables)
    if not qualifier and _is_alias(node, name):
        return None
    raise Unfit(phrase("there is no column “{name}”", name=node.sql()))


type _Source = str | exp.Expr
"""A table's name, or the query behind a name."""


def _scopes(node: exp.Expr) -> Iterator[dict[str, _Source]]:
    """The tables that names may be of, from the innermost query outwards."""
    at: exp.Expr | None = node
    while at is not None:
        if isinstance(at, (exp.Select, exp.Update, exp.Delete, exp.Insert)):
            yield dict(_sources(at))
        at = at.parent


def _sources(query: exp.Expr) -> Iterator[tuple[str, _Source]]:
    from_ = query.args.get("from_") or query.args.get("from")
    parts: list[exp.Expr] = [] if from_ is None else [from_.this]
    parts += [join.this for join in query.args.get("joins") or ()]
    if isinstance(query, (exp.Update, exp.Delete)):
        parts.append(query.this)
        parts += query.args.get("using") or []
    if isinstance(query, exp.Insert):
        parts.append(query.this.this if isinstance(query.this, exp.Schema) else query.this)
    for part in parts:
        yield from _source(part)
        for join in part.args.get("joins") or ():
            yield from _source(join.this)


def _source(part: exp.Expr) -> Iterator[tuple[str, _Source]]:
    if isinstance(part, exp.Table):
        behind = _common(part)
        yield part.alias_or_name.lower(), behind if behind is not None else part.name.lower()
    elif isinstance(part, exp.Subquery) and part.alias:
        yield part.alias.lower(), part.this
    else:
        raise Unfit(phrase("a table expression in FROM is not supported"))


def _common(table: exp.Table) -> exp.Expr | None:
    """The common table expression that a name in FROM means."""
    at: exp.Expr | None = table
    while at is not None:
        with_ = at.args.get("with_") or at.args.get("with")
        for each in with_.expressions if with_ is not None else ():
            if each.alias.lower() == table.name.lower():
                query: exp.Expr = each.this
                return query
        at = at.parent
    return None


def _has(source: _Source, name: str, tables: Mapping[str, Sequence[str]]) -> bool:
    if isinstance(source, str):
        return name in tables.get(source, ())
    return name in [each.lower() for each in getattr(source, "named_selects", ())]


def _of_source(name: str, source: _Source, tables: Mapping[str, Sequence[str]]) -> Column | None:
    if not isinstance(source, str):
        return None
    if source not in tables:
        raise Unfit(phrase("there is no table “{table}”", table=source))
    if name not in tables[source]:
        raise Unfit(phrase("{table} has no column “{name}”", table=source, name=name))
    return Column(source, name)


def _is_alias(node: exp.Column, name: str) -> bool:
    """Whether a name is one that a list gave to an item, as ORDER BY may use it."""
    query = node.find_ancestor(exp.Select, exp.SetOperation)
    listed = [] if query is None else query.selects
    return name in [each.alias.lower() for each in listed if isinstance(each, exp.Alias)]
