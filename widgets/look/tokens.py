"""The design tokens themselves, free of Qt so that exports can use them too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

# How series look that the program has named; free of Qt.
#
# Charts and lists ask for a series by its key. What a key stands for is the program's affair: it
# registers the looks of those it wants to be the same everywhere.

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


@dataclass(frozen=True)
class Palette:
    """The colours of one scheme as `#rrggbb`.

    Text, muted, accent, good, warning and bad keep a contrast of at least 4.5 to 1 on window,
    surface and raised (WCAG 2.2, 1.4.3); the colours of series that nobody has named, `spare`, keep
    3 to 1 on surface (1.4.11).
    """

    name: str
    window: str
    surface: str
    raised: str
    border: str
    control: str
    text: str
    muted: str
    disabled: str
    accent: str
    accent_text: str
    good: str
    warning: str
    bad: str
    grid: str
    spare: tuple[str, ...]

    @property
    def is_dark(self) -> bool:
        return self.name == "dark"

    def tone(self, tone: str | None) -> str:
        """The ink of a tone: good, warning, bad, accent, muted; else ordinary text."""
        tones = {
            "good": self.good,
            "warning": self.warning,
            "bad": self.bad,
            "accent": self.accent,
            "muted": self.muted,
            "neutral": self.muted,
        }
        return tones.get(tone or "", self.text)


LIGHT = Palette(
    name="light",
    window="#f4f5f7",
    surface="#ffffff",
    raised="#eceef2",
    border="#d9dce3",
    control="#868e9c",
    text="#1b1f27",
    muted="#596170",
    disabled="#9aa1ad",
    accent="#4a45b5",
    accent_text="#ffffff",
    good="#17713a",
    warning="#8a5a00",
    bad="#b3261e",
    grid="#e6e8ed",
    spare=("#5b3a99", "#6b7a00", "#3d4654", "#a07c00", "#0d5e78", "#7a4a32"),
)

DARK = Palette(
    name="dark",
    window="#16181d",
    surface="#1e2127",
    raised="#2a2e36",
    border="#363b45",
    control="#737b8a",
    text="#e7e9ee",
    muted="#a0a7b4",
    disabled="#666d7a",
    accent="#a5a2f5",
    accent_text="#16181d",
    good="#5fc98a",
    warning="#e3b341",
    bad="#ff8f85",
    grid="#2d323b",
    spare=("#b79cf0", "#c3cf5a", "#c2c8d2", "#f0cf5f", "#63bfe0", "#c9a08a"),
)


def mix(start: str, end: str, share: float) -> str:
    """The colour `share` (0 to 1) of the way from `start` to `end`, both `#rrggbb`."""
    channels = [(int(start[i : i + 2], 16), int(end[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in channels)


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, definition)."""
    brighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
