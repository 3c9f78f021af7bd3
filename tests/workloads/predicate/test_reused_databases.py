"""A cell's database is made once and kept for its repetitions, never trusted after a worker was
killed, and never left behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.report.figures.campaign_report import report_on
from app.report.files.export import campaign_json
from app.report.tables.time_tables import loading_table
from app.results.events import Event, Noted, OperationStarted, RunFinished, RunStarted
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import Server
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.app.workers import workers_of
from tests.patience import wait_until
from workloads.contract import Profile
from workloads.predicate.blind_indexes import IndexKind
from workloads.predicate.parameters import PredicateParameters
from workloads.predicate.rows import TABLE
from workloads.predicate.workload import Predicate

pytestmark = pytest.mark.slow

NATIVE = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
GCM = Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")


class Campaigns:
    """Repetitions of each cell on a server that goes on."""

    def __init__(self, stage: Stage, server: Server) -> None:
        self.stage, self.server = stage, server
        self._lent = {server.spec: server.endpoint}

    def run(self, *protections: Protection, repetitions: int = 3, sound: bool = False) -> Status:
        planned = quick_campaign(
            "kept",
            (self.server.spec,),
            tuple(map(PlannedProtection, protections)),
            PredicateParameters(
                rows=(80,),
                indexes=(IndexKind.BTREE,),
                searches=2,
                scans=1,
                writes=4,
                profile=Profile.SOUND if sound else Profile.STUDY,
            ),
            repetitions=repetitions,
            warmups=0,
        )
        return self.stage.run(planned, lent=self._lent).status

    def resume(self) -> Status:
        return self.stage.executor(lent=self._lent).resume("kept").status

    @property
    def loaded(self) -> int:
        """How often rows were loaded."""
        return sum("rows took" in each.text for each in self.stage.of(Noted))

    @property
    def there(self) -> list[str]:
        """Our databases on the server."""
        return sorted(self.server.engine.catalogue.owned_databases(self.server.endpoint))

    def finished(self) -> list[Status]:
        return [each.status for each in self.stage.of(RunFinished)]


@pytest.fixture
def campaigns(
    request: pytest.FixtureRequest, servers: dict[str, Server], tmp_path: Path
) -> Campaigns:
    return Campaigns(Stage(str(tmp_path / "s.sqlite")), servers[request.param])


def on(engine: str, seldom: str = "") -> pytest.MarkDecorator:
    """Where the campaigns of a test run. A server drops a database otherwise than a file goes, and
    nothing else depends on it. What a killed worker leaves is dropped on both in
    tests/workloads/test_conformance.py, too. The second is `exhaustive`."""
    others = [pytest.param(seldom, marks=pytest.mark.exhaustive)] if seldom else []
    return pytest.mark.parametrize("campaigns", [engine, *others], indirect=True)


def _at(stage: Stage, number: int, kind: type[Event], do: Callable[[], None]) -> None:
    """Do something at the event of the run of that number, counted from 1."""
    runs = 0

    def watch(event: Event) -> None:
        nonlocal runs
        runs += isinstance(event, RunStarted)
        if isinstance(event, kind) and runs == number:
            stage.watch = lambda event: None
            do()

    stage.watch = watch


@on("postgresql", "sqlite")
def test_that_each_cell_is_loaded_once_and_its_plans_are_retained_without_the_key(
    campaigns: Campaigns,
) -> None:
    stage, most = campaigns.stage, 0

    def watch(event: Event) -> None:
        nonlocal most
        if isinstance(event, RunFinished):
            most = max(most, len(campaigns.there))

    stage.watch = watch
    protections = (PLAINTEXT, GCM, NATIVE)
    assert campaigns.run(*protections, repetitions=2) is Status.DONE
    done = stage.of(RunFinished)
    cells = len(done) // 2
    assert (campaigns.loaded, most, campaigns.there) == (cells, cells, [])
    with stage.store() as store:
        report = report_on(store, 1)
        reported = campaign_json(report)
    filled = [run for run in report.runs if run.loading_s and run.indexing_s]
    assert len(filled) == cells == len(loading_table(report).lines)
    assert {run.repetition for run in filled} == {1}
    plans = reported["plans"]
    assert isinstance(plans, list)
    searched = [each for each in plans if each["operation"] == "SELECT ="]
    assert {each["protection"] for each in searched} == {each.name for each in protections[:cells]}
    assert all(each["plan"] and "item" in each["statement"] for each in searched)
    assert Predicate().keying(128, False).key.hex() not in json.dumps(reported).lower()
    if cells == 3:
        assert any("***" in each["plan"] for each in plans)


@on("sqlite")
def test_that_a_fresh_key_serves_all_runs_of_a_cell(campaigns: Campaigns) -> None:
    assert campaigns.run(GCM, PLAINTEXT, repetitions=2, sound=True) is Status.DONE
    assert campaigns.finished() == [Status.DONE] * 4
    assert (campaigns.loaded, campaigns.there) == (2, [])


@on("sqlite", "postgresql")
def test_that_a_killed_worker_s_database_is_dropped_and_made_anew(campaigns: Campaigns) -> None:
    stage, before = campaigns.stage, list[str]()

    def kill() -> None:
        before.extend(campaigns.there)
        max(workers_of(), key=psutil.Process.create_time).kill()

    _at(stage, 2, OperationStarted, kill)
    assert campaigns.run(PLAINTEXT) is Status.DONE
    assert campaigns.finished() == [Status.DONE, Status.FAILED, Status.DONE]
    assert (len(before), campaigns.loaded) == (1, 2)
    wait_until(lambda: campaigns.there == [])


@on("sqlite")
def test_that_what_was_changed_meanwhile_is_not_worked_in(campaigns: Campaigns) -> None:
    engine, endpoint = campaigns.server.engine, campaigns.server.endpoint

    def change() -> None:
        [database] = campaigns.there
        with engine.driver.connect(endpoint, database) as session:
            session.execute(f"delete from {TABLE} where code = 79")

    _at(campaigns.stage, 2, RunStarted, change)
    assert campaigns.run(PLAINTEXT) is Status.DONE
    first, second, third = campaigns.stage.of(RunFinished)
    assert [each.status for each in (first, third)] == [Status.DONE] * 2
    assert "what was stored: 79 of 80 rows are in the table." in second.reason
    assert (campaigns.loaded, campaigns.there) == (2, [])


def _cancel(stage: Stage) -> None:
    assert stage.runner is not None
    stage.runner.cancel()


@on("postgresql", "sqlite")
def test_that_nothing_stays_when_it_is_cancelled_and_resuming_makes_it_anew(
    campaigns: Campaigns,
) -> None:
    stage = campaigns.stage
    for number, moment in ((2, OperationStarted), (1, RunFinished)):
        _at(stage, number, moment, lambda: _cancel(stage))
        status = campaigns.run(PLAINTEXT) if number == 2 else campaigns.resume()
        assert status is Status.CANCELLED
        wait_until(lambda: campaigns.there == [])
    assert campaigns.resume() is Status.DONE
    assert campaigns.there == []
    assert campaigns.loaded == 3
