"""What a study's figures say that a protection costs: as told, or worked out from its times."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from app.findings.cost import Cost, How
from app.findings.studies.study import (
    COST,
    EXCLUSION_TERMS,
    MORE_IS_BETTER,
    SLOWDOWN,
    UNITS,
    Figure,
)
from app.findings.study_method import percent_over
from engines.contract.protection import ProtectionKind

_PLAIN = ProtectionKind.PLAINTEXT.value


class StudyCost(NamedTuple):
    """A cost over plaintext, with the bounds that are told, and the figures of a study that it
    comes from: one that tells it, or those of the protection and of plaintext that it was worked
    out from. `measure` is what it is a cost of: COST where the study does not say."""

    cost: Cost
    figures: tuple[Figure, ...]
    measure: str

    @property
    def figure(self) -> Figure:
        return self.figures[0]

    @property
    def worked_out(self) -> bool:
        """Whether the study tells it by two figures, not by one."""
        return len(self.figures) > 1


def published_costs(figures: Iterable[Figure]) -> Iterator[StudyCost]:
    """The cost that each figure tells by itself or beside that of plaintext; many tell none."""
    known = list(figures)
    plain = {_key(each): each for each in known if each.family == _PLAIN}
    for figure in known:
        if figure.family == _PLAIN:
            continue
        if figure.measure in _TELLING:
            yield _reported(figure)
        elif (compared := plain.get(_key(figure))) is not None:
            yield from _over(figure, compared)


def _key(figure: Figure) -> tuple[str, ...]:
    return figure.engine, figure.operation, figure.case, figure.measure, UNITS[figure.unit][0]


def _from_slowdown(times: float) -> float:
    return (times - 1) * 100


def _from_throughput(percent: float) -> float | None:
    return percent_over(100, percent) if percent > 0 else None


_TELLING: dict[str, Callable[[float], float | None]] = {
    COST: lambda value: value,
    SLOWDOWN: _from_slowdown,
    EXCLUSION_TERMS: _from_throughput,
}
"""Measure → its value as a cost in percent."""


def _reported(figure: Figure) -> StudyCost:
    as_cost = _TELLING[figure.measure]
    value, low, high = (
        None if each is None else as_cost(each) for each in (figure.value, figure.low, figure.high)
    )
    if figure.measure == EXCLUSION_TERMS:
        low, high = high, low
    sd = figure.sd if figure.measure == COST else None
    return StudyCost(Cost(value, low, high, how=How.PUBLISHED, sd=sd), (figure,), COST)


def _over(figure: Figure, plain: Figure) -> Iterator[StudyCost]:
    base, scale = UNITS[figure.unit]
    value, compared = figure.middle * scale, plain.middle * UNITS[plain.unit][1]
    if base not in ("s", *MORE_IS_BETTER) or value <= 0 or compared <= 0:
        return
    cost = (
        percent_over(compared, value) if base in MORE_IS_BETTER else percent_over(value, compared)
    )
    yield StudyCost(Cost(cost, how=How.PUBLISHED), (figure, plain), figure.measure)
