"""What studies have in the very measures that a chart or table is of: their values, no costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.findings.cost import NO_COST
from app.findings.figure import Figure
from app.findings.studies.beside import Beside, Place, beside
from app.findings.studies.set_ups import differences
from app.findings.studies.study import Study
from app.report.figures.laid import Laid
from app.results.records import CampaignSnapshot
from engines.contract.message import Message


def lay_values(
    studies: Iterable[Study],
    snapshot: CampaignSnapshot,
    rows: Sequence[Figure],
    nothing: Message,
) -> list[Laid]:
    """Studies beside rows, each in that row's own measure; `nothing` is what is said of a `study`
    that has no value in any of their places."""
    return [_laid(each, snapshot, rows, nothing) for each in studies]


def _laid(
    study: Study, snapshot: CampaignSnapshot, rows: Sequence[Figure], nothing: Message
) -> Laid:
    work = snapshot.campaign.workload.name
    found = tuple(
        replace(told, cost=NO_COST, cost_figures=())
        for measure in dict.fromkeys(row.measure for row in rows)
        for told in beside(
            study, [row for row in rows if row.measure == measure], snapshot.cells, work
        )
        if told.value is not None
    )
    here = {str(said): said for told in found for said in told.differs}
    return Laid(study, found, (*differences(study, snapshot), *here.values()), nothing)


def only(laid: Iterable[Laid], found: Iterable[Beside]) -> list[Laid]:
    """The same studies with no more than this of what was found."""
    kept = list(found)
    return [replace(each, found=tuple(b for b in kept if b.study == each.study)) for each in laid]


@dataclass(frozen=True)
class TheirValues:
    """All that one study has in one place, by the names of measures; `number` is that of the study
    among those that are laid beside."""

    number: int
    name: str
    place: Place
    values: Mapping[str, float]
    told: tuple[Beside, ...]


def their_values(laid: Iterable[Laid]) -> Iterator[TheirValues]:
    """What was found, place by place, each engine and cipher of a study by itself."""
    for number, each in enumerate(laid):
        found: dict[tuple[Place, str, str], list[Beside]] = {}
        for told in each.found:
            found.setdefault((told.place, told.engine, told.protection), []).append(told)
        for (place, _, _), several in found.items():
            values = {
                told.figure.measure: told.value
                for told in several
                if told.figure is not None and told.value is not None
            }
            yield TheirValues(number, name_of(several[0]), place, values, tuple(several))


def name_of(told: Beside) -> str:
    """What a series of a study is called: with the engine where the study has several."""
    engines = {each.engine for each in told.study.figures}
    known = (told.study.short_name, told.engine if len(engines) > 1 else "")
    return ", ".join(filter(None, known))
