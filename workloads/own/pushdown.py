"""Which conditions and sort keys of a statement cannot be pushed down to the server.

A server cannot compare or order what only the application decrypts. Such conditions (residual
predicates) and such an ORDER BY are removed from the statement; the application filters and orders
the rows (`workloads.own.sql.row_filter`), and the statement also fetches the columns needed for
that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from engines.registry import facts_of
from engines.sql.statement import ValueType
from workloads.own.model import DrawnValue, WorkSpec
from workloads.own.sql.parsed import (
    ColumnName,
    ColumnUse,
    Conjunct,
    Obstacle,
    OrderKey,
    Parsed,
    Reference,
    TextSpan,
    refused,
)
from workloads.own.sql.row_filter import (
    Constant,
    Field,
    NamedColumn,
    Operand,
    ParameterValue,
    RowFilter,
    SortKey,
    comparisons_of,
    operands_of,
)


@dataclass(frozen=True)
class ReplacedClause:
    """A WHERE or an ORDER BY that is rewritten for the server."""

    span: TextSpan


class Pushdown:
    """Splits one statement between server and application. First the rewriter reports each use of
    an encrypted column; then `row_filter` and `replaced_clauses` have the result."""

    def __init__(
        self,
        parsed: Parsed,
        drawn: Mapping[str, DrawnValue],
        work: WorkSpec,
        engine: str,
    ) -> None:
        self._parsed, self._drawn, self._work = parsed, drawn, work
        self._text_ways = facts_of(engine).text_comparison
        self._residual: list[Conjunct] = []
        """Conditions that the application evaluates in place of the server."""
        self._rechecked: list[Conjunct] = []
        """Conditions that a blind index answers and the application checks again."""
        self._sort_keys: Sequence[OrderKey] = ()
        self.extra_columns: list[Reference] = []
        """Columns that are fetched beyond the SELECT list."""

    def check_listed(self, each: Reference) -> None:
        """Raises: Refused where a column is not alone an item of the SELECT list"""
        items = self._parsed.items
        if each.item is None or each.item >= len(items) or not items[each.item].holds(each.span):
            raise refused(Obstacle.COMPUTE, each.column)

    def filter_in_application(self, each: Reference) -> None:
        """Move the condition with a column to the application.

        Raises: Refused where it cannot
        """
        found = self._conjunct_with(each)
        if found is None or not self._can_evaluate(found):
            raise refused(
                each.why if each.use is not ColumnUse.EQUAL else Obstacle.SEARCH, each.column
            )
        if found not in self._residual:
            self._residual.append(found)

    def recheck(self, each: Reference) -> None:
        """Have the application check again a condition that the server answers by a blind index."""
        found = self._conjunct_with(each)
        if found is not None and self._can_evaluate(found) and found not in self._rechecked:
            self._rechecked.append(found)

    def order_in_application(self, is_encrypted: Callable[[ColumnName | None], bool]) -> None:
        """Have the application order the rows, where ORDER BY names an encrypted column.

        Raises: Refused where it cannot
        """
        keys = self._parsed.keys
        encrypted = [each.column for each in keys if is_encrypted(each.column)]
        ordered = [e.column for e in self._parsed.references if e.use is ColumnUse.ORDERED]
        encrypted += [each for each in ordered if is_encrypted(each) and each not in encrypted]
        if not encrypted:
            return
        if self._parsed.is_limited or not keys or not all(map(self._can_order_by, keys)):
            raise refused(Obstacle.ORDER, encrypted[0])
        self._sort_keys = keys

    def row_filter(self) -> RowFilter | None:
        """The filter of the application; None where it has nothing to do."""
        tested = dict.fromkeys((*self._residual, *self._rechecked))
        conditions = [each.tree for each in tested if each.tree is not None]
        fields: dict[int, Field] = {}
        for condition in conditions:
            for operand in operands_of(condition):
                if isinstance(operand, NamedColumn):
                    fields[operand.place] = self._field_of(self._reference_of(operand))
        keys = tuple(map(self._sort_key, self._sort_keys))
        parameters = {
            operand.parameter: kind
            for condition in conditions
            for operand in operands_of(condition)
            if isinstance(operand, ParameterValue) and (kind := self._type(operand)) is not None
        }
        if not conditions and not keys:
            return None
        width = len(self._parsed.items)
        return RowFilter(tuple(conditions), fields, keys, width, parameters, self._text_ways)

    @property
    def replaced_clauses(self) -> list[ReplacedClause]:
        parsed, found = self._parsed, []
        if self._residual and parsed.where is not None:
            found.append(ReplacedClause(parsed.where))
        if self._sort_keys and parsed.order is not None:
            found.append(ReplacedClause(parsed.order))
        return found

    def server_conditions(self, clause: ReplacedClause) -> list[TextSpan]:
        """The conditions of a clause that the server still evaluates."""
        if clause.span != self._parsed.where:
            return []
        return [each.span for each in self._parsed.conjuncts if each not in self._residual]

    def _conjunct_with(self, each: Reference) -> Conjunct | None:
        if not self._parsed.is_flat:
            return None
        within = (known for known in self._parsed.conjuncts if known.span.holds(each.span))
        return next(within, None)

    def _can_evaluate(self, conjunct: Conjunct) -> bool:
        """Whether its columns can be fetched, and its types compare equally in SQL and in
        Python."""
        tree = conjunct.tree
        return (
            tree is not None
            and all(
                self._comparable(left, right, as_text)
                for left, right, as_text in comparisons_of(tree)
            )
            and all(
                self._type(each) is not None
                for each in operands_of(tree)
                if isinstance(each, NamedColumn)
            )
        )

    def _comparable(self, left: Operand, right: Operand, as_text: bool) -> bool:
        kinds = {self._type(left), self._type(right)}
        if None in kinds or (as_text and kinds != {ValueType.TEXT}):
            return False
        exact, constant = {ValueType.INTEGER, ValueType.DECIMAL}, isinstance(right, Constant)
        numbers = {ValueType.INTEGER, ValueType.REAL}
        if constant and not isinstance(left, Constant):
            numbers = {*numbers, ValueType.DECIMAL}
        return len(kinds) == 1 or kinds <= exact or kinds <= numbers

    def _type(self, operand: Operand) -> ValueType | None:
        match operand:
            case NamedColumn():
                named = self._reference_at(operand.place)
                return None if named is None else self._type_of(named.column)
            case ParameterValue(parameter):
                drawn = self._drawn.get(parameter)
                known = None if drawn is None else self._work.column(drawn.column)
                return None if known is None else known.type.value_type
            case Constant(value):
                return _TYPES.get(type(value))

    def _type_of(self, column: ColumnName) -> ValueType:
        return self._work.table[column.table].column[column.column].type.value_type

    def _reference_at(self, place: int) -> Reference | None:
        found = (each for each in self._parsed.references if each.span.start == place)
        return next(found, None)

    def _reference_of(self, operand: NamedColumn) -> Reference:
        found = self._reference_at(operand.place)
        assert found is not None
        return found

    def _can_order_by(self, key: OrderKey) -> bool:
        if key.counts and key.item is not None:
            return True
        if key.column is None:
            return False
        return key.item is not None or (
            self._parsed.is_flat and self._order_reference(key) is not None
        )

    def _order_reference(self, key: OrderKey) -> Reference | None:
        """The column reference of a key in ORDER BY."""
        order = self._parsed.order
        found = (
            each
            for each in self._parsed.references
            if order is not None and order.holds(each.span) and each.written == key.written
        )
        return next(found, None)

    def _sort_key(self, key: OrderKey) -> SortKey:
        if key.item is not None:
            kind = ValueType.INTEGER if key.column is None else self._type_of(key.column)
            field = Field(key.item, kind)
        else:
            named = self._order_reference(key)
            assert named is not None
            field = self._field_of(named)
        turned = key.descending and self._text_ways.nulls_swap_when_descending
        first = self._text_ways.nulls_first != turned
        return SortKey(field, key.descending, first if key.nulls_first is None else key.nulls_first)

    def _field_of(self, named: Reference) -> Field:
        """The position of a column in fetched rows: in the SELECT list, or added after it."""
        kind = self._type_of(named.column)
        listed = (
            each.item
            for each in self._parsed.references
            if each.use is ColumnUse.LISTED and each.written == named.written
        )
        if (item := next(listed, None)) is not None:
            return Field(item, kind)
        for place, each in enumerate(self.extra_columns):
            if each.written == named.written:
                return Field(len(self._parsed.items) + place, kind)
        self.extra_columns.append(named)
        return Field(len(self._parsed.items) + len(self.extra_columns) - 1, kind)


_TYPES = {
    str: ValueType.TEXT,
    int: ValueType.INTEGER,
    Decimal: ValueType.DECIMAL,
    bool: ValueType.BOOLEAN,
}
