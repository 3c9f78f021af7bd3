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

from app.lessons.lesson import Control, Step
from app.lessons.results_file import Data
from app.system.folders import lessons_folder
from app.window.pages.lessons.asks import AskField
from app.window.pages.lessons.bench.change import ChangeBench
from app.window.pages.lessons.bench.columns import ColumnsBench
from app.window.pages.lessons.bench.pictures import PicturesBench
from app.window.pages.lessons.bench.stream import StreamBench
from app.window.pages.lessons.lesson_view import LessonView
from app.window.pages.lessons.page import LessonsPage
from app.window.pages.lessons.view import LessonsView
from app.window.workbench.workbench import Workbench
from tests.app.window.settling import await_, let_go, settle
from workloads.hospital.data import populations

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(scope="module")
def desk(
    home: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication
) -> Iterator[Workbench]:
    """A desk whose PostgreSQL runs for all tests of the module."""
    made = Workbench(str(tmp_path_factory.mktemp("lessons") / "results.sqlite"))
    made.servers.discover()
    await_(lambda: made.servers.discovered)
    made.servers.start("postgresql")
    await_(lambda: (entry := made.servers.entry("postgresql")) is not None and entry.running)
    yield made
    let_go(made)


@pytest.fixture
def view(qtbot: QtBot, desk: Workbench) -> Iterator[LessonsView]:
    page = LessonsPage(desk)
    qtbot.addWidget(page)
    page.resize(930, 600)
    with qtbot.waitActive(page):
        page.show()
    page.shown()
    yield page.view()
    page.close_down()


def opened(view: LessonsView, name: str, qtbot: QtBot) -> LessonView:
    """A lesson, opened from its card by the keyboard."""
    qtbot.keyClick(view.list.cards[name], Qt.Key.Key_Return)
    assert view.lesson is not None
    return view.lesson


def step_of(lesson: LessonView) -> Step:
    return lesson.step


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
    assert [field.told() for field in lesson.page().asks] == [""] * len(lesson.page().asks)
    assert not lesson.page().keep.isEnabled()
    for field in lesson.page().asks:
        answer(field, qtbot)
    qtbot.mouseClick(lesson.page().keep, LEFT)


def run(lesson: LessonView, qtbot: QtBot) -> None:
    """Ctrl+Enter, and wait for the end."""
    qtbot.waitUntil(lambda: lesson.page().run.isVisible() and lesson.page().run.isEnabled())
    settle(lesson.page(), qtbot)
    qtbot.keyClick(lesson.page(), Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: lesson.bench.running)
    qtbot.waitUntil(lambda: not lesson.bench.running)


def open_picture(lesson: LessonView, path: Path, qtbot: QtBot) -> None:
    """By the dialog of the button."""
    source = lesson.bench.control(Control.PICTURE)
    qtbot.mouseClick(source.open_button, LEFT)  # type: ignore[attr-defined]
    dialog = source.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit(str(path))
    with qtbot.waitActive(lesson.window()):
        dialog.reject()
        lesson.window().activateWindow()


def modify(lesson: LessonView, qtbot: QtBot) -> None:
    free = lesson.attempt.lesson.modify.free
    part: Any = lesson.bench.control(free)
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
    match lesson.bench:
        case PicturesBench():
            noise = np.random.default_rng(1).integers(0, 256, (128, 128, 3), dtype=np.uint8)
            Image.fromarray(noise).save(folder / "noise.png")
            open_picture(lesson, folder / "noise.png", qtbot)
        case StreamBench() as bench:
            for row, line in bench.opened.lines.items():
                type_text(line, read_without_the_key(bench, row, qtbot), qtbot)
        case ChangeBench() as bench:
            refuse_a_longer_text_until_the_next_run(lesson, bench, desk, qtbot)
            type_number(bench.texts.place, 0, qtbot)
        case ColumnsBench() as bench:
            rows = [f"{name},{people}" for name, people in populations().items()]
            (folder / "class.csv").write_text("\n".join(["value,count", *rows]))
            known = bench.tab.frequency.known
            assert known.isVisible() and bench.control(Control.TABLE) is known
            known.open(folder / "class.csv")
            type_number(bench.tab.controls.records, 600, qtbot)
        case bench:
            type_number(bench.control(Control.RECORDS), 600, qtbot)  # type: ignore[arg-type]


def refuse_a_longer_text_until_the_next_run(
    lesson: LessonView, bench: ChangeBench, desk: Workbench, qtbot: QtBot
) -> None:
    type_text(bench.texts.wanted.line, "Pernambuco", qtbot)
    with qtbot.waitSignal(desk.failed) as failed:
        qtbot.keyClick(lesson.page(), Qt.Key.Key_Return, CTRL)
    assert failed.args is not None and failed.args[0].title == "Lengths differ"
    type_text(bench.texts.wanted.line, "Pará", qtbot)
    with qtbot.waitSignal(desk.settled) as settled:
        qtbot.keyClick(lesson.page(), Qt.Key.Key_Return, CTRL)
    assert settled.args == failed.args
    qtbot.waitUntil(lambda: not bench.running)


def go_to(choice: QComboBox, data: object, qtbot: QtBot) -> None:
    """By way of its ends, so that it changes even where this is chosen."""
    choice.setFocus()
    down = [Qt.Key.Key_Down] * choice.findData(data)
    for key in (Qt.Key.Key_End, Qt.Key.Key_Home, *down):
        qtbot.keyClick(choice, key)


def said_in(part: QWidget) -> str:
    return " ".join(each.text() for each in part.findChildren(QLabel))


def type_text(line: QLineEdit, text: str, qtbot: QtBot) -> None:
    line.setFocus()
    line.clear()
    for letter in text:
        pressed = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, letter)
        QApplication.sendEvent(line, pressed)
    assert line.text() == text


def read_without_the_key(bench: StreamBench, row: int, qtbot: QtBot) -> str:
    """What the last row says of a record when the known word is as long; without accents, as one
    may type it. Of the records that the keys pass by, some are told later than this one."""
    stream, tried = bench.tab.stream, bench.tab.tried
    with qtbot.waitSignal(tried, check_params_cb=lambda news: news.order.other == row) as told:
        go_to(stream.other, row, qtbot)
    assert stream.other.currentText() == str(row), "its text is not told"
    assert told.args is not None
    known = stream.one.text()[: len(told.args[0].found.other)]
    wanted = row, known
    with qtbot.waitSignal(
        tried, check_params_cb=lambda news: (news.order.other, news.order.crib) == wanted
    ):
        type_text(stream.word, known, qtbot)
    read = stream.reading().partition("“")[2].partition("”")[0]
    return "".join(each for each in unicodedata.normalize("NFKD", read) if each.isascii())


@pytest.mark.parametrize("name", ["flag", "states", "stream", "tamper"])
def test_that_a_lesson_leads_from_prediction_to_challenge(
    view: LessonsView, desk: Workbench, name: str, tmp_path: Path, qtbot: QtBot
) -> None:
    lesson = opened(view, name, qtbot)
    assert not any(lesson.head.chips[step].isEnabled() for step in list(Step)[1:])
    answer_all(lesson, qtbot)
    assert step_of(lesson) is Step.RUN
    run(lesson, qtbot)
    asked = lesson.attempt.lesson.predict.ask
    right = [lesson.attempt.is_right(Step.PREDICT, at) for at in range(len(asked))]
    assert right == [True] * len(asked), lesson.attempt.figures
    assert all(line.text().startswith("✓") for line in lesson.page().predictions.lines)
    drawn = {
        on.name for on in lesson.attempt.lesson.run.on if on.fresh or "client" in on.protection
    }
    for at, ask in enumerate(asked):
        chance = ask.figure.partition(".")[0] in drawn  # fresh IVs are other ones each time
        expected = ask.answer or pytest.approx(ask.value, abs=ask.tolerance if chance else 0.06)
        assert lesson.attempt.truth(Step.PREDICT, at) == expected, "the file's answer"
    qtbot.mouseClick(lesson.page().next, LEFT)
    answer_all(lesson, qtbot)
    assert all(field.told().startswith("✓") for field in lesson.page().asks)
    qtbot.mouseClick(lesson.page().next, LEFT)
    modify(lesson, qtbot)
    run(lesson, qtbot)
    answer_all(lesson, qtbot)
    qtbot.mouseClick(lesson.page().next, LEFT)
    assert step_of(lesson) is Step.MAKE
    run(lesson, qtbot)
    assert not met(lesson), "what was modified is no answer to the challenge"
    make(lesson, desk, tmp_path, qtbot)
    run(lesson, qtbot)
    assert met(lesson), lesson.attempt.made
    if isinstance(lesson.bench, ColumnsBench):
        known = lesson.bench.tab.frequency.known
        assert known.table() is not None and "“class”" in said_in(lesson.bench.tab.frequency)
        known.remove()
    lesson.save(tmp_path / "results.json")
    told = json.loads((tmp_path / "results.json").read_text())
    assert told["challenge"]["met"]
    assert {each["right"] for each in told["answers"]} == {True}
    qtbot.mouseClick(lesson.head.reset_button, LEFT)
    assert (step_of(lesson), dict(lesson.attempt.answers)) == (Step.PREDICT, {})
    assert not lesson.head.chips[Step.RUN].isEnabled()
    assert lesson.page().asks[0].given() is None


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
    lesson.head.data.setFocus()
    qtbot.keyClick(lesson.head.data, Qt.Key.Key_Down)
    for field in lesson.page().asks:
        answer(field, qtbot)
    assert not lesson.page().keep.isEnabled(), "no name, no data of its own"
    lesson.head.name.setFocus()
    qtbot.keyClicks(lesson.head.name, "Ana")
    assert lesson.page().keep.isEnabled()
    assert (lesson.attempt.student, lesson.attempt.data) == ("Ana", Data.EACH)
    assert lesson.bench.fixed.seed != lesson.attempt.lesson.run.seed
    qtbot.mouseClick(lesson.head.back_button, LEFT)
    assert view.lesson is None


def test_that_two_sheets_asked_for_at_once_are_both_made_beside_the_window(
    view: LessonsView, tmp_path: Path, qtbot: QtBot
) -> None:
    lesson = opened(view, "flag", qtbot)
    sheets = {answers: tmp_path / f"sheet-{answers}.pdf" for answers in (False, True)}
    for answers, path in sheets.items():
        lesson.printing.save(path, answers=answers)
    qtbot.waitUntil(lambda: all(path.exists() for path in sheets.values()))
    assert all(path.read_bytes().startswith(b"%PDF") for path in sheets.values())
