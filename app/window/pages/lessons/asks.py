"""A question of a lesson: its field, and what is right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from app.lessons.lesson import Ask
from app.window.lab.common.figures import percent_text
from widgets.fields.number_field import NumberField
from widgets.look.lines import broken
from widgets.look.names import as_label, filled
from widgets.look.numbers import format_number
from widgets.parts.cards import ToneLabel

_tr = QCoreApplication.translate

_MOST = 1_000_000
_LINE = 250
"""Pixels of a choice's line; a radio button breaks no lines by itself."""
_LINES = 4
_FIELD_WIDTH = 120


class AskField(QWidget):
    """The question, a field for the answer, and below it the answer, when it may be shown."""

    changed = Signal()

    def __init__(self, number: int, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ask = ask
        self.choices: Sequence[QRadioButton] = ()
        self.field: NumberField | None = None
        self._told = ToneLabel()
        self._told.setWordWrap(True)
        self._told.hide()
        text = ToneLabel(f"{format_number(number)}. {ask.text}")
        text.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(4)
        column.addWidget(text)
        for part in self._make_field():
            column.addWidget(part)
        column.addWidget(self._told)

    def given(self) -> str | float | None:
        """The answer; None while there is none."""
        if self.field is not None:
            return None if self.field.value() < 0 else float(self.field.value())
        pairs = zip(self.choices, self.ask.choices, strict=True)
        return next((choice for button, choice in pairs if button.isChecked()), None)

    def freeze(self, *, frozen: bool) -> None:
        """Whether the answer can still be changed."""
        for part in (*self.choices, *filter(None, [self.field])):
            part.setEnabled(not frozen)

    def tell(self, right: bool | None, truth: str | float | None, *, told: bool = True) -> None:
        """Show whether the answer is right, and the `truth`, or that the run has not `told` it;
        None takes both away again."""
        self._told.setVisible(right is not None)
        if right is None:
            return
        self._told.setText(judged_words(self.ask, self.given(), truth, right=right, is_told=told))
        self._told.set_tone(("good" if right else "warning") if told else "text")

    def told(self) -> str:
        """What is shown of the answer; empty while nothing is."""
        return self._told.text() if not self._told.isHidden() else ""

    def _make_field(self) -> Sequence[QWidget]:
        if not self.ask.choices:
            percent = self.ask.percent is not None
            field = NumberField(-1, 100 if percent else _MOST, -1, " %" if percent else "", self)
            field.setSpecialValueText("?")
            field.setMaximumWidth(_FIELD_WIDTH)
            field.setAccessibleName(self.ask.text)
            field.valueChanged.connect(self.changed)
            self.field = field
            return (field,)
        group = QButtonGroup(self)
        buttons = [self._choice(choice) for choice in self.ask.choices]
        for button in buttons:
            group.addButton(button)
        group.buttonClicked.connect(lambda _: self.changed.emit())
        self.choices = buttons
        return buttons

    def _choice(self, choice: str) -> QRadioButton:
        button = QRadioButton(self)
        lines = broken(choice, button.font(), _LINE, _LINES)
        button.setText(as_label("\n".join(lines)))
        button.setAccessibleName(choice)
        button.toggled.connect(self.changed)
        return button


def answer_text(ask: Ask, answer: str | float | None) -> str:
    """An answer as it is shown: with its unit."""
    if answer is None:
        return "?"
    if isinstance(answer, str):
        return f"“{answer}”"
    if ask.percent is None or answer == int(answer):
        return format_number(answer) + (" %" if ask.percent is not None else "")
    return percent_text(answer)


def judged_words(
    ask: Ask,
    given: str | float | None,
    truth: str | float | None,
    *,
    right: bool,
    is_told: bool = True,
) -> str:
    """What was said, whether it is right, and why; or what is usual, unless the run told it."""
    if not is_told:
        words = _tr("Lessons", "? You said {0}. This computer cannot tell. Usually: {1}.")
    elif ask.figure:
        words = _tr("Lessons", "✗ You said {0}, but {1} came out.")
        if right:
            words = _tr("Lessons", "✓ You said {0}, and {1} came out.")
    else:
        words = _tr("Lessons", "✗ You said {0}. The answer is {1}.")
        if right:
            words = _tr("Lessons", "✓ You said {0}. Right.")
    told = filled(words, answer_text(ask, given), answer_text(ask, truth))
    return f"{told} {ask.because}".strip()
