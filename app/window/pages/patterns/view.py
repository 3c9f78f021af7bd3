"""The tabs of the patterns page; each starts its work when it is first opened."""

from __future__ import annotations

from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from app.patterns.requests import DatabaseStays, News
from app.window.lab.columns.view import ColumnsTab
from app.window.lab.common.lab_link import LabLink
from app.window.lab.evidence.view import EvidenceTab
from app.window.lab.pictures.view import PicturesTab
from app.window.workbench.page import PageView
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError


class PatternsView(PageView):
    """Pictures, columns and evidence."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = QTabWidget(self)
        self._workbench = workbench
        self.lab = LabLink(self)
        self.pictures = PicturesTab(workbench, self.lab, self)
        self.columns = ColumnsTab(workbench, self.lab, self)
        self.evidence = EvidenceTab(workbench, self)
        self.tabs.addTab(self.pictures, self.tr("&Pictures"))
        self.tabs.addTab(self.columns, self.tr("Co&lumns"))
        self.tabs.addTab(self.evidence, self.tr("&Evidence"))
        self.tabs.currentChanged.connect(lambda _: self.shown())
        self.setFocusProxy(self.tabs)
        self.lab.news.connect(self._tell_what_stays)
        self.lab.ended.connect(self._tell_the_end)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tabs)

    def shown(self) -> None:
        """The page, or another tab of it, was opened."""
        match self.tabs.currentWidget():
            case self.pictures:
                self.pictures.shown()
            case self.columns:
                self.columns.shown()
            case self.evidence:
                self.evidence.refresh()

    def guide_page(self) -> str:
        """Where the guide explains the tab in front."""
        match self.tabs.currentWidget():
            case self.columns:
                return "guide/patterns#columns"
            case self.evidence:
                return "guide/evidence"
            case _:
                return "guide/patterns#pictures"

    def close_down(self) -> None:
        """End what works in the background."""
        self.pictures.close_down()
        self.columns.close_down()
        self.evidence.close_down()
        self.lab.shut()

    def _tell_what_stays(self, news: News) -> None:
        if isinstance(news, DatabaseStays):
            self._workbench.failed.emit(news.error)

    def _tell_the_end(self, error: CipherbenchError | None) -> None:
        if error is not None:
            self._workbench.failed.emit(error)
