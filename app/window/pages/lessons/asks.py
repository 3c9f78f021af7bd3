"""A question of a lesson: its field, and what is right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from app.lessons.attempt import Answer, Attempt
from app.lessons.lesson import Ask, Step
from app.lessons.results_file import Judgement
from app.window.lab.common.figures import percent_text
from widgets.fields.number_field import NumberField
from widgets.layout.flow_layout import FlowLayout
from widgets.look.lines import broken
from widgets.look.names import as_label, filled
from widgets.look.numbers import format_number
from widgets.parts.cards import ToneLabel

_tr = QCoreApplication.translate

_MOST = 1_000_000
_LINE = 420
"""Pixels of a choice's line; a radio button breaks no lines by itself."""
_LINES = 3
_FIELD_WIDTH = 130


class AskField(QWidget):
    """The question, a field for the answer, and below it what is right, once the record has it."""

    changed = Signal(object)
    """Another answer, or None."""

    def __init__(self, step: Step, number: int, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step, self.number, self.ask = step, number, ask
        self.choices: Sequence[QRadioButton] = ()
        self.field: NumberField | None = None
        self._group = QButtonGroup(self)
        self._judged = wrapped()
        self._judged.hide()
        text = wrapped(f"{format_number(number + 1)}. {ask.text}")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(text)
        column.addWidget(self._make_choices() if ask.choices else self._make_number())
        column.addWidget(self._judged)

    def given(self) -> Answer | None:
        """The answer on the screen; None while there is none."""
        if self.field is not None:
            return None if self.field.value() < 0 else float(self.field.value())
        pairs = zip(self.choices, self.ask.choices, strict=True)
        return next((choice for button, choice in pairs if button.isChecked()), None)

    def show_attempt(self, attempt: Attempt) -> None:
        """Show the answer that the record has, and whether it is right."""
        question = (self.step, self.number)
        given = attempt.given.get(question)
        if given != self.given():
            self._show_given(given)
        for part in (*self.choices, *filter(None, [self.field])):
            part.setEnabled(question not in attempt.checked)
        words, tone = judged_words(attempt, self.step, self.number)
        self._judged.setText(words)
        self._judged.set_tone(tone)
        self._judged.setVisible(question in attempt.checked and self.step is not Step.PREDICT)

    def judged(self) -> str:
        """What is shown of the answer; empty while nothing is."""
        return self._judged.text() if not self._judged.isHidden() else ""

    def _show_given(self, given: Answer | None) -> None:
        self.blockSignals(True)
        if self.field is not None:
            self.field.setValue(round(given) if isinstance(given, float) else -1)
        self._group.setExclusive(False)
        for button, choice in zip(self.choices, self.ask.choices, strict=False):
            button.setChecked(choice == given)
        self._group.setExclusive(True)
        self.blockSignals(False)

    def _make_number(self) -> QWidget:
        percent = self.ask.percent is not None
        field = NumberField(-1, 100 if percent else _MOST, -1, " %" if percent else "", self)
        field.setSpecialValueText("?")
        field.setFixedWidth(_FIELD_WIDTH)
        field.setAccessibleName(self.ask.text)
        field.valueChanged.connect(lambda _: self.changed.emit(self.given()))
        self.field = field
        return field

    def _make_choices(self) -> QWidget:
        around = QWidget(self)
        flow = FlowLayout(around, gap=18, line_gap=4)
        self.choices = [self._choice(choice) for choice in self.ask.choices]
        for button in self.choices:
            self._group.addButton(button)
            flow.addWidget(button)
        return around

    def _choice(self, choice: str) -> QRadioButton:
        button = QRadioButton(self)
        lines = broken(choice, button.font(), _LINE, _LINES)
        button.setText(as_label("\n".join(lines)))
        button.setAccessibleName(choice)
        button.toggled.connect(lambda on: self.changed.emit(self.given()) if on else None)
        return button


def wrapped(text: str = "", tone: str = "text") -> ToneLabel:
    """A label whose words go on in further lines."""
    label = ToneLabel(text, tone)
    label.setWordWrap(True)
    return label


def answer_text(ask: Ask, answer: Answer | None) -> str:
    """An answer as it is shown: with its unit."""
    if answer is None:
        return "?"
    if isinstance(answer, str):
        return f"“{answer}”"
    if ask.percent is None or answer == int(answer):
        return format_number(answer) + (" %" if ask.percent is not None else "")
    return percent_text(answer)


def judged_words(attempt: Attempt, step: Step, number: int) -> tuple[str, str]:
    """What was answered, whether it is right, and why; with the tone of these words."""
    ask = attempt.lesson.asks(step)[number]
    answered = attempt.answered(step, number)
    given = answer_text(ask, answered.given)
    if attempt.waits(step, number):
        return filled(_tr("Lessons", "Your answer: {0}."), given), "text"
    if not attempt.is_known(step, number):
        return _untold_words(attempt, step, number, given), "text"
    right = answered.judgement in (Judgement.RIGHT, Judgement.CLOSE)
    if ask.figure:
        words = _tr("Lessons", "✗ Your answer: {0}. Result: {1}.")
        if right:
            words = _tr("Lessons", "✓ Your answer: {0}. Result: {1}.")
    else:
        words = _tr("Lessons", "✗ Your answer: {0}. Right: {1}.")
        if right:
            words = _tr("Lessons", "✓ Your answer: {0}. Right.")
    message = [filled(words, given, answer_text(ask, answered.came_out))]
    if answered.interval is not None:
        message.append(_interval_words(answered.interval))
    return " ".join([*message, ask.because]).strip(), "good" if right else "warning"


def _untold_words(attempt: Attempt, step: Step, number: int, given: str) -> str:
    """No answer counts: the run could not tell."""
    ask = attempt.lesson.asks(step)[number]
    bounds = attempt.interval(step, ask)
    words = _tr("Lessons", "? Your answer: {0}. This computer cannot tell. Usually: {1}.")
    message = [filled(words, given, answer_text(ask, ask.truth()))]
    if bounds is not None:
        message.insert(1, _interval_words(bounds))
    return " ".join([*message, ask.because]).strip()


def _interval_words(bounds: tuple[float, float]) -> str:
    low, high = (format_number(each, 0).replace("-", "−") for each in bounds)
    return filled(_tr("Lessons", "Interval: {0} to {1} %."), low, high)
