"""Server and worker share a core, the program keeps off it, and all is as it was afterwards."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, cast

import psutil
import pytest

from app.campaign.machine.cores import CoreShares
from app.campaign.servers.bound_servers import BoundServers
from app.campaign.servers.server_pool import ServerPool
from app.execution.campaign_process import CampaignProcess, CampaignRequest
from app.plan.campaign import Campaign, Placement, PlannedProtection
from app.plan.status import Status
from app.processes.fork_server import fork_server_pid
from app.results.events import Event, Note, Noted, OperationStarted, RunFinished, RunStarted
from app.results.store.store import open_store
from engines.container.cpuset import cpuset_of, restore_cpuset
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.keys.kms import KmsKey
from engines.opening import open_server
from engines.platform.process_counters import processes_under
from engines.servers.server import Server, ServerSpec
from tests.app.campaign.machine.binding import on_core
from tests.app.core_sets import ALLOWED, LAST, OTHERS, cores_of, cores_under, wait_for_cores
from tests.app.forked_children import forked_children
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.app.typed import Started, cipherbench, saved
from tests.app.workers import nurseries_of, workers_of
from tests.engines.containers import container_spec
from tests.key_services import needs_local_kms, process_of
from tests.patience import wait_until
from workloads.hospital.workload import HospitalParameters

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(len(ALLOWED) < 2, reason="one core is all there is"),
]


def campaign(*specs: ServerSpec, size: int = 5, **changes: Any) -> Campaign:
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
        self.nursery: set[frozenset[int]] = set()
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
            self.program |= cores_of([os.getpid()])
            self.nursery |= cores_of(filter(None, [fork_server_pid()]))  # not one given up before


def cores_of_runs(stage: Stage) -> list[dict[str, str]]:
    return [dict(event.placement) for event in stage.of(RunStarted)]


def written(cores: frozenset[int]) -> str:
    from app.campaign.machine.cpu_allowance import core_ranges

    return core_ranges(cores)


def test_that_server_and_worker_have_the_last_core_and_the_program_the_others(
    stage: Stage, spec_for: Callable[..., ServerSpec]
) -> None:
    witness = Witness(stage)
    assert stage.run(campaign(spec_for("postgresql"))).failed == 0
    assert witness.servers == {"postgresql": {LAST}}
    assert witness.workers == {LAST}
    assert witness.program == {OTHERS}
    assert witness.nursery == {LAST}  # where a worker is to begin
    assert cores_of([os.getpid(), *(each.pid for each in nurseries_of())]) == {ALLOWED}
    had = {"asked": "one-core", "server": written(LAST), "worker": written(LAST)}
    assert cores_of_runs(stage) == [{**had, "program": written(OTHERS)}]
    with stage.store() as store:
        assert [run.placement for run in store.runs(1)] == cores_of_runs(stage)


def test_that_an_engine_inside_the_worker_is_placed_with_it(
    stage: Stage, spec_for: Callable[..., ServerSpec]
) -> None:
    witness = Witness(stage)
    assert stage.run(campaign(spec_for("sqlite"))).failed == 0
    assert (witness.servers, witness.workers, witness.program) == ({}, {LAST}, {OTHERS})
    assert {each["server"] for each in cores_of_runs(stage)} == {written(LAST)}


def test_that_server_and_worker_get_a_core_each_where_that_is_asked(
    stage: Stage, servers: Any
) -> None:
    witness, lent = Witness(stage), servers["mariadb"]
    planned = campaign(lent.spec, placement=Placement.TWO_CORES)
    stage.run(planned, lent={lent.spec: lent.endpoint})
    second = frozenset({sorted(ALLOWED)[-2]})
    assert witness.servers == {"mariadb": {LAST}} and witness.workers == {second}
    left = ALLOWED - LAST - second
    assert witness.program == {left or ALLOWED}
    assert bool(left) != any("no third core" in event.text for event in stage.of(Noted))


def test_that_nothing_is_touched_where_placement_is_free(stage: Stage, servers: Any) -> None:
    witness, lent = Witness(stage), servers["mariadb"]
    planned = campaign(lent.spec, placement=Placement.FREE)
    stage.run(planned, lent={lent.spec: lent.endpoint})
    assert witness.servers == {"mariadb": {ALLOWED}}
    assert witness.workers == witness.program == {ALLOWED}
    assert cores_of_runs(stage)[0]["server"] == written(ALLOWED)


def test_that_a_container_has_the_core_from_its_beginning(stage: Stage) -> None:
    witness = Witness(stage)
    assert stage.run(campaign(container_spec("postgresql", name="box"))).failed == 0
    assert witness.servers == {"box": {LAST}} and witness.workers == {LAST}


def test_that_a_lent_server_is_set_back_or_free_if_a_killed_campaign_left_it_on_the_core(
    stage: Stage, servers: Any
) -> None:
    """It is set free where placement is free, too; with all its processes."""
    lent = servers["postgresql"]
    witness = Witness(stage)

    def run(placement: Placement) -> None:
        witness.servers.clear()
        stage.run(campaign(lent.spec, placement=placement), lent={lent.spec: lent.endpoint})
        wait_for_cores(lent.endpoint.pid, ALLOWED)

    try:
        run(Placement.ONE_CORE)
        assert witness.servers == {lent.spec.name: {LAST}}
        leave_on_the_core(lent)
        run(Placement.ONE_CORE)
        assert witness.servers == {lent.spec.name: {LAST}}
        leave_on_the_core(lent)
        run(Placement.FREE)
    finally:
        bind_all(lent, ALLOWED)


def leave_on_the_core(server: Server) -> None:
    """As a campaign does that is killed."""
    bind_all(server, LAST)
    assert server.endpoint.pid is not None
    wait_for_cores(server.endpoint.pid, LAST)


def bind_all(server: Server, cores: frozenset[int]) -> None:
    """A server of many processes, by the system's own means."""
    assert server.endpoint.pid is not None
    for pid in processes_under(server.endpoint.pid):
        with suppress(OSError):  # it has just ended
            os.sched_setaffinity(pid, cores)


@pytest.mark.exhaustive
def test_that_a_lent_container_is_set_free_and_back_and_gets_what_was_set_for_it(
    stage: Stage,
) -> None:
    """A killed campaign has left it on the core, and placement is free; then it is bound."""
    chosen = f"0-{max(ALLOWED)}"
    with closing(open_server(container_spec("postgresql", name="box"), cores=LAST)) as left:
        lent = {left.spec: left.endpoint}
        assert left.endpoint.pid is not None and left.endpoint.container is not None
        wait_for_cores(left.endpoint.pid, LAST)
        stage.run(campaign(left.spec, placement=Placement.FREE), lent=lent)
        wait_for_cores(left.endpoint.pid, ALLOWED)

        witness = Witness(stage)
        stage.run(campaign(left.spec), lent=lent)
        assert witness.servers == {"box": {LAST}}
        wait_for_cores(left.endpoint.pid, ALLOWED)

        restore_cpuset(left.endpoint.container, chosen)
        stage.run(campaign(left.spec), lent=lent)
        assert cpuset_of(left.endpoint.container) == chosen


def test_that_a_key_service_of_a_campaign_is_on_its_servers_core() -> None:
    """All of its threads; woken on another one it takes a multiple of the CPU time."""
    needs_local_kms()
    given = Protection("kms", ProtectionKind.CLIENT, "aes", 256, "gcm", key_source=KmsKey())
    pool = ServerPool((), bound=BoundServers(CoreShares(Placement.ONE_CORE, LAST, LAST)))
    with closing(pool):
        source = pool.keys.opened(given).key_source
        assert isinstance(source, KmsKey)
        assert cores_under(process_of(source).pid) == {LAST}


def test_that_servers_are_set_back_though_they_cannot_be_let_go(
    spec_for: Callable[..., ServerSpec],
) -> None:
    """As where somebody presses Ctrl+C once more."""
    with closing(open_server(spec_for("mariadb"))) as lent:
        assert lent.endpoint.pid is not None
        pool = ServerPool((), bound=BoundServers(CoreShares(Placement.ONE_CORE, LAST, LAST)))
        pool.bound.bind_lent(lent)
        wait_for_cores(lent.endpoint.pid, LAST)
        pool.servers["x"] = cast(Server, None)
        with pytest.raises(AttributeError):
            pool.close()
        wait_for_cores(lent.endpoint.pid, ALLOWED)


def test_that_all_is_set_back_after_a_campaign_that_fails(stage: Stage, servers: Any) -> None:
    server = servers["mariadb"]

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
    end = servers["mariadb"].endpoint
    spec = ServerSpec(
        "far", Source.ADDRESS, "mariadb", socket=end.socket, port=end.port, user=end.user,
        database=end.database,
    )  # fmt: skip
    witness = Witness(stage)
    assert stage.run(campaign(spec)).failed == 0
    assert witness.servers == {"far": {ALLOWED}} and witness.workers == {LAST}
    assert "not bound to a core" in cores_of_runs(stage)[0]["reason"]
    assert cores_of_runs(stage)[0]["server"] == written(ALLOWED)
    assert [each.about for each in stage.of(Noted)] == [Note.POWERFUL_LOGIN]


@pytest.mark.exhaustive
def test_that_a_server_is_placed_again_when_it_is_started_again_and_when_its_campaign_resumes(
    stage: Stage, spec_for: Callable[..., ServerSpec]
) -> None:
    """Bound servers and a bound program are no other conditions than before."""
    witness = Witness(stage)
    killed: list[int] = []

    def watch(event: Event) -> None:
        witness.look(event)
        if isinstance(event, RunFinished):
            assert stage.runner is not None
            if killed:
                stage.runner.cancel()
            else:
                pid = stage.runner.pool.servers["mariadb"].endpoint.pid
                killed.append(pid or 0)
                psutil.Process(pid).kill()

    stage.watch = watch
    outcome = stage.run(campaign(spec_for("mariadb"), repetitions=3))
    assert (outcome.status, outcome.failed) == (Status.CANCELLED, 0)
    assert [event.status for event in stage.of(RunFinished)] == [Status.DONE] * 2
    assert killed and witness.servers == {"mariadb": {LAST}}
    assert any("was restarted" in event.text for event in stage.of(Noted))

    witness = Witness(stage)
    assert stage.executor().resume("placed").status is Status.DONE
    assert witness.servers == {"mariadb": {LAST}} and witness.workers == {LAST}
    assert not [event for event in stage.of(Noted) if "treated as comparable" in event.text]
    with stage.store() as store:
        sessions = store.sessions(1)
    assert {each.environment["cores_allowed"] for each in sessions} == {written(ALLOWED)}


def test_that_a_refused_binding_is_reported_and_the_campaign_goes_on(
    tmp_path: Path, spec_for: Callable[..., ServerSpec]
) -> None:
    placement = Placement.TWO_CORES
    planned = campaign(spec_for("mariadb"), spec_for("sqlite"), placement=placement)
    words = ("run", saved(planned, tmp_path), "--store", tmp_path / "s.sqlite")
    with Started(*words, binds=False, stderr=subprocess.PIPE, text=True) as program:
        _, output = program.communicate(timeout=100)
    assert program.returncode == 0, output
    refused = "does not let Cipherbench choose cores (Operation not permitted)"
    assert refused in output
    with open_store(str(tmp_path / "s.sqlite"), write=False) as store:
        [one, _] = store.runs(1)
    assert one.placement is not None and one.placement["asked"] == placement.value
    assert one.placement["server"] == one.placement["worker"] == written(ALLOWED)
    assert "choose cores" in one.placement["reason"]


def test_that_a_single_core_is_reported_and_shared(
    tmp_path: Path, spec_for: Callable[..., ServerSpec]
) -> None:
    first = min(ALLOWED)
    plan = saved(campaign(spec_for("postgresql")), tmp_path)
    with on_core(first):
        output = cipherbench("run", plan, "--store", tmp_path / "s.sqlite")
    assert output.code == 0, output.err
    assert "can use only one core" in output.err
    with open_store(str(tmp_path / "s.sqlite"), write=False) as store:
        [run] = store.runs(1)
    assert run.placement is not None
    had = {run.placement[each] for each in ("server", "worker", "program")}
    assert had == {written(frozenset({first}))}


@pytest.mark.parametrize("killed", [pytest.param(False, marks=pytest.mark.exhaustive), True])
def test_that_the_window_keeps_off_too_and_gets_its_cores_back(
    killed: bool, tmp_path: Path, servers: Any
) -> None:
    """Also from a campaign that was killed, with the server that it was lent."""
    server = servers["mariadb"]
    planned = campaign(server.spec, repetitions=1 if not killed else 200)
    request = CampaignRequest(
        planned, store_url=str(tmp_path / "s.sqlite"), lent={server.spec: server.endpoint}
    )
    with forked_children():
        process = CampaignProcess(request)
    seen: set[frozenset[int]] = set()
    try:
        until = time.monotonic() + 180
        while time.monotonic() < until:
            news = process.receive()
            if any(isinstance(each, OperationStarted) for each in news):
                seen |= cores_of([os.getpid()])
                if killed:
                    psutil.Process(process._process.pid).kill()
            if process.has_ended():
                break
            threading.Event().wait(0.01)
    finally:
        process.close()
    assert OTHERS in seen
    wait_for_cores(server.endpoint.pid, ALLOWED)
    wait_until(lambda: cores_of([os.getpid()]) == {ALLOWED})
    if killed:
        servers.clear_up()  # nobody was left to drop the database that it measured in
