"""Charts of a class's answers to a lesson: a histogram for each question about a number, bars for
each choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.lessons.class_results import Bin, LessonResults, QuestionAnswers
from app.lessons.lesson import AnswerKind, LessonStep
from app.report.charts.chart_names import chart_name
from app.report.drawing.chart import (
    Axis,
    Bar,
    Chart,
    Graph,
    HistogramBar,
    MarkPlot,
    PlotPanel,
    Row,
    StackPart,
    VerticalLine,
)
from engines.contract.message import NOTHING, Message, Number, phrase, plural, significant

_GIVEN, _MEASURED = "curve-1", "curve-2"
_MOST_MEASURED = 12
"""More marks would hide the bars: then only the smallest and the largest measured value have
one."""
_HEADROOM = 1.25
"""Height of the axis over the highest bar, for the text of the mark."""
_MOST_COUNT_STEPS = 5
_STEPS = {
    LessonStep.PREDICT: phrase("Predict {number}"),
    LessonStep.INVESTIGATE: phrase("Investigate {number}"),
    LessonStep.MODIFY: phrase("Modify {number}"),
}


def question_charts(found: LessonResults) -> Iterator[tuple[QuestionAnswers, Chart]]:
    """A chart for each question that anybody answered, for a PDF."""
    for each in found.questions:
        if each.unanswered < len(each.answers):
            yield each, _chart(found, (each,))


def class_chart(found: LessonResults) -> Chart:
    """All questions of a lesson: choices as panels, numbers as graphs below them."""
    return _chart(found, found.questions)


def _chart(found: LessonResults, questions: Sequence[QuestionAnswers]) -> Chart:
    choices = [each for each in questions if each.kind is AnswerKind.CHOICE]
    numbers = [each for each in questions if each.kind is not AnswerKind.CHOICE]
    return Chart(
        chart_name("class", found.name),
        Message(found.title),
        plural("answers of {n} students", "answers of {n} student", len(found.files)),
        (),
        tuple(_panel(each) for each in choices),
        parts=(StackPart(phrase("students"), _GIVEN),),
        graphs=tuple(_graph(each) for each in numbers),
    )


def question_title(question: QuestionAnswers) -> Message:
    """“Predict 2”."""
    return _STEPS[question.step].with_values(number=question.number)


def _panel(question: QuestionAnswers) -> PlotPanel:
    rows, bars = [], []
    for at, (choice, count, right) in enumerate(question.choices()):
        message = _students(count, len(question.answers))
        rows.append(Row(f"✓ {choice}" if right else choice, (message,)))
        reported = phrase("{choice}: {students}", choice=choice, students=message)
        bars.append(Bar(at, 0, 0.0, float(count), message=reported))
    if question.unanswered:
        reported = phrase("no answer: {n}", n=Number(question.unanswered))
        rows.append(Row("–", (reported,)))
        bars.append(Bar(len(rows) - 1, 0, 0.0, float(question.unanswered), message=reported))
    if question.unjudged:  # answers that no run of the lesson has judged yet
        rows.append(Row("?", (phrase("not judged: {n}", n=Number(question.unjudged)),)))
    title = phrase("students")
    plot = MarkPlot(
        title, (), 0.0, float(len(question.answers)), bars=tuple(bars), in_integers=True
    )
    text = phrase("{place}: {question}", place=question_title(question), question=question.text)
    return PlotPanel(question.text, _GIVEN, tuple(rows), (plot,), text)


def _graph(question: QuestionAnswers) -> Graph:
    bins = question.bins()
    highest = max(each.count for each in bins)
    unit = "%" if question.kind is AnswerKind.PERCENT else ""
    blocks = [
        HistogramBar(_GIVEN, each.low, each.high, float(each.count), _message(each, question))
        for each in bins
    ]
    return Graph(
        question_title(question),
        Axis(phrase("predicted, %") if unit else phrase("predicted"), bins[0].low, bins[-1].high),
        Axis(
            phrase("students"),
            0.0,
            max(1.0, _HEADROOM * highest),
            tick_labels=tuple(_count_ticks(highest)),
        ),
        (),
        words=(
            (phrase("{question}", question=question.text), False),
            (_counts_text(question), False),
        ),
        blocks=tuple(blocks),
        uprights=tuple(_marks(question)),
    )


def _marks(question: QuestionAnswers) -> Iterator[VerticalLine]:
    """Lines at the measured values; only the last one has a text."""
    measured_values, percents = question.measured_values, question.kind is AnswerKind.PERCENT
    if not measured_values:
        return
    unit, middle = (
        ("%", 0.0) if percents else ("", 0.5)
    )  # centre of the unit-wide bar of a whole number
    first, last = significant(measured_values[0], 3), significant(measured_values[-1], 3, unit)
    message = phrase("came out: {value}", value=last)
    if len(measured_values) > 1:
        message = phrase("came out: {low} to {high}", low=first, high=last)
    for each in (
        measured_values
        if len(measured_values) <= _MOST_MEASURED
        else (measured_values[0], measured_values[-1])
    ):
        yield VerticalLine(
            _MEASURED, each + middle, message if each == measured_values[-1] else NOTHING
        )


def _message(each: Bin, question: QuestionAnswers) -> Message:
    """“30 to 39 %: 4 of 25 students”."""
    students = _students(each.count, len(question.answers))
    unit = "%" if question.kind is AnswerKind.PERCENT else ""
    low = Number(each.low, 0, unit)
    if each.unbounded:
        return phrase("{low} and more: {students}", low=low, students=students)
    whole = each.high - 1 if each.high < 100 or not unit else each.high
    if whole <= each.low:
        return phrase("{low}: {students}", low=low, students=students)
    high = Number(whole, 0, unit)
    first = Number(each.low)
    return phrase("{low} to {high}: {students}", low=first, high=high, students=students)


def _counts_text(question: QuestionAnswers) -> Message:
    """How many were right, and how many gave no answer."""
    message = plural(
        "{right} of {n} students: right or close.",
        "{right} of {n} student: right or close.",
        len(question.answers),
        right=Number(question.right),
    )
    if not question.unanswered:
        return message
    return phrase("{words} No answer: {open}.", words=message, open=Number(question.unanswered))


def _students(count: int, all: int) -> Message:
    return plural("{count} of {n} students", "{count} of {n} student", all, count=Number(count))


def _count_ticks(highest: int) -> Iterator[tuple[float, Message]]:
    """Whole numbers of students."""
    step = max(1, -(-highest // _MOST_COUNT_STEPS))
    for level in range(0, highest + 1, step):
        yield float(level), phrase("{value}", value=Number(level))
