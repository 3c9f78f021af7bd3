"""Several campaigns in one report: each section with one after another, behind what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from app.findings.across.layout import first_layout
from app.findings.across.pivot import no_common_cell, pivoted
from app.report.across.gathering import gather
from app.report.across.tables import changes, notes, text_table
from app.report.document.parts import Block, Heading, Paragraph, Section, Tabled
from app.report.document.words import OwnWords
from app.report.figures.campaign_report import CampaignReport
from app.report.page_one.making import page_one
from app.report.words.costs import cost_words
from app.results.records import host_of
from engines.contract.message import Message, phrase, plural


def joined(
    order: Sequence[str],
    sections: Sequence[tuple[str, Sequence[Section]]],
    above: Mapping[str, Section],
) -> Iterator[Section]:
    """The sections of named campaigns as one report's, in this order; those `above` come before
    what the campaigns have in a section of that name."""
    for name in order:
        there = [(title, each) for title, known in sections for each in known if each.name == name]
        first = above.get(name)
        if not there and first is None:
            continue
        blocks: list[Block] = [*first.blocks] if first else []
        for title, section in there:
            blocks.append(Heading(title))
            blocks.extend(map(_lowered, section.blocks))
        known = [*([first] if first else []), *(each for _, each in there)]
        yield Section(name, known[0].title, tuple(blocks), any(each.wide for each in known))


def _lowered(block: Block) -> Block:
    """Of one campaign among several: the joint verdict stands above its own."""
    if isinstance(block, Paragraph) and block.tone == "headline":
        return replace(block, tone="lead")
    return replace(block, level=block.level + 1) if isinstance(block, Heading) else block


def above(
    reports: Sequence[CampaignReport], words: OwnWords, titles: Mapping[str, object]
) -> Mapping[str, Section]:
    """What is said of all of them together: how they compare, and the user's own words."""
    verdict = Paragraph(str(_joint_verdict(reports)), "headline")
    found = {"summary": [verdict, *_compared(reports)]}
    for name, blocks in words.items():
        found.setdefault(name, []).extend(blocks)
    return {name: Section(name, str(titles[name]), tuple(blocks)) for name, blocks in found.items()}


def _joint_verdict(reports: Sequence[CampaignReport]) -> Message:
    """What is advised costs, over all of them."""
    advised = [row for each in reports for row in page_one(each).rows if row.advised]
    costs = [row.cost for row in advised if row.cost.decided]
    if not costs:
        return _NO_VERDICT.with_count(len(reports))
    cost = cost_words(costs, by_cpu=any(page_one(each).by_cpu for each in reports))
    return _JOINT.with_values(cost=cost).with_count(len(reports))


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


_JOINT = plural("What serves in {n} campaigns {cost}.", "What serves in one campaign {cost}.", 0)
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
