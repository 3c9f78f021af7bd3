"""Two hosts that send one load to one server: one schedule, one start, one result."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.command_line.main import run
from app.plan.campaign import Campaign, Order, PlannedProtection
from app.plan.plan_file import write_plan
from app.results.store.store import open_store
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.hosts.conftest import Coordinated
from tests.app.hosts.test_hosts import serving
from tests.app.quick import quick_campaign
from workloads.web_users.loads import Load
from workloads.web_users.parameters import WebUsersParameters

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("children_forked")]

_GCM = Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")


@pytest.fixture
def plan(servers: Any) -> Campaign:
    """A mixed load of 60 and 30 arrivals per second from two hosts, without turns."""
    end = servers["postgresql"].endpoint
    users = WebUsersParameters(
        loads=(Load.MIXED,),
        read_rate=(60.0,),
        write_rate=(30.0,),
        seconds=1.0,
        warmup_seconds=0.2,
        users=50,
        lanes=2,
        hosts=2,
    )
    spec = ServerSpec("pg", Source.ADDRESS, "postgresql", socket=end.socket, port=end.port,
                      user=end.user)  # fmt: skip
    return quick_campaign(
        "together", (spec,), (PlannedProtection(PLAINTEXT),), users,
        repetitions=2, warmups=0, order=Order.ABBA,
    )  # fmt: skip


@pytest.fixture
def both(coordinated: Coordinated) -> Iterator[None]:
    with serving(coordinated, "rack1"), serving(coordinated, "rack2"):
        yield


def ran(
    plan: Campaign, coordinated: Coordinated, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[dict[str, Any]]]:
    """The exit code of `run --on`, and the shares that it tells of."""
    file = tmp_path / "plan.toml"
    file.write_text(write_plan(plan))
    store = coordinated.way("coordinator").text
    code = run(["run", str(file), "--on", "rack1,rack2", "--store", store, "--json"])
    out, err = capsys.readouterr()
    assert out, err
    shares = json.loads(out)
    with open_store(store, write=False) as opened:
        said = [str(run.why) for each in shares for run in opened.runs(each["campaign"])]
    from app.system.folders import log_file

    print(said, err, log_file().read_text()[-6000:])
    return code, shares


@pytest.mark.usefixtures("both")
def test_that_two_hosts_send_one_load_and_each_campaign_has_all_of_it(
    coordinated: Coordinated,
    plan: Campaign,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, shares = ran(plan, coordinated, tmp_path, capsys)
    assert (code, [each["state"] for each in shares]) == (0, ["done", "done"])
    with open_store(coordinated.way("viewer").text, write=False) as store:
        found = [store.operations(each["campaign"]) for each in shares]
        histograms = [store.histograms(each["campaign"], [0]) for each in shares]
    first, second = found
    assert [each.measures for each in first] == [each.measures for each in second]
    assert [each.hosts for each in first] == [each.hosts for each in second]
    assert len(first) == plan.repetitions
    for each in first:
        assert each.measures is not None and each.hosts is not None
        assert (each.measures["arrived"], each.measures["completed"]) == (90, 90)
        assert {name: told["arrived"] for name, told in each.hosts.items()} == {
            "rack1": 45,
            "rack2": 45,
        }
        starts = [told["start_ms"] for told in each.hosts.values()]
        assert each.measures["start_spread_ms"] == pytest.approx(max(starts) - min(starts))
        assert all(told["cpu_s"] > 0 for told in each.hosts.values())
    for each in histograms:
        assert {key: one.get_total_count() for key, one in each.items()} == {(0, "MIXED"): 180}
