"""The figures of studies in charts, in lanes below ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QCoreApplication

from app.report.published.laid import Laid
from app.results.published.beside import Beside
from app.window.pages.results.studies.looks import look_of
from app.window.pages.results.studies.rows import about, study_tip
from widgets.charts.forest_plot import Spot
from widgets.look.names import isolated

_tr = QCoreApplication.translate


def other_names(laid: Sequence[Laid]) -> Mapping[str, str]:
    """Look → the names of the studies that have it."""
    names: dict[str, list[str]] = {}
    for each in _matching(laid):
        names.setdefault(look_of(laid, each.study.name), []).append(each.study.short_name)
    return {look: ", ".join(known) for look, known in names.items()}


def cost_spots(
    laid: Sequence[Laid], server: str, rows: Sequence[str], operations: Sequence[str]
) -> Iterator[Spot]:
    """What studies say that each operation of a server's protections costs."""
    for told, row, series, lane in _places(laid, server, rows, operations):
        if (cost := told.cost) is not None:
            look = look_of(laid, told.study.name)
            yield Spot(
                row, series, cost.middle, cost.low, cost.high, _tip(told), look=look, lane=lane
            )


def value_spots(
    laid: Sequence[Laid],
    server: str,
    rows: Sequence[str],
    operations: Sequence[str],
    scale: float,
) -> Iterator[Spot]:
    """What studies measured themselves, divided by `scale`."""
    for told, row, series, lane in _places(laid, server, rows, operations):
        if told.value is not None:
            look = look_of(laid, told.study.name)
            yield Spot(row, series, told.value / scale, tip=_tip(told), look=look, lane=lane)


def _places(
    laid: Sequence[Laid], server: str, rows: Sequence[str], operations: Sequence[str]
) -> Iterator[tuple[Beside, int, int, int]]:
    """Row, series and lane of each; the lane 0 is ours."""
    series = {name.casefold(): at for at, name in enumerate(operations)}
    for lane, each in enumerate(_matching(laid), 1):
        for told in each.found:
            place = told.place
            known = place.operation.casefold() in series
            if place.server == server and place.protection in rows and known:
                row = rows.index(place.protection)
                yield told, row, series[place.operation.casefold()], lane


def _matching(laid: Sequence[Laid]) -> list[Laid]:
    """Those that have something to draw."""
    return [each for each in laid if each.found]


def _tip(told: Beside) -> str:
    title = " · ".join(
        (isolated(told.study.short_name), about(told), isolated(told.place.operation))
    )
    return f"{title}\n{study_tip(told)}"
