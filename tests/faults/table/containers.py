"""What befalls the container that a campaign measures in."""

from __future__ import annotations

from typing import Any

import psutil

from engines.container.daemon import LABEL, daemon
from tests.faults.table.fault import Act, Fault, Moment, On, impatient, nothing
from tests.faults.table.scene import Scene
from tests.patience import wait_until


def to_the_container(what: str, **how: Any) -> Act:
    """Have somebody at the daemon do something to it."""

    def act(scene: Scene) -> None:
        scene.wait_for("[1 of")
        with daemon() as client:
            found = client.containers.list(filters={"label": LABEL})
            [box] = [each for each in found if f" {scene.program.pid} " in f"{each.labels[LABEL]} "]
            inside = psutil.Process(box.attrs["State"]["Pid"])
            wait_until(lambda: any(map(scene.is_inside, inside.children(recursive=True))))
            scene.hold(scene.worker())
            scene.see()
            getattr(box, what)(**how)
        scene.release()

    return act


def _row(name: str, act: Act, says: str) -> Fault:
    return Fault(
        name=name, moment=Moment.OPERATION, on=On.POSTGRESQL_BOX, code=1, says=(says,), inject=act,
        arrange=impatient(nothing),
    )  # fmt: skip


ROWS = (
    _row("the container is paused", to_the_container("pause"), "Resume it: `docker unpause"),
    _row("the container is killed", to_the_container("kill"),
         "The container ended (exit code 137)"),
    _row("the container is removed", to_the_container("remove", force=True, v=True),
         "Its container was removed by someone else."),
)  # fmt: skip
