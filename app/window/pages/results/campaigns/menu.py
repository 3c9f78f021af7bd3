"""What can be done with a campaign of the list."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.results.records import CampaignSummary


class CampaignMenu(QMenu):
    """Filled each time it opens. While the store cannot be changed it offers no changes."""

    rename_asked = Signal()
    tags_asked = Signal()
    notes_asked = Signal()
    plan_asked = Signal()
    compare_asked = Signal()
    archive_asked = Signal()
    put_away_asked = Signal(bool)
    delete_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTipsVisible(True)

    def fill(self, summary: CampaignSummary, obstacle: str) -> None:
        """Offer what can be done with a campaign; `obstacle` says why it cannot be changed now."""
        self.clear()
        rename = self.addAction(self.tr("&Rename …") + "\tF2")
        rename.triggered.connect(self.rename_asked)
        tags = self.addAction(self.tr("&Tags …"))
        tags.triggered.connect(self.tags_asked)
        notes = self.addAction(self.tr("&Notes …"))
        notes.triggered.connect(self.notes_asked)
        self.addSeparator()
        compare = self.addAction(self.tr("&Compare its servers, cases or studies"))
        compare.triggered.connect(self.compare_asked)
        plan = self.addAction(self.tr("&Use its plan for a new campaign"))
        plan.triggered.connect(self.plan_asked)
        self.addAction(self.tr("Save as arc&hive …")).triggered.connect(self.archive_asked)
        self.addSeparator()
        away = self.addAction(
            self.tr("Restore to &list") if summary.archived else self.tr("Hide from &list")
        )
        away.triggered.connect(lambda: self.put_away_asked.emit(not summary.archived))
        delete = self.addAction(self.tr("&Delete\tDel"))
        delete.triggered.connect(self.delete_asked)
        for action in (rename, tags, notes, away, delete):
            action.setEnabled(not obstacle)
            if obstacle:
                action.setToolTip(obstacle)
