"""Databases that cannot be dropped when a run ends: tried again, and named if they have to stay."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.campaign.servers import lost_servers
from app.patterns.base.lab_database import lab_database
from app.plan.status import Status
from app.results.events import CellMeasured, Event, Noted, OperationStarted, RunFinished
from engines.base.ownership import Gone, Owned
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import CipherbenchError, NotDropped, NotExamined
from engines.keeping.server_folder import new_server_folder
from engines.registry import engine_named
from engines.servers.launched import start
from engines.servers.server import Server, ServerSpec
from tests.app.prepared_servers import prepared_once
from tests.app.quick import plaintext_campaign
from tests.app.stage import Stage
from tests.patience import wait_until
from tests.requirements import spec_of

pytestmark = pytest.mark.slow

SLOTS = 8


@pytest.fixture(scope="module")
def crowded() -> Iterator[Server]:
    """A PostgreSQL that takes few connections, with a login `ana` that may make databases."""
    engine = engine_named("postgresql")
    spec = spec_of("postgresql", "crowded")
    launcher = engine.servers.launcher(spec.source)
    assert launcher is not None
    folder = new_server_folder("postgresql")
    with prepared_once():
        launch = launcher.launch(launcher.find(None), folder.inner, folder.inner / "data")
    assert launch.serve is not None
    few = ("-c", f"max_connections={SLOTS}", "-c", "superuser_reserved_connections=2")
    server = start(spec, engine, replace(launch, serve=(*launch.serve, *few)), folder)
    with engine.driver.connect(server.endpoint) as admin:
        admin.execute("create role ana login createdb")
    yield server
    server.close()


class Crowd:
    """Takes every connection there is, the superuser's too."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._taken = ExitStack()

    def come(self) -> None:
        engine, end = self._server.engine, self._server.endpoint
        for database in (end.database, "template1"):
            with suppress(CipherbenchError):
                while True:
                    session = engine.driver.connect(replace(end, database=database))
                    self._taken.enter_context(session)

    def keep_coming(self, over: threading.Event) -> None:
        while not over.is_set():
            self.come()
            time.sleep(0.03)

    def leave(self) -> None:
        """Its places are free when this is over; a closed session takes one for a moment."""
        self._taken.close()
        wait_until(self._has_left)

    def _has_left(self) -> bool:
        asked = "select count(*) from pg_stat_activity where backend_type = 'client backend'"
        engine, end = self._server.engine, self._server.endpoint
        with suppress(CipherbenchError), engine.driver.connect(end) as admin:
            [(sessions,)] = admin.fetch(asked)
            return int(str(sessions)) < SLOTS / 2
        return False


@pytest.fixture
def crowd(crowded: Server) -> Iterator[Crowd]:
    made = Crowd(crowded)
    yield made
    made.leave()


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(str(tmp_path / "store.sqlite"))


def as_ana(server: Server) -> Endpoint:
    return replace(server.endpoint, user="ana", database="postgres")


def at(server: Server, user: str) -> ServerSpec:
    end = server.endpoint
    database = "postgres" if server.spec.engine == "postgresql" else None
    return ServerSpec(
        "crowded", Source.ADDRESS, server.spec.engine, socket=end.socket, port=end.port, user=user,
        database=database,
    )  # fmt: skip


def databases(server: Server) -> set[str]:
    asked = {
        "postgresql": "select datname::text from pg_database",
        "mariadb": "show databases",
    }[server.spec.engine]
    with server.engine.driver.connect(server.endpoint) as admin:
        return {str(name) for (name,) in admin.fetch(asked) if str(name).startswith("cipherbench_")}


def warnings(stage: Stage) -> list[str]:
    return [each.text for each in stage.of(Noted) if each.level == "warning"]


def test_that_a_full_server_is_not_taken_for_one_without_the_database(
    crowded: Server, crowd: Crowd
) -> None:
    engine, end = crowded.engine, as_ana(crowded)
    name = engine.catalogue.create_database(end, "in_a_crowd")
    crowd.come()
    with pytest.raises(NotExamined, match=f'DROP DATABASE "{name}";'):
        engine.catalogue.drop_database(end, name)
    crowd.leave()
    assert engine.catalogue.drop_database(end, name) == Owned("in_a_crowd")
    assert engine.catalogue.drop_database(end, name) == Gone()


def ends_in_a_crowd(stage: Stage, crowd: Crowd, then: Callable[[], None]) -> None:
    """Have all connections taken while the first operation goes on, as soon as ours let go."""
    over = threading.Event()

    def watch(event: Event) -> None:
        if isinstance(event, OperationStarted) and not over.is_set() and not coming.is_alive():
            coming.start()
        if isinstance(event, RunFinished):
            over.set()
            coming.join()
            crowd.come()
            then()

    coming = threading.Thread(target=crowd.keep_coming, args=(over,))
    stage.watch = watch


def test_that_a_run_whose_server_is_full_at_its_end_is_cleaned_up_after_later(
    crowded: Server, crowd: Crowd, stage: Stage
) -> None:
    ends_in_a_crowd(stage, crowd, lambda: threading.Timer(1.5, crowd.leave).start())
    outcome = stage.run(plaintext_campaign("small", at(crowded, "ana"), size=300))
    assert outcome.failed == 1, "an operation found no connection"
    assert databases(crowded) == set()
    assert not [each for each in warnings(stage) if "stays" in each]


def test_that_what_stays_on_a_full_server_is_named_with_what_removes_it(
    crowded: Server, crowd: Crowd, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lost_servers, "_PATIENCE_SECONDS", 1.0)
    ends_in_a_crowd(stage, crowd, lambda: None)
    stage.run(plaintext_campaign("small", at(crowded, "ana"), size=300))
    [output] = [each for each in warnings(stage) if "stays on crowded" in each]
    crowd.leave()
    [left] = databases(crowded)
    assert left in output and "too many" in output
    stage.watch = lambda event: None
    stage.events.clear()
    stage.executor().resume("1")
    assert databases(crowded) == set(), "resume makes up for it"
    assert any(left in each.text for each in stage.of(Noted))


def test_that_the_statement_named_removes_it(crowded: Server, crowd: Crowd) -> None:
    engine, end = crowded.engine, as_ana(crowded)
    name = engine.catalogue.create_database(end, "by_hand")
    crowd.come()
    with pytest.raises(NotDropped) as caught:
        engine.catalogue.drop_database(end, name)
    crowd.leave()
    with engine.driver.connect(end) as session:
        session.execute(caught.value.values["statement"])
    assert name not in databases(crowded)


def test_that_the_lab_tells_what_it_could_not_drop_and_what_a_former_one_could_not(
    crowded: Server, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    report: list[CipherbenchError] = []
    end = as_ana(crowded)
    with lab_database(crowded.engine, end, report.append) as name:
        crowd.come()
    [error] = report
    assert f'DROP DATABASE "{name}";' in str(error)
    crowd.leave()
    crowded.engine.catalogue.drop_database(end, name)


# Rights that are taken away.


@pytest.fixture
def maria(servers: Any) -> Iterator[Server]:
    server: Server = servers["mariadb"]
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("create or replace user poor@localhost")
        admin.execute(r"grant all on `cipherbench\_%`.* to poor@localhost")
    yield server
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("drop user poor@localhost")


def test_that_what_stays_for_want_of_rights_is_named_with_what_removes_it(
    maria: Server, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lost_servers, "_PATIENCE_SECONDS", 1.0)
    taken: list[bool] = []

    def watch(event: Event) -> None:
        if isinstance(event, OperationStarted) and not taken:
            taken.append(True)
            with maria.engine.driver.connect(maria.endpoint) as admin:
                admin.execute(r"revoke all on `cipherbench\_%`.* from poor@localhost")

    stage.watch = watch
    stage.run(plaintext_campaign("small", at(maria, "poor"), size=300))
    [left] = databases(maria)
    [output] = [each for each in warnings(stage) if "stays on crowded" in each]
    statement = output.partition("After solving this: ")[2]
    assert "Access denied" in output and statement == f"DROP DATABASE `{left}`;"
    with maria.engine.driver.connect(maria.endpoint) as admin:
        admin.execute(statement)
    assert databases(maria) == set()


def test_that_a_login_that_never_could_make_databases_is_informed_of_none_that_stay(
    maria: Server, stage: Stage
) -> None:
    with maria.engine.driver.connect(maria.endpoint) as admin:
        admin.execute(r"revoke all on `cipherbench\_%`.* from poor@localhost")
    began = time.monotonic()
    stage.run(plaintext_campaign("small", at(maria, "poor"), size=300))
    assert stage.of(RunFinished) == [], "known to fail before it begins"
    [cell] = stage.of(CellMeasured)
    assert cell.status is Status.UNSUPPORTED and "Access denied" in str(cell.why)
    assert not [each for each in warnings(stage) if "stays" in each]
    assert time.monotonic() - began < lost_servers._PATIENCE_SECONDS, "nothing was waited for"


def test_that_a_database_given_to_another_meanwhile_is_let_alone_and_named(
    crowded: Server, stage: Stage
) -> None:
    given: list[str] = []

    def watch(event: Event) -> None:
        if isinstance(event, OperationStarted) and not given:
            given.extend(databases(crowded))
            with crowded.engine.driver.connect(crowded.endpoint) as admin:
                admin.execute(f"alter database {given[0]} owner to {admin_name(crowded)}")

    stage.watch = watch
    stage.run(plaintext_campaign("small", at(crowded, "ana"), size=300))
    [output] = [each for each in warnings(stage) if "stays on crowded" in each]
    assert f'DROP DATABASE "{given[0]}";' in output and "belongs to" in output
    assert databases(crowded) == set(given)
    with crowded.engine.driver.connect(crowded.endpoint) as admin:
        admin.execute(f"drop database {given[0]}")


def admin_name(server: Server) -> str:
    return str(server.endpoint.user)
