"""Tables of published studies compared with a campaign, for reports and CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.findings.cost import NO_COST
from app.findings.figure import Figure
from app.findings.studies.matching import StudyMatch
from app.findings.studies.study import Study
from app.plan.cell_key import ALL_CASES as EVERY_CASE
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.matched_study import MatchedStudy, cost_text
from app.report.tables.text_table import TextTable
from app.report.words.protection_names import marked_names, percent_cell
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
from engines.contract.message import phrase, significant


def study_columns(matched: Sequence[MatchedStudy]) -> Iterator[str]:
    """Four columns for each study."""
    for each in matched:
        for what in ("cost_percent", "cost_low_percent", "cost_high_percent", "source"):
            yield f"{each.study.name}_{what}"


def study_cells(matched: Sequence[MatchedStudy], row: Figure) -> Iterator[object]:
    """Their cells in the row of one of our figures: of several costs of a study the first."""
    for each in matched:
        found = next(
            (
                published
                for published in each.found
                if published.cost and is_matched(published, row)
            ),
            None,
        )
        cost = found.cost if found else NO_COST
        yield from (
            cost.percent,
            cost.low,
            cost.high,
            "; ".join(each.source for each in found.figures) if found else None,
        )


def is_matched(published: StudyMatch, row: Figure) -> bool:
    """Whether a study's figure is of the same server, protection, case and operation as ours."""
    return published.key == row.key


def citation(study: Study) -> str:
    """Authors, title, and where it can be read."""
    return f"{', '.join(study.authors)}: {study.title}. {study.found_at}"


def study_table(report: CampaignReport, matched: MatchedStudy) -> TextTable:
    return TextTable(heads(*_HEAD), [_line(report, each) for each in matched.found], (4, 5, 6))


STUDY_METHOD = phrase(
    "Published figures next to those measured here. Their machines, versions and methods differ "
    "from ours; each difference is listed."
)
_HEAD = (
    SERVER, PROTECTION, OPERATION, CASE, phrase("our cost"), phrase("the study's"),
    phrase("its value"), phrase("differences"), SOURCE,
)  # fmt: skip


def _line(report: CampaignReport, published: StudyMatch) -> tuple[str, ...]:
    key = published.key
    ours = _our_cost(report, published)
    value = published.figure
    names = marked_names(report.cells)
    return (
        key.server,
        names[key.server, key.protection],
        key.operation or str(ALL_OPERATIONS),
        str(ALL_CASES if key.case == EVERY_CASE else key.case),
        percent_cell(ours),
        str(cost_text(published)),
        "" if value is None else f"{significant(value.middle, 4)} {value.unit}",
        " ".join(map(str, published.differences)),
        "; ".join(published.sources),
    )


def _our_cost(report: CampaignReport, published: StudyMatch) -> float | None:
    ours = report.comparison if published.key.operation else report.headline
    return next((each.cost.percent for each in ours if is_matched(published, each)), None)
