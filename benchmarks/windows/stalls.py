"""How long the window keeps a user waiting while a campaign runs.

The real window runs a short form of the demo (every engine at hand, plaintext and AES-128, real
worker processes on the same cores), and then one on twelve servers. A timer of 5 ms beats in the
GUI thread from the start of the campaign until a second after its end; a stall is what a beat comes
too late. One stall counts as one beat, however many others it swallowed.
"""

from __future__ import annotations

import sys

from benchmarks.children import ask, surroundings

_FIGURES = {"demo": "gui_stall", "twelve": "gui_stall_twelve"}


def measure() -> dict[str, float]:
    """`gui_stall_p999_ms` and `gui_stall_max_ms`, and both with twelve servers."""
    figures: dict[str, float] = {}
    for which, name in _FIGURES.items():
        with surroundings() as where:
            found = ask("windows.campaign_window", [which], where)
        reported = ", ".join(f"{key} {value:.1f}" for key, value in found.items())
        print(f"  {which}: {reported}", file=sys.stderr, flush=True)
        figures |= {f"{name}_{key}": found[key] for key in ("p999_ms", "max_ms")}
    return figures
