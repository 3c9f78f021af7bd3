"""Two servers of one engine at once, under names of the user's own, in campaign after campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from app.campaign.executor import CampaignExecutor
from app.campaign.servers import server_pool
from app.campaign.servers.server_pool import check_memory
from app.evidence.gathering import gather_evidence
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.store.store import open_store
from engines.contract.endpoint import Source
from engines.contract.errors import InputError
from engines.contract.protection import PLAINTEXT
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from tests.app.quick import quick_campaign
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow


def campaign(name: str, *servers: ServerSpec) -> Campaign:
    return quick_campaign(
        name,
        servers,
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(20,)),
        repetitions=1,
        warmups=0,
    )


def test_that_servers_that_memory_is_too_short_for_are_reported_before_one_is_started(
    spec_for: Callable[..., ServerSpec], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where they are started: SQLite takes no server, and one at an address is there already."""
    specs = [spec_for("postgresql", name) for name in ("one", "two")]
    found = SimpleNamespace(available=80_000_000)
    started: list[str] = []
    monkeypatch.setattr(psutil, "virtual_memory", lambda: found)
    monkeypatch.setattr(server_pool, "open_and_probe", lambda spec, *_: started.append(spec.name))
    executor = CampaignExecutor(str(tmp_path / "store.sqlite"), {}, gather=gather_evidence)
    with pytest.raises(InputError, match=r"2 servers .* at least 90 MB .* 80 MB are available"):
        executor.run(campaign("short", *specs))
    assert started == []
    check_memory(
        [specs[0], spec_for("sqlite"), replace(specs[1], source=Source.ADDRESS)], 80_000_000
    )


@pytest.mark.exhaustive
def test_that_two_servers_of_one_engine_serve_two_campaigns_one_after_another(
    servers: Mapping[str, Server], spec_for: Callable[..., ServerSpec], tmp_path: Path
) -> None:
    store_url = f"sqlite:///{tmp_path / 'store.sqlite'}"
    there = servers["postgresql"]
    with closing(open_server(spec_for("postgresql", "encrypted disk"))) as another:
        ends = there.endpoint, another.endpoint
        assert ends[0].pid != ends[1].pid
        assert ends[0].data != ends[1].data
        specs = [replace(there.spec, name="fast disk"), another.spec]
        lent = dict(zip(specs, ends, strict=True))
        for name, chosen in (("first", specs), ("second", specs[::-1])):
            outcome = CampaignExecutor(store_url, {}, lent=lent, gather=gather_evidence).run(
                campaign(name, *chosen)
            )
            assert outcome.status is Status.DONE and not outcome.failed
            for end in ends:
                assert there.engine.catalogue.owned_databases(end) == {}
        with open_store(store_url, write=False) as store:
            for summary in store.campaigns():
                assert summary.runs_done == 2
