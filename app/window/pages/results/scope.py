"""What the results page's tabs show in common (case, servers, protections, baseline, measure,
studies), and the base classes of tabs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.findings.compare import AllCases
from app.findings.figure import Figure
from app.findings.statistics import Comparison
from app.findings.studies.study import Study
from app.plan.campaign import BASELINE
from app.plan.cell_key import ALL_CASES
from app.plan.requirements import Requirements
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.matched_study import MatchedStudy, match_study
from app.report.page_one.build_page_one import page_one
from app.report.page_one.model import PageOne
from app.results.records import CellRecord
from app.window.base.store_reader import StoreReader
from app.window.shared.run_words import case_words
from widgets.fields.choice import Choice
from widgets.fields.filter_menu import FilterMenu
from widgets.layout.layouts import FlowLayout
from widgets.look.names import isolated
from widgets.parts.cards import FormLabel
from workloads.contract import Case
from workloads.registry import headline_group

if TYPE_CHECKING:
    from app.results.store.store import Store


def read_report(
    store: Store, campaign_id: int, baseline: str | None = None, measure: str | None = None
) -> CampaignReport:
    """The report on a campaign, with its figures computed here (on the reader's thread), not in the
    window's.

    Raises: InputError as `report_on`
    """
    from app.report.figures.campaign_report import report_on

    report = report_on(store, campaign_id, baseline, measure)
    _ = report.figures
    return report


_NO_CASE = Case(0)
"""For a campaign without cells."""


class Scope(QObject):
    """The choices that all tabs share: one made on a tab holds for all."""

    changed = Signal()
    comparison_changed = Signal()
    """Another baseline or measure is chosen: the report must be read again."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.campaign_id = 0
        self.cases: list[Case] = []
        self.servers: list[str] = []
        self.protections: list[str] = []
        self.case = _NO_CASE
        self.workload = ""
        self.baseline = BASELINE
        self.measure: str | None = None
        """The name of what is compared; None for the main measure."""
        self.hidden_servers: frozenset[str] = frozenset()
        self.hidden_protections: frozenset[str] = frozenset()
        self.studies: tuple[Study, ...] = ()
        self.default_requirements: Callable[[], Requirements] = Requirements
        """Requirements that hold where the campaign has none: the last prices."""
        self._page: tuple[CampaignReport, Requirements, PageOne] | None = None
        self._all_cases: tuple[CampaignReport, AllCases] | None = None
        self._matched: tuple[CampaignReport, tuple[object, ...], list[MatchedStudy]] | None = None

    def update_from(self, report: CampaignReport) -> None:
        """Take a campaign's cases, servers and protections as choices. Another campaign is shown
        unfiltered, in all cases together; where these are different work, in one of them."""
        before = dict(vars(self))
        if report.summary.id != self.campaign_id:
            self.hidden_servers = self.hidden_protections = frozenset()
            self.case = _NO_CASE
            self.baseline, self.measure = report.campaign.baseline, None
        self.campaign_id = report.summary.id
        cases = sorted({cell.case for cell in report.cells})
        self.workload = report.campaign.workload.name
        self.cases = [*cases, ALL_CASES] if len(cases) > 1 else cases
        self.servers = list(dict.fromkeys(cell.server for cell in report.cells))
        self.protections = list(dict.fromkeys(cell.protection for cell in report.cells))
        if self.case not in self.cases:
            self.case = self._initial_case(cases)
        if vars(self) != before:
            self.changed.emit()

    def _initial_case(self, cases: Sequence[Case]) -> Case:
        kinds = {headline_group(self.workload, case) for case in cases}
        if len(cases) > 1 and len(kinds) == 1 and None not in kinds:
            return ALL_CASES
        alike = [case for case in cases if case.name == cases[0].name]
        return alike[-1] if alike else _NO_CASE

    def choose_case(self, case: Case) -> None:
        if case != self.case:
            self.case = case
            self.changed.emit()

    def choose_baseline(self, baseline: str) -> None:
        if baseline != self.baseline:
            self.baseline = baseline
            self.comparison_changed.emit()

    def choose_measure(self, measure: str | None) -> None:
        """Compare another measure; None is the main one."""
        if measure != self.measure:
            self.measure = measure
            self.comparison_changed.emit()

    def choose_studies(self, studies: tuple[Study, ...]) -> None:
        """Compare with exactly these studies."""
        if studies != self.studies:
            self.studies = studies
            self.changed.emit()

    def matches_report(self, report: CampaignReport) -> bool:
        """Whether a report has the chosen baseline and measure."""
        return (report.baseline, report.measure) == (self.baseline, self.measure)

    def hide(self, servers: frozenset[str], protections: frozenset[str]) -> None:
        if (servers, protections) != (self.hidden_servers, self.hidden_protections):
            self.hidden_servers, self.hidden_protections = servers, protections
            self.changed.emit()

    def requirements_for(self, report: CampaignReport) -> Requirements:
        return report.requirements.over(self.default_requirements())

    def page_one(self, report: CampaignReport) -> PageOne:
        """The content of the report's first page, which head and summary show."""
        requirements = self.requirements_for(report)
        known = self._page
        if known is None or known[0] is not report or known[1] != requirements:
            built = page_one(replace(report, requirements=requirements))
            known = self._page = report, requirements, built
        return known[2]

    def cells(self, report: CampaignReport) -> list[CellRecord]:
        """A cell for each server and protection: of the chosen case, or the first where all are."""
        cases = self.cases if self.case == ALL_CASES else [self.case]
        found: dict[tuple[str, str], CellRecord] = {}
        for cell in report.cells:
            if cell.case in cases:
                found.setdefault((cell.server, cell.protection), cell)
        return list(found.values())

    def rows(self, report: CampaignReport) -> list[Figure]:
        """The figures of the chosen case."""
        if self.case == ALL_CASES:
            return self._all_of(report).rows
        return [row for row in report.comparison if row.at == self.case]

    def comparison_of(self, report: CampaignReport, row: Figure) -> Comparison:
        """The comparison that one of `rows` comes from, with its blocks (repetitions paired with
        the baseline's)."""
        if row.at == ALL_CASES:
            return self._all_of(report).comparison(row)
        return report.compared.comparison(row)

    def matched(self, report: CampaignReport, measure: str | None = None) -> list[MatchedStudy]:
        """The chosen studies matched with the figures of the chosen case, by `measure` or else the
        report's."""
        measure = measure or report.compared.measure
        wanted = (self.case, self.studies, measure)
        if self._matched is None or self._matched[0] is not report or self._matched[1] != wanted:
            items = report.compared.totals(None if self.case == ALL_CASES else self.case)
            rows = self.rows(report)
            matched = [match_study(each, report, [*rows, *items], measure) for each in self.studies]
            self._matched = report, wanted, matched
        return self._matched[2]

    def _all_of(self, report: CampaignReport) -> AllCases:
        if self._all_cases is None or self._all_cases[0] is not report:
            self._all_cases = report, AllCases(report.compared)
        return self._all_cases[1]

    def is_shown(self, server: str, protection: str) -> bool:
        return server not in self.hidden_servers and protection not in self.hidden_protections


class ReportTab(QWidget):
    """A tab about a campaign, registered in `TABS` of `results_view.py`. A hidden one draws when it
    is shown."""

    picture_failed = Signal(str)
    study_failed = Signal(object)
    """A CipherbenchError of a study that cannot be used."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scope, self._reader = scope, reader
        self._report: CampaignReport | None = None
        self._redraw_pending = False

    @classmethod
    def title(cls) -> str:
        raise NotImplementedError

    @staticmethod
    def is_for(report: CampaignReport) -> bool:
        """Whether a campaign has something to show here."""
        del report
        return True

    def show_report(self, report: CampaignReport) -> None:
        self._report = report
        self.redraw()

    def redraw(self) -> None:
        """Redraw at once, or as soon as the tab is seen."""
        self._redraw_pending = not self.isVisible()
        if not self._redraw_pending and self._report is not None:
            self.draw(self._report)

    def draw(self, report: CampaignReport) -> None:
        raise NotImplementedError

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._redraw_pending:
            self.redraw()


class ScopedTab(ReportTab):
    """A tab that draws a campaign within the scope, and again when that changes."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        scope.changed.connect(self.redraw)

    def redraw(self) -> None:
        """Wait for the scope of a campaign that it does not have yet."""
        if self._report is not None and self._report.summary.id == self._scope.campaign_id:
            super().redraw()


class ScopeBar(QWidget):
    """Fields for case, servers and protections, in a row that wraps; a tab adds fields of its
    own."""

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scope = scope
        self._case = Choice(10, self)
        self._case.activated.connect(self._on_case)
        self._servers: FilterMenu | None = None
        self._protections: FilterMenu | None = None
        self._flow = FlowLayout(self, gap=6, line_gap=4, wish=900)
        self.add(self.tr("&Case"), self._case)
        scope.changed.connect(self._show_scope)
        self._show_scope()

    def add(self, word: str, field: QWidget) -> None:
        """Append a field with its label."""
        self._flow.addWidget(FormLabel(word, field))
        self._flow.addWidget(field)

    def add_widget(self, part: QWidget) -> None:
        self._flow.addWidget(part)

    def add_filters(self, *, servers: bool = True) -> None:
        if servers:
            self._servers = self._filter(self.tr("Servers"))
        self._protections = self._filter(self.tr("Protections"))
        self._show_scope()

    def _filter(self, title: str) -> FilterMenu:
        menu = FilterMenu(title, self)
        menu.changed.connect(self._on_hidden)
        self._flow.addWidget(menu)
        return menu

    def _show_scope(self) -> None:
        words = [case_title(self._scope.workload, case) for case in self._scope.cases]
        if [self._case.itemText(at) for at in range(self._case.count())] != words:
            self._case.clear()
            self._case.addItems(words)
        if self._scope.cases:
            self._case.setCurrentIndex(self._scope.cases.index(self._scope.case))
        scope = self._scope
        if self._servers is not None:
            _offer(self._servers, scope.servers, scope.hidden_servers)
        if self._protections is not None:
            _offer(self._protections, scope.protections, scope.hidden_protections)

    def _on_case(self, at: int) -> None:
        self._scope.choose_case(self._scope.cases[at])

    def _on_hidden(self) -> None:
        scope = self._scope
        servers = self._servers.hidden() if self._servers else scope.hidden_servers
        protections = self._protections.hidden() if self._protections else scope.hidden_protections
        scope.hide(servers, protections)


def labelled(parent: QWidget, word: str, field: QWidget) -> QWidget:
    """A field with its label before it."""
    part = QWidget(parent)
    flow = FlowLayout(part, gap=6, line_gap=4, wish=900)
    flow.addWidget(FormLabel(word, field))
    flow.addWidget(field)
    return part


def case_title(workload: str, case: Case) -> str:
    """“2,000 records”, or “all cases”."""
    if case == ALL_CASES:
        return QCoreApplication.translate("Results", "all cases")
    return case_words(workload, case)


def _offer(menu: FilterMenu, names: Sequence[str], hidden: frozenset[str]) -> None:
    menu.set_entries({name: isolated(name) for name in names})
    menu.hide_only(hidden)
