"""The results of one stored campaign: a headline above tabs, which are built when they are needed;
export, resuming and the use of its plan."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import (
    QEvent,
    QSettings,
    QSignalBlocker,
    QSize,
    QTimer,
    Signal,
)
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QTabWidget,
    QWidget,
)

from app.plan.campaign import Campaign
from app.plan.plan_file import parse_plan
from app.plan.requirements import Requirements
from app.report.document.build_document import ReportOptions
from app.report.figures.campaign_report import CampaignReport
from app.report.files.export import ending_of
from app.report.page_one.build_page_one import with_proposed
from app.results.records import CampaignSummary
from app.results.store.store import Store
from app.window.base.store_reader import StoreReader
from app.window.pages.results.change_tab import ChangeTab
from app.window.pages.results.chart_tabs import (
    ClientsTab,
    KeysTab,
    ResultsCharts,
    ResultsStability,
    SpeedsTab,
)
from app.window.pages.results.cost_table_tab import ResultsTable
from app.window.pages.results.environment_tab import ResultsEnvironment
from app.window.pages.results.export_form import (
    ReportSource,
    SavedReport,
    ask_for_report,
    ask_where_to_save,
    report_language,
    write_report,
)
from app.window.pages.results.latency_tab import LatencyTab
from app.window.pages.results.plans_tab import PlansTab
from app.window.pages.results.results_head import ResultsHead
from app.window.pages.results.runs_tab import ResultsRuns
from app.window.pages.results.scope import (
    ReportTab,
    Scope,
    read_report,
)
from app.window.pages.results.summary_tab import ResultsSummary
from app.window.shared.charts import ChartView
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from widgets.layout.boxes import vbox
from widgets.look.theme import scaled_font
from widgets.saving.saving import ask_save_path, file_name, saving

TABS: tuple[type[ReportTab], ...] = (
    ResultsTable, ChangeTab, ClientsTab, KeysTab, LatencyTab, SpeedsTab, PlansTab, ResultsCharts,
    ResultsStability, ResultsRuns, ResultsEnvironment,
)  # fmt: skip
"""Those after the summary, in their order. Each is shown for the campaigns that it `is_for`."""


_TAB_DENSITIES = (("false", 1.0), ("true", 1.0), ("most", 0.82))
"""The property `dense` of the style sheet and the factor of the font size, widest first."""


class _LazyTab:
    """A tab that is built when it is opened, or when the window is idle."""

    def __init__(self, kind: type[ReportTab]) -> None:
        self.kind = kind
        self.widget = QWidget()
        """What stands for the tab: a placeholder until it is built."""
        self.built: ReportTab | None = None

    def put(self, built: ReportTab, tabs: QTabWidget) -> None:
        """Replace the placeholder."""
        at, current = tabs.indexOf(self.widget), tabs.currentIndex()
        with QSignalBlocker(tabs):
            tabs.insertTab(at, built, built.title())
            tabs.removeTab(at + 1)
            tabs.setCurrentIndex(current)
        self.widget.deleteLater()
        self.widget = self.built = built


_IDLE_PAUSE_MS = 250
"""Between two tabs that are built while the window is idle."""


class ResultsView(QWidget):
    """Builds and fills the current tab at once, others when they are opened or the window is
    idle."""

    delete_asked = Signal()
    """The user wants to delete the campaign."""

    def __init__(
        self, workbench: Workbench, reader: StoreReader, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = reader
        self.saved_report = SavedReport()
        """The last choices for a report."""
        self._last_received: CampaignReport | None = None
        self._report: CampaignReport | None = None
        self._head = ResultsHead(self)
        self._scope = Scope(self)
        self._scope.default_requirements = lambda: self.saved_report.options.usual
        self._summary = ResultsSummary(self._scope, reader, self)
        self._lazy_tabs = [_LazyTab(each) for each in TABS]
        self._idle_timer = QTimer(self, interval=_IDLE_PAUSE_MS, singleShot=True)
        self._idle_timer.timeout.connect(self._build_next)
        self._lay_out()
        self._connect()

    def remember_in(self, settings: QSettings) -> None:
        """Set where the choices for a report are stored."""
        self.saved_report.settings = settings

    @property
    def campaign_id(self) -> int:
        """0 before the first campaign."""
        return self._report.summary.id if self._report else 0

    def show_report(self, report: CampaignReport) -> None:
        """Show a campaign; what is unchanged is not drawn again."""
        if report.summary.id != self.campaign_id:
            self._head.forget_question()
        changed, self._last_received = report != self._last_received, report
        shown = self._report
        same = shown is not None and shown.summary.id == report.summary.id
        if shown is None or not same or self._scope.matches_report(report):
            self._show(report)
        elif changed:
            self._reread()
        else:
            self._show(shown)

    def _show(self, report: CampaignReport) -> None:
        changed = report != self._report
        self._report = report
        self._head.show_report(report, self._scope.page_one(report), self._workbench.obstacle())
        self._summary.set_obstacle(self._workbench.obstacle())
        if changed:
            self._summary.show_report(report)
            self._show_tabs(report)
            for tab in self._lazy_tabs:
                if tab.built is not None and tab.kind.is_for(report):
                    tab.built.show_report(report)
            self._scope.update_from(report)
            self._build_current()
            self._idle_timer.start()

    def _show_tabs(self, report: CampaignReport) -> None:
        """Insert and remove tabs as this campaign needs."""
        place = self.tabs.indexOf(self._summary) + 1
        for tab in self._lazy_tabs:
            at = self.tabs.indexOf(tab.widget)
            if not tab.kind.is_for(report):
                self.tabs.removeTab(at)
                continue
            if at < 0:
                self.tabs.insertTab(place, tab.widget, tab.kind.title())
            place += 1
        self._fit_tabs()

    def _build(self, tab: _LazyTab) -> None:
        built = tab.kind(self._scope, self._reader, self)
        built.picture_failed.connect(self._picture_failed)
        built.study_failed.connect(self._workbench.failed)
        tab.put(built, self.tabs)
        if self._report is not None:
            built.show_report(self._report)

    def _build_next(self) -> None:
        report = self._report
        if report is None:
            return
        missing = [tab for tab in self._lazy_tabs if tab.built is None and tab.kind.is_for(report)]
        if missing:
            self._build(missing[0])
        if missing[1:]:
            self._idle_timer.start()

    def _fit_tabs(self) -> None:
        """Use the widest density at which all tabs fit."""
        bar = self.tabs.tabBar()
        for dense, size in _TAB_DENSITIES:
            if bar.property("dense") != dense:
                bar.setProperty("dense", dense)
                bar.style().unpolish(bar)
                bar.style().polish(bar)
                bar.setFont(scaled_font(size))  # which polishing would undo
                QApplication.sendEvent(bar, QEvent(QEvent.Type.StyleChange))  # measures anew
            if bar.sizeHint().width() <= self.width():
                return

    def minimumSizeHint(self) -> QSize:
        """Includes all lines that buttons, choices and texts wrap into: a layout asks for one of
        each, and in a low window its parts would overlap instead of being scrolled."""
        if not self.isVisible():  # and has no width of its own yet
            return super().minimumSizeHint()
        tabs = self.tabs.minimumSizeHint().height() - self.tabs.tabBar().sizeHint().height()
        head = self._head.minimumSizeHint().height()
        shown = self.tabs.currentWidget()
        wrapped = self._missing_height(self._head, head) + self._missing_height(shown, tabs)
        return super().minimumSizeHint() + QSize(0, wrapped)

    def _missing_height(self, part: QWidget, height: int) -> int:
        """Height that a part needs beyond `height` at this view's width, which it does not have
        yet."""
        layout = part.layout()
        if not isinstance(layout, QBoxLayout):
            return 0
        return max(0, layout.minimumHeightForWidth(self.width()) - height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_tabs()
        self._update_geometry_later()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update_geometry_later()

    def _update_geometry_later(self) -> None:
        """A layout ignores an update while it is active."""
        QTimer.singleShot(0, self, self.updateGeometry)

    def _lay_out(self) -> None:
        self.tabs = QTabWidget(self)
        """The summary, then those of `TABS`."""
        self.tabs.addTab(self._summary, self.tr("Summary"))
        vbox(self, self._head, (self.tabs, 1), spacing=12)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._build_current)
        self.tabs.currentChanged.connect(self._update_geometry_later)
        self._scope.comparison_changed.connect(self._reread)
        self._head.resume_asked.connect(self._resume)
        self._head.repetitions_asked.connect(self._add_repetitions)
        self._head.plan_asked.connect(self.use_plan)
        self._head.delete_asked.connect(self.delete_asked)
        self._head.export_asked.connect(self._ask_to_export)
        self._summary.answered.connect(self._store_answers)
        self._summary.measure_asked.connect(self._measure_in_application)

    def _build_current(self) -> None:
        if self._report is not None:
            front = self.tabs.currentWidget()
            for tab in self._lazy_tabs:
                if tab.built is None and tab.widget is front:
                    self._build(tab)

    def _reread(self) -> None:
        """Read the report again, with the chosen baseline and measure."""
        scope, chosen = self._scope, self.campaign_id
        baseline, measure = scope.baseline, scope.measure

        def shown(report: CampaignReport | None) -> None:
            if report is not None and chosen == self.campaign_id and scope.matches_report(report):
                self._show(report)

        self._reader.read(lambda store: read_report(store, chosen, baseline, measure), shown)

    def _store_answers(self, answers: Requirements) -> None:
        """Store requirements with the campaign, then remember prices for the next ones: only once
        the store accepted them, since a refused value could not be read back."""
        chosen = self.campaign_id

        def job(store: Store) -> None:
            from app.results.store.campaign_details import store_requirements

            store_requirements(store, chosen, answers)

        def answered() -> None:
            self.saved_report.remember_prices(answers)
            self._reread()

        self._reader.write(job, answered)

    def _resume(self) -> None:
        self._workbench.resume(self.campaign_id)

    def _add_repetitions(self, more: int) -> None:
        self._workbench.resume(self.campaign_id, more)

    def use_plan(self, campaign_id: int | None = None) -> None:
        """Open the plan of a campaign, by default the current one, as a draft."""
        chosen = campaign_id or self.campaign_id
        self._reader.read(lambda store: _plan_of(store, chosen), self._show_plan)

    def _measure_in_application(self) -> None:
        """Open the plan as a draft, with the missing protection added."""
        chosen = self.campaign_id
        self._reader.read(lambda store: with_proposed(_plan_of(store, chosen)), self._show_plan)

    def _show_plan(self, plan: Campaign | None) -> None:
        if plan is not None:
            self._workbench.page_requested.emit("campaign")
            self._workbench.plan_opened.emit(plan)

    def _ask_to_export(self, name: str) -> None:
        if name == "picture":
            charts = next(each for each in self._lazy_tabs if each.kind is ResultsCharts)
            self.tabs.setCurrentWidget(charts.widget)  # which builds it
            assert isinstance(charts.built, ResultsCharts)
            view = charts.built.chart_view
            save = partial(self._save_picture, view)
            ask_save_path(view, view.picture_name(), view.picture_filters(), save)
            return
        named = self._campaign.name
        if name == "report":
            ask_where_to_save(self, named, self.export)
            return
        if name == "chosen-report":
            failed, notes = self._workbench.failed.emit, self._campaign.notes
            ask_for_report(self, self.saved_report, named, self.export, failed, notes)
            return
        ending = ending_of(name)
        filters = [self.tr("{name} file (*.{name})").format(name=ending)]
        wanted = file_name(named, ending=ending)
        ask_save_path(self, wanted, filters, lambda path: self.export(name, path))

    @property
    def _campaign(self) -> CampaignSummary:
        assert self._report is not None
        return self._report.summary

    def export(self, name: str, path: Path, options: ReportOptions | None = None) -> None:
        """Export the campaign with its baseline and studies."""
        chosen = self.campaign_id
        if name == "zip":
            self._workbench.archive_jobs.write_archive(chosen, path)
        else:
            options = options or ReportOptions(language=report_language())
            source = ReportSource(chosen, self._scope.baseline, self._scope.studies)
            write_report(self._reader, source, name, path, options, self._workbench.failed.emit)

    def _save_picture(self, view: ChartView, path: Path) -> None:
        try:
            view.save_picture(path)
        except OSError as error:
            self._picture_failed(str(error))
        else:
            saving().announce_saved(path)

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
