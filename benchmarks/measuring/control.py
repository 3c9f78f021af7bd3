"""What a campaign can tell apart here, and whether two of the same plan agree.

The plan beside this file is run twice, one campaign after the other, bound as campaigns are by
default, and once more left to the scheduler.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np

from app.campaign.executor import CampaignExecutor
from app.findings.compare import Comparisons
from app.findings.cost import VerdictKind
from app.findings.figure import Figure
from app.findings.statistics import Block, Comparison, benjamini_hochberg
from app.findings.verdict import Circumstances, judge
from app.plan.campaign import Campaign, Placement
from app.plan.plan_file import read_plan
from app.results.store.store import open_store

_PLAN = Path(__file__).with_suffix(".toml")
_DIFFERENT = {VerdictKind.COSTS, VerdictKind.COSTS_LITTLE, VerdictKind.FASTER}
_SIMULATED, _RUN_SD = 500, 0.015


def measure() -> dict[str, float]:
    """`control_half_width_median` and `…_max`: half-widths of the intervals of plaintext against
    plaintext in points; `control_margin_median`: what the machine can tell apart, in percent;
    `agreement_percent`: intervals of the second campaign that overlap those of the first;
    `free_half_width_median`: as the first, left to the scheduler; `control_taken_for_cost`: how
    many controls would be told to cost or to save something if they were a protection, and
    `control_taken_by_chance`: how many that is on average in simulated campaigns of this design.

    Raises: ServerUnavailable
    """
    plan = read_plan(_PLAN)
    with tempfile.TemporaryDirectory(prefix="cipherbench-") as folder:
        store = str(Path(folder) / "results.sqlite")
        (first, taken), (second, _) = (_measured(store, plan) for _ in range(2))
        free, _ = _measured(store, replace(plan, placement=Placement.FREE))
    widths = _half_widths(first)
    return {
        "control_taken_for_cost": sum(verdict in _DIFFERENT for verdict in taken),
        "control_taken_by_chance": _by_chance(len(taken), plan.repetitions // 2),
        "control_half_width_median": median(widths),
        "control_half_width_max": max(widths),
        "control_margin_median": median(
            row.cost.margin for row in first if row.control and row.cost.margin
        ),
        "agreement_percent": _agreement(first, second),
        "free_half_width_median": median(_half_widths(free)),
    }


def _measured(store: str, plan: Campaign) -> tuple[list[Figure], list[VerdictKind | None]]:
    """The rows of a campaign, and the verdicts on its controls taken for a protection."""
    outcome = CampaignExecutor(store, gather=lambda runner: True).run(plan)
    with open_store(store, write=False) as opened:
        compared = Comparisons(opened.snapshot(outcome.campaign_id))
    for row in compared.rows:
        _tell(row)
    controls = [compared.comparison(row) for row in compared.rows if row.control]
    return compared.rows, _verdicts(controls)


def _verdicts(comparisons: Sequence[Comparison]) -> list[VerdictKind | None]:
    """As of a table that holds nothing else, with the least margin and without a control."""
    corrected = benjamini_hochberg([each.t_p_value for each in comparisons])
    return [
        judge(each, Circumstances(p_adjusted=p, comparisons=len(corrected))).verdict
        for each, p in zip(comparisons, corrected, strict=True)
    ]


def _by_chance(comparisons: int, blocks: int) -> float:
    draw = np.random.default_rng(1)
    found = 0
    for _ in range(_SIMULATED):
        times = np.exp(draw.normal(0, _RUN_SD, (comparisons, blocks, 4)))
        made = [
            Comparison(
                tuple(
                    Block(number, (float(a), float(b)), (float(c), float(d)))
                    for number, (a, b, c, d) in enumerate(each, 1)
                )
            )
            for each in times
        ]
        found += sum(verdict in _DIFFERENT for verdict in _verdicts(made))
    return found / _SIMULATED


def _tell(row: Figure) -> None:
    if row.cost.low is None or row.cost.high is None:
        return
    where = f"{row.server}, {row.protection}, {row.operation}"
    between = f"{row.cost.low:+.1f} to {row.cost.high:+.1f} %"
    print(f"  {where:40} {between:20} {row.cost.text}", file=sys.stderr, flush=True)


def _half_widths(rows: list[Figure]) -> list[float]:
    return [(high - low) / 2 for _, low, high in _intervals(rows, control=True)]


def _intervals(rows: list[Figure], *, control: bool) -> list[tuple[Figure, float, float]]:
    return [
        (row, row.cost.low, row.cost.high)
        for row in rows
        if row.control is control and row.cost.low is not None and row.cost.high is not None
    ]


def _agreement(first: list[Figure], second: list[Figure]) -> float:
    """The share of intervals, those of controls too, that overlap, in percent."""
    others = {
        row.key: (low, high)
        for control in (True, False)
        for row, low, high in _intervals(second, control=control)
    }
    overlaps = [
        low <= others[key][1] and others[key][0] <= high
        for control in (True, False)
        for row, low, high in _intervals(first, control=control)
        if (key := row.key) in others
    ]
    return 100 * sum(overlaps) / len(overlaps)
