"""What a student has done of a lesson: which step is next, what is right, and the file of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.lessons.attempt import Attempt, fixed
from app.lessons.lesson import Step
from app.lessons.reading import read_lesson
from app.lessons.results_file import Data

LESSONS = Path(__file__).parents[3] / "assets" / "lessons"
LESSON = read_lesson(LESSONS / "flag.toml")
RAN = {"ecb.distinct": 3.8, "ecb.repeated": 96.2, "cbc.distinct": 100.0}


@pytest.fixture
def predicted() -> Attempt:
    return Attempt("flag", LESSON).answered(Step.PREDICT, {0: "Only in CBC", 1: 7.0, 2: 30.0})


def test_that_nothing_can_be_run_before_every_prediction_is_given() -> None:
    begun = Attempt("flag", LESSON).answered(Step.PREDICT, {0: "Only in ECB", 1: 7.0})
    assert not begun.may(Step.RUN)
    assert begun.answered(Step.PREDICT, {2: 100.0}).may(Step.RUN)


def test_that_predictions_are_judged_only_by_what_came_out(predicted: Attempt) -> None:
    assert [predicted.is_right(Step.PREDICT, at) for at in range(3)] == [None] * 3
    ran = predicted.ran(Step.RUN, RAN)
    assert [ran.is_right(Step.PREDICT, at) for at in range(3)] == [False, True, False]
    assert [ran.truth(Step.PREDICT, at) for at in range(3)] == ["Only in ECB", 3.8, 100.0]


def test_that_the_right_choice_is_the_one_that_came_out() -> None:
    path = Path(__file__).parents[3] / "assets" / "lessons" / "tamper.toml"
    asked = Attempt("tamper", read_lesson(path)).answered(
        Step.PREDICT, {0: "Minas", 1: "Minas", 2: "Minas"}
    )
    ran = asked.ran(Step.RUN, {"ctr.outcome": 1.0, "cbc.outcome": 0.0})
    assert [ran.is_right(Step.PREDICT, at) for at in range(3)] == [False, True, False]
    assert ran.truth(Step.PREDICT, 0) == "Garbage, or an error by chance"


def test_that_the_challenge_is_met_when_every_check_is(predicted: Attempt) -> None:
    own = {"picture.own": 1.0, "ecb.blocks": 1000.0, "ecb.repeated": 1.1}
    assert predicted.ran(Step.MAKE, own).checks == [True, True, False]
    assert predicted.ran(Step.MAKE, own | {"ecb.repeated": 1.0}).met
    assert predicted.checks == [False] * 3


def test_that_data_are_the_same_for_all_or_those_of_a_name() -> None:
    same = [fixed("flag", LESSON, name, Data.SAME) for name in ("Ana", "Rui")]
    ana, rui, again = (fixed("flag", LESSON, name, Data.EACH) for name in ("Ana", "Rui", " ana "))
    assert same[0] == same[1]
    assert ana == again
    assert ana.seed != rui.seed
    assert ana.material.key != rui.material.key
    assert ana.material.key != same[0].material.key


def test_that_the_file_of_results_has_answers_and_no_truth_that_is_still_hidden(
    predicted: Attempt,
) -> None:
    told = json.loads(predicted.to_json())
    assert {each["came_out"] for each in told["answers"]} == {None}
    told = json.loads(predicted.ran(Step.RUN, RAN).to_json())
    first = told["answers"][0]
    assert (first["given"], first["came_out"], first["right"]) == (
        "Only in CBC",
        "Only in ECB",
        False,
    )
    assert told["figures"] == RAN
    assert told["challenge"]["met"] is False


def test_that_a_run_that_cannot_tell_leaves_the_usual_answer_and_its_checks_open() -> None:
    lesson = read_lesson(LESSONS / "password.toml")
    begun = Attempt("password", lesson).answered(Step.PREDICT, dict.fromkeys(range(5), "Found"))
    ran = begun.ran(Step.RUN, {"aes.key-in-files": 0.0})
    assert (ran.is_told(Step.PREDICT, 2), ran.truth(Step.PREDICT, 2)) == (True, "Not found")
    assert (ran.is_told(Step.PREDICT, 3), ran.truth(Step.PREDICT, 3)) == (False, "Found")
    assert [ran.is_right(Step.PREDICT, at) for at in (2, 3)] == [False, True]
    files = {"now.marker-in-files": 0.0, "now.key-in-files": 0.0}
    assert ran.ran(Step.MAKE, files).met
    assert ran.ran(Step.MAKE, files | {"now.key-in-memory": 1.0}).checks == [
        True,
        True,
        True,
        False,
    ]
    assert not ran.ran(Step.MAKE, {"now.key-in-memory": 0.0}).met
