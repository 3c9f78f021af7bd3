"""Sections of a report on advice: ranked protections, capacity and price, compliance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from app.advice.advising import Advice, RankedProtection
from app.advice.candidate import Candidate
from app.advice.capacity import cpu_use_of
from app.advice.compliance import Support, provisions_of
from app.advice.rule import AppliedRule, Reason
from app.findings.growth import storage_growth
from app.report.document.document_blocks import Block, Heading, ListBlock, Paragraph, TableBlock
from app.report.document.summary_sections import conditions_and_reasons
from app.report.figures.answer import CampaignAnswer, answer_of
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.candidates import candidates_of, join_and
from app.report.page_one.headline_and_do_card import attacker_words
from app.report.tables.capacity_table import CAPACITY_METHOD, capacity_table, worked_example
from app.report.tables.text_table import TextTable
from app.report.words.cost_words import cost_label
from app.report.words.protection_names import bounds_cell
from engines.contract.message import Message, listed, phrase

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
        heads = _words(_RANK, _SERVER, _PROTECTION, _COST, _CONDITION_HEAD)
        caption = str(_RANKING_CAPTION.with_values(attackers=attackers))
        yield TableBlock(caption, TextTable(heads, lines, ()), (0.3, 0.8, 1.2, 1, 3))
    found: dict[tuple[Message, ...], list[Candidate]] = {}
    for out in advice.ruled_out:
        reasons = tuple(applied.message for applied in out.reasons)
        found.setdefault(reasons, []).append(out.candidate)
    ruled_out = [
        (str(_names_with_servers(some)), "; ".join(map(str, reasons)))
        for reasons, some in found.items()
    ]
    if ruled_out:
        heads = _words(_PROTECTION, _WHY_NOT)
        yield TableBlock(
            str(_RULED_OUT_CAPTION.with_values(attackers=attackers)),
            TextTable(heads, ruled_out, ()),
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
    """The rules that were applied, each with its sources."""
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
        heads = _words(_RULE, _SAYS, _SOURCES)
        yield TableBlock(str(_RULES_CAPTION), TextTable(heads, lines, ()), (0.8, 1.6, 1.8))


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
    heads = _words(_PROVISION, _ABOUT, *(_SUPPORT[how] for how in Support))
    yield TableBlock(
        str(_COMPLIANCE_CAPTION), TextTable(heads, lines, ()), (0.9, 1.3, 1.2, 1.2, 1.2)
    )
    references = "; ".join(dict.fromkeys(each.reference for each in provisions))
    yield Paragraph(str(_REFERENCES.with_values(references=references)), "method")


def _words(*heads: Message) -> tuple[str, ...]:
    return tuple(map(str, heads))


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
