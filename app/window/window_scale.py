"""*Text size*: the scale of the whole window, chosen in a menu, stored in the settings, and used at
the next start.

Qt scales letters, icons and distances alike, by a factor that it reads when an application starts.
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
    """The stored size in percent."""
    with suppress(TypeError, ValueError):
        percent = int(str(settings.value(_KEY, 100)))
        return percent if percent in SIZES else 100
    return 100


@contextmanager
def scaled_to(percent: int) -> Iterator[None]:
    """Scale an application that starts in this context, multiplied with the factor that the user
    has set for all programs; child processes that start later do not inherit it."""
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


def restart_program() -> bool:
    """Start the program once more, with the same arguments; returns whether that worked."""
    started, _ = QProcess.startDetached(sys.executable, sys.orig_argv[1:])
    return started


class TextSizeMenu(QMenu):
    """The menu of sizes, 100 to 200 %."""

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
    """Asks whether to restart the program now; the chosen size is stored in any case."""

    restarted = Signal()
    """The program was started once more: this one can close."""

    def __init__(
        self,
        menu: TextSizeMenu,
        may_close: Callable[[], bool],
        losses: Callable[[], Sequence[str]],
        parent: QWidget,
    ) -> None:
        """`may_close` tells whether the window may close, `losses` what is lost then."""
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
        if now and self._may_close() and restart_program():
            self.restarted.emit()
