"""Colours, lines and markers of engines, studies and curves in every chart and table. No Qt."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal, NamedTuple

from engines.registry import engine_names


class EngineLook(NamedTuple):
    """Colours (`#rrggbb`) on a light and on a dark surface, a line and a marker.

    Two engines differ for every colour sight, and without colour by line and marker. Markers have
    pyqtgraph's names: circle, square, triangle, diamond.
    """

    light: str
    dark: str
    line: Literal[
        "solid", "dash", "dot", "dash-dot", "dash-dot-dot", "long-dash", "long-dash-dot",
        "two-dash-dot",
    ]  # fmt: skip
    marker: Literal["o", "s", "t", "d", "t1", "p", "h", "star"]


PALETTE = (
    EngineLook("#2468c4", "#6fa8f5", "solid", "o"),
    EngineLook("#b35a0b", "#e59a4a", "dash", "s"),
    EngineLook("#8a1558", "#dd6aa8", "dash-dot", "t"),
    EngineLook("#12917f", "#5fe0c4", "dot", "d"),
    EngineLook("#19007a", "#804de8", "dash-dot-dot", "star"),
    EngineLook("#5d5b33", "#f0cf01", "long-dash", "p"),
    EngineLook("#41070c", "#d91c48", "two-dash-dot", "t1"),
    EngineLook("#7e9653", "#d5f688", "long-dash-dot", "h"),
)
"""Looks of engines in the order of the registry. Any two colours of a scheme are 20 or more apart
(CIE76) for all sights, and have a contrast of 3 to 1 or more to their surface."""

STUDY_LOOKS = {
    "study-1": EngineLook("#6b46c1", "#b9a0f5", "dash", "o"),
    "study-2": EngineLook("#7a6a00", "#d8c545", "dot", "s"),
    "study-3": EngineLook("#4d5666", "#b8c1cf", "dash-dot", "d"),
}
"""Published studies beside a campaign, in their order: hollow marks, in no engine's colour."""

CURVE_LOOKS = {
    "curve-1": EngineLook("#2468c4", "#6fa8f5", "solid", "s"),
    "curve-2": EngineLook("#b35a0b", "#e59a4a", "solid", "t1"),
    "curve-3": EngineLook("#8a1558", "#dd6aa8", "solid", "d"),
    "curve-4": EngineLook("#12917f", "#5fe0c4", "solid", "o"),
}
"""Lines that stand for no engine: protections under load, key lengths of a cipher."""


def looks() -> Mapping[str, EngineLook]:
    """Looks by colour key. An engine that comes after the palette has none, and gets one of the
    widgets' spare colours."""
    return _looks(engine_names())


@cache
def _looks(engines: tuple[str, ...]) -> Mapping[str, EngineLook]:
    return {**dict(zip(engines, PALETTE, strict=False)), **STUDY_LOOKS, **CURVE_LOOKS}


NEUTRAL = "neutral"
"""The key of what others are compared with: `MUTED` on paper."""

PAPER, INK, MUTED, GRID, FAINT = "#ffffff", "#1b1f27", "#596170", "#e6e8ed", "#e8e9eb"
WARNING, GOOD, BAD, BAND = "#8a4b00", "#1f7a4d", "#b3261e", "#eeedfa"
"""Colours of what is drawn on paper: those of the light scheme on the screen."""

_SPARE = ("#5b3a99", "#6b7a00", "#3d4654", "#a07c00", "#0d5e78", "#7a4a32")
_SHADE, _SHADES = "~", (0.45, 0.7, 0.25)


def colour_keys(servers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The colour key of each server, given names and engines in the order in which they are shown:
    its engine's, and a shade of it for a second server of one engine."""
    seen: Counter[str] = Counter()
    keys = {}
    for name, engine in dict(servers).items():
        keys[name] = f"{engine}{_SHADE}{seen[engine]}" if seen[engine] else engine
        seen[engine] += 1
    return keys


def paper_colour(key: str) -> str:
    """The colour of a key on paper, as the screen has it in its light scheme; `#rrggbb` is one."""
    if key.startswith("#"):
        return key
    if key == NEUTRAL:
        return MUTED
    plain, _, shade = key.partition(_SHADE)
    if look := looks().get(plain):
        share = _SHADES[(int(shade) - 1) % len(_SHADES)] if shade else 0.0
        return mixed(look.light, INK, share)
    return _SPARE[zlib.crc32(key.encode()) % len(_SPARE)]


def mixed(start: str, end: str, share: float) -> str:
    """The colour `share` (0 to 1) of the way from one to another."""
    channels = [(int(start[i : i + 2], 16), int(end[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in channels)
