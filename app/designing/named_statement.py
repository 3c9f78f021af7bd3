"""A statement of a design: rewritten to the file's names, with the column that each parameter takes
its values from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from sqlglot import exp

from app.designing.design import DesignedTable
from app.designing.parameterized_text import (
    ParameterizedText,
    as_insert,
    parameterized,
    without_values,
)
from app.designing.renaming import (
    parse_statement,
    to_sql,
    with_plain_functions,
    with_workload_names,
    without_arrays,
    without_hints,
)
from engines.contract.errors import Unfit
from engines.contract.message import Message, phrase, plural
from engines.registry import facts_of
from workloads.own.column_values import NUMBERS, bounds_of
from workloads.own.model import ColumnType, ColumnWork, DrawnValue, Given
from workloads.own.sql.name_resolution import NameResolver
from workloads.own.sql.parsed import ColumnName
from workloads.own.sql.parsing import parse

# Assumed values, for parameters that no column has values for: arguments of functions, widths.

_ASSUMED_NUMBER, _ASSUMED_PATTERN = "3", "'^a'"
_ARGUMENTS: Mapping[tuple[type[exp.Expr], str], str] = {
    (exp.Substring, "start"): "1",
    (exp.Substring, "length"): _ASSUMED_NUMBER,
    (exp.Left, "expression"): _ASSUMED_NUMBER,
    (exp.Right, "expression"): _ASSUMED_NUMBER,
    (exp.Round, "decimals"): "0",
    (exp.Pad, "expression"): "10",
    (exp.Pad, "fill_pattern"): "' '",
    (exp.Trim, "expression"): "' '",
    (exp.RegexpLike, "expression"): _ASSUMED_PATTERN,
    (exp.RegexpILike, "expression"): _ASSUMED_PATTERN,
    (exp.SimilarTo, "expression"): _ASSUMED_PATTERN,
    (exp.RegexpReplace, "expression"): _ASSUMED_PATTERN,
    (exp.RegexpReplace, "replacement"): "''",
    (exp.GroupConcat, "separator"): "', '",
    (exp.TimestampTrunc, "unit"): "'day'",
    (exp.DateTrunc, "unit"): "'day'",
    (exp.Extract, "this"): "'day'",
    (exp.AtTimeZone, "zone"): "'UTC'",
    (exp.Escape, "expression"): "'|'",
    (exp.PercentileCont, "this"): "0.5",
    (exp.PercentileDisc, "this"): "0.5",
    (exp.DateAdd, "expression"): "30",
    (exp.DateSub, "expression"): "30",
    (exp.Pow, "expression"): "2",
    (exp.Mod, "expression"): "7",
}
"""Function and argument → assumed value."""

_FORMATTED = (exp.ToChar, exp.TimeToStr, exp.StrToDate, exp.StrToTime)
_FORMAT = {"postgres": "'YYYY-MM-DD'"}
"""Assumed date format by dialect; elsewhere strftime's."""
_SOUGHT = ("to_tsquery", "plainto_tsquery", "phraseto_tsquery", "websearch_to_tsquery")
"""Full text search functions, whose first argument may be a language."""

_PATHS = (
    exp.JSONExtract, exp.JSONExtractScalar, exp.JSONBExtract, exp.JSONBExtractScalar,
    exp.JSONValue, exp.JSONExists,
)  # fmt: skip
_PATH = {"postgres": "'a'"}
"""Assumed JSON path by dialect; elsewhere JSONPath."""
_STEPS = (exp.JSONBExtract, exp.JSONBExtractScalar)
"""`#>` and `#>>`, which take an array of names."""

_JSON_ARGUMENTS = {
    "json_contains": ("'1'",),
    "json_overlaps": ("'1'",),
    "json_equals": ("'1'",),
    "json_contains_path": ("'one'",),
    "json_search": ("'one'", "'a'", "NULL"),
}
"""Assumed arguments between a JSON document and its paths."""

_COUNTED = (exp.Count, exp.Length, exp.Extract, exp.Year, exp.Month, exp.Day, exp.Quarter)
_COUNTING = ("json_length", "json_depth", "json_array_length", "jsonb_array_length")
_RANKED = (exp.RowNumber, exp.Rank, exp.DenseRank, exp.Ntile)


def assumed_for(node: exp.Expr, dialect: str, names: NameResolver) -> str | None:
    """The value to assume for a parameter; None where it may come from a column."""
    parent = node.parent
    if isinstance(parent, exp.Cast) and parent.parent is not None:
        if parent.to.this is exp.DType.INTERVAL:
            return "'30 days'"
        node, parent = parent, parent.parent
    if isinstance(parent, (exp.Group, exp.Ordered)):
        return "1"
    if isinstance(parent, exp.WindowSpec):
        return _ASSUMED_NUMBER
    if isinstance(parent, exp.Between) and node.arg_key != "this":
        return _compared_with(node, parent.this, names)
    given = _argument(node, facts_of(dialect).grammar)
    if given is None and isinstance(parent, exp.Binary):
        return _compared_with(node, parent.right if node.arg_key == "this" else parent.left, names)
    return given


def _argument(node: exp.Expr, grammar: str) -> str | None:
    function, path = node.parent, _PATH.get(grammar, "'$.a'")
    for (kind, argument), value in _ARGUMENTS.items():
        if isinstance(function, kind) and node.arg_key == argument:
            return value
    if isinstance(function, _FORMATTED) and node.arg_key == "format":
        return _FORMAT.get(grammar, "'%Y-%m-%d'")
    if isinstance(function, _PATHS) and node.arg_key in ("expression", "path"):
        return "'{a}'" if isinstance(function, _STEPS) else path
    return _argument_of_named(node, function, path) if isinstance(function, exp.Anonymous) else None


def _argument_of_named(node: exp.Expr, function: exp.Anonymous, path: str) -> str | None:
    """The same for a function without a node type in sqlglot."""
    name = function.name.lower()
    place = next(n for n, each in enumerate(function.expressions) if each is node)
    if name == "list" and place:
        return "', '"
    if name in (*_SOUGHT, "to_tsvector"):
        language = not place and len(function.expressions) > 1
        if language or name in _SOUGHT:
            return "'simple'" if language else "'a'"
    if not name.startswith("json_") or not place:
        return None
    before = _JSON_ARGUMENTS.get(name, ())
    return before[place - 1] if place <= len(before) else path


def _compared_with(node: exp.Expr, other: exp.Expr, names: NameResolver) -> str | None:
    """The assumed value in a comparison or a sum, by the other side."""
    parent, other = node.parent, other.unnest()
    if isinstance(other, exp.Column):
        other = names.meaning_of(other).computed_by or other
    if isinstance(other, exp.Window):
        other = other.this
    if isinstance(other, exp.Anonymous) and other.name.lower() in _COUNTING:
        return _ASSUMED_NUMBER
    if isinstance(other, (*_COUNTED, *_RANKED)):
        year = isinstance(other, exp.Year) or other.name.lower() == "year"
        return "2024" if year else _ASSUMED_NUMBER
    if isinstance(other, _PATHS):
        return "'x'"
    if isinstance(parent, exp.Predicate) and isinstance(other, (exp.Placeholder, exp.Literal)):
        return "1"  # 1 = 1, as object mappers write it
    if isinstance(parent, (exp.Add, exp.Sub)) and isinstance(other, exp.CurrentDate):
        return "30"
    return None


def width_of_range(column: ColumnWork, rows: int) -> Given | None:
    """The assumed width of a range over a column: a hundredth of its values' span, ten rows of a
    key; None for types without a distance."""
    if column.make in ("serial", "reference"):
        return max(1, min(10, rows)) if column.type is ColumnType.INTEGER else None
    if column.type in (ColumnType.DATE, ColumnType.TIMESTAMP):
        return 30
    if column.type not in NUMBERS:
        return None
    least, most = bounds_of(column)
    if column.type is ColumnType.INTEGER:
        return max(1, (most - least) // 100)
    digits = column.scale if column.type is ColumnType.DECIMAL else 2
    return round(max(1.0, (most - least) / 100 / 10.0**digits), 2)


_ASSUMED_LIST_LENGTH = 3
"""Assumed length of a list of unknown length."""


@dataclass(frozen=True)
class NamedStatement:
    """A statement with the file's names; `searched_columns`: those that it finds rows by through
    equality; `name`: a proposed operation name."""

    text: str
    parameters: Mapping[str, DrawnValue]
    tables: tuple[str, ...]
    searched_columns: frozenset[ColumnName]
    notes: tuple[Message, ...]
    name: str


def name_statement(
    text: ParameterizedText,
    tables: tuple[DesignedTable, ...],
    dialect: str,
    draws: Mapping[str, DrawnValue] | None = None,
    *,
    digest: bool = False,
) -> NamedStatement:
    """Rename a statement, and find the columns of its parameters. `draws`: how parameters named in
    the text are drawn. A `digest` is not quite SQL (`count (*)`, `` `upper` ( `x` ) ``) and is
    regenerated from its tree.

    Raises: Unfit, whose clause quotes only names of chosen tables
    """
    tree = parse_statement(text.text, dialect)
    (changed, arrays), hints = without_arrays(tree), without_hints(tree)
    if digest:
        with_plain_functions(tree)
    if digest or changed or hints:
        notes = (*text.notes, *(phrase("{hint} left out", hint=each) for each in hints))
        listed = text.list_parameters | arrays
        text = replace(text, text=to_sql(tree, dialect), list_parameters=listed, notes=notes)
    renamed = with_workload_names(text.text, tables, dialect)
    return _Statement(renamed, text, tables, dialect, draws or {}).named()


def name_file_statement(
    text: str, tables: tuple[DesignedTable, ...], dialect: str
) -> NamedStatement:
    """The same for a statement that has the file's names already."""
    return _Statement(text, parameterized(text, dialect), tables, dialect, {}).named()


def readable_text(
    text: str, tables: tuple[DesignedTable, ...], dialect: str
) -> tuple[str, tuple[str, ...]]:
    """The text of a statement without values and comments, and its tables. Empty where a name is
    neither a chosen column nor its own alias: server statistics include failed statements, in which
    a name may be a value."""
    try:
        known = without_values(text, dialect)
        tree = parse_statement(as_insert(known.text), dialect, (exp.Query, exp.DML))
    except Unfit:
        return "", ()
    named_tables = tuple(sorted({each.name for each in tree.find_all(exp.Table) if each.name}))
    columns = {each.facts.name.lower() for table in tables for each in table.columns}
    own = {each.alias.lower() for each in tree.walk() if each.alias}
    own |= {each.name.lower() for alias in tree.find_all(exp.TableAlias) for each in alias.columns}
    names = {each.name.lower() for each in tree.find_all(exp.Column)} - {"*"}
    return known.text if names <= columns | own else "", named_tables


class _Statement:
    def __init__(
        self,
        text: str,
        parameterized: ParameterizedText,
        tables: tuple[DesignedTable, ...],
        dialect: str,
        draws: Mapping[str, DrawnValue],
    ) -> None:
        self._text, self._parameterized, self._dialect = text, parameterized, dialect
        self._draws = draws
        self._columns = {
            table.name: tuple(each.name for each in table.columns if each.work is not None)
            for table in tables
        }
        self._separate = {
            (table.name, each.name)
            for table in tables
            for each in table.columns
            if table.distinguishes(each.name)
        }
        self._kinds = {
            f"{table.name}.{each.name}": each.work.type
            for table in tables
            for each in table.columns
            if each.work is not None
        }
        self._widths = {
            f"{table.name}.{each.name}": width_of_range(each.work, table.rows)
            for table in tables
            for each in table.columns
            if each.work is not None
        }
        self._tree = parse_statement(text, dialect)
        with _nothing_quoted():
            self._names = NameResolver(self._tree, self._columns)
        self._notes: list[Message] = list(parameterized.notes)

    def named(self) -> NamedStatement:
        given: dict[str, str] = {}
        drawn: dict[str, DrawnValue] = {}
        nodes: dict[str, exp.Expr] = {}
        for node in self._tree.dfs():
            if isinstance(node, exp.Placeholder):
                nodes.setdefault(str(node.this), node)
        for name in dict.fromkeys(match[1] for match in _PLACES.finditer(self._text)):
            if name not in nodes:
                raise Unfit(phrase("it cannot be read"))
            given[name] = self._given(name, nodes[name], drawn)
        for low, high in self._ranges(given):
            if drawn[low].column == drawn[high].column:
                width = self._widths.get(drawn[low].column)
                drawn[high] = replace(drawn[high], above=low, width=width)
        text = _PLACES.sub(lambda match: given.get(match[1], match[0]), self._text)
        with _nothing_quoted():
            parse(text, self._dialect, self._columns, {})  # what a workload reads of it
        tables = dict.fromkeys(
            each.name.lower() for each in self._tree.find_all(exp.Table) if each.name
        )
        if not any(name in self._columns for name in tables):
            raise Unfit(phrase("it reads no table that was chosen"))
        sought = frozenset(self._sought())
        return NamedStatement(
            text,
            {name: each for name, each in drawn.items() if f":{name}" in text},
            tuple(name for name in tables if name in self._columns),
            sought,
            tuple(dict.fromkeys(self._notes)),
            self._operation_name(sought),
        )

    def _given(self, name: str, place: exp.Expr, drawn: dict[str, DrawnValue]) -> str:
        """The text that replaces a parameter; if it stays a parameter, its source is put into
        `drawn`."""
        listed = name in self._parameterized.list_parameters
        constant = None if listed else self._constant(place)
        if constant is not None:
            return constant
        column = self._column(place)
        fresh = (
            name
            if name in self._parameterized.named_parameters
            else _unused_name(column.column, drawn)
        )
        draw = self._draws.get(name, DrawnValue(""))
        missing = 1.0 if self._is_new(place, column) else draw.missing
        drawn[fresh] = DrawnValue(str(column), draw.draw, draw.skew, missing)
        if _is_step(place) and self._kinds[str(column)] in NUMBERS and not draw.column:
            drawn[fresh] = DrawnValue(str(column), value=1)  # else sums would overflow the type
        if self._is_computed(place):
            message = phrase(
                "{column}: values of the column, compared with a computed one", column=fresh
            )
            self._notes.append(message)
        if name in self._parameterized.time_parameters:
            message = phrase("{column}: made-up times in place of the present", column=fresh)
            self._notes.append(message)
        return self._list(place, fresh, drawn) if listed else f":{fresh}"

    def _is_computed(self, place: exp.Expr) -> bool:
        """Whether it is compared with an aggregate or another computed value."""
        around = place.parent
        if not isinstance(around, exp.Predicate):
            return False
        known = (self._names.meaning_of(each) for each in around.find_all(exp.Column))
        handed_on = any(each.column is None and each.computed_by is not None for each in known)
        return handed_on or around.find(exp.AggFunc) is not None

    def _is_new(self, place: exp.Expr, column: ColumnName) -> bool:
        """Whether its value is stored in a unique column, so that it must be new."""
        tree = self._tree
        if (column.table, column.column) not in self._separate:
            return False
        if isinstance(tree, exp.Insert):
            return tree.args.get("conflict") is None and self._inserted(place) is not None
        return isinstance(tree, exp.Update) and place.parent in tree.expressions

    def _constant(self, node: exp.Expr) -> str | None:
        """The constant that replaces a value that no column has; None where one may have it."""
        at = node
        while isinstance(at.parent, exp.Paren):
            at = at.parent
        parent = at.parent
        if isinstance(parent, exp.Offset):
            return "0"
        if isinstance(parent, (exp.Limit, exp.Fetch)):
            self._notes.append(phrase("LIMIT: 10 assumed"))
            return "10"
        if isinstance(parent, (exp.Select, exp.Alias, exp.Count)) and not self._inserted(node):
            return "1"
        assumed = assumed_for(at, self._dialect, self._names)
        if assumed is not None:
            self._notes.append(phrase("{value} assumed", value=assumed))
        return assumed

    def _column(self, node: exp.Expr) -> ColumnName:
        """The column that a parameter is compared with, assigned or added to: the nearest in the
        tree."""
        placed = self._inserted(node) or self._in_tuple(node)
        if placed is not None:
            return placed
        at = node.parent
        while at is not None and not isinstance(at, _SCOPES):
            found = next(self._near(at, set()), None)
            if found is not None:
                return found
            at = at.parent
        raise Unfit(phrase("a parameter belongs to no column"))

    def _near(self, node: exp.Expr, seen: set[int]) -> Iterator[ColumnName]:
        """The columns in a subtree, also those behind computed outputs of subqueries."""
        for each in node.find_all(exp.Column):
            meaning = self._names.meaning_of(each)
            if meaning.column is not None:
                yield meaning.column
            elif meaning.computed_by is not None and id(meaning.computed_by) not in seen:
                seen.add(id(meaning.computed_by))
                yield from self._near(meaning.computed_by, seen)

    def _in_tuple(self, node: exp.Expr) -> ColumnName | None:
        """The column at a parameter's position in `(a, b) in ((:x, :y), …)` and `(a, b) > (:x,
        :y)`."""
        row = node.parent
        around = row.parent if isinstance(row, exp.Tuple) else None
        if not isinstance(around, (exp.In, exp.Binary)):
            return None
        assert row is not None
        other = around.this if around.this is not row else around.expression
        place = next(n for n, each in enumerate(row.expressions) if each is node)
        sides = other.expressions if isinstance(other, exp.Tuple) else ()
        return self._names.meaning_of(sides[place]).column if place < len(sides) else None

    def _ranges(self, given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Pairs of parameters that are the lower and upper end of a range of one column."""
        for between in self._tree.find_all(exp.Between):
            yield from self._pair(between.args["low"], between.args["high"], given)
        for node in self._tree.find_all(exp.And):
            if isinstance(node.parent, exp.And):
                continue
            parts = [each.unnest() for each in node.flatten()]
            for low in (each for each in parts if isinstance(each, _MORE)):
                for high in (each for each in parts if isinstance(each, _LESS)):
                    if low.this == high.this and isinstance(low.this, exp.Column):
                        yield from self._pair(low.expression, high.expression, given)

    @staticmethod
    def _pair(low: exp.Expr, high: exp.Expr, given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        names = [given.get(str(each.this), "") for each in (low, high)]
        both = all(isinstance(each, exp.Placeholder) for each in (low, high))
        if both and names[0] != names[1] and all(each.startswith(":") for each in names):
            yield names[0][1:], names[1][1:]

    def _inserted(self, node: exp.Expr) -> ColumnName | None:
        """The column that an INSERT stores a parameter in, from VALUES or a SELECT list."""
        tree, row = self._tree, node
        if not isinstance(tree, exp.Insert) or not isinstance(tree.this, exp.Schema):
            return None
        while row.parent is not None and not isinstance(row.parent, (exp.Tuple, exp.Select)):
            row = row.parent
        around = row.parent
        listed = around is tree.expression and row.arg_key == "expressions"
        if around is None or not (listed or isinstance(around.parent, exp.Values)):
            return None
        place = next(n for n, each in enumerate(around.expressions) if each is row)
        columns = tree.this.expressions
        if place >= len(columns):
            raise Unfit(phrase("it gives more values than columns"))
        return ColumnName(tree.this.this.name.lower(), columns[place].name.lower())

    def _list(self, node: exp.Expr, fresh: str, drawn: dict[str, DrawnValue]) -> str:
        """The parameters that replace a list of unknown length, in VALUES or IN.

        Raises: Unfit elsewhere
        """
        if self._inserted(node) is not None and isinstance(self._tree, exp.Insert):
            columns = [each.name.lower() for each in self._tree.this.expressions]
            table = self._tree.this.this.name.lower()
            drawn.pop(fresh)
            places = [self._new_parameter(f"{table}.{each}", drawn) for each in columns]
            new = self._tree.args.get("conflict") is None
            for name, column in zip(places, columns, strict=True):
                if new and (table, column) in self._separate:
                    drawn[name] = replace(drawn[name], missing=1.0)
            return ", ".join(f":{name}" for name in places)
        around = node.parent
        while isinstance(around, (exp.Paren, exp.Tuple)):
            around = around.parent
        if not isinstance(around, exp.In):
            raise Unfit(phrase("the server has cut off a list of values"))
        self._notes.append(
            plural(
                "IN: a list of {n} values assumed",
                "IN: a list of {n} value assumed",
                _ASSUMED_LIST_LENGTH,
            )
        )
        if isinstance(around.this, exp.Tuple):
            drawn.pop(fresh)
            sides = [self._names.meaning_of(each).column for each in around.this.expressions]
            if None in sides:
                raise Unfit(phrase("a parameter belongs to no column"))
            rows = (
                ", ".join(f":{self._new_parameter(str(each), drawn)}" for each in sides)
                for _ in range(_ASSUMED_LIST_LENGTH)
            )
            return "), (".join(rows)
        column = drawn[fresh].column
        names = [
            fresh,
            *(self._new_parameter(column, drawn) for _ in range(_ASSUMED_LIST_LENGTH - 1)),
        ]
        return ", ".join(f":{name}" for name in names)

    @staticmethod
    def _new_parameter(column: str, drawn: dict[str, DrawnValue]) -> str:
        name = _unused_name(column.partition(".")[2], drawn)
        drawn[name] = DrawnValue(column)
        return name

    def _sought(self) -> Iterator[ColumnName]:
        for node in self._tree.find_all(exp.EQ, exp.In):
            column = self._names.meaning_of(node.this).column
            changes = isinstance(node.parent, (exp.Update, exp.OnConflict))
            setting = changes and node.arg_key == "expressions"
            if column is not None and not setting:
                yield column

    def _operation_name(self, sought: frozenset[ColumnName]) -> str:
        verb = self._parameterized.verb if self._parameterized.verb != "with" else "select"
        main = self._main_table()
        by = " and ".join(sorted({each.column for each in sought if each.table == main}))
        return f"{verb} {main} by {by}" if by and verb != "insert" else f"{verb} {main}"

    def _main_table(self) -> str:
        tree = self._tree
        if isinstance(tree, exp.Insert) and isinstance(tree.this, exp.Schema):
            return str(tree.this.this.name).lower()
        if isinstance(tree, (exp.Update, exp.Delete)):
            return str(tree.this.name).lower()
        return next(t.name.lower() for t in tree.find_all(exp.Table) if t.name in self._columns)


def _is_step(place: exp.Expr) -> bool:
    """Whether a parameter is added to the column that is set: `set a = a + :a`."""
    around = place.parent
    return isinstance(around, (exp.Add, exp.Sub)) and around.find_ancestor(exp.EQ) is not None


@contextmanager
def _nothing_quoted() -> Iterator[None]:
    """Replaces an error that quotes the statement by one that does not."""
    try:
        yield
    except Unfit as error:
        if not error.message.values:
            raise
        raise Unfit(
            phrase("it uses syntax that is not supported, or names no column of the chosen tables")
        ) from error


def quoting_reason(error: Unfit) -> Message:
    """The reason including quotes, for a statement whose text is shown (`readable_text`)."""
    if not isinstance(error.__cause__, Unfit):
        return error.message
    message = error.__cause__.message
    words = message.values.get("words")
    return words if isinstance(words, Message) else message


def _unused_name(name: str, taken: Mapping[str, object]) -> str:
    number, known = 1, name
    while known in taken:
        number += 1
        known = f"{name}_{number}"
    return known


_PLACES = re.compile(r"(?<!:):([A-Za-z_]\w*)")
_LESS, _MORE = (exp.LT, exp.LTE), (exp.GT, exp.GTE)
_SCOPES = (exp.Where, exp.Join, exp.Having, exp.And, exp.Or, exp.Select, exp.Subquery, exp.Values)
