"""All charts of a campaign that need no samples, for files."""

from __future__ import annotations

from app.report.charts.block_charts import pair_charts
from app.report.charts.chart_names import with_distinct_names
from app.report.charts.cipher_speed_charts import speed_charts
from app.report.charts.cost_and_protection_chart import cost_and_protection_chart
from app.report.charts.cost_chart import cost_charts
from app.report.charts.cost_sources_chart import source_charts
from app.report.charts.key_service_distance_chart import key_distance_charts
from app.report.charts.latency_charts import percentile_charts
from app.report.charts.scalability_chart import scalability_charts
from app.report.charts.stability_charts import steadiness_charts, turn_charts
from app.report.drawing.chart import Chart
from app.report.figures.campaign_report import CampaignReport


def campaign_charts(report: CampaignReport) -> list[Chart]:
    """The charts that have something to show; none before anything was measured."""
    cases = sorted({cell.case for cell in report.cells})
    guarding = cost_and_protection_chart(report)
    return list(
        with_distinct_names(
            [
                *cost_charts(report),
                *([guarding] if guarding else []),
                *pair_charts(report, cases),
                *source_charts(report, cases),
                *percentile_charts(report, cases),
                *scalability_charts(report),
                *key_distance_charts(report),
                *steadiness_charts(report, cases),
                *turn_charts(report, cases),
                *speed_charts(report),
            ]
        )
    )
