"""Form fields for parameters, made from their declarations (`engines.contract.parameter`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDoubleSpinBox,
    QLineEdit,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.window.base.messages import message_text
from engines.contract.message import Message
from engines.contract.parameter import NameKind, Parameter
from widgets.fields.chips import ChipEditor, ToggleChip
from widgets.fields.choice import Choice
from widgets.fields.number_field import guard_wheel
from widgets.fields.text_fields import PathField
from widgets.layout.boxes import vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel


class ParameterField(QWidget):
    """The base class of all fields."""

    changed = Signal()
    submitted = Signal()
    """Enter was pressed in it."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__()
        self.parameter = parameter
        self.setMinimumHeight(30)

    def value(self) -> Any:
        raise NotImplementedError

    def show_value(self, value: Any) -> None:
        raise NotImplementedError

    def adapt_to(self, parameter: Parameter) -> None:
        """Adapt to another declaration of the same parameter, as for another engine."""
        self.parameter = parameter

    def begin(self) -> None:
        """Show the initial value of a form."""
        parameter = self.parameter
        begins = (parameter.shown.begins, parameter.usual, parameter.default)
        self.show_value(next((each for each in begins if each is not None), None))

    def _fill(self, *parts: QWidget) -> None:
        """Lay out parts in a row; the first gets the focus."""
        row = FlowLayout(self, gap=16)
        for part in parts:
            row.addWidget(part)
            set_tip(part, self.parameter.shown.help)
        self.setFocusProxy(parts[0])


def label_of(parameter: Parameter) -> str:
    """The label with its unit; without one, the key in a plan."""
    label = message_text(parameter.shown.label) or parameter.name.replace("_", " ").capitalize()
    unit = message_text(parameter.shown.unit)
    return f"{label} ({unit})" if unit else label


def without_mnemonic(label: str) -> str:
    """A label without its mnemonic."""
    return label.replace("&", "")


def set_tip(part: QWidget, text: Message | None) -> None:
    """Set a part's tooltip, if there is one."""
    if text:
        part.setToolTip(message_text(text))


def add_column(part: QWidget) -> QVBoxLayout:
    """An empty column that fills a field."""
    return vbox(part, spacing=6)


_LEAST_WIDTH_PX = 58
_GROUPED_FROM_STEP = 100
_DECIMALS = 6
"""Of decimal numbers: a gigabyte for a month may cost 0.0004."""

type NumberBox = QSpinBox | QDoubleSpinBox


def number_box(parameter: Parameter, step: int = 1) -> NumberBox:
    """A box for a number, with its limits and its default."""
    box = _Decimal() if parameter.fraction else QSpinBox()
    guard_wheel(box)
    _set_range(box, parameter)
    box.setSingleStep(step)
    box.setGroupSeparatorShown(step >= _GROUPED_FROM_STEP)
    box.setValue(box.minimum() if parameter.default is None else parameter.default)  # type: ignore[arg-type]
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    box.setMinimumWidth(_LEAST_WIDTH_PX)
    return box


def _set_range(box: NumberBox, parameter: Parameter) -> None:
    """Set the range. Where there may be no number, the box's lowest value stands for none."""
    least = parameter.least or 0
    if _can_be_none(parameter):
        least = 0 if least > 0 else least - 1
    box.setRange(least, _LARGEST if parameter.most is None else parameter.most)  # type: ignore[arg-type]


def _can_be_none(parameter: Parameter) -> bool:
    return parameter.optional and parameter.usual is None


class NumberParameter(ParameterField):
    """A number between its limits, or none where it may be."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__(parameter)
        self.box = number_box(parameter, parameter.shown.step)
        self.box.valueChanged.connect(self.changed)
        self._fill(self.box)
        self.adapt_to(parameter)

    def value(self) -> int | float | None:
        none = _can_be_none(self.parameter) and self.box.value() == self.box.minimum()
        return None if none else self.box.value()

    def show_value(self, value: float | None) -> None:
        if value is None:
            least = self.box.minimum()
            self.box.setValue(self.parameter.usual or least)  # type: ignore[arg-type]
            return
        self.box.setMaximum(max(self.box.maximum(), value))  # type: ignore[arg-type]
        self.box.setValue(value)  # type: ignore[arg-type]

    def adapt_to(self, parameter: Parameter) -> None:
        super().adapt_to(parameter)
        none = message_text(parameter.shown.none) or "–"
        self.box.setSpecialValueText(none if _can_be_none(parameter) else "")
        _set_range(self.box, parameter)
        if parameter.usual is not None:
            self.box.setValue(parameter.usual)


class CheckBoxParameter(ParameterField):
    def __init__(self, parameter: Parameter) -> None:
        super().__init__(parameter)
        self.box = QCheckBox(message_text(parameter.shown.words))
        if not parameter.shown.words:
            self.box.setAccessibleName(without_mnemonic(label_of(parameter)))
        self.box.setChecked(parameter.default)
        self.box.toggled.connect(self.changed)
        self._fill(self.box)

    def value(self) -> bool:
        return self.box.isChecked()

    def show_value(self, value: bool) -> None:
        self.box.setChecked(value)


class TextParameter(ParameterField):
    """A line of text: masked for a secret, with a dialog for a file or folder."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__(parameter)
        shown = self._make_line()
        self.line.setAccessibleName(
            self.line.accessibleName() or without_mnemonic(label_of(parameter))
        )
        set_tip(self.line, parameter.shown.help)
        self.line.textChanged.connect(self.changed)
        self.line.returnPressed.connect(self.submitted)
        add_column(self).addWidget(shown)
        self.setFocusProxy(self.line)
        self.adapt_to(parameter)
        self.show_value(parameter.default)

    def value(self) -> Any:
        """The text, stripped unless it is a secret; None for an empty optional one."""
        text = self.line.text() if self.parameter.secret else self.line.text().strip()
        return text or (None if self.parameter.optional else "")

    def show_value(self, value: Any) -> None:
        self.line.setText(value or "")

    def begin(self) -> None:
        """Show the initial value; the usual value is only a placeholder in the empty line."""
        self.show_value(self.parameter.shown.begins or self.parameter.default)

    def adapt_to(self, parameter: Parameter) -> None:
        super().adapt_to(parameter)
        usual = str(parameter.usual or "")
        words = parameter.shown.words
        self.line.setPlaceholderText(
            message_text(words.with_values(usual=usual) if usual else words) if words else usual
        )

    def _make_line(self) -> QWidget:
        """The line with the widget around it."""
        parameter = self.parameter
        if parameter.shown.names is not None:
            folder = parameter.shown.names is NameKind.FOLDER
            named = PathField(message_text(parameter.shown.help), folder=folder)
            self.line = named.line
            return named
        self.line = QLineEdit()
        if parameter.secret:
            self.line.setEchoMode(QLineEdit.EchoMode.Password)
        return self.line


class _Decimal(QDoubleSpinBox):
    """A box without trailing zeros."""

    def __init__(self) -> None:
        super().__init__()
        self.setDecimals(_DECIMALS)

    def textFromValue(self, value: float) -> str:
        text = super().textFromValue(value)
        point = QLocale(self.locale()).decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


_LARGEST = 100_000_000
"""The largest number where a parameter sets no limit."""


class RadioParameter(ParameterField):
    """One of a few, with a line below that says what the chosen one means."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__(parameter)
        self.radios: dict[StrEnum, QRadioButton] = {}
        self._note = ToneLabel("", "muted")
        self._note.setFont(scaled_font(0.92))
        self._note.setWordWrap(True)
        group = QButtonGroup(self)
        column = add_column(self)
        row = FlowLayout(gap=16)
        for choice in parameter.choices or ():
            radio = self.radios[choice] = QRadioButton(_word(parameter, choice))
            radio.setAccessibleName(
                f"{without_mnemonic(label_of(parameter))}: {without_mnemonic(radio.text())}"
            )
            set_tip(radio, _help_of(parameter, choice))
            group.addButton(radio)
            row.addWidget(radio)
        column.addLayout(row)
        column.addWidget(self._note)
        self._note.setVisible(any(radio.toolTip() for radio in self.radios.values()))
        group.buttonToggled.connect(self._follow)
        self.setFocusProxy(next(iter(self.radios.values())))
        self.show_value(parameter.default)

    def value(self) -> StrEnum:
        return next(choice for choice, radio in self.radios.items() if radio.isChecked())

    def show_value(self, value: StrEnum) -> None:
        self.radios[value].setChecked(True)

    def _follow(self, radio: QRadioButton, on: bool) -> None:
        if on:
            self._note.setText(radio.toolTip())
            self.changed.emit()


class ChoiceParameter(ParameterField):
    """One of many, or of those that are available, in a drop-down list."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__(parameter)
        self.box = Choice()
        self.adapt_to(parameter)
        self.show_value(parameter.default)
        self.box.currentIndexChanged.connect(self.changed)
        add_column(self).addWidget(self.box)
        self.setFocusProxy(self.box)

    def value(self) -> StrEnum:
        assert self.parameter.choices
        chosen: StrEnum = self.parameter.choices(self.box.currentData() or self.parameter.default)
        return chosen

    def show_value(self, value: StrEnum) -> None:
        self.box.setCurrentIndex(max(0, self.box.findData(value.value)))

    def adapt_to(self, parameter: Parameter) -> None:
        super().adapt_to(parameter)
        self.box.clear()
        for choice in parameter.shown.offers or parameter.choices or ():
            self.box.addItem(_word(parameter, choice), choice.value)


class SizesParameter(ParameterField):
    """Whole numbers as chips."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__(parameter)
        words = message_text(parameter.shown.words)
        self.chips = ChipEditor(parameter.shown.offers, words, int(parameter.most or _LARGEST))
        self.chips.set_values(parameter.default)
        self.chips.changed.connect(self.changed)
        add_column(self).addWidget(self.chips)
        self.setFocusProxy(self.chips)

    def value(self) -> tuple[int, ...]:
        return tuple(self.chips.values())

    def show_value(self, value: Iterable[int]) -> None:
        self.chips.set_values(tuple(value))

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Put the cursor into the field at the end of the chips."""
        self.chips.setFocus(reason)


class PickedParameter(ParameterField):
    """Some of the offered values, as chips that are on or off; others of a plan are added."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__(parameter)
        self.chips: dict[Any, ToggleChip] = {}
        self._row = FlowLayout(self, gap=6, line_gap=6)
        for each in parameter.shown.offers or parameter.item:
            self._offer(each)
        self.show_value(parameter.default)

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
        chip = self.chips[value] = ToggleChip(_word(self.parameter, value), self)
        set_tip(chip, _help_of(self.parameter, value) or self.parameter.shown.help)
        chip.toggled.connect(self.changed)
        self._row.addWidget(chip)
        if len(self.chips) == 1:
            self.setFocusProxy(chip)


class ListParameter(TextParameter):
    """Words or numbers, separated by commas; invalid numbers are left out."""

    def value(self) -> tuple[Any, ...]:
        words = filter(None, map(str.strip, self.line.text().split(",")))
        read: Callable[[str], Any] = self.parameter.item
        return tuple(each for word in words for each in _read(read, word))

    def show_value(self, value: Iterable[Any]) -> None:
        self.line.setText(", ".join(str(each).removesuffix(".0") for each in value))


def _word(parameter: Parameter, choice: Any) -> str:
    word, _ = parameter.shown.choices.get(choice, (None, None))
    return message_text(word) if word else str(choice)


def _help_of(parameter: Parameter, choice: Any) -> Message | None:
    return parameter.shown.choices.get(choice, (None, None))[1]


def _read(read: Callable[[str], Any], word: str) -> list[Any]:
    try:
        return [read(word)]
    except ValueError:
        return []


_MOST_RADIO_BUTTONS = 3
"""More choices than these are a drop-down list; so is an offer that changes with the engine."""


def field_for(parameter: Parameter) -> ParameterField:
    if parameter.number:
        return NumberParameter(parameter)
    if parameter.kind is bool:
        return CheckBoxParameter(parameter)
    if parameter.choices:
        few = len(parameter.choices) <= _MOST_RADIO_BUTTONS and not parameter.shown.offers
        return RadioParameter(parameter) if few else ChoiceParameter(parameter)
    if parameter.item is int:
        return SizesParameter(parameter)
    if parameter.item is not None:
        return _list_field(parameter)
    return TextParameter(parameter)


def _list_field(parameter: Parameter) -> ParameterField:
    enumerated = isinstance(parameter.item, type) and issubclass(parameter.item, StrEnum)
    picked = parameter.shown.offers or enumerated
    return PickedParameter(parameter) if picked else ListParameter(parameter)
