"""Gathers the figures of campaigns and of published studies into one list for pivot tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from app.findings.across.sourced_figures import (
    ALL_CASES,
    ALL_OPERATIONS,
    Dimension,
    FigureSource,
    GatheredFigures,
    SourcedFigure,
)
from app.findings.measured import measure_of, measures_of
from app.findings.studies.matching import machine_of
from app.findings.studies.study import Study
from app.report.across.study_figures import own_figures, placed_figures
from app.report.figures.campaign_figures import ComparedCampaign, campaign_figures, compare_all
from app.report.figures.matched_study import MatchedStudy, match_study
from app.results.records import CampaignSnapshot, host_of
from engines.contract.message import Message, phrase
from workloads.registry import case_label


def gather(
    snapshots: Sequence[CampaignSnapshot],
    studies: Sequence[Study] = (),
    measure: str | None = None,
    over: str | None = None,
) -> GatheredFigures:
    """All figures of these campaigns and studies in one measure (None: the first of each workload).

    Costs are over each campaign's own baseline, or over the protection `over` if it has that.
    Figures of a study are placed where they match a campaign's; without campaigns they have the
    study's own words.

    Raises: InputError for a measure that none of the campaigns has
    """
    campaigns, remarks = compare_all(snapshots, measure, over)
    matched = {
        study.name: {
            each.key: match_study(study, each.snapshot, each.figures, measure) for each in campaigns
        }
        for study in studies
    }
    figures = [figure for each in campaigns for figure in campaign_figures(each)]
    for study in studies:
        if campaigns:
            figures += placed_figures(study, matched[study.name], campaigns)
            remarks += [each.message for each in matched[study.name].values()]
        else:
            figures += own_figures(study, measure)
    remarks += _machines(campaigns)
    return GatheredFigures(
        _sources(campaigns, studies, matched),
        tuple(_without_lone_totals(figures)),
        measure,
        over,
        _names(campaigns, studies),
        _measures(campaigns),
        tuple({str(each): each for each in remarks}.values()),
    )


def _sources(
    campaigns: Iterable[ComparedCampaign],
    studies: Iterable[Study],
    matched: Mapping[str, Mapping[str, MatchedStudy]],
) -> tuple[FigureSource, ...]:
    ours = [each.source for each in campaigns]
    theirs = [
        FigureSource(
            study.name, study.short_name, differs=_differences(matched[study.name].values())
        )
        for study in studies
    ]
    return (*ours, *theirs)


def _differences(matched: Iterable[MatchedStudy]) -> tuple[Message, ...]:
    """How a study differs from any of the campaigns, each sentence once."""
    return tuple({str(message): message for each in matched for message in each.differs}.values())


def _machines(campaigns: Iterable[ComparedCampaign]) -> Iterator[Message]:
    """The machine behind each host's name."""
    for each in campaigns:
        if host := host_of(each.snapshot.environment):
            yield phrase("{host}: {machine}.", host=host, machine=machine_of(each.snapshot))


def _without_lone_totals(figures: Sequence[SourcedFigure]) -> list[SourcedFigure]:
    """Without the totals over all cases where there is one case only, or none of a campaign's."""
    cases = {figure.case for figure in figures if figure.case != ALL_CASES}
    if len(cases) != 1:
        return list(figures)
    return [figure for figure in figures if figure.case != ALL_CASES]


def _names(
    campaigns: Iterable[ComparedCampaign], studies: Iterable[Study]
) -> dict[tuple[Dimension, str], Message]:
    """Titles of the values that are only keys."""
    names = {
        (Dimension.OPERATION, ALL_OPERATIONS): phrase("all operations"),
        (Dimension.CASE, ALL_CASES): phrase("all cases"),
    }
    for each in campaigns:
        title = _CAMPAIGN.with_values(key=each.key, name=each.snapshot.summary.name)
        names[Dimension.SOURCE, each.key] = title
        for cell in each.snapshot.cells:
            label = case_label(cell.workload, cell.case)
            names[Dimension.CASE, str(label)] = label
    for study in studies:
        names[Dimension.SOURCE, study.name] = Message(study.short_name)
    return names


def _measures(campaigns: Iterable[ComparedCampaign]) -> dict[str, Message]:
    """The measures, besides each workload's first, that some operation has values of."""
    found: dict[str, Message] = {}
    for each in campaigns:
        work, operations = each.snapshot.campaign.workload.name, each.snapshot.operations
        firsts = {first.name for op in operations for first in [measure_of(work, op)] if first}
        yielded = {name for operation in operations for name in operation.measures or ()}
        for known in measures_of(work):
            if known.compared and known.name in yielded - firsts:
                found.setdefault(known.name, known.title)
    return found


_CAMPAIGN = phrase("{key} {name}")
