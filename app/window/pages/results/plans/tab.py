"""The tab with query plans, for campaigns whose statements were explained."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from app.findings.figure import ALL_CASES
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.plans import Planned, plans_of
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.common.report_tab import ReportTab
from app.window.pages.results.common.scope import Scope, ScopeBar, case_title
from widgets.fields.choice import Choice
from widgets.look.fonts import mono_font
from widgets.look.names import isolated, shortened
from widgets.parts.cards import ToneLabel
from workloads.registry import workload_named

_tr = QCoreApplication.translate


class PlansTab(ReportTab):
    """Choices, what the case leaks in words, and two plans side by side."""

    def __init__(self, scope: Scope, reader: StoreReader, parent: QWidget | None = None) -> None:
        super().__init__(scope, reader, parent)
        self._plans: list[Planned] = []
        self._server, self._protection = Choice(7, self), Choice(8, self)
        self._operation = Choice(7, self)
        for choice in (self._server, self._protection, self._operation):
            choice.activated.connect(self.redraw)
        self._leaks = ToneLabel("", "muted")
        self._leaks.setWordWrap(True)
        self.baseline, self.protected = _Plan(self), _Plan(self)
        self._lay_out()

    @classmethod
    def title(cls) -> str:
        return _tr("Plans", "Plans")

    @staticmethod
    def fits(report: CampaignReport) -> bool:
        return any(each.plans for each in report.operations)

    def show_report(self, report: CampaignReport) -> None:
        """Show a campaign: the baseline and its first protection."""
        self._plans = plans_of(report)
        controls = {cell.protection for cell in report.cells if cell.control}
        protections = [each.protection for each in self._plans]
        _offer(self._server, [each.server for each in self._plans])
        _offer(
            self._protection,
            [name for name in protections if name not in {report.baseline, *controls}],
        )
        _offer(self._operation, [each.operation for each in self._plans])
        super().show_report(report)

    def leaks(self) -> str:
        """The sentence on what the case reveals."""
        return self._leaks.text()

    def draw(self, report: CampaignReport) -> None:
        case, workload = self._scope.case, report.campaign.workload.name
        one = case != ALL_CASES
        self._leaks.setText(message_text(workload_named(workload).leaks(case)) if one else "")
        self._leaks.setVisible(bool(self._leaks.text()))
        self.baseline.show_plans(report.baseline, workload, self._of(report.baseline))
        chosen = self._protection.currentData()
        self.protected.setVisible(chosen is not None)
        if chosen is not None:
            self.protected.show_plans(chosen, workload, self._of(chosen))

    def _of(self, protection: str) -> list[Planned]:
        scope = self._scope
        place = self._server.currentData(), self._operation.currentData()
        return [
            each
            for each in self._plans
            if each.protection == protection
            and (each.server, each.operation) == place
            and scope.case in (each.case, ALL_CASES)
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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(bar)
        column.addWidget(self._leaks)
        column.addWidget(both, 1)


class _Plan(QWidget):
    """The plans of one protection below its name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ToneLabel()
        self._text = QPlainTextEdit(self)
        self._text.setAccessibleName(_tr("Plans", "Plan"))
        self._text.setReadOnly(True)
        self._text.setFont(mono_font())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._name)
        column.addWidget(self._text, 1)

    def show_plans(self, name: str, workload: str, plans: list[Planned]) -> None:
        """Show the plan of each statement below it, and which case it is of where there are
        several."""
        self._name.setText(isolated(shortened(name)))
        self._text.setAccessibleName(_tr("Plans", "Plan of {name}").format(name=name))
        several = len({each.case for each in plans}) > 1
        text = "\n\n".join(
            _plan_text(each, case_title(workload, each.case) if several else "") for each in plans
        )
        self._text.setPlainText(text or _tr("Plans", "The server reported no plan."))

    def text(self) -> str:
        return self._text.toPlainText()


def _plan_text(plan: Planned, case: str) -> str:
    head = f"{case}: {plan.statement}" if case else plan.statement
    return "\n".join([head, *(f"    {line}" for line in plan.plan.splitlines())])


def _offer(field: Choice, names: Iterable[str]) -> None:
    before = field.currentData()
    field.clear()
    for name in dict.fromkeys(names):
        field.addItem(isolated(shortened(name)), name)
    field.setCurrentIndex(max(0, field.findData(before)))
