"""How long a class of beginners takes for a lesson: an estimate, from its words and questions and
from the time that the program took."""

from __future__ import annotations

from collections.abc import Iterator

from app.lessons.lesson import Ask, Lesson, LessonStep

WORDS_PER_MINUTE = 150
"""Of beginners who must understand each sentence. Adults read plain texts at about 240 (M.
Brysbaert, "How many words do we read per minute?", 2019)."""
_CHOICE, _ESTIMATE = 0.75, 1.25
"""Minutes to think about a question and to talk with a neighbour."""
_CHALLENGE = 6.0
"""Minutes to try until the challenge is met, besides the runs."""
_SLOWER = 3
"""A school's computer takes so many times as long."""


def words_of(lesson: Lesson) -> int:
    """All words that a student reads."""
    return sum(len(text.split()) for text in _texts(lesson))


def minutes_for(lesson: Lesson, machine: float) -> float:
    """Minutes for reading, thinking and waiting; `machine` is the program's own time in seconds."""
    thinking = sum(_CHOICE if ask.choices else _ESTIMATE for _, _, ask in lesson.asked())
    reading = words_of(lesson) / WORDS_PER_MINUTE
    return reading + thinking + _CHALLENGE + machine * _SLOWER / 60


def _texts(lesson: Lesson) -> Iterator[str]:
    yield from (lesson.title, lesson.question, lesson.make.hint, lesson.goal)
    yield from (lesson.conclusion, lesson.bridge, lesson.warning)
    yield from (lesson.text(step) for step in LessonStep)
    yield from (check.text for check in lesson.make.check)
    for _, _, ask in lesson.asked():
        yield from _texts_of(ask)


def _texts_of(ask: Ask) -> Iterator[str]:
    yield from (ask.text, ask.because, *ask.choices)
