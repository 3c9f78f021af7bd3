"""Which protections satisfy what is asked, ranked by measured cost; where none does, what to give
up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from app.advice.candidate import Candidate
from app.advice.rule import AppliedRule, Effect
from app.advice.rules import report_of
from app.plan.requirements import Requirements, Search, Withstand

LOGINS = frozenset({Withstand.OS_LOGIN, Withstand.LOGIN})
_LADDER = (
    (Withstand.DISK,),
    (Withstand.DISK, Withstand.LOGIN),
    (Withstand.DISK, Withstand.OS_LOGIN, Withstand.LOGIN),
    (Withstand.DISK, Withstand.OS_LOGIN, Withstand.LOGIN, Withstand.CHANGE),
)


@dataclass(frozen=True)
class Ranked:
    """A protection that satisfies what is asked, on these conditions."""

    candidate: Candidate
    conditions: tuple[AppliedRule, ...]

    @property
    def as_measured(self) -> bool:
        """Whether it serves as it was measured, and not only once it is changed."""
        return all(each.as_measured for each in self.conditions)


@dataclass(frozen=True)
class RuledOut:
    """One that does not, and every reason."""

    candidate: Candidate
    reasons: tuple[AppliedRule, ...]


@dataclass(frozen=True)
class Relaxation:
    """What is to be given up, and the first protection that would satisfy the rest: threats that
    are no longer withstood, a search that is less, or the limit of cost."""

    dropped: tuple[Withstand, ...]
    search: Search | None
    any_cost: bool
    first: Ranked
    size: int
    """How many answers it changes; a search that is less by two steps counts twice."""


@dataclass(frozen=True)
class Advice:
    """The best first; `asked` is what was judged by."""

    asked: Requirements
    ranked: tuple[Ranked, ...]
    ruled_out: tuple[RuledOut, ...]
    relaxations: tuple[Relaxation, ...]

    @property
    def first(self) -> Ranked | None:
        return self.ranked[0] if self.ranked else None

    @property
    def advised(self) -> tuple[Ranked, ...]:
        """The cheapest of each server, the cheapest first; of those that serve as they were
        measured, where any does."""
        return _first_of_each([each for each in self.ranked if each.as_measured] or self.ranked)

    @property
    def cheapest(self) -> tuple[Ranked, ...]:
        """The cheapest of each server, the cheapest first, if only once it is changed."""
        return _first_of_each(self.ranked)

    def among_its_own(self, found: Ranked) -> int:
        """The rank of one among those of its server, from 0: nobody changes the engine by it."""
        server = found.candidate.server
        return [each for each in self.ranked if each.candidate.server == server].index(found)


def _first_of_each(ranked: Sequence[Ranked]) -> tuple[Ranked, ...]:
    best: dict[str, Ranked] = {}
    for each in ranked:
        best.setdefault(each.candidate.server, each)
    return tuple(best.values())


def usual_steps(candidates: Sequence[Candidate]) -> Sequence[tuple[Withstand, ...]]:
    """What is usually asked, more from step to step: of logins only where any server has them."""
    if not all(each.in_process for each in candidates):
        return _LADDER
    return list(dict.fromkeys(tuple(one for one in step if one not in LOGINS) for step in _LADDER))


def advise(candidates: Sequence[Candidate], asked: Requirements) -> Advice:
    """Of protections that were measured; where nothing is said of thieves, one of the disk is
    meant. Relaxations are the smallest that lead to a protection, and only where none satisfies."""
    meant = asked if asked.withstand else replace(asked, withstand=(Withstand.DISK,))
    ranked = _ranked(candidates, meant)
    ruled_out = tuple(
        RuledOut(each, reasons)
        for each in sorted(candidates, key=lambda one: one.order)
        if (reasons := report_of(each, meant, Effect.RULES_OUT))
    )
    relaxed = () if ranked else tuple(_smallest(candidates, meant))
    return Advice(meant, ranked, ruled_out, relaxed)


def _ranked(candidates: Sequence[Candidate], asked: Requirements) -> tuple[Ranked, ...]:
    fitting = [each for each in candidates if not report_of(each, asked, Effect.RULES_OUT)]
    known = [Ranked(each, report_of(each, asked, Effect.CONDITION)) for each in fitting]
    return tuple(sorted(known, key=lambda each: (*each.candidate.order, len(each.conditions))))


def _smallest(candidates: Sequence[Candidate], asked: Requirements) -> Iterator[Relaxation]:
    found = [
        Relaxation(dropped, search, any_cost, ranked[0], _size(asked, dropped, search, any_cost))
        for dropped, search, any_cost in _ways(asked)
        if (ranked := _ranked(candidates, _relaxed(asked, dropped, search, any_cost)))
    ]
    least = min((each.size for each in found), default=0)
    yield from (each for each in found if each.size == least)


def _size(
    asked: Requirements, dropped: tuple[Withstand, ...], search: Search | None, any_cost: bool
) -> int:
    order = list(Search)
    steps = 0 if search is None else order.index(asked.search) - order.index(search)
    return len(dropped) + any_cost + steps


type _Way = tuple[tuple[Withstand, ...], Search | None, bool]


def _ways(asked: Requirements) -> Iterator[_Way]:
    """All that could be given up; somebody is always to be kept out."""
    threats = asked.withstand
    drops = [each for n in range(len(threats)) for each in combinations(threats, n)]
    steps = list(Search)
    less = [None, *reversed(steps[: steps.index(asked.search)])]
    costs = [False, True] if asked.may_cost is not None else [False]
    for dropped, search, any_cost in product(drops, less, costs):
        if dropped or search is not None or any_cost:
            yield dropped, search, any_cost


def _relaxed(
    asked: Requirements, dropped: tuple[Withstand, ...], search: Search | None, any_cost: bool
) -> Requirements:
    return replace(
        asked,
        withstand=tuple(each for each in asked.withstand if each not in dropped),
        search=asked.search if search is None else search,
        may_cost=None if any_cost else asked.may_cost,
    )
