"""The field that suits a parameter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QRadioButton

from app.window.base.messages import message_text
from app.window.shared.fields.single import (
    NumberParameter,
    ParameterField,
    TextParameter,
    TickParameter,
    column_of,
    label_of,
    plain,
    tell,
)
from engines.contract.message import Message
from engines.contract.parameter import Parameter
from widgets.fields.chips import ChipEditor, ToggleChip
from widgets.fields.choice import Choice
from widgets.layout.layouts import FlowLayout
from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel

# Fields for one of several, and for several of them.

_MOST = 100_000_000


class RadioParameter(ParameterField):
    """One of a few, with a line below that says what the chosen one means."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        self.radios: dict[StrEnum, QRadioButton] = {}
        self._note = ToneLabel("", "muted")
        self._note.setFont(scaled_font(0.92))
        self._note.setWordWrap(True)
        group = QButtonGroup(self)
        column = column_of(self)
        row = FlowLayout(gap=16)
        for choice in known.choices or ():
            radio = self.radios[choice] = QRadioButton(_word(known, choice))
            radio.setAccessibleName(f"{plain(label_of(known))}: {plain(radio.text())}")
            tell(radio, _help_of(known, choice))
            group.addButton(radio)
            row.addWidget(radio)
        column.addLayout(row)
        column.addWidget(self._note)
        self._note.setVisible(any(radio.toolTip() for radio in self.radios.values()))
        group.buttonToggled.connect(self._follow)
        self.setFocusProxy(next(iter(self.radios.values())))
        self.show_value(known.default)

    def value(self) -> StrEnum:
        return next(choice for choice, radio in self.radios.items() if radio.isChecked())

    def show_value(self, value: StrEnum) -> None:
        self.radios[value].setChecked(True)

    def _follow(self, radio: QRadioButton, on: bool) -> None:
        if on:
            self._note.setText(radio.toolTip())
            self.changed.emit()


class ChoiceParameter(ParameterField):
    """One of many, or of those available."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        self.box = Choice()
        self.suit(known)
        self.show_value(known.default)
        self.box.currentIndexChanged.connect(self.changed)
        column_of(self).addWidget(self.box)
        self.setFocusProxy(self.box)

    def value(self) -> StrEnum:
        assert self.known.choices
        chosen: StrEnum = self.known.choices(self.box.currentData() or self.known.default)
        return chosen

    def show_value(self, value: StrEnum) -> None:
        self.box.setCurrentIndex(max(0, self.box.findData(value.value)))

    def suit(self, known: Parameter) -> None:
        super().suit(known)
        self.box.clear()
        for choice in known.shown.offers or known.choices or ():
            self.box.addItem(_word(known, choice), choice.value)


class SizesParameter(ParameterField):
    """Whole numbers as chips."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        words = message_text(known.shown.words)
        self.chips = ChipEditor(known.shown.offers, words, int(known.most or _MOST))
        self.chips.set_values(known.default)
        self.chips.changed.connect(self.changed)
        column_of(self).addWidget(self.chips)
        self.setFocusProxy(self.chips)

    def value(self) -> tuple[int, ...]:
        return tuple(self.chips.values())

    def show_value(self, value: Iterable[int]) -> None:
        self.chips.set_values(tuple(value))

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Put the cursor into the field at the end of the chips."""
        self.chips.setFocus(reason)


class PickedParameter(ParameterField):
    """Some of the offered values; further values of a plan are added to the offer."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        self.chips: dict[Any, ToggleChip] = {}
        self._row = FlowLayout(self, gap=6, line_gap=6)
        for each in known.shown.offers or known.item:
            self._offer(each)
        self.show_value(known.default)

    def value(self) -> tuple[Any, ...]:
        return tuple(each for each, chip in self.chips.items() if chip.isChecked())

    def show_value(self, value: Iterable[Any]) -> None:
        wanted = tuple(value)
        for each in wanted:
            if each not in self.chips:
                self._offer(each)
        for each, chip in self.chips.items():
            chip.setChecked(each in wanted)

    def _offer(self, value: Any) -> None:
        chip = self.chips[value] = ToggleChip(_word(self.known, value), self)
        tell(chip, _help_of(self.known, value) or self.known.shown.help)
        chip.toggled.connect(self.changed)
        self._row.addWidget(chip)
        if len(self.chips) == 1:
            self.setFocusProxy(chip)


class ListParameter(TextParameter):
    """Words or numbers, separated by commas; invalid numbers are left out."""

    def value(self) -> tuple[Any, ...]:
        words = filter(None, map(str.strip, self.line.text().split(",")))
        read: Callable[[str], Any] = self.known.item
        return tuple(each for word in words for each in _read(read, word))

    def show_value(self, value: Iterable[Any]) -> None:
        self.line.setText(", ".join(str(each).removesuffix(".0") for each in value))


def _word(known: Parameter, choice: Any) -> str:
    word, _ = known.shown.choices.get(choice, (None, None))
    return message_text(word) if word else str(choice)


def _help_of(known: Parameter, choice: Any) -> Message | None:
    return known.shown.choices.get(choice, (None, None))[1]


def _read(read: Callable[[str], Any], word: str) -> list[Any]:
    try:
        return [read(word)]
    except ValueError:
        return []


_FEW = 3
"""Up to this many choices are radio buttons, unless the offer changes."""


def field_for(known: Parameter) -> ParameterField:
    if known.number:
        return NumberParameter(known)
    if known.kind is bool:
        return TickParameter(known)
    if known.choices:
        few = len(known.choices) <= _FEW and not known.shown.offers
        return RadioParameter(known) if few else ChoiceParameter(known)
    if known.item is int:
        return SizesParameter(known)
    if known.item is not None:
        return _list_field(known)
    return TextParameter(known)


def _list_field(known: Parameter) -> ParameterField:
    enumerated = isinstance(known.item, type) and issubclass(known.item, StrEnum)
    picked = known.shown.offers or enumerated
    return PickedParameter(known) if picked else ListParameter(known)
