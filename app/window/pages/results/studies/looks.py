"""How studies look in charts and tables: as they do on paper, in colours of their own."""

from __future__ import annotations

from collections.abc import Sequence

from app.report.figures.laid import Laid
from app.report.words.series import STUDY_LOOKS
from widgets.look.series import SeriesLook, register_series

register_series({name: SeriesLook(*look) for name, look in STUDY_LOOKS.items()})


def look_of(laid: Sequence[Laid], name: str) -> str:
    """The colour key of the study `name` among those that are compared."""
    at = [each.study.name for each in laid].index(name)
    return list(STUDY_LOOKS)[at % len(STUDY_LOOKS)]


def looks_of(laid: Sequence[Laid]) -> list[str]:
    """Those of the studies that have a match."""
    return [look_of(laid, each.study.name) for each in laid if each.found]
