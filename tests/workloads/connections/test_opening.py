"""Opening a file by a raw key and by a passphrase."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.plan.plan_file import parse_plan, read_plan, write_plan
from app.plan.status import Status
from tests.app.stage import Stage
from workloads.connections.workload import ConnectionsParameters

pytestmark = pytest.mark.slow

OPENED = 3
LEAST_MS = 20.0
"""Of a quick machine for PBKDF2; a raw key takes a fraction of a millisecond."""
COMPARED = ("plaintext", "sqlcipher-raw-key", "sqlcipher-passphrase")


def test_that_a_passphrase_is_stretched_at_each_opening_and_a_raw_key_is_not(
    tmp_path: Path,
) -> None:
    stage, plan = Stage(str(tmp_path / "store.sqlite")), read_plan("opening")
    assert parse_plan(write_plan(plan), "here") == plan
    campaign = replace(
        plan,
        protections=tuple(each for each in plan.protections if each.protection.name in COMPARED),
        repetitions=1,
        warmups=0,
        control=False,
        workload=ConnectionsParameters(sizes=(OPENED,)),
    )
    outcome = stage.run(campaign)
    assert (outcome.status, outcome.failed, outcome.refused) == (Status.DONE, 0, 0)
    with stage.store() as store:
        cpu_ms = {
            each.run.protection: 1000 * (each.worker_cpu_s or 0) / OPENED
            for each in store.operations(outcome.campaign_id)
            if each.operation == "CONNECT"
        }
    assert cpu_ms.keys() == {*COMPARED}
    assert cpu_ms["sqlcipher-passphrase"] > LEAST_MS > 2 * cpu_ms["sqlcipher-raw-key"], cpu_ms
