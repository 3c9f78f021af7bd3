"""An operation begins when the engine has finished what the one before it left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.campaign.workers import worker
from app.campaign.workers.worker import wait_until_idle
from engines.contract.session import READ, WRITTEN, EngineCounts


@pytest.fixture
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_LOOK_SECONDS", 0.001)


def counting(*written: float) -> Iterator[EngineCounts]:
    for total in written:
        yield EngineCounts({WRITTEN: total, READ: 7.0, "parse_seconds": total + 1})


@pytest.mark.usefixtures("briefly")
def test_that_three_readings_are_alike() -> None:
    readings = counting(1, 2, 2, 3, 3, 3, 4)
    assert wait_until_idle(lambda: next(readings))
    assert next(readings).growing[WRITTEN] == 4


@pytest.mark.usefixtures("briefly")
def test_that_what_is_left_is_waited_for_though_nothing_is_read_yet() -> None:
    yet_to_begin = [EngineCounts({READ: 1.0}, left=2)] * 5
    done = [EngineCounts({READ: 8.0})] * 3
    readings = iter([*yet_to_begin, *done, EngineCounts()])
    assert wait_until_idle(lambda: next(readings))
    assert next(readings).growing == {}


@pytest.mark.usefixtures("briefly")
def test_that_what_somebody_else_keeps_is_not_waited_for_at_length() -> None:
    readings = iter([EngineCounts({READ: 1.0}, left=2)] * 12)
    assert wait_until_idle(lambda: next(readings))
    assert len(list(readings)) == 1


@pytest.mark.usefixtures("briefly")
def test_that_an_engine_that_does_not_tell_what_is_left_is_given_time_to_begin() -> None:
    untold = [EngineCounts({READ: 1.0}, left=None)] * 5
    begun = [EngineCounts({READ: 8.0}, left=None)] * 11
    readings = iter([*untold, *begun, EngineCounts()])
    assert wait_until_idle(lambda: next(readings))
    assert next(readings).growing == {}


@pytest.mark.usefixtures("briefly")
def test_an_engine_that_never_rests() -> None:
    readings = counting(*range(100_000))
    assert not wait_until_idle(lambda: next(readings), most=0.01)


def test_an_engine_that_counts_nothing() -> None:
    readings = iter([EngineCounts()])
    assert wait_until_idle(lambda: next(readings))
