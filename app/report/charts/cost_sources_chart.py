"""Charts of where the cost comes from: stacked bars of client, server and waiting time, with the
time of the raw cipher (measured without a database)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.plan.cell_key import CellKey, GroupKey
from app.report.charts.chart_names import axis_range, chart_name
from app.report.drawing.chart import Bar, Chart, MarkPlot, PlotPanel, Row, StackPart, ValueMark
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.cost_sources import (
    PART_LOOKS,
    ExtraTime,
    TimePart,
    TimeSpent,
    extra_times,
    times_spent,
)
from app.report.words.colours import INK, colour_keys
from app.report.words.protection_names import marks_text
from engines.contract.message import Message, phrase
from workloads.contract import Case
from workloads.registry import case_label

_RAW = StackPart(phrase("raw cipher, at most"), INK)
_ROW = 38.0


def source_charts(report: CampaignReport, cases: Sequence[Case]) -> Iterator[Chart]:
    """A chart for each of these cases that has CPU times, with a panel for each server and
    operation: the total time of each protection, and its additional time over the baseline."""
    spent = times_spent(report)
    for case in cases:
        own = [each for each in spent if each.key.case == case]
        if own:
            yield _chart(report, case, own)


def _chart(report: CampaignReport, case: Case, spent: Sequence[TimeSpent]) -> Chart:
    extras = extra_times(report, spent)
    known = [part for part in TimePart if any(part in each.parts for each in spent)]
    parts = [StackPart(*PART_LOOKS[part]) for part in known]
    if any(each.raw is not None for each in extras):
        parts.append(_RAW)
    colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
    groups: dict[GroupKey, list[TimeSpent]] = {}
    for each in spent:
        groups.setdefault(each.key.group, []).append(each)
    extras_by_key = {each.spent.key: each for each in extras}
    weak = {(cell.server, cell.protection): marks_text(cell) for cell in report.cells}
    panels = [
        _Panel(report.baseline, own, extras_by_key, known).whole(colours[group.server], weak)
        for group, own in groups.items()
    ]
    label = case_label(report.campaign.workload.name, case)
    return Chart(
        chart_name("sources", label),
        phrase("Where the cost comes from"),
        phrase("{case} · means over runs", case=label),
        (phrase("total"),),
        tuple(panels),
        parts=tuple(parts),
        row_height=_ROW,
    )


class _Panel:
    """One operation of one server."""

    def __init__(
        self,
        baseline: str,
        spent: Sequence[TimeSpent],
        extras: Mapping[CellKey, ExtraTime],
        known: Sequence[TimePart],
    ) -> None:
        self._baseline = baseline
        self._spent = spent
        self._known = list(known)
        self._extras = {at: extras[e.key] for at, e in enumerate(spent) if e.key in extras}
        longest = max(sum(each.parts.values()) for each in spent)
        self._scale, self._unit = (1.0, "s") if longest >= 1 else (1e-3, "ms")

    def whole(self, colour: str, weak: Mapping[tuple[str, str], tuple[Message, ...]]) -> PlotPanel:
        keys = [each.key for each in self._spent]
        rows = tuple(Row(each.protection, weak[each.server, each.protection]) for each in keys)
        plots = (self._all(), self._more())
        return PlotPanel(f"{keys[0].server} · {keys[0].operation}", colour, rows, plots)

    def _all(self) -> MarkPlot:
        bars = [bar for at, each in enumerate(self._spent) for bar in self._stack(at, each.parts)]
        title = phrase("total time, {unit}", unit=self._unit)
        if self._spent[0].total_seconds is None:
            title = phrase("CPU time of a request, {unit}", unit=self._unit)
        low, high = axis_range([0.0, *(bar.end for bar in bars)])
        return MarkPlot(title, (), 0.0 if low > -high / 50 else low, high, bars=tuple(bars))

    def _more(self) -> MarkPlot:
        bars = [bar for at, each in self._extras.items() for bar in self._stack(at, each.parts)]
        raw = [
            Bar(at, len(self._known), 0.0, each.raw / self._scale, thin=True)
            for at, each in self._extras.items()
            if each.raw is not None
        ]
        spots = tuple(
            ValueMark(at, 0, each.total_seconds / self._scale) for at, each in self._extras.items()
        )
        ends = (end for bar in (*bars, *raw) for end in (bar.start, bar.end))
        title = phrase(
            "additional time over {baseline}, {unit}",
            baseline=Message(self._baseline),
            unit=self._unit,
        )
        return MarkPlot(title, spots, *axis_range([0.0, *ends]), zero=True, bars=(*bars, *raw))

    def _stack(self, row: int, parts: Mapping[TimePart, float]) -> Iterator[Bar]:
        """Negative parts are stacked to the left of 0, others to the right."""
        ends = {True: 0.0, False: 0.0}
        for part, seconds in parts.items():
            gained = seconds < 0
            start, ends[gained] = ends[gained], ends[gained] + seconds / self._scale
            yield Bar(row, self._known.index(part), start, ends[gained])
