"""Charts of the speeds of raw ciphers (without a database): by block size, by key length, and AES
against RSA."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.report.charts.chart_names import axis_range, chart_name, rate_text
from app.report.charts.published_charts import (
    Speed,
    SpeedSource,
    charted_studies,
    published_speeds,
    study_line_style,
    study_notes,
    study_speeds,
)
from app.report.drawing.chart import Axis, Chart, ChartLine, Graph, LineStyle, Stroke
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.matched_study import MatchedStudy, restricted_to
from app.results.records import CellRecord
from engines.contract.message import NOTHING, Message, Number, phrase, significant
from workloads.cipher_speed.ciphers import (
    BYTES_PER_SECOND,
    ENCRYPTION,
    OPENING,
    OPERATIONS_PER_SECOND,
    SIGNING,
    VERIFYING,
)

_STROKES: tuple[Stroke, ...] = ("solid", "dash", "dot")
_MARKERS = ("o", "s", "t1", "d")
_KEYS = ("curve-1", "curve-2", "curve-3", "curve-4")

_STUDY_BLOCKS = {128: 16, 192: 64, 256: 1024}
_STUDY_KEYS = (2048, 4096)
"""Which block size of AES (by key bits) the published study compares with which keys of RSA."""


@dataclass(frozen=True)
class SpeedSelection:
    """Which cases (by their name without the size) and which operation are shown."""

    case: str
    operation: str


@dataclass
class GraphGroup:
    """Graphs of one measure, with the styles of their lines."""

    name: str
    title: Message
    styles: list[LineStyle] = field(default_factory=list)
    graphs: list[Graph] = field(default_factory=list)
    shown: Sequence[Speed] = ()
    """The speeds that its graphs show."""

    def line(self, style: LineStyle, values: Sequence[float | None]) -> ChartLine:
        """A line through the values that are known, at places 0, 1, 2, …"""
        if style not in self.styles:
            self.styles.append(style)
        points = [(float(at), each) for at, each in enumerate(values) if each is not None]
        return ChartLine(self.styles.index(style), tuple(points))

    def matched(self, matched: Iterable[MatchedStudy]) -> list[MatchedStudy]:
        """The studies with what of them is shown here."""
        return restricted_to(matched, (each.published for each in self.shown if each.published))

    def chart(self, campaign: str, matched: Iterable[MatchedStudy] = ()) -> Chart:
        """The group as a chart, with the studies that have figures in it."""
        shown = self.matched(matched)
        return Chart(
            chart_name("speeds", self.name),
            self.title,
            phrase("{campaign}", campaign=campaign),
            others=tuple(charted_studies(shown)),
            line_styles=tuple(self.styles),
            graphs=tuple(self.graphs),
            notes=tuple(study_notes(shown)),
        )


type Builder = Callable[[Sequence[Speed], SpeedSelection], GraphGroup]


def speed_charts(report: CampaignReport) -> Iterator[Chart]:
    """One for each kind of case and operation whose throughput was measured, and one for each other
    measure."""
    speeds = speeds_of(report)
    names, operations = throughput_choices(speeds)
    wanted = [SpeedSelection(name, operation) for name in names for operation in operations]
    matched = study_speeds([each.study for each in report.matched], report, speeds)
    speeds += published_speeds(matched, speeds)
    seen: list[Chart] = []
    for each in wanted or [SpeedSelection("", "")]:
        for section in graph_groups(speeds, each):
            several = section.name == "throughput"
            about = phrase("{case}, {operation}", case=each.case, operation=each.operation)
            made = section.chart(report.summary.name, matched)
            if several:
                name = chart_name(made.name, each.case, each.operation)
                made = replace(made, name=name, caption=about)
            if made not in seen:
                seen.append(made)
                yield made


def speeds_of(report: CampaignReport) -> list[Speed]:
    """The speeds of a campaign in measures that have charts here, without the control."""
    cells = {(each.server, each.protection, each.case): each for each in report.cells}
    return [
        Speed(row, cells[row.server, row.protection, row.at], row.mean)
        for row in report.comparison
        if row.measure in _BUILDERS and row.mean is not None and not row.control
    ]


def graph_groups(
    speeds: Sequence[Speed], wanted: SpeedSelection, *, same: bool = False
) -> list[GraphGroup]:
    """The graphs of each measure, then those that compare measures; empty ones are left out. The
    logarithmic graphs of a group share a scale, with `same` all others too."""
    sections = [
        build([each for each in speeds if each.row.measure == measure], wanted)
        for measure, build in _BUILDERS.items()
    ]
    return [_scaled(each, same) for each in (*sections, _calls(speeds)) if each.graphs]


def throughput_choices(speeds: Iterable[Speed]) -> tuple[list[str], list[str]]:
    """Names of cases, and operations, of which throughput was measured."""
    rows = [each.row for each in speeds if each.row.measure == _BYTES]
    return (
        list(dict.fromkeys(row.at.name for row in rows)),
        list(dict.fromkeys(row.operation for row in rows)),
    )


def _throughput(speeds: Sequence[Speed], wanted: SpeedSelection) -> GraphGroup:
    """A graph for each mode, in it a curve for each key length and provider."""
    made = GraphGroup("throughput", phrase("Throughput of ciphers"))
    shown = [
        each
        for each in speeds
        if (each.row.at.name, each.row.operation) == (wanted.case, wanted.operation)
    ]
    sizes = sorted({each.row.at.size for each in shown})
    lengths = sorted({each.cell.bits or 0 for each in speeds})
    made.shown = shown
    whose = list(dict.fromkeys(each.who for each in speeds))
    for family in dict.fromkeys(_family(each.cell) for each in shown):
        lines = [
            made.line(_curve_style(bits, who, lengths, whose), values)
            for bits in lengths
            for who in whose
            for values in [_means(shown, sizes, family, bits, who)]
            if any(value is not None for value in values)
        ]
        x = _named([phrase("{size}", size=Number(size)) for size in sizes], _BLOCK_BYTES)
        y = Axis(phrase("MB/s"), 0.0, 1.0, text_of=_megabytes)
        made.graphs.append(Graph(phrase("{family}", family=family), x, y, tuple(lines)))
    return made


def _curve_style(
    bits: int, who: SpeedSource, lengths: Sequence[int], whose: Sequence[SpeedSource]
) -> LineStyle:
    at = lengths.index(bits)
    key, marker = _KEYS[at % len(_KEYS)], _MARKERS[at % len(_MARKERS)]
    name = phrase("{bits} bits · {provider}", bits=bits, provider=who.name)
    if who.study is not None:
        return study_line_style(who.study, name, marker)
    stroke = _STROKES[whose.index(who) % len(_STROKES)]
    return LineStyle(name, key, stroke, marker)


def _means(
    speeds: Iterable[Speed], sizes: Sequence[int], family: str, bits: int, who: SpeedSource
) -> list[float | None]:
    """In MB per second."""
    known = {
        each.row.at.size: each.mean / 1e6
        for each in speeds
        if (_family(each.cell), each.cell.bits, each.who) == (family, bits, who)
    }
    return [known.get(size) for size in sizes]


def _rates(speeds: Sequence[Speed], wanted: SpeedSelection) -> GraphGroup:
    """A graph for each provider, in it a curve for each operation over key lengths, and those of
    studies beside it."""
    del wanted
    made = GraphGroup("rates", phrase("Operations with keys"), shown=speeds)
    sizes = sorted({each.row.at.size for each in speeds})
    operations = list(dict.fromkeys(each.row.operation for each in speeds))
    for server in dict.fromkeys(each.row.server for each in speeds):
        own = {
            (each.who, each.row.operation, each.row.at.size): each.mean
            for each in speeds
            if each.row.server == server
        }
        lines = [
            made.line(_rate_style(at, name, who), [own.get((who, name, size)) for size in sizes])
            for who in dict.fromkeys(who for who, _, _ in own)
            for at, name in enumerate(operations)
            if any((who, name) == known[:2] for known in own)
        ]
        x = _named([phrase("{size}", size=Number(size)) for size in sizes], _KEY_BITS)
        y = Axis(phrase("operations per second, logarithmic"), 1, 10, log=True, text_of=rate_text)
        made.graphs.append(Graph(phrase("RSA, {provider}", provider=server), x, y, tuple(lines)))
    return made


def _rate_style(at: int, operation: str, who: SpeedSource) -> LineStyle:
    key = _KEYS[at % len(_KEYS)]
    marker = _MARKERS[at % len(_MARKERS)]
    name = phrase("{operation}", operation=operation)
    if who.study is not None:
        name = phrase("{operation} · {study}", operation=operation, study=who.name)
        return study_line_style(who.study, name, marker)
    return LineStyle(name, key, marker=marker)


def _megabytes(value: float) -> Message:
    return phrase("{value} MB/s", value=significant(value, 3))


_BLOCK_BYTES, _KEY_BITS = phrase("bytes per block"), phrase("key bits")


def _calls(speeds: Sequence[Speed]) -> GraphGroup:
    """AES against RSA: calls per second, one point for each cipher."""
    made = GraphGroup("calls", phrase("Calls of ciphers"))
    blocks, keys = _compared_blocks(speeds), _compared_keys(speeds)
    if not (blocks and keys):
        return made
    made.shown = speeds
    named = [*blocks, *keys]
    whose = dict.fromkeys(who for _, known in named for who in known)
    lines = [
        made.line(_call_style(at, who), [known.get(who) for _, known in named])
        for at, who in enumerate(sorted(whose, key=lambda who: who.study is not None))
    ]
    y = Axis(phrase("calls per second, logarithmic"), 1.0, 10.0, log=True, text_of=rate_text)
    x = _named([name for name, _ in named], NOTHING)
    made.graphs.append(Graph(phrase("AES against RSA"), x, y, tuple(lines), wide=True))
    return made


def _call_style(at: int, who: SpeedSource) -> LineStyle:
    key = _KEYS[3 - at % len(_KEYS)]
    marker = _MARKERS[at % len(_MARKERS)]
    name = phrase("{provider}", provider=who.name)
    if who.study is not None:
        return study_line_style(who.study, name, marker, "none")
    return LineStyle(name, key, "none", marker)


type _Calls = list[tuple[Message, Mapping[SpeedSource, float]]]
"""What is called, and how often a second by each provider."""


def _compared_blocks(speeds: Sequence[Speed]) -> _Calls:
    """Blocks of AES in its first mode with each key length."""
    aes = [
        each
        for each in speeds
        if each.row.measure == _BYTES and each.cell.algorithm == "aes"
        and each.row.operation == ENCRYPTION
    ]  # fmt: skip
    found: _Calls = []
    for bits in sorted({each.cell.bits or 0 for each in aes}):
        own = [each for each in aes if each.cell.bits == bits]
        like = next((each for each in own if each.cell.mode == "cbc"), own[0])
        own = [
            each
            for each in own
            if (each.cell.mode, each.row.at.name) == (like.cell.mode, like.row.at.name)
        ]
        block = _STUDY_BLOCKS.get(bits, 0)
        if block not in {each.row.at.size for each in own}:
            block = min(each.row.at.size for each in own)
        name = phrase("AES-{bits}\n{block} bytes", bits=bits, block=Number(block))
        encrypted = {each.who: each.mean / block for each in own if each.row.at.size == block}
        found.append((name, encrypted))
    return found


def _compared_keys(speeds: Sequence[Speed]) -> _Calls:
    """Operations with the keys that the study compares, or all: one with the public key and one
    with the private one, which every provider can do."""
    rates = [each for each in speeds if each.row.measure == _OPERATIONS]
    pair = max(_RSA_PAIRS, key=lambda pair: _providers(rates, pair[0]))
    rates = [each for each in rates if each.row.operation in pair]
    chosen = [each for each in rates if each.row.at.size in _STUDY_KEYS] or rates
    found: dict[tuple[int, str], dict[SpeedSource, float]] = {}
    for each in sorted(chosen, key=lambda each: each.row.at.size):
        found.setdefault((each.row.at.size, each.row.operation), {})[each.who] = each.mean
    return [
        (phrase("RSA-{bits}\n{operation}", bits=bits, operation=operation), known)
        for (bits, operation), known in found.items()
    ]


def _providers(rates: Iterable[Speed], operation: str) -> int:
    """How many measured providers (not studies) have an operation."""
    return len(
        {each.who for each in rates if each.row.operation == operation and each.published is None}
    )


def _family(cell: CellRecord) -> str:
    """“AES-CBC”; ChaCha20 has one mode."""
    return "-".join(filter(None, (_cased(cell.algorithm), _cased(cell.mode))))


def _cased(name: str | None) -> str:
    return _NAMES.get(name or "", (name or "").upper())


def _named(places: Sequence[Message], title: Message) -> Axis:
    """An axis with named places at equal distances, since sizes and key lengths mostly double."""
    return Axis(title, -0.35, len(places) - 0.65, tick_labels=tuple(enumerate(places)))


def _scaled(section: GraphGroup, same: bool) -> GraphGroup:
    graphs = section.graphs
    common = same or any(graph.y.log for graph in graphs)
    section.graphs = [
        replace(graph, y=_reaching(graph.y, graphs if common else [graph])) for graph in graphs
    ]
    return section


def _reaching(axis: Axis, graphs: Sequence[Graph]) -> Axis:
    """An axis that holds every point of these graphs."""
    values = [y for graph in graphs for line in graph.lines for _, y in line.points]
    if not axis.log:
        low, high = axis_range([0.0, *values])
        return replace(axis, low=low, high=high)
    return replace(axis, low=min(values, default=1.0) / 1.5, high=max(values, default=10.0) * 1.5)


_RSA_PAIRS = ((ENCRYPTION, OPENING), (SIGNING, VERIFYING))
"""The first is taken where both have been measured by as many providers."""

_NAMES = {"chacha20": "ChaCha20", "poly1305": "Poly1305"}

_BYTES, _OPERATIONS = BYTES_PER_SECOND.name, OPERATIONS_PER_SECOND.name
_BUILDERS: Mapping[str, Builder] = {_BYTES: _throughput, _OPERATIONS: _rates}
"""Names of measures, and what draws them."""
