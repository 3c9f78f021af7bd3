"""What numbers, texts and truth values become before they are sealed."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from engines.sql.statement import Value, ValueType
from engines.sql.typed import WIDTHS, from_bytes, to_bytes

ASCENDING: dict[ValueType, list[Value]] = {
    ValueType.INTEGER: [-(2**63), -(2**31), -256, -1, 0, 1, 255, 256, 2**31, 2**63 - 1],
    ValueType.REAL: [-math.inf, -1e300, -2.5, -1 / 64, -5e-324, 0.0, 5e-324, 0.1, 2.5, math.inf],
    ValueType.TEXT: ["", "a", "aa", "ab", "b", "é", "日本"],
    ValueType.BOOLEAN: [False, True],
}


@pytest.mark.parametrize("kind", ASCENDING)
def test_that_bytes_are_in_the_order_of_the_values_and_open_to_them_again(kind: ValueType) -> None:
    made = [to_bytes(value, kind) for value in ASCENDING[kind]]
    assert all(one < other for one, other in pairwise(made))
    assert [from_bytes(each, kind) for each in made] == ASCENDING[kind]
    assert [type(from_bytes(each, kind)) for each in made] == [type(v) for v in ASCENDING[kind]]
    assert kind not in WIDTHS or {len(each) for each in made} == {WIDTHS[kind]}


def test_that_equal_values_are_equal_bytes_and_what_is_no_number_is_refused() -> None:
    assert to_bytes(-0.0, ValueType.REAL) == to_bytes(0.0, ValueType.REAL)
    assert to_bytes(1, ValueType.REAL) == to_bytes(1.0, ValueType.REAL)
    with pytest.raises(ValueError, match="no order"):
        to_bytes(math.nan, ValueType.REAL)
    with pytest.raises(OverflowError):
        to_bytes(2**63, ValueType.INTEGER)
    with pytest.raises(ValueError, match="no integer"):
        from_bytes(b"short", ValueType.INTEGER)
