"""The medium that a chart is drawn for: paper, or a screen with its own colours, texts and
numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.report.words.colours import (
    BAD,
    BAND,
    FAINT,
    GOOD,
    GRID,
    INK,
    MUTED,
    PAPER,
    WARNING,
    paper_colour,
)
from engines.contract.message import Message, in_current_language


@dataclass(frozen=True)
class Colours:
    """Colours (`#rrggbb`) of everything that is not a series."""

    paper: str = PAPER
    ink: str = INK
    muted: str = MUTED
    grid: str = GRID
    faint: str = FAINT
    warning: str = WARNING
    good: str = GOOD
    bad: str = BAD
    band: str = BAND


@dataclass(frozen=True)
class Medium:
    """`colour` gives the colour of a key, `words` the text of a message, `digits` that of a number
    with so many decimals."""

    inks: Colours
    colour: Callable[[str], str]
    words: Callable[[Message], str]
    digits: Callable[[float, int], str]


def _plain(value: float, decimals: int) -> str:
    return in_current_language(f"{value:,.{decimals}f}")


ON_PAPER = Medium(Colours(), paper_colour, str, _plain)


@dataclass(frozen=True)
class RangeZone:
    """The rectangle in which a range of the x axis of graph `number` can be chosen; `value_at`
    gives the value at an x coordinate."""

    number: int
    left: float
    top: float
    right: float
    bottom: float
    value_at: Callable[[float], float]


@dataclass(frozen=True)
class HoverMark:
    """A mark with a tooltip: its middle in the drawing, and the text."""

    x: float
    y: float
    text: Callable[[], str]
