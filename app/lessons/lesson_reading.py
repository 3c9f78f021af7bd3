"""Reads lessons from their files: reports all that does not fit, each with line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from cattrs.errors import ClassValidationError, IterableValidationError

from app.lessons.lesson import (
    CAMPAIGNS,
    CHANGED,
    CHOICES,
    CONTROLS,
    FIGURES,
    FREE_RUN,
    OF_CONTROL,
    OWN_PICTURE,
    Ask,
    Lesson,
    LessonStep,
    Module,
    Run,
)
from app.patterns.pictures.picture_loading import SHIPPED
from app.system.folders import lessons_folder
from engines.contract.errors import CipherbenchError, InputError, Unfit, clause_of
from engines.contract.message import Message, phrase, with_semicolons
from engines.inspection.regular_files import read_text, why_not_read
from engines.registry import engine_names
from workloads.toml_document import Fault, PlacedFault, faults, placed, short, structured, tables_in

_MOST_MB = 1
_STEP = re.compile(r"^\s*\[(predict|investigate)\]", re.MULTILINE)
_MOST_RECORDS = 100_000
_MOST_REPETITIONS = 30
_KEY_DIGITS, _IV_DIGITS = (32, 48, 64, 96, 128), (32,)


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file.

    Raises: InputError, which names all that does not fit, with lines and columns
    """
    return parse_lesson(lesson_text(path), path.name)


def lesson_text(path: Path) -> str:
    """The text of a lesson's file.

    Raises: InputError
    """
    try:
        return read_text(path, _MOST_MB)
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("Lesson not read"),
            phrase("{path} cannot be read: {reason}."),
            phrase("Check the path, and that you may read the file."),
            path=path,
            reason=why_not_read(error),
        ) from error


def parse_lesson(text: str, where: str) -> Lesson:
    """The lesson in the text of a file; `where` names it in errors.

    Raises: InputError
    """
    try:
        document = tables_in(text)
    except Unfit as error:
        raise _wrong(where, [PlacedFault(error.message)]) from error
    try:
        lesson = structured(document, Lesson)
    except (ClassValidationError, IterableValidationError) as error:
        raise _wrong(where, placed(text, faults(error))) from error
    except ValueError as error:
        raise _wrong(where, [PlacedFault(clause_of(error))]) from error
    if found := list(_faults(lesson)):
        raise _wrong(where, placed(text, found))
    return lesson


def refuse_lesson(path: Path | None) -> None:
    """Say where a lesson belongs, for a command that takes another file.

    Raises: InputError for a file that has a lesson's steps
    """
    try:
        text = "" if path is None else read_text(path, _MOST_MB)
    except (OSError, ValueError):
        return
    if path is not None and _STEP.search(text):
        raise InputError(
            phrase("A lesson"),
            phrase("{path} is a lesson."),
            phrase(
                "Check and run it with `cipherbench lesson {path}`. The page Lessons lists those "
                "in {folder}."
            ),
            path=path,
            folder=lessons_folder(),
        )


def check_offered(path: Path, lesson: Lesson, offered: Sequence[str]) -> None:
    """Refuse protections that the lesson's server does not offer, each with its line.

    Raises: InputError
    """
    found = [
        Fault(
            ("run", "on", str(number), "protection"),
            _unknown(each.protection, _alike(each.protection, offered)),
        )
        for number, each in enumerate(lesson.run.on, 1)
        if each.protection not in offered
    ]
    if found:
        raise _wrong(path.name, placed(lesson_text(path), found))


def _wrong(where: str, found: list[PlacedFault]) -> InputError:
    return InputError(
        phrase("Lesson not usable"),
        phrase("{where} cannot be used: {what}."),
        phrase("Correct the file, then open it again."),
        where=where,
        what=with_semicolons(each.with_place for each in found),
    )


def _faults(lesson: Lesson) -> Iterator[Fault]:
    yield from _faults_of_minutes(lesson)
    yield from _faults_of_run(lesson)
    for step, number, ask in lesson.asked():
        path = (step.value, "ask", str(number + 1))
        for key, clause in _faults_of_ask(ask, lesson, step):
            yield Fault((*path, key), clause)
    for step in (LessonStep.PREDICT, LessonStep.INVESTIGATE):
        if not lesson.asks(step):
            yield Fault((step.value,), phrase("{step} asks nothing", step=step.value))
    yield from _faults_of_freed(lesson)
    if not lesson.make.check:
        yield Fault(("make",), phrase("make has no check"))
    for number, check in enumerate(lesson.make.check, 1):
        path = ("make", "check", str(number))
        if check.figure not in _figures(lesson, LessonStep.MAKE):
            yield Fault(
                (*path, "figure"), _unknown(check.figure, _figures(lesson, LessonStep.MAKE))
            )
        if check.least is None and check.most is None:
            yield Fault(path, phrase("a check needs least or most"))


def _faults_of_minutes(lesson: Lesson) -> Iterator[Fault]:
    if lesson.minutes < 1:
        yield Fault(("minutes",), phrase("minutes must be 1 or more"))
    given = [lesson.part(step).minutes for step in LessonStep]
    if any(given) and (min(given) < 1 or sum(given) != lesson.minutes):
        together = phrase(
            "the minutes of the five steps are {given} together, not {minutes}",
            given=sum(given),
            minutes=lesson.minutes,
        )
        yield Fault(("minutes",), together)


def _faults_of_run(lesson: Lesson) -> Iterator[Fault]:
    run = lesson.run
    yield from _faults_of_protections(run)
    if run.server not in engine_names():
        yield Fault(("run", "server"), _unknown(run.server, engine_names()))
    pictures = [each.name for each in SHIPPED]
    if run.picture not in pictures:
        yield Fault(("run", "picture"), _unknown(run.picture, pictures))
    for key, digits, lengths in (("key", run.key, _KEY_DIGITS), ("iv", run.iv, _IV_DIGITS)):
        if not _is_hexadecimal(digits) or len(digits) not in lengths:
            wanted = ", ".join(map(str, lengths))
            message = phrase("{key} needs hexadecimal digits: {wanted}", key=key, wanted=wanted)
            yield Fault(("run", key), message)
    if not 10 <= run.records <= _MOST_RECORDS:
        message = phrase("records must be 10 to {most}", most=_MOST_RECORDS)
        yield Fault(("run", "records"), message)
    if not 1 <= run.repetitions <= _MOST_REPETITIONS:
        message = phrase("repetitions must be 1 to {most}", most=_MOST_REPETITIONS)
        yield Fault(("run", "repetitions"), message)
    sizes = {len(each.encode()) for each in (run.known, run.wanted)}
    if len(sizes) > 1 or 0 in sizes:
        message = phrase("known and wanted need the same number of bytes")
        yield Fault(("run", "wanted"), message)
    elif run.known == run.wanted:
        yield Fault(("run", "wanted"), phrase("known and wanted must differ"))
    if run.column != Run.column and run.column not in (columns := _columns()):
        yield Fault(("run", "column"), _unknown(run.column, columns))


def _columns() -> list[str]:
    # It is loaded for this alone, while a window lists its lessons.
    from app.patterns.columns.encrypted_records import hospital_columns

    return hospital_columns()


def _faults_of_protections(run: Run) -> Iterator[Fault]:
    if not run.on:
        yield Fault(("run",), phrase("run has no protection: add [[run.on]]"))
    taken: dict[str, set[str]] = {"name": set(), "protection": set()}
    for number, each in enumerate(run.on, 1):
        given = {"name": each.name}
        if run.module in CAMPAIGNS:
            given["protection"] = each.protection
        for key, value in given.items():
            if value in taken[key]:
                message = phrase("“{name}” is there twice", name=value)
                yield Fault(("run", "on", str(number), key), message)
            taken[key].add(value)


def _faults_of_freed(lesson: Lesson) -> Iterator[Fault]:
    known = [each.value for each in CONTROLS[lesson.run.module]]
    names = [each.name for each in lesson.run.on]
    starts = {LessonStep.MODIFY: lesson.modify.start, LessonStep.MAKE: lesson.make.start}
    for step, start in starts.items():
        for control in lesson.freed(step):
            if control.value not in known:
                yield Fault((step.value, "free"), _unknown(control.value, known))
        if start and start not in names:
            yield Fault((step.value, "start"), _unknown(start, names))


def _faults_of_ask(ask: Ask, lesson: Lesson, step: LessonStep) -> Iterator[tuple[str, Message]]:
    answers: Mapping[str, object] = {
        "answer": ask.answer or None,
        "number": ask.number,
        "percent": ask.percent,
    }
    given = [key for key, value in answers.items() if value is not None]
    if len(given) != 1:
        yield "text", phrase("a question needs one of answer, number and percent")
    elif given == ["answer"] and ask.answer not in ask.choices:
        yield "answer", _unknown(ask.answer, ask.choices)
    elif given != ["answer"] and ask.choices:
        yield "choices", phrase("a question with choices needs an answer")
    many = len(ask.choices)
    known = [
        each for each in _figures(lesson, step) if CHOICES.get(each.partition(".")[2], 0) == many
    ]
    if ask.figure and ask.figure not in known:
        message = phrase("a question with these choices has no figure here")
        yield "figure", _unknown(ask.figure, known) if known else message


def _figures(lesson: Lesson, step: LessonStep) -> list[str]:
    module = lesson.run.module
    names = [each.name for each in lesson.run.on]
    extra = [OWN_PICTURE] if module is Module.PICTURES else []
    if module is Module.COST:
        extra = list(OF_CONTROL)
    if step in (LessonStep.MODIFY, LessonStep.MAKE):
        extra.append(CHANGED)
        names = names if module is Module.PICTURES else [FREE_RUN]
    return [f"{name}.{figure}" for name in names for figure in FIGURES[module]] + extra


def _alike(given: str, offered: Sequence[str]) -> Sequence[str]:
    """Those of the same cipher, since some servers offer a hundred; all where there is none."""
    cipher = given.removeprefix("client-").partition("-")[0]
    return [each for each in offered if cipher and cipher in each.split("-")] or offered


def _unknown(given: str, known: Sequence[str]) -> Message:
    return phrase("“{given}” is not one of {known}", given=short(given), known=", ".join(known))


def _is_hexadecimal(digits: str) -> bool:
    return all(each in "0123456789abcdefABCDEF" for each in digits)


# The files of lessons: shipped ones and the user's own.


@dataclass(frozen=True)
class LessonFile:
    """A file with its lesson, or with the error of reading it."""

    name: str
    path: Path
    lesson: Lesson | None
    error: CipherbenchError | None = None

    @property
    def language(self) -> str:
        """Language without country: `pt` of `flag.pt_BR.toml`; `en` where none is named."""
        return self.path.stem.partition(".")[2].partition("_")[0] or "en"

    @property
    def place(self) -> tuple[int, str]:
        return (self.lesson.number if self.lesson else Lesson.number, self.name)


def lesson_files(language: str = "") -> list[LessonFile]:
    """All lessons, shipped ones first, each in `language` where it has a file `name.pt_BR.toml`."""
    with as_file(files("assets") / "lessons") as shipped:
        found = _in_folder(shipped, language)
    folder = lessons_folder()
    return found + (_in_folder(folder, language) if folder.is_dir() else [])


def lessons_in_all_languages() -> list[LessonFile]:
    with as_file(files("assets") / "lessons") as shipped:
        found = _all_in(shipped)
    return found + _all_in(lessons_folder())


def file_of(named: str) -> Path:
    """`named` as a path if that exists, else the file of that lesson: `flag` or `flag.pt_BR`."""
    there = (each.path for each in lessons_in_all_languages() if each.path.stem == named)
    return Path(named) if Path(named).exists() else next(there, Path(named))


def open_lesson(path: Path) -> LessonFile:
    name = path.name.partition(".")[0]
    try:
        return LessonFile(name, path, read_lesson(path))
    except CipherbenchError as error:
        return LessonFile(name, path, None, error)


def _all_in(folder: Path) -> list[LessonFile]:
    found = [open_lesson(path) for path in sorted(folder.glob("*.toml"))]
    return sorted(found, key=lambda each: (each.place, each.path.stem))


def _in_folder(folder: Path, language: str) -> list[LessonFile]:
    by_name: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.glob("*.toml")):
        name, _, spoken = path.stem.partition(".")
        by_name.setdefault(name, {})[spoken] = path
    found = []
    for there in by_name.values():
        wanted = (language, language.partition("_")[0], "", *there)
        found.append(open_lesson(next(there[each] for each in wanted if each in there)))
    return sorted(found, key=lambda each: each.place)
