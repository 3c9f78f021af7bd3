"""The desk of servers, with real ones: started, asked, refused, killed and stopped."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.plan.plan_file import read_plan
from app.window.servers.known_servers import DeskEntry, DeskState, ServerDesk, Tried
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.contract.protection import Protection, ProtectionKind
from engines.server import ServerSpec
from tests.patience import within

PG = ServerSpec("pg", Source.EMBEDDED, "postgresql")
NOWHERE = ServerSpec("away", Source.ADDRESS, "postgresql", host="127.0.0.1", port=1, user="dba")


@pytest.fixture
def desk(qtbot: QtBot, home: Path) -> Iterator[ServerDesk]:
    made = ServerDesk()
    yield made
    made.close()


@pytest.fixture
def running(desk: ServerDesk, qtbot: QtBot) -> DeskEntry:
    desk.add(PG)
    desk.start("pg")
    return until(desk, qtbot, "pg", DeskState.RUNNING)


def until(desk: ServerDesk, qtbot: QtBot, name: str, state: DeskState) -> DeskEntry:
    qtbot.waitUntil(lambda: entry(desk, name).state is state)
    return entry(desk, name)


def entry(desk: ServerDesk, name: str) -> DeskEntry:
    found = desk.entry(name)
    assert found is not None
    return found


def outcome(desk: ServerDesk, qtbot: QtBot, act: Callable[[], None]) -> Tried:
    with qtbot.waitSignal(desk.tested) as told:
        act()
    assert told.args is not None
    tried = told.args[0]
    assert isinstance(tried, Tried)
    return tried


def test_that_this_machines_servers_are_found_by_their_engines_names(
    desk: ServerDesk, qtbot: QtBot
) -> None:
    assert not desk.discovered
    desk.discover()
    qtbot.waitUntil(lambda: desk.discovered)
    assert {spec.name for spec in desk.specs()} >= {"postgresql", "firebird"}
    assert entry(desk, "postgresql").state is DeskState.AVAILABLE
    assert {kind.source for kind in desk.kinds() if kind.engine == "postgresql"} >= {
        Source.EMBEDDED,
        Source.ADDRESS,
    }
    for each in desk.entries():
        assert bool(each.reason) is (each.state is DeskState.UNAVAILABLE)


def test_that_a_started_server_tells_what_it_can_do(running: DeskEntry, desk: ServerDesk) -> None:
    assert running.version
    assert running.capabilities is not None
    able = Protection("x", ProtectionKind.NATIVE, "aes", 128, "cbc")
    assert running.capabilities.why_not(able, "cbc") is None
    assert running.endpoint is not None
    assert desk.endpoints() == {running.spec: running.endpoint}
    assert "database system is ready" in desk.log_tail("pg")


def test_that_the_gui_thread_goes_on_while_a_server_starts(desk: ServerDesk, qtbot: QtBot) -> None:
    desk.add(PG)
    beats: list[float] = []
    timer = QTimer(interval=10)
    timer.timeout.connect(lambda: beats.append(time.monotonic()))
    timer.start()
    started = time.monotonic()
    desk.start("pg")
    assert time.monotonic() - started < within(0.05)
    assert entry(desk, "pg").state is DeskState.STARTING
    until(desk, qtbot, "pg", DeskState.RUNNING)
    gaps = [late - early for early, late in pairwise(beats)]
    assert max(gaps) < 0.25


def test_that_a_stopped_server_is_gone_and_its_answers_stay(
    running: DeskEntry, desk: ServerDesk, qtbot: QtBot
) -> None:
    assert running.endpoint and running.endpoint.pid
    desk.stop("pg")
    stopped = until(desk, qtbot, "pg", DeskState.AVAILABLE)
    assert not Path(f"/proc/{running.endpoint.pid}").exists()
    assert stopped.capabilities == running.capabilities
    assert stopped.endpoint is None
    assert desk.endpoints() == {}
    assert "database system is ready" in desk.log_tail("pg")


def test_that_stopping_a_server_that_is_still_starting_stops_it(
    desk: ServerDesk, qtbot: QtBot
) -> None:
    desk.add(PG)
    desk.start("pg")
    desk.stop("pg")
    assert entry(desk, "pg").state is DeskState.STOPPING
    until(desk, qtbot, "pg", DeskState.AVAILABLE)
    assert desk.endpoints() == {}


def test_that_a_server_a_campaign_works_on_can_neither_be_stopped_nor_forgotten(
    running: DeskEntry, desk: ServerDesk, qtbot: QtBot
) -> None:
    desk.lock(["pg"])
    with pytest.raises(CipherbenchError, match="while a campaign works on it"):
        desk.stop("pg")
    with pytest.raises(CipherbenchError, match="while a campaign works on it"):
        desk.forget("pg")
    assert entry(desk, "pg").running
    desk.unlock()
    desk.stop("pg")
    until(desk, qtbot, "pg", DeskState.AVAILABLE)


def test_that_a_server_that_is_not_there_fails_with_a_sentence(
    desk: ServerDesk, qtbot: QtBot
) -> None:
    desk.add(NOWHERE, "secret")
    desk.start("away")
    failed = until(desk, qtbot, "away", DeskState.FAILED)
    assert "127.0.0.1:1" in failed.reason
    assert failed.error is not None and failed.error.hint
    assert desk.endpoints() == {}


def test_that_a_server_at_an_address_waits_for_its_password(desk: ServerDesk, qtbot: QtBot) -> None:
    desk.add(NOWHERE)
    desk.ensure_probed(["away"])
    assert desk.needs_password("away")
    assert entry(desk, "away").state is DeskState.AVAILABLE
    desk.give_password("away", "secret")
    assert not desk.needs_password("away")
    until(desk, qtbot, "away", DeskState.FAILED)


def test_that_a_password_shows_nowhere(running: DeskEntry, desk: ServerDesk, qtbot: QtBot) -> None:
    desk.add(by_socket(running), "s3cret-word")
    desk.start("by-socket")
    reached = until(desk, qtbot, "by-socket", DeskState.RUNNING)
    assert desk.passwords() == {"by-socket": "s3cret-word"}
    assert "s3cret-word" not in repr(reached) + repr(desk.specs()) + desk.log_tail("by-socket")
    desk.forget("by-socket")
    assert desk.passwords() == {}


def test_that_leaving_a_server_at_an_address_leaves_it_running(
    running: DeskEntry, desk: ServerDesk, qtbot: QtBot
) -> None:
    desk.add(by_socket(running), "")
    desk.start("by-socket")
    until(desk, qtbot, "by-socket", DeskState.RUNNING)
    desk.stop("by-socket")
    until(desk, qtbot, "by-socket", DeskState.AVAILABLE)
    assert outcome(desk, qtbot, lambda: desk.test("pg")).error is None


@pytest.mark.slow
def test_that_a_test_tells_that_a_server_was_killed(
    running: DeskEntry, desk: ServerDesk, qtbot: QtBot
) -> None:
    assert running.endpoint and running.endpoint.pid
    os.kill(running.endpoint.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: outcome(desk, qtbot, lambda: desk.test("pg")).error is not None)
    assert entry(desk, "pg").state is DeskState.FAILED
    desk.start("pg")
    until(desk, qtbot, "pg", DeskState.RUNNING)


def test_that_a_server_can_be_tried_without_being_added(desk: ServerDesk, qtbot: QtBot) -> None:
    tried = outcome(desk, qtbot, lambda: desk.try_out(PG, None))
    assert tried.error is None and tried.version
    assert desk.entries() == []


def test_that_closing_stops_every_server_and_is_quick(
    home: Path, desk: ServerDesk, qtbot: QtBot
) -> None:
    before = set((home / "servers").iterdir())
    desk.add(PG)
    desk.start("pg")
    running = until(desk, qtbot, "pg", DeskState.RUNNING)
    desk.add(NOWHERE, "")
    desk.start("away")
    desk.add(ServerSpec("late", Source.EMBEDDED, "postgresql"))
    desk.start("late")
    started = time.monotonic()
    desk.close()
    assert time.monotonic() - started < within(6)
    assert running.endpoint and running.endpoint.pid
    assert not Path(f"/proc/{running.endpoint.pid}").exists()
    assert running.endpoint.socket and not Path(running.endpoint.socket).exists()
    assert set((home / "servers").iterdir()) <= before


def test_that_a_plans_server_gets_a_new_name_where_another_has_it(desk: ServerDesk) -> None:
    desk.add(PG)
    assert desk.adopt(PG) == "pg"
    other = ServerSpec("pg", Source.ADDRESS, "postgresql", host="db.example")
    assert desk.adopt(other) == "pg-2"
    assert desk.adopt(other) == "pg-2"
    assert [spec.name for spec in desk.specs()] == ["pg", "pg-2"]


def test_that_a_name_is_taken_once(desk: ServerDesk) -> None:
    desk.add(PG)
    with pytest.raises(CipherbenchError, match="named “pg”"):
        desk.add(PG)
    assert desk.fresh_name("pg") == "pg-2"


def test_that_what_was_found_here_cannot_be_forgotten(desk: ServerDesk, qtbot: QtBot) -> None:
    for spec in read_plan("demo").servers:
        desk.adopt(spec)
    desk.discover()
    qtbot.waitUntil(lambda: desk.discovered)
    assert [spec.name for spec in desk.specs()].count("postgresql") == 1
    with pytest.raises(CipherbenchError, match="stays in the list"):
        desk.forget("postgresql")


def by_socket(running: DeskEntry) -> ServerSpec:
    assert running.endpoint is not None
    return ServerSpec(
        "by-socket",
        Source.ADDRESS,
        "postgresql",
        port=running.endpoint.port,
        socket=running.endpoint.socket,
        user=running.endpoint.user,
        database=running.endpoint.database,
    )
