"""Studies that are laid beside a campaign, in its CSV and Markdown files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.findings.cost import NO_COST
from app.findings.figure import Figure
from app.findings.studies.beside import Beside
from app.findings.studies.study import Study
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.laid import Laid, cost_said
from app.report.tables.text_table import TextTable, heading, piped
from app.report.words.terms import (
    ALL_CASES,
    ALL_OPERATIONS,
    CASE,
    OPERATION,
    PROTECTION,
    SERVER,
    SOURCE,
    heads,
)
from app.report.words.wording import marked_names, percent_cell
from app.system.documents import plain_text
from engines.contract.message import phrase, significant


def laid_heads(laid: Sequence[Laid]) -> Iterator[str]:
    """Four columns for each study."""
    for each in laid:
        for what in ("cost_percent", "cost_low_percent", "cost_high_percent", "source"):
            yield f"{each.study.name}_{what}"


def laid_cells(laid: Sequence[Laid], row: Figure) -> Iterator[object]:
    """What stands beside a row in them: the first where a study has several costs."""
    for each in laid:
        found = next((told for told in each.found if told.cost and is_beside(told, row)), None)
        cost = found.cost if found else NO_COST
        yield from (
            cost.percent,
            cost.low,
            cost.high,
            "; ".join(each.source for each in found.figures) if found else None,
        )


def is_beside(told: Beside, row: Figure) -> bool:
    """Whether a study's figure stands in the place of one of ours."""
    case = None if row.whole else row.at
    return told.place == (row.server, row.protection, row.operation, case)


def laid_sections(report: CampaignReport) -> Iterator[str]:
    """For Markdown: what differs, and the study's figures with their sources beside ours."""
    if not report.laid:
        return
    yield heading(phrase("Published studies"))
    yield str(LAID_METHOD)
    for laid in report.laid:
        study = laid.study
        yield f"### {plain_text(study.short_name)}"
        yield plain_text(whole_name(study))
        yield plain_text(str(laid.said))
        if laid.found:
            yield "\n".join(f"- {plain_text(str(each))}" for each in laid.differs)
            yield piped(laid_table(report, laid))


def whole_name(study: Study) -> str:
    """Who wrote what, and where it can be read."""
    return f"{', '.join(study.authors)}: {study.title}. {study.found_at}"


def laid_table(report: CampaignReport, laid: Laid) -> TextTable:
    """A study's figures with their sources beside ours."""
    return TextTable(heads(*_HEAD), [_line(report, each) for each in laid.found], (4, 5, 6))


LAID_METHOD = phrase(
    "Published figures next to those measured here. Their machines, versions and methods differ "
    "from ours; each difference is listed."
)
_HEAD = (
    SERVER, PROTECTION, OPERATION, CASE, phrase("our cost"), phrase("the study's"),
    phrase("its value"), phrase("differences"), SOURCE,
)  # fmt: skip


def _line(report: CampaignReport, told: Beside) -> tuple[str, ...]:
    place = told.place
    ours = _our_cost(report, told)
    value = told.figure
    names = marked_names(report.cells)
    return (
        place.server,
        names[place.server, place.protection],
        place.operation or str(ALL_OPERATIONS),
        str(place.case or ALL_CASES),
        percent_cell(ours),
        str(cost_said(told)),
        "" if value is None else f"{significant(value.middle, 4)} {value.unit}",
        " ".join(map(str, told.differs)),
        "; ".join(told.sources),
    )


def _our_cost(report: CampaignReport, told: Beside) -> float | None:
    ours = report.comparison if told.place.operation else report.headline
    return next((each.cost.percent for each in ours if is_beside(told, each)), None)
