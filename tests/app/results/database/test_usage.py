"""CPU and memory of an operation from samples, by the published study's way."""

from __future__ import annotations

import pytest

from app.results.database.usage import Reading, usage_within


def readings(*values: tuple[float, float]) -> list[Reading]:
    return [(at, cpu, cpu * 10) for at, cpu in values]


def test_that_the_first_of_three_readings_is_dropped() -> None:
    taken = readings((1.0, 999.0), (2.0, 10.0), (3.0, 20.0), (4.0, 30.0), (4.5, 999.0))
    assert usage_within(taken, 1.0, 4.0) == (25.0, 250.0)


def test_that_two_readings_both_count() -> None:
    assert usage_within(readings((2.0, 10.0), (3.0, 20.0)), 1.0, 4.0) == (15.0, 150.0)


def test_that_an_operation_too_short_takes_the_first_reading_after_it() -> None:
    taken = readings((1.0, 1.0), (2.0, 50.0), (3.0, 99.0))
    assert usage_within(taken, 1.2, 1.3) == (50.0, 500.0)


def test_that_no_reading_after_the_beginning_gives_nothing() -> None:
    assert usage_within(readings((1.0, 1.0)), 1.2, 1.3) == (None, None)
    assert usage_within([], 1.2, 1.3) == (None, None)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_that_what_the_system_does_not_tell_is_left_out(count: int) -> None:
    untold: list[Reading] = [(float(n), None, 7.0) for n in range(1, count + 1)]
    assert usage_within(untold, 0.0, 9.0) == (None, 7.0)
