"""A field for each kind of parameter that a workload can have, made from what is declared of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDoubleSpinBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.window.messages import message_text
from app.window.pages.campaign.file_form import FileForm
from engines.contract.message import Message
from widgets.fields.chips import ChipEditor
from widgets.fields.choice import Choice
from widgets.fields.toggle_chip import ToggleChip
from widgets.fields.wheel import guard_wheel
from widgets.layout.flow_layout import FlowLayout
from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel
from workloads.contract import GENERATED
from workloads.parameter import Parameter

_NARROWEST = 58
_MOST = 100_000_000
_FEW = 3
"""So many choices lie open beside each other."""

type NumberBox = QSpinBox | QDoubleSpinBox


class ParameterField(QWidget):
    """A field for one parameter."""

    changed = Signal()

    def __init__(self, known: Parameter) -> None:
        super().__init__()
        self.known = known
        self.setMinimumHeight(30)

    def value(self) -> Any:
        """What it holds."""
        raise NotImplementedError

    def show_value(self, value: Any) -> None:
        """Show a value."""
        raise NotImplementedError

    def _fill(self, *parts: QWidget) -> None:
        """Parts beside each other, the first of which has the keyboard."""
        row = FlowLayout(self, gap=16)
        for part in parts:
            row.addWidget(part)
            _tell(part, self.known.shown.told)
        self.setFocusProxy(parts[0])


def field_for(known: Parameter) -> ParameterField:
    """The field for a parameter."""
    if known.number:
        return NumberParameter(known)
    if known.kind is bool:
        return TickParameter(known)
    if known.choices:
        few = len(known.choices) <= _FEW
        return RadioParameter(known) if few else ChoiceParameter(known)
    if known.item is int:
        return SizesParameter(known)
    if known.item is not None:
        return _list_field(known)
    return DataParameter(known) if known.shown.file else TextParameter(known)


def _list_field(known: Parameter) -> ParameterField:
    enumerated = isinstance(known.item, type) and issubclass(known.item, StrEnum)
    picked = known.shown.offers or enumerated
    return PickedParameter(known) if picked else ListParameter(known)


def number_box(known: Parameter, step: int = 1) -> NumberBox:
    """A box for a number, with its limits and its default."""
    box = _Decimal() if known.fraction else QSpinBox()
    most = _MOST if known.most is None else known.most
    guard_wheel(box)
    box.setRange(known.least or 0, most)  # type: ignore[arg-type]
    box.setSingleStep(step)
    box.setValue(known.default)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    box.setMinimumWidth(_NARROWEST)
    return box


class NumberParameter(ParameterField):
    """A number between its limits."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        self.box = number_box(known)
        self.box.valueChanged.connect(self.changed)
        self._fill(self.box)

    def value(self) -> int | float:
        return self.box.value()

    def show_value(self, value: float) -> None:
        self.box.setMaximum(max(self.box.maximum(), value))  # type: ignore[arg-type]
        self.box.setValue(value)  # type: ignore[arg-type]


class TickParameter(ParameterField):
    """Yes or no."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        self.box = QCheckBox(message_text(known.shown.words))
        if not known.shown.words:
            self.box.setAccessibleName(label_of(known))
        self.box.setChecked(known.default)
        self.box.toggled.connect(self.changed)
        self._fill(self.box)

    def value(self) -> bool:
        return self.box.isChecked()

    def show_value(self, value: bool) -> None:
        self.box.setChecked(value)


class RadioParameter(ParameterField):
    """One of a few, with a line below that says what the chosen one means."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        self.radios: dict[StrEnum, QRadioButton] = {}
        self._note = ToneLabel("", "muted")
        self._note.setFont(scaled_font(0.92))
        self._note.setWordWrap(True)
        group = QButtonGroup(self)
        column = _column(self)
        row = FlowLayout(gap=16)
        for choice in known.choices or ():
            radio = self.radios[choice] = QRadioButton(_word(known, choice))
            _tell(radio, _told(known, choice))
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
    """One of many."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        self.box = Choice()
        for choice in known.choices or ():
            self.box.addItem(_word(known, choice), choice.value)
        self.show_value(known.default)
        self.box.currentIndexChanged.connect(self.changed)
        self._fill(self.box)

    def value(self) -> StrEnum:
        assert self.known.choices
        return self.known.choices(str(self.box.currentData()))

    def show_value(self, value: StrEnum) -> None:
        self.box.setCurrentIndex(self.box.findData(value.value))


class SizesParameter(ParameterField):
    """Whole numbers as chips."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        words = message_text(known.shown.words)
        self.chips = ChipEditor(known.shown.offers, words, int(known.most or _MOST))
        self.chips.set_values(known.default)
        self.chips.changed.connect(self.changed)
        _column(self).addWidget(self.chips)
        self.setFocusProxy(self.chips)

    def value(self) -> tuple[int, ...]:
        return tuple(self.chips.values())

    def show_value(self, value: Iterable[int]) -> None:
        self.chips.set_values(tuple(value))

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Put the cursor into the field at the end of the chips."""
        self.chips.setFocus(reason)


class PickedParameter(ParameterField):
    """Some of those that are offered; what a plan has besides is offered too."""

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
        _tell(chip, _told(self.known, value) or self.known.shown.told)
        chip.toggled.connect(self.changed)
        self._row.addWidget(chip)
        if len(self.chips) == 1:
            self.setFocusProxy(chip)


class TextParameter(ParameterField):
    """A line of text."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        self.line = QLineEdit()
        self.line.setAccessibleName(label_of(known))
        _tell(self.line, known.shown.told)
        self.line.textChanged.connect(self.changed)
        _column(self).addWidget(self.line)
        self.setFocusProxy(self.line)
        self.show_value(known.default)

    def value(self) -> Any:
        return self.line.text().strip()

    def show_value(self, value: Any) -> None:
        self.line.setText(value)


class ListParameter(TextParameter):
    """Words or numbers with commas between them; what is no number is left out."""

    def value(self) -> tuple[Any, ...]:
        words = filter(None, map(str.strip, self.line.text().split(",")))
        read: Callable[[str], Any] = self.known.item
        return tuple(each for word in words for each in _read(read, word))

    def show_value(self, value: Iterable[Any]) -> None:
        self.line.setText(", ".join(str(each).removesuffix(".0") for each in value))


class DataParameter(ParameterField):
    """Generated data, or those of a file."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        self.generated = QRadioButton(self.tr("&Generated"))
        self.from_file = QRadioButton(self.tr("&File"))
        self.path = QLineEdit()
        self.path.setPlaceholderText(message_text(known.shown.file))
        self.path.setAccessibleName(self.tr("Data file"))
        self.form = FileForm()
        self._lay_out()
        self.show_value(known.default)
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
        file = QHBoxLayout(self._named)
        file.setContentsMargins(0, 0, 0, 0)
        file.addWidget(self.path, 1)
        file.addWidget(browse)
        column = _column(self)
        column.addLayout(row)
        column.addWidget(self._named)
        column.addWidget(self.form)
        self.setFocusProxy(self.generated)

    def _browse(self) -> None:
        dialog = QFileDialog(self, message_text(self.known.shown.file), self.path.text())
        dialog.setNameFilters([self.tr("Tables (*.csv)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: self.path.setText(str(Path(path))))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()


def label_of(known: Parameter) -> str:
    """What stands before the field: its label with its unit, or its key in a plan."""
    label = message_text(known.shown.label) or known.name.replace("_", " ").capitalize()
    unit = message_text(known.shown.unit)
    return f"{label}, {unit}" if unit else label


def _word(known: Parameter, choice: Any) -> str:
    word, _ = known.shown.choices.get(choice, (None, None))
    return message_text(word) if word else str(choice)


def _told(known: Parameter, choice: Any) -> Message | None:
    return known.shown.choices.get(choice, (None, None))[1]


def _tell(part: QWidget, told: Message | None) -> None:
    if told:
        part.setToolTip(message_text(told))


def _read(read: Callable[[str], Any], word: str) -> list[Any]:
    try:
        return [read(word)]
    except ValueError:
        return []


def _column(part: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    return column


class _Decimal(QDoubleSpinBox):
    """Shows no more decimals than there are."""

    def __init__(self) -> None:
        super().__init__()
        self.setDecimals(3)

    def textFromValue(self, value: float) -> str:
        text = super().textFromValue(value)
        point = QLocale(self.locale()).decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text
