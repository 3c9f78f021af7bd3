"""Tables of measurements: times, latencies, stability, CPU time, growth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from app.findings.across.pivot import build_pivot_table, by_operation
from app.findings.across.sourced_figures import Dimension
from app.findings.figure import Figure
from app.findings.interval_words import FACTOR_PERCENT, interval_text
from app.findings.load_shortfalls import ARRIVED, DROPPED, LATE, RETRIED
from app.findings.scalability import Curve
from app.findings.statistics import Interval
from app.plan.campaign import BASELINE
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.latency import LATENCIES, LoadRow, load_rows
from app.report.figures.stability import stabilities
from app.report.tables.text_table import TextTable, place_cells, place_heads
from app.report.words.protection_names import (
    axis_head,
    case_figure,
    decimals_of,
    marked_names,
    percent_cell,
    signed,
    titles,
    to_words,
)
from app.report.words.terms import (
    COST,
    DETAILS,
    INTERVAL,
    OPERATION,
    PROTECTION,
    SERVER,
    STATUSES,
    heads,
)
from app.results.records import CampaignSnapshot
from engines.contract.message import (
    NOTHING,
    Message,
    Number,
    in_current_language,
    phrase,
    significant,
)
from workloads.contract import SECONDS, Better
from workloads.registry import axis_heading


def times_method(report: CampaignReport) -> Iterator[str]:
    """What the figures of `times_table` are."""
    timed = {row.unit for row in report.comparison} <= {SECONDS.unit}
    yield str((_IN_SECONDS if timed else _IN_UNITS).with_values(over=report.over))
    if any(row.control for row in report.comparison):
        yield str(_CONTROL if report.campaign.baseline == BASELINE else _CONTROL_OF_OTHERS)


_IN_SECONDS = phrase(
    "Mean ± sample standard deviation over the repetitions that count, in seconds. In "
    "parentheses: cost over {over} in percent."
)
_IN_UNITS = phrase(
    "Mean ± sample standard deviation over the repetitions that count, in the unit shown. In "
    "parentheses: cost over {over} in percent."
)
_CONTROL = phrase(
    "The control is not a protection: it is plaintext, measured again in a separate database. Its "
    "detection limit follows ±."
)
_CONTROL_OF_OTHERS = phrase(
    "The control is not a protection: it is the baseline, measured again. Its detection limit "
    "follows ±."
)


def times_table(report: CampaignReport) -> TextTable:
    """One line per cell, one column per operation."""
    table = build_pivot_table(report.figures, _TIMES)
    decimals, names = decimals_of(report.comparison), marked_names(report.cells)
    lines = [
        (
            first.server,
            names[first.server, first.protection],
            case_figure(report, first.at),
            _repetitions(known),
            *(_time(cell.figure, decimals) for cell in row.cells),
        )
        for row in table.rows
        for known in [[cell.figure for cell in row.cells if cell.figure is not None]]
        for first in known[:1]
    ]
    head = heads(SERVER, PROTECTION, axis_head(report), "n", *table.columns)
    return TextTable(head, lines, range(2, len(head)))


_TIMES = by_operation(Dimension.SERVER, Dimension.PROTECTION, Dimension.CASE)


def _repetitions(rows: Iterable[Figure]) -> str:
    counts = {row.n for row in rows}
    return "–".join(str(count) for count in sorted({min(counts), max(counts)}))


def _time(row: Figure | None, decimals_by_unit: Mapping[str, int]) -> str:
    if row is None:
        return ""
    shown = row.scaled
    if shown.mean is None:
        return str(STATUSES[row.status])
    decimals = decimals_by_unit[shown.unit]
    unit = "" if shown.unit == "s" else f" {shown.unit}"
    deviation = "" if shown.sd is None else f" ± {shown.sd:.{decimals}f}"
    return (
        f"{in_current_language(f'{shown.mean:.{decimals}f}{deviation}')}{unit}{_baseline_text(row)}"
    )


def _baseline_text(row: Figure) -> str:
    """The cost; of the control what the machine can tell apart, where there are blocks for that."""
    if row.control:
        margin = row.cost.margin if row.cost.interval else None
        if margin is None:
            return f" {_OF_CONTROL}"
        if margin >= FACTOR_PERCENT:
            return f" {_NOISY_CONTROL}"
        return f" {_CONTROL_WITH.with_values(margin=Number(margin, 1))}"
    return f" ({percent_cell(row.cost.percent)})" if row.cost else ""


_OF_CONTROL, _NOISY_CONTROL = phrase("(control)"), phrase("(control, too noisy)")
_CONTROL_WITH = phrase("(control, ± {margin} %)")


def load_table(report: CampaignReport) -> TextTable:
    """A line for each load of a cell: milliseconds from the instant at which a request was due, and
    how many requests there were; no lines of other work."""
    place, rows = place_cells(report), load_rows(report)
    requests = {name: head for name, head in _REQUESTS.items()
                if name != RETRIED or any(row.counts[name] for row in rows)}  # fmt: skip
    followed = [_BEHIND] if any(row.standby_lag is not None for row in rows) else []
    pooled = [_POOLER] if any(row.pooler_cpu is not None for row in rows) else []
    lines = [
        (
            *place(row.key),
            *(in_current_language(f"{row.latencies[name]:.3f}") for name in LATENCIES),
            *(in_current_language(f"{row.counts[name]:,}") for name in requests),
            in_current_language(f"{row.rate:,.1f}"),
            *(_behind(row) for _ in followed),
            *(_of_pooler(row) for _ in pooled),
        )
        for row in rows
    ]
    latencies = (_LATENCY_HEADS.get(name, name) for name in LATENCIES)
    places = place_heads(report)
    head = heads(*places, *latencies, *requests.values(), phrase("answered/s"), *followed, *pooled)
    return TextTable(head, lines, range(len(places), len(head)))


_BEHIND = phrase("standby behind, kB")
_POOLER = phrase("pooler CPU, ms")


def _behind(row: LoadRow) -> str:
    return "" if row.standby_lag is None else in_current_language(f"{row.standby_lag / 1000:,.1f}")


def _of_pooler(row: LoadRow) -> str:
    """For each request."""
    return "" if row.pooler_cpu is None else in_current_language(f"{1000 * row.pooler_cpu:.4f}")


_LATENCY_HEADS = {
    "mean": phrase("mean"),
    "min": phrase("min"),
    "p50": phrase("median"),
    "p999": phrase("p99.9"),
    "max": phrase("max"),
}
_REQUESTS = {
    ARRIVED: phrase("arrived"),
    LATE: phrase("late"),
    DROPPED: phrase("dropped"),
    RETRIED: phrase("tried again"),
}


def scalability_table(report: CampaignReport, limit_ms: float | None = None) -> TextTable:
    """What clients a server carries; no lines where they are not what varies."""
    head, lines = scalability_rows(report, report.scalability(limit_ms))
    return TextTable(
        heads(*head),
        [tuple(map(str, each)) for each in lines],
        range(head.index(PROTECTION) + 1, len(head)),
    )


def client_points_table(report: CampaignReport) -> TextTable:
    """Each point of the same curves; no lines where clients are not what varies."""
    head, lines = client_points_rows(report, report.scalability())
    right = range(head.index(PROTECTION) + 1, len(head) - 1)
    return TextTable(heads(*head), [tuple(map(str, each)) for each in lines], right)


LOAD_BY_CLIENTS = phrase("Load by clients")
_CLIENTS_LIMIT = phrase("clients")

LOAD_METHOD = phrase(
    "Milliseconds from the scheduled arrival of a request to the end of its answer: means over "
    "the runs that count. Requests are counted over all these runs. Dropped requests have no "
    "latency, so percentiles are too low where many were dropped."
)


def stability_table(report: CampaignReport) -> TextTable:
    """What makes comparisons unsteady; empty where all are steady."""
    place = place_cells(report)
    lines = [
        (*place(each.row.key), f"{signed(each.blocks.hodges_lehmann())} %", str(each.message))
        for each in stabilities(report)
        if each.message
    ]
    head = heads(*place_heads(report), "Hodges–Lehmann", DETAILS)
    return TextTable(head, lines, (2, 4))


STABILITY_METHOD = phrase(
    "Comparisons in which run order, drift, single blocks or the choice of estimate matter more "
    "than the detection limit. Backward passes cancel order effects and steady drift. No block is "
    "excluded."
)


def cpu_method(report: CampaignReport) -> str:
    return str(_SERVED_CPU_METHOD if _is_served(report) else _CPU_METHOD)


def _is_served(report: CampaignReport) -> bool:
    return any(row.api_cpu_s is not None for row in report.comparison)


def cpu_table(report: CampaignReport) -> TextTable:
    """CPU seconds of each operation and their cost; empty where nobody has counted them, or where
    work lasts as long as the plan says, so that they tell nothing."""
    place, served = place_cells(report), _is_served(report)
    lines = [
        (
            *place(row.key),
            _seconds(row.server_cpu_s),
            _seconds(row.worker_cpu_s),
            *((_seconds(row.api_cpu_s),) if served else ()),
            percent_cell(row.cpu.percent),
        )
        for row in report.comparison
        if row.better is Better.LESS
        and (row.server_cpu_s is not None or row.worker_cpu_s is not None)
    ]
    seconds = phrase("server, s"), phrase("worker, s"), *((phrase("API, s"),) if served else ())
    head = heads(*place_heads(report), *seconds, COST)
    return TextTable(head, lines, (2, *range(4, len(head))))


def _seconds(value: float | None) -> str:
    return "" if value is None else in_current_language(f"{value:.4f}")


_CPU_METHOD = phrase(
    "Mean CPU seconds, counted from the start to the end of an operation. The worker is the "
    "client, and also the engine if that runs inside it. The cost compares both together."
)

_SERVED_CPU_METHOD = phrase(
    "Mean CPU seconds, counted from the start to the end of an operation. The worker is the "
    "client, and also the engine if that runs inside it. The API is between worker and server. "
    "The cost compares all of them together."
)


def growth_method(report: CampaignReport) -> Message:
    """How the powers come about."""
    return _GROWTH_METHOD.with_values(records=axis_head(report))


def growth_table(report: CampaignReport) -> TextTable:
    """By which power of its sizes each operation grows; empty below three sizes."""
    names = marked_names(report.cells)
    lines = [
        (
            each.server,
            names[each.server, each.protection],
            each.operation,
            in_current_language(f"{each.exponent:.2f}"),
            to_words(f"{each.low:.2f}", f"{each.high:.2f}"),
            "" if each.linear else str(_FASTER if each.low > 1 else _SLOWER),
        )
        for each in report.growth
    ]
    reported = phrase("exponent"), INTERVAL, phrase("compared with linear")
    head = heads(SERVER, PROTECTION, OPERATION, *reported)
    return TextTable(head, lines, (3, 4))


_FASTER, _SLOWER = phrase("faster"), phrase("slower")
_GROWTH_METHOD = phrase(
    "The exponent describes how seconds grow with {records} (1: linear). It is the slope of a line "
    "through the logarithms of both, over these sizes. It is taken in each block, with Student's "
    "t interval over blocks; with fewer than two blocks, from the means of sizes, with the "
    "interval of that line."
)


type Lines = list[tuple[Message, ...]]


def scalability_rows(
    snapshot: CampaignSnapshot, curves: Sequence[Curve]
) -> tuple[tuple[Message, ...], Lines]:
    """Heads and lines: where throughput bends, the highest, and what is carried within the curves'
    limit where they have one; each beside its change over the baseline; and how many requests were
    tried again, where some were. The control has no line; one server, one operation and one size
    have no column."""
    shown = [each for each in curves if not each.control]
    limit = next((each.limit_ms for each in shown), None)
    servers = len({each.server for each in shown}) > 1
    sizes = len({each.size for each in shown}) > 1
    operations = len({each.operation for each in shown}) > 1
    fitted = any(each.law is not None for each in shown)
    retried = any(point.retried for each in shown for point in each.points)
    names = titles(snapshot.cells)
    lines: Lines = []
    for each in shown:
        name = names[each.server, each.protection]
        server = (phrase("{server}", server=each.server),) if servers else ()
        operation = (Message(each.operation),) if operations else ()
        size = (phrase("{n}", n=Number(each.size)),) if sizes else ()
        figures: tuple[Message, ...] = (
            _bend(each),
            _known(each.peak),
            _known(each.peak_change, "%"),
        )
        if limit is not None:
            figures += (_held(each, limit), _known(each.rate_at_limit_change, "%"))
        if fitted:
            figures += (_law(each),)
        if retried:
            figures += (_retried(each),)
        lines.append((*server, *operation, name, *size, *figures))
    head = _curve_heads(snapshot, servers=servers, operations=operations, sizes=sizes)
    head += (phrase("bends at, clients"), phrase("most, 1/s"), _CHANGE)
    if limit is not None:
        head += (_WITHIN.with_values(limit=significant(limit, 3, "ms")), _CHANGE)
    if fitted:
        head += (phrase("contention; coherency"),)
    if retried:
        head += (phrase("tried again"),)
    return head, lines


def _curve_heads(
    snapshot: CampaignSnapshot, *, servers: bool, operations: bool, sizes: bool
) -> tuple[Message, ...]:
    axis = (axis_heading(snapshot.campaign.workload.name),) if sizes else ()
    operation = (OPERATION,) if operations else ()
    return (*((SERVER,) if servers else ()), *operation, PROTECTION, *axis)


def _known(found: Interval | None, unit: str = "") -> Message:
    return NOTHING if found is None else interval_text(found, unit)


def client_points_rows(
    snapshot: CampaignSnapshot, curves: Sequence[Curve]
) -> tuple[tuple[Message, ...], Lines]:
    """Heads and lines of each point: throughput, p99, the cores that server and clients were busy
    on, and whether the clients were the limit. Columns as in `scalability_rows`."""
    shown = [each for each in curves if not each.control]
    servers = len({each.server for each in shown}) > 1
    sizes = len({each.size for each in shown}) > 1
    operations = len({each.operation for each in shown}) > 1
    names = titles(snapshot.cells)
    lines: Lines = [
        (
            *((phrase("{server}", server=curve.server),) if servers else ()),
            *((Message(curve.operation),) if operations else ()),
            names[curve.server, curve.protection],
            *((phrase("{n}", n=Number(curve.size)),) if sizes else ()),
            phrase("{n}", n=Number(point.clients)),
            phrase("{n}", n=significant(point.rate.mean, 3)),
            phrase("{n}", n=significant(point.p99_ms, 3)),
            _cores(point.server_cores),
            _cores(point.client_cores),
            _CLIENTS_LIMIT if point.generator_limited else NOTHING,
        )
        for curve in shown
        for point in curve.points
    ]
    head = _curve_heads(snapshot, servers=servers, operations=operations, sizes=sizes)
    head += (phrase("clients"), phrase("answered/s"), phrase("p99, ms"))
    head += (phrase("server, cores"), phrase("clients, cores"), phrase("limit"))
    return head, lines


def _cores(busy: float | None) -> Message:
    return NOTHING if busy is None else phrase("{n}", n=Number(busy, 2))


def _bend(curve: Curve) -> Message:
    if not curve.complete:
        n, planned = map(Number, (curve.in_fullest_pass, curve.planned))
        return phrase("incomplete: {n} of {planned}", n=n, planned=planned)
    if curve.knee is None:
        return _ABOVE.with_values(clients=Number(curve.points[-1].clients))
    return interval_text(curve.knee)


def _law(curve: Curve) -> Message:
    """Alpha and beta; less than a ten-thousandth of a percent is 0."""
    if curve.law is None:
        return NOTHING
    contention, coherency = (
        significant(round(100 * each, 4), 2, "%") for each in (curve.law.alpha, curve.law.beta)
    )
    return phrase("{contention}; {coherency}", contention=contention, coherency=coherency)


def _held(curve: Curve, limit_ms: float) -> Message:
    if curve.complete and curve.rate_at_limit is None:
        return phrase("not within {limit}", limit=significant(limit_ms, 3, "ms"))
    return _known(curve.rate_at_limit)


def _retried(curve: Curve) -> Message:
    return phrase(
        "{n} of {answered}",
        n=Number(sum(each.retried for each in curve.points)),
        answered=Number(sum(each.answered for each in curve.points)),
    )


_ABOVE = phrase("above {clients}")
_CHANGE = phrase("change")
_WITHIN = phrase("within p99 {limit}, 1/s")

SCALABILITY_METHOD = phrase(
    "Throughput bends where the line of the fewest clients measured meets the highest throughput. "
    "Each pass through all planned numbers gives one value; intervals are over passes. Without a "
    "whole pass the curve is incomplete."
)
