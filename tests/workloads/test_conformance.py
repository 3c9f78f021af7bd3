"""Every workload on everything that can do it: the whole way, cancelled at any moment and taken up
again, with a worker or an API that is killed; and nothing of it stays.

A new workload says in `smallest.py` how it is done in a second or two.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.campaign.executor import CampaignOutcome
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.events import Event, OperationFinished, OperationStarted, RunFinished, RunStarted
from app.results.records import CellRecord
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.registry import engine_names
from engines.servers.server import Server
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.app.workers import workers_of
from tests.patience import wait_until
from tests.workloads.smallest import SMALLEST
from workloads.app_server import HttpServed
from workloads.contract import Options
from workloads.load import LoadPart
from workloads.registry import workload_named, workload_names
from workloads.web_users.parameters import Path as Way
from workloads.web_users.parameters import WebUsersParameters
from workloads.workload import BareWorkload, DatabaseWorkload

pytestmark = pytest.mark.slow

PROTECTIONS = (
    PLAINTEXT,
    Protection("aes-128", ProtectionKind.NATIVE, "aes", 128),
    Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm"),
    Protection("plaintext as gcm", ProtectionKind.STORED_FORM, "aes", 256, "gcm"),
    Protection("chacha20", ProtectionKind.STORAGE, "chacha20"),
    Protection("aes256gcm", ProtectionKind.STORAGE, "aes256gcm"),
)
"""One of each kind; of files, one that each engine has alone."""

FILE_CIPHERS = {"sqlite": "chacha20", "duckdb": "aes256gcm"}

ALL_KINDS = ("hospital", "sqlite")
"""A pair with one of these, or without a database, is cancelled and loses its worker, but for
KILLED_ELSEWHERE; with both, or
without a database, it is asked for every kind of protection as well. How a run ends is the business
of the engine or of the workload, never of the two together, and each has its pair here; lanes are
cancelled on every engine in tests/app/campaign/test_load_runs.py."""

NO_DATABASE = "no database"

ELSEWHERE = ("connections", "duckdb")
"""The pair of an engine that the hospital is refused on."""

OF_SERVERS = tuple(each for each in PROTECTIONS if each.kind is not ProtectionKind.STORED_FORM)
"""What a pair of an engine is asked for. Any other is asked for the plaintext and a scheme of the
client. What a server encrypts is asked of users as well (tests/workloads/test_web_users.py), and
each engine's forms are in own/test_rehearsal.py."""

MOMENTS = (RunStarted, OperationStarted, OperationFinished, RunFinished)
"""When the hospital is cancelled on SQLite. Any other pair is in the midst of a run, and where
it has several cases another is done that must not be repeated. What befalls a run between two of
its parts is no matter of the workload or the engine, and what a run that is cancelled had measured
is forgotten by the store alone. What APIs leave at other instants has a test of its own below."""

LIKE_MARIADB = "mysql"
"""What it shares with MariaDB (engines/mysql_family) is looked at there: it goes the way with what
it encrypts itself."""

CANCELLED_ON = ("sqlite", "duckdb", NO_DATABASE)
"""On servers campaigns are cancelled by tests/app/campaign/test_executor.py, and taken up again by
tests/app/campaign/servers/test_conditions.py."""

ALSO_ELSEWHERE = {
    *product(
        ("predicate", "tablespace", "own", "web_users", "change"), {*engine_names()} - {"sqlite"}
    ),
    *product(("connections",), {*engine_names()} - {"duckdb", LIKE_MARIADB}),
    *product(("hospital",), (LIKE_MARIADB, "firebird")),
}
"""Pairs that are `exhaustive`: here every workload goes the whole way on SQLite, connections on
DuckDB, and the hospital on every engine but MySQL, where connections do, and Firebird, where
tests/app/campaign/test_executor.py takes it. What each workload does on other engines is tried
there: predicates are answered (predicate/test_searches.py), rows changed
(change/test_switching.py), tables made (test_demos.py, tablespace/test_arranged.py), users added
and found by lanes and APIs (test_web_users.py, web_users/api/test_engines.py) and the shop's
operations rehearsed under each kind of protection (own/test_rehearsal.py)."""

KILLED_ELSEWHERE = {
    *product(("predicate", "tablespace", "own", "change", "connections"), ("sqlite",)),
    ("hospital", "mariadb"),
}
"""Pairs whose worker is killed in `exhaustive` runs alone: theirs carries out one operation after
another as the hospital's does, and PostgreSQL is a server as MariaDB is. Databases that are kept
are in predicate/test_reused_databases.py."""

INSTANTS = (0.3, 0.6, 0.9)
"""When the campaign of an API is cancelled, as parts of the time that it takes."""


def _pairs(
    kind: type[object] = object, elsewhere: Collection[tuple[str, str]] = ALSO_ELSEWHERE
) -> Iterator[Any]:
    for name in workload_names():
        if not isinstance(workload_named(name), kind):
            continue
        bare = isinstance(workload_named(name), BareWorkload)
        for engine in (NO_DATABASE,) if bare else engine_names():
            marks = pytest.mark.exhaustive if (name, engine) in elsewhere else ()
            yield pytest.param(name, engine, marks=marks, id=f"{name} · {engine}")


def _is_pair(*pair: str) -> bool:
    return pair == ELSEWHERE or not {*pair}.isdisjoint((*ALL_KINDS, NO_DATABASE))


everywhere = pytest.mark.parametrize(("workload", "engine"), list(_pairs()))
each_once = pytest.mark.parametrize(
    ("workload", "engine"),
    [
        each
        for each in _pairs(elsewhere=KILLED_ELSEWHERE)
        if _is_pair(*each.values) and LIKE_MARIADB not in each.values
    ],
)
served_once = pytest.mark.parametrize(
    ("workload", "engine"), [each for each in _pairs(HttpServed) if each.values[1] == "sqlite"]
)


class Place:
    """A stage, and the server that its campaigns are lent."""

    def __init__(self, stage: Stage, server: Server | None, workload: str) -> None:
        self.stage, self.server, self.workload = stage, server, workload
        self._lent = {} if server is None else {server.spec: server.endpoint}

    @property
    def engine(self) -> str:
        return NO_DATABASE if self.server is None else self.server.spec.engine

    @property
    def of_all_kinds(self) -> bool:
        return self.server is None or (self.workload, self.engine) == ALL_KINDS

    @property
    def several(self) -> bool:
        """Whether some of its runs are over before others begin."""
        return len(workload_named(self.workload).cases(SMALLEST[self.workload])) > 1

    @property
    def beyond_engine(self) -> bool:
        """Whether its engine lacks what the work cannot do without, whatever the protection."""
        work, asked = workload_named(self.workload), SMALLEST[self.workload]
        if self.server is None or not isinstance(work, DatabaseWorkload):
            return False
        engine, parts = self.server.engine, work.parts(Options(asked, work.cases(asked)[0]))
        alone = engine.driver.connects_once and any(isinstance(each, LoadPart) for each in parts)
        return alone or (work.relies_on_cascade and not engine.driver.dialect.cascades)

    @property
    def cancelled_at(self) -> tuple[type[Event], ...]:
        """At which moments, one after another."""
        if not _is_pair(self.workload, self.engine) or self.engine not in CANCELLED_ON:
            return ()
        return MOMENTS if (self.workload, self.engine) == ALL_KINDS else (OperationStarted,)

    @property
    def protections(self) -> tuple[Protection, ...]:
        if self.of_all_kinds:
            return PROTECTIONS
        of_server = self.workload == ALL_KINDS[0] or (self.workload, self.engine) == ELSEWHERE
        return OF_SERVERS if of_server else (PLAINTEXT, PROTECTIONS[2])

    def campaign(self, *protections: Protection, repetitions: int = 1) -> Campaign:
        """The smallest with these protections, or with what is there without a database."""
        return quick_campaign(
            "small",
            () if self.server is None else (self.server.spec,),
            () if self.server is None else tuple(map(PlannedProtection, protections)),
            SMALLEST[self.workload],
            repetitions=repetitions,
            warmups=0,
        )

    def run(self, campaign: Campaign) -> CampaignOutcome:
        return self.stage.run(campaign, lent=self._lent)

    def resume(self) -> CampaignOutcome:
        return self.stage.executor(lent=self._lent).resume("small")

    def left(self) -> list[object]:
        """Databases, workers, lanes and APIs that are still there."""
        server = self.server
        databases = server.engine.catalogue.owned_databases(server.endpoint) if server else ()
        return [*databases, *workers_of(), *_apis()]

    def cells(self) -> list[CellRecord]:
        with self.stage.store() as store:
            return list(store.cells(store.campaigns()[0].id))


@pytest.fixture
def place(tmp_path: Path, request: pytest.FixtureRequest, workload: str, engine: str) -> Place:
    server = None
    if engine != NO_DATABASE:
        server = request.getfixturevalue("servers")[engine]
    return Place(Stage(str(tmp_path / "store.sqlite")), server, workload)


def _apis() -> list[psutil.Process]:
    """Processes below this one that serve HTTP."""
    found = []
    for each in psutil.Process().children(recursive=True):
        try:
            if "workloads.web_users.api" in each.cmdline():
                found.append(each)
        except psutil.Error:
            continue
    return [each for each in found if each.is_running() and each.status() != "zombie"]


def test_that_every_workload_says_what_its_smallest_run_is() -> None:
    assert set(SMALLEST) == set(workload_names())


@everywhere
def test_that_it_goes_the_whole_way_though_it_is_cancelled_and_what_cannot_be_says_why(
    place: Place,
) -> None:
    campaign = place.campaign(*place.protections)
    if place.beyond_engine:
        assert place.run(campaign).status is Status.DONE
        assert all(c.status is Status.UNSUPPORTED and c.reason for c in place.cells())
        return
    outcome = _taken_up_again(place, campaign) if place.cancelled_at else place.run(campaign)
    failed = [each.reason for each in place.cells() if each.status is Status.FAILED]
    reasons = [str(each.reason) for each in place.stage.of(RunFinished) if each.reason]
    assert (outcome.status, failed, reasons) == (Status.DONE, [], [])
    cells = place.cells()
    done = {(c.server, c.protection, c.case) for c in cells if c.status is Status.DONE}
    assert {c.status for c in cells} <= {Status.DONE, Status.UNSUPPORTED}
    assert all(c.reason for c in cells if c.status is Status.UNSUPPORTED)
    if place.server is not None:
        engine = place.engine
        asked = {each.name for each in place.protections}
        wanted = {PLAINTEXT.name, *_encrypted_anywhere(place.workload, engine)} & asked
        assert wanted <= {name for _, name, _ in done}
        own = {FILE_CIPHERS.get(engine)} & asked
        assert {name for _, name, _ in done} & {*FILE_CIPHERS.values()} == own
    with place.stage.store() as store:
        operations = list(store.operations(outcome.campaign_id))
    assert {(o.run.server, o.run.protection, o.run.case) for o in operations} == done
    for each in operations:
        known = workload_named(place.workload).operations(
            SMALLEST[place.workload], each.run.case, _protection(cells, each.run.protection)
        )
        assert each.operation in known
        assert each.seconds > 0 and each.statements > 0
    assert place.left() == []


def _encrypted_anywhere(workload: str, engine: str) -> set[str]:
    """Protections that need nothing of a server, as far as they go together with the work."""
    work, asked = workload_named(workload), SMALLEST[workload]
    case = work.cases(asked)[0]
    needless = (ProtectionKind.CLIENT, ProtectionKind.STORED_FORM)
    return {
        each.name
        for each in PROTECTIONS
        if each.kind in needless and not work.why_not(asked, case, each, engine)
    }


def _protection(cells: list[CellRecord], name: str) -> Protection:
    cell = next(each for each in cells if each.protection == name)
    return Protection(name, ProtectionKind(cell.kind), cell.algorithm, cell.bits, cell.mode)


def _taken_up_again(place: Place, campaign: Campaign) -> CampaignOutcome:
    """How a campaign ends that was cancelled at each moment; the events are those of its end."""
    first: int | None = None
    for moment in place.cancelled_at:
        place.stage.events.clear()
        _cancel_at(place.stage, moment, when_one_is_done=place.several)
        outcome = place.run(campaign) if first is None else place.resume()
        first = first or outcome.campaign_id
        if outcome.status is Status.DONE and moment in (OperationFinished, RunFinished):
            break  # a single set of sides, and a quick one, was over before the word came through
        assert (outcome.status, outcome.failed) == (Status.CANCELLED, 0), moment
        wait_until(lambda: place.left() == [])
    place.stage.watch = lambda event: None
    last = outcome
    if last.status is not Status.DONE:
        place.stage.events.clear()
        last = place.resume()
    assert (last.campaign_id, last.status, last.failed) == (first, Status.DONE, 0)
    done = {each.run_id for each in place.stage.of(RunFinished)}
    with place.stage.store() as store:
        runs = store.runs(last.campaign_id)
    assert {each.status for each in runs} <= {Status.DONE}
    single = len({(each.server, each.size, each.case_name) for each in runs}) == 1
    assert outcome.status is Status.CANCELLED or single
    assert single is not place.several
    if place.several or (place.cancelled_at == MOMENTS and outcome.status is not Status.DONE):
        assert len(done) < len(runs)
    return last


@served_once
def test_that_nothing_is_left_of_an_api_at_whatever_instant_it_is_cancelled(place: Place) -> None:
    """As its tables are filled, as it starts, is warmed up, asked, looked at and ended."""
    campaign = place.campaign(PLAINTEXT)
    if isinstance(campaign.workload, WebUsersParameters):  # which go another way, too
        campaign = replace(campaign, workload=replace(campaign.workload, paths=(Way.API,)))
    began = time.monotonic()
    assert place.run(campaign).status is Status.DONE
    whole = time.monotonic() - began
    for part in INSTANTS:
        timer = threading.Timer(whole * part, lambda: _cancel(place.stage))
        timer.start()
        outcome = place.run(replace(campaign, name=f"{campaign.name} {part}"))
        timer.cancel()
        assert (outcome.status, outcome.failed) in ((Status.CANCELLED, 0), (Status.DONE, 0))
        wait_until(lambda: place.left() == [])


def _cancel(stage: Stage) -> None:
    if stage.runner is not None:
        stage.runner.cancel()


def _cancel_at(stage: Stage, moment: type[Event], *, when_one_is_done: bool) -> None:
    def watch(event: Event) -> None:
        if isinstance(event, moment) and (stage.of(RunFinished) or not when_one_is_done):
            _cancel(stage)

    stage.watch = watch


def _one_failed(place: Place) -> str:
    """Why the first run failed, as the only one."""
    outcome = place.run(place.campaign(PLAINTEXT, repetitions=1 if place.several else 2))
    assert (outcome.status, outcome.failed) == (Status.DONE, 1)
    wait_until(lambda: place.left() == [])
    finished = place.stage.of(RunFinished)
    assert len(finished) > 1
    failed = [each for each in finished if each.status is Status.FAILED]
    assert len(failed) == 1
    return str(failed[0].reason)


def _age(process: psutil.Process) -> tuple[float, int]:
    """The moment is known to 10 ms alone."""
    return process.create_time(), process.pid


@each_once
def test_that_a_killed_worker_fails_its_run_alone_and_leaves_nothing(place: Place) -> None:
    if place.beyond_engine:
        pytest.skip("nothing of it is run on this engine")
    killed: list[psutil.Process] = []

    def kill(event: Event) -> None:
        if isinstance(event, OperationStarted) and not killed:
            # Lanes are there before; a quick run may be over before that is heard here.
            with suppress(psutil.NoSuchProcess):
                for worker in sorted(workers_of(), key=_age)[-1:]:
                    worker.kill()
                    killed.append(worker)

    place.stage.watch = kill
    assert "exit code -9" in _one_failed(place)


@served_once
def test_that_a_killed_api_fails_its_run_alone_and_leaves_nothing(place: Place) -> None:
    killed: list[psutil.Process] = []

    def kill(event: Event) -> None:
        if isinstance(event, OperationStarted) and not killed:
            killed.extend(_apis())
            for each in killed:
                each.kill()

    place.stage.watch = kill
    assert _one_failed(place) == "The API ended unexpectedly (signal SIGKILL)."
