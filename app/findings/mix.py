"""Operations in the mix that they are part of: how often each is done, and all of it together.

The cost of a mix is Σ wᵢ·tᵢ with the protection over Σ wᵢ·tᵢ with the baseline: w is an operation's
weight, t its time each time that it is done. Each repetition gives one such pair, so that blocks
are what they are elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from app.findings.figure import Figure
from app.findings.measured import Place
from app.findings.statistics import Block, Comparison
from app.results.records import CampaignSnapshot
from workloads.contract import TIMES, WEIGHT, Case


class Share(NamedTuple):
    """An operation's part in a mix: its weight, and the weight of what a run measures of it."""

    weight: float
    each: float


type Shares = Mapping[Place, Share]


def shares_of(snapshot: CampaignSnapshot) -> Shares:
    """The operations that have told their weight."""
    cells = {cell.position: cell for cell in snapshot.cells}
    found: dict[Place, Share] = {}
    for each in snapshot.operations:
        told = each.measures or {}
        weight, times = told.get(WEIGHT.name), told.get(TIMES.name)
        if each.counts and weight and times:
            cell = cells[each.cell]
            place = Place(cell.server, cell.case, each.operation)
            found[place] = Share(weight, weight / times)
    return found


def mixed(comparisons: Sequence[Comparison], weights: Sequence[float]) -> Comparison:
    """One comparison of several that ran in the same blocks: its passes are their weighted sums.

    Blocks that one of them lacks are left out.
    """
    blocks = [{each.number: each for each in of.blocks} for of in comparisons]
    common = sorted(set.intersection(*(set(each) for each in blocks))) if blocks else []
    return Comparison(
        tuple(
            Block(
                number,
                _summed([each[number].baseline for each in blocks], weights),
                _summed([each[number].protected for each in blocks], weights),
            )
            for number in common
        )
    )


def _summed(passes: Sequence[tuple[float, ...]], weights: Sequence[float]) -> tuple[float, ...]:
    return tuple(
        sum(weight * value for weight, value in zip(weights, values, strict=True))
        for values in zip(*passes, strict=True)
    )


def in_common(rows: Iterable[Figure]) -> frozenset[Place]:
    """The places that all protections have a cost in which have any on the server and in the
    case."""
    found: dict[tuple[str, Case], dict[str, set[Place]]] = {}
    for row in rows:
        if row.cost and not row.control:
            here = found.setdefault((row.server, row.at), {})
            here.setdefault(row.protection, set()).add(row.place)
    common = (set.intersection(*each.values()) for each in found.values())
    return frozenset(place for each in common for place in each)


def covered_percent(shares: Shares, places: Sequence[Place]) -> float:
    """The share of the weight of a whole mix that these places of one server and case have."""
    here = (places[0].server, places[0].case)
    whole = sum(each.weight for at, each in shares.items() if (at.server, at.case) == here)
    return 100 * sum(shares[each].weight for each in places) / whole
