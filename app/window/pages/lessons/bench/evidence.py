"""Where a lesson's campaign finds the marker, and the keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.lessons.attempt import Figures, Fixed
from app.lessons.figures import evidence_figures
from app.lessons.lesson import Lesson
from app.results.traces import Trace
from app.window.lab.evidence.findings import FindingsView
from app.window.pages.lessons.bench.campaign import CampaignBench
from app.window.workbench.workbench import Workbench

if TYPE_CHECKING:
    from app.results.store.store import Store


class EvidenceBench(CampaignBench[Sequence[Trace]]):
    """The places of the evidence tab; the timed run before the search is as short as can be."""

    def __init__(
        self, workbench: Workbench, lesson: Lesson, fixed: Fixed, parent: QWidget | None = None
    ) -> None:
        self.found = FindingsView(guided=True)
        super().__init__(workbench, lesson, fixed, parent)

    def _view(self) -> QWidget:
        self.found.places.set_placeholder(self.tr("Findings appear here after Run."))
        return self.found

    def _clear(self) -> None:
        self.found.clear()

    def _read(self, store: Store, campaign_id: int) -> Sequence[Trace]:
        return store.evidence(campaign_id)

    def _show(self, found: Sequence[Trace], names: Mapping[str, str]) -> Figures:
        self.found.show_evidence(found)
        return evidence_figures(found, names)
