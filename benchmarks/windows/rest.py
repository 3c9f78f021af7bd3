"""What the window holds in memory while nobody uses it.

The program as it is started on every day but the first, offscreen, once it has loaded what pages
need and settled; resident memory of its process, shared libraries included.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import psutil

from benchmarks.children import Surroundings, surroundings
from benchmarks.windows.start import make_store

_TIMES = 3
_REST_SECONDS = 10.0


def measure() -> dict[str, float]:
    """`window_rest_mb`: the median of three windows."""
    with surroundings() as where:
        make_store(Path(where["CIPHERBENCH_HOME"]))
        return {"window_rest_mb": median(_weighed(where) for _ in range(_TIMES))}


def _weighed(where: Surroundings) -> float:
    window = subprocess.Popen([sys.executable, "-m", "app"], env=dict(where))
    try:
        time.sleep(_REST_SECONDS)
        return float(psutil.Process(window.pid).memory_info().rss) / 1e6
    finally:
        window.terminate()
        window.wait()
