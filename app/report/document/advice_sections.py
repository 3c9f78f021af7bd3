"""Sections of a report on advice: ranked protections, capacity and price, compliance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from app.advice.advising import Advice, RankedProtection
from app.advice.candidate import Candidate
from app.advice.capacity import MONTH_HOURS, CpuUse, as_factor, cpu_use_of, month_price, scaled
from app.advice.compliance import Support, provisions_of
from app.advice.rule import AppliedRule, Reason
from app.findings.growth import GrowthPercent, storage_growth
from app.findings.interval_words import interval_text
from app.findings.statistics import Interval
from app.plan.requirements import Requirements
from app.report.document.document_blocks import Block, Heading, ListBlock, Paragraph, TableBlock
from app.report.document.summary_sections import conditions_and_reasons
from app.report.figures.answer import CampaignAnswer, answer_of
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.candidates import candidates_of, join_and
from app.report.page_one.headline_and_do_card import attacker_words
from app.report.tables.text_table import TextTable
from app.report.words.cost_words import cost_label, money
from app.report.words.protection_names import bounds_cell
from app.report.words.terms import heads
from engines.contract.message import Message, Number, listed, percent, phrase, significant


def capacity_table(
    spent: Sequence[CpuUse],
    names: Mapping[tuple[str, str], Message],
    requirements: Requirements,
    growth: GrowthPercent,
) -> TextTable:
    """A line for each server and protection that has a name in `names`."""
    known = [each for each in spent if (each.server, each.protection) in names]
    head = [_PROTECTION, _SERVER, _PLAIN_S, _PROTECTED_S]
    if requirements.rate is not None:
        head += [_PLAIN_CORES, _PROTECTED_CORES]
        if requirements.core_hour is not None:
            head.append(_EXTRA)
    grows = any((each.server, each.protection) in growth for each in known)
    if requirements.gb_month is not None and grows:
        head.append(_STORAGE)
    lines = [
        heads(*_cells(one, names[one.server, one.protection], requirements, growth)[: len(head)])
        for one in known  # storage has no head where nothing grows
    ]
    return TextTable(heads(*head), lines, range(2, len(head)))


def _cells(
    spent: CpuUse, name: Message, requirements: Requirements, growth: GrowthPercent
) -> list[Message | Number | str]:
    cells: list[Message | Number | str] = [
        spent.named(name), spent.server, significant(spent.plain, 3), interval_text(spent.protected)
    ]  # fmt: skip
    if requirements.rate is not None:
        cells += [
            significant(spent.plain_cores(requirements.rate), 3),
            interval_text(spent.cores(requirements.rate)),
        ]
        if requirements.core_hour is not None:
            extra = _extra_price(
                spent.plain_cores(requirements.rate), spent.cost, requirements.core_hour
            )
            cells.append(_money(extra, requirements.currency))
    if requirements.gb_month is not None:
        grown = growth.get((spent.server, spent.protection))
        cells.append(
            "–"
            if grown is None
            else money(grown / 100 * _PRICED_GB * requirements.gb_month, requirements.currency)
        )
    return cells


def worked_example(spent: CpuUse, name: Message, requirements: Requirements) -> tuple[Message, ...]:
    """The computation of one protection's figures, a line for each step."""
    protected = spent.protected
    lines = [
        _COST_STEP.with_values(
            name=spent.named(name),
            plain=significant(spent.plain, 3),
            cost=percent(spent.cost.estimate),
            protected=significant(protected.estimate, 3),
        )
    ]
    if requirements.rate is not None:
        lines.append(
            _RATE_STEP.with_values(
                protected=significant(protected.estimate, 3),
                rate=significant(requirements.rate, 4),
                cores=significant(spent.cores(requirements.rate).estimate, 3),
            )
        )
        if requirements.core_hour is not None:
            more = spent.cores(requirements.rate).estimate - spent.plain_cores(requirements.rate)
            lines.append(
                _PRICE_STEP.with_values(
                    more=significant(more, 3),
                    hours=Number(MONTH_HOURS),
                    price=significant(requirements.core_hour, 4, requirements.currency),
                    month=money(month_price(more, requirements.core_hour), requirements.currency),
                )
            )
    return tuple(lines)


def _extra_price(cores: float, more: Interval, core_hour: float) -> Interval:
    """What the protection adds to a month's price."""
    added = as_factor(more).mapped(lambda factor: factor - 1)
    return scaled(added, month_price(cores, core_hour))


def _money(found: Interval, currency: str) -> Message:
    amount = _RANGE.with_values(
        middle=money(found.estimate, ""),
        low=money(found.low, ""),
        high=money(found.high, ""),
    )
    return _AMOUNT_IN_CURRENCY.with_values(amount=amount, currency=currency) if currency else amount


_RANGE = phrase("{middle} ({low} to {high})")
_AMOUNT_IN_CURRENCY = phrase("{amount} {currency}")
_PRICED_GB = 100
"""Gigabytes of unprotected tables that the price of storage is given for."""

_PLAIN_S = phrase("CPU s per 1,000 operations, unprotected")
_PROTECTED_S = phrase("CPU s per 1,000 operations, protected")
_PLAIN_CORES = phrase("Cores, unprotected")
_PROTECTED_CORES = phrase("Cores, protected")
_EXTRA = phrase("More per month")
_STORAGE = phrase("Storage, more per month for each 100 GB")
_COST_STEP = phrase(
    "{name}: {plain} s × (1 + {cost}) = {protected} s of CPU time per 1,000 operations."
)
_RATE_STEP = phrase("Busy cores: {protected} s ÷ 1,000 × {rate} per second = {cores}.")
_PRICE_STEP = phrase("More per month: {more} cores × {hours} h × {price} per core-hour = {month}.")
CAPACITY_METHOD = (
    phrase(
        "CPU time is that of server and application together. Operations count as often as they "
        "were done, or by their weights. Cores are those of the machine that was measured."
    ),
    phrase("In parentheses: the 95 % interval of the cost in CPU time. Add reserve for peaks."),
)

type Blocks = Iterator[Block]


def advice(report: CampaignReport, *, picture_as_table: bool = True) -> Blocks:
    """Conditions and reasons, then every protection as it ranks, and what it means for servers;
    `picture_as_table` repeats the picture of page one as a table."""
    yield from conditions_and_reasons(report, picture_as_table=picture_as_table)
    answer = answer_of(report)
    for each in answer.answers:
        yield from _ranking(each)
    yield from _capacity(report, answer)
    yield from _sources(answer)


def _ranking(advice: Advice) -> Blocks:
    """What satisfies these requirements, the first of each server first; what else is ruled out."""
    attackers = attacker_words(advice.requirements.withstand)
    ranked = sorted(
        ((advice.rank_on_its_server(e) + 1, e) for e in advice.ranked), key=lambda e: e[0]
    )
    lines = [
        (
            str(rank),
            each.candidate.server,
            str(each.candidate.name),
            _cost(each.candidate),
            " ".join(str(applied.message) for applied in each.conditions) or "–",
        )
        for rank, each in ranked
    ]
    if lines:
        head = heads(_RANK, _SERVER, _PROTECTION, _COST, _CONDITION_HEAD)
        caption = str(_RANKING_CAPTION.with_values(attackers=attackers))
        yield TableBlock(caption, TextTable(head, lines, ()), (0.3, 0.8, 1.2, 1, 3))
    found: dict[tuple[Message, ...], list[Candidate]] = {}
    for out in advice.ruled_out:
        reasons = tuple(applied.message for applied in out.reasons)
        found.setdefault(reasons, []).append(out.candidate)
    ruled_out = [
        (str(_names_with_servers(some)), "; ".join(map(str, reasons)))
        for reasons, some in found.items()
    ]
    if ruled_out:
        head = heads(_PROTECTION, _WHY_NOT)
        yield TableBlock(
            str(_RULED_OUT_CAPTION.with_values(attackers=attackers)),
            TextTable(head, ruled_out, ()),
            (1, 2),
        )


def _cost(candidate: Candidate) -> str:
    return " ".join(filter(None, (str(cost_label(candidate.cost)), bounds_cell(candidate.cost))))


def _names_with_servers(some: Sequence[Candidate]) -> Message:
    """Names, each once with its servers."""
    names: dict[str, list[Candidate]] = {}
    for each in some:
        names.setdefault(str(each.name), []).append(each)
    return listed(
        _NAME_ON_SERVER.with_values(
            name=known[0].name, server=join_and([Message(e.server) for e in known])
        )
        for known in names.values()
    )


def _capacity(report: CampaignReport, answer: CampaignAnswer) -> Blocks:
    """CPU time, cores and money of every protection, with one worked example."""
    names = {(each.server, each.protection): each.name for each in answer.candidates}
    grown = storage_growth(report, report.baseline)
    table = capacity_table(answer.spent, names, answer.requirements, grown)
    if not table.lines:
        return
    yield Heading(str(_CAPACITY_HEADING))
    yield TableBlock(str(_CAPACITY_CAPTION), table, (1.5, 1, *[1.0] * (len(table.head) - 2)))
    yield from _worked_out(answer, answer.recommended_or_relaxed[:1])
    yield Paragraph(" ".join(map(str, CAPACITY_METHOD)), "method")


def _worked_out(answer: CampaignAnswer, meant: Sequence[RankedProtection]) -> Blocks:
    for each in meant:
        found = cpu_use_of(answer.spent, each.candidate.server, each.candidate.protection)
        if found is not None:
            yield ListBlock(
                tuple(map(str, worked_example(found, each.candidate.name, answer.requirements)))
            )


def _sources(answer: CampaignAnswer) -> Blocks:
    applied: dict[Reason, list[AppliedRule]] = {}
    for each_answer in answer.answers:
        rules = [each.conditions for each in each_answer.ranked]
        rules += [each.first.conditions for each in each_answer.relaxations]
        rules += [each.reasons for each in each_answer.ruled_out]
        for each in chain.from_iterable(rules):
            applied.setdefault(each.code, []).append(each)
    lines = [
        (
            code.value,
            Counter(str(each.message) for each in applied[code]).most_common(1)[0][0],
            "; ".join(dict.fromkeys(str(one) for each in applied[code] for one in each.sources)),
        )
        for code in Reason
        if code in applied
    ]
    if lines:
        head = heads(_RULE, _SAYS, _SOURCES)
        yield TableBlock(str(_RULES_CAPTION), TextTable(head, lines, ()), (0.8, 1.6, 1.8))


def compliance(report: CampaignReport) -> Blocks:
    """Which provisions protections may support; nothing unless some were chosen."""
    provisions = provisions_of(report.requirements.compliance)
    measured = [each for each in candidates_of(report) if each.cost]
    if not provisions or not measured:
        return
    yield Paragraph(str(_NO_ADVICE), "caution")
    lines = []
    for each in provisions:
        by_support: dict[Support, list[Candidate]] = {}
        for one in measured:
            by_support.setdefault(each.support(one), []).append(one)
        cells = [
            str(_names_with_servers(by_support[how])) if how in by_support else "–"
            for how in Support
        ]
        lines.append((each.place, str(each.message), *cells))
    head = heads(_PROVISION, _ABOUT, *(_SUPPORT[how] for how in Support))
    yield TableBlock(
        str(_COMPLIANCE_CAPTION), TextTable(head, lines, ()), (0.9, 1.3, 1.2, 1.2, 1.2)
    )
    references = "; ".join(dict.fromkeys(each.reference for each in provisions))
    yield Paragraph(str(_REFERENCES.with_values(references=references)), "method")


_RANK, _SERVER, _PROTECTION = phrase("#"), phrase("Server"), phrase("Protection")
_COST, _CONDITION_HEAD, _WHY_NOT = (
    phrase("Cost here"),
    phrase("Condition"),
    phrase("Ruled out because"),
)
_RANKING_CAPTION = phrase("Against {attackers}: what serves, the cheapest of each server first")
_RULED_OUT_CAPTION = phrase("Against {attackers}: what is ruled out")
_NAME_ON_SERVER = phrase("{name} on {server}")
_CAPACITY_HEADING = phrase("What it means for servers")
_CAPACITY_CAPTION = phrase("CPU time (server and application together), cores and price")
_RULE, _SAYS, _SOURCES = phrase("Rule"), phrase("What it says"), phrase("Sources")
_RULES_CAPTION = phrase("The rules that were applied")
_PROVISION, _ABOUT = phrase("Provision"), phrase("About")
_SUPPORT = {
    Support.SUPPORTS: phrase("May support"),
    Support.PARTLY: phrase("May support in part"),
    Support.NOT_ALONE: phrase("Not by itself"),
}
_COMPLIANCE_CAPTION = phrase("Provisions of laws and standards")
_NO_ADVICE = phrase(
    "This is not legal advice. A protection may support a provision. Whether the provision is met "
    "depends on much that was not measured."
)
_REFERENCES = phrase("References: {references}.")
