"""Each shipped lesson from prediction to challenge by keyboard and mouse, on a real server."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.lessons.attempt import Attempt, CardContent, NextAction, note_open, save_progress
from app.lessons.lesson import Control, LessonStep
from app.lessons.lesson_reading import read_lesson
from app.lessons.results_file import Data, Judgement
from app.system.folders import lessons_folder
from app.window.pages.lessons.experiments.picture_experiment import PicturesExperiment
from app.window.pages.lessons.experiments.record_experiments import (
    ChangeExperiment,
    ColumnsExperiment,
    StreamExperiment,
)
from app.window.pages.lessons.lesson_view import LessonView
from app.window.pages.lessons.lessons_view import LessonsView
from app.window.pages.lessons.page import LessonsPage
from app.window.pages.lessons.step_card import AskField
from app.window.workbench.workbench import Workbench
from tests.app.window.settling import settle
from workloads.hospital.data import populations

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
LESSON = read_lesson(Path(__file__).parents[5] / "assets" / "lessons" / "flag.toml")
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def view(qtbot: QtBot, desk: Workbench) -> Iterator[LessonsView]:
    page = LessonsPage(desk)
    qtbot.addWidget(page)
    page.resize(930, 600)
    with qtbot.waitActive(page):
        page.show()
    page.shown()
    made = page.view()
    yield made
    page.close_down()
    for name in ("flag", "states", "stream", "tamper"):
        save_progress(Attempt(name, LESSON))  # which forgets what was begun
    note_open(None)


def opened(view: LessonsView, name: str, qtbot: QtBot) -> LessonView:
    """A lesson, opened from its card by the keyboard."""
    qtbot.keyClick(view.list.cards[name], Qt.Key.Key_Return)
    assert view.lesson is not None
    return view.lesson


def step_of(lesson: LessonView) -> LessonStep:
    return lesson.attempt.step


def met(lesson: LessonView) -> bool:
    return lesson.attempt.met


def answer(field: AskField, qtbot: QtBot) -> None:
    """Give the answer in the file: a choice by Space, a number by its digits."""
    if field.field is not None:
        assert field.ask.value is not None
        type_number(field.field, round(field.ask.value), qtbot)
    else:
        chosen = field.choices[field.ask.choices.index(field.ask.answer)]
        chosen.setFocus()
        qtbot.keyClick(chosen, Qt.Key.Key_Space)


def type_number(field: QSpinBox, number: int, qtbot: QtBot) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, str(number))
    qtbot.keyClick(field, Qt.Key.Key_Tab)


def answer_all(lesson: LessonView, qtbot: QtBot) -> None:
    """Answer the questions of the step as the file has it, card by card, and go on to the next."""
    step, seen = step_of(lesson), 0
    while step_of(lesson) is step:
        card, attempt = lesson.card, lesson.attempt
        if attempt.shown.kind is CardContent.QUESTION:
            assert card.ask is not None and card.ask.judgement_text() == ""
            checks = attempt.forward is NextAction.CHECK
            assert not (checks and card.forward.isEnabled()), "nothing is answered yet"
            answer(card.ask, qtbot)
            seen += 1
            if checks:
                qtbot.mouseClick(card.forward, LEFT)
                assert card.ask.judgement_text().startswith("✓"), card.ask.judgement_text()
        qtbot.mouseClick(card.forward, LEFT)
    assert seen == len(lesson.attempt.lesson.asks(step))


def run(lesson: LessonView, qtbot: QtBot) -> None:
    """Ctrl+Enter on the step's first card, and wait for the end."""
    while lesson.attempt.card:
        qtbot.mouseClick(lesson.card.back, LEFT)
    qtbot.waitUntil(lambda: lesson.card.run.isVisible() and lesson.card.run.isEnabled())
    settle(lesson.card, qtbot)
    qtbot.keyClick(lesson.card, Qt.Key.Key_Return, CTRL)
    assert lesson.attempt.running is step_of(lesson)
    qtbot.waitUntil(lambda: lesson.attempt.running is None)


def open_picture(lesson: LessonView, path: Path, qtbot: QtBot) -> None:
    """By the dialog of the button."""
    source = lesson.experiment.control(Control.PICTURE)
    qtbot.mouseClick(source.open_button, LEFT)  # type: ignore[attr-defined]
    dialog = source.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit(str(path))
    with qtbot.waitActive(lesson.window()):
        dialog.reject()
        lesson.window().activateWindow()


def modify(lesson: LessonView, qtbot: QtBot) -> None:
    free = lesson.attempt.lesson.modify.free
    part: Any = lesson.experiment.control(free)
    match free:
        case Control.FORMAT:
            part.chip("rgb").setFocus()
            qtbot.keyClick(part.chip("rgb"), Qt.Key.Key_Space)
        case Control.PROTECTION:
            go_to(part, "aes-128-ofb", qtbot)
        case Control.PLACE:
            type_number(part, 0, qtbot)
        case _:
            type_number(part, 100, qtbot)


def make(lesson: LessonView, desk: Workbench, folder: Path, qtbot: QtBot) -> None:
    match lesson.experiment:
        case PicturesExperiment():
            noise = np.random.default_rng(1).integers(0, 256, (128, 128, 3), dtype=np.uint8)
            Image.fromarray(noise).save(folder / "noise.png")
            open_picture(lesson, folder / "noise.png", qtbot)
        case StreamExperiment() as bench:
            for row, line in bench.opened.lines.items():
                type_text(line, read_without_the_key(bench, row, qtbot), qtbot)
        case ChangeExperiment() as bench:
            refuse_a_longer_text_until_the_next_run(lesson, bench, desk, qtbot)
            type_number(bench.texts.place, 0, qtbot)
        case ColumnsExperiment() as bench:
            rows = [f"{name},{people}" for name, people in populations().items()]
            (folder / "class.csv").write_text("\n".join(["value,count", *rows]))
            known = bench.tab.frequency.known
            assert known.isVisible() and bench.control(Control.TABLE) is known
            known.open(folder / "class.csv")
            type_number(bench.tab.controls.records, 600, qtbot)
        case bench:
            type_number(bench.control(Control.RECORDS), 600, qtbot)  # type: ignore[arg-type]


def refuse_a_longer_text_until_the_next_run(
    lesson: LessonView, bench: ChangeExperiment, desk: Workbench, qtbot: QtBot
) -> None:
    type_text(bench.texts.wanted.line, "Pernambuco", qtbot)
    with qtbot.waitSignal(desk.failed) as failed:
        qtbot.keyClick(lesson.card, Qt.Key.Key_Return, CTRL)
    assert failed.args is not None and failed.args[0].title == "Lengths differ"
    type_text(bench.texts.wanted.line, "Pará", qtbot)
    with qtbot.waitSignal(desk.error_resolved) as settled:
        qtbot.keyClick(lesson.card, Qt.Key.Key_Return, CTRL)
    assert settled.args == failed.args
    qtbot.waitUntil(lambda: not bench.running)


def go_to(choice: QComboBox, data: object, qtbot: QtBot) -> None:
    """By way of its ends, so that it changes even where this is chosen."""
    choice.setFocus()
    down = [Qt.Key.Key_Down] * choice.findData(data)
    for key in (Qt.Key.Key_End, Qt.Key.Key_Home, *down):
        qtbot.keyClick(choice, key)


def ends_of(lesson: LessonView) -> tuple[str, str]:
    return lesson.attempt.lesson.conclusion, lesson.attempt.lesson.bridge


def texts_in(part: QWidget) -> str:
    return " ".join(each.text() for each in part.findChildren(QLabel))


def type_text(line: QLineEdit, text: str, qtbot: QtBot) -> None:
    line.setFocus()
    line.clear()
    for letter in text:
        pressed = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, letter)
        QApplication.sendEvent(line, pressed)
    assert line.text() == text


def read_without_the_key(bench: StreamExperiment, row: int, qtbot: QtBot) -> str:
    """What the last row says of a record when the known word is as long; without accents, as one
    may type it. Of the records that the keys pass by, some are told later than this one."""
    stream, tried = bench.tab.stream, bench.tab.reply_shown
    with qtbot.waitSignal(
        tried, check_params_cb=lambda reply: reply.request.other == row
    ) as report:
        go_to(stream.other, row, qtbot)
    assert stream.other.currentText() == str(row), "its text is not told"
    assert report.args is not None
    known = stream.one.text()[: len(report.args[0].found.other)]
    wanted = row, known
    with qtbot.waitSignal(
        tried, check_params_cb=lambda reply: (reply.request.other, reply.request.crib) == wanted
    ):
        type_text(stream.word, known, qtbot)
    read = stream.reading().partition("“")[2].partition("”")[0]
    return "".join(each for each in unicodedata.normalize("NFKD", read) if each.isascii())


@pytest.mark.parametrize(
    "name",
    [
        "tamper",
        *(
            pytest.param(each, marks=pytest.mark.exhaustive)
            for each in ("states", "flag", "stream")
        ),
    ],
)
def test_that_a_lesson_leads_from_prediction_to_challenge(
    view: LessonsView, desk: Workbench, name: str, tmp_path: Path, qtbot: QtBot
) -> None:
    lesson = opened(view, name, qtbot)
    assert not any(button.isEnabled() for button in lesson.head.track.buttons[1:])
    answer_all(lesson, qtbot)
    assert step_of(lesson) is LessonStep.RUN
    run(lesson, qtbot)
    asked = lesson.attempt.lesson.predict.ask
    judged = [lesson.attempt.judgement(LessonStep.PREDICT, at) for at in range(len(asked))]
    assert set(judged) <= {Judgement.RIGHT, Judgement.CLOSE}, lesson.attempt.runs
    drawn = {
        on.name for on in lesson.attempt.lesson.run.on if on.fresh or "client" in on.protection
    }
    for at, ask in enumerate(asked):
        chance = ask.figure.partition(".")[0] in drawn  # fresh IVs are other ones each time
        expected = ask.answer or pytest.approx(ask.value, abs=ask.tolerance if chance else 0.06)
        assert lesson.attempt.answered(LessonStep.PREDICT, at).came_out == expected, (
            "the file's answer"
        )
        qtbot.mouseClick(lesson.card.forward, LEFT)
        assert lesson.card.lines[0].text().startswith("✓")
    qtbot.mouseClick(lesson.card.forward, LEFT)
    answer_all(lesson, qtbot)
    modify(lesson, qtbot)
    run(lesson, qtbot)
    answer_all(lesson, qtbot)
    assert step_of(lesson) is LessonStep.MAKE
    run(lesson, qtbot)
    assert not met(lesson), "what was modified is no answer to the challenge"
    assert name != "tamper" or not any(lesson.attempt.checks), "an error is nobody's text"
    make(lesson, desk, tmp_path, qtbot)
    run(lesson, qtbot)
    assert met(lesson), lesson.attempt.made
    if isinstance(lesson.experiment, ColumnsExperiment):
        known = lesson.experiment.tab.frequency.known
        assert known.table() is not None and "“class”" in texts_in(lesson.experiment.tab.frequency)
        known.remove()
    qtbot.mouseClick(lesson.card.forward, LEFT)
    assert all(each in texts_in(lesson.card) for each in ends_of(lesson))
    type_text(lesson.head.name, "Ana", qtbot)
    lesson.save(tmp_path / "results.json")
    report = json.loads((tmp_path / "results.json").read_text())
    assert report["challenge"]["met"] and report["student"] == "Ana"
    assert None not in {each["came_out"] for each in report["answers"]}
    lesson.restart()
    assert (step_of(lesson), dict(lesson.attempt.given)) == (LessonStep.PREDICT, {})
    assert not lesson.head.track.buttons[1].isEnabled()


def test_that_the_second_student_meets_nothing_of_the_first(
    view: LessonsView, tmp_path: Path, qtbot: QtBot
) -> None:
    """Begin again at step 4, then a name: what was freed lives on, and *Run* comes back."""
    lesson = opened(view, "flag", qtbot)
    for student in ("Ana", "Bia", "Caio"):
        experiment = lesson.experiment
        assert isinstance(experiment, PicturesExperiment)
        qtbot.waitUntil(experiment.tab.gallery.panel(-1).view.has_picture)
        assert experiment.tab.encrypted == [], "no picture of another student"
        assert experiment.tab.gallery.panel(-1).figure() == "", "it would answer a question"
        qtbot.keyClicks(lesson.head.name, student)
        answer_all(lesson, qtbot)
        run(lesson, qtbot)
        while step_of(lesson) is LessonStep.RUN:
            qtbot.mouseClick(lesson.card.forward, LEFT)
        answer_all(lesson, qtbot)
        assert step_of(lesson) is LessonStep.MODIFY
        chips = experiment.control(Control.FORMAT)
        assert chips in lesson.card.settings() and chips.isVisible()
        lesson.save(tmp_path / f"{student}.json")
        assert json.loads((tmp_path / f"{student}.json").read_text())["student"] == student
        next_student = lesson.head.restart_button.menu().actions()[1]
        next_student.trigger()
        assert lesson.head.name.text() == lesson.attempt.student == ""
        assert not chips.isVisible()


def test_that_a_lesson_that_was_left_goes_on_where_it_stood(
    view: LessonsView, desk: Workbench, qtbot: QtBot
) -> None:
    lesson = opened(view, "flag", qtbot)
    qtbot.keyClicks(lesson.head.name, "Ana")
    answer_all(lesson, qtbot)
    left = lesson.attempt
    qtbot.mouseClick(lesson.head.back_button, LEFT)
    assert "Ana" in view.list.cards["flag"].accessibleDescription()
    states = opened(view, "states", qtbot)
    qtbot.mouseClick(states.head.back_button, LEFT)
    assert opened(view, "flag", qtbot).attempt == left
    page = LessonsPage(desk)  # as in another language, or after another text size
    qtbot.addWidget(page)
    page.shown()
    other = page.view().lesson
    assert other is not None and other.attempt == left
    page.close_down()


def test_that_data_of_a_name_are_run_with_its_seed_and_a_broken_file_is_named(
    view: LessonsView, qtbot: QtBot
) -> None:
    lessons_folder().mkdir(parents=True, exist_ok=True)
    broken = lessons_folder() / "broken.toml"
    broken.write_text('title = "Broken"\nminutes = "x"\n')
    view.shown()
    (fault,) = view.list.faults
    assert "broken.toml" in fault.text() and "line 2" in fault.text()
    broken.unlink()
    lesson = opened(view, "states", qtbot)
    assert lesson.data.isVisible()
    lesson.data.setFocus()
    qtbot.keyClick(lesson.data, Qt.Key.Key_Down)
    for _ in lesson.attempt.lesson.predict.ask:
        qtbot.mouseClick(lesson.card.forward, LEFT)
        assert lesson.card.ask is not None
        answer(lesson.card.ask, qtbot)
    assert not lesson.card.forward.isEnabled(), "no name, no data of its own"
    lesson.head.name.setFocus()
    qtbot.keyClicks(lesson.head.name, "Ana")
    assert lesson.card.forward.isEnabled()
    assert (lesson.attempt.student, lesson.attempt.data) == ("Ana", Data.EACH)
    assert lesson.experiment.fixed.seed != lesson.attempt.lesson.run.seed
    lesson.restart(next_student=True)
    qtbot.mouseClick(lesson.head.back_button, LEFT)
    assert view.lesson is None


def test_that_two_sheets_asked_for_at_once_are_both_made_next_to_the_window(
    view: LessonsView, tmp_path: Path, qtbot: QtBot
) -> None:
    lesson = opened(view, "flag", qtbot)
    sheets = {answers: tmp_path / f"sheet-{answers}.pdf" for answers in (False, True)}
    for answers, path in sheets.items():
        lesson.printing.save(path, answers=answers)
    qtbot.waitUntil(lambda: all(path.exists() for path in sheets.values()))
    assert all(path.read_bytes().startswith(b"%PDF") for path in sheets.values())
