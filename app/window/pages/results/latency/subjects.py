"""Cells under load as the charts show them: colours, pens and markers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hdrh.histogram import HdrHistogram
from PySide6.QtCore import Qt

from app.results.events import ProbeSample
from app.results.records import CellRecord
from app.window.shared.run_words import case_words
from widgets.look.names import isolated, shortened
from widgets.look.series import SeriesLook, register_series

_LOOKS = {
    "load-1": SeriesLook("#2468c4", "#6fa8f5", "solid", "s"),
    "load-2": SeriesLook("#b35a0b", "#e59a4a", "solid", "t1"),
    "load-3": SeriesLook("#8a1558", "#dd6aa8", "solid", "d"),
    "load-4": SeriesLook("#12917f", "#5fe0c4", "solid", "o"),
}
register_series(_LOOKS)

PENS = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DashDotLine)
"""Of the first, the second and the third case."""

_BASELINE = "neutral"


@dataclass(frozen=True)
class Subject:
    """A cell under load: how its lines look, its histogram (ns), and samples of one of its runs."""

    label: str
    colour_key: str
    pen: Qt.PenStyle
    symbol: str
    hollow: bool
    cell: CellRecord
    histogram: HdrHistogram | None = None
    samples: Sequence[ProbeSample] = field(default=())


def subjects_of(cells: Sequence[CellRecord], baseline: str) -> list[Subject]:
    """A colour for each protection, the baseline without one, and a pen for each case."""
    cases = list(dict.fromkeys(cell.case for cell in cells))
    protections = [name for name in dict.fromkeys(c.protection for c in cells) if name != baseline]
    subjects = []
    for cell in cells:
        plain = cell.protection == baseline
        number = 0 if plain else protections.index(cell.protection) % len(_LOOKS)
        key = _BASELINE if plain else list(_LOOKS)[number]
        subjects.append(
            Subject(
                _label(cell, several=len(cases) > 1),
                key,
                PENS[cases.index(cell.case) % len(PENS)],
                "o" if plain else _LOOKS[key].marker,
                plain,
                cell,
            )
        )
    return subjects


def _label(cell: CellRecord, *, several: bool) -> str:
    name = isolated(shortened(cell.protection))
    return f"{name} · {case_words(cell.workload, cell.case)}" if several else name
