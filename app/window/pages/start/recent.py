"""The campaigns of the store that were worked on last, on the page that a start shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.plan.status import Status
from widgets.look.icons import icon
from widgets.look.moments import moment_text
from widgets.look.names import isolated, shortened
from widgets.look.numbers import format_number
from widgets.parts.cards import ElidedLabel, SectionTitle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.results.records import CampaignSummary

MOST_RECENT = 3
_LETTERS = 48


class RecentCampaigns(QWidget):
    """A line each with its state and one button: *Resume* where runs are left, else *Results*.
    Hidden without campaigns."""

    resumed = Signal(int)
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 8, 0, 0)
        self._column.setSpacing(4)
        self._column.addWidget(SectionTitle(self.tr("Recent campaigns")))
        self._lines: list[QWidget] = []
        self._shown: tuple[object, ...] | None = None
        self.hide()

    def show_campaigns(self, campaigns: Sequence[CampaignSummary], *, resumable: bool) -> None:
        """Show the newest of these; they can be resumed unless something stands in the way."""
        recent = tuple([each for each in campaigns if not each.archived][:MOST_RECENT])
        if (recent, resumable) == self._shown:
            return
        self._shown = recent, resumable
        for line in self._lines:
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._lines = [self._line(each, resumable) for each in recent]
        for line in self._lines:
            self._column.addWidget(line)
            line.show()
        self.setVisible(bool(recent))

    def _line(self, campaign: CampaignSummary, resumable: bool) -> QWidget:
        line = QWidget(self)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        runs = self.tr("{done} of {total} runs").format(
            done=format_number(campaign.runs_done), total=format_number(campaign.runs_total)
        )
        name = ElidedLabel(isolated(campaign.name), cut=Qt.TextElideMode.ElideMiddle)
        facts = ElidedLabel(f"{runs} · {moment_text(campaign.created_at)}", "muted")
        left = campaign.runs_done < campaign.runs_total and campaign.status is not Status.RUNNING
        if left and resumable:
            button = QPushButton(icon("play"), self.tr("Resume"), line)
            button.setAccessibleName(
                self.tr("Resume: {name}, {runs}").format(
                    name=shortened(campaign.name, _LETTERS), runs=runs
                )
            )
            button.clicked.connect(lambda: self.resumed.emit(campaign.id))
        else:
            button = QPushButton(self.tr("Results"), line)
            button.setAccessibleName(
                self.tr("Results of {name}").format(name=shortened(campaign.name, _LETTERS))
            )
            button.clicked.connect(lambda: self.chosen.emit(campaign.id))
        button.setToolTip(button.accessibleName())
        row.addWidget(name, 3)
        row.addWidget(facts, 2)
        row.addWidget(button)
        return line
