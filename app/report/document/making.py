"""A campaign as a document: what is on its first page, and the sections that are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from app.report.document.parts import Cover, Document
from app.report.document.sections import SECTIONS, sections_of
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.facts import tagged
from engines.contract.errors import InputError
from engines.contract.message import phrase


@dataclass(frozen=True)
class ReportOptions:
    """What of a report can be chosen: its first page, its sections, and the file that it is laid
    out by, a copy of one of `assets/report`."""

    cover: Cover = field(default_factory=Cover)
    sections: tuple[str, ...] = ()
    """None: all."""
    template: Path | None = None
    picture: str = ""
    """A file, or the name of one that ships, to be shown under each cipher and mode."""


def document_of(report: CampaignReport, options: ReportOptions) -> Document:
    """The document; the same campaign and options give the same one.

    Raises: InputError for a section that there is not, for a campaign that has nothing for those
        that were chosen, or a picture that cannot be read
    """
    wanted = options.sections or SECTIONS
    _check(wanted)
    sections = tuple(sections_of(report, wanted, options.picture))
    if not sections:
        raise InputError(
            phrase("Nothing to report"),
            phrase("The report would be empty: this campaign has nothing for {wanted}."),
            phrase("Choose other sections. “pictures” needs a picture to be named."),
            wanted=", ".join(wanted),
        )
    summary = report.summary
    return Document(
        summary.name,
        "The cost of encryption",
        tuple(each for each in _facts(report, options.cover) if each[1]),
        sections,
        str(report.sentence),
        _program(report),
    )


def _facts(report: CampaignReport, cover: Cover) -> Sequence[tuple[str, str]]:
    servers = (" ".join(filter(None, (each.name, each.version))) for each in report.servers)
    protections = dict.fromkeys(cell.protection for cell in report.cells if not cell.control)
    return (
        ("Prepared for", cover.client),
        ("Prepared by", cover.consultant),
        ("Date", cover.date or _day(report.summary.finished_at or report.summary.created_at)),
        ("Servers", ", ".join(servers)),
        ("Protections", ", ".join(protections)),
        ("Tags", tagged(report)),
    )


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def _program(report: CampaignReport) -> str:
    """The version that measured."""
    return " ".join(filter(None, ("Cipherbench", str(report.environment.get("cipherbench", "")))))


def _check(sections: Sequence[str]) -> None:
    for name in sections:
        if name not in SECTIONS:
            raise InputError(
                phrase("Unknown section"),
                phrase("A report has no section “{name}”."),
                phrase("Sections: {known}."),
                name=name,
                known=", ".join(SECTIONS),
            )
