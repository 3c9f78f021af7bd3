"""One manager for window, campaign and lab, with real servers and without Qt."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from app.processes.isolated_engine import open_isolated
from app.servers.entry import ServerAccess, ServerEntry, ServerState
from app.servers.jobs import Jobs
from app.servers.manager import ServerManager
from app.servers.opening import OpenedServer, ServerTest, meet, open_and_probe
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError, InputError, ServerUnavailable
from engines.contract.message import phrase
from engines.servers.server import Progress, Server, ServerSpec
from tests.patience import wait_until

pytestmark = pytest.mark.slow
PG = ServerSpec("pg", Source.EMBEDDED, "postgresql")
LITE = ServerSpec("lite", Source.EMBEDDED, "sqlite")
AWAY = ServerSpec("away", Source.ADDRESS, "postgresql", host="127.0.0.1", port=1, user="x")


class Watched(ServerManager):
    """Keeps what it has told, and in which thread."""

    def __init__(self) -> None:
        super().__init__(self._tell)
        self.reported: list[ServerEntry] = []
        self.threads: set[int] = set()

    def _tell(self, entry: ServerEntry) -> None:
        self.reported.append(entry)
        self.threads.add(threading.get_ident())

    def begin(self, *specs: ServerSpec) -> None:
        for spec in specs:
            self.know(spec)
            self.open(spec.name, partial(open_and_probe, spec, None))

    def states(self, name: str) -> list[ServerState]:
        return [each.state for each in self.reported if each.name == name]


@pytest.fixture
def manager(home: Path) -> Iterator[Watched]:
    made = Watched()
    yield made
    made.close()


def known(manager: ServerManager, name: str) -> ServerEntry:
    entry = manager.entry(name)
    assert entry is not None
    return entry


def test_that_servers_are_opened_side_by_side_and_informed_of_in_the_owners_thread(
    manager: Watched,
) -> None:
    manager.begin(PG, LITE, AWAY)
    assert {each.state for each in manager.entries()} == {ServerState.STARTING}
    manager.jobs.settle()
    pg, lite, away = (known(manager, name) for name in ("pg", "lite", "away"))
    assert pg.running and lite.running and pg.version and pg.capabilities is not None
    assert away.state is ServerState.FAILED and away.error is not None
    assert isinstance(away.error, ServerUnavailable) and away.lent is None
    assert set(manager.servers) == {"pg", "lite"}
    assert manager.threads == {threading.get_ident()}
    assert manager.states("pg") == [ServerState.STARTING, ServerState.RUNNING]
    assert pg.endpoint is not None
    assert pg.lent == ServerAccess("pg", pg.endpoint, pg.capabilities)
    with pytest.raises(InputError, match="named “pg”"):
        manager.know(PG)


def killed(manager: ServerManager) -> int:
    """The process of the server, which nobody answers for any more."""
    server = manager.servers["pg"]
    assert server.endpoint.pid is not None
    os.kill(server.endpoint.pid, signal.SIGKILL)
    wait_until(lambda: not answers(server))
    return server.endpoint.pid


def answers(server: Server) -> bool:
    with suppress(CipherbenchError):
        meet(server)
        return True
    return False


def test_that_a_server_that_was_killed_is_opened_again_or_lost(manager: Watched) -> None:
    manager.begin(PG)
    manager.jobs.settle()
    before, pid = manager.servers["pg"], killed(manager)
    manager.open_again("pg", partial(open_isolated, PG))
    after = known(manager, "pg")
    assert after.running and after.endpoint is not None and after.endpoint.pid != pid
    assert after.capabilities is not None and manager.servers["pg"] is not before
    killed(manager)
    tried: list[ServerTest] = []
    manager.enter("pg", tried.append)
    manager.jobs.settle()
    assert tried[0].error is not None and known(manager, "pg").error is tried[0].error
    assert manager.servers == {} and manager.endpoints() == {}
    assert "database system is ready" in manager.log_tail("pg")


def test_that_a_server_that_cannot_be_opened_again_has_failed_and_stays_to_be_asked_for(
    manager: Watched,
) -> None:
    manager.begin(LITE)
    manager.jobs.settle()

    def refuse() -> None:
        raise ServerUnavailable(phrase("No"), phrase("Not now."))

    with pytest.raises(ServerUnavailable, match="Not now"):
        manager.open_again("lite", refuse)  # type: ignore[arg-type]
    assert known(manager, "lite").state is ServerState.FAILED and "lite" in manager.servers
    manager.open_again("lite", partial(open_isolated, LITE))
    assert known(manager, "lite").running and known(manager, "lite").error is None


def test_that_steps_are_reported_seldom_but_the_first_of_each_fifth(manager: Watched) -> None:
    def way(progress: Progress) -> object:
        progress(phrase("Pulling {image}", image="x"), None)
        for part in range(1001):
            progress(phrase("Pulled {part}", part=str(part)), part / 1000)
        raise ServerUnavailable(phrase("No"), phrase("Nothing in it."))

    manager.know(LITE)
    manager.open("lite", way)  # type: ignore[arg-type]
    manager.jobs.settle()
    steps = [each.step for each in manager.reported if each.step.text]
    fifths = [int(5 * each.fraction) for each in steps if each.fraction is not None]
    assert str(steps[0].text) == "Pulling x" and sorted(set(fifths)) == [0, 1, 2, 3, 4, 5]
    assert len(fifths) < 40
    assert str(known(manager, "lite").reason) == "Nothing in it."


class Doors:
    """Real servers, each of which comes up when its door is opened."""

    def __init__(self, specs: tuple[ServerSpec, ...]) -> None:
        self.doors = {spec.name: threading.Event() for spec in specs}
        self.inside: list[str] = []

    def way(self, spec: ServerSpec) -> Callable[[Progress], OpenedServer]:
        def come(progress: Progress) -> OpenedServer:
            self.inside.append(spec.name)
            assert self.doors[spec.name].wait(20)
            return open_and_probe(spec, None, progress)

        return come


def test_that_so_many_servers_are_started_at_once_and_the_others_wait_in_line(
    manager: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.servers.manager.MOST_AT_ONCE", 2)
    specs = tuple(ServerSpec(f"lite-{n}", Source.EMBEDDED, "sqlite") for n in range(1, 6))
    doors = Doors((*specs, AWAY))
    for spec in (*specs, AWAY):
        manager.know(spec)
        manager.open(spec.name, doors.way(spec))
    wait_until(lambda: len(doors.inside) == 3)
    assert set(doors.inside) == {"lite-1", "lite-2", "away"}, "an address takes no core"
    assert known(manager, "lite-5").state is ServerState.STARTING
    manager.stop("lite-3")
    assert known(manager, "lite-3").state is ServerState.AVAILABLE, "nothing of it has begun"
    doors.doors["away"].set()
    doors.doors["lite-2"].set()

    def next_is_begun() -> bool:
        manager.jobs.deliver()
        return "lite-4" in doors.inside

    wait_until(next_is_begun)
    assert known(manager, "away").state is ServerState.FAILED
    assert known(manager, "lite-2").running and "lite-5" not in doors.inside
    for door in doors.doors.values():
        door.set()
    manager.close(20)
    assert not {"lite-3", "lite-5"} & set(doors.inside), "what waits is not begun by the end"


def test_that_a_server_that_comes_up_after_the_close_is_let_go(manager: Watched) -> None:
    manager.begin(PG)
    manager.close(30)
    assert all(each.endpoint is None for each in manager.reported) and manager.servers == {}
    manager.open("pg", partial(open_and_probe, PG, None))
    assert not manager.jobs.busy, "nothing is opened any more"


def test_that_settling_waits_for_what_begins_meanwhile_and_a_fault_of_ours_is_reported() -> None:
    jobs, come = Jobs(), []
    errors: list[CipherbenchError] = []

    def then(result: int) -> None:
        come.append(result)
        if result < 3:
            jobs.run(lambda: result + 1, then, errors.append)

    def broken() -> int:
        raise RuntimeError("a fault of ours")

    jobs.run(lambda: 1, then, errors.append)
    jobs.run(broken, then, errors.append)
    jobs.settle()
    assert come == [1, 2, 3] and not jobs.busy
    assert [each.message for each in errors] == ["This is a fault in Cipherbench: RuntimeError."]
