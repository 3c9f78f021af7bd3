"""The pages of the window: those in its rail, and those that others open."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.window.workbench.page import PagePlace

_tr = QCoreApplication.translate

PLACES = (
    PagePlace("start", "play", "start.page:StartPage", lambda: _tr("StartPage", "Start")),
    PagePlace(
        "servers", "servers", "servers.page:ServersPage", lambda: _tr("ServersPage", "Servers")
    ),
    PagePlace(
        "campaign",
        "campaign",
        "campaign.page:CampaignPage",
        lambda: _tr("CampaignPage", "Campaign"),
    ),
    PagePlace("run", "run", "run.page:RunPage", lambda: _tr("RunPage", "Run")),
    PagePlace(
        "results", "results", "results.page:ResultsPage", lambda: _tr("ResultsPage", "Results")
    ),
    PagePlace(
        "patterns",
        "patterns",
        "patterns.page:PatternsPage",
        lambda: _tr("PatternsPage", "Patterns"),
    ),
    PagePlace(
        "lessons", "lessons", "lessons.page:LessonsPage", lambda: _tr("LessonsPage", "Lessons")
    ),
)
"""The rail from top to bottom. The first is home and has Ctrl+0, the others Ctrl+1, Ctrl+2, …"""

ASIDE = (
    PagePlace(
        "design",
        "edit",
        "design.page:DesignPage",
        lambda: _tr("DesignPage", "Measure my own"),
        marked_page="start",
    ),
)
"""Pages that others open, without an entry in the rail."""
