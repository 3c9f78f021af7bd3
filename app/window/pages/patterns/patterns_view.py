"""The three tabs of the patterns page (pictures, columns, evidence), each made when first
opened."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QTabWidget, QWidget

from app.patterns.requests import DatabaseNotDropped, Reply
from app.window.lab.columns.columns_tab import ColumnsTab
from app.window.lab.common.lab_link import LabLink
from app.window.lab.evidence import EvidenceTab
from app.window.lab.pictures.pictures_tab import PicturesTab
from app.window.workbench.page import PageView
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from widgets.layout.boxes import vbox


class PatternsView(PageView):
    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = QTabWidget(self)
        self._workbench = workbench
        self.lab = LabLink(self)
        self.pictures = PicturesTab(workbench, self.lab, self)
        self._columns: ColumnsTab | None = None
        self._evidence: EvidenceTab | None = None
        self.tabs.addTab(self.pictures, self.tr("&Pictures"))
        self.tabs.addTab(QWidget(self), self.tr("Co&lumns"))
        self.tabs.addTab(QWidget(self), self.tr("&Evidence"))
        self.tabs.currentChanged.connect(lambda _: self.shown())
        self.setFocusProxy(self.tabs)
        self.lab.replied.connect(self._show_undropped_database)
        self.lab.ended.connect(self._show_process_error)
        vbox(self, self.tabs)

    @property
    def columns(self) -> ColumnsTab:
        if self._columns is None:
            self._columns = ColumnsTab(self._workbench, self.lab, self)
            self._insert_tab(1, self._columns)
        return self._columns

    @property
    def evidence(self) -> EvidenceTab:
        if self._evidence is None:
            self._evidence = EvidenceTab(self._workbench, self)
            self._insert_tab(2, self._evidence)
        return self._evidence

    def _insert_tab(self, place: int, tab: QWidget) -> None:
        """Replace the empty tab of an index by the real one."""
        current, title = self.tabs.currentIndex(), self.tabs.tabText(place)
        empty = self.tabs.widget(place)
        assert empty is not None
        with QSignalBlocker(self.tabs):
            self.tabs.removeTab(place)
            self.tabs.insertTab(place, tab, title)
            self.tabs.setCurrentIndex(current)
        empty.deleteLater()

    def shown(self) -> None:
        """Start the work of the current tab."""
        match self.tabs.currentIndex():
            case 0:
                self.pictures.shown()
            case 1:
                self.columns.shown()
            case 2:
                self.evidence.refresh()

    def guide_page(self) -> str:
        """The guide's page on the current tab."""
        match self.tabs.currentIndex():
            case 1:
                return "guide/patterns#columns"
            case 2:
                return "guide/evidence"
            case _:
                return "guide/patterns#pictures"

    def close_down(self) -> None:
        """Close the tabs, and end the lab's process."""
        for tab in (self.pictures, self._columns, self._evidence):
            if tab is not None:
                tab.close_down()
        self.lab.close_for_good()

    def _show_undropped_database(self, reply: Reply) -> None:
        if isinstance(reply, DatabaseNotDropped):
            self._workbench.failed.emit(reply.error)

    def _show_process_error(self, error: CipherbenchError | None) -> None:
        if error is not None:
            self._workbench.failed.emit(error)
