"""What an application fetches to sift and order the rows of a statement by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from engines.registry import facts_of
from engines.sql.statement import ValueType
from workloads.own.model import DrawnValue, Work
from workloads.own.sql.conditions import (
    Asked,
    Condition,
    Constant,
    Named,
    Operand,
    comparisons_of,
    operands_of,
)
from workloads.own.sql.parsed import (
    Column,
    Conjunct,
    Key,
    Parsed,
    Reason,
    Reference,
    Span,
    Use,
    refused,
)
from workloads.own.sql.sifting import Field, Sift, SortKey


@dataclass(frozen=True)
class Removed:
    """A stretch of the statement that the server is not given as it is: WHERE or ORDER BY."""

    span: Span


class Fetching:
    """What is left to the application of one statement."""

    def __init__(
        self, parsed: Parsed, drawn: Mapping[str, DrawnValue], work: Work, engine: str
    ) -> None:
        self._parsed, self._drawn, self._work = parsed, drawn, work
        self._ways = facts_of(engine).ways
        self._instead: list[Conjunct] = []
        """Conditions that the server is not asked for."""
        self._again: list[Conjunct] = []
        """Those that are looked at again after it has answered."""
        self._keys: Sequence[Key] = ()
        self.further: list[Reference] = []
        """Columns that are fetched beyond the list."""

    def lists(self, each: Reference) -> bool:
        """Whether a column stands in the list by itself, so that its place is known.

        Raises: Refused where the list is not known
        """
        items = self._parsed.items
        if each.item is None or each.item >= len(items) or not items[each.item].holds(each.span):
            raise refused(Reason.COMPUTE, each.column)
        return True

    def sift_by(self, each: Reference) -> None:
        """Have the application look at the condition that a column stands in.

        Raises: Refused where it cannot
        """
        found = self._conjunct_of(each)
        if found is None or not self._can_tell(found):
            raise refused(each.why if each.use is not Use.EQUAL else Reason.SEARCH, each.column)
        if found not in self._instead:
            self._instead.append(found)

    def test_again(self, each: Reference) -> None:
        """Have the application look again at a condition that the server answers by an index."""
        found = self._conjunct_of(each)
        if found is not None and self._can_tell(found) and found not in self._again:
            self._again.append(found)

    def order_by(self, is_sealed: Callable[[Column | None], bool]) -> None:
        """Have the application order the rows, where they are ordered by a sealed column.

        Raises: Refused where it cannot
        """
        keys = self._parsed.keys
        sealed = [each.column for each in keys if is_sealed(each.column)]
        ordered = [e.column for e in self._parsed.references if e.use is Use.ORDERED]
        sealed += [each for each in ordered if is_sealed(each) and each not in sealed]
        if not sealed:
            return
        if self._parsed.limited or not keys or not all(map(self._can_order_by, keys)):
            raise refused(Reason.ORDER, sealed[0])
        self._keys = keys

    def sift(self) -> Sift | None:
        """What is to be done with the rows; None where nothing is."""
        tested = [*self._instead, *(each for each in self._again if each not in self._instead)]
        conditions = [each.tree for each in tested if each.tree is not None]
        fields: dict[int, Field] = {}
        for condition in conditions:
            for operand in operands_of(condition):
                if isinstance(operand, Named):
                    fields[operand.place] = self._field_of(self._named(operand))
        keys = tuple(map(self._sort_key, self._keys))
        asked = {
            operand.parameter: kind
            for condition in conditions
            for operand in operands_of(condition)
            if isinstance(operand, Asked) and (kind := self._type(operand)) is not None
        }
        if not conditions and not keys:
            return None
        width = len(self._parsed.items)
        return Sift(tuple(conditions), fields, keys, width, asked, self._ways)

    @property
    def removed(self) -> list[Removed]:
        """What of the statement is written anew."""
        parsed, found = self._parsed, []
        if self._instead and parsed.where is not None:
            found.append(Removed(parsed.where))
        if self._keys and parsed.order is not None:
            found.append(Removed(parsed.order))
        return found

    def left_of(self, removed: Removed) -> list[Span]:
        """The conditions that the server is still asked for."""
        if removed.span != self._parsed.where:
            return []
        return [each.span for each in self._parsed.conjuncts if each not in self._instead]

    def _conjunct_of(self, each: Reference) -> Conjunct | None:
        if not self._parsed.flat:
            return None
        within = (known for known in self._parsed.conjuncts if known.span.holds(each.span))
        return next(within, None)

    def _can_tell(self, conjunct: Conjunct) -> bool:
        """Whether an application can tell what a condition says: of columns alone that it can have,
        compared with what is of the same type."""
        tree = conjunct.tree
        return (
            tree is not None
            and all(
                self._alike(left, right, as_text) for left, right, as_text in comparisons_of(tree)
            )
            and all(self._type(each) is not None for each in self._named_in(tree))
        )

    def _named_in(self, tree: Condition) -> list[Operand]:
        return [each for each in operands_of(tree) if isinstance(each, Named)]

    def _alike(self, left: Operand, right: Operand, as_text: bool) -> bool:
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
            case Named():
                named = self._at(operand.place)
                return None if named is None else self._type_of(named.column)
            case Asked(parameter):
                drawn = self._drawn.get(parameter)
                known = None if drawn is None else self._work.column(drawn.column)
                return None if known is None else known.type.value_type
            case Constant(value):
                return _TYPES.get(type(value))

    def _type_of(self, column: Column) -> ValueType:
        return self._work.table[column.table].column[column.column].type.value_type

    def _at(self, place: int) -> Reference | None:
        found = (each for each in self._parsed.references if each.span.start == place)
        return next(found, None)

    def _named(self, operand: Named) -> Reference:
        found = self._at(operand.place)
        assert found is not None
        return found

    def _can_order_by(self, key: Key) -> bool:
        if key.counts and key.item is not None:
            return True
        if key.column is None:
            return False
        return key.item is not None or (self._parsed.flat and self._ordering(key) is not None)

    def _ordering(self, key: Key) -> Reference | None:
        """The place in ORDER BY where a key is named."""
        order = self._parsed.order
        found = (
            each
            for each in self._parsed.references
            if order is not None and order.holds(each.span) and each.written == key.written
        )
        return next(found, None)

    def _sort_key(self, key: Key) -> SortKey:
        if key.item is not None:
            kind = ValueType.INTEGER if key.column is None else self._type_of(key.column)
            field = Field(key.item, kind)
        else:
            named = self._ordering(key)
            assert named is not None
            field = self._field_of(named)
        turned = key.descending and self._ways.nulls_turn
        first = self._ways.nulls_first != turned
        return SortKey(field, key.descending, first if key.nulls_first is None else key.nulls_first)

    def _field_of(self, named: Reference) -> Field:
        """Where a column stands in the rows: in the list, or behind it."""
        kind = self._type_of(named.column)
        listed = (
            each.item
            for each in self._parsed.references
            if each.use is Use.LISTED and each.written == named.written
        )
        if (item := next(listed, None)) is not None:
            return Field(item, kind)
        for place, each in enumerate(self.further):
            if each.written == named.written:
                return Field(len(self._parsed.items) + place, kind)
        self.further.append(named)
        return Field(len(self._parsed.items) + len(self.further) - 1, kind)


_TYPES = {
    str: ValueType.TEXT,
    int: ValueType.INTEGER,
    Decimal: ValueType.DECIMAL,
    bool: ValueType.BOOLEAN,
}
