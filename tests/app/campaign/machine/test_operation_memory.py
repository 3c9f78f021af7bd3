"""Memory of an operation is that of the server while it goes on, as another reader has it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import fmean, median
from typing import Any

import pytest

from app.plan.campaign import PlannedProtection
from app.results.events import OperationFinished
from engines.contract.protection import PLAINTEXT
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow
_TOLERANCE = 0.05
"""Of a reader that takes its turns between ours on a busy machine."""
_TOLERANCE_OF_MEAN = 0.1
"""Ours is of few readings, the first of which is of a process that has just begun."""


def proportional_mb(root: int) -> float:
    """PSS of a process and its children, by nothing of ours."""
    pids, total = [root], 0
    for task in Path(f"/proc/{root}/task").iterdir():
        pids += map(int, (task / "children").read_text().split())
    for pid in pids:
        with suppress(OSError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            total += next(int(each.split()[1]) for each in lines if each.startswith("Pss:"))
    return total * 1024 / 1e6


@contextmanager
def watching(root: int) -> Iterator[list[tuple[float, float]]]:
    """Reads it as often as it can: when, and how many MB."""
    seen: list[tuple[float, float]] = []
    over = threading.Event()

    def watch() -> None:
        while not over.is_set():
            seen.append((time.time(), proportional_mb(root)))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield seen
    finally:
        over.set()
        thread.join()


@pytest.mark.exhaustive  # Docker is asked in test_sampler_container.py
def test_that_memory_of_operations_agrees_with_an_independent_reader(
    tmp_path: Path, servers: Any
) -> None:
    server = servers["postgresql"]
    planned = quick_campaign(
        "memory",
        (server.spec,),
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(2000,)),
        repetitions=1,
        warmups=0,
    )
    stage = Stage(str(tmp_path / "results.sqlite"))
    with watching(server.endpoint.pid) as seen:
        outcome = stage.run(planned, lent={server.spec: server.endpoint})
    with stage.store() as store:
        operations = store.operations(outcome.campaign_id)
    report = {(each.run_id, each.operation): each for each in stage.of(OperationFinished)}
    assert len(operations) == 4
    for each in operations:
        assert each.memory_mb is not None and each.peak_memory_mb is not None
        event = report[each.run.id, each.operation]
        inside = [mb for at, mb in seen if each.started_at < at <= each.finished_at]
        assert len(inside) > 5
        assert each.memory_mb == pytest.approx(fmean(inside), rel=_TOLERANCE_OF_MEAN)
        assert each.memory_mb <= each.peak_memory_mb <= max(inside) * (1 + _TOLERANCE)
        assert event.last_memory_mb == pytest.approx(median(inside[-9:]), rel=_TOLERANCE)
        assert event.first_memory_mb is not None
        # The connection's process has just begun and grows: a slow reader may not see it so small.
        around = [mb for at, mb in seen if each.started_at - 0.5 < at <= each.finished_at]
        assert event.first_memory_mb >= min(around) - 1e-6, (
            "the connection's own process is missing"
        )
    means = [each.memory_mb for each in operations]
    assert len(set(means)) == len(means), "carried over from one operation to another"


def test_that_an_operation_too_short_for_a_sample_has_a_reading_of_its_own(
    tmp_path: Path, servers: Any
) -> None:
    for engine in ("postgresql", "sqlite"):
        spec = servers[engine].spec
        planned = quick_campaign(
            engine,
            (spec,),
            (PlannedProtection(PLAINTEXT),),
            HospitalParameters(sizes=(10,)),
            repetitions=1,
            warmups=0,
        )
        stage = Stage(str(tmp_path / f"{engine}.sqlite"))
        outcome = stage.run(planned, lent={spec: servers[engine].endpoint})
        with stage.store() as store:
            operations = store.operations(outcome.campaign_id)
        for each in operations:
            ends = each.first_memory_mb, each.last_memory_mb
            assert None not in ends and each.memory_mb and each.peak_memory_mb
            assert each.peak_memory_mb >= max(each.memory_mb, *filter(None, ends)) - 1e-6
