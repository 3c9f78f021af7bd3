"""What to do, as sections of the report: advice, capacity and money, compliance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from app.advice.advising import Advice, Relaxation
from app.advice.candidate import Candidate
from app.advice.capacity import of_place
from app.advice.compliance import Speaks, provisions_of
from app.advice.rule import Reason, Told
from app.findings.stored import storage_growth
from app.report.document.parts import Block, Heading, Listing, Paragraph, Tabled
from app.report.figures.campaign_report import CampaignReport
from app.report.summary.advice_words import (
    advised_cost,
    advised_costs,
    against_words,
    alike,
    asked_words,
    placed,
    placed_together,
    reason_words,
    relaxed_words,
    said_of,
    together,
)
from app.report.summary.advised import Advised, advised
from app.report.summary.table import CAPACITY_METHOD, arithmetic, capacity_table
from app.report.tables.text_table import TextTable
from engines.contract.message import Message, in_a_row, listed, phrase, plural

type Blocks = Iterator[Block]

_CLIENT_ROWS = 5
"""Lines of a table where who decides reads it."""


def advice(report: CampaignReport, *, brief: bool = False) -> Blocks:
    """What satisfies what is required, what rules the others out, and what it means for servers; in
    brief the first lines of each table."""
    told = advised(report)
    if not told.answers:
        return
    if told.asked.asks:
        yield from _answer(told, told.answers[0], brief=brief)
    else:
        yield from _usual(told)
    yield from _capacity(report, told, brief=brief)
    if not brief:
        yield from _sources(told)


def _answer(told: Advised, answer: Advice, *, brief: bool) -> Blocks:
    yield Paragraph(str(asked_words(answer.asked)))
    if answer.ranked:
        yield from _satisfying(told, answer, brief=brief)
    else:
        yield Paragraph(str(_NOTHING_SERVES), "caution")
    if answer.relaxations:
        yield Paragraph(str(_TO_GIVE_UP))
        yield Listing(tuple(_way(each, named=told.named) for each in answer.relaxations))
    yield from _ruled_out(told, answer, brief=brief)


def _satisfying(told: Advised, answer: Advice, *, brief: bool) -> Blocks:
    """The first of each server before the second of any."""
    ranks = [(answer.among_its_own(each) + 1, each) for each in answer.ranked]
    lines = [
        (
            str(rank),
            str(placed(each.candidate, named=told.named)),
            str(advised_cost(each)),
            str(reason_words(answer, each, named=told.named)),
            " ".join(map(str, said_of(each.conditions))) or "–",
        )
        for rank, each in sorted(ranks, key=lambda one: one[0])
    ]
    heads = _words(_RANK, _PROTECTION, _COST, _WHY, _IF)
    caption = _SATISFY_THERE if told.named else _SATISFIES
    yield from _shortened(caption, heads, lines, (0.2, 1.1, 0.9, 1, 2), brief=brief)


def _way(found: Relaxation, *, named: bool) -> str:
    """What is given up, and on what condition the rest is had."""
    way = _WAY.with_values(way=relaxed_words(found, named=named))
    return " ".join(map(str, (way, *said_of(found.first.conditions))))


def _ruled_out(told: Advised, answer: Advice, *, brief: bool) -> Blocks:
    """Those with the same reasons in one line."""
    found: dict[str, list[Candidate]] = {}
    for each in answer.ruled_out:
        why = "; ".join(map(str, said_of(each.reasons)))
        found.setdefault(why, []).append(each.candidate)
    lines = [(str(listed(together(some, told.candidates))), why) for why, some in found.items()]
    if lines:
        heads = _words(_PROTECTION, _WHY_NOT)
        yield from _shortened(_OUT, heads, lines, (1, 2), brief=brief)


def _usual(told: Advised) -> Blocks:
    """The cheapest on each server for each usual requirement; where the same are also the cheapest
    for the next, which asks for more, only that."""
    yield Paragraph(str(_NOT_ASKED))
    lines, before = list[Sequence[str]](), dict[str, tuple[str, ...]]()
    order = list(dict.fromkeys(each.server for each in told.candidates))
    for answer, more in zip(told.answers, (*told.answers[1:], None), strict=True):
        if more is not None and _firsts(answer) == _firsts(more):
            continue
        found = sorted(answer.cheapest, key=lambda each: order.index(each.candidate.server))
        for some in alike(found):
            whom = str(against_words(answer.asked, [each.candidate for each in some]))
            name = str(placed_together(some, named=told.named))
            if any(line[:2] == (whom, name) for line in lines):
                continue  # nobody can log in there, and so nothing more is asked
            conditions = tuple(map(str, said_of(some[0].conditions)))
            on = _beyond(conditions, before.get(name, ()))
            before[name] = conditions
            lines.append((whom, name, str(in_a_row(advised_costs(some))), on or "–"))
        if lacking := [each for each in order if each not in {e.candidate.server for e in found}]:
            there = [each for each in told.candidates if each.server in lacking]
            whom = str(against_words(answer.asked, there))
            lines.append((whom, str(_nothing(lacking, named=told.named)), "–", "–"))
    heads = _words(_AGAINST, _CHEAPEST_EACH if told.named else _CHEAPEST, _COST, _IF)
    yield Tabled(str(_USUAL), TextTable(heads, lines, ()), (1.2, 1.1, 0.9, 2))


def _firsts(answer: Advice) -> frozenset[tuple[str, str]]:
    places = (each.candidate for each in answer.cheapest)
    return frozenset((each.server, each.protection) for each in places)


def _nothing(servers: Sequence[str], *, named: bool) -> Message:
    if not named:
        return _NOTHING_HERE
    return _NOTHING_ON.with_values(servers=listed(map(Message, servers)))


def _beyond(conditions: Sequence[str], before: Sequence[str]) -> str:
    """Those that were said of it above are not said again."""
    if not before or not set(before) <= set(conditions):
        return " ".join(conditions)
    return " ".join((str(_AS_ABOVE), *(each for each in conditions if each not in before)))


def _shortened(
    caption: Message,
    heads: Sequence[str],
    lines: Sequence[Sequence[str]],
    shares: tuple[float, ...],
    *,
    brief: bool,
) -> Blocks:
    shown = lines[:_CLIENT_ROWS] if brief else lines
    yield Tabled(str(caption), TextTable(heads, shown, ()), shares)
    if len(shown) < len(lines):
        yield Paragraph(str(_MORE.with_count(len(lines) - len(shown))), "method")


def _capacity(report: CampaignReport, told: Advised, *, brief: bool) -> Blocks:
    """CPU time, cores and money: in brief of what is advised, else of all."""
    firsts = [one.candidate for each in told.answers for one in each.cheapest]
    meant = (firsts or filter(None, [told.first])) if brief else told.candidates
    names = {(each.server, each.protection): each.name for each in meant}
    asked = told.asked
    table = capacity_table(told.spent, names, asked, storage_growth(report, report.baseline))
    if not table.lines:
        return
    yield Heading(str(_FOR_SERVERS))
    yield Tabled(str(_CAPACITY), table, (1.5, 1, *[1.0] * (len(table.head) - 2)))
    first = told.first
    spent = of_place(told.spent, first.server, first.protection) if first else None
    if first and spent:
        name = placed(first, named=told.named)
        yield Listing(tuple(map(str, arithmetic(spent, name, asked))))
    said = [told.not_known] if told.not_known else []
    yield Paragraph(" ".join(map(str, (*said, *CAPACITY_METHOD))), "method")


def _sources(told: Advised) -> Blocks:
    """The rules that were applied, each with its sources."""
    applied: dict[Reason, list[Told]] = {}
    for answer in told.answers:
        said = [each.conditions for each in answer.ranked]
        said += [each.first.conditions for each in answer.relaxations]
        said += [each.reasons for each in answer.ruled_out]
        for each in chain.from_iterable(said):
            applied.setdefault(each.code, []).append(each)
    lines = [
        (
            code.value,
            Counter(str(each.said) for each in applied[code]).most_common(1)[0][0],
            "; ".join(dict.fromkeys(str(one) for each in applied[code] for one in each.sources)),
        )
        for code in Reason
        if code in applied
    ]
    if lines:
        heads = _words(_RULE, _SAYS, _SOURCES)
        yield Tabled(str(_RULES), TextTable(heads, lines, ()), (0.8, 1.6, 1.8))


def compliance(report: CampaignReport) -> Blocks:
    """Which provisions protections may support; nothing unless some were chosen."""
    provisions = provisions_of(report.requirements.compliance)
    told = advised(report)
    measured = [each for each in told.candidates if each.cost]
    if not provisions or not measured:
        return
    yield Paragraph(str(_NO_ADVICE), "caution")
    lines = []
    for each in provisions:
        said: dict[Speaks, list[Candidate]] = {}
        for one in measured:
            said.setdefault(each.speaks(one), []).append(one)
        cells = [str(listed(together(said.get(how, []), measured))) or "–" for how in Speaks]
        lines.append((each.place, str(each.said), *cells))
    heads = _words(_PROVISION, _ABOUT, *(_SPEAKS[how] for how in Speaks))
    yield Tabled(str(_COMPLIANCE), TextTable(heads, lines, ()), (0.9, 1.3, 1.2, 1.2, 1.2))
    references = "; ".join(dict.fromkeys(each.reference for each in provisions))
    yield Paragraph(str(_REFERENCES.with_values(references=references)), "method")


def _words(*heads: Message) -> tuple[str, ...]:
    return tuple(map(str, heads))


_RANK, _PROTECTION, _COST = phrase("#"), phrase("Protection"), phrase("Cost here")
_WHY, _IF, _WHY_NOT = phrase("Why"), phrase("Condition"), phrase("Ruled out because")
_AGAINST, _CHEAPEST = phrase("Against"), phrase("Cheapest here")
_CHEAPEST_EACH = phrase("Cheapest on each server")
_SATISFIES = phrase("Protections that satisfy every requirement, cheapest first")
_SATISFY_THERE = phrase(
    "Protections that satisfy every requirement, the cheapest of each server first"
)
_OUT = phrase("Protections that were ruled out")
_USUAL = phrase("The cheapest protection for each usual requirement")
_NOT_ASKED = phrase(
    "No requirements were given, so this table answers the usual ones. With your own, the report "
    "ranks every protection."
)
_AS_ABOVE = phrase("As above for this protection.")
_NOTHING_HERE = phrase("nothing measured here serves")
_NOTHING_ON = phrase("nothing measured on {servers} serves")
_NOTHING_SERVES = phrase("No protection measured here satisfies every requirement.")
_TO_GIVE_UP = phrase("You must give up something. The smallest changes:")
_WAY = phrase("{way}.")
_MORE = plural(
    "The technical report has {n} more lines.", "The technical report has one more line.", 0
)
_FOR_SERVERS = phrase("What it means for servers")
_CAPACITY = phrase("CPU time (server and application together), cores and price")
_RULE, _SAYS, _SOURCES = phrase("Rule"), phrase("What it says"), phrase("Sources")
_RULES = phrase("The rules that were applied")
_PROVISION, _ABOUT = phrase("Provision"), phrase("About")
_SPEAKS = {
    Speaks.SUPPORTS: phrase("May support"),
    Speaks.PARTLY: phrase("May support in part"),
    Speaks.NOT_ALONE: phrase("Not by itself"),
}
_COMPLIANCE = phrase("Provisions of laws and standards")
_NO_ADVICE = phrase(
    "This is not legal advice. A protection may support a provision. Whether the provision is met "
    "depends on much that was not measured."
)
_REFERENCES = phrase("References: {references}.")
