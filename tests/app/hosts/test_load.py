"""Two hosts that send one load to one server: one schedule, one start, one result."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.command_line.main import run
from app.hosts.batch_coordination import Coordination, follow
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import parse_plan, write_plan
from app.plan.status import Status
from app.results.records import OperationRecord
from app.results.store.store import open_store
from engines.contract.endpoint import Source
from engines.contract.errors import InputError, Unfit
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.hosts.conftest import Coordinated
from tests.app.hosts.test_hosts import serving, until
from tests.app.quick import quick_campaign
from tests.workloads.own.test_mix import MIX
from workloads.own.workload import OwnParameters
from workloads.web_users.parameters import LoadKind, WebUsersParameters

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("children_forked")]

SHOP = Path("assets/workloads/shop.toml").absolute()
_GCM = Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")


@pytest.fixture
def plan(servers: Any) -> Campaign:
    """Reads and writes that arrive, plaintext and GCM in lockstep; and one after another, whole."""
    end = servers["postgresql"].endpoint
    users = WebUsersParameters(
        loads=(LoadKind.MIXED, LoadKind.BASELINE),
        read_rate=(61.0,),
        write_rate=(30.0,),
        seconds=1.0,
        warmup_seconds=0.0,
        users=50,
        reads=21,
        writes=11,
        lanes=2,
        hosts=2,
    )
    there = ServerSpec(
        "pg", Source.ADDRESS, "postgresql", socket=end.socket, port=end.port, user=end.user
    )
    protections = (PlannedProtection(PLAINTEXT), PlannedProtection(_GCM))
    return quick_campaign("together", (there,), protections, users, repetitions=1, warmups=0)


@pytest.fixture
def both(coordinated: Coordinated) -> Iterator[None]:
    with serving(coordinated, "rack1"), serving(coordinated, "rack2"):
        yield


def _file(plan: Campaign, tmp_path: Path) -> str:
    file = tmp_path / "plan.toml"
    file.write_text(write_plan(plan))
    return str(file)


def _figures(operation: OperationRecord) -> tuple[object, ...]:
    """What must not depend on the host that stored it."""
    return operation.operation, operation.run.protection, operation.measures, operation.hosts


@pytest.mark.usefixtures("both")
def test_that_two_hosts_send_one_load_and_each_campaign_has_all_of_it(
    coordinated: Coordinated,
    plan: Campaign,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    store = coordinated.login("coordinator").text
    file = _file(plan, tmp_path)
    assert run(["run", file, "--on", "rack1", "--store", store]) == 2
    assert "The plan's load needs 2 hosts, not 1: rack1." in capsys.readouterr().err
    code = run(["run", file, "--on", "rack1,rack2", "--store", store, "--json"])
    shares = json.loads(capsys.readouterr().out)
    assert (code, [each["state"] for each in shares]) == (0, ["done", "done"])
    numbers = [str(each["campaign"]) for each in shares]
    with open_store(store, write=False) as opened:
        first, second = (opened.operations(int(each)) for each in numbers)
    assert sorted(map(str, map(_figures, first))) == sorted(map(str, map(_figures, second)))
    expected = {"MIXED": 91, "GET": 21, "ADD": 11}
    assert len(first) == 2 * len(expected), "of two protections"
    for each in first:
        assert each.measures is not None and each.hosts is not None
        assert each.measures["arrived"] == each.statements == expected[each.operation]
        arrived = [each.hosts[name]["arrived"] for name in ("rack1", "rack2")]
        assert sum(arrived) == expected[each.operation] and arrived[0] - arrived[1] == 1
        starts = [report["start_ms"] for report in each.hosts.values()]
        assert each.measures["start_spread_ms"] == pytest.approx(max(starts) - min(starts))
        cpu = sum(report["cpu_s"] for report in each.hosts.values())
        assert each.worker_cpu_s == pytest.approx(cpu)

    viewer = coordinated.login("viewer").text
    assert run(["compare", numbers[0], "--store", viewer]) == 0
    shown = capsys.readouterr().out
    assert "spread, ms" in shown and "rack1" in shown and "rack2" in shown
    assert run(["compare", numbers[0], "--store", viewer, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["load_hosts"]
    mixed = [each for each in rows if each["operation"] == "MIXED"]
    assert [each["host"] for each in mixed[:3]] == [None, "rack1", "rack2"]
    assert [each["arrived"] for each in mixed[:3]] == [91, 46, 45]
    assert mixed[0]["start_spread_ms"] >= 0 and mixed[1]["worker_cpu_percent"] > 0
    out = tmp_path / "report.md"
    assert run(["export", numbers[0], "--format", "md", "-o", str(out), "--store", viewer]) == 0
    assert "### Load by host" in out.read_text()


@pytest.mark.exhaustive
@pytest.mark.usefixtures("both")
def test_that_two_hosts_send_one_mix_of_a_file(
    coordinated: Coordinated, plan: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mix = OwnParameters(file=str(MIX), sizes=(100,), rates=(92.0,), hosts=2)
    own = replace(plan, name="mixed", workload=mix)
    store = coordinated.login("coordinator").text
    words = ["run", _file(own, tmp_path), "--on", "all", "--store", store, "--json"]
    assert run(words) == 0, capsys.readouterr().err
    shares = json.loads(capsys.readouterr().out)
    with open_store(store, write=False) as opened:
        first, second = (opened.operations(each["campaign"]) for each in shares)
    assert sorted(map(str, map(_figures, first))) == sorted(map(str, map(_figures, second)))
    requests = 138  # 92 a second in 1.5 s
    for protection in (PLAINTEXT.name, _GCM.name):
        found = {each.operation: each for each in first if each.run.protection == protection}
        mixed = found.pop("MIXED")
        assert mixed.hosts is not None and mixed.measures is not None
        assert {name: each["arrived"] for name, each in mixed.hosts.items()} == {
            "rack1": requests // 2,
            "rack2": requests // 2,
        }
        for each in mixed.hosts.values():
            assert 0 < each["latency_p50_ms"] <= each["latency_p99_ms"]
        assert mixed.measures["arrived"] == requests
        assert found.keys() == {"find", "new", "order"}
        assert sum(each.statements for each in found.values()) == requests


@pytest.mark.exhaustive
def test_that_one_host_that_ends_ends_the_repetition_for_all_and_resume_completes_it(
    coordinated: Coordinated, coordination: Coordination, plan: Campaign
) -> None:
    assert isinstance(plan.workload, WebUsersParameters)
    users = replace(plan.workload, loads=(LoadKind.MIXED,), seconds=3.0)
    long = replace(plan, name="cut", workload=users, repetitions=4)
    with serving(coordinated, "rack1"):
        with serving(coordinated, "rack2"):
            batch = coordination.hand_out(long, coordination.chosen(["rack1", "rack2"]))
            until(lambda: min(each.runs[0] for each in coordination.look(batch)) > 0)
        seen = {each.share.host: each for each in follow(coordination, batch, lambda _: None)}
        stored = seen["rack1"].share.campaign_id
        assert stored is not None
        with open_store(coordinated.login("viewer").text, write=False) as opened:
            runs = opened.runs(stored)
        output = {str(each.why) for each in runs if each.status is Status.FAILED}
        assert any("rack2: this repetition ended on all hosts" in each for each in output) or any(
            "rack2 stopped before" in each for each in output
        )
        assert sum(each.status is Status.DONE for each in runs) >= 2, "what was done is kept"
        with serving(coordinated, "rack2"):
            store = coordinated.login("coordinator").text
            assert run(["resume", "cut", "--on", "all", "--store", store]) == 0
    with open_store(coordinated.login("viewer").text, write=False) as opened:
        assert {each.status for each in opened.runs(stored)} == {Status.DONE}


def test_that_a_load_of_several_hosts_is_refused_where_it_cannot_be(
    plan: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = _file(plan, tmp_path)
    assert run(["run", report, "--store", str(tmp_path / "store.sqlite")]) == 2
    assert "together needs 2 hosts at the same time." in capsys.readouterr().err
    embedded = ServerSpec("pg", Source.EMBEDDED, "postgresql")
    for change, output in (
        ({"servers": (embedded,)}, "pg is on one machine"),
        ({"max_repetitions": 20}, "without max_repetitions"),
        ({"evidence": True}, "several hosts gather no evidence"),
        (
            {"workload": OwnParameters(file=str(SHOP), sizes=(100,), hosts=2)},
            "several hosts need a workload file with a load",
        ),
    ):
        with pytest.raises(Unfit) as caught:
            replace(plan, **change)
        assert output in str(caught.value)
    with pytest.raises(InputError, match="hosts"):
        parse_plan(write_plan(plan).replace("hosts = 2", "hosts = 0"), phrase("a plan"))
