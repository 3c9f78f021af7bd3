"""What numbers, texts and truth values become before they are encrypted."""

from __future__ import annotations

import math
from datetime import date, datetime
from decimal import Decimal
from itertools import pairwise

import pytest

from engines.sql.statement import Target, Value, ValueType
from engines.sql.value_encoding import (
    WIDTHS,
    column_decoder,
    column_encoder,
    encrypted_width,
    from_bytes,
    to_bytes,
)

ASCENDING: dict[ValueType, list[Value]] = {
    ValueType.INTEGER: [-(2**63), -(2**31), -256, -1, 0, 1, 255, 256, 2**31, 2**63 - 1],
    ValueType.REAL: [-math.inf, -1e300, -2.5, -1 / 64, -5e-324, 0.0, 5e-324, 0.1, 2.5, math.inf],
    ValueType.TEXT: ["", "a", "aa", "ab", "b", "é", "日本"],
    ValueType.BOOLEAN: [False, True],
    ValueType.DATE: [date(1, 1, 1), date(999, 12, 31), date(1970, 1, 1), date(9999, 12, 31)],
    ValueType.TIMESTAMP: [
        datetime(1, 1, 1),
        datetime(1969, 12, 31, 23, 59, 59, 999_000),
        datetime(1970, 1, 1),
        datetime(9999, 12, 31, 23, 59, 59, 999_000),
    ],
}
DECIMALS = [Decimal("-9999999999999999.99"), Decimal("-0.01"), Decimal(0), Decimal("100.5")]


def column(kind: ValueType, *, written: bool, scale: int = 0) -> Target:
    return Target("t", "c", 18 if kind is ValueType.DECIMAL else 255, None, kind, scale, written)


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


def test_that_decimals_have_the_digits_of_their_column() -> None:
    in_order = column_encoder(column(ValueType.DECIMAL, written=False, scale=2))
    made = list(map(in_order, DECIMALS))
    assert all(one < other for one, other in pairwise(made))
    assert (
        list(map(column_decoder(column(ValueType.DECIMAL, written=False, scale=2)), made))
        == DECIMALS
    )
    text = column_encoder(column(ValueType.DECIMAL, written=True, scale=2))
    assert text(Decimal("100.5")) == text(Decimal("100.50")) == text(100.5) == b"100.50"
    assert text(Decimal("-2.675")) == b"-2.68", "half away from zero, as the engines round"
    assert in_order(Decimal("100.5")) == in_order(Decimal("100.500"))


@pytest.mark.parametrize("kind", [*ASCENDING, ValueType.DECIMAL])
def test_that_a_written_value_is_a_text_and_opens_again(kind: ValueType) -> None:
    target = column(kind, written=True, scale=2)
    encrypt, opened = column_encoder(target), column_decoder(target)
    for value in ASCENDING.get(kind, DECIMALS):
        made = encrypt(value)
        assert made.decode() is not None
        assert opened(made) == value
        assert type(opened(made)) is type(value)
        assert len(made) <= encrypted_width(target)
