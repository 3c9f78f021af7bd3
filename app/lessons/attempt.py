"""What a student makes of a lesson: answers, what came out, and the file of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import MappingProxyType

from app.lessons.lesson import Ask, Check, Lesson, Step
from app.lessons.results_file import (
    Answered,
    Challenge,
    Checked,
    Data,
    StudentResults,
    results_text,
)
from app.patterns.base.material import Material

_KEY_BYTES, _IV_BYTES, _SEED_BYTES = 64, 16, 4

type Answers = Mapping[tuple[Step, int], str | float]
type Figures = Mapping[str, float]


@dataclass(frozen=True)
class Fixed:
    """Key, IV and seed that a lesson is run with."""

    material: Material
    seed: int


def fixed(name: str, lesson: Lesson, student: str, data: Data) -> Fixed:
    """What all have who choose the same: the key is repeated to the length that any protection
    takes; that of one student hangs on the lesson's `name` and the student's alone."""
    run = lesson.run
    if data is Data.SAME:
        key = bytes.fromhex(run.key)
        repeated = (key * (_KEY_BYTES // len(key) + 1))[:_KEY_BYTES]
        return Fixed(Material(repeated, bytes.fromhex(run.iv)), run.seed)
    said = f"{name}\n{' '.join(student.casefold().split())}".encode()
    drawn = hashlib.shake_256(said).digest(_KEY_BYTES + _IV_BYTES + _SEED_BYTES)
    key, rest = drawn[:_KEY_BYTES], drawn[_KEY_BYTES:]
    return Fixed(Material(key, rest[:_IV_BYTES]), int.from_bytes(rest[_IV_BYTES:]))


@dataclass(frozen=True)
class Attempt:
    """A student's work on a lesson so far.

    `figures` are those of the run that was predicted, `modified` and `made` those of the last run
    of these steps, empty before it.
    """

    name: str
    lesson: Lesson
    student: str = ""
    data: Data = Data.SAME
    answers: Answers = field(default_factory=lambda: MappingProxyType({}))
    figures: Figures = field(default_factory=lambda: MappingProxyType({}))
    modified: Figures = field(default_factory=lambda: MappingProxyType({}))
    made: Figures = field(default_factory=lambda: MappingProxyType({}))

    def answered(self, step: Step, given: Mapping[int, str | float]) -> Attempt:
        """With the answers of a step, by the numbers of its questions."""
        new = {(step, number): answer for number, answer in given.items()}
        return replace(self, answers={**self.answers, **new})

    def has_answered(self, step: Step) -> bool:
        """Whether all questions of a step have an answer."""
        return all((step, number) in self.answers for number in range(len(self.lesson.asks(step))))

    def ran(self, step: Step, figures: Figures) -> Attempt:
        """With the figures of a run in a step."""
        match step:
            case Step.MODIFY:
                return replace(self, modified=figures)
            case Step.MAKE:
                return replace(self, made=figures)
            case _:
                return replace(self, figures=figures)

    def is_done(self, step: Step) -> bool:
        """Whether a step is behind the student."""
        match step:
            case Step.RUN:
                return bool(self.figures)
            case Step.MODIFY:
                return bool(self.modified) and self.has_answered(step)
            case Step.MAKE:
                return self.met
            case _:
                return self.has_answered(step)

    def may(self, step: Step) -> bool:
        """Whether all steps before are done."""
        return all(self.is_done(each) for each in list(Step)[: list(Step).index(step)])

    def came_out(self, step: Step, ask: Ask) -> float | None:
        """What a run yielded for a question; None where nothing was run, or none tells."""
        return self._ran(step).get(ask.figure)

    def _ran(self, step: Step) -> Figures:
        return self.modified if step is Step.MODIFY else self.figures

    def is_right(self, step: Step, number: int) -> bool | None:
        """Whether an answer is right, or close; None while nothing can tell."""
        ask = self.lesson.asks(step)[number]
        if (step, number) not in self.answers:
            return None
        waits = step is Step.PREDICT and not self.figures
        if waits or (ask.figure and not self._ran(step)):
            return None
        return ask.is_right(self.answers[step, number], self.came_out(step, ask))

    def is_told(self, step: Step, number: int) -> bool:
        """Whether the answer to a question is known here: not where the run that was to tell it
        could not."""
        ask = self.lesson.asks(step)[number]
        return not ask.figure or self.came_out(step, ask) is not None

    def truth(self, step: Step, number: int) -> str | float | None:
        """The answer to a question, once the student's own is given and can be told right."""
        if self.is_right(step, number) is None:
            return None
        ask = self.lesson.asks(step)[number]
        return ask.truth(self.came_out(step, ask))

    @property
    def checks(self) -> list[bool]:
        """Which checks of the challenge the last run meets."""
        return [
            each.is_met(self.made.get(each.figure)) or (bool(self.made) and self.is_open(each))
            for each in self.lesson.make.check
        ]

    def is_open(self, check: Check) -> bool:
        """Whether a check counts only where the machine can tell, and it cannot."""
        return check.where_known and check.figure not in self.made

    @property
    def met(self) -> bool:
        """Whether the challenge is met."""
        return all(self.checks)

    def to_json(self, saved: datetime | None = None) -> str:
        """The file of a student's results, `saved` at a moment: now unless told otherwise."""
        return results_text(self.results(saved or datetime.now(UTC)))

    def results(self, saved: datetime) -> StudentResults:
        """What that file holds: answers with what is right, by step."""
        return StudentResults(
            lesson=self.name,
            title=self.lesson.title,
            student=self.student,
            saved=saved.isoformat(),
            data=self.data,
            seed=fixed(self.name, self.lesson, self.student, self.data).seed,
            answers=tuple(
                Answered(
                    step=step,
                    question=ask.text,
                    kind=ask.kind,
                    choices=ask.choices,
                    within=ask.tolerance,
                    given=self.answers.get((step, number)),
                    came_out=self.truth(step, number),
                    right=self.is_right(step, number),
                )
                for step, number, ask in self.lesson.asked()
            ),
            figures=dict(self.figures),
            challenge=Challenge(
                met=self.met,
                checks=tuple(
                    Checked(check.text, self.made.get(check.figure), met)
                    for check, met in zip(self.lesson.make.check, self.checks, strict=True)
                ),
            ),
        )
