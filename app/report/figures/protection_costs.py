"""The total cost of each protection on each server, for page one, advice and charts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from app.findings.figure import Figure
from app.plan.cell_key import ALL_CASES
from engines.contract.message import NOTHING, Message
from workloads.contract import Case
from workloads.registry import case_label, distinct_labels


class ProtectionCost(NamedTuple):
    """A total over all operations; `work` names its case where there are several kinds."""

    total: Figure
    work: Message = NOTHING


def costs_by_protection(totals: Iterable[Figure]) -> dict[tuple[str, str], list[ProtectionCost]]:
    """`protection_costs` by server and protection."""
    costs: dict[tuple[str, str], list[ProtectionCost]] = {}
    for each in protection_costs(totals):
        costs.setdefault((each.total.server, each.total.protection), []).append(each)
    return costs


def protection_costs(totals: Iterable[Figure]) -> list[ProtectionCost]:
    """Of cases that differ in size only, the largest."""
    found = _of_largest(list(totals))
    if len({each.case for each in found}) < 2:
        return [ProtectionCost(each) for each in found]
    distinct = _distinct(found)
    return [ProtectionCost(each, _work(each, distinct)) for each in found]


def _of_largest(totals: Sequence[Figure]) -> Sequence[Figure]:
    sizes: dict[tuple[str, str, str], int] = {}
    for each in totals:
        key = each.server, each.protection, each.at.name
        sizes[key] = max(sizes.get(key, 0), each.at.size)
    return [
        e for e in totals if e.is_total or e.at.size == sizes[e.server, e.protection, e.at.name]
    ]


def _distinct(totals: Sequence[Figure]) -> Mapping[Case, Message]:
    """Case → words that distinguish it, such as “through the web API”; empty without such words."""
    cases = sorted({each.at for each in totals if each.at != ALL_CASES})
    works = {each.workload for each in totals}
    return distinct_labels(works.pop(), cases)[1] if cases and len(works) == 1 else {}


def _work(total: Figure, distinct: Mapping[Case, Message]) -> Message:
    if alone := distinct.get(total.at, NOTHING):
        return alone
    return Message(total.case) if total.is_total else case_label(total.workload, total.at)
