"""A campaign's report as a Markdown document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.report.document.advice_sections import advice, compliance
from app.report.document.document_blocks import (
    Block,
    Heading,
    ListBlock,
    Paragraph,
    TableBlock,
    Verbatim,
)
from app.report.document.sections import TITLES
from app.report.document.summary_sections import picture_table
from app.report.document.user_text import user_sections
from app.report.figures.campaign_report import CampaignReport
from app.report.page_one.build_page_one import page_one
from app.report.page_one.model import Card
from app.report.tables.context_tables import (
    BOUNDS_METHOD,
    STALLED_METHOD,
    bounds_table,
    differences_table,
    machine_table,
    missing_table,
    placement_table,
    plan_table,
    protections_table,
    servers_table,
    sessions_table,
    stalled_table,
    status_sentence,
    tag_list,
)
from app.report.tables.evidence_tables import (
    EVIDENCE_METHOD,
    erasure_table,
    findings_by_threat_table,
    findings_table,
    place_tables,
    threats_table,
)
from app.report.tables.measured_tables import figures
from app.report.tables.study_tables import study_sections
from app.report.tables.text_table import TextTable, markdown_heading, markdown_table
from app.report.tables.time_tables import LOADING_METHOD, loading_table
from app.report.words.placement import PLACEMENT_TEXTS, SHARING, cores_by_server, is_bound
from app.report.words.terms import CAUTION, DIFFERS, NOT_MEASURED
from app.results.records import EvidenceFinding
from app.system.escaping import markdown_text
from app.system.terminal_text import visible
from engines.contract.message import Message, phrase


def markdown(report: CampaignReport) -> str:
    """Headline, cautions, times and cost, servers, machine and plan, in this order."""
    parts = [
        f"# {markdown_text(report.summary.name)}",
        markdown_text(status_sentence(report)),
        markdown_text(str(_TAGS.with_values(tags=tag_list(report))) if report.summary.tags else ""),
        *_summary(report),
        markdown_text(report.quality.text),
        *(markdown_text(str(each)) for each in report.remarks),
        *(f"> **{CAUTION}.** {markdown_text(str(each.message))}" for each in report.cautions),
        *_blocks(TITLES["advice"], advice(report, picture_as_table=False)),
        *_blocks(TITLES["compliance"], compliance(report)),
        *_notes(report),
        *figures(report),
        *study_sections(report),
        *_section(phrase("Loading"), loading_table(report), LOADING_METHOD),
        *_section(phrase("The raw cipher"), bounds_table(report), BOUNDS_METHOD),
        *_section(DIFFERS, differences_table(report)),
        *_section(NOT_MEASURED, missing_table(report)),
        *_section(phrase("Stalled runs"), stalled_table(report), STALLED_METHOD),
        *_section(phrase("Protections"), protections_table(report)),
        *_evidence(report.evidence),
        markdown_heading(phrase("Servers")),
        markdown_table(servers_table(report)),
        markdown_heading(phrase("Machine")),
        markdown_table(machine_table(report)),
        *_placement(report),
        *_section(phrase("Sessions"), sessions_table(report.sessions), level=3),
        markdown_heading(phrase("Plan")),
        markdown_table(plan_table(report)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


_TAGS = phrase("Tags: {tags}.")


def _summary(report: CampaignReport) -> list[str]:
    """Page one, with the picture as a table."""
    page = page_one(report)
    return [
        f"**{markdown_text(str(page.headline.message))}**",
        markdown_text(" · ".join(map(str, (page.about, *page.requirements)))),
        markdown_table(picture_table(page)) if page.servers else "",
        *map(_card, page.cards),
    ]


def _card(card: Card) -> str:
    stop = "" if str(card.title).endswith("?") else ":"
    head = f"**{markdown_text(str(card.title))}{stop} {markdown_text(str(card.head.message))}**"
    return "\n".join((head, "", *(f"- {markdown_text(str(each.message))}" for each in card.lines)))


def _notes(report: CampaignReport) -> list[str]:
    """A user's own words, section by section."""
    own = user_sections(report.summary.notes, TITLES)
    return [
        part
        for name in TITLES
        if name in own
        for part in (f"## {TITLES[name]}", *map(_own, own[name]))
    ]


def _blocks(head: Message, blocks: Iterable[Block]) -> list[str]:
    """A section of the report; nothing where it is empty."""
    parts = [
        part
        for each in blocks
        for part in (
            f"**{markdown_text(each.caption)}**" if isinstance(each, TableBlock) else "",
            _own(each),
        )
    ]
    return [markdown_heading(head), *parts] if parts else []


def _own(block: Block) -> str:
    match block:
        case Heading(text):
            return f"### {markdown_text(text)}"
        case ListBlock(items):
            return "\n".join(f"- {markdown_text(each)}" for each in items)
        case TableBlock(_, table):
            return markdown_table(table)
        case Verbatim(_, text):
            return "\n".join(f"    {line}" for line in visible(text, keep="\n").splitlines())
        case Paragraph(text, _, head):
            return (
                f"**{markdown_text(head)}** {markdown_text(text)}" if head else markdown_text(text)
            )
    return ""


def _section(head: Message, table: TextTable, *method: Message, level: int = 2) -> list[str]:
    """Nothing where the table has no lines."""
    parts = [markdown_heading(head, level), *map(str, method), markdown_table(table)]
    return parts if table.lines else []


def _evidence(evidence: Sequence[EvidenceFinding]) -> list[str]:
    """Where planted markers and keys were found; empty where nobody has looked."""
    if not evidence:
        return []
    parts = [markdown_heading(phrase("Evidence")), str(EVIDENCE_METHOD)]
    for server, table in place_tables(evidence):
        parts += [f"### {markdown_text(server)}", markdown_table(table)]
    parts += [
        markdown_heading(phrase("Who can read what"), 3),
        markdown_table(threats_table(evidence)),
        markdown_table(findings_by_threat_table(evidence)),
    ]
    parts += [markdown_heading(phrase("Findings"), 3), markdown_table(findings_table(evidence))]
    return [
        *parts,
        *_section(phrase("A person whose key was deleted"), erasure_table(evidence), level=3),
    ]


def _placement(report: CampaignReport) -> list[str]:
    found = cores_by_server(report.runs)
    if not found:
        return []
    return [
        str(phrase("Placement: {asked}.", asked=PLACEMENT_TEXTS[report.campaign.placement])),
        markdown_table(placement_table(report)),
        str(SHARING) if is_bound(found) else "",
    ]
