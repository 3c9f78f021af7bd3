"""Costs in few words."""

from __future__ import annotations

import pytest

from app.window.shared.run_words import cost_text, percent_text, within_text


@pytest.mark.parametrize(
    ("interval", "words"),
    [
        ((40, 38, 42), "+40 % (38 to 42)"),
        ((228, -14, 1149), "+228 % (−14 to 1,149)"),
        ((-1.52, -3.2, 0.1), "−1.5 % (−3.2 to 0.1)"),
        ((-0.01, -0.04, 0.02), "+0.0 % (0.0 to 0.0)"),
        ((22_933, 21_000, 25_060), "× 230 (211 to 252)"),
    ],
)
def test_that_a_cost_has_the_bounds_of_its_own_interval(
    interval: tuple[float, float, float], words: str
) -> None:
    assert cost_text(*interval) == words


def test_that_ten_times_as_much_is_a_factor() -> None:
    assert [percent_text(each) for each in (880, 900, 22_933)] == ["+880 %", "× 10", "× 230"]


def test_that_what_can_be_distinguished_has_no_more_digits_than_it_carries() -> None:
    assert within_text(1.26) == "within 1.3 %"
    assert within_text(22.4) == "within 22 %"
    assert within_text(524) == "within 524 %"
    assert within_text(1_763_516) == "inconclusive"
