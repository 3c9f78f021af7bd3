"""The window can cancel before there is a run."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.campaign.command import Command
from app.execution.campaign_process import CampaignProcess, CampaignRequest
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.events import Event, EvidenceGathered, EvidenceStarted
from app.system.child_process import ProcessEnded
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.workers import workers_of

pytestmark = pytest.mark.slow


def ended(process: CampaignProcess, seconds: float) -> ProcessEnded:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for each in process.receive():
            if isinstance(each, ProcessEnded):
                return each
        time.sleep(0.05)
    raise AssertionError("not over in time")


@pytest.mark.usefixtures("children_forked")
def test_that_a_campaign_is_cancelled_while_its_servers_are_entered(
    plan: Callable[..., Campaign], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it accepts, and says nothing
        port = silent.getsockname()[1]
        spec = ServerSpec(
            "silent", Source.ADDRESS, "postgresql", port=port, user="nobody", connect_seconds=60
        )
        campaign = plan("sqlite", servers=(spec,), protections=(PlannedProtection(PLAINTEXT),))
        process = CampaignProcess(CampaignRequest(campaign, store_url=str(tmp_path / "s.sqlite")))
        try:
            silent.settimeout(60)
            client, _ = silent.accept()
            with client:
                process.send(Command.CANCEL)
                assert ended(process, 15).error is not None
        finally:
            process.close()


def test_that_evidence_that_could_not_be_gathered_is_not_done(
    stage: Any, plan: Callable[..., Campaign]
) -> None:
    campaign = plan("sqlite", protections=(PlannedProtection(PLAINTEXT),), repetitions=1)
    stage.run(campaign)

    over = threading.Event()

    def kill_each() -> None:
        while not over.wait(0.02):
            for worker in workers_of():
                worker.kill()

    def watch(event: Event) -> None:
        if isinstance(event, EvidenceStarted):
            threading.Thread(target=kill_each).start()
        elif isinstance(event, EvidenceGathered):
            over.set()

    stage.watch = watch
    assert stage.executor().evidence("#1").status is Status.FAILED
    stage.watch = lambda event: None
    assert stage.executor().evidence("#1").status is Status.DONE
