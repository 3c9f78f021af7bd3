"""A campaign of another program, told by what its store has of it."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from app.campaign.executor import CampaignExecutor
from app.evidence.gathering import gather_evidence
from app.execution.followed_campaign import HostCampaignEvents
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    CellMeasured,
    Event,
    OperationFinished,
    Progressed,
    RunFinished,
    RunStarted,
    Sampled,
)
from app.results.store.store import Store, open_store
from engines.contract.endpoint import Source
from engines.contract.errors import InputError
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.patience import wait_until
from workloads.hospital.workload import HospitalParameters

_GCM = Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")


@pytest.fixture
def campaign() -> Campaign:
    return quick_campaign(
        "elsewhere",
        (ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
        (PlannedProtection(PLAINTEXT), PlannedProtection(_GCM)),
        HospitalParameters(sizes=(20,)),
        repetitions=2,
        warmups=1,
    )


def cells(events: list[Event]) -> dict[tuple[str, str], CellMeasured]:
    """What was told last of each cell."""
    report = (each for each in events if isinstance(each, CellMeasured))
    return {(each.server, each.protection): each for each in report}


def numbers(events: list[Event], *kinds: type[RunStarted | RunFinished]) -> list[int]:
    return sorted(each.run_id for each in events if isinstance(each, kinds))


@pytest.mark.usefixtures("children_forked")
def test_that_what_is_followed_is_what_the_campaign_tells_itself(
    campaign: Campaign, tmp_path: Path
) -> None:
    url, report, seen = str(tmp_path / "store.sqlite"), list[Event](), list[Event]()
    executor = CampaignExecutor(url, sink=report.append, gather=gather_evidence)
    thread = threading.Thread(target=executor.run, args=(campaign,))
    thread.start()
    following = HostCampaignEvents(1)

    def looked() -> bool:
        try:
            with open_store(url, write=False) as store:
                seen.extend(following.look(store))
        except InputError:
            assert not seen, "the store was there already"
        time.sleep(0.4)  # between two looks
        return following.has_ended

    wait_until(looked)
    thread.join()
    assert numbers(seen, RunStarted) == numbers(report, RunStarted)
    assert numbers(seen, RunFinished) == numbers(report, RunFinished)
    ended = [
        {(each.run_id, each.operation) for each in events if isinstance(each, OperationFinished)}
        for events in (seen, report)
    ]
    assert ended[0] == ended[1] and ended[0]
    assert cells(seen) == cells(report) and all(each.figures for each in cells(seen).values())
    assert isinstance(seen[0], CampaignStarted) and seen[0].total == 6
    assert isinstance(seen[-1], CampaignFinished) and seen[-1].status is Status.DONE
    *_, progress = (each for each in seen if isinstance(each, Progressed))
    assert (progress.finished, progress.total) == (6, 6)
    with open_store(url, write=False) as store:
        assert following.look(store) == [], "nothing is told twice"
        late = HostCampaignEvents(1).look(store)
    assert cells(late) == cells(report) and not any(isinstance(each, Sampled) for each in late)


@pytest.mark.usefixtures("children_forked")
def test_that_what_is_stored_in_the_midst_of_a_look_is_counted_at_the_next(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last runs end between what is asked of the campaign and what is asked of them."""
    url = str(tmp_path / "store.sqlite")
    few = replace(campaign, repetitions=1, warmups=0)
    CampaignExecutor(url, sink=lambda event: None, gather=gather_evidence).run(few)
    following, summary = HostCampaignEvents(1), Store.summary
    with open_store(url, write=False) as store:
        with monkeypatch.context() as before:
            early = replace(summary(store, 1), status=Status.RUNNING, runs_done=0)
            before.setattr(Store, "summary", lambda store, campaign_id: early)
            first = following.look(store)
        last = following.look(store)
    assert len(numbers(first, RunFinished)) == 2 and not numbers(last, RunFinished)
    assert [each.finished for each in first if isinstance(each, Progressed)] == [0]
    assert [each.finished for each in last if isinstance(each, Progressed)] == [2]
    assert isinstance(last[-1], CampaignFinished)
