"""All charts of a campaign, for files."""

from __future__ import annotations

from app.report.charts.cost_chart import cost_charts
from app.report.charts.cost_sources_chart import source_charts
from app.report.charts.key_distance import key_distance_charts
from app.report.charts.latencies import percentile_charts
from app.report.charts.names import named_distinctly
from app.report.charts.pairs import pair_charts
from app.report.charts.protection_cost import guarding_chart
from app.report.charts.scalability_chart import scalability_charts
from app.report.charts.speeds import speed_charts
from app.report.charts.steadiness import steadiness_charts, turn_charts
from app.report.drawing.chart import Chart
from app.report.figures.campaign_report import CampaignReport


def campaign_charts(report: CampaignReport) -> list[Chart]:
    """Those that there is something for; empty before anything was measured."""
    cases = sorted({cell.case for cell in report.cells})
    guarding = guarding_chart(report)
    return list(
        named_distinctly(
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
