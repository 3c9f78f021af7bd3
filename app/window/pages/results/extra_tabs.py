"""The tabs that only some campaigns have, in their order."""

from __future__ import annotations

from app.window.pages.results.common.report_tab import ReportTab
from app.window.pages.results.latency.tab import LatencyTab
from app.window.pages.results.plans.tab import PlansTab
from app.window.pages.results.speeds.tab import SpeedsTab

EXTRA_TABS: tuple[type[ReportTab], ...] = (LatencyTab, SpeedsTab, PlansTab)
