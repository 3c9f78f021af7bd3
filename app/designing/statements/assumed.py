"""Values that no column has: where the arguments of a function stand, and how wide a range is."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from engines.registry import facts_of
from workloads.own.model import ColumnWork, Given, Kind
from workloads.own.units import NUMBERS, bounds_of

_NUMBER, _PATTERN = "3", "'^a'"
_ARGUMENTS: Mapping[tuple[type[exp.Expr], str], str] = {
    (exp.Substring, "start"): "1",
    (exp.Substring, "length"): _NUMBER,
    (exp.Left, "expression"): _NUMBER,
    (exp.Right, "expression"): _NUMBER,
    (exp.Round, "decimals"): "0",
    (exp.Pad, "expression"): "10",
    (exp.Pad, "fill_pattern"): "' '",
    (exp.Trim, "expression"): "' '",
    (exp.RegexpLike, "expression"): _PATTERN,
    (exp.RegexpILike, "expression"): _PATTERN,
    (exp.SimilarTo, "expression"): _PATTERN,
    (exp.RegexpReplace, "expression"): _PATTERN,
    (exp.RegexpReplace, "replacement"): "''",
    (exp.GroupConcat, "separator"): "', '",
    (exp.TimestampTrunc, "unit"): "'day'",
    (exp.DateTrunc, "unit"): "'day'",
    (exp.ToChar, "format"): "'YYYY-MM-DD'",
    (exp.TimeToStr, "format"): "'%Y-%m-%d'",
    (exp.DateAdd, "expression"): "30",
    (exp.DateSub, "expression"): "30",
    (exp.Pow, "expression"): "2",
    (exp.Mod, "expression"): "7",
}
"""By the function and what an argument is called there; of a kind that columns hardly have."""

_PATHS = (exp.JSONExtract, exp.JSONExtractScalar, exp.JSONBExtract, exp.JSONBExtractScalar)
_PATH = {"postgres": "'a'"}
"""By the grammar of a dialect; JSONPath elsewhere."""

_COUNTED = (exp.Count, exp.Length, exp.Extract, exp.Year, exp.Month, exp.Day, exp.Quarter)


def assumed_for(node: exp.Expr, dialect: str) -> str | None:
    """What stands in place of a parameter whose value no column has; None where one may have it."""
    parent = node.parent
    if isinstance(parent, exp.Cast) and parent.parent is not None:
        node, parent = parent, parent.parent
    for (function, argument), value in _ARGUMENTS.items():
        if isinstance(parent, function) and node.arg_key == argument:
            return value
    paths = isinstance(parent, _PATHS) and node.arg_key == "expression"
    if isinstance(parent, exp.Anonymous) and parent.name.lower().startswith("json_"):
        paths = node is not parent.expressions[0]
    if paths:
        return _PATH.get(facts_of(dialect).grammar, "'$.a'")
    if isinstance(parent, (exp.Binary, exp.Between)) and node.arg_key != "this":
        other = parent.this.unnest()
        if isinstance(other, _COUNTED):
            return "2024" if isinstance(other, exp.Year) else _NUMBER
        if isinstance(other, _PATHS):
            return "'x'"
    return None


def width_of_range(column: ColumnWork, rows: int) -> Given | None:
    """How far apart the ends of a range are: a hundredth of what the values span, of a key ten
    rows; None for what has no distance."""
    if column.make in ("serial", "reference"):
        return max(1, min(10, rows)) if column.type is Kind.INTEGER else None
    if column.type in (Kind.DATE, Kind.TIMESTAMP):
        return 30
    if column.type not in NUMBERS:
        return None
    least, most = bounds_of(column)
    if column.type is Kind.INTEGER:
        return max(1, (most - least) // 100)
    digits = column.scale if column.type is Kind.DECIMAL else 2
    return round(max(1.0, (most - least) / 100 / 10.0**digits), 2)
