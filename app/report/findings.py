"""All that is told of a campaign, gathered once for exports and reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.plan.campaign import BASELINE, Campaign
from app.report.wording import Caution, cautions, headline_sentence
from app.results.compare import ComparisonRow, HeadlineItem, compare, headline
from app.results.database.store import Store
from app.results.records import (
    CampaignSummary,
    CellRecord,
    OperationRecord,
    RunRecord,
    ServerRecord,
    SessionRecord,
)
from app.results.traces import Trace


@dataclass(frozen=True)
class Findings:
    """A campaign with its results so far, compared with `baseline`."""

    summary: CampaignSummary
    campaign: Campaign
    baseline: str
    environment: Mapping[str, object]
    servers: list[ServerRecord]
    sessions: list[SessionRecord]
    cells: list[CellRecord]
    runs: list[RunRecord]
    operations: list[OperationRecord]
    comparison: list[ComparisonRow]
    headline: list[HeadlineItem]
    sentence: str
    cautions: list[Caution]
    evidence: list[Trace]


def gather(store: Store, campaign_id: int, baseline: str = BASELINE) -> Findings:
    """The findings of a campaign, also of one that is still running.

    Raises: InputError for an unknown campaign or baseline.
    """
    summary = store.summary(campaign_id)
    cells = store.cells(campaign_id)
    comparison = compare(store, campaign_id, baseline)
    items = headline(comparison)
    return Findings(
        summary=summary,
        campaign=store.load(campaign_id).campaign,
        baseline=baseline,
        environment=store.environment(campaign_id),
        servers=store.servers(campaign_id),
        sessions=store.sessions(campaign_id),
        cells=cells,
        runs=store.runs(campaign_id),
        operations=store.operations(campaign_id),
        comparison=comparison,
        headline=items,
        sentence=headline_sentence(items, cells),
        cautions=cautions(cells),
        evidence=store.evidence(campaign_id),
    )
