"""How each engine looks in every chart, table and picture; free of Qt."""

from __future__ import annotations

from typing import Literal, NamedTuple


class EngineLook(NamedTuple):
    """Colours (`#rrggbb`) on a light and on a dark surface, a line and a marker.

    Two engines differ for every colour sight, and without colour by line and marker. Markers have
    pyqtgraph's names: circle, square, triangle, diamond.
    """

    light: str
    dark: str
    line: Literal["solid", "dash", "dot", "dash-dot"]
    marker: Literal["o", "s", "t", "d"]


ENGINE_LOOKS = {
    "postgresql": EngineLook("#2468c4", "#6fa8f5", "solid", "o"),
    "mariadb": EngineLook("#b35a0b", "#e59a4a", "dash", "s"),
    "firebird": EngineLook("#8a1558", "#dd6aa8", "dash-dot", "t"),
    "sqlite": EngineLook("#12917f", "#5fe0c4", "dot", "d"),
}
"""Engine → its look; another engine gets one of the widgets' spare colours."""
