"""Builds the document of a report on one campaign or several: its first page, and the chosen
sections as blocks, which `formats/` write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.findings.across.pivot import build_pivot_table, default_layout, no_common_cell
from app.plan.cell_key import ALL_CASES
from app.plan.requirements import NO_REQUIREMENTS, Requirements
from app.report.across.gathering import gather
from app.report.across.pivot_tables import table_notes, text_table, unpaired_changes
from app.report.document.document_blocks import (
    Block,
    Cover,
    Document,
    Heading,
    ListBlock,
    Paragraph,
    Reader,
    Section,
    TableBlock,
)
from app.report.document.sections import DEFAULT_SECTIONS, SECTIONS, TITLES, sections_of
from app.report.document.user_text import UserSections, check_headings, user_sections
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.candidates import ENCRYPTION, candidates_of, column_words, join_and
from app.report.page_one.build_page_one import page_one
from app.report.page_one.model import CardKind, PageOne, TrustLevel
from app.report.tables.text_table import TextTable
from app.report.words.cost_words import cost_words
from app.report.words.language import date_text, language_tag
from app.results.records import host_of
from engines.contract.errors import InputError
from engines.contract.message import Message, Number, phrase, plural
from engines.contract.protection import ProtectionKind
from workloads.registry import cases_label, workload_named, workload_names

# Several campaigns in one report: each section with one after another, behind what changed.


def joined_sections(
    order: Sequence[str],
    sections: Sequence[tuple[str, Sequence[Section]]],
    above: Mapping[str, Section],
) -> Iterator[Section]:
    """Merge the sections of several campaigns, in this order: in each section first the blocks of
    `above` with its name, then sentences common to all campaigns, then the rest by campaign."""
    for name in order:
        there = [(title, each) for title, known in sections for each in known if each.name == name]
        first = above.get(name)
        if not there and first is None:
            continue
        same = _common_limits([each for _, each in there])
        blocks: list[Block] = [*first.blocks] if first else []
        blocks += [ListBlock(tuple(same))] if same else []
        for title, section in there:
            if rest := list(_without(section.blocks, same)):
                blocks.append(Heading(title))
                blocks.extend(map(_lowered, rest))
        known = [*([first] if first else []), *(each for _, each in there)]
        yield Section(name, known[0].title, tuple(blocks), any(each.wide for each in known))


def _common_limits(sections: Sequence[Section]) -> Sequence[str]:
    """The items that the first lists of all these sections have in common."""
    firsts = [each.blocks[0] for each in sections if each.blocks]
    lists = [each.items for each in firsts if isinstance(each, ListBlock)]
    if len(sections) < 2 or len(lists) < len(sections):
        return ()
    return [each for each in lists[0] if all(each in items for items in lists)]


def _without(blocks: Sequence[Block], same: Sequence[str]) -> Iterator[Block]:
    for at, block in enumerate(blocks):
        if at == 0 and same and isinstance(block, ListBlock):
            if items := tuple(each for each in block.items if each not in same):
                yield replace(block, items=items)
            continue
        yield block


def _lowered(block: Block) -> Block:
    """A block one level lower: a headline becomes a lead, since the joint verdict is above it."""
    if isinstance(block, Paragraph) and block.tone == "headline":
        return replace(block, tone="lead")
    return replace(block, level=block.level + 1) if isinstance(block, Heading) else block


def joint_sections(
    reports: Sequence[CampaignReport],
    words: UserSections,
    titles: Mapping[str, object],
    wanted: Collection[str],
) -> Mapping[str, Section]:
    """The sections on all campaigns together: the joint verdict, how they compare, and the user's
    own texts."""
    pages = [page_one(each) for each in reports]
    found: dict[str, list[Block]] = {
        "summary": [Paragraph(str(_joint_verdict(pages)), "headline"), _verdicts(reports, pages)]
    }
    comparison_section = next((each for each in ("results", "advice") if each in wanted), "summary")
    found.setdefault(comparison_section, []).extend(_compared(reports))
    for name, blocks in words.items():
        found.setdefault(name, []).extend(blocks)
    return {name: Section(name, str(titles[name]), tuple(blocks)) for name, blocks in found.items()}


def _joint_verdict(pages: Sequence[PageOne]) -> Message:
    """The costs of suitable protections, over the campaigns that have any."""
    serving = [[row for row in page.rows if row.advised and row.cost.decided] for page in pages]
    costs = [row.cost for rows in serving for row in rows]
    if not costs:
        return _NO_VERDICT.with_count(len(pages))
    roughly = any(each.card[CardKind.TRUST].level is TrustLevel.LOW for each in pages)
    by_cpu, of_peak = any(each.by_cpu for each in pages), all(each.of_peak for each in pages)
    cost = cost_words(costs, by_cpu=by_cpu, of_peak=of_peak, roughly=roughly)
    some = sum(map(bool, serving))
    frame = _JOINT if some == len(pages) else _JOINT_SOME.with_values(some=Number(some))
    return frame.with_values(cost=cost).with_count(len(pages))


def _verdicts(reports: Sequence[CampaignReport], pages: Sequence[PageOne]) -> Block:
    """A table with a line for each campaign: its headline, and how far to trust it."""
    lines = [
        (name, str(page.headline.message), str(page.card[CardKind.TRUST].head.message))
        for name, page in zip(campaign_names(reports), pages, strict=True)
    ]
    head = [str(each) for each in (_CAMPAIGN, _FOUND, _TRUST)]
    return TableBlock("", TextTable(head, lines, ()), (1.2, 3, 1))


def _compared(reports: Sequence[CampaignReport]) -> Iterator[Block]:
    """The pivot table of what they have in common, over the first; a sentence if nothing."""
    gathered = gather(reports)
    first = gathered.sources[0].key
    if not unpaired_changes(gathered, first):
        yield Paragraph(str(no_common_cell(gathered)))
        return
    table = build_pivot_table(gathered, default_layout(gathered))
    yield TableBlock(str(_NEIGHBOURS), text_table(gathered, table))
    yield from (Paragraph(str(each), "method") for each in table_notes(gathered, table))


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


def campaign_names(reports: Sequence[CampaignReport]) -> list[str]:
    """The names of campaigns, with numbers and hosts if two have the same name."""
    often = Counter(each.summary.name for each in reports)
    return [
        each.summary.name
        if often[each.summary.name] == 1
        else f"{each.summary.name} ({', '.join(filter(None, ids))})"
        for each in reports
        for ids in [(f"#{each.summary.id}", host_of(each.environment))]
    ]


def _distinguished(report: CampaignReport) -> tuple[str, str]:
    return f"#{report.summary.id}", host_of(report.environment)


@dataclass(frozen=True)
class ReportOptions:
    """Options of a report: its first page, its sections, and its template, a copy of one of
    `assets/report`."""

    cover: Cover = field(default_factory=Cover)
    sections: tuple[str, ...] = ()
    """Empty: the reader's `DEFAULT_SECTIONS`."""
    template: Path | None = None
    picture: str = ""
    """A picture (file, or name of a shipped one) to be shown encrypted by each cipher and mode."""
    reader: Reader = Reader.CLIENT
    words: str | None = None
    """A user's own in Markdown (`user_text.py`); None: the campaign's notes."""
    requirements: Requirements = NO_REQUIREMENTS
    """Requirements of protections, which override those of the campaign."""
    answered: frozenset[str] = frozenset()
    """The names of requirements that were given, if only with their default value."""
    usual: Requirements = NO_REQUIREMENTS
    """Requirements from a profile, for what neither the options nor the campaign says."""
    language: str = ""
    """A code of `languages()`; empty: English."""


def build_document(
    report: CampaignReport, options: ReportOptions, *others: CampaignReport
) -> Document:
    """The document; the same campaigns and options give the same one. `others` are merged with the
    first campaign section by section.

    Raises: InputError for an unknown section, if all chosen sections are empty, or for a picture
        that cannot be read
    """
    wanted = options.sections or DEFAULT_SECTIONS[options.reader]
    check_sections(wanted)
    reports, cover = (report, *others), options.cover
    at = max(each.summary.finished_at or each.summary.created_at for each in reports)
    if others:
        sections = _several(reports, wanted, options)
    else:
        chosen = with_choices(report, options)
        sections = tuple(sections_of(chosen, wanted, options.picture, options.reader))
    if not sections:
        raise InputError(
            phrase("Nothing to report"),
            phrase("The report would be empty: this campaign has nothing for {wanted}."),
            phrase("Choose other sections. “pictures” needs a picture to be named."),
            wanted=", ".join(wanted),
        )
    return Document(
        " · ".join(campaign_names(reports)),
        str(phrase("The cost of encryption")),
        tuple(each for each in _facts(reports) if each[1]),
        sections,
        " ".join(str(page_one(each).headline.message) for each in reports),
        _program(report),
        contents=len(sections) >= _LISTED,
        at=at,
        language=language_tag(),
        measured=str(phrase("Measured by {program}", program=_program(report))),
        contents_title=str(phrase("Contents")),
        byline=tuple(filter(None, (cover.client, cover.consultant, cover.date or date_text(at)))),
    )


def _several(
    reports: Sequence[CampaignReport], wanted: Sequence[str], options: ReportOptions
) -> tuple[Section, ...]:
    """A user's own words are of all of them, the notes of each campaign its own."""
    words = options.words or ""
    check_headings(words, TITLES)
    of_all = joint_sections(reports, user_sections(words, TITLES), TITLES, wanted)
    each = [
        (name, tuple(sections_of(chosen, wanted, options.picture, options.reader)))
        for name, report in zip(campaign_names(reports), reports, strict=True)
        for chosen in [with_choices(report, replace(options, words=None))]
    ]
    order = [name for name in SECTIONS if name in wanted]
    return tuple(joined_sections(order, each, of_all))


_LISTED = 8
"""From so many sections on, paper has a list of them."""


def with_choices(report: CampaignReport, options: ReportOptions) -> CampaignReport:
    """The report with the user's text in place of the campaign's notes, and with their
    requirements.

    Raises: InputError for a heading in the text that names no section
    """
    asked = options.requirements.over(report.requirements, options.answered)
    asked = asked.over(options.usual, options.answered)
    report = replace(report, requirements=asked)
    if options.words is None:
        return report
    check_headings(options.words, TITLES)
    return replace(report, summary=replace(report.summary, notes=options.words))


def _facts(reports: Sequence[CampaignReport]) -> Sequence[tuple[str, str]]:
    servers = dict.fromkeys(
        " ".join(filter(None, (each.name, each.version)))
        for report in reports
        for each in report.servers
    )
    machines = "; ".join(dict.fromkeys(map(_machine, reports)))
    tags = dict.fromkeys(tag for report in reports for tag in report.summary.tags)
    return (
        (str(phrase("Databases")), "; ".join(filter(None, (", ".join(servers), machines)))),
        (str(phrase("Work")), "; ".join(dict.fromkeys(map(_work, reports)))),
        (str(phrase("Encrypted")), "; ".join(dict.fromkeys(map(_encrypted, reports)))),
        (str(phrase("Tags")), ", ".join(tags)),
    )


def _work(report: CampaignReport) -> str:
    """“hospital: INSERT, SELECT, UPDATE, DELETE; 400 records”."""
    operations = list(dict.fromkeys(row.operation for row in report.comparison if row.operation))
    more = ", …" if len(operations) > _MOST_OPERATIONS else ""
    listed = ", ".join(operations[:_MOST_OPERATIONS]) + more
    message = ": ".join(filter(None, (report.campaign.workload.name, listed)))
    return "; ".join(filter(None, (message, _cases(report))))


def _encrypted(report: CampaignReport) -> str:
    """“users.name and .email; on disk: all tables”; nothing of work that
    stores nothing."""
    groups = candidates_of(report)
    work = report.campaign.workload
    known = work.name in workload_names()
    columns = tuple(workload_named(work.name).encrypted_columns(work)) if known else ()
    by_value = any(each.kind in ENCRYPTION for each in groups)
    parts = [_columns_text(columns)] if by_value and columns else []
    if any(each.kind is ProtectionKind.STORAGE for each in groups):
        parts.append(_ALL_STORED if by_value else _ALL)
    return "; ".join(map(str, parts))


def _columns_text(columns: Sequence[str]) -> Message:
    """A few by name, else how many in which tables."""
    tables = dict.fromkeys(each.partition(".")[0] for each in columns)
    if len(columns) <= _MOST_ENCRYPTED or not 1 < len(tables) <= _MOST_ENCRYPTED:
        return column_words(columns, _MOST_ENCRYPTED - 1)
    names = join_and([Message(each) for each in tables])
    return _COLUMNS_OF.with_values(tables=names).with_count(len(columns))


_MOST_ENCRYPTED = 6
_COLUMNS_OF = plural("{n} columns of {tables}", "one column of {tables}", 0)
_ALL = phrase("all tables")
_ALL_STORED = phrase("on disk: all tables")


def _cases(report: CampaignReport) -> str:
    """“400 records”; of several what they have in common, else from the first to the last."""
    cases = list({row.at for row in report.comparison if row.at != ALL_CASES})
    return str(cases_label(report.campaign.workload.name, cases)) if cases else ""


_MOST_OPERATIONS = 8


def _machine(report: CampaignReport) -> str:
    """“on AMD EPYC with 2 cores”."""
    cpu, cores = (report.environment.get(each) for each in ("cpu", "logical_cores"))
    if not cpu:
        return ""
    if not cores:
        return str(phrase("on {cpu}", cpu=cpu))
    return str(phrase("on {cpu} with {cores} cores", cpu=cpu, cores=cores))


def _program(report: CampaignReport) -> str:
    return " ".join(filter(None, ("Cipherbench", str(report.environment.get("cipherbench", "")))))


def check_sections(sections: Sequence[str]) -> None:
    """Whether a report has all of them.

    Raises: InputError
    """
    for name in sections:
        if name not in SECTIONS:
            raise InputError(
                phrase("Unknown section"),
                phrase("A report has no section “{name}”."),
                phrase("Sections: {known}."),
                name=name,
                known=", ".join(SECTIONS),
            )
