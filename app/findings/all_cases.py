"""Each operation over all cases together, as a comparison has it for each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any

from app.findings.compare import ComparisonRow, Comparisons
from app.findings.measured import together
from app.findings.statistics import Comparison, adjusted
from app.findings.verdict import judge, judge_control
from workloads.contract import SECONDS, Case
from workloads.registry import told_with

ALL_CASES = Case(-1)
"""The case of rows over all of them."""

_COSTS = (
    "cost_percent", "cost_low_percent", "cost_high_percent", "p_value", "study_cost_percent",
    "margin_percent", "blocks", "verdict", "verdict_text", "said", "cpu_cost_percent",
)  # fmt: skip
"""What a row has none of that is compared with nothing."""

type Key = tuple[str, str, str]
"""Server, protection, operation."""


class AllCases:
    """Rows of the case `ALL_CASES`: seconds are sums over cases, costs come from mirror blocks in
    which every case weighs the same, and p values are corrected for the number of these rows."""

    def __init__(self, compared: Comparisons) -> None:
        self._compared = compared
        self._groups: dict[Key, list[ComparisonRow]] = {}
        for row in compared.rows:
            key = row.server, row.protection, row.operation
            self._groups.setdefault(key, []).append(row)
        self._blocks = {
            key: together([compared.comparison(each) for each in _comparable(rows)])
            for key, rows in self._groups.items()
        }
        corrected = self._corrected()
        self.rows = [self._row(key, corrected) for key in self._groups]

    def comparison(self, row: ComparisonRow) -> Comparison:
        """The mirror blocks that a row's cost comes from."""
        return self._blocks[row.server, row.protection, row.operation]

    def _corrected(self) -> Mapping[Key, float]:
        tested = {
            key: each
            for key, each in self._blocks.items()
            if each.testable and not self._groups[key][0].control
        }
        p_values = adjusted([each.t_p_value for each in tested.values()])
        return dict(zip(tested, p_values, strict=True))

    def _row(self, key: Key, corrected: Mapping[Key, float]) -> ComparisonRow:
        rows, blocks = self._groups[key], self._blocks[key]
        known = _comparable(rows)
        whole = _summed(rows)
        if not known:
            nothing: dict[str, Any] = dict.fromkeys(_COSTS)
            return replace(whole, **nothing)
        around = self._compared.around(known, corrected.get(key), len(corrected))
        verdict = judge_control(blocks, around) if whole.control else judge(blocks, around)
        study = fmean(row.study_cost_percent or 0.0 for row in known)
        found = blocks.interval() if around.mirrored and blocks.testable else None
        cpu = [row.cpu_cost_percent for row in known if row.cpu_cost_percent is not None]
        return replace(
            whole,
            cost_percent=found.percent if found else study,
            cost_low_percent=found.low if found else None,
            cost_high_percent=found.high if found else None,
            p_value=blocks.p_value if found else None,
            study_cost_percent=study,
            margin_percent=around.known_margin,
            blocks=len(blocks.blocks),
            verdict=verdict.kind,
            verdict_text=str(verdict.said),
            said=verdict,
            cpu_cost_percent=fmean(cpu) if cpu else None,
        )


def _comparable(rows: Sequence[ComparisonRow]) -> list[ComparisonRow]:
    """Those that are compared with something; none where their cases do not belong together."""
    if len({told_with(row.workload, row.at) for row in rows}) > 1:
        return []
    return [row for row in rows if row.said is not None]


def _summed(rows: Sequence[ComparisonRow]) -> ComparisonRow:
    """One row for all; without what cannot be summed."""
    return replace(
        rows[0],
        size=ALL_CASES.size,
        at=ALL_CASES,
        case="",
        n=min(row.n for row in rows),
        mean_s=_sum([row.mean_s for row in rows]),
        sd_s=None,
        median_s=None,
        mean=_sum([row.mean for row in rows]) if rows[0].measure == SECONDS.name else None,
        sd=None,
        median=None,
        cpu_percent=None,
        memory_mb=None,
        peak_memory_mb=None,
        server_cpu_s=_sum([row.server_cpu_s for row in rows]),
        worker_cpu_s=_sum([row.worker_cpu_s for row in rows]),
        api_cpu_s=_sum([row.api_cpu_s for row in rows]),
    )


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
