"""What of the rows that a statement gives may be compared with those of another database."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from workloads.own.result_comparison import deterministic_part

type Rows = Sequence[tuple[object, ...]]

TIED = [(1, "a"), (2, "b"), (2, "c"), (3, "d"), (3, "e")]


@pytest.mark.parametrize(
    ("order", "limited", "other", "alike"),
    [
        (None, False, TIED[::-1], True),
        (None, False, [*TIED[1:], (9, "x")], False),
        (None, True, [(7, "x")] * 5, True),
        (None, True, TIED[1:], False),
        ((), False, TIED, True),
        ((), False, TIED[::-1], False),
        ((), True, [(7, "x")] * 5, True),
        ((0,), False, [TIED[0], TIED[2], TIED[1], *TIED[3:]], True),
        ((0,), False, TIED[::-1], False),
        ((0,), True, [*TIED[:3], (3, "y"), (3, "z")], True),
        ((0,), True, [TIED[0], TIED[2], TIED[1], *TIED[3:]], True),
        ((0,), True, [TIED[0], (2, "b"), (2, "x"), *TIED[3:]], False),
        ((0,), True, [*TIED[:3], (4, "d"), (4, "e")], False),
        ((0, 1), True, TIED, True),
    ],
)
def test_that_rows_differ_where_the_statement_decides_them(
    order: tuple[int, ...] | None, limited: bool, other: Rows, alike: bool
) -> None:
    compared = [deterministic_part(each, order, limited=limited) for each in (TIED, other)]  # type: ignore[arg-type]
    assert (compared[0] == compared[1]) is alike
