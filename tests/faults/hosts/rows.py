"""The table: what befalls a coordinator and its hosts in the midst of a campaign."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from app.hosts.batch_coordination import PATIENCE_SECONDS
from tests.families import below
from tests.faults.hosts.play import Play
from tests.faults.hosts.stage import MOST_SECONDS, await_gone, kill, stop, wake

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
        family = play.victim.family
        stop(family)
        if seconds:
            time.sleep(seconds)
            wake(family)

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
    family = play.victim.family
    play.victim.end()
    play.gone_s = await_gone(family)
    play.stage.network.heal(1)
    play.again()


def _kill_coordinator(play: Play) -> None:
    play.bury(play.coordinator)
    time.sleep(5)
    play.coordinator = play.stage.coordinator()


def _stop_database(play: Play) -> None:
    master = play.stage.postmaster()
    everyone = [master, *below(master.pid)]
    stop(everyone)
    time.sleep(20)
    wake(everyone)


def _kill_once(play: Play) -> None:
    master = play.stage.postmaster()
    everyone = [master, *below(master.pid)]
    kill([master])
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
