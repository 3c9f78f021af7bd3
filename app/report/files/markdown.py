"""A campaign's report as a Markdown document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
from app.report.figures.change_figures import change_rows
from app.report.page_one.build_page_one import page_one
from app.report.page_one.model import Card
from app.report.tables.change_tables import (
    BACKUPS,
    CHANGES,
    READABLE_NAMES,
    backups_method,
    backups_table,
    changes_method,
    changes_table,
    readable_method,
    readable_table,
)
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
from app.report.tables.cost_tables import (
    COST_METHOD,
    WEIGHTED_METHOD,
    cost_table,
    verdicts_method,
    verdicts_table,
    weighted_table,
)
from app.report.tables.evidence_tables import (
    EVIDENCE_METHOD,
    erasure_table,
    findings_by_threat_table,
    findings_table,
    place_tables,
    threats_table,
)
from app.report.tables.key_service_table import KEY_SERVICE, KEY_SERVICE_METHOD, key_service_table
from app.report.tables.load_hosts import HOSTS_METHOD, hosts_table
from app.report.tables.measured_tables import (
    LOAD_BY_CLIENTS,
    LOAD_METHOD,
    SCALABILITY_METHOD,
    STABILITY_METHOD,
    client_points_table,
    cpu_method,
    cpu_table,
    growth_method,
    growth_table,
    load_table,
    scalability_table,
    stability_table,
    times_method,
    times_table,
)
from app.report.tables.study_tables import STUDY_METHOD, citation, study_table
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
        *_figures(report),
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


def _section(head: Message, table: TextTable, *method: Message | str, level: int = 2) -> list[str]:
    """Nothing where the table has no lines; below level 2, the sentences on its method are a
    list."""
    if not table.lines:
        return []
    texts = [*map(str, method)]
    if level > 2:
        texts = ["\n".join(f"- {each}" for each in texts)]
    return [markdown_heading(head, level), *texts, markdown_table(table)]


def _figures(report: CampaignReport) -> list[str]:
    """From times to growth."""
    backups = backups_table(report, change_rows(report))
    return [
        markdown_heading(phrase("Times")),
        *map(markdown_text, times_method(report)),
        markdown_table(times_table(report)),
        *_section(CHANGES, changes_table(report), changes_method(report)),
        *_section(READABLE_NAMES, readable_table(report), *readable_method(report), level=3),
        *_section(BACKUPS, backups, *backups_method(report), level=3),
        *_section(phrase("Throughput by clients"), scalability_table(report), SCALABILITY_METHOD),
        *_section(LOAD_BY_CLIENTS, client_points_table(report), level=3),
        *_section(phrase("Latency under load"), load_table(report), LOAD_METHOD),
        *_section(phrase("Load by host"), hosts_table(report), *HOSTS_METHOD, level=3),
        *_section(KEY_SERVICE, key_service_table(report), KEY_SERVICE_METHOD),
        *_section(phrase("Verdicts"), verdicts_table(report), verdicts_method(report)),
        *_section(phrase("Cost"), cost_table(report), COST_METHOD),
        *_section(phrase("Weighted total"), weighted_table(report), WEIGHTED_METHOD),
        *_section(phrase("Stability"), stability_table(report), STABILITY_METHOD),
        *_section(phrase("CPU time"), cpu_table(report), cpu_method(report)),
        *_section(phrase("Growth"), growth_table(report), growth_method(report)),
    ]


def study_sections(report: CampaignReport) -> Iterator[str]:
    """For Markdown: what differs, and the study's figures with their sources next to ours."""
    if not report.matched:
        return
    yield markdown_heading(phrase("Published studies"))
    yield str(STUDY_METHOD)
    for matched in report.matched:
        study = matched.study
        yield f"### {markdown_text(study.short_name)}"
        yield markdown_text(citation(study))
        yield markdown_text(str(matched.message))
        if matched.found:
            yield "\n".join(f"- {markdown_text(str(each))}" for each in matched.differs)
            yield markdown_table(study_table(report, matched))


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
