"""Looks of engines: kept by those that had one, told apart by everybody up to the eighth engine."""

from __future__ import annotations

import itertools

import pytest

from app.report.words.colours import PALETTE, looks
from widgets.look.theme import DARK, LIGHT, Palette, series_pen, series_style
from widgets.look.tokens import SeriesLook, contrast, register_series

SCHEMES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda p: p.name)
NUMBERED = {f"engine {number}": look for number, look in enumerate(PALETTE)}
PAIRS = list(itertools.combinations(NUMBERED, 2))

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def lab(colour: str, sight: str) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of a colour as somebody with that sight sees it."""
    rgb = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    rgb = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    matrix = BLINDNESS[sight]
    seen = [sum(m * c for m, c in zip(row, rgb, strict=True)) for row in matrix]
    r, g, b = (min(1.0, max(0.0, channel)) for channel in seen)
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(first: str, second: str, sight: str) -> float:
    """CIE76 colour difference; 2.3 is just noticeable."""
    pairs = zip(lab(first, sight), lab(second, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


@pytest.fixture(autouse=True)
def _registered() -> None:
    """As the main window does."""
    known = {**looks(), **NUMBERED}
    register_series({name: SeriesLook(*look) for name, look in known.items()})


def colour(engine: str, palette: Palette) -> str:
    return series_style(engine, palette).colour.name()


def test_that_every_engine_looks_as_it_always_did() -> None:
    seen = {
        name: (colour(name, LIGHT), colour(name, DARK), style.line, style.symbol)
        for name in ("postgresql", "mariadb", "firebird", "sqlite")
        for style in [series_style(name)]
    }
    assert seen == {
        "postgresql": ("#2468c4", "#6fa8f5", "solid", "o"),
        "mariadb": ("#b35a0b", "#e59a4a", "dash", "s"),
        "firebird": ("#8a1558", "#dd6aa8", "dash-dot", "t"),
        "sqlite": ("#12917f", "#5fe0c4", "dot", "d"),
    }


@SCHEMES
def test_that_engines_stand_out_from_the_surface(palette: Palette) -> None:
    for name in NUMBERED:
        assert contrast(colour(name, palette), palette.surface) >= 3


@SCHEMES
@pytest.mark.parametrize("sight", BLINDNESS)
def test_that_engines_differ_for_every_colour_sight(palette: Palette, sight: str) -> None:
    for first, second in PAIRS:
        assert difference(colour(first, palette), colour(second, palette), sight) > 15


def test_that_engines_differ_without_colour_too() -> None:
    styles = [series_style(engine) for engine in NUMBERED]
    assert len({style.line for style in styles}) == len(styles)
    assert len({style.symbol for style in styles}) == len(styles)
    dashes = {tuple(series_pen(s.colour, s.line).dashPattern()) for s in styles}
    assert len(dashes) == len(styles)
