"""A row of the table: a fault, the moment at which it comes, and what must hold then.

Before a server at an address the proxy holds the connection at that moment; of a server of ours it
is seen by what the program has written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum

from tests.faults.table.scene import Scene
from tests.patience import wait_until
from tests.proxies import Meddling


class Moment(StrEnum):
    """When something happens to a campaign of a few runs; what has runs behind it has one at least
    that is over."""

    BEFORE = "before the start"
    STARTING = "while servers start"
    PREPARING = "while a database is prepared"
    OPERATION = "in the middle of an operation"
    BETWEEN = "between two runs"
    STORING = "while results are stored"
    END = "at the end"
    RESUME = "during resume"


class On(StrEnum):
    SQLITE = "SQLite"
    POSTGRESQL = "PostgreSQL of ours"
    MARIADB = "MariaDB of ours"
    POSTGRESQL_AWAY = "PostgreSQL at an address"
    MARIADB_AWAY = "MariaDB at an address"
    POSTGRESQL_BOX = "PostgreSQL in a container"
    SEVERAL = "four servers of ours"
    LOCKSTEP = "two sides in turns, PostgreSQL of ours"
    LOAD = "requests to two sides at once, PostgreSQL of ours"


type Act = Callable[[Scene], None]


def nothing(scene: Scene) -> None:
    """Of a row that needs nothing before its start, or whose fault lies in wait from there on."""
    del scene


@dataclass(frozen=True)
class Fault:
    """`arrange` comes before the program starts, `inject` once it is at the moment; either tells
    the scene how to mend what it does.

    The program then ends with `code` (a signal's number, negative) and has said each of `says`.
    Without `begins` no campaign was made: once mended, the plan is run from its beginning. `stays`
    is what the program may leave until it is started again; at last nothing may be left.
    """

    name: str
    moment: Moment
    on: On
    code: int
    _: KW_ONLY
    says: tuple[str, ...] = ()
    arrange: Act = nothing
    inject: Act = nothing
    begins: bool = True
    stays: frozenset[str] = frozenset()
    completed: bool = False
    """Whether somebody else completes the campaign meanwhile."""
    quick: bool = False
    """Whether it takes so little that every run of the tests can have it."""

    @property
    def key(self) -> str:
        return re.sub(r"[^a-z0-9]+", "-", f"{self.name} {self.moment}, {self.on}".lower())


@dataclass(frozen=True)
class Sign:
    """The statement by which a moment is known, the how manieth time and how many turns on."""

    word: str
    times: int = 1
    turns: int = 0


SIGNS: Mapping[Moment, Sign] = {
    Moment.STARTING: Sign("create database", 1),  # of those that are made to see what it can do
    Moment.BETWEEN: Sign("create database", 3),
    Moment.PREPARING: Sign("create table municipio", 2),
    Moment.OPERATION: Sign("insert into notificacao", 4, 10),
    Moment.RESUME: Sign("insert into notificacao", 4, 10),
    Moment.END: Sign("drop database", 3),
}
"""Of a campaign of two runs, in its second one; a run inserts twice, first to warm up."""


def meddle(moment: Moment, act: Meddling) -> Act:
    """Lie in wait for a moment, to do something to the connection that it comes by."""

    def arrange(scene: Scene) -> None:
        sign = SIGNS[moment]
        times = sign.times - scene.done_before * sign.times // 2
        scene.meddler.lie_in_wait()
        scene.meddler.at(sign.word, act, times=times, turns=sign.turns)
        scene.mends(scene.meddler.mend)

    return arrange


def trap(moment: Moment) -> Act:
    """Have the proxy, where there is one, hold the connection at a moment."""

    def arrange(scene: Scene) -> None:
        if scene.proxy is not None:
            meddle(moment, scene.proxy.hold)(scene)

    return arrange


def impatient(then: Act) -> Act:
    """The plan calls silence what lasts five seconds."""

    def arrange(scene: Scene) -> None:
        text = scene.plan.read_text()
        assert "_seconds = 60" in text
        scene.plan.write_text(text.replace("_seconds = 60", "_seconds = 5"))
        then(scene)

    return arrange


def reach(scene: Scene, moment: Moment) -> None:
    if scene.proxy is not None:
        reached = scene.proxy.reached
        wait_until(lambda: reached.is_set() or scene.program.poll() is not None)
        assert reached.is_set(), scene.message
    else:
        _reach_on_ours(scene, moment)
    scene.see()


def _reach_on_ours(scene: Scene, moment: Moment) -> None:
    match moment:
        case Moment.STARTING:
            scene.keeper()
        case Moment.BETWEEN:
            scene.wait_for("[1 of")
        case Moment.OPERATION:
            scene.wait_for(f"[{scene.troupe.sides} of")
            scene.catch_the_worker()
        case Moment.END:
            scene.wait_for("Campaign 1 ")
        case _:
            raise ValueError(moment)
