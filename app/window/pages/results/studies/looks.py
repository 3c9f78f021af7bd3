"""How studies look in charts and tables: colours of their own, none of them an engine's."""

from __future__ import annotations

from collections.abc import Sequence

from app.report.published.laid import Laid
from widgets.look.series import SeriesLook, register_series

_LOOKS = {
    "study-1": SeriesLook("#6b46c1", "#b9a0f5", "dash", "o"),
    "study-2": SeriesLook("#7a6a00", "#d8c545", "dot", "s"),
    "study-3": SeriesLook("#4d5666", "#b8c1cf", "dash-dot", "d"),
}
register_series(_LOOKS)


def look_of(laid: Sequence[Laid], name: str) -> str:
    """The colour key of the study called `name` among those that are laid beside."""
    at = [each.study.name for each in laid].index(name)
    return list(_LOOKS)[at % len(_LOOKS)]
