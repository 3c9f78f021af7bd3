"""Operations in the mix that they are part of: how often each is done, and all of it together.

The cost of a mix is Σ wᵢ·tᵢ with the protection over Σ wᵢ·tᵢ with the baseline: w is an operation's
weight, t its time each time that it is done. Each repetition gives one such pair, so that blocks
are what they are elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from app.findings.figure import Figure
from app.findings.measured import Place, Yields
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
        share = share_of(each)
        if each.counts and share is not None:
            cell = cells[each.cell]
            found[Place(cell.server, cell.case, each.operation)] = share
    return found


def share_of(operation: Yields) -> Share | None:
    """None of an operation without a weight."""
    measures = operation.measures or {}
    weight, times = measures.get(WEIGHT.name), measures.get(TIMES.name)
    return Share(weight, weight / times) if weight and times else None


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
