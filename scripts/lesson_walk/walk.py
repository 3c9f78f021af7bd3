"""The way through each lesson, from the list of lessons to the printed sheets."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QSpinBox,
    QWidget,
)

from app.lessons.attempt import CardContent, NextAction
from app.lessons.lesson import Control, LessonStep
from app.lessons.results_file import Judgement
from app.plan.campaign import CONTROL
from app.window.lab.modes import ModesView
from app.window.main_window import MainWindow
from app.window.pages.lessons.experiments.campaign_experiments import (
    CampaignExperiment,
    CostExperiment,
)
from app.window.pages.lessons.experiments.picture_experiment import (
    ComparedPictures,
    KeyAndBits,
    PicturesExperiment,
)
from app.window.pages.lessons.experiments.record_experiments import (
    ChangeExperiment,
    RecordsExperiment,
    StreamExperiment,
)
from app.window.pages.lessons.lesson_view import LessonView
from app.window.pages.lessons.lessons_view import LessonsView
from app.window.pages.lessons.page import LessonsPage
from app.window.pages.lessons.step_card import AskField
from scripts.lesson_walk.mouse import Mouse, wait_for
from scripts.lesson_walk.pace import minutes_for, words_of
from scripts.lesson_walk.vision import write_as_seen
from widgets.fields.chips import ToggleChip
from widgets.fields.choice import Choice

LESSONS = ("flag", "states", "stream", "tamper", "cost", "password", "erasure")
_FAR_OFF = 40
"""A prediction that is wrong by so much, so that pictures show a wrong one, too."""
_IN_ECB = QPoint(60, 40)
_OF_CIPHERTEXT = "warning"
"""The tone of its blocks where a mode is drawn."""
_SPRAYED = 5
"""Pixels of the canvas between two places of the spray can."""


@dataclass
class Report:
    """What a walk took, in seconds of the program's own by step, and what it found."""

    lesson: str
    minutes: float = 0.0
    words: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    scrolled: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    """Wrapped texts that had less height than their lines, by the picture that shows them."""
    challenge: bool = False
    stopped: str = ""
    """Why nobody could go on; empty at the end of the lesson."""
    wrong: list[str] = field(default_factory=list)
    """Questions that were answered as the lesson's file says, and judged wrong."""


class Camera:
    """Saves the window, numbered in each part, and as others see it."""

    def __init__(self, folder: Path, visions: Sequence[str]) -> None:
        self._folder, self._visions = folder, visions
        self._counts: Counter[str] = Counter()

    def take(self, window: QWidget, part: str, name: str) -> None:
        """Save what is shown now."""
        self._counts[part] += 1
        path = self._folder / f"{part}-{self._counts[part]:02}-{name}.png"
        window.grab().save(str(path))
        for vision in self._visions:
            write_as_seen(path, vision)


class LessonWalk:
    """One lesson in the window, step by step."""

    def __init__(self, window: MainWindow, camera: Camera, name: str, folder: Path) -> None:
        self._window, self._camera, self._name, self._folder = window, camera, name, folder
        self._mouse = Mouse()
        self.report = Report(name)

    def go(self) -> Report:
        """Go through the whole lesson, as far as anybody could."""
        try:
            self._open()
            for step in LessonStep:
                self._take_step(step)
            self._save_results()
            self._print()
        except RuntimeError as error:
            self.report.stopped = str(error)
            self._shoot("stopped")
        if self._view().lesson is not None:
            self._sum_up()
            self._mouse.click(self._lesson.head.back_button)
            wait_for(lambda: self._view().lesson is None, "the list of lessons")
        return self.report

    # its parts

    def _view(self) -> LessonsView:
        page = self._window.page("lessons")
        assert isinstance(page, LessonsPage)
        return page.view()

    def _open(self) -> None:
        with self._timed("open"):
            self._mouse.click(rail_button(self._window, "lessons"))
            wait_for(lambda: bool(self._view().list.cards), "the list of lessons")
            self._settle()
        self._shoot("list")
        with self._timed("open"):
            self._mouse.click(self._view().list.cards[self._name])
            wait_for(lambda: self._view().lesson is not None, "the lesson")
            self._settle()
        lesson = self._view().lesson
        assert lesson is not None
        self._lesson: LessonView = lesson

    def _take_step(self, step: LessonStep) -> None:
        wait_for(lambda: self._lesson.attempt.step is step, f"step {step.value}")
        self._settle()
        self._shoot(f"{step.value}-begins")
        match step:
            case LessonStep.PREDICT | LessonStep.INVESTIGATE:
                self._go_through_cards()
            case LessonStep.RUN:
                self._run()
                self._look()
                self._go_through_cards()
            case LessonStep.MODIFY:
                for change in modifications(self._lesson, self._mouse):
                    change()
                    self._run()
                self._shoot("modify-ran")
                self._go_through_cards()
            case LessonStep.MAKE:
                self._run()
                self._shoot("make-not-yet")
                self._meet_challenge()
                self._run()
                self._shoot("make-done")
                self._go_through_cards()

    def _go_through_cards(self) -> None:
        """Answer what is asked, and go on until another step is in front or results are to be
        saved; the last prediction is a wrong one, so that pictures show one."""
        lesson, step = self._lesson, self._lesson.attempt.step
        while lesson.attempt.step is step and lesson.attempt.forward is not NextAction.SAVE:
            attempt = lesson.attempt
            number = attempt.shown.number
            asks = attempt.shown.kind is CardContent.QUESTION
            if asks and (step, number) not in attempt.checked:
                assert lesson.card.ask is not None
                last = number == len(attempt.lesson.asks(step)) - 1
                self._give(lesson.card.ask, wrong=step is LessonStep.PREDICT and last)
            checks = attempt.forward is NextAction.CHECK
            with self._timed(step.value):
                self._mouse.click(lesson.card.forward)
                self._settle()
            self._shoot(f"{step.value}-{number + 1}")
            if checks and lesson.attempt.judgement(step, number) is Judgement.WRONG:
                self.report.wrong.append(attempt.lesson.asks(step)[number].text)

    def _give(self, asked: AskField, *, wrong: bool) -> None:
        """The answer in the file, or another one."""
        if asked.field is not None:
            right = round(asked.ask.value or 0)
            self._mouse.type(asked.field, str(abs(right - _FAR_OFF) if wrong else right))
            return
        ask = asked.ask
        at = next(at for at, each in enumerate(ask.choices) if (each == ask.answer) is not wrong)
        self._mouse.click(asked.choices[at])

    def _run(self) -> None:
        """Run, and wait until everything is shown."""
        lesson, step = self._lesson, self._lesson.attempt.step
        with self._timed(step.value):
            while lesson.attempt.shown.kind is not CardContent.TEXT:
                self._mouse.click(lesson.card.back)
            self._mouse.click(lesson.card.run)
            if isinstance(lesson.experiment, CostExperiment):
                self._watch_dots(lesson.experiment)
            wait_for(lambda: lesson.attempt.running is None, "the run to end")
            self._settle()

    def _look(self) -> None:
        """What came out; of pictures, with the mouse over a block."""
        experiment = self._lesson.experiment
        if isinstance(experiment, PicturesExperiment):
            self._mouse.point_at(experiment.tab.gallery.panel(0).view, _IN_ECB)
            self._settle()
        self._shoot("run-ran")
        choice = experiment.view_choice
        if choice is None:
            return
        chips = [each for each in choice.group.buttons() if each.isVisible()]
        for chip in (*chips[1:], chips[0]):
            self._mouse.click(chip)
            self._settle()
            self._shoot(f"view-{chips.index(chip)}")
            self._use(experiment.views.currentWidget())

    def _use(self, view: QWidget | None) -> None:
        """Do in a view what it is there for, and see that it answers at once.

        Raises: RuntimeError, where it does not
        """
        match view:
            case ComparedPictures():
                middle = view.slider.rect().center()
                self._mouse.drag(
                    view.slider, [middle, middle - QPoint(view.slider.width() // 8, 0)]
                )
                self._shoot("compared")
            case KeyAndBits():
                self._edit_key_and_flip(view)
            case ModesView():
                for chip in view.mode.group.buttons():
                    self._mouse.click(chip)
                    self._go_through_blocks(view, chip.text())

    def _edit_key_and_flip(self, view: KeyAndBits) -> None:
        before = view.encrypted.image()
        digits = view.key.viewport()
        QTest.mouseClick(digits, Qt.MouseButton.LeftButton, pos=digits.rect().center())
        QTest.keyClick(view.key, Qt.Key.Key_Backspace)
        QTest.keyClicks(view.key, "b")
        _must(view.encrypted.image() != before, "the picture to change with the key")
        self._shoot("key-edited")
        before = view.decrypted.image()
        self._mouse.click(view.bits[0])
        _must(view.decrypted.image() != before, "the decrypted picture to change with a bit")
        self._shoot("bit-flipped")

    def _go_through_blocks(self, view: ModesView, mode: str) -> None:
        """Step to the last block; then decrypt, and flip a bit of the first one."""
        while view.step_button.isEnabled():
            self._mouse.click(view.step_button)
            if view.flow.seen() == len(view.flow.boxes()) // 2:
                self._shoot(f"{mode}-moving")
        self._settle()
        self._shoot(f"{mode}-encrypted")
        encrypts, decrypts = view.direction.group.buttons()
        self._mouse.click(decrypts)
        while view.step_button.isEnabled():
            self._mouse.click(view.step_button)
        stored = next(each.key for each in view.flow.boxes() if each.tone == _OF_CIPHERTEXT)
        before = view.verdict.text()
        place = view.flow.box_of(stored).center().toPoint()
        QTest.mouseClick(view.flow, Qt.MouseButton.LeftButton, pos=place)
        _must(view.verdict.text() != before, "the flipped bit to be seen")
        self._shoot(f"{mode}-flipped")
        self._mouse.click(encrypts)

    def _watch_dots(self, experiment: CostExperiment) -> None:
        """The first dots, while it is measured."""
        wait_for(lambda: len(experiment.dots.values(CONTROL.name)) > 2, "dots")
        self._shoot("dots")

    def _draw(self, experiment: PicturesExperiment) -> None:
        """Spray all over a picture of one's own: no four pixels in a line are equal."""
        drawing, choice = experiment.drawing, experiment.view_choice
        assert choice is not None
        self._mouse.click(choice.group.buttons()[-1])
        self._settle()
        self._shoot("make-draw")
        self._mouse.click(drawing.tools.group.buttons()[-1])
        size = drawing.canvas.image().size()
        for row in range(0, size.height(), _SPRAYED):
            places = [QPoint(at, row) for at in range(0, size.width(), _SPRAYED)]
            self._mouse.drag(drawing.canvas, [drawing.canvas.place_of(each) for each in places])
        self._shoot("make-drawn")
        self._mouse.click(drawing.use_button)

    def _meet_challenge(self) -> None:
        mouse, experiment = self._mouse, self._lesson.experiment
        match experiment:
            case PicturesExperiment():
                self._draw(experiment)
            case StreamExperiment():
                for row, line in experiment.opened.lines.items():
                    mouse.type(line, read_without_the_key(experiment, row, mouse))
            case ChangeExperiment():
                mouse.type(experiment.texts.wanted.line, "Pará")
                mouse.type(experiment.texts.place, "0")
            case CampaignExperiment():
                mouse.choose(experiment.protection, _CHALLENGES[self._name])
            case RecordsExperiment():
                mouse.type(experiment.tab.controls.records, "600")
        self._settle()

    def _save_results(self) -> None:
        path = self._folder / f"{self._name}.json"
        self._mouse.click(self._lesson.head.save_button)
        self._mouse.name_file(self._window, path)
        wait_for(path.exists, "the results")
        self.report.challenge = bool(json.loads(path.read_text())["challenge"]["met"])

    def _print(self) -> None:
        """The sheet for students, and the one with answers."""
        for at, kind in enumerate(("sheet", "answers")):
            path = self._folder / f"{self._name}-{kind}.pdf"
            self._mouse.choose_in_menu(self._lesson.head.print_button, at)
            self._mouse.name_file(self._window, path)
            with self._timed("print"):
                wait_for(path.exists, "the sheet")
        self._settle()
        self._shoot("printed")

    def _sum_up(self) -> None:
        lesson = self._lesson.attempt.lesson
        self.report.scrolled = self._mouse.scrolled
        self.report.words = words_of(lesson)
        self.report.minutes = minutes_for(lesson, sum(self.report.seconds.values()))

    @contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        taken = time.monotonic() - begun
        self.report.seconds[what] = self.report.seconds.get(what, 0.0) + taken

    def _settle(self) -> None:
        settle(self._window)

    def _shoot(self, name: str) -> None:
        begun = time.monotonic()
        while (cut := [*cut_texts(self._window)]) and time.monotonic() - begun < _LAYOUT_SECONDS:
            QTest.qWait(20)
        self.report.cut += [f"{name}: {each}" for each in cut]
        self._camera.take(self._window, self._name, name)


def _must(done: bool, what: str) -> None:
    if not done:
        raise RuntimeError(f"waited in vain for {what}")


_CHALLENGES = {
    "cost": "plaintext as aes-128-cbc",
    "password": "client-aes-256-gcm",
    "erasure": "client-aes-256-gcm pkcs11 person",
}
"""What meets the challenge of a lesson that runs a campaign."""


def modifications(lesson: LessonView, mouse: Mouse) -> Sequence[Callable[[], None]]:
    """The changes that the step *Modify* asks for, one after another."""
    part: QWidget = lesson.experiment.control(lesson.attempt.lesson.modify.free)
    match lesson.attempt.lesson.modify.free:
        case Control.FORMAT:
            chip: ToggleChip = part.chip("rgb")  # type: ignore[attr-defined]
            return [lambda: mouse.click(chip)]
        case Control.PROTECTION:
            assert isinstance(part, Choice)
            wanted = _MODIFIED[lesson.attempt.name]
            return [lambda each=each: mouse.choose(part, each) for each in wanted]  # type: ignore[misc]
        case Control.PLACE:
            return [lambda: mouse.type(_spin(part), "0")]
        case Control.REPETITIONS:
            return [lambda: mouse.type(_spin(part), "8")]
        case _:
            return [lambda: mouse.type(_spin(part), "100"), lambda: mouse.type(_spin(part), "8000")]


_MODIFIED = {
    "stream": ("aes-128-ofb", "aes-128-cbc", "client-aes-256-gcm"),
    "password": ("aes-128-ecb",),
    "erasure": ("client-aes-256-gcm pkcs11 row",),
}


def _spin(part: QWidget) -> QSpinBox:
    assert isinstance(part, QSpinBox)
    return part


def read_without_the_key(experiment: StreamExperiment, row: int, mouse: Mouse) -> str:
    """What the last row says of a record when the known word is as long as it is."""
    stream = experiment.tab.stream
    if stream.other.row() != row:
        mouse.choose(stream.other, row)
    QTest.qWait(400)
    wait_for(lambda: len(stream.rows.rows()) > 1, "the two records")
    known = stream.one.text()[: len(stream.rows.rows()[1].cells)]
    mouse.type(stream.word, known)
    QTest.qWait(600)
    return stream.reading().partition("“")[2].partition("”")[0]


def cut_texts(window: QWidget) -> Iterator[str]:
    """Texts of visible labels that lack room for their lines."""
    for each in window.findChildren(QLabel):
        if (
            each.isVisible()
            and each.wordWrap()
            and each.height() < each.heightForWidth(each.width())
        ):
            yield each.text()


def rail_button(window: MainWindow, key: str) -> QAbstractButton:
    """The entry of a page in the rail."""
    found = window.findChild(QAbstractButton, f"rail-{key}")
    assert isinstance(found, QAbstractButton)
    return found


def settle(window: QWidget) -> None:
    """Wait until nothing in the window is about to change: timers that fire once have fired."""

    def settled() -> bool:
        QApplication.processEvents()
        timers = window.findChildren(QTimer)
        return not any(
            each.isActive() and each.isSingleShot() and each.interval() < _SOON for each in timers
        )

    wait_for(settled, "the window to rest")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


_LAYOUT_SECONDS = 12.0
"""Seconds until layouts must have given each text its room."""
_SOON = 1000
"""Milliseconds: longer timers take notices away."""
