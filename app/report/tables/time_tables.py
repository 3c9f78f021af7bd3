"""Tables of loading times, of where time goes, and of where a cost comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from app.findings.statistics import mean_of_known
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.cost_sources import PART_LOOKS, ExtraTime, TimePart, TimeSpent
from app.report.tables.text_table import TextTable, place_cells, place_heads
from app.report.words.protection_names import (
    axis_head,
    case_figure,
    fitting_decimals,
    marked_names,
    percent_cell,
)
from app.report.words.terms import PROTECTION, SERVER, heads
from engines.contract.message import Message, in_current_language, phrase

LOADING_METHOD = phrase(
    "Rows are loaded before timing starts: in bulk, or by INSERT statements if the server "
    "encrypts them. Then indexes are created and the table is analysed. Loading is part of no "
    "other figure. If several runs loaded a database of their own, these are means."
)


def loading_table(report: CampaignReport) -> TextTable:
    """A line for each cell whose rows were loaded by some run; empty where none was."""
    reported = phrase("times"), phrase("loading, s"), phrase("indexes, s")
    head = heads(SERVER, PROTECTION, axis_head(report), *reported)
    return TextTable(head, list(_loading_lines(report)), right=(3, 4, 5))


def _loading_lines(report: CampaignReport) -> Iterator[tuple[str, ...]]:
    names = marked_names(report.cells)
    filled = (run for run in report.runs if run.loading_s is not None)
    by_cell = attrgetter("cell")
    for _, found in groupby(sorted(filled, key=by_cell), by_cell):
        runs = list(found)
        first = runs[0]
        yield (
            first.server,
            names.get((first.server, first.protection), first.protection),
            case_figure(report, first.case),
            str(len(runs)),
            *(
                in_current_language(f"{mean_of_known(seconds) or 0.0:.2f}")
                for seconds in ([e.loading_s for e in runs], [e.indexing_s for e in runs])
            ),
        )


_NONE = "–"

TIME_BREAKDOWN_METHOD = phrase(
    "CPU time is counted from the start to the end of an operation. The section “Where the cost "
    "comes from” explains these figures and their limits. The time of the raw cipher is an upper "
    "bound. The cost in CPU time is that of client and server together."
)


def time_breakdown_table(report: CampaignReport, spent: Sequence[TimeSpent]) -> TextTable:
    """A line for each operation of each cell, in milliseconds and MB."""
    parts = [part for part in TimePart if any(part in each.parts for each in spent)]
    in_ms = _milliseconds([*(each.total_seconds for each in spent), *_all_parts(spent)])
    in_mb = _NumberFormat([each.read for each in spent] + [each.written for each in spent], 1e6, "")
    place = place_cells(report)
    lines = [
        (
            *place(each.key),
            in_ms(each.total_seconds),
            *(in_ms(each.parts.get(part)) for part in parts),
            in_mb(each.read),
            in_mb(each.written),
        )
        for each in spent
    ]
    more = *map(_ms_heading, parts), phrase("disk read, MB"), phrase("disk written, MB")
    head = heads(*place_heads(report), phrase("whole, ms"), *more)
    return TextTable(head, lines, (2, *range(4, len(head))))


def cost_breakdown_table(report: CampaignReport, extras: Sequence[ExtraTime]) -> TextTable:
    """A line for each operation of each protection: by how many milliseconds it takes longer than
    the baseline, and in what."""
    parts = [part for part in TimePart if any(part in each.parts for each in extras)]
    raw = any(each.raw is not None for each in extras)
    cpu_costs = {row.key: row.cpu.percent for row in report.comparison}
    with_sign = _milliseconds([*(each.total_seconds for each in extras), *_all_parts(extras)], "+")
    without_sign = _milliseconds([each.raw for each in extras])
    place = place_cells(report)
    lines = [
        (
            *place(each.spent.key),
            with_sign(each.total_seconds),
            *(with_sign(each.parts.get(part)) for part in parts),
            *((without_sign(each.raw),) if raw else ()),
            percent_cell(cpu) or _NONE,
        )
        for each in extras
        for cpu in [cpu_costs.get(each.spent.key)]
    ]
    more = *map(_ms_heading, parts), *([phrase("raw cipher, ms")] if raw else [])
    head = heads(*place_heads(report), phrase("longer, ms"), *more, phrase("cost in CPU time"))
    return TextTable(head, lines, (2, *range(4, len(head))))


def _ms_heading(part: TimePart) -> Message:
    return phrase("{part}, ms", part=PART_LOOKS[part].name)


def _all_parts(spent: Sequence[TimeSpent] | Sequence[ExtraTime]) -> Iterable[float]:
    return (value for each in spent for value in each.parts.values())


class _NumberFormat:
    """Formats values of one unit with as many decimals as show the middle one with three
    figures."""

    def __init__(self, values: Iterable[float | None], scale: float, sign: str) -> None:
        known = sorted(abs(each) / scale for each in values if each)
        middle = known[len(known) // 2 : len(known) // 2 + 1]
        self._decimals, self._scale, self._sign = fitting_decimals(middle, 3), scale, sign

    def __call__(self, value: float | None) -> str:
        if value is None:
            return _NONE
        return in_current_language(f"{value / self._scale:{self._sign},.{self._decimals}f}")


def _milliseconds(values: Iterable[float | None], sign: str = "") -> _NumberFormat:
    return _NumberFormat(values, 1e-3, sign)
