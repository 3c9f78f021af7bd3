"""What the first visit to a page costs, and another theme with all pages made.

The real window on a store of a hundred campaigns goes to every page once, as a click in the rail
does: CPU time of its thread from the click to the painted page. Then, with each page in front, it
takes the other colours.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.children import ask, surroundings
from benchmarks.windows.filled_store import fill

_KINDS = "visit", "theme"


def measure() -> dict[str, float]:
    """The slowest page of each: `visit_cpu_ms` and `theme_cpu_ms`; and `visit_after_ms`, the
    longest that the window is busy at a stretch once the page is painted."""
    with surroundings() as where, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.sqlite"
        fill(file)
        found = ask("windows.visited_window", [str(file)], where)
    reported = ", ".join(f"{key} {value:.0f}" for key, value in found.items())
    print(f"  {reported}", file=sys.stderr, flush=True)
    after = {key for key in found if key.endswith("_after_ms")}
    slowest = {
        f"{kind}_cpu_ms": max(
            value for key, value in found.items() if key.startswith(kind) and key not in after
        )
        for kind in _KINDS
    }
    return slowest | {"visit_after_ms": max(found[key] for key in after if "visit" in key)}
