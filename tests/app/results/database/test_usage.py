"""CPU of an operation from samples, by the published study's way, and its memory."""

from __future__ import annotations

import pytest

from app.results.store.run_event_writer import MemoryUsage, SampledUsage, cpu_within, memory_within


def readings(*values: tuple[float, float]) -> list[SampledUsage]:
    return [(at, cpu, cpu * 10) for at, cpu in values]


def test_that_the_first_of_three_readings_is_dropped() -> None:
    taken = readings((1.0, 999.0), (2.0, 10.0), (3.0, 20.0), (4.0, 30.0), (4.5, 999.0))
    assert cpu_within(taken, 1.0, 4.0) == 25.0


def test_that_two_readings_both_count() -> None:
    assert cpu_within(readings((2.0, 10.0), (3.0, 20.0)), 1.0, 4.0) == 15.0


def test_that_an_operation_too_short_takes_the_first_reading_after_it() -> None:
    taken = readings((1.0, 1.0), (2.0, 50.0), (3.0, 99.0))
    assert cpu_within(taken, 1.2, 1.3) == 50.0


def test_that_no_reading_after_the_beginning_gives_nothing() -> None:
    assert cpu_within(readings((1.0, 1.0)), 1.2, 1.3) is None
    assert cpu_within([], 1.2, 1.3) is None


@pytest.mark.parametrize("count", [1, 2, 5])
def test_that_what_the_system_does_not_tell_is_left_out(count: int) -> None:
    untold: list[SampledUsage] = [(float(n), None, 7.0) for n in range(1, count + 1)]
    assert cpu_within(untold, 0.0, 9.0) is None
    assert memory_within(untold, 0.0, 9.0) == MemoryUsage(7.0, 7.0)


def test_that_memory_that_was_read_before_an_operation_is_none_of_it() -> None:
    carried: list[SampledUsage] = [(1.0, 1.0, 40.0), (1.5, 1.0, 40.0), (2.5, 1.0, 40.0)]
    assert memory_within(carried, 1.2, 2.0) == MemoryUsage(None, None)
    assert memory_within(carried, 1.2, 2.0, (None, None)) == MemoryUsage(None, None)
    assert memory_within(carried, 1.2, 2.0, (44.0, 46.0)) == MemoryUsage(45.0, 46.0)


def test_that_memory_is_what_was_read_at_both_ends_and_in_between() -> None:
    taken: list[SampledUsage] = [
        (1.0, 1.0, 40.0),
        (1.5, 1.0, 60.0),
        (1.6, 1.0, 60.0),
        (2.0, None, 80.0),
        (2.1, 1.0, 99.0),
    ]
    assert memory_within(taken, 1.0, 2.0, (44.0, 56.0)) == MemoryUsage(60.0, 80.0)
    assert memory_within(taken, 1.0, 2.0, (None, 97.0)) == MemoryUsage(79.0, 97.0)
    assert memory_within([(1.0, 1.0, None), *taken], 0.9, 1.2) == MemoryUsage(40.0, 40.0)
    assert memory_within([], 1.0, 2.0, (44.0, None)) == MemoryUsage(44.0, 44.0)
