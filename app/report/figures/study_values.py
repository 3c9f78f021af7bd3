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
    """Studies beside rows, each in that row's own measure; `nothing` is what is said of a `study`
    that has no value in any of their places."""
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


def only(matched: Iterable[MatchedStudy], found: Iterable[StudyMatch]) -> list[MatchedStudy]:
    """The same studies with no more than this of what was found."""
    wanted = list(found)
    return [
        replace(each, found=tuple(b for b in wanted if b.study == each.study)) for each in matched
    ]


@dataclass(frozen=True)
class PublishedValues:
    """All that one study has in one place, by the names of measures; `number` is that of the study
    among those that are laid beside."""

    number: int
    name: str
    key: CellKey
    values: Mapping[str, float]
    matches: tuple[StudyMatch, ...]


def published_values(matched: Iterable[MatchedStudy]) -> Iterator[PublishedValues]:
    """What was found, place by place, each engine and cipher of a study by itself."""
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
            yield PublishedValues(number, name_of(several[0]), key, values, tuple(several))


def name_of(published: StudyMatch) -> str:
    """What a series of a study is called: with the engine where the study has several."""
    engines = {each.engine for each in published.study.figures}
    known = (published.study.short_name, published.engine if len(engines) > 1 else "")
    return ", ".join(filter(None, known))
