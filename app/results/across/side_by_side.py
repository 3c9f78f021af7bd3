"""The same cell in several campaigns: what changed from the first of them to each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from statistics import fmean

from app.results.across.welch import Unpaired, welch
from app.results.compare import ComparisonRow, compare
from app.results.measured import Measured, efforts
from app.results.records import CampaignSnapshot
from app.results.statistics import adjusted
from engines.contract.message import phrase

_CERTAIN = 0.05

UNPAIRED = phrase(
    "These campaigns were measured at different times: what the machine did on one day and not on "
    "the other counts as a difference, too. One campaign with all of it, in pairs, can tell more."
)


class Change(StrEnum):
    """What can be said of a cell in two campaigns."""

    WORSE = "worse"
    BETTER = "better"
    NONE_SHOWN = "none-shown"
    TOO_FEW = "too-few"


@dataclass(frozen=True)
class ChangedRow:
    """One operation of a cell of a campaign beside the same in the first campaign.

    `mean` and `first_mean` are of the `measure` in its `unit`. What follows compares them and is
    None with less than two blocks on a side: by how much the measure is worse, in percent, its 95 %
    interval by Welch, and the p value after correction over the table.
    """

    campaign: int
    server: str
    first_server: str
    engine: str
    protection: str
    case: str
    operation: str
    measure: str
    unit: str
    mean: float | None
    first_mean: float | None
    blocks: int
    first_blocks: int
    worse_percent: float | None = None
    low_percent: float | None = None
    high_percent: float | None = None
    p_value: float | None = None
    change: Change = Change.TOO_FEW

    def to_json(self) -> dict[str, object]:
        """Its figures by name."""
        return asdict(self)


def side_by_side(
    first: CampaignSnapshot, others: Sequence[CampaignSnapshot], measure: str | None = None
) -> list[ChangedRow]:
    """A row for each operation of a cell that a campaign has in common with the first.

    Servers are the same by name, or where each of both campaigns has one of an engine.

    Raises: InputError for a measure that a workload has not
    """
    found = [pair for other in others for pair in _pairs(first, other, measure)]
    tested = [each for each in found if each[1] is not None]
    p_values = iter(adjusted([each.p_value for _, each in tested if each is not None]))
    return [row if told is None else _judged(row, told, next(p_values)) for row, told in found]


def _pairs(
    first: CampaignSnapshot, other: CampaignSnapshot, measure: str | None
) -> Iterator[tuple[ChangedRow, Unpaired | None]]:
    before, after = Measured(first, efforts(measure)), Measured(other, efforts(measure))
    known = {_key(row, row.server): row for row in compare(first, None, measure)}
    twins = _twins(first, other)
    for row in compare(other, None, measure):
        old = known.get(_key(row, twins.get(row.server, "")))
        if old is not None and old.n and row.n and old.measure == row.measure:
            one, two = _logarithms(before, old), _logarithms(after, row)
            yield _row(other.summary.id, old, row, len(one), len(two)), welch(one, two)


def _row(campaign: int, old: ComparisonRow, row: ComparisonRow, one: int, two: int) -> ChangedRow:
    return ChangedRow(
        campaign,
        *(row.server, old.server, row.engine, row.protection, row.case, row.operation),
        *(row.measure, row.unit, row.mean, old.mean),
        blocks=two,
        first_blocks=one,
    )


def _judged(row: ChangedRow, told: Unpaired, p_value: float) -> ChangedRow:
    change = Change.NONE_SHOWN
    if p_value < _CERTAIN:
        change = Change.WORSE if told.interval.percent > 0 else Change.BETTER
    return replace(
        row,
        worse_percent=told.interval.percent,
        low_percent=told.interval.low,
        high_percent=told.interval.high,
        p_value=p_value,
        change=change,
    )


def _key(row: ComparisonRow, server: str) -> tuple[str, ...]:
    return (server, row.engine, row.workload, row.protection, row.case, row.operation)


def _twins(first: CampaignSnapshot, other: CampaignSnapshot) -> dict[str, str]:
    """Server of the other campaign → that of the first."""
    engines = {each.name: each.engine for each in first.servers}
    twins = {}
    for each in other.servers:
        alike = [name for name, engine in engines.items() if engine == each.engine]
        here = [one for one in other.servers if one.engine == each.engine]
        if engines.get(each.name) == each.engine:
            twins[each.name] = each.name
        elif len(alike) == len(here) == 1:
            twins[each.name] = alike[0]
    return twins


def _logarithms(measured: Measured, row: ComparisonRow) -> list[float]:
    """The mean logarithm of each mirror block of a cell."""
    own = measured.comparison(row.place, row.protection, row.protection)
    return [fmean(map(math.log, block.protected)) for block in own.blocks]
