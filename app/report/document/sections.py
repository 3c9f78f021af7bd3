"""The list of a report's sections, by name and reader, and those that need no file of their own.
Nothing is computed here."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from app.findings.measured import values_of
from app.plan.plan_file import write_plan
from app.plan.status import Status
from app.report.charts.cost_and_protection_chart import cost_and_protection_chart
from app.report.document import client
from app.report.document.advice_sections import advice, compliance
from app.report.document.document_blocks import (
    Block,
    Heading,
    ImageBlock,
    ListBlock,
    Paragraph,
    Pictures,
    Reader,
    Section,
    TableBlock,
    Verbatim,
    table_blocks,
)
from app.report.document.measured_sections import (
    chart_blocks,
    figures,
    load,
    operations,
    sources,
    technical_figures,
    technical_sources,
)
from app.report.document.summary_sections import conditions_and_reasons, summary
from app.report.document.user_text import NOTES, RECOMMENDATION, user_sections
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.candidates import ENCRYPTION
from app.report.tables.all_tables import figures_table
from app.report.tables.context_tables import (
    STALLED_METHOD,
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
)
from app.report.tables.cost_tables import COST_METHOD, COSTS, cost_table, verdicts_method
from app.report.tables.evidence_tables import (
    EVIDENCE_METHOD,
    erasure_table,
    findings_by_threat_table,
    findings_table,
    place_tables,
    threats_table,
)
from app.report.tables.measured_tables import growth_method, growth_table
from app.report.tables.study_tables import STUDY_METHOD, citation, study_table
from app.report.tables.text_table import TextTable, place_cells, place_heads
from app.report.words.placement import PLACEMENT_TEXTS, SHARING, cores_by_server, is_bound
from app.report.words.protection_names import case_figure, marked_names
from app.report.words.terms import (
    AUTHENTICATED,
    DATABASE_LOGIN,
    DIFFERS,
    DISK,
    HIDES_EQUALITY,
    INDEX,
    MODE,
    NETWORK,
    NOT_MEASURED,
    OS_LOGIN,
    PROTECTION,
    SEARCH,
    SORT,
    UNIQUE_IV,
    UNIT,
    heads,
)
from app.system.escaping import csv_text
from engines.contract.message import (
    ENGLISH,
    Message,
    in_current_language,
    in_language,
    phrase,
    plural,
)
from workloads.contract import readable

_MOST_VALUES = 12_000
"""Of repetitions: beyond that a report would be longer than anybody reads."""


def appendix(report: CampaignReport, *, values: bool = True) -> Iterator[Block]:
    """Raw tables, plan and checksums; every value only where that is asked for."""
    if values:
        yield from _values(report)
    yield from table_blocks(phrase("Stalled runs"), stalled_table(report), STALLED_METHOD)
    yield TableBlock(str(phrase("Settings of the plan")), plan_table(report))
    plan = write_plan(report.campaign)
    yield Verbatim(str(phrase("Plan file")), plan)
    sums = TextTable(heads(phrase("of"), "SHA-256"), _sums(report, plan), ())
    yield TableBlock(str(phrase("Checksums (SHA-256)")), sums)


def _values(report: CampaignReport) -> Iterator[Block]:
    found: dict[tuple[int, str], list[tuple[int, float]]] = {}
    quantity = values_of(report, report.compared.measure)
    units = {row.key: row.unit for row in report.comparison}
    for each in report.operations:
        value, unit = quantity(each), units.get(each.key)
        if each.is_counted and value is not None and unit is not None:
            scale, _ = readable(unit)
            known = found.setdefault((each.run.cell, each.operation), [])
            known.append((each.run.repetition, value / scale))
    if sum(map(len, found.values())) > _MOST_VALUES:
        yield Paragraph(str(_TOO_MANY))
    elif found:
        yield TableBlock(str(phrase("Measured values by repetition")), _listed(report, found))


_TOO_MANY = phrase(
    "There are too many repetitions to list here. The JSON and XLSX exports and the archive "
    "contain all of them."
)


def _listed(
    report: CampaignReport, found: dict[tuple[int, str], list[tuple[int, float]]]
) -> TextTable:
    cells = {cell.position: cell.key for cell in report.cells}
    units = {row.key: row.scaled.unit for row in report.comparison}
    place = place_cells(report)
    lines = [
        (
            *place(key),
            units.get(key, ""),
            " ".join(in_current_language(f"{value:.5g}") for _, value in sorted(values)),
        )
        for (position, operation), values in sorted(found.items(), key=lambda each: each[0][0])
        for key in (cells[position]._replace(operation=operation),)
    ]
    head = heads(*place_heads(report), UNIT, phrase("by repetition"))
    return TextTable(head, lines, (2,))


def _sums(report: CampaignReport, plan: str) -> list[tuple[str, str]]:
    with in_language(ENGLISH):  # as it is exported
        table = figures_table(report)
        csv = csv_text([table.columns, *table.rows], line_end="\n")
    data = dict.fromkeys(each.data for each in report.sessions if each.data)
    return [
        (str(phrase("the plan above")), _sum(plan)),
        (str(phrase("the figures, as exported with --format csv")), _sum(csv)),
        *((str(phrase("the records used")), each) for each in data),
    ]


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


if TYPE_CHECKING:
    from PIL.Image import Image

# A picture encrypted by each cipher and mode of the campaign, which shows patterns that remain.

_MOST_BYTES = 400_000
"""Of all pixels together, which encrypted cannot be made smaller: a report is to stay small."""
_MOST_PIXELS, _MOST_PICTURES = 65_536, 8


def picture_blocks(report: CampaignReport, source: str = "") -> Iterator[Block]:
    """A picture (a file, or the name of one that ships) under each cipher and mode that encrypted
    values in this campaign; nothing without one, or without a cipher that can be drawn.

    Raises: InputError for a file that is no picture, or cannot be read
    """
    if not source:
        return
    from app.patterns.pictures.picture_loading import (
        open_picture,  # NumPy, which nobody else is to wait for
    )
    from app.patterns.pictures.pixels import to_image
    from app.patterns.pictures.report_pictures import encrypted_image, raster_of_at_most

    image, _ = open_picture(source)
    ciphers = _ciphers(report)
    pixels = min(_MOST_PIXELS, _MOST_BYTES // (1 + len(ciphers)))
    raster = raster_of_at_most(image, pixels)
    items = [
        ImageBlock(
            _name(*cipher),
            ", ".join(names),
            str(found.message),
            _png(found.image),
        )
        for cipher, names in ciphers.items()
        for found in [encrypted_image(raster, *cipher)]
        if found is not None
    ]
    if items:
        yield Paragraph(str(_WHO))
        first = ImageBlock(str(_ORIGINAL), str(_NOT_ENCRYPTED), "", _png(to_image(raster)))
        yield Pictures(str(_CAPTION), (first, *items))


_ORIGINAL, _NOT_ENCRYPTED = phrase("Original"), phrase("not encrypted")
_CAPTION = phrase(
    "The original picture, and the same picture under each cipher and mode of this campaign"
)


type _Cipher = tuple[str | None, int | None, str | None]
"""Algorithm, bits, mode."""


def _ciphers(report: CampaignReport) -> dict[_Cipher, list[str]]:
    """Those that encrypt value by value, the most telling ones first, with who uses them."""
    names = marked_names(report.cells)
    found: dict[_Cipher, dict[str, dict[str, None]]] = {}
    for cell in report.cells:
        if cell.kind in ENCRYPTION and cell.status is not Status.UNSUPPORTED:
            users = found.setdefault((cell.algorithm, cell.bits, cell.mode), {})
            users.setdefault(names[cell.server, cell.protection], {})[cell.server] = None
    ranked = sorted(found, key=lambda each: (each[2] != "ecb", str(each)))
    return {
        each: [str(_used(name, servers)) for name, servers in found[each].items()]
        for each in ranked[:_MOST_PICTURES]
    }


def _used(name: str, servers: Iterable[str]) -> Message:
    """“aes-128-cbc on a, b and c”."""
    *others, last = servers
    where = _AND.with_values(first=", ".join(others), last=last) if others else last
    return phrase("{protection} on {server}", protection=name, server=where)


_AND = phrase("{first} and {last}")


def _name(algorithm: str | None, bits: int | None, mode: str | None) -> str:
    return "-".join(str(each).upper() for each in (algorithm, bits, mode) if each)


def _png(image: Image) -> bytes:
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


_WHO = phrase(
    "These pictures were made without a server, by this program's cryptographic library, with the "
    "same cipher, key bits and mode. Each picture was encrypted as one value, always under the "
    "same key and initialisation vector. A server's function gives the same bytes."
)


type Blocks = Iterator[Block]


def _results(report: CampaignReport) -> Blocks:
    yield from client.cautions(report)
    yield Paragraph(report.quality.text)
    if report.headline:
        yield Paragraph(str(_COST_SAYS.with_values(baseline=report.over)), "method")
    yield from (Paragraph(str(each)) for each in report.remarks)
    yield from table_blocks(_WHAT_IT_COSTS, cost_table(report).columns(COSTS))
    yield Paragraph(status_sentence(report), "method")


_COST_SAYS = phrase(
    "A cost says how much slower the work is than with {baseline}. The range in parentheses is its "
    "95 % interval. The detection limit is the smallest cost that can be detected on this machine."
)
_WHAT_IT_COSTS = phrase("What each protection costs over all operations")


_STORED = (
    PROTECTION, DISK, OS_LOGIN, DATABASE_LOGIN, NETWORK, AUTHENTICATED, HIDES_EQUALITY, UNIQUE_IV,
)  # fmt: skip
_WORKS = (PROTECTION, MODE, SEARCH, INDEX, SORT)


def _guarding(report: CampaignReport) -> Blocks:
    chart = cost_and_protection_chart(report)
    if chart is None:
        return
    yield Paragraph(str(_STRONGEST))
    yield from chart_blocks(client.GUARDING_CAPTION, client.GUARDING_SHOWN, chart)
    table = protections_table(report)
    yield TableBlock(str(phrase("Who is kept out")), table.columns(_STORED))
    yield TableBlock(str(phrase("What still works on protected data")), table.columns(_WORKS))
    yield TableBlock(str(client.PROTECTS_CAPTION), client.protects_table(report))
    yield Paragraph(f"{_GENERAL} {_OVERRULED}" if report.evidence else str(_GENERAL), "method")


_STRONGEST = phrase(
    "The strongest protection is at the top; the cheapest is on the left. Weak choices, such as "
    "ECB or a fixed IV, are named below the protection."
)
_GENERAL = phrase(
    "These properties follow from the kind of protection, its mode and its initialisation vectors "
    "(NIST SP 800-38A, RFC 5116)."
)
_OVERRULED = phrase(
    "If the evidence of this campaign contradicts a property, the table says “found here”. The "
    "section on evidence has the details."
)


def _method(report: CampaignReport) -> Blocks:
    campaign = report.campaign
    ran = _RAN.with_values(work=campaign.workload.name, on=_counted(report), times=_times(report))
    yield Paragraph(str(ran))
    yield Paragraph(verdicts_method(report))
    yield Paragraph(str(COST_METHOD))
    if any(row.control for row in report.comparison):
        yield Paragraph(str(_MEASURED_TWICE))


_RAN = phrase(
    "The workload “{work}” ran on {on}. The same work ran with and without each protection, "
    "{times}. The order was drawn from the seed in the plan, so it can be repeated. Every result "
    "was verified: encrypted values were decrypted and compared."
)
_MEASURED_TWICE = phrase(
    "The baseline was measured twice, as if the second were a protection. Their difference is the "
    "detection limit: the smallest cost that can be detected."
)


def _times(report: CampaignReport) -> Message:
    """How often cells were repeated, as far as that counts."""
    counts = {row.n for row in report.comparison if row.n}
    least, most = min(counts, default=0), max(counts, default=0)
    if least != most:
        return phrase("{least} to {most} times", least=least, most=most)
    return plural("{n} times", "once", most)


def _counted(report: CampaignReport) -> Message:
    servers = len({cell.server for cell in report.cells})
    cases = dict.fromkeys(cell.case for cell in report.cells)
    listed = ", ".join(case_figure(report, each) for each in cases)
    message = plural("{n} servers (cases: {cases})", "{n} server (cases: {cases})", servers)
    return message.with_values(cases=listed)


def _environment(report: CampaignReport) -> Blocks:
    yield Paragraph(report.quality.text)
    yield from table_blocks(phrase("Servers"), servers_table(report))
    yield from table_blocks(phrase("Machine"), machine_table(report))
    found = cores_by_server(report.runs)
    if found:
        yield Paragraph(
            str(phrase("Placement: {asked}.", asked=PLACEMENT_TEXTS[report.campaign.placement]))
        )
        yield TableBlock(str(phrase("Cores")), placement_table(report))
        if is_bound(found):
            yield Paragraph(str(SHARING), "method")
    yield from table_blocks(phrase("Sessions"), sessions_table(report.sessions))


def _growth(report: CampaignReport) -> Blocks:
    table = growth_table(report)
    if not table.lines:
        return
    reported = tuple(str(each.message) for each in report.growth if not each.linear)
    if reported:
        yield ListBlock(reported)
    yield from table_blocks(phrase("Growth exponents"), table, growth_method(report))


def _evidence(report: CampaignReport, *, brief: bool = False) -> Blocks:
    """All of it; in brief only places where something was found, and no single findings."""
    if not report.evidence:
        return
    yield Paragraph(str(EVIDENCE_METHOD))
    evidence = report.evidence
    yield TableBlock(str(phrase("Who can read what")), _marked(report, threats_table(evidence)))
    found_at = {(each.server, each.place) for each in evidence if each.found}
    shown = [each for each in evidence if not brief or (each.server, each.place) in found_at]
    for server, table in place_tables(shown):
        yield from table_blocks(
            phrase("Where the marker was found on {server}", server=server), table
        )
    yield from table_blocks(
        phrase("Findings by threat"), _marked(report, findings_by_threat_table(evidence))
    )
    yield from table_blocks(
        phrase("A person whose key was deleted"), _marked(report, erasure_table(evidence))
    )
    if brief:
        yield Paragraph(str(phrase("The full report has all places and findings.")), "method")
    else:
        yield from table_blocks(phrase("All findings"), _marked(report, findings_table(evidence)))


def _marked(report: CampaignReport, table: TextTable) -> TextTable:
    """Server and protection stand first: with the marks of what is weak about it."""
    names = marked_names(report.cells)
    lines = [(one, names.get((one, two), two), *rest) for one, two, *rest in table.lines]
    return replace(table, lines=lines)


def _studies(report: CampaignReport) -> Blocks:
    if not report.matched:
        return
    yield Paragraph(str(STUDY_METHOD))
    for matched in report.matched:
        yield Heading(matched.study.short_name)
        yield Paragraph(citation(matched.study), "method")
        yield Paragraph(str(matched.message))
        if matched.found:
            yield ListBlock(tuple(map(str, matched.differs)))
            caption = phrase("{study} and this campaign", study=matched.study.short_name)
            yield TableBlock(str(caption), study_table(report, matched))


def _limits(report: CampaignReport) -> Blocks:
    yield Paragraph(str(_HOLDS_HERE))
    yield ListBlock(tuple(map(str, _limiting(report))))
    yield from table_blocks(DIFFERS, differences_table(report))
    yield from table_blocks(NOT_MEASURED, missing_table(report))


_HOLDS_HERE = phrase(
    "These figures hold for one machine, these versions and settings, and these data in these "
    "amounts. Costs differ elsewhere; to measure them there, run the plan in the appendix."
)


def _limiting(report: CampaignReport) -> Iterator[Message]:
    yield phrase(
        "“No cost found” does not prove that there is none: a cost below the detection limit is "
        "possible."
    )
    yield phrase(
        "Times are those of statements as the client sees them. They include the commit, not the "
        "opening of connections."
    )
    if report.evidence:
        yield phrase(
            "Protection properties follow from how a protection works, and from evidence found on "
            "these servers."
        )
    else:
        yield phrase(
            "Protection properties follow from how a protection works. How keys are stored was "
            "not examined."
        )
    if report.summary.status is not Status.DONE:
        yield client.NOT_FINISHED
    if not report.growth:
        yield phrase(
            "Fewer than three sizes were measured, so growth with the amount of data is unknown."
        )
    if not report.evidence:
        yield phrase("The files and logs of the servers were not searched for plaintext or keys.")


def _nothing(report: CampaignReport) -> Blocks:
    """What only a user's own words are for."""
    return iter(())


_PICTURES = "pictures"
_WIDE = frozenset({"figures", "studies", "appendix"})
_SECTIONS: Mapping[str, tuple[Message, Callable[[CampaignReport], Blocks]]] = {
    "summary": (phrase("Summary"), summary),
    "advice": (phrase("Advice"), advice),
    RECOMMENDATION: (phrase("Recommendation"), _nothing),
    NOTES: (phrase("Notes"), _nothing),
    "results": (phrase("Results"), _results),
    "guarding": (phrase("Cost and protection"), _guarding),
    "method": (phrase("How it was measured"), _method),
    "environment": (phrase("Machine, servers and quality"), _environment),
    "operations": (phrase("Charts of all operations"), operations),
    "load": (phrase("Latency under load"), load),
    "sources": (phrase("Where the cost comes from"), sources),
    "growth": (phrase("How times grow with the data"), _growth),
    "evidence": (phrase("Evidence"), _evidence),
    "compliance": (phrase("Compliance"), compliance),
    _PICTURES: (phrase("A picture under each cipher"), picture_blocks),
    "limits": (phrase("Limits of this report"), _limits),
    "figures": (phrase("All figures"), figures),
    "studies": (phrase("Published studies"), _studies),
    "appendix": (phrase("Appendix"), appendix),
}

SECTIONS = tuple(_SECTIONS)
"""Their names in the order of a report; those with wide tables stand together, at the end."""

TITLES = {name: title for name, (title, _) in _SECTIONS.items()}
"""What stands above them, by their names."""

_CLIENT: Mapping[str, Callable[[CampaignReport], Blocks]] = {
    "advice": conditions_and_reasons,
    "guarding": client.guarding,
    "method": client.method,
    "limits": client.limits,
    "studies": client.studies,
}
_TECHNICAL: Mapping[str, Callable[[CampaignReport], Blocks]] = {
    "sources": technical_sources,
    "evidence": partial(_evidence, brief=True),
    "figures": technical_figures,
    "appendix": partial(appendix, values=False),
}
_FORMS = {Reader.CLIENT: _CLIENT, Reader.TECHNICAL: _TECHNICAL, Reader.FULL: {}}
"""Sections that have a form of their own for a reader."""

DEFAULT_SECTIONS: Mapping[Reader, tuple[str, ...]] = {
    Reader.CLIENT: (
        "summary", "advice", RECOMMENDATION, NOTES, "method", "compliance", _PICTURES, "limits",
        "studies",
    ),
    Reader.TECHNICAL: SECTIONS,
    Reader.FULL: SECTIONS,
}  # fmt: skip
"""The sections of a reader's report where none are chosen, in their order."""


def sections_of(
    report: CampaignReport,
    wanted: Sequence[str] = (),
    picture: str = "",
    reader: Reader = Reader.FULL,
) -> Iterator[Section]:
    """Those that are wanted and have something to tell, in the order of SECTIONS, each with what
    the user says of it at its end. A `picture` to be encrypted is a file, or the name of one that
    ships.

    Raises: InputError for a picture that cannot be read
    """
    own = user_sections(report.summary.notes, TITLES)
    for name, (title, usual) in _SECTIONS.items():
        if name in (wanted or DEFAULT_SECTIONS[reader]):
            make = _FORMS[reader].get(name, usual)
            made = partial(picture_blocks, source=picture) if name == _PICTURES else make
            blocks = (*made(report), *own.get(name, ()))
            if blocks:
                yield Section(name, str(title), blocks, wide=name in _WIDE_FOR[reader])


_WIDE_FOR: Mapping[Reader, frozenset[str]] = {
    Reader.CLIENT: frozenset(),
    Reader.TECHNICAL: _WIDE - {"appendix"},
    Reader.FULL: _WIDE,
}
"""Without every value an appendix is not wide."""
