"""How a statement uses each column that it names (in a SELECT list, a comparison, ORDER BY, an
assignment), and which columns its queries combine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlglot import exp

from workloads.own.sql.name_resolution import Meaning, NameResolver
from workloads.own.sql.parsed import ColumnName, ColumnUse, Obstacle


@dataclass(frozen=True)
class NameUse:
    """The use of a name, as `Reference` has it."""

    use: ColumnUse
    item: int | None = None
    output_name: str = ""
    qualifier: str = ""
    why: Obstacle = Obstacle.COMPUTE


class NameUses:
    """The uses of all columns in a statement. `encrypted`: encrypted columns and their domains."""

    def __init__(
        self, tree: exp.Expr, names: NameResolver, encrypted: Mapping[ColumnName, str]
    ) -> None:
        self._tree, self._names, self._encrypted = tree, names, encrypted
        self._outermost = outermost_select(tree)
        self.grouped_columns: set[ColumnName] = set()
        self.mixed_columns: set[ColumnName] = set()
        self.unreadable_uses: list[tuple[ColumnName, Obstacle]] = []
        for query in tree.find_all(exp.Query):
            if isinstance(query, (exp.Select, exp.SetOperation)):
                self._collect(query)

    def use_of(self, node: exp.Column, meaning: Meaning) -> NameUse:
        """The use of one occurrence of a column."""
        parent = _parent(node)
        if isinstance(parent, (exp.Select, exp.Alias, exp.Returning)):
            found = self._listed(node)
            if found is not None:
                return found
        use, why = self._use(node, parent)
        return NameUse(use, qualifier=self._shadowed(node, meaning), why=why)

    def polarity(self, node: exp.Column) -> tuple[bool, bool]:
        """Of a comparison for equality: whether it is negated; and whether it is positive, which is
        where only AND and OR are between it and WHERE or a join: false matches only add rows."""
        comparison: exp.Expr | None = _parent(node)
        assert comparison is not None
        negated = isinstance(comparison, exp.NEQ)
        above = _parent(comparison)
        if isinstance(comparison, exp.In) and isinstance(above, exp.Not):
            negated, above = True, _parent(above)
        while isinstance(above, (exp.And, exp.Or)):
            above = _parent(above)
        return negated, isinstance(above, (exp.Where, exp.Join)) and not negated

    # A column in a list.

    def _listed(self, node: exp.Column) -> NameUse | None:
        item = node.parent if isinstance(node.parent, exp.Alias) else node
        query = item.parent
        if isinstance(query, exp.Returning):
            return NameUse(ColumnUse.LISTED, _position(item, query.expressions))
        if not isinstance(query, exp.Select) or item.arg_key != "expressions":
            return None
        place = _position(item, query.expressions)
        if query is self._outermost and isinstance(self._tree, exp.Query):
            united = query is not self._tree
            return NameUse(ColumnUse.LISTED, place, output_name=_name_for(item) if united else "")
        return self._returned_by_subquery(query, item, place)

    def _returned_by_subquery(
        self, query: exp.Select, item: exp.Expr, place: int | None
    ) -> NameUse:
        """The use of a column in the SELECT list of a subquery."""
        top = _united(query)
        around = top.parent
        if top is self._tree or isinstance(around, exp.CTE):
            return NameUse(ColumnUse.SUBQUERY_OUTPUT, place, output_name=_name_for(item))
        if isinstance(around, exp.Insert):
            return NameUse(ColumnUse.OTHER, why=Obstacle.VALUE)
        if isinstance(around, (exp.Exists, exp.In)):
            if isinstance(around, exp.Exists):
                return NameUse(ColumnUse.TESTED)
            return NameUse(self._paired_in(around), why=Obstacle.SUBQUERY)
        if isinstance(around, exp.Subquery):
            return self._in_subquery(around, item, place)
        return NameUse(ColumnUse.OTHER, why=Obstacle.SUBQUERY)

    def _in_subquery(self, around: exp.Subquery, item: exp.Expr, place: int | None) -> NameUse:
        beyond = around.parent
        if isinstance(beyond, exp.In):
            return NameUse(self._paired_in(beyond), why=Obstacle.SUBQUERY)
        if isinstance(beyond, exp.Exists):
            return NameUse(ColumnUse.TESTED)
        named = around.alias or isinstance(beyond, exp.Lateral)
        if named and isinstance(beyond, (exp.From, exp.Join, exp.Lateral)):
            return NameUse(ColumnUse.SUBQUERY_OUTPUT, place, output_name=_name_for(item))
        return NameUse(ColumnUse.OTHER, why=Obstacle.SUBQUERY)

    def _paired_in(self, comparison: exp.In) -> ColumnUse:
        """`x in (select x …)`: both must be the same column."""
        query = comparison.args.get("query")
        query = query.this if isinstance(query, exp.Subquery) else query
        known = self._names.outputs(query) if query is not None else ()
        left = self._names.meaning_of(comparison.this).column
        return (
            ColumnUse.PAIRED
            if len(known) == 1 and self._equal_indexes(left, known[0])
            else ColumnUse.OTHER
        )

    # A column anywhere else.

    def _use(self, node: exp.Column, parent: exp.Expr | None) -> tuple[ColumnUse, Obstacle]:
        if isinstance(parent, exp.EQ) and self._is_assignment(parent):
            if parent.this is node:
                return ColumnUse.ASSIGNED, Obstacle.VALUE
            keeps = node.table.lower() == "excluded" and self._keeps_value(node, parent)
            return ColumnUse.EXCLUDED if keeps else ColumnUse.OTHER, Obstacle.VALUE
        return self._in_expression(node, parent)

    def _in_expression(
        self, node: exp.Column, parent: exp.Expr | None
    ) -> tuple[ColumnUse, Obstacle]:
        if isinstance(parent, (exp.EQ, exp.NEQ)):
            return self._compared(node, parent)
        if isinstance(parent, exp.In) and _is(parent.this, node):
            return self._compared_with_list(parent)
        if isinstance(parent, (exp.Ordered, exp.Group, exp.Distinct)):
            return self._grouped_or_ordered(parent)
        null = isinstance(parent, exp.Is) and isinstance(parent.expression, exp.Null)
        if null or isinstance(parent, exp.Count):
            return ColumnUse.TESTED, Obstacle.COMPUTE
        if isinstance(parent, _RANGES):
            return ColumnUse.OTHER, Obstacle.RANGE
        return ColumnUse.OTHER, Obstacle.VALUE if self._within_value(node) else Obstacle.COMPUTE

    def _grouped_or_ordered(
        self, parent: exp.Ordered | exp.Group | exp.Distinct
    ) -> tuple[ColumnUse, Obstacle]:
        """In ORDER BY, GROUP BY or DISTINCT."""
        above = parent.parent
        if isinstance(parent, exp.Distinct):
            alone = isinstance(above, exp.Count) and len(parent.expressions) == 1
            return ColumnUse.GROUPED if alone else ColumnUse.OTHER, Obstacle.GROUP
        if isinstance(parent, exp.Group) or isinstance(above, exp.OnConflict):
            return ColumnUse.GROUPED, Obstacle.GROUP
        outer = isinstance(above, exp.Order) and above.parent is self._tree
        return ColumnUse.ORDERED if outer else ColumnUse.OTHER, Obstacle.ORDER

    def _compared(self, node: exp.Column, parent: exp.EQ | exp.NEQ) -> tuple[ColumnUse, Obstacle]:
        other = parent.expression if _is(parent.this, node) else parent.this
        other = other.unnest()
        if isinstance(other, (exp.Placeholder, exp.Literal)):
            return ColumnUse.EQUAL, Obstacle.SEARCH
        if isinstance(other, exp.Column):
            same = self._equal_indexes(
                self._names.meaning_of(other).column, self._names.meaning_of(node).column
            )
            return ColumnUse.PAIRED if same else ColumnUse.OTHER, Obstacle.COLUMNS
        return ColumnUse.OTHER, Obstacle.SUBQUERY if isinstance(
            other, exp.Query
        ) else Obstacle.COMPUTE

    def _equal_indexes(self, one: ColumnName | None, other: ColumnName | None) -> bool:
        """Whether equal values of two columns have equal blind indexes: one column, or one
        domain."""
        if one is None or other is None:
            return False
        domain = self._encrypted.get(one)
        return one == other or (bool(domain) and domain == self._encrypted.get(other))

    def _compared_with_list(self, parent: exp.In) -> tuple[ColumnUse, Obstacle]:
        if parent.args.get("query") is not None:
            return self._paired_in(parent), Obstacle.SUBQUERY
        known = parent.expressions
        constant = known and all(isinstance(e, (exp.Placeholder, exp.Literal)) for e in known)
        return ColumnUse.EQUAL if constant else ColumnUse.OTHER, Obstacle.COMPUTE

    def _is_assignment(self, parent: exp.Expr) -> bool:
        above, where = parent.parent, parent.arg_key
        return isinstance(above, (exp.Update, exp.OnConflict)) and where == "expressions"

    def _keeps_value(self, node: exp.Column, parent: exp.EQ) -> bool:
        return self._names.meaning_of(node).column == self._names.meaning_of(parent.this).column

    def _within_value(self, node: exp.Expr) -> bool:
        """Whether it is in a value that is assigned to a column."""
        at: exp.Expr | None = node
        while at is not None and not isinstance(at, exp.Query):
            if isinstance(at, exp.EQ) and self._is_assignment(at):
                return True
            at = at.parent
        return isinstance(at, exp.Select) and isinstance(at.parent, exp.Insert)

    def _shadowed(self, node: exp.Column, meaning: Meaning) -> str:
        """The name of its table, where a SELECT item has the same name: engines differ in which of
        the two an unqualified name means."""
        query = node.find_ancestor(exp.Select)
        within = node.find_ancestor(exp.Order, exp.Group, exp.Having)
        if query is None or within is None or within.parent is not query:
            return ""
        names = {each.alias_or_name.lower() for each in query.expressions}
        return meaning.qualifier if node.name.lower() in names else ""

    # Queries.

    def _collect(self, query: exp.Select | exp.SetOperation) -> None:
        outputs = self._names.outputs(query)
        if isinstance(query, exp.SetOperation):
            self._collect_mixed(query)
            if query.args.get("distinct"):
                self.grouped_columns |= self._encrypted_of(outputs)
        elif query.args.get("distinct"):
            self.grouped_columns |= self._encrypted_of(outputs)
        self._collect_aliases(query)

    def _collect_mixed(self, query: exp.SetOperation) -> None:
        left, right = self._names.outputs(query.this), self._names.outputs(query.expression)
        for place in range(max(len(left), len(right))):
            sides = [each[place] if place < len(each) else None for each in (left, right)]
            if sides[0] != sides[1]:
                self.mixed_columns |= self._encrypted_of(sides)

    def _collect_aliases(self, query: exp.Select | exp.SetOperation) -> None:
        """Aliases of SELECT items that are used again, and positions in GROUP BY and ORDER BY."""
        outputs = self._names.outputs(query)
        group, order = query.args.get("group"), query.args.get("order")
        for each in group.expressions if group is not None else ():
            self.grouped_columns |= self._encrypted_of(self._of_item(each, outputs))
        if order is not None and query is not self._tree:
            for each in order.expressions:
                for column in self._encrypted_of(self._of_item(each.this, outputs)):
                    self.unreadable_uses.append((column, Obstacle.ORDER))
        for node in query.find_all(exp.Column):
            alone = isinstance(node.parent, (exp.Ordered, exp.Group))
            if not alone and self._names.meaning_of(node).item is not None:
                for column in self._encrypted_of([self._names.meaning_of(node).column]):
                    self.unreadable_uses.append((column, Obstacle.COMPUTE))

    def _of_item(
        self, node: exp.Expr, outputs: tuple[ColumnName | None, ...]
    ) -> list[ColumnName | None]:
        if isinstance(node, exp.Literal) and not node.is_string:
            place = int(node.this) - 1
            return [outputs[place]] if 0 <= place < len(outputs) else []
        meaning = self._names.meaning_of(node)
        return [meaning.column] if meaning.item is not None else []

    def _encrypted_of(self, columns: Iterable[ColumnName | None]) -> set[ColumnName]:
        return {each for each in columns if each is not None and each in self._encrypted}


_RANGES = (
    exp.LT,
    exp.LTE,
    exp.GT,
    exp.GTE,
    exp.Between,
    exp.Like,
    exp.ILike,
    exp.SimilarTo,
    exp.RegexpLike,
)


def outermost_select(tree: exp.Expr) -> exp.Select | None:
    """The SELECT whose list names the result's columns: the first of a set operation."""
    at: exp.Expr | None = tree
    while isinstance(at, exp.SetOperation):
        at = at.this
    return at if isinstance(at, exp.Select) else None


def _united(query: exp.Expr) -> exp.Expr:
    """The outermost set operation that a SELECT is part of; else itself."""
    while isinstance(query.parent, exp.SetOperation):
        query = query.parent
    return query


def _parent(node: exp.Expr) -> exp.Expr | None:
    """The parent, skipping brackets."""
    at = node.parent
    while isinstance(at, exp.Paren):
        at = at.parent
    return at


def _is(one: exp.Expr, node: exp.Expr) -> bool:
    return one.unnest() is node


def _position(item: exp.Expr, among: list[exp.Expr]) -> int | None:
    return next((place for place, each in enumerate(among) if each is item), None)


def _name_for(item: exp.Expr) -> str:
    """The name that an item needs as an alias once it is decrypted; empty where it has an alias."""
    return "" if isinstance(item, exp.Alias) else item.name
