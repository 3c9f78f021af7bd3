"""Conditions of an application, made of those that a parser found."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from sqlglot import exp

from workloads.own.sql.conditions import (
    All,
    Any,
    Asked,
    Compare,
    Comparing,
    Condition,
    Constant,
    IsNull,
    Like,
    Named,
    Not,
    Operand,
)


def condition_of(node: exp.Expr, parameters: Mapping[str, str]) -> Condition | None:
    """The same of a row; None where only a server can tell it. `parameters` are the names behind
    those that the parser was given."""
    try:
        return _Builder(parameters).condition(node)
    except _OnlyServerError:
        return None


class _OnlyServerError(Exception):
    """Only a server can tell."""


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
        turned = node.args.get("negate") or isinstance(node, (exp.Not, exp.NullSafeNEQ))
        return Not(made) if turned else made

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
                least = self._compare(Comparing.MORE_OR_EQUAL, node.this, node.args["low"])
                most = self._compare(Comparing.LESS_OR_EQUAL, node.this, node.args["high"])
                return All((least, most))
            case exp.In() if node.expressions:
                known = (self._compare(Comparing.EQUAL, node.this, e) for e in node.expressions)
                return Any(tuple(known))
            case exp.Escape() if isinstance(node.this, exp.Like):
                made = self._like(node.this, str(node.expression.this))
                return Not(made) if node.this.args.get("negate") else made
            case exp.Like():
                return self._like(node, None)
            case exp.NullSafeNEQ():
                return self._compare(Comparing.SAME, node.this, node.expression)
        raise _OnlyServerError

    def _compare(self, how: Comparing, left: exp.Expr, right: exp.Expr) -> Compare:
        return Compare(how, self._operand(left), self._operand(right))

    def _like(self, node: exp.Like, escape: str | None) -> Like:
        return Like(self._operand(node.this), self._operand(node.expression), escape)

    def _operand(self, node: exp.Expr) -> Operand:
        match node.unnest():
            case exp.Column() as column:
                return Named(min(part.meta["start"] for part in column.parts))
            case exp.Placeholder() as place if str(place.this) in self._parameters:
                return Asked(self._parameters[str(place.this)])
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
"""Conditions that an application can tell, and what may be said in them."""
_COMPARED: Mapping[type[exp.Expr], Comparing] = {
    exp.EQ: Comparing.EQUAL,
    exp.NEQ: Comparing.OTHER,
    exp.LT: Comparing.LESS,
    exp.LTE: Comparing.LESS_OR_EQUAL,
    exp.GT: Comparing.MORE,
    exp.GTE: Comparing.MORE_OR_EQUAL,
    exp.NullSafeEQ: Comparing.SAME,
}
