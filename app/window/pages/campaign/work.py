"""*do this work*: workload, its parameters, repetitions and their order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.plan.campaign import Campaign
from app.window.base.messages import message_text
from app.window.pages.campaign.panel import SentencePart
from app.window.pages.campaign.parameter_form import ParameterForm, declared_rows
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

    Each workload has its own fields, which keep their contents while another one is chosen. They
    are made when the workload is first chosen.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("do this work"), parent)
        self.how = SettingsFields(self)
        self._forms: dict[str, ParameterForm] = {}
        self._unshown: dict[str, Parameters] = {}
        """What the fields of a workload begin with that are not made yet."""
        self._places: dict[tuple[str, str], int] = {}
        """The row of each parameter, by workload and name."""
        self._make_workloads()
        self._lay_out()
        self._connect()

    @property
    def chosen(self) -> str:
        """The name of the workload."""
        return str(self.work.currentData())

    def form(self, name: str) -> ParameterForm:
        """The fields of a workload, made now if they were not."""
        if name not in self._forms:
            self._forms[name] = form = ParameterForm(workload_named(name).parameters, self)
            for row in form.rows():
                place = self._places[name, row.field.known.name]
                self._rows.fill_row(place, row.label, row.field)
                self._rows.show_rows([place], False)
            if name in self._unshown:
                form.show_parameters(self._unshown.pop(name))
            form.changed.connect(self._follow)
        return self._forms[name]

    def field(self, name: str) -> ParameterField:
        """The field of a parameter of the chosen workload."""
        return self.form(self.chosen).fields[name]

    def workload(self) -> Parameters:
        """The work as a plan has it; lists may be empty while the user types."""
        return self.form(self.chosen).parameters()

    def all_workloads(self) -> list[Parameters]:
        """The parameters of every workload that was chosen, in this session or before; that of now
        is last."""
        chosen = self.workload()
        others = [form.parameters() for name, form in self._forms.items() if name != chosen.name]
        return [*self._unshown.values(), *others, chosen]

    def settings(self) -> dict[str, Any]:
        """The campaign's settings that this form has, by their names."""
        return self.how.values()

    def load(self, campaign: Campaign, works: Iterable[Parameters] = ()) -> None:
        """Show a campaign's settings and its workload, or in its place `works`, the chosen one
        last; sends `changed` only once."""
        shown = tuple(works) or (campaign.workload,)
        with QSignalBlocker(self), QSignalBlocker(self.work):
            for work in shown:
                if work.name in self._forms:
                    self._forms[work.name].show_parameters(work)
                else:
                    self._unshown[work.name] = work
            self.work.setCurrentIndex(self.work.findData(shown[-1].name))
            self.how.show_settings(campaign)
        self._follow()

    def _follow(self) -> None:
        """Show the fields of the chosen workload that have an effect; rare ones only when
        unfolded."""
        chosen = self.workload()
        fields = self.form(chosen.name).fields
        shown = {
            place
            for (workload, name), place in self._places.items()
            if workload == chosen.name
            and name not in chosen.idle
            and (self.more.isChecked() or not fields[name].known.shown.rare)
        }
        self._rows.show_rows(set(self._places.values()) - shown, False)
        self._rows.show_rows(shown, True)
        self.changed.emit()

    def _make_workloads(self) -> None:
        self.work = Choice()
        for name in workload_names():
            self.work.addItem(message_text(workload_named(name).title), name)

    def _connect(self) -> None:
        self.work.currentIndexChanged.connect(self._follow)
        self.how.changed.connect(self.changed)
        self.more.toggled.connect(self._fold)
        self._fold(False)

    def _lay_out(self) -> None:
        form = self._rows = FieldRows()
        form.add_row(self.tr("&Workload"), self.work)
        self._reserve(rare=False)
        how = self.how
        form.add_row(
            self.tr("&Repetitions"), _pair(how.repetitions, self.tr("War&m-ups"), how.warmups)
        )
        form.add_row(self.tr("&Target, ±"), _side_by_side(how.target, how.control))
        form.add_row(self.tr("Or&der"), _pair(how.order, self.tr("S&eed"), how.seed))
        self._add_more(form)
        self.add_scrolled(form)

    def _reserve(self, *, rare: bool) -> None:
        """Rows for the rare or the other fields of every workload."""
        for name in workload_names():
            for known in declared_rows(workload_named(name).parameters):
                if known.shown.rare is rare:
                    self._places[name, known.name] = self._rows.reserve_row()

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
        self._reserve(rare=True)

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
