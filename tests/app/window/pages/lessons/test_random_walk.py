"""A mouse that clicks anything in a lesson: what is on the screen is always what the record has."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.lessons.attempt import CardContent, NextAction
from app.lessons.lesson import LessonStep
from app.window.pages.lessons.experiments.picture_experiment import PicturesExperiment
from app.window.pages.lessons.lesson_view import LessonView
from app.window.pages.lessons.lessons_view import LessonsView
from app.window.pages.lessons.page import LessonsPage
from app.window.workbench.workbench import Workbench
from tests.app.window.settling import await_, let_go
from widgets.fields.number_field import NumberField
from widgets.look.theme import apply_theme

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
PROJECTOR = (634, 476)
"""The page's room in a window of 1024 × 768 at 150 %."""
LESSONS = ("flag", "states", "stream", "tamper", "cost", "password")
CAMPAIGNS = ("cost", "password")
STEPS = list(LessonStep)
RUN_MS = 900_000
"""A campaign of the cost lesson takes five minutes where twenty programs share two cores."""


@pytest.fixture(scope="module")
def desk(
    home: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication
) -> Iterator[Workbench]:
    apply_theme(qapp, "light")
    made = Workbench(str(tmp_path_factory.mktemp("walk") / "results.sqlite"))
    made.servers.discover()
    await_(lambda: made.servers.discovered)
    yield made
    let_go(made)
    qapp.setStyleSheet("")


class RandomWalk:
    """Clicks on a lesson; every so often the student leaves, or the window is another one."""

    def __init__(self, desk: Workbench, name: str, seed: int, qtbot: QtBot) -> None:
        self._desk, self._name, self._qtbot = desk, name, qtbot
        self._draw = random.Random(seed)
        self._runs_left = 2 if name in CAMPAIGNS else 1_000_000
        self.seen: set[tuple[LessonStep, CardContent]] = set()
        self._page = self._opened()

    def go(self, steps: int) -> None:
        for _ in range(steps):
            self._step()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            QApplication.processEvents()
            self.check()

    def close(self) -> None:
        self._page.close_down()
        self._page.hide()
        self._page.deleteLater()

    def _view(self) -> LessonsView:
        return self._page.view()

    def lesson(self) -> LessonView:
        lesson = self._view().lesson
        assert lesson is not None
        return lesson

    def _opened(self) -> LessonsPage:
        page = LessonsPage(self._desk)
        page.resize(*PROJECTOR)
        with self._qtbot.waitExposed(page):
            page.show()
        page.shown()
        if page.view().lesson is None:
            QTest.mouseClick(page.view().list.cards[self._name], LEFT)
        self._page = page
        return page

    def _step(self) -> None:
        lesson, chance = self.lesson(), self._draw.random()
        if lesson.attempt.running is not None:
            if self._name in CAMPAIGNS or chance < 0.7:
                self._qtbot.waitUntil(lambda: lesson.attempt.running is None, timeout=RUN_MS)
            return
        if chance < 0.02:
            self._leave_and_return()
        elif chance < 0.03:
            self.close()  # another language, or another text size
            self._opened()
        elif chance < 0.036:
            self._draw.choice(lesson.head.restart_button.menu().actions()).trigger()
        elif chance < 0.1:
            QTest.keyClicks(lesson.head.name, self._draw.choice("ABC "))
        elif chance < 0.6 and self._is_open(lesson):
            self._answer(lesson)
        else:
            self._click(lesson, forward=self._draw.random() < 0.4)

    def _is_open(self, lesson: LessonView) -> bool:
        """Whether a question waits; what has an answer seldom gets another."""
        asked = lesson.card.ask
        return asked is not None and (asked.current_answer() is None or self._draw.random() < 0.2)

    def _leave_and_return(self) -> None:
        QTest.mouseClick(self.lesson().head.back_button, LEFT)
        assert self._view().lesson is None
        QTest.mouseClick(self._view().list.cards[self._name], LEFT)

    def _answer(self, lesson: LessonView) -> None:
        asked = lesson.card.ask
        assert asked is not None
        if asked.field is not None:
            if asked.field.isEnabled():
                asked.field.setFocus()
                asked.field.selectAll()
                QTest.keyClicks(asked.field, str(self._draw.randrange(101)))
                QTest.keyClick(asked.field, Qt.Key.Key_Tab)
        else:
            QTest.mouseClick(self._draw.choice([*asked.choices]), LEFT)

    def _click(self, lesson: LessonView, *, forward: bool) -> None:
        """Anything that opens no dialog."""
        can = lesson.card.forward.isVisible() and lesson.card.forward.isEnabled()
        if forward and can and lesson.attempt.forward is not NextAction.SAVE:
            QTest.mouseClick(lesson.card.forward, LEFT)
            return
        head = lesson.head
        left_out: list[QWidget] = [head.print_button, head.save_button, head.restart_button]
        left_out += [head.back_button, lesson.card.forward]
        buttons = [
            each
            for each in lesson.findChildren(QAbstractButton)
            if each.isVisible()
            and each.isEnabled()
            and each not in left_out
            and "…" not in each.text()
            and not (hasattr(each, "menu") and each.menu())
        ]
        if self._runs_left <= 0:
            buttons = [each for each in buttons if each is not lesson.card.run]
        if not buttons:
            return
        chosen = self._draw.choice(buttons)
        self._runs_left -= chosen is lesson.card.run
        QTest.mouseClick(chosen, LEFT)

    def check(self) -> None:
        """The screen equals the record."""
        lesson = self.lesson()
        attempt, card, head = lesson.attempt, lesson.card, lesson.head
        running = attempt.running is not None
        self.seen.add((attempt.step, attempt.shown.kind))
        assert head.track.current() == STEPS.index(attempt.step)
        usable = [each.isEnabled() for each in head.track.buttons]
        assert usable == [attempt.is_reachable(step) and not running for step in STEPS]
        assert head.name.text().strip() == attempt.student
        assert head.name.isEnabled()
        assert head.save_button.isEnabled() == attempt.is_begun
        assert lesson.experiment.running == running
        assert card.forward.isHidden() != (attempt.forward is not None)
        assert card.forward.isEnabled() == attempt.can_advance
        first = attempt.shown.kind is CardContent.TEXT
        assert card.run.isHidden() != (first and attempt.step is not LessonStep.PREDICT)
        assert card.run.isEnabled() == attempt.can_run
        assert (card.ask is not None) == (attempt.shown.kind is CardContent.QUESTION)
        if card.ask is not None:
            question = attempt.step, attempt.shown.number
            assert (card.ask.step, card.ask.number) == question
            assert card.ask.current_answer() == attempt.given.get(question)
            parts = [*card.ask.choices, *filter(None, [card.ask.field])]
            assert {part.isEnabled() for part in parts} == {question not in attempt.checked}
        asks = first and not running and lesson.experiment.shows_settings()
        freed = attempt.lesson.freed(attempt.step) if asks else ()
        shown = [part for part in card.settings() if part is not lesson.data]
        assert shown == [lesson.experiment.control(each) for each in freed]
        assert all(part.isVisible() for part in shown)
        self._check_results(lesson)
        saved = json.loads(attempt.to_json())["answers"]
        assert [each["given"] for each in saved] == [
            attempt.given.get((step, number)) for step, number, _ in attempt.lesson.asked()
        ]
        self._check_room(lesson)
        least, room = self._page.minimumSizeHint(), self._page.size()
        assert (least.width() <= room.width(), least.height() <= room.height()) == (True, True), (
            f"{attempt.step} asks for {least}"
        )

    def _check_room(self, lesson: LessonView) -> None:
        """The picture or chart is at least 70 % as wide as the page and above the question, and
        nothing of it lies over anything else."""
        experiment, front = lesson.experiment, lesson.experiment.views.currentWidget()
        assert front is not None and front.width() >= 0.7 * self._page.width()
        assert lesson.card.y() >= experiment.geometry().bottom()
        if not isinstance(front, QScrollArea):
            needed = front.minimumSizeHint().height()
            assert needed <= front.height(), f"{lesson.attempt.step}: {front} needs {needed}"

    def _check_results(self, lesson: LessonView) -> None:
        """What was run is seen only where the record has it."""
        attempt, experiment = lesson.attempt, lesson.experiment
        if experiment.view_choice is not None:
            assert experiment.view_choice.isHidden() != (LessonStep.RUN in attempt.runs)
        if isinstance(experiment, PicturesExperiment) and not attempt.runs and not attempt.running:
            assert experiment.tab.encrypted == []
            assert experiment.tab.gallery.panel(-1).figure() == ""


def walk(desk: Workbench, name: str, steps: int, qtbot: QtBot) -> RandomWalk:
    made = RandomWalk(desk, name, seed=1, qtbot=qtbot)
    errors: list[object] = []
    before = sys.excepthook
    sys.excepthook = lambda *error: errors.append(error)
    try:
        made.go(steps)
        lesson = made.lesson()
        qtbot.waitUntil(lambda: lesson.attempt.running is None, timeout=RUN_MS)
        lesson.restart(next_student=True)
        made.check()
    finally:
        sys.excepthook = before
        made.close()
    assert errors == []
    return made


def test_that_a_short_walk_finds_the_screen_as_the_record_is(desk: Workbench, qtbot: QtBot) -> None:
    walk(desk, "flag", 120, qtbot)


@pytest.mark.exhaustive
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", LESSONS)
def test_that_a_thousand_clicks_find_the_screen_as_the_record_is(
    desk: Workbench, name: str, qtbot: QtBot
) -> None:
    made = walk(desk, name, 1000, qtbot)
    seen = {step for step, _ in made.seen}
    least = (
        {LessonStep.PREDICT, LessonStep.RUN}
        if name in CAMPAIGNS
        else set(STEPS) - {LessonStep.MAKE}
    )
    assert least <= seen, made.seen
    assert (LessonStep.RUN, CardContent.OUTCOME) in made.seen, made.seen


def test_that_numbers_can_be_typed_where_they_are_asked_for(desk: Workbench, qtbot: QtBot) -> None:
    made = RandomWalk(desk, "states", seed=2, qtbot=qtbot)
    QTest.mouseClick(made.lesson().card.forward, LEFT)
    field = made.lesson().card.ask
    assert field is not None and isinstance(field.field, NumberField)
    made.check()
    made.close()
