"""A tab that only some campaigns have, by what they measure."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.report.figures.campaign_report import CampaignReport
from app.window.base.store_reader import StoreReader
from app.window.pages.results.common.scope import Scope, ScopedTab


class ReportTab(ScopedTab):
    """Each one is registered in `extra_tabs.py`."""

    picture_failed = Signal(str)
    study_failed = Signal(object)
    """A CipherbenchError of a study that cannot be used."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, parent)
        self._reader = reader

    @classmethod
    def title(cls) -> str:
        raise NotImplementedError

    @staticmethod
    def fits(report: CampaignReport) -> bool:
        """Whether a campaign has something to show here."""
        raise NotImplementedError
