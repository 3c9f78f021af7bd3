"""Whether the results page keeps up with a large store: opening it, and scrolling in it.

A store of a hundred campaigns and a million probe samples is made once. Three times the real window
opens on it: how much longer the results page takes to show its newest campaign than SQLAlchemy
alone needs to read the same rows, and by how much beats of a 5 ms timer come too late while the
list and all tables are scrolled by the wheel, and while somebody goes down the list of campaigns.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.children import ask, surroundings
from benchmarks.windows.filled_store import CAMPAIGNS, fill

_TRIES = 3
_KEYS = (
    "results_page_extra_s",
    "results_page_ratio",
    "results_scroll_stall_max_ms",
    "results_step_stall_max_ms",
)


def measure() -> dict[str, float]:
    """`results_page_extra_s`, `results_page_ratio` and both stalls, the best of three windows."""
    found = []
    with surroundings() as where, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.sqlite"
        fill(file)
        for _ in range(_TRIES):
            one = ask("windows.results_window", [str(file), str(CAMPAIGNS)], where)
            one["results_page_ratio"] = one["results_page_s"] / one["results_page_bare_s"]
            reported = ", ".join(f"{key} {value:.3f}" for key, value in one.items())
            print(f"  {reported}", file=sys.stderr, flush=True)
            found.append(one)
    return {key: min(one[key] for one in found) for key in _KEYS}
