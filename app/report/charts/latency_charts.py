"""Charts of latencies: by percentile, their distribution, over time, and against throughput."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean

from hdrh.histogram import HdrHistogram

from app.findings.load_shortfalls import ARRIVED
from app.plan.cell_key import ALL_CASES, CellKey
from app.report.charts.chart_names import axis_range, chart_name, milliseconds_text, seconds_text
from app.report.charts.published_charts import (
    P99,
    charted_studies,
    latencies_of,
    match_latencies,
    matched_line_style,
    percentile_points,
    study_notes,
)
from app.report.drawing.chart import Axis, Chart, ChartLine, Graph, LineStyle, Stroke
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.latency import is_under_load, percentiles_of, shares_of
from app.report.figures.matched_study import (
    MatchedStudy,
    PublishedValues,
    published_values,
    restricted_to,
)
from app.report.words.colours import CURVE_LOOKS, NEUTRAL
from app.results.records import CellRecord, OperationRecord, ProbeSample
from app.results.store.store import Store
from engines.contract.message import Message, Number, phrase, significant
from workloads.contract import Case
from workloads.load import RATE
from workloads.registry import case_label

STROKES: tuple[Stroke, ...] = ("solid", "dash", "dash-dot")
"""Of the first, the second and the third case."""
_SHARES = ((0, 0), (50, 0), (90, 0), (99, 0), (99.9, 1), (99.99, 2), (99.999, 3), (99.9999, 4))
"""Named percentiles, and how many decimals they are written with."""

type _Points = Sequence[tuple[float, float]]
"""(x, y); x of a percentile graph is 1 ÷ (1 − share)."""


@dataclass(frozen=True)
class CellUnderLoad:
    """A cell under load with its histogram of latencies (ns) and the samples of one run."""

    cell: CellRecord
    histogram: HdrHistogram | None = None
    samples: Sequence[ProbeSample] = field(default=())


def read_cells_under_load(
    store: Store,
    report: CampaignReport,
    cells: Sequence[CellRecord],
    operation: str,
    repetition: int,
) -> list[CellUnderLoad]:
    """Read histograms of these cells, and the samples of one repetition."""
    runs = {
        each.cell: each.id
        for each in report.runs
        if each.repetition == repetition and each.is_counted
    }
    return [
        CellUnderLoad(
            cell,
            store.histogram(report.summary.id, cell.position, operation),
            store.samples(runs[cell.position]) if cell.position in runs else (),
        )
        for cell in cells
    ]


def load_charts(store: Store, report: CampaignReport) -> Iterator[Chart]:
    """A chart of all graphs for each server, case and operation under load, with the samples of the
    first repetition."""
    groups = dict.fromkeys(
        each.key.group for each in report.operations if each.is_counted and is_under_load(each)
    )
    first = min((each.repetition for each in report.runs if each.is_counted), default=1)
    studies = _matched_studies(report)
    for server, case, operation in sorted(groups):
        cells = [each for each in report.cells
                 if (each.server, each.case) == (server, case) and not each.control]  # fmt: skip
        loaded = read_cells_under_load(store, report, cells, operation, first)
        matched = latencies_of(studies, [each.cell for each in loaded], operation)
        styles, graphs = latency_graphs(
            loaded, report.baseline, report.operations, operation, first, matched
        )
        label = case_label(report.campaign.workload.name, case)
        caption = phrase("{server} · {case}", server=server, case=label)
        name = chart_name("latency", server, label, operation)
        yield Chart(
            name,
            phrase("Latency of {operation}", operation=operation),
            caption,
            others=tuple(charted_studies(matched)),
            line_styles=styles,
            graphs=graphs,
            notes=tuple(study_notes(matched)),
        )


def _matched_studies(report: CampaignReport) -> list[MatchedStudy]:
    return match_latencies([each.study for each in report.matched], report, report.comparison)


def percentile_charts(report: CampaignReport, cases: Sequence[Case]) -> Iterator[Chart]:
    """A chart for each of these cases whose latencies were read, with a graph for each server and
    operation and a line for each protection."""
    cells = [each for each in report.cells if not each.control]
    studies = _matched_studies(report)
    for case in cases:
        own = {each.position: each for each in cells if each.case == case}
        found = (published for each in studies for published in each.found)
        matched = restricted_to(
            studies, (published for published in found if published.key.case == case)
        )
        drawn = _drawn_percentiles(report, own, list(published_values(matched)))
        if drawn.graphs:
            label = case_label(report.campaign.workload.name, case)
            loaded = any(is_under_load(each) for each in report.operations if each.run.case == case)
            caption = _OF_REQUESTS if loaded else _OF_STATEMENTS
            yield Chart(
                chart_name("percentiles", label),
                phrase("Latency by percentile"),
                caption.with_values(case=label),
                others=tuple(charted_studies(matched)),
                line_styles=tuple(drawn.styles),
                graphs=tuple(drawn.graphs),
                notes=tuple(study_notes(matched)),
            )


_OF_REQUESTS = phrase(
    "{case} · ms, both axes logarithmic · from the scheduled arrival of each request"
)
_OF_STATEMENTS = phrase("{case} · ms, both axes logarithmic · of single statements")


@dataclass
class _Drawn:
    """Graphs, and the styles of their lines."""

    styles: list[LineStyle] = field(default_factory=list)
    graphs: list[Graph] = field(default_factory=list)

    def line(self, style: LineStyle, points: _Points) -> ChartLine:
        if style not in self.styles:
            self.styles.append(style)
        return ChartLine(self.styles.index(style), tuple(points))


def _drawn_percentiles(
    report: CampaignReport, cells: Mapping[int, CellRecord], published: Sequence[PublishedValues]
) -> _Drawn:
    drawn, groups = _Drawn(), dict[tuple[str, str], list[tuple[CellRecord, _Points]]]()
    for (position, operation), points in report.percentiles.items():
        if points and position in cells:
            cell = cells[position]
            groups.setdefault((cell.server, operation), []).append((cell, points))
    order = {row.operation: None for row in report.comparison}
    styles = dict(zip(cells, line_styles(list(cells.values()), report.baseline), strict=True))
    for server in dict.fromkeys(cell.server for cell in cells.values()):
        for operation in order:
            found = groups.get((server, operation), [])
            if found:
                title = phrase("{server} · {operation}", server=server, operation=operation)
                lines = [drawn.line(styles[cell.position], points) for cell, points in found]
                here = {cell.protection: styles[cell.position] for cell, _ in found}
                lines += _published_percentiles(
                    drawn,
                    [
                        (each, matched_line_style(each, here[each.key.protection]))
                        for each in published
                        if (each.key.server, each.key.operation) == (server, operation)
                        and each.key.protection in here
                    ],
                )
                drawn.graphs.append(_percentiles(title, lines))
    return drawn


def latency_graphs(
    loaded: Sequence[CellUnderLoad],
    baseline: str,
    operations: Sequence[OperationRecord],
    operation: str,
    repetition: int,
    matched: Sequence[MatchedStudy] = (),
) -> tuple[tuple[LineStyle, ...], tuple[Graph, ...]]:
    """The four graphs of one operation, and the styles of their lines; `repetition` is the one
    whose samples these are, `matched` are studies with matching figures."""
    styles = line_styles([each.cell for each in loaded], baseline)
    drawn = _Drawn(list(styles))
    known = [(style, each.histogram) for style, each in zip(styles, loaded, strict=True)
             if each.histogram is not None]  # fmt: skip
    runs = _runs_of(operations, operation)
    styles_by_cell = {each.cell.key: style for style, each in zip(styles, loaded, strict=True)}
    published = [
        (each, matched_line_style(each, styles_by_cell[each.key.all_operations]))
        for each in published_values(matched)
        if each.key.case != ALL_CASES
    ]
    drawn.graphs += [
        _percentiles(
            phrase("By percentile"),
            [
                *(drawn.line(style, percentiles_of(each)) for style, each in known),
                *_published_percentiles(drawn, published),
            ],
        ),
        _distribution([drawn.line(style, shares_of(each)) for style, each in known]),
        _over_time(list(_times(drawn, styles, loaded, operation)), repetition),
        _throughput(
            [
                *_curves(drawn, styles, loaded, runs),
                *_points(drawn, styles, loaded, runs),
                *_published_points(drawn, published),
            ]
        ),
    ]
    return tuple(drawn.styles), tuple(drawn.graphs)


def _published_percentiles(
    drawn: _Drawn, published: Sequence[tuple[PublishedValues, LineStyle]]
) -> Iterator[ChartLine]:
    for each, style in published:
        if points := list(percentile_points(each)):
            yield drawn.line(style, points)


def _published_points(
    drawn: _Drawn, published: Sequence[tuple[PublishedValues, LineStyle]]
) -> Iterator[ChartLine]:
    """A point for each study with both a rate and a latency."""
    for each, style in published:
        if {RATE, P99} <= each.values.keys():
            made = replace(style, stroke="none")
            yield drawn.line(made, [(each.values[RATE], each.values[P99])])


def line_styles(cells: Sequence[CellRecord], baseline: str) -> list[LineStyle]:
    """A colour for each protection, the baseline without one, and a stroke for each case."""
    cases = list(dict.fromkeys(cell.case for cell in cells))
    names = [name for name in dict.fromkeys(c.protection for c in cells) if name != baseline]
    return [_line_style(cell, cases, names, plain=cell.protection == baseline) for cell in cells]


def _line_style(
    cell: CellRecord, cases: Sequence[Case], names: Sequence[str], *, plain: bool
) -> LineStyle:
    stroke = STROKES[cases.index(cell.case) % len(STROKES)]
    name = phrase("{protection}", protection=cell.protection)
    if len(cases) > 1:
        label = case_label(cell.workload, cell.case)
        name = phrase("{protection} · {case}", protection=cell.protection, case=label)
    if plain:
        return LineStyle(name, NEUTRAL, stroke, hollow=True)
    number = names.index(cell.protection)
    key = list(CURVE_LOOKS)[number % len(CURVE_LOOKS)]
    if number >= len(CURVE_LOOKS) and len(cases) == 1:  # a second time round
        stroke = STROKES[number // len(CURVE_LOOKS) % len(STROKES)]
    return LineStyle(name, key, stroke)


def _percentiles(title: Message, lines: Sequence[ChartLine]) -> Graph:
    end = max((x for line in lines for x, _ in line.points), default=10.0)
    ticks = tuple((1 / (1 - share / 100), phrase("{share}", share=Number(share, decimals, "%")))
                   for share, decimals in _SHARES)  # fmt: skip
    x = Axis(
        phrase("% answered within this time"),
        1.0,
        max(10.0, end),
        log=True,
        tick_labels=ticks,
        text_of=_percentile_text,
    )
    y = Axis(phrase("ms, logarithmic"), *_decades(lines, 1), log=True, text_of=milliseconds_text)
    return Graph(title, x, y, tuple(lines))


def _distribution(lines: Sequence[ChartLine]) -> Graph:
    low, high = axis_range([0.0, *(y for line in lines for _, y in line.points)])
    x = Axis(phrase("ms, logarithmic"), *_decades(lines, 0), log=True, text_of=milliseconds_text)
    y = Axis(phrase("% of requests"), low, high, text_of=_percent_text)
    return Graph(phrase("Distribution"), x, y, tuple(lines))


def _over_time(lines: Sequence[ChartLine], repetition: int) -> Graph:
    title = phrase("seconds of repetition {number}; dotted: median", number=Number(repetition))
    high = max((x for line in lines for x, _ in line.points), default=1.0)
    x = Axis(title, 0.0, high or 1.0, text_of=seconds_text)
    y = Axis(
        phrase("ms, 99th percentile, logarithmic"),
        *_decades(lines, 1),
        log=True,
        text_of=milliseconds_text,
    )
    return Graph(phrase("Over time"), x, y, tuple(lines))


def _throughput(lines: Sequence[ChartLine]) -> Graph:
    points = [point for line in lines for point in line.points]
    rates, latencies = (
        axis_range([x for x, _ in points]),
        axis_range([0.0, *(y for _, y in points)]),
    )
    x = Axis(phrase("requests answered per second"), *rates, text_of=_rate)
    y = Axis(phrase("ms, 99th percentile of each run"), *latencies, text_of=milliseconds_text)
    return Graph(phrase("Throughput and latency"), x, y, tuple(lines))


def _percentile_text(x: float) -> Message:
    """The percentile at an x of the axis: “99.9 %”, with as many nines as there are."""
    share = 100 * (1 - 1 / x)
    decimals = next((d for d in range(4) if abs(round(share, d) - share) < 10 ** -(d + 2)), 4)
    return phrase("{share}", share=Number(share, decimals, "%"))


def _percent_text(percent: float) -> Message:
    return phrase("{share}", share=significant(percent, 3, "%"))


def _rate(rate: float) -> Message:
    return phrase("{rate}/s", rate=Number(rate, 1))


def _decades(lines: Sequence[ChartLine], axis: int) -> tuple[float, float]:
    """A logarithmic axis that holds all points."""
    values = [point[axis] for line in lines for point in line.points if point[axis] > 0]
    low, high = min(values, default=1.0), max(values, default=10.0)
    return low / 1.1, max(high * 1.1, low * 2)


def _times(
    drawn: _Drawn, styles: Sequence[LineStyle], loaded: Sequence[CellUnderLoad], operation: str
) -> Iterator[ChartLine]:
    for style, each in zip(styles, loaded, strict=True):
        samples = [sample for sample in each.samples if sample.operation == operation]
        begin = samples[0].at if samples else 0.0
        high = [(s.at - begin, s.p99_us / 1000) for s in samples if s.p99_us is not None]
        middle = [(s.at - begin, s.p50_us / 1000) for s in samples if s.p50_us is not None]
        yield drawn.line(style, high)
        yield drawn.line(LineStyle(style.name, style.colour, "dot"), middle)


type _Measures = Mapping[str, float]
type _Runs = Mapping[CellKey, Sequence[_Measures]]
"""The measures of all runs of a cell."""


def _runs_of(operations: Sequence[OperationRecord], operation: str) -> _Runs:
    found: dict[CellKey, list[_Measures]] = {}
    for each in operations:
        if each.is_counted and each.operation == operation and is_under_load(each):
            found.setdefault(each.key.all_operations, []).append(each.measures or {})
    return found


def _curves(
    drawn: _Drawn, styles: Sequence[LineStyle], loaded: Sequence[CellUnderLoad], runs: _Runs
) -> Iterator[ChartLine]:
    """A curve for each protection with several cases that differ only in their rate, through the
    means of cases in the order of arrival rates (beyond a server's capacity, more arrivals do not
    give more answers)."""
    kinds = list(dict.fromkeys(each.cell.case.kind for each in loaded))
    groups: dict[tuple[str, str], list[tuple[LineStyle, CellUnderLoad]]] = {}
    for style, each in zip(styles, loaded, strict=True):
        if runs.get(each.cell.key):
            key = each.cell.protection, each.cell.case.kind
            groups.setdefault(key, []).append((style, each))
    for (protection, kind), group in groups.items():
        if len(group) < 2:
            continue
        means = sorted(_means(runs[each.cell.key]) for _, each in group)
        stroke = STROKES[kinds.index(kind) % len(STROKES)]
        first, name = group[0][0], phrase("{protection}", protection=protection)
        points = [(rate, latency) for _, rate, latency in means]
        yield drawn.line(LineStyle(name, first.colour, stroke), points)


def _points(
    drawn: _Drawn, styles: Sequence[LineStyle], loaded: Sequence[CellUnderLoad], runs: _Runs
) -> Iterator[ChartLine]:
    for style, each in zip(styles, loaded, strict=True):
        points = [_point(measures) for measures in runs.get(each.cell.key, ())]
        marker = "o" if style.hollow else CURVE_LOOKS[style.colour].marker
        made = LineStyle(style.name, style.colour, "none", marker, style.hollow)
        yield drawn.line(made, points)


def _means(runs: Sequence[_Measures]) -> tuple[float, float, float]:
    """Requests that arrived, requests answered per second, 99th percentile of latency in ms."""
    points = [_point(measures) for measures in runs]
    arrived = fmean(measures.get(ARRIVED, 0.0) for measures in runs)
    return arrived, fmean(rate for rate, _ in points), fmean(latency for _, latency in points)


def _point(measures: _Measures) -> tuple[float, float]:
    return measures.get(RATE, 0.0), measures.get(P99, 0.0)
