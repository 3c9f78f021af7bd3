"""The file of a student's results: what it holds, how it is written, and read again.

Whoever reads one has it from somebody else: values are of their kind and within bounds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from cattrs import BaseValidationError, Converter

from app.lessons.lesson import AnswerKind, LessonStep
from app.results.strict_reading import (
    NEWER_VERSION,
    OLDER_VERSION,
    parse_json_line,
    strict_converter,
)
from app.system.escaping import json_text
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase
from engines.inspection.regular_files import read_text, why_not_read

FORMAT = "cipherbench-lesson-results"
_VERSION = 3
_MOST_MB = 1
_MOST_ANSWERS, _MOST_CHOICES, _MOST_CHECKS = 100, 40, 40
_LONGEST_NAME, _LONGEST_TEXT = 200, 2000
_LARGEST = 1e12
_NEAR_ENOUGH = 0.5
"""Fields take whole numbers: an estimate cannot be nearer to what came out."""


class Data(StrEnum):
    """Whether key, IV and data are the same for all, or made from each student's name."""

    SAME = "same"
    EACH = "each"


class Judgement(StrEnum):
    """What an answer is worth: `UNKNOWN` where nothing tells (yet), `OPEN` where none was given."""

    RIGHT = "right"
    CLOSE = "close"
    WRONG = "wrong"
    UNKNOWN = "unknown"
    OPEN = "open"


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question, what was `given`, and what `came_out`: each a choice, a number, or None.

    An estimate is right within the `interval` that was measured, where there is one, and close up
    to `within` beside what came out. A `checked` answer was final.
    """

    step: LessonStep
    question: str
    kind: AnswerKind
    choices: tuple[str, ...]
    within: float
    given: str | float | None
    checked: bool
    came_out: str | float | None
    interval: tuple[float, float] | None = None

    @property
    def judgement(self) -> Judgement:
        """Close is what counts as right and is not as near as can be."""
        given, truth = self.given, self.came_out
        if given is None:
            return Judgement.OPEN
        if not self.checked or truth is None:
            return Judgement.UNKNOWN
        if not isinstance(given, float) or not isinstance(truth, float):
            return Judgement.RIGHT if given == truth else Judgement.WRONG
        low, high = self.interval or (truth, truth)
        if low - _NEAR_ENOUGH <= given <= high + _NEAR_ENOUGH:
            return Judgement.RIGHT
        close = abs(given - truth) <= self.within + 1e-9
        return Judgement.CLOSE if close else Judgement.WRONG


@dataclass(frozen=True)
class CheckResult:
    """A check of the challenge, and the figure that the last run had."""

    text: str
    value: float | None
    met: bool


@dataclass(frozen=True)
class Challenge:
    met: bool
    checks: tuple[CheckResult, ...]


@dataclass(frozen=True)
class StudentResults:
    """What a student made of a lesson, and where they are in it; `saved` and `begun` (empty before
    the first answer) are moments after ISO 8601, with their zones."""

    lesson: str
    title: str
    student: str
    saved: str
    data: Data
    data_of: str
    seed: int
    begun: str
    step: LessonStep
    card: int
    answers: tuple[AnsweredQuestion, ...]
    runs: dict[LessonStep, dict[str, float]]
    challenge: Challenge

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.saved)


def results_text(results: StudentResults) -> str:
    fields = _converter().unstructure(results)
    return json_text({"format": FORMAT, "version": _VERSION, **fields})


def read_results(path: Path) -> StudentResults:
    """What a file holds.

    Raises: InputError, one sentence for the first thing that does not fit
    """
    try:
        text = read_text(path, _MOST_MB)
    except (OSError, ValueError) as error:
        raise _refused(path, why_not_read(error)) from error
    try:
        fields = parse_json_line(text.encode())
    except ValueError as error:
        raise _refused(path, _DAMAGED if FORMAT in text else _FOREIGN) from error
    if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
        raise _refused(path, _FOREIGN)
    version = fields.pop("version", None)
    if version != _VERSION:
        newer = isinstance(version, int) and version > _VERSION
        raise _refused(path, NEWER_VERSION if newer else OLDER_VERSION)
    try:
        results: StudentResults = _converter().structure(fields, StudentResults)
    except (BaseValidationError, ValueError, TypeError, KeyError) as error:
        raise _refused(path, _DAMAGED) from error
    if not all(_fits(results)):
        raise _refused(path, _DAMAGED)
    return results


_FOREIGN = phrase("it holds no results of a lesson")
_DAMAGED = phrase("it is incomplete, or was changed")


def _refused(path: Path, reason: Message | str) -> InputError:
    return InputError(
        phrase("Results not read"),
        phrase("{file} is left out: {reason}."),
        phrase("Have the student save the results again."),
        file=path.name,
        reason=reason,
    )


def _converter() -> Converter:
    made = strict_converter()
    made.register_structure_hook_func(lambda kind: kind == (str | float | None), _answer)
    made.register_structure_hook_func(
        lambda kind: kind == (tuple[float, float] | None), _bounds_or_none
    )
    return made


def _answer(value: Any, _: Any) -> str | float | None:
    if type(value) is int:
        return float(value)
    if value is None or type(value) in (str, float):
        return value  # type: ignore[no-any-return]
    raise ValueError("it is no answer")


def _bounds_or_none(value: Any, _: Any) -> tuple[float, float] | None:
    if value is None:
        return None
    if isinstance(value, list) and len(value) == 2 and all(type(x) in (int, float) for x in value):
        low, high = map(float, value)
        if -_LARGEST <= low <= high <= _LARGEST:
            return low, high
    raise ValueError("these are no bounds")


def _fits(results: StudentResults) -> Iterator[bool]:
    """What types do not say: bounds, and that the parts of an answer go together."""
    yield bool(results.lesson) and len(results.lesson) <= _LONGEST_NAME
    yield len(results.student) <= _LONGEST_NAME and len(results.title) <= _LONGEST_TEXT
    yield len(results.data_of) <= _LONGEST_NAME and 0 <= results.card <= _MOST_ANSWERS
    yield _is_moment(results.saved) and (not results.begun or _is_moment(results.begun))
    yield all(math.isfinite(each) for run in results.runs.values() for each in run.values())
    yield 0 < len(results.answers) <= _MOST_ANSWERS
    yield len(results.challenge.checks) <= _MOST_CHECKS
    for answered in results.answers:
        yield len(answered.question) <= _LONGEST_TEXT and len(answered.choices) <= _MOST_CHOICES
        yield all(len(each) <= _LONGEST_TEXT for each in answered.choices)
        yield 0 <= answered.within <= _LARGEST
        yield (answered.kind is AnswerKind.CHOICE) == bool(answered.choices)
        yield all(_may_answer(answered, each) for each in (answered.given, answered.came_out))
        yield answered.came_out is None or answered.checked
        yield not answered.checked or answered.given is not None


def _may_answer(answered: AnsweredQuestion, value: str | float | None) -> bool:
    if value is None:
        return True
    if answered.kind is AnswerKind.CHOICE:
        return value in answered.choices
    most = 100 if answered.kind is AnswerKind.PERCENT else _LARGEST
    return isinstance(value, float) and 0 <= value <= most + 1e-9


def _is_moment(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
