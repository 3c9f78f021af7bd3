"""Upper bounds of the length of a statement's values: nested `replace` calls can make gigabytes
from a few characters, and a server short of memory is slow for all.

Values that grow from row to row, by WITH RECURSIVE or an aggregate, are limited by servers'
settings.
"""

from __future__ import annotations

from sqlglot import exp

from engines.base.common_table_expressions import query_named
from engines.contract.limits import ROW_BYTES
from engines.sql.schema import LONGEST
from workloads.own.sql.name_resolution import sources_of

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
