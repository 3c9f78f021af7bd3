"""Server and worker share a core, the program keeps off it, and all is as it was afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import psutil
import pytest

from app.campaign.machine.cores import Seats
from app.campaign.seating import Seating
from app.campaign.server_pool import ServerPool
from app.plan.campaign import Campaign, Placement, PlannedProtection
from app.plan.status import Status
from app.results.database.store import open_store
from app.results.events import Event, Noted, OperationStarted, RunFinished, RunStarted
from app.window.campaign_process import CampaignProcess, Commission
from engines.container.cpuset import cpuset_of, restore_cpuset
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.opening import open_server
from engines.server import Server, ServerSpec
from tests.app.campaign.machine.hog import on_core
from tests.app.placing import (
    ALLOWED,
    LAST,
    OTHERS,
    cores_of,
    cores_under,
    refuse_binding,
    wait_for_cores,
)
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.app.typed import cipherbench, saved
from tests.app.workers import nurseries_of, workers_of
from tests.engines.containers import container_spec
from tests.patience import wait_until
from workloads.hospital.workload import HospitalParameters

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(len(ALLOWED) < 2, reason="one core is all there is"),
]


def campaign(*specs: ServerSpec, size: int = 30, **changes: Any) -> Campaign:
    usual = {"placement": Placement.ONE_CORE, "repetitions": 1, "warmups": 0}
    return quick_campaign(
        "placed",
        specs,
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(size,)),
        **{**usual, **changes},
    )


class Witness:
    """Looks where everybody is as each run's first operation begins."""

    def __init__(self, stage: Stage) -> None:
        self.servers: dict[str, set[frozenset[int]]] = {}
        self.workers: set[frozenset[int]] = set()
        self.program: set[frozenset[int]] = set()
        self._stage = stage
        self._name = ""
        stage.watch = self.look

    def look(self, event: Event) -> None:
        if isinstance(event, RunStarted):
            self._name = event.server
        if isinstance(event, OperationStarted) and event.operation == "INSERT":
            assert self._stage.runner is not None
            pid = self._stage.runner.pool.servers[self._name].endpoint.pid
            if pid is not None:
                self.servers.setdefault(self._name, set()).update(cores_under(pid))
            self.workers |= cores_of(each.pid for each in workers_of())
            self.program |= cores_of([os.getpid(), *(each.pid for each in nurseries_of())])


def placings(stage: Stage) -> list[dict[str, str]]:
    return [dict(event.placement) for event in stage.of(RunStarted)]


def written(cores: frozenset[int]) -> str:
    from app.campaign.machine.placement import ranges

    return ranges(cores)


def test_that_server_and_worker_have_the_last_core_and_the_program_the_others(
    stage: Stage, spec_for: Callable[..., ServerSpec]
) -> None:
    witness = Witness(stage)
    assert stage.run(campaign(spec_for("postgresql"))).failed == 0
    assert witness.servers == {"postgresql": {LAST}}
    assert witness.workers == {LAST}
    assert witness.program == {OTHERS}
    assert cores_of([os.getpid(), *(each.pid for each in nurseries_of())]) == {ALLOWED}
    had = {"asked": "one-core", "server": written(LAST), "worker": written(LAST)}
    assert placings(stage) == [{**had, "program": written(OTHERS)}]
    with stage.store() as store:
        assert [run.placement for run in store.runs(1)] == placings(stage)


def test_that_an_engine_inside_the_worker_is_placed_with_it(
    stage: Stage, spec_for: Callable[..., ServerSpec]
) -> None:
    witness = Witness(stage)
    assert stage.run(campaign(spec_for("firebird"), spec_for("sqlite"))).failed == 0
    assert (witness.servers, witness.workers, witness.program) == ({}, {LAST}, {OTHERS})
    assert {each["server"] for each in placings(stage)} == {written(LAST)}


def test_that_server_and_worker_get_a_core_each_where_that_is_asked(
    stage: Stage, spec_for: Callable[..., ServerSpec]
) -> None:
    witness = Witness(stage)
    stage.run(campaign(spec_for("postgresql"), placement=Placement.TWO_CORES))
    second = frozenset({sorted(ALLOWED)[-2]})
    assert witness.servers == {"postgresql": {LAST}} and witness.workers == {second}
    left = ALLOWED - LAST - second
    assert witness.program == {left or ALLOWED}
    assert bool(left) != any("no third one" in event.text for event in stage.of(Noted))


def test_that_nothing_is_touched_where_placement_is_free(
    stage: Stage, spec_for: Callable[..., ServerSpec]
) -> None:
    witness = Witness(stage)
    stage.run(campaign(spec_for("postgresql"), placement=Placement.FREE))
    assert witness.servers == {"postgresql": {ALLOWED}}
    assert witness.workers == witness.program == {ALLOWED}
    assert placings(stage)[0]["server"] == written(ALLOWED)


def test_that_a_container_has_the_core_from_its_beginning(stage: Stage) -> None:
    witness = Witness(stage)
    assert stage.run(campaign(container_spec("postgresql", name="box"))).failed == 0
    assert witness.servers == {"box": {LAST}} and witness.workers == {LAST}


@pytest.fixture(params=["mariadb", "container"])
def lent(request: pytest.FixtureRequest, spec_for: Callable[..., ServerSpec]) -> Iterator[Server]:
    """A running server as the window has it."""
    boxed = request.param == "container"
    spec = container_spec("postgresql", name="box") if boxed else spec_for(request.param)
    with closing(open_server(spec)) as server:
        yield server


def test_that_a_lent_server_is_set_back_afterwards(stage: Stage, lent: Server) -> None:
    assert lent.endpoint.pid is not None
    witness = Witness(stage)
    stage.run(campaign(lent.spec), lent={lent.spec: lent.endpoint})
    assert witness.servers == {lent.spec.name: {LAST}}
    wait_for_cores(lent.endpoint.pid, ALLOWED)


def test_that_what_a_killed_campaign_left_on_the_core_is_set_back(
    stage: Stage, spec_for: Callable[..., ServerSpec]
) -> None:
    with closing(open_server(spec_for("postgresql"), cores=LAST)) as left:
        assert left.endpoint.pid is not None
        wait_for_cores(left.endpoint.pid, LAST)
        stage.run(campaign(left.spec), lent={left.spec: left.endpoint})
        wait_for_cores(left.endpoint.pid, ALLOWED)


@pytest.mark.parametrize("boxed", [False, True], ids=["local", "container"])
def test_that_what_a_killed_campaign_left_on_the_core_is_set_free_where_placement_is_free(
    stage: Stage, spec_for: Callable[..., ServerSpec], boxed: bool
) -> None:
    spec = container_spec("postgresql", name="box") if boxed else spec_for("postgresql")
    with closing(open_server(spec, cores=LAST)) as left:
        assert left.endpoint.pid is not None
        wait_for_cores(left.endpoint.pid, LAST)
        planned = campaign(left.spec, placement=Placement.FREE)
        stage.run(planned, lent={left.spec: left.endpoint})
        wait_for_cores(left.endpoint.pid, ALLOWED)


def test_that_a_container_gets_back_what_was_set_for_it(stage: Stage) -> None:
    chosen = f"0-{max(ALLOWED)}"
    with closing(open_server(container_spec("postgresql", name="box"))) as server:
        assert server.endpoint.container is not None
        restore_cpuset(server.endpoint.container, chosen)
        stage.run(campaign(server.spec), lent={server.spec: server.endpoint})
        assert cpuset_of(server.endpoint.container) == chosen


def test_that_servers_are_set_back_though_they_cannot_be_let_go(
    spec_for: Callable[..., ServerSpec],
) -> None:
    """As where somebody presses Ctrl+C once more."""
    with closing(open_server(spec_for("postgresql"))) as lent:
        assert lent.endpoint.pid is not None
        pool = ServerPool((), seating=Seating(Seats(Placement.ONE_CORE, LAST, LAST)))
        pool.seating.take_in(lent)
        wait_for_cores(lent.endpoint.pid, LAST)
        pool.servers["x"] = cast(Server, None)
        with pytest.raises(AttributeError):
            pool.close()
        wait_for_cores(lent.endpoint.pid, ALLOWED)


def test_that_all_is_set_back_after_a_campaign_that_fails(stage: Stage, servers: Any) -> None:
    server = servers["postgresql"]

    def fail(event: Event) -> None:
        if isinstance(event, OperationStarted):
            wait_for_cores(server.endpoint.pid, LAST)
            raise RuntimeError("on purpose")

    stage.watch = fail
    with pytest.raises(RuntimeError, match="on purpose"):
        stage.run(campaign(server.spec), lent={server.spec: server.endpoint})
    wait_for_cores(server.endpoint.pid, ALLOWED)
    wait_until(lambda: cores_of([os.getpid()]) == {ALLOWED})


def test_that_a_server_at_an_address_is_left_where_it_is(stage: Stage, servers: Any) -> None:
    end = servers["postgresql"].endpoint
    spec = ServerSpec(
        "far", Source.ADDRESS, "postgresql", socket=end.socket, port=end.port, user=end.user,
        database=end.database,
    )  # fmt: skip
    witness = Witness(stage)
    assert stage.run(campaign(spec)).failed == 0
    assert witness.servers == {"far": {ALLOWED}} and witness.workers == {LAST}
    assert "left where it is" in placings(stage)[0]["reason"]
    assert placings(stage)[0]["server"] == written(ALLOWED)
    assert not stage.of(Noted)


def test_that_a_server_that_is_started_again_is_placed_again(
    stage: Stage, spec_for: Callable[..., ServerSpec]
) -> None:
    witness = Witness(stage)
    killed: list[int] = []

    def watch(event: Event) -> None:
        witness.look(event)
        if isinstance(event, RunFinished) and not killed:
            assert stage.runner is not None
            pid = stage.runner.pool.servers["postgresql"].endpoint.pid
            killed.append(pid or 0)
            psutil.Process(pid).kill()

    stage.watch = watch
    assert stage.run(campaign(spec_for("postgresql"), repetitions=2)).failed == 0
    assert killed and witness.servers == {"postgresql": {LAST}}
    assert any("was started again" in event.text for event in stage.of(Noted))


def test_that_a_campaign_resumes_where_it_was_placed(
    stage: Stage, spec_for: Callable[..., ServerSpec]
) -> None:
    """Bound servers and a bound program are no other conditions than before."""

    def cancel(event: Event) -> None:
        if isinstance(event, RunFinished):
            assert stage.runner is not None
            stage.runner.cancel()

    stage.watch = cancel
    stage.run(campaign(spec_for("postgresql"), repetitions=2))
    witness = Witness(stage)
    assert stage.executor().resume("placed").status is Status.DONE
    assert witness.workers == {LAST}
    assert not [event for event in stage.of(Noted) if "taken to be alike" in event.text]
    with stage.store() as store:
        sessions = store.sessions(1)
    assert {each.environment["cores_allowed"] for each in sessions} == {written(ALLOWED)}


def test_that_a_refused_binding_is_told_and_the_campaign_goes_on(
    tmp_path: Path, spec_for: Callable[..., ServerSpec]
) -> None:
    placement = Placement.TWO_CORES
    planned = campaign(spec_for("postgresql"), spec_for("sqlite"), placement=placement)
    words = [sys.executable, "-m", "app", "run", str(saved(planned, tmp_path))]
    done = subprocess.run(
        [*words, "--store", str(tmp_path / "s.sqlite")],
        preexec_fn=refuse_binding,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    refused = "does not let Cipherbench choose cores (Operation not permitted)"
    assert refused in done.stderr
    with open_store(str(tmp_path / "s.sqlite"), write=False) as store:
        [one, _] = store.runs(1)
    assert one.placement is not None and one.placement["asked"] == placement.value
    assert one.placement["server"] == one.placement["worker"] == written(ALLOWED)
    assert "choose cores" in one.placement["reason"]


def test_that_a_single_core_is_told_and_shared(
    tmp_path: Path, spec_for: Callable[..., ServerSpec]
) -> None:
    first = min(ALLOWED)
    plan = saved(campaign(spec_for("postgresql")), tmp_path)
    with on_core(first):
        said = cipherbench("run", plan, "--store", tmp_path / "s.sqlite")
    assert said.code == 0, said.err
    assert "may use one core alone" in said.err
    with open_store(str(tmp_path / "s.sqlite"), write=False) as store:
        [run] = store.runs(1)
    assert run.placement is not None
    had = {run.placement[each] for each in ("server", "worker", "program")}
    assert had == {written(frozenset({first}))}


@pytest.mark.parametrize("killed", [False, True])
def test_that_the_window_keeps_off_too_and_gets_its_cores_back(
    killed: bool, tmp_path: Path, servers: Any
) -> None:
    """Also from a campaign that was killed, with the server that it was lent."""
    server = servers["postgresql"]
    planned = campaign(server.spec, repetitions=2 if not killed else 200)
    commission = Commission(
        planned, store_url=str(tmp_path / "s.sqlite"), lent={server.spec: server.endpoint}
    )
    process = CampaignProcess(commission)
    seen: set[frozenset[int]] = set()
    try:
        until = time.monotonic() + 180
        while time.monotonic() < until:
            news = process.receive()
            if any(isinstance(each, OperationStarted) for each in news):
                seen |= cores_of([os.getpid()])
                if killed:
                    psutil.Process(process._process.pid).kill()
            if process.over():
                break
            threading.Event().wait(0.01)
    finally:
        process.close()
    assert OTHERS in seen
    wait_for_cores(server.endpoint.pid, ALLOWED)
    wait_until(lambda: cores_of([os.getpid()]) == {ALLOWED})
