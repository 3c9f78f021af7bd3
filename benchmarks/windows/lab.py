"""How smooth the pattern lab is with large pictures: frames while they are moved, and stalls.

The real window encrypts a picture of 12 and one of 50 megapixels through embedded PostgreSQL under
ECB and CBC, then zooms and drags the three pictures. A frame is the time to paint all of them; a
stall is what a beat of a 5 ms timer comes too late from encrypting to the last frame.
"""

from __future__ import annotations

import sys

from benchmarks.children import ask, surroundings

_MEGAPIXELS = (12, 50)


def measure() -> dict[str, float]:
    """`lab_frame_ms` (95th percentile) and `lab_stall_p999_ms`, of the worse picture."""
    found = []
    with surroundings() as where:
        for size in _MEGAPIXELS:
            one = ask("windows.lab_window", [str(size)], where)
            reported = ", ".join(f"{key} {value:.1f}" for key, value in one.items())
            print(f"  {size} megapixels: {reported}", file=sys.stderr, flush=True)
            found.append(one)
    keys = ("lab_frame_ms", "lab_stall_p999_ms")
    return {key: max(one[key] for one in found) for key in keys}
