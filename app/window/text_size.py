"""*Text size*: the scale of the whole window, chosen in a menu, remembered, and taken at the next
start.

Qt scales letters, icons and distances alike, and reads by how much once, when an application
begins. Pages that then have no room scroll.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from PySide6.QtCore import QProcess, QSettings, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.window.base.question_strip import QuestionStrip
from widgets.look.names import filled
from widgets.look.numbers import format_number

SIZES = (100, 125, 150, 175, 200)
"""In percent."""
_KEY, _FACTOR = "text-size", "QT_SCALE_FACTOR"


def chosen_size(settings: QSettings) -> int:
    """The remembered size in percent."""
    with suppress(TypeError, ValueError):
        percent = int(str(settings.value(_KEY, 100)))
        return percent if percent in SIZES else 100
    return 100


@contextmanager
def scaled_to(percent: int) -> Iterator[None]:
    """Have an application that begins meanwhile drawn in a size, on top of what the user has set
    for all programs; nothing that we start later inherits it."""
    before = os.environ.get(_FACTOR)
    own = 1.0
    with suppress(ValueError):
        own = float(before or 1)
    if percent != 100:
        os.environ[_FACTOR] = f"{own * percent / 100:g}"
    try:
        yield
    finally:
        os.environ.pop(_FACTOR, None)
        if before is not None:
            os.environ[_FACTOR] = before


def start_again() -> bool:
    """Begin the program once more, as it was begun; whether that could be done."""
    started, _ = QProcess.startDetached(sys.executable, sys.orig_argv[1:])
    return started


class TextSizeMenu(QMenu):
    """100 to 200 %."""

    size_chosen = Signal(int)
    """Another size, in percent."""

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("&Text size"))
        self._settings = settings
        self._group = QActionGroup(self)
        for percent in SIZES:
            action = QAction(f"{format_number(percent)} %", self._group)
            action.setCheckable(True)
            action.setData(percent)
            action.triggered.connect(lambda _, percent=percent: self._choose(percent))
            self.addAction(action)
        self.aboutToShow.connect(self._mark)

    def _mark(self) -> None:
        for action in self._group.actions():
            action.setChecked(action.data() == chosen_size(self._settings))

    def _choose(self, percent: int) -> None:
        if percent != chosen_size(self._settings):
            self._settings.setValue(_KEY, percent)
            self.size_chosen.emit(percent)


class RestartQuestion(QuestionStrip):
    """Asks whether the program is to start again now; what was chosen holds in any case."""

    restarted = Signal()
    """Another program has begun: this one can go."""

    def __init__(
        self,
        menu: TextSizeMenu,
        may_close: Callable[[], bool],
        losses: Callable[[], Sequence[str]],
        parent: QWidget,
    ) -> None:
        """`may_close` tells whether the window may go, `losses` what ends with it, a sentence
        each."""
        super().__init__(parent)
        self._may_close, self._losses = may_close, losses
        menu.size_chosen.connect(self._ask)
        self.answered.connect(self._answered)

    def _ask(self, percent: int) -> None:
        title = self.tr("Text size {0}: start Cipherbench again now?")
        message = " ".join(self._losses()) or self.tr("Otherwise the next start has it.")
        size = f"{format_number(percent)} %"
        self.ask(filled(title, size), message, self.tr("&Start again"), self.tr("&Later"))

    def _answered(self, now: bool) -> None:
        if now and self._may_close() and start_again():
            self.restarted.emit()
