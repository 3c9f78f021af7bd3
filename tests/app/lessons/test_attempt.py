"""A student's record: what may be done next, what is right, its file, and going on from that."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.lessons.attempt import (
    Attempt,
    CardContent,
    NextAction,
    attempt_from,
    fixed_inputs,
    resume,
    save_progress,
)
from app.lessons.lesson import LessonStep
from app.lessons.lesson_reading import lesson_files, read_lesson
from app.lessons.results_file import Data, Judgement, read_results

LESSONS = Path(__file__).parents[3] / "assets" / "lessons"
LESSON, COST = (read_lesson(LESSONS / f"{name}.toml") for name in ("flag", "cost"))
RAN = {"ecb.distinct": 3.8, "ecb.repeated": 96.2, "cbc.distinct": 100.0}
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def predicted(*given: str | float, lesson=LESSON, name: str = "flag") -> Attempt:  # type: ignore[no-untyped-def]
    """Predictions are final, and *Run* is in front."""
    attempt = Attempt(name, lesson)
    for number, answer in enumerate(given):
        attempt = attempt.answer(number, answer)
    return attempt.turn(len(given)).advance()


@pytest.fixture
def begun() -> Attempt:
    return predicted("Only in CBC", 7.0, 30.0)


def judged(attempt: Attempt, step: LessonStep = LessonStep.PREDICT) -> list[Judgement]:
    return [attempt.judgement(step, at) for at in range(len(attempt.lesson.asks(step)))]


def test_that_nothing_can_be_run_before_every_prediction_is_given() -> None:
    some = Attempt("flag", LESSON).answer(0, "Only in ECB").answer(1, 7.0).turn(3)
    assert (some.forward, some.can_advance) == (NextAction.KEEP, False)
    assert some.advance() == some and some.go(LessonStep.RUN) == some
    saved = some.answer(2, 100.0).advance()
    assert (saved.step, saved.can_run) == (LessonStep.RUN, True)
    assert saved.go(LessonStep.PREDICT).answer(0, "Only in CBC").given == saved.given, "it is final"


def test_that_predictions_are_judged_only_by_what_came_out(begun: Attempt) -> None:
    assert judged(begun) == [Judgement.UNKNOWN] * 3
    ran = begun.start().end(RAN)
    assert judged(ran) == [Judgement.WRONG, Judgement.CLOSE, Judgement.WRONG]
    assert [ran.answered(LessonStep.PREDICT, at).came_out for at in range(3)] == [
        "Only in ECB",
        3.8,
        100.0,
    ]
    assert [card.kind for card in ran.cards] == [CardContent.TEXT, *[CardContent.OUTCOME] * 3]


def test_that_the_right_choice_is_the_one_that_came_out() -> None:
    tamper = read_lesson(LESSONS / "tamper.toml")
    ran = predicted("Minas", "Minas", "Minas", lesson=tamper, name="tamper").start()
    ran = ran.end({"ctr.outcome": 1.0, "cbc.outcome": 0.0})
    assert judged(ran) == [Judgement.WRONG, Judgement.RIGHT, Judgement.UNKNOWN]
    assert ran.answered(LessonStep.PREDICT, 0).came_out == "Garbage, or an error by chance"


@pytest.mark.parametrize(
    ("low", "high", "given", "expected"),
    [
        (-51, 267, 20, Judgement.UNKNOWN),
        (-51, 267, 34, Judgement.UNKNOWN),
        (28, 41, 30, Judgement.RIGHT),
        (28, 41, 20, Judgement.CLOSE),
        (28, 41, 70, Judgement.WRONG),
        (5, 63, 60, Judgement.RIGHT),
    ],
)
def test_that_an_estimate_of_a_cost_is_judged_by_its_interval(
    low: float, high: float, given: float, expected: Judgement
) -> None:
    figures = {"aes.cost": 34.0, "aes.low": float(low), "aes.high": float(high), "aes.decided": 1.0}
    begun = predicted(float(given), 2.0, "Yes, it gives a verdict", lesson=COST, name="cost")
    without_interval = {"aes.cost": 34.0, "aes.decided": 0.0}
    assert begun.start().end(without_interval).judgement(LessonStep.PREDICT, 0) is Judgement.UNKNOWN
    ran = begun.start().end(figures)
    assert ran.judgement(LessonStep.PREDICT, 0) is expected
    assert ran.is_known(LessonStep.PREDICT, 0) is (expected is not Judgement.UNKNOWN)


def test_that_the_challenge_is_met_when_every_check_is(begun: Attempt) -> None:
    at_make = done_before(LessonStep.MAKE)
    own = {"picture.own": 1.0, "ecb.blocks": 1000.0, "ecb.repeated": 1.1}
    missed, met = (at_make.start().end(each) for each in (own, own | {"ecb.repeated": 1.0}))
    assert (missed.checks, missed.forward) == ([True, True, False], None)
    assert (met.met, met.forward) == (True, NextAction.TURN)
    assert met.advance().shown.kind is CardContent.CONCLUSION
    assert met.advance().forward is NextAction.SAVE
    assert begun.checks == [False] * 3


def test_that_the_challenge_of_costs_is_not_met_by_the_settings_that_are_there() -> None:
    figures = {"campaign.repetitions": 2.0, "now.decided": 0.0}
    made = done_before(LessonStep.MAKE, COST, "cost").start()
    assert not made.end(figures | {"settings.changed": 0.0}).met
    assert made.end(figures | {"settings.changed": 1.0}).met


def done_before(step: LessonStep, lesson=LESSON, name: str = "flag") -> Attempt:  # type: ignore[no-untyped-def]
    """All before a step is answered as the file has it."""
    attempt = Attempt(name, lesson)
    while attempt.step is not step:
        card = attempt.shown
        if attempt.can_run and attempt.run_step not in attempt.runs:
            attempt = attempt.start().end(RAN | {"a.b": 1.0})
        if card.kind is CardContent.QUESTION:
            attempt = attempt.answer(card.number, lesson.asks(attempt.step)[card.number].truth())
            if attempt.forward is NextAction.CHECK:
                attempt = attempt.advance()
        attempt = attempt.advance()
    return attempt


def test_that_data_are_the_same_for_all_or_those_of_a_name() -> None:
    same = [fixed_inputs("flag", LESSON, name, Data.SAME) for name in ("Ana", "Rui")]
    ana, rui, again = (
        fixed_inputs("flag", LESSON, name, Data.EACH) for name in ("Ana", "Rui", " ana ")
    )
    assert same[0] == same[1]
    assert ana == again
    assert ana.seed != rui.seed
    assert ana.material.key != rui.material.key
    assert ana.material.key != same[0].material.key


def test_that_a_name_may_change_until_results_are_saved_and_data_of_a_name_stay() -> None:
    each = Attempt("flag", LESSON).with_data(Data.EACH)
    given: tuple[str | float, ...] = ("Only in ECB", 4.0, 100.0)
    for number, answer in enumerate(given):
        each = each.answer(number, answer)
    nameless = each.turn(3)
    assert nameless.needs_name and not nameless.can_advance
    saved = nameless.named("Ana").advance()
    ran = saved.start().end(RAN).named("Ana Maria")
    assert (ran.student, ran.fixed) == ("Ana Maria", saved.fixed)
    assert ran.with_data(Data.SAME).data is Data.EACH
    assert ran.results(NOON).student == "Ana Maria"


def test_that_the_file_of_results_has_answers_and_no_truth_that_is_still_hidden(
    begun: Attempt,
) -> None:
    report = json.loads(begun.to_json())
    assert {each["came_out"] for each in report["answers"]} == {None}
    report = json.loads(begun.start().end(RAN).to_json())
    first = report["answers"][0]
    assert (first["given"], first["came_out"]) == ("Only in CBC", "Only in ECB")
    assert report["runs"] == {"run": RAN}
    assert report["challenge"]["met"] is False


def test_that_a_run_that_cannot_tell_judges_nothing_and_leaves_its_checks_open() -> None:
    lesson = read_lesson(LESSONS / "password.toml")
    found, missed = "Found", "Not found"
    begun = predicted(found, missed, found, found, missed, lesson=lesson, name="password")
    ran = begun.start().end({"aes.key-in-files": 0.0})
    assert ran.judgement(LessonStep.PREDICT, 2) is Judgement.WRONG
    assert (ran.is_known(LessonStep.PREDICT, 3), ran.judgement(LessonStep.PREDICT, 3)) == (
        False,
        Judgement.UNKNOWN,
    )
    made = done_before(LessonStep.MAKE, lesson, "password").start()
    files = {"now.marker-in-files": 0.0, "now.key-in-files": 0.0}
    assert made.end(files).met
    assert made.end(files | {"now.key-in-memory": 1.0}).checks == [True, True, True, False]
    assert not made.end({"now.key-in-memory": 0.0}).met


def test_that_another_run_waits_for_the_first_and_no_step_is_left_meanwhile(begun: Attempt) -> None:
    running = begun.start()
    assert running.start() == running and running.go(LessonStep.PREDICT) == running
    assert running.end(None).runs == {}
    assert running.end(None).can_run


@pytest.mark.parametrize("begin_anew", [Attempt.restart, Attempt.next_student])
def test_that_nothing_of_a_student_is_left_for_the_next(
    begin_anew: Callable[[Attempt], Attempt],
) -> None:
    done = done_before(LessonStep.MAKE).named("Ana")
    again = begin_anew(done)
    assert (again.given, again.runs, again.checked) == ({}, {}, frozenset())
    assert (again.step, again.card) == (LessonStep.PREDICT, 0)
    assert again.student == ("Ana" if begin_anew is Attempt.restart else "")


def test_that_a_lesson_goes_on_where_it_was_left_in_another_language(home: Path) -> None:
    del home
    portuguese = next(each for each in lesson_files("pt_BR") if each.name == "flag").lesson
    assert portuguese is not None
    left = done_before(LessonStep.MODIFY).named("Ana").turn(0)
    save_progress(left)
    assert resume("flag", LESSON) == left
    other = resume("flag", portuguese)
    assert (other.step, other.student, other.runs) == (left.step, "Ana", left.runs)
    assert other.given[LessonStep.PREDICT, 0] == portuguese.predict.ask[0].choices[0]
    save_progress(left.next_student())
    assert resume("flag", LESSON) == Attempt("flag", LESSON)


def test_that_progress_of_a_lesson_that_asks_something_else_now_is_left_aside(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.json").write_text(done_before(LessonStep.MODIFY).to_json())
    stored = read_results(tmp_path / "a.json")
    assert attempt_from("flag", LESSON, stored) is not None
    assert attempt_from("flag", COST, stored) is None
    assert attempt_from("cost", LESSON, stored) is None


@pytest.mark.parametrize("seed", range(5))
def test_that_any_sequence_of_what_a_student_does_leaves_a_record_that_can_be_stored(
    seed: int, tmp_path: Path
) -> None:
    """Two thousand of any of the changes that there are, allowed or not."""
    draw = random.Random(seed)
    attempt = Attempt("flag", LESSON)
    changes: list[Callable[[Attempt], Attempt]] = [
        lambda made: made.named(draw.choice(["", "Ana", "Bia"])),
        lambda made: made.with_data(draw.choice([*Data])),
        lambda made: made.answer(draw.randrange(4), draw.choice([None, 4.0, "Only in ECB", "No"])),
        lambda made: made.check(draw.randrange(4)),
        lambda made: made.go(draw.choice([*LessonStep])),
        lambda made: made.turn(draw.randrange(-1, 6)),
        Attempt.advance,
        Attempt.advance,
        Attempt.start,
        lambda made: made.end(draw.choice([None, RAN, {"picture.own": 1.0}])),
        lambda made: made.restart() if draw.random() < 0.02 else made,
        lambda made: made.next_student() if draw.random() < 0.02 else made,
    ]
    for at in range(2000):
        attempt = draw.choice(changes)(attempt)
        assert attempt.is_reachable(attempt.step)
        assert attempt.card >= 0
        assert attempt.shown in attempt.cards
        assert attempt.checked <= set(attempt.given)
        if at % 100 == 0 and all(_fits(attempt, *each) for each in attempt.given.items()):
            path = tmp_path / "a.json"
            path.write_text(attempt.to_json())
            stored = read_results(path)
            again = attempt_from("flag", LESSON, stored)
            assert again is not None
            assert (again.given, again.checked, again.runs) == (
                attempt.given,
                attempt.checked,
                attempt.runs,
            )


def _fits(attempt: Attempt, question: tuple[LessonStep, int], given: str | float) -> bool:
    ask = attempt.lesson.asks(question[0])[question[1]]
    return given in ask.choices if ask.choices else isinstance(given, float)
