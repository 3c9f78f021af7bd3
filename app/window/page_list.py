"""The list of the window's pages: those in the navigation rail, and those that other pages open."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.window.workbench.page import PageEntry

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
