"""The results of one stored campaign: a headline above tabs, which are built when they are needed;
export, resuming and the use of its plan."""

from __future__ import annotations

from collections.abc import Callable
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
from app.report.files.export import ending_of, export, removed_from_template
from app.report.page_one.build_page_one import with_proposed
from app.results.records import CampaignSummary
from app.results.store.store import Store
from app.window.base.store_reader import StoreReader
from app.window.pages.results.change_tab import ChangeTab
from app.window.pages.results.charts_tab import ResultsCharts
from app.window.pages.results.clients_tab import ClientsTab
from app.window.pages.results.cost_table_tab import ResultsTable
from app.window.pages.results.environment_tab import ResultsEnvironment
from app.window.pages.results.export_form import (
    SavedReport,
    ask_for_report,
    ask_where_to_save,
    report_language,
    template_cleaned,
)
from app.window.pages.results.keys_tab import KeysTab
from app.window.pages.results.latency_tab import LatencyTab
from app.window.pages.results.plans_tab import PlansTab
from app.window.pages.results.results_head import ResultsHead
from app.window.pages.results.runs_tab import ResultsRuns
from app.window.pages.results.scope import (
    ReportTab,
    Scope,
    ScopedTab,
    read_report,
)
from app.window.pages.results.speeds_tab import SpeedsTab
from app.window.pages.results.stability_tab import ResultsStability
from app.window.pages.results.summary_tab import ResultsSummary
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase
from widgets.layout.boxes import vbox
from widgets.look.theme import scaled_font
from widgets.saving.saving import ask_save_path, file_name, saving

CONDITIONAL_TABS: tuple[type[ReportTab], ...] = (
    ChangeTab, ClientsTab, KeysTab, LatencyTab, SpeedsTab, PlansTab
)  # fmt: skip
"""Tabs shown only for campaigns that measured what they show, in their order."""


_TAB_DENSITIES = (("false", 1.0), ("true", 1.0), ("most", 0.82))
"""The property `dense` of the style sheet and the factor of the font size, widest first."""


class _LazyTab:
    """A tab that is built when it is opened, or when the window is idle."""

    def __init__(
        self,
        title: str,
        make: Callable[[], QWidget],
        is_for: Callable[[CampaignReport], bool] | None = None,
    ) -> None:
        self.title, self._make = title, make
        self.is_for = is_for or (lambda _: True)
        self.part: QWidget | None = None
        self.placeholder: QWidget | None = QWidget()

    @property
    def widget(self) -> QWidget:
        found = self.part or self.placeholder
        assert found is not None
        return found

    def make(self, tabs: QTabWidget) -> QWidget:
        """Build the part and put it in place of its placeholder."""
        assert self.part is None and self.placeholder is not None
        at, current = tabs.indexOf(self.placeholder), tabs.currentIndex()
        part = self.part = self._make()
        with QSignalBlocker(tabs):
            tabs.insertTab(at, part, self.title)
            tabs.removeTab(at + 1)
            tabs.setCurrentIndex(current)
        self.placeholder.deleteLater()
        self.placeholder = None
        return part


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
        self._saved_report = SavedReport()
        self._last_received: CampaignReport | None = None
        self._report: CampaignReport | None = None
        self._stale: set[QWidget] = set()
        self._head = ResultsHead(self)
        self._scope = Scope(self)
        self._scope.default_requirements = lambda: self._saved_report.options.usual
        self._summary = ResultsSummary(self._scope, self)
        self._charts = _LazyTab(self.tr("Charts"), self._make_charts)
        self._lazy_tabs = [
            _LazyTab(self.tr("Table"), self._make_table),
            *(
                _LazyTab(each.title(), partial(self._make_conditional, each), each.is_for)
                for each in CONDITIONAL_TABS
            ),
            self._charts,
            _LazyTab(self.tr("Stability"), self._make_stability),
            _LazyTab(self.tr("Runs"), partial(ResultsRuns, reader, self)),
            _LazyTab(self.tr("Environment"), partial(ResultsEnvironment, self)),
        ]
        self._idle_timer = QTimer(self, interval=_IDLE_PAUSE_MS, singleShot=True)
        self._idle_timer.timeout.connect(self._make_next)
        self._lay_out()
        self._connect()

    def remember_in(self, settings: QSettings) -> None:
        """Set where the choices for a report are stored."""
        self._saved_report.settings = settings

    @property
    def saved_report(self) -> SavedReport:
        """The last choices for a report."""
        return self._saved_report

    @property
    def campaign_id(self) -> int:
        """0 before the first campaign."""
        return self._report.summary.id if self._report else 0

    @property
    def tabs(self) -> QTabWidget:
        """Summary, table, what only some campaigns have, charts, stability, runs, environment."""
        return self._tabs

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
            self._stale = set()
            for tab in self._lazy_tabs:
                if tab.part is not None and tab.is_for(report):
                    self._fill_or_mark_stale(tab.part, report)
            self._scope.update_from(report)
            self._fill()
            self._idle_timer.start()

    def _fill_or_mark_stale(self, part: QWidget, report: CampaignReport) -> None:
        """A ScopedTab itself waits until it is visible; others are marked stale."""
        if isinstance(part, ScopedTab):
            part.show_report(report)
        else:
            self._stale.add(part)

    def _show_tabs(self, report: CampaignReport) -> None:
        """Insert and remove tabs as this campaign needs."""
        place = self._tabs.indexOf(self._summary) + 1
        for tab in self._lazy_tabs:
            at = self._tabs.indexOf(tab.widget)
            if not tab.is_for(report):
                self._tabs.removeTab(at)
                continue
            if at < 0:
                self._tabs.insertTab(place, tab.widget, tab.title)
            place += 1
        self._fit_tabs()

    def _make(self, tab: _LazyTab) -> None:
        part = tab.make(self._tabs)
        if self._report is not None:
            self._fill_or_mark_stale(part, self._report)

    def _make_next(self) -> None:
        report = self._report
        if report is None:
            return
        missing = [tab for tab in self._lazy_tabs if tab.part is None and tab.is_for(report)]
        if missing:
            self._make(missing[0])
        if missing[1:]:
            self._idle_timer.start()

    def _make_table(self) -> ResultsTable:
        table = ResultsTable(self._scope, self)
        table.studies.failed.connect(self._workbench.failed)
        return table

    def _make_charts(self) -> ResultsCharts:
        charts = ResultsCharts(self._scope, self)
        charts.chart_view.picture_failed.connect(self._picture_failed)
        charts.studies.failed.connect(self._workbench.failed)
        return charts

    def _make_stability(self) -> ResultsStability:
        stability = ResultsStability(self._scope, self)
        stability.chart_view.picture_failed.connect(self._picture_failed)
        return stability

    def _make_conditional(self, kind: type[ReportTab]) -> ReportTab:
        extra = kind(self._scope, self._reader, self)
        extra.picture_failed.connect(self._picture_failed)
        extra.study_failed.connect(self._workbench.failed)
        return extra

    def _fit_tabs(self) -> None:
        """Use the widest density at which all tabs fit."""
        bar = self._tabs.tabBar()
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
        tabs = self._tabs.minimumSizeHint().height() - self._tabs.tabBar().sizeHint().height()
        head = self._head.minimumSizeHint().height()
        shown = self._tabs.currentWidget()
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
        self._tabs = QTabWidget(self)
        self._tabs.addTab(self._summary, self.tr("Summary"))
        vbox(self, self._head, (self._tabs, 1), spacing=12)

    def _connect(self) -> None:
        self._tabs.currentChanged.connect(self._fill)
        self._tabs.currentChanged.connect(self._update_geometry_later)
        self._scope.comparison_changed.connect(self._reread)
        self._head.resume_asked.connect(self._resume)
        self._head.repetitions_asked.connect(self._add_repetitions)
        self._head.plan_asked.connect(self.use_plan)
        self._head.delete_asked.connect(self.delete_asked)
        self._head.export_asked.connect(self._ask_to_export)
        self._summary.answered.connect(self._store_answers)
        self._summary.measure_asked.connect(self._measure_in_application)

    def _fill(self) -> None:
        report = self._report
        if report is None:
            return
        front = self._tabs.currentWidget()
        for tab in self._lazy_tabs:
            if tab.part is None and tab.placeholder is front:
                self._make(tab)
        part = self._tabs.currentWidget()
        if part in self._stale and isinstance(part, ResultsRuns | ResultsEnvironment):
            self._stale.discard(part)
            part.show_report(report)

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
            self._saved_report.remember_prices(answers)
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
            self._tabs.setCurrentWidget(self._charts.widget)
            charts = self._charts.part
            assert isinstance(charts, ResultsCharts)
            charts.ask_where_to_save(partial(self._save_picture, charts))
            return
        named = self._campaign.name
        if name == "report":
            ask_where_to_save(self, named, self.export)
            return
        if name == "chosen-report":
            failed, notes = self._workbench.failed.emit, self._campaign.notes
            ask_for_report(self, self._saved_report, named, self.export, failed, notes)
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
            self._workbench.archive_jobs.write_archive(chosen, path)
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

    def _save_picture(self, charts: ResultsCharts, path: Path) -> None:
        try:
            charts.chart_view.save_picture(path)
        except OSError as error:
            self._picture_failed(str(error))
        else:
            self._exported(path)

    def _exported(self, path: Path) -> None:
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
