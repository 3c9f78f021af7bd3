"""How a program is met at a certain moment: before a server at an address the proxy holds the
connection there; of a server of ours it is seen by what the program has written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.faults.table.fault import Act, Moment
from tests.faults.table.meddler import Act as Meddling
from tests.faults.table.scene import Scene
from tests.patience import wait_until


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
    """Wait until the program is at a moment."""
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
