"""An address behind which another server takes the place of one that is killed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.findings.compare import Comparisons
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.events import Event, Noted, OperationStarted, RunFinished, RunStarted
from engines.contract.endpoint import NODE
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.engines.replicated_pairs import PASSWORD, Pair, replicated_pair
from tests.engines.tcp_servers import Reachable
from workloads.hospital.workload import HospitalParameters

pytestmark = [
    pytest.mark.slow,
    pytest.mark.parametrize("engine", ["postgresql", "mariadb", "mysql"]),
    pytest.mark.in_every_run("postgresql"),
]
CLIENT = Protection("client", ProtectionKind.CLIENT, "aes", 256, "gcm")
TABLESPACE = Protection("tablespace", ProtectionKind.STORAGE, "aes", 256, "tablespace")


@pytest.fixture
def pair(engine: str) -> Iterator[Pair]:
    with replicated_pair(engine) as made:
        yield made


def run(pair: Pair, spec: ServerSpec, lost: Callable[[], object], folder: Path) -> Stage:
    """A campaign of two runs, in whose first one `lost` is called."""
    stage, work = Stage(f"sqlite:///{folder}/results.db"), HospitalParameters(sizes=(400,))
    plain = (PlannedProtection(PLAINTEXT),)
    campaign = quick_campaign("pair", (spec,), plain, work, repetitions=2, warmups=0)
    _run(stage, campaign, lost, in_repetition=1)
    return stage


def _run(stage: Stage, campaign: Campaign, lost: Callable[[], object], in_repetition: int) -> None:
    met: list[Event] = []

    def lose(event: Event) -> None:
        if met or not isinstance(event, OperationStarted):
            return
        if stage.of(RunStarted)[-1].repetition == in_repetition:
            met.append(event)
            lost()

    stage.watch = lose
    stage.run(campaign, passwords={"pair": PASSWORD})


def _databases(server: Reachable) -> list[str]:
    catalogue, end = server.server.engine.catalogue, server.server.endpoint
    return list(catalogue.judge_all(end))


def test_that_a_campaign_goes_on_where_another_server_takes_over(
    pair: Pair, tmp_path: Path
) -> None:
    stage = run(pair, pair.spec, pair.fail_over, tmp_path)
    cut, done = stage.of(RunFinished)
    assert (cut.status, done.status) == (Status.FAILED, Status.DONE), (cut.why, done.why)
    first, second = pair.names
    warnings = [str(each.message) for each in stage.of(Noted) if each.level == "warning"]
    taken_over = next(each for each in warnings if each.startswith(f"pair: {second}"))
    assert f" answers in place of {first}" in taken_over
    assert str(cut.why).startswith(taken_over)
    with stage.store() as store:
        [server] = store.servers(1)
        [kept, _] = store.load(1).runs
    assert server.settings[NODE].startswith(first)
    assert second in str(kept.why)
    left = _databases(pair.standby)
    assert bool(left) is (pair.engine != "postgresql"), "marks are valid on one MySQL"
    removals = [f"drop database `{each}`" for each in left]
    assert all(any(removal in words.lower() for words in warnings) for removal in removals)


def test_that_verdicts_stand_on_runs_of_both_servers(pair: Pair, tmp_path: Path) -> None:
    ways = (CLIENT,) if pair.engine == "postgresql" else (CLIENT, TABLESPACE)
    protections = (PlannedProtection(PLAINTEXT), *map(PlannedProtection, ways))
    work = HospitalParameters(sizes=(40,))
    campaign = quick_campaign("pair", (pair.spec,), protections, work, repetitions=4, warmups=0)
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    _run(stage, campaign, pair.fail_over, in_repetition=2)
    assert any(each.status is Status.FAILED for each in stage.of(RunFinished))
    stage.watch = lambda event: None
    assert stage.executor(passwords={"pair": PASSWORD}).resume("pair").status is Status.DONE
    with stage.store() as store:
        rows = [row for row in Comparisons(store.snapshot(1)).rows if row.protection != "plaintext"]
    assert {row.protection for row in rows} == {each.name for each in ways}
    assert {row.cost.blocks for row in rows} == {4}
    assert all(row.cost.verdict is not None for row in rows)


@pytest.mark.exhaustive
def test_that_a_server_that_takes_no_writes_is_waited_for_and_ends_runs_by_name(
    pair: Pair, tmp_path: Path
) -> None:
    spec = replace(pair.spec, failover_seconds=2)
    stage = run(pair, spec, pair.kill, tmp_path)
    cut, not_begun = stage.of(RunFinished)
    assert (cut.status, not_begun.status) == (Status.FAILED, Status.FAILED)
    assert str(not_begun.why).startswith(f"pair is {pair.names[1]}")
    assert "now, which takes no writes" in str(not_begun.why)
