"""What the window holds in memory while nobody uses it.

The program as it is started on every day but the first, offscreen, once it has loaded what pages
need and settled; resident memory of its process, shared libraries included.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

from benchmarks.children import ask, surroundings
from benchmarks.windows.start import make_store

_TIMES = 3


def measure() -> dict[str, float]:
    """`window_rest_mb`: the median of three windows."""
    with surroundings() as where:
        make_store(Path(where["CIPHERBENCH_HOME"]))
        found = [ask("windows.first_window", ["rest"], where) for _ in range(_TIMES)]
    return {"window_rest_mb": median(each["rest_mb"] for each in found)}
