"""Lines, boxes, the markers of series and the ticks of axes, as SVG draws them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

_RADIUS = 4.0


def marker(series: int, x: float, y: float, ink: str, fill: str, width: float = 1) -> str:
    style = f'fill="{fill}" stroke="{ink}"'
    style += f' stroke-width="{number(width)}"' if width != 1 else ""
    shape = _SHAPES[series % len(_SHAPES)]
    if shape is None:
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(_RADIUS)}" {style}/>'
    corners = " ".join(
        f"{number(x + _RADIUS * dx)},{number(y + _RADIUS * dy)}" for dx, dy in shape()
    )
    return f'<polygon points="{corners}" {style}/>'


def arrow(x: float, y: float, way: int, ink: str) -> str:
    """An arrow to the right (1) or left (−1), with its point at `x`."""
    back = x - way * 6
    ends = ((x, y), (back, y - 3), (back, y + 3))
    corners = " ".join(f"{number(one)},{number(other)}" for one, other in ends)
    return f'<polygon points="{corners}" fill="{ink}"/>'


def ticks(
    low: float, high: float, most: int, digits: Callable[[float, int], str]
) -> list[tuple[float, str]]:
    """At most so many round places of an axis, and how they are written."""
    rough = (high - low) / most
    scale = 10.0 ** math.floor(math.log10(rough))
    step = next(each * scale for each in (1, 2, 5, 10) if each * scale >= rough * (1 - 1e-9))
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    places = [at * step for at in range(first, last + 1)]
    return [(at, digits(at, decimals).replace("-", "−")) for at in places]


LOGARITHMIC_PERCENT = 200.0
"""From so many percent on an axis of costs is logarithmic: three times as much."""
_TIMES = (1.5, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)


def scaled_cost(percent: float, *, logarithmic: bool) -> float:
    """Where a cost is along its axis."""
    return math.log(max(0.05, 1 + percent / 100)) if logarithmic else percent


def times_ticks(
    high: float, most: int, digits: Callable[[float, int], str]
) -> Iterator[tuple[float, str]]:
    """Places of a logarithmic axis of costs in percent: 0, “×2”, “×10”."""
    yield 0.0, digits(0, 0)
    known = [each for each in _TIMES if 100 * (each - 1) <= high]
    step = max(1, math.ceil(len(known) / max(1, most)))
    for times in known[::-1][::step]:
        yield 100 * (times - 1), f"×{digits(times, 0 if times >= 2 else 1)}"


def number(value: float) -> str:
    """A length as short as it can be."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def box(x: float, y: float, width: float, height: float, ink: str) -> str:
    """A filled rectangle."""
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size} fill="{ink}"/>'


def across(x1: float, x2: float, y: float, ink: str) -> str:
    """A level line, as thin as a pixel."""
    return _line(x1, crisp(y), x2, crisp(y), ink)


def upright(x: float, y1: float, y2: float, ink: str) -> str:
    """An upright line, as thin as a pixel."""
    return _line(crisp(x), y1, crisp(x), y2, ink)


def crisp(place: float) -> float:
    """The middle of a pixel: a line between two of them would be grey and twice as wide."""
    return math.floor(place) + 0.5


def _line(x1: float, y1: float, x2: float, y2: float, ink: str) -> str:
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<line {ends} stroke="{ink}"/>'


def _regular(corners: int, turn: float = -90.0) -> Callable[[], Iterator[tuple[float, float]]]:
    def shape() -> Iterator[tuple[float, float]]:
        for at in range(corners):
            angle = math.radians(turn + 360 * at / corners)
            yield 1.15 * math.cos(angle), 1.15 * math.sin(angle)

    return shape


def _star() -> Iterator[tuple[float, float]]:
    for at in range(10):
        angle, reach = math.radians(-90 + 36 * at), 0.55 if at % 2 else 1.35
        yield reach * math.cos(angle), reach * math.sin(angle)


def _diamond() -> Iterator[tuple[float, float]]:
    yield from ((0, -1.3), (0.95, 0), (0, 1.3), (-0.95, 0))


_SHAPES: tuple[Callable[[], Iterator[tuple[float, float]]] | None, ...] = (
    None,
    _regular(4, 45),
    _regular(3),
    _diamond,
    _star,
    _regular(5),
    _regular(6),
    _regular(3, 90),
)
