"""Weights of operations in a mix, and how much of the mix a total covers; `compare` computes its
cost.

The cost of a mix is Σ wᵢ·tᵢ with the protection over Σ wᵢ·tᵢ with the baseline: w is an operation's
weight, t its time per execution. Each repetition gives one such pair of sums, so that blocks and
intervals are computed as for a single operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from app.findings.figure import Figure
from app.findings.measured import FinishedOperation
from app.plan.cell_key import GroupKey
from app.results.records import CampaignSnapshot
from workloads.contract import TIMES, WEIGHT, Case


class MixShare(NamedTuple):
    """An operation's part in a mix: its weight, and the weight of what a run measures of it."""

    weight: float
    per_execution: float


type Shares = Mapping[GroupKey, MixShare]


def shares_of(snapshot: CampaignSnapshot) -> Shares:
    return {
        each.key.group: share
        for each in snapshot.operations
        if each.is_counted and (share := share_of(each)) is not None
    }


def share_of(operation: FinishedOperation) -> MixShare | None:
    """None of an operation without a weight."""
    measures = operation.measures or {}
    weight, times = measures.get(WEIGHT.name), measures.get(TIMES.name)
    return MixShare(weight, weight / times) if weight and times else None


def operations_of_all_protections(rows: Iterable[Figure]) -> frozenset[GroupKey]:
    """The operations for which every protection of a server and case has a cost, of those
    protections that have any."""
    found: dict[tuple[str, Case], dict[str, set[GroupKey]]] = {}
    for row in rows:
        if row.cost and not row.control:
            here = found.setdefault((row.server, row.at), {})
            here.setdefault(row.protection, set()).add(row.group)
    common = (set.intersection(*each.values()) for each in found.values())
    return frozenset(group for each in common for group in each)


def covered_percent(shares: Shares, groups: Sequence[GroupKey]) -> float:
    """The share of the weight of a whole mix that these operations of one server and case have."""
    whole = sum(each.weight for at, each in shares.items() if at[:2] == groups[0][:2])
    return 100 * sum(shares[each].weight for each in groups) / whole
