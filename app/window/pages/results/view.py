"""What one stored campaign found, in five tabs under a headline."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from app.plan.campaign import BASELINE, Campaign
from app.plan.plan_file import parse_stored_plan
from app.report.campaign_report import CampaignReport, report_on
from app.report.export import export
from app.results.database.store import Store
from app.window.pages.results.charts import ResultsCharts
from app.window.pages.results.environment import ResultsEnvironment
from app.window.pages.results.head import ResultsHead
from app.window.pages.results.runs import ResultsRuns
from app.window.pages.results.scope import Scope
from app.window.pages.results.stability import ResultsStability
from app.window.pages.results.table import ResultsTable
from app.window.store_reader import StoreReader
from app.window.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from widgets.saving.files import ask_save_path
from widgets.saving.last_saved import file_name, saving


class ResultsView(QWidget):
    """Only the tab in front is filled; the others are when they come to the front."""

    deleted = Signal()

    def __init__(
        self, workbench: Workbench, reader: StoreReader, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = reader
        self._report: CampaignReport | None = None
        self._stale: set[int] = set()
        self._over = BASELINE
        self._head = ResultsHead(self)
        self._scope = Scope(self)
        self._table = ResultsTable(self._scope, self)
        self._charts = ResultsCharts(self._scope, self)
        self._stability = ResultsStability(self._scope, self)
        self._runs = ResultsRuns(reader, self)
        self._environment = ResultsEnvironment(self)
        self._lay_out()
        self._connect()

    @property
    def campaign_id(self) -> int:
        """The campaign that is shown; 0 before the first."""
        return self._report.summary.id if self._report else 0

    @property
    def tabs(self) -> QTabWidget:
        """Table, charts, stability, runs and environment."""
        return self._tabs

    def show_report(self, report: CampaignReport) -> None:
        """Show a campaign; the same figures again change nothing."""
        if report.summary.id != self.campaign_id:
            self._head.forget_question()
        changed = report != self._report
        if report.summary.id != self.campaign_id:
            self._over = BASELINE
        self._report = report
        self._head.show_report(report, self._workbench.busy)
        if changed:
            self._scope.offer(report)
            self._stale = set(range(self._tabs.count()))
            self._fill(self._tabs.currentIndex())

    def _lay_out(self) -> None:
        self._tabs = QTabWidget(self)
        self._tabs.addTab(self._table, self.tr("Table"))
        self._tabs.addTab(self._charts, self.tr("Charts"))
        self._tabs.addTab(self._stability, self.tr("Stability"))
        self._tabs.addTab(self._runs, self.tr("Runs"))
        self._tabs.addTab(self._environment, self.tr("Environment"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self._head)
        column.addWidget(self._tabs, 1)

    def _connect(self) -> None:
        self._tabs.currentChanged.connect(self._fill)
        self._table.baseline_wanted.connect(self._show_over)
        self._head.resume_asked.connect(self._resume)
        self._head.more_asked.connect(self._add_repetitions)
        self._head.plan_asked.connect(self._use_plan)
        self._head.delete_confirmed.connect(self._delete)
        self._head.export_asked.connect(self._ask_to_export)
        self._charts.grid.picture_failed.connect(self._picture_failed)
        self._stability.grid.picture_failed.connect(self._picture_failed)

    def _fill(self, tab: int) -> None:
        if self._report is None or tab not in self._stale:
            return
        self._stale.discard(tab)
        report = self._report
        match self._tabs.widget(tab):
            case self._environment:
                self._environment.show_report(report)
            case self._table if self._over != report.baseline:
                self._show_over(self._over)
            case self._table:
                self._table.show_report(report)
            case self._charts:
                self._charts.show_report(report)
            case self._stability:
                self._stability.show_report(report)
            case self._runs:
                self._runs.show_report(report)

    def _show_over(self, baseline: str) -> None:
        """Let the table compare with another protection."""
        self._over, chosen = baseline, self.campaign_id

        def shown(report: CampaignReport | None) -> None:
            if report is not None and (chosen, baseline) == (self.campaign_id, self._over):
                self._table.show_report(report)

        self._reader.read(lambda store: report_on(store, chosen, baseline), shown)

    def _resume(self) -> None:
        self._workbench.take_up(self.campaign_id)

    def _add_repetitions(self, more: int) -> None:
        self._workbench.take_up(self.campaign_id, more)

    def _use_plan(self) -> None:
        chosen = self.campaign_id
        self._reader.read(lambda store: _plan_of(store, chosen), self._show_plan)

    def _show_plan(self, plan: Campaign | None) -> None:
        if plan is not None:
            self._workbench.page_wanted.emit("campaign")
            self._workbench.plan_opened.emit(plan)

    def _delete(self) -> None:
        gone = self.campaign_id
        self._reader.write(lambda store: store.delete_campaign(gone), self.deleted.emit)

    def _ask_to_export(self, name: str) -> None:
        if name == "picture":
            self._tabs.setCurrentWidget(self._charts)
            self._charts.ask_where_to_save(self._save_picture)
            return
        filters = [self.tr("{name} file (*.{name})").format(name=name)]
        ask_save_path(self, self._file_name(name), filters, lambda path: self._export(name, path))

    def _file_name(self, ending: str) -> str:
        assert self._report is not None
        return file_name(self._report.summary.name, ending=ending)

    def _export(self, name: str, path: Path) -> None:
        chosen = self.campaign_id

        def job(store: Store) -> Path:
            return export(store, chosen, name, path)

        self._reader.read(job, lambda written: self._exported(written or path))

    def _save_picture(self, path: Path) -> None:
        try:
            self._charts.grid.save_picture(path)
        except OSError as error:
            self._picture_failed(str(error))
        else:
            self._exported(path)

    def _exported(self, path: Path) -> None:
        saving().tell(path)

    def _picture_failed(self, reason: str) -> None:
        self._workbench.failed.emit(
            CipherbenchError(
                phrase("Picture not saved"), phrase("{reason}."), reason=reason.rstrip(".")
            )
        )


def _plan_of(store: Store, campaign_id: int) -> Campaign:
    return parse_stored_plan(
        store.plan_text(campaign_id), phrase("the plan of #{number}", number=campaign_id)
    )
