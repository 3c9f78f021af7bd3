"""The desk of servers, with real ones: started, asked, refused, killed and stopped."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import keyring
import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.plan.plan_file import read_plan
from app.servers.entry import ServerEntry, ServerState
from app.servers.opening import ServerTest
from app.system.password_sources import KEYRING_SERVICE, account_of
from app.window.servers.known_servers import KnownServers
from app.window.servers.server_words import starting_words
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.contract.protection import Protection, ProtectionKind
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from tests.app.keyrings import MemoryKeyring
from tests.patience import within

pytestmark = pytest.mark.slow
PG = ServerSpec("pg", Source.EMBEDDED, "postgresql")
NOWHERE = ServerSpec("away", Source.ADDRESS, "postgresql", host="127.0.0.1", port=1, user="dba")


@pytest.fixture
def known_servers(qtbot: QtBot, home: Path) -> Iterator[KnownServers]:
    made = KnownServers()
    yield made
    made.close()


class SlowKeyring(MemoryKeyring):
    """Answers when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.may_answer = threading.Event(), threading.Event()

    def get_password(self, service: str, username: str) -> str | None:
        found = super().get_password(service, username)
        self.asked.set()
        self.may_answer.wait(10)
        return found


@pytest.fixture
def slow() -> Iterator[SlowKeyring]:
    before, made = keyring.get_keyring(), SlowKeyring()
    keyring.set_keyring(made)
    yield made
    made.may_answer.set()
    keyring.set_keyring(before)


@pytest.fixture
def running(known_servers: KnownServers, qtbot: QtBot) -> ServerEntry:
    known_servers.add(PG)
    known_servers.start("pg")
    return until(known_servers, qtbot, "pg", ServerState.RUNNING)


def until(known_servers: KnownServers, qtbot: QtBot, name: str, state: ServerState) -> ServerEntry:
    qtbot.waitUntil(lambda: entry(known_servers, name).state is state)
    return entry(known_servers, name)


def entry(known_servers: KnownServers, name: str) -> ServerEntry:
    found = known_servers.entry(name)
    assert found is not None
    return found


def outcome(known_servers: KnownServers, qtbot: QtBot, act: Callable[[], None]) -> ServerTest:
    with qtbot.waitSignal(known_servers.tested) as report:
        act()
    assert report.args is not None
    tried = report.args[0]
    assert isinstance(tried, ServerTest)
    return tried


def test_that_this_machines_servers_are_found_by_their_engines_names(
    known_servers: KnownServers, qtbot: QtBot
) -> None:
    assert not known_servers.discovered
    known_servers.discover()
    qtbot.waitUntil(lambda: known_servers.discovered)
    assert {spec.name for spec in known_servers.specs()} >= {"postgresql", "firebird"}
    assert entry(known_servers, "postgresql").state is ServerState.AVAILABLE
    assert {kind.source for kind in known_servers.kinds() if kind.engine == "postgresql"} >= {
        Source.EMBEDDED,
        Source.ADDRESS,
    }
    for each in known_servers.entries():
        assert bool(each.reason) is (each.state is ServerState.UNAVAILABLE)


@pytest.mark.slow
def test_that_a_server_tells_what_it_can_do_stays_for_a_campaign_and_goes_when_it_is_stopped(
    running: ServerEntry, known_servers: KnownServers, qtbot: QtBot
) -> None:
    assert running.version
    assert running.capabilities is not None
    able = Protection("x", ProtectionKind.NATIVE, "aes", 128, "cbc")
    assert running.capabilities.why_not(able, "cbc") is None
    assert running.endpoint is not None
    assert known_servers.endpoints() == {running.spec: running.endpoint}
    assert "database system is ready" in known_servers.log_tail("pg")
    known_servers.lock(["pg"])
    with pytest.raises(CipherbenchError, match="while a campaign is using it"):
        known_servers.stop("pg")
    with pytest.raises(CipherbenchError, match="while a campaign is using it"):
        known_servers.forget("pg")
    assert entry(known_servers, "pg").running
    known_servers.unlock()
    known_servers.stop("pg")
    stopped = until(known_servers, qtbot, "pg", ServerState.AVAILABLE)
    assert running.endpoint.pid and not Path(f"/proc/{running.endpoint.pid}").exists()
    assert stopped.capabilities == running.capabilities
    assert stopped.endpoint is None
    assert known_servers.endpoints() == {}
    assert "database system is ready" in known_servers.log_tail("pg")


def test_that_the_gui_thread_goes_on_while_a_server_starts(
    known_servers: KnownServers, qtbot: QtBot
) -> None:
    known_servers.add(PG)
    beats: list[float] = []
    timer = QTimer(interval=10)
    timer.timeout.connect(lambda: beats.append(time.monotonic()))
    timer.start()
    started = time.monotonic()
    known_servers.start("pg")
    assert time.monotonic() - started < within(0.05)
    assert entry(known_servers, "pg").state is ServerState.STARTING
    until(known_servers, qtbot, "pg", ServerState.RUNNING)
    gaps = [late - early for early, late in pairwise(beats)]
    assert max(gaps) < 0.25


@pytest.mark.slow
def test_that_stopping_a_server_that_is_still_starting_stops_it(
    known_servers: KnownServers, qtbot: QtBot
) -> None:
    known_servers.add(PG)
    known_servers.start("pg")
    known_servers.stop("pg")
    assert entry(known_servers, "pg").state is ServerState.STOPPING
    until(known_servers, qtbot, "pg", ServerState.AVAILABLE)
    assert known_servers.endpoints() == {}


def test_that_a_server_that_is_not_there_fails_with_a_sentence(
    known_servers: KnownServers, qtbot: QtBot
) -> None:
    known_servers.add(NOWHERE, "secret")
    known_servers.start("away")
    failed = until(known_servers, qtbot, "away", ServerState.FAILED)
    assert "127.0.0.1:1" in str(failed.reason)
    assert failed.error is not None and failed.error.hint
    assert known_servers.endpoints() == {}


def test_that_a_server_at_an_address_waits_for_its_password(
    known_servers: KnownServers, qtbot: QtBot
) -> None:
    known_servers.add(NOWHERE)
    known_servers.ensure_probed(["away"])
    assert known_servers.needs_password("away")
    assert entry(known_servers, "away").state is ServerState.AVAILABLE
    known_servers.give_password("away", "secret")
    assert not known_servers.needs_password("away")
    until(known_servers, qtbot, "away", ServerState.FAILED)


def test_that_a_start_from_before_a_change_says_nothing_of_the_server_that_came(
    known_servers: KnownServers, qtbot: QtBot
) -> None:
    known_servers.add(NOWHERE, "secret")
    known_servers.start("away")
    known_servers.change("away", replace(NOWHERE, port=2))
    qtbot.waitUntil(lambda: not known_servers.jobs.busy)
    assert entry(known_servers, "away").state is ServerState.AVAILABLE


def test_that_a_late_answer_of_the_keyring_is_for_the_place_it_was_asked_for(
    known_servers: KnownServers, slow: SlowKeyring, qtbot: QtBot
) -> None:
    stays = replace(NOWHERE, name="stays", port=2)
    for each in (NOWHERE, stays):
        slow.stored[KEYRING_SERVICE, account_of(each)] = "old"
        known_servers.adopt(each)
    qtbot.waitUntil(slow.asked.is_set)
    known_servers.forget("away")
    known_servers.add(replace(NOWHERE, host="elsewhere.example"))
    slow.may_answer.set()
    qtbot.waitUntil(lambda: not known_servers.asking_keyring)
    assert known_servers.passwords() == {"stays": "old"}


@pytest.mark.slow
def test_that_a_password_shows_nowhere_and_leaving_a_server_at_an_address_leaves_it_running(
    running: ServerEntry, known_servers: KnownServers, qtbot: QtBot
) -> None:
    known_servers.add(by_socket(running), "s3cret-word")
    known_servers.start("by-socket")
    reached = until(known_servers, qtbot, "by-socket", ServerState.RUNNING)
    assert known_servers.passwords() == {"by-socket": "s3cret-word"}
    assert "s3cret-word" not in repr(reached) + repr(
        known_servers.specs()
    ) + known_servers.log_tail("by-socket")
    known_servers.stop("by-socket")
    until(known_servers, qtbot, "by-socket", ServerState.AVAILABLE)
    assert outcome(known_servers, qtbot, lambda: known_servers.test("pg")).error is None
    known_servers.forget("by-socket")
    assert known_servers.passwords() == {}


def test_that_a_test_tells_that_a_server_was_killed(
    running: ServerEntry, known_servers: KnownServers, qtbot: QtBot
) -> None:
    assert running.endpoint and running.endpoint.pid
    os.kill(running.endpoint.pid, signal.SIGKILL)
    qtbot.waitUntil(
        lambda: outcome(known_servers, qtbot, lambda: known_servers.test("pg")).error is not None
    )
    assert entry(known_servers, "pg").state is ServerState.FAILED
    known_servers.start("pg")
    until(known_servers, qtbot, "pg", ServerState.RUNNING)


@pytest.mark.slow
def test_that_a_server_can_be_tried_without_being_added(
    known_servers: KnownServers, qtbot: QtBot
) -> None:
    tried = outcome(known_servers, qtbot, lambda: known_servers.try_out(PG, None))
    assert tried.error is None and tried.version
    assert known_servers.entries() == []


def test_that_closing_stops_every_server_and_is_quick(
    home: Path, known_servers: KnownServers, qtbot: QtBot
) -> None:
    before = set((home / "servers").glob("*"))
    known_servers.add(PG)
    known_servers.start("pg")
    running = until(known_servers, qtbot, "pg", ServerState.RUNNING)
    known_servers.add(NOWHERE, "")
    known_servers.start("away")
    known_servers.add(ServerSpec("late", Source.EMBEDDED, "postgresql"))
    known_servers.start("late")
    started = time.monotonic()
    known_servers.close()
    assert time.monotonic() - started < within(6)
    assert running.endpoint and running.endpoint.pid
    assert not Path(f"/proc/{running.endpoint.pid}").exists()
    assert running.endpoint.socket and not Path(running.endpoint.socket).exists()
    assert set((home / "servers").iterdir()) <= before


def test_that_a_plans_server_gets_a_new_name_where_another_has_it(
    known_servers: KnownServers,
) -> None:
    known_servers.add(PG)
    assert known_servers.adopt(PG) == "pg"
    other = ServerSpec("pg", Source.ADDRESS, "postgresql", host="db.example")
    assert known_servers.adopt(other) == "pg-2"
    assert known_servers.adopt(other) == "pg-2"
    assert [spec.name for spec in known_servers.specs()] == ["pg", "pg-2"]


def test_that_a_server_that_was_renamed_is_known_to_older_plans(
    known_servers: KnownServers,
) -> None:
    known_servers.add(NOWHERE, "secret")
    known_servers.change("away", replace(NOWHERE, name="further"))
    assert known_servers.adopt(NOWHERE) == "further"
    assert known_servers.passwords() == {"further": "secret"}
    further = replace(NOWHERE, name="further")
    assert known_servers.adopt(further, ["further"]) == "further-2", "two of one plan stay two"


def test_that_a_name_is_taken_once(known_servers: KnownServers) -> None:
    known_servers.add(PG)
    with pytest.raises(CipherbenchError, match="named “pg”"):
        known_servers.add(PG)
    assert known_servers.fresh_name("pg") == "pg-2"


def test_that_what_was_found_here_cannot_be_forgotten(
    known_servers: KnownServers, qtbot: QtBot
) -> None:
    for spec in read_plan("demo").servers:
        known_servers.adopt(spec)
    known_servers.discover()
    qtbot.waitUntil(lambda: known_servers.discovered)
    assert [spec.name for spec in known_servers.specs()].count("postgresql") == 1
    with pytest.raises(CipherbenchError, match="cannot be removed from the list"):
        known_servers.forget("postgresql")


def by_socket(running: ServerEntry) -> ServerSpec:
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


def test_that_a_test_sees_that_a_server_at_an_address_is_another_process_by_now(
    known_servers: KnownServers, qtbot: QtBot
) -> None:
    """Its administrator has started it again: process and capabilities are those of now."""
    with closing(open_server(PG)) as theirs:
        end = theirs.endpoint
        spec = ServerSpec(
            "theirs", Source.ADDRESS, "postgresql", socket=end.socket, port=end.port, user=end.user
        )
        known_servers.add(spec, "")
        known_servers.start("theirs")
        before = until(known_servers, qtbot, "theirs", ServerState.RUNNING)
        assert before.endpoint and before.endpoint.pid == end.pid
        assert before.capabilities and before.capabilities.settings["work_mem"] == "4MB"
        theirs.stop()
        theirs.start_again(("-c", "work_mem=9MB"))
        qtbot.waitUntil(lambda: answers(theirs))
        tried = outcome(known_servers, qtbot, lambda: known_servers.test("theirs"))
        assert tried.error is None
        after = entry(known_servers, "theirs")
        assert after.running and after.endpoint and after.capabilities
        assert after.endpoint.pid == theirs.endpoint.pid != end.pid
        assert after.capabilities.settings["work_mem"] == "9MB"


def answers(server: Server) -> bool:
    with suppress(CipherbenchError):
        server.engine.servers.check_connection(server.endpoint)
        return True
    return False


def test_that_one_connects_to_a_server_at_an_address_and_starts_ours() -> None:
    ours, far = Source.EMBEDDED, Source.ADDRESS
    assert starting_words([ours, Source.CONTAINER]) == "Starting {0} …"
    assert starting_words([far]) == "Connecting to {0} …"
    assert starting_words([ours, far]) == "Starting or connecting to {0} …"


def test_that_what_is_only_asked_waits_until_a_campaign_has_ended(
    known_servers: KnownServers, qtbot: QtBot
) -> None:
    lite = ServerSpec("lite", Source.EMBEDDED, "sqlite")
    known_servers.adopt(lite)
    known_servers.lock([])
    assert known_servers.measuring
    known_servers.ensure_probed(["lite"])
    assert entry(known_servers, "lite").state is ServerState.AVAILABLE
    known_servers.unlock()
    until(known_servers, qtbot, "lite", ServerState.RUNNING)
