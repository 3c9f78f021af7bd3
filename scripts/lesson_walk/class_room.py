"""A class's results: files of students, taken in by mouse, and every page that comes of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QLocale

from app.lessons.attempt import Attempt
from app.lessons.lesson import Ask, Lesson, LessonStep
from app.lessons.lesson_reading import lesson_files
from app.window.main_window import MainWindow
from app.window.pages.lessons.page import LessonsPage
from scripts.lesson_walk.mouse import Mouse, wait_for
from scripts.lesson_walk.walk import Camera, rail_button, settle


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
    wait_for(lambda: page.view().class_view is not None, "the results of the class")
    class_view = page.view().class_view
    assert class_view is not None
    settle(window)
    camera.take(window, "class", "answers")
    bar = class_view.tabs.tabBar()
    mouse.click(bar, bar.tabRect(1).center())
    settle(window)
    camera.take(window, "class", "distribution")
    mouse.click(class_view.print_button)
    mouse.name_file(window, folder / "class.pdf")
    wait_for((folder / "class.pdf").exists, "the sheet of the class")
    mouse.click(class_view.back_button)
    wait_for(lambda: page.view().class_view is None, "the list of lessons")


def _handed_in(folder: Path) -> Path:
    """Five students' files: one open, one twice, one of another lesson."""
    folder.mkdir(exist_ok=True)
    lessons = {each.name: each.lesson for each in lesson_files(QLocale().name())}
    flag, states = lessons["flag"], lessons["states"]
    assert flag is not None and states is not None
    made = [
        begun("flag", flag, "Ana"),
        finished("flag", flag, "Bia", 0),
        finished("flag", flag, "Bia", 1),
        finished("flag", flag, "Caio", 2),
        finished("flag", flag, "Davi", 3),
        begun("states", states, "Eva"),
    ]
    now = datetime.now(UTC)
    for at, attempt in enumerate(made):
        saved = attempt.to_json(now + timedelta(minutes=at))
        (folder / f"{at}-{attempt.student}.json").write_text(saved)
    return folder


def begun(name: str, lesson: Lesson, student: str) -> Attempt:
    """A student who has predicted one thing."""
    ask = lesson.predict.ask[0]
    return Attempt(name, lesson, student).answer(0, ask.choices[0] if ask.choices else 40.0)


def finished(name: str, lesson: Lesson, student: str, wrong: int) -> Attempt:
    """A student who has answered all questions; the one whose number is `wrong` in each step, and
    each fourth from there, not as the file has it."""
    attempt = Attempt(name, lesson, student)
    for step in (LessonStep.PREDICT, LessonStep.INVESTIGATE, LessonStep.MODIFY):
        attempt = replace(attempt, step=step)
        for number, ask in enumerate(lesson.asks(step)):
            attempt = attempt.answer(number, _given(ask, right=(number - wrong) % 4 != 0))
            attempt = replace(attempt, checked=attempt.checked | {(step, number)})
        figures = {ask.figure: float(ask.value or 0) for ask in lesson.asks(step) if ask.figure}
        run = LessonStep.RUN if step is LessonStep.PREDICT else LessonStep.MODIFY
        if step is not LessonStep.INVESTIGATE:
            attempt = replace(attempt, runs={**attempt.runs, run: figures})
    return attempt


def _given(ask: Ask, *, right: bool) -> str | float:
    if ask.choices:
        return ask.answer if right else next(x for x in ask.choices if x != ask.answer)
    value = float(ask.value or 0)
    return value if right else abs(value - 40)
