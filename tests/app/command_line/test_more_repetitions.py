"""`resume --more`, as a user types it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.plan.campaign import Campaign, Order, PlannedProtection
from app.results.store.store import open_store
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.results.noisy import store_costs
from tests.app.typed import cipherbench, saved
from workloads.hospital.workload import HospitalParameters


def planned(order: Order, repetitions: int) -> Campaign:
    encrypted = Protection("sealed", ProtectionKind.CLIENT, "aes", 128, "gcm")
    return quick_campaign(
        name="typed",
        servers=(ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
        protections=(PlannedProtection(PLAINTEXT), PlannedProtection(encrypted)),
        workload=HospitalParameters(sizes=(5,)),
        repetitions=repetitions,
        warmups=0,
        order=order,
    )


@pytest.mark.exhaustive  # tests/app/campaign/test_stopping.py adds them; what may be asked: below
@pytest.mark.slow
def test_that_more_repetitions_are_run(tmp_path: Path) -> None:
    """At first so many that there are four blocks: of fewer, other words tell the interval."""
    store = tmp_path / "s.sqlite"
    plan = saved(planned(Order.LOCKSTEP, 4), tmp_path)
    ran = cipherbench("run", plan, "--store", store, "--json")
    assert ran.code == 0, ran.err
    assert ran.json["runs_done"] == 2 * 4  # type: ignore[index]
    assert "widest interval ± " in ran.err and ", target " in ran.err
    assert ran.json["ended_by"] in ran.err  # type: ignore[index]
    check_extra_repetitions(store, 4, 1, {"-2": "between 0 and"})


@pytest.mark.slow
def test_that_half_blocks_are_refused(tmp_path: Path) -> None:
    """Of whole runs, a block has two of each."""
    store = tmp_path / "s.sqlite"
    with open_store(str(store), write=True) as opened:
        store_costs(opened, planned(Order.ABBA, 4), {("sqlite", "sealed"): 0.1})
    check_extra_repetitions(store, 4, 2, {"3": "a block has two", "-2": "between 0 and"})


def check_extra_repetitions(
    store: Path, repetitions: int, more: int, refusals: dict[str, str]
) -> None:
    """So many more are run, and others refused."""
    for wrong, output in refusals.items():
        refused = cipherbench("resume", "typed", "--more", wrong, "--store", store)
        assert refused.code == 2 and output in refused.err
    both = cipherbench("resume", "typed", "--more", "2", "--as-new", "--store", store)
    assert both.code == 2 and "--as-new" in both.err
    added = cipherbench("resume", "typed", "--more", str(more), "--store", store, "--json")
    assert added.code == 0, added.err
    assert added.json["runs_done"] == 2 * (repetitions + more)  # type: ignore[index]
    asked_for = f"{repetitions + more} repetitions, as asked for"
    assert added.json["ended_by"].startswith(asked_for)  # type: ignore[index]
