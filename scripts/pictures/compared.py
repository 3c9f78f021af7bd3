"""Pictures of campaigns beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from app.plan.campaign import Campaign
from app.window.main_window import MainWindow
from app.window.pages.results.campaign_list import CampaignList
from app.window.pages.results.compare_view import ComparisonView
from workloads.hospital.workload import HospitalParameters

type Wait = float | Callable[[], bool]
"""Seconds, or what must become true."""

type Take = Callable[[str], Iterator[Wait]]
"""Saves the window under a name, light and dark."""


def comparison_views(window: MainWindow, campaign: Campaign, take: Take) -> Iterator[Wait]:
    """A campaign that has been run beside a smaller one of its kind, which is run for this."""
    again = replace(
        campaign,
        name="the same a week later",
        repetitions=4,
        workload=HospitalParameters(sizes=(200,)),
    )
    window.workbench.start(again)
    yield 1.0
    yield lambda: not window.workbench.running
    window.show_page("results")
    page = window.page("results")
    view = page.findChildren(CampaignList)[0].view
    yield lambda: view.model().rowCount() > 1
    view.selectAll()
    yield lambda: _filled(page)
    shown = page.findChildren(ComparisonView)[0]
    yield 0.5
    yield from take("results-compared")
    shown.tabs.setCurrentWidget(shown.cost_and_protection)
    yield 0.5
    yield from take("results-compared-protection")
    shown.closed.emit()


def _filled(page: QWidget) -> bool:
    found = page.findChildren(ComparisonView)
    return bool(found and found[0].isVisible() and found[0].table.table.groups())
