"""Columns that statements compute."""

from __future__ import annotations

from collections.abc import Sequence

import sqlglot
from sqlglot import exp

from app.designing.checks import unwrapped
from engines.registry import facts_of


def computed_columns(texts: Sequence[str], dialect: str) -> frozenset[tuple[str, str]]:
    """Table and column of what statements set to anything but a given value: a check may refuse
    that."""
    found = set[tuple[str, str]]()
    for text in texts:
        tree = sqlglot.parse_one(text, dialect=facts_of(dialect).grammar)
        table = tree.find(exp.Table)
        for update in tree.find_all(exp.Update, exp.OnConflict):
            for each in update.expressions:
                plain = isinstance(
                    unwrapped(each.expression), (exp.Placeholder, exp.Literal, exp.Null)
                )
                if isinstance(each, exp.EQ) and not plain and table is not None:
                    found.add((table.name, each.this.name))
    return frozenset(found)
