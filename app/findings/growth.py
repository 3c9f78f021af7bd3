"""How an operation's time grows with the number of records (an exponent), and how much larger
encrypted tables are.

Without an index UPDATE scans the whole table for each row and grows with the square of the records:
a cost that was measured on few records says little about many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import geometric_mean

from app.findings.measured import measure_of
from app.findings.statistics import Interval, growth_exponent, growth_exponent_over_blocks
from app.findings.study_method import percent_over
from app.plan.matrix import passes_of
from app.results.records import CampaignSnapshot
from engines.contract.message import Message, Number, phrase
from engines.contract.session import STORED
from workloads.contract import SECONDS, Case
from workloads.registry import axis_in_sentence

type GrowthPercent = Mapping[tuple[str, str], float]
"""Server and protection → growth over the baseline's tables, in percent."""


def storage_growth(snapshot: CampaignSnapshot, baseline: str) -> GrowthPercent:
    """In the largest case that was measured with and without the protection. The smallest size over
    a cell's runs counts: rolled-back transactions leave free space behind."""
    found: dict[tuple[str, str], dict[Case, float]] = {}
    for each in snapshot.operations:
        size = (each.measures or {}).get(STORED)
        if each.is_counted and size:
            cases = found.setdefault((each.run.server, each.run.protection), {})
            cases[each.run.case] = min(size, cases.get(each.run.case, size))
    grown = {}
    for (server, protection), cases in found.items():
        both = cases.keys() & found.get((server, baseline), {}).keys()
        if both and protection != baseline:
            case = max(both)
            grown[server, protection] = percent_over(cases[case], found[server, baseline][case])
    return grown


type Repetitions = Mapping[int, float]
"""Number of a repetition (from 1) → seconds."""

_LEAST_SIZES = 3
_LINEAR_TOLERANCE = 0.05
"""Deviation of the exponent from 1 that counts as linear: 10 % at eight times the records."""


@dataclass(frozen=True)
class Growth:
    """The exponent of seconds over records, or over what else the workload has on its `axis` (1:
    linear), with its 95 % interval."""

    server: str
    protection: str
    operation: str
    exponent: float
    low: float
    high: float
    case_name: str
    axis: Message = field(repr=False)
    title: Message = field(repr=False)
    """The protection's title."""

    @property
    def linear(self) -> bool:
        """Whether linear growth, give or take `_LINEAR_TOLERANCE`, is within the interval."""
        return self.low <= 1 + _LINEAR_TOLERANCE and self.high >= 1 - _LINEAR_TOLERANCE

    @property
    def message(self) -> Message:
        text = _LINEAR if self.linear else _FASTER if self.low > 1 else _SLOWER
        return text.with_values(
            server=self.server,
            protection=self.title or self.protection,
            operation=self.operation,
            axis=self.axis,
            exponent=Number(self.exponent, 2),
            low=Number(self.low, 2),
            high=Number(self.high, 2),
        )

    def to_json(self) -> dict[str, object]:
        known = {
            "case" if name == "case_name" else name: value
            for name, value in vars(self).items()
            if name not in ("axis", "title")
        }
        return {**known, "text": str(self.message)}


def growth_exponents(snapshot: CampaignSnapshot) -> list[Growth]:
    """One for each server, protection (not the control) and operation that was timed with three or
    more sizes."""
    cells = {cell.position: cell for cell in snapshot.cells if not cell.control}
    passes = passes_of(snapshot.campaign) if snapshot.campaign.paired else None
    found: dict[tuple[str, str, str, str], dict[int, dict[int, float]]] = {}
    for each in snapshot.operations:
        timed = measure_of(each.run.workload, each) == SECONDS
        if timed and each.is_counted and each.run.cell in cells and each.seconds > 0:
            cell = cells[each.run.cell]
            key = cell.server, cell.protection, each.operation, cell.case_name
            sizes = found.setdefault(key, {})
            sizes.setdefault(cell.size, {})[each.run.repetition] = each.seconds
    exponents = {
        key: _exponent(sizes, passes and max(passes(Case(size, key[3])) for size in sizes))
        for key, sizes in found.items()
    }
    order = list(dict.fromkeys((cell.server, cell.protection) for cell in cells.values()))
    axis = axis_in_sentence(snapshot.campaign.workload.name)
    titles = {(each.server, each.protection): each.as_used.title for each in cells.values()}
    return [
        Growth(
            *key[:3], exponent.estimate, exponent.low, exponent.high, key[3], axis, titles[key[:2]]
        )
        for key, exponent in sorted(exponents.items(), key=lambda item: order.index(item[0][:2]))
        if exponent is not None
    ]


def _exponent(sizes: Mapping[int, Repetitions], passes: int | None) -> Interval | None:
    """From the slopes of two or more blocks of `passes`; else by regression over the means of the
    sizes, whose interval is wide with three sizes."""
    if len(sizes) < _LEAST_SIZES:
        return None
    blocks = _blocks(list(sizes.values()), passes) if passes else []
    if len(blocks) > 1:
        return growth_exponent_over_blocks(list(sizes), blocks)
    return growth_exponent(list(sizes), [geometric_mean(each.values()) for each in sizes.values()])


def _blocks(sizes: Sequence[Repetitions], passes: int) -> list[list[float]]:
    """Per block that is complete in all sizes: the geometric mean of its passes, by size."""
    last = max(max(each) for each in sizes)
    blocks = [range(first, first + passes) for first in range(1, last - passes + 2, passes)]
    return [
        [geometric_mean([each[number] for number in block]) for each in sizes]
        for block in blocks
        if all(number in each for each in sizes for number in block)
    ]


_FASTER = phrase(
    "{operation} on {server}, {protection}: grows as {axis}^{exponent} ({low} to {high}), "
    "faster than linear"
)
_SLOWER = phrase(
    "{operation} on {server}, {protection}: grows as {axis}^{exponent} ({low} to {high}), "
    "slower than linear"
)
_LINEAR = phrase(
    "{operation} on {server}, {protection}: grows as {axis}^{exponent} ({low} to {high}), "
    "which may be linear"
)
