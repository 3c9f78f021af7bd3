"""Demos: of work on whole tables as large as they ship, on every engine, cancelled and resumed; of
users by both paths. Workers verify what tables hold; that is not repeated here.

MySQL, whose servers take longest to start, goes this way in test_conformance.py alone.

Every engine has the plaintext and one protection: to encrypt 100,000 rows and to open them again
takes ten seconds. All of them on every engine, few rows each, are in predicate/test_searches.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.plan.campaign import Campaign, Order
from app.plan.plan_file import read_plan
from app.plan.status import Status
from app.results.events import Event, OperationFinished, RunFinished, RunStarted
from engines.registry import engine_names
from engines.servers.server import ServerSpec
from tests.app.stage import Stage
from tests.app.workers import workers_of
from tests.conftest import Servers
from workloads.predicate.parameters import PredicateParameters
from workloads.tablespace.workload import TablespaceParameters
from workloads.web_users.parameters import WebUsersParameters

pytestmark = pytest.mark.slow

DEMOS = ("tablespace-demo", "predicate-demo")
ROWS = {"tablespace-demo": 200_000, "predicate-demo": 100_000}
FEWER = {"tablespace-demo": 20_000, "predicate-demo": 2_000}
"""Enough to be cancelled as they are filled in, or measured."""
AS_SHIPPED = {"tablespace-demo": ("sqlite",), "predicate-demo": ()}
"""Engines that get all rows of a demo in every run of the tests, the one that is quickest. More
rows go the same way for longer, so that the others get fewer there; with all of them they are
`exhaustive`."""
TRIED_ELSEWHERE = {
    "predicate-demo": ("postgresql", "mariadb", "firebird", "duckdb"),
    "tablespace-demo": ("postgresql", "mariadb", "duckdb"),
}
"""Engines whose demo is `exhaustive`. Their predicates are answered in predicate/test_searches.py
in every run; what a cancelled one leaves is looked at on SQLite, and of PostgreSQL's in
predicate/test_kept_databases.py. Tables of theirs are made under a buffer in
tablespace/test_arranged.py, where a campaign of PostgreSQL's is cancelled; DuckDB encrypts its
files and is cancelled in test_conformance.py."""
ELSEWHERE = {
    ("predicate-demo", "mariadb"): "aes-256-gcm",
    ("predicate-demo", "firebird"): "aes-128",
}
"""What encrypts on engines that a demo doesn't name as it ships: by the client and by the
server."""


def protections_of(demo: str, engine: str) -> set[str]:
    """The plaintext, and what encrypts on this engine where anything can."""
    shipped = {
        each.protection.name for each in read_plan(demo).protections if engine in each.servers
    }
    return {"plaintext", *shipped, *filter(None, [ELSEWHERE.get((demo, engine))])}


def _demos() -> Iterator[Any]:
    """Each on every engine, and the number of its rows."""
    for demo in DEMOS:
        for engine in (each for each in engine_names() if each != "mysql"):
            shipped = engine in AS_SHIPPED[demo]
            marks = () if shipped else pytest.mark.exhaustive
            yield pytest.param(demo, engine, ROWS[demo], marks=marks, id=f"{demo}-{engine}")
            if not shipped:
                marks = pytest.mark.exhaustive if engine in TRIED_ELSEWHERE[demo] else ()
                id_ = f"{demo}-{engine}-fewer-rows"
                yield pytest.param(demo, engine, FEWER[demo], marks=marks, id=id_)


def short(demo: str, spec: ServerSpec, *protections: str) -> Campaign:
    """One repetition of a demo on one server, with these protections of its own."""
    shipped = read_plan(demo)
    return replace(
        shipped,
        servers=(spec,),
        protections=tuple(
            replace(each, servers=())
            for each in shipped.protections
            if each.protection.name in protections
        ),
        repetitions=1,
        control=False,
        order=Order.SEQUENTIAL,
    )


@pytest.mark.parametrize(("demo", "engine", "rows"), list(_demos()))
def test_that_a_demo_is_cancelled_resumed_and_done(
    demo: str,
    engine: str,
    rows: int,
    tmp_path: Path,
    servers: Servers,
    spec_for: Callable[[str], ServerSpec],
) -> None:
    stage = Stage(str(tmp_path / "store.sqlite"))
    wanted = protections_of(demo, engine)
    spec = spec_for(engine)
    # One that is arranged has to be the campaign's own.
    lent = {} if demo == "tablespace-demo" else {spec: servers[engine].endpoint}
    several = len(wanted) > 1

    def cancel(event: Event) -> None:
        """As a second table is filled, so that what the first run measured is kept."""
        begun = isinstance(event, RunStarted) and bool(stage.of(RunFinished))
        if (begun if several else isinstance(event, OperationFinished)) and stage.runner:
            stage.runner.cancel()

    stage.watch = cancel
    campaign = short(demo, spec, *wanted)
    assert isinstance(campaign.workload, TablespaceParameters | PredicateParameters)
    assert campaign.workload.rows == (ROWS[demo],)
    campaign = replace(campaign, workload=replace(campaign.workload, rows=(rows,)))
    first = stage.run(campaign, lent=lent)
    stage.watch = lambda event: None
    stored = {each.run_id for each in stage.of(RunFinished) if each.status is Status.DONE}
    assert first.status is Status.CANCELLED and len(stored) == several
    stage.events.clear()
    last = stage.executor(lent=lent).resume(campaign.name)
    assert (last.status, last.failed) == (Status.DONE, 0)
    assert stored.isdisjoint(each.run_id for each in stage.of(RunStarted))
    with stage.store() as store:
        cells = store.cells(first.campaign_id)
        operations = [each for each in store.operations(first.campaign_id) if each.is_counted]
    done = {(each.run.protection, each.run.case) for each in operations}
    assert all(each.seconds > 0 and each.statements > 0 for each in operations)
    assert {each.status for each in cells} == {Status.DONE}
    assert done == {(each.protection, each.case) for each in cells}
    assert {protection for protection, _ in done} == wanted
    assert {case.size for _, case in done} == {rows}
    assert not workers_of()
    for each in lent:
        assert not servers[each.engine].engine.catalogue.owned_databases(
            servers[each.engine].endpoint
        )


@pytest.mark.exhaustive  # test_conformance.py has both paths
def test_that_the_demo_of_users_goes_by_both_paths(tmp_path: Path, servers: Servers) -> None:
    """For 0.4 s each, and once."""
    stage = Stage(str(tmp_path / "store.sqlite"))
    server = servers["postgresql"]
    campaign = short("web-users-demo", server.spec, "plaintext", "aes-256-gcm")
    assert isinstance(campaign.workload, WebUsersParameters)
    outcome = stage.run(
        replace(
            campaign, workload=replace(campaign.workload, users=100, seconds=0.4, warmup_seconds=0)
        ),
        lent={server.spec: server.endpoint},
    )
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        operations = store.operations(outcome.campaign_id)
    assert {(each.run.protection, each.run.case.name) for each in operations} == {
        (protection, f"{path} mixed, 100 + 50/s")
        for protection in ("plaintext", "aes-256-gcm")
        for path in ("direct", "api")
    }
    assert {each.measures and each.measures["arrived"] for each in operations} == {60}
