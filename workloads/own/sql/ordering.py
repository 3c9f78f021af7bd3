"""The order that a statement asks for: by which columns, and which items of its list."""

from __future__ import annotations

from sqlglot import exp

from workloads.own.sql.naming import Names
from workloads.own.sql.parsed import Column, Key, Span
from workloads.own.sql.syntax import BEHIND_ORDER, span_of
from workloads.own.sql.tokens import Tokens
from workloads.own.sql.uses import outermost_select


class Ordering:
    """Of one statement: its text, and what was read of it."""

    def __init__(self, text: str, tree: exp.Expr, tokens: Tokens, names: Names) -> None:
        self._text, self._tree, self._tokens, self._names = text, tree, tokens, names

    def keys(self, order: exp.Expr | None) -> tuple[Span | None, tuple[Key, ...]]:
        """Where it stands in the text, and its keys; neither where they cannot be told."""
        tokens = self._tokens
        word = None if order is None else tokens.outermost({"order by"})
        if order is None or word is None:
            return None, ()
        beyond = tokens.outermost(BEHIND_ORDER, word + 1) or len(tokens.all)
        parts = list(tokens.parts(word + 1, beyond))
        if len(parts) != len(order.expressions):
            return None, ()
        keys = tuple(map(self._key, order.expressions, parts))
        return tokens.span(word, beyond - 1), keys

    def _key(self, node: exp.Ordered, part: tuple[int, int]) -> Key:
        words = [self._tokens.word(each) for each in range(part[0], part[1] + 1)]
        nulls = bool(node.args.get("nulls_first")) if "nulls" in words else None
        descending, by = bool(node.args.get("desc")), node.this
        if isinstance(by, exp.Literal) and not by.is_string:
            place = int(by.this) - 1
            column, counts = self._column_of_item(place), self._counts(place)
            return Key(column, "", place, descending, nulls, counts)
        if not isinstance(by, exp.Column):
            place_there = self._item_of(by)
            counts = isinstance(by, exp.Count)
            return Key(None, "", place_there, descending, nulls, counts)
        meaning = self._names.of(by)
        item = meaning.item if meaning.item is not None else self._item_of(by)
        span = span_of(by)
        written = self._text[span.start : span.end]
        counts = item is not None and self._counts(item)
        return Key(meaning.column, written, item, descending, nulls, counts)

    def _counts(self, place: int) -> bool:
        """Whether an item of the list is a number of rows."""
        query = outermost_select(self._tree)
        items = [] if query is None else query.expressions
        return 0 <= place < len(items) and isinstance(items[place].unalias(), exp.Count)

    def _column_of_item(self, item: int) -> Column | None:
        known = self._names.outputs(self._tree)
        return known[item] if 0 <= item < len(known) else None

    def _item_of(self, by: exp.Expr) -> int | None:
        """The place in the list where the same stands alone."""
        query = outermost_select(self._tree)
        for place, each in enumerate(query.expressions if query is not None else ()):
            inner = each.this if isinstance(each, exp.Alias) else each
            if inner == by:
                return place
        return None
