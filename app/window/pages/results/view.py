"""What one stored campaign found, in tabs under a headline."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QSettings, QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QTabWidget, QVBoxLayout, QWidget

from app.plan.campaign import Campaign
from app.plan.plan_file import parse_plan
from app.plan.requirements import Requirements
from app.report.document.making import ReportOptions
from app.report.figures.campaign_report import CampaignReport
from app.report.files.export import ending_of, export, removed_from_template
from app.report.page_one.making import with_proposed
from app.results.records import CampaignSummary
from app.results.store.store import Store
from app.window.base.store_reader import StoreReader
from app.window.pages.results.charts import ResultsCharts
from app.window.pages.results.common.reading import read_report
from app.window.pages.results.common.scope import Scope
from app.window.pages.results.environment import ResultsEnvironment
from app.window.pages.results.export_form.saved_report import SavedReport, report_language
from app.window.pages.results.export_form.saving import (
    ask_for_report,
    ask_where_to_save,
    template_cleaned,
)
from app.window.pages.results.extra_tabs import EXTRA_TABS
from app.window.pages.results.head import ResultsHead
from app.window.pages.results.runs import ResultsRuns
from app.window.pages.results.stability import ResultsStability
from app.window.pages.results.summary.tab import ResultsSummary
from app.window.pages.results.table import ResultsTable
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase
from widgets.look.theme import scaled_font
from widgets.saving.files import ask_save_path
from widgets.saving.last_saved import file_name, saving

_TAB_LOOKS = (("false", 1.0), ("true", 1.0), ("most", 0.82))
"""Of the tabs, the roomiest first: how close they stand, and their font over the usual one."""


class ResultsView(QWidget):
    """Fills the tab in front; others are filled when they are opened."""

    delete_asked = Signal()
    """The campaign that is shown is to be deleted."""

    def __init__(
        self, workbench: Workbench, reader: StoreReader, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = reader
        self._stored = SavedReport()
        self._given: CampaignReport | None = None
        self._report: CampaignReport | None = None
        self._stale: set[QWidget] = set()
        self._head = ResultsHead(self)
        self._scope = Scope(self)
        self._summary = ResultsSummary(self._scope, self)
        self._table = ResultsTable(self._scope, self)
        self._extra = [each(self._scope, reader, self) for each in EXTRA_TABS]
        self._charts = ResultsCharts(self._scope, self)
        self._stability = ResultsStability(self._scope, self)
        self._runs = ResultsRuns(reader, self)
        self._environment = ResultsEnvironment(self)
        self._lay_out()
        self._connect()

    def remember_in(self, settings: QSettings) -> None:
        """Keep what is chosen for a report in these settings from now on."""
        self._stored.settings = settings

    @property
    def stored(self) -> SavedReport:
        """The last choices for a report."""
        return self._stored

    @property
    def campaign_id(self) -> int:
        """The campaign that is shown; 0 before the first."""
        return self._report.summary.id if self._report else 0

    @property
    def tabs(self) -> QTabWidget:
        """Summary, table, what only some campaigns have, charts, stability, runs, environment."""
        return self._tabs

    def show_report(self, report: CampaignReport) -> None:
        """Show a campaign; the same figures again change nothing."""
        if report.summary.id != self.campaign_id:
            self._head.forget_question()
        changed, self._given = report != self._given, report
        shown = self._report
        same = shown is not None and shown.summary.id == report.summary.id
        if shown is None or not same or self._scope.compares(report):
            self._take(report)
        elif changed:
            self._read_over()
        else:
            self._take(shown)

    def _take(self, report: CampaignReport) -> None:
        """Show the figures of a report; hidden tabs are filled when they are opened."""
        changed = report != self._report
        self._report = report
        self._head.show_report(report, self._workbench.obstacle())
        self._summary.allow(self._workbench.obstacle())
        if changed:
            for part in (self._summary, self._table, self._charts, self._stability):
                part.show_report(report)
            self._show_extra(report)
            self._scope.offer(report)
            self._stale = {self._runs, self._environment}
            self._fill()

    def _show_extra(self, report: CampaignReport) -> None:
        """Show the tabs that only some campaigns have."""
        place = self._tabs.indexOf(self._table) + 1
        for extra in self._extra:
            if not extra.fits(report):
                self._tabs.removeTab(self._tabs.indexOf(extra))
                continue
            if self._tabs.indexOf(extra) < 0:
                self._tabs.insertTab(place, extra, extra.title())
            extra.show_report(report)
            place = self._tabs.indexOf(extra) + 1
        self._fit_tabs()

    def _fit_tabs(self) -> None:
        """Narrow the tabs as far as they need it to stand side by side."""
        bar = self._tabs.tabBar()
        for dense, size in _TAB_LOOKS:
            if bar.property("dense") != dense:
                bar.setProperty("dense", dense)
                bar.style().unpolish(bar)
                bar.style().polish(bar)
                bar.setFont(scaled_font(size))  # which polishing would undo
                QApplication.sendEvent(bar, QEvent(QEvent.Type.StyleChange))  # measures anew
            if bar.sizeHint().width() <= self.width():
                return

    def minimumSizeHint(self) -> QSize:
        """With all lines that buttons, choices and words wrap into. A layout asks for one of each,
        and in a low window its parts would lie on each other instead of being scrolled."""
        if not self.isVisible():  # and has no width of its own yet
            return super().minimumSizeHint()
        tabs = self._tabs.minimumSizeHint().height() - self._tabs.tabBar().sizeHint().height()
        head = self._head.minimumSizeHint().height()
        shown = self._tabs.currentWidget()
        wrapped = self._beyond(self._head, head) + self._beyond(shown, tabs)
        return super().minimumSizeHint() + QSize(0, wrapped)

    def _beyond(self, part: QWidget, height: int) -> int:
        """The height that a part needs at this width beyond `height`. Parts are laid out after this
        is called, so their own width is the old one."""
        layout = part.layout()
        if not isinstance(layout, QBoxLayout):
            return 0
        return max(0, layout.minimumHeightForWidth(self.width()) - height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_tabs()
        self._ask_anew()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask_anew()

    def _ask_anew(self) -> None:
        """Update the geometry later: a layout ignores it while it is at work."""
        QTimer.singleShot(0, self, self.updateGeometry)

    def _lay_out(self) -> None:
        self._tabs = QTabWidget(self)
        self._tabs.addTab(self._summary, self.tr("Summary"))
        self._tabs.addTab(self._table, self.tr("Table"))
        for extra in self._extra:
            extra.hide()  # until a campaign has it
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
        self._tabs.currentChanged.connect(self._ask_anew)
        self._scope.comparison_changed.connect(self._read_over)
        self._head.resume_asked.connect(self._resume)
        self._head.more_asked.connect(self._add_repetitions)
        self._head.plan_asked.connect(self.use_plan)
        self._head.delete_asked.connect(self.delete_asked)
        self._head.export_asked.connect(self._ask_to_export)
        self._summary.begin_with(lambda: self._stored.options.usual)
        self._summary.answered.connect(self._keep_answers)
        self._summary.measure_asked.connect(self._measure_in_application)
        self._charts.grid.picture_failed.connect(self._picture_failed)
        for part in (self._table, self._charts):
            part.studies.failed.connect(self._workbench.failed)
        for extra in self._extra:
            extra.picture_failed.connect(self._picture_failed)
            extra.study_failed.connect(self._workbench.failed)
        self._stability.grid.picture_failed.connect(self._picture_failed)

    def _fill(self) -> None:
        part, report = self._tabs.currentWidget(), self._report
        if report is None or part not in self._stale:
            return
        self._stale.discard(part)
        if part is self._runs:
            self._runs.show_report(report)
        else:
            self._environment.show_report(report)

    def _read_over(self) -> None:
        """Read the report over the baseline and of the measure that are chosen."""
        scope, chosen = self._scope, self.campaign_id
        baseline, measure = scope.baseline, scope.measure

        def shown(report: CampaignReport | None) -> None:
            if report is not None and chosen == self.campaign_id and scope.compares(report):
                self._take(report)

        self._reader.read(lambda store: read_report(store, chosen, baseline, measure), shown)

    def _keep_answers(self, answers: Requirements) -> None:
        """Keep what is required with the campaign, and prices for the next ones, once they were
        taken: what is kept for reports could not be read again with one that is refused."""
        chosen = self.campaign_id

        def job(store: Store) -> None:
            from app.results.store.labels import keep_answers

            keep_answers(store, chosen, answers)

        def stored() -> None:
            self._stored.remember(answers)
            self._read_over()

        self._reader.write(job, stored)

    def _resume(self) -> None:
        self._workbench.take_up(self.campaign_id)

    def _add_repetitions(self, more: int) -> None:
        self._workbench.take_up(self.campaign_id, more)

    def use_plan(self, campaign_id: int | None = None) -> None:
        """Take the plan of a campaign, else of the one that is shown, for a new campaign."""
        chosen = campaign_id or self.campaign_id
        self._reader.read(lambda store: _plan_of(store, chosen), self._show_plan)

    def _measure_in_application(self) -> None:
        """Take the plan for a new campaign, with the protection that was missing."""
        chosen = self.campaign_id
        self._reader.read(lambda store: with_proposed(_plan_of(store, chosen)), self._show_plan)

    def _show_plan(self, plan: Campaign | None) -> None:
        if plan is not None:
            self._workbench.page_wanted.emit("campaign")
            self._workbench.plan_opened.emit(plan)

    def _ask_to_export(self, name: str) -> None:
        if name == "picture":
            self._tabs.setCurrentWidget(self._charts)
            self._charts.ask_where_to_save(self._save_picture)
            return
        named = self._campaign.name
        if name == "report":
            ask_where_to_save(self, named, self.export)
            return
        if name == "chosen-report":
            failed, notes = self._workbench.failed.emit, self._campaign.notes
            ask_for_report(self, self._stored, named, self.export, failed, notes)
            return
        ending = ending_of(name)
        filters = [self.tr("{name} file (*.{name})").format(name=ending)]
        ask_save_path(self, self._file_name(ending), filters, lambda path: self.export(name, path))

    @property
    def _campaign(self) -> CampaignSummary:
        assert self._report is not None
        return self._report.summary

    def _file_name(self, ending: str) -> str:
        return file_name(self._campaign.name, ending=ending)

    def export(self, name: str, path: Path, options: ReportOptions | None = None) -> None:
        """Export the campaign with its baseline and studies."""
        chosen, baseline = self.campaign_id, self._scope.baseline
        studies = self._scope.studies

        if name == "zip":
            self._workbench.filing.write_out(chosen, path)
            return

        options = options or ReportOptions(language=report_language())

        def job(store: Store) -> tuple[Path, Message | None]:
            written = export(store, chosen, name, path, baseline, studies, options)
            return written, removed_from_template(name, options)

        def done(result: tuple[Path, Message | None] | None) -> None:
            written, removed = result or (path, None)
            self._exported(written)
            if removed is not None:
                self._workbench.failed.emit(template_cleaned(removed))

        self._reader.read(job, done)

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
    return parse_plan(
        store.plan_text(campaign_id), phrase("the plan of #{number}", number=campaign_id)
    )
