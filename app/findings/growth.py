"""How the time of an operation grows with the number of records, in figures and in a sentence.

A server without an index looks through the whole table for each row, so that its UPDATE grows with
the square of the records: a cost that was measured on few of them says little about many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import geometric_mean

from app.findings.measured import measure_of
from app.findings.statistics import Interval, growth, growth_over_blocks
from app.findings.study_method import percent_over
from app.plan.matrix import passes_of
from app.results.records import CampaignSnapshot
from engines.contract.message import Message, Number, phrase
from engines.contract.session import STORED
from workloads.contract import SECONDS, Case
from workloads.registry import axis_words

# By how much storage grows, where work tells what its tables take.

type GrowthPercent = Mapping[tuple[str, str], float]
"""Server and protection → growth over the baseline's tables, in percent."""


def storage_growth(snapshot: CampaignSnapshot, baseline: str) -> GrowthPercent:
    """How much larger tables are than the baseline's, in the largest case that both have measured.
    The smallest size of a cell counts: transactions that are rolled back leave room behind."""
    found: dict[tuple[str, str], dict[Case, float]] = {}
    for each in snapshot.operations:
        size = (each.measures or {}).get(STORED)
        if each.counts and size:
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
_NEARLY = 0.05
"""What nobody would call another growth: eight times the records, a tenth more or less time."""


@dataclass(frozen=True)
class Growth:
    """The exponent by which an operation's seconds grow with records, or with what else a
    workload counts on its `axis` (1: linear), between the bounds of its 95 % interval."""

    server: str
    protection: str
    operation: str
    exponent: float
    low: float
    high: float
    case_name: str
    axis: Message = field(repr=False)
    title: Message = field(repr=False)
    """What people call the protection."""

    @property
    def linear(self) -> bool:
        """Whether it may as well grow as the records do, or nearly so."""
        return self.low <= 1 + _NEARLY and self.high >= 1 - _NEARLY

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
        """Its figures by name, and the sentence."""
        known = {
            "case" if name == "case_name" else name: value
            for name, value in vars(self).items()
            if name not in ("axis", "title")
        }
        return {**known, "text": str(self.message)}


def growths(snapshot: CampaignSnapshot) -> list[Growth]:
    """Server by server, protection by protection, operation by operation, where three or more sizes
    were measured, and it is seconds that its verdicts are about; the control is none of them."""
    cells = {cell.position: cell for cell in snapshot.cells if not cell.control}
    passes = passes_of(snapshot.campaign) if snapshot.campaign.paired else None
    found: dict[tuple[str, str, str, str], dict[int, dict[int, float]]] = {}
    for each in snapshot.operations:
        timed = measure_of(each.run.workload, each) == SECONDS
        if timed and each.counts and each.run.cell in cells and each.seconds > 0:
            cell = cells[each.run.cell]
            key = cell.server, cell.protection, each.operation, cell.case_name
            sizes = found.setdefault(key, {})
            sizes.setdefault(cell.size, {})[each.run.repetition] = each.seconds
    exponents = {
        key: _exponent(sizes, passes and max(passes(Case(size, key[3])) for size in sizes))
        for key, sizes in found.items()
    }
    order = list(dict.fromkeys((cell.server, cell.protection) for cell in cells.values()))
    axis = axis_words(snapshot.campaign.workload.name)
    titles = {(each.server, each.protection): each.as_used.title for each in cells.values()}
    return [
        Growth(
            *key[:3], exponent.estimate, exponent.low, exponent.high, key[3], axis, titles[key[:2]]
        )
        for key, exponent in sorted(exponents.items(), key=lambda item: order.index(item[0][:2]))
        if exponent is not None
    ]


def _exponent(sizes: Mapping[int, Repetitions], passes: int | None) -> Interval | None:
    """From blocks of so many passes where there are two; else from the mean of each size, where the
    interval tells how far these lie from one line: with three sizes it is wide."""
    if len(sizes) < _LEAST_SIZES:
        return None
    blocks = _blocks(list(sizes.values()), passes) if passes else []
    if len(blocks) > 1:
        return growth_over_blocks(list(sizes), blocks)
    return growth(list(sizes), [geometric_mean(each.values()) for each in sizes.values()])


def _blocks(sizes: Sequence[Repetitions], passes: int) -> list[list[float]]:
    """The blocks of so many passes that are complete in all sizes: a geometric mean of the passes
    for each."""
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
