"""Campaigns whose databases are encrypted as whole files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.events import Event, OperationStarted, RunFinished
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import Server
from tests.app.workers import workers_of
from workloads.contract import Profile
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow

PROTECTIONS = (
    PLAINTEXT,
    Protection("native", ProtectionKind.NATIVE, "aes", 128),
    Protection("client", ProtectionKind.CLIENT, "aes", 256, "gcm"),
    *(
        Protection(cipher, ProtectionKind.STORAGE, cipher)
        for cipher in ("aegis", "sqlcipher", "aes256cbc", "chacha20")
    ),
    Protection("ascon", ProtectionKind.STORAGE, "ascon128", 128, "file"),
)


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.in_every_run(Profile.SOUND)
def test_that_every_protection_of_a_file_goes_the_whole_way(
    stage: Any, plan: Callable[..., Campaign], profile: Profile
) -> None:
    campaign = replace(
        plan("sqlite", repetitions=1),
        protections=tuple(map(PlannedProtection, PROTECTIONS)),
        workload=HospitalParameters(sizes=(30,), profile=profile),
    )
    outcome = stage.run(campaign)
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        cells = {cell.protection: cell for cell in store.cells(outcome.campaign_id)}
        operations = store.operations(outcome.campaign_id)
    unsupported = cells.pop("native")
    assert unsupported.status is Status.UNSUPPORTED and "not support aes-128" in unsupported.reason
    assert {cell.status for cell in cells.values()} == {Status.DONE}
    assert len(operations) == 4 * len(cells)
    assert all(0 < each.seconds <= each.elapsed + each.commit_seconds for each in operations)


def test_that_an_encrypted_database_of_a_killed_worker_is_dropped(
    stage: Any, plan: Callable[..., Campaign], servers: Any
) -> None:
    """The key died with the worker."""
    server: Server = servers["sqlite"]
    left: list[dict[str, str]] = []

    def watch(event: Event) -> None:
        if isinstance(event, OperationStarted) and not left:
            left.append(server.engine.catalogue.owned_databases(server.endpoint))
            [worker] = workers_of()
            worker.kill()

    stage.watch = watch
    encrypted = Protection("aegis", ProtectionKind.STORAGE, "aegis")
    campaign = plan("sqlite", size=300, repetitions=1, protections=(PlannedProtection(encrypted),))
    outcome = stage.run(campaign, lent={server.spec: server.endpoint})
    assert outcome.failed == 1 and len(left[0]) == 1
    assert "exit code -9" in stage.of(RunFinished)[0].reason
    assert server.engine.catalogue.owned_databases(server.endpoint) == {}
