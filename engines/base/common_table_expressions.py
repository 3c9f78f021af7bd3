"""Resolves a table's name to the common table expression (WITH) that it means, in sqlglot's
tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.base.late_imports import LateModule

if TYPE_CHECKING:
    from sqlglot import exp
else:  # a window starts without it
    exp = LateModule("sqlglot.expressions")


def query_named(table: exp.Table) -> exp.Expr | None:
    """The common table expression that a name in FROM means: one that stands before it, or around
    it in WITH RECURSIVE. What a statement changes is a table, whatever WITH calls so."""
    if _is_changed(table):
        return None
    at: exp.Expr | None = table
    within: exp.Expr | None = None
    while at is not None:
        within = at if isinstance(at, exp.CTE) else within
        with_ = at.args.get("with_") or at.args.get("with")
        for each in _visible(with_, within) if with_ is not None else ():
            if each.alias.lower() == table.name.lower():
                return each
        at = at.parent
    return None


def _visible(with_: exp.Expr, within: exp.Expr | None) -> Sequence[exp.Expr]:
    """Those of a WITH that a name can mean, which stands `within` one of them or behind all."""
    known: Sequence[exp.Expr] = with_.expressions
    at = next((at for at, each in enumerate(known) if each is within), None)
    if at is None:
        return known
    return known[: at + bool(with_.args.get("recursive"))]


def _is_changed(table: exp.Table) -> bool:
    parent = table.parent
    if isinstance(parent, exp.Schema):
        parent = parent.parent
    changing = isinstance(parent, (exp.Insert, exp.Update, exp.Delete))
    return changing and parent is not None and parent.this in (table, table.parent)
