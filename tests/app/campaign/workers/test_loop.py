"""Which loop a run is ordered to be timed by, and that its worker obeys."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import Any

import pytest

from app.campaign.turns.timed_loop import TimedClock
from app.campaign.workers import prepared_run, run_supervision
from app.campaign.workers.prepared_run import PreparedRun
from app.campaign.workers.worker_messages import RunOrder
from app.plan.campaign import Order, PlannedProtection
from app.processes import fork_server
from app.processes.live_counters import LiveCounters
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.conftest import Servers
from tests.workloads.ward import hospital_options
from workloads.hospital.workload import HospitalParameters

CLIENT = Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
NATIVE = Protection("cbc", ProtectionKind.NATIVE, "aes", 128, "cbc")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("protection", "native", "order"),
    [
        (CLIENT, False, Order.LOCKSTEP),
        (NATIVE, True, Order.ABBA),
        pytest.param(CLIENT, False, Order.ABBA, marks=pytest.mark.exhaustive),
        pytest.param(NATIVE, True, Order.LOCKSTEP, marks=pytest.mark.exhaustive),
    ],
)
def test_that_all_sides_are_ordered_the_same_loop(
    servers: Servers,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    protection: Protection,
    native: bool,
    order: Order,
) -> None:
    ordered: list[tuple[str, bool]] = []
    start = fork_server.start_worker

    def started(work: Any, asked: RunOrder, *more: Any) -> Any:
        ordered.append((asked.protection.name, asked.native))
        return start(work, asked, *more)

    monkeypatch.setattr(run_supervision, "start_worker", started)
    stage = Stage(f"sqlite:///{tmp_path / 'loops.sqlite'}")
    server = servers["postgresql"]
    campaign = quick_campaign(
        "loops",
        (server.spec,),
        (PlannedProtection(PLAINTEXT), PlannedProtection(protection)),
        workload=HospitalParameters(sizes=(5,)),
        repetitions=1,
        warmups=0,
        order=order,
    )
    stage.run(campaign, lent={server.spec: server.endpoint})
    assert {*ordered} == {("plaintext", native), (protection.name, native)}


@pytest.mark.parametrize("native", [False, True])
def test_that_a_worker_obeys(
    servers: Servers, monkeypatch: pytest.MonkeyPatch, native: bool
) -> None:
    made: list[bool] = []

    class Noted(TimedClock):
        def __init__(self, *of: Any, native: bool) -> None:
            made.append(native)
            super().__init__(*of, native=native)

    monkeypatch.setattr(prepared_run, "TimedClock", Noted)
    ours, theirs = multiprocessing.Pipe()
    counters = LiveCounters()
    order = RunOrder(
        run_id=1,
        endpoint=servers["postgresql"].endpoint,
        protection=PLAINTEXT,
        workload="hospital",
        options=hospital_options(5),
        identifier="obeys",
        native=native,
    )

    class Run(PreparedRun):
        def _work(self) -> Any:
            raise NotImplementedError

    Run(order, theirs, counters, None)
    assert made == [native]
    for each in (ours, theirs, counters):
        each.close()
