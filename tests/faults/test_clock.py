"""A clock on the wall that is set while something is measured: no figure is worked out from it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from app.campaign.watching.sampler import Sampler
from app.processes.deadlines import Vigil
from app.processes.live_counters import LiveCounters

HOUR = 3600.0


@pytest.fixture
def counters() -> Iterator[LiveCounters]:
    made = LiveCounters.create()
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
    assert second.at == pytest.approx(first.at + jump, abs=60)  # moments are those of the wall
    assert second.worker_cpu is not None
    assert 0.5 < second.worker_cpu < 100 * (os.cpu_count() or 1) + 50


def test_that_a_set_clock_makes_no_silent_worker_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    vigil, before = Vigil("db", 0.05), time.time
    monkeypatch.setattr(time, "time", lambda: before() + HOUR)
    for _ in range(3):
        time.sleep(0.03)
        vigil.spent(1.0)  # 1 % of a core for an hour would be 36 s
    assert vigil.fault() is not None
