"""Every workload on everything that can do it: the whole way, cancelled at any moment and taken up
again, with a worker or an API that is killed; and nothing of it stays.

A new workload says in `SMALLEST` how it is done in a second or two.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.campaign.executor import Outcome
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.events import (
    Event,
    OperationFinished,
    OperationStarted,
    RunFinished,
    RunStarted,
)
from app.results.records import CellRecord
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.registry import engine_names
from engines.servers.server import Server
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.app.workers import workers_of
from tests.patience import wait_until
from workloads.cipher_speed.workload import CipherSpeedParameters
from workloads.connections.parameters import ConnectionsParameters
from workloads.contract import Options, Parameters
from workloads.hospital.workload import HospitalParameters
from workloads.load import LoadPart
from workloads.own.workload import OwnParameters
from workloads.predicate.indexes import Index
from workloads.predicate.parameters import PredicateParameters
from workloads.registry import workload_named, workload_names
from workloads.served import Served
from workloads.tablespace.cases import Flush
from workloads.tablespace.parameters import TablespaceParameters
from workloads.web_users.loads import Load
from workloads.web_users.loads import Path as Way
from workloads.web_users.parameters import WebUsersParameters
from workloads.workload import BareWorkload, DatabaseWorkload

pytestmark = pytest.mark.slow

SHOP = Path(__file__).parents[2] / "assets/workloads/shop.toml"
SMALLEST: dict[str, Parameters] = {
    "hospital": HospitalParameters(sizes=(10,)),
    "web_users": WebUsersParameters(
        loads=(Load.MIXED,),
        paths=(Way.API, Way.DIRECT),
        users=20,
        read_rate=(40,),
        write_rate=(20,),
        seconds=0.2,
        warmup_seconds=0,
        lanes=2,
    ),
    "predicate": PredicateParameters(
        rows=(60,),
        indexes=(Index.NONE, Index.BLIND, Index.EXPRESSION),
        searches=1,
        scans=1,
        writes=2,
    ),
    "connections": ConnectionsParameters(sizes=(5,)),
    "own": OwnParameters(file=str(SHOP), sizes=(10,)),
    "cipher_speed": CipherSpeedParameters(
        providers=("cryptography",),
        ciphers=("aes-128-gcm",),
        block_bytes=(16384,),
        blocks_without_instructions=(16384,),
        rsa_bits=(),
        seconds=1,
        rsa_seconds=1,
    ),
    "tablespace": TablespaceParameters(rows=(2_000, 4_000), flush=(Flush.INCLUDED,)),
}
"""What each workload is asked for here: all its kinds of case, as small as can be. Both providers
of raw ciphers go the whole way in tests/app/campaign/test_bare_runs.py."""

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
"""A pair with one of these, or without a database, is asked for every kind of protection, is
cancelled and loses its worker. Any other is asked for plaintext and a scheme of the client: what a
server seals is asked of users in tests/workloads/test_web_users.py. How a run ends is the business
of the engine or of the workload, never of the two together, and each has its pair here; lanes are
cancelled on every engine in tests/app/campaign/test_load_runs.py."""

ELSEWHERE = ("tablespace", "duckdb")
"""The pair of an engine that the hospital is refused on."""

MOMENTS = (RunStarted, OperationStarted, OperationFinished, RunFinished)
"""When the hospital is cancelled on SQLite."""

TWO_MOMENTS = (OperationStarted, RunFinished)
"""When any other pair is: in the midst of a run, and where one is done that must not be repeated.
What befalls a run between two of its parts is no matter of the workload or the engine, and what a
run that is cancelled had measured is forgotten by the store alone. What APIs leave at other
instants has a test of its own below."""

LIKE_MYSQL = "mariadb"
"""What it shares with MySQL (engines/mysql_family) is looked at there: it goes the way with every
kind of protection, but is not cancelled on it."""

ALSO_ELSEWHERE = {
    *product(("predicate", "tablespace"), ("postgresql", "mariadb", "firebird")),
    ("predicate", "duckdb"),
    *product(("web_users", "own"), ("postgresql", LIKE_MYSQL, "firebird")),
    ("own", "duckdb"),
}
"""Pairs that are `exhaustive`. As demos those of predicates and tablespaces go the whole way with
more rows, are cancelled and leave nothing (tests/workloads/test_demos.py). The others go it here on
SQLite and MySQL. On every engine lanes and APIs carry out what users ask for (test_web_users.py,
web_users/api/test_engines.py) and the shop's operations are rehearsed under each kind of protection
(own/test_rehearsal.py), and the hospital goes the whole way on every server."""

NO_DATABASE = "no database"


def _pairs(kind: type[object] = object) -> Iterator[Any]:
    for name in workload_names():
        if not isinstance(workload_named(name), kind):
            continue
        bare = isinstance(workload_named(name), BareWorkload)
        for engine in (NO_DATABASE,) if bare else engine_names():
            marks = pytest.mark.exhaustive if (name, engine) in ALSO_ELSEWHERE else ()
            yield pytest.param(name, engine, marks=marks, id=f"{name} · {engine}")


def _is_pair(*pair: str) -> bool:
    return pair == ELSEWHERE or not {*pair}.isdisjoint((*ALL_KINDS, NO_DATABASE))


everywhere = pytest.mark.parametrize(("workload", "engine"), list(_pairs()))
each_once = pytest.mark.parametrize(
    ("workload", "engine"),
    [each for each in _pairs() if _is_pair(*each.values) and LIKE_MYSQL not in each.values],
)
served_once = pytest.mark.parametrize(
    ("workload", "engine"), [each for each in _pairs(Served) if each.values[1] == "sqlite"]
)


class Place:
    """A stage, and the server that its campaigns are lent."""

    def __init__(self, stage: Stage, server: Server | None, workload: str) -> None:
        self.stage, self.server, self.workload = stage, server, workload
        self._lent = {} if server is None else {server.spec: server.endpoint}

    @property
    def of_all_kinds(self) -> bool:
        engine = "" if self.server is None else self.server.spec.engine
        return self.server is None or _is_pair(self.workload, engine)

    @property
    def beyond_engine(self) -> bool:
        """Whether its engine lacks what the work cannot do without, whatever the protection."""
        work, asked = workload_named(self.workload), SMALLEST[self.workload]
        if self.server is None or not isinstance(work, DatabaseWorkload):
            return False
        engine, parts = self.server.engine, work.parts(Options(asked, work.cases(asked)[0]))
        alone = engine.connects_once and any(isinstance(each, LoadPart) for each in parts)
        return alone or (work.relies_on_cascade and not engine.dialect.cascades)

    @property
    def cancelled_at(self) -> tuple[type[Event], ...]:
        """At which moments, one after another."""
        engine = "" if self.server is None else self.server.spec.engine
        if not self.of_all_kinds or engine == LIKE_MYSQL:
            return ()
        return MOMENTS if (self.workload, engine) == ALL_KINDS else TWO_MOMENTS

    @property
    def protections(self) -> tuple[Protection, ...]:
        return PROTECTIONS if self.of_all_kinds else (PLAINTEXT, PROTECTIONS[2])

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

    def run(self, campaign: Campaign) -> Outcome:
        return self.stage.run(campaign, lent=self._lent)

    def resume(self) -> Outcome:
        return self.stage.executor(lent=self._lent).resume("small")

    def left(self) -> list[object]:
        """Databases, workers, lanes and APIs that are still there."""
        server = self.server
        databases = server.engine.owned_databases(server.endpoint) if server else ()
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
        engine = place.server.spec.engine
        asked = {each.name for each in place.protections}
        wanted = {PLAINTEXT.name, *_sealed_anywhere(place.workload, engine)} & asked
        assert wanted <= {name for _, name, _ in done}
        own = {FILE_CIPHERS.get(engine)} & asked
        assert {name for _, name, _ in done} & {*FILE_CIPHERS.values()} == own
    with place.stage.store() as store:
        operations = list(store.operations(outcome.campaign_id))
    assert {(o.server, o.protection, o.case) for o in operations} == done
    for each in operations:
        known = workload_named(place.workload).operations(
            SMALLEST[place.workload], each.case, _protection(cells, each.protection)
        )
        assert each.operation in known
        assert each.seconds > 0 and each.statements > 0
    assert place.left() == []


def _sealed_anywhere(workload: str, engine: str) -> set[str]:
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


def _taken_up_again(place: Place, campaign: Campaign) -> Outcome:
    """How a campaign ends that was cancelled at each moment; the events are those of its end."""
    first: int | None = None
    for moment in place.cancelled_at:
        place.stage.events.clear()
        _cancel_at(place.stage, moment)
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
    assert len(done) < len(runs) or (single and outcome.status is Status.DONE) or len(runs) == 1
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
    for part in range(1, 6):
        timer = threading.Timer(whole * part / 6, lambda: _cancel(place.stage))
        timer.start()
        outcome = place.run(replace(campaign, name=f"{campaign.name} {part}"))
        timer.cancel()
        assert (outcome.status, outcome.failed) in ((Status.CANCELLED, 0), (Status.DONE, 0))
        wait_until(lambda: place.left() == [])


def _cancel(stage: Stage) -> None:
    if stage.runner is not None:
        stage.runner.cancel()


def _cancel_at(stage: Stage, moment: type[Event]) -> None:
    def watch(event: Event) -> None:
        if isinstance(event, moment) and stage.runner is not None:
            stage.runner.cancel()

    stage.watch = watch


def _once(stage: Stage, when: Callable[[Event], bool], do: Callable[[], None]) -> None:
    """Do something at the first event that is meant."""
    hit: list[Event] = []

    def watch(event: Event) -> None:
        if not hit and when(event):
            hit.append(event)
            do()

    stage.watch = watch


def _one_failed(place: Place) -> str:
    """Why the first run failed, as the only one."""
    several = len(workload_named(place.workload).cases(SMALLEST[place.workload])) > 1
    outcome = place.run(place.campaign(PLAINTEXT, repetitions=1 if several else 2))
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
    def begun(event: Event) -> bool:
        return isinstance(event, OperationStarted) and bool(_apis())

    def kill() -> None:
        for each in _apis():
            each.kill()

    _once(place.stage, begun, kill)
    assert _one_failed(place) == "The API ended unexpectedly (signal SIGKILL)."
