"""From the start of the process to the first painted window, ours against an empty plot.

Both are fresh processes with warm disk caches; ours finds a results store, as on every day but
the first, and so opens on the servers. The time runs from just before the process is
made until Qt has painted the window that it was told to show.
"""

from __future__ import annotations

import time
from pathlib import Path

from app.results.store.store import open_store
from benchmarks.children import Surroundings, ask, surroundings
from benchmarks.rounds import ratio_of_medians


def measure() -> dict[str, float]:
    """`start_ratio`: median time of our program over that of an empty pyqtgraph window."""
    with surroundings() as where:
        make_store(Path(where["CIPHERBENCH_HOME"]))
        _seconds("program", where)
        _seconds("empty", where)
        ratio = ratio_of_medians(
            lambda: _seconds("program", where), lambda: _seconds("empty", where), "s"
        )
    return {"start_ratio": ratio}


def make_store(folder: Path) -> None:
    """An empty store, as a program that was started before has one."""
    with open_store(str(folder / "cipherbench.sqlite"), write=True):
        pass


def _seconds(which: str, where: Surroundings) -> float:
    began = time.monotonic()
    return ask("windows.first_window", [which], where)["painted_at"] - began
