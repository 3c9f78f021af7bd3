"""Matches a study's figures with a campaign's, by engine, protection, operation and case."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.findings.cost import NO_COST, ComparisonMethod, Cost
from app.findings.figure import Figure
from app.findings.studies.study import (
    COST,
    MORE_IS_BETTER,
    RETAINED_THROUGHPUT,
    SLOWDOWN,
    UNITS,
    Study,
    StudyFigure,
)
from app.findings.study_method import percent_over
from app.plan.cell_key import ALL_CASES, CellKey
from app.results.records import CellRecord
from engines.contract.message import Message, Number, phrase
from engines.contract.protection import ProtectionKind, algorithm_title
from engines.registry import engine_names
from workloads.contract import Case

# How like a study's figure and a cell of ours are: in engine, cipher and case.

EXACT, ALL_PUBLISHED = 0, 2
"""Ranks of cases: the same; all of the study's own together."""
_NEAR, _CIRCUMSTANCE, _OTHER_AMOUNTS = 1, 2.5, 3
"""Another size of the same kind, a circumstance such as “low concurrency”, other amounts of that
kind of load."""


def engine_rank(published: str, measured: str, study: Study) -> int | None:
    """0 for the same, 1 for any, 2 for one that is not to be had here; None for another of ours,
    but where the study seals in the application, to which engines are much alike."""
    if published == measured:
        return 0
    if not published:
        return 1
    return 2 if published not in engine_names() or study.seals_outside else None


def cipher_rank(figure: StudyFigure, cell: CellRecord) -> int | None:
    """0 for the same cipher, 1 where one of the two does not tell all of it, 2 for another of the
    same family; None for another family, or for another cipher where ciphers alone are measured."""
    if figure.family and figure.family != cell.kind:
        return None
    measured = cipher_of(cell)
    if figure.cipher == measured:
        return 0
    if not (figure.cipher and measured) or _begins(figure.cipher, measured):
        return 1
    return None if cell.kind == ProtectionKind.CIPHER else 2


def cipher_of(cell: CellRecord) -> str:
    """The cipher of a cell as a study names it: “aes-128-ecb”."""
    if cell.kind == ProtectionKind.PLAINTEXT:
        return ""
    return "-".join(filter(None, (cell.algorithm, str(cell.bits or ""), cell.mode)))


def _begins(one: str, other: str) -> bool:
    return f"{one}-".startswith(f"{other}-") or f"{other}-".startswith(f"{one}-")


def case_rank(figure: StudyFigure, measured: Case, study: Study) -> float | None:
    """How far the study's case is from ours, which may be ALL_CASES: 0 for the same,
    ALL_PUBLISHED where the study means all of its own; None for cases of another kind."""
    if not figure.case:
        return EXACT if measured == ALL_CASES else ALL_PUBLISHED
    case = parse_case(figure.case)
    if not case.size:
        return None if figure.operation else _CIRCUMSTANCE
    if measured == ALL_CASES:
        return _NEAR if len(study.cases) == 1 else None
    return _distance(case, measured)


def _distance(case: Case, measured: Case) -> float | None:
    if case == measured:
        return EXACT
    distance = (
        1 / (1 + abs(math.log(case.size) - math.log(measured.size))) if measured.size else 0.0
    )
    if case.name == measured.name:
        return _NEAR - distance
    if not case.name:
        return ALL_PUBLISHED - distance / 2
    return _OTHER_AMOUNTS if case.kind == measured.kind else None


_MOST_DIGITS = 18
"""Of a size; what has more is none."""


def parse_case(text: str) -> Case:
    """A case as studies write it: its size first, if it has one, and its name."""
    size, _, name = text.partition(" ")
    digits = size.replace(",", "").replace("_", "")
    if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS:
        return Case(int(digits), name)
    return Case(0, text)


def unlikeness(
    study: Study, figure: StudyFigure, cell: CellRecord, measured: Case
) -> Iterator[Message]:
    """A sentence each for engine, cipher and case, where the study has another one."""
    if figure.engine not in ("", cell.engine):
        yield _ENGINE.with_values(theirs=figure.engine, ours=cell.engine)
    cipher = cipher_of(cell)
    if figure.cipher != cipher and (figure.cipher or figure.family):
        yield _CIPHER.with_values(theirs=_cipher_text(figure.cipher), ours=_cipher_text(cipher))
    if figure.case and parse_case(figure.case) != measured:
        case = parse_case(figure.case)
        published_case = _case(case) if case.size else figure.case
        yield _CASE.with_values(
            theirs=published_case, ours=_ALL if measured == ALL_CASES else _case(measured)
        )
    elif not figure.case and measured != ALL_CASES and any(study.cases):
        yield phrase("The study's figure covers all its cases.")


def _cipher_text(cipher: str) -> str | Message:
    """“AES-128-ECB”."""
    algorithm, dash, rest = cipher.partition("-")
    return f"{algorithm_title(algorithm)}{dash}{rest.upper()}" if cipher else _UNTOLD


def _case(case: Case) -> Message | Number:
    size = Number(case.size)
    return phrase("{size} {name}", size=size, name=case.name) if case.name else size


_ENGINE = phrase("The engine is {theirs} in the study, {ours} here.")
_CIPHER = phrase("The cipher is {theirs} in the study, {ours} here.")
_CASE = phrase("The case is {theirs} in the study, {ours} here.")
_ALL = phrase("all cases together")
_UNTOLD = phrase("not stated")


# What a study's figures say that a protection costs: as told, or worked out from its times.

_PLAIN = ProtectionKind.PLAINTEXT.value


class PublishedCost(NamedTuple):
    """A cost over plaintext, with the bounds that are told, and the figures of a study that it
    comes from: one that tells it, or those of the protection and of plaintext that it was worked
    out from. `measure` is what it is a cost of: COST where the study does not say."""

    cost: Cost
    figures: tuple[StudyFigure, ...]
    measure: str

    @property
    def figure(self) -> StudyFigure:
        return self.figures[0]

    @property
    def worked_out(self) -> bool:
        """Whether the study tells it by two figures, not by one."""
        return len(self.figures) > 1


def published_costs(figures: Iterable[StudyFigure]) -> Iterator[PublishedCost]:
    """The cost that each figure tells by itself or beside that of plaintext; many tell none."""
    known = list(figures)
    plain = {_key(each): each for each in known if each.family == _PLAIN}
    for figure in known:
        if figure.family == _PLAIN:
            continue
        if figure.measure in _TELLING:
            yield _published_cost(figure)
        elif (baseline := plain.get(_key(figure))) is not None:
            yield from _over(figure, baseline)


def _key(figure: StudyFigure) -> tuple[str, ...]:
    return figure.engine, figure.operation, figure.case, figure.measure, UNITS[figure.unit][0]


def _from_slowdown(times: float) -> float:
    return (times - 1) * 100


def _from_throughput(percent: float) -> float | None:
    return percent_over(100, percent) if percent > 0 else None


_TELLING: dict[str, Callable[[float], float | None]] = {
    COST: lambda value: value,
    SLOWDOWN: _from_slowdown,
    RETAINED_THROUGHPUT: _from_throughput,
}
"""Measure → its value as a cost in percent."""


def _published_cost(figure: StudyFigure) -> PublishedCost:
    as_cost = _TELLING[figure.measure]
    value, low, high = (
        None if each is None else as_cost(each) for each in (figure.value, figure.low, figure.high)
    )
    if figure.measure == RETAINED_THROUGHPUT:
        low, high = high, low
    sd = figure.sd if figure.measure == COST else None
    return PublishedCost(
        Cost(value, low, high, how=ComparisonMethod.PUBLISHED, sd=sd), (figure,), COST
    )


def _over(figure: StudyFigure, plain: StudyFigure) -> Iterator[PublishedCost]:
    base, scale = UNITS[figure.unit]
    value, baseline = figure.middle * scale, plain.middle * UNITS[plain.unit][1]
    if base not in ("s", *MORE_IS_BETTER) or value <= 0 or baseline <= 0:
        return
    cost = (
        percent_over(baseline, value) if base in MORE_IS_BETTER else percent_over(value, baseline)
    )
    yield PublishedCost(Cost(cost, how=ComparisonMethod.PUBLISHED), (figure, plain), figure.measure)


CPU_SECONDS = "cpu_seconds"
"""The measure of CPU time, in studies."""


@dataclass(frozen=True)
class StudyMatch:
    """What a study says in one place: a cost, a value in the unit of our own figure, or both.

    `engine` and `protection` are the study's. `differs` names what makes these two figures unlike
    each other, beyond what makes the studies unlike. The cost comes from `cost_figures`, where it
    is worked out from two.
    """

    study: Study
    key: CellKey
    engine: str
    protection: str
    cost: Cost = NO_COST
    cost_figures: tuple[StudyFigure, ...] = ()
    figure: StudyFigure | None = None
    value: float | None = None
    unit: str = ""
    differs: tuple[Message, ...] = ()

    @property
    def figures(self) -> tuple[StudyFigure, ...]:
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
            "server": self.key.server,
            "protection": self.key.protection,
            "operation": self.key.operation,
            "size": None if self.key.case == ALL_CASES else self.key.case.size,
            "case": self.key.case.name,
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
    measured: Iterable[Figure],
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
    published: list[PublishedCost | StudyFigure] = [*published_costs(figures), *figures]
    found = [
        candidate
        for each in measured
        for cell in [known[each.server, each.protection]]
        if not cell.control
        for candidate in _candidates(study, published, each, cell, measure)
    ]
    return [_combined_match(study, group) for group in _grouped(_best(found))]


class _Candidate(NamedTuple):
    """A figure that may stand in a place; of several the ones of the least `rank` stay there: by
    cipher, then by engine, then by case. `value` is in the `unit` of our own figure."""

    key: CellKey
    rank: tuple[int, int]
    case_rank: float
    published: PublishedCost | StudyFigure
    value: float | None
    unit: str
    differs: tuple[Message, ...]

    @property
    def figure(self) -> StudyFigure:
        return (
            self.published.figure if isinstance(self.published, PublishedCost) else self.published
        )

    @property
    def is_value(self) -> bool:
        return isinstance(self.published, StudyFigure)


def _fits_work(study: Study, figure: StudyFigure, workload: str) -> bool:
    """A figure of one operation of one of our workloads says nothing of another's; one of all
    operations together may stand anywhere."""
    return not (figure.operation and study.like) or study.like == workload


def _candidates(
    study: Study,
    published: Iterable[PublishedCost | StudyFigure],
    measured: Figure,
    cell: CellRecord,
    measure: str | None,
) -> Iterator[_Candidate]:
    for each in published:
        figure = each.figure if isinstance(each, PublishedCost) else each
        if figure.operation.casefold() != measured.operation.casefold():
            continue
        if isinstance(each, PublishedCost):
            fits = cell.kind != ProtectionKind.PLAINTEXT and _is_of(each, measured, measure)
            value = None
        else:
            value = _scaled_for(each, measured, measure)
            fits = value is not None
        found = _candidate(study, measured, each, cell, value) if fits else None
        if found is not None and (value is None or found.case_rank == EXACT):
            yield found


def _is_of(cost: PublishedCost, measured: Figure, measure: str | None) -> bool:
    """Whether a cost is one of what is looked at; one of nothing in particular is of what verdicts
    are about."""
    if measure is not None:
        return cost.measure == measure
    main = measured.measure if measured.operation else cost.measure
    return cost.measure in (COST, main) and cost.measure != CPU_SECONDS


def _scaled_for(figure: StudyFigure, measured: Figure, measure: str | None) -> float | None:
    """A figure in the unit of a row that is in the same measure; else None."""
    if not measured.operation or figure.measure != (measure or measured.measure):
        return None
    base, scale = UNITS[figure.unit]
    if figure.measure != measured.measure or UNITS.get(measured.unit, ("", 1.0))[0] != base:
        return None
    return figure.middle * scale / UNITS[measured.unit][1]


def _candidate(
    study: Study,
    measured: Figure,
    published: PublishedCost | StudyFigure,
    cell: CellRecord,
    value: float | None,
) -> _Candidate | None:
    figure = published.figure if isinstance(published, PublishedCost) else published
    engine = engine_rank(figure.engine, cell.engine, study)
    cipher = cipher_rank(figure, cell)
    case = case_rank(figure, measured.at, study)
    if engine is None or cipher is None or case is None:
        return None
    differs = tuple(unlikeness(study, figure, cell, measured.at))
    unit = measured.unit if measured.operation else ""
    return _Candidate(measured.key, (cipher, engine), case, published, value, unit, differs)


def _best(found: Sequence[_Candidate]) -> list[_Candidate]:
    """In each place the likest cipher and engine, and each of the study's ciphers only where it is
    likest on that server; of the same engine and cipher the likest case."""
    here: dict[tuple[CellKey, bool], tuple[int, int]] = {}
    there: dict[tuple[str, str, str, str], int] = {}
    for each in found:
        key = each.key, each.is_value
        here[key] = min(here.get(key, each.rank), each.rank)
        one = _its_place(each)
        there[one] = min(there.get(one, each.rank[0]), each.rank[0])
    likest = [
        each
        for each in found
        if each.rank == here[each.key, each.is_value] and each.rank[0] == there[_its_place(each)]
    ]
    nearest: dict[tuple[CellKey, tuple[str, ...], bool], _Candidate] = {}
    for each in likest:
        its = each.key, _kind_of(each.figure), each.is_value
        if its not in nearest or _preferred(each) < _preferred(nearest[its]):
            nearest[its] = each
    return list(nearest.values())


def _its_place(each: _Candidate) -> tuple[str, str, str, str]:
    figure = each.figure
    return each.key.server, each.key.operation, figure.engine, figure.protection


def _preferred(each: _Candidate) -> tuple[float, bool]:
    """The nearer case first, then what the study tells by itself."""
    worked_out = isinstance(each.published, PublishedCost) and each.published.worked_out
    return each.case_rank, worked_out


def _kind_of(figure: StudyFigure) -> tuple[str, ...]:
    """Figures of several kinds may stand in one place: by engine, protection, circumstance."""
    circumstance = "" if parse_case(figure.case).size else figure.case
    return figure.engine, figure.protection, circumstance


def _grouped(found: Iterable[_Candidate]) -> Iterable[list[_Candidate]]:
    groups: dict[tuple[object, ...], list[_Candidate]] = {}
    for each in found:
        key = each.key, _kind_of(each.figure)
        groups.setdefault(key, []).append(each)
    return groups.values()


def _combined_match(study: Study, group: Sequence[_Candidate]) -> StudyMatch:
    """The cost and the value that a study has in one place."""
    first = group[0]
    costs = [each.published for each in group if isinstance(each.published, PublishedCost)]
    figures = [each.published for each in group if isinstance(each.published, StudyFigure)]
    differs = dict.fromkeys(message for each in group for message in each.differs)
    return StudyMatch(
        study,
        first.key,
        first.figure.engine,
        first.figure.protection,
        *((costs[0].cost, costs[0].figures) if costs else (NO_COST, ())),
        figures[0] if figures else None,
        next((each.value for each in group if each.value is not None), None),
        first.unit,
        tuple({str(message): message for message in differs}.values()),
    )
