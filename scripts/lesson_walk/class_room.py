"""A class's results: files of students, taken in by mouse, and every page that comes of them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QLocale

from app.lessons.attempt import Attempt
from app.lessons.shelf import shelf
from app.window.main_window import MainWindow
from app.window.pages.lessons.page import LessonsPage
from scripts.lesson_walk.mouse import Mouse, wait_for
from scripts.lesson_walk.walk import Camera, rail_button, settle

_STUDENTS = {"Ana": 4.0, "Bia": 8.0, "Caio": 60.0, "Davi": 3.0, "Eva": 90.0}
"""How many percent of the blocks under ECB each says are distinct."""


def show_class(window: MainWindow, camera: Camera, folder: Path) -> None:
    """Take in a folder of students, and take pictures of table and histograms.

    Raises: RuntimeError, where nobody could go on
    """
    mouse, page = Mouse(), window.page("lessons")
    assert isinstance(page, LessonsPage)
    mouse.click(rail_button(window, "lessons"))
    settle(window)
    mouse.choose_in_menu(page.view().list.class_button, 1)
    mouse.name_file(window, _handed_in(folder / "class"))
    wait_for(lambda: page.view().together is not None, "the results of the class")
    together = page.view().together
    assert together is not None
    settle(window)
    camera.take(window, "class", "answers")
    bar = together.tabs.tabBar()
    mouse.click(bar, bar.tabRect(1).center())
    settle(window)
    camera.take(window, "class", "distribution")
    mouse.click(together.print_button)
    mouse.name_file(window, folder / "class.pdf")
    wait_for((folder / "class.pdf").exists, "the sheet of the class")


def _handed_in(folder: Path) -> Path:
    """What the students have saved: right, close, wrong and open answers."""
    folder.mkdir(exist_ok=True)
    flag = next(each for each in shelf(QLocale().name()) if each.name == "flag").lesson
    assert flag is not None
    choices = flag.predict.ask[0].choices
    for at, (student, distinct) in enumerate(_STUDENTS.items()):
        made = Attempt("flag", flag, student)
        given: tuple[str | float, ...] = (choices[at % 2], distinct, 100.0)
        for number, answer in enumerate(given):
            made = made.answer(number, answer)
        if at:
            made = made.turn(3).advance().start()
            made = made.end({"ecb.distinct": 3.8, "cbc.distinct": 100.0})
        (folder / f"{student}.json").write_text(made.to_json(datetime.now(UTC)))
    return folder
