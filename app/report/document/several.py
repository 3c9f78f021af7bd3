"""Several campaigns in one report: each section with one after another, behind what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from app.findings.across.layout import first_layout
from app.findings.across.pivot import no_common_cell, pivoted
from app.report.across.gathering import gather
from app.report.across.tables import changes, notes, text_table
from app.report.document.parts import Block, Heading, Listing, Paragraph, Section, Tabled
from app.report.document.words import OwnWords
from app.report.figures.campaign_report import CampaignReport
from app.report.page_one.making import page_one
from app.report.page_one.model import CardKind, PageOne
from app.report.tables.text_table import TextTable
from app.report.words.costs import cost_words
from app.results.records import host_of
from engines.contract.message import Message, Number, phrase, plural


def joined(
    order: Sequence[str],
    sections: Sequence[tuple[str, Sequence[Section]]],
    above: Mapping[str, Section],
) -> Iterator[Section]:
    """The sections of named campaigns as one report's, in this order; those `above` come before
    what the campaigns have in a section of that name, and so does what all of them say."""
    for name in order:
        there = [(title, each) for title, known in sections for each in known if each.name == name]
        first = above.get(name)
        if not there and first is None:
            continue
        same = _said_by_all([each for _, each in there])
        blocks: list[Block] = [*first.blocks] if first else []
        blocks += [Listing(tuple(same))] if same else []
        for title, section in there:
            if rest := list(_without(section.blocks, same)):
                blocks.append(Heading(title))
                blocks.extend(map(_lowered, rest))
        known = [*([first] if first else []), *(each for _, each in there)]
        yield Section(name, known[0].title, tuple(blocks), any(each.wide for each in known))


def _said_by_all(sections: Sequence[Section]) -> Sequence[str]:
    """What stands in the first list of every one of several, where no heading says whose it is."""
    firsts = [each.blocks[0] for each in sections if each.blocks]
    lists = [each.items for each in firsts if isinstance(each, Listing)]
    if len(sections) < 2 or len(lists) < len(sections):
        return ()
    return [each for each in lists[0] if all(each in items for items in lists)]


def _without(blocks: Sequence[Block], same: Sequence[str]) -> Iterator[Block]:
    for at, block in enumerate(blocks):
        if at == 0 and same and isinstance(block, Listing):
            if items := tuple(each for each in block.items if each not in same):
                yield replace(block, items=items)
            continue
        yield block


def _lowered(block: Block) -> Block:
    """Of one campaign among several: the joint verdict stands above its own."""
    if isinstance(block, Paragraph) and block.tone == "headline":
        return replace(block, tone="lead")
    return replace(block, level=block.level + 1) if isinstance(block, Heading) else block


def above(
    reports: Sequence[CampaignReport],
    words: OwnWords,
    titles: Mapping[str, object],
    wanted: Collection[str],
) -> Mapping[str, Section]:
    """What is said of all of them together: the joint verdict, how they compare, and the user's own
    words."""
    pages = [page_one(each) for each in reports]
    found: dict[str, list[Block]] = {
        "summary": [Paragraph(str(_joint_verdict(pages)), "headline"), _verdicts(reports, pages)]
    }
    compared = next((each for each in ("results", "advice") if each in wanted), "summary")
    found.setdefault(compared, []).extend(_compared(reports))
    for name, blocks in words.items():
        found.setdefault(name, []).extend(blocks)
    return {name: Section(name, str(titles[name]), tuple(blocks)) for name, blocks in found.items()}


def _joint_verdict(pages: Sequence[PageOne]) -> Message:
    """What serves costs, over those campaigns in which anything does as it was measured."""
    serving = [[row for row in page.rows if row.advised and row.cost.decided] for page in pages]
    costs = [row.cost for rows in serving for row in rows]
    if not costs:
        return _NO_VERDICT.with_count(len(pages))
    cost = cost_words(costs, by_cpu=any(each.by_cpu for each in pages))
    some = sum(map(bool, serving))
    frame = _JOINT if some == len(pages) else _JOINT_SOME.with_values(some=Number(some))
    return frame.with_values(cost=cost).with_count(len(pages))


def _verdicts(reports: Sequence[CampaignReport], pages: Sequence[PageOne]) -> Block:
    """A line a campaign: what it found, and whether to trust it."""
    lines = [
        (name, str(page.headline.message), str(page.card[CardKind.TRUST].head.message))
        for name, page in zip(names_of(reports), pages, strict=True)
    ]
    head = [str(each) for each in (_CAMPAIGN, _FOUND, _TRUST)]
    return Tabled("", TextTable(head, lines, ()), (1.2, 3, 1))


def _compared(reports: Sequence[CampaignReport]) -> Iterator[Block]:
    """The table of what they have in common, over the first; a sentence where they have nothing."""
    gathered = gather(reports)
    first = gathered.sources[0].key
    if not changes(gathered, first):
        yield Paragraph(str(no_common_cell(gathered)))
        return
    table = pivoted(gathered, first_layout(gathered))
    yield Tabled(str(_NEIGHBOURS), text_table(gathered, table))
    yield from (Paragraph(str(each), "method") for each in notes(gathered, table))


_CAMPAIGN, _FOUND, _TRUST = phrase("Campaign"), phrase("Finding"), phrase("Trust")
_JOINT = plural("What serves in {n} campaigns {cost}.", "What serves in one campaign {cost}.", 0)
_JOINT_SOME = plural(
    "In {some} of {n} campaigns, what serves {cost}.", "In one campaign, what serves {cost}.", 0
)
_NO_VERDICT = plural(
    "{n} campaigns: nothing serves as it was measured.",
    "One campaign: nothing serves as it was measured.",
    0,
)
_NEIGHBOURS = phrase("Campaigns beside each other")


def names_of(reports: Sequence[CampaignReport]) -> list[str]:
    """What they are called, with their numbers and hosts where two have one name."""
    often = Counter(each.summary.name for each in reports)
    return [
        each.summary.name if often[each.summary.name] == 1
        else f"{each.summary.name} ({', '.join(filter(None, _distinguished(each)))})"
        for each in reports
    ]  # fmt: skip


def _distinguished(report: CampaignReport) -> tuple[str, str]:
    return f"#{report.summary.id}", host_of(report.environment)
