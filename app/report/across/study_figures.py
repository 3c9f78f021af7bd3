"""Figures of a published study, in the cells of the campaigns that they match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from app.findings.across.sourced_figures import ALL_CASES, ALL_OPERATIONS, SourcedFigure
from app.findings.cost import Cost
from app.findings.studies.matching import (
    PublishedCost,
    StudyMatch,
    published_costs,
)
from app.findings.studies.study import COST, MORE_IS_BETTER, UNITS, Study, StudyFigure
from app.plan.cell_key import ALL_CASES as EVERY_CASE
from app.report.figures.campaign_figures import ComparedCampaign, case_value
from app.report.figures.matched_study import MatchedStudy, cost_words
from engines.contract.message import phrase
from workloads.contract import SECONDS, Better

_ANY = "any"
"""Engine or protection of a study's figure that holds for every one."""


def placed_figures(
    study: Study, matched: Mapping[str, MatchedStudy], campaigns: Sequence[ComparedCampaign]
) -> Iterator[SourcedFigure]:
    """One figure of the study for each server, protection, case and operation of the campaigns;
    `matched` is by the campaign's key."""
    seen: set[tuple[str, ...]] = set()
    for campaign in campaigns:
        for published in matched[campaign.key].found:
            figure = study_figure(published, campaign)
            key = figure.server, figure.protection, figure.case, figure.operation
            if key not in seen:
                seen.add(key)
                yield figure


def study_figure(published: StudyMatch, campaign: ComparedCampaign) -> SourcedFigure:
    study, key, work = published.study, published.key, campaign.snapshot.campaign.workload.name
    measures = {row.operation: (row.measure, row.better) for row in campaign.rows}
    measure, better = measures.get(key.operation, (SECONDS.name, Better.LESS))
    cells = campaign.snapshot.cells
    return SourcedFigure(
        source=study.name,
        workload=work,
        engine=next(cell.engine for cell in cells if cell.server == key.server),
        server=key.server,
        version=study.engines.get(published.engine, ""),
        machine=study.machine,
        protection=key.protection,
        at=key.case,
        case=case_value(work, key.case),
        operation=key.operation or ALL_OPERATIONS,
        measure=measure,
        unit=published.unit,
        better=better,
        mean=published.value,
        cost=_worded(published.cost, worked_out=published.worked_out),
        published=True,
        differences=published.differences,
        source_lines=published.sources,
    )


def _worded(cost: Cost, *, worked_out: bool) -> Cost:
    if not cost:
        return Cost(message=_COSTLESS)
    return replace(cost, message=cost_words(cost, worked_out=worked_out), meaning=_MEANS)


def own_figures(study: Study, measure: str | None) -> Iterator[SourcedFigure]:
    """All of a study's figures of a measure, in the study's own words: for use without a
    campaign."""
    wanted = measure or SECONDS.name
    costs: dict[tuple[str, ...], PublishedCost] = {}
    for cost in published_costs(study.figures):
        if cost.measure in (COST, wanted):
            costs.setdefault(_key(cost.figure), cost)
    values = {_key(each): each for each in study.figures if each.measure == wanted}
    for key in dict.fromkeys([*values, *costs]):
        yield _own(study, values.get(key), costs.get(key), wanted)


def _key(figure: StudyFigure) -> tuple[str, ...]:
    return figure.engine, figure.protection, figure.operation, figure.case


def _own(
    study: Study, value: StudyFigure | None, cost: PublishedCost | None, measure: str
) -> SourcedFigure:
    one = value or (cost.figure if cost else None)
    assert one is not None
    base, times = UNITS[value.unit] if value else ("", 1.0)
    found = [each for each in (value, cost.figure if cost else None) if each is not None]
    return SourcedFigure(
        source=study.name,
        workload=study.like,
        engine=one.engine or _ANY,
        server=one.engine or _ANY,
        version=study.engines.get(one.engine, ""),
        machine=study.machine,
        protection=one.protection or _ANY,
        at=EVERY_CASE,
        case=one.case or ALL_CASES,
        operation=one.operation or ALL_OPERATIONS,
        measure=measure,
        unit=base,
        better=Better.MORE if base in MORE_IS_BETTER else Better.LESS,
        mean=None if value is None else value.middle * times,
        cost=_worded(cost.cost, worked_out=cost.worked_out) if cost else Cost(message=_COSTLESS),
        published=True,
        source_lines=tuple(dict.fromkeys(each.source for each in found)),
    )


_COSTLESS = phrase("the study gives no cost over plaintext here")
_MEANS = phrase(
    "Published figures come from other machines, versions and methods. Each difference is listed."
)
