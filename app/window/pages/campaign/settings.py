"""The fields of a campaign's settings: repetitions, order, placement and limits."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox

from app.plan.campaign import Campaign, CampaignSettings, Order, Placement
from app.window.shared.fields.single import NumberBox, number_box
from engines.contract.parameter import parameters_of
from widgets.fields.choice import Choice

_ORDER_LETTERS = 12
"""Letters of the longest order, which is read more often than changed."""


class SettingsFields(QObject):
    """A field for each setting; the owner lays them out."""

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
        self.most = self._number("max_repetitions", step=2)
        self.most.setToolTip(
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
        for field in (self.control, self.target, self.most, self.budget):
            field.setEnabled(paired)
        self.most.setSpecialValueText(
            self.tr("any") if self.budget.value() else self.tr("as planned")
        )
        self.changed.emit()
