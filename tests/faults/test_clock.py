"""A clock on the wall that is set while something is measured: no figure is worked out from it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from app.campaign.watching.sampler import Sampler
from app.processes.deadlines import LivenessWatch
from app.processes.live_counters import LiveCounters
from app.system.wall_time import anchor, moved, wall_time

HOUR = 3600.0


@pytest.fixture
def counters() -> Iterator[LiveCounters]:
    made = LiveCounters()
    yield made
    made.close()


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_that_a_sample_has_the_cpu_of_the_time_that_passed(
    jump: float, counters: LiveCounters, monkeypatch: pytest.MonkeyPatch
) -> None:
    sampler, before = Sampler(None), time.time
    sampler.attach([os.getpid()], [counters])
    first = sampler.sample(1, "INSERT")
    monkeypatch.setattr(time, "time", lambda: before() + jump)
    until = time.process_time() + 0.1
    while time.process_time() < until:
        pass
    sampler.refresh_memory()
    second = sampler.sample(1, "INSERT")
    assert first.at < second.at < first.at + 60, "a moment is not moved either"
    assert second.worker_cpu is not None
    assert 0.5 < second.worker_cpu < 100 * (os.cpu_count() or 1) + 50


def test_that_a_set_clock_makes_no_silent_worker_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    vigil, before = LivenessWatch("db", 0.05), time.time
    monkeypatch.setattr(time, "time", lambda: before() + HOUR)
    for _ in range(3):
        time.sleep(0.03)
        vigil.spent(1.0)  # 1 % of a core for an hour would be 36 s
    assert vigil.fault() is not None


def test_that_a_set_clock_is_noticed_and_moves_no_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIPHERBENCH_CLOCK", "")
    anchor()
    first, before = wall_time(), time.time
    assert first == pytest.approx(before(), abs=5) and moved() == 0
    for jump in (HOUR, -HOUR, 1.0):
        monkeypatch.setattr(time, "time", lambda jump=jump: before() + jump)
        assert first <= wall_time() < first + 60
        assert moved() == pytest.approx(jump if abs(jump) > 2 else 0, abs=2)
    anchor()
    assert moved() == 0


@pytest.mark.parametrize("report", ["", "x", "nan y", "1e308 time:[1]", "5"])
def test_that_a_clock_of_another_program_is_not_gone_by(
    report: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CIPHERBENCH_CLOCK", report)
    assert wall_time() == pytest.approx(time.time(), abs=5)
