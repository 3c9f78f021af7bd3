"""A student's work on a lesson: an immutable record, and every change of it.

The window shows one `Attempt` and replaces it by what a method here returns. These methods alone
decide what comes next: an action that is not allowed returns the attempt unchanged.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from app.lessons.lesson import Ask, ChallengeCheck, Lesson, LessonStep, bounds_of, is_measured
from app.lessons.results_file import (
    AnsweredQuestion,
    Challenge,
    CheckResult,
    Data,
    Judgement,
    StudentResults,
    read_results,
    results_text,
)
from app.patterns.base.key_material import KeyMaterial
from app.system.folders import lessons_folder
from engines.contract.errors import InputError
from engines.platform.private_files import PRIVATE, private_folder, write_atomically

_KEY_BYTES, _IV_BYTES, _SEED_BYTES = 64, 16, 4
_MOST_HALF_WIDTHS = 2.0
"""An estimate is judged only by an interval whose half width is at most so many tolerances."""

type Answer = str | float
type Question = tuple[LessonStep, int]
type Answers = Mapping[Question, Answer]
type Figures = Mapping[str, float]

RUNS = (LessonStep.RUN, LessonStep.MODIFY, LessonStep.MAKE)
"""Steps in which something is run."""
_ORDER = list(LessonStep)


class CardContent(StrEnum):
    TEXT = "text"
    QUESTION = "question"
    OUTCOME = "outcome"
    CONCLUSION = "conclusion"


class NextAction(StrEnum):
    TURN = "turn"
    """Turn to the next card."""
    KEEP = "keep"
    """Make predictions final, and go to *Run*."""
    CHECK = "check"
    """Make an answer final, and see whether it is right."""
    STEP = "step"
    """Go to the next step."""
    SAVE = "save"
    """Save the results."""


class CardState(NamedTuple):
    """One at a time is shown; `number` counts questions and predictions, from 0."""

    kind: CardContent
    number: int = 0


@dataclass(frozen=True)
class Inputs:
    """Key, IV and seed that a lesson is run with."""

    material: KeyMaterial
    seed: int


def fixed_inputs(name: str, lesson: Lesson, student: str, data: Data) -> Inputs:
    """What all have who choose the same: the key is repeated to the length that any protection
    takes; that of one student hangs on the lesson's `name` and the student's alone."""
    run = lesson.run
    if data is Data.SAME:
        key = bytes.fromhex(run.key)
        repeated = (key * (_KEY_BYTES // len(key) + 1))[:_KEY_BYTES]
        return Inputs(KeyMaterial(repeated, bytes.fromhex(run.iv)), run.seed)
    source = f"{name}\n{' '.join(student.casefold().split())}".encode()
    drawn = hashlib.shake_256(source).digest(_KEY_BYTES + _IV_BYTES + _SEED_BYTES)
    key, rest = drawn[:_KEY_BYTES], drawn[_KEY_BYTES:]
    return Inputs(KeyMaterial(key, rest[:_IV_BYTES]), int.from_bytes(rest[_IV_BYTES:]))


@dataclass(frozen=True)
class Attempt:
    """`given` are answers as they stand on the screen, `checked` those that cannot change any more.

    `runs` are the figures of the last run of each step. While one is `running` no other step can be
    opened. `data_of` is the name that the data were made from, once predictions are checked:
    `student` may change until results are saved.
    """

    name: str
    lesson: Lesson
    student: str = ""
    data: Data = Data.SAME
    data_of: str = ""
    begun: datetime | None = None
    step: LessonStep = LessonStep.PREDICT
    card: int = 0
    given: Answers = field(default_factory=lambda: MappingProxyType({}))
    checked: frozenset[Question] = frozenset()
    runs: Mapping[LessonStep, Figures] = field(default_factory=lambda: MappingProxyType({}))
    running: LessonStep | None = None

    # what a student does

    def named(self, student: str) -> Attempt:
        """With another name; data that were made from one stay."""
        return replace(self, student=student)

    def with_data(self, data: Data) -> Attempt:
        """With data for all or of their own, until predictions are checked."""
        return self if self.checked else replace(self, data=data)

    def answer(self, number: int, given: Answer | None) -> Attempt:
        """With an answer to a question of the step, or none."""
        question = (self.step, number)
        if question in self.checked or number >= len(self.lesson.asks(self.step)):
            return self
        rest = {key: value for key, value in self.given.items() if key != question}
        answers = rest if given is None else {**rest, question: given}
        return replace(self, given=answers, begun=self.begun or datetime.now(UTC))

    def check(self, number: int) -> Attempt:
        """An answer is final; predictions are all at once, as soon as each has an answer."""
        if not self.can_check(number):
            return self
        if self.step is not LessonStep.PREDICT:
            return replace(self, checked=self.checked | {(self.step, number)})
        asked = {(LessonStep.PREDICT, at) for at in range(len(self.lesson.predict.ask))}
        checked = replace(self, checked=self.checked | asked, data_of=self.student)
        return checked.go(LessonStep.RUN)

    def can_check(self, number: int) -> bool:
        """Whether an answer can be made final now."""
        if (self.step, number) in self.checked or self.running:
            return False
        if self.step is not LessonStep.PREDICT:
            return (self.step, number) in self.given
        return not self.needs_name and self.has_answered(LessonStep.PREDICT)

    @property
    def needs_name(self) -> bool:
        """Whether data of the student's own wait for a name."""
        return self.data is Data.EACH and not self.student and not self.checked

    def go(self, step: LessonStep) -> Attempt:
        """Open a step, at its text."""
        return (
            replace(self, step=step, card=0)
            if self.is_reachable(step) and not self.running
            else self
        )

    def turn(self, card: int) -> Attempt:
        return replace(self, card=card) if 0 <= card < len(self.cards) else self

    @property
    def forward(self) -> NextAction | None:
        """What comes next; None where something must be run first."""
        card, last = self.shown, self.card >= len(self.cards) - 1
        if card.kind is CardContent.QUESTION and (self.step, card.number) not in self.checked:
            if self.step is not LessonStep.PREDICT:
                return NextAction.CHECK
            return NextAction.KEEP if last else NextAction.TURN
        if not last:
            return NextAction.TURN
        if card.kind is CardContent.CONCLUSION:
            return NextAction.SAVE
        return (
            NextAction.STEP
            if self.step is not LessonStep.MAKE and self.is_done(self.step)
            else None
        )

    @property
    def can_advance(self) -> bool:
        """Whether that can be done now."""
        match self.forward:
            case NextAction.KEEP | NextAction.CHECK:
                return self.can_check(self.shown.number)
            case NextAction.STEP:
                return self.running is None
            case forward:
                return forward is not None

    def advance(self) -> Attempt:
        """Do what comes next, but for saving."""
        if not self.can_advance:
            return self
        match self.forward:
            case NextAction.TURN:
                return self.turn(self.card + 1)
            case NextAction.KEEP | NextAction.CHECK:
                return self.check(self.shown.number)
            case NextAction.STEP:
                return self.go(_ORDER[_ORDER.index(self.step) + 1])
        return self

    def start(self) -> Attempt:
        return replace(self, running=self.run_step) if self.can_run else self

    def end(self, figures: Figures | None) -> Attempt:
        """The run is over; None: without figures."""
        if self.running is None:
            return self
        runs = self.runs if figures is None else {**self.runs, self.running: figures}
        return replace(self, running=None, runs=runs)

    def restart(self) -> Attempt:
        """Begin again: the name and whose data are used stay."""
        return Attempt(self.name, self.lesson, self.student, self.data)

    def next_student(self) -> Attempt:
        return Attempt(self.name, self.lesson)

    # what there is to show

    @property
    def cards(self) -> list[CardState]:
        """Those of the step; predictions and conclusion come when there is something to say."""
        cards = [CardState(CardContent.TEXT)]
        match self.step:
            case LessonStep.RUN if LessonStep.RUN in self.runs:
                predicted = range(len(self.lesson.predict.ask))
                cards += [CardState(CardContent.OUTCOME, number) for number in predicted]
            case LessonStep.MAKE if self.met:
                cards.append(CardState(CardContent.CONCLUSION))
            case LessonStep.PREDICT | LessonStep.INVESTIGATE:
                cards += self._questions()
            case LessonStep.MODIFY if LessonStep.MODIFY in self.runs:
                cards += self._questions()
        return cards

    @property
    def shown(self) -> CardState:
        return self.cards[min(self.card, len(self.cards) - 1)]

    def _questions(self) -> list[CardState]:
        return [
            CardState(CardContent.QUESTION, at) for at in range(len(self.lesson.asks(self.step)))
        ]

    @property
    def run_step(self) -> LessonStep:
        """What the step runs: *Investigate* the lesson's experiment once more."""
        return LessonStep.RUN if self.step is LessonStep.INVESTIGATE else self.step

    @property
    def can_run(self) -> bool:
        """Whether something can be run in the step."""
        return (
            self.running is None
            and self.step is not LessonStep.PREDICT
            and self.is_reachable(self.step)
        )

    @property
    def is_begun(self) -> bool:
        """Whether there is anything to save."""
        return bool(self.given)

    @property
    def fixed(self) -> Inputs:
        """Key, IV and seed of its runs."""
        source = self.data_of if self.checked else self.student
        return fixed_inputs(self.name, self.lesson, source, self.data)

    def has_answered(self, step: LessonStep) -> bool:
        """Whether all questions of a step have an answer."""
        return all((step, number) in self.given for number in range(len(self.lesson.asks(step))))

    def is_done(self, step: LessonStep) -> bool:
        if step is LessonStep.MAKE:
            return self.met
        asked = {(step, number) for number in range(len(self.lesson.asks(step)))}
        return asked <= self.checked and (step not in RUNS or step in self.runs)

    def is_reachable(self, step: LessonStep) -> bool:
        return all(self.is_done(each) for each in _ORDER[: _ORDER.index(step)])

    # what is right

    def outcome(self, step: LessonStep, ask: Ask) -> float | None:
        """What a run yielded for a question; None where nothing was run, or it cannot tell: without
        an interval, or with one much wider than what counts as close."""
        if is_measured(ask.figure):
            bounds = self.interval(step, ask)
            if bounds is None or (bounds[1] - bounds[0]) / 2 > _MOST_HALF_WIDTHS * ask.tolerance:
                return None
        return self._figures(step).get(ask.figure)

    def interval(self, step: LessonStep, ask: Ask) -> tuple[float, float] | None:
        """The bounds of what a run measured for a question; None of what has none."""
        figures = self._figures(step)
        low, high = (figures.get(each) for each in bounds_of(ask.figure))
        return None if low is None or high is None else (low, high)

    def _figures(self, step: LessonStep) -> Figures:
        return self.runs.get(LessonStep.MODIFY if step is LessonStep.MODIFY else LessonStep.RUN, {})

    def judgement(self, step: LessonStep, number: int) -> Judgement:
        """What an answer is worth, once it is checked and can be told."""
        answered = self.answered(step, number)
        return answered.judgement

    def is_known(self, step: LessonStep, number: int) -> bool:
        """Whether the answer to a question is known here: not where the run that was to tell it
        could not."""
        ask = self.lesson.asks(step)[number]
        return not ask.figure or self.outcome(step, ask) is not None

    def awaits_run(self, step: LessonStep, number: int) -> bool:
        """Whether an answer cannot be judged before something is run."""
        ask = self.lesson.asks(step)[number]
        return (step is LessonStep.PREDICT or bool(ask.figure)) and not self._figures(step)

    def answered(self, step: LessonStep, number: int) -> AnsweredQuestion:
        """A question with what was given, and what is right as far as it may be known."""
        ask = self.lesson.asks(step)[number]
        given = self.given.get((step, number))
        known = (
            (step, number) in self.checked
            and not self.awaits_run(step, number)
            and self.is_known(step, number)
        )
        came_out = self.outcome(step, ask)
        return AnsweredQuestion(
            step=step,
            question=ask.text,
            kind=ask.kind,
            choices=ask.choices,
            within=ask.tolerance,
            given=given,
            checked=(step, number) in self.checked,
            came_out=ask.truth(came_out) if known else None,
            interval=self.interval(step, ask) if known else None,
        )

    @property
    def checks(self) -> list[bool]:
        """Which checks of the challenge the last run meets."""
        made = self.made
        return [
            each.is_met(made.get(each.figure)) or (bool(made) and self.is_open(each))
            for each in self.lesson.make.check
        ]

    @property
    def made(self) -> Figures:
        """The figures of the last run for the challenge; empty before it."""
        return self.runs.get(LessonStep.MAKE, {})

    def is_open(self, check: ChallengeCheck) -> bool:
        """Whether a check counts only where the machine can tell, and it cannot."""
        return check.where_known and check.figure not in self.made

    @property
    def met(self) -> bool:
        return all(self.checks)

    # the file of it

    def to_json(self, saved: datetime | None = None) -> str:
        """The file of a student's results, `saved` at a moment: now unless given."""
        return results_text(self.results(saved or datetime.now(UTC)))

    def results(self, saved: datetime) -> StudentResults:
        """What that file holds: answers with what is right, by step."""
        return StudentResults(
            lesson=self.name,
            title=self.lesson.title,
            student=self.student,
            saved=saved.isoformat(),
            data=self.data,
            data_of=self.data_of,
            seed=self.fixed.seed,
            begun=self.begun.isoformat() if self.begun else "",
            step=self.step,
            card=self.card,
            answers=tuple(self.answered(step, number) for step, number, _ in self.lesson.asked()),
            runs={step: dict(figures) for step, figures in self.runs.items()},
            challenge=Challenge(
                met=self.met,
                checks=tuple(
                    CheckResult(check.text, self.made.get(check.figure), met)
                    for check, met in zip(self.lesson.make.check, self.checks, strict=True)
                ),
            ),
        )


def attempt_from(name: str, lesson: Lesson, results: StudentResults) -> Attempt | None:
    """The attempt that a file of results was saved from; None where the lesson has changed since:
    it asks something else now. Answers count by the places of choices: the file may be in another
    language."""
    asked = list(lesson.asked())
    shape = [(step, ask.kind, len(ask.choices)) for step, _, ask in asked]
    if results.lesson != name or shape != [
        (each.step, each.kind, len(each.choices)) for each in results.answers
    ]:
        return None
    given: dict[Question, Answer] = {}
    checked = set()
    for (step, number, ask), each in zip(asked, results.answers, strict=True):
        if each.given is not None:
            at = each.choices.index(each.given) if isinstance(each.given, str) else None
            given[step, number] = each.given if at is None else ask.choices[at]
        if each.checked:
            checked.add((step, number))
    attempt = Attempt(
        name=name,
        lesson=lesson,
        student=results.student,
        data=results.data,
        data_of=results.data_of,
        begun=datetime.fromisoformat(results.begun) if results.begun else None,
        given=given,
        checked=frozenset(checked),
        runs={step: figures for step, figures in results.runs.items() if step in RUNS},
    )
    return attempt.go(results.step).turn(results.card)


# What students have begun: a lesson goes on where it was left, also in another language, another
# text size, or after a power cut.

_OPEN = "open"
_RECENT = timedelta(minutes=10)

log = logging.getLogger(__name__)


def save_progress(attempt: Attempt) -> None:
    """Store an attempt, or forget one in which nothing is answered. A full disk stops no lesson."""
    path = _file(attempt.name)
    try:
        if not attempt.is_begun and not attempt.student:
            path.unlink(missing_ok=True)
            return
        private_folder(path.parent)
        write_atomically(path, attempt.to_json(), PRIVATE)
    except OSError as error:
        log.warning("progress of a lesson not stored: %s", error)


def stored_results(name: str) -> StudentResults | None:
    """What is stored of a lesson, with the name of the student."""
    path = _file(name)
    if not path.exists():
        return None
    try:
        return read_results(path)
    except InputError as error:
        log.warning("progress of a lesson not read: %s", error)
        return None


def resume(name: str, lesson: Lesson) -> Attempt:
    """The attempt that is stored of a lesson, or a new one."""
    stored = stored_results(name)
    attempt = attempt_from(name, lesson, stored) if stored is not None else None
    return attempt or Attempt(name, lesson)


def note_open(path: Path | None) -> None:
    """Remember the file of the lesson in front; None when the list is."""
    with suppress(OSError):
        private_folder(_folder())
        write_atomically(_folder() / _OPEN, str(path or ""), PRIVATE)


def last_open() -> Path | None:
    """The file of the lesson that was in front a few minutes ago, when the window went."""
    with suppress(OSError, ValueError):
        noted = _folder() / _OPEN
        age = datetime.now(UTC) - datetime.fromtimestamp(noted.stat().st_mtime, UTC)
        named = noted.read_text(encoding="utf-8")
        if named and age < _RECENT and Path(named).is_file():
            return Path(named)
    return None


def _folder() -> Path:
    return lessons_folder() / "progress"


def _file(name: str) -> Path:
    return _folder() / f"{name}.json"
