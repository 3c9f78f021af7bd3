"""`resume --more`, as a user types it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.plan.campaign import PlannedProtection
from app.plan.plan_file import write_plan
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.typed import cipherbench
from workloads.hospital.workload import HospitalParameters


@pytest.mark.slow
def test_that_more_repetitions_are_run_and_half_blocks_refused(tmp_path: Path) -> None:
    sealed = Protection("sealed", ProtectionKind.CLIENT, "aes", 128, "gcm")
    plan = tmp_path / "plan.toml"
    plan.write_text(
        write_plan(
            quick_campaign(
                name="typed",
                servers=(ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
                protections=(PlannedProtection(PLAINTEXT), PlannedProtection(sealed)),
                workload=HospitalParameters(sizes=(5,)),
                repetitions=8,
                warmups=0,
            )
        )
    )
    store = tmp_path / "s.sqlite"
    ran = cipherbench("run", plan, "--store", store, "--json")
    assert ran.code == 0, ran.err
    assert ran.json["runs_done"] == 16  # type: ignore[index]
    assert "widest interval ± " in ran.err and ", target " in ran.err
    assert ran.json["ended_by"] in ran.err  # type: ignore[index]
    for wrong, said in (("3", "two of them make a block"), ("-2", "two of them make a block")):
        refused = cipherbench("resume", "typed", "--more", wrong, "--store", store)
        assert refused.code == 2 and said in refused.err
    both = cipherbench("resume", "typed", "--more", "2", "--as-new", "--store", store)
    assert both.code == 2 and "--as-new" in both.err
    more = cipherbench("resume", "typed", "--more", "2", "--store", store, "--json")
    assert more.code == 0, more.err
    assert more.json["runs_done"] == 20  # type: ignore[index]
    assert more.json["ended_by"].startswith("10 repetitions, as asked for")  # type: ignore[index]
