"""Rewrites a query's table and column names from the server's to those of the workload file, with
sqlglot.

Tables are renamed first, since columns are looked up in their tables: columns of the same name in
two tables may have different names in the file. An output column of a subquery is renamed only
where it is a table's column under its own name. `*` is replaced by the columns, `USING` by a
condition, since workload files support neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from app.designing.design import DesignedTable
from engines.base.common_table_expressions import query_named
from engines.contract.errors import Unfit
from engines.contract.facts import NameCase
from engines.contract.message import phrase
from engines.registry import facts_of
from workloads.own.sql.name_resolution import NameResolver, select_items

_MEASURED = (exp.Query, exp.Insert, exp.Update, exp.Delete)


def parse_statement(
    text: str, dialect: str, kinds: tuple[type[exp.Expr], ...] = _MEASURED
) -> exp.Expr:
    """Raises: Unfit, whose clause quotes nothing of the text"""
    try:
        trees = sqlglot.parse(text, dialect=facts_of(dialect).grammar)
    except (SqlglotError, RecursionError):
        raise Unfit(phrase("it cannot be read")) from None
    if len(trees) != 1 or not isinstance(trees[0], kinds):
        raise Unfit(phrase("it is no SELECT, INSERT, UPDATE or DELETE"))
    if isinstance(trees[0], exp.Query) and not list(trees[0].find_all(exp.Table)):
        raise Unfit(phrase("it reads no table"))
    return trees[0]


def to_sql(tree: exp.Expr, dialect: str) -> str:
    """A tree as text; parameters stay `:name` in every dialect."""
    known = tree.copy()
    for node in list(known.find_all(exp.Placeholder)):
        node.replace(exp.Var(this=f":{node.this}"))
    if facts_of(dialect).grammar == "mysql":  # MariaDB has the operator alone
        for match in list(known.find_all(exp.RegexpLike)):
            sides = (each.sql(dialect="mysql") for each in (match.this, match.expression))
            match.replace(exp.Var(this=" rlike ".join(sides)))
    return known.sql(dialect=facts_of(dialect).grammar)


def without_arrays(tree: exp.Expr) -> tuple[bool, frozenset[str]]:
    """Replace `= any(:list)` and `<> all(:list)` by IN and NOT IN. Returns whether there are any,
    and the parameters that are lists (not those of `any(array[:a, :b])`)."""
    found, arrays = False, set()
    for node in list(tree.find_all(exp.EQ, exp.NEQ)):
        inner = _array(node.expression, "any" if isinstance(node, exp.EQ) else "all")
        given = inner.expressions if isinstance(inner, exp.Array) else [inner]
        places = [each for each in given if isinstance(each, exp.Placeholder)]
        if not places or len(places) < len(given):
            continue
        found = True
        arrays |= {str(each.this) for each in places if each is inner}
        listed = exp.In(this=node.this.copy(), expressions=[each.copy() for each in places])
        node.replace(exp.not_(listed) if isinstance(node, exp.NEQ) else listed)
    return found, frozenset(arrays)


def with_plain_functions(tree: exp.Expr) -> None:
    """Unquote function names: digests quote them, and servers do not accept that."""
    for node in tree.find_all(exp.Anonymous):
        node.set("this", node.name)


def without_hints(tree: exp.Expr) -> tuple[str, ...]:
    """Remove optimizer hints (index names, STRAIGHT_JOIN); returns the removed ones."""
    found: dict[str, None] = {}
    for node in list(tree.find_all(exp.Table, exp.Select, exp.Join)):
        for each in node.args.get("hints") or ():
            found[f"{each.this} INDEX"] = None
        for each in node.args.get("operation_modifiers") or ():
            found[each.name] = None
        if node.args.get("kind") == _STRAIGHT:
            node.set("kind", None)
            found[_STRAIGHT] = None
        for key in ("hints", "operation_modifiers"):
            node.args.pop(key, None)
    return tuple(found)


_STRAIGHT = "STRAIGHT_JOIN"


def _array(node: exp.Expr, quantifier: str) -> exp.Expr | None:
    """The operand of `any(…)` or `all(…)`, without its type."""
    if isinstance(node, exp.Anonymous) and node.name.lower() == quantifier and node.expressions:
        inner = node.expressions[0]
    elif isinstance(node, exp.Any) and quantifier == "any":
        inner = node.this
    else:
        return None
    inner = inner.unnest()
    given = inner.this if isinstance(inner, exp.Cast) else inner
    return given if isinstance(given, exp.Expr) else None


def with_workload_names(text: str, tables: Sequence[DesignedTable], dialect: str) -> str:
    """The text with the workload file's names of tables and columns.

    Raises: Unfit, whose clause holds nothing of the text but names of tables that were chosen
    """
    folding = _CaseFolding(tables, dialect)
    text = _TableRenamer(text, tables, dialect, folding).renamed()
    text = folding.fold(text)
    tree = parse_statement(text, dialect)
    stars = any(not isinstance(star.parent, exp.Count) for star in tree.find_all(exp.Star))
    lists_none = isinstance(tree, exp.Insert) and isinstance(tree.this, exp.Table)
    if stars or lists_none or any(join.args.get("using") for join in tree.find_all(exp.Join)):
        _ColumnExpansion(tree, tables, folding).expand()
        text = to_sql(tree, dialect)
    return _ColumnRenamer(text, tables, dialect, folding).renamed()


type _Edit = tuple[int, int, str]


def _edited(text: str, edits: Iterator[_Edit]) -> str:
    parts, at = [], 0
    for start, end, name in sorted(set(edits)):
        parts += [text[at:start], name]
        at = end
    return "".join([*parts, text[at:]])


def _edit(parts: Sequence[exp.Expr], name: str) -> _Edit:
    places = [part.meta for part in parts]
    return min(each["start"] for each in places), max(each["end"] for each in places) + 1, name


class _CaseFolding:
    """Names as a server reads them, and for each column name a folded one in lower case, which is
    unique even if column names differ only in case."""

    def __init__(self, tables: Sequence[DesignedTable], dialect: str) -> None:
        self._dialect, self._facts = dialect, facts_of(dialect)
        names = dict.fromkeys(each.facts.name for table in tables for each in table.columns)
        self._folded = {name: name.lower() for name in names}
        if self._facts.name_case in (NameCase.LOWER, NameCase.UPPER):
            self._number(names)

    def _number(self, names: Iterable[str]) -> None:
        """Of names that differ only in case, the one valid unquoted stays; others get a suffix _2,
        _3 …"""
        taken = set(self._folded.values())
        having: set[str] = set()
        read = self._facts.read_name
        for name in sorted(names, key=lambda each: each != read(each.lower(), quoted=False)):
            folded = low = name.lower()
            for number in count(2):
                if folded not in (having if folded == low else taken):
                    break
                folded = f"{low}_{number}"
            self._folded[name] = folded
            having.add(folded)
            taken.add(folded)

    def read(self, name: exp.Identifier) -> str:
        """The name as the server folds it."""
        return self._facts.read_name(name.name, quoted=bool(name.quoted))

    def columns(self, table: DesignedTable) -> Mapping[str, str]:
        """Folded name → the file's name, for a table's columns."""
        return {self._folded[each.facts.name]: each.name for each in table.columns}

    def star_columns(self, table: DesignedTable) -> list[exp.Identifier]:
        """The columns that replace `*`: those of the workload, which alone are created."""
        return [_quoted(self._folded[each.facts.name]) for each in table.columns if each.work]

    def fold(self, text: str) -> str:
        """The text with folded names in place of those whose lower case is another column's."""
        return _edited(text, self._edits(parse_statement(text, self._dialect)))

    def _edits(self, tree: exp.Expr) -> Iterator[_Edit]:
        for each in tree.find_all(exp.Identifier):
            folded = self._folded.get(self.read(each), each.name.lower())
            if folded != each.name.lower() and "start" in each.meta:
                yield _edit([each], _quoted(folded).sql(dialect=self._facts.grammar))


class _TableRenamer:
    """Names of tables, also as qualifiers of columns unless these are aliases."""

    def __init__(
        self, text: str, tables: Sequence[DesignedTable], dialect: str, folding: _CaseFolding
    ) -> None:
        self._text, self._tables, self._folding = text, tables, folding
        self._tree = parse_statement(text, dialect)
        self._common = {each.alias.lower() for each in self._tree.find_all(exp.CTE)}
        self._aliases = {
            each.alias.lower() for each in self._tree.find_all(exp.Table) if each.alias
        }

    def renamed(self) -> str:
        return _edited(self._text, self._edits())

    def _edits(self) -> Iterator[_Edit]:
        for node in self._tree.find_all(exp.Table):
            if (table := self._table(node.this, node.db)) is not None:
                yield _edit(node.parts, table.name)
        for column in self._tree.find_all(exp.Column):
            if len(column.parts) > 1 and column.table.lower() not in self._aliases:
                yield from self._qualifier(column)

    def _qualifier(self, column: exp.Column) -> Iterator[_Edit]:
        try:
            table = self._table(column.args["table"], column.db)
        except Unfit:
            return
        if table is not None:
            yield _edit(column.parts[:-1], table.name)

    def _table(self, named: exp.Expr, of_schema: str) -> DesignedTable | None:
        """The designed table; None for a common table expression.

        Raises: Unfit for any other
        """
        read = self._folding.read(named) if isinstance(named, exp.Identifier) else named.name
        schema = of_schema.lower()
        if not schema and named.name.lower() in self._common:
            return None
        candidates = [
            each
            for each in self._tables
            if each.facts.name.name.lower() == read.lower()
            and schema in ("", each.facts.name.schema.lower())
        ]
        if not candidates:
            raise Unfit(phrase("it names a table that was not chosen"))
        return next((each for each in candidates if each.facts.name.name == read), candidates[0])


class _ColumnExpansion:
    """Expands `*` and an INSERT without columns into columns, USING into ON. Tables have the file's
    names by now, columns the server's."""

    def __init__(
        self, tree: exp.Expr, tables: Sequence[DesignedTable], folding: _CaseFolding
    ) -> None:
        self._tree, self._folding = tree, folding
        self._tables = {table.name: table for table in tables}

    def expand(self) -> None:
        for each in list(self._tree.find_all(exp.Select)):
            self._using_to_on(each)
        self._list_columns()
        for star in reversed(list(self._tree.find_all(exp.Star))):  # subqueries come first
            place = star.parent if isinstance(star.parent, exp.Column) else star
            select = place.parent
            if isinstance(select, exp.Select):
                alias = place.table if isinstance(place, exp.Column) else ""
                self._put_columns(select, place, alias)
        returning = self._tree.args.get("returning")
        if returning is not None and any(isinstance(e, exp.Star) for e in returning.expressions):
            target = self._tree.this
            table = self._tables.get(
                (target.this if isinstance(target, exp.Schema) else target).name
            )
            if table is None:
                raise _UNNAMED
            returning.set("expressions", list(map(exp.column, self._folding.star_columns(table))))

    def _list_columns(self) -> None:
        """List the columns of an INSERT without them: as many as it has values, all columns where a
        digest truncated the list."""
        target, given = self._tree.this, self._tree.args.get("expression")
        table = self._tables.get(target.name) if isinstance(target, exp.Table) else None
        if table is None or not isinstance(self._tree, exp.Insert) or given is None:
            return
        if any(each.work is None or each.facts.computed for each in table.columns):
            return
        row = given.expressions[0] if isinstance(given, exp.Values) else given
        items = select_items(row) if isinstance(row, exp.Query) else row.expressions
        truncated = len(items) == 1 and isinstance(items[0], (exp.Placeholder, exp.Star))
        names = [_quoted(each.name) for each in self._folding.star_columns(table)]
        listed = names if truncated else names[: len(items)]
        target.replace(exp.Schema(this=target.copy(), expressions=listed))

    def _sources(self, select: exp.Select) -> list[tuple[str, DesignedTable | exp.Expr | None]]:
        """Alias or name → table or named query; None for any other source."""
        from_ = select.args.get("from_")
        joins = select.args.get("joins") or []
        parts = [] if from_ is None else [from_.this, *(join.this for join in joins)]
        return [(part.alias_or_name, self._source(part)) for part in parts]

    def _source(self, part: exp.Expr) -> DesignedTable | exp.Expr | None:
        if not isinstance(part, exp.Table):
            return part if isinstance(part, exp.Subquery) else None
        return query_named(part) or self._tables.get(part.name)

    def _put_columns(self, select: exp.Select, star: exp.Expr, alias: str) -> None:
        """Raises: Unfit where a source is neither a table of the file nor a query with names"""
        sources = self._sources(select)
        found: list[exp.Expr] = []
        for source_alias, source in sources:
            if alias in ("", source_alias):
                if source is None:
                    raise _UNNAMED
                names = (
                    self._folding.star_columns(source)
                    if isinstance(source, DesignedTable)
                    else _output_names(source)
                )
                single = len(sources) == 1
                found += [
                    exp.column(each, table=None if single else source_alias) for each in names
                ]
        if not found:
            raise _UNNAMED
        place = select.expressions.index(star)
        listed = [*select.expressions[:place], *found, *select.expressions[place + 1 :]]
        select.set("expressions", listed)

    def _using_to_on(self, select: exp.Select) -> None:
        """Qualify each side's column; an unqualified use of it becomes the left table's."""
        sources = self._sources(select)
        for place, join in enumerate(select.args.get("joins") or []):
            names = join.args.get("using")
            if not names:
                continue
            right = sources[place + 1][0]
            conditions = []
            for name in names:
                known = name.name.lower()
                left = next(
                    (
                        alias
                        for alias, table in sources[: place + 1]
                        if isinstance(table, DesignedTable)
                        and known in self._folding.columns(table)
                    ),
                    None,
                )
                if left is None:
                    raise Unfit(phrase("it joins with USING over what is no table of the file"))
                conditions.append(
                    exp.column(_quoted(known), table=left).eq(
                        exp.column(_quoted(known), table=right)
                    )
                )
                for column in select.find_all(exp.Column):
                    if not column.table and column.name.lower() == known:
                        column.set("table", exp.to_identifier(left))
            join.set("using", None)
            join.set("on", exp.and_(*conditions))


def _quoted(name: str) -> exp.Identifier:
    return exp.to_identifier(name, quoted=True)


def _output_names(query: exp.Expr) -> list[exp.Identifier]:
    """The names of a subquery's output columns.

    Raises: Unfit for an item without one
    """
    alias = query.args.get("alias")
    found = [each.copy() for each in (alias.columns if isinstance(alias, exp.TableAlias) else ())]
    for each in select_items(query.this)[len(found) :]:
        name = each.args.get("alias") if isinstance(each, exp.Alias) else each.this
        if not isinstance(each, (exp.Alias, exp.Column)) or not isinstance(name, exp.Identifier):
            raise _UNNAMED
        found.append(name.copy())
    return found


_UNNAMED = Unfit(phrase("name the columns in place of “*”"))


class _ColumnRenamer:
    """Names of columns, each looked up in its table."""

    def __init__(
        self, text: str, tables: Sequence[DesignedTable], dialect: str, folding: _CaseFolding
    ) -> None:
        self._text = text
        self._tree = parse_statement(text, dialect)
        self._file = {table.name: folding.columns(table) for table in tables}

    def renamed(self) -> str:
        return _edited(self._text, self._edits())

    @cached_property
    def _names(self) -> NameResolver:
        try:
            return NameResolver(
                self._tree, {name: tuple(known) for name, known in self._file.items()}
            )
        except Unfit:
            raise Unfit(
                phrase("it names a column that no chosen table has, or several have")
            ) from None

    def _edits(self) -> Iterator[_Edit]:
        inserted = self._inserted()
        for node in self._tree.find_all(exp.Column):
            if isinstance(node.this, exp.Star) or not isinstance(node.this, exp.Identifier):
                continue
            if node.find_ancestor(exp.OnConflict) and isinstance(node.parent, exp.Ordered):
                name = inserted.get(node.name.lower())
            else:
                column = self._names.meaning_of(node).column
                own = column is not None and node.name.lower() == column.column
                name = self._file[column.table].get(column.column) if column and own else None
            if name is not None:
                yield _edit([node.this], name)
        if isinstance(self._tree, exp.Insert) and isinstance(self._tree.this, exp.Schema):
            given = (each for each in self._tree.find_all(exp.Anonymous))
            of_values_function = [
                each.expressions[0]
                for each in given
                if each.name.lower() == "values" and isinstance(each.expressions[0], exp.Identifier)
            ]
            for each in (*self._tree.this.expressions, *of_values_function):
                if (name := inserted.get(each.name.lower())) is not None:
                    yield _edit([each], name)

    def _inserted(self) -> Mapping[str, str]:
        """The columns of the table that an INSERT fills."""
        if not isinstance(self._tree, exp.Insert):
            return {}
        target = self._tree.this
        target = target.this if isinstance(target, exp.Schema) else target
        return self._file.get(target.name, {})
