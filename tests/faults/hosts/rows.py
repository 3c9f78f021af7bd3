"""The table: what befalls a coordinator and its hosts in the midst of a campaign; and a row of it
at work, with what must hold at its end."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from app.hosts.batch_coordination import PATIENCE_SECONDS
from app.hosts.messages import ShareState
from tests.families import family, send
from tests.faults.hosts.stage import HOSTS, MOST_SECONDS, Program, Stage, await_gone
from tests.patience import wait_until

VICTIM = HOSTS[0]
LONGEST_SECONDS = 600


@dataclass
class Play:
    """The programs, and `gone_s`, how long children of a killed one lived on."""

    stage: Stage
    coordinator: Program
    hosts: dict[str, Program]
    gone_s: float | None = None

    @property
    def victim(self) -> Program:
        return self.hosts[VICTIM]

    def bury(self, program: Program) -> None:
        """Kill a program by −9, and wait until all that it had started is gone; what stood still
        with it goes on."""
        everyone = program.family
        program.process.kill()
        program.process.wait()
        send(signal.SIGCONT, everyone)
        self.gone_s = await_gone(everyone)

    def again(self) -> None:
        """Start the host again. The server may hold the name for a lost connection for a while."""

        def joined() -> bool:
            started = self.stage.start_host(VICTIM)
            wait_until(
                lambda: "joined" in started.message or started.process.poll() is not None,
                LONGEST_SECONDS,
            )
            self.hosts[VICTIM] = started
            return started.process.poll() is None

        wait_until(joined, LONGEST_SECONDS)

    def await_end(self, hosts: Sequence[str]) -> None:
        """Until the shares of these have ended, whatever becomes of the store meanwhile."""

        def over() -> bool:
            time.sleep(0.2)  # to be asked costs the server time
            with suppress(SQLAlchemyError, AssertionError):
                states = self.states()
                return all(states[host].over for host in hosts)
            return False

        wait_until(over, LONGEST_SECONDS)

    def states(self) -> dict[str, ShareState]:
        """Of the last share of each host."""
        return {host: ShareState(state) for _, host, state, _ in self.stage.shares()}

    def check_nobody_stays(self) -> None:
        """End all programs, with what they had started."""
        programs = (*self.hosts.values(), self.coordinator)
        families = [each for program in programs for each in program.family]
        for program in programs:
            program.end()
        await_gone(families)

    def report(self, name: str, **found: float) -> None:
        """One line more in the file that CIPHERBENCH_HOSTS_REPORT names."""
        reported = {
            "name": name,
            "network": self.stage.network.name,
            "hosts": len(self.hosts),
            **found,
        }
        reported["gone"] = self.gone_s
        if path := os.environ.get("CIPHERBENCH_HOSTS_REPORT"):
            with Path(path).open("a") as file:
                print(json.dumps(reported), file=file)


def begun(stage: Stage, hosts: int) -> Play:
    """A coordinator, and so many hosts that have joined."""
    coordinator = stage.coordinator()
    return Play(stage, coordinator, {name: stage.host(name) for name in HOSTS[:hosts]})


type Act = Callable[[Play], None]


def _nothing(play: Play) -> None:
    """The host comes back by itself."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """`strike` befalls a campaign; it is `lost` where the host does not come back by itself. Once
    the others have ended, `mend` has it back. Its campaign has `repetitions`. `own` is what the
    host itself says of it."""

    name: str
    strike: Act
    mend: Act = _nothing
    lost: bool = False
    hosts: int = 2
    repetitions: int = 30
    code: int | None = None
    own: str = ""

    @property
    def key(self) -> str:
        return "-".join(self.name.lower().replace("−", "").replace(",", "").split())


def _kill_host(play: Play) -> None:
    play.bury(play.victim)


def _stop_host(seconds: float) -> Act:
    def strike(play: Play) -> None:
        everyone = play.victim.family
        send(signal.SIGSTOP, everyone)
        if seconds:
            time.sleep(seconds)
            send(signal.SIGCONT, everyone)

    return strike


def _bury_and_start(play: Play) -> None:
    play.bury(play.victim)
    play.again()


def _cut(seconds: float) -> Act:
    def strike(play: Play) -> None:
        play.stage.network.cut(1)
        if seconds:
            time.sleep(seconds)
            play.stage.network.heal(1)

    return strike


def _end_heal_and_start(play: Play) -> None:
    """Who looks after the host ends it while it is cut off."""
    everyone = play.victim.family
    play.victim.end()
    play.gone_s = await_gone(everyone)
    play.stage.network.heal(1)
    play.again()


def _kill_coordinator(play: Play) -> None:
    play.bury(play.coordinator)
    time.sleep(5)
    play.coordinator = play.stage.coordinator()


def _stop_database(play: Play) -> None:
    everyone = family(play.stage.postmaster().pid)
    send(signal.SIGSTOP, everyone)
    time.sleep(20)
    send(signal.SIGCONT, everyone)


def _kill_once(play: Play) -> None:
    everyone = family(play.stage.postmaster().pid)
    send(signal.SIGKILL, everyone[:1])
    play.gone_s = await_gone(everyone)


def _kill_database(play: Play) -> None:
    _kill_once(play)
    play.coordinator.await_words(_SERVING, 2)


def _kill_database_often(play: Play) -> None:
    """Until the coordinator gives up, and `run` with it; then somebody starts it again."""
    for starts in range(2, 5):
        _kill_once(play)
        play.coordinator.await_words(_SERVING, starts)
    _kill_once(play)
    assert play.coordinator.wait(MOST_SECONDS) == 1
    output = "PostgreSQL ended 4 times in a row within a minute of its start."
    assert (
        output in play.coordinator.message
        and "Hosts keep their results." in play.coordinator.message
    )
    time.sleep(PATIENCE_SECONDS + 5)
    assert all(each.process.poll() is None for each in play.hosts.values()), "hosts wait for it"
    play.coordinator = play.stage.coordinator()


_SERVING = "Serving until Ctrl+C."


ROWS = (
    Row(name="host killed by −9, of four", strike=_kill_host, mend=Play.again, lost=True, hosts=4),
    Row(name="host stopped for 20 s", strike=_stop_host(20), repetitions=40),
    Row(name="host stopped for good", strike=_stop_host(0), mend=_bury_and_start, lost=True),
    Row(name="host cut off for 5 s", strike=_cut(5), repetitions=6),
    Row(name="host cut off for 20 s", strike=_cut(20), repetitions=40),
    Row(name="host cut off for good", strike=_cut(0), mend=_end_heal_and_start, lost=True),
    Row(name="coordinator killed by −9, started 5 s later", strike=_kill_coordinator),
    Row(name="its PostgreSQL stopped for 20 s", strike=_stop_database),
    Row(name="its PostgreSQL killed by −9", strike=_kill_database),
    Row(
        name="its PostgreSQL killed four times in a row",
        strike=_kill_database_often,
        repetitions=40,
        code=1,
    ),
)

SHARED_ROWS = (
    Row(
        name="host killed by −9",
        strike=_kill_host,
        mend=Play.again,
        lost=True,
        hosts=4,
        repetitions=4,
    ),
    Row(
        name="host stopped for good",
        strike=_stop_host(0),
        mend=_bury_and_start,
        lost=True,
        hosts=4,
        repetitions=4,
    ),
    Row(
        name="host cut off for good",
        strike=_cut(0),
        mend=_end_heal_and_start,
        lost=True,
        own="The store did not answer: this repetition ended on this host.",
        hosts=4,
        repetitions=4,
    ),
    Row(name="host stopped for 20 s", strike=_stop_host(20), hosts=4, repetitions=8),
)
"""In the midst of a load that all hosts send together."""
