"""The results page: stored campaigns at the left, what one of them found at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMargins, QSettings, Qt, QTimer
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.results.records import CampaignSummary
from app.window.base.store_reader import StoreReader
from app.window.pages.results.campaign_list import CampaignColumn
from app.window.pages.results.scope import read_report
from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from widgets.layout.boxes import hbox, vbox
from widgets.layout.fold_handle import FoldHandle
from widgets.layout.notices_above import NoticesAbove
from widgets.parts.cards import EmptyState, ToneLabel
from widgets.parts.file_drop import FileDrop

if TYPE_CHECKING:
    from app.report.figures.campaign_report import CampaignReport
    from app.results.store.store import Store
    from app.window.pages.results.compare_view import ComparisonView
    from app.window.pages.results.results_view import ResultsView

_REFRESH_MS = 4000
_LIST_WIDTH = 268
_FOLD_LIST_BELOW_PX = 760
"""Pixels of width below which the list folds away."""


class ResultsPage(Page):
    """A list of campaigns and the view of the current one, which is made when it is needed."""

    key = "results"
    guide = "guide/results"

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(workbench, parent)
        self._reader = StoreReader(workbench.store_url, self)
        self._view: ResultsView | None = None
        self._comparison: ComparisonView | None = None
        self._settings: QSettings | None = None
        self._reading = False
        self._shown_summary: CampaignSummary | None = None
        self._column = CampaignColumn(workbench, self._reader, self)
        self._list = self._column.list
        self._lay_out()
        self._refresh_timer = QTimer(self, interval=_REFRESH_MS)
        self._refresh_timer.timeout.connect(self._refresh_if_seen)
        self._connect()
        self.setFocusProxy(self._list)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self._search)
        open_files = QShortcut(QKeySequence("Ctrl+O"), self)
        open_files.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        open_files.activated.connect(self._column.ask_what_to_import)
        drop = FileDrop(self, self.tr("Drop archives here to import them"))
        drop.dropped.connect(self._column.import_files)

    def help_text(self) -> str:
        return self.tr(
            "A cost is how much slower an operation is than without encryption (the baseline), "
            "on the same server and with the same amount of data. The bar shows its 95 % "
            "interval. Coloured: there is a verdict. Grey: there is none. Choose a cell to read "
            "its verdict.\n\n"
            "The headline covers all operations of all cases. Warm-ups and failed runs never "
            "count.\n\n"
            "Ctrl+C copies the table. Right-click tables and charts to save them. Ctrl+click a "
            "second campaign to compare both.\n\n"
            "Ctrl+F searches campaigns, their tags and notes. Right-click a campaign to rename, "
            "tag, archive, hide or delete it. Import (Ctrl+O) reads archives and the spools of "
            "interrupted campaigns. You can also drop files on this page."
        )

    def guide_page(self) -> str:
        comparing = self._comparison is not None and self._comparison.isVisible()
        return "guide/comparing" if comparing else self.guide

    def remember_in(self, settings: QSettings) -> None:
        self.fold.remember_in(settings, "folded/results")
        self._settings = settings

    def shown(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Read the list and the current campaign again."""
        self._reader.read(lambda store: store.campaigns(), self._show_list)

    def select(self, campaign_id: int) -> None:
        self._list.select(campaign_id)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fold.fold_when_narrow(self.width() < _FOLD_LIST_BELOW_PX, self._right)

    def build_charts(self, *, at_once: bool = True) -> None:
        """Make the view; its libraries must have been loaded."""
        if self._view is None:
            from app.window.pages.results.results_view import ResultsView

            self._view = ResultsView(self.workbench, self._reader, self)
            if self._settings is not None:
                self._view.remember_in(self._settings)
            self._view.delete_asked.connect(self._column.delete)
            self._right.addWidget(self._view)

    def _compare(self, campaigns: tuple[int, ...]) -> None:
        """Compare campaigns, the oldest first."""
        if self._comparison is None:
            from app.window.pages.results.compare_view import ComparisonView

            self._comparison = ComparisonView(self.workbench, self._reader, self)
            self._comparison.closed.connect(self._list.leave_comparison)
            if self._view is not None:
                self._comparison.saved_report = self._view.saved_report
            self._right.addWidget(self._comparison)
        self._comparison.compare(sorted(campaigns))
        self._right.setCurrentWidget(self._comparison)

    def close_down(self) -> None:
        """Stop reading, and delete what is still to be deleted."""
        self._refresh_timer.stop()
        self._reader.close()
        self._column.finish_deletions()

    def _lay_out(self) -> None:
        empty = self._empty_state()
        self._loading = ToneLabel(self.tr("Reading results…"), "muted")
        self._loading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._right = QStackedWidget(self)
        self._right.addWidget(self._loading)
        filled = QWidget(self)
        self._column.setFixedWidth(_LIST_WIDTH)
        self.fold = FoldHandle(self._column, self.tr("the list of campaigns"), at_left=True)
        hbox(filled, self._column, self.fold, (self._right, 1), margins=(16, 0, 16, 12), spacing=4)
        self._stack = QStackedWidget(self)
        for part in (filled, empty):
            self._stack.addWidget(part)
        notices = self._column.undo, self._column.notice, self._column.archive_strip
        vbox(
            self, NoticesAbove(notices, self._stack, QMargins(16, 0, 16, 8)), margins=(0, 12, 0, 0)
        )

    def _empty_state(self) -> EmptyState:
        """What is shown of a store without campaigns."""
        title, other = self.tr("No results yet"), self.tr("&Open store …")
        if self.workbench.read_only:
            waiting = self.tr("Campaigns that others run in this store appear here by themselves.")
            empty = EmptyState("results", title, waiting, None, self, further_actions=(other,))
            empty.further_activated.connect(lambda _: self.workbench.other_store_requested.emit())
            return empty
        empty = EmptyState(
            "results",
            title,
            self.tr("Run a campaign. Its results are kept here, even if it is interrupted."),
            self.tr("Set up a campaign"),
            self,
            further_actions=(self.tr("&Import campaigns …"), other),
        )
        further = self._column.ask_what_to_import, self.workbench.other_store_requested.emit
        empty.activated.connect(lambda: self.workbench.page_requested.emit("campaign"))
        empty.further_activated.connect(lambda number: further[number]())
        return empty

    def _connect(self) -> None:
        self._reader.failed.connect(self._failed)
        self._list.selected.connect(self._selected)
        self._list.comparison_selected.connect(self._compare)
        self._list.view.clicked.connect(lambda _: self.fold.show_content())
        self._column.changed.connect(self.refresh)
        self._column.plan_asked.connect(self._use_plan)
        self.workbench.campaign_selected.connect(self.select)
        self.workbench.campaign_started.connect(lambda _: self._refresh_timer.start())
        self.workbench.store_watch.changed.connect(self._follow_others)
        self._follow_others()
        self.workbench.campaign_ended.connect(self._campaign_ended)

    def _campaign_ended(self) -> None:
        """Read once more: what is being read now may date from before the end."""
        self._refresh_timer.stop()
        if self.isVisible():
            self.refresh()

    def _follow_others(self) -> None:
        """Refresh regularly while another program writes into the store."""
        if self.workbench.busy:
            self._refresh_timer.start()
        else:
            self._campaign_ended()

    def _refresh_if_seen(self) -> None:
        if self.isVisible() and not self._reading:
            self.refresh()

    def _failed(self, error: object) -> None:
        self._reading = False
        self.workbench.failed.emit(error)

    def _show_list(self, campaigns: list[CampaignSummary] | None) -> None:
        before = self._list.current()
        some = self._column.show_campaigns(campaigns or [])
        self._stack.setCurrentIndex(0 if some else 1)
        if self._list.compared():
            self._compare(self._list.compared())
        elif self._list.current() == before and not self._is_unchanged():
            self._read(before)

    def _is_unchanged(self) -> bool:
        """Whether the shown campaign of a read-only store is as it was read: it is not read again
        then, since that takes long over a network."""
        known = self._list.current_summary()
        return self.workbench.read_only and known is not None and known == self._shown_summary

    def _selected(self, campaign_id: int) -> None:
        if self._view is None or self._view.campaign_id != campaign_id:
            self._right.setCurrentWidget(self._loading)
        self._read(campaign_id)

    def _read(self, campaign_id: int) -> None:
        def job(store: Store) -> CampaignReport | None:
            """None where another campaign has been chosen while this job waited."""
            still_wanted = campaign_id == self._list.current() and not self._list.compared()
            return read_report(store, campaign_id) if still_wanted else None

        if campaign_id:
            self._reading = True
            self._reader.read(job, self._show_report)

    def _show_report(self, report: CampaignReport | None) -> None:
        self._reading = False
        single = not self._list.compared()
        if report is None or report.summary.id != self._list.current() or not single:
            return
        self.build_charts()
        assert self._view is not None
        self._shown_summary = report.summary
        self._view.show_report(report)
        self._right.setCurrentWidget(self._view)

    def _use_plan(self, campaign_id: int) -> None:
        self.build_charts()
        assert self._view is not None
        self._view.use_plan(campaign_id)

    def _search(self) -> None:
        self.fold.setChecked(False)
        self._list.search()
