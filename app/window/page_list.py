"""The window's pages: those in the navigation rail and those that other pages open. What they need
is imported on a thread of its own, so that the window never waits."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from app.window.workbench.page import PageEntry
from engines.platform.processes import SPAWNING_MODULE

_tr = QCoreApplication.translate

RAIL_PAGES = (
    PageEntry("start", "play", "start.page:StartPage", lambda: _tr("StartPage", "Start")),
    PageEntry(
        "servers", "servers", "servers.page:ServersPage", lambda: _tr("ServersPage", "Servers")
    ),
    PageEntry(
        "campaign",
        "campaign",
        "campaign.page:CampaignPage",
        lambda: _tr("CampaignPage", "Campaign"),
    ),
    PageEntry("run", "run", "run.page:RunPage", lambda: _tr("RunPage", "Run")),
    PageEntry(
        "results", "results", "results.page:ResultsPage", lambda: _tr("ResultsPage", "Results")
    ),
    PageEntry(
        "patterns",
        "patterns",
        "patterns.page:PatternsPage",
        lambda: _tr("PatternsPage", "Patterns"),
    ),
    PageEntry(
        "lessons", "lessons", "lessons.page:LessonsPage", lambda: _tr("LessonsPage", "Lessons")
    ),
)
"""Pages in the rail, from top to bottom, with the shortcuts Ctrl+0, Ctrl+1, …"""

HIDDEN_PAGES = (
    PageEntry(
        "design",
        "edit",
        "design.page:DesignPage",
        lambda: _tr("DesignPage", "Measure my own"),
        marked_page="start",
    ),
)
"""Pages without an entry in the rail, which other pages open."""

_IMPORTED_BY_PAGES = (
    "widgets.charts.telemetry_chart",
    "widgets.charts.bar_panel",
    "app.window.shared.telemetry",
    "app.execution.campaign_process",
    "app.campaign.servers.conditions",
    "app.window.pages.servers.detail",
    "app.window.pages.servers.connect_form",
    SPAWNING_MODULE,
    "app.window.pages.results.results_view",
    "app.window.pages.results.compare_view",
    "app.window.pages.patterns.patterns_view",
    "app.window.pages.lessons.lessons_view",
    "PIL.ImageFont",
)
"""Modules that pages import only when there is something to show: they bring pyqtgraph, NumPy,
SQLAlchemy and Pillow."""

log = logging.getLogger(__name__)


class PageImports(QObject):
    """Imports what pages will need, while the window already answers: a page that is opened later,
    perhaps while something is measured, finds it there."""

    finished = Signal()

    def __init__(self, pages: Sequence[str], parent: QObject) -> None:
        """`pages` are modules."""
        super().__init__(parent)
        self.done = False
        """Whether all of it is there."""
        self._modules = (*pages, *_IMPORTED_BY_PAGES)
        self._pool = ThreadPoolExecutor(1, "warm up")
        self.finished.connect(self._mark_done)

    def start(self) -> None:
        """Begin; `finished` comes on the GUI thread."""
        self._pool.submit(self._load)

    def close(self) -> None:
        """Wait until it is over."""
        self._pool.shutdown()

    def _load(self) -> None:
        try:
            self._import()
        except Exception:  # a page that needs it says so; all others have theirs
            log.exception("imports ahead of pages")
        self.finished.emit()

    def _import(self) -> None:
        from engines.registry import engines
        from workloads.registry import workload_named, workload_names

        for name in self._modules:
            import_module(name)
        engines()
        for name in workload_names():
            workload_named(name)

    @Slot()
    def _mark_done(self) -> None:
        self.done = True
