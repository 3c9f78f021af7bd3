"""A class's results on the page: files chosen or dropped, a lesson at a time, table and drawing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from app.lessons.attempt import Attempt
from app.lessons.lesson_reading import read_lesson
from app.window.pages.lessons.class_view import ClassView
from app.window.pages.lessons.lessons_view import LessonsView
from app.window.pages.lessons.page import LessonsPage
from app.window.workbench.workbench import Workbench
from scripts.lesson_walk.class_room import finished
from tests.app.window.settling import let_go, part

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
_LESSONS = Path(__file__).parents[5] / "assets" / "lessons"
_FLAG, _STATES = (read_lesson(_LESSONS / f"{name}.toml") for name in ("flag", "states"))

_ASKED = (("Predict", 3), ("Investigate", 3), ("Modify", 2))
_FOOT = 25
"""Points: the page's number stands below."""


@pytest.fixture
def view(qtbot: QtBot, tmp_path: Path) -> Iterator[LessonsView]:
    desk = Workbench(str(tmp_path / "results.sqlite"))
    page = LessonsPage(desk)
    qtbot.addWidget(page)
    page.resize(930, 600)
    with qtbot.waitActive(page):
        page.show()
    made = page.view()
    made.shown()
    yield made
    page.close_down()
    let_go(desk)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three students of the flag, one of the states, and a file of somebody else."""
    made = tmp_path / "class"
    made.mkdir()
    for student, distinct in (("Ana", 4.0), ("Bia", 8.0), ("Caio", 60.0)):
        attempt = Attempt("flag", _FLAG, student)
        given: tuple[str | float, ...] = ("Only in ECB", distinct, 100.0)
        for number, answer in enumerate(given):
            attempt = attempt.answer(number, answer)
        ran = attempt.turn(3).advance().start()
        ran = ran.end({"ecb.distinct": 3.8, "cbc.distinct": 100.0})
        (made / f"{student}.json").write_text(ran.to_json(datetime.now(UTC)))
    (made / "states.json").write_text(Attempt("states", _STATES, "Ana").to_json())
    (made / "plan.json").write_text(json.dumps({"plan": 1}))
    return made


def choose(button: QWidget, paths: Sequence[Path], qtbot: QtBot) -> None:
    dialog = part(button, QFileDialog)
    dialog.filesSelected.emit([str(each) for each in paths])
    with qtbot.waitActive(button.window()):
        dialog.reject()
        button.window().activateWindow()


def class_view(view: LessonsView) -> ClassView:
    assert view.class_view is not None
    return view.class_view


def texts(view: ClassView, column: int) -> list[str]:
    model = view.table.table_model()
    return [model.text(row, column) for row in range(model.rowCount())]


def test_that_a_folder_becomes_a_table_and_a_drawing_lesson_by_lesson(
    view: LessonsView, folder: Path, qtbot: QtBot
) -> None:
    button = view.list.class_button
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    menu = button.menu()
    qtbot.waitUntil(menu.isVisible)
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    choose(button, [folder], qtbot)
    shown = class_view(view)
    assert shown.message.text() == "plan.json is left out: it holds no results of a lesson."
    assert texts(shown, 0) == ["Ana", "Bia", "Caio"]
    assert texts(shown, 2) == ["✓ right", "≈ close", "✗ wrong"]
    assert shown.table.table_model().columns[2].title == "Predict 2\n67 %"
    qtbot.mouseClick(shown.tabs.tabBar(), LEFT, pos=shown.tabs.tabBar().tabRect(1).center())
    assert shown.chart.isVisible()
    shown.chart.setFocus()
    qtbot.keyClick(shown.chart, Qt.Key.Key_Home)
    assert shown.chart.canvas.marked == 0
    assert shown.chart.canvas.marks()[0].text() == "Only in ECB: 3 of 3 students"
    shown.lesson.setFocus()
    qtbot.keyClick(shown.lesson, Qt.Key.Key_Down)
    assert texts(shown, 0) == ["Ana"]
    assert set(texts(shown, 1)) == {"– open"}
    qtbot.mouseClick(shown.back_button, LEFT)
    assert view.class_view is None
    assert view.list.isVisible()


def test_that_dropped_files_join_those_that_are_there_and_are_saved_and_printed(
    view: LessonsView, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    drop(view.list, folder / "Ana.json")
    shown = class_view(view)
    drop(shown, folder / "Bia.json")
    assert texts(shown, 0) == ["Ana", "Bia"]
    qtbot.mouseClick(shown.save_button, LEFT)
    dialog = part(view.window(), QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "class.csv"))
    dialog.reject()
    assert (tmp_path / "class.csv").read_text().splitlines()[1].startswith("Ana,right,Only in ECB")
    shown.print_to(tmp_path / "class.pdf")
    qtbot.waitUntil((tmp_path / "class.pdf").exists)
    (page,) = PdfReader(tmp_path / "class.pdf").pages
    printed_table = page.extract_text()
    assert all(
        words in printed_table for words in ("Ana", "Bia", "✓ right", "≈ close", "Only in ECB")
    )


def test_that_six_students_are_printed_whole(
    view: LessonsView, tmp_path: Path, qtbot: QtBot
) -> None:
    """A drawing for each question, none cut by the edge of a page, and no page mostly empty."""
    for at, student in enumerate(("Ana", "Bia", "Caio", "Davi", "Eva", "Fábio")):
        made = finished("flag", _FLAG, student, at % 4)
        (tmp_path / f"{student}.json").write_text(made.to_json(datetime.now(UTC)))
    view.open_class_results([tmp_path])
    class_view(view).print_to(tmp_path / "class.pdf")
    qtbot.waitUntil((tmp_path / "class.pdf").exists)
    pages = PdfReader(tmp_path / "class.pdf").pages
    printed_table = " ".join(" ".join(page.extract_text() for page in pages).split())
    places = [f"{step} {at}" for step, most in _ASKED for at in range(1, most + 1)]
    assert all(printed_table.count(each) == 2 for each in places), (
        "in the table and above a drawing"
    )
    for number, page in enumerate(pages, 1):
        texts = [at for at in text_places(page) if at[1] > _FOOT]
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        edges = _FOOT + 5, width - 30, height - 20
        outside = [
            at for at in texts if not (30 < at[0] < edges[1] and edges[0] < at[1] < edges[2])
        ]
        assert outside == [], "cut off"
        assert min(y for _, y in texts) < height * 2 / 3, f"page {number} is mostly empty"


def text_places(page: PageObject) -> Iterator[tuple[float, float]]:
    """Where each text of a page begins, in points from the lower left corner."""
    found: list[tuple[float, float]] = []

    def see(text: str, matrix: Sequence[float], own: Sequence[float], *_: object) -> None:
        if text.strip():
            a, b, c, d, e, f = matrix
            found.append((a * own[4] + c * own[5] + e, b * own[4] + d * own[5] + f))

    page.extract_text(visitor_text=see)
    yield from found


def test_that_a_class_of_no_usable_file_says_what_to_do(
    view: LessonsView, folder: Path, qtbot: QtBot
) -> None:
    drop(view.list, folder / "plan.json")
    shown = class_view(view)
    assert "plan.json" in shown.message.text()
    assert not (shown.save_button.isEnabled() or shown.print_button.isEnabled())
    shown.add_button.ask_for_files()
    choose(shown.add_button, [folder / "Ana.json"], qtbot)
    assert texts(shown, 0) == ["Ana"]
    assert shown.print_button.isEnabled()


def drop(target: QWidget, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(target, QDragEnterEvent(QPointF(9, 9), copy, data, LEFT, none))
    QApplication.sendEvent(target, QDropEvent(QPointF(9, 9), copy, data, LEFT, none))
