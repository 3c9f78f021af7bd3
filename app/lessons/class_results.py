"""Results of a class: the files of its students, imported together, by lesson."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from app.lessons.lesson import AnswerKind, LessonStep
from app.lessons.results_file import AnsweredQuestion, Judgement, StudentResults, read_results
from app.system.escaping import csv_text
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase, plural

MOST_FILES = 2000
_RIGHT_OR_CLOSE = (Judgement.RIGHT, Judgement.CLOSE)
_PERCENT_STEP, _MOST_BINS = 10.0, 12
_NEARLY_ALL = 0.9
"""Bins go as far as this share of the answers, and the last one takes the rest."""


@dataclass(frozen=True)
class StudentFile:
    path: Path
    results: StudentResults

    @property
    def name(self) -> str:
        """The student's name; that of the file where none was typed."""
        return self.results.student or self.path.stem

    @property
    def key(self) -> str:
        """The identity of a student: the name without case and extra blanks; without one the
        file."""
        return " ".join(self.results.student.casefold().split()) or str(self.path)


@dataclass(frozen=True)
class FilesRead:
    """The files that were read, and a sentence for each that could not be."""

    files: tuple[StudentFile, ...]
    refused: tuple[Message, ...]


def files_in(chosen: Iterable[Path]) -> list[Path]:
    """The files among these paths; of a folder those in it that end in .json."""
    found: dict[Path, None] = {}
    for path in chosen:
        inside = sorted(path.glob("*.json")) if path.is_dir() else [path]
        found |= dict.fromkeys(inside)
    return list(found)


def read_student_files(paths: Sequence[Path]) -> FilesRead:
    """Read students' files; a broken, foreign or older one does not stop the others."""
    read, refused = [], []
    for path in paths[:MOST_FILES]:
        try:
            read.append(StudentFile(path, read_results(path)))
        except InputError as error:
            refused.append(error.messages[1])
    if len(paths) > MOST_FILES:
        refused.append(phrase("Only the first {most} files are read.", most=f"{MOST_FILES:,}"))
    return FilesRead(tuple(read), tuple(refused))


@dataclass(frozen=True)
class Bin:
    """Answers from `low` to below `high`; to any size if it is `unbounded` (the last only)."""

    low: float
    high: float
    count: int
    unbounded: bool = False


@dataclass(frozen=True)
class QuestionAnswers:
    """What a class answered to a question, in the order of the students."""

    step: LessonStep
    number: int
    answers: tuple[AnsweredQuestion, ...]

    @property
    def text(self) -> str:
        return self.answers[0].question

    @property
    def kind(self) -> AnswerKind:
        return self.answers[0].kind

    @property
    def right(self) -> int:
        """How many are right, or close."""
        return sum(each.judgement in _RIGHT_OR_CLOSE for each in self.answers)

    @property
    def unanswered(self) -> int:
        return sum(each.given is None for each in self.answers)

    @property
    def unjudged(self) -> int:
        """How many gave an answer that no run has judged."""
        return sum(each.judgement is Judgement.UNKNOWN for each in self.answers)

    @property
    def percent(self) -> float:
        """The share of all students whose answer is right or close."""
        return 100 * self.right / len(self.answers)

    @property
    def numbers_given(self) -> list[float]:
        return [each.given for each in self.answers if isinstance(each.given, float)]

    @property
    def measured_values(self) -> list[float]:
        """What came out: one number, or several where each student has other data."""
        found = {each.came_out for each in self.answers if isinstance(each.came_out, float)}
        return sorted(found)

    def choices(self) -> Iterator[tuple[str, int, bool]]:
        """Each choice, how many gave it, and whether it is the right one.

        Choices count by their places: students may have had the lesson in several languages.
        """
        given, right = (
            Counter(_place(each, value) for each in self.answers if (value := getattr(each, key)))
            for key in ("given", "came_out")
        )
        for at, choice in enumerate(self.answers[0].choices):
            yield choice, given[at], right[at] > 0

    def bins(self) -> list[Bin]:
        """A histogram of the numbers given: of percentages by tens, of numbers by round steps."""
        values = self.numbers_given
        if self.kind is AnswerKind.PERCENT:
            steps = [_PERCENT_STEP * at for at in range(11)]
            return _counted(steps, values)
        most = max([*self.measured_values, _quantile(values), 1.0])
        step = _round_step(most)
        steps = [step * at for at in range(math.floor(most / step) + 2)]
        return _counted(steps, values)


@dataclass(frozen=True)
class LessonResults:
    """A class's results of one lesson, a row for each student in the order of names."""

    files: tuple[StudentFile, ...]
    replaced: tuple[Message, ...]
    """Students of whom there are several files, a sentence each."""

    @property
    def name(self) -> str:
        return self.files[0].results.lesson

    @property
    def title(self) -> str:
        return self.files[0].results.title

    @cached_property
    def questions(self) -> tuple[QuestionAnswers, ...]:
        """All questions of the lesson, in its order."""
        rows = [each.results.answers for each in self.files]
        seen: Counter[LessonStep] = Counter()
        found = []
        for answers in zip(*rows, strict=True):
            step = answers[0].step
            seen[step] += 1
            found.append(QuestionAnswers(step, seen[step], answers))
        return tuple(found)

    @property
    def met(self) -> int:
        return sum(each.results.challenge.met for each in self.files)

    def percent_of(self, file: StudentFile) -> float:
        """The share of all questions that a student answered right or close."""
        answers = file.results.answers
        return 100 * sum(each.judgement in _RIGHT_OR_CLOSE for each in answers) / len(answers)

    def csv(self) -> str:
        """The table as CSV: words and numbers as in no language but the program's own."""
        head = ["student"]
        for question in self.questions:
            place = f"{question.step.value} {question.number}"
            head += [place, f"{place} answer"]
        rows = [self._csv_row(each) for each in self.files]
        foot: list[object] = ["right or close, %"]
        for question in self.questions:
            foot += [round(question.percent, 1), None]
        foot += [round(100 * self.met / len(self.files), 1), None]
        return csv_text([[*head, "challenge", "right or close, %"], *rows, foot])

    def _csv_row(self, file: StudentFile) -> list[object]:
        row: list[object] = [file.name]
        for answered in file.results.answers:
            row += [answered.judgement.value, answered.given]
        met = "met" if file.results.challenge.met else "not met"
        return [*row, met, round(self.percent_of(file), 1)]


def by_lesson(files: Sequence[StudentFile]) -> list[LessonResults]:
    """Files by lesson, the lesson with most students first.

    Of several files of one student the newest counts. A lesson that was changed in between, so that
    its questions are others, is another one.
    """
    lessons: dict[object, dict[str, list[StudentFile]]] = {}
    for each in files:
        same = lessons.setdefault(_shape(each.results), {})
        same.setdefault(each.key, []).append(each)
    found = [_of_students(list(students.values())) for students in lessons.values()]
    return sorted(found, key=lambda each: -len(each.files))


def _of_students(students: Sequence[Sequence[StudentFile]]) -> LessonResults:
    newest = [max(files, key=lambda each: each.results.moment) for files in students]
    replaced = [
        plural(
            "{student} has {n} files. The newest counts.",
            "{student} has {n} file.",
            len(files),
            student=each.name,
        )
        for each, files in zip(newest, students, strict=True)
        if len(files) > 1
    ]
    return LessonResults(
        tuple(sorted(newest, key=lambda each: each.name.casefold())), tuple(replaced)
    )


def _shape(results: StudentResults) -> object:
    """What two files of one lesson have in common, in whichever language it was."""
    asked = ((each.step, each.kind, len(each.choices)) for each in results.answers)
    return results.lesson, tuple(asked)


def _place(answered: AnsweredQuestion, value: object) -> int:
    return answered.choices.index(str(value))


def _counted(steps: Sequence[float], values: Sequence[float]) -> list[Bin]:
    """Values between one step and the next; the last bin takes all that is larger."""
    lows, highs = steps[:-1], [*steps[1:-1], math.inf]
    last = len(lows) - 1
    return [
        Bin(
            low,
            steps[at + 1],
            sum(low <= each < high for each in values),
            unbounded=at == last and max(values, default=0.0) > steps[-1],
        )
        for at, (low, high) in enumerate(zip(lows, highs, strict=True))
    ]


def _quantile(values: Sequence[float]) -> float:
    return sorted(values)[math.floor(_NEARLY_ALL * (len(values) - 1))] if values else 0.0


def _round_step(most: float) -> float:
    """The least of 1, 2 or 5 × 10ⁿ with which there are few bins."""
    scale = 1.0
    while True:
        for each in (1, 2, 5):
            if most / (each * scale) < _MOST_BINS:
                return each * scale
        scale *= 10
