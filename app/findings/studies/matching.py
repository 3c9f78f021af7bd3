"""Matches the figures of a published study with those of a campaign, by engine, protection,
operation and case; the closest match of each counts."""

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
from app.results.records import CampaignSnapshot, CellRecord
from engines.contract.message import Message, Number, listed, phrase, plural
from engines.contract.protection import ProtectionKind, algorithm_title
from engines.registry import engine_names
from workloads.contract import Case
from workloads.registry import case_label, workload_named

# How similar a study's figure and a measured cell are: in engine, cipher and case.

EXACT, ALL_PUBLISHED = 0, 2
"""Ranks of cases, the smaller the more similar: the same case; a figure over all of the study's
cases."""
_NEAR, _CIRCUMSTANCE, _OTHER_AMOUNTS = 1, 2.5, 3
"""Another size of the same case; a circumstance such as “low concurrency”; the same kind of load
with other amounts. Sizes shift a rank by less than 1."""


def engine_rank(published: str, measured: str, study: Study) -> int | None:
    """0 for the same engine, 1 for a figure of any engine, 2 for an engine that Cipherbench does
    not have, or a study that encrypts in the application (engines hardly matter then); else
    None."""
    if published == measured:
        return 0
    if not published:
        return 1
    return 2 if published not in engine_names() or study.encrypts_in_application else None


def cipher_rank(figure: StudyFigure, cell: CellRecord) -> int | None:
    """0 for the same cipher, 1 where one of the two names it less completely, 2 for another cipher
    of the same kind of protection; None for another kind, or another raw cipher."""
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
    """How far the study's case is from the measured one (or ALL_CASES): EXACT, ALL_PUBLISHED for a
    figure over all of the study's cases, else a rank between; None for cases of another kind."""
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
"""A longer number is not a size."""


def parse_case(text: str) -> Case:
    """A case as studies write it: its size first, if it has one, and its name."""
    size, _, name = text.partition(" ")
    digits = size.replace(",", "").replace("_", "")
    if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS:
        return Case(int(digits), name)
    return Case(0, text)


def match_differences(
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


# What a protection costs by a study: as it states it, or worked out from its times.

_PLAIN = ProtectionKind.PLAINTEXT.value


class PublishedCost(NamedTuple):
    """A cost over plaintext, and the figures of a study that it comes from: one that states it, or
    those of the protection and of plaintext from which it was worked out. `measure` is what it is
    a cost of: COST where the study does not say."""

    cost: Cost
    figures: tuple[StudyFigure, ...]
    measure: str

    @property
    def figure(self) -> StudyFigure:
        return self.figures[0]

    @property
    def worked_out(self) -> bool:
        """Whether it comes from two figures, instead of one that states it."""
        return len(self.figures) > 1


def published_costs(figures: Iterable[StudyFigure]) -> Iterator[PublishedCost]:
    """The cost that each figure states, or gives together with the figure of plaintext; figures
    without either are left out."""
    known = list(figures)
    plain = {_key(each): each for each in known if each.family == _PLAIN}
    for figure in known:
        if figure.family == _PLAIN:
            continue
        if figure.measure in _COST_OF_MEASURE:
            yield _published_cost(figure)
        elif (baseline := plain.get(_key(figure))) is not None:
            yield from _over(figure, baseline)


def _key(figure: StudyFigure) -> tuple[str, ...]:
    return figure.engine, figure.operation, figure.case, figure.measure, UNITS[figure.unit][0]


_COST_OF_MEASURE: dict[str, Callable[[float], float | None]] = {
    COST: lambda value: value,
    SLOWDOWN: lambda times: (times - 1) * 100,
    RETAINED_THROUGHPUT: lambda percent: percent_over(100, percent) if percent > 0 else None,
}
"""Measure → its value as a cost in percent."""


def _published_cost(figure: StudyFigure) -> PublishedCost:
    as_cost = _COST_OF_MEASURE[figure.measure]
    value, low, high = (
        None if each is None else as_cost(each) for each in (figure.value, figure.low, figure.high)
    )
    if figure.measure == RETAINED_THROUGHPUT:
        low, high = high, low
    sd = figure.sd if figure.measure == COST else None
    return PublishedCost(
        Cost(value, low, high, method=ComparisonMethod.PUBLISHED, sd=sd), (figure,), COST
    )


def _over(figure: StudyFigure, plain: StudyFigure) -> Iterator[PublishedCost]:
    base, scale = UNITS[figure.unit]
    value, baseline = figure.middle * scale, plain.middle * UNITS[plain.unit][1]
    if base not in ("s", *MORE_IS_BETTER) or value <= 0 or baseline <= 0:
        return
    cost = (
        percent_over(baseline, value) if base in MORE_IS_BETTER else percent_over(value, baseline)
    )
    yield PublishedCost(
        Cost(cost, method=ComparisonMethod.PUBLISHED), (figure, plain), figure.measure
    )


CPU_SECONDS = "cpu_seconds"
"""The measure of CPU time in files of studies."""


@dataclass(frozen=True)
class StudyMatch:
    """What a study says about a measured figure (`key`): a cost, a `value` in the unit of the
    measured figure, or both.

    `engine` and `protection` are the study's. `differences` are sentences on what differs between
    both figures, besides the set-ups. `cost_figures` are the study's figures that the cost comes
    from: one, or two where it is worked out.
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
    differences: tuple[Message, ...] = ()

    @property
    def figures(self) -> tuple[StudyFigure, ...]:
        return (*self.cost_figures, *filter(None, (self.figure,)))

    @property
    def worked_out(self) -> bool:
        """Whether its cost comes from two figures, instead of one that states it."""
        return len(self.cost_figures) > 1

    @property
    def sources(self) -> tuple[str, ...]:
        """Which sentences and lines of the study those are."""
        return tuple(dict.fromkeys(each.source for each in self.figures))

    def to_json(self) -> dict[str, object]:
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
            "differs": [str(each) for each in self.differences],
            "sources": list(self.sources),
        }


def match_figures(
    study: Study,
    measured: Iterable[Figure],
    cells: Sequence[CellRecord],
    workload: str,
    measure: str | None = None,
) -> list[StudyMatch]:
    """The study's figures that match rows and totals of a campaign on `workload`.

    `measure` is the one to compare: None for the main measure, CPU_SECONDS for CPU time, else its
    name.
    """
    known = {(each.server, each.protection): each for each in cells}
    figures = [each for each in study.figures if _fits_work(study, each, workload)]
    published: list[tuple[StudyFigure, PublishedCost | None]] = [
        *((each.figure, each) for each in published_costs(figures)),
        *((each, None) for each in figures),
    ]
    found = [
        candidate
        for each in measured
        for cell in [known[each.server, each.protection]]
        if not cell.control
        for candidate in _candidates(study, published, each, cell, measure)
    ]
    return [_combined_match(study, group) for group in _grouped(_best(found))]


class _Candidate(NamedTuple):
    """A study's figure that may match a measured one, by its `cost` or by its own `value`, in the
    measured figure's `unit`. Of several candidates those with the least `rank` win: by cipher, then
    by engine, then by case."""

    key: CellKey
    rank: tuple[int, int]
    case_rank: float
    figure: StudyFigure
    cost: PublishedCost | None
    value: float | None
    unit: str
    differs: tuple[Message, ...]

    @property
    def is_value(self) -> bool:
        return self.cost is None


def _fits_work(study: Study, figure: StudyFigure, workload: str) -> bool:
    """Whether a figure may be compared with this workload: a figure of one operation only with the
    workload that the study names (`like`), one over all operations with any."""
    return not (figure.operation and study.like) or study.like == workload


def _candidates(
    study: Study,
    published: Iterable[tuple[StudyFigure, PublishedCost | None]],
    measured: Figure,
    cell: CellRecord,
    measure: str | None,
) -> Iterator[_Candidate]:
    unit = measured.unit if measured.operation else ""
    for figure, cost in published:
        if figure.operation.casefold() != measured.operation.casefold():
            continue
        value = _scaled_for(figure, measured, measure) if cost is None else None
        if cost is None:
            fits = value is not None
        else:
            fits = cell.kind != ProtectionKind.PLAINTEXT and _is_of(cost, measured, measure)
        if not fits:
            continue
        engine = engine_rank(figure.engine, cell.engine, study)
        cipher = cipher_rank(figure, cell)
        case = case_rank(figure, measured.at, study)
        if engine is None or cipher is None or case is None:
            continue
        if cost is not None or case == EXACT:
            differs = tuple(match_differences(study, figure, cell, measured.at))
            rank = cipher, engine
            yield _Candidate(measured.key, rank, case, figure, cost, value, unit, differs)


def _is_of(cost: PublishedCost, measured: Figure, measure: str | None) -> bool:
    """Whether a cost is one in this measure; without one, in the main measure or in none that the
    study names."""
    if measure is not None:
        return cost.measure == measure
    main = measured.measure if measured.operation else cost.measure
    return cost.measure in (COST, main) and cost.measure != CPU_SECONDS


def _scaled_for(figure: StudyFigure, measured: Figure, measure: str | None) -> float | None:
    """A figure's value in the unit of the measured one; None if they are of different measures."""
    if not measured.operation or figure.measure != (measure or measured.measure):
        return None
    base, scale = UNITS[figure.unit]
    if figure.measure != measured.measure or UNITS.get(measured.unit, ("", 1.0))[0] != base:
        return None
    return figure.middle * scale / UNITS[measured.unit][1]


def _best(found: Sequence[_Candidate]) -> list[_Candidate]:
    """For each measured figure the candidates with the most similar cipher and engine, but each of
    the study's ciphers only where it is most similar on that server; of these the nearest case."""
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
    """Sorts the nearer case first, then costs that the study states itself."""
    return each.case_rank, each.cost is not None and each.cost.worked_out


def _kind_of(figure: StudyFigure) -> tuple[str, ...]:
    """Engine, protection and circumstance: of each kind one figure may match a measured one."""
    circumstance = "" if parse_case(figure.case).size else figure.case
    return figure.engine, figure.protection, circumstance


def _grouped(found: Iterable[_Candidate]) -> Iterable[list[_Candidate]]:
    groups: dict[tuple[object, ...], list[_Candidate]] = {}
    for each in found:
        key = each.key, _kind_of(each.figure)
        groups.setdefault(key, []).append(each)
    return groups.values()


def _combined_match(study: Study, group: Sequence[_Candidate]) -> StudyMatch:
    """The cost and the value of one kind that a study has for one measured figure."""
    first = group[0]
    costs = [each.cost for each in group if each.cost is not None]
    figures = [each.figure for each in group if each.cost is None]
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


# How the set-ups of a study and of a campaign differ: sentences that hold for all of their
# figures.


def set_up_differences(study: Study, snapshot: CampaignSnapshot) -> Iterator[Message]:
    """A sentence each for engines and versions, work, data, machine, method and intervals."""
    yield from _versions(study, snapshot)
    if study.like != snapshot.campaign.workload.name:
        ours = workload_named(snapshot.campaign.workload.name).title
        yield _WORK.with_values(theirs=_clause(study.workload), ours=ours)
    if study.data:
        yield _DATA.with_values(theirs=_clause(study.data), ours=_cases(snapshot))
    machine = phrase("Its machine: {theirs}; here {ours}.")
    yield machine.with_values(theirs=_clause(study.machine), ours=machine_of(snapshot))
    yield plural(
        "Its method: {theirs}; here {n} repetitions, in blocks with a verdict.",
        "Its method: {theirs}; here {n} repetition.",
        snapshot.campaign.repetitions,
        theirs=_clause(study.method),
    )
    yield phrase("Its intervals: {theirs}.", theirs=_clause(study.intervals))
    for each in study.note.splitlines():
        yield phrase("{note}.", note=_clause(each))


_DATA = phrase("Its data: {theirs}; here {ours}.")
_WORK = phrase("Its work: {theirs}; here {ours}.")


def _versions(study: Study, snapshot: CampaignSnapshot) -> Iterator[Message]:
    """Different versions of engines that both have, and engines that only the study has."""
    ours = {each.engine: each.version for each in snapshot.servers}
    for engine, version in study.engines.items():
        if engine in ours and version != ours[engine]:
            versions = {"theirs": version or _UNTOLD, "ours": ours[engine] or _UNTOLD}
            yield _VERSION.with_values(engine=engine, **versions)
        elif engine not in engine_names() or not ours.keys() & study.engines.keys():
            message = phrase("It measured {engine}, which is not measured here.")
            yield message.with_values(engine=f"{engine} {version}".strip())


_VERSION = phrase("Its {engine}: {theirs}; here {ours}.")


def _cases(snapshot: CampaignSnapshot) -> Message:
    labels = (case_label(each.workload, each.case) for each in snapshot.cells)
    return listed({str(each): each for each in labels}.values()) or _UNTOLD


def machine_of(snapshot: CampaignSnapshot) -> Message:
    """“AMD EPYC, 4 logical cores, 16 GB”."""
    facts = snapshot.environment
    cores, memory = facts.get("logical_cores"), facts.get("memory_bytes")
    if not isinstance(cores, int) or not isinstance(memory, int | float):
        return _UNTOLD
    return phrase(
        "{cpu}, {cores} logical cores, {memory}",
        cpu=facts.get("cpu") or _UNTOLD,
        cores=Number(cores),
        memory=Number(memory / 1e9, 0, "GB"),
    )


def _clause(text: str) -> str:
    return text.strip().rstrip(".")
