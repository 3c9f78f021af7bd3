"""A class taken in together: files are read as they were saved, and what does not fit is named."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.lessons.attempt import Attempt
from app.lessons.class_results import LessonResults, by_lesson, files_in, read_student_files
from app.lessons.lesson import LessonStep
from app.lessons.lesson_reading import read_lesson
from app.lessons.results_file import Judgement, read_results
from app.report.charts.class_answer_charts import class_chart
from app.report.drawing.chart_drawing import svg

_LESSONS = Path(__file__).parents[3] / "assets" / "lessons"
LESSON = read_lesson(_LESSONS / "flag.toml")
PORTUGUESE = read_lesson(_LESSONS / "flag.pt_BR.toml")
RAN = {"ecb.distinct": 3.8, "ecb.repeated": 96.2, "cbc.distinct": 100.0}
NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)

type Save = Callable[..., Path]


def attempt(student: str, choice: int = 0, distinct: float = 4.0, *, lesson=LESSON) -> Attempt:  # type: ignore[no-untyped-def]
    given = (lesson.predict.ask[0].choices[choice], distinct, 100.0)
    made = Attempt("flag", lesson, student)
    for number, answer in enumerate(given):
        made = made.answer(number, answer)
    return made.turn(3).advance().start().end(RAN)


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Saves attempts as files, a minute after each other."""

    def saved(made: Attempt, name: str = "") -> Path:
        count = len(list(tmp_path.iterdir()))
        path = tmp_path / (name or f"{count}.json")
        path.write_text(made.to_json(NOON + timedelta(minutes=count)))
        return path

    return saved


def class_of(folder: Path) -> LessonResults:
    (found,) = by_lesson(read_student_files(files_in([folder])).files)
    return found


def test_that_what_a_student_saved_is_read_as_it_was(save: Save) -> None:
    made = attempt("Ana").go(LessonStep.INVESTIGATE).answer(0, 16.0).check(0).answer(1, "Nothing")
    assert read_results(save(made)) == made.results(NOON)


def test_that_an_estimate_is_right_close_or_wrong_and_open_until_it_was_run(save: Save) -> None:
    for distinct, judged in ((4.0, "right"), (8.0, "close"), (9.0, "wrong")):
        answers = read_results(save(attempt("Ana", distinct=distinct))).answers
        assert [each.judgement for each in answers[1:4]] == [judged, "right", Judgement.OPEN]
    begun = Attempt("flag", LESSON).answer(0, "Only in ECB").answer(1, 4.0)
    judged_so = [each.judgement for each in read_results(save(begun)).answers[:3]]
    assert judged_so == [Judgement.UNKNOWN, Judgement.UNKNOWN, Judgement.OPEN]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff\xfe\x00", "it is in UTF-16"),
        (b"{}", "it holds no results of a lesson"),
        (b"[1, 2]", "it holds no results of a lesson"),
        ({"version": 1}, "an unreleased Cipherbench wrote it"),
        ({"version": 4}, "a newer Cipherbench wrote it"),
        ({"student": 7}, "it is incomplete, or was changed"),
        ({"saved": "yesterday"}, "it is incomplete, or was changed"),
        ({"answers": []}, "it is incomplete, or was changed"),
        ({"more": 1}, "it is incomplete, or was changed"),
    ],
)
def test_that_a_file_that_does_not_fit_is_named_and_the_others_are_taken(
    content: bytes | dict[str, object], reason: str, save: Save, tmp_path: Path
) -> None:
    good = save(attempt("Ana"))
    if isinstance(content, dict):
        content = json.dumps(json.loads(good.read_text()) | content).encode()
    (tmp_path / "other.json").write_bytes(content)
    taken = read_student_files(files_in([tmp_path]))
    assert [each.name for each in taken.files] == ["Ana"]
    (output,) = map(str, taken.refused)
    assert output.startswith("other.json is left out: ") and reason in output


def test_that_answers_that_contradict_each_other_are_refused(save: Save, tmp_path: Path) -> None:
    report = json.loads(save(attempt("Ana", choice=1)).read_text())
    for key, value in (("checked", False), ("given", "All of them"), ("given", 4.0)):
        changed = json.loads(json.dumps(report))
        changed["answers"][0][key] = value
        (tmp_path / "changed.json").write_text(json.dumps(changed))
        assert "was changed" in str(read_student_files([tmp_path / "changed.json"]).refused[0])


def test_that_a_pipe_or_a_folder_hinders_nothing(save: Save, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "inner.json").mkdir()
    taken = read_student_files(
        [save(attempt("Ana")), tmp_path / "pipe.json", tmp_path / "inner.json"]
    )
    assert (len(taken.files), len(taken.refused)) == (1, 2)


def test_that_of_two_files_of_a_student_the_newest_counts(save: Save, tmp_path: Path) -> None:
    for student, choice in (("Ana", 1), ("Rui", 0), (" ana ", 0), ("", 1), ("", 1)):
        save(attempt(student, choice))
    found = class_of(tmp_path)
    assert [str(each) for each in found.replaced] == [" ana  has 2 files. The newest counts."]
    assert [each.key for each in found.files if each.results.student] == ["ana", "rui"]
    assert (found.questions[0].right, len(found.files)) == (2, 4), "nameless files are students"


def test_that_lessons_are_separately_and_languages_are_not(save: Save, tmp_path: Path) -> None:
    save(attempt("Ana"))
    save(attempt("Rui", 1, lesson=PORTUGUESE))
    states = read_lesson(_LESSONS / "states.toml")
    save(Attempt("states", states, "Ana"))
    flag, other = by_lesson(read_student_files(files_in([tmp_path])).files)
    assert (len(flag.files), len(other.files)) == (2, 1)
    assert [count for _, count, _ in flag.questions[0].choices()] == [1, 1, 0, 0]


def test_that_chart_and_table_agree_on_answers_that_are_not_judged(
    save: Save, tmp_path: Path
) -> None:
    save(attempt("Ana"))
    save(Attempt("flag", LESSON, "Bia").answer(0, "Only in ECB"))
    found = class_of(tmp_path)
    assert next(iter(found.questions[0].choices())) == ("Only in ECB", 2, True)
    assert (found.questions[0].percent, found.questions[0].unjudged) == (50, 1)
    row = class_chart(found).panels[0].rows[-1]
    assert [str(each) for each in row.marks] == ["not judged: 1"]


def test_that_predictions_are_counted_by_tens_and_numbers_by_round_steps(
    save: Save, tmp_path: Path
) -> None:
    pixels = [16, 16, 8, 1, 900_000, *[16] * 8]
    for at, number in enumerate(pixels):
        made = attempt(f"student {at:02}", distinct=[0, 9, 10, 100][at % 4])
        save(made.go(LessonStep.INVESTIGATE).answer(0, float(number)).answer(1, "Nothing"))
    predict, investigate = class_of(tmp_path).questions[1], class_of(tmp_path).questions[3]
    assert [each.count for each in predict.bins()] == [7, 3, *[0] * 7, 3]
    bins = investigate.bins()
    assert (bins[0].high, bins[-1].unbounded, sum(each.count for each in bins)) == (2, True, 13)
    assert next(each.count for each in bins if each.low == 16) == 11, "with the one far beyond"


def test_that_the_table_as_csv_says_the_same_in_every_language(save: Save, tmp_path: Path) -> None:
    save(attempt("=Ana", 0))
    save(attempt("Rui", 1, distinct=7))
    head, first, second, foot = class_of(tmp_path).csv().splitlines()
    assert head.startswith("student,predict 1,predict 1 answer,predict 2")
    assert first.startswith("'=Ana,right,Only in ECB,right,4.0,right,100.0,open,,")
    assert second.startswith("Rui,wrong,Only in CBC,close,7.0,right,100.0,open,,")
    assert foot.startswith('"right or close, %",50.0,,100.0,,100.0,,0.0,,')


def test_that_the_drawing_marks_what_came_out_without_colour(save: Save, tmp_path: Path) -> None:
    save(attempt("Ana"))
    save(attempt("Rui", 1, distinct=35))
    chart = class_chart(class_of(tmp_path))
    drawn = svg(chart)
    assert "✓ Only in ECB" in drawn and "came out: 3.8 %" in drawn and "stroke-dasharray" in drawn
    assert ">0.5<" not in svg(replace(chart, graphs=())), "half a student"
    blocks = [str(each.message) for each in chart.graphs[0].blocks]
    assert (blocks[0], blocks[3]) == ("0 to 9 %: 1 of 2 students", "30 to 39 %: 1 of 2 students")


def test_that_open_answers_count_alike_in_table_csv_and_drawing(save: Save, tmp_path: Path) -> None:
    """Five files: one open, one student twice, one of another lesson."""
    save(attempt("Ana"))
    save(attempt("Bia", 1, distinct=60))
    save(attempt("Caio", 1))
    save(attempt("Caio", 0))
    save(Attempt("flag", LESSON, "Davi").answer(1, 4.0))
    save(Attempt("states", read_lesson(_LESSONS / "states.toml"), "Ana").answer(0, 50.0))
    flag, states = by_lesson(read_student_files(files_in([tmp_path])).files)
    assert [each.name for each in flag.files] == ["Ana", "Bia", "Caio", "Davi"]
    assert [each.name for each in states.files] == ["Ana"]
    first, second = flag.questions[:2]
    assert (first.right, first.unanswered, first.percent) == (2, 1, 50.0)
    assert (second.right, second.unanswered, second.percent) == (2, 0, 50.0), "Davi has not run it"
    assert flag.percent_of(flag.files[3]) == 0.0
    panel = class_chart(flag).panels[0]
    *choices, unanswered = [str(row.marks[0]) for row in panel.rows]
    assert choices == [f"{count} of 4 students" for count in (2, 1, 0, 0)]
    assert unanswered == "no answer: 1"
    graph = class_chart(flag).graphs[0]
    assert str(graph.words[1][0]) == "2 of 4 students: right or close."
    assert sum(block.height for block in graph.blocks) == 4
    assert flag.csv().splitlines()[-1].startswith('"right or close, %",50.0,,50.0,,')
