"""A class's table: students by questions, each answer by a sign, a word and a colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from app.lessons.class_results import LessonResults, Question, StudentFile
from app.lessons.results_file import Answered, Judgement
from app.report.charts.class_results import place_of
from app.window.base.messages import message_text
from widgets.look.names import filled
from widgets.look.numbers import format_number
from widgets.tables.data_table import Column

_tr = QCoreApplication.translate

_SIGNS = {
    Judgement.RIGHT: "✓",
    Judgement.CLOSE: "≈",
    Judgement.WRONG: "✗",
    Judgement.UNKNOWN: "?",
    Judgement.OPEN: "–",
}
_TONES = {
    Judgement.RIGHT: "good",
    Judgement.CLOSE: "accent",
    Judgement.WRONG: "bad",
    Judgement.UNKNOWN: "muted",
    Judgement.OPEN: "muted",
}
_ORDER = list(Judgement)


class AnswerCell(int):
    """An answer, sorted by what it is worth."""

    answered: Answered

    @classmethod
    def of(cls, answered: Answered) -> AnswerCell:
        made = cls(_ORDER.index(answered.judgement))
        made.answered = answered
        return made


def judged_text(judgement: Judgement) -> str:
    """“✓ right”."""
    words = {
        Judgement.RIGHT: _tr("ClassResults", "right"),
        Judgement.CLOSE: _tr("ClassResults", "close"),
        Judgement.WRONG: _tr("ClassResults", "wrong"),
        Judgement.UNKNOWN: _tr("ClassResults", "not judged"),
        Judgement.OPEN: _tr("ClassResults", "open"),
    }
    return f"{_SIGNS[judgement]} {words[judgement]}"


def legend() -> str:
    """“✓ right · ≈ close · …”: what signs by themselves say."""
    return " · ".join(map(judged_text, Judgement))


def met_text(met: bool) -> str:
    words = _tr("ClassResults", "met") if met else _tr("ClassResults", "not met")
    return f"{_SIGNS[Judgement.RIGHT if met else Judgement.WRONG]} {words}"


def share_text(percent: float) -> str:
    """A whole percentage."""
    return f"{format_number(percent)} %"


def right_word() -> str:
    return _tr("ClassResults", "Right or close")


def columns(found: LessonResults, *, signs: bool = False) -> Iterator[Column]:
    """Shares of the class stand in the second line of the headings, so that no sorting moves
    them. With `signs` alone and short headings all columns have room on a small screen."""
    yield Column("student", _tr("ClassResults", "Student"), named=True)
    for at, question in enumerate(found.questions):
        yield _question_column(at, question, signs)
    challenge = _tr("ClassResults", "Challenge")
    yield Column(
        "challenge",
        f"{challenge}\n{share_text(100 * found.met / len(found.files))}",
        format=lambda value: _as_sign(met_text(bool(value)), signs),
        tone=lambda value: "good" if value else "bad",
    )
    right = f"{_SIGNS[Judgement.RIGHT]} {_SIGNS[Judgement.CLOSE]}" if signs else right_word()
    yield Column("right", right, align="right", format=_share, tooltip=right_word())


def _as_sign(text: str, signs: bool) -> str:
    return text[0] if signs else text


def rows(found: LessonResults) -> Iterator[Sequence[object]]:
    for file in found.files:
        answers = map(AnswerCell.of, file.results.answers)
        yield [file.name, *answers, file.results.challenge.met, found.percent_of(file)]


def printed(found: LessonResults) -> tuple[list[str], list[list[str]], list[str]]:
    """Head, rows and foot of the table on paper."""
    head = [
        _tr("ClassResults", "Student"),
        *(message_text(place_of(each)) for each in found.questions),
        _tr("ClassResults", "Challenge"),
        right_word(),
    ]
    shares = [each.percent for each in found.questions] + [100 * found.met / len(found.files)]
    return (
        head,
        [_printed(found, each) for each in found.files],
        [
            right_word(),
            *map(share_text, shares),
            "",
        ],
    )


def _printed(found: LessonResults, file: StudentFile) -> list[str]:
    judged = (judged_text(each.judgement) for each in file.results.answers)
    met = met_text(file.results.challenge.met)
    return [file.name, *judged, met, share_text(found.percent_of(file))]


def _question_column(at: int, question: Question, signs: bool) -> Column:
    place = message_text(place_of(question))
    head = f"{place[0]}{format_number(question.number)}" if signs else place
    share = _tr("ClassResults", "{0} of {1} students: right or close. No answer: {2}.")
    counts = question.right, len(question.answers), question.unanswered
    reported = filled(share, *map(format_number, counts))
    return Column(
        f"question-{at}",
        f"{head}\n{share_text(question.percent)}",
        format=lambda value: _as_sign(_answer(value), signs),
        tone=_tone,
        tooltip=f"{place}: {question.text}\n{reported}",
        tip=_message,
    )


def _answer(value: object) -> str:
    return judged_text(_ORDER[value]) if isinstance(value, int) else ""


def _tone(value: object) -> str | None:
    return _TONES[_ORDER[value]] if isinstance(value, int) else None


def _share(value: object) -> str:
    return share_text(value) if isinstance(value, float) else ""


def _message(value: object) -> str:
    """The answer itself, and what came out."""
    if not isinstance(value, AnswerCell):
        return ""
    reported = value.answered
    if reported.given is None:
        return _tr("ClassResults", "No answer")
    given = _value_text(reported.given)
    if reported.came_out is None:
        return filled(_tr("ClassResults", "Answer: {0}"), given)
    return filled(
        _tr("ClassResults", "Answer: {0}. Right: {1}."), given, _value_text(reported.came_out)
    )


def _value_text(value: str | float) -> str:
    if isinstance(value, str):
        return f"“{value}”"
    return format_number(value, 0 if value == int(value) else 1)
