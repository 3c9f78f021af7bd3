"""A campaign goes on under the conditions that it began under, or not at all."""

from __future__ import annotations

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.campaign.servers.conditions import ConditionsChanged, fingerprint
from app.plan.campaign import Campaign, Order, Placement
from app.plan.status import Status
from app.report.files.export import export
from app.results.events import Event, Noted, RunFinished
from engines.contract.endpoint import Source
from engines.mariadb.servers import LocalMariaDB
from engines.postgresql.servers import EmbeddedPostgreSQL
from engines.servers.server import Server, ServerSpec
from tests.app.core_sets import ALLOWED
from tests.app.typed import cipherbench
from tests.patience import wait_until
from tests.requirements import NEWER, spec_of
from tests.workloads.ward import HOSPITAL, hospital_options
from workloads.hospital.data import _COLUMNS
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow


class Swapped:
    """A server whose programs are reached by a link, which can be made to lead to others."""

    def __init__(self, folder: Path, engine: str, older: Path, newer: Path) -> None:
        self._link = folder / f"{engine}-{os.getpid()}-{time.monotonic_ns()}"
        self._newer, self._older = newer, older
        self.spec = ServerSpec("swapped", Source.LOCAL, engine, binaries=str(self._link))
        self.use_newer()

    def use_newer(self) -> None:
        self._lead_to(self._newer)

    def use_older(self) -> None:
        self._lead_to(self._older)

    def remove(self) -> None:
        self._link.unlink()

    def _lead_to(self, folder: Path) -> None:
        self._link.unlink(missing_ok=True)
        self._link.symlink_to(folder)


def mariadbs(home: Path) -> Swapped:
    newer = Path(spec_of(NEWER).binaries or "")
    spec_of("mariadb")
    return Swapped(home, "mariadb", LocalMariaDB().find(None), newer)


def postgresqls(home: Path) -> Swapped:
    launcher = EmbeddedPostgreSQL()
    serve = launcher.launch(launcher.find(None), home / "unused").serve or ()
    older = [path for path in Path("/usr/lib/postgresql").glob("1[0-7]/bin") if path.is_dir()]
    if not older:
        pytest.skip("no older PostgreSQL is installed here")
    return Swapped(home, "postgresql", older[0], Path(serve[0]).parent)


@pytest.fixture(params=[mariadbs, pytest.param(postgresqls, marks=pytest.mark.exhaustive)])
def swapped(request: pytest.FixtureRequest, home: Path) -> Iterator[Swapped]:
    made: Swapped = request.param(home)
    yield made
    made.remove()


def cancel_after(stage: Any, runs: int) -> None:
    seen: list[Event] = []

    def watch(event: Event) -> None:
        if isinstance(event, RunFinished):
            seen.append(event)
            if len(seen) == runs:
                stage.runner.cancel()

    stage.watch = watch


def begin(stage: Any, campaign: Campaign, runs: int = 1, **more: Any) -> int:
    """Cancel a campaign after some runs; its number."""
    cancel_after(stage, runs)
    outcome = stage.run(campaign, **more)
    assert outcome.status is Status.CANCELLED
    stage.watch = lambda event: None
    stage.events.clear()
    return int(outcome.campaign_id)


def everything(stage: Any) -> list[tuple[object, ...]]:
    """All rows of the store but its events."""
    with closing(sqlite3.connect(f"file:{stage.url}?mode=ro", uri=True)) as connection:
        query = "select name from sqlite_master where type = 'table' order by name"
        names = [name for (name,) in connection.execute(query) if name != "events"]
        return [row for name in names for row in connection.execute(f"select * from {name}")]


def begin_and_come_back_as_another(stage: Any, campaign: Campaign, swapped: Swapped) -> int:
    """The server is killed and replaced after the first of two runs; the campaign's number."""
    name = "mariadbd" if swapped.spec.engine == "mariadb" else "postgres"
    killed: list[int] = []

    def watch(event: Event) -> None:
        if isinstance(event, RunFinished) and not killed:
            swapped.use_older()
            root = stage.runner.pool.servers["swapped"].endpoint.pid
            assert psutil.Process(root).name() == name
            killed.append(root)
            os.kill(root, signal.SIGKILL)

    stage.watch = watch
    outcome = stage.run(campaign)
    first, second = stage.of(RunFinished)
    assert first.status is Status.DONE and outcome.failed == 1
    assert second.status is Status.FAILED
    assert "is not the server that the campaign started with" in second.reason
    assert ", now 1" in second.reason
    stage.watch = lambda event: None
    stage.events.clear()
    return int(outcome.campaign_id)


def test_that_another_version_fails_runs_is_refused_by_name_and_offered_a_campaign_of_its_own(
    stage: Any, plan: Callable[..., Campaign], swapped: Swapped
) -> None:
    """As typed, with exit code 2; nothing is overwritten. Versions are compared as texts, whichever
    engine told them."""
    whole = plan(swapped.spec.engine, size=5, repetitions=1, order=Order.ABBA)
    campaign = replace(whole, servers=(swapped.spec,))
    number = begin_and_come_back_as_another(stage, campaign, swapped)
    with stage.store() as store:
        [then] = store.servers(number)
    before = everything(stage)
    refused = cipherbench("resume", "small", "--store", stage.url)
    assert refused.code == 2 and refused.out == ""
    assert then.version.startswith("11") or swapped.spec.engine != "mariadb"
    assert f"swapped was {then.version}, now " in refused.err
    assert f"cipherbench resume {number} --as-new" in refused.err
    assert everything(stage) == before

    taken = cipherbench("resume", "small", "--as-new", "--json", "--store", stage.url)
    assert taken.code == 0, taken.err
    summary = json.loads(taken.out)
    assert (summary["id"], summary["name"], summary["runs_done"]) == (2, "small (2)", 2)
    with stage.store() as store:
        assert store.summary(2).status is Status.DONE
        [now] = store.servers(2)
        assert store.servers(number) == [then]
    assert now.version != then.version

    swapped.use_newer()
    assert stage.executor().resume("small").failed == 0
    with stage.store() as store:
        assert [run.status for run in store.runs(number)] == [Status.DONE] * 2
        assert len(store.sessions(number)) == 2


def test_that_other_settings_are_refused_where_they_matter(
    stage: Any, plan: Callable[..., Campaign], servers: Any
) -> None:
    """On a server at an address whose administrator changes it in between; nor is evidence gathered
    there."""
    there = servers["postgresql"]
    spec = at_its_address(there, there.endpoint.socket)
    number = begin(stage, replace(plan("postgresql", size=5, repetitions=1), servers=(spec,)))
    with altered(there, "work_mem = '9MB'", "synchronous_commit = 'off'"):
        before = everything(stage)
        with pytest.raises(ConditionsChanged, match="there was"):
            stage.executor().evidence("small")
        with pytest.raises(ConditionsChanged) as caught:
            stage.executor().resume("small")
        assert everything(stage) == before and not stage.of(RunFinished)
    assert "work_mem of there was 4MB, now 9MB" in caught.value.message
    assert "synchronous_commit of there was on, now off" in caught.value.message
    assert stage.executor().resume("small").campaign_id == number


def at_its_address(there: Server, socket: str | None) -> ServerSpec:
    end = there.endpoint
    return ServerSpec(
        "there", Source.ADDRESS, "postgresql", socket=socket, port=end.port, user=end.user
    )


@contextmanager
def altered(there: Server, *settings: str) -> Iterator[None]:
    """Its administrator has set these in the meantime."""
    end = there.endpoint

    def read_at() -> object:
        with there.engine.driver.connect(end) as session:
            return session.fetch("select pg_conf_load_time()::text")[0][0]

    def alter(*changes: str) -> None:
        before = read_at()
        with there.engine.driver.connect(end) as session:
            for each in (
                *(f"alter system {change}" for change in changes),
                "select pg_reload_conf()",
            ):
                session.execute(each)
        wait_until(lambda: read_at() != before)

    alter(*(f"set {each}" for each in settings))
    try:
        yield
    finally:
        alter("reset all")


def write_csv(path: Path, seed: int) -> None:
    records = HOSPITAL.records(hospital_options(30, seed=seed))
    with path.open("w", newline="", encoding="utf-8") as handle:
        writer = csv.writer(handle)
        writer.writerow(_COLUMNS.values())
        writer.writerows(records)


def test_that_other_records_are_refused_and_the_same_ones_may_lie_elsewhere(
    stage: Any, plan: Callable[..., Campaign], tmp_path: Path
) -> None:
    data = tmp_path / "data.csv"
    write_csv(data, 1)
    plain = plan("sqlite").protections[:1]
    work = HospitalParameters(data=str(data), sizes=(10, 30))
    campaign = plan("sqlite", workload=work, protections=plain, repetitions=1)
    begin(stage, campaign)
    write_csv(data, 2)
    with pytest.raises(ConditionsChanged, match=r"the data \(SHA-256\) was"):
        stage.executor().resume("small")
    write_csv(tmp_path / "moved.csv", 1)
    elsewhere = str(tmp_path / "moved.csv")
    moved = replace(campaign, workload=HospitalParameters(data=elsewhere, sizes=(10, 30)))
    assert fingerprint(moved) != fingerprint(campaign)
    write_csv(data, 1)
    assert fingerprint(moved) == fingerprint(campaign)
    assert stage.executor().resume("small").failed == 0


@pytest.mark.parametrize(
    ("order", "together", "failed"), [(Order.ABBA, 1, [1]), (Order.LOCKSTEP, 2, [2, 3])]
)
def test_that_records_that_change_during_a_campaign_fail_the_runs_that_follow(
    stage: Any,
    plan: Callable[..., Campaign],
    tmp_path: Path,
    order: Order,
    together: int,
    failed: list[int],
) -> None:
    data = tmp_path / "data.csv"
    write_csv(data, 1)
    seen: list[Event] = []

    def watch(event: Event) -> None:
        if isinstance(event, RunFinished):
            seen.append(event)
            write_csv(data, 2 if len(seen) == together else 1)

    stage.watch = watch
    work = HospitalParameters(data=str(data), sizes=(30,))
    outcome = stage.run(plan("sqlite", workload=work, order=order))
    ends = stage.of(RunFinished)
    assert [n for n, each in enumerate(ends) if each.status is not Status.DONE] == failed
    assert len(ends) == 4 and outcome.failed == len(failed)
    assert all("have changed since the campaign started" in ends[n].reason for n in failed)


@pytest.mark.skipif(len(ALLOWED) < 2, reason="one core is all there is")
def test_that_other_cores_are_refused(stage: Any, plan: Callable[..., Campaign]) -> None:
    begin(stage, plan("sqlite", protections=plan("sqlite").protections[:1]))
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        with pytest.raises(ConditionsChanged, match="cores that Cipherbench may run on was"):
            stage.executor().resume("small")
    finally:
        os.sched_setaffinity(0, allowed)


@pytest.mark.skipif(len(ALLOWED) < 2, reason="one core is all there is")
def test_that_a_campaign_goes_on_while_another_has_its_core_and_says_who(
    stage: Any, plan: Callable[..., Campaign], servers: Any
) -> None:
    """Its servers are placed, so that each tells its core; then it gets its own core back."""
    placed = {"repetitions": 3, "placement": Placement.ONE_CORE}
    lent = {servers["postgresql"].spec: servers["postgresql"].endpoint}
    planned = plan("postgresql", **placed, protections=plan("sqlite").protections[:1])
    begin(stage, planned, lent=lent)
    with another_measures() as other:
        cancel_after(stage, 1)
        assert stage.executor(lent=lent).resume("small").status is Status.CANCELLED
        core, report = max(ALLOWED), [event.text for event in stage.of(Noted)]
        assert any(f"(process {other}) is measuring on core {core}" in each for each in report)
        assert any("runs are treated as comparable" in each for each in report)
    stage.watch = lambda event: None
    assert stage.executor(lent=lent).resume("small").failed == 0
    with stage.store() as store:
        had = [run.placement["worker"] for run in store.runs(1) if run.placement]
    assert len(had) == 3 and had.count(str(core)) == 2


@contextmanager
def another_measures() -> Iterator[int]:
    """Its number."""
    code = (
        "import sys; from app.campaign.machine.cores import reserved_cores\n"
        "from app.plan.campaign import Placement\n"
        "with reserved_cores(Placement.ONE_CORE, (), list): print(flush=True); sys.stdin.read()"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe) as other:
        assert other.stdout is not None
        other.stdout.readline()
        yield other.pid
        other.kill()


@pytest.mark.exhaustive
def test_that_what_was_noted_of_the_first_session_decides_what_matters(
    stage: Any, plan: Callable[..., Campaign]
) -> None:
    """The machine of the first session is another one, as its record says."""
    number = begin(stage, plan("sqlite", protections=plan("sqlite").protections[:1]))
    note(stage, number, kernel="Linux 1.0", os="Minix")
    assert stage.executor().resume("small").failed == 0
    report = {event.text for event in stage.of(Noted)}
    assert any(each.startswith("the kernel: was Linux 1.0, is now ") for each in report)
    note(stage, number, cpu="Z80", crypto_instructions=[])
    with pytest.raises(ConditionsChanged) as caught:
        stage.executor().resume("small")
    assert "the processor was Z80, now " in caught.value.message
    assert "Minix" not in caught.value.message


def note(stage: Any, number: int, **facts: object) -> None:
    """Have the record of the first session tell something else."""
    from sqlalchemy import select

    from app.results.database.models import SessionRow
    from app.results.store.store import open_store

    with open_store(stage.url, write=True) as store, store.transaction(write=True) as session:
        query = select(SessionRow).where(SessionRow.campaign_id == number).order_by(SessionRow.id)
        first = session.scalars(query).first()
        assert first is not None
        first.environment = {**first.environment, **facts}


def test_that_each_session_is_informed_of(
    stage: Any, plan: Callable[..., Campaign], tmp_path: Path
) -> None:
    number = begin(stage, plan("sqlite", repetitions=1))
    stage.executor().resume("small")
    with stage.store() as store:
        first, second = store.sessions(number)
        for kind in ("json", "md"):
            export(store, number, kind, tmp_path / f"out.{kind}")
    assert first.at < second.at and first.data == second.data != ""
    assert first.servers[0].settings == second.servers[0].settings
    written = json.loads((tmp_path / "out.json").read_text())
    assert [each["data"] for each in written["sessions"]] == [first.data] * 2
    assert written["sessions"][0]["environment"]["cores_allowed"]
    assert "### Sessions" in (tmp_path / "out.md").read_text()


def test_that_a_server_that_was_away_at_first_has_nothing_to_be_compared_with(
    stage: Any, plan: Callable[..., Campaign], servers: Any, tmp_path: Path
) -> None:
    there, socket = servers["postgresql"], tmp_path / "socket"
    campaign = plan("sqlite", size=5, repetitions=1, protections=plan("sqlite").protections[:1])
    spec = at_its_address(there, str(socket))
    first = stage.run(replace(campaign, servers=(*campaign.servers, spec)))
    assert first.failed == 1
    socket.symlink_to(there.endpoint.socket)
    assert stage.executor().resume("small").failed == 0
    with stage.store() as store:
        assert store.servers(first.campaign_id)[1].version.startswith("1")
    report = "work_mem of there was 4MB, now 9MB"
    with altered(there, "work_mem = '9MB'"), pytest.raises(ConditionsChanged, match=report):
        stage.executor().resume("small")
