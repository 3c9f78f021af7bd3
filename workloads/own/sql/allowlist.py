"""The allowlist of SQL in workload files: any other clause, type or function is refused by its
name, line and column.

Somebody may have sent the file. So these are lists of what is allowed, here and in
`engines/<engine>/functions.toml`, never lists of what is denied.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from sqlglot import exp
from sqlglot.errors import SqlglotError

from engines.base.common_table_expressions import query_named
from engines.contract.errors import Unfit
from engines.contract.limits import ROW_BYTES, control_character
from engines.contract.message import Message, phrase
from engines.registry import functions_of
from engines.sql.schema import LONGEST, Functions
from workloads.own.sql.name_resolution import sources_of
from workloads.own.sql.parsed import names_catalogue

MOST_CHARACTERS = 20_000
MOST_TERMS = 2_000
"""Nodes of the syntax tree: names, values, operators and clauses."""
MOST_NESTING = 40
"""Levels of nested brackets."""


def check_text(text: str) -> None:
    """Refuse a text before it is parsed: too long, control characters, too many brackets.

    Raises: Unfit
    """
    if len(text) > MOST_CHARACTERS:
        raise Unfit(phrase("it has more than {most} characters", most=f"{MOST_CHARACTERS:,}"))
    if (sign := control_character(text)) is not None:
        raise Unfit(phrase("it contains the control character {code}", code=sign))
    depth = 0
    for each in text:
        depth += (each == "(") - (each == ")")
        if depth > MOST_NESTING:
            raise Unfit(
                phrase("it has more than {most} brackets within brackets", most=MOST_NESTING)
            )


def check_tree(tree: exp.Expr, engine: str) -> None:
    """Refuse anything that is not on the allowlist.

    Raises: Unfit, which names the first part that is not allowed, with line and column
    """
    functions = functions_of(engine)
    for number, node in enumerate(tree.bfs()):
        if number > MOST_TERMS:
            raise Unfit(phrase("it has more than {most} terms", most=f"{MOST_TERMS:,}"))
        if message := _refusal(node, functions):
            raise Unfit(_with_position(message, node))


def check_lengths(tree: exp.Expr) -> None:
    """Raises: Unfit, which names a value that may be longer than a row; RecursionError"""
    if (node := too_long(tree)) is not None:
        message = phrase(
            "“{what}” may be longer than {most} MB",
            what=_short_sql(node),
            most=ROW_BYTES // 1_000_000,
        )
        raise Unfit(_with_position(message, node))


def _refusal(node: exp.Expr, functions: Functions) -> Message | None:
    kind = type(node)
    if kind in _FUNCTIONS or isinstance(node, exp.Anonymous):
        return _function_refusal(node, functions)
    if kind not in _CLAUSES:
        return phrase("“{what}” is not allowed", what=_short_sql(node))
    known = _CLAUSES[kind]
    for key, value in node.args.items():
        if value and known is not None and key not in known:
            named = kind in (exp.Table, exp.Column, exp.Star)
            what = _short_sql(node) if named else _clause(kind, key)
            return phrase("“{what}” is not allowed", what=what)
    check = _CHECKS.get(kind)
    return None if check is None else check(node)


def _function_refusal(node: exp.Expr, functions: Functions) -> Message | None:
    name = _FUNCTIONS.get(type(node)) or node.this
    if not isinstance(name, str) or not functions.allows(name.lower()):
        return _no_function(str(name))
    bounded_argument = functions.bounded.get(name.lower())
    given = node.expressions
    if bounded_argument is not None and not _is_small(
        given[bounded_argument - 1] if len(given) >= bounded_argument else None
    ):
        return phrase("{name} needs a number up to {most}", name=name, most=f"{LONGEST:,}")
    return None


def _is_small(node: exp.Expr | None) -> bool:
    known = isinstance(node, exp.Literal) and not node.is_string and node.this.isdigit()
    return known and node is not None and int(node.this) <= LONGEST


def _type_refusal(node: exp.Expr) -> Message | None:
    sizes = [each.this for each in node.expressions if isinstance(each, exp.DataTypeParam)]
    small = len(sizes) == len(node.expressions) and all(map(_is_small, sizes))
    if node.this in _TYPES and small:
        return None
    return phrase("the type {type} is not allowed", type=_short_sql(node))


def _name_refusal(node: exp.Expr) -> Message | None:
    is_server_function = not node.args.get("quoted") and node.name.lower() in SERVER_WORDS
    if _NAME.fullmatch(node.name) and not is_server_function:
        return None
    return phrase("the name “{name}” is not allowed", name=node.name)


SERVER_WORDS = frozenset(
    {
        *("user", "current_user", "session_user", "system_user", "current_role", "session_role"),
        *("current_catalog", "current_schema", "current_database", "current_connection"),
        *("current_transaction", "current_path", "rownum"),
    }
)
"""Names that, unquoted, are functions of a server."""


def _query_name_refusal(node: exp.Expr) -> Message | None:
    if not names_catalogue(node.alias):
        return None
    return phrase("the name “{name}” is a server's own", name=node.alias)


def _lateral_refusal(node: exp.Expr) -> Message | None:
    known = isinstance(node.this, exp.Subquery)
    return None if known else phrase("“{what}” is not allowed", what=_short_sql(node.this))


def _placeholder_refusal(node: exp.Expr) -> Message | None:
    named = isinstance(node.this, str) and node.this.isidentifier()
    return None if named else phrase("name a parameter as in “:name”")


def _interval_refusal(node: exp.Expr) -> Message | None:
    """MySQL has a function of this name."""
    alone = isinstance(node.this, exp.Literal) and node.this.is_string
    return None if alone or node.args.get("unit") else _no_function("interval")


def _no_function(name: str) -> Message:
    return phrase("the function {name} is not allowed", name=name)


def _with_position(message: Message, node: exp.Expr) -> Message:
    """The message with line and column, where sqlglot knows them."""
    meta = next((each.meta for each in _around(node) if "line" in each.meta), None)
    if meta is None:
        return message
    return phrase(
        "at its line {line}, column {column}: {words}",
        line=meta["line"],
        column=meta["col"] - (meta["end"] - meta["start"]),
        words=message,
    )


def _around(node: exp.Expr) -> Iterator[exp.Expr]:
    """Nodes whose position approximates this one's: itself, its parts, its parents."""
    yield from node.bfs()
    at = node.parent
    while at is not None:
        yield from at.bfs()
        at = at.parent


def _short_sql(node: exp.Expr) -> str:
    try:
        text = node.sql(comments=False) or type(node).__name__
    except (SqlglotError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
        text = type(node).__name__  # of a node that sqlglot cannot write
    return text if len(text) <= 40 else f"{text[:40]}…"


def _clause(kind: type[exp.Expr], key: str) -> str:
    return f"{kind.__name__} {key.strip('_')}".upper().replace("_", " ")


_NAME = re.compile(r"[\w ]{1,60}")

_FUNCTIONS: Mapping[type[exp.Expr], str] = {
    exp.Count: "count",
    exp.Cast: "cast",
    exp.TryCast: "try_cast",
    exp.Extract: "extract",
    exp.Trim: "trim",
    exp.StrPosition: "position",
    exp.Substring: "substring",
    exp.Overlay: "overlay",
    exp.GroupConcat: "group_concat",
}
"""Functions with node types of their own in sqlglot."""

_ORDER_AND_LIMIT = ("order", "limit", "offset")
_SET_OPERATION = ("with_", "this", "expression", "distinct", *_ORDER_AND_LIMIT)
_SELECT = ("with_", "expressions", "distinct", "from_", "joins", "laterals", "where", "group")

_CLAUSES: Mapping[type[exp.Expr], tuple[str, ...] | None] = {
    exp.Select: (*_SELECT, "having", "windows", "locks", *_ORDER_AND_LIMIT),
    exp.Union: _SET_OPERATION,
    exp.Except: _SET_OPERATION,
    exp.Intersect: _SET_OPERATION,
    exp.Insert: ("with_", "this", "expression", "conflict", "returning", "ignore", "alternative"),
    exp.Update: ("with_", "this", "expressions", "from_", "where", "returning", "order", "limit"),
    exp.Delete: ("with_", "this", "using", "where", "returning", "order", "limit"),
    exp.Subquery: ("this", "alias", "joins", *_ORDER_AND_LIMIT),
    exp.With: ("expressions", "recursive"),
    exp.CTE: ("this", "alias", "materialized"),
    exp.Table: ("this", "alias", "joins"),
    exp.TableAlias: ("this", "columns"),
    exp.Values: ("expressions", "alias"),
    exp.Join: ("this", "on", "side", "kind"),
    exp.Lateral: ("this", "alias"),
    exp.Schema: ("this", "expressions"),
    exp.OnConflict: None,
    exp.Returning: ("expressions",),
    exp.From: ("this",),
    exp.Where: ("this",),
    exp.Group: ("expressions", "grouping_sets", "rollup", "cube"),
    exp.GroupingSets: None,
    exp.Rollup: None,
    exp.Cube: None,
    exp.Having: ("this",),
    exp.Order: ("this", "expressions"),
    exp.Ordered: ("this", "desc", "nulls_first"),
    exp.Limit: ("expression",),
    exp.Offset: ("expression",),
    exp.Fetch: None,
    exp.LimitOptions: None,
    exp.Lock: ("update", "wait", "key"),
    exp.Distinct: ("expressions", "on"),
    exp.Window: ("this", "partition_by", "order", "spec", "alias", "over", "first"),
    exp.WindowSpec: None,
    exp.Filter: None,
    exp.WithinGroup: None,
    exp.Alias: ("this", "alias"),
    exp.Column: ("this", "table"),
    exp.Identifier: ("this", "quoted"),
    exp.Star: (),
    exp.Literal: None,
    exp.Placeholder: ("this",),
    exp.Null: (),
    exp.Boolean: ("this",),
    exp.CurrentDate: ("this",),
    exp.CurrentTime: ("this",),
    exp.CurrentTimestamp: ("this",),
    exp.Localtime: ("this",),
    exp.Localtimestamp: ("this",),
    exp.Interval: ("this", "unit", "fraction_in_string"),
    exp.IntervalSpan: None,
    exp.Var: None,
    exp.DataType: None,
    exp.DataTypeParam: ("this",),
    exp.Paren: ("this",),
    exp.Tuple: ("expressions",),
    exp.Case: ("this", "ifs", "default"),
    exp.If: ("this", "true"),
    exp.Exists: ("this",),
    exp.Any: ("this",),
    exp.All: ("this",),
    exp.In: ("this", "expressions", "query"),
    exp.Between: ("this", "low", "high"),
    exp.Is: None,
    exp.Escape: None,
    exp.Collate: None,
    exp.AtTimeZone: ("this", "zone"),
    exp.RegexpLike: ("this", "expression"),
    exp.MatchAgainst: ("this", "expressions", "modifier"),
    exp.ArrayContainsAll: ("this", "expression"),
    exp.ArrayContainedBy: ("this", "expression"),
    exp.ArrayOverlaps: ("this", "expression"),
    exp.JSONExtract: ("this", "expression"),
    exp.JSONExtractScalar: ("this", "expression"),
    exp.JSONBExtract: ("this", "expression"),
    exp.JSONBExtractScalar: ("this", "expression"),
    **dict.fromkeys(
        (
            *(exp.And, exp.Or, exp.Xor, exp.Not, exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE),
            *(exp.NullSafeEQ, exp.NullSafeNEQ, exp.Like, exp.ILike, exp.SimilarTo, exp.Glob),
            *(exp.RegexpILike, exp.Add, exp.Sub, exp.Mul, exp.Div, exp.IntDiv, exp.Mod, exp.Pow),
            *(exp.Neg, exp.DPipe, exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor, exp.BitwiseNot),
            *(exp.BitwiseLeftShift, exp.BitwiseRightShift),
        )
    ),
}
"""Allowed node types → their allowed arguments; None: all."""

_CHECKS: Mapping[type[exp.Expr], Callable[[exp.Expr], Message | None]] = {
    exp.DataType: _type_refusal,
    exp.CTE: _query_name_refusal,
    exp.Identifier: _name_refusal,
    exp.Var: _name_refusal,
    exp.Lateral: _lateral_refusal,
    exp.Interval: _interval_refusal,
    exp.Placeholder: _placeholder_refusal,
}

_TYPES = frozenset(
    {
        *(exp.DType.TEXT, exp.DType.CHAR, exp.DType.VARCHAR, exp.DType.BOOLEAN, exp.DType.DATE),
        *(exp.DType.TINYINT, exp.DType.SMALLINT, exp.DType.INT, exp.DType.BIGINT, exp.DType.INT128),
        *(exp.DType.UTINYINT, exp.DType.USMALLINT, exp.DType.UINT, exp.DType.UBIGINT),
        *(exp.DType.DECIMAL, exp.DType.FLOAT, exp.DType.DOUBLE, exp.DType.TIME, exp.DType.TIMETZ),
        *(exp.DType.TIMESTAMP, exp.DType.TIMESTAMPTZ, exp.DType.DATETIME, exp.DType.INTERVAL),
        *(exp.DType.JSON, exp.DType.JSONB, exp.DType.UUID),
        *(exp.DType.TIMESTAMPNTZ, exp.DType.BINARY, exp.DType.VARBINARY, exp.DType.UDOUBLE),
    }
)


# Upper bounds of the length of a statement's values: nested `replace` calls can make gigabytes from
# a few characters, and a server short of memory is slow for all. Values that grow from row to row,
# by WITH RECURSIVE or an aggregate, are limited by servers' settings.

_STORED = 4000
"""Most characters of a stored column, and of a parameter."""
_SHORT = 64
"""Most characters of a value that is no text, and of what an operator adds."""
_MOST_ESCAPED = 6
"""Most characters that an escaped one takes, as in \\u0041."""

_ESCAPING = frozenset(
    {
        *("hex", "encode", "to_hex", "base64", "base64_encode", "hex_encode", "to_base64", "bin"),
        *("to_binary", "to_bin", "quote", "quote_literal", "quote_nullable", "quote_ident"),
        *("json_quote", "to_json", "to_jsonb", "json_array", "json_object", "url_encode"),
        *("unistr_quote", "regexp_escape", "json_build_array", "json_build_object"),
        *("jsonb_build_array", "jsonb_build_object", "json_insert", "json_replace", "json_set"),
        *("conv", "oct", "jsonb", "json", "row_to_json", "jsonb_array", "jsonb_object"),
    }
)
_REPLACING = frozenset({"replace", "regexp_replace", "array_replace"})
_ARRANGING = frozenset({"json_pretty", "jsonb_pretty", "json_detailed"})
"""Functions that indent each bracket by its depth."""


def too_long(tree: exp.Expr) -> exp.Expr | None:
    """A value in a statement that may be longer than `ROW_BYTES`.

    Raises: RecursionError
    """
    lengths = _Lengths()
    return next((each for each in reversed(list(tree.bfs())) if lengths.of(each) > ROW_BYTES), None)


class _Lengths:
    """Upper bounds of the characters of values."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def of(self, node: exp.Expr) -> int:
        known = self._known.get(id(node))
        if known is None:
            self._known[id(node)] = _STORED  # for a recursive query
            known = self._known[id(node)] = self._counted(node)
        return known

    def _counted(self, node: exp.Expr) -> int:
        match node:
            case exp.Literal():
                length = len(str(node.this))
            case exp.Column():
                length = self._longest_in_reach(node)
            case exp.Placeholder():
                length = _STORED
            case exp.Table():
                behind = query_named(node)
                length = _STORED if behind is None else self.of(behind)
            case exp.Select():
                length = max(map(self.of, node.expressions), default=_SHORT)
            case exp.SetOperation():
                length = max(self.of(node.this), self.of(node.expression))
            case exp.Subquery() | exp.CTE() | exp.Paren() | exp.Alias():
                length = self.of(node.this)
            case exp.Anonymous():
                length = self._called(str(node.this).lower(), node)
            case _:
                length = self._sum(node)
        return length

    def _sum(self, node: exp.Expr) -> int:
        return _SHORT + sum(map(self.of, node.iter_expressions()))

    def _called(self, name: str, node: exp.Expr) -> int:
        given = node.expressions
        if name in ("lpad", "rpad"):
            return LONGEST
        if name in _REPLACING and len(given) >= 3:
            return self.of(given[0]) * max(1, self.of(given[2]))
        if name in _ARRANGING and given:
            return self.of(given[0]) ** 2
        whole = self._sum(node)
        return whole * (_MOST_ESCAPED if name in _ESCAPING else 1)

    def _longest_in_reach(self, node: exp.Expr) -> int:
        """The longest value in the sources of its query or an enclosing one."""
        longest, at = _STORED, node.parent
        while at is not None:
            if isinstance(at, (exp.Select, exp.Update, exp.Delete, exp.Insert)):
                longest = max(longest, *map(self.of, sources_of(at)), _STORED)
            at = at.parent
        return longest
