"""Values (not costs) of published studies, in the measure of a chart or table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.findings.cost import NO_COST
from app.findings.figure import Figure
from app.findings.studies.matching import StudyMatch, match_figures
from app.findings.studies.set_up_differences import set_up_differences
from app.findings.studies.study import Study
from app.plan.cell_key import CellKey
from app.report.figures.matched_study import MatchedStudy
from app.results.records import CampaignSnapshot
from engines.contract.message import Message


def match_values(
    studies: Iterable[Study],
    snapshot: CampaignSnapshot,
    rows: Sequence[Figure],
    nothing: Message,
) -> list[MatchedStudy]:
    """Match the values of studies with rows, each in the row's own measure; `nothing` is the
    sentence for a study without a match."""
    return [_matched(each, snapshot, rows, nothing) for each in studies]


def _matched(
    study: Study, snapshot: CampaignSnapshot, rows: Sequence[Figure], nothing: Message
) -> MatchedStudy:
    work = snapshot.campaign.workload.name
    found = tuple(
        replace(published, cost=NO_COST, cost_figures=())
        for measure in dict.fromkeys(row.measure for row in rows)
        for published in match_figures(
            study, [row for row in rows if row.measure == measure], snapshot.cells, work
        )
        if published.value is not None
    )
    here = {str(message): message for published in found for message in published.differences}
    return MatchedStudy(
        study, found, (*set_up_differences(study, snapshot), *here.values()), nothing
    )


def restricted_to(
    matched: Iterable[MatchedStudy], found: Iterable[StudyMatch]
) -> list[MatchedStudy]:
    """The same studies with these matches only."""
    wanted = list(found)
    return [
        replace(each, found=tuple(b for b in wanted if b.study == each.study)) for each in matched
    ]


@dataclass(frozen=True)
class PublishedValues:
    """All values of one study that match one figure, by the names of measures; `number` is that of
    the study among those compared."""

    number: int
    name: str
    key: CellKey
    values: Mapping[str, float]
    matches: tuple[StudyMatch, ...]


def published_values(matched: Iterable[MatchedStudy]) -> Iterator[PublishedValues]:
    """The matched values, grouped by figure and by the study's engine and protection."""
    for number, each in enumerate(matched):
        found: dict[tuple[CellKey, str, str], list[StudyMatch]] = {}
        for published in each.found:
            found.setdefault((published.key, published.engine, published.protection), []).append(
                published
            )
        for (key, _, _), several in found.items():
            values = {
                published.figure.measure: published.value
                for published in several
                if published.figure is not None and published.value is not None
            }
            yield PublishedValues(number, series_name(several[0]), key, values, tuple(several))


def series_name(published: StudyMatch) -> str:
    """The name of a study's series, with the engine if the study has several."""
    engines = {each.engine for each in published.study.figures}
    known = (published.study.short_name, published.engine if len(engines) > 1 else "")
    return ", ".join(filter(None, known))
