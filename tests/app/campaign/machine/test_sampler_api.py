"""An API that a worker has started is watched by itself, and is no part of the worker."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from app.campaign.machine.counters import ProcessTreeCounter
from app.campaign.watching.sampler import Sampler
from app.processes.live_counters import LiveCounters

_WORKER = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time\\nx = b'x' * 40_000_000\\n"
    "until = time.process_time() + 20\\nwhile time.process_time() < until: pass"])
print(child.pid, flush=True)
sys.stdin.read()
child.kill()
child.wait()
"""


@pytest.fixture
def processes() -> Iterator[tuple[int, int]]:
    """A worker that rests, and an API of its own that is busy."""
    worker = subprocess.Popen(
        [sys.executable, "-c", _WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert worker.stdin is not None and worker.stdout is not None
    yield worker.pid, int(worker.stdout.readline())
    worker.stdin.close()
    worker.wait()
    worker.stdout.close()


@pytest.fixture
def counters() -> Iterator[LiveCounters]:
    made = LiveCounters()
    yield made
    made.close()


def test_that_the_cpu_and_memory_of_an_api_are_distinguished_from_its_workers(
    processes: tuple[int, int], counters: LiveCounters
) -> None:
    worker, api = processes
    sampler = Sampler(None)
    sampler.attach([worker], [counters])
    sampler.attach_api(api)
    sampler.sample(1, "GET")
    time.sleep(1.0)
    sampler.refresh_memory()
    seen = sampler.sample(1, "GET")
    assert seen.api_cpu is not None and seen.worker_cpu is not None
    assert seen.api_cpu > 10 > seen.worker_cpu
    assert seen.api_memory is not None and seen.worker_memory is not None
    assert seen.api_memory > 30 > seen.worker_memory


def test_that_nothing_is_informed_of_an_api_where_there_is_none(
    processes: tuple[int, int], counters: LiveCounters
) -> None:
    sampler = Sampler(None)
    sampler.attach([processes[0]], [counters])
    seen = sampler.sample(1, "GET")
    assert (seen.api_cpu, seen.api_memory) == (None, None)


def test_that_the_cpu_seconds_of_a_tree_are_counted_between_two_ends(
    processes: tuple[int, int],
) -> None:
    counter = ProcessTreeCounter(processes[1])
    counter.begin()
    began = time.monotonic()
    time.sleep(0.5)
    used = counter.end()
    assert used.cpu is not None
    assert 0.05 < used.cpu <= time.monotonic() - began + 0.05
