"""*do this work*: workload, its parameters, repetitions and their order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.plan.campaign import Campaign
from app.window.base.messages import message_text
from app.window.pages.campaign.own.file_field import WorkFileField
from app.window.pages.campaign.panel import SentencePart
from app.window.pages.campaign.parameter_form import ParameterForm
from app.window.pages.campaign.settings import SettingsFields
from app.window.shared.fields.field import ParameterField
from widgets.fields.choice import Choice
from widgets.fields.more_button import MoreButton
from widgets.layout.field_rows import FieldRows
from widgets.layout.flow_layout import FlowLayout
from widgets.look.theme import scaled_font
from widgets.parts.cards import FormLabel, ToneLabel
from workloads.contract import Parameters
from workloads.registry import workload_named, workload_names


class WorkForm(SentencePart):
    """All of a campaign except its servers, protections and name.

    Each workload has its own fields, which keep their contents while another one is chosen.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("do this work"), parent)
        self.how = SettingsFields(self)
        self.forms: dict[str, ParameterForm] = {}
        self._places: dict[tuple[str, str], int] = {}
        """The row of each parameter, by workload and name."""
        self._make_workloads()
        self._lay_out()
        self._connect()

    @property
    def chosen(self) -> str:
        """The name of the workload."""
        return str(self.work.currentData())

    def field(self, name: str) -> ParameterField:
        """The field of a parameter of the chosen workload."""
        return self.forms[self.chosen].fields[name]

    @property
    def own_form(self) -> ParameterForm:
        """The form of the workload that a file describes."""
        return next(
            form
            for form in self.forms.values()
            if any(isinstance(each, WorkFileField) for each in form.fields.values())
        )

    def workload(self) -> Parameters:
        """The work as a plan has it; lists may be empty while the user types."""
        return self.forms[self.chosen].parameters()

    def all_workloads(self) -> list[Parameters]:
        """The parameters of every workload, the chosen one last."""
        forms = sorted(self.forms.items(), key=lambda each: each[0] == self.chosen)
        return [form.parameters() for _, form in forms]

    def settings(self) -> dict[str, Any]:
        """The campaign's settings that this form has, by their names."""
        return self.how.values()

    def load(self, campaign: Campaign, works: Iterable[Parameters] = ()) -> None:
        """Show a campaign's settings and its workload, or in its place `works`, the chosen one
        last; sends `changed` only once."""
        self.blockSignals(True)
        for work in tuple(works) or (campaign.workload,):
            self.work.setCurrentIndex(self.work.findData(work.name))
            self.forms[work.name].show_parameters(work)
        self.how.show_settings(campaign)
        self.blockSignals(False)
        self._follow()

    def _follow(self) -> None:
        """Show the fields of the chosen workload that have an effect; rare ones only when
        unfolded."""
        idle = self.workload().idle
        for (workload, name), place in self._places.items():
            field = self.forms[workload].fields[name]
            common = self.more.isChecked() or not field.known.shown.rare
            shown = workload == self.chosen and name not in idle and common
            self._rows.show_rows([place], shown)
        self.changed.emit()

    def _make_workloads(self) -> None:
        self.work = Choice()
        for name in workload_names():
            workload = workload_named(name)
            self.work.addItem(message_text(workload.title), name)
            self.forms[name] = ParameterForm(workload.parameters, self)

    def _connect(self) -> None:
        self.work.currentIndexChanged.connect(self._follow)
        for form in self.forms.values():
            form.changed.connect(self._follow)
        self.how.changed.connect(self.changed)
        self.more.toggled.connect(self._fold)
        self._fold(False)

    def _lay_out(self) -> None:
        form = self._rows = FieldRows()
        form.add_row(self.tr("&Workload"), self.work)
        for name in self.forms:
            self._add_fields(name, rare=False)
        how = self.how
        form.add_row(
            self.tr("&Repetitions"), _pair(how.repetitions, self.tr("War&m-ups"), how.warmups)
        )
        form.add_row(self.tr("&Target, ±"), _side_by_side(how.target, how.control))
        form.add_row(self.tr("Or&der"), _pair(how.order, self.tr("S&eed"), how.seed))
        self._add_more(form)
        self.add_scrolled(form)

    def _add_fields(self, name: str, *, rare: bool) -> None:
        """Add the rare or the other fields of a workload."""
        for row in self.forms[name].rows():
            if row.rare is rare:
                self._places[name, row.field.known.name] = self._rows.count
                self._rows.add_row(row.label, row.field)

    def _add_more(self, form: FieldRows) -> None:
        """Add the folded part, with fields that few plans set."""
        self.more = MoreButton(self.tr("More"))
        form.add_row("", self.more)
        first, how = form.count, self.how
        form.add_row("", _group(self.tr("Precision")))
        form.add_row(self.tr("&Placement"), how.placement)
        form.add_row(self.tr("Max. repetitio&ns"), how.most)
        form.add_row("", _group(self.tr("Time limits")))
        form.add_row(self.tr("&Budget, min"), how.budget)
        form.add_row(self.tr("&Idle limit, s"), how.silence)
        form.add_row("", _group(self.tr("Search for readable data")))
        form.add_row(self.tr("Evidence"), how.evidence)
        self._folded = range(first, form.count)
        for name in self.forms:
            self._add_fields(name, rare=True)

    def _fold(self, unfolded: bool) -> None:
        self._rows.show_rows(self._folded, unfolded)
        self._follow()


def _group(title: str) -> ToneLabel:
    """The purpose of the fields below it."""
    label = ToneLabel(title, "muted")
    label.setFont(scaled_font(0.95, bold=True))
    label.setWordWrap(True)
    return label


def _pair(first: QWidget, text: str, second: QWidget) -> QWidget:
    """Two fields in one row, or in two if that is too narrow; `text` is the label of the second,
    and the row's label that of the first."""
    part, labelled = QWidget(), QWidget()
    inner = QHBoxLayout(labelled)
    inner.setContentsMargins(0, 0, 0, 0)
    inner.addWidget(FormLabel(text, second))
    inner.addWidget(second)
    part.setFocusProxy(first)
    row = FlowLayout(part)
    row.addWidget(first)
    row.addWidget(labelled)
    return part


def _side_by_side(*parts: QWidget) -> QWidget:
    around = QWidget()
    around.setMinimumHeight(30)
    around.setFocusProxy(parts[0])
    row = FlowLayout(around, gap=16)
    for part in parts:
        row.addWidget(part)
    return around
