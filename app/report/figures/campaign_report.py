"""All that is told of a campaign, gathered once for the results page, exports and reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from app.findings.across.figures import Gathered
from app.findings.compare import Comparisons, compared_in
from app.findings.figure import Figure
from app.findings.growth import Growth, growths
from app.findings.quality import Quality, quality_of
from app.findings.studies.study import Study
from app.plan.requirements import NO_REQUIREMENTS, Requirements
from app.report.figures.campaign_figures import Compared, alone
from app.report.figures.explained import Bounds, bounds_of
from app.report.figures.latency import Percentiles, load_cautions, percentiles_in
from app.report.figures.matched_study import MatchedStudy, lay
from app.report.words.wording import Caution, cautions, title_of
from app.results.events import lost_server
from app.results.records import CampaignSnapshot
from app.results.store.store import Store
from engines.contract.message import Message
from workloads.registry import workload_named
from workloads.workload import Reading


@dataclass(frozen=True)
class CampaignReport(CampaignSnapshot):
    """What the store holds of a campaign, compared with `baseline`."""

    baseline: str
    measure: str | None
    """The name of what was asked for; None: what is told of the campaign everywhere."""
    compared: Comparisons = field(compare=False)
    comparison: list[Figure]
    headline: list[Figure]
    """The cost of each protection of each server: the number that is shown everywhere."""
    weighted: list[Figure]
    """Those by weights, case by case; none without weights."""
    cautions: list[Caution]
    quality: Quality
    growth: list[Growth]
    remarks: list[Message]
    """What cases tell beside each other, as the workload has it."""
    bounds: Bounds
    """What the raw cipher can explain of each cost."""
    matched: tuple[MatchedStudy, ...] = ()
    """Published studies beside it, where some are asked for."""
    percentiles: Percentiles = field(default_factory=dict, compare=False)
    """Of latencies, where they are asked for."""

    requirements: Requirements = NO_REQUIREMENTS
    """What protections are to do: the user's answers, else those of the plan."""

    @cached_property
    def figures(self) -> Gathered:
        """All of it that is put in rows and columns; made when it is first asked for, as it takes a
        third of the time that the report does."""
        return alone(self.compared_with_others)

    @property
    def skipped(self) -> dict[str, Message]:
        """Optional servers that were not there, and why."""
        lost = dict(filter(None, (lost_server(each.message) for each in self.events)))
        measured = {cell.server for cell in self.cells}
        return {name: why for name, why in lost.items() if name not in measured}

    @property
    def compared_with_others(self) -> Compared:
        """It as campaigns and studies are laid beside it."""
        return Compared(self, self.compared, self.comparison)

    @property
    def over(self) -> Message:
        """What people call the baseline: “cost over AES-128-CBC”."""
        return title_of(self.baseline, self.cells)


def report_on(
    store: Store,
    campaign_id: int,
    baseline: str | None = None,
    measure: str | None = None,
    studies: Sequence[Study] = (),
    *,
    latencies: bool = False,
) -> CampaignReport:
    """The report on a campaign as it stands at this moment, also on one that is still running; over
    its own baseline and in its workload's first measure where no other is named. `studies` are laid
    beside it, and `latencies` are read where it is to be handed over.

    Raises: InputError for an unknown campaign, baseline or measure.
    """
    snapshot = store.snapshot(campaign_id)
    baseline = baseline or snapshot.campaign.baseline
    compared = compared_in(snapshot, baseline, measure)
    items = [each for each in compared.overall() if not each.control]
    return CampaignReport(
        **vars(snapshot),
        baseline=baseline,
        measure=measure,
        compared=compared,
        comparison=compared.rows,
        headline=items,
        weighted=[each for each in compared.weighted() if not each.control],
        cautions=[*cautions(snapshot.cells, snapshot.evidence), *load_cautions(snapshot)],
        quality=quality_of(snapshot, compared),
        growth=growths(snapshot),
        bounds=bounds_of(store, snapshot, compared.rows),
        remarks=list(_remarks(snapshot.campaign.workload.name, compared.rows)),
        percentiles=percentiles_in(store, snapshot) if latencies else {},
        requirements=_asked(snapshot),
        matched=tuple(
            lay(each, snapshot, [*compared.rows, *items], compared.measure) for each in studies
        ),
    )


def _asked(snapshot: CampaignSnapshot) -> Requirements:
    """What is required of the campaign itself, if only nothing; else by its plan."""
    stored = snapshot.summary.advice
    return snapshot.campaign.advice if stored is None else stored


def _remarks(workload: str, rows: Iterable[Figure]) -> Iterator[Message]:
    return workload_named(workload).remarks(
        [
            Reading(row.server, row.protection, row.at, row.operation, row.measure, row.mean)
            for row in rows
            if row.mean is not None and not row.control
        ]
    )
