"""How long the window keeps a user waiting while a campaign runs.

The real window runs a short form of the demo: every engine at hand, plaintext and AES-128, real
worker processes on the same cores. A timer of 5 ms beats in the GUI thread from the start of the
campaign until a second after its end; a stall is what a beat comes too late. One stall counts as
one beat, however many others it swallowed.
"""

from __future__ import annotations

from benchmarks.children import ask, surroundings


def measure() -> dict[str, float]:
    """`gui_stall_p999_ms` and `gui_stall_max_ms`."""
    with surroundings() as where:
        found = ask("windows.campaign_window", [], where)
    return {key: found[key] for key in ("gui_stall_p999_ms", "gui_stall_max_ms")}
