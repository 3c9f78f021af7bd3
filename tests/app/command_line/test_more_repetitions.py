"""`resume --more`, as a user types it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.plan.campaign import Order, PlannedProtection
from app.plan.plan_file import write_plan
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.typed import cipherbench
from workloads.hospital.workload import HospitalParameters


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "repetitions", "refusals", "more"),
    [
        (Order.ABBA, 8, {"3": "a block has two", "-2": "between 0 and"}, 2),
        (Order.LOCKSTEP, 4, {"-2": "between 0 and"}, 1),
    ],
)
def test_that_more_repetitions_are_run_and_half_blocks_refused(
    tmp_path: Path, order: Order, repetitions: int, refusals: dict[str, str], more: int
) -> None:
    """At first so many that there are four blocks: of fewer, other words tell the interval."""
    sealed = Protection("sealed", ProtectionKind.CLIENT, "aes", 128, "gcm")
    plan = tmp_path / "plan.toml"
    plan.write_text(
        write_plan(
            quick_campaign(
                name="typed",
                servers=(ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
                protections=(PlannedProtection(PLAINTEXT), PlannedProtection(sealed)),
                workload=HospitalParameters(sizes=(5,)),
                repetitions=repetitions,
                warmups=0,
                order=order,
            )
        )
    )
    store = tmp_path / "s.sqlite"
    ran = cipherbench("run", plan, "--store", store, "--json")
    assert ran.code == 0, ran.err
    assert ran.json["runs_done"] == 2 * repetitions  # type: ignore[index]
    assert "widest interval ± " in ran.err and ", target " in ran.err
    assert ran.json["ended_by"] in ran.err  # type: ignore[index]
    for wrong, said in refusals.items():
        refused = cipherbench("resume", "typed", "--more", wrong, "--store", store)
        assert refused.code == 2 and said in refused.err
    both = cipherbench("resume", "typed", "--more", "2", "--as-new", "--store", store)
    assert both.code == 2 and "--as-new" in both.err
    added = cipherbench("resume", "typed", "--more", str(more), "--store", store, "--json")
    assert added.code == 0, added.err
    assert added.json["runs_done"] == 2 * (repetitions + more)  # type: ignore[index]
    asked_for = f"{repetitions + more} repetitions, as asked for"
    assert added.json["ended_by"].startswith(asked_for)  # type: ignore[index]
