"""A lesson's figures and right answers, for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from app.lessons.attempt import Figures
from app.lessons.lesson import AnswerKind, Ask, Lesson, LessonStep
from app.lessons.lesson_files import LessonFile


def lesson_lines(lesson: Lesson, figures: Figures) -> Iterator[str]:
    """Every figure by its name, then what is right."""
    run = lesson.run
    yield f"{lesson.title}: {run.module} on {run.server}, {lesson.minutes} minutes"
    yield ""
    yield "Figures of Run:"
    width = max(map(len, figures), default=0)
    for name, value in figures.items():
        yield f"  {name:<{width}}  {_number(value)}"
    yield ""
    yield "Right answers:"
    for step, number, ask in lesson.asked():
        yield f"  {step}, question {number + 1}: {ask.text.strip()}"
        yield f"    {_answer(ask, step, figures)}"


def lesson_json(lesson_file: LessonFile, lesson: Lesson, figures: Figures) -> dict[str, object]:
    """The same as plain values. `answer` is the right one, `in_file` that of the file."""
    return {
        "name": lesson_file.path.stem,
        "file": str(lesson_file.path),
        "title": lesson.title,
        "minutes": lesson.minutes,
        "module": lesson.run.module.value,
        "server": lesson.run.server,
        "figures": dict(figures),
        "answers": [
            {
                "step": step.value,
                "number": number + 1,
                "question": ask.text.strip(),
                "answer": ask.truth(_came_out(ask, step, figures)),
                "in_file": _in_file(ask),
                "figure": ask.figure or None,
                "within": None if ask.kind is AnswerKind.CHOICE else ask.tolerance,
                "agrees": _agrees(ask, step, figures),
            }
            for step, number, ask in lesson.asked()
        ],
    }


def _came_out(ask: Ask, step: LessonStep, figures: Figures) -> float | None:
    """What Run yielded for a question; None for one that has no figure, or that of a later run."""
    return None if step is LessonStep.MODIFY else figures.get(ask.figure)


def _in_file(ask: Ask) -> str | float:
    return ask.truth()


def _agrees(ask: Ask, step: LessonStep, figures: Figures) -> bool:
    """Whether the answer in the file would count as right."""
    given, came_out = _in_file(ask), _came_out(ask, step, figures)
    right = ask.truth(came_out)
    if isinstance(given, str) or isinstance(right, str):
        return given == right
    return abs(given - right) <= ask.tolerance + 1e-9


def _answer(ask: Ask, step: LessonStep, figures: Figures) -> str:
    in_file, came_out = _given(ask, _in_file(ask)), _came_out(ask, step, figures)
    if not ask.figure:
        return in_file
    if step is LessonStep.MODIFY:
        return f"{in_file} by the file; the student's run gives {ask.figure}"
    if came_out is None:
        return f"{in_file} by the file; this computer cannot tell {ask.figure}"
    both = f"{_given(ask, ask.truth(came_out))} by {ask.figure}; {in_file} by the file"
    if _agrees(ask, step, figures):
        return both
    off = "" if ask.kind is AnswerKind.CHOICE else f", more than {_number(ask.tolerance)} off"
    return f"{both}{off}: correct the file"


def _given(ask: Ask, answer: str | float) -> str:
    if isinstance(answer, str):
        return f"“{answer}”"
    return _number(answer) + (" %" if ask.kind is AnswerKind.PERCENT else "")


def _number(value: float) -> str:
    """At most two decimals, none where they are nothing."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
