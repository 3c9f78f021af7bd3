"""A store that an older Cipherbench wrote opens, shows what it holds, and goes on."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from app.campaign.conditions import UnlikeConditions
from app.campaign.environment import environment
from app.campaign.executor import CampaignExecutor
from app.command_line.main import run
from app.evidence.gathering import gather_evidence
from app.plan.campaign import Order, Placement
from app.plan.status import Status
from app.report.export import ending_of, export, export_formats
from app.results.compare import compare
from app.results.database.migrate import known_versions
from app.results.database.store import open_store
from engines.contract.endpoint import Source
from tests.conftest import Servers
from workloads.hospital.workload import HospitalParameters

ASSETS = Path(__file__).parent / "assets"
FIRST = ASSETS / "store_0001.db"
"""Written by the first Cipherbench 0.1.0 with a command line: two campaigns on PostgreSQL 18.6
(plaintext and AES), one of three sizes and four repetitions, and one that was cancelled after two
of its four runs."""
TOLD = ASSETS / "told_0001.json"
"""What that Cipherbench told of the first: `compare --json` and the headline of its export."""
OLDER = ASSETS / "store_0002.db"
"""Written by version 0002 of the store: a campaign on PostgreSQL 18.6 (plaintext and AES, twice)
that was cancelled after two of its four runs."""


@pytest.fixture
def older(tmp_path: Path) -> Path:
    return Path(shutil.copy(OLDER, tmp_path / "results.sqlite"))


@pytest.fixture
def first(tmp_path: Path) -> Path:
    return Path(shutil.copy(FIRST, tmp_path / "first.sqlite"))


def executor_on(store: Path, servers: Servers) -> CampaignExecutor:
    """It is lent a running server in place of the one that each campaign would start."""
    end = servers["postgresql"].endpoint
    with open_store(str(store), write=False) as opened:
        plans = [opened.load(each.id).campaign for each in opened.campaigns()]
    specs = {spec for plan in plans for spec in plan.servers}
    lent = dict.fromkeys(specs, end)
    assert {(spec.source, spec.engine) for spec in lent} == {(Source.EMBEDDED, "postgresql")}
    return CampaignExecutor(str(store), lent=lent, gather=gather_evidence)


def change(store: Path, *statements: tuple[str, Mapping[str, object]]) -> None:
    with closing(sqlite3.connect(store)) as connection, connection:
        for statement, values in statements:
            connection.execute(statement, values)


def as_if_written_here(store: Path, servers: Servers) -> None:
    """Give what an older version noted the values that it would have on this machine."""
    told = servers["postgresql"].ask()
    noted = set(told.settings) - {"block_size", "commit_delay"}
    settings = {name: told.settings[name] for name in noted}
    facts = [(key, json.dumps(value)) for key, value in environment().items()]
    known = [fact for fact in facts if fact[0] not in ("cores_allowed", "cpu_quota")]
    change(
        store,
        (
            "update servers set version = :version, settings = :settings",
            {"version": told.version, "settings": json.dumps(settings)},
        ),
        *(
            ("update environments set value = :value where key = :key", {"key": k, "value": v})
            for k, v in known
        ),
    )


def test_that_an_older_store_opens_with_all_it_holds(older: Path) -> None:
    with open_store(str(older), write=False) as store:
        summary = store.summary(1)
        runs = store.runs(1)
        [server] = store.servers(1)
        [session] = store.sessions(1)
        rows = compare(store.snapshot(1))
        assert store.environment(1) == session.environment
    assert (summary.runs_total, summary.runs_done, summary.runs_failed) == (4, 2, 0)
    assert not any(run.stalled for run in runs)
    assert sum(row.n for row in rows) == 8
    assert (session.at, session.servers, session.data) == (summary.created_at, (server,), "")
    assert server.version == "18.6"


@pytest.mark.slow
def test_that_a_campaign_of_an_older_store_goes_on_where_it_can_be_compared(
    older: Path, servers: Servers
) -> None:
    """What it noted is compared; what it did not note is unknown, and so cannot differ."""
    as_if_written_here(older, servers)
    outcome = executor_on(older, servers).resume("of an older version")
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with open_store(str(older), write=False) as store:
        assert [run.status for run in store.runs(1)] == [Status.DONE] * 4
        first, second = store.sessions(1)
        assert first.data == "" and second.data
        assert "block_size" not in store.servers(1)[0].settings
        assert second.servers[0].settings["block_size"] == "8192"


@pytest.mark.slow
def test_that_a_campaign_of_an_older_store_is_refused_where_its_record_differs(
    older: Path, servers: Servers
) -> None:
    change(older, ("update servers set version = '16.1'", {}))
    with pytest.raises(UnlikeConditions, match=r"postgresql was 16\.1, now "):
        executor_on(older, servers).resume("of an older version")
    with open_store(str(older), write=False) as store:
        assert store.servers(1)[0].version == "16.1"
        assert len(store.sessions(1)) == 1


def test_that_a_store_of_the_first_version_becomes_one_of_the_newest(first: Path) -> None:
    version = "select version_num from cipherbench_version"
    with closing(sqlite3.connect(first)) as connection:
        assert connection.execute(version).fetchone() == ("0001",)
    with open_store(str(first), write=True) as store:
        assert [each.status for each in store.campaigns()] == [Status.CANCELLED, Status.DONE]
    with closing(sqlite3.connect(first)) as connection:
        assert connection.execute(version).fetchone() == (known_versions()[0],)


def test_that_a_store_of_the_first_version_tells_the_figures_that_it_told(
    first: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["compare", "1", "--json", "--store", str(first)]) == 0
    rows = json.loads(capsys.readouterr().out)
    told = json.loads(TOLD.read_text())["comparison"]
    assert len(rows) == len(told) == 2 * 3 * 4
    for row, before in zip(rows, told, strict=True):
        cost = before.pop("cost_percent")
        assert {key: row[key] for key in before} == before
        assert row["study_cost_percent"] == (None if cost is None else pytest.approx(cost))
        # It ran in mirror blocks already, so that its cost has an interval now.
        assert row["blocks"] == (None if cost is None else 2)


@pytest.mark.slow
def test_that_an_export_from_a_store_of_the_first_version_holds_what_it_held(
    first: Path, tmp_path: Path
) -> None:
    told = json.loads(TOLD.read_text())["headline"]
    with open_store(str(first), write=False) as store:
        for kind in export_formats():
            export(store, 1, kind, tmp_path / f"{kind}.{ending_of(kind)}")
        reasons = {run.reason for run in store.runs(2)}
    document = json.loads((tmp_path / "json.json").read_text())
    assert [each["study_cost_percent"] for each in document["headline"]] == pytest.approx(
        [each["cost_percent"] for each in told]
    )
    assert len(document["runs"]) == 24
    assert [each["seconds"] > 0 for run in document["runs"] for each in run["operations"]] == (
        [True] * 96
    )
    assert {each["protection"] for each in document["growth"]} == {"plaintext", "aes-128"}
    assert str(max(reasons, key=str)) == "The campaign was cancelled."


def test_that_a_plan_of_the_first_version_means_what_it_meant(first: Path) -> None:
    with open_store(str(first), write=False) as store:
        plan = store.load(1).campaign
    assert (plan.placement, plan.control) == (Placement.FREE, False)
    assert (plan.repetitions, plan.warmups, plan.seed, plan.order) == (4, 0, 2023, Order.ABBA)
    assert plan.max_repetitions == 0 and plan.budget_minutes == 0, "nothing is added to it"
    assert plan.measured == plan.protections
    assert plan.workload == HospitalParameters(sizes=(10, 20, 40))


@pytest.mark.slow
def test_that_campaigns_of_the_first_version_go_on(first: Path, servers: Servers) -> None:
    """The cancelled one to its end, and the finished one by a block more."""
    as_if_written_here(first, servers)
    executor = executor_on(first, servers)
    for outcome in (executor.resume("2"), executor.resume("1", more=2)):
        assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with open_store(str(first), write=False) as store:
        assert [each.status for each in store.runs(2)] == [Status.DONE] * 4
        rows = compare(store.snapshot(1))
        assert len(store.sessions(2)) == 2
    assert {row.n for row in rows} == {6}
    assert {row.blocks for row in rows if row.cost_percent is not None} == {3}


@pytest.mark.slow
def test_that_a_campaign_of_the_first_version_says_why_it_does_not_go_on(
    first: Path, servers: Servers
) -> None:
    change(first, ("update servers set version = '16.1'", {}))
    with pytest.raises(UnlikeConditions, match=r"postgresql was 16\.1, now "):
        executor_on(first, servers).resume("2")
    with open_store(str(first), write=False) as store:
        assert [each.status for each in store.runs(2)].count(Status.DONE) == 2
