"""The card below an experiment: one text or question of a lesson's step at a time, the settings
that the step frees, and buttons to run and to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QPushButton,
    QRadioButton,
    QWidget,
)

from app.lessons.attempt import RUNS, Answer, Attempt, CardContent, CardState, NextAction
from app.lessons.lesson import Ask, Control, LessonStep
from app.lessons.results_file import Judgement
from app.window.lab.common.statistics_table import percent_text
from app.window.pages.lessons.lesson_words import control_word, step_word
from widgets.fields.number_field import NumberField
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import FlowLayout
from widgets.layout.page_stack import FittingScrollArea
from widgets.look.icons import icon
from widgets.look.names import as_label, filled, wrap_text
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import FormLabel, ToneLabel, WrappedLabel

_tr = QCoreApplication.translate

_MAX_NUMBER = 1_000_000
_LINE_WIDTH_PX = 420
"""Width of a choice's line; a radio button does not wrap its text."""
_MAX_LINES = 3
_FIELD_WIDTH = 130


class AskField(QWidget):
    """A question, a field for its answer, and below whether it is right, once it was checked."""

    changed = Signal(object)
    """The new answer, or None."""

    def __init__(
        self, step: LessonStep, number: int, ask: Ask, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.step, self.number, self.ask = step, number, ask
        self.choices: Sequence[QRadioButton] = ()
        self.field: NumberField | None = None
        self._group = QButtonGroup(self)
        self._judged = WrappedLabel()
        self._judged.hide()
        text = WrappedLabel(f"{format_number(number + 1)}. {ask.text}")
        vbox(
            self,
            text,
            self._make_choices() if ask.choices else self._make_number(),
            self._judged,
            spacing=4,
        )

    def current_answer(self) -> Answer | None:
        """The answer on the screen; None while there is none."""
        if self.field is not None:
            return None if self.field.value() < 0 else float(self.field.value())
        pairs = zip(self.choices, self.ask.choices, strict=True)
        return next((choice for button, choice in pairs if button.isChecked()), None)

    def show_attempt(self, attempt: Attempt) -> None:
        """Show the answer that the attempt has, and whether it is right."""
        question = (self.step, self.number)
        given = attempt.given.get(question)
        if given != self.current_answer():
            self._show_given(given)
        for part in (*self.choices, *filter(None, [self.field])):
            part.setEnabled(question not in attempt.checked)
        words, tone = judged_answer(attempt, self.step, self.number)
        self._judged.setText(words)
        self._judged.set_tone(tone)
        self._judged.setVisible(question in attempt.checked and self.step is not LessonStep.PREDICT)

    def judgement_text(self) -> str:
        """The shown text on whether the answer is right; empty while there is none."""
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
        field = NumberField(-1, 100 if percent else _MAX_NUMBER, -1, " %" if percent else "", self)
        field.setSpecialValueText("?")
        field.setFixedWidth(_FIELD_WIDTH)
        field.setAccessibleName(self.ask.text)
        field.valueChanged.connect(lambda _: self.changed.emit(self.current_answer()))
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
        lines = wrap_text(choice, button.font(), _LINE_WIDTH_PX, _MAX_LINES)
        button.setText(as_label("\n".join(lines)))
        button.setAccessibleName(choice)
        button.toggled.connect(lambda on: self.changed.emit(self.current_answer()) if on else None)
        return button


def _broken_label(text: str, tone: str) -> ToneLabel:
    """A label no wider than a choice, so that several fit in a row."""
    label = ToneLabel(text, tone)
    label.setText("\n".join(wrap_text(text, label.font(), _LINE_WIDTH_PX, _MAX_LINES)))
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


def judged_answer(attempt: Attempt, step: LessonStep, number: int) -> tuple[str, str]:
    """The answer, whether it is right, and why, as a text with its tone."""
    ask = attempt.lesson.asks(step)[number]
    answered = attempt.answered(step, number)
    given = answer_text(ask, answered.given)
    if attempt.awaits_run(step, number):
        return filled(_tr("Lessons", "Your answer: {0}."), given), "text"
    if not attempt.is_known(step, number):
        return _undecided_words(attempt, step, number, given), "text"
    right = answered.judgement in (Judgement.RIGHT, Judgement.CLOSE)
    if ask.figure:
        words = _tr("Lessons", "✗ Your answer: {0}. Result: {1}.")
        if right:
            words = _tr("Lessons", "✓ Your answer: {0}. Result: {1}.")
    else:
        words = _tr("Lessons", "✗ Your answer: {0}. Right: {1}.")
        if right:
            words = _tr("Lessons", "✓ Your answer: {0}. Right.")
    lines = [filled(words, given, answer_text(ask, answered.came_out))]
    if answered.interval is not None:
        lines.append(_interval_words(answered.interval))
    return " ".join([*lines, ask.because]).strip(), "good" if right else "warning"


def _undecided_words(attempt: Attempt, step: LessonStep, number: int, given: str) -> str:
    """The text for a question that this computer's run could not decide."""
    ask = attempt.lesson.asks(step)[number]
    bounds = attempt.interval(step, ask)
    words = _tr("Lessons", "? Your answer: {0}. This computer cannot tell. Usually: {1}.")
    lines = [filled(words, given, answer_text(ask, ask.truth()))]
    if bounds is not None:
        lines.insert(1, _interval_words(bounds))
    return " ".join([*lines, ask.because]).strip()


def _interval_words(bounds: tuple[float, float]) -> str:
    low, high = (format_number(each, 0).replace("-", "−") for each in bounds)
    return filled(_tr("Lessons", "Interval: {0} to {1} %."), low, high)


_STEPS = list(LessonStep)
_BUTTONS_HEIGHT, _ONE_LINE_OF_SETTINGS, _LEAST_TEXT_HEIGHT = 40, 36, 96
"""Heights in pixels: of the row of buttons, of settings in one line, the least of a text."""


class StepCard(QFrame):
    """Shows the `Attempt` that it is given and emits what the student does; it keeps no state of
    the lesson."""

    answered = Signal(int, object)
    """The number of a question, and its answer or None."""

    card_requested = Signal(int)
    """The index of the card that the student wants to see."""

    forward_requested = Signal()
    run_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ask: AskField | None = None
        """The shown question."""
        self.back = QPushButton(icon("back"), "", self)
        self.forward = QPushButton(self)
        self.run = QPushButton(icon("play", "accent_text"), self.tr("&Run"), self)
        self.lines: list[ToneLabel] = []
        """The outcome of a prediction, or of each check of the challenge."""
        self.wait_label = ToneLabel("", "muted", self)
        self.position = ToneLabel("", "muted", self)
        self._shown: object = None
        self._card_index = 0
        self._max_height = _LEAST_TEXT_HEIGHT + _BUTTONS_HEIGHT
        self._settings: list[tuple[QWidget, QWidget]] = []
        self._inside = QWidget(self)
        self._column = vbox(self._inside, margins=(0, 0, 6, 0), spacing=6)
        self._body: QWidget | None = None
        self._settings_row = QWidget(self)
        self._flow = FlowLayout(self._settings_row, gap=10, line_gap=4)
        self.area = FittingScrollArea(self._inside, self)
        self._make_parts()
        self._lay_out()
        self.back.clicked.connect(lambda: self.card_requested.emit(self._card_index - 1))
        self.forward.clicked.connect(self.forward_requested)
        self.run.clicked.connect(self.run_requested)

    def show_attempt(
        self, attempt: Attempt, settings: Mapping[Control, QWidget], obstacle: str
    ) -> None:
        """Show the attempt's current card; `settings` are those that the student may change,
        `obstacle` is why nothing can be run now."""
        card = attempt.shown
        self._card_index = min(attempt.card, len(attempt.cards) - 1)
        ran = None if card.kind is CardContent.QUESTION else attempt.runs
        if (attempt.step, card, ran) != self._shown:
            self._shown = attempt.step, card, ran
            self._show_body(attempt, card)
        if self.ask is not None:
            self.ask.show_attempt(attempt)
        self._show_settings(settings if card.kind is CardContent.TEXT else {})
        self._show_buttons(attempt, obstacle)
        self.area.updateGeometry()

    def set_max_height(self, height: int) -> None:
        """Set the greatest height in pixels; longer texts scroll."""
        self._max_height = height
        self._limit_text_height()

    def settings(self) -> Sequence[QWidget]:
        return [part for _, part in self._settings]

    # the card

    def _show_body(self, attempt: Attempt, card: CardState) -> None:
        self.ask, self.lines = None, []
        if self._body is not None:
            self._body.hide()
            self._body.deleteLater()
        self._body = self._card_body(attempt, card)
        self._column.insertWidget(0, self._body)
        self.area.verticalScrollBar().setValue(0)

    def _card_body(self, attempt: Attempt, card: CardState) -> QWidget:
        match card.kind:
            case CardContent.QUESTION:
                asked = attempt.lesson.asks(attempt.step)[card.number]
                self.ask = AskField(attempt.step, card.number, asked)
                self.ask.changed.connect(lambda given: self.answered.emit(card.number, given))
                return self.ask
            case CardContent.OUTCOME:
                return self._outcome(attempt, card.number)
            case CardContent.CONCLUSION:
                return self._conclusion(attempt)
            case _:
                return self._text(attempt)

    def _text(self, attempt: Attempt) -> QWidget:
        lesson, step = attempt.lesson, attempt.step
        parts = []
        if step is LessonStep.PREDICT and lesson.goal:
            goal = WrappedLabel(filled(self.tr("Goal: {0}"), lesson.goal))
            goal.setFont(scaled_font(bold=True))
            parts.append(goal)
        text = WrappedLabel(lesson.text(step))
        if step is not LessonStep.MAKE:
            return _stacked([*parts, text])
        checks = self._challenge(attempt)
        return _stacked([*checks, text] if attempt.made else [text, *checks])

    def _outcome(self, attempt: Attempt, number: int) -> QWidget:
        ask = attempt.lesson.predict.ask[number]
        words, tone = judged_answer(attempt, LessonStep.PREDICT, number)
        self.lines = [WrappedLabel(words, tone)]
        question = WrappedLabel(f"{format_number(number + 1)}. {ask.text}", "muted")
        return _stacked([question, *self.lines])

    def _conclusion(self, attempt: Attempt) -> QWidget:
        lesson = attempt.lesson
        done = WrappedLabel(self.tr("✓ You met the challenge."), "good")
        done.setFont(scaled_font(bold=True))
        texts = [(lesson.conclusion, "text"), (lesson.bridge, "text"), (lesson.warning, "warning")]
        return _stacked([done, *(WrappedLabel(text, tone) for text, tone in texts if text)])

    def _challenge(self, attempt: Attempt) -> Sequence[QWidget]:
        ran = bool(attempt.made)
        for check, met in zip(attempt.lesson.make.check, attempt.checks, strict=True):
            sign = ("✓" if met else "✗") if ran else "○"
            if ran and attempt.is_open(check):
                words = filled(self.tr("? {0} This computer cannot tell."), check.text)
                self.lines.append(_broken_label(words, "text"))
                continue
            tone = ("good" if met else "warning") if ran else "text"
            self.lines.append(_broken_label(f"{sign} {check.text}", tone))
        checks = QWidget()
        flow = FlowLayout(checks, gap=18, line_gap=4)
        for line in self.lines:
            flow.addWidget(line)
        if ran and not attempt.met:
            hint = filter(None, (self.tr("Not yet."), attempt.lesson.make.hint))
            return [WrappedLabel(" ".join(hint), "muted"), checks]
        return [checks]

    # settings and buttons

    def _show_settings(self, settings: Mapping[Control, QWidget]) -> None:
        if [part for _, part in self._settings] != list(settings.values()):
            for both, part in self._settings:
                part.hide()
                part.setParent(self._settings_row)
                self._flow.removeWidget(both)
                both.hide()
                both.deleteLater()
            self._settings = [
                (_labelled(control_word(control), part), part) for control, part in settings.items()
            ]
            for both, part in self._settings:
                self._flow.addWidget(both)
                part.show()
                both.show()
        self._settings_row.setVisible(bool(settings))
        self._limit_text_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._limit_text_height()

    def _limit_text_height(self) -> None:
        """Show all settings, and let the text scroll in the height that is left."""
        height = self._flow.heightForWidth(self.width())
        self._settings_row.setMinimumHeight(height)
        taken = 0 if self._settings_row.isHidden() else max(0, height - _ONE_LINE_OF_SETTINGS)
        self.area.setMaximumHeight(
            max(_LEAST_TEXT_HEIGHT, self._max_height - _BUTTONS_HEIGHT - taken)
        )

    def _show_buttons(self, attempt: Attempt, obstacle: str) -> None:
        forward, step = attempt.forward, attempt.step
        self.back.setEnabled(self._card_index > 0)
        cards = len(attempt.cards)
        at = f"{format_number(self._card_index + 1)} / {format_number(cards)}"
        self.position.setText(at if cards > 1 else "")
        first = attempt.shown.kind is CardContent.TEXT
        self.run.setVisible(first and step is not LessonStep.PREDICT)
        self.run.setEnabled(attempt.can_run and not obstacle)
        self.run.setText(
            self.tr("&Run again") if attempt.run_step in attempt.runs else self.tr("&Run")
        )
        self.forward.setVisible(forward is not None)
        self.forward.setEnabled(attempt.can_advance)
        self.forward.setText(self._forward_word(attempt))
        runs_first = first and step in RUNS and attempt.run_step not in attempt.runs
        primary = runs_first or forward is None
        self.run.setIcon(icon("play", "accent_text" if primary else "text"))
        _make_primary(self.run, primary)
        _make_primary(self.forward, not runs_first)
        words = self._wait_words(attempt, obstacle)
        self.wait_label.setText(words)
        self.wait_label.setVisible(bool(words))

    def _wait_words(self, attempt: Attempt, obstacle: str) -> str:
        if attempt.running:
            return self.tr("Running …")
        if attempt.forward is NextAction.KEEP and not attempt.can_advance:
            if attempt.needs_name:
                return self.tr("Type your name first.")
            return self.tr("A question is still open.")
        return obstacle if not self.run.isHidden() else ""

    def _forward_word(self, attempt: Attempt) -> str:
        match attempt.forward:
            case NextAction.KEEP:
                return self.tr("&Keep my predictions")
            case NextAction.CHECK:
                return self.tr("&Check my answer")
            case NextAction.SAVE:
                return self.tr("&Save results …")
            case NextAction.STEP:
                following = _STEPS[_STEPS.index(attempt.step) + 1]
                return filled(self.tr("&Next: {0}"), step_word(following))
            case _:
                return self.tr("&Next")

    def _make_parts(self) -> None:
        self.back.setToolTip(self.tr("Back"))
        self.back.setAccessibleName(self.tr("Back"))
        keys = QShortcut(QKeySequence("Ctrl+Return"), self)
        keys.activated.connect(lambda: self.run.click() if self.run.isVisible() else None)
        self.wait_label.setWordWrap(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _lay_out(self) -> None:
        buttons = hbox(None, self.back, self.position, (self.wait_label, 1), spacing=8)
        buttons.addStretch(0)
        buttons.addWidget(self.run)
        buttons.addWidget(self.forward)
        vbox(self, self._settings_row, self.area, buttons, margins=(0, 4, 0, 0), spacing=6)


def _labelled(word: str, part: QWidget) -> QWidget:
    """A setting with its label at the left, or above it if the setting wraps."""
    both = QWidget()
    way = QBoxLayout.Direction
    column = QBoxLayout(way.TopToBottom if part.hasHeightForWidth() else way.LeftToRight, both)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    if word:
        column.addWidget(FormLabel(word, part))
    column.addWidget(part)
    return both


def _stacked(parts: Sequence[QWidget]) -> QWidget:
    around = QWidget()
    column = vbox(around, spacing=5)
    for part in parts:
        column.addWidget(part)
    return around


def _make_primary(button: QPushButton, primary: bool) -> None:
    if button.property("primary") != primary:
        button.setProperty("primary", primary)
        button.style().unpolish(button)
        button.style().polish(button)
