"""*do this work* on the campaign page: the workload with fields for its parameters, and the
campaign's settings, such as repetitions and their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)

from app.plan.campaign import Campaign, CampaignSettings, Order, Placement
from app.window.base.messages import message_text
from app.window.pages.campaign.own.file_field import HiddenParameter, WorkFileField
from app.window.pages.campaign.sentence_part import SentencePart
from app.window.shared.fields import (
    NumberBox,
    ParameterField,
    field_for,
    label_of,
    number_box,
)
from engines.contract.errors import Unfit
from engines.contract.message import Message
from engines.contract.parameter import NameKind, Parameter, all_parameters_of, parameters_of
from engines.inspection.csv_file import form_of, open_csv
from engines.inspection.regular_files import why_not_read
from widgets.fields.choice import Choice
from widgets.fields.field_rows import FieldRows
from widgets.fields.more_button import MoreButton
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.names import isolated, plain_tip
from widgets.look.theme import scaled_font
from widgets.parts.cards import FormLabel, ToneLabel, WrappedLabel
from workloads.contract import GENERATED, Parameters
from workloads.registry import workload_named, workload_names

_ORDER_LETTERS = 12
"""Letters of the longest order: its box shows all of it, since it is read more than changed."""


class SettingsFields(QObject):
    """A field for each of a campaign's settings (repetitions, order, placement, limits); the owner
    lays them out."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known = parameters_of(CampaignSettings)
        self._numbers: dict[str, NumberBox] = {}
        self._checks: dict[str, QCheckBox] = {}
        self._choices: dict[str, tuple[Choice, type[Order] | type[Placement]]] = {}
        self._make_counts()
        self._make_order()
        self._make_placement()
        self._make_limits()
        self._make_checks()
        self._connect()

    def values(self) -> dict[str, Any]:
        return {
            **{name: box.value() for name, box in self._numbers.items()},
            **{name: box.isChecked() for name, box in self._checks.items()},
            **{name: kind(str(box.currentData())) for name, (box, kind) in self._choices.items()},
        }

    def show_settings(self, campaign: Campaign) -> None:
        for name, number in self._numbers.items():
            number.setValue(getattr(campaign, name))
        for name, check in self._checks.items():
            check.setChecked(getattr(campaign, name))
        for name, (choice, _) in self._choices.items():
            choice.setCurrentIndex(choice.findData(getattr(campaign, name).value))

    def _make_counts(self) -> None:
        self.repetitions = self._number("repetitions", step=2)
        self.repetitions.setToolTip(
            self.tr("A significance test needs at least 6, or 12 in ABBA order")
        )
        self.warmups = self._number("warmups")
        self.warmups.setToolTip(self.tr("Runs of each cell before the first that counts"))
        self.seed = self._number("seed")
        self.seed.setToolTip(
            self.tr("Determines the order and the generated data; the same seed repeats both")
        )

    def _make_order(self) -> None:
        self.order = self._choice("order", Order)
        self.order.setMinimumContentsLength(_ORDER_LETTERS)
        self.order.addItem(self.tr("Lockstep"), Order.LOCKSTEP.value)
        self.order.addItem(self.tr("ABBA blocks"), Order.ABBA.value)
        self.order.addItem(self.tr("Sequential"), Order.SEQUENTIAL.value)
        self.order.setToolTip(
            self.tr(
                "Lockstep: protections take turns of a few milliseconds, or receive requests at "
                "the same time. Changes of the machine affect all of them alike. ABBA blocks: "
                "whole runs forwards, then backwards. This cancels slow drift. Sequential: one "
                "cell after another, as in the published study."
            )
        )

    def _make_placement(self) -> None:
        self.placement = self._choice("placement", Placement)
        for words, tip, value in (
            (
                self.tr("One core"),
                self.tr(
                    "Server and worker share a core that the program does not use: least noise"
                ),
                Placement.ONE_CORE,
            ),
            (
                self.tr("Two cores"),
                self.tr(
                    "Server and worker have one core each and must wake each other for every "
                    "statement"
                ),
                Placement.TWO_CORES,
            ),
            (
                self.tr("Free"),
                self.tr(
                    "The system may move server and worker between cores: noise hides small costs"
                ),
                Placement.FREE,
            ),
        ):
            self.placement.addItem(words, value.value)
            self.placement.setItemData(self.placement.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self.placement.currentTextChanged.connect(self._explain_placement)
        self._explain_placement()

    def _explain_placement(self) -> None:
        self.placement.setToolTip(str(self.placement.currentData(Qt.ItemDataRole.ToolTipRole)))

    def _make_limits(self) -> None:
        self.target = self._number("target_percent")
        self.target.setSpecialValueText(self.tr("any"))
        self.target.setSuffix(self.tr(" %"))
        self.target.setToolTip(
            self.tr(
                "Wanted half-width of intervals, in percentage points. Costs above 20 times "
                "this value may have wider intervals."
            )
        )
        self.max_repetitions = self._number("max_repetitions", step=2)
        self.max_repetitions.setToolTip(
            self.tr("Adds blocks, up to this many repetitions, until intervals reach the target")
        )
        self.budget = self._number("budget_minutes")
        self.budget.setSpecialValueText(self.tr("no limit"))
        self.budget.setToolTip(
            self.tr("Ends the campaign after this many minutes, at the end of a block")
        )
        self.silence = self._number("silence_seconds")
        self.silence.setSpecialValueText(self.tr("no limit"))
        self.silence.setToolTip(
            self.tr(
                "Stops a run if no statement ends for this many seconds while server and worker "
                "are idle"
            )
        )

    def _make_checks(self) -> None:
        self.control = self._check("control", self.tr("Baseline twi&ce"))
        self.control.setToolTip(self.tr("Their difference is the smallest detectable cost"))
        self.evidence = self._check("evidence", self.tr("loo&k afterwards"))
        self.evidence.setToolTip(
            self.tr("After the last run, search for a planted marker everywhere the servers write")
        )

    def _number(self, name: str, step: int = 1) -> NumberBox:
        """A field for a number, with its limits and its default."""
        box = number_box(self._known[name], step)
        self._numbers[name] = box
        return box

    def _check(self, name: str, words: str) -> QCheckBox:
        box = self._checks[name] = QCheckBox(words)
        box.setChecked(getattr(CampaignSettings, name))
        return box

    def _choice(self, name: str, kind: type[Order] | type[Placement]) -> Choice:
        box = Choice(6)
        self._choices[name] = box, kind
        return box

    def _connect(self) -> None:
        for number in self._numbers.values():
            number.valueChanged.connect(self._follow)
        for check in self._checks.values():
            check.toggled.connect(self._follow)
        for choice, _ in self._choices.values():
            choice.currentIndexChanged.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        """Disable control and limits for the sequential order, which has no blocks."""
        paired = self.order.currentData() != Order.SEQUENTIAL.value
        for field in (self.control, self.target, self.max_repetitions, self.budget):
            field.setEnabled(paired)
        self.max_repetitions.setSpecialValueText(
            self.tr("any") if self.budget.value() else self.tr("as planned")
        )
        self.changed.emit()


_PREVIEW_ROWS = 3
_PREVIEW_CELLS = 5
_tr = QCoreApplication.translate


class FileForm(ToneLabel):
    """How a CSV file is read: “Read as CSV with semicolons, in Latin-1: Pará · Santarém · …”;
    hidden without a file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "muted", parent)
        self.setWordWrap(True)
        self.hide()

    def show_file(self, path: str) -> None:
        """Show how a file is read, if it exists; the tooltip has its first rows."""
        exists = bool(path) and Path(path).is_file()
        self.setVisible(exists)
        if not exists:
            self.clear()
            return
        try:
            self._show_rows(path)
        except (OSError, ValueError) as error:
            why = error.message if isinstance(error, Unfit) else why_not_read(error)
            reason = message_text(why) if isinstance(why, Message) else why
            self._show_text(_tr("FileForm", "Not readable: {0}.").format(reason), "", "warning")

    def _show_rows(self, path: str) -> None:
        form = form_of(path)
        with open_csv(path, form) as table:
            rows = [tuple(row.values()) for _, row in islice(table, _PREVIEW_ROWS)]
            head = " · ".join(table.columns)
        first = " · ".join(filter(None, rows[0][:_PREVIEW_CELLS])) if rows else ""
        message = _tr("FileForm", "Read as {0}: {1} …")
        self._show_text(
            message.format(message_text(form.description), isolated(first)),
            "\n".join([head, *(" · ".join(row) for row in rows)]),
            "muted",
        )

    def _show_text(self, text: str, tip: str, tone: str) -> None:
        self.setText(text)
        self.setToolTip(plain_tip(tip))
        self.set_tone(tone)


class DataParameter(ParameterField):
    """The field for a workload's data: generated, or read from a CSV file."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__(parameter)
        self.generated = QRadioButton(self.tr("&Generated"))
        self.from_file = QRadioButton(self.tr("&File"))
        self.path = QLineEdit()
        self.path.setPlaceholderText(message_text(parameter.shown.file))
        self.path.setAccessibleName(self.tr("Data file"))
        self.form = FileForm()
        self._lay_out()
        self.show_value(parameter.default)
        self.generated.toggled.connect(self._follow)
        self.path.textChanged.connect(self._show_form)
        self.path.textChanged.connect(self.changed)

    def value(self) -> str:
        return GENERATED if self.generated.isChecked() else self.path.text().strip()

    def show_value(self, value: str) -> None:
        (self.generated if value == GENERATED else self.from_file).setChecked(True)
        self.path.setText("" if value == GENERATED else value)
        self._follow()

    def _follow(self) -> None:
        self._named.setVisible(self.from_file.isChecked())
        self._show_form()
        self.changed.emit()

    def _show_form(self) -> None:
        self.form.show_file(self.path.text().strip() if self.from_file.isChecked() else "")

    def _lay_out(self) -> None:
        group = QButtonGroup(self)
        row = FlowLayout(gap=16)
        for radio in (self.generated, self.from_file):
            group.addButton(radio)
            row.addWidget(radio)
        browse = QPushButton(self.tr("Browse …"))
        browse.clicked.connect(self._browse)
        self._named = QWidget()
        hbox(self._named, (self.path, 1), browse)
        vbox(self, row, self._named, self.form, spacing=6)
        self.setFocusProxy(self.generated)

    def _browse(self) -> None:
        dialog = QFileDialog(self, message_text(self.parameter.shown.file), self.path.text())
        dialog.setNameFilters([self.tr("Tables (*.csv)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: self.path.setText(str(Path(path))))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()


_NAME = "name"
"""The parameter that holds the workload's name, which has no field."""


class FieldRow(NamedTuple):
    label: str
    field: ParameterField


def parameters_with_row(kind: type[Parameters]) -> Iterator[Parameter]:
    """The parameters that have a row of their own, in the order of their declarations."""
    for parameter in all_parameters_of(kind).values():
        if parameter.name != _NAME and not parameter.shown.same_row_as:
            yield parameter


class ParameterForm(QObject):
    """A field for each parameter that a workload's dataclass declares; the owner lays them out."""

    changed = Signal()

    def __init__(self, kind: type[Parameters], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        parameters = all_parameters_of(kind)
        self._name: str = parameters[_NAME].default
        self.fields = {name: _field_for(each) for name, each in parameters.items() if name != _NAME}
        for each in self.fields.values():
            each.begin()
        for each in self.fields.values():
            each.changed.connect(self.changed)

    def rows(self) -> Iterator[FieldRow]:
        """The fields of `parameters_with_row`, with their labels."""
        for parameter in parameters_with_row(self._kind):
            yield FieldRow(label_of(parameter), self.fields[parameter.name])

    def parameters(self) -> Parameters:
        """The parameters as entered; lists may be empty while the user types."""
        return self._kind(
            name=self._name, **{name: each.value() for name, each in self.fields.items()}
        )

    def show_parameters(self, parameters: Parameters) -> None:
        """Show parameters without sending `changed` for each field."""
        self.blockSignals(True)
        for name, each in self.fields.items():
            each.show_value(getattr(parameters, name))
        self.blockSignals(False)


def _field_for(parameter: Parameter) -> ParameterField:
    if parameter.shown.same_row_as:
        return HiddenParameter(parameter)
    if parameter.shown.names is NameKind.WORKLOAD:
        return WorkFileField(parameter)
    return DataParameter(parameter) if parameter.shown.file else field_for(parameter)


class WorkForm(SentencePart):
    """Workload and settings of a campaign: all but its servers, protections and name.

    Each workload has fields of its own, made when it is first chosen; they keep their contents
    while another is chosen.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("do this work"), parent)
        self.settings_fields = SettingsFields(self)
        self._forms: dict[str, ParameterForm] = {}
        self._not_yet_shown: dict[str, Parameters] = {}
        """Parameters to show in the fields of a workload when they are made, by its name."""
        self._row_numbers: dict[tuple[str, str], int] = {}
        """The number of the row reserved for each parameter, by workload and name."""
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
                row_number = self._row_numbers[name, row.field.parameter.name]
                self._rows.fill_row(row_number, row.label, row.field)
                self._rows.show_rows([row_number], False)
            if name in self._not_yet_shown:
                form.show_parameters(self._not_yet_shown.pop(name))
            form.changed.connect(self._follow)
        return self._forms[name]

    def field(self, name: str) -> ParameterField:
        """The field of a parameter of the chosen workload."""
        return self.form(self.chosen).fields[name]

    def workload(self) -> Parameters:
        """The chosen workload's parameters; lists may be empty while the user types."""
        return self.form(self.chosen).parameters()

    def all_workloads(self) -> list[Parameters]:
        """The parameters of every workload that was ever chosen; the one chosen now is last."""
        chosen = self.workload()
        others = [form.parameters() for name, form in self._forms.items() if name != chosen.name]
        return [*self._not_yet_shown.values(), *others, chosen]

    def settings(self) -> dict[str, Any]:
        """The campaign's settings that this form has, by their names."""
        return self.settings_fields.values()

    def load(self, campaign: Campaign, works: Iterable[Parameters] = ()) -> None:
        """Show a campaign's settings and its workload; or instead of that `works`, of which the
        last is chosen. Emits `changed` once."""
        shown = tuple(works) or (campaign.workload,)
        with QSignalBlocker(self), QSignalBlocker(self.work):
            for work in shown:
                if work.name in self._forms:
                    self._forms[work.name].show_parameters(work)
                else:
                    self._not_yet_shown[work.name] = work
            self.work.setCurrentIndex(self.work.findData(shown[-1].name))
            self.settings_fields.show_settings(campaign)
        self._follow()

    def _follow(self) -> None:
        """Show the fields of the chosen workload that have an effect; rare ones only when
        unfolded."""
        chosen = self.workload()
        fields = self.form(chosen.name).fields
        shown = {
            row_number
            for (workload, name), row_number in self._row_numbers.items()
            if workload == chosen.name
            and name not in chosen.idle
            and (self.more.isChecked() or not fields[name].parameter.shown.rare)
        }
        self._rows.show_rows(set(self._row_numbers.values()) - shown, False)
        self._rows.show_rows(shown, True)
        self.changed.emit()

    def _make_workloads(self) -> None:
        self.work = Choice()
        for name in workload_names():
            self.work.addItem(message_text(workload_named(name).title), name)

    def _connect(self) -> None:
        self.work.currentIndexChanged.connect(self._follow)
        self.settings_fields.changed.connect(self.changed)
        self.more.toggled.connect(self._fold)
        self._fold(False)

    def _lay_out(self) -> None:
        form = self._rows = FieldRows()
        form.add_row(self.tr("&Workload"), self.work)
        self._reserve_rows(rare=False)
        fields = self.settings_fields
        form.add_row(
            self.tr("&Repetitions"), _pair(fields.repetitions, self.tr("War&m-ups"), fields.warmups)
        )
        form.add_row(self.tr("&Target (±)"), _side_by_side(fields.target, fields.control))
        form.add_row(self.tr("Or&der"), _pair(fields.order, self.tr("S&eed"), fields.seed))
        self._add_more(form)
        self.add_scrolled(form)

    def _reserve_rows(self, *, rare: bool) -> None:
        """Reserve rows for the parameters of all workloads that are, or are not, rarely set."""
        for name in workload_names():
            for parameter in parameters_with_row(workload_named(name).parameters):
                if parameter.shown.rare is rare:
                    self._row_numbers[name, parameter.name] = self._rows.reserve_row()

    def _add_more(self, form: FieldRows) -> None:
        """Add the part that is folded at first, with fields that few plans set."""
        self.more = MoreButton(self.tr("More"))
        form.add_row("", self.more)
        first, fields = form.count, self.settings_fields
        form.add_row("", _group(self.tr("Precision")))
        form.add_row(self.tr("&Placement"), fields.placement)
        form.add_row(self.tr("Max. repetitio&ns"), fields.max_repetitions)
        form.add_row("", _group(self.tr("Time limits")))
        form.add_row(self.tr("&Budget (min)"), fields.budget)
        form.add_row(self.tr("&Idle limit (s)"), fields.silence)
        form.add_row("", _group(self.tr("Search for readable data")))
        form.add_row(self.tr("Evidence"), fields.evidence)
        self._folded = range(first, form.count)
        self._reserve_rows(rare=True)

    def _fold(self, unfolded: bool) -> None:
        self._rows.show_rows(self._folded, unfolded)
        self._follow()


def _group(title: str) -> ToneLabel:
    """A heading for the fields below it."""
    label = WrappedLabel(title, "muted")
    label.setFont(scaled_font(0.95, bold=True))
    return label


def _pair(first: QWidget, text: str, second: QWidget) -> QWidget:
    """Two fields in one row, or in two if that is too narrow; `text` is the label of the second,
    and the row's label that of the first."""
    part, labelled = QWidget(), QWidget()
    hbox(labelled, FormLabel(text, second), second)
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
