"""How studies look in charts, and what is said of them there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from app.report.drawing.chart import Look, Other, Stroke
from app.report.figures.matched_study import MatchedStudy
from app.report.figures.study_values import TheirValues
from app.report.words.series import CURVE_LOOKS, STUDY_LOOKS
from engines.contract.message import Message, phrase


def others_of(matched: Sequence[MatchedStudy]) -> Iterator[Other]:
    """Who they are and where they can be read: those that have something to draw."""
    for number, each in enumerate(matched):
        if each.found:
            yield Other(each.study.short_name, each.study.found_at, study_key(number))


def notes_of(matched: Iterable[MatchedStudy]) -> Iterator[Message]:
    """A paragraph for each: how much of it stands there, and what differs."""
    for each in matched:
        sentences = (each.message, *(each.differs if each.found else ()))
        yield reduce(lambda one, other: phrase("{one} {other}", one=one, other=other), sentences)


def their_look(number: int, name: Message, marker: str, stroke: Stroke = "dash-dot") -> Look:
    """A line of the study of that number: in its colour, with hollow marks."""
    return Look(name, study_key(number), stroke, marker, hollow=True)


def study_look(reported: TheirValues, ours: Look) -> Look:
    """That of a study's values beside a line of ours: with its mark, or a circle beside the
    baseline's."""
    marker = "o" if ours.hollow else CURVE_LOOKS[ours.colour].marker
    name = phrase("{protection} · {study}", protection=ours.name, study=reported.name)
    return their_look(reported.number, name, marker)


def look_of(matched: Sequence[MatchedStudy], name: str) -> str:
    """The colour key of the study called `name` among those that are laid beside."""
    return study_key([each.study.name for each in matched].index(name))


def study_key(number: int) -> str:
    """The colour key of the study of that number."""
    return list(STUDY_LOOKS)[number % len(STUDY_LOOKS)]
