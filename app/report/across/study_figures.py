"""The figures of a published study, in the places of campaigns' own where there are any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.findings.across.figures import ALL_CASES, ALL_OPERATIONS, Cost, Figure
from app.findings.studies.beside import Beside, Ours, beside
from app.findings.studies.costs import PublishedCost, published_costs
from app.findings.studies.set_ups import differences
from app.findings.studies.study import COST, MORE_IS_BETTER, UNITS, Study
from app.findings.studies.study import Figure as Published
from app.report.across.campaign_figures import Compared
from app.report.published.laid import Laid, cost_words
from engines.contract.message import phrase
from workloads.contract import SECONDS, Better, readable
from workloads.registry import case_label

_ANY = "any"
"""What stands where a study means every engine or protection."""


def laid_beside(study: Study, campaign: Compared, measure: str | None) -> Laid:
    """What a study has for the places of a campaign."""
    snapshot = campaign.snapshot
    ours: list[Ours] = [*campaign.cells.rows, *campaign.whole, *campaign.items]
    found = beside(study, ours, snapshot.cells, snapshot.campaign.workload.name, measure)
    return Laid(study, tuple(found), tuple(differences(study, snapshot)))


def placed_figures(
    study: Study, laid: Mapping[str, Laid], campaigns: Sequence[Compared]
) -> Iterator[Figure]:
    """A figure for each place that a campaign has, once; `laid` is by the campaign's key."""
    seen: set[tuple[str, ...]] = set()
    for campaign in campaigns:
        engines = {cell.server: cell.engine for cell in campaign.snapshot.cells}
        for told in laid[campaign.key].found:
            figure = _placed(study, told, campaign, engines[told.place.server])
            key = figure.server, figure.protection, figure.case, figure.operation
            if key not in seen:
                seen.add(key)
                yield figure


def _placed(study: Study, told: Beside, campaign: Compared, engine: str) -> Figure:
    work, place = campaign.snapshot.campaign.workload.name, told.place
    measures = {row.operation: (row.measure, row.better) for row in campaign.cells.rows}
    measure, better = measures.get(place.operation, (SECONDS.name, Better.LESS))
    scale, unit = readable(told.unit)
    return Figure(
        source=study.name,
        workload=work,
        engine=engine,
        server=place.server,
        version=study.engines.get(told.engine, ""),
        machine=study.machine,
        protection=place.protection,
        case=ALL_CASES if place.case is None else str(case_label(work, place.case)),
        operation=place.operation or ALL_OPERATIONS,
        measure=measure,
        unit=unit,
        better=better,
        value=None if told.value is None else told.value / scale,
        cost=_cost(told.cost),
        costless=_COSTLESS,
        published=True,
        differs=told.differs,
        drawn_from=told.sources,
    )


def _cost(cost: PublishedCost | None) -> Cost | None:
    if cost is None:
        return None
    said = cost_words(cost)
    return Cost(cost.percent, cost.low, cost.high, said=said, meaning=_MEANS)


def own_figures(study: Study, measure: str | None) -> Iterator[Figure]:
    """All that a study tells of a measure, in its own words: where no campaign gives places."""
    wanted = measure or SECONDS.name
    costs: dict[tuple[str, ...], PublishedCost] = {}
    for cost in published_costs(study.figures):
        if cost.measure in (COST, wanted):
            costs.setdefault(_key(cost.figure), cost)
    values = {_key(each): each for each in study.figures if each.measure == wanted}
    for key in dict.fromkeys([*values, *costs]):
        yield _own(study, values.get(key), costs.get(key), wanted)


def _key(figure: Published) -> tuple[str, ...]:
    return figure.engine, figure.protection, figure.operation, figure.case


def _own(study: Study, value: Published | None, cost: PublishedCost | None, measure: str) -> Figure:
    figure = value or (cost.figure if cost else None)
    assert figure is not None
    base, times = UNITS[value.unit] if value else ("", 1.0)
    scale, unit = readable(base)
    found = [each for each in (value, cost.figure if cost else None) if each is not None]
    return Figure(
        source=study.name,
        workload=study.like,
        engine=figure.engine or _ANY,
        server=figure.engine or _ANY,
        version=study.engines.get(figure.engine, ""),
        machine=study.machine,
        protection=figure.protection or _ANY,
        case=figure.case or ALL_CASES,
        operation=figure.operation or ALL_OPERATIONS,
        measure=measure,
        unit=unit,
        better=Better.MORE if base in MORE_IS_BETTER else Better.LESS,
        value=None if value is None else value.middle * times / scale,
        cost=_cost(cost),
        costless=_COSTLESS,
        published=True,
        drawn_from=tuple(dict.fromkeys(each.source for each in found)),
    )


_COSTLESS = phrase("the study tells no cost over plaintext here")
_MEANS = phrase(
    "What others published: their machines, versions and methods are not ours, and each difference "
    "is named."
)
