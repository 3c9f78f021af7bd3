"""Builds page one of a campaign, also of one that is running: its rows, and the cards on trust and
on what the advised protection means for servers."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from app.advice.capacity import CpuUse, cpu_use_of, month_price
from app.advice.predicates import in_application
from app.advice.rule import Reason
from app.evidence.threats import concerns_network
from app.findings.cost import NO_COST
from app.findings.growth import storage_growth
from app.findings.interval_words import interval_text
from app.findings.key_services import key_service_ms, key_time_text
from app.findings.scalability import over_operations
from app.findings.statistics import Interval
from app.findings.verdict import NOISY_MARGIN_PERCENT, OTHERS_SHARE
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.cell_key import ALL_CASES
from app.plan.requirements import Requirements, SearchNeed
from app.plan.status import Status
from app.report.drawing.protections import MarkColumn, ProtectionRow, SearchBy, ServerRows
from app.report.figures.answer import CampaignAnswer, answer_of
from app.report.figures.campaign_report import CampaignReport, cached_on_report
from app.report.figures.candidates import (
    ENCRYPTION,
    PROPOSED,
    ProtectionCost,
    costs_by_protection,
    first_cells,
    proposed_cell,
    protection_title,
)
from app.report.page_one.encryption_change_page import ChangePage
from app.report.page_one.headline_and_do_card import ATTACKERS, DoLine, do_card, headline_of
from app.report.page_one.model import Card, CardKind, PageOne, TrustLevel
from app.report.page_one.protection_marks import protection_marks, protection_strength, search_by
from app.report.words.cost_words import money, outlier_words, rough_signed, signed_amount
from app.report.words.phrased import FilledPhrase, Phrased, joined_by_dots
from app.report.words.protection_names import marks_text
from app.results.records import CellRecord, ServerRecord
from engines.contract.endpoint import POOLER, STANDBY, UNNAMED_POOLER, Standby
from engines.contract.key_source import DataKey
from engines.contract.message import (
    NOTHING,
    Message,
    Number,
    percent,
    phrase,
    plural,
    significant,
    with_semicolons,
)
from engines.contract.protection import Protection, ProtectionKind
from engines.registry import engine_names, facts_of
from workloads.contract import SECONDS
from workloads.registry import cases_label, workload_named, workload_names

# Whether costs can be trusted: a badge, by the rules of one table.

_WIDE, _VERY_WIDE = 10.0, 50.0
"""Half-widths of an interval, in percentage points, that lower trust to fair and to low; of costs
above 100 % as a share of the cost."""
_DOUBLED = 100.0
"""Percent from which on a cost is read as a factor."""
_NARROW = 0.1
"""The smallest half-width that is shown, in points."""


class TrustReason(Phrased):
    """Why costs are trusted no more, and, where nothing lowers it, what was tried."""

    NOTHING = "nothing-measured", phrase("No cost was measured.")
    NO_INTERVAL = "no-interval", phrase("Too few repetitions for an interval.")
    NO_VERDICT = "no-verdict", phrase("No cost has a verdict.")
    CONTROL = "control-differs", phrase("Two identical databases differed by up to {limit}.")
    OTHERS = "others", phrase("Other programs took up to {share} of the core.")
    UNCLEAR = "some-unclear", phrase("{unclear} of {all} costs are unclear.")
    RUNNING = "running", phrase("Not finished: every cost may change.")
    MISSING = "missing-runs", phrase("Runs are missing: {missing} of {runs}.")
    NO_CONTROL = "no-control", phrase("No second baseline: the detection limit is unknown.")
    WIDE = "wide", phrase("Widest interval: {low} to {high}.")
    IN_TURNS = (
        "repetitions-in-turns",
        plural("{n} repetitions, in turns.", "One repetition, in turns.", 0),
    )
    REPETITIONS = "repetitions", plural("{n} repetitions.", "One repetition.", 0)
    VERIFIED = "verified", phrase("Every value was verified.")
    HOLDS_HERE = "holds-here", phrase("Holds for this machine, these data.")


class _Badge(Phrased):
    HIGH = TrustLevel.HIGH, phrase("High")
    FAIR = TrustLevel.FAIR, phrase("Fair")
    LOW = TrustLevel.LOW, phrase("Low")


class _Head(Phrased):
    """The badge, and how wide intervals are."""

    WITHIN = "within", phrase("{level}: ± {least} to {most} points")
    WITHIN_ONE = "within-one", phrase("{level}: ± {most} points")


@dataclass(frozen=True)
class _Facts:
    """What the rules ask of."""

    report: CampaignReport

    @cached_property
    def undecided_count(self) -> int:
        return sum(not each.cost.decided for each in self.report.main_costs)

    @property
    def any_decided(self) -> bool:
        return self.undecided_count < len(self.report.main_costs)

    @property
    def missing(self) -> int:
        summary = self.report.summary
        return max(0, summary.runs_total - summary.runs_done)  # those that failed are not done

    @property
    def running(self) -> bool:
        return self.report.summary.status in (Status.RUNNING, Status.PENDING)

    @cached_property
    def intervals(self) -> Sequence[Interval]:
        """Of costs with a verdict, the narrowest first."""
        found = [
            e.cost.interval for e in self.report.main_costs if e.cost.interval and e.cost.decided
        ]
        return sorted(found, key=_relative_half_width)

    @property
    def widest(self) -> float:
        return _relative_half_width(self.intervals[-1]) if self.intervals else 0.0

    @property
    def points(self) -> Sequence[float]:
        """Half of the widths of costs that are read in points, the smallest first."""
        return sorted(each.half_width for each in self.intervals if each.estimate < _DOUBLED)

    @cached_property
    def limit(self) -> float | None:
        margins = [each.cost.margin for each in self.report.main_costs]
        return max((each for each in margins if each is not None), default=None)

    @property
    def others(self) -> float:
        return self.report.quality.others_percent or 0.0

    @cached_property
    def repetitions(self) -> int:
        return min((row.n for row in self.report.comparison if row.n), default=0)

    @property
    def values(self) -> Mapping[str, object]:
        """What fills the slots of any rule."""
        widest = self.intervals[-1] if self.intervals else None
        return {
            "limit": percent(self.limit or 0.0),
            "low": signed_amount(widest.low) if widest else NOTHING,
            "high": signed_amount(widest.high) if widest else NOTHING,
            "share": percent(self.others),
            "unclear": Number(self.undecided_count),
            "all": Number(len(self.report.main_costs)),
            "missing": Number(self.missing),
            "runs": Number(self.report.summary.runs_total),
        }


type _Rule = tuple[TrustReason, TrustLevel, Callable[[_Facts], bool]]

_RULES: tuple[_Rule, ...] = (
    (
        TrustReason.NO_INTERVAL, TrustLevel.LOW,
        lambda facts: all(each.cost.interval is None for each in facts.report.main_costs),
    ),
    (TrustReason.NO_VERDICT, TrustLevel.LOW, lambda facts: not facts.any_decided),
    (
        TrustReason.CONTROL, TrustLevel.LOW,
        lambda facts: (facts.limit or 0.0) > 2 * NOISY_MARGIN_PERCENT,
    ),
    (TrustReason.WIDE, TrustLevel.LOW, lambda facts: facts.widest > _VERY_WIDE),
    (TrustReason.OTHERS, TrustLevel.FAIR, lambda facts: facts.others > 100 * OTHERS_SHARE),
    (
        TrustReason.UNCLEAR,
        TrustLevel.FAIR,
        lambda facts: facts.any_decided and facts.undecided_count > 0,
    ),
    (TrustReason.RUNNING, TrustLevel.FAIR, lambda facts: facts.running),
    (TrustReason.MISSING, TrustLevel.FAIR, lambda facts: facts.missing > 0 and not facts.running),
    (TrustReason.NO_CONTROL, TrustLevel.FAIR, lambda facts: facts.limit is None),
    (TrustReason.WIDE, TrustLevel.FAIR, lambda facts: _WIDE < facts.widest <= _VERY_WIDE),
)  # fmt: skip
"""Where one holds, trust is no more than its level; in the order in which they are said."""


def trust_card(report: CampaignReport) -> Card:
    """The badge, and why; where nothing lowers it, what was tried."""
    facts = _Facts(report)
    if not report.main_costs:
        nothing = (TrustReason.NOTHING.filled(),)
        return Card(CardKind.TRUST, _head(TrustLevel.LOW, facts), nothing, TrustLevel.LOW)
    found = [each for each in _RULES if each[2](facts)]
    order = list(TrustLevel)
    level = max((each for _, each, _ in found), key=order.index, default=TrustLevel.HIGH)
    lines = [*(code.filled(**facts.values) for code, _, _ in found), *_tried(facts)]
    return Card(CardKind.TRUST, _head(level, facts), tuple(lines[:_MOST_LINES]), level)


def _head(level: TrustLevel, facts: _Facts) -> FilledPhrase:
    badge, points = _Badge(level).message, facts.points
    if level is TrustLevel.LOW or not points:
        return FilledPhrase(level, badge)
    least, most = (significant(max(_NARROW, each), 1) for each in (points[0], points[-1]))
    code = _Head.WITHIN_ONE if str(least) == str(most) else _Head.WITHIN
    found = code.filled(level=badge, least=least, most=most)
    return FilledPhrase(level, found.message, found.values)


def _relative_half_width(found: Interval) -> float:
    """Half of it, in points; of what takes twice as long and more in shares of that."""
    return found.half_width / max(1.0, (100 + found.estimate) / 200)


def _tried(facts: _Facts) -> Iterator[FilledPhrase]:
    report, many = facts.report, facts.repetitions
    if many:
        yield (TrustReason.IN_TURNS if report.in_turns else TrustReason.REPETITIONS).filled(n=many)
    if report.quality.has_database and many:
        yield TrustReason.VERIFIED.filled()
    yield TrustReason.HOLDS_HERE.filled()


# What the advised protection means for servers: CPU time, cores, money, storage.

_MOST_BUSY_PERCENT = 80
"""Per cent of its processors that a machine should be busy at most, which leaves room for peaks."""
_MOST_LINES = 3


_FEWEST_CORES = 0.05
"""Fewer say nothing to who buys them."""


class Capacity(Phrased):
    """What stands first on the card, and its lines."""

    CORES = "cores", phrase("{cores} more cores at {rate}/s")
    CPU = "cpu-time", phrase("{cost} CPU time")
    ABOUT_CPU = "about-cpu-time", phrase("About {cost} CPU time")
    MEASURE = "known-once-measured", phrase("Known once measured")
    UNKNOWN = "unknown", phrase("Not known yet")
    AS_MEASURED = "as-measured", phrase("What was measured here: up to {cost} CPU time.")
    MONTH = "month-price", phrase("{money} more a month, at your price.")
    STORAGE = "storage", phrase("Tables {grows}.")
    KEY_SERVICE = "key-service", phrase("Key service: {time} a statement.")
    KEY_SERVICES = (
        "key-services",
        phrase("Key service: {time} a statement, {cached} where keys are cached."),
    )
    CLIENTS = "clients", phrase("Highest throughput: {most} a second ({change}).")
    BENDS = "bends", phrase("Throughput bends at {bend} clients.")
    EACH_BENDS = "each-bends", phrase("Clients at which throughput bends: {bends}.")
    SECOND = "second-machine", phrase("A second machine for the application.")
    SIDES = "sides", phrase("Server {server}, application {application}.")
    BUSY = "busy-today", phrase("Above {busy} CPU use: add cores.")


def capacity_card(report: CampaignReport, answer: CampaignAnswer, *, roughly: bool) -> Card:
    """Of the protection that is advised, or would be, on the server where it adds most; in round
    figures where costs are not to be trusted to the point."""
    spent = _spent(answer)
    if spent is None:
        first = next((server for server, _ in key_service_ms(report)), "")
        return Card(CardKind.PLAN, Capacity.UNKNOWN.filled(), tuple(_key_time(report, first)))
    more_cpu = spent.cost.estimate
    cost = (rough_signed if roughly else signed_amount)(more_cpu)
    if not answer.as_measured and answer.without_application:
        line = Capacity.AS_MEASURED.filled(cost=cost)
        return Card(CardKind.PLAN, Capacity.MEASURE.filled(), (line,))
    rate = answer.requirements.rate or spent.rate
    more = None if rate is None else spent.cores(rate).estimate - spent.plain_cores(rate)
    if rate is None or more is None or more < _FEWEST_CORES:
        head = (Capacity.ABOUT_CPU if roughly else Capacity.CPU).filled(cost=cost)
    else:
        head = Capacity.CORES.filled(
            cores=significant(more, 1 if roughly else 2), rate=significant(rate, 4)
        )
    lines = [*_lines(report, answer, spent, more, roughly=roughly)]
    return Card(CardKind.PLAN, head, tuple(lines[:_MOST_LINES]))


def _spent(answer: CampaignAnswer) -> CpuUse | None:
    found = (
        cpu_use_of(answer.spent, each.candidate.server, each.candidate.protection)
        for each in answer.recommended_or_relaxed
    )
    known = [each for each in found if each is not None]
    return max(known, key=lambda each: each.cost.estimate, default=None)


def _lines(
    report: CampaignReport,
    answer: CampaignAnswer,
    spent: CpuUse,
    more_cores: float | None,
    *,
    roughly: bool,
) -> Iterator[FilledPhrase]:
    requirements = answer.requirements
    if more_cores is not None and requirements.core_hour is not None:
        price = month_price(more_cores, requirements.core_hour)
        yield Capacity.MONTH.filled(money=money(price, requirements.currency))
    grown = storage_growth(report, report.baseline).get((spent.server, spent.protection))
    if grown is not None:
        yield Capacity.STORAGE.filled(grows=signed_amount(grown))
    yield from _key_time(report, spent.server)
    yield from _throughput_lines(report, spent)
    if _needs_machine(answer):
        yield Capacity.SECOND.filled()
    if spent.server_shares is not None and spent.cost.estimate > 0 and not roughly:
        yield _by_machine(spent, *spent.server_shares)
    busy = min(100, math.floor(_MOST_BUSY_PERCENT / max(1.0, 1 + spent.cost.high / 100)))
    yield Capacity.BUSY.filled(busy=Number(busy, 0, "%"))


def _key_time(report: CampaignReport, server: str) -> Iterator[FilledPhrase]:
    """Of the dearest way to use a key service on a server, and of the cheapest that asks it less
    than once a statement; only with the shortest delay, as a longer one simulates a distance."""
    often, seldom = list[float](), list[float]()
    sources = {(each.server, each.protection): each.key_source for each in report.cells}
    found = [
        (source, milliseconds)
        for place, milliseconds in key_service_ms(report).items()
        if place[0] == server and (source := sources.get(place)) is not None
    ]
    nearest = min((source.delay_ms for source, _ in found), default=0.0)
    for source, milliseconds in found:
        if source.delay_ms == nearest:
            cached = source.data_key in (DataKey.CACHED, DataKey.TABLE)
            (seldom if cached else often).append(milliseconds)
    if often and seldom:
        cached_time = key_time_text(min(seldom))
        yield Capacity.KEY_SERVICES.filled(time=key_time_text(max(often)), cached=cached_time)
    elif often or seldom:
        yield Capacity.KEY_SERVICE.filled(time=key_time_text(max(often or seldom)))


def _throughput_lines(report: CampaignReport, spent: CpuUse) -> Iterator[FilledPhrase]:
    """Of a campaign by clients: the highest throughput, and where it bends."""
    place = spent.server, spent.protection
    found = [each for each in report.scalability() if (each.server, each.protection) == place]
    for each in over_operations(found):
        if each.peak is not None and each.peak_change is not None:
            most, change = significant(each.peak.estimate, 2), interval_text(each.peak_change, "%")
            yield Capacity.CLIENTS.filled(most=most, change=change)
        if each.knee is not None:
            yield Capacity.BENDS.filled(bend=interval_text(each.knee))
    largest = max((each.size for each in found), default=0)
    bends = [
        phrase("{operation} {n}", operation=each.operation, n=significant(each.knee.estimate, 2))
        for each in found
        if each.knee is not None and each.size == largest
    ]
    if bends and len({each.operation for each in found}) > 1:
        yield Capacity.EACH_BENDS.filled(bends=with_semicolons(bends))


def _by_machine(spent: CpuUse, before: float, added: float) -> FilledPhrase:
    """By how much the database server and the application have more to do."""
    server, rest = (
        spent.cost.estimate * of_more / share if share else 0.0
        for of_more, share in ((added, before), (1 - added, 1 - before))
    )
    return Capacity.SIDES.filled(server=signed_amount(server), application=signed_amount(rest))


def _needs_machine(answer: CampaignAnswer) -> bool:
    """Whether the application is advised to run elsewhere than the database."""
    return any(
        in_application(each.candidate)
        and not each.candidate.in_process
        and any(one.code is Reason.KEYS_ELSEWHERE for one in each.conditions)
        for each in answer.advised
    )


def _how_to_measure_again(trust: Card) -> DoLine | None:
    """How, where costs cannot be trusted."""
    if trust.level is not TrustLevel.LOW:
        return None
    others = any(each.code == TrustReason.OTHERS for each in trust.lines)
    return DoLine.AGAIN_IDLE if others else DoLine.AGAIN_MORE


MOST_ROWS = 10
"""Of all servers together, beside the baseline: what has room on paper."""


@cached_on_report
def page_one(report: CampaignReport) -> PageOne:
    answer, change = answer_of(report), ChangePage(report)
    trust = trust_card(report)
    roughly = trust.level is TrustLevel.LOW
    headline = change.headline() if change else headline_of(report, answer, roughly=roughly)
    columns = _columns(report) if answer.candidates else ()
    servers, left_out = _servers(report, answer, columns, change)
    return PageOne(
        servers,
        columns,
        report.requirements.may_cost,
        any(each.in_cpu_time for each in report.main_costs),
        any(each.is_peak_throughput for each in report.main_costs),
        headline=headline,
        about=_about(report),
        requirements=tuple(_requirement_messages(report.requirements)),
        cards=(
            change.do_card()
            if change
            else do_card(report, answer, headline, _how_to_measure_again(trust)),
            change.capacity_card() if change else capacity_card(report, answer, roughly=roughly),
            trust,
        ),
        left_out=left_out,
    )


def _columns(report: CampaignReport) -> tuple[MarkColumn, ...]:
    network = concerns_network((each.kind for each in report.cells), report.evidence)
    return tuple(each for each in MarkColumn if network or each is not MarkColumn.NETWORK)


def with_proposed(plan: Campaign) -> Campaign:
    """A plan with the protection in the application that it lacks."""
    made = Protection(PROPOSED, ProtectionKind.CLIENT, "aes", 256, "gcm")
    if any(each.protection.name == PROPOSED for each in plan.protections):
        return plan
    return replace(plan, protections=(*plan.protections, PlannedProtection(made)))


def _servers(
    report: CampaignReport,
    answer: CampaignAnswer,
    columns: Sequence[MarkColumn],
    change: ChangePage,
) -> tuple[tuple[ServerRows, ...], int]:
    """Rows by server, strongest first, then by cost; where there are too many the weakest of the
    longest server are left out, those that are advised last."""
    costs = costs_by_protection(report.main_costs)
    cells = first_cells(report)
    rows: dict[str, list[ProtectionRow]] = {}
    for key, cell in cells.items():
        if cell.kind == ProtectionKind.STORED_FORM or cell.status is Status.UNSUPPORTED:
            continue
        made = _rows(cell, costs.get(key, []), report, answer, columns, change)
        rows.setdefault(cell.server, []).extend(made)
    for server in answer.without_application if columns else ():
        like = next(cell for (name, _), cell in cells.items() if name == server)
        proposed = _proposed(like, report, columns)
        # Nothing else stands there where all that was planned is unsupported.
        rows.setdefault(server, []).append(replace(proposed, advised=not answer.as_measured))
    ranked = {server: _ranked(found) for server, found in rows.items()}
    left_out = 0
    for server in [*ranked][1:]:  # the baseline stands once, but where a server has nothing else
        ranked[server] = [row for row in ranked[server] if not row.baseline] or ranked[server]
    while sum(not row.baseline for found in ranked.values() for row in found) > MOST_ROWS:
        longest = max(ranked.values(), key=_room)
        weakest = [row for row in reversed(longest) if not row.baseline]
        longest.remove(next((row for row in weakest if not row.advised), weakest[0]))
        left_out += 1
    servers = {each.name: each for each in report.servers}
    engines = {cell.server: cell.engine for cell in report.cells}
    for name, why in _without_rows(report, {*filter(ranked.get, ranked)}).items():
        ranked[name] = [ProtectionRow(name, "", _NOT_MEASURED, why, (), SearchBy.NONE, NO_COST)]
        engines.setdefault(
            name, next((each.engine for each in report.campaign.servers if each.name == name), "")
        )
    return tuple(
        ServerRows(
            name,
            engines[name],
            _server_title(name, servers.get(name)),
            _topology(servers.get(name)),
            tuple(found),
        )
        for name, found in ranked.items()
        if found
    ), left_out


def _without_rows(report: CampaignReport, shown: Collection[str]) -> dict[str, Message]:
    """Why nothing could be measured, by server."""
    unable = {cell.server: cell.why for cell in report.cells if cell.why}
    return {name: why for name, why in {**unable, **report.skipped}.items() if name not in shown}


def _room(rows: Sequence[ProtectionRow]) -> tuple[int, int]:
    """What a server takes on paper, first of all by what may be left out."""
    others = [row for row in rows if not row.baseline]
    return sum(not row.advised for row in others), len(others)


def _ranked(rows: Sequence[ProtectionRow]) -> list[ProtectionRow]:
    """The strongest first, of these the cheapest; a protection's kinds of work stay together, in
    their own order."""
    cheapest: dict[str, float] = {}
    for row in rows:
        cost = row.cost.percent if row.cost.percent is not None else math.inf
        cheapest[row.protection] = min(cost, cheapest.get(row.protection, math.inf))
    return sorted(
        rows,
        key=lambda row: (
            not row.baseline,
            row.proposed,
            -protection_strength(row.marks),
            cheapest[row.protection],
            row.protection,
        ),
    )


def _rows(
    cell: CellRecord,
    costs: Sequence[ProtectionCost],
    report: CampaignReport,
    answer: CampaignAnswer,
    columns: Sequence[MarkColumn],
    change: ChangePage,
) -> Iterator[ProtectionRow]:
    """One for each kind of work that it has a cost of."""
    baseline = cell.protection == report.baseline
    place = cell.server, cell.protection
    row = ProtectionRow(
        *place,
        _name(cell, baseline=baseline),
        NOTHING,
        protection_marks(cell, report, columns, in_process=_in_process(cell.server, report)),
        search_by(cell, report),
        NO_COST,
        missing=change.baseline_time(cell.server) or _baseline_figure(cell.server, report)
        if baseline
        else _MISSING.get(cell.status, _NOT_MEASURED),
        baseline=baseline,
        advised=answer.as_measured
        and any((e.candidate.server, e.candidate.protection) == place for e in answer.advised),
    )
    where = _where(cell, report)
    if not costs:
        yield replace(row, where=where)
    for each in costs:
        outlier = each.total.outlier
        name = each.total.case if each.total.is_total else each.total.at.name
        work = change.summary_of(*place, name) or each.work
        parts = [part for part in (where, work, outlier_words(outlier)) if part]
        message = joined_by_dots(parts)
        yield replace(row, where=message, cost=each.total.cost, missing=NOTHING, outlier=outlier)


def _in_process(server: str, report: CampaignReport) -> bool:
    return any(each.in_process for each in report.servers if each.name == server)


def _name(cell: CellRecord, *, baseline: bool) -> Message:
    """In short: where it encrypts stands below."""
    if baseline and cell.kind == ProtectionKind.PLAINTEXT:
        return _UNPROTECTED
    used = cell.as_used
    if ProtectionKind(cell.kind) is ProtectionKind.CLIENT:
        native = replace(used, kind=ProtectionKind.NATIVE, blind_index=True, key_source=None)
        return native.title
    if ProtectionKind(cell.kind) is ProtectionKind.NATIVE:
        return used.title
    if ProtectionKind(cell.kind) is ProtectionKind.STORAGE:
        return replace(used, kind=ProtectionKind.NATIVE, mode=None).title
    return protection_title(cell)


def _where(cell: CellRecord, report: CampaignReport) -> Message:
    """“in the application”, where its key is and what is weak about it; with or without an index
    where a campaign has both."""
    kind = ProtectionKind(cell.kind)
    parts = [_PLACES[kind]] if kind in ENCRYPTION else []
    if kind is ProtectionKind.STORAGE:
        parts.append(_STORED.get(cell.mode or "", _STORED[""]))
    encrypted = [
        each
        for each in report.cells
        if each.kind == ProtectionKind.CLIENT and each.status is not Status.UNSUPPORTED
    ]
    if kind is ProtectionKind.CLIENT and not all(each.blind_index for each in encrypted):
        parts.append(_INDEX if cell.blind_index else _NO_INDEX)
    if cell.key_source is not None:
        parts.append(cell.key_source.use)
        if milliseconds := key_service_ms(report).get((cell.server, cell.protection)):
            parts.append(key_time_text(milliseconds))
    return joined_by_dots([*parts, *marks_text(cell)])


def _proposed(
    like: CellRecord, report: CampaignReport, columns: Sequence[MarkColumn]
) -> ProtectionRow:
    """AES-256-GCM in the application, which was not measured and would serve."""
    cell = proposed_cell(like)
    return ProtectionRow(
        cell.server,
        cell.protection,
        _name(cell, baseline=False),
        _where(cell, report),
        protection_marks(cell, report, columns, in_process=_in_process(cell.server, report)),
        search_by(cell, report),
        NO_COST,
        missing=_NOT_MEASURED,
        proposed=True,
    )


def _server_title(name: str, server: ServerRecord | None) -> Message:
    """“PostgreSQL 18.6”."""
    if server is None or server.engine not in engine_names():
        return Message(name)
    engine = facts_of(server.engine).title
    version = " ".join(filter(None, (engine, server.version)))
    title = version if name.casefold() == server.engine.casefold() else f"{name} · {version}"
    return Message(title)


_STANDBYS: Mapping[str, Message] = {
    Standby.SYNCHRONOUS: phrase("with a synchronous standby"),
    Standby.ASYNCHRONOUS: phrase("with an asynchronous standby"),
    Standby.GALERA: phrase("with Galera's three nodes"),
}


def _topology(server: ServerRecord | None) -> Message:
    """“through PgBouncer 1.24, transaction; with a synchronous standby”."""
    settings = {} if server is None else server.settings
    shown = []
    if (pooler := settings.get(POOLER)) == UNNAMED_POOLER:
        shown.append(phrase("through a pooler"))
    elif pooler:
        shown.append(phrase("through {pooler}", pooler=pooler))
    if followed := _STANDBYS.get(settings.get(STANDBY, "")):
        shown.append(followed)
    return with_semicolons(shown) if shown else NOTHING


def _baseline_figure(server: str, report: CampaignReport) -> Message:
    """How long all operations take unprotected; by clients the highest throughput."""
    plain = (server, report.baseline)
    by_clients = report.main_costs is not report.headline
    for each in over_operations(report.scalability()) if by_clients else ():
        if (each.server, each.protection) == plain and each.peak is not None:
            return phrase("{rate}/s", rate=significant(each.peak.estimate, 2))
    rows = [
        row
        for row in report.comparison
        if (row.server, row.protection) == plain and row.mean is not None
    ]
    if not rows or report.weighted or {row.unit for row in rows} != {SECONDS.unit}:
        return NOTHING
    seconds = sum(row.mean or 0.0 for row in rows)
    time = significant(seconds, 2, "s") if seconds >= 1 else significant(1000 * seconds, 2, "ms")
    return phrase("{time}", time=time)


def _about(report: CampaignReport) -> Message:
    """“hospital: 400 records”, and the machine."""
    work = report.campaign.workload.name
    title = workload_named(work).title if work in workload_names() else Message(work)
    cases = list({row.at for row in report.comparison if row.at != ALL_CASES})
    parts = [title]
    if cases:
        parts.append(cases_label(work, cases))
    cpu, cores = (report.environment.get(each) for each in ("cpu", "logical_cores"))
    if cpu:
        parts.append(_ON_CPU.with_values(cpu=str(cpu), cores=str(cores or "?")))
    return joined_by_dots([each for each in parts if each])


def _requirement_messages(requirements: Requirements) -> Iterator[Message]:
    for each in requirements.withstand:
        yield _KEEP_OUT.with_values(attackers=ATTACKERS[each])
    if requirements.search is not SearchNeed.NOTHING:
        yield _SEARCHES[requirements.search]
    if requirements.may_cost is not None:
        yield _AT_MOST.with_values(limit=percent(requirements.may_cost))
    if requirements.rate is not None:
        yield _RATE.with_values(rate=significant(requirements.rate, 4))
    if requirements.core_hour is not None:
        yield _PRICE.with_values(
            price=significant(requirements.core_hour, 4, requirements.currency)
        )


_UNPROTECTED = phrase("unprotected")
_PLACES = {
    ProtectionKind.CLIENT: phrase("in application"),
    ProtectionKind.NATIVE: phrase("in database"),
}
_STORED = {
    "": phrase("encrypted files"),
    "tablespace": phrase("encrypted tablespace"),
    "filesystem": phrase("encrypted folder"),
}
"""By where it encrypts."""
_INDEX, _NO_INDEX = phrase("index"), phrase("no index")
_NOT_MEASURED = phrase("not measured")
_MISSING = {
    Status.FAILED: phrase("failed"),
}
_ON_CPU = phrase("{cpu}, {cores} cores")
_KEEP_OUT = phrase("keep out {attackers}")
_SEARCHES = {
    SearchNeed.EQUALITY: phrase("find equal values"),
    SearchNeed.RANGE: phrase("find ranges and order"),
}
_AT_MOST = phrase("at most {limit}")
_RATE = phrase("rate: {rate}/s")
_PRICE = phrase("{price} a core-hour")
