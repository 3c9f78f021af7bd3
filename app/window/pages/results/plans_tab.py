"""The Plans tab: query plans (EXPLAIN) of the baseline and of one protection side by side, and a
sentence on what the case reveals."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QPlainTextEdit, QSplitter, QWidget

from app.plan.cell_key import ALL_CASES
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.query_plans import QueryPlan, query_plans
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.scope import Scope, ScopeBar, ScopedTab, case_title
from widgets.fields.choice import Choice
from widgets.layout.boxes import vbox
from widgets.look.fonts import mono_font
from widgets.look.names import isolated, shortened
from widgets.parts.cards import ToneLabel, WrappedLabel
from workloads.registry import workload_named

_tr = QCoreApplication.translate


class PlansTab(ScopedTab):
    """A server, protection and operation to choose; below them two texts of plans."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._plans: list[QueryPlan] = []
        self._server, self._protection = Choice(7, self), Choice(8, self)
        self._operation = Choice(7, self)
        for choice in (self._server, self._protection, self._operation):
            choice.activated.connect(self.redraw)
        self._leaks = WrappedLabel("", "muted")
        self.baseline, self.protected = _PlanPanel(self), _PlanPanel(self)
        self._lay_out()

    @classmethod
    def title(cls) -> str:
        return _tr("Plans", "Plans")

    @staticmethod
    def is_for(report: CampaignReport) -> bool:
        return any(each.plans for each in report.operations)

    def show_report(self, report: CampaignReport) -> None:
        self._plans = query_plans(report)
        controls = {cell.protection for cell in report.cells if cell.control}
        protections = [each.key.protection for each in self._plans]
        self._server.set_names(each.key.server for each in self._plans)
        self._protection.set_names(
            name for name in protections if name not in {report.baseline, *controls}
        )
        self._operation.set_names(each.key.operation for each in self._plans)
        super().show_report(report)

    def leaks(self) -> str:
        """The sentence on what the case reveals."""
        return self._leaks.text()

    def draw(self, report: CampaignReport) -> None:
        case, workload = self._scope.case, report.campaign.workload.name
        one = case != ALL_CASES
        self._leaks.setText(message_text(workload_named(workload).leaks(case)) if one else "")
        self._leaks.setVisible(bool(self._leaks.text()))
        self.baseline.show_plans(report.baseline, workload, self._plans_of(report.baseline))
        chosen = self._protection.currentData()
        self.protected.setVisible(chosen is not None)
        if chosen is not None:
            self.protected.show_plans(chosen, workload, self._plans_of(chosen))

    def _plans_of(self, protection: str) -> list[QueryPlan]:
        scope = self._scope
        place = self._server.currentData(), self._operation.currentData()
        return [
            each
            for each in self._plans
            if each.key.protection == protection
            and (each.key.server, each.key.operation) == place
            and scope.case in (each.key.case, ALL_CASES)
        ]

    def _lay_out(self) -> None:
        bar = ScopeBar(self._scope, self)
        bar.add(self.tr("Ser&ver"), self._server)
        bar.add(self.tr("&Protection"), self._protection)
        bar.add(self.tr("O&peration"), self._operation)
        both = QSplitter(Qt.Orientation.Horizontal, self)
        both.setChildrenCollapsible(False)
        both.setHandleWidth(16)
        both.addWidget(self.baseline)
        both.addWidget(self.protected)
        both.setSizes([500, 500])
        vbox(self, bar, self._leaks, (both, 1), margins=(0, 8, 0, 0), spacing=8)


class _PlanPanel(QWidget):
    """The plans of one protection below its name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ToneLabel()
        self._text = QPlainTextEdit(self)
        self._text.setAccessibleName(_tr("Plans", "Plan"))
        self._text.setReadOnly(True)
        self._text.setFont(mono_font())
        vbox(self, self._name, (self._text, 1), spacing=4)

    def show_plans(self, name: str, workload: str, plans: list[QueryPlan]) -> None:
        """Each statement with its plan, and its case if there are several."""
        self._name.setText(isolated(shortened(name)))
        self._text.setAccessibleName(_tr("Plans", "Plan of {name}").format(name=name))
        several = len({each.key.case for each in plans}) > 1
        text = "\n\n".join(
            _plan_text(each, case_title(workload, each.key.case) if several else "")
            for each in plans
        )
        self._text.setPlainText(text or _tr("Plans", "The server reported no plan."))

    def text(self) -> str:
        return self._text.toPlainText()


def _plan_text(plan: QueryPlan, case: str) -> str:
    head = f"{case}: {plan.statement}" if case else plan.statement
    return "\n".join([head, *(f"    {line}" for line in plan.plan.splitlines())])
