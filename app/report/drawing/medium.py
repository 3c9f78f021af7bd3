"""What a chart is drawn for: paper, or a screen with colours, words and numbers of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.report.words.series import (
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
from engines.contract.message import Message, localised


@dataclass(frozen=True)
class Colours:
    """Colours (`#rrggbb`) of what stands for no series."""

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
    """`colour` is that of a key, `words` those of a message, `digits` a number with so many
    decimals."""

    inks: Colours
    colour: Callable[[str], str]
    words: Callable[[Message], str]
    digits: Callable[[float, int], str]


def _plain(value: float, decimals: int) -> str:
    return localised(f"{value:,.{decimals}f}")


ON_PAPER = Medium(Colours(), paper_colour, str, _plain)


@dataclass(frozen=True)
class RangeZone:
    """Where a range of the axis of graph `number` can be chosen, and what stands at a place of
    it."""

    number: int
    left: float
    top: float
    right: float
    bottom: float
    value_at: Callable[[float], float]


@dataclass(frozen=True)
class HoverMark:
    """A mark that can be pointed at: where its middle is in a drawing, and what is said of it."""

    x: float
    y: float
    text: Callable[[], str]
