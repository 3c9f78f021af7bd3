"""A study's figures laid beside a campaign's, by engine, protection, operation and case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.findings.cost import NO_COST, Cost
from app.findings.figure import Figure as Ours
from app.findings.studies.costs import StudyCost, published_costs
from app.findings.studies.likeness import (
    EXACT,
    case_rank,
    cipher_rank,
    engine_rank,
    parse_case,
    unlikeness,
)
from app.findings.studies.study import COST, UNITS, Figure, Study
from app.results.records import CellRecord
from engines.contract.message import Message
from engines.contract.protection import ProtectionKind
from workloads.contract import Case

CPU_SECONDS = "cpu_seconds"
"""The measure of CPU time, in studies."""


class Place(NamedTuple):
    """Where a figure stands; an empty operation is all of them together, no case all of those."""

    server: str
    protection: str
    operation: str
    case: Case | None


@dataclass(frozen=True)
class StudyMatch:
    """What a study says in one place: a cost, a value in the unit of our own figure, or both.

    `engine` and `protection` are the study's. `differs` names what makes these two figures unlike
    each other, beyond what makes the studies unlike. The cost comes from `cost_figures`, where it
    is worked out from two.
    """

    study: Study
    place: Place
    engine: str
    protection: str
    cost: Cost = NO_COST
    cost_figures: tuple[Figure, ...] = ()
    figure: Figure | None = None
    value: float | None = None
    unit: str = ""
    differs: tuple[Message, ...] = ()

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The study's figures that it comes from."""
        return (*self.cost_figures, *filter(None, (self.figure,)))

    @property
    def worked_out(self) -> bool:
        """Whether its cost comes from two figures, not from one that tells it."""
        return len(self.cost_figures) > 1

    @property
    def sources(self) -> tuple[str, ...]:
        """Which sentences and lines of the study those are."""
        return tuple(dict.fromkeys(each.source for each in self.figures))

    def to_json(self) -> dict[str, object]:
        """Its figures by name."""
        cost = self.cost
        return {
            "study": self.study.name,
            "server": self.place.server,
            "protection": self.place.protection,
            "operation": self.place.operation,
            "size": None if self.place.case is None else self.place.case.size,
            "case": "" if self.place.case is None else self.place.case.name,
            "study_engine": self.engine,
            "study_protection": self.protection,
            "study_case": self.figures[0].case,
            "cost_percent": cost.percent,
            "cost_low_percent": cost.low,
            "cost_high_percent": cost.high,
            "cost_sd_percent": cost.sd,
            "worked_out": self.worked_out,
            "value": self.figure and self.figure.value,
            "unit": self.figure and self.figure.unit,
            "differs": [str(each) for each in self.differs],
            "sources": list(self.sources),
        }


def compared(
    study: Study,
    ours: Iterable[Ours],
    cells: Sequence[CellRecord],
    workload: str,
    measure: str | None = None,
) -> list[StudyMatch]:
    """What a study says beside rows and headlines of a campaign on `workload`.

    `measure` is what is looked at: None is what verdicts are about, CPU_SECONDS the CPU time, else
    the name of a measure.
    """
    known = {(each.server, each.protection): each for each in cells}
    figures = [each for each in study.figures if _fits_work(study, each, workload)]
    reported: list[StudyCost | Figure] = [*published_costs(figures), *figures]
    found = [
        candidate
        for each in ours
        for cell in [known[each.server, each.protection]]
        if not cell.control
        for candidate in _candidates(study, reported, each, cell, measure)
    ]
    return [_whole(study, group) for group in _grouped(_best(found))]


class _Candidate(NamedTuple):
    """A figure that may stand in a place; of several the ones of the least `rank` stay there: by
    cipher, then by engine, then by case. `value` is in the `unit` of our own figure."""

    place: Place
    rank: tuple[int, int]
    case_rank: float
    reported: StudyCost | Figure
    value: float | None
    unit: str
    differs: tuple[Message, ...]

    @property
    def figure(self) -> Figure:
        return self.reported.figure if isinstance(self.reported, StudyCost) else self.reported

    @property
    def is_value(self) -> bool:
        return isinstance(self.reported, Figure)


def _fits_work(study: Study, figure: Figure, workload: str) -> bool:
    """A figure of one operation of one of our workloads says nothing of another's; one of all
    operations together may stand anywhere."""
    return not (figure.operation and study.like) or study.like == workload


def _candidates(
    study: Study,
    reported: Iterable[StudyCost | Figure],
    ours: Ours,
    cell: CellRecord,
    measure: str | None,
) -> Iterator[_Candidate]:
    place = _place(ours)
    for each in reported:
        figure = each.figure if isinstance(each, StudyCost) else each
        if figure.operation.casefold() != place.operation.casefold():
            continue
        if isinstance(each, StudyCost):
            fits = cell.kind != ProtectionKind.PLAINTEXT and _is_of(each, ours, measure)
            value = None
        else:
            value = _scaled_for(each, ours, measure)
            fits = value is not None
        found = _candidate(study, ours, each, cell, value) if fits else None
        if found is not None and (value is None or found.case_rank == EXACT):
            yield found


def _is_of(cost: StudyCost, ours: Ours, measure: str | None) -> bool:
    """Whether a cost is one of what is looked at; one of nothing in particular is of what verdicts
    are about."""
    if measure is not None:
        return cost.measure == measure
    main = ours.measure if ours.operation else cost.measure
    return cost.measure in (COST, main) and cost.measure != CPU_SECONDS


def _scaled_for(figure: Figure, ours: Ours, measure: str | None) -> float | None:
    """A figure in the unit of a row that is in the same measure; else None."""
    if not ours.operation or figure.measure != (measure or ours.measure):
        return None
    base, scale = UNITS[figure.unit]
    if figure.measure != ours.measure or UNITS.get(ours.unit, ("", 1.0))[0] != base:
        return None
    return figure.middle * scale / UNITS[ours.unit][1]


def _candidate(
    study: Study,
    ours: Ours,
    reported: StudyCost | Figure,
    cell: CellRecord,
    value: float | None,
) -> _Candidate | None:
    place, figure = _place(ours), reported.figure if isinstance(reported, StudyCost) else reported
    engine = engine_rank(figure.engine, cell.engine, study)
    cipher = cipher_rank(figure, cell)
    case = case_rank(figure, place.case, study)
    if engine is None or cipher is None or case is None:
        return None
    differs = tuple(unlikeness(study, figure, cell, place.case))
    unit = ours.unit if ours.operation else ""
    return _Candidate(place, (cipher, engine), case, reported, value, unit, differs)


def _place(ours: Ours) -> Place:
    case = None if ours.whole else ours.at
    return Place(ours.server, ours.protection, ours.operation, case)


def _best(found: Sequence[_Candidate]) -> list[_Candidate]:
    """In each place the likest cipher and engine, and each of the study's ciphers only where it is
    likest on that server; of the same engine and cipher the likest case."""
    here: dict[tuple[Place, bool], tuple[int, int]] = {}
    there: dict[tuple[str, str, str, str], int] = {}
    for each in found:
        key = each.place, each.is_value
        here[key] = min(here.get(key, each.rank), each.rank)
        one = _its_place(each)
        there[one] = min(there.get(one, each.rank[0]), each.rank[0])
    likest = [
        each
        for each in found
        if each.rank == here[each.place, each.is_value] and each.rank[0] == there[_its_place(each)]
    ]
    nearest: dict[tuple[Place, tuple[str, ...], bool], _Candidate] = {}
    for each in likest:
        its = each.place, _kind_of(each.figure), each.is_value
        if its not in nearest or _preferred(each) < _preferred(nearest[its]):
            nearest[its] = each
    return list(nearest.values())


def _its_place(each: _Candidate) -> tuple[str, str, str, str]:
    figure = each.figure
    return each.place.server, each.place.operation, figure.engine, figure.protection


def _preferred(each: _Candidate) -> tuple[float, bool]:
    """The nearer case first, then what the study tells by itself."""
    worked_out = isinstance(each.reported, StudyCost) and each.reported.worked_out
    return each.case_rank, worked_out


def _kind_of(figure: Figure) -> tuple[str, ...]:
    """Figures of several kinds may stand in one place: by engine, protection, circumstance."""
    circumstance = "" if parse_case(figure.case).size else figure.case
    return figure.engine, figure.protection, circumstance


def _grouped(found: Iterable[_Candidate]) -> Iterable[list[_Candidate]]:
    groups: dict[tuple[object, ...], list[_Candidate]] = {}
    for each in found:
        key = each.place, _kind_of(each.figure)
        groups.setdefault(key, []).append(each)
    return groups.values()


def _whole(study: Study, group: Sequence[_Candidate]) -> StudyMatch:
    """The cost and the value that a study has in one place."""
    first = group[0]
    costs = [each.reported for each in group if isinstance(each.reported, StudyCost)]
    figures = [each.reported for each in group if isinstance(each.reported, Figure)]
    differs = dict.fromkeys(message for each in group for message in each.differs)
    return StudyMatch(
        study,
        first.place,
        first.figure.engine,
        first.figure.protection,
        *((costs[0].cost, costs[0].figures) if costs else (NO_COST, ())),
        figures[0] if figures else None,
        next((each.value for each in group if each.value is not None), None),
        first.unit,
        tuple({str(message): message for message in differs}.values()),
    )
