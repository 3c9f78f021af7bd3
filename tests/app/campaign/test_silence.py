"""Servers that fall silent: each is a sentence within its deadline, and the rest goes on."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.campaign.servers import lost_servers
from app.plan.campaign import Campaign, Order, PlannedProtection
from app.plan.status import Status
from app.processes import deadlines
from app.processes.deadlines import DEADLINES, Deadlines, LivenessWatch
from app.processes.isolated_engine import open_isolated, stop_helper
from app.results.events import Event, Noted, OperationStarted, RunFinished, Sampled, ServerLost
from engines.base.ownership import drop_patiently
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.reachable import Listening, listening
from tests.app.stage import Stage
from tests.app.workers import workers_of
from tests.patience import wait_until
from tests.proxies import Proxy
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow

DONE, FAILED = Status.DONE, Status.FAILED


@pytest.fixture(scope="module", params=["postgresql", "mariadb", "firebird"])
def there(request: pytest.FixtureRequest) -> Iterator[Listening]:
    with listening(request.param) as found:
        yield found


@pytest.fixture
def proxy(there: Listening) -> Iterator[Proxy]:
    made = Proxy(there.port)
    yield made
    made.close()


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(str(tmp_path / "store.sqlite"))


class Haste:
    """Deadlines that a test can wait for, which are set when a server falls silent: as long as it
    speaks it has all its time, on a machine that others use."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def begin(self) -> None:
        for name, seconds in (("login", 1.0), ("probe", 3.0), ("statement", 2.0)):
            self._monkeypatch.setattr(DEADLINES, name, seconds)

    def end(self) -> None:
        for name, seconds in vars(Deadlines()).items():
            self._monkeypatch.setattr(DEADLINES, name, seconds)


@pytest.fixture
def haste(monkeypatch: pytest.MonkeyPatch) -> Haste:
    return Haste(monkeypatch)


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for what is silent all the time."""
    monkeypatch.setattr(lost_servers, "_PATIENCE_SECONDS", 0.5)


def campaign(*specs: ServerSpec, **changes: Any) -> Campaign:
    plain = quick_campaign(
        "quiet",
        tuple(replace(each, failover_seconds=1) for each in specs),
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(60,)),
        repetitions=1,
        warmups=0,
        order=Order.SEQUENTIAL,
        silence_seconds=2,
    )
    return replace(plain, **changes)


@pytest.mark.parametrize(
    "server_bytes",
    [*(pytest.param(each, marks=pytest.mark.exhaustive) for each in (600, 5000)), 3000],
)
def test_that_a_server_that_falls_silent_while_it_is_entered_has_the_time_for_entering_and_no_more(
    there: Listening, server_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever that is: at the handshake, or as it tells what it can do, by new connections."""
    proxy = Proxy(there.port, server_bytes=server_bytes)
    spec = there.spec(proxy.port, connect_seconds=1)
    monkeypatch.setattr(DEADLINES, "login", 1.0)
    began = time.monotonic()
    with pytest.raises(CipherbenchError, match=r"timed out|within 2 s|timeout expired|error: 110"):
        open_and_probe(spec, there.passwords["behind"])
    assert time.monotonic() - began < DEADLINES.probe / 2
    proxy.close()
    for database in there.databases():  # that it was asked in
        drop_patiently(there.server.engine.catalogue, there.server.endpoint, database)


def open_and_probe(spec: ServerSpec, password: str) -> None:
    server = open_isolated(spec, password)
    try:
        server.probe()
    finally:
        stop_helper(server)


@pytest.mark.parametrize("logged_in", [pytest.param(False, marks=pytest.mark.exhaustive), True])
def test_that_a_server_that_is_silent_from_the_start_costs_its_own_runs(
    there: Listening,
    proxy: Proxy,
    logged_in: bool,
    spec_for: Callable[..., ServerSpec],
    stage: Stage,
    haste: Haste,
) -> None:
    haste.begin()
    proxy.client_turns = there.turns if logged_in else 0
    began = time.monotonic()
    planned = campaign(there.spec(proxy.port), spec_for("sqlite"))
    outcome = stage.run(planned, passwords=there.passwords)
    assert time.monotonic() - began < 90, "the deadlines, and no more"
    assert [event.status for event in stage.of(RunFinished)] == [FAILED, DONE]
    assert outcome.failed == 1
    [lost] = stage.of(ServerLost)
    assert lost.server == "behind" and lost.reason
    if logged_in:
        assert "did not answer within" in lost.reason or "imed out" in lost.reason
    wait_until(lambda: not workers_of())


def at_first(kind: type[Event], act: Callable[[], None], **fits: Any) -> Callable[[Event], None]:
    done: list[bool] = []

    def watch(event: Event) -> None:
        known = all(getattr(event, name, None) == value for name, value in fits.items())
        if isinstance(event, kind) and known and not done:
            done.append(True)
            act()

    return watch


@pytest.mark.parametrize(
    "there",
    ["postgresql", "mariadb", pytest.param("firebird", marks=pytest.mark.exhaustive)],
    indirect=True,
)
@pytest.mark.in_every_run("mariadb")
def test_that_a_server_that_falls_silent_in_a_run_is_given_up_and_waited_for(
    there: Listening,
    proxy: Proxy,
    spec_for: Callable[..., ServerSpec],
    stage: Stage,
    haste: Haste,
) -> None:
    """It stays silent for its second run, and answers again before its third. Who gives up and
    waits does not know the driver, which the tests beside this one try for each."""

    def fall_silent() -> None:
        proxy.fall_silent_after(100)
        haste.begin()

    def speak(event: Event) -> None:
        fall(event)
        if isinstance(event, RunFinished) and event.run_id == 2:
            proxy.speak()
            haste.end()

    fall = at_first(OperationStarted, fall_silent, operation="INSERT")
    stage.watch = speak
    planned = campaign(there.spec(proxy.port), spec_for("sqlite"), repetitions=3)
    outcome = stage.run(planned, passwords=there.passwords)
    ends = stage.of(RunFinished)
    assert [event.status for event in ends] == [FAILED, FAILED, DONE, DONE, DONE, DONE]
    assert outcome.failed == 2
    seconds = planned.silence_seconds
    assert f"behind finished no statement for {seconds} s while timing INSERT" in ends[0].reason
    assert "`silence_seconds` in the plan" in ends[0].reason
    wait_until(lambda: not workers_of())
    assert there.databases() == {}, "that of the run that was given up, too"


@pytest.mark.in_every_run("postgresql")
def test_that_a_server_that_falls_silent_at_the_end_of_a_run_is_named(
    there: Listening,
    proxy: Proxy,
    spec_for: Callable[..., ServerSpec],
    stage: Stage,
    haste: Haste,
) -> None:
    def fall_silent() -> None:
        proxy.let_nobody_in()
        haste.begin()

    stage.watch = at_first(OperationStarted, fall_silent, operation="INSERT")
    planned = campaign(there.spec(proxy.port), spec_for("sqlite"))
    began = time.monotonic()
    outcome = stage.run(planned, passwords=there.passwords)
    assert time.monotonic() - began < 120, "the deadlines, and no more"
    first, second = stage.of(RunFinished)
    assert (first.status, second.status) == (FAILED, DONE)
    assert outcome.failed == 1
    # Each driver has a deadline of its own for entering.
    assert "behind" in first.reason or "127.0.0.1" in first.reason
    assert " s" in first.reason and "Internal" not in first.reason
    [left] = [event.text for event in stage.of(Noted) if "stays on behind" in event.text]
    assert left.startswith("cipherbench_")
    proxy.speak()


@pytest.mark.exhaustive
def test_that_a_server_of_ours_that_is_stopped_is_replaced(
    spec_for: Callable[..., ServerSpec], stage: Stage, haste: Haste
) -> None:
    stopped: list[psutil.Process] = []

    def stop() -> None:
        assert stage.runner is not None
        pid = stage.runner.pool.servers["postgresql"].endpoint.pid
        assert pid is not None
        server = psutil.Process(pid)
        for each in (server, *server.children()):
            each.send_signal(signal.SIGSTOP)
            stopped.append(each)

    def watch(event: Event) -> None:
        if isinstance(event, Sampled) and not stopped:
            sample = event.sample
            if sample.operation == "INSERT" and sample.statements and sample.progress < 0.7:
                stop()
                haste.begin()
        if isinstance(event, Noted) and "restarting it" in event.text:
            haste.end()  # a new one has all its time

    stage.watch = watch
    work = HospitalParameters(sizes=(500, 20))
    planned = campaign(spec_for("postgresql"), workload=work)
    outcome = stage.run(planned)
    assert [event.status for event in stage.of(RunFinished)] == [FAILED, DONE]
    assert outcome.failed == 1
    reason = stage.of(RunFinished)[0].reason
    in_time = "finished no statement for", "did not answer within"
    assert any(each in reason for each in in_time), "as it connects again"
    assert any(event.text == "postgresql was restarted" for event in stage.of(Noted))
    wait_until(lambda: not any(each.is_running() for each in stopped))


def test_that_a_worker_that_stands_still_is_given_up(
    spec_for: Callable[..., ServerSpec], stage: Stage
) -> None:
    waited: list[float] = []

    def hold_up(event: Event) -> None:
        if isinstance(event, OperationStarted) and not waited:
            waited.append(time.monotonic())
            [worker] = workers_of()
            os.kill(worker.pid, signal.SIGSTOP)

    stage.watch = hold_up
    planned = campaign(spec_for("sqlite"), silence_seconds=1, repetitions=2)
    stage.run(planned)
    assert [event.status for event in stage.of(RunFinished)] == [FAILED, DONE]
    assert "sqlite finished no statement for 1 s" in stage.of(RunFinished)[0].reason


def test_that_work_on_the_processor_counts_as_life_and_what_rests_does_not() -> None:
    for percent, given_up in ((90.0, False), (1.0, True)):
        vigil = LivenessWatch("db", 0.2)
        for _ in range(3):
            time.sleep(0.1)
            vigil.spent(percent)
        assert (vigil.fault() is not None) is given_up
    endless = LivenessWatch("db", 0)
    assert endless.fault() is None


def test_that_a_silent_statement_of_administration_has_a_deadline_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(DEADLINES, "statement", 0.1)
    vigil = LivenessWatch("db", 0)
    vigil.begin(deadlines.WorkerStep(phrase("creating its database"), administrative=True))
    time.sleep(0.15)
    fault = vigil.fault()
    assert fault is not None
    assert fault.message == "db did not answer within 0.1 s while creating its database."
