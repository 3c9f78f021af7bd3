"""What the machine does beside the work, as its kernel tells it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from app.campaign.machine.canary import sing
from app.campaign.machine.surroundings import (
    CoreTimes,
    Surroundings,
    bound_core,
    core_times,
    frequency,
    pressure_seconds,
)
from engines.contract.endpoint import Endpoint
from tests.app.campaign.machine.hog import on_core

_STAT = b"""\
cpu  1466811 28602 290929 1337173 11257 0 4395 1447 0 0
cpu0 706822 15095 143790 698596 3661 0 1516 728 0 0
cpu1 759988 13507 147139 638576 7595 0 2879 719 0 0
cpu11 1 1 1 100 0 0 0 1 0 0
intr 43623698 0 0
"""


def test_that_times_are_those_of_the_cores_that_are_named() -> None:
    assert core_times(_STAT, (1,)) == CoreTimes(6385.76 + 75.95, 7.19)
    two = core_times(_STAT, (0, 1))
    assert two.idle == pytest.approx((698596 + 3661 + 638576 + 7595) / 200)
    assert two.stolen == pytest.approx((728 + 719) / 200)


def test_that_without_a_core_all_are_meant() -> None:
    assert core_times(_STAT, ()).stolen == pytest.approx((728 + 719 + 1) / 300)


def test_that_a_core_that_is_not_told_of_has_no_times() -> None:
    assert core_times(_STAT, (7,)) == CoreTimes()


def test_that_waiting_is_the_total_of_some(tmp_path: Path) -> None:
    told = tmp_path / "cpu.pressure"
    told.write_text(
        "some avg10=25.00 avg60=54.48 avg300=73.92 total=4985314566\n"
        "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n"
    )
    assert pressure_seconds(told) == 4985.314566
    told.write_text("nothing that a kernel says")
    assert pressure_seconds(told) is None and pressure_seconds(None) is None


def test_that_the_frequency_is_in_megahertz_where_it_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "cpu3" / "cpufreq"
    folder.mkdir(parents=True)
    (folder / "scaling_cur_freq").write_text("2593906\n")
    assert frequency(3, tmp_path) == 2593.906
    assert frequency(2, tmp_path) is None


def test_that_only_a_process_on_one_core_is_bound() -> None:
    every = os.sched_getaffinity(0)
    core = min(every)
    with on_core(core):
        assert bound_core() == core
    assert bound_core() is None or len(every) == 1


@pytest.mark.slow
@pytest.mark.parametrize("busy", [True, False])
def test_that_time_that_is_neither_ours_nor_idle_is_the_others(busy: bool) -> None:
    core = max(os.sched_getaffinity(0))
    with on_core(core, hog=busy):
        around = Surroundings(Endpoint("sqlite", in_process=True))
        before, spent, began = around.look(), time.process_time(), time.perf_counter()
        while time.perf_counter() < began + 1.0:
            pass
        ours = time.process_time() - spent
        found = around.since(before)
    others = found.others(ours)
    assert found.cores == (core,) and found.counted
    assert found.core_seconds == pytest.approx(1.0, abs=0.2)
    assert others == pytest.approx(found.seconds - found.stolen - ours, abs=0.05)
    assert others > 0.3 or not busy


@pytest.mark.timing
def test_that_the_canary_takes_fifty_milliseconds_and_tells_of_a_shared_core() -> None:
    core = max(os.sched_getaffinity(0))
    with on_core(core):
        alone = min(sing().seconds for _ in range(10))
        began, used = time.perf_counter(), time.process_time()
        sing()
        assert time.perf_counter() - began >= 0.05
        assert time.process_time() - used < 0.5  # others may have the core meanwhile
    with on_core(core, hog=True):
        shared = sorted(sing().seconds for _ in range(5))[2]
    assert shared > 1.3 * alone
