"""Errands: what is asked of servers is asked by processes of their own, with deadlines."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest

from app.plan.status import Status
from app.processes import errands
from app.processes.deadlines import DEADLINES, Cancellation
from app.processes.errands import Errand, HelperProcess
from app.processes.isolated_engine import helper_of, isolated_engine, open_isolated
from app.results.store.store import open_store
from engines.contract.errors import CipherbenchError, InputError, ServerGivenUp, ServerUnavailable
from engines.contract.message import phrase
from engines.servers.server import Server, ServerSpec
from tests.app.campaign.workers.tried import crash, hang, refuse, stumble
from tests.app.typed import plan_of
from tests.app.workers import workers_of
from tests.patience import wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def helper() -> Iterator[HelperProcess]:
    made = HelperProcess("db")
    yield made
    made.stop()


def test_that_an_errand_is_carried_out_elsewhere_by_a_process_that_is_retained(
    helper: HelperProcess,
) -> None:
    errand = Errand(phrase("it was tried"), 30)
    first, second = (helper.carry_out(errand, os.getpid) for _ in range(2))
    assert first == second != os.getpid()
    helper.stop()
    wait_until(lambda: not psutil.pid_exists(first))
    assert helper.carry_out(errand, os.getpid) != first


def test_that_an_errand_that_takes_too_long_says_what_was_waited_for(helper: HelperProcess) -> None:
    began = time.monotonic()
    with pytest.raises(ServerUnavailable) as caught:
        helper.carry_out(Errand(phrase("it was tried"), 0.4), hang)
    assert time.monotonic() - began < 30
    assert caught.value.message == "db did not answer within 0.4 s while it was tried."
    assert caught.value.hint
    wait_until(lambda: not workers_of())


def test_that_an_errand_that_dies_says_how(helper: HelperProcess) -> None:
    with pytest.raises(ServerGivenUp, match="signal SIGSEGV"):
        helper.carry_out(Errand(phrase("it was tried"), 30), crash)
    assert helper.carry_out(Errand(phrase("it was tried"), 30), os.getpid)


def test_that_errors_come_back_as_they_are(helper: HelperProcess) -> None:
    with pytest.raises(InputError) as caught:
        helper.carry_out(Errand(phrase("it was tried"), 30), refuse)
    assert caught.value.message == "This is not wanted."
    with pytest.raises(RuntimeError, match="by zero"):
        helper.carry_out(Errand(phrase("it was tried"), 30), stumble)


def test_that_all_errands_end_when_that_is_asked_for() -> None:
    cancellation = Cancellation()
    helper = HelperProcess("db", cancellation)
    threading.Timer(0.3, cancellation.ask, [0.5]).start()
    began = time.monotonic()
    with pytest.raises(CipherbenchError, match="Stopped waiting for"):
        helper.carry_out(Errand(phrase("it was tried"), 600), hang)
    with pytest.raises(CipherbenchError, match="Stopped waiting for"):
        helper.carry_out(Errand(phrase("it was cleaned"), 600, is_cleanup=True), hang)
    assert 0.7 < time.monotonic() - began < 30


def test_that_a_server_that_was_silent_gets_little_time_until_it_answers(
    helper: HelperProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    helper.distrust()
    began = time.monotonic()
    with monkeypatch.context() as hasty:
        hasty.setattr(DEADLINES, "login", 0.5)
        with pytest.raises(ServerUnavailable, match=r"within 0\.5 s"):
            helper.carry_out(Errand(phrase("it was tried"), 600), hang)
    assert time.monotonic() - began < 30
    assert helper.carry_out(Errand(phrase("it was tried"), 600), os.getpid)


def test_that_what_an_errand_loads_takes_no_part_of_its_time(
    helper: HelperProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DEADLINES, "login", 0.4)
    helper.distrust()
    errand = Errand(phrase("it was tried"), 600, loads=partial(time.sleep, 0.8))
    assert helper.carry_out(errand, os.getpid) != os.getpid()


def test_that_a_process_that_loads_too_long_is_no_silent_server(
    helper: HelperProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "_START_SECONDS", 0.4)
    with pytest.raises(CipherbenchError, match=r"not ready within 0\.4 s"):
        helper.carry_out(Errand(phrase("it was tried"), 600, loads=hang), os.getpid)
    wait_until(lambda: not workers_of())


@pytest.mark.in_every_run("postgresql", "firebird")  # a file and a server
def test_that_every_engine_is_asked_remotely_as_it_is_from_here(server: Server) -> None:
    afar = isolated_engine(server.spec.engine, HelperProcess(server.spec.name))
    assert isinstance(afar, type(server.engine))
    here = server.engine.servers.probe(server.endpoint)
    there = afar.servers.probe(server.endpoint)
    assert (there.version, there.native, there.storage) == (
        here.version,
        here.native,
        here.storage,
    )
    afar.servers.check_connection(server.endpoint)
    database = afar.catalogue.create_database(server.endpoint, "from_afar")
    assert database in afar.catalogue.owned_databases(server.endpoint)
    afar.catalogue.drop_database(server.endpoint, database)
    assert database not in server.engine.catalogue.owned_databases(server.endpoint)


def test_that_embedded_firebird_is_never_loaded_into_the_program(
    spec_for: Callable[..., ServerSpec],
) -> None:
    output = subprocess.run(
        [
            sys.executable,
            "-c",
            "from app.servers.discovery import discover_servers\n"
            "from app.servers.opening import open_and_probe, release_server\n"
            "from tests.app.prepared_servers import as_in_the_process_before\n"
            "if __name__ == '__main__':\n"
            "    as_in_the_process_before()\n"
            "    found = discover_servers().servers\n"
            "    [spec] = [each for each, _ in found if each.name == 'firebird']\n"
            "    opened = open_and_probe(spec)\n"
            "    release_server(opened.server)\n"
            "    print([opened.capabilities.version])\n"
            "    print('libEngine' in open('/proc/self/maps').read())\n"
            "    print('libfbclient' in open('/proc/self/maps').read())\n",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert output[0] not in ("[None]", "['']") and output[1:] == ["False", "False"]


def test_that_a_server_opened_remotely_keeps_no_process_when_it_fails(
    spec_for: Callable[..., ServerSpec],
) -> None:
    from engines.contract.endpoint import Source

    away = ServerSpec("away", Source.ADDRESS, "postgresql", host="127.0.0.1", port=1, user="x")
    with pytest.raises(ServerUnavailable) as caught:
        open_isolated(away)
    assert caught.value.title == "Server not reached"
    wait_until(lambda: not workers_of())
    server = open_isolated(spec_for("sqlite"))
    assert server.probe().version
    found = helper_of(server)
    assert found is not None
    found.stop()
    server.close()


def limited(megabytes: int) -> Callable[[], None]:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 1_000_000,) * 2)

    return limit


@pytest.mark.exhaustive  # an errand that hangs or dies does so above
@pytest.mark.parametrize("megabytes", [450, 400])
def test_that_firebird_at_little_memory_takes_nobody_along(
    megabytes: int, spec_for: Callable[..., ServerSpec], tmp_path: Path
) -> None:
    """Its engine finds no room for a thread and waits for itself for ever, or crashes."""
    plan = plan_of(tmp_path, spec_for("firebird"), spec_for("sqlite"), size=20, repetitions=1)
    program = subprocess.Popen(
        [sys.executable, "-m", "app", "run", plan, "--store", tmp_path / "s.sqlite"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=limited(megabytes),  # noqa: PLW1509 it sets a limit and no more
        start_new_session=True,
    )
    _, output = program.communicate(timeout=110)
    assert program.returncode in (0, 1), output
    assert "Campaign 1 done" in output and "Traceback" not in output
    with open_store(str(tmp_path / "s.sqlite"), write=False) as opened:
        ends = {run.server: run.status for run in opened.runs(1)}
    assert ends["sqlite"] is Status.DONE
