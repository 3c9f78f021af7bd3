"""What came out beside what was predicted, and what of the challenge is met."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.lessons.attempt import Attempt
from app.lessons.lesson import Lesson, Step
from app.window.pages.lessons.asks import answer_text, judged_words
from widgets.look.names import filled
from widgets.parts.cards import SectionTitle, ToneLabel


class PredictionsView(QWidget):
    """Each prediction, and below it what came out."""

    def __init__(self, lesson: Lesson, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = [_wrapped() for _ in lesson.predict.ask]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addWidget(SectionTitle(self.tr("Your predictions")))
        for number, (ask, line) in enumerate(zip(lesson.predict.ask, self.lines, strict=True), 1):
            question = _wrapped("muted")
            question.setText(f"{number}. {ask.text}")
            column.addWidget(question)
            column.addWidget(line)

    def show_attempt(self, attempt: Attempt) -> None:
        """Show the answers, and what came out if it was run."""
        for number, (ask, line) in enumerate(
            zip(attempt.lesson.predict.ask, self.lines, strict=True)
        ):
            given = attempt.answers.get((Step.PREDICT, number))
            right = attempt.is_right(Step.PREDICT, number)
            if right is None:
                line.setText(filled(self.tr("You said {0}."), answer_text(ask, given)))
                line.set_tone("text")
                continue
            truth = attempt.truth(Step.PREDICT, number)
            told = attempt.is_told(Step.PREDICT, number)
            line.setText(judged_words(ask, given, truth, right=right, is_told=told))
            line.set_tone(("good" if right else "warning") if told else "text")


class ChallengeView(QWidget):
    """Each check with its sign; when all are met, that it is done."""

    def __init__(self, lesson: Lesson, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = [_wrapped() for _ in lesson.make.check]
        self.verdict = _wrapped()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(4)
        for line in (*self.lines, self.verdict):
            column.addWidget(line)

    def show_attempt(self, attempt: Attempt) -> None:
        """Show what the last run meets."""
        ran = bool(attempt.made)
        for check, met, line in zip(
            attempt.lesson.make.check, attempt.checks, self.lines, strict=True
        ):
            sign = ("✓" if met else "✗") if ran else "○"
            if ran and attempt.is_open(check):
                line.setText(filled(self.tr("? {0} This computer cannot tell."), check.text))
                line.set_tone("text")
                continue
            line.setText(f"{sign} {check.text}")
            line.set_tone(("good" if met else "warning") if ran else "text")
        self.verdict.setVisible(ran)
        if attempt.met:
            self.verdict.setText(self.tr("Done: you met the challenge. Save your results."))
            self.verdict.set_tone("good")
        else:
            hint = attempt.lesson.make.hint
            self.verdict.setText(" ".join(filter(None, (self.tr("Not yet."), hint))))
            self.verdict.set_tone("muted")


def _wrapped(tone: str = "text") -> ToneLabel:
    label = ToneLabel("", tone)
    label.setWordWrap(True)
    return label
