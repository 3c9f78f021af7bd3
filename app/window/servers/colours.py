"""The colour of each server: its engine's, and a shade of it for the second of one engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from widgets.look.theme import shaded


def colour_keys(servers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Colour keys by name, given names and engines in the order in which they are shown."""
    seen: Counter[str] = Counter()
    keys = {}
    for name, engine in dict(servers).items():
        keys[name] = shaded(engine, seen[engine])
        seen[engine] += 1
    return keys
