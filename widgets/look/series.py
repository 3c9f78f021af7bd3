"""How series look that the program has named; free of Qt.

Charts and lists ask for a series by its key. What a key stands for is the program's affair: it
registers the looks of those it wants to be the same everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

type Line = Literal[
    "solid", "dash", "dot", "dash-dot", "dash-dot-dot", "long-dash", "long-dash-dot", "two-dash-dot"
]


@dataclass(frozen=True)
class SeriesLook:
    """Colours (`#rrggbb`) on a light and on a dark surface, with a contrast of at least 3 to 1
    (WCAG 2.2, 1.4.11), a line, and pyqtgraph's name of a marker."""

    light: str
    dark: str
    line: Line
    marker: str


def register_series(looks: Mapping[str, SeriesLook]) -> None:
    """Give keys a look of their own, before anything is painted."""
    _LOOKS.update(looks)


def registered_look(key: str) -> SeriesLook | None:
    """The look of a key; None if none is registered."""
    return _LOOKS.get(key)


_LOOKS: dict[str, SeriesLook] = {}
